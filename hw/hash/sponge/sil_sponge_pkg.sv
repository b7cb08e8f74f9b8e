// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The numbers of the cycles of a sponge.
package sil_sponge_pkg;

  /// Cycles of the counter in which a state is cleared, or waits until it is the same again. The
  /// number is the same for both.
  function automatic int unsigned idle_cycles(int unsigned clear, int unsigned hold);
    return clear > hold - 1 ? clear : hold - 1;
  endfunction

  /// Width of the number of a cycle.
  function automatic int unsigned number_bits(
    int unsigned cycles, int unsigned clear, int unsigned hold
  );
    int unsigned most = idle_cycles(clear, hold) + 1;
    return $clog2(cycles > most ? cycles : most);
  endfunction

endpackage
