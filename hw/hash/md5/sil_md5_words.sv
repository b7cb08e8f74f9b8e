// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// MD5 with one message word per cycle: the top level of the paper md5-2015 (figure 5) around the
/// stream.
///
/// A word is accepted in each cycle in which `load_i` and `ready_o` are high. A message ends with
/// the first cycle in which `load_i` is low. The message memory (512 bits) accepts words while a
/// block is hashed. Padding unit, step counter and table are those of sil_md5_stream. `keep_i`,
/// `ready_o` and `valid_o` are not in the paper: with them a message has any number of bytes and of
/// blocks.
///
/// ## Latency and throughput
/// If one word is accepted per cycle and no hash is in progress, `hash_o` of a message of n blocks
/// is valid 68 n + 4 + Precompute cycles after the cycle that follows the first word of the
/// message. It holds until the first word of the next message is accepted.
///
/// ## Byte order
/// The first byte of a message is `message_i[7:0]` of its first word, the first byte of a hash is
/// `hash_o[7:0]` (RFC 1321 2).
module sil_md5_words
#(
  /// As in sil_md5_core.
  parameter int unsigned Precompute = 0,
  /// As in sil_md5_core.
  parameter sil_counter_pkg::code_e CounterCode = sil_counter_pkg::BINARY,
  /// As in sil_md5_core.
  parameter bit ClockGate = 1'b0
) (
  input  logic         clk_i,
  /// Asynchronous assert, active low.
  input  logic         rst_ni,
  input  logic         load_i,
  input  logic [31:0]  message_i,
  /// Valid bytes of the last word, from byte 0 on. None are valid in the only word of an empty
  /// message; none may be valid in a last word after full words. All other words are full.
  input  logic [3:0]   keep_i,
  output logic         ready_o,
  output logic [127:0] hash_o,
  /// The message had another pattern of valid bytes, and `hash_o` is not a hash.
  output logic         error_o,
  output logic         valid_o
);
  localparam int unsigned Words = sil_md_pkg::BLOCK_WORDS;

  // A word waits for the next cycle, which shows whether it is the last one.
  logic held_q, take, last, pushed, busy_q;
  logic [35:0] word_q;

  assign take = load_i & ready_o;
  assign last = ~load_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q <= 1'b0;
      busy_q <= 1'b0;
    end else begin
      if (take || pushed) held_q <= take;
      // No other message is accepted from the last word of a message to its hash.
      if (pushed && last) busy_q <= 1'b1;
      else if (valid_o) busy_q <= 1'b0;
    end
  end
  always_ff @(posedge clk_i) if (take) word_q <= {keep_i, message_i};

  logic [36:0] data;
  logic valid, ready, room;

  assign pushed = held_q & room & (take | last);
  assign ready_o = room & ~busy_q;

  sil_fifo #(.Width(37), .Depth(Words)) u_memory (
    .clk_i,
    .rst_ni,
    .s_tdata ({last, word_q}),
    .s_tvalid(pushed),
    .s_tready(room),
    .m_tdata (data),
    .m_tvalid(valid),
    .m_tready(ready)
  );

  sil_md5_stream #(
    .Precompute(Precompute), .CounterCode(CounterCode), .ClockGate(ClockGate)
  ) u_stream (
    .clk_i,
    .rst_ni,
    .s_tdata (data[31:0]),
    .s_tkeep (data[35:32]),
    .s_tlast (data[36]),
    .s_tid   (1'b0),
    .s_tvalid(valid),
    .s_tready(ready),
    .m_tdata (hash_o),
    .m_tuser (error_o),
    .m_tid   (),
    .m_tvalid(valid_o),
    .m_tready(take)
  );
endmodule
