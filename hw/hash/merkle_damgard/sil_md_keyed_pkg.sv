// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// What the modules of MD5 and SHA-1 for keyed hashes share: where a chaining value is stored, and
/// the control word.
package sil_md_keyed_pkg;

  /// The address of a word of a chaining value: word 4 of each is after words 0 to 3 of all.
  function automatic logic [3:0] address(logic [1:0] value, logic [2:0] word);
    return word[2] ? {2'b11, value} : {value, word[1:0]};
  endfunction

  /// Control word of one cycle. It travels through the datapath with the operands.
  typedef struct packed {
    logic load;           ///< the operand is a message word
    logic stored;         ///< a word of a chaining value from memory is added to the operand
    logic enter;          ///< one of these two, or the initial hash value; otherwise a round's own
    logic mark;           ///< with load: the word after a digest that is hashed again
    logic length;         ///< with load: the word that has the length of that message
    logic round;          ///< a round; otherwise a feed-forward, or no operation
    logic [5:0] number;   ///< with round: its function, and with MD5 the index in those of it
    logic initial_value;  ///< the feed-forward adds a word of the initial hash value
    logic direct;         ///< the feed-forward of SHA-1 to a or b, which are not rotated
    logic [2:0] word;     ///< with initial_value: the word
    logic [3:0] read;     ///< with stored: its address
    logic write;          ///< the sum is a word of a new chaining value
    logic [3:0] written;  ///< with write: its address
    logic tag;            ///< the sum is a word of a tag
    logic clear;          ///< the last operation of a hash, or none: the working variables become 0
  } control_t;

  /// The control word without an operation.
  localparam control_t IDLE = '{clear: 1'b1, default: '0};

endpackage
