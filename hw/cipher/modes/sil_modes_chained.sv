// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Messages in chained modes under a block cipher with blocks of 128 bits: CBC and CFB128 (NIST SP
/// 800-38A 6.2, 6.3) and CMAC (SP 800-38B). The block cipher is outside this module.
///
/// Each message starts with one beat on `i_`: mode, direction and IV. Its bytes follow on `s_`. The
/// result of CBC and CFB has as many bytes as the message; that of CMAC is the tag, one beat.
///
/// CBC takes complete blocks. CFB and CMAC take any length. In CFB a shorter last block uses the
/// first bytes of its output block. The module refuses a message of another length, of a mode or
/// direction that it does not have, with a short beat that is not the last, or with non-contiguous
/// `s_tkeep`: `m_tuser` is high with the last beat of the result.
///
/// ## The port of a block cipher
/// As that of data in sil_modes_stream: one result for each block, in the order of the blocks, and
/// any number of blocks in flight below Queue. `result_ready_o` can fall before a result is valid.
/// With Linked the cipher must also accept a block in each cycle in which it has a result and no
/// other block. Then the next block of an encryption enters in the cycle in which the result leaves
/// the cipher. The sum of both is one XOR between the two ports.
///
/// After a key is loaded, the cipher encrypts one block for the subkeys of CMAC
/// (`sil_modes_subkeys`). Starts and further keys wait for it.
///
/// ## Latency and throughput
/// With a cipher of latency L: encryption and CMAC take a block every L cycles with Linked, else
/// every L + 3 cycles. Decryption has no chain through the cipher: a block as often as it accepts
/// one, at most every three cycles. The first block of a message is offered to the cipher 3 cycles
/// after its `i_` beat, if its bytes came in an earlier cycle; one cycle later if they came in the
/// same one. A result leaves one cycle after the cipher has it. A start waits until the result of
/// the previous encryption, or the last byte of the previous decryption, was processed.
///
/// ## Byte order
/// The first byte of an `i_` beat, of a data beat or of a block is in its low bits.
module sil_modes_chained
  import sil_modes_pkg::beat_t;
  import sil_modes_chained_pkg::*;
#(
  /// The cipher also decrypts. Without it, CBC encrypts only. CFB needs no decryption of a block.
  parameter bit Decrypts = 1'b1,
  /// Words of the queue, a power of two: more than the blocks that can be in flight in the cipher.
  parameter int unsigned Queue = 16,
  /// The cipher accepts a block in each cycle in which it has a result and no other block. Gain of
  /// 1: three cycles per block of an encryption. Cost: a path from the result to the block.
  parameter bit Linked = 1'b0
) (
  input  logic         clk_i,
  /// Asynchronous assert, active low.
  input  logic         rst_ni,
  /// Zeroise all data.
  input  logic         wipe_i,
  /// All data is being cleared: for Queue + 2 cycles after a reset and a wipe.
  output logic         clear_o,
  /// A word of a key is offered, so no message starts.
  input  logic         key_i,
  /// No block is in flight and no data is being cleared, so the cipher may accept a key, in this
  /// cycle and the next.
  output logic         key_may_o,
  /// A complete key is loaded.
  input  logic         keyed_i,
  /// Start of a message: its IV. Ignored in CMAC.
  input  logic [127:0] i_tdata,
  /// Bit 2: decrypt; ignored in CMAC. Bits 1 and 0: mode (0 CBC, 1 CFB128, 2 CMAC).
  input  logic [2:0]   i_tuser,
  input  logic         i_tvalid,
  output logic         i_tready,
  /// Bytes of a message. All beats but the last have 16 bytes. An empty message is one null beat.
  input  logic [127:0] s_tdata,
  /// Valid bytes of the beat, from the lowest upwards.
  input  logic [15:0]  s_tkeep,
  input  logic         s_tlast,
  input  logic         s_tvalid,
  output logic         s_tready,
  /// Bytes of the result. Bytes that `m_tkeep` does not mark are 0.
  output logic [127:0] m_tdata,
  /// Valid bytes of the beat.
  output logic [15:0]  m_tkeep,
  /// The last beat of the result.
  output logic         m_tlast,
  /// High with `m_tlast`: the message was refused, and its result must not be used.
  output logic         m_tuser,
  /// A wipe withdraws a beat that is not yet accepted, and drops the rest of its message.
  output logic         m_tvalid,
  input  logic         m_tready,
  /// Blocks to the cipher; `block_decrypt_o`: decrypt this block.
  output logic [127:0] block_data_o,
  output logic         block_decrypt_o,
  output logic         block_valid_o,
  input  logic         block_ready_i,
  /// Results of the cipher.
  input  logic [127:0] result_data_i,
  input  logic         result_valid_i,
  output logic         result_ready_o
);
  logic clean, hold_q, idle_q;
  logic start, active_q;  // a message starts; a message has beats to come
  message_t new_message, message_q;
  logic first_q;  // no beat of the message was processed
  logic done_q;  // the last block of CMAC was processed; a null beat follows
  beat_t next_q;  // the beat after beat_q
  logic legal_q;  // next_q has contiguous bytes, 16 of them unless it is the last
  logic next_valid_q, next_ready, beat_valid_q, beat_ready;
  beat_t beat_q;  // the beat that is processed, padded as in CMAC
  // broken: this beat, or an earlier one of the message, is not legal. It is processed as a null
  // beat.
  logic broken, broken_q, bad_q;
  logic full, partial, empty, final_block, has_block, drop, go_q, ends;
  // outstanding_q: the result that the next block depends on has not left the cipher.
  logic outstanding_q, linked;
  metadata_t metadata;
  logic queue_ready, waiting, chain_ready, chain, results_ready;
  logic [127:0] sum;
  logic [127:0] previous_q;  // the IV or the previous block of the ciphertext; see below
  logic [127:0] block_q;
  logic block_valid_q, decrypt_q, link_q;
  logic subkeys_busy, subkeys_ready, subkeys_send, subkeys_wait;
  logic [1:0][127:0] subkeys;
  logic [127:0] whitened;

  // Starts of messages, and keys.

  always_comb begin
    new_message.cbc = i_tuser[1:0] == 2'(CBC);
    new_message.cfb = i_tuser[1:0] == 2'(CFB);
    new_message.cmac = i_tuser[1:0] == 2'(CMAC);
    new_message.decrypt = i_tuser[2] & ~new_message.cmac;
    new_message.refused = &i_tuser[1:0] | (~Decrypts & new_message.cbc & new_message.decrypt);
  end
  // A key has priority over a start that is offered in the same cycle.
  assign i_tready = ~active_q & ~outstanding_q & subkeys_ready & ~hold_q & ~key_i;
  assign start = i_tvalid & i_tready;
  assign key_may_o = hold_q & idle_q & ~clean & ~subkeys_busy;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {hold_q, idle_q} <= '0;
    else {hold_q, idle_q} <= {key_i, ~active_q & ~waiting};
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {active_q, first_q, done_q} <= '0;
    else if (wipe_i) {active_q, first_q, done_q} <= '0;
    else begin
      active_q <= start | (active_q & ~ends);
      first_q  <= start | (first_q & ~go_q);
      done_q   <= go_q ? has_block & final_block & ~beat_q.last : done_q;
    end
  end
  always_ff @(posedge clk_i) begin
    if (clean) message_q <= '0;
    else if (start) message_q <= new_message;
  end

  sil_modes_subkeys u_subkeys (
    .clk_i, .rst_ni, .wipe_i,
    .clear_i  (clean),
    .keyed_i,
    .busy_o   (subkeys_busy),
    .ready_o  (subkeys_ready),
    .send_o   (subkeys_send),
    .wait_o   (subkeys_wait),
    .result_data_i, .result_valid_i,
    .subkeys_o(subkeys)
  );

  // The bytes of the message: a buffer, and the beat that is processed.

  assign next_ready = ~next_valid_q | beat_ready;
  assign beat_ready = ~beat_valid_q | go_q;
  assign s_tready = next_ready & ~clean;
  assign broken = broken_q | ~legal_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {next_valid_q, beat_valid_q, broken_q} <= '0;
    else if (wipe_i) {next_valid_q, beat_valid_q, broken_q} <= '0;
    else begin
      if (next_ready) next_valid_q <= s_tvalid & ~clean;
      if (beat_ready) beat_valid_q <= next_valid_q;
      if (beat_ready && next_valid_q) broken_q <= broken & ~next_q.last;
    end
  end
  always_ff @(posedge clk_i) begin
    if (next_ready) begin
      next_q <= '{data: s_tdata, keep: s_tkeep, last: s_tlast};
      legal_q <= (s_tkeep[15:1] & ~s_tkeep[14:0]) == '0 && (s_tlast || s_tkeep[15]);
    end
    if (clean) {beat_q, bad_q} <= '0;
    else if (beat_ready) begin
      beat_q <= '{data: next_q.data, keep: broken ? '0 : next_q.keep, last: next_q.last};
      bad_q <= broken;
      // The padding of CMAC, a one bit and zeros (NIST SP 800-38B 6.2). Other modes ignore it.
      for (int unsigned i = 0; i < 16; i++) begin
        if (!next_q.keep[i]) begin
          beat_q.data[8*i+:8] <= {i == 0 || next_q.keep[i == 0 ? 0 : i-1], 7'h0};
        end
      end
    end
  end

  // Each of these says what is done with the beat.

  assign full = beat_q.keep[15];
  assign partial = beat_q.keep[0] & ~full;
  assign empty = message_q.cmac & first_q & beat_q.last & ~beat_q.keep[0];
  // The last block of CMAC may be followed by a null beat.
  assign final_block = beat_q.last | (next_valid_q & next_q.last & legal_q & ~next_q.keep[0]);
  assign has_block = ~message_q.refused & ~bad_q & ~done_q
                     & (empty | (beat_q.keep[0] & ~(message_q.cbc & ~full)));
  assign drop = done_q | (~has_block & ~beat_q.last);

  always_comb begin
    metadata.mask = message_q.cfb ? beat_q.data : message_q.decrypt ? previous_q : '0;
    metadata.keep = has_block ? beat_q.keep | {16{message_q.cmac}} : '0;
    metadata.block = has_block;
    metadata.chain = has_block & ~message_q.decrypt;
    metadata.hide = has_block & message_q.cmac & ~final_block;
    metadata.last = message_q.cmac & has_block ? final_block : beat_q.last;
    metadata.error = beat_q.last & (message_q.refused | bad_q | (message_q.cbc & partial));
  end

  // Once the beat can be processed, that stays so until it is.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) go_q <= 1'b0;
    else if (wipe_i) go_q <= 1'b0;
    else begin
      go_q <= active_q & beat_valid_q & queue_ready & ~block_valid_q & ~go_q
              & (Linked | ~outstanding_q)
              & ~(message_q.cmac & ~beat_q.last & ~next_valid_q);
    end
  end
  assign ends = go_q & beat_q.last;

  // A block of an encryption depends on the previous result. It takes the result directly from the
  // cipher if it was processed before the cipher had that result (link_q). Otherwise the result, in
  // CFB with its mask, waits in previous_q. After a block of CFB was processed, previous_q has its
  // data, to which the result is added later.

  assign linked = block_valid_q & link_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) outstanding_q <= 1'b0;
    else if (wipe_i) outstanding_q <= 1'b0;
    else outstanding_q <= (go_q & metadata.chain) | (outstanding_q & ~(chain & ~linked));
  end
  always_ff @(posedge clk_i) begin
    if (clean) previous_q <= '0;
    else if (start) previous_q <= new_message.cmac ? '0 : i_tdata;
    else if (go_q) previous_q <= beat_q.data;
    else if (chain && !linked) previous_q <= sum;
  end

  // The block for the cipher, in a buffer.

  always_comb begin
    whitened = beat_q.data;
    if (!message_q.decrypt && !(Linked && outstanding_q)) whitened ^= previous_q;
    if (message_q.cmac && final_block) whitened ^= subkeys[!full];
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) block_valid_q <= 1'b0;
    else if (wipe_i) block_valid_q <= 1'b0;
    else begin
      block_valid_q <= subkeys_send | (go_q & has_block)
                       | (block_valid_q & ~(block_valid_o & block_ready_i));
    end
  end
  always_ff @(posedge clk_i) begin
    if (clean || subkeys_send) {block_q, decrypt_q, link_q} <= '0;
    else if (go_q) begin
      block_q <= message_q.cfb ? previous_q : whitened;
      decrypt_q <= message_q.cbc & message_q.decrypt;
      link_q <= Linked & outstanding_q;
    end
  end
  assign block_data_o = block_q ^ (link_q ? result_data_i : '0);
  assign block_decrypt_o = decrypt_q;
  assign block_valid_o = block_valid_q & (~link_q | (chain_ready & result_valid_i));

  sil_modes_chained_results #(.Depth(Queue)) u_results (
    .clk_i, .rst_ni, .wipe_i,
    .clean_o      (clean),
    .metadata_i   (metadata),
    .valid_i      (go_q & ~drop),
    .ready_o      (queue_ready),
    .waiting_o    (waiting),
    .s_tdata      (result_data_i),
    .s_tvalid     (result_valid_i),
    .s_tready     (results_ready),
    .hold_i       (go_q),
    .chain_ready_o(chain_ready),
    .chain_o      (chain),
    .sum_o        (sum),
    .m_tdata, .m_tkeep, .m_tlast, .m_tuser, .m_tvalid, .m_tready
  );
  assign result_ready_o = results_ready | subkeys_wait;
  assign clear_o = clean;
endmodule
