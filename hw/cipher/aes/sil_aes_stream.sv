// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Messages under AES: ECB and CTR (NIST SP 800-38A 6.1, 6.5) and XTS (IEEE 1619).
///
/// Each message starts with one beat on `i_`: mode, direction, and initial counter or tweak. Its
/// bytes follow on `s_`. The `i_` beat is accepted while the previous message is processed, and its
/// tweak is encrypted meanwhile. A key applies to the messages that start after its first word. It
/// is accepted when no message is in flight, and before starts of messages that wait.
///
/// CTR takes any length, ECB complete blocks, XTS at least 16 bytes. The module refuses a message
/// of another length, of a mode or direction that it does not have, with a short beat that is not
/// the last, with non-contiguous `s_tkeep`, or in XTS with keys that XTS may not use: `m_tuser` is
/// high with the last beat of the result. `sil_aes_keys` refuses incomplete keys.
///
/// ## Latency and throughput
/// One block as often as the core accepts it. With one round and CTR at most one block every four
/// cycles, which keeps the core full. From one message to the next one cycle is lost. The first
/// block of a message enters the core 3 cycles after its `i_` beat, with XTS 19 Nr + 25 cycles,
/// because a core with one S-box encrypts the tweak. The previous message proceeds meanwhile. A
/// result leaves one cycle after the core has it. With XTS a partial last block waits for the
/// result of the block before it. README.md has the formulas for messages.
///
/// ## Byte order
/// The first byte of a key, of an `i_` beat or of a data beat is in its low bits.
module sil_aes_stream
  import sil_aes_pkg::*, sil_aes_message_pkg::*;
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
  /// Modes that a message can choose from: the sum of 1 for ECB, 2 for CTR, 4 for XTS. Cost of CTR:
  /// a counter. Cost of XTS: a core with one S-box. Cost of either: a queue as wide as a block.
  parameter int unsigned Modes = 7
) (
  input  logic         clk_i,
  /// Asynchronous assert, active low.
  input  logic         rst_ni,
  /// Zeroise the keys and all data that depends on them. Takes 65 cycles, as after a reset.
  input  logic         wipe_i,
  /// Words of the key, the first byte of the key in the low bits of the first word.
  input  logic [31:0]  k_tdata,
  /// With KeyBits = 0, the key length: 0, 1, 2 for 128, 192, 256 bits. Read with the first word.
  input  logic [1:0]   k_tuser,
  /// The key is for tweaks (key 2 of XTS). Read with the first word.
  input  logic         k_tdest,
  /// High with the last word of the key. A key that ends too soon or too late is refused.
  input  logic         k_tlast,
  input  logic         k_tvalid,
  output logic         k_tready,
  /// A complete key is loaded for data (bit 0), for tweaks (bit 1).
  output logic [1:0]   keyed_o,
  /// Start of a message: its first counter block or its tweak. Ignored in ECB.
  input  logic [127:0] i_tdata,
  /// Bit 2: decrypt. Bits 1 and 0: mode (0 ECB, 1 CTR, 2 XTS).
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
  /// Valid bytes of the beat. A result has as many bytes as its message.
  output logic [15:0]  m_tkeep,
  /// The last beat of the result.
  output logic         m_tlast,
  /// With `m_tlast`: the message was refused, and its result must not be used.
  output logic         m_tuser,
  /// A wipe withdraws a beat that is not yet accepted, and drops the rest of its message.
  output logic         m_tvalid,
  input  logic         m_tready
);
  localparam bit HasXts = Modes[2];
  /// Words of the queue: more than the blocks that can be in flight in the core.
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

  logic clean;  // all data is being cleared
  logic hold, idle, tweak_ready, tweak_keyed, key_ready, keyed;
  logic [1:0] key_valid, key_wipe;
  logic unfit;  // the keys may not be used for XTS
  logic next_ready, next_valid;
  message_t next_message, message_q;
  logic [127:0] initial_block;
  logic active_q;  // a message is in progress
  logic fresh_q;  // first cycle of the message
  logic first_q;  // none of its beats is processed yet
  logic start, ends;
  beat_t beat_q, filled;
  logic beat_valid_q;
  // legal: the incoming beat has contiguous bytes, 16 of them unless it is the last. broken: it, or
  // an earlier beat of the message, is not legal; it is then processed as a null beat.
  logic legal, broken, broken_q, bad_q;
  logic owed_q;  // the beat waits for the bytes that it takes from the previous result
  logic swapped_q;  // the tweak is that of the next block (stealing, decryption)
  logic full, empty, wrong, known, waits, swap, swapping, drop, go, done;
  logic [127:0] chain;
  logic chain_ready;
  metadata_t metadata;
  logic queue_ready, head_valid, stolen;
  logic block_ready, result_valid, result_ready;
  logic [127:0] result, sum;

  // Keys and starts of messages.

  assign keyed_o = {tweak_keyed, keyed};
  assign idle = ~next_valid & next_ready & ~active_q & ~head_valid;
  // A message may still start in the cycle in which `k_tvalid` rises, because the first word of the
  // key is accepted one cycle later at the earliest.
  sil_aes_keys #(.KeyBits(KeyBits), .Tweaks(HasXts)) u_keys (
    .clk_i, .rst_ni, .wipe_i,
    .clear_i(clean),
    .may_i  (hold & idle),
    .k_tdata, .k_tuser, .k_tdest, .k_tlast, .k_tvalid, .k_tready,
    .valid_o(key_valid),
    .ready_i({tweak_ready, key_ready}),
    .wipe_o (key_wipe),
    .unfit_o(unfit)
  );
  sil_aes_start #(
    .KeyBits(KeyBits), .Direction(Direction), .Sbox(Sbox), .Modes(Modes)
  ) u_start (
    .clk_i, .rst_ni, .wipe_i,
    .clear_i   (clean),
    .key_wipe_i(key_wipe[1]),
    .k_tdata, .k_tuser,
    .k_tvalid  (key_valid[1]),
    .k_tready  (tweak_ready),
    .keyed_o   (tweak_keyed),
    .keyed_i   (keyed),
    .key_i     (k_tvalid),
    .hold_o    (hold),
    .unfit_i   (unfit),
    .i_tdata, .i_tuser, .i_tvalid, .i_tready,
    .ready_o   (next_ready),
    .message_o (next_message),
    .initial_o (initial_block),
    .valid_o   (next_valid),
    .start_i   (start)
  );

  // The message.

  assign start = next_valid & (~active_q | ends);

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
    else if (start) message_q <= next_message;
    if (clean) first_q <= 1'b0;
    else if (start || done) first_q <= start;
  end

  // A beat and its control word.

  assign legal = (s_tkeep[15:1] & ~s_tkeep[14:0]) == '0 && (s_tlast || s_tkeep[15]);
  assign broken = broken_q | ~legal;

  assign full = beat_q.keep[15];
  assign empty = ~beat_q.keep[0];
  assign known = beat_q.last | s_tvalid;  // is it the last beat, or the last full one?

  always_comb begin
    metadata.last = beat_q.last;
    wrong = beat_q.last & (message_q.refused | (message_q.ecb & ~full & ~empty)
                           | (message_q.xts & first_q & ~full));
    metadata.error = wrong | (beat_q.last & bad_q);
    metadata.keep = wrong | message_q.refused ? '0 : beat_q.keep;
    metadata.steal = message_q.xts & metadata.keep[15] & ~beat_q.last
                     & s_tlast & ~s_tkeep[15] & s_tkeep[0];
    metadata.tail = message_q.xts & metadata.keep[0] & ~full;
    metadata.add = message_q.ctr | message_q.xts;
    metadata.mask = message_q.xts ? chain : beat_q.data;

    drop = (message_q.refused | empty) & ~beat_q.last;
    // With decryption the last full block uses the tweak of the partial block after it.
    swap = metadata.steal & message_q.decrypt & ~swapped_q;
    waits = (metadata.keep[0] & message_q.xts & full & (~known | swap)) | owed_q;
  end

  assign go = active_q & ~fresh_q & beat_valid_q & ~waits & chain_ready;
  assign swapping = active_q & ~fresh_q & beat_valid_q & metadata.keep[0] & known & swap;
  assign done = go & (drop | (queue_ready & (block_ready | ~metadata.keep[0])));
  assign ends = done & beat_q.last;
  assign s_tready = (~beat_valid_q | done) & ~clean;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {beat_valid_q, owed_q, swapped_q, broken_q} <= '0;
    else if (wipe_i) {beat_valid_q, owed_q, swapped_q, broken_q} <= '0;
    else begin
      if (s_tvalid && s_tready) broken_q <= broken & ~s_tlast;
      beat_valid_q <= (s_tvalid & ~clean) | (beat_valid_q & ~done);
      owed_q <= (done & metadata.steal) | (owed_q & ~stolen);
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
    // With Unroll = 1 there is a cycle to spare, so a register starts the load.
    .load_i (Unroll == 1 ? fresh_q : start),
    .value_i(initial_block),
    .step_i (swapping | (done & metadata.keep[0])),
    .count_i(message_q.ctr),
    .back_i (swapped_q),
    .value_o(chain),
    .ready_o(chain_ready)
  );

  // The cores.

  logic [127:0] block;
  logic block_valid;
  assign block = (message_q.ctr ? '0 : beat_q.data) ^ (metadata.add ? chain : '0);
  assign block_valid = go & metadata.keep[0] & queue_ready;

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

  sil_aes_results #(.Depth(Queue), .HasXts(HasXts)) u_results (
    .clk_i, .rst_ni, .wipe_i,
    .clean_o   (clean),
    .metadata_i(metadata),
    .valid_i   (go & ~drop & (block_ready | ~metadata.keep[0])),
    .ready_o   (queue_ready),
    .waiting_o (head_valid),
    .s_tdata   (result),
    .s_tvalid  (result_valid),
    .s_tready  (result_ready),
    .stolen_o  (stolen),
    .sum_o     (sum),
    .keep_i    (beat_q.keep),
    .m_tdata, .m_tkeep, .m_tlast, .m_tuser, .m_tvalid, .m_tready
  );
endmodule
