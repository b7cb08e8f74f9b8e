// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The algorithms of the sponge and their parameters.
package sil_sponge_pkg;

  /// The algorithms. The numbers are part of the interface: some tools pass them.
  typedef enum int unsigned {
    SHAT128 = 0,  ///< SHAT-R-128, a reconstruction
    SHAT256 = 1,  ///< SHAT-R-256, a reconstruction
    SHAT384 = 2   ///< SHAT-R-384, a reconstruction
  } alg_e;

  /// Bits of the digest.
  function automatic int unsigned digest_bits(alg_e alg);
    unique case (alg)
      SHAT128: return 128;
      SHAT256: return 256;
      default: return 384;
    endcase
  endfunction

  /// Rate: bits absorbed or squeezed between two permutations.
  function automatic int unsigned rate_bits(alg_e alg);
    return digest_bits(alg) / 4;
  endfunction

  /// Words of that width in a digest.
  function automatic int unsigned squeezes(alg_e alg);
    return digest_bits(alg) / rate_bits(alg);
  endfunction

  /// Rounds of the permutation.
  function automatic int unsigned rounds(alg_e alg);
    return alg inside {[SHAT128:SHAT384]} ? sil_shat_pkg::STEPS : 0;
  endfunction

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

  /// The initial word. A cleared state absorbs it before the first word of a message.
  function automatic int unsigned initial_word(alg_e alg);
    return digest_bits(alg);
  endfunction

endpackage
