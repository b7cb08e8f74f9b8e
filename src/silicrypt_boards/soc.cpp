// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0

/// Runs the firmware of the demonstration system until the processor stops. Prints what it sends on
/// the serial line. The build line defines `BIT_CYCLES`, the cycles of a bit on that line.

#include <cstdio>
#include <cstdlib>
#include <memory>

#include "Vdut.h"
#include "verilated.h"

namespace {

constexpr uint64_t kLimit = 200'000'000;

/// Receives the serial line.
class Receiver {
 public:
  void sample(bool level) {
    if (wait_ == 0) {
      if (level) return;
      wait_ = BIT_CYCLES + BIT_CYCLES / 2;  // the middle of the first data bit
      bit_ = 0;
      return;
    }
    if (--wait_ != 0) return;
    if (bit_ == 8) {
      std::putchar(byte_);
      return;
    }
    byte_ = (byte_ >> 1) | (level << 7);
    ++bit_;
    wait_ = BIT_CYCLES;
  }

 private:
  unsigned wait_ = 0, bit_ = 0, byte_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  const auto context = std::make_unique<VerilatedContext>();
  context->commandArgs(argc, argv);
  const auto dut = std::make_unique<Vdut>(context.get());
  Receiver receiver;
  dut->rst_ni = 0;
  for (uint64_t cycle = 0; cycle < kLimit; ++cycle) {
    dut->rst_ni = cycle >= 4;
    dut->clk_i = 0;
    dut->eval();
    dut->clk_i = 1;
    dut->eval();
    receiver.sample(dut->tx_o);
    if (dut->rst_ni && dut->trap_o) {
      // The last byte may still be on the line.
      for (unsigned i = 0; i < 12 * BIT_CYCLES; ++i) {
        dut->clk_i = 0;
        dut->eval();
        dut->clk_i = 1;
        dut->eval();
        receiver.sample(dut->tx_o);
      }
      std::printf("simulated %llu\n", static_cast<unsigned long long>(cycle));
      return 0;
    }
  }
  std::fprintf(stderr, "the processor did not stop\n");
  return 1;
}
