// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Sends padded blocks of several messages to a core: complete blocks, in the order that the core
/// requests. With one message in flight all beats pass unchanged.
///
/// ## Latency and throughput
/// With several messages a block is offered from the cycle after its last beat on, one beat per
/// cycle. The next block of the message fills the buffer meanwhile.
module sil_md_arbiter
#(
  /// Messages in flight.
  parameter int unsigned Messages = 1,
  /// Width of a beat in bits.
  parameter int unsigned Width = 64,
  /// Beats of a block, a power of two.
  parameter int unsigned Beats = 16,
  localparam int unsigned TidBits = Messages == 1 ? 1 : $clog2(Messages)
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  /// Beats. Item i belongs to channel i.
  input  logic [Messages-1:0][Width-1:0] s_tdata,
  input  logic [Messages-1:0]            s_tlast,
  /// With a last beat: its message broke a rule of framing.
  input  logic [Messages-1:0]            s_tuser,
  input  logic [Messages-1:0]            s_tvalid,
  output logic [Messages-1:0]            s_tready,
  output logic [Width-1:0]               m_tdata,
  output logic                           m_tlast,
  output logic                           m_tuser,
  output logic [TidBits-1:0]             m_tid,
  output logic                           m_tvalid,
  input  logic                           m_tready,
  /// Channel whose block is requested. Any channel where `any_i` is high.
  input  logic [TidBits-1:0]             next_i,
  input  logic                           any_i
);
  if (Messages == 1) begin : gen_one
    assign {m_tdata, m_tlast, m_tuser, m_tvalid} = {s_tdata, s_tlast, s_tuser, s_tvalid};
    assign m_tid = '0;
    assign s_tready = m_tready;
  end else begin : gen_many
    logic [Messages-1:0][Width-1:0] data;
    logic [Messages-1:0] last, user, valid, soon;

    for (genvar i = 0; i < Messages; i++) begin : gen_buffer
      sil_md_buffer #(.Width(Width), .Beats(Beats)) u_buffer (
        .clk_i,
        .rst_ni,
        .s_tdata (s_tdata[i]),
        .s_tlast (s_tlast[i]),
        .s_tuser (s_tuser[i]),
        .s_tvalid(s_tvalid[i]),
        .s_tready(s_tready[i]),
        .m_tdata (data[i]),
        .m_tlast (last[i]),
        .m_tuser (user[i]),
        .m_tvalid(valid[i]),
        .m_tready(m_tready & m_tid == TidBits'(i)),
        .soon_o  (soon[i])
      );
    end

    // A block that has begun is sent to its end. A channel with a complete block is known one cycle
    // earlier, in a register.
    localparam int unsigned BeatBits = $clog2(Beats);
    logic [BeatBits-1:0] beat_q;
    logic begun_q;
    logic [TidBits-1:0] tid_q, complete_d, complete_q;

    always_comb begin
      complete_d = '0;
      for (int unsigned i = 0; i < Messages; i++) if (soon[i]) complete_d = TidBits'(i);
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        beat_q     <= '0;
        begun_q    <= 1'b0;
        tid_q      <= '0;
        complete_q <= '0;
      end else begin
        complete_q <= complete_d;
        if (m_tvalid && m_tready) begin
          beat_q  <= beat_q + 1'b1;
          begun_q <= ~&beat_q;
          tid_q   <= m_tid;
        end
      end
    end

    assign m_tid = begun_q ? tid_q : any_i ? complete_q : next_i;
    assign m_tdata = data[m_tid];
    assign {m_tlast, m_tuser, m_tvalid} = {last[m_tid], user[m_tid], valid[m_tid]};
  end
endmodule
