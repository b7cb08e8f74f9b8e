// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0

/// The common parts of all benches: the pipe to Python, and random numbers.

#pragma once

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

using Bytes = std::vector<uint8_t>;

/// A violation of the contract by the hardware.
struct Violation : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Transfers little-endian numbers and bytes: in from standard input, and out to a duplicate of
/// standard output (the messages of the simulated hardware go to standard error).
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
      if (c == EOF) std::exit(3);  // the other side of the pipe has ended
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

/// Returns the message of the assertion that failed since the last call, where standard error is a
/// file. The simulated hardware writes its messages there.
inline std::string failed_assertion() {
  static off_t seen = 0;
  std::string said;
  char part[1024];
  std::fflush(stdout);
  for (ssize_t n; (n = pread(STDERR_FILENO, part, sizeof part, seen)) > 0; seen += n)
    said.append(part, n);
  const char* const marker = "Assertion failed in ";
  const size_t begin = said.find(marker);
  if (begin == std::string::npos) return "an assertion in the hardware failed";
  const size_t name = begin + std::strlen(marker);
  return "an assertion in the hardware failed: " + said.substr(name, said.find('\n', name) - name);
}

/// splitmix64, which is small and gives the same numbers on every platform.
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
