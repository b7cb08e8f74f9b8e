// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// What the modules of a Merkle-Damgard core share: the size of a block, and how the control tells
/// a datapath what to do.
package sil_md_pkg;

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

  /// Words of a block, in every hash of this family.
  localparam int unsigned BLOCK_WORDS = 16;

endpackage
