// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The results of sil_gcm_pipe on their way to `m_`: a memory and an output register. The user
/// counts the free words, so no word is refused.
///
/// ## Latency and throughput
/// One word in and one word out per cycle. A word is at the output two cycles after it was taken.
/// After a reset and a wipe, all words are overwritten. That takes Depth + 2 cycles.
module sil_gcm_pipe_queue
#(
  /// Width of a word in bits.
  parameter int unsigned Width = 146,
  /// Words of the memory, a power of two.
  parameter int unsigned Depth = 64
) (
  input  logic             clk_i,
  /// Asynchronous assert, active low.
  input  logic             rst_ni,
  /// Drop and overwrite all words.
  input  logic             wipe_i,
  /// Words are being overwritten. `s_tdata` must be 0 one cycle later.
  output logic             clear_o,
  input  logic [Width-1:0] s_tdata,
  input  logic             s_tvalid,
  output logic [Width-1:0] m_tdata,
  output logic             m_tvalid,
  input  logic             m_tready
);
  localparam int unsigned AddressBits = $clog2(Depth);
  /// Parts of a word, each with addresses of its own, which are close to their memory.
  localparam int unsigned Parts = 4;

  logic [AddressBits:0] count_q;  // words in the memory; while it is cleared, cycles
  logic clear_q, fill_q;
  logic some_q, several_q;  // the memory has a word, has more than one word
  logic valid_q, pop;

  assign pop = some_q & (~valid_q | m_tready);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q <= '0;
      {clear_q, fill_q, some_q, several_q, valid_q} <= 5'b10000;
    end else if (wipe_i) begin
      count_q <= '0;
      {clear_q, fill_q, some_q, several_q, valid_q} <= 5'b10000;
    end else if (clear_q) begin
      fill_q <= ~count_q[AddressBits];
      if (!count_q[AddressBits]) count_q <= count_q + 1'b1;
      else if (!fill_q) {clear_q, count_q} <= '0;
    end else begin
      // One more, or one less: all ones.
      if (s_tvalid != pop) count_q <= count_q + {{AddressBits{pop}}, 1'b1};
      some_q <= s_tvalid | several_q | (some_q & ~pop);
      several_q <= s_tvalid ? some_q & (several_q | ~pop) : several_q & ~(pop & count_q == 2);
      valid_q <= pop | (valid_q & ~m_tready);
    end
  end

  for (genvar p = 0; p < Parts; p++) begin : gen_part
    localparam int unsigned Low = p * Width / Parts;
    localparam int unsigned Bits = (p + 1) * Width / Parts - Low;

    (* ram_style = "distributed" *) logic [Bits-1:0] memory_q [Depth];
    (* keep *) logic [AddressBits-1:0] write_q, read_q;
    logic [Bits-1:0] out_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) {write_q, read_q} <= '0;
      else if (wipe_i) {write_q, read_q} <= '0;
      else begin
        if (clear_q ? fill_q : s_tvalid) write_q <= write_q + 1'b1;
        if (pop) read_q <= read_q + 1'b1;
      end
    end
    always_ff @(posedge clk_i) begin
      if (s_tvalid || fill_q) memory_q[write_q] <= s_tdata[Low+:Bits];
      if (clear_q) out_q <= '0;
      else if (!valid_q || m_tready) out_q <= some_q ? memory_q[read_q] : '0;
    end
    assign m_tdata[Low+:Bits] = out_q;
  end

  assign clear_o = clear_q;
  assign m_tvalid = valid_q;
endmodule
