// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0

/// Drives a unit of key derivation. It reads jobs from standard input and writes replies to standard
/// output (`kdf_suite.py` has the same formats in Python). A request comes on a port of its own, its
/// packets on another, and its result on a third.
///
/// The build line defines `DATA_BYTES` (bytes of a beat) and `ITERATED` (1 where `i_tcount` is a
/// number of iterations).

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "../ports.h"
#include "../unit.h"

namespace {

constexpr uint64_t EACH = 400;    // cycles that an iteration adds to them
constexpr uint32_t MOST = 1 << 20;  // most iterations of a request that a job waits for
constexpr uint64_t QUIET = 300;   // cycles after the last result in which no other may come


/// A request with its outcome.
struct Request {
  uint8_t operation = 0;
  uint32_t count = 0, bytes = 0;
  Action action = NOTHING;  // an event `after` cycles after the request is accepted
  uint32_t after = 0;
  uint16_t keep_at = UINT16_MAX;  // number of a beat, over all packets, and its wrong tkeep
  uint64_t keep = 0;
  bool empty_end = false;  // whether a packet of full beats ends with a beat without bytes
  std::vector<Bytes> packets;
  State state = WAITING;
  bool refused = false;
  uint64_t first = 0, valid = 0, last = 0;
  Bytes result;
};

struct Beat {
  std::array<uint8_t, DATA_BYTES> data{};
  uint64_t keep = 0;
  bool last = false, refused = false;

  bool operator!=(const Beat& other) const {
    return data != other.data || keep != other.keep || last != other.last ||
           refused != other.refused;
  }
};

std::vector<Beat> beats_of(const Request& request) {
  std::vector<Beat> beats;
  for (const auto& packet : request.packets) {
    size_t at = 0;
    do {
      Beat beat;
      const size_t count = std::min<size_t>(packet.size() - at, DATA_BYTES);
      std::copy_n(packet.begin() + at, count, beat.data.begin());
      beat.keep = count == 64 ? ~0ull : (1ull << count) - 1;
      at += count;
      const bool more = request.empty_end && count == DATA_BYTES && at == packet.size();
      beat.last = at == packet.size() && !more;
      beats.push_back(beat);
      if (more) beats.push_back(Beat{{}, 0, true, false});
    } while (at < packet.size());
  }
  if (request.keep_at < beats.size()) beats[request.keep_at].keep = request.keep;
  return beats;
}

class Bench : public Unit {
 public:
  using Unit::Unit;

  void run(std::vector<Request>& requests, uint64_t seed, const uint32_t (&stalls)[3]) {
    random_ = Random{seed};
    std::copy(stalls, stalls + 3, stall_);
    held_in_ = held_out_ = 0;
    current_ = nullptr;
    moved_ = now_;
    action_ = NOTHING;
    if (std::exchange(unsure_, true)) {
      context_.gotError(false);
      context_.gotFinish(false);
      reset();
      for (uint64_t i = 0; i < QUIET; ++i) cycle();
    }
    for (auto& request : requests) perform(request);
    current_ = nullptr;
    moved_ = now_;
    for (uint64_t i = 0; i < QUIET; ++i) cycle();
    unsure_ = false;
  }

 private:
  void perform(Request& request) {
    current_ = &request;
    beats_ = beats_of(request);
    sent_ = 0;
    asked_ = offered_ = sending_ = seen_ = false;
    moved_ = now_;
    while (request.state == WAITING) cycle();
    asked_ = offered_ = sending_ = false;
  }

  void lose() override {
    if (current_) current_->state = DROPPED;
    dut_.i_tvalid = dut_.s_tvalid = 0;
    offered_ = sending_ = seen_ = false;
  }

  void cycle() {
    if (action_ != NOTHING && now_ >= action_at_) {
      std::exchange(action_, NOTHING) == RESET ? reset() : wipe();
      return;
    }
    drive();
    const bool ready = accept(stall_[2]);
    observe();
    const bool asked = offered_ && dut_.i_tready, sent = sending_ && dut_.s_tready;
    const bool given = dut_.m_tvalid && ready;
    held_in_ += sending_ && !sent;
    held_out_ += dut_.m_tvalid && !ready;
    step_clock();
    if (asked) {
      current_->first = now_ - 1;
      if (current_->action != NOTHING) {
        action_ = current_->action;
        action_at_ = now_ + current_->after;
      }
      asked_ = true;
      offered_ = false;
    }
    if (sent) {
      ++sent_;
      sending_ = false;
    }
    if (given) give();
    const bool iterates = ITERATED && current_ && current_->count < MOST;
    const uint64_t count = iterates ? current_->count : 0;
    watch(asked || sent || given || !current_, HANG + EACH * count);
  }

  std::string awake() const override {
    return dut_.m_tvalid ? "m_tvalid" : dut_.i_tready ? "i_tready" : "";
  }

  void scramble() override {}

  /// Ports that are not valid get random values. Packets may be offered before their request.
  void drive() {
    Beat noise;
    for (auto& byte : noise.data) byte = random_.next() & 0xff;
    noise.keep = random_.next();
    noise.last = random_.next() & 1;
    if (!offered_) {
      dut_.i_tuser = random_.next() & 3;
      dut_.i_tcount = random_.next();
      dut_.i_tbytes = random_.next();
      if (current_ && !asked_ && !random_.roll(stall_[0])) {
        dut_.i_tuser = current_->operation;
        dut_.i_tcount = current_->count;
        dut_.i_tbytes = current_->bytes;
        offered_ = true;
      }
    }
    if (!sending_) {
      const bool send = current_ && sent_ < beats_.size() && !random_.roll(stall_[1]);
      const Beat& beat = send ? beats_[sent_] : noise;
      auto data = beat.data;
      for (size_t i = 0; i < DATA_BYTES; ++i)
        if (!(beat.keep >> i & 1)) data[i] = noise.data[i];
      put_port(dut_.s_tdata, data.data(), DATA_BYTES);
      dut_.s_tkeep = beat.keep & ((1ull << (DATA_BYTES - 1) << 1) - 1);
      dut_.s_tlast = beat.last;
      sending_ = send;
    }
    dut_.i_tvalid = offered_;
    dut_.s_tvalid = sending_;
  }

  void observe() {
    if (!dut_.m_tvalid) {
      if (seen_) throw Violation("m_tvalid fell before the beat was taken");
      for (size_t i = 0; i < DATA_BYTES; ++i)
        if (port_byte(dut_.m_tdata, i)) throw Violation("m_tdata is not 0 without a result");
      return;
    }
    if (!current_ || !asked_ || sent_ < beats_.size())
      throw Violation("a result before the packets of its request");
    Beat beat;
    for (size_t i = 0; i < DATA_BYTES; ++i) beat.data[i] = port_byte(dut_.m_tdata, i);
    beat.keep = dut_.m_tkeep;
    beat.last = dut_.m_tlast;
    beat.refused = dut_.m_tuser;
    if (seen_ && beat != beat_) throw Violation("a result changed before it was taken");
    if (!seen_ && current_->result.empty()) current_->valid = now_;
    if (!seen_) current_->last = now_;
    seen_ = true;
    beat_ = beat;
  }

  void give() {
    seen_ = false;
    size_t count = 0;
    while (count < DATA_BYTES && (beat_.keep >> count & 1)) ++count;
    if (count < DATA_BYTES && beat_.keep >> count) throw Violation("m_tkeep has holes");
    if (!beat_.last && (count != DATA_BYTES || beat_.refused))
      throw Violation("m_tkeep or m_tuser ends a result before m_tlast");
    if (beat_.refused && count) throw Violation("a refusal has bytes");
    for (size_t i = count; i < DATA_BYTES; ++i)
      if (beat_.data[i]) throw Violation("bytes that are not there are not 0");
    current_->result.insert(current_->result.end(), beat_.data.begin(), beat_.data.begin() + count);
    if (!beat_.last) return;
    current_->refused = beat_.refused;
    current_->state = DONE;
    // An event that was to come later does not come.
    action_ = NOTHING;
  }

  uint32_t stall_[3] = {};  // of requests, packets and results, of 65536
  Request* current_ = nullptr;
  std::vector<Beat> beats_;  // of the current request
  size_t sent_ = 0;
  bool asked_ = false, offered_ = false, sending_ = false, seen_ = false, unsure_ = true;
  uint64_t action_at_ = 0;
  Action action_ = NOTHING;
  Beat beat_;
};

Request read_request(Pipe& pipe) {
  Request request;
  request.operation = pipe.number(1);
  request.action = static_cast<Action>(pipe.number(1));
  request.empty_end = pipe.number(1);
  request.count = pipe.number(4);
  request.bytes = pipe.number(4);
  request.after = pipe.number(4);
  request.keep_at = pipe.number(2);
  request.keep = pipe.number(8);
  request.packets.resize(pipe.number(1));
  for (auto& packet : request.packets) packet = pipe.bytes(pipe.number(4));
  return request;
}

std::vector<Request> run_requests(Bench& bench, Pipe& pipe, std::string& error) {
  const uint64_t seed = pipe.number(8);
  uint32_t stalls[3];
  for (auto& stall : stalls) stall = pipe.number(2);
  std::vector<Request> requests(pipe.number(4));
  for (auto& request : requests) request = read_request(pipe);
  try {
    bench.run(requests, seed, stalls);
  } catch (const Violation& violation) {
    error = violation.what();
  }
  return requests;
}

}  // namespace

int main(int argc, char** argv) {
  return serve<Bench>(argc, argv, run_requests, [](Pipe&, const Request&) {});
}
