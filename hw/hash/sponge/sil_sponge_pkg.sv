// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Sizes of the counter that numbers the cycles of a sponge.
package sil_sponge_pkg;

  /// Returns the number of cycles that the counter takes for clearing a state, and for waiting
  /// until a state is the same again. It is one number for both.
  function automatic int unsigned idle_cycles(int unsigned clear, int unsigned hold);
    return clear > hold - 1 ? clear : hold - 1;
  endfunction

  /// Returns the width of the number of a cycle, in bits.
  function automatic int unsigned number_bits(
    int unsigned cycles, int unsigned clear, int unsigned hold
  );
    int unsigned most = idle_cycles(clear, hold) + 1;
    return $clog2(cycles > most ? cycles : most);
  endfunction

endpackage
