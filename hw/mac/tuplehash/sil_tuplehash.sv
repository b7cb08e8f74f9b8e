// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// TupleHash and TupleHashXOF (NIST SP 800-185 5): requests and packets in, results out.
///
/// A request names its operation, the number of elements of its tuple, and the bytes of its result.
/// The customisation string and the elements follow on the input stream, a packet each. The first
/// beat of a packet is a header with the length of the string, which the standard hashes before the
/// string. A request that breaks a rule is refused after its last packet.
///
/// A wipe and a reset hash a block of zeros, as in sil_kmac.
///
/// ## Latency and throughput
/// A beat of a packet takes a cycle, and a block C = 24 cycles with Lanes = 25 and C = 1050 with
/// Lanes = 1. The page has the formulas.
///
/// ## Byte order
/// The first byte of a string is `s_tdata[7:0]` of the beat after the header, the first byte of a
/// result is `m_tdata[7:0]` of its first beat.
module sil_tuplehash
  import sil_kmac_pkg::piece_t, sil_tuplehash_pkg::*;
#(
  /// Security strength in bits: 128 or 256. Cost of 256: fewer bytes per block.
  parameter int unsigned Strength = 128,
  /// As in sil_sha3_core.
  parameter int unsigned Lanes = 25,
  /// As in sil_sha3_core.
  parameter bit ClockGate = 1'b0
) (
  input  logic        clk_i,
  /// Asynchronous assert, active low.
  input  logic        rst_ni,
  /// Clear all packets and everything that depends on them. A result that waits is withdrawn:
  /// `m_tvalid` falls without `m_tready`, as in a reset. A request in progress gets no answer.
  input  logic        wipe_i,
  /// Operation of the request: 0 TupleHash, 1 TupleHashXOF.
  input  logic [1:0]  i_tuser,
  /// Elements of the tuple, 0 or more.
  input  logic [31:0] i_tcount,
  /// Bytes of the result, 1 or more.
  input  logic [31:0] i_tbytes,
  input  logic        i_tvalid,
  output logic        i_tready,
  /// The packets of the request: customisation string, then each element. The first beat of a
  /// packet is its header: the length of the string, in bytes, in bits 31:0, and 0 in bits 63:32.
  input  logic [63:0] s_tdata,
  /// Valid bytes. All bytes are valid, except in the last beat: there the first bytes or none are
  /// valid. Other patterns break a rule. Bytes of a header that are not valid count as 0.
  input  logic [7:0]  s_tkeep,
  input  logic        s_tlast,
  input  logic        s_tvalid,
  output logic        s_tready,
  /// The result.
  output logic [63:0] m_tdata,
  /// Valid bytes. The others are 0.
  output logic [7:0]  m_tkeep,
  output logic        m_tlast,
  /// The request was refused. The beat has no bytes.
  output logic        m_tuser,
  output logic        m_tvalid,
  input  logic        m_tready
);
  localparam int unsigned RateBytes = (1600 - 2 * Strength) / 8;
  // The first bytes of the first block (2.3.3): left_encode of the bytes of a block, and
  // encode_string of "TupleHash". They are two pieces.
  localparam logic [63:0] Head = {"lpuT", 8'h48, 8'h01, 8'(RateBytes), 8'h01};
  localparam logic [63:0] Name = 64'("hsaHe");
  // The suffix of cSHAKE (3.3), and the first bit of pad10*1.
  localparam logic [7:0] Suffix = 8'h04;

  /// A packet is `Length`, which takes its header, and `String`, which takes the other beats if it
  /// has any. `Clear` sends a block of zeros, and `Flush` discards its output.
  typedef enum logic [3:0] {
    Clear, Flush, Idle, Begin, Function, Length, String, Tail, Result
  } state_e;

  state_e state_d, state_q;
  logic awake, rst_n, request, moved, packet, end_of_packet, given;

  // A wipe is an internal reset, from the cycle after wipe_i rises to the cycle after it falls.
  sil_internal_reset u_reset (
    .clk_i, .rst_ni, .wipe_i, .rst_no(rst_n), .awake_o(awake)
  );

  // The request: elements after this packet, bytes that are left of the string and of the result.
  logic xof_q, customisation_q, refused_q;
  logic [31:0] elements_q, size_q, left_q;
  logic [32:0] rest;
  logic framing, another, header_error;

  assign i_tready = state_q == Idle & awake;
  assign request = i_tvalid & i_tready;
  assign packet = state_q inside {Length, String};

  // A beat of a packet. The bytes are counted as a thermometer code: all allowed patterns are one.
  piece_t beat;
  assign beat.count = {
    s_tkeep[7], s_tkeep[3] ^ s_tkeep[7],
    s_tkeep[1] ^ s_tkeep[3] ^ s_tkeep[5] ^ s_tkeep[7], ^s_tkeep
  };
  for (genvar i = 0; i < 8; i++) begin : gen_byte
    assign beat.data[8*i+:8] = s_tdata[8*i+:8] & {8{s_tkeep[i]}};
  end

  sil_axis_framing #(.Bytes(8)) u_framing (
    .keep_i(s_tkeep), .last_i(s_tlast), .error_o(framing)
  );

  // The string has more bytes than its header says, or fewer.
  assign rest = 33'(size_q) - 33'(beat.count);
  assign another = rest[32] | (s_tlast & rest != '0);
  // The length in the header is above 2^32 - 1, or the packet has no string.
  assign header_error = beat.data[63:32] != '0 | (s_tlast & beat.data[31:0] != '0);

  // Pieces of the sections: the one that ends with the customisation string, and the tuple.
  piece_t piece;
  logic last, final_section, valid, ready;

  always_comb begin
    unique case (state_q)
      Begin:    piece = '{4'd8, Head};
      Function: piece = '{4'd5, Name};
      Length:   piece = left_encode(bits_of(beat.data[31:0]));
      String:   piece = beat;
      Tail:     piece = right_encode(bits_of(xof_q ? '0 : left_q), Suffix);
      default:  piece = '{4'd8, '0};
    endcase
  end

  assign final_section = state_q inside {Clear, Tail};
  assign last = final_section | (packet & s_tlast & customisation_q);
  assign valid = state_q inside {Clear, Begin, Function, Tail} | (packet & s_tvalid);
  assign moved = valid & ready;
  assign s_tready = packet & ready & awake;
  assign end_of_packet = packet & moved & s_tlast;

  logic output_valid;

  sil_kmac_sponge #(.Strength(Strength), .Lanes(Lanes), .ClockGate(ClockGate)) u_sponge (
    .clk_i,
    .rst_ni   (rst_n),
    .s_tdata  (piece.data),
    .s_tcount (piece.count),
    .s_tlast  (last),
    .s_tfinal (final_section),
    .s_tvalid (valid),
    .s_tready (ready),
    .discard_i(state_q == Flush),
    .give_i   (state_q == Result),
    .more_i   (state_q == Result),
    .wipe_i   (~awake),
    .refused_i(refused_q),
    .left_i   (left_q),
    .given_o  (given),
    .output_o (output_valid),
    .m_tdata,
    .m_tkeep,
    .m_tlast,
    .m_tuser,
    .m_tvalid,
    .m_tready
  );

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      Clear:    if (moved) state_d = Flush;
      Flush:    if (output_valid) state_d = Idle;
      Idle:     if (request) state_d = Begin;
      Begin:    if (moved) state_d = Function;
      Function: if (moved) state_d = Length;
      Length, String: begin
        if (moved) state_d = ~s_tlast ? String : elements_q == '0 ? Tail : Length;
      end
      Tail:     if (moved) state_d = Result;
      default:  if (given & m_tlast) state_d = Lanes == 1 ? Clear : Idle;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) begin
      state_q <= Clear;
      {xof_q, customisation_q, refused_q} <= '0;
      {elements_q, size_q, left_q} <= '0;
    end else begin
      state_q <= state_d;
      if (request) begin
        xof_q <= i_tuser[0];
        elements_q <= i_tcount;
        left_q <= i_tbytes;
        refused_q <= i_tuser[1] | i_tbytes == '0;
        customisation_q <= 1'b1;
      end
      if (packet & moved) begin
        refused_q <= refused_q | framing | (state_q == Length ? header_error : another);
        size_q <= state_q == Length ? beat.data[31:0] : rest[31:0];
      end
      if (end_of_packet) begin
        elements_q <= elements_q - 1'b1;
        customisation_q <= 1'b0;
      end
      if (given) left_q <= left_q - 32'd8;
    end
  end
endmodule
