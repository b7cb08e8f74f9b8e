// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Whether a beat of a message breaks the framing rules of this library's streams.
///
/// The valid bytes of the last beat are contiguous from byte 0; there may be none: the only beat of an
/// empty message, or a last beat after full ones. All bytes of every other beat are valid.
///
/// ## Latency and throughput
/// Combinational: two levels of logic from `keep_i` for a beat of up to 8 bytes.
module sil_axis_framing #(
  /// Bytes of a beat: 2 or more.
  parameter int unsigned Bytes = 4
) (
  /// `tkeep` and `tlast` of the beat.
  input  logic [Bytes-1:0] keep_i,
  input  logic             last_i,
  /// The beat breaks a rule.
  output logic             error_o
);
  // Contiguous bytes from byte 0 are all bytes where the highest one is valid.
  assign error_o = |(keep_i[Bytes-1:1] & ~keep_i[Bytes-2:0]) | ~(last_i | keep_i[Bytes-1]);
endmodule
