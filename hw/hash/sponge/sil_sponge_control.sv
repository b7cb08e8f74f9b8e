// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Sequences a sponge: it clears the state, then absorbs words and squeezes words, with a
/// permutation after each.
///
/// Words are absorbed and squeezed in the first cycle of a permutation, which a flag marks. A
/// counter starts so that it overflows after the required number of cycles: those of a permutation,
/// or those in which the state waits or is cleared. So nothing compares numbers.
///
/// ## Latency and throughput
/// A permutation takes `Cycles` cycles. Between messages the state is cleared, which takes
/// max(ClearCycles, HoldCycles - 1) cycles.
module sil_sponge_control #(
  /// Cycles of a permutation.
  parameter int unsigned Cycles = 48,
  /// Cycles in which the datapath clears its state.
  parameter int unsigned ClearCycles = 5,
  /// Cycles after which a waiting datapath has the same state again; 1 if it holds the state.
  parameter int unsigned HoldCycles = 1,
  /// Words squeezed for a digest.
  parameter int unsigned Squeezes = 4,
  /// Flags come from registers, and `s_tvalid` is sampled one cycle earlier. Cycles must be 2 or
  /// more. Gain: the flags come early in the cycle. Cost: four registers.
  parameter bit Early = 1'b0,
  localparam int unsigned Bits = sil_sponge_pkg::number_bits(Cycles, ClearCycles, HoldCycles)
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  /// Words to absorb; `s_tlast` is high with the last word of a message.
  input  logic            s_tlast,
  input  logic            s_tvalid,
  output logic            s_tready,
  /// A word is squeezed in this cycle; `m_tlast` is high with the last one of a digest.
  output logic            m_tlast,
  output logic            m_tvalid,
  /// Number of the cycle. A permutation has the last Cycles numbers before the overflow.
  output logic [Bits-1:0] number_o,
  /// Number of the next cycle.
  output logic [Bits-1:0] next_o,
  /// The state absorbs the initial word.
  output logic            initial_o,
  /// The state absorbs the word that is accepted.
  output logic            take_o,
  /// The state is cleared.
  output logic            clear_o,
  /// The state waits for a word, or is cleared.
  output logic            hold_o
);
  if (Early && Cycles < 2) begin : gen_early_cycles
    $fatal(1, "Early needs Cycles of 2 or more");
  end

  localparam int unsigned PhaseBits = $clog2(3 + Squeezes);
  // The number from which a permutation starts, and the number from which clearing or waiting
  // starts.
  localparam logic [Bits-1:0] First = Bits'(2 ** Bits - Cycles);
  localparam logic [Bits-1:0] IdleStart =
    Bits'(2 ** Bits - sil_sponge_pkg::idle_cycles(ClearCycles, HoldCycles));
  localparam logic [Bits-1:0] Next = Cycles == 1 ? First : First + 1'b1;

  // What is done in the first cycle of a permutation, and in the cycles before it. The last numbers
  // are the words of the digest.
  localparam logic [PhaseBits-1:0] Clear = 0, Absorb = 1;
  localparam logic [PhaseBits-1:0] Squeeze = PhaseBits'(2 ** PhaseBits - Squeezes);

  logic [PhaseBits-1:0] phase_d, phase_q;
  logic [Bits-1:0] number_d, number_q;
  logic first_d, first, idle_d, idle_q, starved, give, last;

  assign give = first & phase_q >= Squeeze;
  assign m_tvalid = give;
  assign m_tlast = &phase_q;
  assign initial_o = first & phase_q == Clear;
  assign clear_o = idle_q & phase_q == Clear;
  assign number_o = number_q;
  assign next_o = number_d;

  // An incrementer as a ripple of gates. Synthesis would map an adder to its fast form.
  always_comb begin
    last = 1'b1;
    for (int unsigned i = 0; i < Bits; i++) begin
      number_d[i] = number_q[i] ^ last;
      last &= number_q[i];
    end
    if (last) number_d |= First;
    first_d = last;
    idle_d = idle_q & ~last;
    if ((starved && HoldCycles > 1) || (give & m_tlast)) begin
      // From Next to IdleStart.
      number_d = (number_d & (IdleStart | ~Next)) | (IdleStart & ~Next);
      first_d = 1'b0;
      idle_d = 1'b1;
    end
    if (starved && HoldCycles == 1) {first_d, number_d} = {1'b1, number_q};
  end

  always_comb begin
    phase_d = phase_q;
    if (initial_o | give) phase_d = phase_q + 1'b1;
    if (take_o & s_tlast) phase_d = Squeeze;
  end

  if (Early) begin : gen_early
    // A word that is offered remains until it is accepted, so it is there in the next cycle.
    logic absorb, first_q, take_q, starved_q, hold_q;
    assign absorb = first_d & phase_d == Absorb;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        {first_q, take_q, starved_q} <= '0;
        hold_q <= 1'b1;
      end else begin
        first_q <= first_d;
        take_q <= absorb & s_tvalid;
        starved_q <= absorb & ~s_tvalid;
        hold_q <= idle_d | (absorb & ~s_tvalid);
      end
    end
    assign first = first_q;
    assign s_tready = take_q;
    assign take_o = take_q;
    assign starved = starved_q;
    assign hold_o = hold_q;
  end else begin : gen_late
    logic unused_first;
    assign unused_first = first_d;
    assign first = number_q == First & ~idle_q;
    assign s_tready = first & phase_q == Absorb;
    assign take_o = s_tready & s_tvalid;
    assign starved = s_tready & ~s_tvalid;
    assign hold_o = idle_q | starved;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      phase_q  <= Clear;
      idle_q   <= 1'b1;
      number_q <= IdleStart;
    end else begin
      phase_q  <= phase_d;
      idle_q   <= idle_d;
      number_q <= number_d;
    end
  end
endmodule
