// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0

/// The bus of a storage unit's host. It performs operations from standard input one after another,
/// and writes an answer to each to standard output (`storage.py` has the same formats in Python).
///
///     w address data strobe    writes a register, or a word of a bank, by AXI4-Lite
///     r address                reads a register, or a word of a bank
///     s count last bytes       queues words for transfers into banks; they are sent when accepted
///     g count                  waits for words of transfers out of banks
///     i                        waits for the interrupt
///     n cycles                 runs that many cycles without an access
///     u address mask           reads a register until no bit of the mask is set
///     b                        returns the number of received beats, and of each beat its word and
///                              its flags (1: tlast, 2: tuser)
///     m in out seed            sets how often in 65536 cycles each stream stalls
///     p prot                   sets AxPROT of further accesses; initially 1: privileged, secure
///     x                        resets the unit

#include <unistd.h>

#include <deque>
#include <string>

#include "Vdut.h"
#include "../pipe.h"
#include "verilated.h"

namespace {

constexpr uint64_t HANG = 1 << 24;  // maximum cycles of an operation

/// A beat of a transfer out of the banks.
struct Beat {
  uint32_t word;
  uint8_t flags;  // 1: tlast, 2: tuser
  bool operator==(const Beat& other) const { return word == other.word && flags == other.flags; }
};

class Bench {
 public:
  explicit Bench(VerilatedContext& context) : dut_{&context} {
    protect(1);
    reset();
  }
  ~Bench() { dut_.final(); }

  uint64_t now() const { return now_; }
  uint32_t data() const { return data_; }
  std::deque<uint32_t>& sent() { return sent_; }
  std::deque<Beat>& received() { return received_; }
  void last(bool last) { last_ = last; }
  void protect(uint8_t prot) { dut_.s_awprot = dut_.s_arprot = prot; }

  void stall(uint32_t in, uint32_t out, uint64_t seed) {
    stall_in_ = in;
    stall_out_ = out;
    random_ = Random{seed};
  }

  void reset() {
    dut_.clk_i = dut_.rst_ni = 0;
    dut_.s_awvalid = dut_.s_wvalid = dut_.s_arvalid = dut_.s_tvalid = 0;
    dut_.s_bready = dut_.s_rready = dut_.m_tready = 1;
    offered_ = held_ = false;
    sent_.clear();
    received_.clear();
    dut_.eval();
    for (int i = 0; i < 3; ++i) edge();
    dut_.rst_ni = 1;
    dut_.eval();
  }

  uint8_t write(uint32_t address, uint32_t data, uint8_t strobe) {
    dut_.s_awaddr = address;
    dut_.s_wdata = data;
    dut_.s_wstrb = strobe;
    dut_.s_awvalid = dut_.s_wvalid = 1;
    uint8_t response = 0;
    until([&] {
      const bool aw = dut_.s_awready, w = dut_.s_wready, b = dut_.s_bvalid;
      response = dut_.s_bresp;
      cycle();
      if (aw) dut_.s_awvalid = 0;
      if (w) dut_.s_wvalid = 0;
      return b;
    });
    return response;
  }

  uint8_t read(uint32_t address) {
    dut_.s_araddr = address;
    dut_.s_arvalid = 1;
    uint8_t response = 0;
    until([&] {
      const bool ar = dut_.s_arready, r = dut_.s_rvalid;
      response = dut_.s_rresp;
      data_ = dut_.s_rdata;
      cycle();
      if (ar) dut_.s_arvalid = 0;
      return r;
    });
    return response;
  }

  void idle(uint64_t cycles) {
    for (; cycles > 0; --cycles) cycle();
  }

  void receive(size_t count) {
    if (received_.size() < count) until([&] { return cycle(), received_.size() >= count; });
  }

  void interrupt() {
    if (!dut_.irq_o) until([&] { return cycle(), dut_.irq_o != 0; });
  }

 private:
  template <typename Step>
  void until(Step step) {
    for (uint64_t i = 0; i < HANG; ++i) {
      dut_.eval();
      if (step()) return;
    }
    throw Violation("the unit hangs");
  }

  void edge() {
    dut_.clk_i = 1;
    dut_.eval();
    dut_.clk_i = 0;
    ++now_;
  }

  void cycle() {
    // Once a word is offered, it is offered until it is accepted.
    offered_ = !sent_.empty() && (offered_ || !random_.roll(stall_in_));
    dut_.s_tvalid = offered_;
    dut_.s_tdata = offered_ ? sent_.front() : 0;
    dut_.s_tlast = offered_ && last_ && sent_.size() == 1;
    dut_.m_tready = !random_.roll(stall_out_);
    dut_.eval();
    const bool in = dut_.s_tvalid && dut_.s_tready;
    const Beat beat{dut_.m_tdata, static_cast<uint8_t>(dut_.m_tlast | dut_.m_tuser << 1)};
    if (held_ && !(dut_.m_tvalid && beat == held_beat_)) {
      throw Violation("a beat that was not taken has changed");
    }
    held_ = dut_.m_tvalid && !dut_.m_tready;
    held_beat_ = beat;
    if (dut_.m_tvalid && dut_.m_tready) received_.push_back(beat);
    edge();
    if (in) sent_.pop_front(), offered_ = false;
    dut_.eval();
  }

  Vdut dut_;
  std::deque<uint32_t> sent_;
  std::deque<Beat> received_;
  Random random_{1};
  uint32_t stall_in_ = 0, stall_out_ = 0;
  bool offered_ = false, held_ = false;
  Beat held_beat_{};
  uint64_t now_ = 0;
  uint32_t data_ = 0;
  bool last_ = true;
};

void serve(Bench& bench, Pipe& pipe) {
  uint8_t response = 0;
  size_t count = 0, beats = 0;
  bool counts = false;  // whether the answer's value is the number of beats
  const uint64_t begin = bench.now();
  switch (pipe.number(1)) {
    case 'w': {
      const auto address = pipe.number(4), data = pipe.number(4);
      response = bench.write(address, data, pipe.number(1));
      break;
    }
    case 'r':
      response = bench.read(pipe.number(4));
      break;
    case 's': {
      const auto words = pipe.number(4);
      bench.last(pipe.number(1));
      for (uint64_t i = 0; i < words; ++i) bench.sent().push_back(pipe.number(4));
      break;
    }
    case 'g':
      count = pipe.number(4);
      bench.receive(count);
      break;
    case 'i':
      bench.interrupt();
      break;
    case 'n':
      bench.idle(pipe.number(4));
      break;
    case 'u': {
      const auto address = pipe.number(4), mask = pipe.number(4);
      do response = bench.read(address);
      while (bench.data() & mask && bench.now() - begin < HANG);
      break;
    }
    case 'b':
      beats = bench.received().size();
      counts = true;
      break;
    case 'm': {
      const auto in = pipe.number(4), out = pipe.number(4);
      bench.stall(in, out, pipe.number(4));
      break;
    }
    case 'p':
      bench.protect(pipe.number(1));
      break;
    default:
      bench.reset();
  }
  pipe.put(response, 1);
  pipe.put(bench.now() - begin, 8);
  pipe.put(counts ? beats : bench.data(), 4);
  for (; count + beats > 0; count ? --count : --beats) {
    pipe.put(bench.received().front().word, 4);
    if (!count) pipe.put(bench.received().front().flags, 1);
    bench.received().pop_front();
  }
  pipe.flush();
}

}  // namespace

int main(int argc, char** argv) {
  Pipe pipe{dup(STDOUT_FILENO)};
  dup2(STDERR_FILENO, STDOUT_FILENO);
  VerilatedContext context;
  context.commandArgs(argc, argv);
  context.randReset(2);  // registers without reset start at random values
  context.randSeed(argc > 1 ? std::atoi(argv[1]) : 1);
  Bench bench{context};
  try {
    while (!pipe.at_end()) serve(bench, pipe);
  } catch (const Violation& violation) {
    std::fprintf(stderr, "%s\n", violation.what());
    return 1;
  }
  return 0;
}
