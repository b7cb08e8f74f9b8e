// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: words leave a unit between two streams as they came in; none is lost or doubled. A
/// wide word is its parts, the low bits first. The reference knows the words that are inside.
module sil_stream_data_proof
#(
  /// 0: sil_skid, 1: sil_axis_widen, 2: sil_axis_narrow.
  parameter int unsigned Unit = 0,
  /// Parts of a wide word.
  parameter int unsigned Parts = 4,
  localparam int unsigned Part = 4,
  localparam int unsigned Wide = Unit == 0 ? Part : Parts * Part,
  localparam int unsigned In = Unit == 2 ? Wide : Part,
  localparam int unsigned Out = Unit == 1 ? Wide : Part,
  localparam int unsigned Room = Unit == 0 ? 2 : Parts,
  localparam int unsigned CountBits = $clog2(Room + 1)
) (
  input logic          clk_i,
  input logic          rst_ni,
  input logic          clear_i,
  input logic [In-1:0] s_tdata,
  input logic          s_tvalid,
  input logic          m_tready
);
  logic [Out-1:0] m_tdata;
  logic s_tready, m_tvalid, soon;

  // The first cycle is a reset.
  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  // Parts inside, the oldest first. A transfer takes one of them, or a wide word.
  logic [CountBits-1:0] count_q, left, gone, come;
  logic [Room-1:0][Part-1:0] held_q, rest;
  logic put, take, clears, soon_q;
  assign put = s_tvalid & s_tready;
  assign take = m_tvalid & m_tready;
  assign clears = Unit != 0 & clear_i;
  assign gone = !take ? '0 : CountBits'(Unit == 1 ? Parts : 1);
  assign come = !put ? '0 : CountBits'(Unit == 2 ? Parts : 1);
  assign left = count_q - gone;
  assign rest = !take ? held_q : Unit == 1 ? '0 : held_q >> Part;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {count_q, soon_q} <= '0;
    else begin
      count_q <= clears ? '0 : left + come;
      soon_q <= soon;
    end
  end
  always_ff @(posedge clk_i) begin
    held_q <= rest;
    if (put && Unit == 2) held_q <= (Room*Part)'(s_tdata);
    else if (put) held_q[left] <= s_tdata[Part-1:0];
  end

  if (Unit == 0) begin : gen_skid
    sil_skid #(.Width(Part)) u_unit (
      .clk_i, .rst_ni, .s_tdata, .s_tvalid, .s_tready, .m_tdata, .m_tvalid, .m_tready,
      .soon_o(soon)
    );
    always_comb if (rst_ni) begin
      assert (u_unit.front_valid_q == (count_q != '0));
      assert (u_unit.back_valid_q == (count_q == CountBits'(2)));
      if (count_q != '0) assert (u_unit.front_q == held_q[0]);
      if (count_q == CountBits'(2)) assert (u_unit.back_q == held_q[1]);
    end
  end else if (Unit == 1) begin : gen_widen
    sil_axis_widen #(.WideBits(Wide), .NarrowBits(Part)) u_unit (
      .clk_i, .rst_ni, .clear_i, .s_tdata, .s_tvalid, .s_tready, .m_tdata, .m_tvalid, .m_tready
    );
    assign soon = 1'b0;
    always_comb if (rst_ni) begin
      assert (u_unit.count_q == count_q);
      for (int unsigned i = 0; i < Parts; i++) begin
        if (i < count_q) assert (m_tdata[Part*(Parts-32'(count_q)+i)+:Part] == held_q[i]);
      end
    end
  end else begin : gen_narrow
    sil_axis_narrow #(.WideBits(Wide), .NarrowBits(Part)) u_unit (
      .clk_i, .rst_ni, .clear_i, .s_tdata, .s_tvalid, .s_tready, .m_tdata, .m_tvalid, .m_tready
    );
    assign soon = 1'b0;
    always_comb if (rst_ni) begin
      assert (u_unit.left_q == count_q);
      for (int unsigned i = 0; i < Parts; i++) begin
        if (i < count_q) assert (u_unit.word_q[Part*i+:Part] == held_q[i]);
      end
    end
  end

  always_comb begin
    if (first_q) assume (!rst_ni);
    if (rst_ni) begin
      assert (count_q <= CountBits'(Room));
      // A unit takes a word where it has room, and offers one where it has a complete one.
      if (put) assert (left + come <= CountBits'(Room) && (Unit != 2 || left == '0));
      assert (m_tvalid == (Unit == 1 ? count_q == CountBits'(Parts) : count_q != '0));
      assert (s_tready == (Unit == 0 ? count_q != CountBits'(2)
        : Unit == 1 ? left != CountBits'(Parts) : left == '0));
      for (int unsigned i = 0; i < Out / Part; i++) begin
        if (m_tvalid) assert (m_tdata[Part*i+:Part] == held_q[i]);
      end
      if (Unit == 0) assert (m_tvalid == soon_q);
    end
  end
endmodule
