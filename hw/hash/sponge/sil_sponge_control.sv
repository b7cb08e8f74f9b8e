// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Orders what a sponge does: it clears its state, then absorbs words and squeezes words, with a
/// permutation behind each.
///
/// What is done with a state is done in the first cycle of a permutation, whose number is zero. From
/// there the number goes to where the way to the register's overflow has as many cycles as are
/// wanted: those of a permutation, or those of a state that is kept still or cleared. So nothing
/// compares numbers.
///
/// ## Latency and throughput
/// Cycles a permutation, and the longer of clearing and keeping still between messages.
module sil_sponge_control #(
  /// Cycles a permutation.
  parameter int unsigned Cycles = 48,
  /// Cycles in which the datapath clears its state.
  parameter int unsigned ClearCycles = 5,
  /// Cycles after which a datapath that is kept still has its state again; 1 where it holds it.
  parameter int unsigned StillCycles = 1,
  /// Words squeezed for a digest.
  parameter int unsigned Squeezes = 4,
  localparam int unsigned Bits = sil_sponge_pkg::number_bits(Cycles, ClearCycles, StillCycles)
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  input  logic            s_tlast,
  input  logic            s_tvalid,
  output logic            s_tready,
  output logic            m_tlast,
  output logic            m_tvalid,
  /// The cycle in its permutation: 0, then up to 2^Bits - 1.
  output logic [Bits-1:0] number_o,
  /// The state absorbs the initial word.
  output logic            initial_o,
  /// The state absorbs the word that is taken.
  output logic            take_o,
  /// The state is cleared.
  output logic            clear_o,
  /// The state waits for a word.
  output logic            wait_o
);
  localparam int unsigned PhaseBits = $clog2(3 + Squeezes);
  // The numbers behind 0.
  localparam logic [Bits-1:0] Onward = Bits'(Cycles == 1 ? 0 : 2 ** Bits - Cycles + 1);
  localparam logic [Bits-1:0] Still = Bits'(2 ** Bits - sil_sponge_pkg::apart(ClearCycles, StillCycles));

  // What is done in the first cycle, and in those before it: then come the words of the digest.
  localparam logic [PhaseBits-1:0] Clear = 0, Wait = 1, Absorb = 2, Squeeze = 3;

  logic [PhaseBits-1:0] phase_d, phase_q;
  logic [Bits-1:0] number_d, number_q;
  logic first, hold;

  assign first = number_q == '0;
  assign s_tready = first & (phase_q == Wait | phase_q == Absorb);
  assign m_tvalid = first & phase_q >= Squeeze;
  assign m_tlast = phase_q == PhaseBits'(2 + Squeezes);
  assign initial_o = first & phase_q == Clear;
  assign take_o = s_tready & s_tvalid;
  assign clear_o = ~first & phase_q == Clear;
  assign hold = s_tready & ~s_tvalid;
  assign wait_o = hold | (~first & phase_q == Wait);
  assign number_o = number_q;

  always_comb begin
    phase_d = phase_q;
    if (first) begin
      unique case (phase_q)
        Clear:        phase_d = Absorb;
        Wait, Absorb: phase_d = hold && StillCycles > 1 ? Wait : take_o && s_tlast ? Squeeze : Absorb;
        default:      phase_d = m_tlast ? Clear : phase_q + 1'b1;
      endcase
    end
  end

  // An adder would be one of those that are made for speed.
  always_comb begin
    logic carry;
    carry = 1'b1;
    for (int unsigned i = 0; i < Bits; i++) begin
      number_d[i] = number_q[i] ^ carry;
      carry &= number_q[i];
    end
    if (first) number_d = hold && StillCycles == 1 ? '0 : hold || (m_tvalid & m_tlast) ? Still : Onward;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      phase_q  <= Clear;
      number_q <= Still;
    end else begin
      phase_q  <= phase_d;
      number_q <= number_d;
    end
  end
endmodule
