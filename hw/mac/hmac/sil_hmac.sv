// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// HMAC (RFC 2104, FIPS 198-1) over any hash of the Merkle-Damgard family: key and message bytes
/// in, tag out.
///
/// The states behind the two blocks of key are kept: messages under a loaded key pay no key
/// blocks. A key may come between any two messages. `wipe_i` ends whatever goes on; whoever feeds the
/// stream starts anew, as after a reset. After either, once the unit takes beats again, nothing in it
/// depends on a key.
///
/// With Alg = MD5_SHA1 each key and message names its hash, and a key is kept for either.
///
/// ## Latency and throughput
/// With a loaded key, C, F, L as in the hash core, and a message that takes n padded blocks behind a
/// block of key: its tag is valid after (n + 1) * C + 2 * (F + 2 + L) + 1 cycles, the next message's
/// first beat is taken 2 cycles later.
///
/// With PipelineStages = 4 and no other message in flight: (n + 1) * 4 * C + 2 * (F + 21) + 1 cycles and
/// 2 more; with others in flight a block waits for its message's slot. Of four long messages a block
/// every C cycles.
///
/// ## Byte order
/// As in sil_md_stream.
module sil_hmac
  import sil_md_pkg::*, sil_hmac_pkg::*;
#(
  /// The hash.
  parameter alg_e Alg = SHA1,
  /// As in sil_md_core.
  parameter int unsigned Unroll = 1,
  /// As in sil_md_core.
  parameter int unsigned Precompute = 0,
  /// As in sil_md_core. Messages in flight are under one key: it may come when none is partly sent.
  parameter int unsigned PipelineStages = 1,
  /// As in sil_md_core.
  parameter sil_counter_pkg::code_e CounterCode = sil_counter_pkg::BINARY,
  /// As in sil_md_core.
  parameter bit ClockGate = 1'b0,
  /// With Alg = MD5_SHA1: one operation block that computes either (the area of one, the clock of the
  /// slower), or a core each and a multiplexer.
  parameter bit Shared = 1'b1,
  localparam int unsigned DataBits = Unroll * word_bits(Alg),
  localparam int unsigned DigestBits = digest_bits(Alg),
  localparam int unsigned TidBits = PipelineStages == 1 ? 1 : $clog2(PipelineStages)
) (
  input  logic                  clk_i,
  /// Asynchronous assert, active low.
  input  logic                  rst_ni,
  /// Forget the key, and all that depends on it.
  input  logic                  wipe_i,
  /// A key is loaded.
  output logic                  keyed_o,
  /// Keys and messages.
  input  logic [DataBits-1:0]   s_tdata,
  /// The valid bytes of a last beat: none where all is empty. Other beats are full.
  input  logic [DataBits/8-1:0] s_tkeep,
  input  logic                  s_tlast,
  /// The beats are a key: that of the messages behind it. It has no answer.
  input  logic                  s_tuser,
  /// With Alg = MD5_SHA1: SHA-1 instead of MD5; the same in all beats.
  input  logic                  s_tsha1,
  /// The message that beats belong to, where PipelineStages > 1; a key belongs to none.
  input  logic [TidBits-1:0]    s_tid,
  input  logic                  s_tvalid,
  output logic                  s_tready,
  /// The tag.
  output logic [DigestBits-1:0] m_tdata,
  /// It is `tag_i`: all bits are compared in the cycle they are valid in.
  output logic                  m_tmatch,
  /// There is no tag: no key was loaded.
  output logic                  m_tuser,
  /// The message of the tag.
  output logic [TidBits-1:0]    m_tid,
  output logic                  m_tvalid,
  input  logic                  m_tready,
  input  logic [DigestBits-1:0] tag_i
);
  localparam bit Either = Alg == MD5_SHA1;

  if (Either && Unroll != 1) begin : gen_either_unroll
    $fatal(1, "Alg = MD5_SHA1 needs Unroll = 1");
  end
  if (PipelineStages == 2) begin : gen_stages_copies
    $fatal(1, "HMAC needs PipelineStages = 1 or 4");
  end
  if (Either && PipelineStages == 4) begin : gen_either_stages
    $fatal(1, "PipelineStages = 4 needs MD5 or SHA1");
  end

  // A wipe resets all control, for as long as it takes to be seen everywhere.
  logic wipe_q, rst_n;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) wipe_q <= 1'b1;
    else wipe_q <= wipe_i;
  end
  assign rst_n = ~wipe_q;

  // What each message in flight has of its own. Keys go to the first.
  localparam int unsigned Lanes = PipelineStages;
  logic [Lanes-1:0] idle, loading, keyed, ready, start, sha1, done, take;
  logic [Lanes-1:0] tag, refused, taken;
  logic [Lanes-1:0] last, valid, gathered;
  logic [Lanes-1:0][DataBits-1:0] data;
  copy_e [Lanes-1:0] from, save;
  logic [TidBits-1:0] lane;
  logic [DigestBits-1:0] result;

  assign lane = Lanes == 1 || s_tuser ? '0 : s_tid;
  assign s_tready = ready[lane];
  assign keyed_o = keyed[0];

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    sil_hmac_lane #(
      .Width(word_bits(Alg)), .Unroll(Unroll), .DigestBits(DigestBits),
      .LengthBytes(word_bits(Alg) / 4), .Either(Either),
      .LittleEndian({little_endian(Alg, 1'b1), little_endian(Alg, 1'b0)}), .Keys(i == 0)
    ) u_lane (
      .clk_i,
      .rst_ni        (rst_n),
      .key_open_i    (&(idle | Lanes'(1))),
      .message_open_i(i == 0 | ~loading[0]),
      .keyed_i       (keyed[0]),
      .keyed_o       (keyed[i]),
      .idle_o        (idle[i]),
      .loading_o     (loading[i]),
      .s_tdata,
      .s_tkeep,
      .s_tlast,
      .s_tuser,
      .s_tsha1       (Either & s_tsha1),
      .s_tvalid      (s_tvalid & lane == TidBits'(i)),
      .s_tready      (ready[i]),
      .block_tdata   (data[i]),
      .block_tlast   (last[i]),
      .block_tvalid  (valid[i]),
      .block_tready  (gathered[i]),
      .start_o       (start[i]),
      .sha1_o        (sha1[i]),
      .from_o        (from[i]),
      .save_o        (save[i]),
      .digest_i      (result),
      .done_i        (done[i]),
      .take_o        (take[i]),
      .m_tvalid      (tag[i]),
      .refused_o     (refused[i]),
      .m_tready      (taken[i])
    );
  end

  logic [DataBits-1:0] block_tdata;
  logic block_tlast, block_tvalid, block_tready, any, core_tvalid, refusing_q;
  logic [TidBits-1:0] block_tid, next, core_tid;

  sil_md_gather #(
    .Messages(Lanes), .Width(DataBits), .Beats(BLOCK_WORDS / Unroll)
  ) u_gather (
    .clk_i,
    .rst_ni  (rst_n),
    .s_tdata (data),
    .s_tlast (last),
    .s_tvalid(valid),
    .s_tready(gathered),
    .m_tdata (block_tdata),
    .m_tlast (block_tlast),
    .m_tid   (block_tid),
    .m_tvalid(block_tvalid),
    .m_tready(block_tready),
    .next_i  (next),
    .any_i   (any)
  );

  if (Either && !Shared) begin : gen_pair
    sil_md5_sha1_pair #(
      .Precompute(Precompute), .CounterCode(CounterCode), .ClockGate(ClockGate)
    ) u_core (
      .clk_i,
      .rst_ni  (rst_n),
      .sha1_i  (sha1[0]),
      .s_tdata (block_tdata),
      .s_tlast (block_tlast),
      .s_tvalid(block_tvalid),
      .s_tready(block_tready),
      .start_i (start[0]),
      .from_i  (from[0]),
      .save_i  (save[0]),
      .m_tdata (result),
      .m_tvalid(core_tvalid),
      .m_tready(take[0])
    );
    assign {next, any, core_tid} = '0;
  end else begin : gen_core
    localparam int unsigned Copies = Either ? 4 : 2;
    localparam int unsigned CopyBits = $clog2(Copies + 1);

    // Of two hashes each has copies of its own.
    function automatic logic [CopyBits-1:0] copy(copy_e which);
      return CopyBits'(which) + (Either && sha1[0] && which != NoCopy ? CopyBits'(2) : '0);
    endfunction

    sil_md_core #(
      .Alg(Alg), .Unroll(Unroll), .Precompute(Precompute), .PipelineStages(PipelineStages),
      .CounterCode(CounterCode), .ClockGate(ClockGate), .Copies(Copies)
    ) u_core (
      .clk_i,
      .rst_ni    (rst_n),
      .sha1_i    (sha1[0]),
      .s_tdata   (block_tdata),
      .s_tlast   (block_tlast),
      .s_tid     (block_tid),
      .s_tvalid  (block_tvalid),
      .s_tready  (block_tready),
      .start_i   (start[0]),
      .from_i    (copy(from[block_tid])),
      .save_i    (copy(save[0])),
      .s_tid_next(next),
      .s_tid_any (any),
      .m_tdata   (result),
      .m_tid     (core_tid),
      .m_tvalid  (core_tvalid),
      .m_tready  (take[core_tid] & ~refusing_q)
    );
  end

  // Tags leave as they come; a refusal waits for a cycle without one, and then stays until taken.
  logic [TidBits-1:0] refused_tid_d, refused_tid_q;

  always_comb begin
    refused_tid_d = '0;
    for (int unsigned i = 0; i < Lanes; i++) if (refused[i]) refused_tid_d = TidBits'(i);
  end
  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) begin
      refusing_q    <= 1'b0;
      refused_tid_q <= '0;
    end else begin
      refusing_q <= refusing_q ? ~m_tready : |refused & ~core_tvalid;
      if (!refusing_q) refused_tid_q <= refused_tid_d;
    end
  end

  for (genvar i = 0; i < Lanes; i++) begin : gen_answer
    assign done[i] = core_tvalid & core_tid == TidBits'(i) & ~refusing_q;
    assign taken[i] = m_tready & m_tid == TidBits'(i) & (refusing_q | ~refused[i]);
  end

  assign m_tid = refusing_q ? refused_tid_q : core_tid;
  assign m_tvalid = refusing_q | (core_tvalid & tag[core_tid] & ~refused[core_tid]);
  assign m_tuser = refusing_q;
  // What the core holds otherwise is as good as the key.
  assign m_tdata = m_tvalid & ~m_tuser ? result : '0;
  assign m_tmatch = m_tvalid & ~m_tuser & result == tag_i;
endmodule
