// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: sil_axis_framing reports exactly the beats that break a rule. A beat that is not
/// the last one has all its bytes, the last one its first n bytes, with n from 0 on.
module sil_axis_framing_proof
#(
  /// As in sil_axis_framing.
  parameter int unsigned Bytes = 4
) (
  input logic [Bytes-1:0] keep_i,
  input logic             last_i
);
  logic error, right;

  sil_axis_framing #(.Bytes(Bytes)) u_framing (.keep_i, .last_i, .error_o(error));

  always_comb begin
    right = &keep_i;
    for (int unsigned n = 0; n < Bytes; n++) begin
      if (last_i && keep_i == Bytes'((1 << n) - 1)) right = 1'b1;
    end
    assert (error == !right);
  end
endmodule
