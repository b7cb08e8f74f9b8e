// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
//
// Sends a message to SHA-256, four bytes per beat, prints the digest, and compares it:
//
//   abc [MESSAGE DIGEST]
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>

#include "Vsil_sha256_fast_stream.h"
#include "verilated.h"

static const char abc[] = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

static void clock(Vsil_sha256_fast_stream& top) {
  top.clk_i = 1;
  top.eval();
  top.clk_i = 0;
  top.eval();
}

// Offers the beat that begins with byte `at` of the message.
static void offer(Vsil_sha256_fast_stream& top, const std::string& message, size_t at) {
  const size_t bytes = std::min<size_t>(message.size() - at, 4);
  top.s_tdata = 0;
  for (size_t i = 0; i < bytes; i++)  // the first byte is in the low bits
    top.s_tdata |= static_cast<uint32_t>(static_cast<uint8_t>(message[at + i])) << 8 * i;
  top.s_tkeep = (1u << bytes) - 1;  // a bit for each byte of the message
  top.s_tlast = at + bytes == message.size();
}

int main(int count, char** arguments) {
  const std::string message = count > 2 ? arguments[1] : "abc";
  const std::string expected = count > 2 ? arguments[2] : abc;
  Vsil_sha256_fast_stream top;
  top.rst_ni = 0;
  for (int i = 0; i < 5; i++) clock(top);
  top.rst_ni = 1;
  top.m_tready = 1;
  top.s_tvalid = 1;
  size_t at = 0;
  for (int idle = 0; idle < 1000; idle++) {
    if (top.s_tvalid) offer(top, message, at);
    top.eval();
    if (top.m_tvalid) {
      char digest[65];
      for (int i = 0; i < 32; i++)
        std::snprintf(digest + 2 * i, 3, "%02x", top.m_tdata[i / 4] >> 8 * (i % 4) & 0xff);
      std::puts(digest);
      return digest != expected;
    }
    const bool taken = top.s_tvalid && top.s_tready;
    clock(top);
    if (!taken) continue;
    idle = 0;
    if (top.s_tlast) top.s_tvalid = 0;
    else at += 4;
  }
  std::puts("no digest for 1000 cycles");
  return 1;
}
