// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A counter whose state is in binary or in Gray code (sil_counter_pkg::encode).
///
/// In Gray code one bit of the register changes per step. The register and the logic that decodes
/// it then pass through no intermediate states.
module sil_counter
  import sil_counter_pkg::*;
#(
  /// The code of the state. Gain of GRAY: one bit of the register changes per step. Cost: some
  /// gates.
  parameter code_e Code = BINARY,
  /// The counter counts through the numbers 0 to Numbers - 1. Numbers is even if Code = GRAY.
  parameter int unsigned Numbers = 84,
  /// The number that `start_i` sets.
  parameter int unsigned Start = 0,
  localparam int unsigned Bits = code_bits(Numbers)
) (
  input  logic            clk_i,
  /// Asynchronous assert, active low. The number becomes 0.
  input  logic            rst_ni,
  /// The number becomes Start. Has priority over `step_i`.
  input  logic            start_i,
  /// The number becomes the next one.
  input  logic            step_i,
  /// The number is the last one. The next number is then `first_i` in binary code and 0 in Gray
  /// code.
  input  logic            wrap_i,
  input  logic [Bits-1:0] first_i,
  /// The number, in the code that `Code` names.
  output logic [Bits-1:0] count_o
);
  if (Code == GRAY && Numbers % 2 != 0) begin : gen_odd
    $fatal(1, "CounterCode = GRAY needs an even number of cycles per block");
  end

  logic [Bits-1:0] count_d, count_q;

  if (Code == GRAY) begin : gen_gray
    // If the parity of the state is even, bit 0 changes. If it is odd, the bit to the left of the
    // lowest 1 changes. When the counter wraps, the leading bit changes.
    logic [Bits-1:0] flip;
    always_comb begin
      logic odd;
      odd = ^count_q;
      flip = '0;
      flip[0] = ~odd;
      for (int i = Bits - 2; i >= 0; i--) begin
        if (odd && count_q[i]) flip = Bits'(1) << (i + 1);
      end
      if (wrap_i) flip = Bits'(1) << (Bits - 1);
    end
    assign count_d = count_q ^ flip;
  end else begin : gen_binary
    assign count_d = wrap_i ? first_i : count_q + 1'b1;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) count_q <= Bits'(encode(Code, Numbers, 0));
    else if (start_i) count_q <= Bits'(encode(Code, Numbers, Start));
    else if (step_i) count_q <= count_d;
  end

  assign count_o = count_q;
endmodule
