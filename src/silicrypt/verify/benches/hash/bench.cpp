// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0

/// Drives one design point at the speed of compiled code. It reads jobs from standard input and
/// writes replies to standard output (`wire.py` has the same formats in Python). Every job checks
/// the contract of the hardware: the payload is stable until it is accepted, no digest comes
/// without a message, the order is kept on each channel (tid), `tvalid` does not depend on
/// `tready`, and nothing is valid in reset or after the last digest.
///
/// Outputs are sampled just before a rising edge. The number of that edge is the time of the
/// sample.

#include <unistd.h>

#include <deque>
#include <memory>

#include "Vdut.h"
#include "bench.h"
#include "fuzz.h"
#include "../ports.h"
#include "verilated.h"

namespace {

constexpr uint64_t HANG = 20000;   // cycles without a handshake that count as a hang
constexpr uint64_t QUIET = 400;    // cycles after the last digest in which no other digest may come
constexpr uint64_t SETTLE = 40;    // cycles from the first reset to the first message
constexpr size_t MONTE_STEPS = 1000;
constexpr size_t RESULT_BYTES = DIGEST_BYTES / DIGEST_BEATS;  // bytes of one beat of a digest

/// A message and its outcome.
struct Message {
  enum State : uint8_t { WAITING, DONE, DROPPED, REFUSED };

  unsigned channel = 0;         // the channel (tid)
  bool key = false;          // whether it is a key, which has no digest
  bool sha1 = false;         // the hash that it selects, where there are two
  bool empty_end = false;    // whether a null beat follows if the bytes fill all beats
  int32_t reset_after = -1;  // cycles from its first beat to a reset; -1: none
  Beats::Refill refill;
  size_t before = 0;       // messages and keys before it
  size_t keys_before = 0;  // keys before it
  State state = WAITING;
  uint64_t first = 0;  // the edge that accepted its first beat
  uint64_t valid = 0;  // the edge that first saw the last beat of its digest
  std::array<uint8_t, DIGEST_BYTES> digest{};
};

Beats::Refill once(Bytes data) {
  return [data = std::move(data)]() mutable { return std::exchange(data, {}); };
}

class Bench {
 public:
  explicit Bench(VerilatedContext& context) : context_{context}, dut_{&context} {
    dut_.clk_i = 0;
    dut_.rst_ni = 1;
#if KEYED
    dut_.wipe_i = 0;
#endif
    dut_.eval();
#if KEYED
    // The register that holds a wipe's reset of the unit may power up in the active state. A
    // simulation resets at an edge, so the register must be low before the first reset. One clock
    // edge clears it.
    step_clock();
#endif
  }

  ~Bench() { dut_.final(); }

  struct Pace {
    uint64_t seed = 1;
    uint32_t stall_in = 0, stall_out = 0;  // of 65536
    unsigned burst = 0;                     // beats per channel before the next; 0: random
  };

  uint64_t cycles() const { return now_; }
  uint64_t held_in() const { return held_in_; }
  uint64_t held_out() const { return held_out_; }

  /// Runs messages until every digest is out. On each channel they follow each other directly.
  void run(std::vector<Message>& messages, const Pace& pace) {
    pace_ = {};
    random_ = Random{pace.seed};
    held_in_ = held_out_ = 0;
    offered_channel_ = burst_ = 0;
    reset_at_ = UINT64_MAX;
    if (std::exchange(unsure_, true)) start();
    pace_ = pace;
    sent_ = keys_sent_ = 0;
    size_t before = 0, keys_before = 0;
    for (auto& message : messages) {
      message.before = before++;
      message.keys_before = keys_before;
      keys_before += message.key;
      channels_[message.channel].waiting.push_back(&message);
    }
    moved_ = now_;
    while (busy()) cycle();
    unsure_ = false;
  }

#if STREAM
  /// Performs random actions, legal and illegal. The state of the hardware before and after is
  /// unknown.
  template <typename Found>
  void fuzz(const FuzzPlan& plan, Found found) {
    unsure_ = true;
    context_.gotError(false);
    context_.gotFinish(false);
    Fuzz<Vdut, VerilatedContext> one{dut_, context_, plan};
    std::string error;
    try {
      one.run();
    } catch (const Violation& violation) {
      error = violation.what() + (" in cycle " + std::to_string(one.now));
    }
#if KEYED
    dut_.wipe_i = 0;
#endif
    now_ += one.now;
    held_in_ = one.broken_messages;
    held_out_ = one.broken_keys;
    found(one.results);
    if (!error.empty()) throw Violation(error);
  }
#endif

  /// Checks that no digest comes when there is no message.
  void quiet() {
    unsure_ = true;
    for (uint64_t i = 0; i < QUIET; ++i) cycle();
    unsure_ = false;
  }

 private:
  /// The messages of one channel (tid), in order.
  struct Channel {
    std::deque<Message*> waiting;  // not begun
    std::deque<Message*> inside;   // begun; the digest of the first one comes next
    std::unique_ptr<Beats> beats;  // beats of the last of `inside`, until its last beat is accepted
    bool begun = false;            // whether the first beat of that message has been accepted
    size_t complete = 0;              // messages of `inside` whose last beat has been accepted

    // A message whose first beat is offered and not accepted is not in flight. It is offered again.
    void withdraw() {
      waiting.push_front(inside.back());
      inside.pop_back();
      beats.reset();
    }

    void drop() {
      for (auto* message : inside) message->state = Message::DROPPED;
      inside.clear();
      beats.reset();
      complete = 0;
      begun = false;
    }
  };

  // A key is sent when no message is partly sent. Messages that follow a key wait for it.
  bool can_offer(const Channel& channel) const {
    if (channel.beats) return true;
    if (channel.waiting.empty()) return false;
    const Message& next = *channel.waiting.front();
    return next.key ? sent_ == next.before : keys_sent_ == next.keys_before;
  }

  void sent(const Message& message) {
    ++sent_;
    keys_sent_ += message.key;
  }

  // Runs at power-on and after a violation. Earlier messages are dropped, and the state of the
  // hardware is unknown. The cycles that it takes do not count for any message.
  void start() {
    for (auto& channel : channels_) channel = Channel{};
    reset();
    context_.gotError(false);
    context_.gotFinish(false);
    for (uint64_t i = 0; i < SETTLE; ++i) cycle();
  }

  // Asynchronous reset between two clock edges. It drops everything in flight, and nothing may be
  // valid meanwhile. In half of the resets the clock is stopped.
  void reset() {
    dut_.s_tvalid = 0;
    dut_.rst_ni = 0;
    offered_ = seen_ = false;
    burst_ = 0;
    part_ = 0;
    reset_at_ = UINT64_MAX;
    for (auto& channel : channels_) {
      if (channel.beats && !channel.begun)
        channel.withdraw();
      else if (channel.beats)
        sent(*channel.inside.back());
      channel.drop();
    }
    const bool stopped = random_.next() % 2 == 0;
    for (unsigned left = stopped ? 0 : 1 + random_.next() % 3;; --left) {
      scramble();
      dut_.eval();
      if (dut_.m_tvalid) throw Violation("m_tvalid is high in reset");
      if (left == 0) break;
      step_clock();
    }
    dut_.rst_ni = 1;
    moved_ = now_;
  }

  bool busy() const {
    for (const auto& channel : channels_)
      if (channel.beats || !channel.waiting.empty() || !channel.inside.empty()) return true;
    return offered_;
  }

  void step_clock() {
    dut_.clk_i = 1;
    dut_.eval();
    dut_.clk_i = 0;
    ++now_;
  }

  void cycle() {
    if (now_ >= reset_at_) reset();
    if (!offered_ && !random_.roll(pace_.stall_in)) offer();
    if (!offered_) scramble();
    dut_.s_tvalid = offered_;
#if RESULTS_WAIT
    const bool ready = !random_.roll(pace_.stall_out);
    if (pace_.stall_out != 0) look_with_ready(!ready);
    dut_.m_tready = ready;
#else
    const bool ready = true;
#endif
    dut_.eval();
    observe();
    const bool taken = offered_ && dut_.s_tready;
    const bool given = dut_.m_tvalid && ready;
    held_in_ += offered_ && !taken;
    held_out_ += dut_.m_tvalid && !given;
    step_clock();
    if (taken) take();
    if (given) give();
    if (taken || given || !busy()) moved_ = now_;
    if (now_ - moved_ > HANG)
      throw Violation("no beat taken and no digest given for " + std::to_string(HANG) + " cycles");
    if (context_.gotError() || context_.gotFinish())
      throw Violation(failed_assertion());
  }

#if RESULTS_WAIT
  // AXI4-Stream 2.2.1: a transmitter must not wait for tready before it asserts tvalid.
  void look_with_ready(bool ready) {
    dut_.m_tready = ready;
    dut_.eval();
    valid_otherwise_ = dut_.m_tvalid;
    looked_ = true;
  }
#endif

  // Selects a channel that has a beat. Padded blocks are sent one by one; beats of bytes may
  // be interleaved.
  unsigned choose_channel() {
    const unsigned burst = pace_.burst != 0 ? pace_.burst : STREAM ? 1 : BLOCK_BYTES / DATA_BYTES;
    unsigned channel = offered_channel_;
    if (burst_ % burst == 0) channel = (pace_.burst != 0 ? channel + 1 : random_.next()) % CHANNELS;
    for (unsigned tried = 1; tried < CHANNELS && !can_offer(channels_[channel]); ++tried)
      channel = (channel + 1) % CHANNELS;
    return channel;
  }

  // Puts the next beat of a channel on the pins.
  void offer() {
    const unsigned channel = choose_channel();
    if (!can_offer(channels_[channel])) return;
    ++burst_;
    Channel& from = channels_[channel];
    if (!from.beats) {
      from.inside.push_back(from.waiting.front());
      from.waiting.pop_front();
      const Message& next = *from.inside.back();
      from.beats = std::make_unique<Beats>(next.refill, next.empty_end);
      from.begun = false;
    }
    beat_ = from.beats->next(random_);
    offered_ = true;
    offered_channel_ = channel;
    put_port(dut_.s_tdata, beat_.data.data(), DATA_BYTES);
#if STREAM
    dut_.s_tkeep = beat_.count == 64 ? ~0ull : (1ull << beat_.count) - 1;
#endif
    put_user(dut_, from.inside.back()->key);
#if EITHER
    dut_.s_tsha1 = from.inside.back()->sha1;
#endif
    dut_.s_tlast = beat_.last;
#if TAGGED
    dut_.s_tid = CHANNELS > 1 ? channel : random_.next() & 1;  // ignored where there is one channel
#endif
  }

  // Payload ports that are not valid get random values.
  void scramble() {
    std::array<uint8_t, DATA_BYTES> noise;
    for (size_t i = 0; i < DATA_BYTES; i += 4) {
      const uint64_t bits = random_.next();
      for (size_t j = 0; j < 4; ++j) noise[i + j] = bits >> (8 * j) & 0xff;
    }
    put_port(dut_.s_tdata, noise.data(), DATA_BYTES);
    const uint64_t bits = random_.next();
#if STREAM
    dut_.s_tkeep = bits & ((2ull << (DATA_BYTES - 1)) - 1);
#endif
    put_user(dut_, bits >> 60 & 1);
#if EITHER
    dut_.s_tsha1 = bits >> 59 & 1;
#endif
    dut_.s_tlast = bits >> 61 & 1;
#if TAGGED
    dut_.s_tid = bits >> 62 & (CHANNELS > 1 ? CHANNELS - 1 : 1);
#endif
  }

  void take() {
    Channel& channel = channels_[offered_channel_];
    Message& message = *channel.inside.back();
    if (!channel.begun) {
      channel.begun = true;
      message.first = now_ - 1;
      if (message.reset_after >= 0)
        reset_at_ = std::min(reset_at_, now_ + static_cast<uint64_t>(message.reset_after));
    }
    if (beat_.last) {
      channel.beats.reset();
      sent(message);
      ++channel.complete;
      if (message.key) {
        burst_ = 0;  // after a key, channels alternate in complete blocks again
        message.state = Message::DONE;
        channel.inside.pop_back();
        --channel.complete;
      }
    }
    offered_ = false;
  }

  unsigned tid() const {
#if TAGGED
    return dut_.m_tid;
#else
    return 0;
#endif
  }

  void observe() {
    if (std::exchange(looked_, false) && valid_otherwise_ != dut_.m_tvalid)
      throw Violation("m_tvalid depends on m_tready");
    if (!dut_.m_tvalid) {
      if (seen_) throw Violation("m_tvalid fell before the digest was taken");
      return;
    }
    auto digest = seen_digest_;
    for (size_t i = 0; i < RESULT_BYTES; ++i)
      digest[part_ * RESULT_BYTES + i] = port_byte(dut_.m_tdata, i);
    if (seen_) {
      if (digest != seen_digest_) throw Violation("m_tdata changed before it was taken");
      if (tid() != seen_channel_) throw Violation("m_tid changed before it was taken");
#if STREAM
      if (dut_.m_tuser != refused_) throw Violation("m_tuser changed before it was taken");
#endif
      return;
    }
    if (tid() >= CHANNELS || channels_[tid()].complete == 0)
      throw Violation("a digest without a message, m_tid " + std::to_string(tid()));
#if DIGEST_BEATS > 1
    if (dut_.m_tlast != (part_ == DIGEST_BEATS - 1))
      throw Violation("m_tlast is wrong in beat " + std::to_string(part_) + " of a digest");
#endif
    seen_ = true;
    seen_channel_ = tid();
    seen_digest_ = digest;
#if STREAM
    refused_ = dut_.m_tuser;
#endif
#if KEYED
    compare_tags();
#endif
    channels_[seen_channel_].inside.front()->valid = now_;
  }

#if KEYED
  // m_tmatch must be high for the tag of this digest, and low for a tag that differs in one bit.
  void compare_tags() {
    auto tag = seen_digest_;
    for (bool same : {true, false}) {
      if (!same) tag[random_.next() % DIGEST_BYTES] ^= 1 << random_.next() % 8;
      put_port(dut_.tag_i, tag.data(), DIGEST_BYTES);
      dut_.eval();
      if (dut_.m_tmatch != (same && !refused_))
        throw Violation(same ? "m_tmatch is low for the tag" : "m_tmatch is high for another tag");
    }
  }
#endif

  void give() {
    seen_ = false;
    part_ = (part_ + 1) % DIGEST_BEATS;
    if (part_ != 0) return;
    Channel& channel = channels_[seen_channel_];
    Message& message = *channel.inside.front();
    message.state = Message::DONE;
    message.digest = seen_digest_;
    if (refused_) message.state = Message::REFUSED;
    channel.inside.pop_front();
    --channel.complete;
  }

  VerilatedContext& context_;
  Vdut dut_;
  Random random_{1};
  Pace pace_;
  std::array<Channel, CHANNELS> channels_;
  size_t sent_ = 0, keys_sent_ = 0;
  uint64_t now_ = 0, moved_ = 0, reset_at_ = UINT64_MAX, held_in_ = 0, held_out_ = 0;
  Beat beat_{};
  unsigned offered_channel_ = 0, seen_channel_ = 0, burst_ = 0;
  size_t part_ = 0;  // beats of the current digest that have been accepted
  bool unsure_ = true, offered_ = false, seen_ = false;
  bool looked_ = false, valid_otherwise_ = false, refused_ = false;
  std::array<uint8_t, DIGEST_BYTES> seen_digest_{};
};

/// The job with many messages: the pace, then channel, kind, reset and bytes of each message.
std::vector<Message> run_messages(Bench& bench, Pipe& pipe, std::string& error) {
  Bench::Pace pace;
  pace.seed = pipe.number(8);
  pace.stall_in = pipe.number(2);
  pace.stall_out = pipe.number(2);
  pace.burst = pipe.number(2);
  std::vector<Message> messages(pipe.number(4));
  for (auto& message : messages) {
    message.channel = pipe.number(1) % CHANNELS;
    const auto kind = pipe.number(1);
    message.key = kind & 1;
    message.sha1 = kind >> 1 & 1;
    message.empty_end = kind >> 2 & 1;
    message.reset_after = static_cast<int32_t>(pipe.number(4));
    message.refill = once(pipe.bytes(pipe.number(4)));
  }
  try {
    bench.run(messages, pace);
    bench.quiet();
  } catch (const Violation& violation) {
    error = violation.what();
  }
  return messages;
}

/// The job with one message of any length, which comes in chunks; an empty chunk ends it.
std::vector<Message> run_stream(Bench& bench, Pipe& pipe, std::string& error) {
  bool ended = false;
  auto refill = [&]() -> Bytes {
    Bytes chunk;
    if (!ended) chunk = pipe.bytes(pipe.number(4));
    ended = chunk.empty();
    return chunk;
  };
  std::vector<Message> messages;
  const bool sha1 = pipe.number(1);
  const auto key_bytes = static_cast<uint32_t>(pipe.number(4));
  if (key_bytes != UINT32_MAX) {
    messages.emplace_back();
    messages.back().key = true;
    messages.back().refill = once(pipe.bytes(key_bytes));
  }
  messages.emplace_back();
  messages.back().refill = refill;
  for (auto& message : messages) message.sha1 = sha1;
  try {
    bench.run(messages, {});
  } catch (const Violation& violation) {
    error = violation.what();
  }
  while (!ended) refill();
  messages.erase(messages.begin(), messages.end() - 1);
  return messages;
}

/// The job of the fuzzer. In the reply, the numbers of a result's message and key replace its
/// times, and the numbers of broken messages and keys replace the cycles of waiting.
std::vector<Message> run_fuzz(Bench& bench, Pipe& pipe, std::string& error) {
  std::vector<Message> messages;
#if STREAM
  FuzzPlan plan;
  plan.seed = pipe.number(8);
  plan.cycles = pipe.number(8);
  for (auto* rate : {&plan.stall_in, &plan.stall_out, &plan.framing, &plan.mixed, &plan.wipe,
                     &plan.reset})
    *rate = pipe.number(2);
  const auto flags = pipe.number(1);
  plan.either = flags & 1;
  plan.early = flags >> 1;
  for (auto* pool : {&plan.messages, &plan.keys}) {
    pool->resize(pipe.number(2));
    for (auto& one : *pool) one = pipe.bytes(pipe.number(4));
  }
  try {
    bench.fuzz(plan, [&](const std::vector<FuzzResult>& results) {
      for (const auto& result : results) {
        Message message;
        message.state = result.refused ? Message::REFUSED : Message::DONE;
        message.first = result.message | static_cast<uint64_t>(result.sha1) << 32;
        message.valid = result.key;
        message.digest = result.digest;
        messages.push_back(std::move(message));
      }
    });
  } catch (const Violation& violation) {
    error = violation.what();
  }
#endif
  return messages;
}

/// The Monte Carlo test of the Secure Hash Algorithm Validation System 6.4. Each of the thousand
/// messages of a checkpoint consists of the last three digests, or of the last one (SHA3VS 6.2.3).
/// A checkpoint is the seed of the next one.
std::vector<Message> run_monte(Bench& bench, Pipe& pipe, std::string& error) {
  std::vector<Message> checkpoints(pipe.number(4));
  const auto digests = pipe.number(1);
  Bytes seed = pipe.bytes(DIGEST_BYTES);
  try {
    for (auto& checkpoint : checkpoints) {
      Bytes last;
      for (uint64_t i = 0; i < digests; ++i) last.insert(last.end(), seed.begin(), seed.end());
      for (size_t i = 0; i < MONTE_STEPS; ++i) {
        std::vector<Message> message(1);
        message[0].refill = once(last);
        bench.run(message, {});
        checkpoint.digest = message[0].digest;
        last.erase(last.begin(), last.begin() + DIGEST_BYTES);
        last.insert(last.end(), checkpoint.digest.begin(), checkpoint.digest.end());
      }
      checkpoint.state = Message::DONE;
      seed.assign(checkpoint.digest.begin(), checkpoint.digest.end());
    }
  } catch (const Violation& violation) {
    error = violation.what();
  }
  return checkpoints;
}

void reply(Pipe& pipe, const Bench& bench, uint64_t cycles, const std::vector<Message>& messages,
           const std::string& error) {
  pipe.put(error.size(), 4);
  pipe.put(error.data(), error.size());
  pipe.put(cycles, 8);
  pipe.put(bench.held_in(), 8);
  pipe.put(bench.held_out(), 8);
  pipe.put(messages.size(), 4);
  for (const auto& message : messages) {
    pipe.put(message.state, 1);
    pipe.put(message.first, 8);
    pipe.put(message.valid, 8);
    pipe.put(message.digest.data(), DIGEST_BYTES);
  }
  pipe.flush();
}

}  // namespace

int main(int argc, char** argv) {
  Pipe pipe{dup(STDOUT_FILENO)};
  dup2(STDERR_FILENO, STDOUT_FILENO);
  VerilatedContext context;
  context.commandArgs(argc, argv);
  context.fatalOnError(false);
  context.randReset(2);  // registers without reset start at random values
  context.randSeed(argc > 1 ? std::atoi(argv[1]) : 1);
  Bench bench{context};
  while (!pipe.at_end()) {
    std::string error;
    const uint64_t begin = bench.cycles();
    const auto kind = pipe.number(1);
    const auto messages = kind == 'm'   ? run_messages(bench, pipe, error)
                          : kind == 's' ? run_stream(bench, pipe, error)
                          : kind == 'f' ? run_fuzz(bench, pipe, error)
                                        : run_monte(bench, pipe, error);
    reply(pipe, bench, bench.cycles() - begin, messages, error);
  }
  return 0;
}
