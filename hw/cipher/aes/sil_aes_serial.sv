// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Connects ports of 128 bits to the core with one S-box, one block at a time. One register sends
/// the bytes of the block and receives the bytes of the result. It shifts one cycle after a byte went
/// in or out, so that a register enables it.
///
/// ## Latency and throughput
/// With Nr rounds a result is valid 19 Nr + 22 cycles after its block was accepted, and one block
/// is accepted every 19 Nr + 23 cycles. A block that bypasses the core (`s_tpass`) is valid one
/// cycle after it was accepted.
module sil_aes_serial
  import sil_aes_pkg::*;
#(
  parameter int unsigned KeyBits = 128,
  parameter direction_e Direction = ENCRYPT,
  parameter sbox_e Sbox = FUNCTIONS
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         wipe_i,
  /// Clear the block. Needs `s_tvalid` = 0. Must be high at least once after a reset and a wipe.
  input  logic         clear_i,
  input  logic [31:0]  k_tdata,
  input  logic [1:0]   k_tuser,
  input  logic         k_tvalid,
  output logic         k_tready,
  output logic         keyed_o,
  input  logic [127:0] s_tdata,
  /// Decrypt this block.
  input  logic         s_tuser,
  /// Pass this block on unchanged. Needs no key.
  input  logic         s_tpass,
  input  logic         s_tvalid,
  output logic         s_tready,
  output logic [127:0] m_tdata,
  output logic         m_tvalid,
  input  logic         m_tready
);
  typedef enum logic [4:0] {
    Empty = 5'h01, Send = 5'h02, Receive = 5'h04, Settle = 5'h08, Full = 5'h10
  } state_e;

  state_e state_q;
  logic [3:0] count_q;
  logic [127:0] data_q;
  logic [7:0] first_q, received_q;  // the next byte to send, the last one that was received
  logic enable_q;  // data_q takes a block, or shifts one cycle after a byte went in or out
  logic empty, send, receive, unused_settle, full, decrypt_q, send_ready, receive_valid, sent, arrived;
  logic [7:0] received;

  assign {full, unused_settle, receive, send, empty} = state_q;
  assign sent = send & send_ready;
  assign arrived = receive & receive_valid;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= Empty;
      count_q <= '0;
      enable_q <= 1'b1;
    end else if (wipe_i) begin
      state_q <= Empty;
      count_q <= '0;
      enable_q <= 1'b1;
    end else begin
      count_q <= count_q + 4'(sent | arrived);
      enable_q <= (empty & ~s_tvalid) | sent | arrived | (full & m_tready);
      unique case (state_q)
        Empty: if (s_tvalid) state_q <= s_tpass ? Full : Send;
        Send: if (sent && &count_q) state_q <= Receive;
        Receive: if (arrived && &count_q) state_q <= Settle;
        Settle: state_q <= Full;
        Full: if (m_tready) state_q <= Empty;
      endcase
    end
  end
  always_ff @(posedge clk_i) begin
    if (clear_i) {data_q, first_q, received_q, decrypt_q} <= '0;
    else begin
      if (enable_q) data_q <= empty ? s_tdata : {received_q, data_q[127:8]};
      if (empty) {first_q, decrypt_q} <= {s_tdata[7:0], s_tuser};
      else if (sent) first_q <= enable_q ? data_q[23:16] : data_q[15:8];
      received_q <= received;
    end
  end

  assign s_tready = empty;
  assign m_tvalid = full;
  assign m_tdata = data_q;

  // The core sees a block in the cycle in which it is accepted, and takes its first byte later.
  sil_aes_core #(
    .KeyBits(KeyBits), .Direction(Direction), .Sbox(Sbox), .PipelineStages(1), .DataWidth(8)
  ) u_core (
    .clk_i, .rst_ni, .wipe_i, .k_tdata, .k_tuser, .k_tvalid, .k_tready, .keyed_o,
    .s_tdata (first_q),
    .s_tuser (empty ? s_tuser : decrypt_q),
    .s_tvalid(send | (empty & s_tvalid & ~s_tpass)),
    .s_tready(send_ready),
    .m_tdata (received),
    .m_tvalid(receive_valid),
    .m_tready(receive)
  );
endmodule
