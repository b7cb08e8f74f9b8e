// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// What the modules of a Merkle-Damgard core share: the size of a block, and the control word from
/// the sequencer to a datapath.
package sil_md_pkg;

  /// Control word of one cycle. It travels through the datapath with the operands.
  typedef struct packed {
    logic valid;         ///< operations are done
    logic load;          ///< the operations use message words; otherwise schedule words
    logic feed_forward;  ///< the operations are the feed-forward; otherwise rounds
    logic first;         ///< with feed_forward: they load the value from which the message starts
    logic last;          ///< the last operations of a message
    logic pass;          ///< the working variables go to the next stage (PipelineStages > 1)
    logic full;          ///< with pass: the stage had a block
    logic fresh;         ///< with pass: the first stage starts from the initial hash value
    logic begins;        ///< with pass and fresh: a message begins there
    logic [1:0] id;  ///< with pass: the channel that moves from the last stage to the first
  } control_t;

  /// Words of a block, in every hash of this family.
  localparam int unsigned BLOCK_WORDS = 16;

endpackage
