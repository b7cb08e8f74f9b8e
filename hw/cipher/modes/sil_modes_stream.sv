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
/// `block_ready_i` are high. Only a wipe withdraws a block that is not yet accepted. The cipher
/// returns one result (`result_*`) for each block, in the order of the blocks. It holds a result
/// until `result_ready_o` is high, and `result_valid_i` does not wait for that. Any latency is
/// legal, and any number of blocks in flight below Queue.
///
/// With a Latency, the cipher takes a block in each cycle with `block_valid_o`, and its result is on
/// `result_data_i` as many cycles later. The other three signals have no meaning.
///
/// The cipher for tweaks (`tweak_*`, `initial_*`) is needed with XTS only, and follows the same
/// rules with one block at a time. With `tweak_pass_o` the result is the block itself, and that
/// needs no key. `tweak_ready_i` is low while it has a block or a result.
///
/// With `wipe_i` and in a reset both ciphers drop their keys and blocks and zeroise their data.
/// Registers that have a synchronous clear can use `clear_o` for that. The ciphers accept a word of
/// a key only while `key_may_o` is high, or in the first cycle after that. A key applies to the
/// messages that start after its first word.
///
/// No start is accepted while `clear_o` is high, because the ciphers have no key then: a wipe drops
/// their keys, and no key is accepted before `clear_o` falls. The start would be cleared with the
/// other data, and its message would leave in no mode.
///
/// ## Latency and throughput
/// One block as often as the cipher accepts it, at most one every two cycles, with CTR every four.
/// From one message to the next two cycles are lost. The first block of a message is offered to the
/// cipher 5 cycles after its `i_` beat, with XTS 5 cycles after its encrypted tweak. A result leaves
/// one cycle after the cipher has it. With XTS a partial last block waits for the result of the
/// block before it. With a Latency there is one block per cycle, the first one 4 cycles after its
/// `i_` beat, and a result leaves three cycles after the cipher has it.
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
  /// Words of the queue, a power of two: more than the blocks that can be in flight in the cipher,
  /// and at least Latency + 7.
  parameter int unsigned Queue = 16,
  /// Cycles from a block to its result, 3 to 57, in a cipher that never waits. 0: it may wait, and
  /// it takes one block every two cycles at most, with CTR one every four, because the counter is
  /// incremented by one word of 32 bits per cycle. Gain of 0: half the buffers, an adder of one word.
  parameter int unsigned Latency = 0
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
  /// No message is in flight and no data is being cleared, so the ciphers may accept keys, in this
  /// cycle and the next.
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
  /// The cipher takes a block in every cycle.
  localparam bit EveryCycle = Latency != 0;

  if (EveryCycle && Decrypts) begin : gen_no_exchange
    $fatal(1, "Latency needs Decrypts = 0: no tweaks are exchanged");
  end

  logic clean;  // all data is being cleared
  logic hold;
  logic idle_q;  // no message is in flight; no start is accepted while a key is offered
  logic next_ready, next_valid;
  message_t next_message, message_q;
  logic [127:0] initial_block;
  logic active_q;  // a message is in progress
  logic fresh_q;  // first cycle of the message
  logic open_q;  // a later one, and no bytes of a previous result are awaited
  logic xts_q;  // it is in XTS, and is not refused
  logic whole_q;  // this beat may not be a partial block: ECB, and the first beat of XTS
  logic start, ends;
  input_t arriving, next;  // next: the beat after beat_q
  logic next_beat_valid, next_beat_soon;
  beat_t beat_q;
  logic beat_valid_q, beat_ready;
  // broken: this beat, or an earlier one of the message, is not legal. It is processed as a null
  // beat.
  logic broken, broken_q, bad_q;
  logic next_inner, inner_q;  // it is complete, and not the last one
  // The beat waits for the bytes that it takes from the previous result.
  logic owed_d, owed_q;
  logic fill_q;  // it takes them
  logic swapping_q;  // the tweak steps to that of the partial block (stealing, decryption)
  logic swapped_q;  // it has
  logic full, partial, wrong, has_block, splits, ahead, waits, drop, go_d, go, swap;
  logic enters;  // go, and the beat has a block
  logic counts, plain;  // the message is in CTR, in ECB; any value where no block is processed
  logic [127:0] chain;
  logic chain_ready;
  metadata_t decision, metadata;
  logic [127:0] mask;
  logic metadata_valid;
  logic queue_ready, head_valid, stolen;
  logic buffer_ready, cipher_ready;
  logic [127:0] tail;

  // Starts of messages.

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) idle_q <= 1'b0;
    else idle_q <= ~next_valid & next_ready & ~active_q & ~head_valid;
  end
  // The first word of a key is accepted one cycle after it is offered, at the earliest.
  assign key_may_o = hold & idle_q & ~clean;
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

  assign start = next_valid & ~active_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {active_q, fresh_q, open_q} <= '0;
    else if (wipe_i) {active_q, fresh_q, open_q} <= '0;
    else begin
      active_q <= start | (active_q & ~ends);
      fresh_q  <= start;
      open_q   <= active_q & ~ends & ~owed_d;
    end
  end
  always_ff @(posedge clk_i) begin
    if (clean) {message_q, xts_q} <= '0;
    else if (start) {message_q, xts_q} <= {next_message, next_message.xts & ~next_message.refused};
    if (clean) whole_q <= 1'b0;
    else if (start) whole_q <= next_message.ecb | next_message.xts;
    else if (go) whole_q <= message_q.ecb;
  end

  // The bytes of the message: a buffer, and the beat that is processed. What must be known of the
  // next beat comes from the buffer.

  always_comb begin
    arriving = '{beat: '{data: s_tdata, keep: s_tkeep, last: s_tlast}, default: '0};
    arriving.legal = (s_tkeep[15:1] & ~s_tkeep[14:0]) == '0 && (s_tlast || s_tkeep[15]);
    arriving.partial = s_tlast & s_tkeep[0] & ~s_tkeep[15];
  end
  if (EveryCycle) begin : gen_arriving
    sil_skid #(.Width($bits(input_t))) u_buffer (
      .clk_i, .rst_ni(rst_ni & ~clean),
      .s_tdata(arriving), .s_tvalid, .s_tready(buffer_ready),
      .m_tdata(next), .m_tvalid(next_beat_valid), .m_tready(beat_ready), .soon_o(next_beat_soon)
    );
  end else begin : gen_arriving_alone
    input_t next_q;
    logic next_valid_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) next_valid_q <= 1'b0;
      else if (wipe_i) next_valid_q <= 1'b0;
      else next_valid_q <= buffer_ready ? s_tvalid & ~clean : ~beat_ready;
    end
    always_ff @(posedge clk_i) if (buffer_ready) next_q <= arriving;
    // The first beat moves on before the buffer takes another.
    assign buffer_ready = ~next_valid_q | go;
    assign next = next_q;
    assign next_beat_valid = next_valid_q;
    assign next_beat_soon = 1'b0;  // used with a Latency only
  end
  assign beat_ready = ~beat_valid_q | go;
  assign s_tready = buffer_ready & ~clean;
  assign broken = broken_q | ~next.legal;
  assign next_inner = next.beat.keep[15] & ~broken & ~next.beat.last;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {beat_valid_q, owed_q, fill_q, swapping_q, swapped_q, broken_q} <= '0;
    else if (wipe_i) {beat_valid_q, owed_q, fill_q, swapping_q, swapped_q, broken_q} <= '0;
    else begin
      if (beat_ready) beat_valid_q <= next_beat_valid;
      if (beat_ready && next_beat_valid) broken_q <= broken & ~next.beat.last;
      owed_q <= owed_d;
      fill_q <= stolen;
      swapping_q <= swap & ~swapping_q;
      swapped_q <= swapping_q | (swapped_q & ~go);
    end
  end

  assign owed_d = (go & metadata.steal) | (owed_q & ~fill_q);

  always_ff @(posedge clk_i) begin
    if (clean) {beat_q, bad_q, inner_q} <= '0;
    else begin
      if (beat_ready) begin
        beat_q.keep <= broken ? '0 : next.beat.keep;
        beat_q.last <= next.beat.last;
        bad_q <= broken;
        inner_q <= next_inner;
      end
      // While a beat takes bytes, it is not processed.
      for (int unsigned i = 0; i < 16; i++) begin
        if (beat_ready || (fill_q && !beat_q.keep[i])) begin
          beat_q.data[8*i+:8] <= fill_q ? tail[8*i+:8] : next.beat.data[8*i+:8];
        end
      end
    end
  end

  // Each of these says what the stream does with the beat.

  assign full = beat_q.keep[15];
  assign partial = beat_q.keep[0] & ~full;
  assign has_block = beat_q.keep[0] & ~message_q.refused & ~(~full & whole_q);
  assign drop = (message_q.refused | ~beat_q.keep[0]) & ~beat_q.last;
  assign wrong = message_q.refused | (whole_q & ~full & (partial | message_q.xts));
  // A full beat of XTS waits until it is known whether the next one is partial. With decryption it
  // then uses the tweak of that partial block.
  assign splits = xts_q & inner_q;
  assign ahead = next_beat_valid & ~(next.partial & message_q.decrypt & ~swapped_q);
  assign waits = splits & ~ahead;
  assign swap = open_q & beat_valid_q & splits & next_beat_valid & ~ahead & ~swapped_q;

  assign counts = Modes == 2 | message_q.ctr;
  assign plain = Modes == 1 | message_q.ecb;

  always_comb begin
    decision.last = beat_q.last;
    decision.error = beat_q.last & (wrong | bad_q);
    decision.block = has_block;
    decision.keep = has_block ? beat_q.keep : '0;
    decision.steal = splits & next.partial;
    decision.tail = xts_q & has_block & ~full;
  end

  // Once the beat can be processed, that stays so until it is.
  if (EveryCycle) begin : gen_go
    // Whether the beat of the next cycle can be, is decided here, but for the room for its result.
    logic may_q, unused;
    assign unused = waits | chain_ready | cipher_ready;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) may_q <= 1'b0;
      else if (wipe_i) may_q <= 1'b0;
      else begin
        may_q <= active_q & ~ends & ~owed_d & (beat_ready ? next_beat_valid : beat_valid_q)
                 & ~(xts_q & (beat_ready ? next_inner : inner_q) & ~next_beat_soon);
      end
    end
    assign go_d = may_q & queue_ready;
    assign go = go_d;
    assign enters = go & has_block;
    assign metadata_valid = go & ~drop;
    assign metadata = decision;
  end else begin : gen_go_q
    assign go_d = open_q & beat_valid_q & ~waits & chain_ready & queue_ready & cipher_ready;
    // What is decided about the beat does not change in the cycle before it is processed.
    logic go_q, enters_q, metadata_valid_q, unused;
    metadata_t decision_q;
    assign unused = next_beat_soon;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) {go_q, enters_q, metadata_valid_q} <= '0;
      else if (wipe_i) {go_q, enters_q, metadata_valid_q} <= '0;
      else begin
        go_q             <= go_d & ~go_q;
        enters_q         <= go_d & ~go_q & has_block;
        metadata_valid_q <= go_d & ~go_q & ~drop;
      end
    end
    always_ff @(posedge clk_i) begin
      if (clean) decision_q <= '0;
      else decision_q <= decision;
    end
    assign go = go_q;
    assign enters = enters_q;
    assign metadata_valid = metadata_valid_q;
    assign metadata = decision_q;
  end
  assign ends = go & beat_q.last;
  assign mask = xts_q ? chain : counts ? beat_q.data : '0;

  sil_modes_chain #(
    .Modes(Modes), .Decrypts(Decrypts), .WordByWord(!EveryCycle)
  ) u_chain (
    .clk_i,
    .clear_i(clean),
    // Word by word a register gives the load, because it may come one cycle later.
    .load_i (EveryCycle ? start : fresh_q),
    .value_i(initial_block),
    // The beats after one without a block have none either.
    .step_i (swapping_q | go),
    .count_i(message_q.ctr),
    .back_i (swapped_q),
    .value_o(chain),
    .ready_o(chain_ready)
  );

  // The block for the cipher, in a register, and its result.

  logic [128:0] block, block_q;
  logic block_valid_q;
  assign block[127:0] = (counts ? '0 : beat_q.data) ^ (plain ? '0 : chain);
  assign block[128] = message_q.decrypt;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) block_valid_q <= 1'b0;
    else if (wipe_i) block_valid_q <= 1'b0;
    else block_valid_q <= enters | (block_valid_q & ~EveryCycle & ~block_ready_i);
  end
  always_ff @(posedge clk_i) begin
    if (clean) block_q <= '0;
    else if (EveryCycle || go) block_q <= block;
  end
  // The beat is processed in the next cycle.
  assign cipher_ready = ~block_valid_q | block_ready_i;
  assign {block_decrypt_o, block_data_o} = block_q;
  assign block_valid_o = block_valid_q;

  if (EveryCycle) begin : gen_pipe_results
    logic unused_result;
    sil_modes_pipe_results #(.Latency(Latency), .Depth(Queue), .HasXts(Modes[2])) u_results (
      .clk_i, .rst_ni, .wipe_i,
      .clean_o   (clean),
      .metadata_i(metadata),
      .mask_i    (mask),
      .valid_i   (metadata_valid),
      .ready_o   (queue_ready),
      .waiting_o (head_valid),
      .s_tdata   (result_data_i),
      .stolen_o  (stolen),
      .keep_i    (beat_q.keep),
      .tail_o    (tail),
      .m_tdata, .m_tkeep, .m_tlast, .m_tuser, .m_tvalid, .m_tready
    );
    assign result_ready_o = 1'b1;
    assign unused_result = result_valid_i | block_ready_i;
  end else begin : gen_results
    sil_modes_results #(.Depth(Queue), .HasXts(Modes[2])) u_results (
      .clk_i, .rst_ni, .wipe_i,
      .clean_o   (clean),
      .metadata_i(metadata),
      .mask_i    (mask),
      .valid_i   (metadata_valid),
      .ready_o   (queue_ready),
      .waiting_o (head_valid),
      .s_tdata   (result_data_i),
      .s_tvalid  (result_valid_i),
      .s_tready  (result_ready_o),
      .stolen_o  (stolen),
      .keep_i    (beat_q.keep),
      .tail_o    (tail),
      .m_tdata, .m_tkeep, .m_tlast, .m_tuser, .m_tvalid, .m_tready
    );
  end
  assign clear_o = clean;
endmodule
