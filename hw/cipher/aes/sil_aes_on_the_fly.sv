// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// On-the-fly key schedule (FIPS 197 5.2) for keys of 128 bits and encryption: computes each round
/// key of each block in flight from the previous one.
///
/// The module is a loop as long as the loop of the blocks. Each slot holds the round key that its
/// block used last. The key itself enters a slot that is empty or that a block enters. So each
/// block in flight has its own round key, and a new key can be loaded at any time.
///
/// ## Latency and throughput
/// One round key per cycle. A key can be used one cycle after its last word. A wipe takes
/// Stages + 1 cycles.
module sil_aes_on_the_fly
  import sil_aes_pkg::*;
#(
  /// As in sil_aes_sbox.
  parameter sbox_e Sbox = FUNCTIONS,
  /// Blocks in flight, 1 to 5.
  parameter int unsigned Stages = 1
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         wipe_i,
  /// The key, its first byte in the low bits of its first word.
  input  logic [31:0]  k_tdata,
  input  logic         k_tvalid,
  output logic         k_tready,
  /// A complete key is loaded.
  output logic         keyed_o,
  /// The loop advances. Otherwise it holds.
  input  logic         run_i,
  /// Compute the key itself. Otherwise compute round key `number_i` from the round key that was
  /// computed Stages cycles earlier.
  input  logic         first_i,
  input  logic [3:0]   number_i,
  /// The round key, one cycle later. It contains the constant of SubBytes, also if it is the key.
  output logic [127:0] key_o
);
  if (!(Stages inside {[1:5]})) begin : gen_range
    $fatal(1, "Stages must be 1 to 5");
  end

  // Bits 0 to 5: registers in the S-box, as in sil_aes_network. Bit 6: registers after it. Two
  // levels of XORs follow.
  localparam logic [15:0] Cuts =
    Stages == 2 ? 16'h0010 : Stages == 3 ? 16'h0048
    : Stages == 4 ? 16'h0054 : Stages == 5 ? 16'h006a : '0;
  localparam int unsigned SboxLevels = 6;
  localparam logic [127:0] Constant = {16{AFFINE}};

  // The key.

  logic ready_q, keyed_q;  // ready_q is 0 during a wipe
  logic take;
  logic [1:0] count_q;  // words that were accepted
  logic [127:0] own_q;

  assign k_tready = ready_q;
  assign take = k_tvalid & ready_q;
  assign keyed_o = keyed_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {ready_q, keyed_q, count_q} <= '0;
    end else if (wipe_i) begin
      {ready_q, keyed_q, count_q} <= '0;
    end else begin
      ready_q <= 1'b1;
      keyed_q <= take ? &count_q : keyed_q;
      count_q <= count_q + 2'(take);
    end
  end
  always_ff @(posedge clk_i) begin
    if (take) own_q <= {k_tdata, own_q[127:32]};
    if (!ready_q) own_q <= '0;
  end

  // The next round key: each word is the XOR of the words up to it and SubWord(RotWord(last word)).

  word_t [3:0] made_q, next, sums;
  word_t substituted, substituted_s;

  sil_aes_sbox #(
    .Sbox(Sbox), .Cuts(Cuts & 16'((1 << SboxLevels) - 1)), .Bytes(4)
  ) u_sbox (
    .clk_i, .run_i, .clear_i(1'b0), .decrypt_i(1'b0), .data_i(rot_word(made_q[3] ^ Constant[31:0])),
    .key_i('0), .data_o(substituted)
  );
  if (Cuts[SboxLevels]) begin : gen_after_sbox
    word_t substituted_q;
    always_ff @(posedge clk_i) if (run_i) substituted_q <= substituted;
    assign substituted_s = substituted_q;
  end else begin : gen_through
    assign substituted_s = substituted;
  end

  // Each word of made_q contains the constant. The constants cancel in the XOR of an even number of
  // words, so one is added there: every word of sums contains it once.
  word_t sum;
  always_comb begin
    sum = '0;
    for (int unsigned i = 0; i < 4; i++) begin
      sum ^= made_q[i];
      sums[i] = sum ^ (i[0] ? Constant[31:0] : '0);
    end
  end

  word_t [3:0] sums_q [Stages];
  assign sums_q[0] = sums;
  for (genvar i = 1; i < Stages; i++) begin : gen_wait
    always_ff @(posedge clk_i) if (run_i) sums_q[i] <= sums_q[i-1];
  end

  always_comb begin
    for (int unsigned i = 0; i < 4; i++) begin
      next[i] = sums_q[Stages-1][i] ^ substituted_s ^ Constant[31:0] ^ 32'(rcon(number_i));
    end
  end
  always_ff @(posedge clk_i) if (run_i) made_q <= first_i ? own_q ^ Constant : next;
  assign key_o = made_q;
endmodule
