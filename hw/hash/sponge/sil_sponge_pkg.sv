// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// What the sponge engine knows of its algorithms.
package sil_sponge_pkg;

  /// The algorithms of the engine. The numbers are part of the interface: some tools pass them.
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

  /// Bits absorbed or given between two permutations.
  function automatic int unsigned rate_bits(alg_e alg);
    return digest_bits(alg) / 4;
  endfunction

  /// Words of that width that make a digest.
  function automatic int unsigned squeezes(alg_e alg);
    return digest_bits(alg) / rate_bits(alg);
  endfunction

  /// Rounds of the permutation.
  function automatic int unsigned rounds(alg_e alg);
    return alg inside {[SHAT128:SHAT384]} ? sil_shat_pkg::STEPS : 0;
  endfunction

  /// Cycles between the first ones of two permutations in which a state is cleared, or kept still
  /// until it is there again: the same for both.
  function automatic int unsigned apart(int unsigned clear, int unsigned still);
    return clear > still - 1 ? clear : still - 1;
  endfunction

  /// Width of the number of a cycle.
  function automatic int unsigned number_bits(int unsigned cycles, int unsigned clear, int unsigned still);
    int unsigned most = apart(clear, still) + 1;
    return $clog2(cycles > most ? cycles : most);
  endfunction

  /// What the state starts from besides zeros: absorbed before a message's first word.
  function automatic int unsigned initial_word(alg_e alg);
    return digest_bits(alg);
  endfunction

endpackage
