// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Transfers of words between AXI4-Stream ports and banks that the host owns.
///
/// ## Latency and throughput
/// One word per cycle while the stream is ready and the host does not access the same bank through
/// the window. A transfer first takes three cycles to check its banks. A transfer out takes one
/// cycle more until its first word.
///
/// ## End of a frame
/// A transfer out is one frame: `m_tlast` marks its last word. A transfer out that is stopped after
/// its first word ends its frame with one more beat, which has `m_tdata` = 0, `m_tlast` and
/// `m_tuser`.
module sil_storage_dma
  import sil_storage_pkg::*;
#(
  /// Words of 32 bits in each bank.
  parameter int unsigned BankWords = 1024,
  /// Banks that only a trusted transfer may use, one bit per bank.
  parameter logic [BANKS-1:0] KeyBanks = '0,
  /// Cycles from the grant of a read to its word.
  parameter int unsigned WordCycles = 3,
  localparam int unsigned AddressBits = $clog2(BANKS * BankWords)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  /// Start a transfer. Only when not busy.
  input  logic                   start_i,
  /// With `start_i`: from the banks to the stream. Otherwise from the stream to the banks.
  input  logic                   out_i,
  /// With `start_i`: byte address of the first word, and number of words.
  input  logic [31:0]            address_i,
  input  logic [31:0]            words_i,
  /// With `start_i`: a trusted master wrote the command, the address and the number of words.
  input  logic                   trusted_i,
  /// Stop the transfer. A word on `m_tdata` stays valid until it is accepted. If it is the last
  /// one, the transfer is complete and ends with DONE.
  input  logic                   stop_i,
  output logic                   busy_o,
  output logic                   out_o,
  /// The transfer ends in this cycle, with the result `end_o`.
  output logic                   done_o,
  output end_e                   end_o,
  /// Words moved by the last transfer.
  output logic [AddressBits:0]   moved_o,
  input  logic [BANKS-1:0]       owner_i,
  output logic [BANKS-1:0]       locked_o,
  output logic                   valid_o,
  output logic                   write_o,
  output logic [AddressBits-1:0] address_o,
  output logic [31:0]            data_o,
  input  logic                   ready_i,
  input  logic [31:0]            data_i,
  input  logic [31:0]            s_tdata,
  input  logic                   s_tlast,
  input  logic                   s_tvalid,
  output logic                   s_tready,
  output logic [31:0]            m_tdata,
  output logic                   m_tlast,
  /// The transfer was stopped: this beat ends the frame and is not a word of the transfer.
  output logic                   m_tuser,
  output logic                   m_tvalid,
  input  logic                   m_tready
);
  typedef enum logic [2:0] { Idle, Add, Compare, Check, Run, Close } state_e;

  state_e state_q, state_d;
  logic out_q, stop_q, all_q, begins, reads, writes, last, misplaced, outside;
  logic word_valid, word_last, take, give;
  logic [31:0] address_q;
  logic [31:0] words_q;
  logic [BANKS-1:0] used, barred;
  logic trusted_q;
  logic [AddressBits-1:0] read_address, write_address;
  logic [AddressBits:0] moved_q;
  logic read_valid, write_valid;
  end_e end_d, fault;

  sil_storage_extent #(.BankWords(BankWords)) u_extent (
    .clk_i, .address_i(address_q), .words_i(34'(words_q)), .end_o(), .outside_o(outside),
    .used_o(used)
  );
  assign barred = trusted_q ? '0 : KeyBanks;
  always_comb begin
    fault = DONE;
    if (outside) fault = OUTSIDE;
    else if ((used & owner_i) != '0 || (used & barred) != '0) fault = NOT_OWNER;
  end

  // The frame that comes in must have the length of the transfer.
  assign take = s_tvalid & s_tready;
  assign give = word_valid & m_tready;
  assign misplaced = take & s_tlast != last;

  always_comb begin
    state_d = state_q;
    end_d = DONE;
    begins = 1'b0;
    unique case (state_q)
      Idle: if (start_i) state_d = Add;
      Add: state_d = Compare;
      Compare: state_d = Check;
      Check: begin
        end_d = stop_q || stop_i ? STOPPED : fault;
        begins = end_d == DONE;
        state_d = begins ? Run : Idle;
      end
      Close: begin
        end_d = STOPPED;
        if (m_tready) state_d = Idle;
      end
      default: begin
        if (misplaced) end_d = LENGTH;
        else if ((stop_q || stop_i) && !all_q) end_d = STOPPED;
        if (misplaced) state_d = Idle;
        else if (!(reads || writes)) begin
          state_d = out_q && end_d == STOPPED && moved_q != '0 ? Close : Idle;
        end
      end
    endcase
  end

  assign done_o = state_q != Idle & state_d == Idle;
  assign end_o = end_d;
  assign busy_o = state_q != Idle;
  assign out_o = out_q;
  assign moved_o = moved_q;
  assign locked_o = state_q == Check ? '1 : state_q == Run ? used : '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= Idle;
      out_q   <= 1'b0;
      stop_q  <= 1'b0;
      all_q   <= 1'b0;
      moved_q <= '0;
    end else begin
      state_q <= state_d;
      stop_q  <= (stop_q | stop_i) & state_q != Idle;
      if (state_q == Idle && start_i) out_q <= out_i;
      if (state_q == Check) moved_q <= '0;
      else if (give || take) moved_q <= moved_q + 1'b1;
      if (state_q == Check) all_q <= 1'b0;
      else if ((give && word_last) || (take && last)) all_q <= 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (state_q == Idle) {address_q, words_q, trusted_q} <= {address_i, words_i, trusted_i};
  end

  sil_storage_reader #(.AddressBits(AddressBits), .WordCycles(WordCycles)) u_reader (
    .clk_i, .rst_ni, .clear_i(1'b0), .start_i(begins & out_q),
    .address_i(address_q[AddressBits+1:2]), .words_i(words_q[AddressBits:0]), .stop_i,
    .busy_o(reads), .valid_o(read_valid), .address_o(read_address), .ready_i, .data_i,
    .m_tdata, .m_tlast(word_last), .m_tvalid(word_valid), .m_tready
  );

  sil_storage_writer #(.AddressBits(AddressBits)) u_writer (
    .clk_i, .rst_ni, .start_i(begins & ~out_q),
    .address_i(address_q[AddressBits+1:2]), .words_i(words_q[AddressBits:0]),
    .stop_i(stop_i | misplaced), .busy_o(writes), .last_o(last), .valid_o(write_valid),
    .address_o(write_address), .data_o, .ready_i, .s_tdata, .s_tvalid, .s_tready
  );

  // The reader clears a word that was accepted, so the beat that closes a frame has `m_tdata` = 0.
  assign m_tvalid = word_valid | m_tuser;
  assign m_tlast = (word_valid & word_last) | m_tuser;
  assign m_tuser = state_q == Close;

  assign write_o = ~out_q;
  assign valid_o = read_valid | write_valid;
  assign address_o = out_q ? read_address : write_address;
endmodule
