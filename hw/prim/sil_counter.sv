// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A counter whose state is in binary or in Gray code (sil_counter_pkg::encode).
///
/// In Gray code one bit of the register changes a step, so that neither it nor what decodes it
/// passes through states in between.
module sil_counter
  import sil_counter_pkg::*;
#(
  parameter code_e Code = BINARY,
  /// Numbers it counts through, from 0; even where Code = GRAY.
  parameter int unsigned Numbers = 84,
  /// The number it can be set to.
  parameter int unsigned Start = 0,
  localparam int unsigned Bits = code_bits(Numbers)
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  /// The number becomes Start.
  input  logic            start_i,
  /// The number becomes the next one (not started).
  input  logic            step_i,
  /// The number is the last one: the next is `first_i`, in Gray code 0.
  input  logic            wrap_i,
  input  logic [Bits-1:0] first_i,
  /// The state.
  output logic [Bits-1:0] code_o
);
  if (Code == GRAY && Numbers % 2 != 0) begin : gen_odd
    $fatal(1, "CounterCode = GRAY needs an even number of cycles a block");
  end

  logic [Bits-1:0] code_d, code_q;

  if (Code == GRAY) begin : gen_gray
    // Of an even place the last bit changes, of an odd one the bit before the last 1; at the end of
    // the cycle the leading bit.
    logic [Bits-1:0] flip;
    always_comb begin
      logic odd;
      odd = ^code_q;
      flip = '0;
      flip[0] = ~odd;
      for (int i = Bits - 2; i >= 0; i--) begin
        if (odd && code_q[i]) flip = Bits'(1) << (i + 1);
      end
      if (wrap_i) flip = Bits'(1) << (Bits - 1);
    end
    assign code_d = code_q ^ flip;
  end else begin : gen_binary
    assign code_d = wrap_i ? first_i : code_q + 1'b1;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) code_q <= Bits'(encode(Code, Numbers, 0));
    else if (start_i) code_q <= Bits'(encode(Code, Numbers, Start));
    else if (step_i) code_q <= code_d;
  end

  assign code_o = code_q;
endmodule
