// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// HMAC (RFC 2104, FIPS 198-1) around a hash core: key and message bytes in, tag out. The core is
/// connected to the ports; this module is told its numbers and knows no algorithm.
///
/// The states behind the two blocks of key are kept: messages under a loaded key pay no key blocks.
/// A key may come between any two messages. `wipe_i` ends whatever goes on; whoever feeds the
/// stream starts anew, as after a reset. After either, once the unit takes beats again, nothing in
/// it depends on a key.
///
/// A message is refused where no key is loaded, where a beat breaks a rule of sil_axis_framing, where
/// `s_tsecond` changes in it, and where a key comes before its last beat. A key that breaks such a rule,
/// or comes while a message is partly sent, or has a message before its last beat, is not loaded; in the
/// last two cases the unit forgets all keys. What is refused depends on nothing of a key.
///
/// With Either the core computes one of two hashes. Each key and message names its hash, and a key
/// is kept for either.
///
/// ## Latency and throughput
/// With a loaded key, C cycles per block of the core, F cycles in which it adds the chaining value,
/// L cycles of latency after the last block, and a message that takes n padded blocks behind a
/// block of key: its tag is valid after (n + 1) * C + 2 * (F + 2 + L) + 1 cycles, the next
/// message's first beat is taken 2 cycles later.
///
/// With several messages in flight, S stages, and no other message in flight: (n + 1) * S * C + 2 *
/// (F + 16 / Unroll + 5) + 1 cycles and 2 more; with others in flight a block waits for its
/// message's slot. Of S long messages a block every C cycles.
///
/// ## Byte order
/// The first byte of a key or message is `s_tdata[7:0]` of its first beat, the first byte of a tag
/// is `m_tdata[7:0]`.
module sil_hmac_engine
  import sil_md_pkg::BLOCK_WORDS, sil_hmac_pkg::*;
#(
  /// Width of a word of the hash.
  parameter int unsigned Width = 32,
  /// Words per beat.
  parameter int unsigned Unroll = 1,
  /// Bits of a digest.
  parameter int unsigned DigestBits = 160,
  /// Bytes of the length field.
  parameter int unsigned LengthBytes = 8,
  /// The low byte of a message's length comes first: of the hash, and (bit 1) with Either of the
  /// second.
  parameter bit [1:0] LittleEndian = 2'b00,
  /// The core computes one of two hashes, chosen for each key and message: a first, whose digest is
  /// a beat shorter, or a second. DigestBits is that of the second.
  parameter bit Either = 1'b0,
  /// Messages in flight in the core. They are under one key: it may come when none is partly sent.
  parameter int unsigned Messages = 1,
  localparam int unsigned DataBits = Unroll * Width,
  localparam int unsigned TidBits = Messages == 1 ? 1 : $clog2(Messages)
) (
  input  logic                  clk_i,
  /// Asynchronous assert, active low.
  input  logic                  rst_ni,
  /// Forget the key, and all that depends on it. A result that waits is withdrawn: `m_tvalid` falls without
  /// `m_tready`, as in a reset. Messages under way have no result.
  input  logic                  wipe_i,
  /// A key is loaded.
  output logic                  keyed_o,
  /// Keys and messages.
  input  logic [DataBits-1:0]   s_tdata,
  /// The valid bytes: all, or in the last beat the first ones or none. Other patterns are an error.
  input  logic [DataBits/8-1:0] s_tkeep,
  input  logic                  s_tlast,
  /// The beats are a key: that of the messages behind it. It has no answer.
  input  logic                  s_tuser,
  /// With Either: the second hash instead of the first; the same in all beats.
  input  logic                  s_tsecond,
  /// The message that beats belong to, where there are several; a key belongs to none.
  input  logic [TidBits-1:0]    s_tid,
  input  logic                  s_tvalid,
  output logic                  s_tready,
  /// The tag.
  output logic [DigestBits-1:0] m_tdata,
  /// It is `tag_i` of the first cycle in which `m_tvalid` is high; held from there. All bits are compared
  /// at once.
  output logic                  m_tmatch,
  /// There is no tag: no key was loaded, or the message broke a rule. `m_tdata` is 0.
  output logic                  m_tuser,
  /// The message of the tag.
  output logic [TidBits-1:0]    m_tid,
  output logic                  m_tvalid,
  input  logic                  m_tready,
  /// What the tag is compared with, in the first cycle in which it is offered; ignored in all others.
  input  logic [DigestBits-1:0] tag_i,
  /// To the core: its reset, which a wipe asserts, too.
  output logic                  core_rst_no,
  /// The hash is the second; the next message may start; from which midstate; the midstate to save.
  output logic                  second_o,
  output logic                  start_o,
  output copy_e                 from_o,
  output copy_e                 save_o,
  /// Padded blocks.
  output logic [DataBits-1:0]   block_tdata,
  output logic                  block_tlast,
  output logic [TidBits-1:0]    block_tid,
  output logic                  block_tvalid,
  input  logic                  block_tready,
  /// The message whose block the core takes next, unless it may be any.
  input  logic [TidBits-1:0]    block_tid_next,
  input  logic                  block_tid_any,
  /// Digests.
  input  logic [DigestBits-1:0] digest_tdata,
  input  logic [TidBits-1:0]    digest_tid,
  input  logic                  digest_tvalid,
  output logic                  digest_tready
);
  // A wipe resets all control, for as long as it takes to be seen everywhere.
  logic wipe_q, rst_n;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) wipe_q <= 1'b1;
    else wipe_q <= wipe_i;
  end
  assign rst_n = ~wipe_q;

  // What each message in flight has of its own. Keys go to the first.
  localparam int unsigned Lanes = Messages;
  logic [Lanes-1:0] idle, loading, keyed, ready, start, sha1, done, take;
  logic [Lanes-1:0] tag, refused, taken, partly, key_partly;
  logic error;
  logic [Lanes-1:0] last, valid, gathered;
  logic [Lanes-1:0][DataBits-1:0] data;
  copy_e [Lanes-1:0] from, save;
  logic [TidBits-1:0] lane;
  logic refusing_q;  // the output is a refusal, not a tag

  assign lane = Lanes == 1 || s_tuser ? '0 : s_tid;
  assign s_tready = ready[lane];
  assign keyed_o = keyed[0];

  sil_axis_framing #(.Bytes(DataBits / 8)) u_framing (
    .keep_i(s_tkeep), .last_i(s_tlast), .error_o(error)
  );

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    sil_hmac_lane #(
      .Width(Width), .Unroll(Unroll), .DigestBits(DigestBits), .LengthBytes(LengthBytes),
      .Either(Either), .LittleEndian(LittleEndian), .Keys(i == 0)
    ) u_lane (
      .clk_i,
      .rst_ni        (rst_n),
      .key_open_i    (&(idle | Lanes'(1))),
      .message_open_i(i == 0 | ~loading[0] | key_partly[0]),
      .keyed_i       (keyed[0]),
      .keyed_o       (keyed[i]),
      .idle_o        (idle[i]),
      .loading_o     (loading[i]),
      .s_tdata,
      .s_tkeep,
      .s_tlast,
      .s_tuser,
      .s_tsha1       (Either & s_tsecond),
      .s_terror      (error),
      .s_tvalid      (s_tvalid & lane == TidBits'(i)),
      .s_tready      (ready[i]),
      .offered_i     (s_tvalid),
      .partly_i      (|(partly & ~Lanes'(1))),
      .partly_o      (partly[i]),
      .key_partly_o  (key_partly[i]),
      .block_tdata   (data[i]),
      .block_tlast   (last[i]),
      .block_tvalid  (valid[i]),
      .block_tready  (gathered[i]),
      .start_o       (start[i]),
      .sha1_o        (sha1[i]),
      .from_o        (from[i]),
      .save_o        (save[i]),
      .digest_i      (digest_tdata),
      .done_i        (done[i]),
      .take_o        (take[i]),
      .m_tvalid      (tag[i]),
      .refused_o     (refused[i]),
      .m_tready      (taken[i])
    );
  end

  sil_md_gather #(
    .Messages(Lanes), .Width(DataBits), .Beats(BLOCK_WORDS / Unroll)
  ) u_gather (
    .clk_i,
    .rst_ni  (rst_n),
    .s_tdata (data),
    .s_tlast (last),
    .s_tuser ('0),
    .s_tvalid(valid),
    .s_tready(gathered),
    .m_tdata (block_tdata),
    .m_tlast (block_tlast),
    .m_tuser (),
    .m_tid   (block_tid),
    .m_tvalid(block_tvalid),
    .m_tready(block_tready),
    .next_i  (block_tid_next),
    .any_i   (block_tid_any)
  );

  assign core_rst_no = rst_n;
  assign second_o = sha1[0];
  assign start_o = start[0];
  assign from_o = from[block_tid];
  assign save_o = save[0];
  assign digest_tready = take[digest_tid] & ~refusing_q;

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
      refusing_q <= refusing_q ? ~m_tready : |refused & ~digest_tvalid;
      if (!refusing_q) refused_tid_q <= refused_tid_d;
    end
  end

  for (genvar i = 0; i < Lanes; i++) begin : gen_answer
    assign done[i] = digest_tvalid & digest_tid == TidBits'(i) & ~refusing_q;
    assign taken[i] = m_tready & m_tid == TidBits'(i) & (refusing_q | ~refused[i]);
  end

  assign m_tid = refusing_q ? refused_tid_q : digest_tid;
  assign m_tvalid = refusing_q | (digest_tvalid & tag[digest_tid] & ~refused[digest_tid]);
  assign m_tuser = refusing_q;
  // What the core holds otherwise is as good as the key.
  assign m_tdata = m_tvalid & ~m_tuser ? digest_tdata : '0;

  // One comparison per tag: who may change tag_i learns nothing more while the tag waits.
  logic waits_q, match_q;
  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) waits_q <= 1'b0;
    else waits_q <= m_tvalid & ~m_tready;
  end
  always_ff @(posedge clk_i) match_q <= m_tmatch;
  assign m_tmatch = m_tvalid & ~m_tuser & (waits_q ? match_q : digest_tdata == tag_i);
endmodule
