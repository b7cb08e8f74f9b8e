// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0

/// Compares two runs of a derivation unit (`self_composition.h`) after a wipe or a reset, once it
/// accepts a request again and HMAC is idle.
///
/// An item is a packet. Its kind is the operation of its request, and `FIRST` for the first packet.
/// The build line defines `DATA_BYTES`, and `HEADER` (1 where the first beat of a packet has the number
/// of its other bytes).

#include <algorithm>
#include <array>

#include "../ports.h"
#include "../self_composition.h"

namespace {

constexpr uint64_t HANG = 20000;  // cycles after which the hardware should have accepted a request
constexpr uint64_t IDLE = 400;    // cycles after a wipe in which HMAC becomes idle
constexpr unsigned HELD = 6;      // cycles that a valid beat waits for m_tready
constexpr unsigned QUIET = 2000;  // cycles without any event after which a run ends
constexpr unsigned COUNT = 2;     // iterations
constexpr uint8_t OPERATION = 3, FIRST = 4;

/// One of the two runs; it starts with power-on.
class Run : public ComposedRun {
 public:
  Run(const std::vector<Item>& items, unsigned which)
      : items_{items}, which_{which}, random_{which + 1} {
    withdraw();
    put_request(0);
    put_beat({}, 0, false);
    dut_.eval();
    pulse_reset();
    next();
  }

  /// Runs one cycle; returns false when the run is complete.
  bool cycle() {
    offer();
    const bool idle = packet_ == items_.size() && !dut_.m_tvalid;
    if (idle && quiet_++ > QUIET) return false;
    dut_.m_tready = held_ == HELD;
    dut_.eval();
    if (dut_.m_tvalid) quiet_ = 0;
    held_ = dut_.m_tvalid && held_ < HELD ? held_ + 1 : 0;
    const bool asked = dut_.i_tvalid && dut_.i_tready, sent = dut_.s_tvalid && dut_.s_tready;
    step_clock();
    if (asked) asked_ = true;
    if (sent) {
      at_ += DATA_BYTES;
      if (at_ >= data_.size()) {
        ++packet_;
        next();
      }
    }
    return true;
  }

  /// Returns the cycles until a request would be accepted, and waits until HMAC is idle.
  uint64_t ready_again(std::string& error) {
    put_request(0);
    put_beat({}, 0, false);
    dut_.m_tready = 0;
    uint64_t ready = HANG;
    for (uint64_t cycles = 0; cycles < IDLE || (ready == HANG && cycles < HANG); ++cycles) {
      dut_.eval();
      if (dut_.m_tvalid) error = "a result comes after it";
      if (dut_.i_tready) ready = std::min(ready, cycles);
      step_clock();
    }
    if (ready == HANG) error = "no request is taken after it";
    return ready;
  }

  /// The number of packets that were begun.
  unsigned phase() const { return packet_ + (at_ > 0); }

 private:
  /// Makes the data of the next packet. It differs between the runs.
  void next() {
    at_ = 0;
    if (packet_ == items_.size()) return;
    data_.resize(items_[packet_].length[which_]);
    for (auto& byte : data_) byte = random_.next() & 0xff;
    for (size_t i = 0; HEADER && i < DATA_BYTES; ++i)
      data_[i] = i < sizeof(size_t) ? (data_.size() - DATA_BYTES) >> 8 * i & 0xff : 0;
    if (items_[packet_].kind & FIRST) asked_ = false;
  }

  void offer() override {
    dut_.i_tvalid = dut_.s_tvalid = 0;
    if (packet_ == items_.size()) return;
    put_request(items_[packet_].kind & OPERATION);
    dut_.i_tvalid = !asked_;
    const size_t count = std::min<size_t>(data_.size() - at_, DATA_BYTES);
    std::array<uint8_t, DATA_BYTES> beat{};
    std::copy_n(data_.begin() + at_, count, beat.begin());
    put_beat(beat, count, at_ + count == data_.size());
    dut_.s_tvalid = asked_;
  }

  void put_request(unsigned operation) {
    dut_.i_tuser = operation;
    dut_.i_tcount = COUNT;
    dut_.i_tbytes = operation == 1 ? 20 : 70;  // more than a block, where there may be several
  }

  void put_beat(const std::array<uint8_t, DATA_BYTES>& beat, size_t count, bool last) {
    put_port(dut_.s_tdata, beat.data(), DATA_BYTES);
    dut_.s_tkeep = (1ull << count) - 1;
    dut_.s_tlast = last;
  }

  void withdraw() override { dut_.i_tvalid = dut_.s_tvalid = 0; }

  const std::vector<Item>& items_;
  unsigned which_;
  Random random_;
  Bytes data_;                // of the packet that is sent
  size_t packet_ = 0, at_ = 0;  // packets that are accepted; bytes of the next one
  bool asked_ = false;        // the request of this packet is accepted
  unsigned held_ = 0, quiet_ = 0;
};

}  // namespace

int main() { return compare_runs<Run>(); }
