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
  unsigned reads = 0, writes = 0;
  uint32_t low = 0, high = 0;  // bits of STATUS that are stuck

  Machine() {
    const char* name = "drivers";
    context.commandArgs(1, &name);  // the memory asks for a file
    reset();
  }

  void reset() {
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

/// The context of a unit is the mask of its interrupt.
static void check(void* context, uintptr_t address) {
  if (context && *static_cast<unsigned*>(context) == 1U << (address >> 8 & 3)) return;
  std::fprintf(stderr, "wrong context at %#lx\n", static_cast<unsigned long>(address));
  std::exit(1);
}

extern "C" uint32_t sil_bus_read(void* context, uintptr_t address) {
  check(context, address);
  ++machine().reads;
  const uint32_t data = machine().access(address, 0, 0);
  return (address & 255) == 12 ? (data & ~machine().low) | machine().high : data;
}

extern "C" void sil_bus_write(void* context, uintptr_t address, uint32_t value) {
  check(context, address);
  ++machine().writes;
  machine().access(address, value, 15);
}

/// Number of reads and writes until now.
extern "C" unsigned bus_reads() { return machine().reads; }
extern "C" unsigned bus_writes() { return machine().writes; }

/// From now on, these bits of STATUS read as 0 and as 1.
extern "C" void bus_stick(uint32_t low, uint32_t high) {
  machine().low = low;
  machine().high = high;
}

/// Resets the system.
extern "C" void bus_reset() { machine().reset(); }

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
