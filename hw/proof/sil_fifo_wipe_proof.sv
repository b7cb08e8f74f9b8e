// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: words leave a FIFO as they came in, none is lost or doubled, and Depth + 2 cycles
/// after a reset and a wipe each word of its memory is 0. One word of the memory is followed, which
/// may be any one.
module sil_fifo_wipe_proof
#(
  /// 0: sil_fifo_wipe, 1: sil_fifo_wipe_fast, 2: sil_fifo_wipe_counted.
  parameter int unsigned Form = 0,
  /// As in these.
  parameter int unsigned Depth = 16,
  localparam int unsigned Width = 4,
  localparam int unsigned AddressBits = $clog2(Depth)
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             wipe_i,
  input logic [Width-1:0] s_tdata,
  input logic             s_tvalid,
  input logic             m_tready
);
  typedef logic [AddressBits:0] pointer_t;
  localparam pointer_t Full = pointer_t'(Depth);

  logic [Width-1:0] m_tdata;
  logic s_tready, m_tvalid, clean;

  // The first cycle is a reset.
  logic first_cycle_q = 1'b1;
  always_ff @(posedge clk_i) first_cycle_q <= 1'b0;

  // The cycle of clearing; the words that came in and went out; the followed word.
  logic [AddressBits+1:0] cycle_q;
  pointer_t write_q, read_q, level;
  logic [AddressBits-1:0] index_q;
  logic [Width-1:0] word_q;
  logic clears, put, take;

  assign clears = cycle_q < (AddressBits + 2)'(Depth + 2);
  assign level = write_q - read_q;
  assign put = s_tvalid & s_tready;
  assign take = m_tvalid & m_tready;

  always_ff @(posedge clk_i) index_q <= index_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {cycle_q, write_q, read_q, word_q} <= '0;
    else if (wipe_i) {cycle_q, write_q, read_q, word_q} <= '0;
    else if (clears) cycle_q <= cycle_q + 1'b1;
    else begin
      if (put) write_q <= write_q + 1'b1;
      if (put && write_q[AddressBits-1:0] == index_q) word_q <= s_tdata;
      if (take) read_q <= read_q + 1'b1;
    end
  end

  always_comb begin
    if (first_cycle_q) assume (!rst_ni);
    if (rst_ni) begin
      assert (clean == clears);
      if (clears) begin
        assert (!m_tvalid && (Form == 2 || !s_tready));
        assert (write_q == '0 && read_q == '0 && word_q == '0);
      end
      assert (cycle_q <= (AddressBits + 2)'(Depth + 2));
      if (!clears && Form != 2) begin
        assert (level <= Full && s_tready == (level != Full) && m_tvalid == (level != '0));
        if (m_tvalid && read_q[AddressBits-1:0] == index_q) assert (m_tdata == word_q);
      end
    end
  end

  if (Form == 0) begin : gen_plain
    sil_fifo_wipe #(.Width(Width), .Depth(Depth)) u_fifo (
      .clk_i, .rst_ni, .wipe_i, .clean_o(clean), .s_tdata, .s_tvalid, .s_tready, .m_tdata,
      .m_tvalid, .m_tready
    );
    // Clearing overwrites from where the FIFO is.
    pointer_t write, held, start_q, written;
    logic [AddressBits-1:0] position;
    logic [Width-1:0] word;
    logic restarts;
    assign write = u_fifo.u_fifo.write_q;
    assign held = write - u_fifo.u_fifo.read_q;
    assign word = u_fifo.u_fifo.memory_q[index_q];
    assign position = index_q - start_q[AddressBits-1:0];
    assign restarts = cycle_q == (AddressBits + 2)'(Depth + 1);
    always_ff @(posedge clk_i) if (cycle_q == '0) start_q <= write;
    assign written = cycle_q == '0 ? '0 : write - start_q;

    always_comb begin
      if (clean) assume (s_tdata == '0);
      if (rst_ni) begin
        assert (u_fifo.restart_q == restarts && held <= Full);
        if (!clears) begin
          assert (write == write_q && held == level && word == word_q && u_fifo.count_q == '0);
        end else if (restarts) assert (word == '0);
        else begin
          assert (u_fifo.count_q == pointer_t'(cycle_q));
          if (cycle_q != '0) begin
            assert (held != '0 && held != Full);
            assert (written == pointer_t'(cycle_q) || written == pointer_t'(cycle_q - 1'b1));
          end
          if (written[AddressBits] || position < written[AddressBits-1:0]) assert (word == '0);
        end
      end
    end
  end else if (Form == 1) begin : gen_fast
    sil_fifo_wipe_fast #(.Width(Width), .Depth(Depth)) u_fifo (
      .clk_i, .rst_ni, .wipe_i, .clean_o(clean), .s_tdata, .s_tvalid, .s_tready, .m_tdata,
      .m_tvalid, .m_tready
    );
    logic [Width-1:0] word;
    logic [AddressBits-1:0] position;
    assign word = u_fifo.memory_q[index_q];
    assign position = index_q - AddressBits'(2);

    always_comb begin
      if (clean && cycle_q >= 2) assume (s_tdata == '0);
      if (rst_ni) begin
        if (!clears) begin
          assert (u_fifo.write_q == write_q[AddressBits-1:0]);
          assert (u_fifo.read_q == read_q[AddressBits-1:0]);
          assert (u_fifo.level_q == level && word == word_q);
        end else begin
          assert (u_fifo.level_q == pointer_t'(cycle_q) && u_fifo.read_q == '0);
          assert (u_fifo.write_q == cycle_q[AddressBits-1:0]);
          if (cycle_q > (AddressBits + 2)'(position) + 2) assert (word == '0);
        end
      end
    end
  end else begin : gen_counted
    logic [3*Width-1:0] unused_parts;
    sil_fifo_wipe_counted #(.Width(4 * Width), .Depth(Depth)) u_fifo (
      .clk_i, .rst_ni, .wipe_i, .clear_o(clean), .s_tdata({4{s_tdata}}), .s_tvalid,
      .m_tdata({unused_parts, m_tdata}), .m_tvalid, .m_tready
    );
    // A word in the output register is not in the memory any more.
    logic [Width-1:0] word, out_q;
    pointer_t held;
    logic followed_q;  // the followed word is in the output register
    assign s_tready = 1'b1;
    assign word = u_fifo.gen_part[0].memory_q[index_q];
    assign held = level - pointer_t'(m_tvalid);
    always_ff @(posedge clk_i) begin
      if (u_fifo.gen_part[0].pop) begin
        followed_q <= u_fifo.gen_part[0].read_q == index_q;
        out_q <= word_q;
      end
    end

    always_comb begin
      // The user counts the free words, and sends zeros while they are cleared.
      if (held == Full || clean) assume (!s_tvalid);
      if (clean && cycle_q != '0) assume (s_tdata == '0);
      if (rst_ni) begin
        assert (u_fifo.gen_part[0].clear_q == clears);
        if (!clears) begin
          assert (held <= Full && u_fifo.gen_part[0].count_q == held && word == word_q);
          assert (u_fifo.gen_part[0].write_q == write_q[AddressBits-1:0]);
          assert (u_fifo.gen_part[0].read_q == read_q[AddressBits-1:0] + AddressBits'(m_tvalid));
          assert (u_fifo.gen_part[0].some_q == (held != '0));
          assert (u_fifo.gen_part[0].several_q == (held > 1));
          assert (u_fifo.gen_part[0].two_q == (held == 2) && !u_fifo.gen_part[0].fill_q);
          if (m_tvalid && followed_q) assert (m_tdata == out_q);
          if (m_tvalid) assert (followed_q == (read_q[AddressBits-1:0] == index_q));
          if (!m_tvalid) assert (m_tdata == '0);
          // A word waits at most a cycle in an empty FIFO.
          if (!m_tvalid) assert (held <= 1);
        end else begin
          assert (!u_fifo.gen_part[0].some_q && !u_fifo.gen_part[0].several_q);
          assert (!u_fifo.gen_part[0].two_q && u_fifo.gen_part[0].read_q == '0);
          assert (u_fifo.gen_part[0].fill_q == (cycle_q != '0 && cycle_q <= Depth));
          assert (u_fifo.gen_part[0].count_q == (cycle_q > Depth ? Full : pointer_t'(cycle_q)));
          if (cycle_q == '0 || cycle_q > Depth) assert (u_fifo.gen_part[0].write_q == '0);
          else assert (u_fifo.gen_part[0].write_q == AddressBits'(cycle_q - 1'b1));
          if (cycle_q > (AddressBits + 2)'(index_q) + 1) assert (word == '0);
          if (cycle_q != '0) assert (m_tdata == '0);
        end
      end
    end
  end
endmodule
