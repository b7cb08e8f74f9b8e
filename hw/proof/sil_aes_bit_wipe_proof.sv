// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: after a reset or a wipe, `sil_aes_bit` accepts nothing and gives nothing before
/// all registers of the state and of the round key have fixed values: zeros, and in three bytes of
/// the column what SubBytes gives for zero. The three bits that MixColumns keeps of a column are
/// zero two cycles later, before the first word of a key is accepted.
///
/// The registers are cleared in a pass of 16 bytes. For each byte of that pass, the proof knows
/// which bits of the delay lines of ShiftRows have been overwritten.
module sil_aes_bit_wipe_proof (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        wipe_i,
  input logic [31:0] k_tdata,
  input logic        k_tvalid,
  input logic [7:0]  s_tdata,
  input logic        s_tvalid,
  input logic        m_tready
);
  logic k_tready, keyed, s_tready, m_tvalid;

  sil_aes_bit u_core (
    .clk_i, .rst_ni, .wipe_i, .k_tdata, .k_tuser('0), .k_tvalid, .k_tready, .keyed_o(keyed),
    .s_tdata, .s_tuser(1'b0), .s_tvalid, .s_tready, .m_tdata(), .m_tvalid, .m_tready
  );

  // A byte of the column that has been overwritten: S-box of 0, the most significant bit last.
  localparam logic [7:0] Replaced = 8'hc6;

  // The bits that are known after each number of bytes: of both delay lines, and of the column.
  typedef struct packed {
    logic [16:0][31:0] rows_1;
    logic [16:0][63:0] rows_2;
    logic [16:0][3:0]  column;
  } known_t;
  function automatic known_t known();
    logic swap_1, swap_2, out_1;
    known = '0;
    for (int unsigned b = 0; b < 16; b++) begin
      swap_1 = b % 2 == 1 && b >= 4;
      swap_2 = b inside {2, 3, 14, 15};
      out_1 = swap_1 | known.rows_1[b][0];
      known.rows_1[b+1] = {{8{~swap_1 | known.rows_1[b][0]}}, known.rows_1[b][31:8]};
      known.rows_2[b+1] = {{8{swap_2 ? known.rows_2[b][0] : out_1}}, known.rows_2[b][63:8]};
      known.column[b+1] = {swap_2 ? out_1 : known.rows_2[b][0], known.column[b][3:1]};
    end
  endfunction
  localparam known_t Known = known();

  // The state of the core.
  logic run, back, sub, clearing, loading;
  logic [2:0] index;
  logic [3:0] number;
  logic [31:0] rows_1, word;
  logic [63:0] rows_2;
  logic [95:0] words;
  logic [3:0][7:0] column;
  assign run = u_core.run_q;
  assign back = u_core.back_q;
  assign sub = u_core.sub_q;
  assign index = u_core.bit_q;
  assign number = u_core.byte_q;
  assign rows_1 = u_core.rows_1_q;
  assign rows_2 = u_core.rows_2_q;
  assign words = u_core.words_q;
  assign word = u_core.word_q;
  assign column = u_core.column;
  assign clearing = ~run & back & &u_core.round;
  assign loading = ~run & ~back;

  // Bits that have passed in this byte; none in the phases before the shift.
  logic [2:0] passed;
  logic [6:0] bits;  // of this pass
  assign passed = u_core.mix_q ? 3'd0 : index;
  assign bits = {number, passed};

  // Nothing has been accepted since a reset or a wipe, up to the first cycle in which a key may be.
  logic wiped_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) wiped_q <= 1'b1;
    else wiped_q <= wipe_i | (wiped_q & ~loading);
  end
  // From that cycle on, no word of a key has been accepted.
  logic early, early_q;
  assign early = loading & (wiped_q | early_q);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) early_q <= 1'b0;
    else early_q <= early & ~wipe_i & ~(k_tvalid & k_tready);
  end

  // The bits of each register that are known in a cycle of the pass that clears them, and their
  // values. Those that are not known are ignored.
  logic [31:0] known_1, known_word;
  logic [63:0] known_2;
  logic [95:0] known_words;
  logic [3:0][7:0] known_column, fixed_column;
  always_comb begin
    known_1 = (Known.rows_1[number] >> passed)
      | ({32{Known.rows_1[5'(number)+5'd1][31]}} & ~(32'hffffffff >> passed));
    known_2 = (Known.rows_2[number] >> passed)
      | ({64{Known.rows_2[5'(number)+5'd1][63]}} & ~(64'hffffffffffffffff >> passed));
    known_words = ~(96'hffffffffffffffffffffffff >> bits);
    if (bits >= 7'd96) known_words = '1;
    known_word = number >= 4'd12 ? ~(32'hffffffff >> bits[4:0]) : '0;
    for (int unsigned i = 0; i < 4; i++) begin
      known_column[i] = {8{Known.column[number][i]}} >> passed;
      if (Known.column[5'(number)+5'd1][i]) known_column[i] |= ~(8'hff >> passed);
      fixed_column[i] = Replaced >> passed;
      if (i < 3) fixed_column[i] |= Replaced << (4'd8 - 4'(passed));
    end
    if (sub) fixed_column[3] = '0;
  end

  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  always_comb begin
    if (first_q) assume (!rst_ni);
    if (rst_ni && !first_q) begin
      if (wiped_q) begin
        assert (!k_tready && !s_tready && !m_tvalid && !keyed);
        if (loading) begin
          assert ({rows_1, rows_2, words, word} == '0);
          assert (column == {8'h00, {3{Replaced}}});
          assert (sub && number == '0 && index == '0);
        end
      end

      if (early && (number != '0 || !sub && !(u_core.mix_q && index == '0))) begin
        assert (u_core.high_q == '0);
      end

      // Invariants for the induction.
      if (wiped_q) assert (!run);
      if (early_q) assert (loading && !wiped_q && number < 4'd4);
      if (early) assert (&u_core.round);
      if (early_q) begin
        assert (rows_2 == '0 && (rows_1 & (32'hffffffff >> bits[4:0])) == '0);
        assert (column == fixed_column);
        assert (number != '0 || !sub);
      end
      if (!run && back) assert (wiped_q);
      assert (!(sub && u_core.mix_q) && (!sub || index == '0));
      if (clearing) begin
        assert ((rows_1 & known_1) == '0);
        assert ((rows_2 & known_2) == '0);
        assert ((words & known_words) == '0);
        assert ((word & known_word) == '0);
        for (int unsigned i = 0; i < 4; i++) begin
          assert ((column[i] & known_column[i]) == (fixed_column[i] & known_column[i]));
        end
      end
    end
  end
endmodule
