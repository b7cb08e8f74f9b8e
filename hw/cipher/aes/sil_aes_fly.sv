// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Round keys on the fly (FIPS 197 5.2): each from the one before, for every block in flight.
///
/// A loop as long as that of the blocks: whatever is in a block's place is the key of its last
/// round. Where no block is, or one enters, the key itself comes in: a block in flight has all that
/// it needs, and a new key waits for none of them. 128 bits, encryption.
///
/// ## Latency and throughput
/// A round key a cycle. A key can be used a cycle after its last word. Wiping takes Stages + 1.
module sil_aes_fly
  import sil_aes_pkg::*;
#(
  parameter sbox_e Sbox = FUNCTIONS,
  /// Blocks in flight: 1 to 5.
  parameter int unsigned Stages = 1
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         wipe_i,
  /// The key, its first byte in the low bits of its first word.
  input  logic [31:0]  k_tdata,
  input  logic         k_tvalid,
  output logic         k_tready,
  output logic         keyed_o,
  input  logic         run_i,
  /// What is made in this cycle: the key itself; or the round key of that number, from that
  /// which was made Stages cycles ago.
  input  logic         first_i,
  input  logic [3:0]   number_i,
  /// A cycle later, with the S-box's constant, the key itself too.
  output logic [127:0] key_o
);
  if (!(Stages inside {[1:5]})) begin : gen_range
    $fatal(1, "Stages must be 1 to 5");
  end

  // The S-box's levels, and two for the sums.
  localparam logic [15:0] Cuts =
    Stages == 2 ? 16'h0010 : Stages == 3 ? 16'h0048
    : Stages == 4 ? 16'h0054 : Stages == 5 ? 16'h006a : '0;
  localparam int unsigned SboxLevels = 6;
  localparam logic [127:0] Constant = {16{AFFINE}};

  // The key.

  logic ready_q, keyed_q;  // not ready: wiping
  logic take;
  logic [1:0] count_q;  // words that came
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

  // The round after: each word is the sum of those up to it and SubWord of the last, turned.

  word_t [3:0] made_q, next, sums;
  word_t substituted, substituted_s;

  sil_aes_sbox #(
    .Sbox(Sbox), .Cuts(Cuts & 16'((1 << SboxLevels) - 1)), .Bytes(4)
  ) u_sbox (
    .clk_i, .run_i, .clear_i(1'b0), .decrypt_i(1'b0), .data_i(rot_word(made_q[3] ^ Constant[31:0])),
    .key_i('0), .data_o(substituted)
  );
  if (Cuts[SboxLevels]) begin : gen_behind_sbox
    word_t substituted_q;
    always_ff @(posedge clk_i) if (run_i) substituted_q <= substituted;
    assign substituted_s = substituted_q;
  end else begin : gen_through
    assign substituted_s = substituted;
  end

  // Of an even number of words the constants have gone.
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
