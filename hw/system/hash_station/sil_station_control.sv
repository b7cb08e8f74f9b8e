// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Main control: the three phases of a message, and the modules that are active in each (the paper
/// shat-2014, figures 9 and 10).
///
/// Receive: beats of the message are written to the memory. When the memory is full, the hash takes
/// beats until it is empty. Hash: the message has ended; the hash takes the remaining beats and
/// computes the digest. Show: the hash holds the digest at its output, and the display reads it
/// there until the next message begins. The next message may begin as soon as the digest is valid.
///
/// ## Latency and throughput
/// A phase ends in the cycle after the event that ends it.
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
  /// The memory is full.
  input  logic   full_i,
  /// The memory offers a beat to the hash.
  input  logic   beat_i,
  /// The hash offers a digest.
  input  logic   digest_i,
  /// The digest is taken.
  output logic   taken_o,
  output phase_e phase_o,
  /// The memory may offer beats to the hash.
  output logic   drain_o,
  /// The hash needs its clock.
  output logic   hash_o,
  /// Contents of the display.
  output shown_e shown_o,
  /// The contents of the display have changed.
  output logic   update_o
);
  phase_e phase_d, phase_q;
  shown_e shown_d, shown_q;
  logic drop_d, drop_q;                  // the digest is that of a refused message
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
