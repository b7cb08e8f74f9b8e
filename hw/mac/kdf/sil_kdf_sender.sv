// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Sends a key or a message to HMAC, as a command says: a prefix of one digest, a body, and a
/// constant before or after the body. Each part may be missing.
///
/// ## Latency and throughput
/// The first piece is offered one cycle after `start_i`. One piece per cycle.
///
/// ## Byte order
/// The first byte of each beat is in the low bits.
module sil_kdf_sender
  import sil_kdf_pkg::*;
#(
  /// Bytes of a beat, a power of two.
  parameter int unsigned Bytes = 4,
  /// Bytes of the constant.
  parameter int unsigned ConstantBytes = 4,
  localparam int unsigned DataBits = 8 * Bytes,
  localparam int unsigned CountBits = $clog2(Bytes) + 1
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  /// Begin with this command. Nothing is being sent.
  input  logic                       start_i,
  input  command_t                   command_i,
  /// The last piece is taken.
  output logic                       sent_o,
  /// Beats of the last tag and of the kept block, and whether they are the last ones.
  input  logic [DataBits-1:0]        tag_i,
  input  logic [DataBits-1:0]        kept_i,
  input  logic                       block_end_i,
  /// A beat of the prefix is taken.
  output logic                       move_o,
  /// What moves in at the end of the kept block.
  output terms_t                     terms_o,
  /// Beats of the buffer.
  input  logic [DataBits-1:0]        buffer_i,
  input  logic [CountBits-1:0]       buffer_count_i,
  input  logic                       buffer_last_i,
  /// A beat of the buffer is taken.
  output logic                       buffer_next_o,
  /// The constant. Its first byte is in the low bits.
  input  logic [8*ConstantBytes-1:0] constant_i,
  /// The input stream.
  input  logic [DataBits-1:0]        s_tdata,
  input  logic [CountBits-1:0]       s_tcount,
  input  logic                       s_tlast,
  input  logic                       s_tvalid,
  output logic                       s_tready,
  /// To HMAC.
  output logic [DataBits-1:0]        m_tdata,
  output logic [Bytes-1:0]           m_tkeep,
  output logic                       m_tlast,
  output logic                       m_tuser,
  output logic                       m_tvalid,
  input  logic                       m_tready
);
  if (Bytes < ConstantBytes) begin : gen_constant
    $fatal(1, "the constant must fit into a beat");
  end

  typedef enum logic [2:0] {Nothing, Prefix, Before, Body, After} piece_e;

  // The piece after another one.
  function automatic piece_e following(
    prefix_e prefix, constant_e constant, body_e body, piece_e piece
  );
    if (piece < Prefix && prefix != NoPrefix) return Prefix;
    if (piece < Before && constant == BeforeBody) return Before;
    if (piece < Body && body != NoBody) return Body;
    if (piece < After && constant == AfterBody) return After;
    return Nothing;
  endfunction

  piece_e piece_q, next;
  command_t command_q;
  logic stream, end_of_piece, last, valid, ready, moved;
  logic [DataBits-1:0] data;
  logic [CountBits-1:0] count;

  assign stream = command_q.body == StreamBody;
  assign next = following(command_q.prefix, command_q.constant, command_q.body, piece_q);

  always_comb begin
    unique case (piece_q)
      Prefix: begin
        data = command_q.prefix == TagPrefix ? tag_i : kept_i;
        count = CountBits'(Bytes);
        end_of_piece = block_end_i;
      end
      Body: begin
        data = stream ? s_tdata : buffer_i;
        count = stream ? s_tcount : buffer_count_i;
        end_of_piece = stream ? s_tlast : buffer_last_i;
      end
      default: begin
        data = DataBits'(constant_i);
        count = CountBits'(ConstantBytes);
        end_of_piece = 1'b1;
      end
    endcase
  end

  assign last = end_of_piece & next == Nothing;
  assign valid = piece_q != Nothing & (piece_q != Body | ~stream | s_tvalid);
  assign moved = valid & ready;
  assign sent_o = moved & last;
  assign move_o = moved & piece_q == Prefix;
  assign buffer_next_o = moved & piece_q == Body;
  assign s_tready = piece_q == Body & stream & ready;
  assign terms_o = command_q.terms;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      piece_q   <= Nothing;
      command_q <= command_t'(0);
    end else if (start_i) begin
      piece_q   <= following(command_i.prefix, command_i.constant, command_i.body, Nothing);
      command_q <= command_i;
    end else if (moved && end_of_piece) begin
      piece_q   <= next;
    end
  end

  sil_kdf_join #(.Bytes(Bytes)) u_join (
    .clk_i,
    .rst_ni,
    .s_tdata (data),
    .s_tcount(count),
    .s_tlast (last),
    .s_tpass (piece_q == Body & stream),
    .s_tvalid(valid),
    .s_tready(ready),
    .m_tdata,
    .m_tkeep,
    .m_tlast,
    .m_tvalid,
    .m_tready
  );

  assign m_tuser = command_q.key;
endmodule
