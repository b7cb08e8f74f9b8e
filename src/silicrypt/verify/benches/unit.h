// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0

/// What the benches of units that can be wiped share: the clock, resets and wipes, the handshake of
/// results, and the loop over jobs.

#pragma once

#include <unistd.h>

#include <string>
#include <vector>

#include "Vdut.h"
#include "pipe.h"
#include "verilated.h"

constexpr uint64_t HANG = 20000;  // cycles without a handshake that count as a hang

enum Action : uint8_t { NOTHING, RESET, WIPE };
enum State : uint8_t { WAITING, DONE, DROPPED };

/// The unit under test, with its clock.
class Unit {
 public:
  explicit Unit(VerilatedContext& context) : context_{context}, dut_{&context} {
    dut_.clk_i = 0;
    dut_.rst_ni = 1;
    dut_.wipe_i = 0;
    dut_.eval();
  }
  virtual ~Unit() { dut_.final(); }

  uint64_t cycles() const { return now_; }
  uint64_t held_in() const { return held_in_; }
  uint64_t held_out() const { return held_out_; }

 protected:
  /// Drops everything in flight.
  virtual void lose() = 0;
  /// Gives random values to the inputs in a reset or a wipe, with nothing valid.
  virtual void scramble() = 0;
  /// Returns the name of an output that is high, although a reset and a wipe clear it; or none.
  virtual std::string awake() const = 0;

  void perform(Action action) {
    if (action == NOTHING) return;
    action == RESET ? reset() : wipe();
    cleared_at_ = now_;
  }

  void reset() {
    lose();
    dut_.rst_ni = 0;
    for (unsigned i = 0, length = 1 + random_.next() % 4; i < length; ++i) {
      scramble();
      dut_.eval();
      rests("in reset");
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
    rests("after a wipe");
  }

  void step_clock() {
    dut_.clk_i = 1;
    dut_.eval();
    dut_.clk_i = 0;
    ++now_;
  }

  /// Sets m_tready, low in `stall` of 65536 cycles, and returns it.
  bool accept(uint32_t stall) {
    const bool ready = !random_.roll(stall);
    dut_.m_tready = !ready;
    dut_.eval();
    const bool otherwise = dut_.m_tvalid;
    dut_.m_tready = ready;
    dut_.eval();
    if (otherwise != dut_.m_tvalid) throw Violation("m_tvalid depends on m_tready");
    return ready;
  }

  /// Checks that the unit does not hang, and that no assertion failed.
  void watch(bool moved, uint64_t patience = HANG) {
    if (moved) moved_ = now_;
    if (now_ - moved_ > patience)
      throw Violation("nothing taken and nothing given for " + std::to_string(patience) + " cycles");
    if (context_.gotError() || context_.gotFinish()) throw Violation(failed_assertion());
  }

  VerilatedContext& context_;
  Vdut dut_;
  Random random_{1};
  uint64_t now_ = 0, moved_ = 0, cleared_at_ = 0, held_in_ = 0, held_out_ = 0;

 private:
  void rests(const char* when) const {
    const std::string port = awake();
    if (!port.empty()) throw Violation(port + " is high " + when);
  }
};

/// Answers the jobs on standard input with a bench. `work(bench, pipe, error)` performs a job and
/// returns its items; `put(pipe, item)` sends what precedes the edges and the result of an item.
template <typename Bench, typename Work, typename Put>
int serve(int argc, char** argv, Work work, Put put) {
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
    const auto items = work(bench, pipe, error);
    pipe.put(error.size(), 4);
    pipe.put(error.data(), error.size());
    pipe.put(bench.cycles() - begin, 8);
    pipe.put(bench.held_in(), 8);
    pipe.put(bench.held_out(), 8);
    pipe.put(items.size(), 4);
    for (const auto& item : items) {
      pipe.put(item.state, 1);
      pipe.put(item.refused, 1);
      put(pipe, item);
      for (auto edge : {item.first, item.valid, item.last}) pipe.put(edge, 8);
      pipe.put(item.result.size(), 4);
      pipe.put(item.result.data(), item.result.size());
    }
    pipe.flush();
  }
  return 0;
}
