// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A packet that is read several times: a salt, the info of HKDF, or seed material.
///
/// All words are overwritten with zeros after a reset and on request.
///
/// ## Latency and throughput
/// One beat per cycle, in or out. Clearing takes Words + 1 cycles.
///
/// ## Byte order
/// The first byte of a packet is in the low bits of its first beat.
module sil_kdf_buffer
#(
  /// Bytes of a beat, a power of two.
  parameter int unsigned Bytes = 4,
  /// Capacity in beats, a power of two. Cost: Words * Bytes bytes of memory.
  parameter int unsigned Words = 16,
  localparam int unsigned CountBits = $clog2(Bytes) + 1
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  /// Clear all words and begin a packet.
  input  logic                 clear_i,
  /// The words are being cleared.
  output logic                 busy_o,
  /// A beat of the packet is written. A beat without bytes is not stored.
  input  logic                 write_i,
  input  logic [8*Bytes-1:0]   data_i,
  input  logic [Bytes-1:0]     keep_i,
  input  logic [CountBits-1:0] count_i,
  /// This beat is beyond the capacity. It is not stored.
  output logic                 over_o,
  /// The packet has no bytes.
  output logic                 empty_o,
  /// Read from the first beat.
  input  logic                 rewind_i,
  /// Go to the next beat.
  input  logic                 next_i,
  /// The beat, its bytes, and whether it is the last one. An empty packet is one beat of 0 bytes.
  output logic [8*Bytes-1:0]   data_o,
  output logic [CountBits-1:0] count_o,
  output logic                 last_o
);
  if (Words < 2 || Words != 2 ** $clog2(Words)) begin : gen_words
    $fatal(1, "Words must be a power of two, and at least 2");
  end

  localparam int unsigned AddressBits = $clog2(Words);

  logic [8*Bytes-1:0] words_q [Words];
  logic [AddressBits:0] fill_q;          // words that are written, or cleared
  logic [AddressBits-1:0] read_q, end_q;  // position of reading, and of the last beat
  logic [CountBits-1:0] count_q;         // bytes of the last beat
  logic busy_q, stored, write;
  logic [8*Bytes-1:0] masked;

  for (genvar i = 0; i < Bytes; i++) begin : gen_byte
    assign masked[8*i+:8] = data_i[8*i+:8] & {8{keep_i[i] & ~busy_q}};
  end

  assign over_o = write_i & count_i != '0 & fill_q[AddressBits];
  assign stored = write_i & count_i != '0 & ~fill_q[AddressBits];
  assign write = stored | busy_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q  <= 1'b1;
      fill_q  <= '0;
      end_q   <= '0;
      count_q <= '0;
      read_q  <= '0;
    end else begin
      busy_q <= clear_i | (busy_q & ~fill_q[AddressBits]);
      fill_q <= clear_i || (busy_q && fill_q[AddressBits]) ? '0 : fill_q + (AddressBits + 1)'(write);
      if (clear_i) begin
        end_q   <= '0;
        count_q <= '0;
      end else if (stored) begin
        end_q   <= fill_q[AddressBits-1:0];
        count_q <= count_i;
      end
      if (rewind_i) read_q <= '0;
      else if (next_i) read_q <= read_q + 1'b1;
    end
  end

  always_ff @(posedge clk_i) if (write) words_q[fill_q[AddressBits-1:0]] <= masked;

  assign busy_o = busy_q;
  assign empty_o = count_q == '0;
  assign data_o = words_q[read_q];
  assign last_o = read_q == end_q;
  assign count_o = last_o ? count_q : CountBits'(Bytes);
endmodule
