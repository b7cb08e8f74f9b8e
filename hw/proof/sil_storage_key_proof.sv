// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved, for any accesses of the host: a core of the storage unit takes as a key the words
/// of one key load, all of them and in order. Blocks are enciphered only while both cores have the
/// key load that is in the key register.
///
/// A key load is the set of words written to the key register since it was last cleared, each of
/// them once. A second write of a word begins another key load.
///
/// The proof divides all key loads into early and late ones. The input `late_i`, which may come at
/// any time, marks the boundary. If a key never has words of both kinds, it never has words of two
/// key loads.
///
/// The cores are cut: their outputs take any value. So do the words of the memories, which are not
/// part of the proof. It holds for the unit with its banks inside (ReadCycles = 2) and outside.
module sil_storage_key_proof
#(
  /// As in sil_storage_engine.
  parameter int unsigned BankWords = 64,
  /// As in sil_storage_engine.
  parameter int unsigned ReadCycles = 2,
  localparam int unsigned ByteBits = $clog2(4 * BankWords) + 3
) (
  input logic                clk_i,
  input logic                rst_ni,
  /// Key loads that begin in this cycle or later are late ones.
  input logic                late_i,
  input logic [ByteBits-1:0] s_awaddr,
  input logic [2:0]          s_awprot,
  input logic                s_awvalid,
  input logic [31:0]         s_wdata,
  input logic [3:0]          s_wstrb,
  input logic                s_wvalid,
  input logic                s_bready,
  input logic [ByteBits-1:0] s_araddr,
  input logic [2:0]          s_arprot,
  input logic                s_arvalid,
  input logic                s_rready,
  input logic [31:0]         s_tdata,
  input logic                s_tlast,
  input logic                s_tvalid,
  input logic                m_tready,
  input logic [3:0][31:0]    memory_data_i
);
  sil_storage_engine #(.KeyBits(0), .BankWords(BankWords), .ReadCycles(ReadCycles)) u_unit (
    .clk_i, .rst_ni, .irq_o(), .s_awaddr, .s_awprot, .s_awvalid, .s_awready(), .s_wdata, .s_wstrb,
    .s_wvalid, .s_wready(), .s_bresp(), .s_bvalid(), .s_bready, .s_araddr, .s_arprot, .s_arvalid,
    .s_arready(), .s_rdata(), .s_rresp(), .s_rvalid(), .s_rready, .s_tdata, .s_tlast, .s_tvalid,
    .s_tready(), .m_tdata(), .m_tlast(), .m_tuser(), .m_tvalid(), .m_tready, .memory_read_o(),
    .memory_write_o(), .memory_address_o(), .memory_data_o(), .memory_strobe_o(), .memory_data_i,
    .memory_clear_o()
  );

  // The words that the current key load has; whether the current key load, and the key load of each
  // word, is a late one.
  logic [7:0] seen_q, of_q;
  logic load_q, load;
  logic [31:0] word_q [8];
  logic write, clear, again;
  logic [2:0] index;

  assign write = u_unit.u_key.write_i;
  assign clear = u_unit.u_key.clear_i;
  assign index = u_unit.u_key.index_i;
  assign again = write && seen_q[index];
  assign load = load_q | ((clear | again) & late_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      seen_q <= '0;
      load_q <= 1'b0;
    end else begin
      load_q <= load;
      if (clear || again) seen_q <= '0;
      if (write && !clear) seen_q[index] <= 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (write) begin
      of_q[index]   <= load;
      word_q[index] <= u_unit.u_key.word_i;
    end
  end

  // What each core has taken: some words of a key, or a complete key.
  logic [1:0][3:0] count_q;
  logic [1:0] taken_q;
  logic [1:0][1:0] length_q;
  logic [1:0] complete_q;
  logic [1:0] take, ends;
  logic [3:0] words;
  logic [2:0] next;

  assign take = u_unit.k_valid & u_unit.k_ready;
  assign words = u_unit.key_words;
  assign next = u_unit.u_key.index_q;

  for (genvar i = 0; i < 2; i++) begin : gen_core
    assign ends[i] = count_q[i] + 1'b1 == words;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        count_q[i]    <= '0;
        complete_q[i] <= 1'b0;
      end else if (u_unit.wipe) begin
        count_q[i]    <= '0;
        complete_q[i] <= 1'b0;
      end else if (take[i]) begin
        count_q[i]    <= ends[i] ? '0 : count_q[i] + 1'b1;
        complete_q[i] <= ends[i];
      end
    end
    always_ff @(posedge clk_i) begin
      if (take[i] && count_q[i] == '0) begin
        taken_q[i]  <= of_q[next];
        length_q[i] <= u_unit.key_length;
      end
    end
  end

  // States of u_control.
  localparam logic [3:0] Idle = 4'd1, SendKey = 4'd6, Run = 4'd8;
  logic [3:0] state;
  logic last, writes, changes;
  assign state = u_unit.u_control.state_q;
  // A register is written; and a function starts from it, or the key changes.
  assign writes = u_unit.u_registers.write_q;
  assign changes = u_unit.u_registers.at[sil_storage_pkg::COMMAND[7:2]]
                   | u_unit.host_key_clear | u_unit.host_key_write;
  assign last = {1'b0, next} == words - 1'b1;

  // The first cycle is a reset.
  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  always_comb begin
    if (first_q) assume (!rst_ni);
    if (rst_ni) begin
      for (int unsigned i = 0; i < 2; i++) begin
        if (take[i]) begin
          // The words come in order and are those that were written. All are of one key load and of
          // one length.
          assert (4'(next) == count_q[i]);
          assert (u_unit.k_data == word_q[next]);
          assert (count_q[i] == '0 || (taken_q[i] == of_q[next]
                                       && length_q[i] == u_unit.key_length));
          assert (seen_q[next]);
        end
        // While blocks are enciphered, the core has a complete key, which is that of the register.
        if (state == Run) begin
          assert (complete_q[i] && taken_q[i] == load_q && length_q[i] == u_unit.key_length);
        end
      end

      // Invariants for the induction: the key register and its key load.
      assert (u_unit.u_key.there_q == seen_q);
      for (int unsigned i = 0; i < 8; i++) begin
        if (seen_q[i]) begin
          assert (of_q[i] == load_q);
          assert (u_unit.u_key.words_q[i] == word_q[i]);
        end
      end
      // An access is under way in the slave from its register until it is done.
      assert (u_unit.access == u_unit.u_slave.under_way_q);
      if (u_unit.access) begin
        assert (u_unit.write == u_unit.u_slave.write_q);
        assert (u_unit.write ? u_unit.u_slave.may_write : u_unit.u_slave.may_read);
        assert (u_unit.where == u_unit.given_where);
      end
      if (u_unit.settled_q) assert (u_unit.access);
      // A word of a bank is the answer of an access to a bank alone.
      assert ($onehot0({u_unit.fetch_q, u_unit.settled_q}));
      if (u_unit.fetch_q != '0) assert (u_unit.access && u_unit.in_window && !u_unit.write);
      // A register is written as its access is done. Requests follow one cycle later, before the
      // next access, and none while the unit is busy.
      if (writes) assert (u_unit.settled_q && u_unit.write);
      assert ($onehot0({u_unit.start, u_unit.wipe, u_unit.host_key_clear, u_unit.host_key_write}));
      if (u_unit.start || u_unit.wipe) assert (!u_unit.access);
      if (u_unit.start || changes) assert (state == Idle);
      assert (u_unit.key_length != 2'd3);
      if (state == Run) assert (u_unit.u_key.given_q);
      // The control passes the key to the cores in one state only.
      if (u_unit.u_key.busy_q) begin
        assert (state == SendKey && u_unit.key_complete && 4'(next) < words
                && !u_unit.u_key.given_q);
        assert (!(&u_unit.u_key.took_q));
      end else begin
        assert (u_unit.u_key.took_q == '0);
      end
      for (int unsigned i = 0; i < 2; i++) begin
        if (u_unit.u_key.busy_q && !(u_unit.u_key.took_q[i] && last)) begin
          assert (count_q[i] == 4'(next) + 4'(u_unit.u_key.took_q[i]));
          if (count_q[i] != '0) begin
            assert (taken_q[i] == load_q && length_q[i] == u_unit.key_length);
          end
        end else begin
          assert (count_q[i] == '0);
        end
        if (u_unit.u_key.given_q || (u_unit.u_key.busy_q && u_unit.u_key.took_q[i] && last)) begin
          assert (complete_q[i] && taken_q[i] == load_q);
          assert (length_q[i] == u_unit.key_length || u_unit.host_key_clear);
        end
      end
    end
  end
endmodule
