// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A FIFO for wide words that overwrites all its words after a reset and a wipe. The user counts the
/// free words, so no word is refused. Each part of a word has a copy of all registers of the FIFO,
/// close to its memory and its output.
///
/// ## Latency and throughput
/// One word in and one word out per cycle. A word is at the output two cycles after it was taken.
/// Clearing takes Depth + 2 cycles.
module sil_fifo_wipe_counted
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
  if (Depth < 2 || Depth != 2 ** $clog2(Depth)) begin : gen_depth
    $fatal(1, "Depth must be a power of two, and at least 2");
  end

  localparam int unsigned AddressBits = $clog2(Depth);
  localparam int unsigned Parts = 4;

  logic [Parts-1:0] clear, valid;

  for (genvar p = 0; p < Parts; p++) begin : gen_part
    localparam int unsigned Low = p * Width / Parts;
    localparam int unsigned Bits = (p + 1) * Width / Parts - Low;

    (* ram_style = "distributed" *) logic [Bits-1:0] memory_q [Depth];
    (* keep *) logic [AddressBits-1:0] write_q, read_q;
    // Words in the memory; while it is cleared, cycles.
    (* keep *) logic [AddressBits:0] count_q;
    (* keep *) logic clear_q, fill_q;
    (* keep *) logic some_q, several_q, two_q;  // the memory has a word, more than one, two
    (* keep *) logic valid_q;
    logic [Bits-1:0] out_q;
    logic pop;

    assign pop = some_q & (~valid_q | m_tready);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        {count_q, write_q, read_q} <= '0;
        {clear_q, fill_q, some_q, several_q, two_q, valid_q} <= 6'b100000;
      end else if (wipe_i) begin
        {count_q, write_q, read_q} <= '0;
        {clear_q, fill_q, some_q, several_q, two_q, valid_q} <= 6'b100000;
      end else begin
        if (clear_q ? fill_q : s_tvalid) write_q <= write_q + 1'b1;
        if (pop) read_q <= read_q + 1'b1;
        if (clear_q) begin
          fill_q <= ~count_q[AddressBits];
          if (!count_q[AddressBits]) count_q <= count_q + 1'b1;
          else if (!fill_q) {clear_q, count_q} <= '0;
        end else begin
          // One more, or one less: all ones.
          if (s_tvalid != pop) count_q <= count_q + {{AddressBits{pop}}, 1'b1};
          some_q <= s_tvalid | several_q | (some_q & ~pop);
          several_q <= s_tvalid ? some_q & (several_q | ~pop) : several_q & ~(pop & two_q);
          two_q <= s_tvalid == pop ? two_q : s_tvalid ? count_q == 1 : count_q == 3;
          valid_q <= pop | (valid_q & ~m_tready);
        end
      end
    end
    always_ff @(posedge clk_i) begin
      if (s_tvalid || fill_q) memory_q[write_q] <= s_tdata[Low+:Bits];
      if (clear_q) out_q <= '0;
      else if (!valid_q || m_tready) out_q <= some_q ? memory_q[read_q] : '0;
    end
    assign clear[p] = clear_q;
    assign valid[p] = valid_q;
    assign m_tdata[Low+:Bits] = out_q;
  end

  assign clear_o = clear[0];
  assign m_tvalid = valid[0];

  logic unused;  // the copies
  assign unused = ^{clear, valid};
endmodule
