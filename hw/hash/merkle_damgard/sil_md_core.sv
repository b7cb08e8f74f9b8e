// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A hash core of the Merkle-Damgard family: padded blocks in, digest out.
///
/// ## Latency and throughput
/// See sil_md_sequencer: (rounds + 4) / Unroll cycles a block.
///
/// ## Byte order
/// The first byte of a message is `s_tdata[7:0]` of its first beat, the first byte of a digest is
/// `m_tdata[7:0]`.
module sil_md_core
  import sil_md_pkg::*;
#(
  /// What is computed.
  parameter alg_e Alg = SHA512,
  /// Operations a cycle: 1, 2 or 4. Costs an operation block each and a longer path; gains cycles.
  parameter int unsigned Unroll = 1,
  /// 0: the standard's operation. 1: sums of known operands a cycle earlier. 2: the letters apart.
  parameter int unsigned Precompute = 0,
  /// Operation blocks in line, each with a message of its own in flight.
  parameter int unsigned PipelineStages = 1,
  /// Clocks of registers that hold are stopped.
  parameter bit ClockGate = 1'b0,
  localparam int unsigned DataBits = Unroll * word_bits(Alg),
  localparam int unsigned DigestBits = digest_bits(Alg)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic [DataBits-1:0]   s_tdata,
  input  logic                  s_tlast,
  input  logic [0:0]            s_tid,
  input  logic                  s_tvalid,
  output logic                  s_tready,
  output logic [DigestBits-1:0] m_tdata,
  output logic [0:0]            m_tid,
  output logic                  m_tvalid,
  input  logic                  m_tready
);
  localparam int unsigned Width = word_bits(Alg);
  localparam int unsigned Rounds = rounds(Alg);
  localparam int unsigned IndexBits = $clog2((Rounds + FEED_OPERATIONS) / Unroll);

  localparam logic [8*Width-1:0] Initial = (8*Width)'(sil_sha2_pkg::initial_value(Alg));

  order_t order;
  logic [IndexBits-1:0] index;
  logic run, clear, load, take, last, done, valid_q;
  logic [DataBits-1:0] message;
  logic [8*Width-1:0] chaining;

  for (genvar i = 0; i < DataBits / 8; i++) begin : gen_order
    localparam int unsigned Byte = i / (Width / 8) * (Width / 8) + Width / 8 - 1 - i % (Width / 8);
    assign message[8*i+:8] = s_tdata[8*Byte+:8];
  end

  assign run = ~load | s_tvalid;
  assign take = load & s_tvalid;
  assign s_tready = load;

  sil_md_sequencer #(.Rounds(Rounds), .Unroll(Unroll)) u_sequencer (
    .clk_i, .rst_ni,
    .run_i  (run),
    .last_i (s_tlast),
    .take_i (take),
    .done_i (done),
    .clear_o(clear),
    .order_o(order),
    .index_o(index)
  );

  if (Precompute == 2) begin : gen_split
    sil_sha2_split #(
      .Width(Width), .IndexBits(IndexBits), .Initial(Initial)
    ) u_rounds (
      .clk_i, .rst_ni,
      .run_i     (run),
      .clear_i   (clear),
      .order_i   (order),
      .index_i   (index),
      .message_i (message),
      .load_o    (load),
      .last_o    (last),
      .chaining_o(chaining)
    );
  end else begin : gen_rounds
    sil_sha2_rounds #(
      .Width(Width), .Unroll(Unroll), .Precompute(Precompute), .IndexBits(IndexBits),
      .Initial(Initial)
    ) u_rounds (
      .clk_i, .rst_ni,
      .run_i     (run),
      .clear_i   (clear),
      .order_i   (order),
      .index_i   (index),
      .message_i (message),
      .load_o    (load),
      .last_o    (last),
      .chaining_o(chaining)
    );
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else if (last) valid_q <= 1'b1;
    else if (m_tready) valid_q <= 1'b0;
  end
  assign done = valid_q & m_tready;
  assign m_tvalid = valid_q;
  assign m_tid = '0;
  for (genvar i = 0; i < DigestBits / 8; i++) begin : gen_digest
    assign m_tdata[8*i+:8] = chaining[8*Width-8*(i+1)+:8];
  end
endmodule
