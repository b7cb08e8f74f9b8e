// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0

/// Simulates a core whose ports are collected in two vectors, `in` and `out` (device.py writes that
/// wrapper). A request is {u32 operation, u32 argument}, and for SET the words of `in`.
/// WAIT and GET have an answer: a u32 for WAIT, the words of `out` for GET.
///
///   SET   -        the inputs take these values at once
///   STEP  cycles   clock edges; the first uses the present inputs, then staged inputs are taken
///   STAGE -        inputs that take effect after the next rising edge
///   WAIT  limit    {u32 bit, u32 level}: steps until a bit of `out` has a level; answers the number
///                  of steps, or ~0 at the limit
///   GET   -
///
/// A request that takes more than SECONDS of processor time ends the simulation: the core has a loop
/// that does not end.

#include <sys/time.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "Vdut.h"
#include "verilated.h"

double sc_time_stamp() { return 0; }

namespace {

enum Operation : uint32_t { SET, STEP, STAGE, WAIT, GET };

constexpr itimerval SECONDS = {{0, 0}, {15, 0}};
constexpr int IN = (IN_BITS + 31) / 32, OUT = (OUT_BITS + 31) / 32;
uint32_t staged[IN];
bool waiting;
FILE* answers;

uint32_t number() {
  uint32_t value;
  if (std::fread(&value, 4, 1, stdin) != 1) std::_Exit(0);  // the other side has ended
  return value;
}

void answer(const void* data, size_t words) {
  std::fwrite(data, 4, words, answers);
  std::fflush(answers);
}

void read_inputs() {
  for (uint32_t& word : staged) word = number();
}

void take(Vdut& dut) {
  for (int i = 0; i < IN; i++) dut.in[i] = staged[i];
}

void step(Vdut& dut) {
  dut.clk = 1;
  dut.eval();
  if (waiting) take(dut), dut.eval();
  waiting = false;
  dut.clk = 0;
  dut.eval();
}

}  // namespace

int main(int argc, char** argv) {
  VerilatedContext context;
  context.randReset(2);  // registers without reset start at random values
  context.randSeed(argc > 1 ? std::atoi(argv[1]) : 1);
  answers = fdopen(dup(1), "wb");
  dup2(2, 1);  // messages of the hardware go to standard error
  Vdut dut{&context};
  dut.clk = 0;
  for (int i = 0; i < IN; i++) dut.in[i] = 0;
  dut.eval();
  for (;;) {
    const uint32_t operation = number(), argument = number();
    setitimer(ITIMER_VIRTUAL, &SECONDS, nullptr);
    switch (operation) {
      case SET:
        read_inputs();
        take(dut);
        dut.eval();
        break;
      case STAGE:
        read_inputs();
        waiting = true;
        break;
      case STEP:
        for (uint32_t n = 0; n < argument; n++) step(dut);
        break;
      case WAIT: {
        const uint32_t bit = number(), level = number();
        uint32_t steps = 0;
        while ((dut.out[bit / 32] >> (bit % 32) & 1) != level && steps < argument) {
          step(dut);
          steps++;
        }
        if ((dut.out[bit / 32] >> (bit % 32) & 1) != level) steps = ~0u;
        answer(&steps, 1);
        break;
      }
      case GET:
        answer(&dut.out[0], OUT);
        break;
      default:
        std::_Exit(2);
    }
  }
}
