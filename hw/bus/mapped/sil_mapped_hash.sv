// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The registers of a hash or of HMAC, between the access port of a bus and the streams of a core.
///
/// The host sends a message with a write of START to CONTROL, then the bytes, then a write of LAST.
/// The digest can be read until the next START. sil_hash.rdl and sil_hmac.rdl describe the
/// registers. An address without a register, and an access that is not allowed, get SLVERR and
/// change nothing. No register gives a key or a message back. With COMPARE, HMAC compares the tag
/// with the one that was written to DIGEST. The tag cannot be read then.
///
/// A wipe of a hash resets the core and then hashes the empty message, which overwrites every
/// register that held data. HMAC has a wipe of its own, and takes the empty message after it.
///
/// ## Latency and throughput
/// An access is done in its cycle, a read of DIGEST one cycle later. A write waits while the FIFO
/// is full. No access may begin in the cycle after another one.
///
/// ## Byte order
/// The first byte of a word is in its low bits.
module sil_mapped_hash
#(
  /// The core is HMAC: it has keys.
  parameter bit Keyed = 1'b0,
  /// Code of the algorithm, as in sil_message.rdl.
  parameter int unsigned Algorithm = 0,
  /// Width of a beat of the core in bits.
  parameter int unsigned DataBits = 32,
  /// Width of a digest in bits, a multiple of 32.
  parameter int unsigned DigestBits = 256,
  /// Bytes of a block.
  parameter int unsigned BlockBytes = 64,
  /// Words of the FIFO, a power of two, at most 128. Gain: the bus waits less often. Cost: memory.
  parameter int unsigned FifoWords = 16,
  /// A message may come from `s_t*`. It reaches the core one cycle later, with Keyed two. Cost: a
  /// multiplexer.
  parameter bit Stream = 1'b1
) (
  input  logic                  clk_i,
  /// Asynchronous assert, active low.
  input  logic                  rst_ni,
  // From the bus: an access waits for `done_o`.
  input  logic                  access_i,
  input  logic                  write_i,
  input  logic [7:0]            address_i,
  input  logic [31:0]           data_i,
  input  logic [3:0]            strobe_i,
  output logic                  done_o,
  output logic [31:0]           data_o,
  /// As in sil_axil_pkg.
  output logic [1:0]            response_o,
  /// An event that is enabled in INTERRUPT_ENABLE.
  output logic                  irq_o,
  // Messages by AXI4-Stream, between a START with DMA and the last beat.
  input  logic [DataBits-1:0]   s_tdata,
  input  logic [DataBits/8-1:0] s_tkeep,
  input  logic                  s_tlast,
  input  logic                  s_tvalid,
  output logic                  s_tready,
  // To the core.
  output logic                  core_rst_no,
  output logic                  wipe_o,
  input  logic                  keyed_i,
  output logic [DataBits-1:0]   m_tdata,
  output logic [DataBits/8-1:0] m_tkeep,
  output logic                  m_tlast,
  /// The beat belongs to a key.
  output logic                  m_tuser,
  output logic                  m_tvalid,
  input  logic                  m_tready,
  // Digest of the core. `digest_tuser`: the message was refused.
  input  logic [DigestBits-1:0] digest_tdata,
  input  logic                  digest_tuser,
  /// HMAC: the tag equals `tag_o`.
  input  logic                  digest_tmatch,
  input  logic                  digest_tvalid,
  output logic                  digest_tready,
  /// HMAC: the tag to compare with.
  output logic [DigestBits-1:0] tag_o
);
  import sil_axil_pkg::*;

  localparam int unsigned DigestWords = DigestBits / 32;
  localparam int unsigned WordBits = $clog2(DigestWords);

  if (DigestBits % 32 != 0 || DigestWords > 16) begin : gen_digest_bits
    $fatal(1, "DigestBits must be a multiple of 32, and at most 512");
  end
  if (FifoWords > 128) begin : gen_fifo_words
    $fatal(1, "FifoWords must be at most 128");  // a power of two in 8 bits of CONFIG
  end

  /// FLUSH: a wiped hash computes the empty message. HMAC, which has no key then, refuses it after
  /// its own wipe.
  typedef enum logic [2:0] {IDLE, OPEN, CLOSED, WIPING, FLUSH} state_e;
  state_e state_q;
  // What is in progress: a key, a message from the stream, a message whose tag is compared.
  logic key_q, dma_q, compare_q;
  logic processed, processed_q, free, in_digest, digest_read, tag_write, refused, ended;
  logic offered_q, accept_q;  // the core offers a digest; it leaves, as a message has begun
  logic error_q;  // the message of the digest that is offered was refused
  logic free_q, ended_q;  // of the cycle before: no access directly follows another one

  // Registers. `control` to `digest` are requests of an access in this cycle.
  logic request, control, data, data_byte, key, key_byte, digest;
  logic [31:0] answer, digest_word, digest_word_q;
  logic waited_d, waited_q, digest_read_q;
  logic start, last, wipe, start_key, start_dma, start_compare;
  logic bytes_clearing, bytes_ready;

  assign request = access_i & (~write_i | bytes_ready);

  // Commands.
  logic may_start, may_end, command_ok, started, closed;

  assign wipe = control & data_i[2] & strobe_i[0];
  assign start = control & data_i[0] & strobe_i[0];
  assign last = control & data_i[1] & strobe_i[0];
  assign start_key = Keyed & data_i[3];
  assign start_dma = data_i[4];
  assign start_compare = Keyed & data_i[5];
  assign processed = state_q == CLOSED & ~key_q & offered_q & ~accept_q;
  assign free = state_q == IDLE | processed;
  assign may_start = free_q & (~start_dma | (Stream & ~start_key & ~last))
                     & ~(start_key & start_compare);
  assign may_end = start ? may_start : state_q == OPEN & ~dma_q;
  assign command_ok = wipe | ((~start | may_start) & (~last | may_end));
  assign started = start & may_start & ~wipe;
  assign closed = last & may_end & ~wipe & (~start | may_start);

  // Bytes of the window.

  logic window, window_ok, fits, flush;
  logic [2:0] count;

  assign window = data | data_byte | key | key_byte;
  assign window_ok = state_q == OPEN & ~dma_q & key_q == (key | key_byte) & fits;
  assign flush = state_q == WIPING & ~bytes_clearing;
  always_comb begin
    fits = 1'b1;
    unique case (strobe_i)
      4'b0000: count = 3'd0;
      4'b0001: count = 3'd1;
      4'b0011: count = 3'd2;
      4'b0111: count = 3'd3;
      4'b1111: count = 3'd4;
      default: {fits, count} = '0;
    endcase
    if (data_byte || key_byte) {fits, count} = {strobe_i[0] | ~|strobe_i, 2'd0, strobe_i[0]};
    if (control || flush) count = '0;
  end

  logic [DataBits-1:0] beat_tdata;
  logic [DataBits/8-1:0] beat_tkeep;
  logic beat_tlast, beat_tvalid, beat_tready;
  sil_mapped_bytes #(.DataBits(DataBits), .FifoWords(FifoWords)) u_bytes (
    .clk_i, .rst_ni, .clear_i(wipe), .clearing_o(bytes_clearing), .word_i(data_i), .count_i(count),
    .valid_i((window & write_i & window_ok & count != '0) | closed | flush), .ready_o(bytes_ready),
    .from_stream_i(Stream & dma_q & state_q == OPEN), .s_tdata, .s_tkeep, .s_tlast, .s_tvalid,
    .s_tready, .m_tdata(beat_tdata), .m_tkeep(beat_tkeep), .m_tlast(beat_tlast),
    .m_tvalid(beat_tvalid), .m_tready(beat_tready)
  );
  // HMAC decides late in a cycle whether it takes a beat. A wipe empties the skid buffer, which then
  // takes the zeros of `u_bytes`.
  if (Keyed) begin : gen_skid
    sil_skid #(.Width(DataBits + DataBits / 8 + 1)) u_beats (
      .clk_i, .rst_ni(rst_ni & ~bytes_clearing), .s_tdata({beat_tlast, beat_tkeep, beat_tdata}),
      .s_tvalid(beat_tvalid), .s_tready(beat_tready), .m_tdata({m_tlast, m_tkeep, m_tdata}),
      .m_tvalid, .m_tready, .soon_o()
    );
  end else begin : gen_direct
    assign {m_tlast, m_tkeep, m_tdata} = {beat_tlast, beat_tkeep, beat_tdata};
    assign m_tvalid = beat_tvalid;
    assign beat_tready = m_tready;
  end
  assign m_tuser = key_q;
  assign ended = state_q == FLUSH ? digest_tvalid : key_q & m_tvalid & m_tready & m_tlast;
  assign wipe_o = state_q == WIPING & bytes_clearing;
  assign core_rst_no = rst_ni & (Keyed | ~wipe_o);
  assign digest_tready = accept_q | state_q == FLUSH;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= IDLE;
      {key_q, dma_q, compare_q} <= '0;
      {processed_q, offered_q, error_q, accept_q, free_q, ended_q} <= '0;
    end else begin
      free_q <= free;
      ended_q <= ended;
      processed_q <= processed;
      offered_q <= digest_tvalid & ~digest_tready;
      error_q <= digest_tuser;
      accept_q <= started;
      if (started) {key_q, dma_q, compare_q} <= {start_key, start_dma, start_compare};
      else if (wipe) {key_q, dma_q, compare_q} <= '0;
      if (wipe) state_q <= WIPING;
      else if (started || closed) state_q <= closed ? CLOSED : OPEN;
      else begin
        unique case (state_q)
          OPEN: if (dma_q && s_tvalid && s_tready && s_tlast) state_q <= CLOSED;
          CLOSED: if (key_q && ended_q) state_q <= IDLE;
          WIPING: if (!bytes_clearing) state_q <= FLUSH;
          FLUSH: if (ended_q) state_q <= IDLE;
          default: ;
        endcase
      end
    end
  end

  // The registers that sil_hash.rdl and sil_hmac.rdl describe. Each access has its effect at once.
  // A read has no effect on them, so that they always see a read except in the cycle of a write.

  logic busy, event_done, bad_read, bad_write;
  logic [7:0] address;
  logic [31:0] bits;
  assign busy = state_q != IDLE & ~processed;
  assign event_done = processed & ~processed_q;
  assign address = {address_i[7:2], 2'b00};
  assign bits = {{8{strobe_i[3]}}, {8{strobe_i[2]}}, {8{strobe_i[1]}}, {8{strobe_i[0]}}};

  if (Keyed) begin : gen_hmac
    sil_hmac_regs_pkg::sil_hmac_regs__in_t to;
    sil_hmac_regs_pkg::sil_hmac_regs__out_t from;
    logic match_q;  // the tag that is offered is the expected one
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) match_q <= 1'b0;
      else match_q <= digest_tmatch;
    end
    always_comb begin
      to.VERSION.KIND.next = 8'd2;
      to.CONFIG.DIGEST_WORDS.next = 5'(DigestWords);
      to.CONFIG.DMA.next = Stream;
      to.CONFIG.FIFO_WORDS.next = 8'(FifoWords);
      to.CONFIG.BLOCK_BYTES.next = 8'(BlockBytes);
      to.CONFIG.ALGORITHM.next = 8'(Algorithm);
      to.STATUS.BUSY.next = busy;
      to.STATUS.OPEN.next = state_q == OPEN & ~dma_q;
      to.STATUS.DONE.next = processed;
      to.STATUS.ERROR.next = processed & error_q;
      to.STATUS.KEYED.next = keyed_i;
      to.STATUS.MATCH.next = processed & compare_q & match_q & ~error_q;
      to.INTERRUPT.DONE.hwset = event_done;
      to.INTERRUPT.ERROR.hwset = event_done & error_q;
      to.CONTROL.wr_ack = from.CONTROL.req;
      to.DATA_BYTE.wr_ack = from.DATA_BYTE.req;
      to.KEY_BYTE.wr_ack = from.KEY_BYTE.req;
      to.DATA = '{rd_ack: from.DATA.req & ~write_i, rd_data: '0, wr_ack: from.DATA.req & write_i};
      to.KEY = '{rd_ack: from.KEY.req & ~write_i, rd_data: '0, wr_ack: from.KEY.req & write_i};
      to.DIGEST = '{
        rd_ack: from.DIGEST.req & ~write_i, rd_data: '0, wr_ack: from.DIGEST.req & write_i
      };
    end
    sil_hmac_regs u_regs (
      .clk(clk_i), .arst_n(rst_ni), .s_cpuif_req(1'b1), .s_cpuif_req_is_wr(request & write_i),
      .s_cpuif_addr(address), .s_cpuif_wr_data(data_i), .s_cpuif_wr_biten(bits),
      .s_cpuif_req_stall_wr(), .s_cpuif_req_stall_rd(), .s_cpuif_rd_ack(), .s_cpuif_wr_ack(),
      .s_cpuif_rd_err(bad_read), .s_cpuif_rd_data(answer), .s_cpuif_wr_err(bad_write),
      .hwif_in(to), .hwif_out(from)
    );
    assign control = from.CONTROL.req;
    assign data = request & from.DATA.req;
    assign data_byte = from.DATA_BYTE.req;
    assign digest = from.DIGEST.req;
    assign key = request & from.KEY.req;
    assign key_byte = from.KEY_BYTE.req;
    assign irq_o = (from.INTERRUPT.DONE.value & from.INTERRUPT_ENABLE.DONE.value)
                   | (from.INTERRUPT.ERROR.value & from.INTERRUPT_ENABLE.ERROR.value);
  end else begin : gen_hash
    sil_hash_regs_pkg::sil_hash_regs__in_t to;
    sil_hash_regs_pkg::sil_hash_regs__out_t from;
    always_comb begin
      to.VERSION.KIND.next = 8'd1;
      to.CONFIG.DIGEST_WORDS.next = 5'(DigestWords);
      to.CONFIG.DMA.next = Stream;
      to.CONFIG.FIFO_WORDS.next = 8'(FifoWords);
      to.CONFIG.BLOCK_BYTES.next = 8'(BlockBytes);
      to.CONFIG.ALGORITHM.next = 8'(Algorithm);
      to.STATUS.BUSY.next = busy;
      to.STATUS.OPEN.next = state_q == OPEN & ~dma_q;
      to.STATUS.DONE.next = processed;
      to.STATUS.ERROR.next = processed & error_q;
      to.INTERRUPT.DONE.hwset = event_done;
      to.INTERRUPT.ERROR.hwset = event_done & error_q;
      to.CONTROL.wr_ack = from.CONTROL.req;
      to.DATA_BYTE.wr_ack = from.DATA_BYTE.req;
      to.DATA = '{rd_ack: from.DATA.req & ~write_i, rd_data: '0, wr_ack: from.DATA.req & write_i};
      to.DIGEST = '{
        rd_ack: from.DIGEST.req & ~write_i, rd_data: '0, wr_ack: from.DIGEST.req & write_i
      };
    end
    sil_hash_regs u_regs (
      .clk(clk_i), .arst_n(rst_ni), .s_cpuif_req(1'b1), .s_cpuif_req_is_wr(request & write_i),
      .s_cpuif_addr(address), .s_cpuif_wr_data(data_i), .s_cpuif_wr_biten(bits),
      .s_cpuif_req_stall_wr(), .s_cpuif_req_stall_rd(), .s_cpuif_rd_ack(), .s_cpuif_wr_ack(),
      .s_cpuif_rd_err(bad_read), .s_cpuif_rd_data(answer), .s_cpuif_wr_err(bad_write),
      .hwif_in(to), .hwif_out(from)
    );
    assign control = from.CONTROL.req;
    assign data = request & from.DATA.req;
    assign data_byte = from.DATA_BYTE.req;
    assign digest = from.DIGEST.req;
    assign key = 1'b0;
    assign key_byte = 1'b0;
    assign irq_o = (from.INTERRUPT.DONE.value & from.INTERRUPT_ENABLE.DONE.value)
                   | (from.INTERRUPT.ERROR.value & from.INTERRUPT_ENABLE.ERROR.value);
  end

  // Read data of the digest, the tag to compare with, and the response.

  assign in_digest = 5'(address_i[5:2]) < 5'(DigestWords);
  // A word of the digest goes to a register, and to the bus in the next cycle.
  assign digest_read = processed_q & ~error_q & ~compare_q & in_digest;
  assign waited_d = access_i & digest & ~write_i & ~waited_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {waited_q, digest_read_q} <= '0;
    else {waited_q, digest_read_q} <= {waited_d, digest_read};
  end
  always_ff @(posedge clk_i) begin
    if (!(waited_d && digest_read)) digest_word_q <= '0;
    else digest_word_q <= digest_word;
  end
  sil_mux #(.Words(2**WordBits)) u_word (
    .words_i((32 * 2**WordBits)'(digest_tdata)), .select_i(address_i[2+:WordBits]),
    .word_o(digest_word)
  );
  if (Keyed) begin : gen_tag
    logic [DigestWords-1:0][31:0] tag_q;
    assign tag_write = request & digest & write_i & free_q & in_digest & &strobe_i;
    always_ff @(posedge clk_i) begin
      for (int i = 0; i < int'(DigestWords); i++) begin
        if (wipe) tag_q[i] <= '0;
        else if (tag_write && address_i[2+:WordBits] == WordBits'(i)) tag_q[i] <= data_i;
      end
    end
    assign tag_o = tag_q;
  end else begin : gen_no_tag
    assign tag_write = 1'b0;
    assign tag_o = '0;
  end
  assign refused = (control & ~command_ok) | (window & ~(write_i & window_ok))
                   | (digest & ~(write_i ? tag_write : digest_read_q));
  assign done_o = request & (~digest | write_i | waited_q);
  assign data_o = answer | (digest_word_q & {32{digest}});
  assign response_o = bad_read | bad_write | refused ? SLVERR : OKAY;
endmodule
