// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The host's registers and the cycle counters.
///
/// A write must have all four bytes. An access that is not allowed gets SLVERR, and an address
/// without a register gets DECERR. Such an access changes nothing.
///
/// A master that is not trusted gets SLVERR from the registers of the key and the owners, and for
/// commands that load, expand or wipe the key, or stop a transfer that a trusted master began. A
/// command counts as trusted when the command and every parameter that it uses were last written by
/// a trusted master.
///
/// ## Latency and throughput
/// An access is answered in its cycle. A register takes its value one cycle later, and the core and
/// the transfers get their requests one cycle after that.
module sil_storage_registers
  import sil_storage_pkg::*;
#(
  /// As in sil_storage_unit.
  parameter int unsigned KeyBits = 0,
  /// As in sil_storage_unit.
  parameter int unsigned BankWords = 1024,
  localparam int unsigned AddressBits = $clog2(BANKS * BankWords)
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             access_i,
  /// The access is that of a trusted master.
  input  logic             trusted_i,
  input  logic             write_i,
  input  logic [7:0]       address_i,
  input  logic [31:0]      data_i,
  input  logic [3:0]       strobe_i,
  output logic [31:0]      data_o,
  output logic [1:0]       response_o,
  /// A register access of the host is in progress in this cycle. MESSAGES counts these cycles.
  input  logic             message_i,
  /// An access to registers or banks was refused, and its byte address (bit 0: write).
  input  logic             refused_i,
  input  logic [31:0]      refused_address_i,
  output logic             interrupt_o,
  output logic             wipe_o,
  input  logic             wiping_i,
  output logic [BANKS-1:0] owner_request_o,
  input  logic [BANKS-1:0] owner_i,
  /// Commands to the core, and its state.
  output logic             start_o,
  output function_e        function_o,
  output logic [31:0]      source_o,
  output logic [31:0]      destination_o,
  output logic [31:0]      blocks_o,
  /// With `start_o`: the command is trusted.
  output logic             trusted_o,
  input  logic             busy_i,
  input  function_e        function_i,
  input  logic             done_i,
  input  end_e             end_i,
  /// Key register: clear, write a word, length in words, and length as the cores encode it.
  output logic             key_clear_o,
  output logic             key_write_o,
  output logic [2:0]       key_index_o,
  output logic [31:0]      key_word_o,
  output logic [3:0]       key_words_o,
  output logic [1:0]       key_length_o,
  input  logic             key_complete_i,
  input  logic             keyed_i,
  /// Commands to the transfers, and their state.
  output logic             dma_start_o,
  output logic             dma_out_o,
  output logic             dma_stop_o,
  output logic [31:0]      dma_address_o,
  output logic [31:0]      dma_words_o,
  /// With `dma_start_o`: the transfer is trusted.
  output logic             dma_trusted_o,
  input  logic             dma_busy_i,
  input  logic             dma_out_i,
  input  logic             dma_done_i,
  input  end_e             dma_end_i,
  input  logic [AddressBits:0] dma_moved_i
);
  import sil_axil_pkg::*;

  // The key length: any, or one.
  localparam bit AnyKey = KeyBits == 0;
  localparam logic [1:0] OneLength = AnyKey ? 2'd0 : 2'((KeyBits - 128) / 64);

  logic [BANKS-1:0] owner_request_q;
  logic [31:0] source_q, destination_q, blocks_q, refused_q, dma_address_q, dma_words_q;
  logic [1:0] length_q;
  logic [2:0] events_q, enable_q, happened;
  end_e end_q, dma_end_q;
  logic [31:0] count_q, dma_count_q;
  logic [31:0] cycles_q [FUNCTIONS];
  logic all_bytes, known, free;
  logic write_q, trusted_q, ended_q, dma_ended_q;
  logic [7:2] address_q;
  logic [31:0] data_q;
  logic is_key, is_cycles;
  logic guarded;  // only a trusted master may access it
  logic dma_trusted_q;  // a trusted master started the transfer that is in progress
  logic [DMA_WORDS[7:2]:SOURCE[7:2]] doubt_q;  // last written by a master that is not trusted
  logic [63:0] at;  // the register that is written, one-hot
  logic [3:0] counter;

  function automatic logic [31:0] next(logic [31:0] count);
    return &count ? count : count + 1'b1;
  endfunction

  assign is_key = address_i[7:5] == KEY[7:5];
  // Eight counters in 32 bytes, and the ninth after them.
  assign counter = {address_i[7], address_i[4:2]};
  assign is_cycles = address_i[7:5] == CYCLES[7:5] | address_i[7:2] == CYCLES[7:2] + 6'd8;

  always_comb begin
    unique case (address_i & 8'hfc)
      OWNERS, KEY_LENGTH: guarded = 1'b1;
      CONTROL: guarded = data_i[WIPE] | (data_i[STOP_DMA] & dma_trusted_q);
      COMMAND: guarded = data_i[3:0] inside {LOAD, KEY_EXPANSION};
      default: guarded = is_key;
    endcase
  end

  // Read data of a register, and the response. Addresses are word-aligned.
  always_comb begin
    data_o = '0;
    response_o = OKAY;
    free = ~busy_i & ~wiping_i;
    all_bytes = &strobe_i;
    known = 1'b1;
    unique case (address_i & 8'hfc)
      INFO: data_o = {16'd0, 8'($clog2(BankWords)), 8'(KeyBits / 32)};
      STATUS: begin
        data_o[5:0] = {wiping_i, keyed_i, key_complete_i, interrupt_o, dma_busy_i, busy_i};
        data_o[15:8] = {1'b0, end_q, function_i};
        data_o[23:16] = {1'b0, dma_end_q, dma_out_i ? DMA_OUT : DMA_IN};
      end
      EVENTS: data_o = 32'(events_q);
      INTERRUPTS: data_o = 32'(enable_q);
      REFUSED: data_o = refused_q;
      OWNERS: data_o = {16'd0, 8'(owner_request_q), 8'(owner_i)};
      SOURCE: data_o = source_q;
      DESTINATION: data_o = destination_q;
      BLOCKS: data_o = blocks_q;
      KEY_LENGTH: data_o = 32'(length_q);
      DMA_ADDRESS: data_o = dma_address_q;
      DMA_WORDS: data_o = dma_words_q;
      DMA_MOVED: data_o = 32'(dma_moved_i);
      CONTROL, COMMAND, DMA_COMMAND: ;
      default: begin
        if (is_cycles) data_o = cycles_q[counter];
        known = is_key | is_cycles;
      end
    endcase
    if (!known) response_o = DECERR;
    else if (!write_i) begin
      if (is_key || address_i[7:2] inside {CONTROL[7:2], COMMAND[7:2], DMA_COMMAND[7:2]}) begin
        response_o = SLVERR;
      end
    end else begin
      unique case (address_i & 8'hfc)
        CONTROL: if (data_i[31:2] != '0) response_o = SLVERR;
        EVENTS, INTERRUPTS: if (data_i[31:3] != '0) response_o = SLVERR;
        OWNERS: if (data_i[31:BANKS] != '0) response_o = SLVERR;
        COMMAND: begin
          if (!free || data_i[31:4] != '0 || !(data_i[3:0] inside {[LOAD:INV_CIPHER_PAR]})) begin
            response_o = SLVERR;
          end
        end
        KEY_LENGTH: begin
          if (!free || data_i[31:2] != '0 || &data_i[1:0] || (!AnyKey && data_i[1:0] != OneLength))
          begin
            response_o = SLVERR;
          end
        end
        DMA_COMMAND: begin
          if (dma_busy_i || (data_i != 32'(DMA_IN) && data_i != 32'(DMA_OUT))) begin
            response_o = SLVERR;
          end
        end
        SOURCE, DESTINATION, BLOCKS, DMA_ADDRESS, DMA_WORDS: ;
        default: begin
          if (is_key) begin
            if (!free || {1'b0, address_i[4:2]} >= key_words_o) response_o = SLVERR;
          end else if (!is_cycles || counter != MESSAGES || data_i != '0) response_o = SLVERR;
        end
      endcase
      if (!all_bytes) response_o = SLVERR;
    end
    if (known && guarded && !trusted_i) begin
      data_o = '0;
      response_o = SLVERR;
    end
  end
  always_comb begin
    happened[EVENT_CORE] = done_i;
    happened[EVENT_DMA] = dma_done_i;
    happened[EVENT_REFUSED] = refused_i;
  end

  // A write that is allowed, one cycle after its access.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) write_q <= 1'b0;
    else write_q <= access_i & write_i & response_o == OKAY;
  end
  always_ff @(posedge clk_i) {address_q, data_q, trusted_q} <= {address_i[7:2], data_i, trusted_i};
  assign at = 64'(write_q) << address_q;

  // The key register gets its words and its length in that cycle. A write of KEY_LENGTH clears it.
  assign key_clear_o = at[KEY_LENGTH[7:2]];
  assign key_write_o = write_q & address_q[7:5] == KEY[7:5];
  assign {key_index_o, key_word_o} = {address_q[4:2], data_q};

  // Requests to the core and to the transfers, one cycle later.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {wipe_o, dma_stop_o, start_o, dma_start_o} <= '0;
    else begin
      wipe_o      <= at[CONTROL[7:2]] & data_q[WIPE];
      dma_stop_o  <= at[CONTROL[7:2]] & data_q[STOP_DMA];
      start_o     <= at[COMMAND[7:2]];
      dma_start_o <= at[DMA_COMMAND[7:2]];
    end
  end
  always_ff @(posedge clk_i) begin
    function_o <= function_e'(data_q[3:0]);
    dma_out_o <= data_q[3:0] == DMA_OUT;
    dma_trusted_o <= trusted_q & ~doubt_q[DMA_ADDRESS[7:2]] & ~doubt_q[DMA_WORDS[7:2]];
    trusted_o <= trusted_q & ~doubt_q[SOURCE[7:2]]
                 & (data_q[3:0] == LOAD | ~(doubt_q[DESTINATION[7:2]] | doubt_q[BLOCKS[7:2]]));
  end
  assign key_words_o = {1'b0, length_q, 1'b0} + 4'd4;
  assign key_length_o = length_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      owner_request_q <= '0;
      {source_q, destination_q, blocks_q, dma_address_q, dma_words_q, refused_q} <= '0;
      length_q  <= OneLength;
      doubt_q   <= '0;
      dma_trusted_q <= 1'b0;
      enable_q  <= '0;
      events_q  <= '0;
      end_q     <= DONE;
      dma_end_q <= DONE;
    end else begin
      if (at[OWNERS[7:2]]) owner_request_q <= data_q[BANKS-1:0];
      if (at[SOURCE[7:2]]) source_q <= data_q;
      if (at[DESTINATION[7:2]]) destination_q <= data_q;
      if (at[BLOCKS[7:2]]) blocks_q <= data_q;
      if (at[DMA_ADDRESS[7:2]]) dma_address_q <= data_q;
      if (at[DMA_WORDS[7:2]]) dma_words_q <= data_q;
      for (int unsigned i = 32'(SOURCE[7:2]); i <= 32'(DMA_WORDS[7:2]); i++) begin
        if (at[i]) doubt_q[i] <= ~trusted_q;
      end
      if (at[DMA_COMMAND[7:2]]) dma_trusted_q <= trusted_q;
      else if (dma_done_i) dma_trusted_q <= 1'b0;
      if (at[KEY_LENGTH[7:2]]) length_q <= data_q[1:0];
      if (at[INTERRUPTS[7:2]]) enable_q <= data_q[2:0];
      events_q <= happened | (at[EVENTS[7:2]] ? events_q & ~data_q[2:0] : events_q);
      if (done_i) end_q <= end_i;
      if (dma_done_i) dma_end_q <= dma_end_i;
      if (refused_i) refused_q <= refused_address_i;
    end
  end

  // Cycle counters of functions, transfers and messages. A count is complete in the cycle after the
  // end.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {ended_q, dma_ended_q} <= '0;
      count_q <= '0;
      dma_count_q <= '0;
      for (int unsigned i = 0; i < FUNCTIONS; i++) cycles_q[i] <= '0;
    end else begin
      {ended_q, dma_ended_q} <= {done_i, dma_done_i};
      count_q <= busy_i ? next(count_q) : '0;
      dma_count_q <= dma_busy_i ? next(dma_count_q) : '0;
      if (at[CYCLES[7:2]]) cycles_q[MESSAGES] <= '0;
      else if (message_i) cycles_q[MESSAGES] <= next(cycles_q[MESSAGES]);
      for (int unsigned i = 32'(LOAD); i <= 32'(INV_CIPHER_PAR); i++) begin
        if (ended_q && 32'(function_i) == i) cycles_q[i] <= count_q;
      end
      if (dma_ended_q && !dma_out_i) cycles_q[DMA_IN] <= dma_count_q;
      if (dma_ended_q && dma_out_i) cycles_q[DMA_OUT] <= dma_count_q;
    end
  end

  assign interrupt_o = (events_q & enable_q) != '0;
  assign owner_request_o = owner_request_q;
  assign {source_o, destination_o, blocks_o} = {source_q, destination_q, blocks_q};
  assign {dma_address_o, dma_words_o} = {dma_address_q, dma_words_q};
endmodule
