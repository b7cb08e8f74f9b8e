// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The registers of AES-GCM, between the access port of a bus and the streams of sil_aes_gcm.
///
/// The host loads a key with a write of START and KEY to CONTROL and then writes its words to KEY.
/// A message begins with START. It has three sections: IV, associated data, and text. The host
/// writes the bytes of a section to DATA and ends it with LAST, also if the section is empty. It
/// reads the text from RESULT meanwhile. Before a decryption ends, the host writes the expected tag
/// to TAG; after an encryption, it reads the tag there. sil_gcm.rdl describes the registers. An
/// address without a register, and an access that is not allowed, get SLVERR and change nothing. No
/// register gives back a key, an IV, associated data, or a tag that was written.
///
/// With DMA the text comes from `s_t*`, and its result goes to `m_t*` as one packet. A text without
/// bytes, and one whose beats break the rules of the stream, end with a null beat.
///
/// ## Latency and throughput
/// An access is done in its cycle, except that a word of a key waits until the core takes it: at
/// most 67 cycles after a reset, or Buffer + 2 if that is more, and until the previous key is
/// expanded. A write to a full FIFO is refused, because the FIFO empties only when the text is read.
///
/// ## Byte order
/// The first byte of a word is in its low bits.
module sil_mapped_gcm
#(
  /// As in sil_aes_gcm.
  parameter int unsigned KeyBits = 128,
  /// As in sil_aes_gcm.
  parameter int unsigned Buffer = 0,
  /// Words of the FIFO, a power of two, at most 128.
  parameter int unsigned FifoWords = 16,
  /// A text may come from `s_t*` and its result go to `m_t*`. Cost: a multiplexer of a beat.
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
  // Texts and results by AXI4-Stream, in a message with DMA.
  input  logic [127:0] s_tdata,
  input  logic [15:0]  s_tkeep,
  input  logic         s_tlast,
  input  logic         s_tvalid,
  output logic         s_tready,
  output logic [127:0] m_tdata,
  output logic [15:0]  m_tkeep,
  output logic         m_tlast,
  /// High with a last null beat: the message was refused, or its tag is wrong.
  output logic         m_tuser,
  /// A wipe withdraws a beat that is not yet accepted, and drops the rest of its packet.
  output logic         m_tvalid,
  input  logic         m_tready,
  // To the core, by the names of its ports.
  output logic         wipe_o,
  output logic [31:0]  k_tdata,
  output logic [1:0]   k_tuser,
  output logic         k_tlast,
  output logic         k_tvalid,
  input  logic         k_tready,
  input  logic         keyed_i,
  /// The beat of `i_`, `a_` or the text.
  output logic [127:0] core_tdata,
  output logic [15:0]  core_tkeep,
  output logic         core_tlast,
  output logic [5:0]   i_tuser,
  output logic         i_tvalid,
  input  logic         i_tready,
  output logic         a_tvalid,
  input  logic         a_tready,
  output logic         core_tvalid,
  input  logic         core_tready,
  output logic [127:0] t_tdata,
  output logic         t_tvalid,
  input  logic         t_tready,
  // From the core.
  input  logic [127:0] result_tdata,
  input  logic [15:0]  result_tkeep,
  input  logic         result_tlast,
  input  logic         result_tuser,
  input  logic         result_tvalid,
  output logic         result_tready
);
  import sil_axil_pkg::*;

  /// Width of the counter of the cycles of a wipe.
  localparam int unsigned WipeBits = Buffer > 64 ? $clog2(Buffer) + 1 : 7;
  /// Width of the counter of beats in the core, which holds the Buffer and less than 64 others.
  localparam int unsigned BeatBits = $clog2(Buffer + 64);

  if (FifoWords > 128) begin : gen_fifo_words
    $fatal(1, "FifoWords must be at most 128");  // a power of two in 8 bits of CONFIG
  end

  // The key lengths that the core has, by their code.
  function automatic logic has_length(logic [1:0] code);
    return code != 2'd3 & (KeyBits == 0 | 32'(code) * 64 + 128 == KeyBits);
  endfunction

  typedef enum logic [2:0] {IDLE, KEY, OPEN, CLOSED, WIPING} state_e;
  typedef enum logic [1:0] {IV, ASSOCIATED, TEXT} section_e;
  state_e state_q;
  section_e section_q;  // where the host is
  section_e core_section_q;  // where the core is
  logic dma_q, decrypt_q;
  logic [4:0] tag_bytes_q;
  logic [1:0] length_q, word_index_q;
  logic [2:0] left_q;  // words of the key that follow the next one
  logic [WipeBits-1:0] wiped_q;  // cycles of the wipe
  logic [3:0][31:0] tag_q;  // the expected tag
  logic tag_taken_q;

  // Requests of an access in this cycle. That of a key repeats while its word waits.
  logic control, data, data_byte, tag, result, key, refused, key_waits;
  logic [31:0] answer;
  logic bytes_ready, bytes_clearing, streams, wiping, processed, processed_q, free;
  logic owes;  // the packet of `m_t*` has not ended

  // A word of a key goes to the core without a register, and waits until the core takes it.
  assign key_waits = state_q == KEY & access_i & write_i & address_i[7:6] == 2'b11;
  assign k_tvalid = key_waits & &strobe_i;
  assign k_tdata = k_tvalid ? data_i : '0;
  assign {k_tuser, k_tlast} = {length_q, left_q == '0};
  assign done_o = access_i & (~k_tvalid | k_tready);

  // Commands.

  logic start, last, wipe, as_key, as_dma, may_start, may_end, command_ok, started, closed;
  logic tag_fits;
  logic [1:0] length;
  logic [4:0] tag_bytes;

  assign wipe = control & data_i[2] & strobe_i[0];
  assign start = control & data_i[0] & strobe_i[0];
  assign last = control & data_i[1] & strobe_i[0];
  assign {as_key, as_dma} = {data_i[3], data_i[4]};
  assign length = data_i[9:8] & {2{strobe_i[1]}};
  assign tag_bytes = data_i[20:16] & {5{strobe_i[2]}};
  assign tag_fits = tag_bytes inside {5'd4, 5'd8, [5'd12:5'd16]};
  assign processed = state_q == CLOSED & result_tvalid & result_tlast & ~owes;
  assign free = state_q == IDLE | processed;
  assign may_start = free & ~last
                     & (as_key ? has_length(length) & ~as_dma
                               : keyed_i & tag_fits & (~as_dma | Stream));
  assign may_end = state_q == OPEN & ~streams & bytes_ready;
  assign command_ok = wipe | ((~start | may_start) & (~last | may_end));
  assign started = start & may_start & ~wipe;
  assign closed = last & ~start & may_end & ~wipe;

  // Bytes of the window.

  logic window, window_ok, fits;
  logic [2:0] count;

  assign streams = Stream & dma_q & section_q == TEXT;
  assign window = data | data_byte;
  assign window_ok = write_i & state_q == OPEN & ~streams & fits & bytes_ready;
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

  logic beat_valid, beat_ready, beat_taken;

  sil_mapped_bytes #(.DataBits(128), .FifoWords(FifoWords)) u_bytes (
    .clk_i, .rst_ni, .clear_i(wipe), .clearing_o(bytes_clearing), .word_i(data_i), .count_i(count),
    .valid_i((window & window_ok & count != '0) | closed), .ready_o(bytes_ready),
    .from_stream_i(streams & state_q == OPEN & core_section_q == TEXT), .s_tdata, .s_tkeep,
    .s_tlast, .s_tvalid, .s_tready, .m_tdata(core_tdata), .m_tkeep(core_tkeep),
    .m_tlast(core_tlast), .m_tvalid(beat_valid), .m_tready(beat_ready)
  );

  // To the core: each packet of bytes is a section.

  assign wiping = state_q == WIPING;
  assign wipe_o = wiping & wiped_q == '0;
  assign i_tuser = {tag_bytes_q, decrypt_q};
  assign i_tvalid = beat_valid & core_section_q == IV;
  assign a_tvalid = beat_valid & core_section_q == ASSOCIATED;
  assign core_tvalid = beat_valid & core_section_q == TEXT;
  assign beat_ready = (i_tready & core_section_q == IV) | (a_tready & core_section_q == ASSOCIATED)
                      | (core_tready & core_section_q == TEXT);
  assign beat_taken = beat_valid & beat_ready;
  assign t_tdata = tag_q;
  assign t_tvalid = state_q == CLOSED & decrypt_q & ~tag_taken_q;

  // From the core: words of the text, or beats of the stream. The last beat has the tag. It stays
  // in the core until the next message or key.

  logic available, take, last_word, accept_q, tag_read, tag_write;
  logic [31:0] word;
  logic [3:0] words;

  assign words = {result_tkeep[12], result_tkeep[8], result_tkeep[4], result_tkeep[0]};
  assign last_word = word_index_q == 2'd3 | ~words[word_index_q + 2'd1];
  assign available = result_tvalid & ~result_tlast & ~dma_q & ~accept_q;
  assign take = result & ~write_i & available;
  assign tag_read = tag & ~write_i & processed & ~decrypt_q & ~result_tuser;
  assign tag_write = tag & write_i & &strobe_i & (state_q inside {IDLE, KEY, OPEN} | processed);
  // A register keeps the bus away from the core. It accepts a beat whose words are read, or the last
  // beat of the message before.
  assign result_tready = accept_q | (dma_q & ~result_tlast & m_tready);
  sil_mux #(.Words(4)) u_word (
    .words_i(result_tdata), .select_i(tag ? address_i[3:2] : word_index_q), .word_o(word)
  );

  if (Stream) begin : gen_stream
    // Beats of text in the core. When its last beat with bytes is the only one, it ends the packet.
    // The counter stays at its highest value, which it reaches in refused messages alone.
    logic [BeatBits-1:0] beats_q;
    logic entered_q, owes_q, text_in, text_out;

    assign text_in = core_tvalid & core_tready & core_tkeep[0];
    assign text_out = m_tvalid & m_tready & ~result_tlast;
    assign owes = owes_q;
    assign m_tvalid = dma_q & result_tvalid & (owes_q | ~result_tlast) & ~accept_q;
    assign m_tlast = m_tvalid & (result_tlast | (entered_q & beats_q == BeatBits'(1)));
    assign {m_tdata, m_tkeep} = dma_q & ~result_tlast ? {result_tdata, result_tkeep} : '0;
    assign m_tuser = dma_q & result_tlast & result_tuser;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) {beats_q, entered_q, owes_q} <= '0;
      else if (wipe || started) {beats_q, entered_q, owes_q} <= (BeatBits + 2)'(started & as_dma);
      else begin
        if (!(&beats_q)) beats_q <= beats_q + BeatBits'(text_in) - BeatBits'(text_out);
        if (text_in && core_tlast) entered_q <= 1'b1;
        if (m_tvalid && m_tready && m_tlast) owes_q <= 1'b0;
      end
    end
  end else begin : gen_no_stream
    assign owes = 1'b0;
    assign {m_tdata, m_tkeep, m_tlast, m_tuser, m_tvalid} = '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= IDLE;
      {section_q, core_section_q} <= {IV, IV};
      {dma_q, decrypt_q, tag_taken_q, processed_q, accept_q} <= '0;
      {tag_bytes_q, length_q, left_q, word_index_q, wiped_q} <= '0;
    end else begin
      processed_q <= processed;
      accept_q <= wipe | wiping | started | (take & last_word);
      if (take) word_index_q <= last_word ? '0 : word_index_q + 1'b1;
      if (t_tvalid && t_tready) tag_taken_q <= 1'b1;
      if (k_tvalid && k_tready) left_q <= left_q - 1'b1;
      if (beat_taken && core_tlast) core_section_q <= core_section_q == IV ? ASSOCIATED : TEXT;
      wiped_q <= wiped_q + WipeBits'(wiping & ~&wiped_q);
      if (wipe) begin
        state_q <= WIPING;
        {dma_q, decrypt_q, tag_bytes_q, word_index_q, wiped_q} <= '0;
      end else if (started) begin
        state_q <= as_key ? KEY : OPEN;
        {section_q, core_section_q} <= {IV, IV};
        {dma_q, decrypt_q, tag_taken_q} <= {as_dma, data_i[7] & ~as_key, 1'b0};
        tag_bytes_q <= as_key ? '0 : tag_bytes;
        length_q <= length;
        left_q <= {length, 1'b1} + 3'd2;
      end else begin
        if (closed && section_q != TEXT) section_q <= section_q == IV ? ASSOCIATED : TEXT;
        unique case (state_q)
          KEY: if (k_tvalid && k_tready && k_tlast) state_q <= IDLE;
          OPEN: if ((closed && section_q == TEXT) || (s_tvalid && s_tready && s_tlast))
                  state_q <= CLOSED;
          WIPING: if (&wiped_q && !bytes_clearing) state_q <= IDLE;
          default: ;
        endcase
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (wipe) tag_q <= '0;
    else if (tag_write) tag_q[address_i[3:2]] <= data_i;
  end

  // The registers that sil_gcm.rdl describes.

  logic bad_read, bad_write, event_done;
  logic [3:0] unused_handshake;  // each access is answered in its cycle
  logic [7:0] address;
  logic [31:0] bits;
  sil_gcm_regs_pkg::sil_gcm_regs__in_t to;
  sil_gcm_regs_pkg::sil_gcm_regs__out_t from;

  assign event_done = processed & ~processed_q;
  assign address = {address_i[7:2], 2'b00};
  assign bits = {{8{strobe_i[3]}}, {8{strobe_i[2]}}, {8{strobe_i[1]}}, {8{strobe_i[0]}}};
  always_comb begin
    to.VERSION.KIND.next = 8'd4;
    to.CONFIG.KEY_128.next = has_length(2'd0);
    to.CONFIG.KEY_192.next = has_length(2'd1);
    to.CONFIG.KEY_256.next = has_length(2'd2);
    to.CONFIG.DMA.next = Stream;
    to.CONFIG.FIFO_WORDS.next = 8'(FifoWords);
    to.CONFIG.BUFFER.next = 11'(Buffer);
    to.STATUS.BUSY.next = ~free;
    to.STATUS.OPEN.next = state_q == KEY | (state_q == OPEN & ~streams);
    to.STATUS.DONE.next = processed;
    to.STATUS.ERROR.next = processed & result_tuser;
    to.STATUS.KEYED.next = keyed_i;
    to.STATUS.VERIFIED.next = processed & decrypt_q & ~result_tuser;
    to.STATUS.AVAILABLE.next = available;
    to.STATUS.SPACE.next = bytes_ready;
    to.STATUS.SECTION.next = state_q == OPEN ? section_q : '0;
    to.STATUS.DECRYPT.next = decrypt_q;
    to.STATUS.TAG_BYTES.next = tag_bytes_q;
    to.INTERRUPT.DONE.hwset = event_done;
    to.INTERRUPT.ERROR.hwset = event_done & result_tuser;
    to.INTERRUPT.AVAILABLE.hwset = available;
    to.CONTROL.wr_ack = from.CONTROL.req;
    to.DATA_BYTE.wr_ack = from.DATA_BYTE.req;
    to.DATA = '{rd_ack: from.DATA.req & ~write_i, rd_data: '0, wr_ack: from.DATA.req & write_i};
    to.KEY = '{rd_ack: from.KEY.req & ~write_i, rd_data: '0, wr_ack: from.KEY.req & write_i};
    to.TAG = '{
      rd_ack: from.TAG.req & ~write_i, rd_data: tag_read ? word : '0,
      wr_ack: from.TAG.req & write_i
    };
    to.RESULT = '{
      rd_ack: from.RESULT.req & ~write_i, rd_data: available ? word : '0,
      wr_ack: from.RESULT.req & write_i
    };
  end
  sil_gcm_regs u_regs (
    .clk(clk_i), .arst_n(rst_ni), .s_cpuif_req(access_i), .s_cpuif_req_is_wr(write_i),
    .s_cpuif_addr(address), .s_cpuif_wr_data(data_i), .s_cpuif_wr_biten(bits),
    .s_cpuif_req_stall_wr(unused_handshake[0]), .s_cpuif_req_stall_rd(unused_handshake[1]),
    .s_cpuif_rd_ack(unused_handshake[2]), .s_cpuif_wr_ack(unused_handshake[3]),
    .s_cpuif_rd_err(bad_read), .s_cpuif_rd_data(answer), .s_cpuif_wr_err(bad_write),
    .hwif_in(to), .hwif_out(from)
  );
  assign control = from.CONTROL.req;
  assign data = from.DATA.req;
  assign data_byte = from.DATA_BYTE.req;
  assign tag = from.TAG.req;
  assign result = from.RESULT.req;
  assign key = from.KEY.req;
  assign irq_o = (from.INTERRUPT.DONE.value & from.INTERRUPT_ENABLE.DONE.value)
                 | (from.INTERRUPT.ERROR.value & from.INTERRUPT_ENABLE.ERROR.value)
                 | (from.INTERRUPT.AVAILABLE.value & from.INTERRUPT_ENABLE.AVAILABLE.value);

  assign refused = (control & ~command_ok) | (window & ~window_ok) | (key & ~k_tvalid)
                   | (tag & ~(tag_write | tag_read)) | (result & ~take);
  assign data_o = answer;
  assign response_o = bad_read | bad_write | refused ? SLVERR : OKAY;
endmodule
