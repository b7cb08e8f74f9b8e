// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0

/// Compares two runs of a block cipher's messages (`self_composition.h`) after a wipe or a reset,
/// once the hardware accepts keys again.
///
/// The build line defines `KEY_BYTES` and `DATA_BYTES` as for `bench.cpp`, and `TWEAKS` (1: there
/// are keys for tweaks).

#include <algorithm>
#include <array>

#include "../ports.h"
#include "../self_composition.h"

namespace {

constexpr uint64_t HANG = 20000;  // cycles after which the hardware should have accepted a key
constexpr unsigned HELD = 6;      // cycles that a valid result waits for m_tready
constexpr unsigned QUIET = 400;   // cycles without any event after which a run ends
constexpr size_t BLOCK = 16;

enum Kind : uint8_t { KEY = 1, TWEAK = 2, START_SHIFT = 2 };

/// One of the two runs; it starts with power-on.
class Run : public ComposedRun {
 public:
  Run(const std::vector<Item>& items, unsigned which)
      : items_{items}, which_{which}, random_{which + 1} {
    put_key(0, false);
    put_start(0);
    put_data(0, false);
    withdraw();
    dut_.eval();
    pulse_reset();
    for (const auto& item : items) {
      Bytes bytes(item.length[which]);
      for (auto& byte : bytes) byte = random_.next() & 0xff;
      data_.push_back(std::move(bytes));
    }
  }

  /// Runs one cycle; returns false when the run is complete.
  bool cycle() {
    offer();
    if (started_ == items_.size() && sent_ == items_.size() && !dut_.m_tvalid && quiet_++ > QUIET)
      return false;
    dut_.m_tready = held_ == HELD;
    dut_.eval();
    if (dut_.m_tvalid) quiet_ = 0;
    held_ = dut_.m_tvalid && held_ < HELD ? held_ + 1 : 0;
    const bool key = dut_.k_tvalid && dut_.k_tready;
    const bool start = dut_.i_tvalid && dut_.i_tready;
    const bool data = dut_.s_tvalid && dut_.s_tready;
    step_clock();
    if (key) begun_ = started_ + 1;
    if (start) begun_ = ++started_;
    const size_t beat = key ? KEY_BYTES : DATA_BYTES;
    if (key || data) offset_ += std::min(beat, data_[sent_].size() - offset_);
    if ((key || data) && offset_ == data_[sent_].size()) {
      offset_ = 0;
      ++sent_;
      started_ += key;
    }
    return true;
  }

  /// Offers keys that are equal in both runs until each would be accepted. Returns the cycles until
  /// then.
  uint64_t ready_again(std::string& error) {
    const std::array<uint8_t, BLOCK> same{};
    put_port(dut_.k_tdata, same.data(), KEY_BYTES);
    put_port(dut_.i_tdata, same.data(), BLOCK);
    put_port(dut_.s_tdata, same.data(), DATA_BYTES);
    dut_.k_tuser = dut_.k_tlast = dut_.i_tuser = dut_.s_tkeep = dut_.s_tlast = 0;
    dut_.m_tready = 0;
    dut_.k_tvalid = 1;
    unsigned tweak = 0;
    for (uint64_t cycles = 0; cycles < HANG; ++cycles) {
      for (; tweak <= TWEAKS; ++tweak) {
        dut_.k_tdest = tweak;
        dut_.eval();
        if (!dut_.k_tready) break;
      }
      if (dut_.m_tvalid) error = "a result comes after it";
      if (dut_.keyed_o) error = "keyed_o stays high";
      if (tweak > TWEAKS) return cycles;
      step_clock();
    }
    error = "no key is taken after it";
    return HANG;
  }

  /// The number of items that were begun.
  unsigned phase() const { return begun_; }

 private:
  bool is_key(size_t number) const { return items_[number].kind & KEY; }

  /// Offers a key when all items before it are accepted, a message's start when all keys before it
  /// are, and its data when the data of the messages before it are.
  void offer() override {
    if (started_ < items_.size() && !is_key(started_)) {
      put_start(items_[started_].kind >> START_SHIFT);
      dut_.i_tvalid = 1;
    } else {
      dut_.i_tvalid = 0;
    }
    dut_.k_tvalid = dut_.s_tvalid = 0;
    if (sent_ == items_.size()) return;
    if (!is_key(sent_)) {
      put_data(data_[sent_].size() - offset_, true);
      dut_.s_tvalid = 1;
    } else if (started_ == sent_) {
      put_key(data_[sent_].size() / 8 - 2, items_[sent_].kind & TWEAK);
      dut_.k_tvalid = 1;
    }
  }

  void put_key(unsigned length, bool tweak) {
    if (sent_ < data_.size()) put_port(dut_.k_tdata, data_[sent_].data() + offset_, KEY_BYTES);
    dut_.k_tuser = length;
    dut_.k_tdest = tweak;
    dut_.k_tlast = sent_ < data_.size() && offset_ + KEY_BYTES >= data_[sent_].size();
  }

  /// Puts a start on the pins. Its first counter block, or its tweak, differs between the runs.
  void put_start(unsigned what) {
    Random own{2 * started_ + which_};
    std::array<uint8_t, BLOCK> initial;
    for (auto& byte : initial) byte = own.next() & 0xff;
    put_port(dut_.i_tdata, initial.data(), BLOCK);
    // In the kind, the decrypt bit is below the mode; in the start, it is above.
    dut_.i_tuser = (what & 1) << 2 | (what >> 1 & 3);
  }

  void put_data(size_t left, bool known) {
    std::array<uint8_t, BLOCK> beat{};
    const size_t count = std::min<size_t>(left, DATA_BYTES);
    if (known) std::copy_n(data_[sent_].begin() + offset_, count, beat.begin());
    put_port(dut_.s_tdata, beat.data(), DATA_BYTES);
    dut_.s_tkeep = (1u << count) - 1;
    dut_.s_tlast = count == left;
  }

  void withdraw() override { dut_.k_tvalid = dut_.i_tvalid = dut_.s_tvalid = 0; }

  const std::vector<Item>& items_;
  unsigned which_;
  Random random_;
  std::vector<Bytes> data_;            // data of the items
  size_t started_ = 0, sent_ = 0;      // items with accepted starts, data; keys are both
  size_t offset_ = 0;                   // bytes of the next item that are accepted
  unsigned begun_ = 0, held_ = 0, quiet_ = 0;
};

}  // namespace

int main() { return compare_runs<Run>(); }
