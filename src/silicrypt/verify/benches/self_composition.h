// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0

/// Compares two runs of a keyed design point, register by register (`wipe.py` has the same formats
/// in Python). This is self-composition of the design.
///
/// The runs have different keys and messages. After some cycles both are wiped or reset. Once the
/// hardware accepts keys again, every signal must have the same value in both runs. The design is
/// compiled with all of its signals visible, so the comparison needs no list of names and covers
/// every signal. A bench has a class `Run`, which derives from `ComposedRun`, and calls
/// `compare_runs`.

#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "Vdut.h"
#include "pipe.h"
#include "verilated.h"
#include "verilated_syms.h"

/// A key or a message. Its bytes, and its length if requested, differ between the runs.
struct Item {
  uint8_t kind;
  uint32_t length[2];
};

/// One of the two runs; it starts with power-on.
class ComposedRun {
 public:
  ComposedRun() : dut_{&context_for(context_)} {
    dut_.clk_i = 0;
    dut_.rst_ni = 1;
    dut_.wipe_i = 0;
    dut_.m_tready = 0;
  }

  virtual ~ComposedRun() {
    Verilated::threadContextp(context_.get());  // the context from which the design removes itself
    dut_.final();
  }

  /// Ends the traffic: by `wipe_i` while all ports still offer their beats, or by a reset.
  virtual void erase(bool with_reset) {
    if (!with_reset) {
      offer();
      pulse_wipe();
    }
    withdraw();
    if (with_reset) pulse_reset();
  }

  /// The names of all signals whose values differ from those in another run.
  std::vector<std::string> differing(ComposedRun& other) {
    std::vector<std::string> names;
    const auto& theirs = *other.context_->scopeNameMap();
    for (const auto& [name, scope] : *context_->scopeNameMap()) {
      if (scope->varsp() == nullptr || is_checker(name)) continue;
      for (const auto& [own, var] : *scope->varsp()) {
        const auto& peer = theirs.at(name)->varsp()->at(own);
        if (std::memcmp(var.datap(), peer.datap(), var.totalSize()) != 0)
          names.push_back(std::string{name} + "." + own);
      }
    }
    return names;
  }

  /// The number of signals that are compared.
  size_t signals() {
    size_t count = 0;
    for (const auto& [name, scope] : *context_->scopeNameMap())
      if (scope->varsp() != nullptr && !is_checker(name)) count += scope->varsp()->size();
    return count;
  }

 protected:
  /// Offers the next beat on each port.
  virtual void offer() = 0;
  /// Offers nothing.
  virtual void withdraw() {}

  void step_clock() {
    dut_.clk_i = 1;
    dut_.eval();
    dut_.clk_i = 0;
    dut_.eval();
  }

  void pulse_reset() {
    dut_.rst_ni = 0;
    dut_.eval();
    step_clock();
    dut_.rst_ni = 1;
  }

  void pulse_wipe() {
    dut_.wipe_i = 1;
    dut_.eval();
    step_clock();
    dut_.wipe_i = 0;
  }

  std::unique_ptr<VerilatedContext> context_;
  Vdut dut_;

 private:
  /// Protocol checkers watch the hardware; they are not part of it.
  static bool is_checker(const char* scope) {
    return std::strstr(scope, ".sil_check_") != nullptr;
  }

  static VerilatedContext& context_for(std::unique_ptr<VerilatedContext>& context) {
    context = std::make_unique<VerilatedContext>();
    Verilated::threadContextp(context.get());
    // The beat that is offered after a wipe changes before it is accepted, which checkers would
    // report.
    const char* arguments[] = {"bench", "+sil_inputs_unchecked"};
    context->commandArgs(2, arguments);
    context->randReset(2);
    context->randSeed(1);  // both runs start with the same register contents
    return *context;
  }
};

/// Returns the name of a register, if one differs, and otherwise of any signal that differs.
inline std::string first(const std::vector<std::string>& names) {
  for (const auto& name : names)
    if (name.size() > 2 && name.compare(name.size() - 2, 2, "_q") == 0) return name;
  return names.empty() ? "" : names.front();
}

/// Wipes or resets both runs, and reports the signals that differ afterwards.
template <typename Run>
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

/// Does `trial` in a forked process, so that the runs continue here without the wipe.
template <typename Run>
bool trial_in_fork(Pipe& pipe, Run& one, Run& two, uint32_t at, bool with_reset) {
  const pid_t child = fork();
  if (child == 0) {
    trial(pipe, one, two, at, with_reset);
    _exit(0);
  }
  int status = 1;
  return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

/// Tries a wipe and a reset every few cycles, and where a phase begins. Returns the value for
/// `main`.
template <typename Run>
int compare_runs() {
  Pipe pipe{dup(STDOUT_FILENO)};
  dup2(STDERR_FILENO, STDOUT_FILENO);
  const auto step = static_cast<uint32_t>(pipe.number(4));
  std::vector<Item> items(pipe.number(4));
  for (auto& item : items) {
    item.kind = pipe.number(1);
    for (auto& length : item.length) length = pipe.number(4);
  }
  Run one{items, 0}, two{items, 1};
  unsigned last = ~0u;
  for (uint32_t at = 0;; ++at) {
    if (at % step == 0 || one.phase() != last)
      for (bool with_reset : {false, true})
        if (!trial_in_fork(pipe, one, two, at, with_reset)) return 4;
    last = one.phase();
    if (!one.cycle() || !two.cycle()) return 0;
  }
}
