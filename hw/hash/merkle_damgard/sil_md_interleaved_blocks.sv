// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Message bytes in, padded blocks for a core with interleaved messages out (sil_md_interleaved): a
/// padder and a block buffer for each channel, and the selection of the block that goes to the core
/// next.
///
/// A channel takes beats until its buffer has a complete block, whatever the other channels do. The
/// complete blocks go to the core in rotation. No path crosses a buffer: padder, selection and core
/// are separated by registers.
///
/// ## Latency and throughput
/// A channel accepts one beat per cycle until its buffer has a block, and again when the block has
/// left. A word goes to the core in every second cycle; with more than two channels, in every third.
///
/// ## Byte order
/// First byte in `tdata[7:0]`, in and out.
module sil_md_interleaved_blocks
  import sil_md_pkg::BLOCK_WORDS;
#(
  /// Width of a word and of a beat in bits.
  parameter int unsigned Width = 32,
  /// Bytes of the length field.
  parameter int unsigned LengthBytes = 8,
  /// The length field starts with its low byte (RFC 1321 3.2); otherwise with its high byte (FIPS
  /// 180-4 5.1).
  parameter bit LittleEndian = 1'b0,
  /// Messages in flight, 2 or more.
  parameter int unsigned Messages = 2,
  /// Rounds of a feed-forward of the core.
  parameter int unsigned FeedForward = 4,
  localparam int unsigned TidBits = $clog2(Messages)
) (
  input  logic               clk_i,
  /// Asynchronous assert, active low.
  input  logic               rst_ni,
  input  logic [Width-1:0]   s_tdata,
  /// Valid bytes. All, or in the last beat the first ones or none. Any other pattern gives an error
  /// instead of a digest.
  input  logic [Width/8-1:0] s_tkeep,
  input  logic               s_tlast,
  /// Channel (message in flight) of the beat.
  input  logic [TidBits-1:0] s_tid,
  input  logic               s_tvalid,
  /// The channel that `s_tid` names is ready.
  output logic               s_tready,
  output logic [Width-1:0]   m_tdata,
  /// The last beat of the message's last block.
  output logic               m_tlast,
  output logic [TidBits-1:0] m_tid,
  output logic               m_tvalid,
  input  logic               m_tready,
  /// A digest is accepted, and its channel.
  input  logic               digest_take_i,
  input  logic [TidBits-1:0] digest_tid_i,
  /// The message of the digest broke a rule of sil_axis_framing.
  output logic               error_o
);
  localparam int unsigned BeatBits = $clog2(BLOCK_WORDS);
  // A word waits in a register of its channel before it is selected from more than two.
  localparam bit Early = Messages > 2;
  // A message that starts in an idle unit always has its words at the core in the same cycle of a
  // pass.
  localparam int unsigned PassCycles = FeedForward * Messages;
  localparam int unsigned PassBits = $clog2(PassCycles);
  localparam int unsigned Way = 35 + 2 * Messages + (Early ? 1 : 0);

  logic [PassBits-1:0] cycle_q;
  logic [Messages-1:0] aligned_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      cycle_q   <= '0;
      aligned_q <= '0;
    end else begin
      cycle_q <= cycle_q == PassBits'(PassCycles - 1) ? '0 : cycle_q + 1'b1;
      for (int unsigned i = 0; i < Messages; i++) begin
        aligned_q[i] <= cycle_q == PassBits'((16 * PassCycles + i - Way - 2) % PassCycles);
      end
    end
  end

  logic [Messages-1:0] ready, complete_q, last_q, error_q, leaves;
  logic [Messages-1:0][Width-1:0] word;
  logic [TidBits-1:0] tid_q;
  logic [BeatBits-1:0] read_q;

  for (genvar i = 0; i < Messages; i++) begin : gen_channel
    logic [Width-1:0] data;
    logic valid, last, error, take, accept, open, begun_q, gate_q, empty_q;
    (* ram_style = "distributed" *) logic [Width-1:0] words_q [BLOCK_WORDS];
    logic [BeatBits-1:0] write_q;

    sil_md_padder #(.Width(Width), .Unroll(1), .LengthBytes(LengthBytes)) u_padder (
      .clk_i,
      .rst_ni,
      .little_i(LittleEndian),
      .prefix_i(1'b0),
      .raw_i   (1'b0),
      .s_tdata,
      .s_tkeep,
      .s_tlast,
      .s_tvalid(s_tvalid & s_tid == TidBits'(i) & gate_q),
      .s_tready(open),
      .m_tdata (data),
      .m_tlast (last),
      .m_tuser (error),
      .m_tvalid(valid),
      .m_tready(~complete_q[i])
    );

    assign ready[i] = open & gate_q;
    assign accept = s_tvalid & s_tid == TidBits'(i) & ready[i];
    assign take = valid & ~complete_q[i];

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        begun_q       <= 1'b0;
        gate_q        <= 1'b0;
        empty_q       <= 1'b0;
        write_q       <= '0;
        complete_q[i] <= 1'b0;
      end else begin
        begun_q <= accept ? ~s_tlast : begun_q;
        gate_q  <= (accept ? ~s_tlast : begun_q) | (aligned_q[i] & empty_q);
        empty_q <= write_q == '0 & ~complete_q[i];
        if (take) write_q <= write_q + 1'b1;
        complete_q[i] <= (take & (&write_q)) | (complete_q[i] & ~leaves[i]);
      end
    end

    // The address of the next word takes whatever the padder gives.
    always_ff @(posedge clk_i) begin
      if (!complete_q[i]) begin
        words_q[write_q] <= data;
        last_q[i]  <= last;
        error_q[i] <= error;
      end
    end

    if (Early) begin : gen_early
      logic [Width-1:0] word_q;
      always_ff @(posedge clk_i) word_q <= words_q[read_q];
      assign word[i] = word_q;
    end else begin : gen_direct
      assign word[i] = words_q[read_q];
    end
  end
  assign s_tready = ready[s_tid];

  // The selection. While no block is sent, it visits one channel per cycle. A word is valid when it
  // has passed the registers after its address.
  logic [Width-1:0] data_q;
  logic [1:0] pass_d, pass_q;
  logic sending_q, start, take, end_q, valid_q, final_q;

  assign start = ~sending_q & complete_q[tid_q];
  assign take = valid_q & m_tready;
  assign pass_d = Early ? {start | take, pass_q[1]} : {1'b0, start | take};
  for (genvar i = 0; i < Messages; i++) begin : gen_leaves
    assign leaves[i] = end_q & tid_q == TidBits'(i);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      tid_q     <= '0;
      read_q    <= '0;
      sending_q <= 1'b0;
      pass_q    <= '0;
      valid_q   <= 1'b0;
      end_q     <= 1'b0;
    end else begin
      if (end_q | ~(sending_q | start)) begin
        tid_q <= tid_q == TidBits'(Messages - 1) ? '0 : tid_q + 1'b1;
      end
      if (take) read_q <= read_q + 1'b1;
      sending_q <= start | (sending_q & ~end_q);
      pass_q    <= pass_d & {2{~(take & (&read_q))}};
      valid_q   <= pass_q[0] | (valid_q & ~m_tready);
      end_q     <= take & (&read_q);
    end
  end

  always_ff @(posedge clk_i) begin
    data_q  <= word[tid_q];
    final_q <= last_q[tid_q] & (&read_q);
  end

  assign m_tdata = data_q;
  assign m_tlast = final_q;
  assign m_tid = tid_q;
  assign m_tvalid = valid_q;

  // The error flags of each channel. Of a channel there can be a digest that waits, one that
  // follows it, and the last block of a third message in the core. They leave as they came.
  localparam int unsigned Flags = 4;

  logic [Messages-1:0] error;
  for (genvar i = 0; i < Messages; i++) begin : gen_flags
    logic [Flags-1:0] flags_q;
    logic [$clog2(Flags)-1:0] put_q, get_q;
    logic put, get;

    assign put = end_q & last_q[i] & tid_q == TidBits'(i);
    assign get = digest_take_i & digest_tid_i == TidBits'(i);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        put_q <= '0;
        get_q <= '0;
      end else begin
        if (put) put_q <= put_q + 1'b1;
        if (get) get_q <= get_q + 1'b1;
      end
    end
    always_ff @(posedge clk_i) if (put) flags_q[put_q] <= error_q[i];
    assign error[i] = flags_q[get_q];
  end
  assign error_o = error[digest_tid_i];
endmodule
