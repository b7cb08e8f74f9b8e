// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Test vectors of one algorithm: a memory of their beats, and the expected results.
///
/// With Alg = MD5_SHA1 the vectors of MD5 and of SHA-1 alternate.
///
/// ## Latency and throughput
/// One beat per cycle, one cycle after `read_i`.
///
/// ## Byte order
/// The first byte is `m_tdata[7:0]`. The bytes of a last beat that are not valid have the next
/// contents of the memory, not zeros.
module sil_bist_vectors
  import sil_bist_vectors_pkg::*;
#(
  /// The hash.
  parameter alg_e Alg = SHA512,
  /// 0: vectors of the hash. 1: vectors of HMAC with the hash.
  parameter bit Keyed = 1'b0,
  /// Width of a beat in bits: a divisor of the width of a row (ROW_BITS).
  parameter int unsigned DataBits = 64,
  localparam int unsigned Vectors = count(Alg, Keyed),
  localparam int unsigned IndexBits = $clog2(Vectors),
  localparam int unsigned DigestBits = digest_bits(Alg)
) (
  input  logic                  clk_i,
  /// Vector of the next beat.
  input  logic [IndexBits-1:0]  index_i,
  /// The next beat belongs to the key of the vector, not to its message.
  input  logic                  key_i,
  /// Index of the next beat in its key or message.
  input  logic [BEAT_BITS-1:0]  beat_i,
  /// The next beat is the last one of its key or message.
  output logic                  last_o,
  /// Read the next beat.
  input  logic                  read_i,
  /// The beat that was read.
  output logic [DataBits-1:0]   m_tdata,
  output logic [DataBits/8-1:0] m_tkeep,
  output logic                  m_tlast,
  /// The beat belongs to a key.
  output logic                  m_tuser,
  /// With Alg = MD5_SHA1: the beat's hash is SHA-1.
  output logic                  m_tsha1,
  /// Vector whose expected result is `result_o`.
  input  logic [IndexBits-1:0]  result_i,
  /// Expected result of vector `result_i`, combinational.
  output logic [DigestBits-1:0] result_o
);
  localparam int unsigned Bytes = DataBits / 8;
  localparam int unsigned RowBeats = ROW_BITS / DataBits;
  localparam int unsigned FirstRow = VECTORS[number(Alg, Keyed, 0)].row;
  localparam int unsigned LastRow = result_row(Alg, Keyed, Vectors - 1) + rows(DigestBits / 8) - 1;
  localparam int unsigned Beats = (LastRow - FirstRow + 1) * RowBeats;
  localparam int unsigned AddressBits = $clog2(Beats);

  if (Vectors == 0) begin : gen_vectors
    $fatal(1, "there are no vectors of this algorithm");
  end

  // First beat and number of bytes of each vector's message (index 0) and key (index 1).
  logic [2**IndexBits-1:0][1:0][AddressBits-1:0] start;
  logic [2**IndexBits-1:0][1:0][BYTES_BITS-1:0] bytes;
  logic [2**IndexBits-1:0][DigestBits-1:0] result;

  for (genvar i = 0; i < 2 ** IndexBits; i++) begin : gen_vector
    if (i < Vectors) begin : gen_there
      localparam vector_t Vector = VECTORS[number(Alg, Keyed, i)];
      localparam int unsigned MessageRow = Vector.row + rows(Vector.key_bytes);
      localparam int unsigned Result = result_row(Alg, Keyed, i);

      assign start[i][0] = AddressBits'((MessageRow - FirstRow) * RowBeats);
      assign start[i][1] = AddressBits'((Vector.row - FirstRow) * RowBeats);
      assign bytes[i][0] = BYTES_BITS'(Vector.message_bytes);
      assign bytes[i][1] = BYTES_BITS'(Vector.key_bytes);
      for (genvar b = 0; b < DigestBits / 8; b++) begin : gen_byte
        assign result[i][8*b+:8] = row_byte(Result, b);
      end
    end else begin : gen_none
      assign start[i] = '0;
      assign bytes[i] = '0;
      assign result[i] = '0;
    end
  end

  logic [2**AddressBits-1:0][DataBits-1:0] beats;

  for (genvar i = 0; i < 2 ** AddressBits; i++) begin : gen_beat
    for (genvar b = 0; b < Bytes; b++) begin : gen_byte
      if (i < Beats) begin : gen_there
        assign beats[i][8*b+:8] = row_byte(FirstRow, i * Bytes + b);
      end else begin : gen_none
        assign beats[i][8*b+:8] = '0;
      end
    end
  end

  logic [BYTES_BITS-1:0] left;
  logic [AddressBits-1:0] address;
  logic [Bytes-1:0] keep;

  assign left = bytes[index_i][key_i] - BYTES_BITS'(beat_i * Bytes);
  assign address = start[index_i][key_i] + AddressBits'(beat_i);
  assign last_o = left <= BYTES_BITS'(Bytes);
  for (genvar i = 0; i < Bytes; i++) begin : gen_keep
    assign keep[i] = left > BYTES_BITS'(i);
  end

  always_ff @(posedge clk_i) begin
    if (read_i) begin
      m_tdata <= beats[address];
      m_tkeep <= keep;
      m_tlast <= last_o;
      m_tuser <= key_i;
      m_tsha1 <= Alg == MD5_SHA1 & index_i[0];
    end
  end

  assign result_o = result[result_i];
endmodule
