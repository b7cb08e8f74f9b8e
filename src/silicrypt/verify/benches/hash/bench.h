// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0

/// The untimed parts of the hashes' bench: padding, and the division of a message into beats.
///
/// The build line defines, for the design point: `STREAM` (1: message bytes in, 0: padded blocks
/// in), `KEYED` (1: keys come in the stream of messages, marked by tuser), `EITHER` (1: tsha1
/// selects one of two hashes), `TAGGED` (1: tid carries the number of a beat's message),
/// `RESULTS_WAIT` (1: digests wait for m_tready), `CHANNELS` (messages in flight), `DATA_BYTES`,
/// `DIGEST_BYTES`, `DIGEST_BEATS`, `BLOCK_BYTES`, `LENGTH_BYTES` and `LENGTH_BIG` (1: the padding's
/// length is big-endian).

#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <type_traits>

#include "../pipe.h"

/// The padding after a message of `total` bytes: a one bit, zeros, and the length in bits
/// (FIPS 180-4 5.1; RFC 1321 3.1 and 3.2). The length is left out where `LENGTH_BYTES` is 0.
inline Bytes padding(uint64_t total) {
  const size_t used = (total + 1 + LENGTH_BYTES) % BLOCK_BYTES;
  Bytes tail(1 + (used != 0 ? BLOCK_BYTES - used : 0) + LENGTH_BYTES);
  tail[0] = 0x80;
  for (size_t i = 0; i < std::min<size_t>(8, LENGTH_BYTES); ++i) {
    const uint8_t byte = total * 8 >> (8 * i) & 0xff;
    tail[LENGTH_BIG ? tail.size() - 1 - i : tail.size() - LENGTH_BYTES + i] = byte;
  }
  if (LENGTH_BYTES > 8) tail[tail.size() - 9] = static_cast<uint8_t>(total >> 61);
  return tail;
}

/// Whether a unit has the port s_tuser.
template <typename Dut, typename = void>
constexpr bool HAS_USER = false;
template <typename Dut>
constexpr bool HAS_USER<Dut, std::void_t<decltype(Dut::s_tuser)>> = true;

/// Sets s_tuser where the unit has it. With 0 a message is hashed from its first block to its end.
template <typename Dut>
void put_user(Dut& dut, unsigned user) {
  if constexpr (HAS_USER<Dut>) dut.s_tuser = user;
}

/// One beat. The lowest `count` bytes are valid.
struct Beat {
  std::array<uint8_t, DATA_BYTES> data;
  unsigned count;
  bool last;
};

/// Divides a message into beats. `refill` returns further bytes, and none at the end of the
/// message.
class Beats {
 public:
  using Refill = std::function<Bytes()>;

  /// With `empty_end` a message that fills all its beats ends with an additional null beat.
  explicit Beats(Refill refill, bool empty_end = false)
      : refill_{std::move(refill)}, empty_end_{empty_end} {}

  /// Returns the next beat. Bytes that are not valid are random.
  Beat next(Random& random) {
    fill();
    Beat beat;
    const size_t left = buffer_.size() - head_;
    beat.count = left < DATA_BYTES ? left : DATA_BYTES;
    for (size_t i = 0; i < beat.count; ++i) beat.data[i] = buffer_[head_ + i];
    for (size_t i = beat.count; i < DATA_BYTES; ++i) beat.data[i] = random.next() & 0xff;
    head_ += beat.count;
    beat.last = ended_ && head_ == buffer_.size() && !(empty_end_ && beat.count == DATA_BYTES);
    return beat;
  }

 private:
  // Buffers more than one beat until the message ends, so that the last beat is known to be the
  // last.
  void fill() {
    while (!ended_ && buffer_.size() - head_ <= DATA_BYTES) {
      buffer_.erase(buffer_.begin(), buffer_.begin() + head_);
      head_ = 0;
      Bytes more = refill_();
      ended_ = more.empty();
      total_ += more.size();
      if (ended_ && !STREAM) more = padding(total_);
      buffer_.insert(buffer_.end(), more.begin(), more.end());
    }
  }

  Refill refill_;
  bool empty_end_;
  Bytes buffer_;
  size_t head_ = 0;
  uint64_t total_ = 0;
  bool ended_ = false;
};
