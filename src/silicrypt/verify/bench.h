// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0

/// The parts of the bench that know nothing of time: the pipe to Python, random numbers, padding,
/// and the cutting of a message into beats.
///
/// The build line defines, for the design point: `STREAM` (1: message bytes in, 0: padded blocks in),
/// `KEYED` (1: keys come in the stream of messages, marked by tuser),
/// `LANES` (messages in flight), `DATA_BYTES`, `DIGEST_BYTES`, `BLOCK_BYTES`, `LENGTH_BYTES` and
/// `LENGTH_BIG` (1: the padding's length is big-endian).

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

using Bytes = std::vector<uint8_t>;

/// The hardware did what its contract forbids.
struct Violation : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Little-endian numbers and bytes, in from standard input and out to a kept copy of standard output
/// (the simulated hardware's own messages go to standard error).
class Pipe {
 public:
  explicit Pipe(int output) : out_{fdopen(output, "wb")} {}

  bool at_end() {
    const int c = std::getc(stdin);
    return c == EOF || std::ungetc(c, stdin) == EOF;
  }

  uint64_t number(int bytes) {
    uint64_t value = 0;
    for (int i = 0; i < bytes; ++i) {
      const int c = std::getc(stdin);
      if (c == EOF) std::exit(3);  // whoever asked has gone
      value |= static_cast<uint64_t>(c) << (8 * i);
    }
    return value;
  }

  Bytes bytes(size_t count) {
    Bytes data(count);
    if (std::fread(data.data(), 1, count, stdin) != count) std::exit(3);
    return data;
  }

  void put(uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) std::putc(static_cast<int>(value >> (8 * i) & 0xff), out_);
  }

  void put(const void* data, size_t count) { std::fwrite(data, 1, count, out_); }

  void flush() { std::fflush(out_); }

 private:
  FILE* out_;
};

/// splitmix64: small, and the same everywhere.
class Random {
 public:
  explicit Random(uint64_t seed) : state_{seed} {}

  uint64_t next() {
    uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  /// True in `per_65536` of 65536 calls.
  bool roll(uint32_t per_65536) { return per_65536 != 0 && (next() & 0xffff) < per_65536; }

 private:
  uint64_t state_;
};

/// What a message of `total` bytes is followed by up to a whole block: a one bit, zeros, and its
/// length in bits (FIPS 180-4 5.1; RFC 1321 3.1 and 3.2) where there are bytes for it.
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

/// One transfer: `count` bytes are valid, from the lowest byte up.
struct Beat {
  std::array<uint8_t, DATA_BYTES> data;
  unsigned count;
  bool last;
};

/// Cuts a message, of which more comes by `refill` until that gives nothing, into beats.
class Beats {
 public:
  using Refill = std::function<Bytes()>;

  explicit Beats(Refill refill) : refill_{std::move(refill)} {}

  /// The next beat; bytes that are not valid are random.
  Beat next(Random& random) {
    fill();
    Beat beat;
    const size_t left = buffer_.size() - head_;
    beat.count = left < DATA_BYTES ? left : DATA_BYTES;
    for (size_t i = 0; i < beat.count; ++i) beat.data[i] = buffer_[head_ + i];
    for (size_t i = beat.count; i < DATA_BYTES; ++i) beat.data[i] = random.next() & 0xff;
    head_ += beat.count;
    beat.last = ended_ && head_ == buffer_.size();
    return beat;
  }

 private:
  // Holds more than a beat unless the message ends, so that the last beat is known to be the last.
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
  Bytes buffer_;
  size_t head_ = 0;
  uint64_t total_ = 0;
  bool ended_ = false;
};
