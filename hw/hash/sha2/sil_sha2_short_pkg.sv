// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The control word of SHA-2 for messages without a pause between them.
package sil_sha2_short_pkg;

  /// Control word of one cycle. It travels through the datapath with the operands.
  typedef struct packed {
    logic load;          ///< the round uses a message word; otherwise a word of the schedule
    logic begins;        ///< the first round of a message
    logic feed_forward;  ///< an operation of the feed-forward
    logic alone;         ///< no round: a feed-forward, or no operation
    logic last;          ///< one of the four feed-forwards of a last block, or no operation
    logic ends;          ///< the last of these four, or no operation: a message may begin after it
  } control_t;

  /// The control word without an operation. After it a message may begin.
  localparam control_t IDLE = '{alone: 1'b1, last: 1'b1, ends: 1'b1, default: '0};

endpackage
