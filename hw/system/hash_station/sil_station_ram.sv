// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Packs the bytes of a message into beats, and stores the beats until the hash may take them.
///
/// A full beat is written to the memory when the next byte or the end of the message comes, because
/// only then is it known whether it is the last beat.
///
/// ## Latency and throughput
/// One byte per cycle. A beat can leave in the cycle after it was written to the memory.
///
/// ## Byte order
/// The first byte of a beat is `m_tdata[7:0]`.
module sil_station_ram
#(
  /// Width of a beat in bits.
  parameter int unsigned DataBits = 32,
  /// Beats in the memory, a power of two.
  parameter int unsigned Depth = 16,
  /// Stop the clock while no byte comes and no beat leaves. Gain: power. Cost: a gate.
  parameter bit ClockGate = 1'b0,
  localparam int unsigned Bytes = DataBits / 8
) (
  input  logic                clk_i,
  /// Asynchronous assert, active low.
  input  logic                rst_ni,
  input  logic [7:0]          byte_i,
  /// `byte_i` is valid.
  input  logic                take_i,
  /// The message has ended; it may be empty. No further byte may come until its last beat has left.
  input  logic                end_i,
  /// `byte_i` was dropped, because the memory has no room for the beat before it.
  output logic                lost_o,
  /// The memory is full.
  output logic                full_o,
  /// Beats may be offered to the hash.
  input  logic                drain_i,
  output logic [DataBits-1:0] m_tdata,
  output logic [Bytes-1:0]    m_tkeep,
  output logic                m_tlast,
  output logic                m_tvalid,
  input  logic                m_tready
);
  if (DataBits % 8 != 0 || DataBits < 16) begin : gen_width
    $fatal(1, "DataBits must be a multiple of 8, and at least 16");
  end
  if (Depth < 2 || 2 ** $clog2(Depth) != Depth) begin : gen_depth
    $fatal(1, "Depth must be a power of two, and at least 2");
  end

  localparam int unsigned CountBits = $clog2(Bytes + 1);
  localparam int unsigned IndexBits = $clog2(Bytes);

  logic clk, en, push, pop, room, waiting, ending_q;
  logic [CountBits-1:0] count_q;              // number of bytes in beat_q
  logic [Bytes-1:0][7:0] beat_q;
  logic [Bytes-1:0] keep;

  assign pop = m_tvalid & m_tready;
  assign push = ending_q | (take_i & count_q == CountBits'(Bytes));
  assign lost_o = take_i & push & ~room;

  sil_clock_gate #(.Gate(ClockGate)) u_gate (
    .clk_i, .en_i(take_i | end_i | ending_q | pop), .clk_o(clk), .en_o(en)
  );

  always_ff @(posedge clk or negedge rst_ni) begin
    if (!rst_ni) begin
      ending_q <= 1'b0;
      count_q  <= '0;
    end else if (en) begin
      ending_q <= end_i | (ending_q & ~room);
      if (take_i && !lost_o) count_q <= push ? CountBits'(1) : count_q + 1'b1;
      else if (ending_q && room) count_q <= '0;
    end
  end
  always_ff @(posedge clk) begin
    if (en && take_i && !lost_o) beat_q[push ? '0 : IndexBits'(count_q)] <= byte_i;
  end

  for (genvar i = 0; i < Bytes; i++) begin : gen_keep
    assign keep[i] = CountBits'(i) < count_q;
  end

  sil_fifo #(.Width(DataBits + Bytes + 1), .Depth(Depth)) u_memory (
    .clk_i   (clk),
    .rst_ni,
    .s_tdata ({ending_q, keep, beat_q}),
    .s_tvalid(push),
    .s_tready(room),
    .m_tdata ({m_tlast, m_tkeep, m_tdata}),
    .m_tvalid(waiting),
    .m_tready(pop)
  );

  assign m_tvalid = waiting & drain_i;
  assign full_o = ~room;
endmodule
