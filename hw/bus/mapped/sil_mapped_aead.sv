// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The registers of AES-GCM or AES-CCM, between the access port of a bus and the streams of
/// sil_aes_gcm or sil_aes_ccm.
///
/// The host loads a key with a write of START and KEY to CONTROL and then writes its words to KEY.
/// It begins a message with START, and writes the bytes of the IV, of the associated data and of the
/// text to DATA, each followed by LAST. The result is read from RESULT meanwhile, and the tag of an
/// encryption from TAG. Before a decryption the host writes the tag to TAG, and STATUS tells whether
/// it is right. Before a message in CCM, whose IV is a nonce, it writes the lengths to AAD_BYTES and
/// TEXT_BYTES. sil_aead.rdl describes the registers. An address without a register, and an access
/// that is not allowed, get SLVERR and change nothing. No register gives a key, an IV, associated
/// data or a tag to compare with back.
///
/// A beat for the core waits in a register until the next one comes, because CCM has no null beat
/// after full beats: such a null beat from the FIFO makes the beat before it the last one.
///
/// ## Latency and throughput
/// An access is done in its cycle, except that a word of a key waits until the core takes it: after
/// a reset until the core is clear, and until the previous key is expanded. A write to a full FIFO
/// is refused, because the FIFO empties only when the result is read. A beat reaches the core at
/// most every third cycle.
///
/// ## Byte order
/// The first byte of a word is in its low bits.
module sil_mapped_aead
#(
  /// The core has CCM, otherwise GCM.
  parameter bit Ccm = 1'b0,
  /// As in the core.
  parameter int unsigned KeyBits = 128,
  /// As in the core.
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
  // Texts and results by AXI4-Stream, of messages with DMA. A result has the bytes of the text; its
  // last beat has `m_tuser` = STATUS.ERROR, and leaves after the tag was compared.
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
  // To the core, by the names of its ports. `core_t*` is `i_`, `a_` or `s_`, by the valid signal.
  output logic         wipe_o,
  output logic [31:0]  k_tdata,
  output logic [1:0]   k_tuser,
  output logic         k_tlast,
  output logic         k_tvalid,
  input  logic         k_tready,
  input  logic         keyed_i,
  /// As in sil_aes_ccm. GCM reads the low six bits.
  output logic [63:0]  i_tuser,
  output logic [127:0] core_tdata,
  output logic [15:0]  core_tkeep,
  output logic         core_tlast,
  /// Bit 0 of `i_`, bit 1 of `a_`, bit 2 of `s_`.
  output logic [2:0]   core_tvalid,
  input  logic [2:0]   core_tready,
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

  /// The longest memory. A wipe takes 2^WipeBits cycles: more than it and the core need.
  localparam int unsigned Longest = Buffer > FifoWords ? Buffer : FifoWords;
  localparam int unsigned WipeBits = Longest > 64 ? $clog2(Longest) + 1 : 7;

  if (FifoWords > 128) begin : gen_fifo_words
    $fatal(1, "FifoWords must be at most 128");  // a power of two in 8 bits of CONFIG
  end

  // The key lengths that the core has, by their code.
  function automatic logic has_length(logic [1:0] code);
    return code != 2'd3 & (KeyBits == 0 | 32'(code) * 64 + 128 == KeyBits);
  endfunction

  typedef enum logic [2:0] {IDLE, KEY, OPEN, CLOSED, WIPING} state_e;
  /// The packets of a message, in their order: IV, associated data, text.
  typedef enum logic [1:0] {IV, AAD, TEXT} packet_e;

  function automatic packet_e after(packet_e packet);
    return packet == IV ? AAD : packet == AAD ? TEXT : IV;
  endfunction

  state_e state_q;
  packet_e in_q, out_q;  // what enters and what leaves the FIFO
  logic dma_q, decrypt_q, done_q, error_q;
  logic [4:0] tag_bytes_q;
  logic [1:0] length_q, word_index_q;
  logic [2:0] left_q;  // words of the key that follow the next one
  logic [WipeBits-1:0] wiped_q;  // cycles of the wipe
  logic [3:0][31:0] tag_q;  // the tag of the result, or to compare with
  logic [3:0] expected_q;  // words of the tag to compare with that were written
  logic given_q;  // the tag can be read
  logic compare_q;  // the core has not yet taken the tag to compare with

  logic [31:0] aad_bytes_q;
  logic [25:0] text_bytes_q;

  // Requests of an access in this cycle.
  logic control, data, data_byte, tag, result, key, refused, key_waits, wiping;
  logic aad_bytes, text_bytes, length_ok;
  logic [31:0] answer;
  logic bytes_ready, available;

  // A word of a key goes to the core without a register, and waits until the core takes it.
  assign key_waits = state_q == KEY & access_i & write_i & address_i[7:6] == 2'b11;
  assign k_tvalid = key_waits & &strobe_i;
  assign k_tdata = k_tvalid ? data_i : '0;
  assign {k_tuser, k_tlast} = {length_q, left_q == '0};

  // Commands.

  logic start, last, wipe, as_key, as_dma, as_decrypt, may_start, may_end, command_ok;
  logic started, closed, tag_fits, tag_there, tag_written, streams;
  logic [1:0] length;
  logic [4:0] tag_bytes;

  assign wipe = control & data_i[2] & strobe_i[0];
  assign start = control & data_i[0] & strobe_i[0];
  assign last = control & data_i[1] & strobe_i[0];
  assign {as_key, as_dma, as_decrypt} = {data_i[3], data_i[4], data_i[7]};
  assign length = data_i[9:8] & {2{strobe_i[1]}};
  assign tag_bytes = data_i[20:16] & {5{strobe_i[2]}};
  // GCM: 4, 8 or 12 to 16 bytes (NIST SP 800-38D 5.2.1.2). CCM: 4, 6, ... 16 (SP 800-38C A.1).
  assign tag_fits = Ccm ? tag_bytes inside {[5'd4:5'd16]} & ~tag_bytes[0]
                        : tag_bytes inside {5'd4, 5'd8, [5'd12:5'd16]};
  assign tag_there = (expected_q | {tag_bytes <= 5'd12, tag_bytes <= 5'd8, tag_bytes <= 5'd4, 1'b0})
                     == 4'b1111;
  assign may_start = state_q == IDLE & ~last
                     & (as_key ? has_length(length) & ~as_dma
                               : keyed_i & tag_fits & (~as_decrypt | tag_there)
                                 & (~as_dma | Stream));
  assign tag_written = tag & write_i & state_q == IDLE & &strobe_i;
  assign streams = dma_q & in_q == TEXT;  // the text comes from the stream
  assign may_end = state_q == OPEN & ~streams & bytes_ready;
  assign command_ok = wipe | ((~start | may_start) & (~last | may_end));
  assign started = start & command_ok & ~wipe;
  assign closed = last & command_ok & ~wipe;
  assign wiping = state_q == WIPING;

  // Bytes of the window.

  logic window, window_ok, fits;
  logic [2:0] count;
  logic leaves_tlast, leaves_valid, leaves_ready, stream_end, unused_clearing;
  logic [127:0] leaves_tdata;
  logic [15:0] leaves_tkeep;

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

  sil_mapped_bytes #(.DataBits(128), .FifoWords(FifoWords)) u_bytes (
    .clk_i, .rst_ni, .clear_i(wipe_o), .clearing_o(unused_clearing), .word_i(data_i),
    .count_i(count),
    .valid_i((window & window_ok & count != '0) | closed), .ready_o(bytes_ready),
    .from_stream_i(Stream & dma_q & out_q == TEXT & state_q == OPEN), .s_tdata, .s_tkeep, .s_tlast,
    .s_tvalid, .s_tready, .m_tdata(leaves_tdata), .m_tkeep(leaves_tkeep), .m_tlast(leaves_tlast),
    .m_tvalid(leaves_valid), .m_tready(leaves_ready)
  );
  assign stream_end = s_tvalid & s_tready & s_tlast;

  // The beat for the core, and its packet. It is offered when it is known whether it is the last one.

  logic core_valid_q, core_last_q, offered_q, merge, merged_q, accepted;
  logic [127:0] core_q;
  logic [15:0] core_keep_q;
  packet_e core_packet_q;

  assign merge = leaves_valid & leaves_tlast & leaves_tkeep == '0 & core_keep_q[15] & ~core_last_q;
  assign leaves_ready = ~core_valid_q | merged_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {core_valid_q, offered_q, merged_q} <= '0;
    else if (wipe || wiping) {core_valid_q, offered_q, merged_q} <= '0;
    else begin
      core_valid_q <= (leaves_valid & leaves_ready) | (core_valid_q & ~accepted);
      offered_q <= core_valid_q & ~accepted & (core_last_q | (leaves_valid & ~merge));
      merged_q <= core_valid_q & merge & ~merged_q;
    end
  end
  always_ff @(posedge clk_i) begin
    if (wipe_o) {core_q, core_keep_q, core_last_q, core_packet_q} <= '0;
    else if (!core_valid_q) begin
      {core_q, core_keep_q, core_packet_q} <= {leaves_tdata, leaves_tkeep, out_q};
      core_last_q <= leaves_tlast;
    end else if (merged_q) core_last_q <= 1'b1;
  end

  // These signals lead to the core. wipe_o also clears all data here, one cycle after its command.

  assign core_tdata = core_q;
  assign core_tkeep = core_keep_q;
  assign core_tlast = core_last_q;
  assign core_tvalid = {core_packet_q == TEXT, core_packet_q == AAD, core_packet_q == IV}
                       & {3{offered_q}};
  assign accepted = |(core_tready & core_tvalid);
  assign i_tuser = {aad_bytes_q, text_bytes_q, tag_bytes_q, decrypt_q};
  assign t_tdata = tag_q;
  assign t_tvalid = compare_q;

  // From the core: words of the text, or beats of the stream. The last beat has no text.

  logic take, last_word, to_stream, finished;
  logic held_q;  // a beat waits for the next one
  logic [31:0] word;
  logic [2:0] follows;  // words that follow another one in a beat

  assign follows = {result_tkeep[12], result_tkeep[8], result_tkeep[4]};
  assign last_word = ({1'b0, follows} >> word_index_q & 4'd1) == '0;
  assign to_stream = Stream & dma_q;
  assign available = result_tvalid & ~result_tlast & ~to_stream & ~wiping;
  assign take = result & ~write_i & available;
  assign result_tready = wiping | (to_stream ? m_tready | (~held_q & ~result_tlast)
                                             : result_tlast | (take & last_word));
  assign finished = result_tvalid & result_tready & result_tlast & ~wiping;
  sil_mux #(.Words(4)) u_word (.words_i(result_tdata), .select_i(word_index_q), .word_o(word));

  // A beat of text for the stream waits for the next one, which says whether it is the last of the
  // text. A result without text is a null beat.

  logic [127:0] beat_q;
  logic [15:0] keep_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) held_q <= 1'b0;
    else if (wipe || finished) held_q <= 1'b0;
    else if (to_stream && result_tvalid && result_tready) held_q <= 1'b1;
  end
  always_ff @(posedge clk_i) begin
    if (wipe_o) {beat_q, keep_q} <= '0;
    else if (to_stream && result_tvalid && result_tready && !result_tlast) begin
      {beat_q, keep_q} <= {result_tdata, result_tkeep};
    end
  end
  assign {m_tdata, m_tkeep} = held_q ? {beat_q, keep_q} : '0;
  assign m_tvalid = to_stream & result_tvalid & ~wiping & (held_q | result_tlast);
  assign m_tlast = to_stream & result_tlast;
  assign m_tuser = m_tlast & result_tuser;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= IDLE;
      {in_q, out_q} <= {IV, IV};
      {dma_q, decrypt_q, done_q, error_q, expected_q, given_q, compare_q} <= '0;
      {tag_bytes_q, length_q, left_q, word_index_q, wiped_q} <= '0;
    end else begin
      if (take) word_index_q <= last_word ? '0 : word_index_q + 1'b1;
      if (finished) {done_q, error_q, given_q} <= {1'b1, result_tuser, ~decrypt_q & ~result_tuser};
      if (t_tready) compare_q <= 1'b0;
      if (leaves_valid && leaves_ready && leaves_tlast && !wiping) out_q <= after(out_q);
      if (k_tvalid && k_tready) left_q <= left_q - 1'b1;
      if (tag_written) begin
        expected_q[address_i[3:2]] <= 1'b1;
        given_q <= 1'b0;
      end
      wiped_q <= wiped_q + WipeBits'(wiping);
      if (wipe) begin
        state_q <= WIPING;
        {in_q, out_q} <= {IV, IV};
        {dma_q, done_q, error_q, expected_q, given_q, compare_q, word_index_q, wiped_q} <= '0;
      end else if (started) begin
        state_q <= as_key ? KEY : OPEN;
        length_q <= length;
        left_q <= {length, 1'b1} + 3'd2;
        {done_q, error_q, given_q} <= '0;
        if (!as_key) begin
          {dma_q, decrypt_q, tag_bytes_q} <= {as_dma, as_decrypt, tag_bytes};
          compare_q <= as_decrypt;
          expected_q <= '0;
        end
      end else begin
        if (closed) in_q <= after(in_q);
        unique case (state_q)
          KEY: if (k_tvalid && k_tready && k_tlast) state_q <= IDLE;
          OPEN: begin
            if (streams && stream_end) in_q <= IV;
            if (in_q == TEXT && (closed || (dma_q && stream_end))) state_q <= CLOSED;
          end
          CLOSED: if (finished) state_q <= IDLE;
          WIPING: if (&wiped_q) state_q <= IDLE;
          default: ;
        endcase
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (wipe_o) tag_q <= '0;
    else if (tag_written) tag_q[address_i[3:2]] <= data_i;
    else if (finished && !decrypt_q) tag_q <= result_tdata;
  end

  // The lengths of a message in CCM.

  assign length_ok = Ccm & write_i & &strobe_i & state_q == IDLE
                     & ~(text_bytes & |data_i[31:26]);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {aad_bytes_q, text_bytes_q} <= '0;
    else if (wipe) {aad_bytes_q, text_bytes_q} <= '0;
    else if (length_ok) begin
      if (aad_bytes) aad_bytes_q <= data_i;
      if (text_bytes) text_bytes_q <= data_i[25:0];
    end
  end

  // The registers that sil_aead.rdl describes.

  logic event_q, wipe_q, bad_read, bad_write;
  logic unused_stall_wr, unused_stall_rd, unused_rd_ack, unused_wr_ack;
  logic [7:0] address;
  logic [31:0] bits;
  sil_aead_regs_pkg::sil_aead_regs__in_t to;
  sil_aead_regs_pkg::sil_aead_regs__out_t partly_unused;  // windows have more than is used

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {event_q, wipe_q} <= '0;
    else {event_q, wipe_q} <= {done_q, wipe};
  end
  assign wipe_o = wipe_q;
  assign address = {address_i[7:2], 2'b00};
  assign bits = {{8{strobe_i[3]}}, {8{strobe_i[2]}}, {8{strobe_i[1]}}, {8{strobe_i[0]}}};
  always_comb begin
    to.VERSION.KIND.next = 8'd4;
    to.CONFIG.KEY_128.next = has_length(2'd0);
    to.CONFIG.KEY_192.next = has_length(2'd1);
    to.CONFIG.KEY_256.next = has_length(2'd2);
    to.CONFIG.DMA.next = Stream;
    to.CONFIG.FIFO_WORDS.next = 8'(FifoWords);
    to.CONFIG.HELD_BLOCKS.next = 11'(Buffer);
    to.CONFIG.CCM.next = Ccm;
    to.STATUS.BUSY.next = state_q != IDLE;
    to.STATUS.OPEN.next = state_q == KEY | (state_q == OPEN & ~streams);
    to.STATUS.DONE.next = done_q;
    to.STATUS.ERROR.next = error_q;
    to.STATUS.KEYED.next = keyed_i;
    to.STATUS.VERIFIED.next = done_q & ~error_q & decrypt_q;
    to.STATUS.AVAILABLE.next = available;
    to.STATUS.SPACE.next = bytes_ready;
    to.STATUS.PACKET.next = in_q;
    to.INTERRUPT.DONE.hwset = done_q & ~event_q;
    to.INTERRUPT.ERROR.hwset = done_q & ~event_q & error_q;
    to.INTERRUPT.AVAILABLE.hwset = available;
    to.CONTROL.wr_ack = control;
    to.DATA_BYTE.wr_ack = data_byte;
    to.AAD_BYTES.wr_ack = aad_bytes;
    to.TEXT_BYTES.wr_ack = text_bytes;
    to.TAG = '{
      rd_ack: tag & ~write_i, rd_data: given_q ? tag_q[address_i[3:2]] : '0, wr_ack: tag & write_i
    };
    to.DATA = '{rd_ack: data & ~write_i, rd_data: '0, wr_ack: data & write_i};
    to.KEY = '{rd_ack: key & ~write_i, rd_data: '0, wr_ack: key & write_i};
    to.RESULT = '{
      rd_ack: result & ~write_i, rd_data: available ? word : '0, wr_ack: result & write_i
    };
  end
  sil_aead_regs u_regs (
    .clk(clk_i), .arst_n(rst_ni), .s_cpuif_req(access_i), .s_cpuif_req_is_wr(write_i),
    .s_cpuif_addr(address), .s_cpuif_wr_data(data_i), .s_cpuif_wr_biten(bits),
    .s_cpuif_req_stall_wr(unused_stall_wr), .s_cpuif_req_stall_rd(unused_stall_rd),
    .s_cpuif_rd_ack(unused_rd_ack), .s_cpuif_wr_ack(unused_wr_ack), .s_cpuif_rd_err(bad_read),
    .s_cpuif_rd_data(answer), .s_cpuif_wr_err(bad_write), .hwif_in(to), .hwif_out(partly_unused)
  );
  assign control = partly_unused.CONTROL.req;
  assign data = partly_unused.DATA.req;
  assign data_byte = partly_unused.DATA_BYTE.req;
  assign aad_bytes = partly_unused.AAD_BYTES.req;
  assign text_bytes = partly_unused.TEXT_BYTES.req;
  assign tag = partly_unused.TAG.req;
  assign result = partly_unused.RESULT.req;
  assign key = partly_unused.KEY.req;
  assign irq_o =
    (partly_unused.INTERRUPT.DONE.value & partly_unused.INTERRUPT_ENABLE.DONE.value)
    | (partly_unused.INTERRUPT.ERROR.value & partly_unused.INTERRUPT_ENABLE.ERROR.value)
    | (partly_unused.INTERRUPT.AVAILABLE.value & partly_unused.INTERRUPT_ENABLE.AVAILABLE.value);

  assign refused = (control & ~command_ok) | (window & ~window_ok) | (key & ~k_tvalid)
                   | (tag & ~tag_written & (write_i | ~given_q)) | (result & ~take)
                   | ((aad_bytes | text_bytes) & ~length_ok);
  assign done_o = access_i & (~k_tvalid | k_tready);
  assign data_o = answer;
  assign response_o = bad_read | bad_write | refused ? SLVERR : OKAY;
endmodule
