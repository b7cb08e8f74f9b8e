// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0

/// Performs random legal and illegal actions on the stream of a hash or of HMAC, and compares the
/// hardware with a small model of its contract. The actions are framing errors, keys inside
/// messages, messages inside keys, wipes and resets.
///
/// The model decides which messages must be refused, and which key applies to the others. It
/// computes no hash; the caller compares the digests.

#pragma once

#include "bench.h"
#include "../ports.h"

#if STREAM

/// The settings of the fuzzer. Probabilities are multiples of 1 / 65536.
struct FuzzPlan {
  uint64_t seed = 1;
  uint64_t cycles = 0;
  uint32_t stall_in = 0, stall_out = 0;
  uint32_t framing = 0;  // per key or message: one of its beats breaks a rule of framing
  uint32_t mixed = 0;    // per beat: it may belong to any key or message
  uint32_t wipe = 0, reset = 0;  // per cycle
  bool either = false;           // whether keys and messages select one of two hashes
  // After a wipe or a reset half of the first beats are those of keys, in each of the first cycles.
  bool early = false;
  std::vector<Bytes> messages, keys;
};

/// A result of the hardware, with what the model expects of it.
struct FuzzResult {
  size_t message;  // number in the plan
  bool sha1;       // the hash that it selects
  size_t key;      // number in the plan, from 1; 0: none
  bool refused;
  std::array<uint8_t, DIGEST_BYTES> digest;
};

template <typename Dut, typename Context>
class Fuzz {
 public:
  Fuzz(Dut& dut, Context& context, const FuzzPlan& plan)
      : dut_{dut}, context_{context}, plan_{plan}, random_{plan.seed} {}

  std::vector<FuzzResult> results;
  uint64_t now = 0;
  uint64_t broken_messages = 0;  // messages that were refused because they broke a rule
  uint64_t broken_keys = 0;

  void run() {
    reset();
    while (now < plan_.cycles) {
      if (random_.roll(plan_.reset)) reset();
      if (KEYED && random_.roll(plan_.wipe)) wipe();
      cycle();
    }
    ending_ = true;
    while (busy()) cycle();
    for (int i = 0; i < QUIET_CYCLES; ++i) cycle();
#if KEYED
    if (dut_.keyed_o != (loaded_[0] != 0 || loaded_[1] != 0))
      throw Violation("keyed_o is wrong when all is done");
#endif
  }

 private:
  static constexpr int HANG_CYCLES = 20000, QUIET_CYCLES = 2000;
  static constexpr unsigned FIRST_CYCLES = 64;  // by which the first beat after a wipe may wait
  static constexpr unsigned KEY = CHANNELS;  // index of the frame for keys
  static constexpr uint64_t FULL = (2ull << (DATA_BYTES - 1)) - 1;

  // A frame is a key or a message that is being sent. Frames of messages are indexed by tid.
  struct Frame {
    bool planned = false, begun = false;
    size_t number = 0, at = 0, beat = 0, beats = 0, error_at = SIZE_MAX;
    bool sha1 = false;
    bool broken = false;
    size_t key = 0;  // of a message: the number of its key
  };
  struct Expected {
    size_t message, key;
    bool sha1, refused;
  };

  const Bytes& bytes(unsigned which) const {
    return (which == KEY ? plan_.keys : plan_.messages)[frames_[which].number];
  }

  void plan(unsigned which) {
    Frame& frame = frames_[which];
    frame = Frame{};
    frame.planned = true;
    frame.number = random_.next() % (which == KEY ? plan_.keys : plan_.messages).size();
    frame.sha1 = random_.next() & 1;
    const size_t size = bytes(which).size();
    frame.beats = size == 0 ? 1 : (size + DATA_BYTES - 1) / DATA_BYTES;
    // A message that fills all its beats may end with an additional null beat.
    if (size != 0 && size % DATA_BYTES == 0) frame.beats += random_.next() & 1;
    if (random_.roll(plan_.framing)) frame.error_at = random_.next() % frame.beats;
    if (which == KEY) want_key_ = false;
  }

  bool message_partly() const {
    for (unsigned i = 0; i < CHANNELS; ++i)
      if (frames_[i].begun) return true;
    return false;
  }
  bool key_partly() const { return KEYED && frames_[KEY].begun; }

  // Selects the frame of the next beat. With the probability `mixed` it may be any, legal or not.
  int choose() {
    const bool mixed = !ending_ && random_.roll(plan_.mixed);
    if (KEYED && !want_key_) want_key_ = random_.next() % 32 == 0;
    if (mixed) return random_.next() % (CHANNELS + KEYED);
    // Once a key and a message are mixed, either may continue.
    if (key_partly() && (!message_partly() || random_.next() & 1)) return KEY;
    if (KEYED && want_key_ && !ending_ && !message_partly()) return KEY;
    unsigned channel = random_.next() % CHANNELS;
    for (unsigned tried = 0; tried < CHANNELS; ++tried, channel = (channel + 1) % CHANNELS)
      if (frames_[channel].begun || (!ending_ && !key_partly() && !(KEYED && want_key_)))
        return channel;
    return -1;
  }

  static bool legal(uint64_t keep, bool last) {
    return last ? (keep & (keep + 1)) == 0 : keep == FULL;
  }

  void offer() {
    const int which = choose();
    if (which < 0) return;
    Frame& frame = frames_[which];
    if (!frame.planned) plan(which);
    offered_ = true;
    which_ = which;
    const Bytes& data = bytes(which);
    last_ = frame.beat == frame.beats - 1;
    const size_t left = data.size() - frame.at;
    const size_t count = left < DATA_BYTES ? left : DATA_BYTES;
    std::array<uint8_t, DATA_BYTES> payload;
    for (size_t i = 0; i < DATA_BYTES; ++i)
      payload[i] = i < count ? data[frame.at + i] : random_.next() & 0xff;
    frame.at += count;
    uint64_t keep = count == 64 ? ~0ull : (1ull << count) - 1;
    sha1_ = frame.sha1;
    wrong_ = frame.beat == frame.error_at;
    if (wrong_) {
      if (plan_.either && frame.beat != 0 && random_.next() % 4 == 0) {
        sha1_ = !sha1_;
      } else {
        do {
          const uint64_t bits = random_.next();
          const uint64_t ones = (1ull << bits % (DATA_BYTES + 1)) - 1;
          // Half of the wrong beats that are not last are short or empty. The others have holes.
          keep = bits >> 63 && !last_ ? ones : bits >> 7 & FULL;
        } while (legal(keep, last_));
      }
    }
    put_port(dut_.s_tdata, payload.data(), DATA_BYTES);
    dut_.s_tkeep = keep;
    dut_.s_tlast = last_;
#if TAGGED
    dut_.s_tid = which != static_cast<int>(KEY) && CHANNELS > 1 ? which : random_.next() % CHANNELS;
#endif
    put_user(dut_, which == static_cast<int>(KEY));
#if EITHER
    dut_.s_tsha1 = sha1_;
#endif
  }

  size_t& loaded(bool sha1) { return loaded_[plan_.either && sha1]; }

  // The contract: the effect of an accepted beat.
  void take() {
    offered_ = false;
    Frame& frame = frames_[which_];
    const bool first = !frame.begun;
    frame.begun = true;
    ++frame.beat;
    frame.broken |= wrong_;
    if (which_ == KEY) {
      if (first) loaded(frame.sha1) = 0;
      if (message_partly()) {
        frame.broken = true;
        loaded_ = {};
        for (unsigned i = 0; i < CHANNELS; ++i) frames_[i].broken |= frames_[i].begun;
      }
      if (last_) {
        if (!frame.broken) loaded(frame.sha1) = frame.number + 1;
        broken_keys += frame.broken;
      }
    } else {
      if (first) frame.key = key_partly() ? 0 : loaded(frame.sha1);
      if (key_partly()) {
        frames_[KEY].broken = true;
        loaded_ = {};
      }
      if (last_) {
        broken_messages += frame.broken;
        const bool refused = frame.broken || (KEYED && frame.key == 0);
        expected_[which_].push_back({frame.number, frame.key, frame.sha1, refused});
      }
    }
    if (last_) frame = Frame{};
  }

  void look() {
    if (!dut_.m_tvalid) {
      if (waits_) throw Violation("m_tvalid fell before the result was taken");
      return;
    }
    unsigned tid = 0;
#if TAGGED
    tid = dut_.m_tid;
#endif
    std::array<uint8_t, DIGEST_BYTES> digest;
    for (size_t i = 0; i < DIGEST_BYTES; ++i) digest[i] = port_byte(dut_.m_tdata, i);
    if (!waits_) {
      if (tid >= CHANNELS || expected_[tid].empty())
        throw Violation("a result without a message, m_tid " + std::to_string(tid));
      const Expected& one = expected_[tid].front();
      if (dut_.m_tuser != one.refused)
        throw Violation(one.refused ? "a digest for a message that is to be refused"
                                    : "a good message is refused");
#if KEYED
      if (one.refused)
        for (auto byte : digest)
          if (byte != 0) throw Violation("a refusal has data");
      guess_ = !one.refused && (random_.next() & 1);
#endif
      tid_ = tid;
      digest_ = digest;
    } else if (tid != tid_ || digest != digest_ || dut_.m_tuser != expected_[tid].front().refused) {
      throw Violation("a result changed before it was taken");
    }
#if KEYED
    // The tag is compared in the first cycle of a result. Later changes of tag_i have no effect.
    const bool right = waits_ ? random_.next() & 1 : guess_;
    auto tag = digest;
    if (!right) tag[random_.next() % DIGEST_BYTES] ^= 1 << random_.next() % 8;
    put_port(dut_.tag_i, tag.data(), DIGEST_BYTES);
    dut_.eval();
    if (dut_.m_tmatch != guess_)
      throw Violation(waits_ ? "m_tmatch changed before it was taken" : "m_tmatch is wrong");
#endif
  }

  void give() {
    const Expected one = expected_[tid_].front();
    expected_[tid_].pop_front();
    results.push_back({one.message, one.sha1, one.key, one.refused, digest_});
  }

  void step_clock() {
    dut_.clk_i = 1;
    dut_.eval();
    dut_.clk_i = 0;
    ++now;
  }

  void cycle() {
    if (!offered_ && now >= from_ && !random_.roll(plan_.stall_in)) offer();
    dut_.s_tvalid = offered_;
    const bool ready = !random_.roll(plan_.stall_out);
    dut_.m_tready = ready;
    dut_.eval();
    look();
    const bool taken = offered_ && dut_.s_tready, given = dut_.m_tvalid && ready;
    waits_ = dut_.m_tvalid && !ready;
    step_clock();
    if (taken) take();
    if (given) give();
    idle_ = taken || given || !busy() ? 0 : idle_ + 1;
    if (idle_ > HANG_CYCLES)
      throw Violation("no beat taken and no result given for " + std::to_string(HANG_CYCLES) +
                      " cycles");
    if (context_.gotError() || context_.gotFinish())
      throw Violation("an assertion in the hardware failed");
  }

  bool busy() const {
    for (const auto& queue : expected_)
      if (!queue.empty()) return true;
    return offered_ || message_partly() || key_partly();
  }

  // Drops everything in flight. The sender starts anew.
  void clear() {
    frames_ = {};
    expected_ = {};
    loaded_ = {};
    offered_ = waits_ = false;
    want_key_ = false;
    if (plan_.early) {
      want_key_ = KEYED && (random_.next() & 1);
      from_ = now + (random_.next() & 1 ? random_.next() % FIRST_CYCLES : 0);
    }
    idle_ = 0;
    dut_.s_tvalid = 0;
  }

  void reset() {
    clear();
    dut_.rst_ni = 0;
    for (unsigned left = random_.next() % 3;; --left) {
      dut_.eval();
      if (dut_.m_tvalid) throw Violation("m_tvalid is high in reset");
      if (left == 0) break;
      step_clock();
    }
    dut_.rst_ni = 1;
  }

  // A beat or a result may still be transferred in the first cycle of a wipe.
  void wipe() {
#if KEYED
    dut_.wipe_i = 1;
    cycle();
    clear();
    for (unsigned left = random_.next() % 3;; --left) {
      dut_.wipe_i = left != 0;
      dut_.eval();
      if (dut_.m_tvalid || dut_.s_tready || dut_.keyed_o)
        throw Violation("an output is high while the unit is wiped");
      step_clock();
      if (left == 0) break;
    }
#endif
  }

  Dut& dut_;
  Context& context_;
  const FuzzPlan& plan_;
  Random random_;
  std::array<Frame, CHANNELS + 1> frames_{};
  std::array<std::deque<Expected>, CHANNELS> expected_{};
  std::array<size_t, 2> loaded_{};  // the number of the key of each hash, from 1; 0: none
  std::array<uint8_t, DIGEST_BYTES> digest_{};
  unsigned which_ = 0, tid_ = 0;
  uint64_t from_ = 0;  // nothing is offered before this cycle
  int idle_ = 0;
  bool offered_ = false, last_ = false, wrong_ = false, sha1_ = false, want_key_ = false;
  bool waits_ = false, guess_ = false, ending_ = false;
};

#endif
