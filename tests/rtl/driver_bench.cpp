// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0

/// The bus of the C drivers in a simulation: accesses of words step the model of sil_soc_system.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "Vdut.h"
#include "verilated.h"

namespace {

struct Machine {
  VerilatedContext context;
  Vdut dut{&context};
  unsigned writes = 0;

  Machine() {
    const char* name = "drivers";
    context.commandArgs(1, &name);  // the memory asks for a file
    dut.rst_ni = 0;
    dut.mem_valid = 0;
    for (int i = 0; i < 4; ++i) step();
    dut.rst_ni = 1;
    step();
  }

  void step() {
    dut.clk_i = 0;
    dut.eval();
    dut.clk_i = 1;
    dut.eval();
  }

  uint32_t access(uintptr_t address, uint32_t value, unsigned strobe) {
    dut.mem_valid = 1;
    dut.mem_addr = static_cast<uint32_t>(address);
    dut.mem_wdata = value;
    dut.mem_wstrb = strobe;
    for (unsigned i = 0; i < 100000; ++i) {
      dut.clk_i = 0;
      dut.eval();
      const bool ready = dut.mem_ready;
      const uint32_t data = dut.mem_rdata;
      dut.clk_i = 1;
      dut.eval();
      if (ready) {
        dut.mem_valid = 0;
        step();
        return data;
      }
    }
    std::fprintf(stderr, "the bus hangs at %#lx\n", static_cast<unsigned long>(address));
    std::exit(1);
  }
};

Machine& machine() {
  static Machine one;
  return one;
}

}  // namespace

extern "C" uint32_t sil_bus_read(uintptr_t address) { return machine().access(address, 0, 0); }

extern "C" void sil_bus_write(uintptr_t address, uint32_t value) {
  ++machine().writes;
  machine().access(address, value, 15);
}

/// Number of writes until now.
extern "C" unsigned bus_writes() { return machine().writes; }

/// Waits until an interrupt of a unit is pending, at most 100,000 cycles.
extern "C" void bus_wait(void* mask) {
  const unsigned wanted = *static_cast<unsigned*>(mask);
  for (unsigned i = 0; i < 100000; ++i) {
    if (machine().dut.irq_o & wanted) return;
    machine().step();
  }
  std::fprintf(stderr, "no interrupt\n");
  std::exit(1);
}
