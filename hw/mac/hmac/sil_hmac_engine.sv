// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// HMAC (RFC 2104, FIPS 198-1) around a hash core: key and message bytes in, tag out.
///
/// The hash core is outside of this module. The parameters describe it: this module knows no
/// algorithm. The hash core saves the midstates after the two key blocks (K0 with ipad, K0 with
/// opad), so a message under a loaded key spends no blocks on the key.
///
/// A key may come between any two messages. `wipe_i` aborts everything in the unit: the sender then
/// sends its key and its messages from their first beats, as after a reset. When `s_tready` rises
/// after a wipe or a reset, no register depends on a key.
///
/// A message is refused when no key is loaded, when one of its beats breaks a rule of
/// sil_axis_framing, when `s_tsecond` changes within it, and when a key begins before its last
/// beat. A key is not loaded when one of its beats breaks a rule of sil_axis_framing, when
/// `s_tsecond` changes within it, when it begins while a message is partly sent, and when a message
/// begins before its last beat. In the last two cases all loaded keys become invalid, too. No
/// refusal depends on the value of a key.
///
/// With Either the core computes one of two hashes. Each key and each message names its hash, and
/// the unit holds one key for each hash.
///
/// ## Latency and throughput
/// The core takes C cycles per block, F of them for the feed-forward, and has L cycles of latency
/// after the last block. A message has n padded blocks after the key block. With a loaded key its
/// tag is valid (n + 1) * C + 2 * (F + 2 + L) + 1 cycles after its first beat was taken; the next
/// message's first beat is taken 2 cycles later.
///
/// With a pipeline of S stages and one message in flight, the tag is valid after (n + 1) * S * C +
/// 2 * (F + 16 / Unroll + 5) + 1 cycles; the next message's first beat is taken 2 cycles later.
/// With more messages in flight, a block waits for the slot of its message. S long messages
/// together complete one block every C cycles.
///
/// ## Byte order
/// The first byte of a key or message is `s_tdata[7:0]` of its first beat, the first byte of a tag
/// is `m_tdata[7:0]`.
module sil_hmac_engine
  import sil_md_pkg::BLOCK_WORDS, sil_hmac_pkg::*;
#(
  /// Width of a word of the hash in bits.
  parameter int unsigned Width = 32,
  /// Words per beat.
  parameter int unsigned Unroll = 1,
  /// Bits of a digest.
  parameter int unsigned DigestBits = 160,
  /// Bytes of the length field.
  parameter int unsigned LengthBytes = 8,
  /// 1: the least significant byte of the length field comes first. Bit 0 is for the hash, or with
  /// Either the first one; bit 1 is for the second one.
  parameter bit [1:0] LittleEndian = 2'b00,
  /// The core computes one of two hashes, chosen for each key and each message. The digest of the
  /// first hash is one beat shorter than that of the second, which DigestBits describes.
  parameter bit Either = 1'b0,
  /// Messages in flight in the core, all under one key. A key may begin when no message is partly
  /// sent.
  parameter int unsigned Messages = 1,
  /// 2: with Either and Messages > 1, there is a core for each hash, the first one in item 0. Both
  /// share the port for digests. Cost: a block buffer for each message and core.
  parameter int unsigned Cores = 1,
  localparam int unsigned DataBits = Unroll * Width,
  localparam int unsigned TidBits = Messages == 1 ? 1 : $clog2(Messages)
) (
  input  logic                  clk_i,
  /// Asynchronous assert, active low.
  input  logic                  rst_ni,
  /// Clear the key and everything that depends on it. A tag that waits is withdrawn: `m_tvalid`
  /// falls without `m_tready`, as in a reset. Messages in flight get no answer.
  input  logic                  wipe_i,
  /// A key is loaded.
  output logic                  keyed_o,
  /// Keys and messages.
  input  logic [DataBits-1:0]   s_tdata,
  /// Valid bytes. All bytes are valid, except in the last beat: there the first bytes or none are
  /// valid. Other patterns break a rule.
  input  logic [DataBits/8-1:0] s_tkeep,
  input  logic                  s_tlast,
  /// The beat belongs to a key. The key is for the messages that follow, and has no answer.
  input  logic                  s_tuser,
  /// With Either: 0 for the first hash, 1 for the second. All beats of a key or message have the
  /// same value.
  input  logic                  s_tsecond,
  /// Channel of the beat with Messages > 1. It is ignored in beats of a key.
  input  logic [TidBits-1:0]    s_tid,
  input  logic                  s_tvalid,
  output logic                  s_tready,
  /// The tag.
  output logic [DigestBits-1:0] m_tdata,
  /// The tag equals `tag_i` of the first cycle of `m_tvalid`. The result of this one comparison
  /// holds until the tag is taken. All bits are compared in one cycle.
  output logic                  m_tmatch,
  /// The message was refused: no key was loaded, or it broke a rule. `m_tdata` is 0.
  output logic                  m_tuser,
  /// Channel of the tag.
  output logic [TidBits-1:0]    m_tid,
  output logic                  m_tvalid,
  input  logic                  m_tready,
  /// Tag to compare with. It is used in the first cycle of `m_tvalid` and ignored in all others.
  input  logic [DigestBits-1:0] tag_i,
  /// Reset of the core. A wipe asserts it, too.
  output logic                  core_rst_no,
  /// With Either and one core: it computes the second hash, with Messages > 1 on the offered block.
  output logic                  second_o,
  /// The core may start its next hash.
  output logic                  start_o,
  /// Midstate, a value of midstate_e, from which each core starts this hash.
  output logic [Cores-1:0][1:0] restore_o,
  /// Midstate number under which the core saves the result of this hash.
  output midstate_e             save_o,
  /// Padded blocks for each core.
  output logic [Cores-1:0][DataBits-1:0] block_tdata,
  output logic [Cores-1:0]               block_tlast,
  output logic [Cores-1:0][TidBits-1:0]  block_tid,
  output logic [Cores-1:0]               block_tvalid,
  input  logic [Cores-1:0]               block_tready,
  /// Channel whose block the core takes next.
  input  logic [Cores-1:0][TidBits-1:0]  block_tid_next,
  /// The core may take the next block from any channel.
  input  logic [Cores-1:0]               block_tid_any,
  /// Digests from the core.
  input  logic [DigestBits-1:0] digest_tdata,
  input  logic [TidBits-1:0]    digest_tid,
  input  logic                  digest_tvalid,
  output logic                  digest_tready
);
  if (Unroll == 0 || BLOCK_WORDS % Unroll != 0) begin : gen_unroll
    $fatal(1, "Unroll must be a divisor of the words of a block");
  end
  if (Messages == 0) begin : gen_messages
    $fatal(1, "Messages must be 1 or more");
  end
  if (Cores != 1 && !(Cores == 2 && Either && Messages > 1)) begin : gen_cores
    $fatal(1, "Cores must be 1, or 2 with Either and Messages > 1");
  end

  // A wipe is an internal reset, from the cycle after wipe_i rises to the cycle after it falls.
  logic wipe_q, rst_n;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) wipe_q <= 1'b1;
    else wipe_q <= wipe_i;
  end
  assign rst_n = ~wipe_q;

  // Each channel has its own control, digest register and padder (sil_hmac_channel). Channel 0
  // takes the keys.
  localparam int unsigned Channels = Messages;
  logic [Channels-1:0] idle, loading, keyed, ready, start, sha1, done, take;
  logic [Channels-1:0] tag, refused, taken, partly, key_partly;
  logic [Channels-1:0][1:0] usable;  // by hash
  logic error;
  logic [Channels-1:0] last, valid, accepted;
  logic [Channels-1:0][DataBits-1:0] data;
  midstate_e [Channels-1:0] restore, save;
  logic [TidBits-1:0] channel;
  logic refusing_q;  // the output is a refusal, not a tag

  assign channel = Channels == 1 || s_tuser ? '0 : s_tid;
  assign s_tready = ready[channel];
  assign keyed_o = keyed[0];

  sil_axis_framing #(.Bytes(DataBits / 8)) u_framing (
    .keep_i(s_tkeep), .last_i(s_tlast), .error_o(error)
  );

  for (genvar i = 0; i < Channels; i++) begin : gen_channel
    sil_hmac_channel #(
      .Width(Width), .Unroll(Unroll), .DigestBits(DigestBits), .LengthBytes(LengthBytes),
      .Either(Either), .LittleEndian(LittleEndian), .Keys(i == 0)
    ) u_channel (
      .clk_i,
      .rst_ni        (rst_n),
      .key_open_i    (&(idle | Channels'(1))),
      .message_open_i(i == 0 | ~loading[0] | key_partly[0]),
      .keyed_i       (usable[0]),
      .keyed_o       (keyed[i]),
      .usable_o      (usable[i]),
      .idle_o        (idle[i]),
      .loading_o     (loading[i]),
      .s_tdata,
      .s_tkeep,
      .s_tlast,
      .s_tuser,
      .s_tsha1       (Either & s_tsecond),
      .s_terror      (error),
      .s_tvalid      (s_tvalid & channel == TidBits'(i)),
      .s_tready      (ready[i]),
      .offered_i     (s_tvalid),
      .elsewhere_i   (s_tvalid & ~s_tuser & channel != TidBits'(i)),
      .partly_i      (|(partly & ~Channels'(1))),
      .partly_o      (partly[i]),
      .key_partly_o  (key_partly[i]),
      .block_tdata   (data[i]),
      .block_tlast   (last[i]),
      .block_tvalid  (valid[i]),
      .block_tready  (accepted[i]),
      .start_o       (start[i]),
      .sha1_o        (sha1[i]),
      .restore_o     (restore[i]),
      .save_o        (save[i]),
      .digest_i      (digest_tdata),
      .done_i        (done[i]),
      .take_o        (take[i]),
      .m_tvalid      (tag[i]),
      .refused_o     (refused[i]),
      .m_tready      (taken[i])
    );
  end

  // Each core gets the blocks of the channels that use it.
  logic [Cores-1:0][Channels-1:0] own, taken_by;
  for (genvar k = 0; k < Cores; k++) begin : gen_core
    assign own[k] = Cores == 1 ? '1 : k == 1 ? sha1 : ~sha1;
    sil_md_arbiter #(
      .Messages(Channels), .Width(DataBits), .Beats(BLOCK_WORDS / Unroll)
    ) u_arbiter (
      .clk_i,
      .rst_ni  (rst_n),
      .s_tdata (data),
      .s_tlast (last),
      .s_tuser ('0),
      .s_tvalid(valid & own[k]),
      .s_tready(taken_by[k]),
      .m_tdata (block_tdata[k]),
      .m_tlast (block_tlast[k]),
      .m_tuser (),
      .m_tid   (block_tid[k]),
      .m_tvalid(block_tvalid[k]),
      .m_tready(block_tready[k]),
      .next_i  (block_tid_next[k]),
      .any_i   (block_tid_any[k])
    );
    assign restore_o[k] = restore[block_tid[k]];
  end
  always_comb begin
    accepted = '0;
    for (int unsigned k = 0; k < Cores; k++) accepted |= own[k] & taken_by[k];
  end

  assign core_rst_no = rst_n;
  assign second_o = sha1[block_tid[0]];
  assign start_o = start[0];
  assign save_o = save[0];
  assign digest_tready = take[digest_tid] & ~refusing_q;

  // A tag goes out in the cycle in which the core offers it. A refusal waits for a cycle without a
  // digest, and then holds the output until it is taken.
  logic [TidBits-1:0] refused_tid_d, refused_tid_q;

  always_comb begin
    refused_tid_d = '0;
    for (int unsigned i = 0; i < Channels; i++) if (refused[i]) refused_tid_d = TidBits'(i);
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

  for (genvar i = 0; i < Channels; i++) begin : gen_answer
    assign done[i] = digest_tvalid & digest_tid == TidBits'(i) & ~refusing_q;
    assign taken[i] = m_tready & m_tid == TidBits'(i) & (refusing_q | ~refused[i]);
  end

  assign m_tid = refusing_q ? refused_tid_q : digest_tid;
  assign m_tvalid = refusing_q | (digest_tvalid & tag[digest_tid] & ~refused[digest_tid]);
  assign m_tuser = refusing_q;
  // Without a valid tag the core's output may be a value that is equivalent to the key.
  assign m_tdata = m_tvalid & ~m_tuser ? digest_tdata : '0;

  // Each tag is compared once: changing tag_i while the tag waits gives no further comparison.
  logic waits_q, match_q, equal;
  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) waits_q <= 1'b0;
    else waits_q <= m_tvalid & ~m_tready;
  end
  always_ff @(posedge clk_i) match_q <= m_tmatch;
  assign m_tmatch = m_tvalid & ~m_tuser & (waits_q ? match_q : equal);

  sil_equal #(.Width(DigestBits)) u_equal (.a_i(digest_tdata), .b_i(tag_i), .equal_o(equal));
endmodule
