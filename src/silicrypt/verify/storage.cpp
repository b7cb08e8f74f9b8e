// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0

/// The bus of a storage unit's host: carries out one operation after another from standard input and answers
/// each on standard output (`storage.py` has the same formats in Python).
///
///     w address data strobe    a register, or a word of a bank: AXI4-Lite
///     r address
///     s count last bytes       words for transfers into banks, which go when they are taken
///     g count                  words of transfers out of banks
///     i                        until the interrupt is there
///     x                        reset

#include <unistd.h>

#include <deque>
#include <string>

#include "Vdut.h"
#include "pipe.h"
#include "verilated.h"

namespace {

constexpr uint64_t HANG = 1 << 24;  // cycles in which an operation must be done

class Bench {
 public:
  explicit Bench(VerilatedContext& context) : dut_{&context} { reset(); }
  ~Bench() { dut_.final(); }

  uint64_t now() const { return now_; }
  uint32_t data() const { return data_; }
  std::deque<uint32_t>& sent() { return sent_; }
  std::deque<uint32_t>& received() { return received_; }
  void last(bool last) { last_ = last; }

  void reset() {
    dut_.clk_i = dut_.rst_ni = 0;
    dut_.s_awvalid = dut_.s_wvalid = dut_.s_arvalid = dut_.s_tvalid = 0;
    dut_.s_bready = dut_.s_rready = dut_.m_tready = 1;
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
    dut_.s_tvalid = !sent_.empty();
    dut_.s_tdata = sent_.empty() ? 0 : sent_.front();
    dut_.s_tlast = last_ && sent_.size() == 1;
    dut_.eval();
    const bool in = dut_.s_tvalid && dut_.s_tready;
    if (dut_.m_tvalid) received_.push_back(dut_.m_tdata);
    edge();
    if (in) sent_.pop_front();
    dut_.eval();
  }

  Vdut dut_;
  std::deque<uint32_t> sent_, received_;
  uint64_t now_ = 0;
  uint32_t data_ = 0;
  bool last_ = true;
};

void serve(Bench& bench, Pipe& pipe) {
  uint8_t response = 0;
  size_t count = 0;
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
    default:
      bench.reset();
  }
  pipe.put(response, 1);
  pipe.put(bench.now() - begin, 8);
  pipe.put(bench.data(), 4);
  for (; count > 0; --count) {
    pipe.put(bench.received().front(), 4);
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
