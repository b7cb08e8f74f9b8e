// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0

/// The bus of a memory-mapped unit, AXI4-Lite or APB. Python sends one access at a time, and gets
/// its response with the number of cycles that it took.
///
/// The build line defines `AXIL` for AXI4-Lite, `STREAM_BYTES` (bytes of a beat) for a unit that
/// also takes messages on a stream, and `RESULTS` for one whose results then come on a stream.

#include <algorithm>
#include <deque>
#include <memory>

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
#ifdef RESULTS
        case 'm': answer.data = next_result(); break;
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
#ifdef RESULTS
    dut_.m_tready = !paused();
#endif
    dut_.clk_i = 0;
    dut_.eval();
#ifdef RESULTS
    if (dut_.m_tvalid && dut_.m_tready) receive();
#endif
    dut_.clk_i = 1;
    dut_.eval();
    ++cycle_;
    if (context_.gotError() || context_.gotFinish()) throw Violation(failed_assertion());
  }

  void reset() {
    dut_.rst_ni = 0;
    for (int i = 0; i < 3; ++i) step();
    dut_.rst_ni = 1;
    step();
#ifdef RESULTS
    results_.clear();
#endif
  }

  bool paused() { return random_.roll(pauses_); }

  void patience(uint64_t begin) const {
    if (cycle_ - begin > kPatience) throw Violation("an access has no end");
  }

#ifdef STREAM_BYTES
  /// How the last beat of a message, or the first one, breaks the rules of the stream. `kNullEnd` is
  /// right: a null beat ends the message.
  enum Framing : uint8_t { kRight, kHole, kHoleAbove, kNullEnd, kShort };

  /// Sends a message on the stream. The unit gets noise in bytes that are not there, and in pauses.
  void send(const Bytes& message, uint8_t framing) {
    size_t at = 0;
    for (bool last = false; !last;) {
      const uint64_t begin = cycle_;
      const size_t most = framing == kShort && at == 0 ? STREAM_BYTES - 1 : STREAM_BYTES;
      const size_t count = std::min<size_t>(message.size() - at, most);
      last = at + count == message.size() && (framing != kNullEnd || count == 0);
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
      if (last && framing == kHole) dut_.s_tkeep = 2;
      if (last && framing == kHoleAbove) dut_.s_tkeep = 5;
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
    }
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

#ifdef RESULTS
  /// Of the entries of `results_`, besides a byte: it is one, or the end of a packet, with `tuser`.
  static constexpr uint32_t kByte = 0x100, kEnd = 0x200, kUser = 0x400;

  void receive() {
    for (size_t i = 0; i < STREAM_BYTES; ++i)
      if (dut_.m_tkeep >> i & 1) results_.push_back(kByte | port_byte(dut_.m_tdata, i));
    if (dut_.m_tlast) results_.push_back(dut_.m_tuser ? kEnd | kUser : kEnd);
  }

  /// The next byte on the stream of results, or the next end of a packet; 0 if none has come.
  uint32_t next_result() {
    if (results_.empty()) return 0;
    const uint32_t next = results_.front();
    results_.pop_front();
    return next;
  }

  std::deque<uint32_t> results_;
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
