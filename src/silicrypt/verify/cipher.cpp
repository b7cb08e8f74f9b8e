// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0

/// Drives a block cipher as `bench.cpp` drives a hash: jobs in on standard input, replies out on standard
/// output (`cipher_wire.py` has the same formats in Python). Keys and blocks come on ports of their own;
/// which key was in use when a block was taken is what the reply says.
///
/// The build line defines `KEY_BYTES` and `DATA_BYTES`, the bytes of a beat of either.

#include <unistd.h>

#include <array>
#include <deque>
#include <memory>
#include <string>

#include "Vdut.h"
#include "pipe.h"
#include "ports.h"
#include "verilated.h"

namespace {

constexpr uint64_t HANG = 20000;  // cycles without a handshake that are called a hang
constexpr uint64_t QUIET = 400;   // cycles after the last block in which there must be no other
constexpr uint64_t SETTLE = 100;  // cycles from a first reset to a first key
constexpr size_t BLOCK = 16;

enum Action : uint8_t { NOTHING, RESET, WIPE };

/// A key, or a block and what became of it.
struct Item {
  enum State : uint8_t { WAITING, DONE, DROPPED };

  bool key = false, decrypt = false;
  Action action = NOTHING;  // what happens some cycles after its first beat
  uint32_t after = 0;
  Bytes data;
  State state = WAITING;
  uint32_t under = 0;  // the key it was taken under, or itself
  uint64_t first = 0;  // edge that took its first beat
  uint64_t valid = 0;  // edge that first saw its result
  std::array<uint8_t, BLOCK> result{};
};

struct Pace {
  uint64_t seed = 1;
  uint32_t stall_key = 0, stall_in = 0, stall_out = 0;  // of 65536
  bool ordered = true;  // a key, or a block, comes when all before it are taken
};

/// One of the two ports by which something comes in.
struct Source {
  std::deque<uint32_t> waiting;  // items; the front one is under way where `place` is not 0
  size_t place = 0;  // bytes taken
  bool offered = false;
};

class Bench {
 public:
  explicit Bench(VerilatedContext& context) : context_{context}, dut_{&context} {
    dut_.clk_i = 0;
    dut_.rst_ni = 1;
    dut_.wipe_i = 0;
    dut_.eval();
  }
  ~Bench() { dut_.final(); }

  uint64_t cycles() const { return now_; }
  uint64_t held_in() const { return held_in_; }
  uint64_t held_out() const { return held_out_; }

  void run(std::vector<Item>& items, const Pace& pace) {
    pace_ = {};
    random_ = Random{pace.seed};
    held_in_ = held_out_ = 0;
    items_ = &items;
    key_ = UINT32_MAX;
    keys_ = blocks_ = Source{};
    inside_.clear();
    if (std::exchange(unsure_, true)) start();
    pace_ = pace;
    for (uint32_t i = 0; i < items.size(); ++i) (items[i].key ? keys_ : blocks_).waiting.push_back(i);
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
    return !keys_.waiting.empty() || !blocks_.waiting.empty() || !inside_.empty();
  }

  void start() {
    action_ = NOTHING;
    key_ = UINT32_MAX;
    reset();
    context_.gotError(false);
    context_.gotFinish(false);
    for (uint64_t i = 0; i < SETTLE; ++i) cycle();
  }

  /// All in flight is lost, and the key, which is sent again.
  void lose() {
    if (keys_.place == 0 && key_ != UINT32_MAX && !blocks_.waiting.empty())
      keys_.waiting.push_front(key_);
    if (blocks_.place != 0) {
      (*items_)[blocks_.waiting.front()].state = Item::DROPPED;
      blocks_.waiting.pop_front();
    }
    for (auto item : inside_) (*items_)[item].state = Item::DROPPED;
    inside_.clear();
    keys_.place = blocks_.place = 0;
    keys_.offered = blocks_.offered = seen_ = false;
    given_ = 0;
    dut_.k_tvalid = dut_.s_tvalid = 0;
    moved_ = now_;
  }

  void reset() {
    lose();
    dut_.rst_ni = 0;
    for (unsigned i = 0, length = 1 + random_.next() % 4; i < length; ++i) {
      scramble();
      dut_.eval();
      if (dut_.m_tvalid || dut_.keyed_o) throw Violation("m_tvalid or keyed_o is high in reset");
      step_clock();
    }
    dut_.rst_ni = 1;
  }

  void wipe() {
    lose();
    dut_.wipe_i = 1;
    scramble();
    dut_.eval();
    step_clock();
    dut_.wipe_i = 0;
    dut_.eval();
    if (dut_.m_tvalid || dut_.keyed_o) throw Violation("m_tvalid or keyed_o is high after a wipe");
  }

  void step_clock() {
    dut_.clk_i = 1;
    dut_.eval();
    dut_.clk_i = 0;
    ++now_;
  }

  void cycle() {
    if (action_ != NOTHING && now_ >= action_at_) {
      const Action action = std::exchange(action_, NOTHING);
      action == RESET ? reset() : wipe();
    }
    offer(keys_, pace_.stall_key);
    offer(blocks_, pace_.stall_in);
    drive();
    const bool ready = !random_.roll(pace_.stall_out);
    dut_.m_tready = !ready;
    dut_.eval();
    const bool otherwise = dut_.m_tvalid;
    dut_.m_tready = ready;
    dut_.eval();
    if (otherwise != dut_.m_tvalid) throw Violation("m_tvalid depends on m_tready");
    observe();
    const bool key = keys_.offered && dut_.k_tready, block = blocks_.offered && dut_.s_tready;
    const bool given = dut_.m_tvalid && ready;
    if (block && !dut_.keyed_o) throw Violation("a block is taken without a key");
    held_in_ += blocks_.offered && !block;
    held_out_ += dut_.m_tvalid && !given;
    step_clock();
    // A key is for the blocks taken after its first word.
    if (block) take(blocks_, DATA_BYTES);
    if (key) take(keys_, KEY_BYTES);
    if (given) give();
    if (key || block || given || !busy()) moved_ = now_;
    if (now_ - moved_ > HANG)
      throw Violation("nothing taken and nothing given for " + std::to_string(HANG) + " cycles");
    if (context_.gotError() || context_.gotFinish())
      throw Violation("an assertion in the hardware failed");
  }

  // A block waits for the first key of its job, where there is one.
  void offer(Source& source, uint32_t stall) {
    if (&source == &blocks_ && key_ == UINT32_MAX && !keys_.waiting.empty()) return;
    if (source.offered || source.waiting.empty() || random_.roll(stall)) return;
    const Source& other = &source == &keys_ ? blocks_ : keys_;
    if (pace_.ordered && !other.waiting.empty() &&
        (other.place != 0 || sooner(other.waiting.front(), source.waiting.front())))
      return;
    source.offered = true;
  }

  // A key that is sent again comes first.
  bool sooner(uint32_t a, uint32_t b) const {
    if ((*items_)[a].key && a == key_) return true;
    if ((*items_)[b].key && b == key_) return false;
    return a < b;
  }

  // What is not valid may be anything.
  void drive() {
    scramble();
    dut_.k_tvalid = keys_.offered;
    dut_.s_tvalid = blocks_.offered;
    if (keys_.offered) {
      const Item& key = (*items_)[keys_.waiting.front()];
      put_port(dut_.k_tdata, key.data.data() + keys_.place, KEY_BYTES);
      if (keys_.place == 0) dut_.k_tuser = key.data.size() / 8 - 2;
    }
    if (blocks_.offered) {
      const Item& block = (*items_)[blocks_.waiting.front()];
      put_port(dut_.s_tdata, block.data.data() + blocks_.place, DATA_BYTES);
      dut_.s_tuser = block.decrypt;
    }
  }

  void scramble() {
    std::array<uint8_t, BLOCK> noise;
    for (auto& byte : noise) byte = random_.next() & 0xff;
    put_port(dut_.s_tdata, noise.data(), DATA_BYTES);
    put_port(dut_.k_tdata, noise.data(), KEY_BYTES);
    dut_.k_tuser = noise[0] & 3;
    dut_.s_tuser = noise[1] & 1;
  }

  void take(Source& source, size_t count) {
    const uint32_t number = source.waiting.front();
    Item& item = (*items_)[number];
    if (source.place == 0) {
      item.first = now_ - 1;
      if (item.key) key_ = number;
      item.under = key_;
      if (item.action != NOTHING) {
        action_ = std::exchange(item.action, NOTHING);
        action_at_ = now_ + item.after;
      }
    }
    source.place += count;
    source.offered = false;
    if (source.place < item.data.size()) return;
    source.place = 0;
    source.waiting.pop_front();
    if (item.key)
      item.state = Item::DONE;
    else
      inside_.push_back(number);
  }

  void observe() {
    if (!dut_.m_tvalid) {
      if (seen_) throw Violation("m_tvalid fell before the block was taken");
      return;
    }
    std::array<uint8_t, BLOCK> data{};
    for (size_t i = 0; i < DATA_BYTES; ++i) data[i] = get_byte(dut_.m_tdata, i);
    if (seen_ && data != beat_) throw Violation("m_tdata changed before it was taken");
    if (inside_.empty()) throw Violation("a result without a block");
    if (!seen_ && given_ == 0) (*items_)[inside_.front()].valid = now_;
    seen_ = true;
    beat_ = data;
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
    for (size_t i = 0; i < DATA_BYTES; ++i) item.result[given_ + i] = beat_[i];
    given_ += DATA_BYTES;
    seen_ = false;
    if (given_ < BLOCK) return;
    given_ = 0;
    item.state = Item::DONE;
    inside_.pop_front();
  }

  VerilatedContext& context_;
  Vdut dut_;
  Random random_{1};
  Pace pace_;
  std::vector<Item>* items_ = nullptr;
  Source keys_, blocks_;
  std::deque<uint32_t> inside_;  // blocks taken whole
  uint32_t key_ = UINT32_MAX;    // the last one that was begun
  size_t given_ = 0;             // bytes of the front one's result
  uint64_t now_ = 0, moved_ = 0, action_at_ = 0, held_in_ = 0, held_out_ = 0;
  Action action_ = NOTHING;
  bool unsure_ = true, seen_ = false;
  std::array<uint8_t, BLOCK> beat_{};
};

std::vector<Item> run_items(Bench& bench, Pipe& pipe, std::string& error) {
  Pace pace;
  pace.seed = pipe.number(8);
  pace.stall_key = pipe.number(2);
  pace.stall_in = pipe.number(2);
  pace.stall_out = pipe.number(2);
  pace.ordered = pipe.number(1);
  std::vector<Item> items(pipe.number(4));
  for (auto& item : items) {
    const auto kind = pipe.number(1);
    item.key = kind & 1;
    item.decrypt = kind >> 1 & 1;
    item.action = static_cast<Action>(pipe.number(1));
    item.after = pipe.number(4);
    item.data = pipe.bytes(pipe.number(1));
  }
  try {
    bench.run(items, pace);
    bench.quiet();
  } catch (const Violation& violation) {
    error = violation.what();
  }
  return items;
}

/// The inner loop of the Monte Carlo test (AESAVS 6.4.1): each block is the last one's result. The
/// last two results.
std::vector<Item> run_chain(Bench& bench, Pipe& pipe, std::string& error) {
  const bool decrypt = pipe.number(1);
  const uint32_t steps = pipe.number(4);
  std::vector<Item> items(1), last(2);
  items[0].key = true;
  items[0].data = pipe.bytes(pipe.number(1));
  Bytes block = pipe.bytes(BLOCK);
  try {
    bench.run(items, {});
    for (uint32_t i = 0; i < steps; ++i) {
      std::vector<Item> one(1);
      one[0].data = block;
      one[0].decrypt = decrypt;
      bench.run(one, {});
      block.assign(one[0].result.begin(), one[0].result.end());
      last[0] = last[1];
      last[1] = one[0];
    }
  } catch (const Violation& violation) {
    error = violation.what();
  }
  return last;
}

void reply(Pipe& pipe, const Bench& bench, uint64_t cycles, const std::vector<Item>& items,
           const std::string& error) {
  pipe.put(error.size(), 4);
  pipe.put(error.data(), error.size());
  pipe.put(cycles, 8);
  pipe.put(bench.held_in(), 8);
  pipe.put(bench.held_out(), 8);
  pipe.put(items.size(), 4);
  for (const auto& item : items) {
    pipe.put(item.state, 1);
    pipe.put(item.under, 4);
    pipe.put(item.first, 8);
    pipe.put(item.valid, 8);
    pipe.put(item.result.data(), BLOCK);
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
    const auto items =
        pipe.number(1) == 'c' ? run_chain(bench, pipe, error) : run_items(bench, pipe, error);
    reply(pipe, bench, bench.cycles() - begin, items, error);
  }
  return 0;
}
