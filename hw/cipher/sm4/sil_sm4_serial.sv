// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// SM4 with one S-box: expands keys and, with Blocks, encrypts and decrypts blocks.
///
/// Keys and blocks pass the same registers, so the core does one of both at a time. Ports are those
/// of `sil_sm4_core`.
///
/// ## Latency and throughput
/// A key takes 180 cycles from its first word until blocks can be accepted; one of its words is
/// accepted every five cycles. A block is accepted 15 cycles after the core saw it, and its result
/// is valid 165 cycles later. One block is processed every 180 cycles. A wipe takes 32 cycles, and
/// so does the start after a reset.
module sil_sm4_serial
  import sil_sm4_pkg::*;
#(
  /// 0: the core expands keys alone, and `write_o` writes their round keys to a memory outside.
  parameter bit Blocks = 1'b1
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         wipe_i,
  input  logic [31:0]  k_tdata,
  input  logic         k_tvalid,
  output logic         k_tready,
  /// A new key may be loaded.
  input  logic         idle_i,
  output logic         keyed_o,
  /// A round key. Zeros are written to all addresses in a wipe.
  output logic         write_o,
  output logic [4:0]   address_o,
  output word_t        word_o,
  input  logic [127:0] s_tdata,
  input  logic         s_tuser,
  input  logic         s_tvalid,
  output logic         s_tready,
  output logic [127:0] m_tdata,
  output logic         m_tvalid,
  input  logic         m_tready
);
  typedef enum logic [1:0] { Clear, Idle, Run } state_e;

  state_e state_q;
  // Steps of the key or block, from -16. The first 16 steps load words and the first round. From
  // step 0 on, four steps complete a round key, or a word of the block.
  logic [7:0] count_q;
  logic close_q;  // a round is closed, or a word is loaded, before step count_q
  logic key_q;  // a key is expanded
  logic keyed_q, decrypt_q;
  logic [7:0] ck_q, round_byte, entering;
  logic early, last, fetch, give, step, close, finish, begins, write;
  logic [1:0] number;  // the word that is loaded
  word_t key_word, block_word;
  logic [15:0][7:0] line;

  assign early = count_q[7];
  assign last = &count_q[1:0];
  assign fetch = early & close_q;
  // The last four words of a block are the result.
  assign give = ~key_q & ~early & &count_q[6:4];
  assign step = state_q == Run & ~close_q & ~(give & m_tvalid);
  assign close = state_q == Run & close_q & (~early | ~key_q | k_tvalid);
  assign finish = step & count_q == 8'd127;
  assign begins = state_q == Idle & (k_tvalid & idle_i | s_tvalid & keyed_q & Blocks);
  assign k_tready = state_q == Idle & idle_i | state_q == Run & key_q & fetch;
  assign s_tready = state_q == Run & ~key_q & fetch & &count_q[3:2];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= Clear;
      {count_q, close_q, key_q, keyed_q} <= '0;
    end else if (wipe_i) begin
      state_q <= Clear;
      {count_q, close_q, key_q, keyed_q} <= '0;
    end else begin
      unique case (state_q)
        Clear: begin
          count_q <= count_q + 8'd4;
          if (&count_q[6:2]) state_q <= Idle;
        end
        Idle: begin
          count_q <= -8'd16;
          key_q <= k_tvalid & idle_i;
          close_q <= 1'b0;
          if (begins) state_q <= Run;
          if (k_tvalid && idle_i) keyed_q <= 1'b0;
        end
        Run: begin
          if (step) count_q <= count_q + 1'b1;
          close_q <= step & last | close_q & ~close;
          if (finish) begin
            state_q <= Idle;
            keyed_q <= 1'b1;
          end
        end
        default: state_q <= Clear;
      endcase
    end
  end

  // The constants of the key schedule, for the next step. The first round is in the steps -4 to -1.
  // Eleven inputs of the S-box come before it.
  always_ff @(posedge clk_i) begin
    if (state_q != Run) ck_q <= 8'(-11 * CK_STEP);
    else if (step && !last || close) ck_q <= ck_q + CK_STEP;
    if (state_q == Clear) decrypt_q <= 1'b0;
    else if (begins) decrypt_q <= s_tuser;
  end

  assign number = state_q == Idle ? 2'd0 : count_q[3:2];
  assign key_word = swapped(k_tdata) ^ FK[number];
  assign block_word = swapped(s_tdata[32*number+:32]);

  sil_sm4_line u_line (
    .clk_i,
    .clear_i(state_q == Clear),
    .step_i (step),
    .close_i(begins | close),
    .load_i (state_q == Idle | early),
    .word_i (!Blocks || (state_q == Idle ? k_tvalid & idle_i : key_q) ? key_word : block_word),
    .alone_i(early),
    .key_i  (!Blocks || key_q),
    .byte_i (key_q ? ck_q : round_byte),
    .byte_o (entering),
    .line_o (line)
  );

  // Round key i is complete in step 4i + 3.
  assign write = state_q == Run & key_q & step & ~early;
  assign write_o = state_q == Clear | write & last;
  assign address_o = count_q[6:2];
  assign word_o = state_q == Clear ? '0 : {line[13], line[14], line[15], entering};

  if (Blocks) begin : gen_blocks
    // Four memories, one for each byte of a round key.
    logic [3:0][7:0] bytes;
    for (genvar i = 0; i < 4; i++) begin : gen_byte
      logic [7:0] memory_q [ROUNDS];
      always_ff @(posedge clk_i) begin
        if (state_q == Clear || write && count_q[1:0] == 2'(i)) begin
          memory_q[count_q[6:2]] <= state_q == Clear ? '0 : entering;
        end
      end
      // Round i is in the steps 4i - 4 to 4i - 1.
      assign bytes[i] = memory_q[(count_q[6:2] + 1'b1) ^ {5{decrypt_q}}];
    end
    assign round_byte = bytes[count_q[1:0]+2'(!close_q)];

    logic [15:0][7:0] result_q;
    logic valid_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) valid_q <= 1'b0;
      else if (wipe_i) valid_q <= 1'b0;
      else valid_q <= finish & ~key_q | valid_q & ~m_tready;
    end
    always_ff @(posedge clk_i) begin
      if (state_q == Clear) result_q <= '0;
      else if (step && give) result_q <= {entering, result_q[15:1]};
    end

    // The result has the words in the opposite sequence (7.2).
    for (genvar i = 0; i < 16; i++) begin : gen_result
      assign m_tdata[8*i+:8] = result_q[4*(3-i/4)+i%4];
    end
    assign m_tvalid = valid_q;
  end else begin : gen_no_blocks
    assign round_byte = '0;
    assign {m_tdata, m_tvalid} = '0;
  end

  assign keyed_o = keyed_q;
endmodule
