// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// What the modules of PBKDF2 with two passwords at a time (sil_kdf_sha2_two) tell each other.
package sil_kdf_two_pkg;

  /// Steps of a pass. The feed-forward takes one pass.
  localparam int unsigned STEPS = 4;
  localparam int unsigned STEP_BITS = $clog2(STEPS);
  /// Bits of the number of a pass within a block: 16 or 20 passes consist of rounds.
  localparam int unsigned PASS_BITS = 5;
  /// Passes whose rounds use message words, and those of the words of a digest.
  localparam logic [PASS_BITS-1:0] LOAD_PASSES = 5'd4;
  localparam logic [PASS_BITS-1:0] DIGEST_PASSES = 5'd2;

  /// A block: of a long password, the inner or outer key block of HMAC, of a salt, or of an
  /// iteration. The blocks of passwords, keys and salts come from the block buffer.
  typedef enum logic [2:0] {
    PasswordMore,  ///< further blocks follow
    PasswordLast,
    KeyInner,
    KeyOuter,
    SaltMore,      ///< further blocks follow
    SaltLast,      ///< the iterations follow
    Inner,         ///< the inner hash of an iteration
    Outer          ///< its outer hash
  } kind_e;

  /// The control word of a cycle.
  typedef struct packed {
    logic                 channel;
    logic [STEP_BITS-1:0] step;
    logic [PASS_BITS-1:0] pass;
    logic                 run;         ///< a round; otherwise a step of the feed-forward
    logic                 hold;        ///< without run: nothing is added to the chaining value
    logic                 fresh;       ///< without run: the channel starts from a value below
    logic                 initialize;  ///< fresh: the initial hash value; otherwise a midstate
    logic                 pair;        ///< the pair of midstates
    logic                 outer;       ///< the midstate of the outer hash; otherwise of the inner
    logic                 save;        ///< the sums of the feed-forward are saved as that midstate
    logic                 write;       ///< the sums of the feed-forward are kept as a digest
    logic                 key_write;   ///< ... which is a key
    logic                 load;        ///< the round uses a message word, which has these parts:
    logic                 block;       ///< a word of the block buffer
    logic                 low;         ///< a word of the first half of a digest
    logic                 high;        ///< a word of the second half
    logic                 early;       ///< the first word, which is formed in these cycles
    logic                 key_read;    ///< the digest is a key
    logic                 one;         ///< the one bit of the padding
    logic                 length;      ///< the length of the padding
    logic                 inner_key;   ///< ipad (RFC 2104 2)
    logic                 outer_key;   ///< opad
    logic                 add;         ///< the message word is added to T
    logic                 first;       ///< ... which is zero before
  } control_t;

endpackage
