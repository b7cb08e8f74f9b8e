// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Control of PBKDF2 (RFC 8018 5.2): which messages HMAC gets.
///
/// The password becomes the key of HMAC. For each block i of the result, U_1 is HMAC of the salt
/// and INT(i), and each further U_j is HMAC of the one before it. The kept block becomes T_i, the
/// sum of all U_j: each U_j is added while it is sent as the next message, and the last one while
/// T_i is given out.
module sil_kdf_pbkdf2
  import sil_kdf_pkg::*;
(
  input  logic        clk_i,
  input  logic        rst_ni,
  /// The request: its operation, its iteration count c, and the bytes of its result.
  input  logic [1:0]  operation_i,
  input  logic [31:0] iterations_i,
  input  logic [31:0] bytes_i,
  input  logic        request_i,
  /// No request is in progress.
  output logic        idle_o,
  /// The request is refused.
  output logic        reject_o,
  /// This request, or a packet of it, has been refused.
  input  logic        refused_i,
  /// The next packet goes to the buffer.
  output logic        load_o,
  /// Its last beat is taken.
  input  logic        loaded_i,
  /// Send this to HMAC.
  output logic        start_o,
  output command_t    command_o,
  /// The last piece of it is taken.
  input  logic        sent_i,
  /// INT(i), the most significant byte in the low bits.
  output logic [31:0] constant_o,
  /// The next tag is awaited.
  output logic        await_o,
  /// It is taken.
  input  logic        tag_i,
  /// Give out the block, as far as the result goes.
  output logic        give_o,
  /// The last beat of the block is given.
  input  logic        given_i,
  /// With `given_i`: the result is complete.
  input  logic        complete_i,
  /// Offer an answer without bytes.
  output logic        answer_o,
  /// It is taken.
  input  logic        answered_i,
  /// The request is complete.
  output logic        done_o
);
  typedef enum logic [2:0] {Idle, Password, Salt, First, Iterate, Give, Refuse, Done} state_e;

  localparam command_t KEY = '{
    key: 1'b1, prefix: NoPrefix, constant: NoConstant, body: StreamBody,
    terms: '{keep: 1'b0, add: 1'b0, ones: 1'b0}
  };
  localparam command_t FIRST = '{
    key: 1'b0, prefix: NoPrefix, constant: AfterBody, body: BufferBody,
    terms: '{keep: 1'b0, add: 1'b0, ones: 1'b0}
  };
  localparam command_t NEXT = '{
    key: 1'b0, prefix: TagPrefix, constant: NoConstant, body: NoBody,
    terms: '{keep: 1'b1, add: 1'b1, ones: 1'b0}
  };

  state_e state_d, state_q;
  logic [31:0] index_q, iterations_q, left_q;
  logic last_q;  // one iteration is left. It follows left_q one cycle later.

  always_comb begin
    state_d = state_q;
    start_o = 1'b0;
    command_o = NEXT;
    unique case (state_q)
      Idle: if (request_i) begin
        state_d = Password;
        start_o = 1'b1;
        command_o = KEY;
      end
      Password: if (sent_i) state_d = Salt;
      Salt: if (loaded_i) state_d = First;
      First: if (refused_i) state_d = Refuse;
      else begin
        state_d = Iterate;
        start_o = 1'b1;
        command_o = FIRST;
      end
      Iterate: if (tag_i) begin
        if (last_q) state_d = Give;
        else start_o = 1'b1;
      end
      Give: if (given_i) state_d = complete_i ? Done : First;
      Refuse: if (answered_i) state_d = Done;
      default: ;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q      <= Idle;
      index_q      <= '0;
      iterations_q <= '0;
      left_q       <= '0;
      last_q       <= 1'b0;
    end else begin
      state_q <= state_d;
      last_q <= left_q == 32'd1;
      if (state_q == Idle) begin
        index_q      <= 32'd1;
        iterations_q <= iterations_i;
      end else if (given_i) begin
        index_q <= index_q + 32'd1;
      end
      if (state_q == First) left_q <= iterations_q;
      else if (tag_i) left_q <= left_q - 32'd1;
    end
  end

  assign idle_o = state_q == Idle;
  assign reject_o = operation_i != '0 | iterations_i == '0 | bytes_i == '0;
  assign load_o = state_q == Salt;
  assign constant_o = {<<8{index_q}};
  assign await_o = state_q == Iterate;
  assign give_o = state_q == Give;
  assign answer_o = state_q == Refuse;
  assign done_o = state_q == Done;
endmodule
