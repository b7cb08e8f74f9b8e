// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Issues the control words of one message at a time.
///
/// A message starts by loading the initial hash value. The first feed-forward adds that value to
/// working variables that are zero. Each block then takes its rounds and the feed-forward, which
/// adds the chaining value to the working variables (FIPS 180-4 6.2.2 step 4). After the last block
/// the sequencer waits until the digest is accepted. The feed-forward has no adders of its own: it
/// is a few more operations of the datapath.
///
/// ## Latency and throughput
/// (Rounds + FeedForward) / Unroll cycles per block.
module sil_md_sequencer
  import sil_md_pkg::*;
#(
  /// Rounds per block.
  parameter int unsigned Rounds = 80,
  /// Operations of the feed-forward.
  parameter int unsigned FeedForward = 4,
  /// Operations per cycle.
  parameter int unsigned Unroll = 1,
  /// Rounds at the start of a block that the shorter of two algorithms leaves out.
  parameter int unsigned Skipped = 0,
  /// Code of the number of a control word. BINARY where rounds are left out.
  parameter sil_counter_pkg::code_e CounterCode = sil_counter_pkg::BINARY,
  localparam int unsigned ControlWords = (Rounds + FeedForward) / Unroll,
  localparam int unsigned CountBits = sil_counter_pkg::code_bits(ControlWords)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  /// The next message may start.
  input  logic                 start_i,
  /// The message uses the shorter algorithm. Hold it for the complete message.
  input  logic                 short_i,
  /// The datapath takes the control word in this cycle.
  input  logic                 run_i,
  /// The beat that is accepted is the last of its message. Valid with `take_i`.
  input  logic                 last_i,
  /// A beat of message words is accepted.
  input  logic                 take_i,
  /// The digest is accepted.
  input  logic                 done_i,
  /// A message starts: the chaining-value registers load the initial hash value.
  output logic                 clear_o,
  /// The control word of this cycle.
  output control_t             control_o,
  /// The code of its number. Numbers run from 0, for the first rounds of a block, to ControlWords -
  /// 1.
  output logic [CountBits-1:0] count_o
);
  localparam int unsigned RoundControlWords = Rounds / Unroll;
  localparam int unsigned LoadControlWords = BLOCK_WORDS / Unroll;
  localparam int unsigned First = Skipped / Unroll;

  typedef enum logic [1:0] {Clear, Run, Wait} state_e;

  state_e state_d, state_q;
  control_t control_d, control_q;
  logic [CountBits-1:0] count;
  logic step, last_q;

  /// Whether the counter has that number.
  function automatic logic is(logic [CountBits-1:0] state, int unsigned number);
    return state == CountBits'(sil_counter_pkg::encode(CounterCode, ControlWords, number));
  endfunction

  // Comparisons with the number are registered one control word earlier. If these paths were deep,
  // technology mapping would save area by making the datapath as deep.
  logic loaded_q, rounds_q, wrap_q;

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      Clear:   if (start_i) state_d = Run;
      Run:     if (run_i & control_q.last) state_d = Wait;
      default: if (done_i) state_d = Clear;
    endcase
  end

  always_comb begin
    control_d = '{
      valid:        1'b1,
      load:         wrap_q | (control_q.load & ~loaded_q),
      feed_forward: rounds_q | (control_q.feed_forward & ~wrap_q),
      first:        control_q.first & ~wrap_q,
      last:         last_q & is(count, ControlWords - 2),
      default:      '0
    };
    if (control_q.last) control_d = '0;
  end

  assign step = run_i & control_q.valid;

  sil_counter #(.Code(CounterCode), .Numbers(ControlWords), .Start(RoundControlWords)) u_counter (
    .clk_i,
    .rst_ni,
    .start_i(clear_o),
    .step_i (step),
    .wrap_i (wrap_q),
    .first_i(short_i ? CountBits'(First) : '0),
    .count_o(count)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q   <= Clear;
      control_q <= '0;
      loaded_q  <= 1'b0;
      rounds_q  <= 1'b0;
      wrap_q    <= 1'b0;
    end else begin
      state_q <= state_d;
      if (clear_o) begin
        control_q <= '{valid: 1'b1, feed_forward: 1'b1, first: 1'b1, default: '0};
        loaded_q  <= 1'b0;
        rounds_q  <= 1'b0;
        wrap_q    <= RoundControlWords == ControlWords - 1;
      end else if (step) begin
        control_q <= control_d;
        loaded_q  <= is(count, (short_i ? First : 0) + LoadControlWords - 2);
        rounds_q  <= is(count, RoundControlWords - 2);
        wrap_q    <= is(count, ControlWords - 2);
      end
    end
  end

  // last_q is valid when the last beat of a block has been accepted, long before the feed-forward.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) last_q <= 1'b0;
    else if (clear_o) last_q <= 1'b0;
    else if (take_i) last_q <= last_i;
  end

  assign clear_o = state_q == Clear & start_i;
  assign control_o = control_q;
  assign count_o = count;
endmodule
