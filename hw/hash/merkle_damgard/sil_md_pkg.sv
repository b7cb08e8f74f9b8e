// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// What the Merkle-Damgard engine knows of its algorithms, and how it tells a datapath what to do.
package sil_md_pkg;

  /// The algorithms of the engine. The numbers are part of the interface: some tools pass them.
  typedef enum int unsigned {
    MD5        = 0,
    SHA1       = 1,
    SHA224     = 2,
    SHA256     = 3,
    SHA384     = 4,
    SHA512     = 5,
    SHA512_224 = 6,
    SHA512_256 = 7,
    MD5_SHA1   = 8   ///< either, chosen for each message
  } alg_e;

  /// One cycle's order to a datapath. It travels with the operands from stage to stage.
  typedef struct packed {
    logic valid;  ///< operations are done; else the working variables hold
    logic load;   ///< the operations use message words; else words of the schedule
    logic feed;   ///< the operations add the chaining value; else they are rounds
    logic first;  ///< with feed: the operations bring the value that the message starts from
    logic last;   ///< the last operations of a message
    logic hand;   ///< the working variables go to the next stage (PipelineStages > 1)
    logic full;   ///< with hand: there was a block in the stage
    logic fresh;  ///< with hand: the first stage starts from the initial value
    logic begins; ///< with hand: and a message begins there
    logic [1:0] id;  ///< with hand: the message that leaves the last stage for the first
  } order_t;

  /// Width of a word in bits.
  function automatic int unsigned word_bits(alg_e alg);
    return alg inside {SHA384, SHA512, SHA512_224, SHA512_256} ? 64 : 32;
  endfunction

  /// Bits of the digest.
  function automatic int unsigned digest_bits(alg_e alg);
    unique case (alg)
      MD5:                return 128;
      SHA1, MD5_SHA1:     return 160;
      SHA224, SHA512_224: return 224;
      SHA256, SHA512_256: return 256;
      SHA384:             return 384;
      default:            return 512;
    endcase
  endfunction

  /// Words of the chaining value.
  function automatic int unsigned state_words(alg_e alg);
    return alg == MD5 ? 4 : alg inside {SHA1, MD5_SHA1} ? 5 : 8;
  endfunction

  /// Operations (steps, rounds) a block.
  function automatic int unsigned rounds(alg_e alg);
    return alg inside {SHA1, MD5_SHA1} || word_bits(alg) == 64 ? 80 : 64;
  endfunction

  /// Whether bytes fill a word, and words the length field, from the least significant end (RFC
  /// 1321 2) instead of the most significant one (FIPS 180-4 3.1). `sha1` tells where the algorithm
  /// is chosen for each message.
  function automatic logic little_endian(alg_e alg, logic sha1);
    return alg == MD5 | (alg == MD5_SHA1 & ~sha1);
  endfunction

  /// Words of a block, of every algorithm here.
  localparam int unsigned BLOCK_WORDS = 16;

  /// Operations that add the chaining value: one for each word of a lane of the state, in whole
  /// orders. The words of SHA-1 are one lane of five, those of SHA-2 two of four.
  function automatic int unsigned feed_operations(alg_e alg, int unsigned unroll);
    int unsigned words = alg inside {SHA1, MD5_SHA1} ? 5 : 4;
    return (words + unroll - 1) / unroll * unroll;
  endfunction

endpackage
