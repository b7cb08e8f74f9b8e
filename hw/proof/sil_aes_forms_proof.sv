// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: each transformation of a round is that of FIPS 197, in every form, and the
/// transformations of the inverse cipher invert those of the cipher.
///
/// If the transformations are inverse, so are the rounds: SubBytes acts on each byte alone,
/// MixColumns on each column alone, and ShiftRows is wires.
module sil_aes_forms_proof
  import sil_aes_pkg::*;
#(
  /// What is proved. 0: the S-boxes. 1: the columns of a round. 2: the inverse of the columns.
  parameter int unsigned Part = 0
) (
  input logic         clk_i,
  input logic [7:0]   byte_i,
  input logic [7:0]   add_i,
  input logic [127:0] state_i,
  input logic [127:0] key_i,
  input logic         last_i
);
  if (Part == 0) begin : gen_bytes
    for (genvar i = 0; i < 3; i++) begin : gen_form
      logic [7:0] forward, inverse, either, inverse_either;
      sil_aes_sbox #(.Sbox(sbox_e'(i)), .Direction(ENCRYPT)) u_forward (
        .clk_i, .run_i(1'b1), .clear_i(1'b0), .decrypt_i(1'b0), .data_i(byte_i), .key_i(8'h00),
        .data_o(forward)
      );
      sil_aes_sbox #(.Sbox(sbox_e'(i)), .Direction(DECRYPT)) u_inverse (
        .clk_i, .run_i(1'b1), .clear_i(1'b0), .decrypt_i(1'b1), .data_i(forward), .key_i(8'h00),
        .data_o(inverse)
      );
      sil_aes_sbox #(.Sbox(sbox_e'(i)), .Direction(BOTH)) u_either (
        .clk_i, .run_i(1'b1), .clear_i(1'b0), .decrypt_i(1'b0), .data_i(byte_i), .key_i(add_i),
        .data_o(either)
      );
      sil_aes_sbox #(.Sbox(sbox_e'(i)), .Direction(BOTH)) u_inverse_either (
        .clk_i, .run_i(1'b1), .clear_i(1'b0), .decrypt_i(1'b1), .data_i(forward), .key_i(add_i),
        .data_o(inverse_either)
      );
      always_comb begin
        assert ((forward ^ AFFINE) == sbox(byte_i));
        assert (either == (forward ^ add_i));
        assert (inverse == byte_i);
        assert (inv_sbox(forward ^ AFFINE) == byte_i);
        assert (inverse_either == (byte_i ^ add_i));
      end
    end
  end else if (Part == 1) begin : gen_columns
    logic [127:0] mixed;
    sil_aes_columns u_columns (
      .clk_i, .run_i(1'b1), .state_i, .last_i, .key_i, .block_i('0), .state_o(mixed)
    );
    always_comb begin
      assert (mixed == ((last_i ? state_i : mix_columns(state_i)) ^ key_i));
      assert (inv_shift_rows(shift_rows(state_i)) == state_i);
    end
  end else begin : gen_inverse
    // Both transformations are linear, which is proved first. What holds of all states with a
    // single nonzero byte then holds of all states.
    logic [2:0][127:0] states, inverted, mixed;  // two states and their sum
    assign states = {state_i ^ key_i, key_i, state_i};
    for (genvar i = 0; i < 3; i++) begin : gen_sum
      sil_aes_inverse u_inverse (.on_i(1'b1), .state_i(states[i]), .state_o(inverted[i]));
      sil_aes_columns u_columns (
        .clk_i, .run_i(1'b1), .state_i(states[i]), .last_i(1'b0), .key_i('0), .block_i('0),
        .state_o(mixed[i])
      );
    end

    logic [127:0] single, single_inverted, single_unmixed, single_mixed;
    assign single = 128'(byte_i) << (8 * add_i[3:0]);
    sil_aes_inverse u_inverse (.on_i(1'b1), .state_i(single), .state_o(single_inverted));
    sil_aes_columns u_unmixed (
      .clk_i, .run_i(1'b1), .state_i(single_inverted), .last_i(1'b0), .key_i('0), .block_i('0),
      .state_o(single_unmixed)
    );
    sil_aes_columns u_mixed (
      .clk_i, .run_i(1'b1), .state_i(single_unmixed), .last_i(1'b0), .key_i('0), .block_i('0),
      .state_o(single_mixed)
    );
    always_comb begin
      assert (inverted[2] == (inverted[1] ^ inverted[0]));
      assert (mixed[2] == (mixed[1] ^ mixed[0]));
      assert (single_unmixed == inv_mix_columns(single));
      assert (single_mixed == single);
    end
  end
endmodule
