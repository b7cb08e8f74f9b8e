// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The derivations of PBKDF2 with two passwords at a time (sil_kdf_sha2_two), one on each channel,
/// and their results.
///
/// Derivations begin and give out T_i in turn, so results leave in the sequence of their requests.
///
/// ## Latency and throughput
/// A beat of a result every two cycles.
///
/// ## Byte order
/// The first byte of a result is in the low bits of its first beat. T has its first byte in the
/// high bits.
module sil_kdf_two_results #(
  /// Width of a word and of a beat in bits.
  parameter int unsigned Width = 32,
  localparam int unsigned Bytes = Width / 8,
  localparam int unsigned SizeBits = $clog2(8 * Bytes)
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  /// The channel of this cycle.
  input  logic                now_i,
  /// As in sil_kdf_two_blocks.
  output logic                channel_o,
  output logic                free_o,
  input  logic                pair_i,
  input  logic                begin_i,
  input  logic                refuse_i,
  input  logic                final_i,
  input  logic [SizeBits-1:0] size_i,
  /// As in sil_kdf_two_channels.
  output logic [1:0]          pair_o,
  input  logic                done_i,
  input  logic                done_channel_i,
  /// No derivation is in progress, and no result waits.
  output logic                empty_o,
  /// As in sil_kdf_two_rounds.
  output logic                read_o,
  output logic [2:0]          read_word_o,
  input  logic [Width-1:0]    t_i,
  /// Results.
  output logic [Width-1:0]    m_tdata,
  output logic [Bytes-1:0]    m_tkeep,
  output logic                m_tlast,
  output logic                m_tuser,
  output logic                m_tvalid,
  input  logic                m_tready
);
  localparam int unsigned ByteBits = $clog2(Bytes);

  // Each channel has these.
  logic [1:0] busy_q;      // a derivation is in progress
  logic [1:0] complete_q;  // T_i or a refusal can be given out
  logic [1:0] refused_q, final_q, pair_q;
  logic [1:0][SizeBits-1:0] size_q;

  logic begin_q, give_q;   // the channel of the next derivation, and of the next result
  logic [2:0] word_q;
  logic read, read_q, reading_q, block_end, block_end_q;
  logic [SizeBits-1:0] size;
  logic [Width-1:0] data_q;
  logic [Bytes-1:0] keep_d, give_keep_q, keep_q;
  logic valid_q, tlast_q, tuser_q;

  assign channel_o = begin_q;
  assign free_o = ~busy_q[begin_q];
  assign pair_o = pair_q;
  assign empty_o = busy_q == '0 & ~valid_q;

  // A word of T is read in a cycle of its channel.
  assign read = busy_q[give_q] & complete_q[give_q] & now_i == give_q & ~read_q
              & (~valid_q | m_tready);
  assign read_o = reading_q;
  assign read_word_o = word_q;
  assign size = size_q[give_q];
  for (genvar i = 0; i < Bytes; i++) begin : gen_keep
    assign keep_d[i] = ~refused_q[give_q] & size >= SizeBits'({word_q, ByteBits'(i)});
  end
  // They are registered between the cycles in which words are read.
  assign block_end = refused_q[give_q] | size[SizeBits-1:ByteBits] == word_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q     <= '0;
      complete_q <= '0;
      refused_q  <= '0;
      final_q    <= '0;
      pair_q     <= '0;
      size_q     <= '0;
      begin_q    <= 1'b0;
      give_q     <= 1'b0;
      word_q     <= '0;
      read_q     <= 1'b0;
      reading_q  <= 1'b0;
      block_end_q <= 1'b0;
      give_keep_q <= '0;
      valid_q    <= 1'b0;
      data_q     <= '0;
      keep_q     <= '0;
      tlast_q    <= 1'b0;
      tuser_q    <= 1'b0;
    end else begin
      if (!busy_q[begin_q]) pair_q[begin_q] <= pair_i;
      if (done_i) complete_q[done_channel_i] <= 1'b1;
      if (begin_i) begin
        begin_q             <= ~begin_q;
        busy_q[begin_q]     <= 1'b1;
        complete_q[begin_q] <= refuse_i;
        refused_q[begin_q]  <= refuse_i;
        final_q[begin_q]    <= final_i;
        size_q[begin_q]     <= size_i;
      end
      read_q    <= read;
      block_end_q <= block_end;
      give_keep_q <= keep_d;
      reading_q <= busy_q[~now_i] & complete_q[~now_i];
      if (read_q) begin
        for (int unsigned i = 0; i < Bytes; i++) begin
          data_q[8*i+:8] <= t_i[8*(Bytes-1-i)+:8] & {8{give_keep_q[i]}};
        end
        keep_q  <= give_keep_q;
        tlast_q <= block_end_q & final_q[give_q];
        tuser_q <= refused_q[give_q];
        word_q  <= block_end_q ? '0 : word_q + 1'b1;
        if (block_end_q) begin
          busy_q[give_q] <= 1'b0;
          give_q         <= ~give_q;
        end
      end else if (m_tready) begin
        data_q  <= '0;
        keep_q  <= '0;
        tlast_q <= 1'b0;
        tuser_q <= 1'b0;
      end
      if (read_q) valid_q <= 1'b1;
      else if (m_tready) valid_q <= 1'b0;
    end
  end

  assign m_tdata = data_q;
  assign m_tkeep = keep_q;
  assign m_tlast = tlast_q;
  assign m_tuser = tuser_q;
  assign m_tvalid = valid_q;
endmodule
