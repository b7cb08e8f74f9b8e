// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0

/// Simulates a core that is not in the catalogue. Its ports are collected in two vectors, `in` and
/// `out` (measure/device.py writes that wrapper and has the same formats in Python).
///
///     s in                  the inputs take these values at once
///     n in                  the inputs take these values after the next rising edge
///     c cycles              runs that many cycles
///     w limit bit level     runs until a bit of `out` has a level; answers the number of cycles, or
///                           ~0 at the limit
///     g                     answers `out`
///
/// A request that takes more than SECONDS of processor time ends the simulation: the core has a loop
/// that does not end.

#include <sys/time.h>
#include <unistd.h>

#include "Vdut.h"
#include "../pipe.h"
#include "../ports.h"

namespace {

constexpr itimerval SECONDS = {{0, 0}, {15, 0}};

class Bench {
 public:
  explicit Bench(VerilatedContext& context) : dut_{&context} {
    dut_.clk = 0;
    take(Bytes(IN_BYTES));
  }

  void serve(Pipe& pipe) {
    const char operation = static_cast<char>(pipe.number(1));
    setitimer(ITIMER_VIRTUAL, &SECONDS, nullptr);
    switch (operation) {
      case 's': take(pipe.bytes(IN_BYTES)); break;
      case 'n': next_ = pipe.bytes(IN_BYTES); break;
      case 'c': for (uint64_t n = pipe.number(4); n > 0; --n) step(); break;
      case 'w': {
        const auto limit = static_cast<uint32_t>(pipe.number(4));
        const uint64_t bit = pipe.number(4), level = pipe.number(1);
        pipe.put(wait(limit, bit, level), 4);
        pipe.flush();
        break;
      }
      case 'g':
        for (int i = 0; i < OUT_BYTES; ++i) pipe.put(port_byte(dut_.out, i), 1);
        pipe.flush();
        break;
      default: std::exit(2);
    }
  }

 private:
  void take(const Bytes& values) {
    put_port(dut_.in, values.data(), values.size());
    dut_.eval();
  }

  void step() {
    dut_.clk = 1;
    dut_.eval();
    if (!next_.empty()) take(next_);
    next_.clear();
    dut_.clk = 0;
    dut_.eval();
  }

  uint32_t wait(uint32_t limit, uint64_t bit, uint64_t level) {
    for (uint32_t steps = 0;; ++steps, step()) {
      if ((port_byte(dut_.out, bit / 8) >> (bit % 8) & 1) == level) return steps;
      if (steps == limit) return ~0u;
    }
  }

  Vdut dut_;
  Bytes next_;
};

}  // namespace

int main(int argc, char** argv) {
  Pipe pipe{dup(STDOUT_FILENO)};
  dup2(STDERR_FILENO, STDOUT_FILENO);
  VerilatedContext context;
  context.randReset(2);  // registers without reset start at random values
  context.randSeed(argc > 1 ? std::atoi(argv[1]) : 1);
  Bench bench{context};
  while (!pipe.at_end()) bench.serve(pipe);
  std::_Exit(0);  // without the final blocks of the core
}
