// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// MD5 (RFC 1321) in the least area of an FPGA: one 32-bit adder, one operand per cycle, the words
/// in block memories. Padded blocks in, the words of the digest out.
///
/// Only the values of B are stored: those of C, D and A are earlier ones. They are in the memory
/// for every step of a block, so that none is moved. A sum is rotated by 4, then several times by 5
/// and by 1.
///
/// ## Latency and throughput
/// A block takes 728 cycles: for each of 64 steps 8 and those of its rotation, 208 in all, and 8
/// for the feed-forward. The last word of the digest of n blocks is valid n * 728 + 3 cycles after
/// the first beat is accepted. The first beat of the next message is accepted 5 cycles after that.
///
/// ## Byte order
/// The first byte of a message is `s_tdata[7:0]` of its first beat, the first byte of a digest is
/// `m_tdata[7:0]` of its first beat.
module sil_md5_serial_core (
  input  logic        clk_i,
  /// Asynchronous assert, active low.
  input  logic        rst_ni,
  /// Words of complete, padded blocks.
  input  logic [31:0] s_tdata,
  /// The last word of a message's last block.
  input  logic        s_tlast,
  input  logic        s_tvalid,
  output logic        s_tready,
  /// A word of the digest.
  output logic [31:0] m_tdata,
  /// The last word of the digest.
  output logic        m_tlast,
  output logic        m_tvalid,
  input  logic        m_tready
);
  // What a cycle does; most add their operand to the accumulator. RFC 1321 3.4 in the comments.
  typedef enum logic [3:0] {
    Load,     // H <- a word of the initial value (3.3)
    Message,  // X[k] <- a word of the message
    WordX,    // X[k]
    WordA,    // a
    WordT,    // T[i]
    Select,   // that by which F or G select: b or d, which is not added
    Function, // F, G, H or I of b, c, d; the sum is rotated
    Wait,     // for the sum
    Rotate,   // the sum, rotated by 4
    RotateMore,     // it is rotated by 5 or by 1 more
    WordB,    // b; the sum is the new b
    Chain,    // a word of H
    Forward,  // the variable that is added to it
    Digest    // a word of the digest leaves
  } step_e;

  // Words of the memory by the high bits of their addresses: 00 b of each step, 10 T, 1100 X, 11010
  // H, 11011 the initial value. The words of H are in the order A, D, C, B: they are the values of
  // b before step 0.
  localparam logic [3:0] RegionX = 4'hc;
  localparam logic [5:0] RegionH = 6'h34, RegionInitial = 6'h36;

  function automatic logic [255:0][31:0] contents();
    logic [3:0][31:0] initial_words;  // D in word 0
    initial_words = sil_md5_pkg::INITIAL;
    contents = '0;
    for (int unsigned i = 0; i < 64; i++) contents[128+i] = sil_md5_pkg::T[i];
    for (int unsigned i = 0; i < 4; i++) contents[216+i] = initial_words[2'(i - 1)];
  endfunction

  // The rotations of a step after that by 4: as many by 5 as the step has passed a multiple of 4,
  // and then those by 1.
  function automatic logic [2:0] rotations(logic [1:0] round, logic [1:0] index);
    logic [3:0][3:0][2:0] all;
    for (int unsigned r = 0; r < 4; r++) begin
      for (int unsigned i = 0; i < 4; i++) begin
        all[r][i] = 3'(sil_md5_pkg::rotation(16 * r + i) - 4 - 4 * i);
      end
    end
    return all[round][index];
  endfunction

  // The message words that the steps add; 3.4.
  function automatic logic [63:0][3:0] message_indices();
    for (int unsigned t = 0; t < 64; t++) message_indices[t] = 4'(sil_md5_pkg::message_index(t));
  endfunction
  localparam logic [63:0][3:0] Indices = message_indices();

  // The sequence of steps.

  step_e step_d, step_q;
  logic [5:0] count_q;  // the step of MD5, or the number of the word
  logic [2:0] made_q, made_d, needed;
  logic last_q, run, next;

  assign made_d = made_q + 1'b1;
  assign needed = rotations(count_q[5:4], count_q[1:0]);
  always_comb begin
    next = 1'b0;
    step_d = step_e'(step_q + 4'd1);
    unique case (step_q)
      Load: begin
        next = 1'b1;
        step_d = &count_q[1:0] ? Message : Load;
      end
      Message: step_d = WordA;
      Rotate: step_d = needed == '0 ? WordB : RotateMore;
      RotateMore: step_d = made_d == needed ? WordB : RotateMore;
      WordB: begin
        next = 1'b1;
        step_d = &count_q ? Chain : count_q[5:4] == '0 && !(&count_q[3:0]) ? Message : WordX;
      end
      Forward: begin
        next = 1'b1;
        step_d = ~&count_q[1:0] ? Chain : last_q ? Digest : Message;
      end
      Digest: begin
        next = 1'b1;
        step_d = &count_q[1:0] ? Load : Digest;
      end
      default: ;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      step_q  <= Load;
      count_q <= '0;
    end else if (run) begin
      step_q <= step_d;
      if (next) begin
        count_q <= count_q + 1'b1;
        // Rows of four words end with number 3.
        if (step_q != WordB && &count_q[1:0]) count_q <= '0;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (s_tvalid && s_tready) last_q <= s_tlast;
    if (run) made_q <= step_q == RotateMore ? made_d : '0;
  end

  // The addresses. A value of b has the number of its step: that of this step minus 1 to 4. Where
  // this is negative, it is a word of H.

  function automatic logic [7:0] variable(logic [6:0] number);
    return number[6] ? {RegionH, number[1:0]} : {2'd0, number[5:0]};
  endfunction

  logic [7:0] first, second, write;
  logic [6:0] number, number_2;
  logic [3:0] index;
  logic [1:0] word;  // of H in Chain and Forward
  logic by_d;  // G selects by d, the other functions by b
  always_comb begin
    by_d = count_q[5:4] == 2'd1;
    word = {~count_q[1], count_q[0]};
    index = Indices[count_q];
    unique case (step_q)
      WordT:    {number, number_2} = {7'd0, 7'd0};
      Select:   {number, number_2} = {7'd0, by_d ? -7'd3 : -7'd1};
      Function: {number, number_2} = by_d ? {-7'd1, -7'd2} : {-7'd2, -7'd3};
      WordB:    {number, number_2} = {-7'd1, 7'd0};
      default:  {number, number_2} = {-7'd4, 7'd0};
    endcase
    number += {1'b0, count_q};
    number_2 += {1'b0, count_q};
    unique case (step_q)
      WordX:   first = {RegionX, index};
      WordT:   first = {2'd2, number[5:0]};
      Load:    first = {RegionInitial, count_q[1:0]};
      Chain:   first = {RegionH, word};
      Forward: first = {6'h0f, word};
      Digest:  first = {RegionH, -count_q[1:0]};
      default: first = variable(number);
    endcase
    // A word alone passes F, because both memories give it.
    second = step_q inside {Select, Function} ? variable(number_2) : first;
    unique case (step_q)
      Message: write = {RegionX, count_q[3:0]};
      WordB:   write = {2'd0, count_q};
      Load:    write = {RegionH, count_q[1:0]};
      default: write = {RegionH, word};
    endcase
  end

  // The controls of the operand, a cycle after that of a step.

  logic message_q, digest_q, choose_q, parity_q, mixed_q, rotate_q, five_q, one_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {message_q, digest_q} <= '0;
    else if (run) {message_q, digest_q} <= {step_q == Message, step_q == Digest};
  end
  always_ff @(posedge clk_i) begin
    if (run) begin
      choose_q <= !(step_q inside {Message, Select, Wait, Rotate, RotateMore, Digest});
      parity_q <= step_q == Function && count_q[5];
      mixed_q <= step_q == Function && &count_q[5:4];
      rotate_q <= step_q == Rotate;
      five_q <= step_q == RotateMore && made_q < {1'b0, count_q[1:0]};
      one_q <= step_q == RotateMore && made_q >= {1'b0, count_q[1:0]};
    end
  end

  // The accumulator is zero after a sum that is complete or rotated.
  logic clear;
  logic [31:0] first_q, second_q, operand_q, sum;
  assign clear = step_q inside {Load, Wait, WordB, Forward, Digest}
                 || (step_q inside {Rotate, RotateMore} && step_d == RotateMore);
  sil_md_words #(.Content(contents())) u_words (
    .clk_i, .rst_ni, .run_i(run), .first_address_i(first), .second_address_i(second),
    .write_i(step_q inside {Load, Message, WordB, Forward}), .write_address_i(write),
    .clear_i(clear), .hold_i(1'b0), .first_o(first_q), .second_o(second_q),
    .operand_i(operand_q), .sum_o(sum)
  );

  // The operand, in words that synthesis keeps, so that each bit takes five four-input functions. H
  // is the sum of b, c and d, and I = c ^ (b | ~d) is its inverse where d is 1, and that of c
  // elsewhere.

  function automatic logic [31:0] rotl(int unsigned n, logic [31:0] x);
    return 32'({x, x} >> (32 - n));
  endfunction

  logic [31:0] before_q;
  (* keep *) logic [31:0] selected, chosen, rotated, given;
  assign rotated = (rotl(5, operand_q) & {32{five_q}}) | (rotl(1, operand_q) & {32{one_q}});
  assign given = (rotl(4, sum) & {32{rotate_q}}) | (s_tdata & {32{message_q}});
  assign selected = parity_q ? before_q ^ first_q ^ second_q
                    : (before_q & first_q) | (~before_q & second_q);
  assign chosen = mixed_q ? ~((second_q & selected) | (~second_q & first_q)) : selected;
  always_ff @(posedge clk_i) begin
    if (run) begin
      before_q <= second_q;
      operand_q <= (chosen & {32{choose_q}}) | rotated | given;
    end
  end

  assign run = ~((message_q & ~s_tvalid) | (digest_q & ~m_tready));
  assign s_tready = message_q;
  assign m_tvalid = digest_q;
  assign m_tdata = first_q;
  assign m_tlast = step_q == Load;
endmodule
