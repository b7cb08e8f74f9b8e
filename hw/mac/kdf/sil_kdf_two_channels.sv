// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The channels of PBKDF2 with two passwords at a time: which block each of them hashes, and the
/// iterations that are left.
///
/// Cycle n belongs to the channel n modulo 2. Time is divided into passes of four steps. A block
/// takes Rounds / 4 passes of rounds and one of the feed-forward. In the pass of the feed-forward
/// the channel also takes the midstate from which its next block starts, so the inner and outer
/// hashes of the iterations follow each other without a pass between them.
///
/// A channel that waits for a block of the buffer starts from its midstate again in each pass, or
/// keeps its chaining value within a message.
///
/// ## Latency and throughput
/// An iteration of both channels every 4 * (Rounds + 4) cycles.
module sil_kdf_two_channels
  import sil_kdf_two_pkg::*;
#(
  /// Rounds per block.
  parameter int unsigned Rounds = 64
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  /// After a reset: memories and schedule are overwritten.
  output logic        clearing_o,
  /// No request is in progress: the next cycle is the first one of a pass of channel 0. So the
  /// cycles of a request that is alone do not depend on the time at which it comes.
  input  logic        pause_i,
  /// A block waits in the block buffer: its channel and kind; it continues a message; and its words
  /// are those of the digest that is a key. The iterations after the first one belong to the last
  /// block of a salt.
  input  logic        offer_i,
  input  logic        offer_channel_i,
  input  kind_e       offer_kind_i,
  input  logic        offer_more_i,
  input  logic        offer_key_i,
  input  logic [31:0] count_i,
  /// The block starts. Later: all of its words are read.
  output logic        started_o,
  output logic        drained_o,
  /// The pair of midstates of each channel.
  input  logic [1:0]  pair_i,
  /// T of a channel is complete: the datapath has begun to add the last word. The words can be read
  /// from the next cycle on, in their sequence.
  output logic        done_o,
  output logic        done_channel_o,
  /// The datapath receives this control word.
  output control_t    control_o
);
  localparam logic [PASS_BITS-1:0] LAST_PASS = PASS_BITS'(Rounds / STEPS - 1);
  localparam logic [PASS_BITS-1:0] LAST_CLEAR = 5'd7;

  // The inputs of a cell of a carry chain, as truth tables.
  localparam logic [15:0] A = 16'haaaa;
  localparam logic [15:0] B = 16'hcccc;
  localparam logic [15:0] C = 16'hf0f0;
  localparam logic [15:0] D = 16'hff00;

  /// State of a channel during a pass. With none of the first four bits it waits for a block.
  typedef struct packed {
    logic run;                   ///< rounds
    logic feed_forward;          ///< the feed-forward of a block
    logic give;                  ///< the last digest is added to T
    logic clear;                 ///< memories and schedule are overwritten
    logic [PASS_BITS-1:0] pass;  ///< the number of the pass
    logic load;                  ///< its rounds use message words
    logic last_pass;             ///< it is the last one with rounds
    kind_e kind;                 ///< of the block
    logic key;                   ///< its words are those of the key
    logic first;                 ///< T is zero
    logic more;                  ///< waiting: the chaining value is kept
    logic initialize;            ///< waiting: the channel starts from the initial hash value
    logic ready;                 ///< waiting: the block that is offered can start after the pass
  } channel_t;

  localparam channel_t Clear = '{clear: 1'b1, kind: PasswordMore, default: '0};

  channel_t [1:0] channel_q;  // the first one is the channel of this cycle
  channel_t now, decided, next;
  logic [STEP_BITS:0] position_q;
  logic pass_end, ended_q, here, here_q, start_q, zero_q, reading, digest, iteration;
  logic [31:0] left_d, left_q;
  logic [7:0] zero8_q;
  logic [1:0] zero2_q;
  logic fill, fill_q, count, count_q, started, drained, done, done_q;

  assign now = channel_q[0];
  assign decided = channel_q[1];
  assign pass_end = &position_q[STEP_BITS:1];

  // The decision is registered at the end of a pass, and the new state follows in the next cycle.
  assign here = offer_i & offer_channel_i == position_q[0];

  always_comb begin
    next = decided;
    {started, drained, done, fill, count} = '0;
    if (ended_q) begin
      next.pass = '0;
      if (decided.run) begin
        next.pass      = decided.pass + 1'b1;
        next.load      = decided.load & decided.pass != LOAD_PASSES - 1'b1;
        next.last_pass = decided.pass == LAST_PASS - 1'b1;
        next.run       = ~decided.last_pass;
        next.feed_forward = decided.last_pass;
        drained        = decided.pass == LOAD_PASSES - 1'b1
                       & ~(decided.kind inside {Inner, Outer});
        if (decided.kind == Inner && decided.last_pass) next.first = 1'b0;
      end else if (decided.clear) begin
        next.pass  = decided.pass + 1'b1;
        next.clear = decided.pass != LAST_CLEAR;
        fill       = 1'b1;
      end else if (decided.give) begin
        next.pass = decided.pass + 1'b1;
        next.give = decided.pass == '0;
        done      = ~next.give;
      end else begin
        next.feed_forward = 1'b0;
        next.load      = 1'b1;
        next.last_pass = 1'b0;
        next.ready     = 1'b0;
        next.key       = 1'b0;
        if (decided.feed_forward && decided.kind inside {SaltLast, Inner, Outer}) begin
          next.run   = decided.kind != Outer | ~zero_q;
          next.give  = ~next.run;
          next.kind  = decided.kind == Outer ? Inner : Outer;
          next.more  = 1'b0;
          next.first = decided.first | decided.kind == SaltLast;
          count      = decided.kind == Outer;
        end else if (start_q) begin
          next.run  = 1'b1;
          next.kind = offer_kind_i;
          next.key  = offer_key_i;
          started   = 1'b1;
          fill      = offer_kind_i == SaltLast;
        end else begin
          next.ready      = here_q;
          next.more       = here_q ? offer_more_i : decided.feed_forward | decided.more;
          next.initialize = ~(offer_kind_i inside {SaltMore, SaltLast});
        end
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      channel_q  <= {2{Clear}};
      position_q <= '0;
      ended_q    <= 1'b0;
      here_q     <= 1'b0;
      start_q    <= 1'b0;
      zero_q     <= 1'b0;
      started_o  <= 1'b0;
      drained_o  <= 1'b0;
      done_q     <= 1'b0;
      done_o     <= 1'b0;
      fill_q     <= 1'b1;
      count_q    <= 1'b0;
    end else begin
      channel_q  <= {now, next};
      position_q <= pause_i ? '0 : position_q + 1'b1;
      ended_q    <= pass_end;
      here_q     <= here;
      start_q    <= here & now.ready;
      zero_q     <= &zero2_q;
      started_o  <= started;
      drained_o  <= drained;
      done_q     <= done;
      done_o     <= done_q;
      fill_q     <= fill;
      count_q    <= count;
    end
  end

  // The iterations after the next one, of the channel of this cycle first. They change in the cycle
  // after the new state of the channel.
  sil_add_pieces #(.First(A & ~B), .Second((B & C) | (~B & D)), .Width(32)) u_left (
    .clk_i, .a_i(left_q), .b_i({32{fill_q}}), .c_i(count_i), .d_i({32{count_q}}),
    .carry_i(1'b0), .sum_o(left_d)
  );
  // The reset is for simulation with unknown values, in which a table of an unknown input is unknown.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) left_q <= '0;
    else left_q <= left_d;
  end
  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < 8; i++) zero8_q[i] <= left_q[4*i+:4] == '0;
    for (int unsigned i = 0; i < 2; i++) zero2_q[i] <= &zero8_q[4*i+:4];
  end

  // The control word is registered.
  control_t word;
  assign iteration = now.kind inside {Inner, Outer};
  assign reading = now.run & now.load;
  assign digest = (reading & (iteration | now.key) | now.give) & now.pass < DIGEST_PASSES;

  always_comb begin
    word = '0;
    word.channel    = position_q[0];
    word.step       = position_q[STEP_BITS:1];
    word.pass       = now.pass;
    word.run        = now.run;
    word.hold       = ~now.run & ~now.feed_forward;
    word.fresh      = now.feed_forward ? ~(now.kind inside {PasswordMore, SaltMore})
                    : ~now.more;
    word.initialize = ~now.feed_forward & (now.clear | now.initialize);
    word.pair       = now.clear ? now.pass[1] : pair_i[position_q[0]];
    word.outer      = now.clear ? now.pass[0]
                    : now.feed_forward & now.kind inside {Inner, SaltLast, KeyOuter};
    word.save       = now.clear
                    | (now.feed_forward & now.kind inside {KeyInner, KeyOuter});
    word.write      = now.clear | now.feed_forward;
    word.key_write  = now.clear ? now.pass[0]
                    : now.feed_forward & now.kind == PasswordLast;
    word.load       = now.clear | reading;
    word.block      = reading & ~iteration & ~now.key;
    word.low        = digest & ~now.pass[0];
    word.high       = digest & now.pass[0];
    word.early      = digest & ~now.key & now.pass == '0 & position_q[STEP_BITS:1] == '0;
    word.key_read   = now.key & now.run;
    word.one        = reading & iteration & now.pass == DIGEST_PASSES
                    & position_q[STEP_BITS:1] == '0;
    word.length     = reading & iteration & now.pass == LOAD_PASSES - 1'b1
                    & (&position_q[STEP_BITS:1]);
    word.inner_key  = reading & now.kind == KeyInner;
    word.outer_key  = reading & now.kind == KeyOuter;
    word.add        = now.clear | (digest & (now.kind == Inner | now.give) & ~now.key);
    word.first      = now.clear | now.first;
  end

  always_ff @(posedge clk_i) control_o <= word;

  assign clearing_o = now.clear | decided.clear;
  assign done_channel_o = ~position_q[0];
endmodule
