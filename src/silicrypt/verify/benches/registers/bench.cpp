// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0

/// The bus of a memory-mapped unit, AXI4-Lite or APB. Python sends one access at a time, and gets
/// its response with the number of cycles that it took.
///
/// The build line defines `AXIL` for AXI4-Lite, and `STREAM_BYTES` (bytes of a beat) for a unit that
/// also takes messages on a stream. `RESULT_STREAM`: beats of 16 bytes of results come on a stream.

#include <algorithm>
#include <memory>
#include <utility>

#include "Vdut.h"
#include "../pipe.h"
#include "../ports.h"

namespace {

/// Cycles after which an access is given up.
constexpr int kPatience = 100000;

struct Answer {
  uint8_t refused = 0;
  uint32_t data = 0;
};

class Bench {
 public:
  Bench(VerilatedContext& context, Pipe& pipe) : context_{context}, pipe_{pipe}, dut_{&context} {}

  void serve() {
    reset();
    while (!pipe_.at_end()) {
      const char command = static_cast<char>(pipe_.number(1));
      const auto address = static_cast<uint8_t>(pipe_.number(1));
      const auto strobe = static_cast<uint8_t>(pipe_.number(1));
      const auto value = static_cast<uint32_t>(pipe_.number(4));
      const uint64_t begin = cycle_;
      Answer answer;
      switch (command) {
        case 'r':
        case 'w': answer = access(command == 'w', address, strobe, value); break;
        case 'i': for (uint32_t i = 0; i < value; ++i) step(); break;
        case 'p': pauses_ = value; break;
#ifdef STREAM_BYTES
        case 's': send(pipe_.bytes(value), strobe); break;
#endif
#ifdef RESULT_STREAM
        case 'm': answer = result(value); break;
        case 'd':
          answer.data = std::exchange(packets_, 0);
          result_.clear();
          break;
#endif
        default: reset();
      }
      answer.refused |= static_cast<uint8_t>(dut_.irq_o << 1);
      pipe_.put(answer.refused, 1);
      pipe_.put(answer.data, 4);
      pipe_.put(cycle_ - begin, 4);
      pipe_.flush();
    }
  }

 private:
  void step() {
    dut_.clk_i = 0;
    dut_.eval();
#ifdef RESULT_STREAM
    if (dut_.m_tvalid && dut_.m_tready) {
      for (size_t i = 0; i < 16; ++i)
        if (dut_.m_tkeep >> i & 1) result_.push_back(port_byte(dut_.m_tdata, i));
      if (dut_.m_tlast) packets_ += 2;
      if (dut_.m_tuser) packets_ |= 1;
    }
#endif
    dut_.clk_i = 1;
    dut_.eval();
#ifdef RESULT_STREAM
    dut_.m_tready = !paused();
#endif
    ++cycle_;
    if (context_.gotError() || context_.gotFinish()) throw Violation(failed_assertion());
  }

  void reset() {
    dut_.rst_ni = 0;
    for (int i = 0; i < 3; ++i) step();
    dut_.rst_ni = 1;
    step();
  }

  bool paused() { return random_.roll(pauses_); }

  void patience(uint64_t begin) const {
    if (cycle_ - begin > kPatience) throw Violation("an access has no end");
  }

#ifdef RESULT_STREAM
  /// Four bytes of the result, and in the upper bits of `refused` how many of them are missing.
  Answer result(size_t at) const {
    Answer found;
    for (size_t i = 0; i < 4; ++i)
      if (at + i < result_.size())
        found.data |= static_cast<uint32_t>(result_[at + i]) << (8 * i);
      else
        found.refused += 1 << 4;
    return found;
  }
#endif

#ifdef STREAM_BYTES
  /// Sends a message on the stream. The unit gets noise in bytes that are not there, and in pauses.
  /// With `broken` = 1 the last beat has a hole in tkeep. With 2, a beat before it is not full.
  void send(const Bytes& message, uint8_t broken) {
    size_t at = 0;
    do {
      const uint64_t begin = cycle_;
      const size_t count = std::min<size_t>(message.size() - at, STREAM_BYTES);
      const bool last = at + count == message.size();
      while (paused()) {
        noise();
        step();
      }
      noise();
      uint8_t data[STREAM_BYTES];
      for (size_t i = 0; i < STREAM_BYTES; ++i)
        data[i] = i < count ? message[at + i] : random_.next() & 0xff;
      put_port(dut_.s_tdata, data, STREAM_BYTES);
      dut_.s_tkeep = (uint64_t{1} << count) - 1;
      if (broken == 1 && last) dut_.s_tkeep = 2;
      if (broken == 2 && !last) dut_.s_tkeep >>= 1;
      dut_.s_tlast = last;
      dut_.s_tvalid = 1;
      for (bool taken = false; !taken;) {
        dut_.clk_i = 0;
        dut_.eval();
        taken = dut_.s_tready;
        step();
        patience(begin);
      }
      dut_.s_tvalid = 0;
      at += count;
    } while (at < message.size());
    noise();
  }

  void noise() {
    uint8_t data[STREAM_BYTES];
    for (auto& byte : data) byte = random_.next() & 0xff;
    put_port(dut_.s_tdata, data, STREAM_BYTES);
    dut_.s_tkeep = random_.next() & ((uint64_t{1} << STREAM_BYTES) - 1);
    dut_.s_tlast = random_.next() & 1;
  }
#endif

#ifdef AXIL
  Answer access(bool write, uint8_t address, uint8_t strobe, uint32_t value) {
    const uint64_t begin = cycle_;
    bool address_left = true, data_left = write;
    dut_.s_awaddr = dut_.s_araddr = address;
    dut_.s_wdata = value;
    dut_.s_wstrb = strobe;
    while (address_left || data_left) {
      // A valid signal remains high until it is taken.
      const bool offer = address_left && (dut_.s_awvalid || dut_.s_arvalid || !paused());
      dut_.s_awvalid = write && offer;
      dut_.s_arvalid = !write && offer;
      dut_.s_wvalid = data_left && (dut_.s_wvalid || !paused());
      dut_.clk_i = 0;
      dut_.eval();
      const bool taken = write ? dut_.s_awvalid && dut_.s_awready : dut_.s_arvalid && dut_.s_arready;
      const bool data_taken = dut_.s_wvalid && dut_.s_wready;
      step();
      if (taken) address_left = dut_.s_awvalid = dut_.s_arvalid = false;
      if (data_taken) data_left = dut_.s_wvalid = false;
      patience(begin);
    }
    for (;;) {
      const bool ready = !paused();
      dut_.s_bready = write && ready;
      dut_.s_rready = !write && ready;
      dut_.clk_i = 0;
      dut_.eval();
      const bool done = ready && (write ? dut_.s_bvalid : dut_.s_rvalid);
      const uint8_t response = write ? dut_.s_bresp : dut_.s_rresp;
      const uint32_t data = write ? 0 : dut_.s_rdata;
      step();
      if (done) {
        dut_.s_bready = dut_.s_rready = 0;
        return {static_cast<uint8_t>(response != 0), data};
      }
      patience(begin);
    }
  }
#else
  Answer access(bool write, uint8_t address, uint8_t, uint32_t value) {
    const uint64_t begin = cycle_;
    while (paused()) step();
    dut_.s_psel = 1;
    dut_.s_pwrite = write;
    dut_.s_paddr = address;
    dut_.s_pwdata = value;
    step();
    dut_.s_penable = 1;
    for (;;) {
      dut_.clk_i = 0;
      dut_.eval();
      const bool done = dut_.s_pready;
      const Answer answer{dut_.s_pslverr, write ? 0 : dut_.s_prdata};
      step();
      if (done) {
        dut_.s_psel = dut_.s_penable = 0;
        return answer;
      }
      patience(begin);
    }
  }
#endif

  VerilatedContext& context_;
  Pipe& pipe_;
  Vdut dut_;
  Random random_{1};
  uint32_t pauses_ = 0;
#ifdef RESULT_STREAM
  Bytes result_;
  uint32_t packets_ = 0;  // twice the number of packets that have ended; one more if one is refused
#endif
  uint64_t cycle_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  const int answers = dup(STDOUT_FILENO);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  Pipe pipe{answers};
  VerilatedContext context;
  context.commandArgs(argc, argv);
  context.randReset(2);  // registers without reset start at random values
  context.randSeed(argc > 1 ? std::atoi(argv[1]) : 1);
  try {
    Bench{context, pipe}.serve();
  } catch (const Violation& broken) {
    std::fprintf(stderr, "%s\n", broken.what());
    return 1;
  }
  return 0;
}
