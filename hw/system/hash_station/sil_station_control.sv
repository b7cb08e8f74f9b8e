// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Main control: the three phases of a message, and which blocks have work in each (the paper
/// shat-2014, figures 9 and 10).
///
/// receive: characters come, beats go into the memory; one that is full is drained into the hash in
/// between. hash: all has come; the hash takes what is left and makes the digest. show: the digest
/// waits in the hash, and the display takes it from there, until the next message begins. The next
/// message may come as soon as the digest is there.
///
/// ## Latency and throughput
/// A phase ends the cycle after its end is seen.
module sil_station_control
  import sil_station_pkg::*;
(
  input  logic   clk_i,
  /// Asynchronous assert, active low.
  input  logic   rst_ni,
  /// As in sil_station_receive.
  input  logic   begin_i,
  input  logic   end_i,
  input  logic   refuse_i,
  /// The memory is full; it has a beat that may leave.
  input  logic   full_i,
  input  logic   beat_i,
  /// The hash has a digest; it is taken.
  input  logic   digest_i,
  output logic   taken_o,
  output phase_e phase_o,
  /// Beats leave the memory.
  output logic   drain_o,
  /// The hash has something to do.
  output logic   hash_o,
  /// What is on the display, and that it has changed.
  output shown_e shown_o,
  output logic   update_o
);
  phase_e phase_d, phase_q;
  shown_e shown_d, shown_q;
  logic drop_d, drop_q;                  // the digest is of a message that was refused
  logic burst_q, update_q;

  always_comb begin
    phase_d = phase_q;
    shown_d = shown_q;
    drop_d = drop_q;
    taken_o = 1'b0;
    unique case (phase_q)
      Receive: ;
      Hash: begin
        if (digest_i && drop_q) begin
          phase_d = Receive;
          taken_o = 1'b1;
        end else if (digest_i) begin
          phase_d = Show;
          shown_d = Digest;
        end
      end
      default: begin
        if (begin_i || refuse_i) begin
          phase_d = Receive;
          taken_o = 1'b1;
        end
      end
    endcase
    if (begin_i) begin
      shown_d = Blank;
      drop_d = 1'b0;
    end
    if (refuse_i) begin
      shown_d = Error;
      drop_d = 1'b1;
    end
    if (end_i) phase_d = Hash;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      phase_q  <= Receive;
      shown_q  <= Blank;
      drop_q   <= 1'b0;
      burst_q  <= 1'b0;
      update_q <= 1'b0;
    end else begin
      phase_q  <= phase_d;
      shown_q  <= shown_d;
      drop_q   <= drop_d;
      burst_q  <= full_i | (burst_q & beat_i);
      update_q <= shown_d != shown_q;
    end
  end

  assign phase_o = phase_q;
  assign shown_o = shown_q;
  assign update_o = update_q;
  assign drain_o = burst_q | phase_q == Hash;
  assign hash_o = drain_o | taken_o;
endmodule
