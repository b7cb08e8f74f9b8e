// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The storage unit without the memories of its banks: registers, transfers, arbiter and ciphers.
///
/// Each of the four banks belongs to the host or to the cipher side. The host accesses its banks
/// through a window of addresses and by transfers of words. Each command starts one function, which
/// uses the banks of the cipher side.
///
/// Each memory takes one access per cycle, in order: a read gives what all writes before it left.
///
/// ## Latency and throughput
/// README.md has the cycles of each function. A register access takes 5 cycles, from its address to
/// its response.
///
/// ## Byte order
/// The first byte of a word is in its low bits, so the bytes of a file have consecutive addresses.
module sil_storage_engine
  import sil_storage_pkg::*;
#(
  /// Key length in bits: 128, 192, 256, or 0 for any of them, as in sil_aes_core.
  parameter int unsigned KeyBits = 0,
  /// Words of 32 bits in each of the four banks: a power of two, 64 to 2^24. Cost: memory.
  parameter int unsigned BankWords = 1024,
  /// As in sil_aes_core.
  parameter sil_aes_pkg::sbox_e Sbox = sil_aes_pkg::FUNCTIONS,
  /// Blocks in flight in the parallel core, 1 to 5. Gain: a faster clock. Cost: registers.
  parameter int unsigned PipelineStages = 5,
  /// Masters that are trusted with the key: 0 all, 1 privileged, 2 secure, 3 privileged and secure
  /// (AxPROT). Gain: a boundary between masters. Cost: comparisons.
  parameter int unsigned Protection = 0,
  /// Banks for keys, one bit per bank. With Protection only trusted masters may access them.
  parameter logic [BANKS-1:0] KeyBanks = 4'b1000,
  /// Cycles from a read of a memory to its word, 2 or more. Cost: depth of a queue in each reader.
  parameter int unsigned ReadCycles = 2,
  /// Width of a byte address in bits. The banks are in the lower half, the registers in the upper.
  localparam int unsigned ByteBits = $clog2(BANKS * BankWords) + 3,
  localparam int unsigned WordBits = $clog2(BankWords)
) (
  input  logic        clk_i,
  /// Asynchronous assert, active low. The banks keep their contents.
  input  logic        rst_ni,
  /// Interrupt: an event that is enabled in INTERRUPTS.
  output logic        irq_o,
  // Registers and banks: AXI4-Lite.
  input  logic [ByteBits-1:0] s_awaddr,
  /// AxPROT: privileged, non-secure, instruction. Not used with Protection = 0.
  input  logic [2:0]  s_awprot,
  input  logic        s_awvalid,
  output logic        s_awready,
  input  logic [31:0] s_wdata,
  input  logic [3:0]  s_wstrb,
  input  logic        s_wvalid,
  output logic        s_wready,
  output logic [1:0]  s_bresp,
  output logic        s_bvalid,
  input  logic        s_bready,
  input  logic [ByteBits-1:0] s_araddr,
  input  logic [2:0]  s_arprot,
  input  logic        s_arvalid,
  output logic        s_arready,
  output logic [31:0] s_rdata,
  output logic [1:0]  s_rresp,
  output logic        s_rvalid,
  input  logic        s_rready,
  // Transfers: AXI4-Stream, complete words.
  input  logic [31:0] s_tdata,
  input  logic        s_tlast,
  input  logic        s_tvalid,
  output logic        s_tready,
  output logic [31:0] m_tdata,
  output logic        m_tlast,
  /// With `m_tlast`: the transfer was stopped, and this beat is not a word of it.
  output logic        m_tuser,
  output logic        m_tvalid,
  input  logic        m_tready,
  // The memory of each bank.
  output logic [BANKS-1:0] memory_read_o,
  output logic [BANKS-1:0] memory_write_o,
  output logic [BANKS-1:0][WordBits-1:0] memory_address_o,
  output logic [BANKS-1:0][31:0] memory_data_o,
  /// Byte enables of a write.
  output logic [BANKS-1:0][3:0]  memory_strobe_o,
  /// The word that was read `ReadCycles` cycles before.
  input  logic [BANKS-1:0][31:0] memory_data_i,
  /// A wipe is in progress: a memory clears the words that it gave, and keeps those that it stores.
  output logic        memory_clear_o
);
  import sil_axil_pkg::*;

  localparam int unsigned AddressBits = $clog2(BANKS * BankWords);
  // Cycles from the grant of a read to its word: it reaches its memory one cycle later.
  localparam int unsigned WordCycles = ReadCycles + 1;

  if (BankWords < 64 || BankWords > 2**24) begin : gen_bank_words
    $fatal(1, "BankWords must be a power of two, 64 to 2^24");
  end
  if (Protection > 3) begin : gen_protection
    $fatal(1, "Protection must be 0 to 3");
  end
  if (ReadCycles < 2) begin : gen_read_cycles
    $fatal(1, "ReadCycles must be 2 or more");
  end

  // The top bit of an address inside the unit says whether its master is trusted.
  localparam bit Guarded = Protection != 0;
  localparam int unsigned AccessBits = ByteBits + 32'(Guarded);
  localparam logic [BANKS-1:0] Barred = Guarded ? KeyBanks : '0;

  function automatic logic trusts(logic [2:0] prot);
    return &(~2'(Protection) | {~prot[1], prot[0]});
  endfunction

  // Accesses of the host to a bank or a register.

  logic access, write, done, in_window, asks, fetched, refused, message;
  logic settled_q;
  logic b_message_q, r_message_q;
  logic [WordCycles-1:0] fetch_q;  // bit i: a word was read i + 1 cycles ago
  logic [ByteBits-1:0] address;
  logic [31:0] data, answer, answer_q, register_answer;
  logic [3:0] strobe;
  logic [1:0] response, response_q, register_response;
  logic in_registers, trusted, barred;
  logic [AccessBits-1:0] where, given_where;
  logic given, given_write;
  logic [31:0] given_data;
  logic [3:0] given_strobe;

  sil_axil_slave #(.AddressBits(AccessBits)) u_slave (
    .clk_i, .rst_ni, .s_awaddr(AccessBits'({trusts(s_awprot), s_awaddr})), .s_awvalid,
    .s_awready, .s_wdata, .s_wstrb, .s_wvalid, .s_wready, .s_bresp, .s_bvalid, .s_bready,
    .s_araddr(AccessBits'({trusts(s_arprot), s_araddr})), .s_arvalid, .s_arready, .s_rdata,
    .s_rresp, .s_rvalid, .s_rready, .access_o(given), .write_o(given_write),
    .address_o(given_where), .data_o(given_data), .strobe_o(given_strobe), .done_i(done),
    .data_i(answer), .response_i(response)
  );

  // An access is registered, so that no path from the bus crosses the arbiter of the banks.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) access <= 1'b0;
    else access <= given & ~done;
  end
  always_ff @(posedge clk_i) begin
    {write, where, data, strobe} <= {given_write, given_where, given_data, given_strobe};
  end
  assign address = where[ByteBits-1:0];
  assign trusted = !Guarded | where[AccessBits-1];

  // Banks.

  logic wipe, wiping;
  logic [BANKS-1:0] owner_request, owner, core_locked, dma_locked;
  logic [MASTERS-1:0] valid, bank_write, ready, not_owned;
  logic [MASTERS-1:0][AddressBits-1:0] bank_address;
  logic [MASTERS-1:0][31:0] bank_data, bank_answer;

  sil_storage_banks #(.BankWords(BankWords), .WordCycles(WordCycles)) u_banks (
    .clk_i, .rst_ni, .owner_request_i(owner_request),
    .locked_i(core_locked | dma_locked), .owner_o(owner), .valid_i(valid), .write_i(bank_write),
    .address_i(bank_address), .data_i(bank_data), .strobe_i({{12{1'b1}}, strobe}), .ready_o(ready),
    .not_owned_o(not_owned), .data_o(bank_answer), .memory_read_o, .memory_write_o,
    .memory_address_o, .memory_data_o, .memory_strobe_o, .memory_data_i
  );
  assign memory_clear_o = wiping;

  // An access is done in the cycle after it is refused or granted. The word of a bank follows
  // WordCycles after the grant, also if the bank changes its owner meanwhile.
  assign in_window = ~address[ByteBits-1];
  assign in_registers = address[ByteBits-2:8] == '0;
  assign barred = ~trusted & Barred[address[ByteBits-2-:$clog2(BANKS)]];
  assign asks = access & fetch_q == '0 & ~settled_q;
  assign valid[WINDOW] = asks & in_window & ~barred;
  assign bank_write[WINDOW] = write;
  assign bank_address[WINDOW] = address[AddressBits+1:2];
  assign bank_data[WINDOW] = data;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      fetch_q <= '0;
      settled_q <= 1'b0;
    end else begin
      fetch_q <= WordCycles'({fetch_q, valid[WINDOW] & ready[WINDOW] & ~write});
      settled_q <= asks & (~in_window | barred | not_owned[WINDOW] | (ready[WINDOW] & write));
    end
  end
  always_ff @(posedge clk_i) begin
    if (in_window) response_q <= barred || not_owned[WINDOW] ? SLVERR : OKAY;
    else response_q <= in_registers ? register_response : DECERR;
    answer_q <= in_window || !in_registers ? '0 : register_answer;
  end
  assign fetched = fetch_q[WordCycles-1];
  assign done = fetched | settled_q;
  assign answer = fetched ? bank_answer[WINDOW] : answer_q;
  assign response = settled_q ? response_q : OKAY;
  assign refused = settled_q & response_q != OKAY;

  always_ff @(posedge clk_i) begin
    if (done && write) b_message_q <= ~in_window;
    if (done && !write) r_message_q <= ~in_window;
  end
  assign message = (given & given_where[ByteBits-1]) | (s_bvalid & b_message_q)
                   | (s_rvalid & r_message_q);

  // Registers.

  logic start, start_trusted, busy, core_done;
  function_e asked, running;
  end_e core_end, dma_end;
  logic [31:0] source, destination, blocks, dma_address, dma_words;
  logic host_key_clear, host_key_write, key_complete, key_given, cores_keyed, keyed;
  logic [2:0] host_key_index;
  logic [31:0] host_key_word;
  logic [3:0] key_words;
  logic [1:0] key_length;
  logic dma_start, dma_trusted, dma_out, dma_stop, dma_busy, dma_is_out, dma_done;
  logic [AddressBits:0] dma_moved;

  sil_storage_registers #(.KeyBits(KeyBits), .BankWords(BankWords)) u_registers (
    .clk_i, .rst_ni, .access_i(asks & ~in_window & in_registers), .trusted_i(trusted),
    .write_i(write), .address_i(address[7:0]), .data_i(data), .strobe_i(strobe),
    .data_o(register_answer), .response_o(register_response), .message_i(message),
    .refused_i(refused), .refused_address_i(32'({address[ByteBits-1:2], 1'b0, write})),
    .interrupt_o(irq_o), .wipe_o(wipe), .wiping_i(wiping), .owner_request_o(owner_request),
    .owner_i(owner), .start_o(start), .function_o(asked), .source_o(source),
    .destination_o(destination), .blocks_o(blocks), .trusted_o(start_trusted), .busy_i(busy),
    .function_i(running), .done_i(core_done), .end_i(core_end), .key_clear_o(host_key_clear),
    .key_write_o(host_key_write), .key_index_o(host_key_index), .key_word_o(host_key_word),
    .key_words_o(key_words), .key_length_o(key_length), .key_complete_i(key_complete),
    .keyed_i(keyed), .dma_start_o(dma_start), .dma_out_o(dma_out), .dma_stop_o(dma_stop),
    .dma_address_o(dma_address), .dma_words_o(dma_words), .dma_trusted_o(dma_trusted),
    .dma_busy_i(dma_busy), .dma_out_i(dma_is_out), .dma_done_i(dma_done), .dma_end_i(dma_end),
    .dma_moved_i(dma_moved)
  );

  // Transfers.

  sil_storage_dma #(
    .BankWords(BankWords), .KeyBanks(Barred), .WordCycles(WordCycles)
  ) u_dma (
    .clk_i, .rst_ni, .start_i(dma_start), .out_i(dma_out), .address_i(dma_address),
    .words_i(dma_words), .trusted_i(dma_trusted), .stop_i(dma_stop), .busy_o(dma_busy),
    .out_o(dma_is_out), .done_o(dma_done), .end_o(dma_end), .moved_o(dma_moved), .owner_i(owner),
    .locked_o(dma_locked), .valid_o(valid[DMA]), .write_o(bank_write[DMA]),
    .address_o(bank_address[DMA]), .data_o(bank_data[DMA]), .ready_i(ready[DMA]),
    .data_i(bank_answer[DMA]), .s_tdata, .s_tlast, .s_tvalid, .s_tready, .m_tdata, .m_tlast,
    .m_tuser, .m_tvalid, .m_tready
  );

  // The core: its functions, its key, its ciphers.

  logic key_start, key_busy, key_write, parallel, decrypt;
  logic [2:0] key_index;
  logic [31:0] key_word, k_data, to_data, from_data;
  logic [1:0] k_valid, k_ready;
  logic to_valid, to_ready, from_valid, from_ready;
  logic [31:0] forth_data, back_data;
  logic unused_forth_soon, unused_back_soon;
  logic forth_valid, forth_ready, back_valid, back_ready;

  sil_storage_control #(
    .BankWords(BankWords), .KeyBanks(Barred), .WordCycles(WordCycles)
  ) u_control (
    .clk_i, .rst_ni, .wipe_i(wipe), .wiping_o(wiping), .start_i(start), .function_i(asked),
    .source_i(source), .destination_i(destination), .blocks_i(blocks),
    .trusted_i(start_trusted), .busy_o(busy),
    .function_o(running), .done_o(core_done), .end_o(core_end), .owner_i(owner),
    .locked_o(core_locked), .read_o(valid[CORE_READ]), .read_address_o(bank_address[CORE_READ]),
    .read_ready_i(ready[CORE_READ]), .read_data_i(bank_answer[CORE_READ]),
    .write_o(valid[CORE_WRITE]), .write_address_o(bank_address[CORE_WRITE]),
    .write_data_o(bank_data[CORE_WRITE]), .write_ready_i(ready[CORE_WRITE]),
    .key_words_i(key_words), .key_complete_i(key_complete), .key_busy_i(key_busy),
    .key_start_o(key_start), .key_write_o(key_write), .key_index_o(key_index),
    .key_word_o(key_word), .keyed_i(keyed), .parallel_o(parallel), .decrypt_o(decrypt),
    .m_tdata(to_data), .m_tvalid(to_valid), .m_tready(to_ready), .s_tdata(back_data),
    .s_tvalid(back_valid), .s_tready(back_ready)
  );
  assign bank_write[CORE_READ] = 1'b0;
  assign bank_write[CORE_WRITE] = 1'b1;
  assign bank_data[CORE_READ] = '0;

  // Ciphers need round keys of the key that is in the key register.
  assign keyed = cores_keyed & key_given;

  // A function writes the key register while it is busy, the host while no function is busy.
  sil_storage_key u_key (
    .clk_i, .rst_ni, .clear_i(wipe | wiping | host_key_clear | (start & asked == LOAD)),
    .write_i(key_write | host_key_write), .index_i(busy ? key_index : host_key_index),
    .word_i(busy ? key_word : host_key_word), .words_i(key_words), .complete_o(key_complete),
    .given_o(key_given),
    .start_i(key_start), .busy_o(key_busy), .k_tdata(k_data), .k_tvalid(k_valid), .k_tready(k_ready)
  );

  // No path goes from a core to the banks. A wipe lets the words between them go.
  sil_skid #(.Width(32)) u_forth (
    .clk_i, .rst_ni, .s_tdata(to_data), .s_tvalid(to_valid), .s_tready(to_ready),
    .m_tdata(forth_data), .m_tvalid(forth_valid), .m_tready(forth_ready | wiping),
    .soon_o(unused_forth_soon)
  );
  sil_skid #(.Width(32)) u_back (
    .clk_i, .rst_ni, .s_tdata(from_data), .s_tvalid(from_valid), .s_tready(from_ready),
    .m_tdata(back_data), .m_tvalid(back_valid), .m_tready(back_ready | wiping),
    .soon_o(unused_back_soon)
  );

  sil_storage_ciphers #(
    .KeyBits(KeyBits), .Sbox(Sbox), .PipelineStages(PipelineStages)
  ) u_ciphers (
    .clk_i, .rst_ni, .wipe_i(wipe), .clear_i(wiping), .k_tdata(k_data), .k_tuser(key_length),
    .k_tvalid(k_valid), .k_tready(k_ready), .keyed_o(cores_keyed), .parallel_i(parallel),
    .decrypt_i(decrypt), .s_tdata(forth_data), .s_tvalid(forth_valid), .s_tready(forth_ready),
    .m_tdata(from_data), .m_tvalid(from_valid), .m_tready(from_ready)
  );
endmodule
