// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A pipeline with all rounds of one direction. Each stage of each round holds a block.
///
/// Round keys are stored in a shift register, into which the words of the key schedule are shifted.
/// Each round has its own stall register, close to its logic. The stall therefore comes late, and
/// an output FIFO has room for the results that leave until then. `s_tready` comes from a register.
/// Ports and parameters are those of `sil_aes_core`.
///
/// ## Latency and throughput
/// One block per cycle. A result is valid PipelineStages + 2 cycles after its block was accepted.
module sil_aes_pipeline
  import sil_aes_pkg::*;
#(
  parameter int unsigned KeyBits = 128,
  /// ENCRYPT or DECRYPT.
  parameter direction_e Direction = ENCRYPT,
  parameter sbox_e Sbox = FUNCTIONS,
  /// Stages of all rounds together: 1 to 4 times the number of rounds.
  parameter int unsigned PipelineStages = 30
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         wipe_i,
  input  logic [31:0]  k_tdata,
  input  logic         k_tvalid,
  output logic         k_tready,
  output logic         keyed_o,
  input  logic [127:0] s_tdata,
  input  logic         s_tvalid,
  output logic         s_tready,
  output logic [127:0] m_tdata,
  output logic         m_tvalid,
  input  logic         m_tready
);
  localparam int unsigned Rounds = rounds(KeyBits);
  localparam int unsigned Stages = PipelineStages / Rounds;
  localparam int unsigned Queue = 16;
  /// Free words that the FIFO must have when it requests a stall.
  localparam int unsigned Late = 5;

  if (PipelineStages != Rounds * Stages || Stages < 1 || Stages > 4) begin : gen_stages
    $fatal(1, "PipelineStages must be 1 to 4 times the rounds where Unroll is the rounds");
  end

  logic keyed, hold_q, ready_q, empty_q, take, write;
  logic [5:0] address;
  logic [31:0] word;
  logic [3:0] last_key;
  logic [PipelineStages:0] valid_q;
  logic stop_d, stop_q;
  (* keep *) logic [Rounds:0] run_q;
  logic [32*4*(Rounds+1)-1:0] keys_q;
  logic [127:0] state [Rounds+1];
  logic came, left, came_q, left_q;
  logic [4:0] level_q;  // number of results in the FIFO, one cycle late
  logic clean;  // the FIFO is being cleared

  assign take = s_tvalid & s_tready;
  assign s_tready = ready_q;
  assign keyed_o = keyed;

  sil_aes_expansion #(
    .KeyBits(KeyBits), .Sbox(Sbox), .Inverse(Direction == DECRYPT)
  ) u_expansion (
    .clk_i, .rst_ni, .wipe_i, .k_tdata, .k_tuser('0), .k_tvalid, .k_tready, .idle_i(hold_q & empty_q),
    .write_o(write), .address_o(address), .word_o(word), .keyed_o(keyed), .rounds_o(last_key)
  );

  always_ff @(posedge clk_i) if (write) keys_q <= {word, keys_q[32*4*(Rounds+1)-1:32]};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      hold_q  <= 1'b0;
      ready_q <= 1'b0;
      empty_q <= 1'b0;
      valid_q <= '0;
    end else if (wipe_i) begin
      hold_q  <= 1'b0;
      ready_q <= 1'b0;
      empty_q <= 1'b0;
      valid_q <= '0;
    end else begin
      hold_q  <= k_tvalid;
      ready_q <= ~stop_q & keyed & ~k_tvalid;
      empty_q <= hold_q & ~|valid_q;
      if (run_q[0]) valid_q <= {valid_q[PipelineStages-1:0], take};
    end
  end

  // Bit offset of a round's key in the schedule. Round 0 is the first AddRoundKey.
  function automatic int unsigned key_of(int unsigned round);
    return 128 * (Direction == DECRYPT ? Rounds - round : round);
  endfunction

  always_ff @(posedge clk_i) begin
    if (run_q[0]) state[0] <= take ? s_tdata ^ keys_q[key_of(0)+:128] : '0;
  end

  for (genvar r = 0; r < Rounds; r++) begin : gen_round
    logic [127:0] out;
    sil_aes_round #(
      .Sbox(Sbox), .Direction(Direction), .Stages(Stages), .Final(r == Rounds - 1)
    ) u_round (
      .clk_i,
      .run_i           (run_q[r+1]),
      .clear_i         (1'b0),
      .state_i         (state[r]),
      .decrypt_i       (1'b0),
      .before_i        ('0),
      .middle_decrypt_i(1'b0),
      .middle_last_i   (1'b0),
      .last_i          (1'b0),
      .key_i           (keys_q[key_of(r+1)+:128]),
      .block_i         ('0),
      .state_o         (out)
    );
    always_ff @(posedge clk_i) if (run_q[r+1]) state[r+1] <= out;
  end

  // The stall comes three cycles late, through three registers: FIFO traffic (came_q, left_q),
  // stall request (stop_q), and one stall register per round (run_q).
  assign came = run_q[0] & valid_q[PipelineStages];
  assign left = m_tvalid & m_tready;
  assign stop_d = level_q >= 5'(Queue - Late);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {came_q, left_q, stop_q} <= '0;
      level_q <= '0;
      run_q   <= '1;
    end else if (wipe_i) begin
      {came_q, left_q, stop_q} <= '0;
      level_q <= '0;
      run_q   <= '1;
    end else begin
      {came_q, left_q, stop_q} <= {came, left, stop_d};
      level_q <= level_q + 5'(came_q) - 5'(left_q);
      run_q   <= {Rounds + 1{~stop_q}};
    end
  end

  sil_fifo_wipe #(.Width(128), .Depth(Queue)) u_queue (
    .clk_i, .rst_ni, .wipe_i,
    .clean_o (clean),
    .s_tdata (clean ? '0 : state[Rounds]),
    .s_tvalid(came),
    .s_tready(),
    .m_tdata,
    .m_tvalid,
    .m_tready
  );
endmodule
