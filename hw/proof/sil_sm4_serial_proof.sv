// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved of sil_sm4_serial, under all stalls and wipes:
///
/// * a key schedule begins with the four words of the key plus FK, and round key i is
///   K(i) + T'(K(i+1) + K(i+2) + K(i+3) + CK(i)) of GB/T 32907-2016 7.3, written to address i;
/// * with Blocks, a block begins with its four words, round i is that of 6.1 with round key i, or
///   31 - i to decrypt (7.2), and the result is the last four words in reverse (7.1);
/// * the S-box is that of 6.2.
module sil_sm4_serial_proof
  import sil_sm4_standard_pkg::*;
#(
  /// As in sil_sm4_serial.
  parameter bit Blocks = 1'b1
) (
  input logic         clk_i,
  input logic         rst_ni,
  input logic         wipe_i,
  input logic [31:0]  k_tdata,
  input logic         k_tvalid,
  input logic         idle_i,
  input logic [127:0] s_tdata,
  input logic         s_tuser,
  input logic         s_tvalid,
  input logic         m_tready,
  /// The address of a round key that is examined: always the same one.
  input logic [4:0]   address_i
);
  logic k_tready, keyed, write, s_tready, m_tvalid;
  logic [4:0] address;
  word_t word;
  logic [127:0] m_tdata;

  sil_sm4_serial #(.Blocks(Blocks)) u_core (
    .clk_i, .rst_ni, .wipe_i, .k_tdata, .k_tvalid, .k_tready, .idle_i, .keyed_o(keyed),
    .write_o(write), .address_o(address), .word_o(word),
    .s_tdata, .s_tuser, .s_tvalid, .s_tready, .m_tdata, .m_tvalid, .m_tready
  );

  localparam logic [1:0] Clear = 2'd0, Idle = 2'd1, Run = 2'd2;

  logic [1:0] state, phase;
  logic [7:0] count;
  logic clear, idle, run, early, closes, begins, close, step;
  assign state = u_core.state_q;
  assign {clear, idle, run} = {state == Clear, state == Idle, state == Run};
  assign count = u_core.count_q;
  assign phase = count[1:0];  // the byte of a word that enters in the next step
  assign early = count[7];  // the words of a key or a block are loaded
  assign closes = u_core.close_q;  // a cycle before the first byte of a word
  assign begins = u_core.begins;
  assign close = u_core.close;
  assign step = u_core.step;

  // The four words before the one that enters, and that one: it is the sum of the first of them,
  // unless it is loaded, and of `sum_q`.
  words_t words_q;
  word_t sum_q, enters;
  assign enters = (early ? '0 : words_q[0]) ^ sum_q;

  // A key is expanded. The round key that was written to the address.
  logic expand_q;
  word_t key_q;
  always_ff @(posedge clk_i) begin
    if (begins) expand_q <= k_tvalid & idle_i;
    if (write && address == address_i) key_q <= word;
  end

  // The input of T in the next round, in which the word that enters is the third of its three words.
  logic [4:0] round, read;
  word_t round_key, next_input, input_q;
  assign read = u_core.decrypt_q ? 5'd31 - round : round;
  assign round = count[6:2] + 5'd1;
  assign next_input = words_q[2] ^ words_q[3] ^ enters
                    ^ (expand_q ? ck(round) : round_key);

  // The bytes that entered the S-box, the first one in the high bits, and its results in the cycle
  // before a word.
  logic [3:0][7:0] boxed_q;
  word_t substituted;
  assign substituted = {u_core.u_line.bytes_q, u_core.u_line.row_q};
  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < 4; i++) begin
      if (step && 32'(phase) == i) boxed_q[3-i] <= u_core.u_line.input_q;
    end
  end

  // The word that is loaded, and what the cycle before a word adds.
  words_t block, key;
  word_t loaded, sum_d;
  logic [1:0] number;
  assign block = words_of(s_tdata);
  assign key = words_of({96'h0, k_tdata});
  assign number = idle ? 2'd0 : count[3:2];
  assign loaded = (idle ? k_tvalid & idle_i : expand_q) ? key[0] ^ FK[number] : block[number];
  assign sum_d = idle || early ? loaded
               : expand_q ? key_linear(substituted) : linear(substituted);

  always_ff @(posedge clk_i) begin
    if (clear) words_q <= '0;
    else if (step && phase == 2'd3) words_q <= {enters, words_q[3:1]};
    if (clear) sum_q <= '0;
    else if (begins || close) sum_q <= sum_d;
    if (step && phase == 2'd3) input_q <= next_input;
  end

  // The result that waits.
  logic result_valid_q, finish;
  logic [127:0] result_q;
  assign finish = step & count == 8'd127;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) result_valid_q <= 1'b0;
    else if (wipe_i) result_valid_q <= 1'b0;
    else result_valid_q <= (finish & ~expand_q) | (result_valid_q & ~m_tready);
  end
  always_ff @(posedge clk_i) begin
    if (finish && !expand_q) result_q <= reversed({enters, words_q[3:1]});
  end

  // The bytes of these words, the oldest first, and of the input of T.
  logic [19:0][7:0] bytes;
  logic [3:0][7:0] inputs;
  for (genvar i = 0; i < 4; i++) begin : gen_byte
    for (genvar w = 0; w < 4; w++) begin : gen_word
      assign bytes[4*w+i] = words_q[w][8*(3-i)+:8];
    end
    assign bytes[16+i] = enters[8*(3-i)+:8];
    assign inputs[i] = next_input[8*(3-i)+:8];
  end

  // The S-box has the inputs of a round: the first begins with the last word that is loaded.
  logic active;
  logic first_q = 1'b1;
  logic [4:0] address_q;
  always_ff @(posedge clk_i) {first_q, address_q} <= {1'b0, address_i};
  assign active = run && !closes && (count >= 8'd252 || count < 8'd124);

  logic started;
  assign started = rst_ni & ~first_q;

  always_comb begin
    if (first_q) assume (!rst_ni);
    else assume (address_i == address_q);
    assert (u_core.u_line.row == SBOX[u_core.u_line.input_q]);

    if (started) begin
      // Round keys.
      assert (!write || clear || (run && expand_q && !early));
      assert (write == (clear | (run & expand_q & !early & step & phase == 2'd3)));
      if (write) assert (address == count[6:2]);
      if (write && !clear) assert (word == enters);
      assert (!keyed || !(run && expand_q));
      if (run && expand_q && early && closes) assert (k_tready && close == k_tvalid);

      // Results.
      assert (m_tvalid == result_valid_q);
      if (m_tvalid) assert (m_tdata == result_q);

      // Invariants: control.
      assert (state != 2'd3);
      if (clear) assert (!early && phase == '0 && !keyed && !m_tvalid);
      if (run) begin
        assert (count < 8'd128 || count >= 8'd240);
        assert (u_core.key_q == expand_q);
        assert (expand_q || (keyed && Blocks));
        assert (!closes || (phase == '0 && count != 8'd240));
        if (expand_q) assert (u_core.ck_q == 8'((count + 8'd4 + 8'(!closes)) * 8'd7));
      end else begin
        assert (phase == '0);
      end

      // The line, and the word that enters.
      for (int unsigned p = 0; p < 4; p++) begin
        if (!clear && 32'(phase) == p) begin
          for (int unsigned i = 0; i < 16; i++) assert (u_core.u_line.line_q[i] == bytes[i+p]);
          if (run && !closes) assert (u_core.u_line.word_q == sum_q << (8 * p));
          if (active) assert (u_core.u_line.input_q == inputs[p]);
          // The results of the S-box.
          for (int unsigned j = 0; j < p; j++) begin
            if (active) assert (boxed_q[3-j] == inputs[j]);
            if (active && j == p - 1) assert (u_core.u_line.row_q == SBOX[boxed_q[3-j]]);
            if (active && j < p - 1) assert (u_core.u_line.bytes_q[(p+2-j)%4] == SBOX[boxed_q[3-j]]);
          end
        end
      end
      if (run && closes && !early) assert (boxed_q == input_q && substituted == tau(boxed_q));
      if (clear && count != '0) assert (u_core.u_line.line_q == '0 && words_q == '0);
    end
  end

  if (Blocks) begin : gen_blocks
    for (genvar i = 0; i < 4; i++) begin : gen_memory
      logic [7:0] kept;
      assign kept = u_core.gen_blocks.gen_byte[i].memory_q[address_i];
      assign round_key[8*(3-i)+:8] = u_core.gen_blocks.gen_byte[i].memory_q[read];
      always_comb begin
        if (started && (keyed || (run && !early && count[6:2] > address_i))) begin
          assert (kept == key_q[8*(3-i)+:8]);
        end
        if (started && run && expand_q && !early && count[6:2] == address_i && 32'(phase) > i) begin
          assert (kept == bytes[16+i]);
        end
      end
    end
    // The last bytes that have entered are in the register of the result.
    always_comb begin
      for (int unsigned n = 1; n < 16; n++) begin
        if (started && run && !expand_q && 32'(count) == 112 + n) begin
          for (int unsigned k = 16 - n; k < 16; k++) begin
            assert (u_core.gen_blocks.result_q[k] == u_core.u_line.line_q[k]);
          end
        end
      end
    end
  end else begin : gen_no_blocks
    assign round_key = '0;
  end
endmodule
