// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0

/// Runs a hash station for many cycles. `test_station.py` supplies the levels of the serial line
/// and checks the levels of the display's pins.
///
/// Each line of the input is a cycle and the level of the serial line from that cycle on; the last
/// line ends the run. Each line of the output is a cycle and the values of RS, R/W, E and data from
/// that cycle on.

#include <array>
#include <cstdint>
#include <cstdio>

#include "Vdut.h"
#include "verilated.h"

int main(int argc, char** argv) {
  constexpr int RESET = 5;  // cycles
  VerilatedContext context;
  context.commandArgs(argc, argv);
  context.randReset(2);  // registers without reset start at random values
  context.randSeed(1);
  Vdut dut{&context};
  dut.clk_i = 0;
  dut.rx_i = 1;
  dut.rst_ni = 1;
  dut.eval();
  dut.rst_ni = 0;
  std::array<unsigned, 4> before{~0u};
  uint64_t until = 0;
  unsigned level = 1;
  for (uint64_t cycle = 0; std::scanf("%lu %u", &until, &level) == 2; dut.rx_i = level) {
    for (; cycle < until; ++cycle) {
      dut.clk_i = 0;
      dut.eval();
      dut.rst_ni = cycle >= RESET;
      dut.clk_i = 1;
      dut.eval();
      const std::array<unsigned, 4> pins{dut.lcd_rs_o, dut.lcd_rw_o, dut.lcd_e_o, dut.lcd_data_o};
      if (cycle > RESET && pins != before) {
        before = pins;
        std::printf("%lu %u %u %u %u\n", cycle, pins[0], pins[1], pins[2], pins[3]);
      }
    }
  }
  dut.final();
  return 0;
}
