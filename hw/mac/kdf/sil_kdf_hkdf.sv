// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Control of HKDF (RFC 5869): which keys and messages HMAC gets.
///
/// Extract (2.2): the salt becomes the key of HMAC, and PRK is HMAC of the input key material.
/// Expand (2.3): PRK becomes the key, and T(i) is HMAC of T(i-1), the info and the byte i. Each
/// T(i) is kept while it is given out, and begins the next message.
module sil_kdf_hkdf
  import sil_kdf_pkg::*;
#(
  /// Bytes of a digest.
  parameter int unsigned DigestBytes = 32
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  /// The request. Its operation is 0: extract and expand, 1: extract, 2: expand.
  input  logic [1:0]  operation_i,
  /// Bytes of its result.
  input  logic [31:0] bytes_i,
  input  logic        request_i,
  /// As in sil_kdf_pbkdf2.
  output logic        idle_o,
  output logic        reject_o,
  input  logic        refused_i,
  output logic        load_o,
  input  logic        loaded_i,
  output logic        start_o,
  output command_t    command_o,
  input  logic        sent_i,
  /// The byte i, in the low bits.
  output logic [31:0] constant_o,
  /// As in sil_kdf_pbkdf2.
  output logic        await_o,
  input  logic        tag_i,
  output logic        give_o,
  input  logic        given_i,
  input  logic        complete_i,
  output logic        answer_o,
  input  logic        answered_i,
  output logic        done_o
);
  typedef enum logic [3:0] {
    Idle, Key, Material, Prk, Info, First, Derive, Give, Next, Refuse, Done
  } state_e;

  localparam command_t KEY = '{
    key: 1'b1, prefix: NoPrefix, constant: NoConstant, body: StreamBody,
    terms: '{keep: 1'b0, add: 1'b0, ones: 1'b0}
  };
  localparam command_t MATERIAL = '{
    key: 1'b0, prefix: NoPrefix, constant: NoConstant, body: StreamBody,
    terms: '{keep: 1'b0, add: 1'b0, ones: 1'b0}
  };
  localparam command_t PRK = '{
    key: 1'b1, prefix: TagPrefix, constant: NoConstant, body: NoBody,
    terms: '{keep: 1'b0, add: 1'b0, ones: 1'b0}
  };
  localparam command_t FIRST = '{
    key: 1'b0, prefix: NoPrefix, constant: AfterBody, body: BufferBody,
    terms: '{keep: 1'b0, add: 1'b0, ones: 1'b0}
  };
  localparam command_t NEXT = '{
    key: 1'b0, prefix: KeptPrefix, constant: AfterBody, body: BufferBody,
    terms: '{keep: 1'b0, add: 1'b0, ones: 1'b0}
  };

  state_e state_d, state_q;
  logic [1:0] operation_q;
  logic [7:0] index_q;

  always_comb begin
    state_d = state_q;
    start_o = 1'b0;
    command_o = NEXT;
    unique case (state_q)
      Idle: if (request_i) begin
        state_d = Key;
        start_o = 1'b1;
        command_o = KEY;
      end
      Key: if (sent_i) begin
        state_d = operation_q[1] ? Info : Material;
        start_o = ~operation_q[1];
        command_o = MATERIAL;
      end
      Material: if (tag_i) begin
        if (operation_q[0]) begin
          state_d = refused_i ? Refuse : Give;
        end else begin
          state_d = Prk;
          start_o = 1'b1;
          command_o = PRK;
        end
      end
      Prk: if (sent_i) state_d = Info;
      Info: if (loaded_i) state_d = First;
      First: if (refused_i) state_d = Refuse;
      else begin
        state_d = Derive;
        start_o = 1'b1;
        command_o = FIRST;
      end
      Derive: if (tag_i) state_d = Give;
      Give: if (given_i) state_d = complete_i ? Done : Next;
      Next: begin
        state_d = Derive;
        start_o = 1'b1;
      end
      Refuse: if (answered_i) state_d = Done;
      default: ;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q     <= Idle;
      operation_q <= '0;
      index_q     <= '0;
    end else begin
      state_q <= state_d;
      if (request_i) operation_q <= operation_i;
      if (state_q == Idle) index_q <= 8'd1;
      else if (given_i) index_q <= index_q + 8'd1;
    end
  end

  assign idle_o = state_q == Idle;
  assign reject_o = operation_i == 2'd3 | bytes_i == '0
    | bytes_i > (operation_i[0] ? 32'(DigestBytes) : 32'(255 * DigestBytes));
  assign load_o = state_q == Info;
  assign constant_o = 32'(index_q);
  assign await_o = state_q inside {Material, Derive};
  assign give_o = state_q == Give;
  assign answer_o = state_q == Refuse;
  assign done_o = state_q == Done;
endmodule
