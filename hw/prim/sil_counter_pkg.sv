// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The codes of sil_counter, for whoever decodes its state.
package sil_counter_pkg;

  /// How a counter's state stands for a number. The values are part of the interface.
  typedef enum int unsigned {
    BINARY = 0,
    GRAY   = 1   ///< one bit changes from any number to the next, and from the last to the first
  } code_e;

  /// Width of the state of a counter of that many numbers.
  function automatic int unsigned code_bits(int unsigned numbers);
    return $clog2(numbers);
  endfunction

  /// The state that stands for a number below `numbers`.
  ///
  /// Gray: the middle of the reflected code, which is a cycle for any even count: its two ends
  /// differ in the leading bit alone.
  function automatic int unsigned encode(code_e code, int unsigned numbers, int unsigned number);
    int unsigned place = (2 ** $clog2(numbers) - numbers) / 2 + number;
    return code == GRAY ? place ^ (place >> 1) : number;
  endfunction

  /// The number a state stands for; `numbers` or more where it stands for none.
  function automatic int unsigned decode(code_e code, int unsigned numbers, int unsigned state);
    int unsigned place = state;
    if (code == BINARY) return state;
    place ^= place >> 1;
    place ^= place >> 2;
    place ^= place >> 4;
    place ^= place >> 8;
    place ^= place >> 16;
    place -= (2 ** $clog2(numbers) - numbers) / 2;
    return place;
  endfunction

endpackage
