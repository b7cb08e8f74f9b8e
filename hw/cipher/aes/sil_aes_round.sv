// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A round of the cipher or the inverse cipher, all 16 bytes in parallel (FIPS 197 5.1, 5.3).
///
/// The S-boxes omit the constant of SubBytes; the round keys contain it.
///
///     cipher          S-boxes, ShiftRows, MixColumns unless last, + key_i + block_i
///     inverse cipher  S-boxes, InvShiftRows, + before_i, InvMixColumns unless last, + key_i
///                     + block_i
///
/// With DECRYPT the round ignores before_i. It is the round of the equivalent inverse cipher
/// (5.3.5), which adds round keys that have passed InvMixColumns.
///
/// ## Latency and throughput
/// One state per cycle. The latency is Stages - 1 cycles.
module sil_aes_round
  import sil_aes_pkg::*;
#(
  /// As in sil_aes_sbox.
  parameter sbox_e Sbox = FUNCTIONS,
  /// As in sil_aes_core.
  parameter direction_e Direction = ENCRYPT,
  /// Pipeline stages, 1 to 5, of which the register at the output (outside this module) ends the
  /// last. Gain: a faster clock. Cost: registers.
  parameter int unsigned Stages = 1,
  /// This instance computes the last round only: it does not mix columns.
  parameter bit Final = 1'b0
) (
  input  logic         clk_i,
  input  logic         run_i,
  /// With Stages > 1: the round takes 0 in place of `state_i`.
  input  logic         clear_i,
  input  logic [127:0] state_i,
  /// With BOTH: InvSubBytes for `state_i`.
  input  logic         decrypt_i,
  /// With BOTH: round key of `state_i` for a decrypting round, else 0.
  input  logic [127:0] before_i,
  /// Direction and last round of the state in ShiftRows: `middle(Stages)` cycles after `state_i`.
  input  logic         middle_decrypt_i,
  input  logic         middle_last_i,
  /// Last round, key and entering block, Stages - 1 cycles after `state_i`. With
  /// `split(Direction, Stages)`, `last_i` is one cycle earlier.
  input  logic         last_i,
  input  logic [127:0] key_i,
  input  logic [127:0] block_i,
  output logic [127:0] state_o
);
  // Registers are placed after levels of four-input functions. The S-box is first. With ENCRYPT it
  // is followed by three levels: the sum of a column, the term that MixColumns adds, the last XOR.
  // With BOTH there are three more before these: one for ShiftRows and two for the inverse's
  // factor. DECRYPT is the same without the level of ShiftRows.
  localparam int unsigned SboxLevels = Direction == ENCRYPT ? 6 : Direction == DECRYPT ? 7 : 9;
  localparam logic [15:0] Cuts =
    Direction == ENCRYPT
    ? (Stages == 2 ? 16'h0020 : Stages == 3 ? 16'h0048
       : Stages == 4 ? 16'h0054 : Stages == 5 ? 16'h0154 : '0)
    : Direction == DECRYPT
    ? (Stages == 2 ? 16'h0040 : Stages == 3 ? 16'h1020
       : Stages == 4 ? 16'h1090 : Stages == 5 ? 16'h10a8 : '0)
    : (Stages == 2 ? 16'h0080 : Stages == 3 ? 16'h0420
       : Stages == 4 ? 16'h1110 : Stages == 5 ? 16'h1248 : '0);

  if (Stages < 1 || Stages > 5) begin : gen_stages
    $fatal(1, "Stages must be 1 to 5");
  end
  logic [127:0] bytes, columns;

  // The XOR with before_i is merged with the S-boxes, before InvShiftRows. So the bytes of before_i
  // are shifted the other way first.
  sil_aes_sbox #(
    .Sbox(Sbox), .Direction(Direction), .Cuts(Cuts & 16'((1 << SboxLevels) - 1)), .Bytes(16)
  ) u_sbox (
    .clk_i, .run_i, .clear_i, .decrypt_i, .data_i(state_i), .key_i(shift_rows(before_i)),
    .data_o(bytes)
  );

  logic [127:0] bytes_s;
  if (Cuts[SboxLevels]) begin : gen_after_sbox
    logic [127:0] bytes_q;
    always_ff @(posedge clk_i) if (run_i) bytes_q <= bytes;
    assign bytes_s = bytes_q;
  end else begin : gen_no_cut
    assign bytes_s = bytes;
  end

  if (Direction == ENCRYPT) begin : gen_encrypt
    assign columns = shift_rows(bytes_s);
  end else begin : gen_inverse
    logic [127:0] rows, rows_s, unmixed;
    logic decrypt, on, on_s;
    assign decrypt = Direction == DECRYPT | middle_decrypt_i;
    assign on = decrypt & ~middle_last_i;
    assign rows = decrypt ? inv_shift_rows(bytes_s) : shift_rows(bytes_s);
    if (Cuts[10]) begin : gen_after_rows
      logic [127:0] rows_q;
      logic on_q;
      always_ff @(posedge clk_i) if (run_i) {on_q, rows_q} <= {on, rows};
      assign {on_s, rows_s} = {on_q, rows_q};
    end else begin : gen_through
      assign {on_s, rows_s} = {on, rows};
    end
    if (Final) begin : gen_bypass
      assign unmixed = rows_s;
    end else begin : gen_unmix
      sil_aes_inverse u_inverse (.on_i(on_s), .state_i(rows_s), .state_o(unmixed));
    end
    if (Cuts[12]) begin : gen_after_inverse
      logic [127:0] unmixed_q;
      always_ff @(posedge clk_i) if (run_i) unmixed_q <= unmixed;
      assign columns = unmixed_q;
    end else begin : gen_on
      assign columns = unmixed;
    end
  end

  if (Final) begin : gen_final
    assign state_o = columns ^ key_i;
  end else begin : gen_columns
    sil_aes_columns #(.Split(split(Direction, Stages))) u_columns (
      .clk_i, .run_i, .state_i(columns), .last_i, .key_i, .block_i, .state_o
    );
  end
endmodule
