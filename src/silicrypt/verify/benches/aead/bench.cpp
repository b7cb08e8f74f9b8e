// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0

/// Drives authenticated encryption as `cipher/bench.cpp` drives a block cipher. It reads jobs from
/// standard input and writes replies to standard output (`aead_wire.py` has the same formats in
/// Python). Keys and messages come on ports of their own: keys on `k_`, and of each message the IV
/// on `i_`, associated data on `a_`, text on `s_`, and with decryption the tag on `t_`. Each port
/// offers its beats as soon as it can, so the parts of a message come in any sequence.
///
/// The build line defines `USER_BITS` (the width of `i_tuser`).

#include <algorithm>
#include <array>
#include <deque>
#include <string>
#include <utility>

#include "../ports.h"
#include "../unit.h"

namespace {

constexpr uint64_t QUIET = 400;   // cycles after the last message in which no result may come
constexpr uint64_t SETTLE = 100;  // cycles from the first reset to the first key
constexpr uint64_t REFUSED = 3;   // cycles from the end of an illegal key until keyed_o must be low
constexpr uint64_t FIRST = 24;    // cycles by which a port may wait after a reset or a wipe
constexpr size_t BEAT = 16, WORD = 4;  // bytes of a beat, and of a beat of a key
constexpr uint32_t NONE = UINT32_MAX;

enum Port : uint8_t { KEY, IV, DATA, TEXT, TAG, PORTS };

/// A key, or a message, with its outcome.
struct Item {
  bool key = false;
  bool refused_key = false;  // whether the hardware must not accept the key
  Action action = NOTHING;   // an event `after` cycles after its first beat
  uint32_t after = 0;
  uint16_t wait = 0;  // cycles from the last reset or wipe until it may be offered
  uint64_t user = 0;  // of a message, i_tuser; of a key, k_tuser
  uint8_t keep_port = PORTS;             // the port with a wrong tkeep,
  uint16_t keep_at = UINT16_MAX, keep = 0;  // the number of that beat, and its tkeep
  std::array<Bytes, PORTS> bytes;
  State state = WAITING;
  bool refused = false;
  uint32_t under = NONE;  // the key that was in use
  uint64_t first = 0;     // the edge that accepted its first beat
  uint64_t valid = 0;     // the edge that first saw its result
  uint64_t last = 0;      // the edge that first saw the last beat of its result
  Bytes result;

  bool has(Port port) const {
    return key ? port == KEY : port != KEY && (port != TAG || (user & 1));
  }
};

struct Pace {
  uint64_t seed = 1;
  uint32_t stall_key = 0, stall_in = 0, stall_out = 0;  // of 65536
  Action action = NOTHING;  // an event before the first item
};

/// A beat of a result.
struct Beat {
  std::array<uint8_t, BEAT> data{};
  size_t count = 0;
  bool last = false, refused = false;

  bool operator!=(const Beat& other) const {
    return data != other.data || count != other.count || last != other.last ||
           refused != other.refused;
  }
};

/// An input port.
struct Source {
  std::deque<uint32_t> waiting;  // items; the first one is partly sent where `begun`
  size_t offset = 0;             // bytes of the first item that have been accepted
  bool begun = false;
  bool offered = false;
  bool driven = false;  // whether the offered beat is on the pins, until it is accepted
  uint64_t from = 0;    // nothing is offered before this cycle
};

// The length of a key is a port only where there are several.
template <typename Dut>
auto put_length(Dut& dut, unsigned length, int) -> decltype(void(dut.k_tuser)) {
  dut.k_tuser = length;
}
template <typename Dut>
void put_length(Dut&, unsigned, long) {}

class Bench : public Unit {
 public:
  using Unit::Unit;

  void run(std::vector<Item>& items, const Pace& pace) {
    pace_ = {};
    random_ = Random{pace.seed};
    held_in_ = held_out_ = 0;
    items_ = &items;
    key_ = NONE;
    for (auto& source : sources_) source = Source{};
    inside_.clear();
    if (std::exchange(unsure_, true)) start();
    pace_ = pace;
    for (uint32_t i = 0; i < items.size(); ++i)
      for (unsigned port = 0; port < PORTS; ++port)
        if (items[i].has(Port(port))) sources_[port].waiting.push_back(i);
    perform(pace.action);
    for (auto& source : sources_) source.from = 0;  // the items have their own
    moved_ = now_;
    while (busy()) cycle();
    unsure_ = false;
  }

  void quiet() {
    unsure_ = true;
    for (uint64_t i = 0; i < QUIET; ++i) cycle();
    unsure_ = false;
  }

 private:
  bool busy() const {
    for (const auto& source : sources_)
      if (!source.waiting.empty()) return true;
    return !inside_.empty();
  }

  void start() {
    action_ = NOTHING;
    key_ = NONE;
    refused_at_ = UINT64_MAX;
    reset();
    context_.gotError(false);
    context_.gotFinish(false);
    for (uint64_t i = 0; i < SETTLE; ++i) cycle();
  }

  /// Drops everything in flight and the key. The key is sent again if a message is to come, even if
  /// its data was accepted before its start.
  void lose() override {
    Source &keys = sources_[KEY], &starts = sources_[IV];
    if (starts.begun) starts.waiting.pop_front();
    const bool under_way = keys.begun && keys.waiting.front() == key_;
    if (key_ != NONE && !under_way && !starts.waiting.empty()) keys.waiting.push_front(key_);
    for (auto item : inside_) (*items_)[item].state = DROPPED;
    inside_.clear();
    for (unsigned port : {DATA, TEXT, TAG}) {
      sources_[port].waiting.clear();
      for (auto item : starts.waiting)
        if ((*items_)[item].has(Port(port))) sources_[port].waiting.push_back(item);
    }
    for (auto& source : sources_) {
      source.offset = 0;
      source.begun = source.offered = source.driven = false;
      source.from = now_ + pause();
    }
    seen_ = began_ = false;
    for (unsigned port = 0; port < PORTS; ++port) valid(Port(port)) = 0;
    moved_ = now_;
  }

  /// Cycles from a reset or a wipe, or from a key that was sent again, until a port may offer.
  uint64_t pause() { return random_.next() & 1 ? random_.next() % FIRST : 0; }

  CData& valid(Port port) {
    CData* const ports[] = {&dut_.k_tvalid, &dut_.i_tvalid, &dut_.a_tvalid, &dut_.s_tvalid,
                            &dut_.t_tvalid};
    return *ports[port];
  }

  bool ready(Port port) const {
    const CData ports[] = {dut_.k_tready, dut_.i_tready, dut_.a_tready, dut_.s_tready,
                           dut_.t_tready};
    return ports[port];
  }

  void cycle() {
    if (now_ >= action_at_) perform(std::exchange(action_, NOTHING));
    for (unsigned port = 0; port < PORTS; ++port) offer(Port(port));
    drive();
    const bool taking = accept(pace_.stall_out);
    observe();
    bool accepted[PORTS], any = false;
    for (unsigned port = 0; port < PORTS; ++port) {
      accepted[port] = sources_[port].offered && ready(Port(port));
      any |= accepted[port];
    }
    const bool given = dut_.m_tvalid && taking;
    if (accepted[IV] && !sources_[IV].begun && !(dut_.keyed_o & 1))
      throw Violation("a message starts without a key");
    if (now_ >= refused_at_ && (dut_.keyed_o & 1))
      throw Violation("keyed_o is high after a key that is not one");
    held_in_ += sources_[TEXT].offered && !accepted[TEXT];
    held_out_ += dut_.m_tvalid && !given;
    step_clock();
    // A key is used for what is accepted after its first word.
    for (unsigned port = PORTS; port-- > 0;)
      if (accepted[port]) take(Port(port));
    if (given) give();
    watch(any || given || !busy());
  }

  // A start waits for the keys before it, and a key for the starts before it. The start does not
  // wait for the end of a key that has begun: the hardware keeps it waiting. Other beats do not
  // wait.
  void offer(Port port) {
    Source& source = sources_[port];
    if (source.offered || source.waiting.empty() || now_ < source.from) return;
    if (random_.roll(port == KEY ? pace_.stall_key : pace_.stall_in)) return;
    const uint32_t number = source.waiting.front();
    const bool heads = port == KEY || port == IV;
    if (heads && !source.begun && now_ < cleared_at_ + (*items_)[number].wait) return;
    if (port == KEY && key_waits(number)) return;
    if (port == IV && !source.begun && start_waits(number)) return;
    source.offered = true;
  }

  bool key_waits(uint32_t number) const {
    const Source& starts = sources_[IV];
    if (starts.waiting.empty() || number == key_) return false;
    return starts.begun || starts.waiting.front() < number;
  }

  bool start_waits(uint32_t number) const {
    for (const auto key : sources_[KEY].waiting) {
      if (key > number) return false;
      if (key != key_) return true;
    }
    return false;
  }

  std::string awake() const override {
    return dut_.m_tvalid ? "m_tvalid" : dut_.keyed_o ? "keyed_o" : "";
  }

  void scramble() override { drive(); }

  // Ports that are not valid get random values.
  void drive() {
    for (unsigned port = 0; port < PORTS; ++port) {
      Source& source = sources_[port];
      if (!source.driven) put(Port(port), source);
      valid(Port(port)) = source.driven = source.offered;
    }
  }

  void put(Port port, const Source& source) {
    std::array<uint8_t, BEAT> data;
    for (auto& byte : data) byte = random_.next() & 0xff;
    uint64_t user = random_.next();
    uint16_t keep = random_.next();
    bool last = random_.next() & 1;
    if (source.offered) {
      const Item& item = (*items_)[source.waiting.front()];
      const Bytes& bytes = item.bytes[port];
      const size_t size = port == KEY ? WORD : BEAT;
      const size_t count = std::min(bytes.size() - source.offset, size);
      std::copy_n(bytes.begin() + source.offset, count, data.begin());
      keep = (1u << count) - 1;
      last = source.offset + count == bytes.size();
      if (!source.begun) user = item.user;
      if (port == item.keep_port && source.offset == item.keep_at * BEAT) keep = item.keep;
    }
    switch (port) {
      case KEY:
        put_port(dut_.k_tdata, data.data(), WORD);
        dut_.k_tlast = last;
        put_length(dut_, user & 3, 0);
        break;
      case IV:
        put_port(dut_.i_tdata, data.data(), BEAT);
        dut_.i_tkeep = keep;
        dut_.i_tlast = last;
        dut_.i_tuser = user & (~uint64_t{0} >> (64 - USER_BITS));
        break;
      case DATA:
        put_port(dut_.a_tdata, data.data(), BEAT);
        dut_.a_tkeep = keep;
        dut_.a_tlast = last;
        break;
      case TEXT:
        put_port(dut_.s_tdata, data.data(), BEAT);
        dut_.s_tkeep = keep;
        dut_.s_tlast = last;
        break;
      default:
        put_port(dut_.t_tdata, data.data(), BEAT);
    }
  }

  void take(Port port) {
    Source& source = sources_[port];
    const uint32_t number = source.waiting.front();
    Item& item = (*items_)[number];
    if (!source.begun && (port == KEY || port == IV)) begin(port, number, item);
    source.begun = true;
    source.offset += port == KEY ? WORD : BEAT;
    source.offered = source.driven = false;
    if (source.offset < item.bytes[port].size()) return;
    source.offset = 0;
    source.begun = false;
    source.waiting.pop_front();
    if (port != KEY) return;
    if (item.refused_key) refused_at_ = now_ + REFUSED;
    if (item.state == DONE) source.from = now_ + pause();
    item.state = DONE;
  }

  void begin(Port port, uint32_t number, Item& item) {
    item.first = now_ - 1;
    if (port == KEY) {
      key_ = number;
      refused_at_ = UINT64_MAX;
    } else {
      if (key_ != NONE && (*items_)[key_].refused_key)
        throw Violation("a message starts after the first word of a refused key");
      inside_.push_back(number);
    }
    item.under = key_;
    if (item.action == NOTHING) return;
    action_ = std::exchange(item.action, NOTHING);
    action_at_ = now_ + item.after;
  }

  void observe() {
    if (!dut_.m_tvalid) {
      if (seen_) throw Violation("m_tvalid fell before the beat was taken");
      return;
    }
    Beat beat;
    for (size_t i = 0; i < BEAT; ++i) beat.data[i] = port_byte(dut_.m_tdata, i);
    if (inside_.empty()) throw Violation("a result without a message");
    Item& item = (*items_)[inside_.front()];
    beat.count = BEAT;
    while (beat.count > 0 && (dut_.m_tkeep >> (beat.count - 1) & 1) == 0) --beat.count;
    beat.last = dut_.m_tlast;
    beat.refused = dut_.m_tuser;
    if (dut_.m_tkeep != (1u << beat.count) - 1) throw Violation("m_tkeep has holes");
    if (!beat.last && (beat.count == 0 || beat.refused))
      throw Violation("a null beat, or m_tuser, before m_tlast");
    for (size_t i = beat.count; i < BEAT; ++i)
      if (beat.data[i] != 0) throw Violation("bytes that are not there are not 0");
    if (!beat.last && item.result.size() % BEAT != 0)
      throw Violation("a short beat is not the last one of the text");
    if (seen_ && beat != beat_) throw Violation("m_tdata changed before it was taken");
    if (!seen_ && !began_) item.valid = now_;
    if (!seen_ && beat.last) item.last = now_;
    seen_ = began_ = true;
    beat_ = beat;
  }

  void give() {
    const uint32_t number = inside_.front();
    Item& item = (*items_)[number];
    if (beat_.last && !beat_.refused && item.result.size() != item.bytes[TEXT].size())
      throw Violation("the text of the result has another length");
    item.result.insert(item.result.end(), beat_.data.begin(), beat_.data.begin() + beat_.count);
    seen_ = false;
    if (!beat_.last) return;
    for (const auto& source : sources_)
      if (!source.waiting.empty() && source.waiting.front() == number && !item.key)
        throw Violation("a message ends before all of its beats are taken");
    item.refused = beat_.refused;
    item.state = DONE;
    began_ = false;
    inside_.pop_front();
  }

  Pace pace_;
  std::vector<Item>* items_ = nullptr;
  std::array<Source, PORTS> sources_;
  std::deque<uint32_t> inside_;  // messages with accepted starts
  uint64_t refused_at_ = UINT64_MAX;  // when keyed_o must be low
  uint32_t key_ = NONE;  // the key that was begun last
  uint64_t action_at_ = 0;
  Action action_ = NOTHING;
  bool unsure_ = true;
  bool seen_ = false, began_ = false;  // a beat of the result has been seen; the result has begun
  Beat beat_;
};

Item read_item(Pipe& pipe) {
  Item item;
  item.key = pipe.number(1);
  item.refused_key = pipe.number(1);
  item.action = static_cast<Action>(pipe.number(1));
  item.after = pipe.number(4);
  item.wait = pipe.number(2);
  item.user = pipe.number(8);
  item.keep_port = pipe.number(1);
  item.keep_at = pipe.number(2);
  item.keep = pipe.number(2);
  for (unsigned port = 0; port < PORTS; ++port)
    if (item.has(Port(port))) item.bytes[port] = pipe.bytes(pipe.number(4));
  return item;
}

std::vector<Item> run_items(Bench& bench, Pipe& pipe, std::string& error) {
  Pace pace;
  pace.seed = pipe.number(8);
  pace.stall_key = pipe.number(2);
  pace.stall_in = pipe.number(2);
  pace.stall_out = pipe.number(2);
  pace.action = static_cast<Action>(pipe.number(1));
  std::vector<Item> items(pipe.number(4));
  for (auto& item : items) item = read_item(pipe);
  try {
    bench.run(items, pace);
    bench.quiet();
  } catch (const Violation& violation) {
    error = violation.what();
  }
  return items;
}

}  // namespace

int main(int argc, char** argv) {
  return serve<Bench>(argc, argv, run_items,
                      [](Pipe& pipe, const Item& item) { pipe.put(item.under, 4); });
}
