// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0

/// Transfers bytes to and from a Verilator port of any width.

#pragma once

#include <cstddef>
#include <cstdint>

#include "verilated.h"

template <typename Port>
void put_port(Port& port, const uint8_t* data, size_t count) {
  if constexpr (VlIsVlWide<Port>::value) {
    for (size_t i = 0; i < count; i += 4)
      port[i / 4] = data[i] | data[i + 1] << 8 | data[i + 2] << 16 |
                    static_cast<uint32_t>(data[i + 3]) << 24;
  } else {
    port = 0;
    for (size_t i = 0; i < count; ++i) port |= static_cast<Port>(data[i]) << (8 * i);
  }
}

template <typename Port>
uint8_t port_byte(const Port& port, size_t i) {
  if constexpr (VlIsVlWide<Port>::value)
    return port[i / 4] >> (8 * (i % 4)) & 0xff;
  else
    return port >> (8 * i) & 0xff;
}
