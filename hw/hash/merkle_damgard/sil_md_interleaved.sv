// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A core for several messages in one datapath, without its datapath: a block buffer, the channels,
/// handshakes and byte order.
///
/// The loop of the datapath has as many registers as there are messages, and each register has a
/// message of its own (C-slow retiming). Cycle n belongs to the channel n modulo Messages. The
/// datapath never stalls: a block starts only when all of its words are in the block buffer.
///
/// Time is divided into passes of FeedForward rounds. A channel without a block performs passes of
/// the feed-forward, which keep its chaining value in the working variables. A block therefore starts
/// at the end of any pass. The pass after the last rounds of a message gives its digest and starts
/// the channel from the initial hash value, unless another digest waits to be accepted. The digest
/// then follows in a later pass.
///
/// ## Latency and throughput
/// Rounds + FeedForward cycles per block over all messages, Messages times as many for the blocks of
/// one message. While no block is in the core, the first beat is accepted only in the cycle from
/// which the last of 16 beats without pauses ends a pass.
///
/// ## Byte order
/// The first byte of a message is `s_tdata[7:0]` of its first beat, the first byte of a digest is
/// `m_tdata[7:0]`.
module sil_md_interleaved
  import sil_md_pkg::BLOCK_WORDS;
#(
  /// Width of a word in bits.
  parameter int unsigned Width = 32,
  /// Rounds per block.
  parameter int unsigned Rounds = 64,
  /// Rounds of the feed-forward. It divides Rounds.
  parameter int unsigned FeedForward = 4,
  /// Messages in the datapath, 2 or more.
  parameter int unsigned Messages = 2,
  /// Words of the chaining value.
  parameter int unsigned StateWords = 8,
  /// Bits of the digest: the first ones of the chaining value.
  parameter int unsigned DigestBits = 256,
  localparam int unsigned StateBits = StateWords * Width,
  localparam int unsigned TidBits = $clog2(Messages),
  localparam int unsigned Passes = Rounds / FeedForward,
  localparam int unsigned PassBits = $clog2(Passes),
  localparam int unsigned StepBits = $clog2(FeedForward)
) (
  input  logic                  clk_i,
  /// Asynchronous assert, active low.
  input  logic                  rst_ni,
  /// The first byte of a word is in its low bits (RFC 1321 2); otherwise in its high bits (FIPS
  /// 180-4 3.1).
  input  logic                  little_i,
  /// Beats of complete, padded blocks; `s_tlast` is high with the last beat of the last block.
  /// `s_tid` is the channel of the beat.
  input  logic [Width-1:0]      s_tdata,
  input  logic                  s_tlast,
  input  logic [TidBits-1:0]    s_tid,
  input  logic                  s_tvalid,
  output logic                  s_tready,
  /// Channel that can start the next block first. Any channel where `s_tid_any` is high.
  output logic [TidBits-1:0]    s_tid_next,
  output logic                  s_tid_any,
  /// The digest, and its channel.
  output logic [DigestBits-1:0] m_tdata,
  output logic [TidBits-1:0]    m_tid,
  output logic                  m_tvalid,
  input  logic                  m_tready,
  /// To the datapath: the channel of this cycle, and the number of its round within a pass.
  output logic [TidBits-1:0]    channel_o,
  output logic [StepBits-1:0]   step_o,
  /// The pass consists of rounds, and its number; otherwise it is a feed-forward.
  output logic                  run_o,
  output logic [PassBits-1:0]   pass_o,
  /// The rounds use message words. `message_o` is the word in the next cycle.
  output logic                  load_o,
  output logic [Width-1:0]      message_o,
  /// The feed-forward adds nothing to the chaining value.
  output logic                  hold_o,
  /// The sums of the feed-forward are the digest.
  output logic                  capture_o,
  /// After the feed-forward the channel starts from the initial hash value.
  output logic                  fresh_o,
  /// From the datapath: the digest is complete from the next cycle on.
  input  logic                  last_i,
  /// The digest as a chaining value, its first word in the high bits.
  input  logic [StateBits-1:0]  chaining_i
);
  localparam int unsigned LoadPasses = BLOCK_WORDS / FeedForward;
  localparam int unsigned WordBits = $clog2(BLOCK_WORDS);
  // Cycles from the first beat of a block to the end of the pass before its rounds.
  localparam int unsigned Filling = BLOCK_WORDS + 1;
  localparam int unsigned PassCycles = FeedForward * Messages;

  if (Messages < 2 || Rounds % FeedForward != 0 || BLOCK_WORDS % FeedForward != 0)
  begin : gen_passes
    $fatal(1, "Messages must be 2 or more, and FeedForward must divide Rounds and a block");
  end
  if (DigestBits > StateBits) begin : gen_digest
    $fatal(1, "DigestBits must be at most those of the chaining value");
  end

  /// State of a channel during a pass.
  typedef struct packed {
    logic run;                  ///< the pass consists of rounds
    logic [PassBits-1:0] pass;  ///< its number
    logic load;                 ///< its rounds use message words
    logic final_pass;           ///< it is the last one with rounds
    logic hold;                 ///< without run: the feed-forward adds nothing
    logic capture;              ///< without run: the sums are the digest
    logic fresh;                ///< without run: the channel starts from the initial hash value
    logic last;                 ///< the block is the last of its message
  } channel_t;

  localparam channel_t Idle = '{hold: 1'b1, fresh: 1'b1, default: '0};

  // The ring of channels: the first one is the channel of this cycle.
  channel_t [Messages-1:0] channel_q;
  channel_t now, decided_q, next;
  logic [PassCycles-1:0] position_q;  // one-hot: the cycle within a pass of channel 0
  logic [TidBits-1:0] tid_q, tid_d;
  logic [StepBits-1:0] step_q;
  logic pass_end_q, start, reserve, ended_q, start_q, reserve_q;

  // The block buffer.
  (* ram_style = "distributed" *) logic [Width-1:0] words_q [BLOCK_WORDS];
  logic [Width-1:0] word, word_q;
  logic [WordBits-1:0] write_q, read_q;
  logic [Messages-1:0] drain_q;  // the ring of the block that is read
  logic block_q, complete, match_q, block_last_q, take, read, running;
  logic [TidBits-1:0] block_tid_q;
  logic ready_q, partial_q, begun_q, begun_d, busy_q;
  logic [Messages-1:0] aligned, begin_q;  // of each channel

  // The digest register of the datapath.
  logic reserved_q, valid_q;
  logic [TidBits-1:0] m_tid_q;
  logic [StateBits-1:0] bytes;

  assign now = channel_q[0];
  assign tid_d = tid_q == TidBits'(Messages - 1) ? '0 : tid_q + 1'b1;

  // At the end of a pass a channel takes the block that is waiting for it, continues its block, or
  // performs a feed-forward. The decision is registered with the state of the channel, and the new
  // state follows in the next cycle.
  assign start = pass_end_q & match_q & ~now.run & (now.fresh | ~now.last);
  assign reserve = pass_end_q & ~reserved_q
                 & (now.run ? now.final_pass & now.last : now.last & ~now.fresh);
  assign decided_q = channel_q[Messages-1];

  always_comb begin
    next = decided_q;
    if (ended_q) begin
      if (decided_q.run) begin
        next.pass       = decided_q.pass + 1'b1;
        next.load       = decided_q.load & decided_q.pass != PassBits'(LoadPasses - 1);
        next.final_pass = decided_q.pass == PassBits'(Passes - 2);
        next.run        = ~decided_q.final_pass;
        next.hold       = 1'b0;
      end else begin
        next.pass       = '0;
        next.load       = start_q;
        next.final_pass = 1'b0;
        next.run        = start_q;
        next.hold       = ~start_q;
        if (start_q) next.last = block_last_q;
      end
      next.capture = reserve_q;
      next.fresh   = reserve_q | (~decided_q.run & decided_q.fresh);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      channel_q  <= {Messages{Idle}};
      position_q <= PassCycles'(1);
      tid_q      <= '0;
      step_q     <= '0;
      pass_end_q <= 1'b0;
      ended_q    <= 1'b0;
      start_q    <= 1'b0;
      reserve_q  <= 1'b0;
    end else begin
      channel_q[Messages-1] <= now;
      channel_q[Messages-2] <= next;
      for (int unsigned i = 0; i + 2 < Messages; i++) channel_q[i] <= channel_q[i+1];
      position_q <= {position_q[PassCycles-2:0], position_q[PassCycles-1]};
      tid_q      <= tid_d;
      if (position_q[PassCycles-1]) step_q <= '0;
      else if (tid_q == TidBits'(Messages - 1)) step_q <= step_q + 1'b1;
      pass_end_q <= |position_q[PassCycles-2-:Messages];
      ended_q    <= pass_end_q;
      start_q    <= start;
      reserve_q  <= reserve;
    end
  end

  assign channel_o = tid_q;
  assign step_o = step_q;
  assign run_o = now.run;
  assign pass_o = now.pass;
  assign load_o = now.load;
  assign hold_o = now.hold;
  assign capture_o = now.capture;
  assign fresh_o = now.fresh;

  // The block buffer. A block is complete when its last word is written. When it starts, a token
  // enters a ring and reads a word each time it is at the head. A word holds until the next one is
  // read. The words of the next block follow as those of this one are read. Whether there is room for a
  // further word is decided without regard to the beat of the cycle: meanwhile `ready_q` is low in
  // every other cycle, and after the last word of a block. While it is high, the place of the next word
  // takes whatever is on the bus.
  sil_md_bytes #(.Width(Width), .Words(1)) u_message (
    .little_i, .data_i(s_tdata), .data_o(word)
  );

  assign take = s_tvalid & s_tready;
  assign read = drain_q[0];
  assign complete = take & (&write_q);

  always_ff @(posedge clk_i) begin
    if (ready_q) words_q[write_q] <= word;
    if (ready_q) block_tid_q <= s_tid;
    if (ready_q) block_last_q <= s_tlast;
    if (read) word_q <= words_q[read_q];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      write_q <= '0;
      read_q  <= '0;
      drain_q <= '0;
      block_q <= 1'b0;
      match_q <= 1'b0;
      ready_q <= 1'b0;
      partial_q <= 1'b0;
      begun_q <= 1'b0;
      begin_q <= '0;
      busy_q  <= 1'b0;
    end else begin
      if (take) write_q <= write_q + 1'b1;
      if (take) partial_q <= ~(&write_q);
      if (read) read_q <= read_q + 1'b1;
      drain_q <= {read & ~(&read_q), drain_q[Messages-1:1]} | Messages'(start);
      block_q <= complete | (block_q & ~start);
      match_q <= block_q & block_tid_q == tid_d;
      ready_q <= ~block_q & ~(ready_q & (&write_q))
               & (~(|drain_q) | (~ready_q & (read | write_q != read_q)));
      begun_q <= begun_d;
      begin_q <= {Messages{begun_d}} | aligned;
      busy_q  <= (|drain_q) | running;
    end
  end

  assign begun_d = take | partial_q | block_q | busy_q;

  always_comb begin
    running = 1'b0;
    for (int unsigned i = 0; i < Messages; i++) running |= channel_q[i].run;
  end

  // In an idle core a block of any channel begins after the same number of cycles. Whether it may is
  // decided one cycle before.
  for (genvar i = 0; i < Messages; i++) begin : gen_aligned
    assign aligned[i] = position_q[(2*PassCycles*BLOCK_WORDS-Messages+i-Filling-1)%PassCycles];
  end

  assign s_tready = ready_q & begin_q[s_tid];
  assign message_o = word_q;

  logic [TidBits-1:0] tid_next_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) tid_next_q <= '0;
    else if (take) tid_next_q <= s_tid == TidBits'(Messages - 1) ? '0 : s_tid + 1'b1;
  end
  assign s_tid_next = tid_next_q;
  assign s_tid_any = ~begun_q;

  // The digest register belongs to one digest from the reservation until the digest is accepted.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      reserved_q <= 1'b0;
      valid_q    <= 1'b0;
    end else begin
      reserved_q <= reserve | (reserved_q & ~(valid_q & m_tready));
      valid_q    <= last_i | (valid_q & ~m_tready);
    end
  end
  always_ff @(posedge clk_i) if (reserve) m_tid_q <= tid_q;

  sil_md_bytes #(.Width(Width), .Words(StateWords), .FirstHigh(1'b1)) u_digest (
    .little_i, .data_i(chaining_i), .data_o(bytes)
  );
  assign m_tdata = bytes[DigestBits-1:0];
  assign m_tid = m_tid_q;
  assign m_tvalid = valid_q;
endmodule
