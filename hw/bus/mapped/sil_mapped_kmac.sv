// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The registers of KMAC and cSHAKE, between the access port of a bus and the streams of sil_kmac.
///
/// The host writes the lengths to STRING_BYTES and RESULT_BYTES and begins a request with START. It
/// writes the bytes of the customisation string, of the key and of the message to DATA, each
/// followed by LAST, and reads the result from RESULT. sil_kmac.rdl describes the registers. An
/// address without a register, and an access that is not allowed, get SLVERR and change nothing. No
/// register gives a key, a string or a message back.
///
/// ## Latency and throughput
/// An access is done in its cycle. A write waits while the FIFO is full.
///
/// ## Byte order
/// The first byte of a word is in its low bits.
module sil_mapped_kmac
#(
  /// As in sil_kmac.
  parameter int unsigned Strength = 128,
  /// Words of the FIFO, a power of two, at most 128. Gain: the bus waits less often. Cost: memory.
  parameter int unsigned FifoWords = 16,
  /// A message may come from `s_t*`. It reaches the core one cycle later. Cost: a multiplexer.
  parameter bit Stream = 1'b1
) (
  input  logic        clk_i,
  /// Asynchronous assert, active low.
  input  logic        rst_ni,
  // From the bus: an access waits for `done_o`.
  input  logic        access_i,
  input  logic        write_i,
  input  logic [7:0]  address_i,
  input  logic [31:0] data_i,
  input  logic [3:0]  strobe_i,
  output logic        done_o,
  output logic [31:0] data_o,
  /// As in sil_axil_pkg.
  output logic [1:0]  response_o,
  /// An event that is enabled in INTERRUPT_ENABLE.
  output logic        irq_o,
  // Messages by AXI4-Stream, of requests with DMA.
  input  logic [63:0] s_tdata,
  input  logic [7:0]  s_tkeep,
  input  logic        s_tlast,
  input  logic        s_tvalid,
  output logic        s_tready,
  // To the core, by the names of its ports. `core_t*` is `s_t*`.
  output logic        wipe_o,
  output logic [1:0]  i_tuser,
  output logic [31:0] i_tcount,
  output logic [31:0] i_tbytes,
  output logic        i_tvalid,
  input  logic        i_tready,
  output logic [63:0] core_tdata,
  output logic [7:0]  core_tkeep,
  output logic        core_tlast,
  output logic        core_tvalid,
  input  logic        core_tready,
  // From the core.
  input  logic [63:0] result_tdata,
  input  logic [7:0]  result_tkeep,
  input  logic        result_tlast,
  input  logic        result_tuser,
  input  logic        result_tvalid,
  output logic        result_tready
);
  import sil_axil_pkg::*;

  if (FifoWords > 128) begin : gen_fifo_words
    $fatal(1, "FifoWords must be at most 128");  // a power of two in 8 bits of CONFIG
  end

  typedef enum logic [1:0] {IDLE, OPEN, CLOSED, WIPING} state_e;
  /// The packets of a request, in their order. cSHAKE has no key.
  typedef enum logic [1:0] {CUSTOMISATION, KEY, MESSAGE} packet_e;

  function automatic packet_e after(packet_e packet, logic keyed);
    return packet == MESSAGE ? CUSTOMISATION : packet == CUSTOMISATION & keyed ? KEY : MESSAGE;
  endfunction

  state_e state_q;
  packet_e in_q, out_q;  // what enters and what leaves the FIFO
  logic dma_q, done_q, error_q, request_q, high_q;  // high_q: the upper word of a beat is next
  logic [1:0] operation_q, wiped_q;  // wiped_q: cycles of a wipe, up to 3
  logic [31:0] string_bytes_q, result_bytes_q;

  // Requests of an access in this cycle.
  logic request, control, data, data_byte, result, string_bytes, result_bytes, refused;
  logic [31:0] answer;
  logic bytes_ready, bytes_clearing, wiping;

  assign request = access_i & (~write_i | bytes_ready | wiping);

  // Commands.

  logic start, last, wipe, as_dma, may_start, may_end, command_ok, started, closed, streams;
  logic [1:0] operation;

  assign wipe = control & data_i[2] & strobe_i[0];
  assign start = control & data_i[0] & strobe_i[0];
  assign last = control & data_i[1] & strobe_i[0];
  assign {as_dma, operation} = {data_i[4], data_i[6:5]};
  assign may_start = state_q == IDLE & ~last & operation != 2'd3 & (~as_dma | Stream)
                     & result_bytes_q != '0 & (operation != '0 | result_bytes_q[31:16] == '0);
  assign streams = dma_q & in_q == MESSAGE;  // the message comes from the stream
  assign may_end = state_q == OPEN & ~streams;
  assign command_ok = wipe | ((~start | may_start) & (~last | may_end));
  assign started = start & command_ok & ~wipe;
  assign closed = last & command_ok & ~wipe;
  assign wiping = state_q == WIPING;

  // Bytes of the window.

  logic window, window_ok, fits, leaves, stream_end;
  logic [2:0] count;

  assign window = data | data_byte;
  assign window_ok = write_i & state_q == OPEN & ~streams & fits;
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

  sil_mapped_bytes #(.DataBits(64), .FifoWords(FifoWords)) u_bytes (
    .clk_i, .rst_ni, .clear_i(wipe_o), .clearing_o(bytes_clearing), .word_i(data_i),
    .count_i(count), .valid_i((window & window_ok & count != '0) | closed), .ready_o(bytes_ready),
    .from_stream_i(Stream & dma_q & out_q == MESSAGE & state_q == OPEN), .s_tdata, .s_tkeep,
    .s_tlast, .s_tvalid, .s_tready, .m_tdata(core_tdata), .m_tkeep(core_tkeep),
    .m_tlast(core_tlast), .m_tvalid(core_tvalid), .m_tready(core_tready)
  );
  assign stream_end = s_tvalid & s_tready & s_tlast;
  assign leaves = core_tvalid & core_tready & core_tlast;

  // These signals lead to the core. After a wipe it takes no request before all data is cleared.

  assign wipe_o = wiping & wiped_q == '0;
  assign {i_tuser, i_tcount, i_tbytes} = {operation_q, string_bytes_q, result_bytes_q};
  assign i_tvalid = request_q;

  // From the core: words of the result. The beat of a refused request has none.

  logic available, take, finished;
  logic [6:0] unused_keep;  // the valid bytes of a word, because the others are 0

  assign unused_keep = {result_tkeep[7:5], result_tkeep[3:0]};
  assign available = result_tvalid & ~result_tuser & ~wiping;
  assign take = request & result & ~write_i & available;
  assign result_tready = wiping | result_tuser | (take & (high_q | ~result_tkeep[4]));
  assign finished = result_tvalid & result_tready & result_tlast & ~wiping;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= IDLE;
      {in_q, out_q} <= {CUSTOMISATION, CUSTOMISATION};
      {dma_q, done_q, error_q, request_q, high_q, operation_q, wiped_q} <= '0;
    end else begin
      if (take) high_q <= ~high_q & result_tkeep[4];
      if (finished) {done_q, error_q} <= {1'b1, result_tuser};
      if (leaves && !wiping) out_q <= after(out_q, ~operation_q[1]);
      if (i_tready) request_q <= 1'b0;
      if (wiping && wiped_q != '1) wiped_q <= wiped_q + 1'b1;
      if (wipe) begin
        state_q <= WIPING;
        {in_q, out_q} <= {CUSTOMISATION, CUSTOMISATION};
        {dma_q, done_q, error_q, request_q, high_q, operation_q, wiped_q} <= '0;
      end else if (started) begin
        state_q <= OPEN;
        {dma_q, operation_q, request_q} <= {as_dma, operation, 1'b1};
        {done_q, error_q} <= '0;
      end else begin
        if (closed) in_q <= after(in_q, ~operation_q[1]);
        unique case (state_q)
          OPEN: begin
            if (streams && stream_end) in_q <= CUSTOMISATION;
            if (in_q == MESSAGE && (closed || (dma_q && stream_end))) state_q <= CLOSED;
          end
          CLOSED: if (finished) state_q <= IDLE;
          WIPING: if (wiped_q == '1 && i_tready && !bytes_clearing) state_q <= IDLE;
          default: ;
        endcase
      end
    end
  end

  // The lengths of a request.

  logic length_ok;

  assign length_ok = write_i & &strobe_i & state_q == IDLE;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {string_bytes_q, result_bytes_q} <= '0;
    else if (wipe) {string_bytes_q, result_bytes_q} <= '0;
    else if (length_ok) begin
      if (string_bytes) string_bytes_q <= data_i;
      if (result_bytes) result_bytes_q <= data_i;
    end
  end

  // The registers that sil_kmac.rdl describes.

  logic event_q, bad_read, bad_write;
  logic unused_stall_wr, unused_stall_rd, unused_rd_ack, unused_wr_ack;
  logic [7:0] address;
  logic [31:0] bits;
  sil_kmac_regs_pkg::sil_kmac_regs__in_t to;
  sil_kmac_regs_pkg::sil_kmac_regs__out_t partly_unused;  // windows have more than is used

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) event_q <= 1'b0;
    else event_q <= done_q;
  end
  assign address = {address_i[7:2], 2'b00};
  assign bits = {{8{strobe_i[3]}}, {8{strobe_i[2]}}, {8{strobe_i[1]}}, {8{strobe_i[0]}}};
  always_comb begin
    to.VERSION.KIND.next = 8'd5;
    to.CONFIG.BLOCK_BYTES.next = 8'((1600 - 2 * Strength) / 8);
    to.CONFIG.DMA.next = Stream;
    to.CONFIG.FIFO_WORDS.next = 8'(FifoWords);
    to.STATUS.BUSY.next = state_q != IDLE;
    to.STATUS.OPEN.next = state_q == OPEN & ~streams;
    to.STATUS.DONE.next = done_q;
    to.STATUS.ERROR.next = error_q;
    to.STATUS.AVAILABLE.next = available;
    to.STATUS.PACKET.next = in_q;
    to.INTERRUPT.DONE.hwset = done_q & ~event_q;
    to.INTERRUPT.ERROR.hwset = done_q & ~event_q & error_q;
    to.INTERRUPT.AVAILABLE.hwset = available;
    to.CONTROL.wr_ack = control;
    to.STRING_BYTES.wr_ack = string_bytes;
    to.RESULT_BYTES.wr_ack = result_bytes;
    to.DATA_BYTE.wr_ack = data_byte;
    to.DATA = '{rd_ack: data & ~write_i, rd_data: '0, wr_ack: data & write_i};
    to.RESULT = '{
      rd_ack: result & ~write_i,
      rd_data: available ? (high_q ? result_tdata[63:32] : result_tdata[31:0]) : '0,
      wr_ack: result & write_i
    };
  end
  sil_kmac_regs u_regs (
    .clk(clk_i), .arst_n(rst_ni), .s_cpuif_req(request), .s_cpuif_req_is_wr(write_i),
    .s_cpuif_addr(address), .s_cpuif_wr_data(data_i), .s_cpuif_wr_biten(bits),
    .s_cpuif_req_stall_wr(unused_stall_wr), .s_cpuif_req_stall_rd(unused_stall_rd),
    .s_cpuif_rd_ack(unused_rd_ack), .s_cpuif_wr_ack(unused_wr_ack), .s_cpuif_rd_err(bad_read),
    .s_cpuif_rd_data(answer), .s_cpuif_wr_err(bad_write), .hwif_in(to), .hwif_out(partly_unused)
  );
  assign control = partly_unused.CONTROL.req;
  assign string_bytes = partly_unused.STRING_BYTES.req;
  assign result_bytes = partly_unused.RESULT_BYTES.req;
  assign data = partly_unused.DATA.req;
  assign data_byte = partly_unused.DATA_BYTE.req;
  assign result = partly_unused.RESULT.req;
  assign irq_o =
    (partly_unused.INTERRUPT.DONE.value & partly_unused.INTERRUPT_ENABLE.DONE.value)
    | (partly_unused.INTERRUPT.ERROR.value & partly_unused.INTERRUPT_ENABLE.ERROR.value)
    | (partly_unused.INTERRUPT.AVAILABLE.value & partly_unused.INTERRUPT_ENABLE.AVAILABLE.value);

  assign refused = (control & ~command_ok) | (window & ~window_ok) | (result & ~take)
                   | ((string_bytes | result_bytes) & ~length_ok);
  assign done_o = request;
  assign data_o = answer;
  assign response_o = bad_read | bad_write | refused ? SLVERR : OKAY;
endmodule
