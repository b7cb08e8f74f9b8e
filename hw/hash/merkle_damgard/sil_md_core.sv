// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A hash core of the Merkle-Damgard family: padded blocks in, digest out.
///
/// With R operations a block, and F cycles that add the chaining value: 4 / Unroll; 5 / Unroll, rounded
/// up, for SHA1 and MD5_SHA1.
///
/// ## Latency and throughput
/// C cycles a block in steady state; the digest of n blocks is valid after so many cycles:
///
///     PipelineStages  C                       digest
///     1               R / Unroll + F          n * C + L
///     2 (SHA-2)       (R / Unroll + F)/2 + 1  n * 2 * C + 4
///     4 (MD5, SHA1)   R / 4 + 1               n * 4 * C + F + 3
///
/// L for Precompute = 0, 1, 2 is 2, 3, 4 (MD5), 2, 3, 6 (SHA1, MD5_SHA1) and 2, 3, 7 (SHA-2). Nothing
/// depends on data. The next message's first word is taken F + 3 cycles after the digest; where
/// PipelineStages > 1, without a pause.
///
/// ## Byte order
/// The first byte of a message is `s_tdata[7:0]` of its first beat, the first byte of a digest is
/// `m_tdata[7:0]`.
module sil_md_core
  import sil_md_pkg::*;
#(
  /// What is computed.
  parameter alg_e Alg = SHA512,
  /// Operations a cycle: 1, 2 or 4. Gain: cycles. Cost: an operation block each and, as operations
  /// wait for each other, a path that grows nearly as much as the cycles fall.
  parameter int unsigned Unroll = 1,
  /// 0: the standard's operation. 1: Im1 and Im2 of the paper sha512-2005 added a cycle earlier;
  /// gain: two operands less in the loop; cost: two registers an operation. 2 (Unroll = 1): the
  /// letters a two cycles behind the letters e, every other sum registered; gain: one sum of three
  /// in each loop, and fewer adders; cost: four cycles of latency.
  parameter int unsigned Precompute = 0,
  /// Operation blocks in line, each with a message of its own in flight: 1, 2 (SHA-2) or 4 (MD5,
  /// SHA1). Gain: blocks a second. Cost: operations, message words and chaining value for each, and a
  /// digest register.
  parameter int unsigned PipelineStages = 1,
  /// Code of the register that counts a block's cycles: BINARY or GRAY. Gain of GRAY: one bit of it
  /// changes a cycle. Cost: some gates.
  parameter sil_counter_pkg::code_e CounterCode = sil_counter_pkg::BINARY,
  /// Stop the clock of the datapath while it waits. Gain: power. Cost: a gate, and on an FPGA
  /// nothing (there the gate is a clock enable).
  parameter bit ClockGate = 1'b0,
  /// Copies of the chaining value that can be kept (PipelineStages = 1 or 4): with any, a message
  /// starts from a copy or the initial value, with one stage when it is told to. Cost: the registers.
  parameter int unsigned Copies = 0,
  localparam int unsigned DataBits = Unroll * word_bits(Alg),
  localparam int unsigned DigestBits = digest_bits(Alg),
  localparam int unsigned TidBits = PipelineStages == 1 ? 1 : $clog2(PipelineStages),
  localparam int unsigned CopyBits = Copies == 0 ? 1 : $clog2(Copies + 1)
) (
  input  logic                  clk_i,
  /// Asynchronous assert, active low.
  input  logic                  rst_ni,
  /// With Alg = MD5_SHA1: SHA-1 instead of MD5; held from a message's first beat to its digest.
  input  logic                  sha1_i,
  /// Beats of whole, padded blocks.
  input  logic [DataBits-1:0]   s_tdata,
  /// The last beat of a message's last block.
  input  logic                  s_tlast,
  /// The message a block belongs to, where PipelineStages > 1.
  input  logic [TidBits-1:0]    s_tid,
  input  logic                  s_tvalid,
  output logic                  s_tready,
  /// With Copies: the next message may start (PipelineStages = 1), from that copy, counted from 1, or
  /// (0) the initial value; its chaining value becomes that copy or (0) none. The copies are held for
  /// the message; in a pipeline `from_i` comes with each beat, and a digest is kept where one message
  /// alone is in flight.
  input  logic                  start_i,
  input  logic [CopyBits-1:0]   from_i,
  input  logic [CopyBits-1:0]   save_i,
  /// The message whose blocks are taken next, where PipelineStages > 1, unless it may be any.
  output logic [TidBits-1:0]    s_tid_next,
  output logic                  s_tid_any,
  output logic [DigestBits-1:0] m_tdata,
  /// The message the digest belongs to.
  output logic [TidBits-1:0]    m_tid,
  output logic                  m_tvalid,
  input  logic                  m_tready
);
  localparam int unsigned Width = word_bits(Alg);
  localparam int unsigned Rounds = rounds(Alg);
  localparam int unsigned StateBits = state_words(Alg) * Width;
  localparam int unsigned Feed = feed_operations(Alg, Unroll);
  localparam int unsigned Orders = (Rounds + Feed) / Unroll / PipelineStages;
  localparam logic [StateBits-1:0] Initial = StateBits'(
    Alg == MD5 ? 512'(sil_md5_pkg::INITIAL)
    : Alg == SHA1 ? 512'(sil_sha1_pkg::INITIAL) : sil_sha2_pkg::initial_value(Alg)
  );

  if (!(Alg inside {[MD5:MD5_SHA1]})) begin : gen_alg
    $fatal(1, "Alg must be MD5, SHA1, SHA224, SHA256, SHA384, SHA512, SHA512_224, SHA512_256 or MD5_SHA1");
  end
  if (!(Unroll inside {1, 2, 4})) begin : gen_unroll
    $fatal(1, "Unroll must be 1, 2 or 4");
  end
  if (!(Precompute inside {0, 1, 2})) begin : gen_precompute
    $fatal(1, "Precompute must be 0, 1 or 2");
  end
  if (Precompute == 2 && Unroll != 1) begin : gen_split_unroll
    $fatal(1, "Precompute = 2 needs Unroll = 1");
  end
  if (!(PipelineStages inside {1, 2, 4})) begin : gen_stages
    $fatal(1, "PipelineStages must be 1, 2 or 4");
  end
  if (PipelineStages == 2 && (Precompute != 0 || Unroll == 4)) begin : gen_stages_plain
    $fatal(1, "PipelineStages = 2 needs Precompute = 0 and Unroll = 1 or 2");
  end
  if (PipelineStages == 2 && (Alg inside {MD5, SHA1, MD5_SHA1})) begin : gen_stages_alg
    $fatal(1, "PipelineStages = 2 needs an algorithm of SHA-2");
  end
  if (PipelineStages == 4 && !(Alg inside {MD5, SHA1})) begin : gen_stages_rounds
    $fatal(1, "PipelineStages = 4 needs MD5 or SHA1");
  end
  if (PipelineStages == 4 && Precompute != 2) begin : gen_stages_ahead
    $fatal(1, "PipelineStages = 4 needs Precompute = 2");
  end
  if (Alg == MD5_SHA1 && (Unroll != 1 || Precompute != 2 || CounterCode != sil_counter_pkg::BINARY))
  begin : gen_either_form
    $fatal(1, "Alg = MD5_SHA1 needs Unroll = 1, Precompute = 2 and CounterCode = BINARY");
  end
  if (!(CounterCode inside {sil_counter_pkg::BINARY, sil_counter_pkg::GRAY})) begin : gen_code
    $fatal(1, "CounterCode must be BINARY or GRAY");
  end
  if (CounterCode == sil_counter_pkg::GRAY && (Orders % 2 != 0 || PipelineStages != 1)) begin : gen_code_even
    $fatal(1, "CounterCode = GRAY needs an even number of cycles a block and PipelineStages = 1");
  end

  logic run, load, offered, take, last, valid_d, valid_q;
  logic [DataBits-1:0] message;
  logic [StateBits-1:0] chaining;

  // Words in the algorithm's byte order.
  for (genvar i = 0; i < DataBits / 8; i++) begin : gen_order
    localparam int unsigned WordBytes = Width / 8;
    localparam int unsigned Byte = i / WordBytes * WordBytes + WordBytes - 1 - i % WordBytes;
    assign message[8*i+:8] = little_endian(Alg, sha1_i) ? s_tdata[8*i+:8] : s_tdata[8*Byte+:8];
  end

  // The chaining value in the order of the digest, as words and as bytes. That of either algorithm
  // is B, C, D, A, none for MD5.
  logic [StateBits-1:0] words, bytes;
  if (Alg == MD5_SHA1) begin : gen_either
    assign words = sha1_i ? chaining : {chaining[63:32], chaining[159:64], 32'b0};
  end else begin : gen_words
    assign words = chaining;
  end
  for (genvar i = 0; i < StateBits / 8; i++) begin : gen_bytes
    localparam int unsigned WordBytes = Width / 8;
    localparam int unsigned Byte = i / WordBytes * WordBytes + WordBytes - 1 - i % WordBytes;
    assign bytes[8*i+:8] = little_endian(Alg, sha1_i) ? words[StateBits-8*(Byte+1)+:8]
                                                      : words[StateBits-8*(i+1)+:8];
  end

  assign take = load & offered;

  if (PipelineStages == 1) begin : gen_single
    order_t order;
    logic [sil_counter_pkg::code_bits(Orders)-1:0] code;
    logic clear;

    // Everything waits for message words, when nothing is in the pipeline but their own block, and
    // for the digest to be taken, when nothing is in it.
    assign offered = s_tvalid;
    assign run = (~load | offered) & ~valid_q;
    assign s_tready = load;

    sil_md_sequencer #(
      .Rounds(Rounds), .Feed(Feed), .Unroll(Unroll), .CounterCode(CounterCode),
      .Skipped(Alg == MD5_SHA1 ? Rounds - rounds(MD5) : 0)
    ) u_sequencer (
      .clk_i,
      .rst_ni,
      .start_i(start_i | Copies == 0),
      .short_i(Alg == MD5_SHA1 & ~sha1_i),
      .run_i  (run),
      .last_i (s_tlast),
      .take_i (take),
      .done_i (valid_q & m_tready),
      .clear_o(clear),
      .order_o(order),
      .code_o (code)
    );

    if (Alg == MD5) begin : gen_md5
      sil_md5_rounds #(
        .Unroll(Unroll), .Precompute(Precompute), .Orders(Orders), .CounterCode(CounterCode),
        .Copies(Copies), .ClockGate(ClockGate)
      ) u_rounds (
        .clk_i,
        .rst_ni,
        .run_i     (run),
        .clear_i   (clear),
        .initial_i (Initial),
        .from_i,
        .save_i,
        .order_i   (order),
        .code_i    (code),
        .message_i (message),
        .load_o    (load),
        .last_o    (last),
        .chaining_o(chaining)
      );
    end else if (Alg == MD5_SHA1) begin : gen_md5_sha1
      sil_md5_sha1_rounds #(.Orders(Orders), .Copies(Copies), .ClockGate(ClockGate)) u_rounds (
        .clk_i,
        .rst_ni,
        .sha1_i,
        .run_i     (run),
        .clear_i   (clear),
        .from_i,
        .save_i,
        .order_i   (order),
        .code_i    (code),
        .message_i (message),
        .load_o    (load),
        .last_o    (last),
        .chaining_o(chaining)
      );
    end else if (Alg == SHA1) begin : gen_sha1
      sil_sha1_rounds #(
        .Unroll(Unroll), .Precompute(Precompute), .Orders(Orders), .CounterCode(CounterCode),
        .Copies(Copies), .ClockGate(ClockGate)
      ) u_rounds (
        .clk_i,
        .rst_ni,
        .run_i     (run),
        .clear_i   (clear),
        .initial_i (Initial),
        .from_i,
        .save_i,
        .order_i   (order),
        .code_i    (code),
        .message_i (message),
        .load_o    (load),
        .last_o    (last),
        .chaining_o(chaining)
      );
    end else if (Precompute == 2) begin : gen_split
      sil_sha2_split #(
        .Width(Width), .Orders(Orders), .CounterCode(CounterCode), .Copies(Copies), .ClockGate(ClockGate)
      ) u_rounds (
        .clk_i,
        .rst_ni,
        .run_i     (run),
        .clear_i   (clear),
        .initial_i (Initial),
        .from_i,
        .save_i,
        .order_i   (order),
        .code_i    (code),
        .message_i (message),
        .load_o    (load),
        .last_o    (last),
        .chaining_o(chaining)
      );
    end else begin : gen_rounds
      sil_sha2_rounds #(
        .Width(Width), .Unroll(Unroll), .Precompute(Precompute), .Orders(Orders),
        .CounterCode(CounterCode), .Copies(Copies), .ClockGate(ClockGate)
      ) u_rounds (
        .clk_i,
        .rst_ni,
        .run_i     (run),
        .clear_i   (clear),
        .initial_i (Initial),
        .from_i,
        .save_i,
        .order_i   (order),
        .code_i    (code),
        .message_i (message),
        .load_o    (load),
        .last_o    (last),
        .chaining_o(chaining)
      );
    end

    // The chaining value is the digest and stays until it is taken.
    assign m_tdata = bytes[DigestBits-1:0];
    assign m_tid = '0;
    assign s_tid_next = '0;
    assign s_tid_any = 1'b0;
  end else begin : gen_pipeline
    localparam bit Short = Alg inside {MD5, SHA1};  // the chaining value is added outside the stages
    localparam int unsigned SlotOrders = Short ? Rounds / PipelineStages : Orders;
    order_t [PipelineStages-1:0] order;
    logic [$clog2(SlotOrders+1)-1:0] index;
    logic [TidBits-1:0] id_next, waiting_tid;
    logic [TidBits-1:0] id_q;
    logic [CopyBits-1:0] waiting_from, from_q;
    logic [1:0] id;
    logic [DataBits-1:0] word;
    logic load_next, claim, claim_next, word_tlast, word_tvalid, word_soon, run_d, run_q;

    // Whether a word will be there is known a cycle ahead: the enable of the whole pipeline is a
    // register.
    sil_skid #(.Width(CopyBits + TidBits + 1 + DataBits)) u_words (
      .clk_i,
      .rst_ni,
      .s_tdata ({from_i, s_tid, s_tlast, message}),
      .s_tvalid,
      .s_tready,
      .m_tdata ({waiting_from, waiting_tid, word_tlast, word}),
      .m_tvalid(word_tvalid),
      .m_tready(take),
      .soon_o  (word_soon)
    );

    // Everything waits for message words, and with a new digest until the old one has been taken.
    assign run_d = (~(run_q ? load_next : load) | word_soon)
                 & ~((run_q ? claim_next : claim) & valid_d);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) run_q <= 1'b1;
      else run_q <= run_d;
    end

    assign run = run_q;
    assign load = order[0].load;
    assign offered = run_q;

    sil_md_slots #(
      .Rounds(Rounds), .Feed(Short ? 0 : Feed), .Unroll(Unroll), .Stages(PipelineStages)
    ) u_slots (
      .clk_i,
      .rst_ni,
      .run_i      (run),
      .valid_i    (word_tvalid),
      .id_i       (waiting_tid),
      .take_i     (take),
      .last_i     (word_tlast),
      .id_o       (id_next),
      .any_o      (s_tid_any),
      .load_next_o(load_next),
      .order_o    (order),
      .index_o    (index)
    );

    if (Alg == MD5) begin : gen_md5
      sil_md5_pipeline #(.Copies(Copies), .ClockGate(ClockGate)) u_pipeline (
        .clk_i,
        .rst_ni,
        .run_i     (run),
        .order_i   (order),
        .index_i   (index),
        .message_i (word),
        .from_i    (from_q),
        .save_i,
        .claim_next_o(claim_next),
        .claim_o   (claim),
        .last_o    (last),
        .id_o      (id),
        .chaining_o(chaining)
      );
    end else if (Alg == SHA1) begin : gen_sha1
      sil_sha1_pipeline #(.Copies(Copies), .ClockGate(ClockGate)) u_pipeline (
        .clk_i,
        .rst_ni,
        .run_i     (run),
        .order_i   (order),
        .message_i (word),
        .from_i    (from_q),
        .save_i,
        .claim_next_o(claim_next),
        .claim_o   (claim),
        .last_o    (last),
        .id_o      (id),
        .chaining_o(chaining)
      );
    end else begin : gen_sha2
      sil_sha2_pipeline #(
        .Width(Width), .Unroll(Unroll), .Stages(PipelineStages), .Orders(Orders),
        .Initial(Initial), .ClockGate(ClockGate)
      ) u_pipeline (
        .clk_i,
        .rst_ni,
        .run_i     (run),
        .order_i   (order),
        .index_i   (index),
        .message_i (word),
        .claim_next_o(claim_next),
        .claim_o   (claim),
        .last_o    (last),
        .id_o      (id),
        .chaining_o(chaining)
      );
    end

    always_ff @(posedge clk_i) if (run && order[0].hand) from_q <= waiting_from;
    always_ff @(posedge clk_i) if (last && run) id_q <= TidBits'(id);
    assign m_tdata = bytes[DigestBits-1:0];
    assign m_tid = id_q;
    assign s_tid_next = id_next;
  end

  assign valid_d = (last & run) | (valid_q & ~m_tready);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else valid_q <= valid_d;
  end
  assign m_tvalid = valid_q;
endmodule
