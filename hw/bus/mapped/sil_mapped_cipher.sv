// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The registers of a block cipher with modes, between the access port of a bus and the streams of
/// sil_aes_stream.
///
/// The host loads a key with a write of START and KEY to CONTROL and then writes its words to KEY.
/// It sends a message with START, then the bytes, then LAST; its result is read from RESULT
/// meanwhile. sil_aes.rdl describes the registers. An address without a register, and an access
/// that is not allowed, get SLVERR and change nothing. No register gives a key, an IV or a message
/// back.
///
/// ## Latency and throughput
/// An access is done in its cycle, except that a word of a key waits until the core takes it: at
/// most 67 cycles after a reset, and until the previous key is expanded. A write to a
/// full FIFO is refused, because the FIFO empties only when the result is read. No access may begin
/// in the cycle after another one.
///
/// ## Byte order
/// The first byte of a word is in its low bits.
module sil_mapped_cipher
#(
  /// CONFIG.CIPHER: 0 AES, 1 SM4.
  parameter int unsigned Cipher = 0,
  /// As in sil_aes_stream.
  parameter int unsigned KeyBits = 128,
  /// The core decrypts in all modes.
  parameter bit Decrypts = 1'b0,
  /// As in sil_aes_stream.
  parameter int unsigned Modes = 7,
  /// Words of the FIFO, a power of two, at most 128.
  parameter int unsigned FifoWords = 16,
  /// A message may come from `s_t*` and its result go to `m_t*`. Cost: a multiplexer of a beat.
  parameter bit Stream = 1'b1
) (
  input  logic         clk_i,
  /// Asynchronous assert, active low.
  input  logic         rst_ni,
  // From the bus: an access waits for `done_o`.
  input  logic         access_i,
  input  logic         write_i,
  input  logic [7:0]   address_i,
  input  logic [31:0]  data_i,
  input  logic [3:0]   strobe_i,
  output logic         done_o,
  output logic [31:0]  data_o,
  /// As in sil_axil_pkg.
  output logic [1:0]   response_o,
  /// An event that is enabled in INTERRUPT_ENABLE.
  output logic         irq_o,
  // Messages and results by AXI4-Stream, between a START with DMA and the last beat of the result.
  input  logic [127:0] s_tdata,
  input  logic [15:0]  s_tkeep,
  input  logic         s_tlast,
  input  logic         s_tvalid,
  output logic         s_tready,
  output logic [127:0] m_tdata,
  output logic [15:0]  m_tkeep,
  output logic         m_tlast,
  output logic         m_tuser,
  output logic         m_tvalid,
  input  logic         m_tready,
  // To the core, by the names of its ports.
  output logic         wipe_o,
  output logic [31:0]  k_tdata,
  output logic [1:0]   k_tuser,
  output logic         k_tdest,
  output logic         k_tlast,
  output logic         k_tvalid,
  input  logic         k_tready,
  input  logic [1:0]   keyed_i,
  output logic [127:0] i_tdata,
  output logic [2:0]   i_tuser,
  output logic         i_tvalid,
  input  logic         i_tready,
  output logic [127:0] core_tdata,
  output logic [15:0]  core_tkeep,
  output logic         core_tlast,
  output logic         core_tvalid,
  input  logic         core_tready,
  // From the core.
  input  logic [127:0] result_tdata,
  input  logic [15:0]  result_tkeep,
  input  logic         result_tlast,
  input  logic         result_tuser,
  input  logic         result_tvalid,
  output logic         result_tready
);
  import sil_axil_pkg::*;

  localparam logic [1:0] XTS = 2'd2;

  /// A wipe takes 2^WipeBits cycles: more than the core and the FIFO need.
  localparam int unsigned WipeBits = FifoWords > 64 ? 8 : 7;

  if (FifoWords > 128) begin : gen_fifo_words
    $fatal(1, "FifoWords must be at most 128");  // a power of two in 8 bits of CONFIG
  end

  // The key lengths that the core has, by their code.
  function automatic logic has_length(logic [1:0] code);
    return code != 2'd3 & (KeyBits == 0 | 32'(code) * 64 + 128 == KeyBits);
  endfunction

  typedef enum logic [2:0] {IDLE, KEY, OPEN, CLOSED, WIPING} state_e;
  state_e state_q;
  logic dma_q, starting_q, done_q, error_q;
  logic [2:0] message_q;  // direction and mode of the message
  logic [1:0] length_q, word_index_q;
  logic tweak_q;
  logic [2:0] left_q;  // words of the key that follow the next one
  logic [WipeBits-1:0] wiped_q;  // cycles of the wipe
  logic wipe_q;  // the first of them
  logic [3:0][31:0] iv_q;

  // Requests of an access in this cycle.
  logic request, control, data, data_byte, iv, result, key, refused, key_waits, wiping;
  logic [31:0] answer;
  logic bytes_ready, available_q;

  // A word of a key goes to the core without a register, and waits until the core takes it. No
  // access but that of a key waits, so that the registers see each access at once.
  assign key_waits = state_q == KEY & access_i & write_i & address_i[7:6] == 2'b11;
  assign k_tvalid = key_waits & &strobe_i;
  assign k_tdata = k_tvalid ? data_i : '0;
  assign {k_tuser, k_tdest, k_tlast} = {length_q, tweak_q, left_q == '0};
  assign request = access_i & (~k_tvalid | k_tready);

  // Commands.

  logic start, last, wipe, as_key, as_dma, may_start, may_end, command_ok, started, closed;
  logic [1:0] mode, length;

  assign wipe = control & data_i[2] & strobe_i[0];
  assign start = control & data_i[0] & strobe_i[0];
  assign last = control & data_i[1] & strobe_i[0];
  assign {as_key, as_dma} = {data_i[3], data_i[4]};
  assign mode = data_i[6:5];
  assign length = data_i[9:8] & {2{strobe_i[1]}};
  assign may_start = state_q == IDLE
                     & (as_key ? has_length(length) & ~as_dma & ~last
                               : keyed_i[0] & (mode != XTS | keyed_i[1])
                                 & (~as_dma | (Stream & ~last)));
  assign may_end = start ? may_start : state_q == OPEN & ~dma_q;
  assign command_ok = wipe | ((~start | may_start) & (~last | (may_end & bytes_ready)));
  assign started = start & command_ok & ~wipe;
  assign closed = last & command_ok & ~wipe;

  // Bytes of the window.

  logic window, window_ok, fits;
  logic [2:0] count;
  logic from_stream, finished;

  assign window = data | data_byte;
  assign window_ok = write_i & state_q == OPEN & ~dma_q & fits & bytes_ready;
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
    if (data_byte) {fits, count} = {strobe_i[0] | ~|strobe_i, 2'd0, strobe_i[0]};
    if (control) count = '0;
  end

  sil_mapped_bytes #(.DataBits(128), .FifoWords(FifoWords)) u_bytes (
    .clk_i, .rst_ni, .clear_i(wipe), .clearing_o(), .word_i(data_i), .count_i(count),
    .valid_i((window & window_ok & count != '0) | closed), .ready_o(bytes_ready),
    .from_stream_i(from_stream & state_q == OPEN), .s_tdata, .s_tkeep, .s_tlast, .s_tvalid,
    .s_tready, .m_tdata(core_tdata), .m_tkeep(core_tkeep), .m_tlast(core_tlast),
    .m_tvalid(core_tvalid), .m_tready(core_tready)
  );

  // To the core.

  assign wiping = state_q == WIPING;
  assign wipe_o = wipe_q;
  assign i_tdata = iv_q;
  assign i_tuser = message_q;
  assign i_tvalid = starting_q;
  assign from_stream = Stream & dma_q;

  // From the core: words of the result, or beats of the stream. A null beat has no word. A word is
  // in a register before an access reads it: after an access, the next one begins two cycles later.

  logic take, no_word, last_word, offered, read_q;  // read_q: the last word of a beat was read
  logic [31:0] word, word_q;
  logic [3:0] words;

  assign words = {result_tkeep[12], result_tkeep[8], result_tkeep[4], result_tkeep[0]};
  assign no_word = ~words[0];
  assign last_word = word_index_q == 2'd3 | ~words[word_index_q + 2'd1];
  assign offered = result_tvalid & ~no_word & ~from_stream & ~wiping & ~take & ~read_q;
  assign take = result & ~write_i & available_q;
  assign result_tready = wiping | (from_stream ? m_tready : no_word | read_q);
  assign finished = result_tvalid & result_tready & result_tlast & ~wiping;
  sil_mux #(.Words(4)) u_word (.words_i(result_tdata), .select_i(word_index_q), .word_o(word));
  always_ff @(posedge clk_i) begin
    if (!offered) word_q <= '0;
    else word_q <= word;
  end
  assign {m_tdata, m_tkeep, m_tlast, m_tuser} =
    from_stream ? {result_tdata, result_tkeep, result_tlast, result_tuser} : '0;
  assign m_tvalid = result_tvalid & from_stream & ~wiping;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= IDLE;
      {dma_q, starting_q, done_q, error_q, read_q, available_q, wipe_q} <= '0;
      {message_q, length_q, tweak_q, left_q, word_index_q, wiped_q} <= '0;
    end else begin
      read_q <= take & last_word;
      available_q <= offered;
      wipe_q <= wipe;
      if (take) word_index_q <= last_word ? '0 : word_index_q + 1'b1;
      if (finished) {done_q, error_q} <= {1'b1, result_tuser};
      if (i_tready) starting_q <= 1'b0;
      if (k_tvalid && k_tready) left_q <= left_q - 1'b1;
      wiped_q <= wiped_q + WipeBits'(wiping);
      if (wipe) begin
        state_q <= WIPING;
        {dma_q, starting_q, done_q, error_q, word_index_q, wiped_q} <= '0;
      end else if (started) begin
        state_q <= as_key ? KEY : closed ? CLOSED : OPEN;
        starting_q <= ~as_key;
        dma_q <= as_dma;
        message_q <= {data_i[7], mode};
        {length_q, tweak_q} <= {length, data_i[10] & strobe_i[1]};
        left_q <= {length, 1'b1} + 3'd2;
        {done_q, error_q} <= '0;
      end else begin
        unique case (state_q)
          KEY: if (k_tvalid && k_tready && k_tlast) state_q <= IDLE;
          OPEN: if (closed || (dma_q && s_tvalid && s_tready && s_tlast)) state_q <= CLOSED;
          CLOSED: if (finished) state_q <= IDLE;
          WIPING: if (&wiped_q) state_q <= IDLE;
          default: ;
        endcase
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (wipe) iv_q <= '0;
    else if (iv && write_i && state_q == IDLE && &strobe_i) iv_q[address_i[3:2]] <= data_i;
  end

  // The registers that sil_aes.rdl describes.

  logic event_q, bad_read, bad_write;
  logic [7:0] address;
  logic [31:0] bits;
  sil_aes_regs_pkg::sil_aes_regs__in_t to;
  sil_aes_regs_pkg::sil_aes_regs__out_t from;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) event_q <= 1'b0;
    else event_q <= done_q;
  end
  assign address = {address_i[7:2], 2'b00};
  assign bits = {{8{strobe_i[3]}}, {8{strobe_i[2]}}, {8{strobe_i[1]}}, {8{strobe_i[0]}}};
  always_comb begin
    to.VERSION.KIND.next = 8'd3;
    to.CONFIG.KEY_128.next = has_length(2'd0);
    to.CONFIG.KEY_192.next = has_length(2'd1);
    to.CONFIG.KEY_256.next = has_length(2'd2);
    to.CONFIG.DECRYPT.next = Decrypts;
    to.CONFIG.MODES.next = 3'(Modes);
    to.CONFIG.DMA.next = Stream;
    to.CONFIG.FIFO_WORDS.next = 8'(FifoWords);
    to.CONFIG.CIPHER.next = 4'(Cipher);
    to.STATUS.BUSY.next = state_q != IDLE;
    to.STATUS.OPEN.next = state_q == KEY | (state_q == OPEN & ~dma_q);
    to.STATUS.DONE.next = done_q;
    to.STATUS.ERROR.next = error_q;
    to.STATUS.KEYED.next = keyed_i[0];
    to.STATUS.TWEAK_KEYED.next = keyed_i[1];
    to.STATUS.AVAILABLE.next = available_q;
    to.STATUS.SPACE.next = bytes_ready;
    to.INTERRUPT.DONE.hwset = done_q & ~event_q;
    to.INTERRUPT.ERROR.hwset = done_q & ~event_q & error_q;
    to.INTERRUPT.AVAILABLE.hwset = available_q;
    to.CONTROL.wr_ack = from.CONTROL.req;
    to.DATA_BYTE.wr_ack = from.DATA_BYTE.req;
    to.IV = '{rd_ack: from.IV.req & ~write_i, rd_data: '0, wr_ack: from.IV.req & write_i};
    to.DATA = '{rd_ack: from.DATA.req & ~write_i, rd_data: '0, wr_ack: from.DATA.req & write_i};
    to.KEY = '{rd_ack: from.KEY.req & ~write_i, rd_data: '0, wr_ack: from.KEY.req & write_i};
    to.RESULT = '{
      rd_ack: from.RESULT.req & ~write_i, rd_data: word_q,
      wr_ack: from.RESULT.req & write_i
    };
  end
  sil_aes_regs u_regs (
    .clk(clk_i), .arst_n(rst_ni), .s_cpuif_req(access_i), .s_cpuif_req_is_wr(write_i),
    .s_cpuif_addr(address), .s_cpuif_wr_data(data_i), .s_cpuif_wr_biten(bits),
    .s_cpuif_req_stall_wr(), .s_cpuif_req_stall_rd(), .s_cpuif_rd_ack(), .s_cpuif_wr_ack(),
    .s_cpuif_rd_err(bad_read), .s_cpuif_rd_data(answer), .s_cpuif_wr_err(bad_write),
    .hwif_in(to), .hwif_out(from)
  );
  assign control = from.CONTROL.req;
  assign data = from.DATA.req;
  assign data_byte = from.DATA_BYTE.req;
  assign iv = from.IV.req;
  assign result = from.RESULT.req;
  assign key = from.KEY.req;
  assign irq_o = (from.INTERRUPT.DONE.value & from.INTERRUPT_ENABLE.DONE.value)
                 | (from.INTERRUPT.ERROR.value & from.INTERRUPT_ENABLE.ERROR.value)
                 | (from.INTERRUPT.AVAILABLE.value & from.INTERRUPT_ENABLE.AVAILABLE.value);

  assign refused = (control & ~command_ok) | (window & ~window_ok) | (key & ~k_tvalid)
                   | (iv & ~(write_i & state_q == IDLE & &strobe_i)) | (result & ~take);
  assign done_o = request;
  assign data_o = answer;
  assign response_o = bad_read | bad_write | refused ? SLVERR : OKAY;
endmodule
