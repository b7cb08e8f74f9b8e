// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// All rounds of AES encryption in a pipeline that never stalls: a result comes a fixed number of
/// cycles after its block. The user must be able to take it then.
///
/// Round keys are stored in a shift register, into which the words of the key schedule are shifted.
/// In a cycle without a block, zeros enter. After a reset and a wipe, `clear_i` holds the states of
/// all rounds at 0 while the key schedule overwrites the round keys.
///
/// ## Latency and throughput
/// One block per cycle. Its result is valid PipelineStages + 1 cycles later.
///
/// ## Byte order
/// The first byte of a key or of a block is in its low bits.
module sil_aes_fixed
  import sil_aes_pkg::*;
#(
  /// Key length in bits: 128, 192 or 256.
  parameter int unsigned KeyBits = 128,
  /// As in sil_aes_core.
  parameter sbox_e Sbox = FUNCTIONS,
  /// Stages of all rounds together: 1 to 4 times the number of rounds.
  parameter int unsigned PipelineStages = 30
) (
  input  logic         clk_i,
  /// Asynchronous assert, active low.
  input  logic         rst_ni,
  /// Zeroise the key.
  input  logic         wipe_i,
  /// Clear all states: high for at least 60 cycles after a reset and a wipe.
  input  logic         clear_i,
  /// Words of the key. No block may be in flight.
  input  logic [31:0]  k_tdata,
  input  logic         k_tvalid,
  output logic         k_tready,
  /// A key is loaded and expanded.
  output logic         keyed_o,
  /// A block.
  input  logic [127:0] block_i,
  input  logic         valid_i,
  /// Its result, PipelineStages + 1 cycles later.
  output logic [127:0] result_o
);
  localparam int unsigned Rounds = rounds(KeyBits);
  localparam int unsigned Stages = PipelineStages / Rounds;
  localparam int unsigned KeyWords = 4 * (Rounds + 1);

  if (!(KeyBits inside {128, 192, 256})) begin : gen_key_bits
    $fatal(1, "KeyBits must be 128, 192 or 256");
  end
  if (!(Sbox inside {TABLE, COMPOSITE, FUNCTIONS})) begin : gen_sbox
    $fatal(1, "Sbox must be TABLE, COMPOSITE or FUNCTIONS");
  end
  if (PipelineStages != Rounds * Stages || Stages < 1 || Stages > 4) begin : gen_stages
    $fatal(1, "PipelineStages must be 1 to 4 times the rounds");
  end

  logic write;
  logic [31:0] word;
  logic [5:0] unused_address;
  logic [3:0] unused_rounds;
  logic [32*KeyWords-1:0] keys_q;
  logic [127:0] state_q [Rounds+1];
  // Each round has a register of its own, close to it.
  (* keep *) logic [Rounds:1] clear_q;

  sil_aes_expansion #(.KeyBits(KeyBits), .Sbox(Sbox)) u_expansion (
    .clk_i, .rst_ni, .wipe_i, .k_tdata,
    .k_tuser  ('0),
    .k_tvalid, .k_tready,
    .idle_i   (1'b1),
    .write_o  (write),
    .address_o(unused_address),
    .word_o   (word),
    .keyed_o,
    .rounds_o (unused_rounds)
  );

  always_ff @(posedge clk_i) begin
    if (write) keys_q <= {word, keys_q[32*KeyWords-1:32]};
    state_q[0] <= valid_i ? block_i ^ keys_q[127:0] : '0;
    clear_q <= {Rounds{clear_i}};
  end

  for (genvar r = 0; r < Rounds; r++) begin : gen_round
    logic [127:0] out;
    sil_aes_round #(.Sbox(Sbox), .Stages(Stages), .Final(r == Rounds - 1)) u_round (
      .clk_i,
      .run_i           (1'b1),
      .clear_i         (1'b0),
      .state_i         (state_q[r]),
      .decrypt_i       (1'b0),
      .before_i        ('0),
      .middle_decrypt_i(1'b0),
      .middle_last_i   (1'b0),
      .last_i          (1'b0),
      .key_i           (keys_q[128*(r+1)+:128]),
      .block_i         ('0),
      .state_o         (out)
    );
    always_ff @(posedge clk_i) state_q[r+1] <= clear_q[r+1] ? '0 : out;
  end

  assign result_o = state_q[Rounds];
endmodule
