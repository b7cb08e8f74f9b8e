// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Messages under a block cipher with blocks of 128 bits: ECB and CTR (NIST SP 800-38A 6.1, 6.5)
/// and XTS (IEEE 1619). The block cipher is outside this module; it can be any one with the ports
/// below.
///
/// Each message starts with one beat on `i_`: mode, direction, and initial counter or tweak. Its
/// bytes follow on `s_`. The `i_` beat is accepted while the previous message is processed, and its
/// tweak is encrypted meanwhile.
///
/// CTR takes any length, ECB complete blocks, XTS at least 16 bytes. The module refuses a message
/// of another length, of a mode or direction that it does not have, with a short beat that is not
/// the last, with non-contiguous `s_tkeep`, or in XTS with keys that XTS may not use: `m_tuser` is
/// high with the last beat of the result.
///
/// ## The port of a block cipher
/// The cipher for data accepts a block (`block_*`) in a cycle in which `block_valid_o` and
/// `block_ready_i` are high. A block that is not yet accepted may be withdrawn. The cipher returns
/// one result (`result_*`) for each block, in the order of the blocks. It holds a result until
/// `result_ready_o` is high, and `result_valid_i` does not wait for that. Any latency is legal, and
/// any number of blocks in flight below Queue.
///
/// The cipher for tweaks (`tweak_*`, `initial_*`) is needed with XTS only, and follows the same
/// rules with one block at a time. With `tweak_pass_o` the result is the block itself, and that
/// needs no key. `tweak_ready_i` is low while it has a block or a result.
///
/// With `wipe_i` and in a reset both ciphers drop their keys and blocks and zeroise their data.
/// Registers that have a synchronous clear can use `clear_o` for that. The ciphers accept a key
/// only while `key_may_o` is high. A key applies to the messages that start after its first word.
///
/// No start is accepted while `clear_o` is high, because the ciphers have no key then: a wipe drops
/// their keys, and no key is accepted before `clear_o` falls. The start would be cleared with the
/// other data, and its message would leave in no mode.
///
/// ## Latency and throughput
/// One block as often as the cipher accepts it. With WordByWord and CTR at most one block every
/// four cycles. From one message to the next one cycle is lost. The first block of a message enters
/// the cipher 3 cycles after its `i_` beat, with XTS 3 cycles after its encrypted tweak. A result
/// leaves one cycle after the cipher has it. With XTS a partial last block waits for the result of
/// the block before it.
///
/// ## Byte order
/// The first byte of an `i_` beat, of a data beat or of a block is in its low bits.
module sil_modes_stream
  import sil_modes_pkg::*;
#(
  /// Modes that a message can choose from: the sum of 1 for ECB, 2 for CTR, 4 for XTS. Cost of CTR:
  /// a counter. Cost of XTS: a cipher for tweaks. Cost of either: a queue as wide as a block.
  parameter int unsigned Modes = 7,
  /// The cipher also decrypts. Without it, ECB and XTS encrypt only.
  parameter bit Decrypts = 1'b1,
  /// The counter of CTR is incremented by one word of 32 bits per cycle. Gain: an adder of one
  /// word. Cost: four cycles per block.
  parameter bit WordByWord = 1'b0,
  /// Words of the queue, a power of two: more than the blocks that can be in flight in the cipher.
  parameter int unsigned Queue = 16,
  /// The ciphers themselves accept no key while `clear_o` is high. Gain: `key_may_o` has one input
  /// less.
  parameter bit LateKeys = 1'b0
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
  /// No message is in flight and no data is being cleared, so the ciphers may accept keys.
  output logic         key_may_o,
  /// A complete key is loaded for data (bit 0), for tweaks (bit 1).
  input  logic [1:0]   keyed_i,
  /// The two keys may not be used for XTS.
  input  logic         unfit_i,
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
  /// High with `m_tlast`: the message was refused, and its result must not be used.
  output logic         m_tuser,
  /// A wipe withdraws a beat that is not yet accepted, and drops the rest of its message.
  output logic         m_tvalid,
  input  logic         m_tready,
  /// Blocks to the cipher for data; `block_decrypt_o`: decrypt this block.
  output logic [127:0] block_data_o,
  output logic         block_decrypt_o,
  output logic         block_valid_o,
  input  logic         block_ready_i,
  /// Results of the cipher for data.
  input  logic [127:0] result_data_i,
  input  logic         result_valid_i,
  output logic         result_ready_o,
  /// Tweaks to the cipher for tweaks; `tweak_pass_o`: a counter, which it does not encrypt.
  output logic [127:0] tweak_data_o,
  output logic         tweak_pass_o,
  output logic         tweak_valid_o,
  input  logic         tweak_ready_i,
  /// Encrypted tweaks, and counters.
  input  logic [127:0] initial_data_i,
  input  logic         initial_valid_i,
  output logic         initial_ready_o
);
  logic clean;  // all data is being cleared
  logic hold, idle;
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
  logic [127:0] sum;

  // Starts of messages.

  assign idle = ~next_valid & next_ready & ~active_q & ~head_valid;
  // The first word of a key is accepted one cycle after it is offered, at the earliest.
  if (LateKeys) begin : gen_late
    assign key_may_o = hold & idle;
  end else begin : gen_may
    assign key_may_o = hold & idle & ~clean;
  end
  sil_modes_start #(.Modes(Modes), .Decrypts(Decrypts)) u_start (
    .clk_i, .rst_ni, .wipe_i,
    .clear_i  (clean),
    .keyed_i, .key_i,
    .hold_o   (hold),
    .unfit_i,
    .i_tdata, .i_tuser, .i_tvalid, .i_tready,
    .tweak_data_o, .tweak_pass_o, .tweak_valid_o, .tweak_ready_i,
    .initial_data_i, .initial_valid_i, .initial_ready_o,
    .ready_o  (next_ready),
    .message_o(next_message),
    .initial_o(initial_block),
    .valid_o  (next_valid),
    .start_i  (start)
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
  assign known = beat_q.last | s_tvalid;  // known: whether this beat is the last full one

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
  assign done = go & (drop | (queue_ready & (block_ready_i | ~metadata.keep[0])));
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

  sil_modes_chain #(.Modes(Modes), .WordByWord(WordByWord)) u_chain (
    .clk_i,
    .clear_i(clean),
    // With WordByWord a register gives the load, because it may come one cycle later.
    .load_i (WordByWord ? fresh_q : start),
    .value_i(initial_block),
    .step_i (swapping | (done & metadata.keep[0])),
    .count_i(message_q.ctr),
    .back_i (swapped_q),
    .value_o(chain),
    .ready_o(chain_ready)
  );

  // The cipher for data.

  assign block_data_o = (message_q.ctr ? '0 : beat_q.data) ^ (metadata.add ? chain : '0);
  assign block_decrypt_o = message_q.decrypt;
  assign block_valid_o = go & metadata.keep[0] & queue_ready;

  sil_modes_results #(.Depth(Queue), .HasXts(Modes[2])) u_results (
    .clk_i, .rst_ni, .wipe_i,
    .clean_o   (clean),
    .metadata_i(metadata),
    .valid_i   (go & ~drop & (block_ready_i | ~metadata.keep[0])),
    .ready_o   (queue_ready),
    .waiting_o (head_valid),
    .s_tdata   (result_data_i),
    .s_tvalid  (result_valid_i),
    .s_tready  (result_ready_o),
    .stolen_o  (stolen),
    .sum_o     (sum),
    .keep_i    (beat_q.keep),
    .m_tdata, .m_tkeep, .m_tlast, .m_tuser, .m_tvalid, .m_tready
  );
  assign clear_o = clean;
endmodule
