// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0

/// Compares two runs of HMAC (`self_composition.h`) after a wipe or a reset, once the hardware
/// accepts beats again on every channel.

#include <array>
#include <memory>
#include <utility>

#include "../hash/bench.h"
#include "../ports.h"
#include "../self_composition.h"

namespace {

constexpr uint64_t HANG = 20000;  // cycles after which the hardware should have accepted a beat
constexpr unsigned HELD = 6;      // cycles that a valid tag waits for m_tready
constexpr unsigned QUIET = 100 * CHANNELS;  // cycles without any event after which a run ends
constexpr unsigned PHASE_BITS = 4;       // bits of the state of one control unit

constexpr unsigned EMPTY_END = 4;        // bit of a kind: a null beat follows if all beats are full
constexpr unsigned NO_END = 8;           // bit of a kind: no beat has tlast

bool is_key(const Item& item) { return item.kind & 1; }
bool is_sha1(const Item& item) { return item.kind >> 1 & 1; }

/// One of the two runs; it starts with power-on.
class Run : public ComposedRun {
 public:
  Run(const std::vector<Item>& items, unsigned which)
      : items_{items}, which_{which}, data_{which + 1} {
    dut_.s_tvalid = 0;
    put_beat({}, 0, false, false);
    dut_.eval();
    reset();
  }

  /// Runs one cycle; returns false when the run is complete.
  bool cycle() {
    begin();
    offer();
    if (!offered_ && !dut_.m_tvalid && quiet_++ > QUIET) return false;
    dut_.m_tready = held_ == HELD;
    dut_.eval();
    if (dut_.m_tvalid) quiet_ = 0;
    held_ = dut_.m_tvalid && held_ < HELD ? held_ + 1 : 0;
    const bool taken = offered_ && dut_.s_tready;
    step_clock();
    if (taken) {
      quiet_ = 0;
      offered_ = false;
      dut_.s_tvalid = 0;
      if (beat_.last) channels_[channel_].beats.reset();
    }
    return true;
  }

  /// Ends the traffic: by `wipe_i` while the stream still offers its beat, or by a reset.
  void erase(bool with_reset) override {
    if (with_reset) return reset();
    begin();
    offer();
    pulse_wipe();
  }

  /// Offers a beat that is equal in both runs until it would be accepted on every channel. Returns
  /// the cycles until then.
  uint64_t ready_again(std::string& error) {
    Beat beat{};
    beat.data.fill(0x5a);
    beat.count = DATA_BYTES;
    dut_.s_tvalid = 1;
    dut_.m_tready = 0;
    unsigned channel = 0;
    for (uint64_t cycles = 0; cycles < HANG; ++cycles) {
      for (; channel < CHANNELS; ++channel) {
        put_beat(beat, channel, false, false);
        dut_.eval();
        if (!dut_.s_tready) break;
      }
      if (dut_.m_tvalid) error = "a tag comes after it";
      if (dut_.keyed_o) error = "keyed_o stays high";
      if (channel == CHANNELS) return cycles;
      step_clock();
    }
    error = "no beat is accepted after it";
    return HANG;
  }

  /// The states of the control units; that of the first channel is in the lowest bits.
  unsigned phase() {
    unsigned states = 0, channel = 0;
    for (const auto& [name, scope] : *context_->scopeNameMap()) {
      if (std::strstr(name, ".u_control") == nullptr || scope->varsp() == nullptr) continue;
      for (const auto& [own, var] : *scope->varsp())
        if (std::strcmp(own, "state_q") == 0)
          states |= *static_cast<const uint8_t*>(var.datap()) << PHASE_BITS * channel++;
    }
    if (channel != CHANNELS)
      throw std::runtime_error("the design has no u_control.state_q per channel");
    return states;
  }

 private:
  /// The item that is being sent on a channel.
  struct Channel {
    Item item;
    std::unique_ptr<Beats> beats;
  };

  /// Begins the items that may begin. A key waits until nothing is partly sent. The messages after
  /// it use the channels in rotation.
  void begin() {
    while (next_ < items_.size()) {
      const Item& item = items_[next_];
      bool sending = false;
      for (const auto& channel : channels_)
        sending |= channel.beats && (is_key(item) || is_key(channel.item));
      if (is_key(item)) item_ = 0;
      Channel& channel = channels_[item_ % CHANNELS];
      if (sending || channel.beats) return;
      Bytes bytes(item.length[which_]);
      for (auto& byte : bytes) byte = data_.next() & 0xff;
      channel.item = item;
      channel.beats = std::make_unique<Beats>(
          [bytes = std::move(bytes)]() mutable { return std::exchange(bytes, {}); },
          item.kind & EMPTY_END);
      item_ += !is_key(item);
      ++next_;
    }
  }

  /// Offers a beat of the next channel that has one.
  void offer() override {
    for (unsigned tried = 0; tried < CHANNELS && !offered_; ++tried) {
      channel_ = (channel_ + 1) % CHANNELS;
      Channel& channel = channels_[channel_];
      if (!channel.beats) continue;
      beat_ = channel.beats->next(data_);
      put_beat(beat_, channel_, is_key(channel.item), is_sha1(channel.item));
      dut_.s_tlast = beat_.last && !(channel.item.kind & NO_END);
      dut_.s_tvalid = 1;
      offered_ = true;
    }
  }

  void put_beat(const Beat& beat, unsigned channel, bool key, bool sha1) {
    put_port(dut_.s_tdata, beat.data.data(), DATA_BYTES);
    dut_.s_tkeep = (1ull << beat.count) - 1;
    dut_.s_tlast = beat.last;
#if TAGGED
    dut_.s_tid = channel;
#endif
    dut_.s_tuser = key;
#if EITHER
    dut_.s_tsha1 = sha1;
#endif
  }

  void reset() {
    dut_.s_tvalid = 0;
    pulse_reset();
  }

  const std::vector<Item>& items_;
  unsigned which_;
  Random data_;
  Beat beat_{};
  std::array<Channel, CHANNELS> channels_;
  size_t next_ = 0, item_ = 0;  // index of the next item; number of messages since the last key
  unsigned channel_ = 0;            // the channel whose beat was offered last
  unsigned held_ = 0, quiet_ = 0;
  bool offered_ = false;
};

}  // namespace

int main() { return compare_runs<Run>(); }
