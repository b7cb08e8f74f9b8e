// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// KMAC, KMACXOF and cSHAKE (NIST SP 800-185 3 and 4): requests and packets in, results out.
///
/// A request names its operation, the bytes of its customisation string, of its key and of its
/// result. Its packets follow on the input stream. A request that breaks a rule is refused after
/// its last packet.
///
/// A wipe and a reset hash a block of zeros, which overwrites all registers and memories that
/// depended on a packet. `i_tready` is low until then. With Lanes = 1 the unit does the same after
/// each request. With Lanes = 25 the state is cleared after each request.
///
/// ## Latency and throughput
/// A block takes C = 24 cycles with Lanes = 25, and C = 1050 with Lanes = 1. It has R words. With
/// Lanes = 25 the first beat of the result of KMAC is valid b * C + R + 5 cycles after the request
/// is accepted, where b counts the blocks of all its packets. The page has the other formulas.
///
/// ## Byte order
/// The first byte of a packet is `s_tdata[7:0]` of its first beat, the first byte of a result is
/// `m_tdata[7:0]` of its first beat.
module sil_kmac
  import sil_kmac_pkg::*;
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
  /// Operation of the request: 0 KMAC, 1 KMACXOF, 2 cSHAKE.
  input  logic [1:0]  i_tuser,
  /// Bytes of the customisation string in bits 15:0. Bytes of the key in bits 31:16, which cSHAKE
  /// ignores.
  input  logic [31:0] i_tcount,
  /// Bytes of the result, 1 or more. KMAC: up to 65535.
  input  logic [31:0] i_tbytes,
  input  logic        i_tvalid,
  output logic        i_tready,
  /// The packets of the request: customisation string, key (not with cSHAKE), message.
  input  logic [63:0] s_tdata,
  /// Valid bytes. All bytes are valid, except in the last beat: there the first bytes or none are
  /// valid. Other patterns break a rule.
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
  // The first bytes of bytepad: left_encode of the bytes of a block.
  localparam logic [15:0] Rate = {8'((1600 - 2 * Strength) / 8), 8'd1};
  // encode_string of the function name: "KMAC", or nothing with cSHAKE.
  localparam logic [47:0] Name = 48'h43414d4b2001, NoName = 48'h0001;
  // The suffix of cSHAKE (3.3) or of SHAKE, and the first bit of pad10*1.
  localparam logic [7:0] Suffix = 8'h04, ShakeSuffix = 8'h1f;

  /// A section begins with `Head` and `Length`, which the message does not have. `Clear` sends a
  /// block of zeros, and `Flush` discards its output.
  typedef enum logic [2:0] {Clear, Flush, Idle, Head, Length, Packet, Tail, Result} state_e;
  typedef enum logic [1:0] {Customisation, Key, Message} section_e;

  state_e state_d, state_q;
  section_e section_d, section_q;
  logic awake, rst_n, request, moved, packet, end_of_packet;

  // A wipe is an internal reset, from the cycle after wipe_i rises to the cycle after it falls.
  sil_internal_reset u_reset (
    .clk_i, .rst_ni, .wipe_i, .rst_no(rst_n), .awake_o(awake)
  );

  // The request, and the bytes that are left of the packets and of the result.
  logic xof_q, cshake_q, shake_q, refused_q;
  logic [15:0] customisation_q, key_q, size;
  logic [31:0] left_q;
  logic [16:0] rest;
  logic framing, another;

  assign i_tready = state_q == Idle & awake;
  assign request = i_tvalid & i_tready;
  assign packet = state_q == Packet;

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

  always_comb begin
    unique case (section_q)
      Customisation: size = customisation_q;
      Key:           size = key_q;
      default:       size = xof_q ? '0 : left_q[15:0];
    endcase
  end

  // The packet has more bytes than the request says, or fewer.
  assign rest = 17'(size) - 17'(beat.count);
  assign another = section_q != Message & (rest[16] | (s_tlast & rest != '0));

  // Pieces of the sections.
  piece_t piece;
  logic last, final_section, valid, ready;

  always_comb begin
    piece = '0;
    unique case (state_q)
      Head: begin
        piece.data = section_q == Key ? 64'(Rate) : {cshake_q ? NoName : Name, Rate};
        piece.count = section_q == Key ? 4'd2 : cshake_q ? 4'd4 : 4'd8;
      end
      Length: piece = left_encode(bits_of(size));
      Packet: piece = beat;
      Tail: begin
        piece = right_encode(bits_of(size), Suffix);
        if (cshake_q) piece = '{4'd1, 64'(shake_q ? ShakeSuffix : Suffix)};
      end
      default: piece.count = 4'd8;
    endcase
  end

  assign final_section = state_q == Tail | state_q == Clear;
  assign last = final_section | (packet & s_tlast & section_q != Message);
  assign valid = state_q inside {Clear, Head, Length, Tail} | (packet & s_tvalid);
  assign moved = valid & ready;
  assign s_tready = packet & ready & awake;
  assign end_of_packet = packet & moved & s_tlast;

  logic output_valid, given;

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
    section_d = section_q;
    unique case (state_q)
      Clear:   if (moved) state_d = Flush;
      Flush:   if (output_valid) state_d = Idle;
      Idle: begin
        section_d = Customisation;
        // cSHAKE without a customisation string is SHAKE (3.3).
        if (request) state_d = i_tuser[1] & i_tcount[15:0] == '0 ? Packet : Head;
      end
      Head:    if (moved) state_d = Length;
      Length:  if (moved) state_d = Packet;
      Packet: begin
        if (end_of_packet) begin
          state_d = section_q == Message ? Tail
            : section_q == Key | cshake_q ? Packet : Head;
          section_d = section_q == Customisation & ~cshake_q ? Key : Message;
        end
      end
      Tail:    if (moved) state_d = Result;
      default: if (given & m_tlast) state_d = Lanes == 1 ? Clear : Idle;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) begin
      state_q <= Clear;
      section_q <= Customisation;
      {cshake_q, xof_q, shake_q, refused_q} <= '0;
      {key_q, customisation_q, left_q} <= '0;
    end else begin
      state_q <= state_d;
      section_q <= section_d;
      if (request) begin
        {cshake_q, xof_q} <= i_tuser;
        shake_q <= i_tcount[15:0] == '0;
        {key_q, customisation_q} <= i_tcount;
        left_q <= i_tbytes;
        refused_q <= i_tuser == 2'd3 | i_tbytes == '0
                   | (i_tuser == '0 & i_tbytes[31:16] != '0);
      end
      if (packet & moved) begin
        refused_q <= refused_q | framing | another;
        if (section_q == Customisation) customisation_q <= rest[15:0];
        if (section_q == Key) key_q <= rest[15:0];
      end
      if (given) left_q <= left_q - 32'd8;
    end
  end
endmodule
