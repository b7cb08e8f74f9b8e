// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Detects a beat that breaks the framing rules of the message streams of this library.
///
/// All bytes of each beat are valid, except in the last beat of a message. The valid bytes of the
/// last beat are contiguous from byte 0. The last beat may be a null beat: the only beat of an
/// empty message, or a beat after full ones.
///
/// ## Latency and throughput
/// Combinational: two levels of logic from `keep_i` for a beat of up to 8 bytes.
module sil_axis_framing #(
  /// Number of bytes of a beat, 2 or more.
  parameter int unsigned Bytes = 4
) (
  /// `tkeep` and `tlast` of the beat.
  input  logic [Bytes-1:0] keep_i,
  input  logic             last_i,
  /// The beat breaks a rule.
  output logic             error_o
);
  // If the valid bytes are contiguous from byte 0 and the highest byte is valid, all are valid.
  assign error_o = |(keep_i[Bytes-1:1] & ~keep_i[Bytes-2:0]) | ~(last_i | keep_i[Bytes-1]);
endmodule
