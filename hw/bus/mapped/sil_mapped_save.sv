// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The registers of a hash whose messages can stop at the end of a block and continue later, between
/// the access port of a bus and the streams of a core with chaining values (sil_sha2_save_stream).
///
/// The host sends a message as to sil_mapped_hash: START, the bytes, LAST. Instead of LAST it may
/// write SAVE when the bytes so far are complete blocks. DIGEST then has the chaining value, and
/// COUNT_LOW and COUNT_HIGH the number of bytes. Other messages may follow. To continue, the host
/// writes the number, then START with RESTORE, then the chaining value to DIGEST, and then the next
/// bytes. sil_save.rdl describes the registers. An address without a register, and an access that is not allowed, get
/// SLVERR and change nothing. No register gives a byte of a message back.
///
/// The messages of the registers are padded here (FIPS 180-4 5.1), because the padder of the core
/// does not know the bytes before a stop. Messages of the stream port that do not stop are padded
/// by the core.
///
/// A wipe resets the core and then hashes the empty message, which overwrites every register that
/// held data.
///
/// ## Latency and throughput
/// An access is done in its cycle. A write waits while the FIFO is full, and after START with
/// RESTORE until half a block of zeros is in the FIFO.
///
/// ## Byte order
/// The first byte of a word is in its low bits.
module sil_mapped_save
#(
  /// Code of the algorithm, as in sil_message.rdl.
  parameter int unsigned Algorithm = 0,
  /// Width of a beat of the core in bits.
  parameter int unsigned DataBits = 32,
  /// Width of a digest and of a chaining value in bits: half a block.
  parameter int unsigned DigestBits = 256,
  /// Bytes of the length field of the padding.
  parameter int unsigned LengthBytes = 8,
  /// Words of the FIFO, a power of two, at most 128. Gain: the bus waits less often. Cost: memory.
  parameter int unsigned FifoWords = 16,
  /// A message may come from `s_t*`. It reaches the core one cycle later. Cost: a multiplexer.
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
  // These ports drive the core.
  output logic                  core_rst_no,
  output logic [DataBits-1:0]   m_tdata,
  output logic [DataBits/8-1:0] m_tkeep,
  output logic                  m_tlast,
  /// As in sil_sha2_save_stream, in the first beat of a message. It is 0 in the other beats.
  output logic [1:0]            m_tuser,
  output logic                  m_tvalid,
  input  logic                  m_tready,
  // Digest of the core. `digest_tuser`: the message was refused.
  input  logic [DigestBits-1:0] digest_tdata,
  input  logic                  digest_tuser,
  input  logic                  digest_tvalid,
  output logic                  digest_tready
);
  import sil_axil_pkg::*;

  localparam int unsigned DigestWords = DigestBits / 32;
  localparam int unsigned WordBits = $clog2(DigestWords);
  localparam int unsigned BlockBytes = DigestBits / 4;
  localparam int unsigned PlaceBits = $clog2(BlockBytes);
  /// A message has less than 2^61 bytes, so its length in bits has 64 bits.
  localparam int unsigned CountBits = 61;

  if (!(DigestBits inside {256, 512})) begin : gen_digest_bits
    $fatal(1, "DigestBits must be 256 or 512");
  end
  if (FifoWords > 128) begin : gen_fifo_words
    $fatal(1, "FifoWords must be at most 128");  // a power of two in 8 bits of CONFIG
  end

  /// HEADER: zeros are sent, the first half of the header block. CHAIN: the host writes its second
  /// half, the chaining value. PAD: the padding is sent. FLUSH: a wiped hash computes the empty
  /// message.
  typedef enum logic [2:0] {IDLE, HEADER, CHAIN, OPEN, PAD, CLOSED, WIPING, FLUSH} state_e;
  /// The byte 0x80; zeros to the end of the block; the block with the length.
  typedef enum logic [1:0] {MARK, ZEROS, LENGTH} pad_e;
  state_e state_q;
  pad_e pad_d, pad_q;
  // Of the message in progress: it comes from the stream, continues, is not padded by the core, and
  // stops at the end of a block.
  logic dma_q, resume_q, raw_q, save_q;
  logic some_q;  // bytes came since START
  logic [CountBits-1:0] count_q;  // bytes of the message
  logic too_many_q;  // the message has 2^61 bytes or more, and so no digest
  logic [1:0] given_q;  // words of `count_q` that the host has written since START
  logic [PlaceBits-1:0] place_q;  // bytes of this block that were sent to the FIFO
  logic first_q;  // no beat of the message has left
  logic [3:0] beat_q;  // beats of this block that have left
  logic [3:0] blocks_q;  // complete blocks that were sent to the FIFO and have not left
  logic ended_q;  // all bytes of the message were sent to the FIFO
  logic headed_q;  // the header block has left
  logic processed, processed_q, free, failed, digest_read, refused, stream_end;

  // Registers: requests of an access in this cycle.
  logic request, control, data, data_byte, digest, count;
  logic [31:0] answer, digest_word;
  logic start, last, save, wipe, as_restore, as_dma;
  logic bytes_clearing, bytes_ready;

  // A write waits for space, and while zeros are sent. While the padding is sent, no write needs
  // space.
  assign request = access_i & (~write_i | state_q == PAD | (bytes_ready & state_q != HEADER));

  // Commands.
  logic may_start, may_end, may_save, can_save, command_ok, started, closed, saved;

  assign wipe = control & data_i[2] & strobe_i[0];
  assign start = control & data_i[0] & strobe_i[0];
  assign last = control & data_i[1] & strobe_i[0];
  assign save = control & data_i[5] & strobe_i[0];
  assign {as_dma, as_restore} = {data_i[4], data_i[3]};
  assign processed = state_q == CLOSED & digest_tvalid;
  assign free = state_q == IDLE | processed;
  assign can_save = state_q == OPEN & ~dma_q & some_q & place_q == '0;
  // A message of the stream port that continues must stop again: the core cannot pad it.
  assign may_start = free & (~as_dma | (Stream & ~last & (save | ~as_restore)))
                     & (~as_restore | (&given_q & count_q[PlaceBits-1:0] == '0 & ~last));
  assign may_end = (start ? may_start : state_q == OPEN & ~dma_q) & ~save;
  assign may_save = start ? may_start & as_dma : can_save;
  assign command_ok = wipe | ((~start | may_start) & (~last | may_end) & (~save | may_save));
  assign started = start & command_ok & ~wipe;
  assign closed = last & command_ok & ~wipe;
  assign saved = save & ~start & command_ok & ~wipe;

  // These signals decide which word the FIFO stores.

  logic window, window_ok, fits, flush, chain, pushed, wraps;
  logic [2:0] written, size;
  logic [31:0] word, padding, half;
  logic [PlaceBits-1:0] place_d;
  logic [63:0] length;

  assign window = data | data_byte;
  assign window_ok = write_i & state_q == OPEN & ~dma_q & fits;
  assign flush = state_q == WIPING & ~bytes_clearing;
  assign chain = digest & write_i & state_q == CHAIN & &strobe_i
                 & address_i[5:2] == 4'(place_q[2+:WordBits]);
  always_comb begin
    fits = 1'b1;
    unique case (strobe_i)
      4'b0000: written = 3'd0;
      4'b0001: written = 3'd1;
      4'b0011: written = 3'd2;
      4'b0111: written = 3'd3;
      4'b1111: written = 3'd4;
      default: {fits, written} = '0;
    endcase
    if (data_byte) {fits, written} = {strobe_i[0] | ~|strobe_i, 2'd0, strobe_i[0]};
  end

  // The padding: the byte 0x80 and zeros to the end of a word, zeros, the length in bits, its high
  // byte first.
  assign length = {count_q, 3'b000};
  assign half = place_q[2] ? length[31:0] : length[63:32];
  always_comb begin
    padding = '0;
    if (pad_q == MARK) padding = 32'h0000_0080;
    else if (pad_q == LENGTH && place_q[PlaceBits-1:3] == '1) begin
      for (int i = 0; i < 4; i++) padding[8*i+:8] = half[8*(3-i)+:8];
    end
  end
  always_comb begin
    pad_d = pad_q;
    unique case (pad_q)
      MARK: pad_d = place_q < PlaceBits'(BlockBytes - LengthBytes) || wraps ? LENGTH : ZEROS;
      ZEROS: if (wraps) pad_d = LENGTH;
      default: ;
    endcase
  end

  always_comb begin
    unique case (state_q)
      HEADER: {size, word} = {3'd4, 32'd0};
      CHAIN: {size, word} = {3'd4, data_i};
      PAD: {size, word} = {3'd4 - 3'(place_q[1:0]), padding};
      WIPING: {size, word} = '0;  // the end of the empty message
      default: {size, word} = {written, data_i};
    endcase
  end
  assign pushed = state_q inside {HEADER, PAD} ? bytes_ready
                  : chain | (window & window_ok & written != '0);
  assign {wraps, place_d} = {1'b0, place_q} + (PlaceBits + 1)'(size);

  logic own, block_end, more, bytes_tlast, bytes_tvalid, bytes_tready;

  sil_mapped_bytes #(.DataBits(DataBits), .FifoWords(FifoWords)) u_bytes (
    .clk_i, .rst_ni, .clear_i(wipe), .clearing_o(bytes_clearing), .word_i(word), .count_i(size),
    .valid_i(pushed | flush), .ready_o(bytes_ready),
    .from_stream_i(Stream & dma_q & state_q == OPEN & (~resume_q | headed_q)),
    .s_tdata, .s_tkeep, .s_tlast, .s_tvalid, .s_tready, .m_tdata, .m_tkeep,
    .m_tlast(bytes_tlast), .m_tvalid(bytes_tvalid), .m_tready(bytes_tready)
  );

  // Bytes of the registers leave in complete blocks, of which the last one has `m_tlast` in its last
  // beat. So the last beat of each block waits until more bytes come, or the message ends.
  assign own = raw_q & (~dma_q | (resume_q & ~headed_q));
  assign block_end = own & &beat_q;
  assign more = blocks_q != 4'd1 | place_q != '0;
  assign m_tvalid = bytes_tvalid & (~block_end | more | ended_q | dma_q);
  assign bytes_tready = m_tready & (~block_end | more | ended_q | dma_q);
  assign m_tlast = own ? block_end & ended_q & ~more : bytes_tlast;
  assign m_tuser = first_q ? {resume_q, raw_q} : '0;
  assign stream_end = s_tvalid & s_tready & s_tlast;
  assign core_rst_no = rst_ni & ~(state_q == WIPING & bytes_clearing);
  assign digest_tready = started | state_q == FLUSH;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= IDLE;
      pad_q <= MARK;
      {dma_q, resume_q, raw_q, save_q, some_q, given_q, processed_q} <= '0;
      {place_q, beat_q, blocks_q, ended_q, headed_q} <= '0;
      first_q <= 1'b1;
    end else begin
      processed_q <= processed;
      if (wipe) begin
        state_q <= WIPING;
        {dma_q, resume_q, raw_q, save_q, some_q, given_q} <= '0;
        {place_q, beat_q, blocks_q, ended_q, headed_q} <= '0;
        first_q <= 1'b1;
      end else if (started) begin
        state_q <= closed ? PAD : as_restore ? HEADER : OPEN;
        {dma_q, resume_q, save_q} <= {as_dma, as_restore, save};
        raw_q <= ~as_dma | save;
        {some_q, given_q, place_q, beat_q, blocks_q, ended_q, headed_q} <= '0;
        {pad_q, first_q} <= {MARK, 1'b1};
      end else begin
        if (m_tvalid && m_tready) first_q <= 1'b0;
        if (own && m_tvalid && m_tready) beat_q <= beat_q + 1'b1;
        if (block_end && m_tvalid && m_tready) headed_q <= 1'b1;
        blocks_q <= blocks_q + 4'(pushed && wraps)
                    - 4'(block_end && m_tvalid && m_tready);
        if (count && write_i && !refused) given_q[address_i[2]] <= 1'b1;
        if (pushed) place_q <= place_d;
        if (window && pushed) some_q <= 1'b1;
        unique case (state_q)
          HEADER: if (pushed && place_d == PlaceBits'(BlockBytes / 2)) state_q <= CHAIN;
          CHAIN: if (pushed && wraps) state_q <= OPEN;
          OPEN: begin
            if (closed) state_q <= PAD;
            else if (saved || (dma_q && stream_end)) state_q <= CLOSED;
            if (saved) {save_q, ended_q} <= '1;
          end
          PAD: if (pushed) begin
            pad_q <= pad_d;
            if (pad_q == LENGTH && wraps) {state_q, ended_q} <= {CLOSED, 1'b1};
          end
          WIPING: if (!bytes_clearing) state_q <= FLUSH;
          FLUSH: if (digest_tvalid) state_q <= IDLE;
          default: ;
        endcase
      end
    end
  end

  // The number of bytes.

  logic [CountBits-1:0] count_d;
  logic counts, passes;  // bytes come; with them the message has 2^61 bytes or more
  logic [3:0] added;

  assign counts = (window & pushed) | (dma_q & s_tvalid & s_tready);
  assign added = dma_q ? 4'($countones(s_tkeep)) : 4'(written);
  always_comb begin
    {passes, count_d} = {1'b0, count_q} + (CountBits + 1)'(added);
    if (count && write_i) begin
      count_d = address_i[2] ? {data_i[CountBits-33:0], count_q[31:0]}
                             : {count_q[CountBits-1:32], data_i};
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) count_q <= '0;
    else if (wipe || (started && !as_restore)) count_q <= '0;
    else if (counts || (count && write_i && !refused)) count_q <= count_d;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) too_many_q <= 1'b0;
    else if (started || wipe) too_many_q <= 1'b0;
    else if (counts && passes) too_many_q <= 1'b1;
  end

  // The registers that sil_save.rdl describes.

  logic event_done, bad_read, bad_write;
  logic unused_stall_wr, unused_stall_rd, unused_rd_ack, unused_wr_ack;
  logic [7:0] address;
  logic [31:0] bits;
  sil_save_regs_pkg::sil_save_regs__in_t to;
  sil_save_regs_pkg::sil_save_regs__out_t partly_unused;  // windows have more than is used

  assign event_done = processed & ~processed_q;
  assign address = {address_i[7:2], 2'b00};
  assign bits = {{8{strobe_i[3]}}, {8{strobe_i[2]}}, {8{strobe_i[1]}}, {8{strobe_i[0]}}};
  assign failed = digest_tuser | too_many_q;
  assign digest_read = processed & ~failed & 5'(address_i[5:2]) < 5'(DigestWords);
  sil_mux #(.Words(DigestWords)) u_word (
    .words_i(digest_tdata), .select_i(address_i[2+:WordBits]), .word_o(digest_word)
  );
  always_comb begin
    to.VERSION.KIND.next = 8'd1;
    to.CONFIG.DIGEST_WORDS.next = 5'(DigestWords);
    to.CONFIG.SAVE.next = 1'b1;
    to.CONFIG.DMA.next = Stream;
    to.CONFIG.FIFO_WORDS.next = 8'(FifoWords);
    to.CONFIG.BLOCK_BYTES.next = 8'(BlockBytes);
    to.CONFIG.ALGORITHM.next = 8'(Algorithm);
    to.STATUS.BUSY.next = ~free;
    to.STATUS.OPEN.next = state_q == OPEN & ~dma_q;
    to.STATUS.DONE.next = processed;
    to.STATUS.ERROR.next = processed & failed;
    to.STATUS.SAVED.next = processed & save_q & ~failed;
    to.STATUS.RESTORING.next = state_q inside {HEADER, CHAIN};
    to.STATUS.CAN_SAVE.next = can_save;
    to.INTERRUPT.DONE.hwset = event_done;
    to.INTERRUPT.ERROR.hwset = event_done & failed;
    to.CONTROL.wr_ack = control;
    to.DATA_BYTE.wr_ack = data_byte;
    to.DATA = '{rd_ack: data & ~write_i, rd_data: '0, wr_ack: data & write_i};
    to.COUNT_LOW.rd_ack = partly_unused.COUNT_LOW.req & ~write_i;
    to.COUNT_LOW.rd_data.NUMBER = count_q[31:0];
    to.COUNT_LOW.wr_ack = partly_unused.COUNT_LOW.req & write_i;
    to.COUNT_HIGH.rd_ack = partly_unused.COUNT_HIGH.req & ~write_i;
    to.COUNT_HIGH.rd_data.NUMBER = 32'(count_q[CountBits-1:32]);
    to.COUNT_HIGH.wr_ack = partly_unused.COUNT_HIGH.req & write_i;
    to.DIGEST = '{
      rd_ack: digest & ~write_i, rd_data: digest_read ? digest_word : '0, wr_ack: digest & write_i
    };
  end
  sil_save_regs u_regs (
    .clk(clk_i), .arst_n(rst_ni), .s_cpuif_req(request), .s_cpuif_req_is_wr(write_i),
    .s_cpuif_addr(address), .s_cpuif_wr_data(data_i), .s_cpuif_wr_biten(bits),
    .s_cpuif_req_stall_wr(unused_stall_wr), .s_cpuif_req_stall_rd(unused_stall_rd),
    .s_cpuif_rd_ack(unused_rd_ack), .s_cpuif_wr_ack(unused_wr_ack), .s_cpuif_rd_err(bad_read),
    .s_cpuif_rd_data(answer), .s_cpuif_wr_err(bad_write), .hwif_in(to), .hwif_out(partly_unused)
  );
  assign control = partly_unused.CONTROL.req;
  assign data = partly_unused.DATA.req;
  assign data_byte = partly_unused.DATA_BYTE.req;
  assign count = partly_unused.COUNT_LOW.req | partly_unused.COUNT_HIGH.req;
  assign digest = partly_unused.DIGEST.req;
  assign irq_o = (partly_unused.INTERRUPT.DONE.value & partly_unused.INTERRUPT_ENABLE.DONE.value)
                 | (partly_unused.INTERRUPT.ERROR.value & partly_unused.INTERRUPT_ENABLE.ERROR.value);

  // A word of the count is written at once, and the high one is below 2^29.
  assign refused = (control & ~command_ok) | (window & ~window_ok)
                   | (count & write_i & ~(free & &strobe_i & ~(address_i[2] & |data_i[31:29])))
                   | (digest & ~(write_i ? chain : digest_read));
  assign done_o = request;
  assign data_o = answer;
  assign response_o = bad_read | bad_write | refused ? SLVERR : OKAY;
endmodule
