// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Encrypts and decrypts blocks with SM4 in a loop of Unroll rounds. As many blocks are in flight as
/// the loop has stages.
///
/// Registers hold the four words of a block and, beside them, the input of the S-boxes: the sum of
/// three words and the round key. Its next value is the sum of the round's result and of four words
/// that are known a round earlier, so a round is the S-boxes and L alone. Decryption is encryption
/// with the round keys in the opposite sequence (GB/T 32907-2016 7.2), so it costs an address.
/// Ports and parameters are those of `sil_sm4_core`.
///
/// ## Latency and throughput
/// A result is valid 32 * PipelineStages / Unroll + 1 cycles after its block was accepted. Each slot
/// takes the next block as its last one leaves: a block every 32 / Unroll cycles on average.
module sil_sm4_loop
  import sil_sm4_pkg::*;
#(
  parameter int unsigned PipelineStages = 1,
  parameter int unsigned Unroll = 1
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         wipe_i,
  input  logic [31:0]  k_tdata,
  input  logic         k_tvalid,
  output logic         k_tready,
  output logic         keyed_o,
  input  logic [127:0] s_tdata,
  input  logic         s_tuser,
  input  logic         s_tvalid,
  output logic         s_tready,
  output logic [127:0] m_tdata,
  output logic         m_tvalid,
  input  logic         m_tready
);
  /// Stages of one round; 0: all rounds are in one stage.
  localparam int unsigned Each = PipelineStages == 1 && Unroll > 1 ? 0 : PipelineStages / Unroll;
  /// Passes of a block through the loop.
  localparam int unsigned Passes = ROUNDS / Unroll;
  localparam int unsigned PassBits = $clog2(Passes);
  localparam int unsigned AddressBits = Unroll == 1 ? 5 : PassBits + 1;

  // Control word of a slot.
  typedef struct packed {
    logic                valid;
    logic                decrypt;
    logic                last;  // last pass
    logic [PassBits-1:0] pass;
  } slot_t;

  // slot_q[i] belongs to the block in stage i.
  slot_t slot_q [PipelineStages];
  slot_t leaving, entering;
  slot_t moving [PipelineStages];  // the slots of the next cycle
  logic run, take, stay, done, hold_q, empty, keyed;

  assign leaving = slot_q[PipelineStages-1];
  assign done = leaving.valid & leaving.last;
  assign stay = leaving.valid & ~leaving.last;
  assign s_tready = run & keyed & ~hold_q & ~stay;
  assign take = s_tvalid & s_tready;

  always_comb begin
    entering = '{valid: take, decrypt: s_tuser, last: 1'b0, pass: '0};
    if (stay) begin
      entering = leaving;
      entering.pass = leaving.pass + 1'b1;
      entering.last = leaving.pass == PassBits'(Passes - 2);
    end
    moving[0] = entering;
    for (int unsigned i = 1; i < PipelineStages; i++) moving[i] = slot_q[i-1];
    // A key waits until no block is in flight. No block is accepted while a key waits.
    empty = hold_q;
    for (int unsigned i = 0; i < PipelineStages; i++) if (slot_q[i].valid) empty = 1'b0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      hold_q <= 1'b0;
      for (int unsigned i = 0; i < PipelineStages; i++) slot_q[i] <= '0;
    end else if (wipe_i) begin
      hold_q <= 1'b0;
      for (int unsigned i = 0; i < PipelineStages; i++) slot_q[i] <= '0;
    end else begin
      hold_q <= k_tvalid;
      if (run) for (int unsigned i = 0; i < PipelineStages; i++) slot_q[i] <= moving[i];
    end
  end

  // Round keys, in one memory per round. With several rounds each memory has its round keys of
  // encryption in the low half, those of decryption in the high half. The first round key of either
  // direction is also in a register, because the direction of a block is known as it enters.

  logic write;
  logic [4:0] address;
  word_t word, first;
  word_t first_q [2];
  word_t key_q [Unroll];

  sil_sm4_serial #(.Blocks(1'b0)) u_expansion (
    .clk_i, .rst_ni, .wipe_i, .k_tdata, .k_tvalid, .k_tready,
    .idle_i   (empty),
    .keyed_o  (keyed),
    .write_o  (write),
    .address_o(address),
    .word_o   (word),
    .s_tdata('0), .s_tuser(1'b0), .s_tvalid(1'b0), .s_tready(), .m_tdata(), .m_tvalid(),
    .m_tready (1'b0)
  );
  assign keyed_o = keyed;

  always_ff @(posedge clk_i) begin
    if (write && address == '0) first_q[0] <= word;
    if (write && address == '1) first_q[1] <= word;
  end
  assign first = first_q[s_tuser];

  for (genvar r = 0; r < Unroll; r++) begin : gen_keys
    // The stage in which the round key is added, and whether that is in the pass before.
    localparam int unsigned Stage = r == 0 ? PipelineStages - 1 : Each == 0 ? 0 : r * Each - 1;
    word_t memory_q [2**AddressBits];
    logic [AddressBits-1:0] row, read;
    logic [PassBits-1:0] pass;
    logic own;  // the round key is one of this memory

    if (Unroll == 1) begin : gen_all
      assign own = 1'b1;
      assign row = address;
      assign read = pass ^ {5{moving[Stage].decrypt}};
    end else begin : gen_part
      logic forward;
      assign forward = address[4-PassBits:0] == (5-PassBits)'(r);
      assign own = forward | address[4-PassBits:0] == (5-PassBits)'(Unroll - 1 - r);
      assign row = {~forward, address[4-:PassBits] ^ {PassBits{~forward}}};
      assign read = {moving[Stage].decrypt, pass};
    end
    assign pass = moving[Stage].pass + PassBits'(r == 0);

    always_ff @(posedge clk_i) begin
      if (write && own) memory_q[row] <= word;
      if (run) key_q[r] <= memory_q[read];
    end
  end

  // The rounds. An empty slot has zeros.

  word_t block [4];
  word_t [3:0] state_d, state_q;
  word_t input_d, input_q;
  for (genvar i = 0; i < 4; i++) begin : gen_block
    assign block[i] = take ? swapped(s_tdata[32*i+:32]) : '0;
  end

  word_t [Unroll-1:0][3:0] words, after;  // the words of a block, the oldest first
  word_t [Unroll-1:0] inputs, sums, rounds;  // inputs of the S-boxes; results of L
  assign words[0] = state_q;
  assign inputs[0] = input_q;

  for (genvar r = 0; r < Unroll; r++) begin : gen_round
    word_t [3:0] kept;
    word_t substituted, reached;
    for (genvar i = 0; i < 4; i++) begin : gen_byte
      sil_table #(.Width(8), .Rows(256), .Content(sbox_rows())) u_sbox (
        .address_i(inputs[r][8*i+:8]), .row_o(substituted[8*i+:8])
      );
    end
    if (Each == 2) begin : gen_middle
      word_t [3:0] kept_q;
      word_t substituted_q;
      always_ff @(posedge clk_i) if (run) {kept_q, substituted_q} <= {words[r], substituted};
      assign {kept, reached} = {kept_q, substituted_q};
    end else begin : gen_no_middle
      assign {kept, reached} = {words[r], substituted};
    end

    assign rounds[r] = linear(reached);
    assign after[r] = {kept[0] ^ rounds[r], kept[3:1]};
    assign sums[r] = kept[0] ^ kept[2] ^ kept[3] ^ key_q[r==Unroll-1?0:r+1];

    if (r < Unroll - 1) begin : gen_next
      if (Each == 0) begin : gen_direct
        assign words[r+1] = after[r];
        assign inputs[r+1] = sums[r] ^ rounds[r];
      end else begin : gen_stage
        word_t [3:0] after_q;
        word_t sum_q;
        always_ff @(posedge clk_i) begin
          if (run) {after_q, sum_q} <= {after[r], sums[r] ^ rounds[r]};
        end
        assign words[r+1] = after_q;
        assign inputs[r+1] = sum_q;
      end
    end else begin : gen_enter
      // The result of the round is masked last, which takes no further level of logic.
      word_t result;
      assign result = stay ? rounds[r] : '0;
      assign input_d = result
        ^ (stay ? sums[r] : take ? block[1] ^ block[2] ^ block[3] ^ first : '0);
      assign state_d[3] = result ^ (stay ? kept[0] : block[3]);
      for (genvar i = 0; i < 3; i++) begin : gen_word
        assign state_d[i] = stay ? kept[i+1] : block[i];
      end
    end
  end

  always_ff @(posedge clk_i) if (run) {state_q, input_q} <= {state_d, input_d};

  // Results, with the words in the opposite sequence (7.2).

  logic clear_q;  // after a reset and a wipe
  logic [127:0] result, result_q;
  for (genvar i = 0; i < 4; i++) begin : gen_result
    assign result[32*i+:32] = swapped(after[Unroll-1][3-i]);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) clear_q <= 1'b1;
    else clear_q <= wipe_i;
  end

  if (PipelineStages == 1) begin : gen_one_result
    assign run = ~(done & m_tvalid);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) m_tvalid <= 1'b0;
      else if (wipe_i) m_tvalid <= 1'b0;
      else m_tvalid <= (done & run) | (m_tvalid & ~m_tready);
    end
    always_ff @(posedge clk_i) begin
      if (clear_q) result_q <= '0;
      else if (done && run) result_q <= result;
    end
  end else begin : gen_two_results
    // Results can leave the loop in consecutive cycles. The second register takes one where the
    // first is not free, so that a register alone stalls the loop.
    logic waits_q;
    logic [127:0] wait_q;
    assign run = ~(done & waits_q);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) {m_tvalid, waits_q} <= '0;
      else if (wipe_i) {m_tvalid, waits_q} <= '0;
      else begin
        m_tvalid <= done | waits_q | (m_tvalid & ~m_tready);
        waits_q <= m_tvalid & ~m_tready & (done | waits_q);
      end
    end
    always_ff @(posedge clk_i) begin
      if (clear_q) {result_q, wait_q} <= '0;
      else begin
        if ((done || waits_q) && (!m_tvalid || m_tready)) result_q <= waits_q ? wait_q : result;
        if (done && !waits_q) wait_q <= result;
      end
    end
  end
  assign m_tdata = result_q;
endmodule
