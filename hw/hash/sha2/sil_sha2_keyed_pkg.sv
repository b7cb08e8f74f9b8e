// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// What the modules of SHA-2 for keyed hashes share: where a chaining value is stored, and the
/// control word.
package sil_sha2_keyed_pkg;

  /// A chaining value: that of the hash in progress, the midstates after the key block with ipad
  /// and after the key block with opad, and the initial hash value. All but the last are in memory.
  typedef enum logic [1:0] {CurrentValue, InnerValue, OuterValue, InitialValue} value_e;

  /// Control word of one cycle. It travels through the datapath with the operands.
  typedef struct packed {
    logic load;        ///< the round uses a message word; otherwise a word of the schedule
    logic half;        ///< with load: that word is H4, H5, H6 or H7 of the last hash
    logic mark;        ///< with load: it is the first one after a digest that is hashed again
    logic length;      ///< with load: it is the last one of that block
    logic round;       ///< a round; otherwise a feed-forward, or no operation
    logic add;         ///< the feed-forward adds a word of a chaining value; otherwise zero
    logic initial_value;  ///< with add: that of the initial hash value
    value_e read;      ///< the chaining value from which a word is read
    logic write;       ///< the sums are words of a new chaining value
    value_e written;   ///< the chaining value to which they belong
    logic [1:0] word;  ///< the word: 0 is H7 and H3, 3 is H4 and H0
    logic digest;      ///< the sums are words of a digest that is hashed again
    logic tag;         ///< the sums are words of a tag
    logic clear;       ///< the last operation of a hash, or none: the working variables become zero
  } control_t;

  /// The control word without an operation. MD5 and SHA-1 use other control words.
  // verilator lint_off UNUSEDPARAM
  localparam control_t IDLE = '{
    read: CurrentValue, written: CurrentValue, clear: 1'b1, default: '0
  };
  // verilator lint_on UNUSEDPARAM

endpackage
