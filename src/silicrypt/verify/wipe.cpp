// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0

/// Holds two runs of a keyed design point against each other, register by register (`wipe.py` has
/// the same formats in Python).
///
/// The runs have different keys and messages. Some cycles in, both are wiped or reset; once the
/// hardware takes beats again, in every lane, every signal of one must be what it is in the other. The design is
/// compiled with all of its signals visible, so the comparison knows no names and leaves nothing out.

#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <memory>

#include "Vdut.h"
#include "bench.h"
#include "ports.h"
#include "verilated.h"
#include "verilated_syms.h"

namespace {

constexpr uint64_t HANG = 20000;  // cycles after which no beat is taken any more
constexpr unsigned HELD = 6;      // cycles that a valid tag waits
constexpr unsigned QUIET = 100 * LANES;  // cycles without any event that end a run
constexpr unsigned PHASE_BITS = 4;       // of the state of a lane

/// A key or a message; its bytes and, if asked for, its length differ from run to run.
struct Item {
  bool key, sha1;
  uint32_t length[2];
};

/// One of the two runs, from power-on.
class Run {
 public:
  Run(const std::vector<Item>& items, unsigned which)
      : dut_{&context_for(context_)}, items_{items}, which_{which}, data_{which + 1} {
    dut_.clk_i = 0;
    dut_.rst_ni = 1;
    dut_.wipe_i = 0;
    dut_.m_tready = 0;
    dut_.s_tvalid = 0;
    put_beat({}, 0, false, false);
    dut_.eval();
    reset();
  }

  ~Run() {
    Verilated::threadContextp(context_.get());  // where the design takes itself out of
    dut_.final();
  }

  /// Goes on for a cycle; false where all is done.
  bool cycle() {
    begin();
    offer();
    if (!offered_ && !dut_.m_tvalid && quiet_++ > QUIET) return false;
    dut_.m_tready = held_ == HELD;
    dut_.eval();
    if (dut_.m_tvalid) quiet_ = 0;
    held_ = dut_.m_tvalid && held_ < HELD ? held_ + 1 : 0;
    const bool taken = offered_ && dut_.s_tready;
    step_clock();
    if (taken) {
      quiet_ = 0;
      offered_ = false;
      dut_.s_tvalid = 0;
      if (beat_.last) lanes_[lane_].beats.reset();
    }
    return true;
  }

  /// Ends what goes on: `wipe_i` while the stream still offers its beat, or a reset.
  void erase(bool with_reset) {
    if (with_reset) return reset();
    begin();
    offer();
    dut_.wipe_i = 1;
    dut_.eval();
    step_clock();
    dut_.wipe_i = 0;
  }

  /// Offers a beat that is the same in either run, until each lane would take it; the cycles that
  /// took.
  uint64_t ready_again(std::string& error) {
    Beat beat{};
    beat.data.fill(0x5a);
    beat.count = DATA_BYTES;
    dut_.s_tvalid = 1;
    dut_.m_tready = 0;
    unsigned lane = 0;
    for (uint64_t cycles = 0; cycles < HANG; ++cycles) {
      for (; lane < LANES; ++lane) {
        put_beat(beat, lane, false, false);
        dut_.eval();
        if (!dut_.s_tready) break;
      }
      if (dut_.m_tvalid) error = "a tag comes behind it";
      if (dut_.keyed_o) error = "keyed_o stays high";
      if (lane == LANES) return cycles;
      step_clock();
    }
    error = "no beat is taken behind it";
    return HANG;
  }

  /// The states of the control units, the first lane's in the lowest bits.
  unsigned phase() {
    unsigned states = 0, lane = 0;
    for (const auto& [name, scope] : *context_->scopeNameMap()) {
      if (std::strstr(name, ".u_control") == nullptr || scope->varsp() == nullptr) continue;
      for (const auto& [own, var] : *scope->varsp())
        if (std::strcmp(own, "state_q") == 0)
          states |= *static_cast<const uint8_t*>(var.datap()) << PHASE_BITS * lane++;
    }
    if (lane != LANES) throw std::runtime_error("the design has no u_control.state_q a lane");
    return states;
  }

  /// The names of all signals that are not what they are in another run.
  std::vector<std::string> differing(Run& other) {
    std::vector<std::string> names;
    const auto& theirs = *other.context_->scopeNameMap();
    for (const auto& [name, scope] : *context_->scopeNameMap()) {
      if (scope->varsp() == nullptr) continue;
      for (const auto& [own, var] : *scope->varsp()) {
        const auto& twin = theirs.at(name)->varsp()->at(own);
        if (std::memcmp(var.datap(), twin.datap(), var.totalSize()) != 0)
          names.push_back(std::string{name} + "." + own);
      }
    }
    return names;
  }

  /// How many signals are compared.
  size_t signals() {
    size_t count = 0;
    for (const auto& [name, scope] : *context_->scopeNameMap())
      if (scope->varsp() != nullptr) count += scope->varsp()->size();
    return count;
  }

 private:
  static VerilatedContext& context_for(std::unique_ptr<VerilatedContext>& context) {
    context = std::make_unique<VerilatedContext>();
    Verilated::threadContextp(context.get());
    context->randReset(2);
    context->randSeed(1);  // both runs begin with the same content, whatever it is
    return *context;
  }

  /// What the beats of a lane are of.
  struct Lane {
    Item item;
    std::unique_ptr<Beats> beats;
  };

  /// Begins what may: a key when nothing is partly sent, messages behind it, each in the lane behind
  /// the last one's.
  void begin() {
    while (next_ < items_.size()) {
      const Item& item = items_[next_];
      bool sending = false;
      for (const auto& lane : lanes_) sending |= lane.beats && (item.key || lane.item.key);
      if (item.key) place_ = 0;
      Lane& lane = lanes_[place_ % LANES];
      if (sending || lane.beats) return;
      Bytes bytes(item.length[which_]);
      for (auto& byte : bytes) byte = data_.next() & 0xff;
      lane.item = item;
      lane.beats = std::make_unique<Beats>(
          [bytes = std::move(bytes)]() mutable { return std::exchange(bytes, {}); });
      place_ += !item.key;
      ++next_;
    }
  }

  /// Offers a beat of the next lane that has one.
  void offer() {
    for (unsigned tried = 0; tried < LANES && !offered_; ++tried) {
      lane_ = (lane_ + 1) % LANES;
      Lane& lane = lanes_[lane_];
      if (!lane.beats) continue;
      beat_ = lane.beats->next(data_);
      put_beat(beat_, lane_, lane.item.key, lane.item.sha1);
      dut_.s_tvalid = 1;
      offered_ = true;
    }
  }

  void put_beat(const Beat& beat, unsigned lane, bool key, bool sha1) {
    put_port(dut_.s_tdata, beat.data.data(), DATA_BYTES);
    dut_.s_tkeep = (1ull << beat.count) - 1;
    dut_.s_tlast = beat.last;
    dut_.s_tid = lane;
    dut_.s_tuser = key;
    dut_.s_tsha1 = sha1;
  }

  void reset() {
    dut_.rst_ni = 0;
    dut_.s_tvalid = 0;
    dut_.eval();
    step_clock();
    dut_.rst_ni = 1;
  }

  void step_clock() {
    dut_.clk_i = 1;
    dut_.eval();
    dut_.clk_i = 0;
    dut_.eval();
  }

  std::unique_ptr<VerilatedContext> context_;
  Vdut dut_;
  const std::vector<Item>& items_;
  unsigned which_;
  Random data_;
  Beat beat_{};
  std::array<Lane, LANES> lanes_;
  size_t next_ = 0, place_ = 0;  // of the items; of the messages behind a key
  unsigned lane_ = 0;            // whose beat was offered last
  unsigned held_ = 0, quiet_ = 0;
  bool offered_ = false;
};

/// Registers before what follows from them.
std::string first(const std::vector<std::string>& names) {
  for (const auto& name : names)
    if (name.size() > 2 && name.compare(name.size() - 2, 2, "_q") == 0) return name;
  return names.empty() ? "" : names.front();
}

/// What a wipe, or a reset, of both runs leaves.
void trial(Pipe& pipe, Run& one, Run& two, uint32_t at, bool with_reset) {
  const unsigned phase = one.phase();
  const size_t before = one.differing(two).size();
  one.erase(with_reset);
  two.erase(with_reset);
  std::string error;
  if (one.ready_again(error) != two.ready_again(error)) error = "the time that it takes differs";
  const auto names = one.differing(two);
  if (error.empty()) error = first(names);
  pipe.put(at, 4);
  pipe.put(with_reset, 1);
  pipe.put(phase, 4);
  pipe.put(before, 4);
  pipe.put(names.size(), 4);
  pipe.put(one.signals(), 4);
  pipe.put(error.size(), 4);
  pipe.put(error.data(), error.size());
  pipe.flush();
}

/// The same in a process of its own: the runs go on here as if nothing had been.
bool trial_apart(Pipe& pipe, Run& one, Run& two, uint32_t at, bool with_reset) {
  const pid_t child = fork();
  if (child == 0) {
    trial(pipe, one, two, at, with_reset);
    _exit(0);
  }
  int status = 1;
  return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

}  // namespace

int main() {
  Pipe pipe{dup(STDOUT_FILENO)};
  dup2(STDERR_FILENO, STDOUT_FILENO);
  const auto step = static_cast<uint32_t>(pipe.number(4));
  std::vector<Item> items(pipe.number(4));
  for (auto& item : items) {
    const auto kind = pipe.number(1);
    item.key = kind & 1;
    item.sha1 = kind >> 1 & 1;
    for (auto& length : item.length) length = pipe.number(4);
  }
  Run one{items, 0}, two{items, 1};
  unsigned last = ~0u;
  for (uint32_t at = 0;; ++at) {
    if (at % step == 0 || one.phase() != last)
      for (bool with_reset : {false, true})
        if (!trial_apart(pipe, one, two, at, with_reset)) return 4;
    last = one.phase();
    if (!one.cycle() || !two.cycle()) return 0;
  }
}
