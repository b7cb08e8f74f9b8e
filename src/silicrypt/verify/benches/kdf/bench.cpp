// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0

/// Drives a unit of key derivation. It reads jobs from standard input and writes replies to standard
/// output (`kdf_suite.py` has the same formats in Python). A request comes on a port of its own, its
/// packets on another, and its result on a third. Results come in the sequence of the requests.
///
/// The build line defines `DATA_BYTES` (bytes of a beat), `ITERATED` (1 where `i_tcount` is a number
/// of iterations) and `OVERLAPPING`. With 1, a request is offered as soon as the one before it is
/// accepted, and its packets as soon as those before them are taken. With 0, both wait for the result
/// of the request before.

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
  uint32_t keep_at = UINT32_MAX;  // number of a beat, over all packets, and its wrong tkeep
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
    requests_ = nullptr;
    moved_ = now_;
    action_ = NOTHING;
    if (std::exchange(unsure_, true)) {
      context_.gotError(false);
      context_.gotFinish(false);
      reset();
      for (uint64_t i = 0; i < QUIET; ++i) cycle();
    }
    requests_ = &requests;
    asking_ = answering_ = 0;
    begin(0);
    offered_ = sending_ = seen_ = false;
    moved_ = now_;
    while (answering_ < requests.size()) cycle();
    requests_ = nullptr;
    offered_ = sending_ = false;
    moved_ = now_;
    bool wiped = false;  // the unit wipes itself when no request is left
    for (uint64_t i = 0; i < QUIET; ++i) {
      wiped |= !dut_.i_tready;
      cycle();
    }
    if (OVERLAPPING && !wiped) throw Violation("i_tready stays high after the last result");
    unsure_ = false;
  }

 private:
  /// Whether there is such a request, and it need not wait.
  bool may(size_t number) const {
    return requests_ && number < requests_->size() && (OVERLAPPING || number == answering_);
  }

  /// Begins the packets of a request.
  void begin(size_t number) {
    packing_ = number;
    sent_ = 0;
    if (number < requests_->size()) beats_ = beats_of((*requests_)[number]);
  }

  void lose() override {
    if (requests_) {
      while (answering_ < asking_) (*requests_)[answering_++].state = DROPPED;
      begin(asking_);
    }
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
      Request& request = (*requests_)[asking_];
      request.first = now_ - 1;
      if (request.action != NOTHING) {
        action_ = request.action;
        action_at_ = now_ + request.after;
        action_of_ = asking_;
      }
      ++asking_;
      offered_ = false;
    }
    if (sent) {
      sending_ = false;
      if (++sent_ == beats_.size()) begin(packing_ + 1);
    }
    if (given) give();
    watch(asked || sent || given || !requests_, HANG + EACH * iterations());
  }

  /// Returns the most iterations of a request in progress.
  uint64_t iterations() const {
    uint64_t most = 0;
    for (size_t i = answering_; ITERATED && requests_ && i < asking_; ++i)
      if ((*requests_)[i].count < MOST) most = std::max<uint64_t>(most, (*requests_)[i].count);
    return most;
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
      if (may(asking_) && !random_.roll(stall_[0])) {
        const Request& request = (*requests_)[asking_];
        dut_.i_tuser = request.operation;
        dut_.i_tcount = request.count;
        dut_.i_tbytes = request.bytes;
        offered_ = true;
      }
    }
    if (!sending_) {
      const bool send = may(packing_) && !random_.roll(stall_[1]);
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
    if (!requests_ || answering_ >= asking_ || answering_ >= packing_)
      throw Violation("a result before the packets of its request");
    Beat beat;
    for (size_t i = 0; i < DATA_BYTES; ++i) beat.data[i] = port_byte(dut_.m_tdata, i);
    beat.keep = dut_.m_tkeep;
    beat.last = dut_.m_tlast;
    beat.refused = dut_.m_tuser;
    if (seen_ && beat != beat_) throw Violation("a result changed before it was taken");
    Request& request = (*requests_)[answering_];
    if (!seen_ && request.result.empty()) request.valid = now_;
    if (!seen_) request.last = now_;
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
    Request& request = (*requests_)[answering_];
    request.result.insert(request.result.end(), beat_.data.begin(), beat_.data.begin() + count);
    if (request.result.size() > request.bytes) throw Violation("a result has too many bytes");
    if (!beat_.last) return;
    request.refused = beat_.refused;
    request.state = DONE;
    // An event that was to come later does not come.
    if (action_of_ == answering_) action_ = NOTHING;
    ++answering_;
  }

  uint32_t stall_[3] = {};  // of requests, packets and results, of 65536
  std::vector<Request>* requests_ = nullptr;
  // The next request that is offered, that whose packets are sent, and that whose result comes.
  size_t asking_ = 0, packing_ = 0, answering_ = 0;
  std::vector<Beat> beats_;  // of the packets
  size_t sent_ = 0;
  bool offered_ = false, sending_ = false, seen_ = false, unsure_ = true;
  size_t action_of_ = 0;  // the request with the event
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
  request.keep_at = pipe.number(4);
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
