// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Runs one function at a time: load a key from a bank, expand the key, or move blocks from banks
/// through a cipher to banks.
///
/// A function uses only banks of the cipher side. Otherwise it ends at once with an error.
///
/// ## Latency and throughput
/// A function takes three cycles to check its addresses, and then as long as its words move. A wipe
/// takes 66 cycles, and so does the start after a reset.
module sil_storage_control
  import sil_storage_pkg::*;
#(
  /// Words of 32 bits in each bank.
  parameter int unsigned BankWords = 1024,
  /// Banks that only a trusted command may use, one bit per bank.
  parameter logic [BANKS-1:0] KeyBanks = '0,
  /// Cycles from the grant of a read to its word.
  parameter int unsigned WordCycles = 3,
  localparam int unsigned AddressBits = $clog2(BANKS * BankWords)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  /// End the current function, and zeroise the key and all data that depends on it.
  input  logic                   wipe_i,
  /// A wipe is in progress.
  output logic                   wiping_o,
  /// Start a function. Only when neither busy nor wiping.
  input  logic                   start_i,
  /// With `start_i`: the function.
  input  function_e              function_i,
  /// With `start_i`: byte addresses of the first word to read and to write, and number of blocks.
  input  logic [31:0]            source_i,
  input  logic [31:0]            destination_i,
  input  logic [31:0]            blocks_i,
  /// With `start_i`: a trusted master wrote the command and every parameter that it uses.
  input  logic                   trusted_i,
  output logic                   busy_o,
  output function_e              function_o,
  /// The function ends in this cycle, with the result `end_o`.
  output logic                   done_o,
  output end_e                   end_o,
  input  logic [BANKS-1:0]       owner_i,
  output logic [BANKS-1:0]       locked_o,
  /// Ports of the banks, to read and to write.
  output logic                   read_o,
  output logic [AddressBits-1:0] read_address_o,
  input  logic                   read_ready_i,
  input  logic [31:0]            read_data_i,
  output logic                   write_o,
  output logic [AddressBits-1:0] write_address_o,
  output logic [31:0]            write_data_o,
  input  logic                   write_ready_i,
  /// Key register: length of the key in words, all words present, words being sent to the cores.
  input  logic [3:0]             key_words_i,
  input  logic                   key_complete_i,
  input  logic                   key_busy_i,
  output logic                   key_start_o,
  output logic                   key_write_o,
  output logic [2:0]             key_index_o,
  output logic [31:0]            key_word_o,
  /// Ciphers. `keyed_i`: both cores have the key of the key register.
  input  logic                   keyed_i,
  output logic                   parallel_o,
  output logic                   decrypt_o,
  output logic [31:0]            m_tdata,
  output logic                   m_tvalid,
  input  logic                   m_tready,
  input  logic [31:0]            s_tdata,
  input  logic                   s_tvalid,
  output logic                   s_tready
);
  // Cycles that a wipe takes after its first one.
  localparam logic [6:0] WipeCycles = 7'd65;

  typedef enum logic [3:0] { Wipe, Idle, Add, Compare, Check, Load, SendKey, Expand, Run } state_e;

  state_e state_q, state_d;
  function_e function_q;
  logic [6:0] wiped_q;
  logic [31:0] source_q, destination_q, blocks_q;
  logic [33:0] source_words, words;
  logic [34:0] source_end;
  logic [BANKS-1:0] source_used, destination_used, used, barred;
  logic [2:0] index_q;
  logic source_outside, destination_outside, later_q, overlap_q, trusted_q;
  logic ciphers, loads, begins, reads, writes, valid, ready, take_key;
  end_e end_d, fault;

  assign ciphers = function_q inside {CIPHER_SEQ, CIPHER_PAR, INV_CIPHER_SEQ, INV_CIPHER_PAR};
  assign loads = function_q == LOAD;
  assign parallel_o = function_q inside {CIPHER_PAR, INV_CIPHER_PAR};
  assign decrypt_o = function_q inside {INV_CIPHER_SEQ, INV_CIPHER_PAR};

  // Whether the function may start: its addresses, its banks and the rights of the master.

  assign words = ciphers ? {blocks_q, 2'b00} : '0;
  assign source_words = loads ? 34'(key_words_i) : words;
  sil_storage_extent #(.BankWords(BankWords)) u_source (
    .clk_i, .address_i(source_q), .words_i(source_words), .end_o(source_end),
    .outside_o(source_outside), .used_o(source_used)
  );
  sil_storage_extent #(.BankWords(BankWords)) u_destination (
    .clk_i, .address_i(destination_q), .words_i(words), .end_o(),
    .outside_o(destination_outside), .used_o(destination_used)
  );
  assign used = source_used | destination_used;
  // A command that is not trusted may not load a key from any bank.
  assign barred = trusted_q ? '0 : loads ? '1 : KeyBanks;
  always_ff @(posedge clk_i) begin
    later_q   <= destination_q > source_q;
    overlap_q <= later_q && 35'(destination_q[31:2]) < source_end;
  end

  always_comb begin
    fault = DONE;
    if (ciphers || loads) begin
      if (source_outside || (ciphers && destination_outside)) fault = OUTSIDE;
      else if ((used & ~owner_i) != '0 || (used & barred) != '0) fault = NOT_OWNER;
      else if (ciphers && overlap_q) fault = OVERLAP;
    end
    if (ciphers ? !keyed_i : !loads && !key_complete_i) fault = NO_KEY;
  end

  always_comb begin
    state_d = state_q;
    end_d = DONE;
    begins = 1'b0;
    unique case (state_q)
      Wipe: if (wiped_q == WipeCycles) state_d = Idle;
      Idle: if (start_i) state_d = Add;
      Add: state_d = Compare;
      Compare: state_d = Check;
      Check: begin
        end_d = fault;
        begins = fault == DONE;
        state_d = !begins ? Idle : loads ? Load : ciphers ? Run : SendKey;
      end
      Load: if (!reads) state_d = Idle;
      SendKey: if (!key_busy_i) state_d = Expand;
      Expand: if (keyed_i) state_d = Idle;
      default: if (!writes) state_d = Idle;
    endcase
    if (wipe_i) begin
      state_d = Wipe;
      end_d = STOPPED;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q    <= Wipe;
      function_q <= MESSAGES;
      wiped_q    <= '0;
      index_q    <= '0;
    end else begin
      state_q <= state_d;
      wiped_q <= state_q == Wipe && !wipe_i ? wiped_q + 1'b1 : '0;
      if (state_q == Idle && start_i) function_q <= function_i;
      if (state_q == Check) index_q <= '0;
      else if (take_key) index_q <= index_q + 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (state_q == Idle) begin
      {source_q, destination_q, blocks_q} <= {source_i, destination_i, blocks_i};
      trusted_q <= trusted_i;
    end
  end

  assign busy_o = !(state_q inside {Wipe, Idle});
  assign wiping_o = state_q == Wipe;
  assign function_o = function_q;
  assign done_o = busy_o & state_d inside {Idle, Wipe};
  assign end_o = end_d;
  assign locked_o = state_q == Check ? '1 : state_q inside {Load, Run} ? used : '0;

  // Words from banks and to banks.

  sil_storage_reader #(.AddressBits(AddressBits), .WordCycles(WordCycles)) u_reader (
    .clk_i, .rst_ni, .clear_i(wipe_i | wiping_o), .start_i(begins & (loads | ciphers)),
    .address_i(source_q[AddressBits+1:2]), .words_i(source_words[AddressBits:0]), .stop_i(1'b0),
    .busy_o(reads), .valid_o(read_o), .address_o(read_address_o), .ready_i(read_ready_i),
    .data_i(read_data_i), .m_tdata, .m_tlast(), .m_tvalid(valid), .m_tready(ready)
  );

  assign ready = state_q == Load | (state_q == Run & m_tready);
  assign m_tvalid = valid & state_q == Run;
  assign take_key = valid & state_q == Load;
  assign key_start_o = begins & ~loads & ~ciphers;
  assign key_write_o = take_key;
  assign key_index_o = index_q;
  assign key_word_o = m_tdata;

  sil_storage_writer #(.AddressBits(AddressBits)) u_writer (
    .clk_i, .rst_ni, .start_i(begins & ciphers), .address_i(destination_q[AddressBits+1:2]),
    .words_i(words[AddressBits:0]), .stop_i(wipe_i), .busy_o(writes), .last_o(),
    .valid_o(write_o), .address_o(write_address_o), .data_o(write_data_o),
    .ready_i(write_ready_i), .s_tdata, .s_tvalid, .s_tready
  );
endmodule
