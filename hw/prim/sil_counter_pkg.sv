// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The codes of the state of sil_counter, for the modules that decode it.
package sil_counter_pkg;

  /// How the state of a counter represents a number. The enum values are part of the interface.
  typedef enum int unsigned {
    BINARY = 0,
    GRAY   = 1   ///< one bit changes from each number to the next, and from the last to the first
  } code_e;

  /// Returns the width of the state of a counter of `numbers` numbers, in bits.
  function automatic int unsigned code_bits(int unsigned numbers);
    return $clog2(numbers);
  endfunction

  /// Returns the state that represents `number`, which is below `numbers`.
  ///
  /// GRAY takes the middle `numbers` states of the reflected code. If `numbers` is even, the first
  /// and the last of them differ in the leading bit alone, so that the code is cyclic.
  function automatic int unsigned encode(code_e code, int unsigned numbers, int unsigned number);
    int unsigned position = (2 ** $clog2(numbers) - numbers) / 2 + number;
    return code == GRAY ? position ^ (position >> 1) : number;
  endfunction

  /// Returns the number that `state` represents, or `numbers` or more for a state without a number.
  function automatic int unsigned decode(code_e code, int unsigned numbers, int unsigned state);
    int unsigned position = state;
    if (code == BINARY) return state;
    position ^= position >> 1;
    position ^= position >> 2;
    position ^= position >> 4;
    position ^= position >> 8;
    position ^= position >> 16;
    position -= (2 ** $clog2(numbers) - numbers) / 2;
    return position;
  endfunction

endpackage
