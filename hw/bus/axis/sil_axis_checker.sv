// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Checks the rules for the transmitter of an AXI4-Stream (AMBA 4 AXI4-Stream, IHI 0051A).
///
/// In simulation, a broken rule is an error that names the rule, its section, and the instance in
/// the hierarchy. In a proof, Role = 2 assumes the rules of an input, and Role = 0 asserts those of
/// an output. The rules of packets are those of the message streams of this library. The standard
/// allows more.
///
/// ## Latency and throughput
/// The checker evaluates each rule at each rising edge, on the values just before the edge.
module sil_axis_checker
#(
  /// 0: the port is an output of the design. 1: the port is an input of the design, and
  /// `+sil_inputs_unchecked` on the command line of the simulator mutes the checker. 2: the port is
  /// an input of the design, and its rules are assumed.
  parameter int Role = 0,
  /// Width of `tdata` in bits.
  parameter int DataBits = 8,
  /// Width of `tkeep` in bits. 1 if the stream has no tkeep.
  parameter int KeepBits = 1,
  /// Width of `tid` in bits.
  parameter int IdBits = 1,
  /// Width of `tuser` in bits.
  parameter int UserBits = 1,
  /// Number of values of `tid`, which begin at 0. 0: any value.
  parameter int Ids = 0,
  /// Check the rules of packets: all bytes of a beat are valid, except in the last beat of a
  /// packet. The valid bytes of the last beat are the lowest ones.
  parameter bit Packets = 1'b0,
  /// Check that signals in use are not X. For simulators that have X.
  parameter bit Known = 1'b0
) (
  input logic                clk_i,
  /// Active low.
  input logic                rst_ni,
  /// High during a wipe: the transmitter may withdraw its beat, and the rules of stability and of
  /// packets are not checked.
  input logic                clear_i,
  input logic [DataBits-1:0] tdata,
  /// All ones if the stream has no tkeep.
  input logic [KeepBits-1:0] tkeep,
  /// High if the stream has no tlast.
  input logic                tlast,
  input logic [IdBits-1:0]   tid,
  input logic [UserBits-1:0] tuser,
  input logic                tvalid,
  input logic                tready
);
  // A beat was offered in the previous cycle and was not taken; its payload.
  logic waiting_q, last_q;
  logic [DataBits-1:0] data_q;
  logic [KeepBits-1:0] keep_q;
  logic [IdBits-1:0] id_q;
  logic [UserBits-1:0] user_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) waiting_q <= 1'b0;
    else waiting_q <= tvalid & ~tready & ~clear_i;
  end
  logic reset_q = 1'b0;  // reset was active in the previous cycle
  always_ff @(posedge clk_i) begin
    reset_q <= ~rst_ni;
    if (tvalid && !tready) begin
      data_q <= tdata;
      keep_q <= tkeep;
      last_q <= tlast;
      id_q   <= tid;
      user_q <= tuser;
    end
  end

  logic full, some, lowest;
  assign full = &tkeep;
  assign some = |tkeep;
  assign lowest = (tkeep & (tkeep + KeepBits'(1))) == KeepBits'(0);

  // Register values are undefined before the first reset, so no rule is checked until then.
  logic seen;
`ifdef SYNTHESIS
  assign seen = 1'b1;
`else
  logic seen_q = 1'b0;
  always_ff @(posedge clk_i or negedge rst_ni) if (!rst_ni) seen_q <= 1'b1;
  assign seen = seen_q;
`endif

  logic muted;
`ifdef SYNTHESIS
  assign muted = 1'b0;
`else
  initial begin
    muted = 1'b0;
    if (Role == 1 && $test$plusargs("sil_inputs_unchecked")) muted = 1'b1;
  end
`endif

  if (Role == 2) begin : gen_assume
    always @(posedge clk_i) begin
      if (!rst_ni) begin
        assume (!tvalid);
      end else if (!clear_i) begin
        assume (!waiting_q || tvalid);
        assume (!waiting_q || tdata == data_q);
        assume (!waiting_q || tkeep == keep_q);
        assume (!waiting_q || tlast == last_q);
        assume (!waiting_q || tid == id_q);
        assume (!waiting_q || tuser == user_q);
        assume (!Packets || !tvalid || tlast || full);
        assume (!Packets || !tvalid || !tlast || lowest);
        assume (Ids == 0 || !tvalid || int'(tid) < Ids);
      end
    end
  end else begin : gen_assert
    always @(posedge clk_i) begin
      if (seen && !muted && !rst_ni && reset_q) begin
        begin : tvalid_reset
          assert (!tvalid)
          else $error("tvalid is high in reset (IHI 0051A 2.7.2)");
        end
      end
      if (seen && !muted && rst_ni && !clear_i && waiting_q) begin
        begin : tvalid_held
          assert (tvalid)
          else $error("tvalid fell before the beat was taken (IHI 0051A 2.2.1)");
        end
        if (tvalid) begin
          begin : tdata_stable
            assert (tdata == data_q)
            else $error("tdata changed before the beat was taken (IHI 0051A 2.2.1)");
          end
          begin : tkeep_stable
            assert (tkeep == keep_q)
            else $error("tkeep changed before the beat was taken (IHI 0051A 2.2.1)");
          end
          begin : tlast_stable
            assert (tlast == last_q)
            else $error("tlast changed before the beat was taken (IHI 0051A 2.2.1)");
          end
          begin : tid_stable
            assert (tid == id_q)
            else $error("tid changed before the beat was taken (IHI 0051A 2.2.1)");
          end
          begin : tuser_stable
            assert (tuser == user_q)
            else $error("tuser changed before the beat was taken (IHI 0051A 2.2.1)");
          end
        end
      end
      if (seen && !muted && rst_ni && !clear_i && tvalid) begin
        if (Packets) begin
          begin : tkeep_full
            assert (tlast || full || !some)
            else $error("a beat that is not the last lacks bytes (silicrypt; IHI 0051A 2.4)");
          end
          begin : null_beat
            assert (tlast || some)
            else $error("a beat without bytes is not the last (silicrypt; IHI 0051A 2.4)");
          end
          begin : tkeep_lowest
            assert (!tlast || lowest)
            else $error("tkeep of a last beat has a hole (silicrypt; IHI 0051A 2.4)");
          end
        end
        if (Ids != 0) begin
          begin : tid_range
            assert (int'(tid) < Ids)
            else $error("tid names no message (silicrypt)");
          end
        end
      end
    end
  end

  if (Known) begin : gen_known
    always @(posedge clk_i) begin
      if (seen && !muted && rst_ni) begin
        begin : handshake_known
          assert ((^{tvalid, tready}) !== 1'bx)
          else $error("tvalid or tready is X (IHI 0051A 2.2.1)");
        end
        if (tvalid) begin
          begin : payload_known
            assert ((^{tdata, tkeep, tlast, tid, tuser}) !== 1'bx)
            else $error("the payload of a valid beat is X (IHI 0051A 2.2.1)");
          end
        end
      end
    end
  end
endmodule
