// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: sil_modes_chain has the counter of CTR (NIST SP 800-38A B.1 with m = 128) and the
/// tweak of XTS (IEEE 1619 5.2), for all values and all pauses.
module sil_modes_chain_proof
#(
  /// As in sil_modes_chain.
  parameter int unsigned Modes = 7,
  parameter bit Decrypts = 1'b1,
  parameter bit WordByWord = 1'b0
) (
  input logic         clk_i,
  input logic         clear_i,
  input logic         load_i,
  input logic [127:0] value_i,
  input logic         step_i,
  input logic         count_i,
  input logic         back_i
);
  logic [127:0] value;
  logic ready;

  sil_modes_chain #(.Modes(Modes), .Decrypts(Decrypts), .WordByWord(WordByWord)) u_chain (
    .clk_i, .clear_i, .load_i, .value_i, .step_i, .count_i, .back_i, .value_o(value),
    .ready_o(ready)
  );

  /// The next counter: a number whose last byte is the least significant.
  function automatic logic [127:0] counted(logic [127:0] block);
    logic [127:0] number;
    for (int unsigned i = 0; i < 16; i++) number[8*i+:8] = block[8*(15-i)+:8];
    number = number + 128'd1;
    for (int unsigned i = 0; i < 16; i++) counted[8*i+:8] = number[8*(15-i)+:8];
  endfunction

  /// A tweak times x: byte 0 has the lowest coefficients, and x^128 is x^7 + x^2 + x + 1.
  function automatic logic [127:0] doubled(logic [127:0] tweak);
    logic [128:0] product;
    product = {tweak, 1'b0};
    if (product[128]) product = product ^ {1'b1, 128'h87};
    return product[127:0];
  endfunction

  /// The tweak whose product with x is the given one.
  function automatic logic [127:0] halved(logic [127:0] tweak);
    logic [128:0] product;
    product = {1'b0, tweak};
    if (product[0]) product = product ^ {1'b1, 128'h87};
    return product[128:1];
  endfunction

  // A value has been loaded, of a counter or a tweak. The reference steps as the standards say. In
  // the first cycle with a value there is no step.
  logic known_q = 1'b0;
  logic counts_q, fresh_q, step;
  logic [127:0] reference_q;
  // Word by word: words that have been incremented, and the value before them.
  logic [1:0] word_q;
  logic [127:0] old_q;

  assign step = step_i & known_q & word_q == '0;

  always_ff @(posedge clk_i) begin
    fresh_q <= load_i;
    if (clear_i) known_q <= 1'b0;
    else if (load_i) begin
      known_q <= 1'b1;
      counts_q <= count_i;
      reference_q <= value_i;
    end else if (step)
      reference_q <= counts_q ? counted(reference_q) : back_i && Decrypts ? halved(reference_q)
        : doubled(reference_q);
    if (clear_i || load_i) word_q <= '0;
    else if (WordByWord && (word_q != '0 || (step && counts_q))) word_q <= word_q + 1'b1;
    if (step) old_q <= reference_q;
  end

  always_comb begin
    // The kind of a value is known as it is loaded, and stays. Its first step comes two cycles later.
    assume (!known_q || load_i || count_i == counts_q);
    assume (!(step_i && (fresh_q || !known_q)));
    assume (!(load_i && step_i));
    // Word by word, the next step waits until `ready_o` was high.
    if (word_q != '0) assume (!step_i && !load_i);
    if (known_q && word_q == '0) assert (value == reference_q);
    // It is ready in the cycle before the value is there.
    if (known_q && WordByWord && word_q != '0) assert (ready == (word_q == 2'd3));
    if (!WordByWord) assert (ready);
  end

  /// A block with its bytes in reverse order: of a counter, its number.
  function automatic logic [127:0] number_of(logic [127:0] block);
    for (int unsigned i = 0; i < 16; i++) number_of[8*i+:8] = block[8*(15-i)+:8];
  endfunction
  logic [127:0] number, old, target;
  assign number = number_of(value);
  assign old = number_of(old_q);
  assign target = number_of(reference_q);

  // Invariants of the carries.
  if (WordByWord) begin : gen_words
    always_comb begin
      if (known_q) begin
        assert (u_chain.gen_count_word.word_q == word_q);
        if (word_q == '0 && counts_q && !fresh_q) assert (u_chain.gen_count_word.carry_q);
        if (word_q != '0) begin
          assert (counts_q && !fresh_q && reference_q == counted(old_q));
          case (word_q)
            2'd1: begin
              assert (number == {target[31:0], old[127:32]});
              assert (u_chain.gen_count_word.carry_q == &old[31:0]);
            end
            2'd2: begin
              assert (number == {target[63:0], old[127:64]});
              assert (u_chain.gen_count_word.carry_q == &old[63:0]);
            end
            default: begin
              assert (number == {target[95:0], old[127:96]});
              assert (u_chain.gen_count_word.carry_q == &old[95:0]);
            end
          endcase
        end
      end
    end
  end else begin : gen_carries
    always_comb begin
      if (known_q && counts_q) begin
        // After the lowest word has become zero, the words above it are known one cycle later.
        if (number[31:0] != '0) begin
          assert (u_chain.gen_count.ones_q[1] == &number[63:32]);
          assert (u_chain.gen_count.ones_q[2] == &number[95:64]);
        end
        if (!fresh_q) begin
          assert (u_chain.gen_count.carry_q[1] == &number[31:0]);
          assert (u_chain.gen_count.carry_q[2] == &number[63:0]);
          assert (u_chain.gen_count.carry_q[3] == &number[95:0]);
        end
      end
    end
  end
endmodule
