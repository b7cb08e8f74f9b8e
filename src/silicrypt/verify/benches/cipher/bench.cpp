// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0

/// Drives a block cipher as `bench.cpp` drives a hash. It reads jobs from standard input and writes
/// replies to standard output (`cipher_wire.py` has the same formats in Python). Keys and blocks
/// come on ports of their own; the reply says which key was in use when a block was accepted. Where
/// the hardware takes messages, each message also has a start (mode, direction, counter or tweak)
/// on a third port.
///
/// The build line defines `STREAM` (1: messages, 0: blocks), `KEY_BYTES` (bytes of a beat of a key)
/// and `DATA_BYTES` (bytes of all other beats).

#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <memory>
#include <string>

#include "../ports.h"
#include "../unit.h"

namespace {

constexpr uint64_t QUIET = 400;   // cycles after the last block in which no other block may come
constexpr uint64_t SETTLE = 100;  // cycles from the first reset to the first key
constexpr uint64_t REFUSED = 3;   // cycles from the end of an illegal key until keyed_o must be low
constexpr uint64_t FIRST = 24;    // cycles by which a port may wait after a reset or a wipe
constexpr size_t BLOCK = 16;
constexpr uint8_t XTS = 2;        // the mode
constexpr size_t CHUNK = 65536;  // bytes of a result that are passed on at a time


/// A key, or a message, with its outcome. At the core a message is a block.
struct Item {
  bool key = false, tweak = false;  // whether it is a key; whether that key is for tweaks
  bool decrypt = false;
  uint8_t mode = 0;
  Action action = NOTHING;  // an event `after` cycles after its first beat
  uint32_t after = 0;
  uint16_t wait = 0;  // cycles from the last reset or wipe until it may be offered
  std::array<uint8_t, BLOCK> initial{};  // first counter block or tweak
  uint8_t length = 0;                    // the length that a key states
  bool refused_key = false;              // whether the hardware must not accept the key
  uint16_t keep_at = UINT16_MAX, keep = 0;  // number of a beat, and its wrong tkeep
  Bytes data;
  std::function<Bytes()> refill;             // returns further data, and none at the end
  std::function<void(const Bytes&)> give;    // receives the result piece by piece
  State state = WAITING;
  bool refused = false;
  uint32_t under[2] = {UINT32_MAX, UINT32_MAX};  // the keys that were in use: for data, for tweaks
  uint64_t first = 0;  // the edge that accepted its start, or its first beat
  uint64_t valid = 0;  // the edge that first saw its result
  uint64_t last = 0;   // the edge that first saw the last beat of its result
  Bytes result;
};

struct Pace {
  uint64_t seed = 1;
  uint32_t stall_key = 0, stall_in = 0, stall_out = 0;  // of 65536
  bool ordered = true;  // whether a key or message waits until all before it are accepted
  Action action = NOTHING;  // an event before the first item
};

/// A beat of a result.
struct Beat {
  std::array<uint8_t, DATA_BYTES> data{};
  size_t count = DATA_BYTES;
  bool last = false, refused = false;

  bool operator!=(const Beat& other) const {
    return data != other.data || count != other.count || last != other.last ||
           refused != other.refused;
  }
};

/// An input port.
struct Source {
  std::deque<uint32_t> waiting;  // items; the first one is partly sent where `begun`
  size_t offset = 0;              // bytes of the first item that have been accepted
  bool begun = false;
  bool offered = false;
  bool driven = false;  // whether the offered beat is on the pins, until it is accepted
  uint64_t from = 0;     // nothing is offered before this cycle
};

class Bench : public Unit {
 public:
  using Unit::Unit;

  void run(std::vector<Item>& items, const Pace& pace) {
    pace_ = {};
    random_ = Random{pace.seed};
    held_in_ = held_out_ = 0;
    items_ = &items;
    key_[0] = key_[1] = UINT32_MAX;
    keys_ = starts_ = data_ = Source{};
    inside_.clear();
    if (std::exchange(unsure_, true)) start();
    pace_ = pace;
    for (uint32_t i = 0; i < items.size(); ++i) {
      (items[i].key ? keys_ : data_).waiting.push_back(i);
      if (STREAM && !items[i].key) starts_.waiting.push_back(i);
    }
    perform(pace.action);
    for (auto source : {&keys_, &starts_, &data_}) source->from = 0;  // the items have their own
    moved_ = now_;
    while (busy()) cycle();
    unsure_ = false;
  }

  void quiet() {
    unsure_ = true;
    for (uint64_t i = 0; i < QUIET; ++i) cycle();
    unsure_ = false;
  }

 private:
  bool busy() const {
    return !keys_.waiting.empty() || !starts_.waiting.empty() || !data_.waiting.empty() ||
           !inside_.empty();
  }

  void start() {
    action_ = NOTHING;
    key_[0] = key_[1] = UINT32_MAX;
    refused_at_[0] = refused_at_[1] = UINT64_MAX;
    reset();
    context_.gotError(false);
    context_.gotFinish(false);
    for (uint64_t i = 0; i < SETTLE; ++i) cycle();
  }

  /// The port that starts a message: that of starts, or that of blocks.
  Source& heads() { return STREAM ? starts_ : data_; }

  /// Drops everything in flight and the keys. The keys are sent again, in either order, if a
  /// message is to come, even if its bytes were all accepted before.
  void lose() override {
    const unsigned second = random_.next() & 1;
    for (unsigned kind : {second, 1 - second}) {
      const bool under_way = keys_.begun && keys_.waiting.front() == key_[kind];
      if (key_[kind] != UINT32_MAX && !under_way && !heads().waiting.empty())
        keys_.waiting.push_front(key_[kind]);
    }
    if (!STREAM && data_.begun) {
      (*items_)[data_.waiting.front()].state = DROPPED;
      data_.waiting.pop_front();
    }
    for (auto item : inside_) (*items_)[item].state = DROPPED;
    inside_.clear();
    if (STREAM) data_.waiting = starts_.waiting;
    for (auto source : {&keys_, &starts_, &data_}) {
      source->offset = 0;
      source->begun = source->offered = source->driven = false;
      source->from = now_ + pause();
    }
    seen_ = false;
    dut_.k_tvalid = dut_.s_tvalid = 0;
    withdraw(dut_);
    moved_ = now_;
  }

  /// Cycles from a reset or a wipe, or from a key that was sent again, until a port may offer.
  uint64_t pause() { return random_.next() & 1 ? random_.next() % FIRST : 0; }

  void cycle() {
    if (now_ >= action_at_) perform(std::exchange(action_, NOTHING));
    offer(keys_, pace_.stall_key);
    if (STREAM) offer(starts_, pace_.stall_in);
    offer(data_, pace_.stall_in);
    drive();
    const bool ready = accept(pace_.stall_out);
    observe();
    const bool key = keys_.offered && dut_.k_tready, data = data_.offered && dut_.s_tready;
    const bool started = starts_.offered && start_ready(dut_);
    const bool given = dut_.m_tvalid && ready;
    if ((STREAM ? started : data) && !(dut_.keyed_o & 1))
      throw Violation("a block is taken without a key");
    for (unsigned kind = 0; kind < 2; ++kind)
      if (now_ >= refused_at_[kind] && (dut_.keyed_o >> kind & 1))
        throw Violation("keyed_o is high after a key that is not one");
    held_in_ += data_.offered && !data;
    held_out_ += dut_.m_tvalid && !given;
    step_clock();
    // A key is used for what is accepted after its first word.
    if (started) take(starts_, 0);
    if (data) take(data_, DATA_BYTES);
    if (key) take(keys_, KEY_BYTES);
    if (given) give();
    watch(key || started || data || given || !busy());
  }

  // A message waits for the keys before it, or without an order for the first of each kind. It does
  // not wait for the end of a key that has begun, nor for a key that is sent again: the hardware
  // keeps it waiting. Its bytes do not wait.
  void offer(Source& source, uint32_t stall) {
    if (source.offered || source.waiting.empty() || now_ < source.from) return;
    if (random_.roll(stall)) return;
    if (STREAM && &source == &data_) {
      source.offered = true;
      return;
    }
    const uint32_t number = source.waiting.front();
    if (!source.begun && now_ < cleared_at_ + (*items_)[number].wait) return;
    if (&source == &keys_ ? pace_.ordered && key_waits(number) : message_waits(number)) return;
    source.offered = true;
  }

  bool key_waits(uint32_t number) {
    if (heads().waiting.empty() || was_begun(number)) return false;
    return heads().begun || heads().waiting.front() < number;
  }

  bool message_waits(uint32_t number) const {
    for (const auto key : keys_.waiting) {
      if (key > number) return false;
      const bool first = key_[(*items_)[key].tweak] == UINT32_MAX;
      if (!was_begun(key) && (pace_.ordered || first)) return true;
    }
    return false;
  }

  bool was_begun(uint32_t key) const { return key == key_[0] || key == key_[1]; }

  // Ports that are not valid get random values.
  void drive() {
    scramble();
    dut_.k_tvalid = keys_.offered;
    dut_.s_tvalid = data_.offered;
    if (fresh(keys_)) {
      const Item& key = (*items_)[keys_.waiting.front()];
      put_port(dut_.k_tdata, key.data.data() + keys_.offset, KEY_BYTES);
      if (!keys_.begun) dut_.k_tuser = key.length;
      end_of_key(dut_, keys_.offset + KEY_BYTES >= key.data.size());
    }
    STREAM ? drive_stream(dut_) : drive_block(dut_);
    for (auto source : {&keys_, &starts_, &data_}) source->driven = source->offered;
  }

  static bool fresh(const Source& source) { return source.offered && !source.driven; }

  template <typename Dut>
  void drive_block(Dut& dut) {
    if constexpr (!STREAM) {
      if (!fresh(data_)) return;
      const Item& block = (*items_)[data_.waiting.front()];
      put_port(dut.s_tdata, block.data.data() + data_.offset, DATA_BYTES);
      dut.s_tuser = block.decrypt;
    }
  }

  template <typename Dut>
  static void end_of_key(Dut& dut, bool last) {
    if constexpr (STREAM) dut.k_tlast = last;
  }

  template <typename Dut>
  void drive_stream(Dut& dut) {
    if constexpr (STREAM) put_stream(dut);
  }

  template <typename Dut>
  void put_stream(Dut& dut) {
    if (fresh(keys_) && !keys_.begun) dut.k_tdest = (*items_)[keys_.waiting.front()].tweak;
    dut.i_tvalid = starts_.offered;
    if (fresh(starts_)) {
      const Item& message = (*items_)[starts_.waiting.front()];
      put_port(dut.i_tdata, message.initial.data(), BLOCK);
      dut.i_tuser = message.decrypt << 2 | (message.mode & 3);  // of the hardware
    }
    if (!fresh(data_)) return;
    Item& message = (*items_)[data_.waiting.front()];
    fill(message);
    const size_t count = std::min<size_t>(message.data.size() - data_.offset, DATA_BYTES);
    for (size_t i = 0; i < count; ++i) noise_[i] = message.data[data_.offset + i];
    put_port(dut.s_tdata, noise_.data(), DATA_BYTES);
    dut.s_tkeep = (1u << count) - 1;
    if (data_.offset == message.keep_at * DATA_BYTES) dut.s_tkeep = message.keep;
    dut.s_tlast = data_.offset + count == message.data.size();
  }

  // Buffers more than one beat until the message ends, so that the last beat is known to be the
  // last.
  void fill(Item& message) {
    while (message.refill && message.data.size() - data_.offset <= DATA_BYTES) {
      message.data.erase(message.data.begin(), message.data.begin() + data_.offset);
      data_.offset = 0;
      const Bytes more = message.refill();
      if (more.empty()) message.refill = nullptr;
      message.data.insert(message.data.end(), more.begin(), more.end());
    }
  }

  std::string awake() const override {
    return dut_.m_tvalid ? "m_tvalid" : dut_.keyed_o ? "keyed_o" : "";
  }

  void scramble() override {
    for (auto& byte : noise_) byte = random_.next() & 0xff;
    if (!data_.driven) put_port(dut_.s_tdata, noise_.data(), DATA_BYTES);
    if (!keys_.driven) {
      put_port(dut_.k_tdata, noise_.data(), KEY_BYTES);
      dut_.k_tuser = noise_[0] & 3;
    }
    scramble_marks(dut_);
  }

  // Cores and streams have different ports; these templates compile only those that exist.
  template <typename Dut>
  void scramble_marks(Dut& dut) {
    if constexpr (STREAM) {
      if (!keys_.driven) {
        dut.k_tdest = noise_[1] & 1;
        dut.k_tlast = noise_[6] & 1;
      }
      if (!starts_.driven) {
        put_port(dut.i_tdata, noise_.data(), BLOCK);
        dut.i_tuser = noise_[2] & 7;
      }
      if (!data_.driven) {
        dut.s_tkeep = noise_[3] << 8 | noise_[4];
        dut.s_tlast = noise_[5] & 1;
      }
    } else if (!data_.driven) {
      dut.s_tuser = noise_[1] & 1;
    }
  }

  template <typename Dut>
  static void withdraw(Dut& dut) {
    if constexpr (STREAM) dut.i_tvalid = 0;
  }

  template <typename Dut>
  static bool start_ready(const Dut& dut) {
    if constexpr (STREAM)
      return dut.i_tready;
    else
      return false;
  }

  void take(Source& source, size_t count) {
    const uint32_t number = source.waiting.front();
    Item& item = (*items_)[number];
    if (!source.begun && (item.key || &source == &heads())) {
      item.first = now_ - 1;
      if (item.key) {
        key_[item.tweak] = number;
        refused_at_[item.tweak] = UINT64_MAX;
      } else if (refused(0) || (item.mode == XTS && (dut_.keyed_o & 2) && refused(1))) {
        throw Violation("a message starts after the first word of a refused key");
      }
      std::copy(key_, key_ + 2, item.under);
      if (item.action != NOTHING) {
        action_ = std::exchange(item.action, NOTHING);
        action_at_ = now_ + item.after;
      }
    }
    source.begun = true;
    source.offset += count;
    source.offered = source.driven = false;
    if (&source != &starts_ && source.offset < item.data.size()) return;
    source.offset = 0;
    source.begun = false;
    source.waiting.pop_front();
    if (item.key && item.refused_key) refused_at_[item.tweak] = now_ + REFUSED;
    if (item.key && item.state == DONE) source.from = now_ + pause();
    if (item.key)
      item.state = DONE;
    else if (&source == (STREAM ? &starts_ : &data_))
      inside_.push_back(number);
  }

  /// Whether the key whose first word was accepted last must not be used.
  bool refused(unsigned kind) const {
    return key_[kind] != UINT32_MAX && (*items_)[key_[kind]].refused_key;
  }

  void observe() {
    if (!dut_.m_tvalid) {
      if (seen_) throw Violation("m_tvalid fell before the block was taken");
      return;
    }
    Beat beat;
    for (size_t i = 0; i < DATA_BYTES; ++i) beat.data[i] = get_byte(dut_.m_tdata, i);
    if (inside_.empty()) throw Violation("a result without a block");
    Item& item = (*items_)[inside_.front()];
    beat.last = item.result.size() + DATA_BYTES >= BLOCK;
    end_of_beat(dut_, beat);
    if (seen_ && beat != beat_) throw Violation("m_tdata changed before it was taken");
    if (!seen_ && !began_) item.valid = now_;
    if (!seen_ && beat.last) item.last = now_;
    seen_ = began_ = true;
    beat_ = beat;
  }

  template <typename Dut>
  static void end_of_beat(const Dut& dut, Beat& beat) {
    if constexpr (STREAM) check_end(dut, beat);
  }

  template <typename Dut>
  static void check_end(const Dut& dut, Beat& beat) {
    while (beat.count > 0 && (dut.m_tkeep >> (beat.count - 1) & 1) == 0) --beat.count;
    beat.last = dut.m_tlast;
    beat.refused = dut.m_tuser;
    if (dut.m_tkeep != (1u << beat.count) - 1) throw Violation("m_tkeep has holes");
    if (!beat.last && (beat.count != DATA_BYTES || beat.refused))
      throw Violation("m_tkeep or m_tuser ends a message before m_tlast");
    for (size_t i = beat.count; i < DATA_BYTES; ++i)
      if (beat.data[i] != 0) throw Violation("bytes that are not there are not 0");
  }

  template <typename Port>
  static uint8_t get_byte(const Port& port, size_t i) {
    if constexpr (VlIsVlWide<Port>::value)
      return port_byte(port, i);
    else
      return port >> (8 * i) & 0xff;
  }

  void give() {
    Item& item = (*items_)[inside_.front()];
    item.result.insert(item.result.end(), beat_.data.begin(), beat_.data.begin() + beat_.count);
    if (item.give && (beat_.last || item.result.size() >= CHUNK)) {
      item.give(item.result);
      item.result.clear();
    }
    seen_ = false;
    if (!beat_.last) return;
    item.refused = beat_.refused;
    item.state = DONE;
    began_ = false;
    inside_.pop_front();
  }

  Pace pace_;
  std::vector<Item>* items_ = nullptr;
  Source keys_, starts_, data_;
  std::deque<uint32_t> inside_;  // accepted blocks, or messages with accepted starts
  uint64_t refused_at_[2] = {UINT64_MAX, UINT64_MAX};  // when keyed_o must be low
  uint32_t key_[2] = {UINT32_MAX, UINT32_MAX};  // begun last: for data, for tweaks
  uint64_t action_at_ = 0;
  Action action_ = NOTHING;
  bool unsure_ = true;
  bool seen_ = false, began_ = false;  // a beat of the result has been seen; the result has begun
  Beat beat_;
  std::array<uint8_t, BLOCK> noise_{};
};

Item read_item(Pipe& pipe) {
  Item item;
  const auto kind = pipe.number(1);
  item.key = kind & 1;
  item.tweak = kind >> 1 & 1;
  item.decrypt = kind >> 2 & 1;
  item.mode = kind >> 3 & 7;
  item.action = static_cast<Action>(pipe.number(1));
  item.length = pipe.number(1);
  item.refused_key = item.length >> 7;
  item.length &= 3;
  item.keep_at = pipe.number(2);
  item.keep = pipe.number(2);
  item.after = pipe.number(4);
  item.wait = pipe.number(2);
  const Bytes initial = pipe.bytes(BLOCK);
  std::copy(initial.begin(), initial.end(), item.initial.begin());
  item.data = pipe.bytes(pipe.number(4));
  return item;
}

std::vector<Item> run_items(Bench& bench, Pipe& pipe, std::string& error) {
  Pace pace;
  pace.seed = pipe.number(8);
  pace.stall_key = pipe.number(2);
  pace.stall_in = pipe.number(2);
  pace.stall_out = pipe.number(2);
  pace.ordered = pipe.number(1);
  pace.action = static_cast<Action>(pipe.number(1));
  std::vector<Item> items(pipe.number(4));
  for (auto& item : items) item = read_item(pipe);
  try {
    bench.run(items, pace);
    bench.quiet();
  } catch (const Violation& violation) {
    error = violation.what();
  }
  return items;
}

/// The inner loop of the Monte Carlo test (AESAVS 6.4.1): each block is the previous result. The
/// reply has the last two results.
std::vector<Item> run_chain(Bench& bench, Pipe& pipe, std::string& error) {
  const bool decrypt = pipe.number(1);
  const uint32_t steps = pipe.number(4);
  std::vector<Item> items(1), last(2);
  items[0].key = true;
  items[0].data = pipe.bytes(pipe.number(1));
  items[0].length = items[0].data.size() / 8 - 2;
  Bytes block = pipe.bytes(BLOCK);
  try {
    bench.run(items, {});
    for (uint32_t i = 0; i < steps; ++i) {
      std::vector<Item> one(1);
      one[0].data = block;
      one[0].decrypt = decrypt;
      bench.run(one, {});
      block = one[0].result;
      last[0] = last[1];
      last[1] = one[0];
    }
  } catch (const Violation& violation) {
    error = violation.what();
  }
  return last;
}

/// The job with keys and one message of any length. Its data and its result are sent in pieces.
std::vector<Item> run_long(Bench& bench, Pipe& pipe, std::string& error) {
  std::vector<Item> items(pipe.number(1));
  for (auto& item : items) item = read_item(pipe);
  Item& message = items.back();
  message.refill = [&pipe] { return pipe.bytes(pipe.number(4)); };
  message.give = [&pipe](const Bytes& result) {
    if (result.empty()) return;
    pipe.put(result.size(), 4);
    pipe.put(result.data(), result.size());
  };
  try {
    bench.run(items, {});
  } catch (const Violation& violation) {
    error = violation.what();
  }
  while (message.refill && !message.refill().empty()) continue;
  pipe.put(0, 4);
  return items;
}

}  // namespace

int main(int argc, char** argv) {
  const auto work = [](Bench& bench, Pipe& pipe, std::string& error) {
    const auto kind = pipe.number(1);
    return kind == 'c'   ? run_chain(bench, pipe, error)
           : kind == 'l' ? run_long(bench, pipe, error)
                         : run_items(bench, pipe, error);
  };
  return serve<Bench>(argc, argv, work, [](Pipe& pipe, const Item& item) {
    for (auto key : item.under) pipe.put(key, 4);
  });
}
