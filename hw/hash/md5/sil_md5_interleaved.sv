// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The MD5 datapath for four messages: four registers in its feedback loop, with a message in each
/// (C-slow retiming).
///
/// B(t) is the value of b after step t. A step (RFC 1321 3.4) is
///
///     B(t) = B(t-1) + rotl([X + T + B(t-4)] + F(B(t-1), B(t-2), B(t-3)), s)
///
/// The sum in brackets is formed before B(t-1) is known. The four cycles of the loop are the addition
/// of F, two levels of the rotation, and the addition of B(t-1). F is a selection by B(t-1)
/// (sil_md5_pkg::choice), which the cells of the carry chain make (sil_add_function).
///
/// The feed-forward uses the same adders: B(t) = H + B(t-4), with H in place of X + T, no function and
/// no addition of B(t-1). Two registers pass the sum beside the rotation. If the channel starts a new
/// message, the second takes the initial value instead.
///
/// ## Latency and throughput
/// A step of one channel per cycle. The sums of the feed-forward are the digest 7 cycles after its
/// control word.
module sil_md5_interleaved
  import sil_md5_pkg::*;
#(
  localparam int unsigned Messages = 4,
  localparam int unsigned TidBits = $clog2(Messages),
  localparam int unsigned StepBits = $clog2(FEED_FORWARD),
  localparam int unsigned PassBits = $clog2(STEPS / FEED_FORWARD)
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  /// The control word of this cycle, as in sil_md_interleaved.
  input  logic [TidBits-1:0]  channel_i,
  input  logic [StepBits-1:0] step_i,
  input  logic                run_i,
  input  logic [PassBits-1:0] pass_i,
  input  logic                load_i,
  input  word_t               message_i,
  input  logic                hold_i,
  input  logic                capture_i,
  input  logic                fresh_i,
  /// The digest is complete from the next cycle on.
  output logic                last_o,
  /// The digest as a chaining value, A in the high bits. It holds until the next one.
  output logic [127:0]        chaining_o
);
  localparam int unsigned Words = 16;  // of a block
  localparam int unsigned NumberBits = PassBits + StepBits;

  // The inputs of a cell of a carry chain, as truth tables.
  localparam logic [15:0] A = 16'haaaa;
  localparam logic [15:0] B = 16'hcccc;
  localparam logic [15:0] C = 16'hf0f0;
  localparam logic [15:0] D = 16'hff00;
  localparam logic [15:0] SELECT = (B & C) | (~B & D);

  // The cycle of each operation, counted from the control word.
  localparam int Write = 1;   // a word of the message
  localparam int Choose = 3;  // X of the words that were read in the cycle before, T and H
  localparam int AddX = 4;    // X + T, or H
  localparam int AddA = 5;    // + B(t-4); F is formed as a selection
  localparam int AddF = 6;    // the loop begins: B(t-1) is known
  localparam int RotateFar = 7;   // by 4, 9, 14 or 20
  localparam int RotateNear = 8;  // by 0 to 3
  localparam int AddB = 9;    // + B(t-1)
  localparam int Done = 10;   // B(t) is known

  // The control word of each cycle.
  logic [Done:0] run;
  logic [AddA:0] hold;
  logic [AddF:0] capture;
  logic [RotateNear:0] fresh;
  logic [Messages-1:0][TidBits-1:0] channel;  // repeats after Messages cycles
  logic [Done:0][StepBits-1:0] step;
  logic [RotateFar:0][PassBits-1:0] pass;
  logic [Write:0] load;
  logic [Done:1] run_q;
  logic [AddA:1] hold_q;
  logic [AddF:1] capture_q;
  logic [RotateNear:1] fresh_q;
  logic [Messages-1:1][TidBits-1:0] channel_q;
  logic [Done:1][StepBits-1:0] step_q;
  logic [RotateFar:1][PassBits-1:0] pass_q;
  logic load_q;

  assign run = {run_q, run_i};
  assign hold = {hold_q, hold_i};
  assign capture = {capture_q, capture_i};
  assign fresh = {fresh_q, fresh_i};
  assign channel = {channel_q, channel_i};
  assign step = {step_q, step_i};
  assign pass = {pass_q, pass_i};
  assign load = {load_q, load_i};

  always_ff @(posedge clk_i) begin
    run_q     <= run[Done-1:0];
    hold_q    <= hold[AddA-1:0];
    fresh_q   <= fresh[RotateNear-1:0];
    channel_q <= channel[Messages-2:0];
    step_q    <= step[Done-1:0];
    pass_q    <= pass[RotateFar-1:0];
    load_q    <= load_i;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) capture_q <= '0;
    else capture_q <= capture[AddF-1:0];
  end

  // The words of the message of each channel. A word is written in the cycle before its step reads
  // it, and read again in each further round.
  function automatic logic [STEPS*4-1:0] indices();
    for (int unsigned i = 0; i < STEPS; i++) indices[i*4+:4] = 4'(message_index(i));
  endfunction

  logic [3:0] index, index_q;
  word_t [Messages-1:0] read_q;  // a word of each channel
  word_t x, x_q;

  sil_table #(.Width(4), .Rows(STEPS), .Content(indices())) u_indices (
    .address_i({pass[Write], step[Write]}), .row_o(index)
  );
  for (genvar i = 0; i < Messages; i++) begin : gen_words
    (* ram_style = "distributed" *) word_t words_q [Words];
    always_ff @(posedge clk_i) begin
      if (load[Write] && channel[Write] == TidBits'(i)) begin
        words_q[4'({pass[Write], step[Write]})] <= message_i;
      end
      read_q[i] <= words_q[index_q];
    end
  end
  sil_mux #(.Words(Messages)) u_x (.words_i(read_q), .select_i(channel[Choose]), .word_o(x));
  always_ff @(posedge clk_i) begin
    index_q <= index;
    x_q     <= x;
  end

  // The constants T, zero during the feed-forward; and the chaining value, zero during steps.
  function automatic logic [STEPS*32-1:0] constants();
    for (int unsigned i = 0; i < STEPS; i++) constants[i*32+:32] = T[i];
  endfunction

  (* ram_style = "distributed" *) word_t chaining_q [Messages*FEED_FORWARD];
  word_t row, t_q, h_q, b_q;
  logic [NumberBits-1:0] number;
  assign number = {pass[Choose], step[Choose]};

  sil_table #(.Width(32), .Rows(STEPS), .Content(constants())) u_constants (
    .address_i(number), .row_o(row)
  );
  always_ff @(posedge clk_i) begin
    if (!run[Choose]) t_q <= '0;
    else t_q <= row;
    if (run[Choose]) h_q <= '0;
    else h_q <= chaining_q[{channel[Choose], step[Choose]}];
    if (!run[Done]) chaining_q[{channel[Done%Messages], step[Done]}] <= b_q;
  end

  // B(t-1) in cycle AddB, which is B(t-2) in cycle AddA; then B(t-3) and B(t-4) in cycle AddA.
  word_t b_3, b_7, b_11;
  sil_history #(.Delay(3)) u_b3 (.clk_i, .rst_ni, .word_i(b_q), .words_o(b_3));
  sil_history #(.Delay(Messages)) u_b7 (.clk_i, .rst_ni, .word_i(b_3), .words_o(b_7));
  sil_history #(.Delay(Messages)) u_b11 (.clk_i, .rst_ni, .word_i(b_7), .words_o(b_11));

  choice_t choice_q;
  always_ff @(posedge clk_i) begin
    choice_q <= choice(~run[AddA], pass[AddA][PassBits-1-:2], b_3, b_7);
  end

  // The rotation by s is one by 4, 9, 14 or 20, and one by 0 to 3. Level 0 gives the first.
  localparam int unsigned Far [4] = '{4, 9, 14, 20};
  localparam int unsigned Levels = 2;

  /// The number of the rotation of a level, in a step.
  function automatic logic [1:0] select(int unsigned level, int unsigned round_step);
    int unsigned s = rotation(round_step);
    select = '0;
    for (int unsigned i = 1; i < 4; i++) if (s >= Far[i]) select = 2'(i);
    if (level != 0) select = 2'(s - Far[select]);
  endfunction

  /// The same for all kinds of steps.
  function automatic logic [31:0] selects(int unsigned level);
    for (int unsigned i = 0; i < 16; i++) selects[2*i+:2] = select(level, i / 4 * 16 + i % 4);
  endfunction

  localparam word_t [3:0] InitialWords = {
    INITIAL[95:64], INITIAL[63:32], INITIAL[31:0], INITIAL[127:96]
  };  // A, D, C, B, the first in item 0

  word_t sum_q, passed_q, forward_q;
  word_t [Levels:0] rotated;  // before each level, and after the last
  assign rotated[0] = sum_q;

  for (genvar l = 0; l < Levels; l++) begin : gen_level
    logic [3:0][31:0] words;
    logic [1:0] select_d, select_q;
    word_t word, word_q;

    // Selected one cycle before the level.
    sil_table #(.Width(2), .Rows(16), .Content(selects(l))) u_selects (
      .address_i({pass[RotateFar-1+l][PassBits-1-:2], step[RotateFar-1+l]}), .row_o(select_d)
    );
    for (genvar i = 0; i < 4; i++) begin : gen_word
      localparam int unsigned By = l == 0 ? Far[i] : i;
      assign words[i] = 32'({2{rotated[l]}} >> (32 - By));
    end
    sil_mux #(.Words(4)) u_word (.words_i(words), .select_i(select_q), .word_o(word));
    always_ff @(posedge clk_i) begin
      select_q <= select_d;
      word_q <= word;
    end
    assign rotated[l+1] = word_q;
  end

  always_ff @(posedge clk_i) begin
    passed_q  <= sum_q;
    forward_q <= fresh[RotateNear] ? InitialWords[step[RotateNear]] : passed_q;
  end

  // The adders. A function is an XOR of products, and a product with a zero is known: the initial
  // value takes the place of an unknown sum after power-on.
  word_t xt_q, xta_q;
  sil_add_pieces #(.First(A & B), .Second(C | D)) u_add_x (
    .clk_i, .a_i(x_q), .b_i({32{run[AddX]}}), .c_i(t_q), .d_i(h_q), .carry_i(1'b0), .sum_o(xt_q)
  );
  sil_add_pieces #(.First(A), .Second(C & ~D)) u_add_a (
    .clk_i, .a_i(xt_q), .b_i('0), .c_i(b_11), .d_i({32{hold[AddA]}}), .carry_i(1'b0),
    .sum_o(xta_q)
  );
  sil_add_pieces #(.First(A), .Second(SELECT)) u_add_f (
    .clk_i, .a_i(xta_q), .b_i(b_q), .c_i(choice_q.one), .d_i(choice_q.zero), .carry_i(1'b0),
    .sum_o(sum_q)
  );
  sil_add_pieces #(.First(A & B), .Second(SELECT)) u_add_b (
    .clk_i, .a_i(b_3), .b_i({32{run[AddB]}}), .c_i(rotated[Levels]), .d_i(forward_q),
    .carry_i(1'b0), .sum_o(b_q)
  );

  // The digest: A, D, C, B.
  word_t [3:0] digest_q;
  always_ff @(posedge clk_i) if (capture[AddF]) digest_q <= {xta_q, digest_q[3:1]};

  assign last_o = capture[AddF] & step[AddF] == StepBits'(FEED_FORWARD - 1);
  assign chaining_o = {digest_q[0], digest_q[3], digest_q[2], digest_q[1]};
endmodule
