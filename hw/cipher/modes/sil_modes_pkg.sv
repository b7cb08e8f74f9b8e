// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Modes of operation, and the types of sil_modes_stream and of the modules in it.
package sil_modes_pkg;

  /// Modes of operation: NIST SP 800-38A 6.1 (ECB) and 6.5 (CTR), IEEE 1619 (XTS).
  typedef enum int unsigned { ECB = 0, CTR = 1, XTS = 2 } mode_e;

  /// A beat of a message.
  typedef struct packed {
    logic [127:0] data;
    logic [15:0]  keep;
    logic         last;
  } beat_t;

  /// A beat as it arrives. `partial`: the last beat, with 1 to 15 bytes.
  typedef struct packed {
    beat_t beat;
    logic  legal;  // contiguous bytes, 16 of them unless it is the last
    logic  partial;
  } input_t;

  /// Mode and direction of a message. `refused`: this instance does not have them, or the keys may
  /// not be used for XTS.
  typedef struct packed {
    logic ecb;
    logic ctr;
    logic xts;
    logic decrypt;
    logic refused;
  } message_t;

  /// Control word of a beat of the result: what is done with the result of a block.
  typedef struct packed {
    logic [15:0]  keep;  // valid bytes; none if the beat has no block
    logic         block;  // the beat has a block
    logic         steal;  // hold the result: the next, partial block takes bytes from it
    logic         tail;  // the filled partial block: the held result follows as the last beat
    logic         last;
    logic         error;
  } metadata_t;

endpackage
