// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0

/// Compares two runs of authenticated encryption (`self_composition.h`) after a wipe or a reset,
/// once the hardware accepts a key again. All data of the two runs differs.
///
/// The build line defines `USER`: `i_tuser` of an encryption.

#include <algorithm>
#include <array>

#include "../ports.h"
#include "../self_composition.h"

namespace {

constexpr uint64_t HANG = 20000;  // cycles after which the hardware should have accepted a key
constexpr unsigned HELD = 6;      // cycles that a valid result waits for m_tready
constexpr unsigned QUIET = 400;   // cycles without any event after which a run ends
constexpr size_t BEAT = 16, WORD = 4, SHORT = 12, LONG = 20;  // bytes of beats and of parts

enum Kind : uint8_t { IS_KEY = 1, DECRYPT = 2, LONG_IV = 4 };
enum Port : uint8_t { KEY, IV, DATA, TEXT, TAG, PORTS };

/// One of the two runs; it starts with power-on.
class Run : public ComposedRun {
 public:
  Run(const std::vector<Item>& items, unsigned which) : items_{items} {
    Random random{which + 1};
    for (const auto& item : items) {
      const size_t length = item.length[which];
      const std::array<size_t, PORTS> sizes{length, item.kind & LONG_IV ? LONG : SHORT, LONG,
                                            length, BEAT};
      std::array<Bytes, PORTS> parts;
      for (unsigned port = 0; port < PORTS; ++port)
        for (size_t i = 0; i < sizes[port]; ++i) parts[port].push_back(random.next() & 0xff);
      parts_.push_back(parts);
    }
    for (unsigned port = 0; port < PORTS; ++port) {
      skip(port);
      put(port, Bytes(BEAT), 0, 0);
    }
    withdraw();
    dut_.eval();
    pulse_reset();
  }

  /// Runs one cycle; returns false when the run is complete.
  bool cycle() {
    offer();
    bool left = dut_.m_tvalid;
    for (auto item : item_) left |= item < items_.size();
    if (!left && quiet_++ > QUIET) return false;
    dut_.m_tready = held_ == HELD;
    dut_.eval();
    if (dut_.m_tvalid) quiet_ = 0;
    held_ = dut_.m_tvalid && held_ < HELD ? held_ + 1 : 0;
    const bool taken[PORTS] = {dut_.k_tvalid && dut_.k_tready, dut_.i_tvalid && dut_.i_tready,
                               dut_.a_tvalid && dut_.a_tready, dut_.s_tvalid && dut_.s_tready,
                               dut_.t_tvalid && dut_.t_tready};
    step_clock();
    for (unsigned port = 0; port < PORTS; ++port)
      if (taken[port]) take(port);
    return true;
  }

  /// Offers a key that is equal in both runs until it would be accepted. Returns the cycles until
  /// then.
  uint64_t ready_again(std::string& error) {
    for (unsigned port = 0; port < PORTS; ++port) put(port, Bytes(BEAT), 0, 0);
    dut_.m_tready = 0;
    dut_.k_tvalid = 1;
    for (uint64_t cycles = 0; cycles < HANG; ++cycles) {
      dut_.eval();
      if (dut_.m_tvalid) error = "a result comes after it";
      if (dut_.keyed_o) error = "keyed_o stays high";
      if (dut_.k_tready) return cycles;
      step_clock();
    }
    error = "no key is taken after it";
    return HANG;
  }

  /// The number of items that were begun.
  unsigned phase() const { return begun_; }

 private:
  bool has(unsigned port, size_t number) const {
    const auto kind = items_[number].kind;
    return kind & IS_KEY ? port == KEY : port != KEY && (port != TAG || kind & DECRYPT);
  }

  void skip(unsigned port) {
    while (item_[port] < items_.size() && !has(port, item_[port])) ++item_[port];
  }

  void take(unsigned port) {
    if (port <= IV) begun_ = std::max<unsigned>(begun_, item_[port] + 1);
    offset_[port] += port == KEY ? WORD : BEAT;
    if (offset_[port] < parts_[item_[port]][port].size()) return;
    offset_[port] = 0;
    ++item_[port];
    skip(port);
  }

  /// Offers a key when all messages before it have started, a start when all keys before it are
  /// accepted, and other beats at any time.
  void offer() override {
    const bool may[PORTS] = {item_[IV] >= item_[KEY], item_[KEY] >= item_[IV], true, true, true};
    bool valid[PORTS];
    for (unsigned port = 0; port < PORTS; ++port) {
      valid[port] = item_[port] < items_.size() && (may[port] || offset_[port] > 0);
      if (valid[port])
        put(port, parts_[item_[port]][port], offset_[port], items_[item_[port]].kind);
    }
    dut_.k_tvalid = valid[KEY];
    dut_.i_tvalid = valid[IV];
    dut_.a_tvalid = valid[DATA];
    dut_.s_tvalid = valid[TEXT];
    dut_.t_tvalid = valid[TAG];
  }

  void put(unsigned port, const Bytes& bytes, size_t offset, unsigned kind) {
    std::array<uint8_t, BEAT> beat{};
    const size_t count = std::min(bytes.size() - offset, port == KEY ? WORD : BEAT);
    std::copy_n(bytes.begin() + offset, count, beat.begin());
    const unsigned keep = (1u << count) - 1, last = offset + count == bytes.size();
    switch (port) {
      case KEY:
        put_port(dut_.k_tdata, beat.data(), WORD);
        dut_.k_tlast = last;
        put_length(dut_, (bytes.size() / 8 - 2) & 3, 0);
        break;
      case IV:
        put_port(dut_.i_tdata, beat.data(), BEAT);
        dut_.i_tkeep = keep;
        dut_.i_tlast = last;
        dut_.i_tuser = USER | (kind & DECRYPT ? 1 : 0);
        break;
      case DATA:
        put_port(dut_.a_tdata, beat.data(), BEAT);
        dut_.a_tkeep = keep;
        dut_.a_tlast = last;
        break;
      case TEXT:
        put_port(dut_.s_tdata, beat.data(), BEAT);
        dut_.s_tkeep = keep;
        dut_.s_tlast = last;
        break;
      default:
        put_port(dut_.t_tdata, beat.data(), BEAT);
    }
  }

  // The length of a key is a port only where there are several.
  template <typename Dut>
  static auto put_length(Dut& dut, unsigned length, int) -> decltype(void(dut.k_tuser)) {
    dut.k_tuser = length;
  }
  template <typename Dut>
  static void put_length(Dut&, unsigned, long) {}

  void withdraw() override {
    dut_.k_tvalid = dut_.i_tvalid = dut_.a_tvalid = dut_.s_tvalid = dut_.t_tvalid = 0;
  }

  const std::vector<Item>& items_;
  std::vector<std::array<Bytes, PORTS>> parts_;
  std::array<size_t, PORTS> item_{}, offset_{};  // the next item of each port; its accepted bytes
  unsigned begun_ = 0, held_ = 0, quiet_ = 0;
};

}  // namespace

int main() { return compare_runs<Run>(); }
