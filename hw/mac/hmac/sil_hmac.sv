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
/// With a loaded key, C, L as in the hash core, and F cycles in which it adds the chaining value: the
/// tag of a message that takes n padded blocks behind a block of key is valid after
/// (n + 1) * C + 2 * (F + 2 + L) + 1 cycles, the next message's first beat is taken 2 cycles later.
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
  /// As in sil_md_core.
  parameter sil_counter_pkg::code_e CounterCode = sil_counter_pkg::BINARY,
  /// As in sil_md_core.
  parameter bit ClockGate = 1'b0,
  /// With Alg = MD5_SHA1: one operation block that computes either (the area of one, the clock of the
  /// slower), or a core each and a multiplexer.
  parameter bit Shared = 1'b1,
  localparam int unsigned DataBits = Unroll * word_bits(Alg),
  localparam int unsigned DigestBits = digest_bits(Alg)
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
  /// Ignored: one message is in flight.
  input  logic [0:0]            s_tid,
  input  logic                  s_tvalid,
  output logic                  s_tready,
  /// The tag.
  output logic [DigestBits-1:0] m_tdata,
  /// It is `tag_i`: all bits are compared in the cycle they are valid in.
  output logic                  m_tmatch,
  /// There is no tag: no key was loaded.
  output logic                  m_tuser,
  output logic [0:0]            m_tid,
  output logic                  m_tvalid,
  input  logic                  m_tready,
  input  logic [DigestBits-1:0] tag_i
);
  localparam bit Either = Alg == MD5_SHA1;

  if (Either && Unroll != 1) begin : gen_either_unroll
    $error("Alg = MD5_SHA1 needs Unroll = 1");
  end

  localparam int unsigned Beats = BLOCK_WORDS / Unroll;
  localparam int unsigned Bytes = DataBits / 8;
  localparam int unsigned DigestBeats = (DigestBits + DataBits - 1) / DataBits;
  // The valid bytes of a digest's last beat.
  localparam logic [Bytes-1:0] DigestKeep = '1 >> (DigestBeats * Bytes - DigestBits / 8);

  // A wipe resets all control, for as long as it takes to be seen everywhere.
  logic wipe_q, rst_n;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) wipe_q <= 1'b1;
    else wipe_q <= wipe_i;
  end
  assign rst_n = ~wipe_q;

  source_e source;
  copy_e from, save;
  behind_e behind;
  logic sha1, last, valid, ready, prefix, raw, start, take, move, digest, shift;
  logic core_tvalid;
  logic [7:0] mask;
  logic [DataBits-1:0] key, hashed;
  logic [DigestBits-1:0] result;

  sil_hmac_control #(.Beats(Beats), .DigestBeats(DigestBeats), .Either(Either)) u_control (
    .clk_i,
    .rst_ni  (rst_n),
    .s_tkey  (s_tuser),
    .s_tsha1 (Either & s_tsha1),
    .s_tlast,
    .s_tvalid,
    .s_tready,
    .source_o(source),
    .last_o  (last),
    .valid_o (valid),
    .ready_i (ready),
    .prefix_o(prefix),
    .raw_o   (raw),
    .mask_o  (mask),
    .start_o (start),
    .from_o  (from),
    .save_o  (save),
    .done_i  (core_tvalid),
    .take_o  (take),
    .move_o  (move),
    .behind_o(behind),
    .digest_o(digest),
    .shift_o (shift),
    .keyed_o,
    .m_tvalid,
    .refused_o(m_tuser),
    .sha1_o   (sha1),
    .m_tready
  );

  sil_hmac_memory #(
    .DataBits(DataBits), .DigestBits(DigestBits), .Beats(Beats)
  ) u_memory (
    .clk_i,
    .rst_ni  (rst_n),
    .key_i   (s_tdata),
    .keep_i  (s_tlast ? s_tkeep : '1),
    .move_i  (move),
    .behind_i(behind),
    .key_o   (key),
    .digest_i(result),
    .take_i  (digest),
    .shift_i (shift),
    .digest_o(hashed)
  );

  // The beat that is hashed.
  logic [DataBits-1:0] beat, beat_q;
  logic [Bytes-1:0] keep, keep_q;
  logic last_q, valid_q, padder_ready;

  always_comb begin
    unique case (source)
      Key:       beat = key ^ {Bytes{mask}};
      Stream:    beat = s_tdata;
      Hashed:    beat = hashed;
      default:   beat = '0;
    endcase
    unique case (source)
      Stream:    keep = s_tkeep;
      Hashed:    keep = last ? DigestKeep : '1;
      default:   keep = '1;
    endcase
  end

  assign ready = ~valid_q | padder_ready;

  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) valid_q <= 1'b0;
    else if (ready) valid_q <= valid;
  end
  always_ff @(posedge clk_i) if (ready) {beat_q, keep_q, last_q} <= {beat, keep, last};

  logic [DataBits-1:0] block_tdata;
  logic block_tlast, block_tvalid, block_tready;

  sil_md_padder #(.Alg(Alg), .Unroll(Unroll)) u_padder (
    .clk_i,
    .rst_ni  (rst_n),
    .sha1_i  (sha1),
    .prefix_i(prefix),
    .raw_i   (raw),
    .s_tdata (beat_q),
    .s_tkeep (keep_q),
    .s_tlast (last_q),
    .s_tvalid(valid_q),
    .s_tready(padder_ready),
    .m_tdata (block_tdata),
    .m_tlast (block_tlast),
    .m_tvalid(block_tvalid),
    .m_tready(block_tready)
  );

  if (Either && !Shared) begin : gen_pair
    sil_md5_sha1_pair #(
      .Precompute(Precompute), .CounterCode(CounterCode), .ClockGate(ClockGate)
    ) u_core (
      .clk_i,
      .rst_ni  (rst_n),
      .sha1_i  (sha1),
      .s_tdata (block_tdata),
      .s_tlast (block_tlast),
      .s_tvalid(block_tvalid),
      .s_tready(block_tready),
      .start_i (start),
      .from_i  (from),
      .save_i  (save),
      .m_tdata (result),
      .m_tvalid(core_tvalid),
      .m_tready(take)
    );
  end else begin : gen_core
    localparam int unsigned Copies = Either ? 4 : 2;
    localparam int unsigned CopyBits = $clog2(Copies + 1);

    // Of two hashes each has copies of its own.
    function automatic logic [CopyBits-1:0] copy(copy_e which);
      return CopyBits'(which) + (Either && sha1 && which != NoCopy ? CopyBits'(2) : '0);
    endfunction

    sil_md_core #(
      .Alg(Alg), .Unroll(Unroll), .Precompute(Precompute), .CounterCode(CounterCode),
      .ClockGate(ClockGate), .Copies(Copies)
    ) u_core (
      .clk_i,
      .rst_ni    (rst_n),
      .sha1_i    (sha1),
      .s_tdata   (block_tdata),
      .s_tlast   (block_tlast),
      .s_tid     (1'b0),
      .s_tvalid  (block_tvalid),
      .s_tready  (block_tready),
      .start_i   (start),
      .from_i    (copy(from)),
      .save_i    (copy(save)),
      .s_tid_next(),
      .m_tdata   (result),
      .m_tid     (),
      .m_tvalid  (core_tvalid),
      .m_tready  (take)
    );
  end

  // What the core holds otherwise is as good as the key.
  assign m_tdata = m_tvalid & ~m_tuser ? result : '0;
  assign m_tid = '0;
  assign m_tmatch = ~m_tuser & m_tdata == tag_i;
endmodule
