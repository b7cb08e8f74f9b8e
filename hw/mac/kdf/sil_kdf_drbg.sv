// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Control of HMAC_DRBG (SP 800-90A 10.1.2): which keys and messages HMAC gets.
///
/// HMAC holds Key as the midstates of its key, and the kept block is V. The packet of a request is
/// the seed material, or the additional input of generate. Update (10.1.2.2) makes a new Key and a
/// new V once without a packet, and twice with one.
module sil_kdf_drbg
  import sil_kdf_pkg::*;
#(
  /// Requests for bytes between two seeds are at most 2 ** ReseedBits.
  parameter int unsigned ReseedBits = 48
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  /// The request. Its operation is 0: generate, 1: instantiate, 2: reseed.
  input  logic [1:0]  operation_i,
  /// Bytes of its result, of generate.
  input  logic [31:0] bytes_i,
  input  logic        request_i,
  /// As in sil_kdf_pbkdf2.
  output logic        idle_o,
  output logic        reject_o,
  input  logic        refused_i,
  output logic        load_o,
  input  logic        loaded_i,
  /// The packet has no bytes.
  input  logic        empty_i,
  /// As in sil_kdf_pbkdf2.
  output logic        start_o,
  output command_t    command_o,
  input  logic        sent_i,
  /// The byte between V and the packet, in the low bits.
  output logic [31:0] constant_o,
  /// As in sil_kdf_pbkdf2.
  output logic        await_o,
  input  logic        tag_i,
  /// The tag becomes the kept block. Nothing is given out.
  output logic        move_o,
  /// The last beat of it is moved.
  input  logic        moved_i,
  /// As in sil_kdf_pbkdf2.
  output logic        give_o,
  input  logic        given_i,
  input  logic        complete_i,
  output logic        answer_o,
  input  logic        answered_i,
  /// The packet is refused: it has no bytes.
  output logic        deny_o,
  /// Clear the buffer.
  output logic        clear_o
);
  if (ReseedBits < 1 || ReseedBits > 48) begin : gen_reseed
    $fatal(1, "ReseedBits must be 1 to 48");
  end

  typedef enum logic [3:0] {
    Idle, Load, Begin, Zero, Mix, Mixed, Key, Value, Move, Generate, Generated, Give, Answer, Clear
  } state_e;

  localparam logic [1:0] GENERATE = 2'd0, INSTANTIATE = 2'd1, RESEED = 2'd2;
  // Most bytes of a request: 2 ** 19 bits (SP 800-90A table 2).
  localparam logic [31:0] MOST = 32'd65536;

  localparam command_t ZERO = '{
    key: 1'b1, prefix: TagPrefix, constant: NoConstant, body: NoBody,
    terms: '{keep: 1'b0, add: 1'b0, ones: 1'b1}
  };
  localparam command_t KEY = '{
    key: 1'b1, prefix: TagPrefix, constant: NoConstant, body: NoBody,
    terms: '{keep: 1'b1, add: 1'b0, ones: 1'b0}
  };
  localparam command_t VALUE = '{
    key: 1'b0, prefix: KeptPrefix, constant: NoConstant, body: NoBody,
    terms: '{keep: 1'b0, add: 1'b0, ones: 1'b0}
  };

  state_e state_d, state_q;
  logic [1:0] operation_q;
  logic [ReseedBits:0] count_q;  // requests for bytes since the last seed
  logic seeded_q;                // there are Key and V
  logic last_q;                  // the update is the last part of the request
  logic round_q;                 // the second half of an update
  logic empty_q;                 // the packet has no bytes
  command_t mix;

  always_comb begin
    mix = '{
      key: 1'b0, prefix: KeptPrefix, constant: BeforeBody, body: empty_q ? NoBody : BufferBody,
      terms: '{keep: 1'b1, add: 1'b0, ones: 1'b0}
    };
    state_d = state_q;
    start_o = 1'b0;
    command_o = VALUE;
    unique case (state_q)
      Idle: if (request_i) state_d = Load;
      Load: if (loaded_i) state_d = Begin;
      Begin: begin
        if (refused_i || deny_o) state_d = Answer;
        else if (operation_q == INSTANTIATE) state_d = Zero;
        else if (empty_i) state_d = Generate;
        else state_d = Mix;
        start_o = state_d == Zero;
        command_o = ZERO;
      end
      Zero: if (sent_i) state_d = Mix;
      Mix: begin
        state_d = Mixed;
        start_o = 1'b1;
        command_o = mix;
      end
      Mixed: if (tag_i) begin
        state_d = Key;
        start_o = 1'b1;
        command_o = KEY;
      end
      Key: if (sent_i) begin
        state_d = Value;
        start_o = 1'b1;
      end
      Value: if (tag_i) state_d = Move;
      Move: if (moved_i) begin
        if (!round_q && !empty_q) state_d = Mix;
        else if (!last_q) state_d = Generate;
        else state_d = operation_q == GENERATE ? Clear : Answer;
      end
      Generate: begin
        state_d = Generated;
        start_o = 1'b1;
      end
      Generated: if (tag_i) state_d = Give;
      Give: if (given_i) state_d = complete_i ? Mix : Generate;
      Answer: if (answered_i) state_d = Clear;
      default: state_d = Idle;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q     <= Idle;
      operation_q <= '0;
      count_q     <= '0;
      seeded_q    <= 1'b0;
      last_q      <= 1'b0;
      round_q     <= 1'b0;
      empty_q     <= 1'b0;
    end else begin
      state_q <= state_d;
      if (request_i) operation_q <= operation_i;
      if (state_q == Begin) begin
        empty_q <= empty_i;
        last_q  <= operation_q != GENERATE;
        round_q <= 1'b0;
      end
      if (state_q == Move && moved_i) round_q <= ~round_q & ~empty_q;
      if (state_q == Give) begin
        last_q  <= 1'b1;
        round_q <= 1'b0;
      end
      if (state_q == Give && given_i && complete_i) count_q <= count_q + 1'b1;
      if (state_q == Move && moved_i && state_d == Answer) begin
        count_q  <= '0;
        seeded_q <= 1'b1;
      end
    end
  end

  always_comb begin
    unique case (operation_i)
      GENERATE:    reject_o = ~seeded_q | count_q[ReseedBits] | bytes_i == '0 | bytes_i > MOST;
      INSTANTIATE: reject_o = 1'b0;
      RESEED:      reject_o = ~seeded_q;
      default:     reject_o = 1'b1;
    endcase
  end

  assign idle_o = state_q == Idle;
  assign load_o = state_q == Load;
  assign constant_o = 32'(round_q);
  assign await_o = state_q inside {Mixed, Value, Generated};
  assign move_o = state_q == Move;
  assign give_o = state_q == Give;
  assign answer_o = state_q == Answer;
  assign deny_o = state_q == Begin & empty_i & operation_q != GENERATE;
  assign clear_o = state_q == Clear;
endmodule
