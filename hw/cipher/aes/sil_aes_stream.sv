// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Messages under AES: ECB and CTR (NIST SP 800-38A 6.1, 6.5) and XTS (IEEE 1619).
///
/// Each message has an order: its mode, its direction, its initial counter or its tweak; then its
/// bytes. An order is taken while the message before it is worked on, and its tweak is encrypted by
/// then. A key is for the messages whose orders are taken after its first word; it is taken when no
/// message is inside, and goes before orders that wait. CTR takes any length, ECB whole blocks, XTS
/// 16 bytes and more. What cannot be done is refused: `m_tuser` is high at the end of its result.
/// So is a message with a beat that is short but not its last, or with a hole in `s_tkeep`, and XTS
/// under keys that it must not have. A key that is not whole is refused: `sil_aes_keys`.
///
/// ## Latency and throughput
/// A block as often as the core takes them; around one round with CTR each fourth cycle at most,
/// which keeps it as full. A cycle more from a message to the next. A message's first block is
/// taken 3 cycles after its order, with XTS 19 Nr + 25: a tweak has a core of one S-box of its own,
/// and the message before can go on meanwhile. A result leaves the cycle after the core has it.
/// With XTS a last block that is not whole waits for the result of the one before it. Formulas of
/// messages: README.md.
///
/// ## Byte order
/// The first byte of a key, of an order, of a beat is in its low bits.
module sil_aes_stream
  import sil_aes_pkg::*;
#(
  /// As in sil_aes_core.
  parameter int unsigned KeyBits = 128,
  parameter direction_e Direction = ENCRYPT,
  parameter sbox_e Sbox = FUNCTIONS,
  parameter key_schedule_e KeySchedule = STORED,
  parameter int unsigned PipelineStages = 1,
  parameter int unsigned Unroll = 1,
  parameter int unsigned DataWidth = 128,
  parameter bit LowLatency = 1'b0,
  /// The modes that orders choose from, the sum of 1 for ECB, 2 for CTR, 4 for XTS. Cost: of CTR a
  /// counter, of XTS a core of one S-box; of either a queue as wide as a block.
  parameter int unsigned Modes = 7
) (
  input  logic         clk_i,
  /// Asynchronous assert, active low.
  input  logic         rst_ni,
  /// Forget the keys and all that depends on them: takes 65 cycles, as after a reset.
  input  logic         wipe_i,
  input  logic [31:0]  k_tdata,
  /// With KeyBits = 0, the key's length: 0, 1, 2 for 128, 192, 256 bits.
  input  logic [1:0]   k_tuser,
  /// The key is for tweaks.
  input  logic         k_tdest,
  /// With the key's last word. A key that ends too soon or too late is refused.
  input  logic         k_tlast,
  input  logic         k_tvalid,
  output logic         k_tready,
  /// A key is there, and one for tweaks.
  output logic [1:0]   keyed_o,
  /// An order: the first counter block or the tweak; decrypt, then the mode.
  input  logic [127:0] i_tdata,
  input  logic [2:0]   i_tuser,
  input  logic         i_tvalid,
  output logic         i_tready,
  /// A message: all beats but the last have 16 bytes; no bytes are one beat of none.
  input  logic [127:0] s_tdata,
  input  logic [15:0]  s_tkeep,
  input  logic         s_tlast,
  input  logic         s_tvalid,
  output logic         s_tready,
  output logic [127:0] m_tdata,
  output logic [15:0]  m_tkeep,
  output logic         m_tlast,
  /// With `m_tlast`: the message was refused, what came of it is not to be used.
  output logic         m_tuser,
  /// A wipe withdraws a beat that waits, and the rest of its message does not come.
  output logic         m_tvalid,
  input  logic         m_tready
);
  localparam bit HasCtr = Modes[1];
  localparam bit HasXts = Modes[2];
  /// More than the blocks that can be in the core.
  localparam int unsigned Queue = Unroll == 1 ? 16 : 64;

  if (!(Modes inside {[1:7]})) begin : gen_modes
    $fatal(1, "Modes must be 1 to 7: the sum of 1 for ECB, 2 for CTR, 4 for XTS");
  end
  if (Direction == DECRYPT || DataWidth == 32) begin : gen_no_messages
    $fatal(1, "Messages need Direction ENCRYPT or BOTH, DataWidth 8 or 128");
  end
  if (HasXts && KeyBits == 192) begin : gen_no_xts
    $fatal(1, "XTS has keys of 128 or 256 bits");
  end

  typedef struct packed {
    logic [127:0] data;
    logic [15:0]  keep;
    logic         last;
  } beat_t;

  /// A message as its order says; `refused`: its mode or direction is not there.
  typedef struct packed {
    logic ecb;
    logic ctr;
    logic xts;
    logic decrypt;
    logic refused;
  } order_t;

  /// What becomes of a block's result, or what there is instead of one.
  typedef struct packed {
    logic [127:0] mask;
    logic [15:0]  keep;  // none: there is no block
    logic         add;  // the mask is added
    logic         steal;  // it stays, for the block that is not whole
    logic         tail;  // what stayed comes behind it, with these bytes
    logic         last;
    logic         error;
  } fate_t;

  function automatic order_t decode(logic [2:0] user);
    decode.ecb = Modes[0] & user[1:0] == 2'(ECB);
    decode.ctr = HasCtr & user[1:0] == 2'(CTR);
    decode.xts = HasXts & user[1:0] == 2'(XTS);
    decode.decrypt = user[2] & ~decode.ctr;
    decode.refused = ~(decode.ecb | decode.ctr | decode.xts)
                     | (Direction == ENCRYPT & decode.decrypt);
  endfunction

  logic clean;  // all data is being forgotten
  logic hold_q, idle, tweak_ready, tweak_keyed, key_ready, keyed;
  logic [1:0] key_valid, key_wipe;
  logic unfit;  // the keys are not for XTS
  logic order_ready, order_valid;
  order_t order, order_q, message_q;
  logic [127:0] initial_block;
  logic active_q;  // there is a message
  logic fresh_q;  // since this cycle
  logic first_q;  // none of its beats was worked on
  logic start, ends;
  beat_t beat_q, filled;
  logic beat_valid_q;
  // What comes has no holes, and is whole but at its end. A beat, or one before it in its message,
  // is not so: it counts as one of no bytes.
  logic legal, broken, broken_q, bad_q;
  logic owed_q;  // it waits for the bytes that the block before it lost
  logic swapped_q;  // the tweak is that of the next block
  logic whole, empty, wrong, known, hold, swap, swapping, drop, go, done;
  logic [127:0] chain;
  logic chain_ready;
  fate_t fate, oldest, head;
  logic queue_ready, head_valid, pop, stolen;
  logic block_ready, result_valid, result_ready;
  logic [127:0] result, sum;

  // Keys and orders.

  assign keyed_o = {tweak_keyed, keyed};
  // An order is still taken in the cycle in which a key comes: the key begins no sooner than after it.
  sil_aes_keys #(.KeyBits(KeyBits), .Tweaks(HasXts)) u_keys (
    .clk_i, .rst_ni, .wipe_i,
    .clear_i(clean),
    .may_i  (hold_q & idle),
    .k_tdata, .k_tuser, .k_tdest, .k_tlast, .k_tvalid, .k_tready,
    .valid_o(key_valid),
    .ready_i({tweak_ready, key_ready}),
    .wipe_o (key_wipe),
    .unfit_o(unfit)
  );

  always_comb begin
    order = decode(i_tuser);
    order.refused |= order.xts & unfit;
  end
  assign i_tready = order_ready & keyed & ~hold_q & (tweak_keyed | ~order.xts);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) hold_q <= 1'b0;
    else hold_q <= k_tvalid;
  end
  always_ff @(posedge clk_i) begin
    if (clean) order_q <= '0;
    else if (i_tready) order_q <= order;
  end

  // The message.

  assign start = order_valid & (~active_q | ends);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {active_q, fresh_q} <= '0;
    else if (wipe_i) {active_q, fresh_q} <= '0;
    else begin
      active_q <= start | (active_q & ~ends);
      fresh_q  <= start;
    end
  end
  always_ff @(posedge clk_i) begin
    if (clean) message_q <= '0;
    else if (start) message_q <= order_q;
    if (clean) first_q <= 1'b0;
    else if (start || done) first_q <= start;
  end

  // A beat, and what is to be done with it.

  assign legal = (s_tkeep[15:1] & ~s_tkeep[14:0]) == '0 && (s_tlast || s_tkeep[15]);
  assign broken = broken_q | ~legal;

  assign whole = beat_q.keep[15];
  assign empty = ~beat_q.keep[0];
  assign known = beat_q.last | s_tvalid;  // whether it is the last, or the last whole one

  always_comb begin
    fate.last = beat_q.last;
    wrong = beat_q.last & (message_q.refused | (message_q.ecb & ~whole & ~empty)
                           | (message_q.xts & first_q & ~whole));
    fate.error = wrong | (beat_q.last & bad_q);
    fate.keep = wrong | message_q.refused ? '0 : beat_q.keep;
    fate.steal = message_q.xts & fate.keep[15] & ~beat_q.last & s_tlast & ~s_tkeep[15] & s_tkeep[0];
    fate.tail = message_q.xts & fate.keep[0] & ~whole;
    fate.add = message_q.ctr | message_q.xts;
    fate.mask = message_q.xts ? chain : beat_q.data;

    drop = (message_q.refused | empty) & ~beat_q.last;
    // With decryption the last whole block has the tweak of the one behind it.
    swap = fate.steal & message_q.decrypt & ~swapped_q;
    hold = (fate.keep[0] & message_q.xts & whole & (~known | swap)) | owed_q;
  end

  assign go = active_q & ~fresh_q & beat_valid_q & ~hold & chain_ready;
  assign swapping = active_q & ~fresh_q & beat_valid_q & fate.keep[0] & known & swap;
  assign done = go & (drop | (queue_ready & (block_ready | ~fate.keep[0])));
  assign ends = done & beat_q.last;
  assign s_tready = (~beat_valid_q | done) & ~clean;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {beat_valid_q, owed_q, swapped_q, broken_q} <= '0;
    else if (wipe_i) {beat_valid_q, owed_q, swapped_q, broken_q} <= '0;
    else begin
      if (s_tvalid && s_tready) broken_q <= broken & ~s_tlast;
      beat_valid_q <= (s_tvalid & ~clean) | (beat_valid_q & ~done);
      owed_q <= (done & fate.steal) | (owed_q & ~stolen);
      swapped_q <= swapping | (swapped_q & ~done);
    end
  end

  always_ff @(posedge clk_i) begin
    if (clean) beat_q <= '0;
    else if (s_tready) beat_q <= '{data: s_tdata, keep: broken ? '0 : s_tkeep, last: s_tlast};
    else if (stolen) beat_q <= filled;
    if (clean) bad_q <= 1'b0;
    else if (s_tready) bad_q <= broken;
  end

  always_comb begin
    filled = beat_q;
    for (int unsigned i = 0; i < 16; i++) if (!beat_q.keep[i]) filled.data[8*i+:8] = sum[8*i+:8];
  end

  sil_aes_chain #(.Modes(Modes), .WordByWord(Unroll == 1)) u_chain (
    .clk_i,
    .clear_i(clean),
    // Where it has a cycle more it waits for a register's word.
    .load_i (Unroll == 1 ? fresh_q : start),
    .value_i(initial_block),
    .step_i (swapping | (done & fate.keep[0])),
    .count_i(message_q.ctr),
    .back_i (swapped_q),
    .value_o(chain),
    .ready_o(chain_ready)
  );

  // The cores.

  if (HasXts) begin : gen_tweak
    sil_aes_serial #(.KeyBits(KeyBits), .Sbox(Sbox)) u_tweak (
      .clk_i, .rst_ni, .wipe_i(wipe_i | key_wipe[1]), .clear_i(clean), .k_tdata, .k_tuser,
      .k_tvalid(key_valid[1]),
      .k_tready(tweak_ready),
      .keyed_o (tweak_keyed),
      .s_tdata (i_tdata),
      .s_tuser (1'b0),
      .s_tpass (~order.xts),
      .s_tvalid(i_tvalid & i_tready),
      .s_tready(order_ready),
      .m_tdata (initial_block),
      .m_tvalid(order_valid),
      .m_tready(start)
    );
  end else begin : gen_order
    assign tweak_ready = 1'b0;
    assign tweak_keyed = 1'b0;
    assign order_ready = ~order_valid;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) order_valid <= 1'b0;
      else if (wipe_i) order_valid <= 1'b0;
      else order_valid <= order_valid ? ~start : i_tvalid & i_tready;
    end
    always_ff @(posedge clk_i) begin
      if (clean) initial_block <= '0;
      else if (order_ready) initial_block <= i_tdata;
    end
  end

  logic [127:0] block;
  logic block_valid;
  assign block = (message_q.ctr ? '0 : beat_q.data) ^ (fate.add ? chain : '0);
  assign block_valid = go & fate.keep[0] & queue_ready;

  if (DataWidth == 8) begin : gen_bytes
    sil_aes_serial #(.KeyBits(KeyBits), .Direction(Direction), .Sbox(Sbox)) u_core (
      .clk_i, .rst_ni, .wipe_i(wipe_i | key_wipe[0]), .clear_i(clean), .k_tdata, .k_tuser,
      .k_tvalid(key_valid[0]),
      .k_tready(key_ready), .keyed_o(keyed),
      .s_tdata(block), .s_tuser(message_q.decrypt), .s_tpass(1'b0),
      .s_tvalid(block_valid), .s_tready(block_ready),
      .m_tdata(result), .m_tvalid(result_valid), .m_tready(result_ready)
    );
  end else begin : gen_blocks
    sil_aes_core #(
      .KeyBits(KeyBits), .Direction(Direction), .Sbox(Sbox), .KeySchedule(KeySchedule),
      .PipelineStages(PipelineStages), .Unroll(Unroll), .DataWidth(DataWidth),
      .LowLatency(LowLatency)
    ) u_core (
      .clk_i, .rst_ni, .wipe_i(wipe_i | key_wipe[0]), .k_tdata, .k_tuser,
      .k_tvalid(key_valid[0]), .k_tready(key_ready),
      .keyed_o(keyed), .s_tdata(block), .s_tuser(message_q.decrypt),
      .s_tvalid(block_valid), .s_tready(block_ready),
      .m_tdata(result), .m_tvalid(result_valid), .m_tready(result_ready)
    );
  end

  sil_aes_queue #(.Width($bits(fate_t)), .Depth(Queue)) u_queue (
    .clk_i, .rst_ni, .wipe_i,
    .clean_o (clean),
    .s_tdata (fate),
    .s_tvalid(go & ~drop & (block_ready | ~fate.keep[0])),
    .s_tready(queue_ready),
    .m_tdata (oldest),
    .m_tvalid(head_valid),
    .m_tready(pop)
  );

  // Results.

  always_comb begin
    head = oldest;
    if (!HasXts) {head.steal, head.tail} = '0;
  end

  logic room, out_valid_q, out_error_q, tail_wait_q;
  beat_t out_q, tail_q;

  assign idle = ~order_valid & order_ready & ~active_q & ~head_valid;
  assign room = ~out_valid_q | m_tready;
  assign result_ready = head_valid & head.keep[0] & ~tail_wait_q & (head.steal | room);
  assign pop = head_valid & ~tail_wait_q & (head.steal | room) & (result_valid | ~head.keep[0]);
  assign stolen = pop & head.steal;
  assign sum = result ^ (head.add ? head.mask : '0);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {out_valid_q, tail_wait_q} <= '0;
    else if (wipe_i) {out_valid_q, tail_wait_q} <= '0;
    else begin
      if (room) out_valid_q <= tail_wait_q | (pop & ~head.steal);
      tail_wait_q <= tail_wait_q ? ~room : pop & head.tail;
    end
  end

  beat_t out;
  logic out_error;
  always_comb begin
    out = '{data: sum, keep: head.tail ? '1 : head.keep, last: head.last & ~head.tail};
    out_error = head.error;
    if (tail_wait_q) {out, out_error} = {tail_q, 1'b0};
    for (int unsigned i = 0; i < 16; i++) if (!out.keep[i]) out.data[8*i+:8] = '0;
  end

  always_ff @(posedge clk_i) begin
    if (clean) {out_q, out_error_q} <= '0;
    else if (room) {out_q, out_error_q} <= {out, out_error};
    if (clean) tail_q <= '0;
    else if (stolen) tail_q <= '{data: sum, keep: beat_q.keep, last: 1'b1};
  end

  assign m_tdata = out_q.data;
  assign m_tkeep = out_q.keep;
  assign m_tlast = out_q.last;
  assign m_tuser = out_error_q;
  assign m_tvalid = out_valid_q;
endmodule
