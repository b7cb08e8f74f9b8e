// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The datapath of sil_sha2_retimed with its chaining values in memory.
///
/// E(t), A(t) and the sums are those of sil_sha2_retimed. These points are different:
///
/// * Two register files hold the chaining values: one has H4 to H7 of each, the other H0 to H3. A
///   word is read one cycle before its addition. A word of a new chaining value is written from the
///   adder that forms it.
/// * The feed-forward adds words of the chaining value in place of K + W, and in place of E. The
///   selection is in the cells of the carry chains (sil_add_function).
/// * After the last operation of a hash has left the addition of E, or that of A, the working
///   variables and the sums after it become zero. The next hash starts with a feed-forward.
///
/// ## Latency and throughput
/// One operation per cycle. A sum of the feed-forward is in memory 3 (H4 to H7) or 6 (H0 to H3)
/// cycles after its control word has been taken.
module sil_sha2_keyed_rounds
  import sil_md_pkg::BLOCK_WORDS, sil_sha2_pkg::*, sil_sha2_keyed_pkg::*;
#(
  /// Width of a word in bits: 32 or 64.
  parameter int unsigned Width = 32,
  /// The initial hash value, H0 in the high bits.
  parameter logic [8*Width-1:0] Initial = '0,
  localparam int unsigned Rounds = Width == 64 ? 80 : 64,
  localparam int unsigned CountBits = $clog2(Rounds)
) (
  input  logic                 clk_i,
  /// Asynchronous assert, active low.
  input  logic                 rst_ni,
  /// The control word, and the number of its round.
  input  control_t             control_i,
  input  logic [CountBits-1:0] count_i,
  /// They are taken in this cycle.
  output logic                 step_o,
  /// The message word.
  input  logic [Width-1:0]     message_i,
  input  logic                 valid_i,
  /// `message_i` is taken in this cycle if `valid_i`.
  output logic                 load_o,
  /// The message word if it is one of H4 to H7 of the last hash, otherwise zero.
  output logic [Width-1:0]     half_o,
  /// The message word is the first one after a digest that is hashed again; the last one.
  output logic                 mark_o,
  output logic                 length_o,
  /// A word of a digest that is hashed again, H0 to H3, and its number.
  output logic                 digest_o,
  output logic [1:0]           digest_number_o,
  output logic [Width-1:0]     digest_word_o,
  /// The tag becomes zero.
  input  logic                 tag_clear_i,
  /// The tag is complete. `tag_o` has it from the next cycle on.
  output logic                 tag_done_o,
  /// The tag, H0 in the high bits.
  output logic [8*Width-1:0]   tag_o
);
  typedef logic [Width-1:0] word_t;
  typedef logic [15:0] table_t;

  // The inputs of a cell of a carry chain, as truth tables.
  localparam table_t A = 16'haaaa;
  localparam table_t B = 16'hcccc;
  localparam table_t C = 16'hf0f0;
  localparam table_t D = 16'hff00;

  // Stages that a control word passes: the schedule's word is selected, K + W, + E, + A, E(t+1),
  // E - A.
  typedef enum int unsigned {Choose, AddW, AddE, AddA, NewE, SubA} stage_e;

  localparam int unsigned Values = 4;  // values of value_e
  localparam int unsigned Entries = Values * FEED_FORWARD;

  control_t [SubA:0] control_q;
  logic run;
  word_t [BLOCK_WORDS-1:0] window;
  word_t k_q, he_q, ha_q, kw_q, kwe_q, kwea_q, ea_q, sum_kw, sum_e, sum_kwea, sum_a;
  word_t [2:0] e_q, a_q;  // e_q[0] is the newest
  word_t stored_e, stored_a;

  assign run = ~control_q[Choose].load | valid_i;
  assign step_o = run;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) control_q <= {(SubA + 1){IDLE}};
    else if (run) control_q <= {control_q[NewE:Choose], control_i};
  end

  // The constants K, zero outside of rounds.
  localparam int unsigned Rows = 2 ** CountBits;

  function automatic logic [Rows*Width-1:0] constants();
    constants = '0;
    for (int unsigned i = 0; i < Rounds; i++) constants[i*Width+:Width] = K[i][63-:Width];
  endfunction

  word_t row;
  if (Width == 64) begin : gen_block_ram
    word_t [Rows-1:0] rows;
    word_t row_q;
    assign rows = constants();
    always_ff @(posedge clk_i) if (run) row_q <= rows[count_i];
    assign row = row_q;
  end else begin : gen_logic
    logic [CountBits-1:0] number_q;
    always_ff @(posedge clk_i) if (run) number_q <= count_i;
    sil_table #(.Width(Width), .Rows(Rows), .Content(constants())) u_rows (
      .address_i(number_q), .row_o(row)
    );
  end

  sil_sha2_schedule #(.Width(Width), .Precompute(2)) u_schedule (
    .clk_i,
    .run_i         (run),
    .load_i        (control_q[Choose].load),
    .feed_forward_i(1'b0),
    .message_i,
    .chaining_i    ('0),
    .pass_i        (1'b0),
    .window_i      ('0),
    .window_o      (window)
  );

  // The chaining values.
  logic write_e, write_a;
  assign write_e = run & control_q[AddE].write;
  assign write_a = run & control_q[SubA].write;

  sil_register_file #(.Width(Width), .Words(Entries)) u_values_e (
    .clk_i,
    .write_i        (write_e),
    .write_address_i({control_q[AddE].written, control_q[AddE].word}),
    .word_i         (sum_e),
    .read_address_i ({control_q[Choose].read, control_q[Choose].word}),
    .word_o         (stored_e)
  );
  sil_register_file #(.Width(Width), .Words(Entries)) u_values_a (
    .clk_i,
    .write_i        (write_a),
    .write_address_i({control_q[SubA].written, control_q[SubA].word}),
    .word_i         (sum_a),
    .read_address_i ({control_q[NewE].read, control_q[NewE].word}),
    .word_o         (stored_a)
  );

  /// A word of the initial hash value.
  function automatic word_t initial_word(logic [1:0] number, bit high);
    logic [4*Width-1:0] words = high ? Initial[8*Width-1:4*Width] : Initial[4*Width-1:0];
    initial_word = '0;
    for (int unsigned i = 0; i < 4; i++) if (number == 2'(i)) initial_word = words[i*Width+:Width];
  endfunction

  always_ff @(posedge clk_i) begin
    if (run) begin
      k_q <= control_q[Choose].round ? row : '0;
      if (!control_q[Choose].add) he_q <= '0;
      else he_q <= control_q[Choose].initial_value ? initial_word(control_q[Choose].word, 1'b0)
                                                   : stored_e;
      if (!control_q[NewE].add) ha_q <= '0;
      else ha_q <= control_q[NewE].initial_value ? initial_word(control_q[NewE].word, 1'b1)
                                                 : stored_a;
    end
  end

  // The sums that are formed before the loops: W + K or the chaining value, + E(t-3), + A(t-3)
  // except in the feed-forward; E(t+1) - A(t-3), or the chaining value + A(t-3).
  logic [2:0] unused_carry;
  sil_add_function #(.First(A & B), .Second(C | D), .Width(Width)) u_add_kw (
    .a_i(window[BLOCK_WORDS-1]), .b_i({Width{control_q[AddW].round}}), .c_i(k_q), .d_i(he_q),
    .carry_i(1'b0), .sum_o(sum_kw), .carry_o(unused_carry[0])
  );
  assign sum_e = kw_q + e_q[1];
  sil_add_function #(.First(A), .Second(C & D), .Width(Width)) u_add_kwea (
    .a_i(kwe_q), .b_i('0), .c_i(a_q[0]), .d_i({Width{control_q[AddA].round}}),
    .carry_i(1'b0), .sum_o(sum_kwea), .carry_o(unused_carry[1])
  );
  sil_add_function #(
    .First(A ^ B), .Second((B & C) | (~B & D)), .Width(Width), .CarryIn(1'b1)
  ) u_sub_a (
    .a_i(a_q[2]), .b_i({Width{control_q[SubA].round}}), .c_i(e_q[0]), .d_i(ha_q),
    .carry_i(control_q[SubA].round), .sum_o(sum_a), .carry_o(unused_carry[2])
  );

  // The two loops.
  word_t e_d, a_d, sigma1_e, ch_e, sigma0_a, maj_a;
  logic alone_a_q;

  always_comb begin
    sigma1_e = Width'(big_sigma1(Width, 64'(e_q[0])));
    ch_e     = Width'(ch(64'(e_q[0]), 64'(e_q[1]), 64'(e_q[2])));
    sigma0_a = Width'(big_sigma0(Width, 64'(a_q[0])));
    maj_a    = Width'(maj(64'(a_q[0]), 64'(a_q[1]), 64'(a_q[2])));
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) alone_a_q <= 1'b1;
    else if (run) alone_a_q <= ~control_q[SubA].round;
  end

  sil_add_three #(.Width(Width)) u_add_e (
    .alone_i(~control_q[NewE].round), .a_i(kwea_q), .b_i(sigma1_e), .c_i(ch_e), .sum_o(e_d)
  );
  sil_add_three #(.Width(Width)) u_add_a (
    .alone_i(alone_a_q), .a_i(ea_q), .b_i(sigma0_a), .c_i(maj_a), .sum_o(a_d)
  );

  always_ff @(posedge clk_i) begin
    if (run) kw_q <= sum_kw;
    if (control_q[AddE].clear) begin
      kwe_q  <= '0;
      kwea_q <= '0;
      e_q    <= '0;
    end else if (run) begin
      kwe_q  <= sum_e;
      kwea_q <= sum_kwea;
      e_q    <= {e_q[1:0], e_d};
    end
    if (control_q[SubA].clear) begin
      ea_q <= '0;
      a_q  <= '0;
    end else if (run) begin
      ea_q <= sum_a;
      a_q  <= {a_q[1:0], a_d};
    end
  end

  // The tag is in two shift registers, which nothing reads until it is complete.
  word_t [3:0] tag_e_q, tag_a_q;

  always_ff @(posedge clk_i) begin
    if (tag_clear_i) begin
      tag_e_q <= '0;
      tag_a_q <= '0;
    end else begin
      if (run && control_q[AddE].tag) tag_e_q <= {sum_e, tag_e_q[3:1]};
      if (run && control_q[SubA].tag) tag_a_q <= {sum_a, tag_a_q[3:1]};
    end
  end

  assign load_o = control_q[Choose].load;
  assign half_o = control_q[Choose].half ? stored_e : '0;
  assign mark_o = control_q[Choose].mark;
  assign length_o = control_q[Choose].length;
  assign digest_o = run & control_q[SubA].digest;
  assign digest_number_o = ~control_q[SubA].word;
  assign digest_word_o = sum_a;
  assign tag_done_o = run & control_q[SubA].tag & control_q[SubA].clear;
  assign tag_o = {tag_a_q, tag_e_q};
endmodule
