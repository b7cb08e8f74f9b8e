// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Assertions for the rules of the keys and the starts of sil_aes_stream (README.md, the table of
/// what a host must not send). sil_axis_checker checks the rules of the streams.
///
/// ## Latency and throughput
/// Each rule is checked at each rising edge of `clk_i`, with the values before the edge.
module sil_aes_checker
#(
  /// 0: check the rules of outputs. 1: check the rules of inputs, too. `+sil_inputs_unchecked` on
  /// the simulator's command line turns the checks of inputs off.
  parameter int Role = 1,
  /// KeyBits of the stream.
  parameter int Bits = 128,
  /// Modes of the stream.
  parameter int Select = 7
) (
  input logic        clk_i,
  /// Active low.
  input logic        rst_ni,
  input logic        wipe_i,
  input logic [31:0] k_tdata,
  input logic [1:0]  k_tuser,
  input logic        k_tdest,
  input logic        k_tlast,
  input logic        k_tvalid,
  input logic        k_tready,
  input logic [1:0]  keyed_o,
  /// Mode of the start, as in sil_aes_stream.
  input logic [1:0]  i_tuser,
  input logic        i_tvalid,
  input logic        i_tready
);
  localparam logic [1:0] XTS = 2'd2;

  // State of the key that is being sent. wrong_q: the key broke a rule. loading_q: the key broke no
  // rule, and one of its words was accepted two cycles ago.
  logic [2:0] count_q;
  logic open_q, wrong_q, loading_q, dest, dest_q, last, bad, taken;
  logic [1:0] length, length_q;
  // Length and destination are read with the first word.
  assign length = Bits != 0 ? 2'd0 : open_q ? length_q : k_tuser;
  assign dest = open_q ? dest_q : k_tdest;
  always_comb begin
    unique case (Bits == 0 ? 128 + 64 * int'(length) : Bits)
      128:     last = count_q == 3'd3;
      192:     last = count_q == 3'd5;
      default: last = count_q == 3'd7;
    endcase
  end
  assign bad = wrong_q | length == 2'd3 | (dest & Select < 4) | last != k_tlast;
  assign taken = k_tvalid & k_tready & ~wipe_i;

  // The last complete key of each core (0: data, 1: tweaks): its words, which are 0 beyond its
  // length, and its length. valid_q: no refused key and no wipe followed the key. before_q and
  // earlier_q: valid_q of one and of two cycles ago.
  logic [7:0][31:0] words_q;
  logic [1:0][7:0][31:0] key_q;
  logic [1:0][1:0] key_length_q;
  logic [1:0] valid_q, before_q, earlier_q;
  logic wiped_q, fit;
  assign fit = key_q[0] != key_q[1] && key_length_q[0] == key_length_q[1]
    && (Bits == 0 ? key_length_q[0] != 2'd1 : Bits != 192);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {count_q, open_q, wrong_q, loading_q, valid_q, before_q, earlier_q, wiped_q} <= '0;
    end else begin
      wiped_q <= wipe_i;
      {earlier_q, before_q} <= {before_q, valid_q};
      loading_q <= open_q & ~wrong_q & ~wipe_i;
      if (wipe_i) {count_q, open_q, wrong_q, valid_q} <= '0;
      else if (taken) begin
        open_q <= ~k_tlast;
        wrong_q <= bad & ~k_tlast;
        count_q <= k_tlast ? 3'd0 : count_q + 3'd1;
        if (k_tlast) valid_q[dest] <= ~bad;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (taken) begin
      {dest_q, length_q} <= {dest, length};
      words_q <= open_q ? words_q : '0;
      words_q[count_q] <= k_tdata;
      if (k_tlast) begin
        key_length_q[dest] <= length;
        key_q[dest] <= words_q;
        key_q[dest][count_q] <= k_tdata;
      end
    end
  end

  // Register values are undefined before the first reset, so no rule is checked until then.
  logic seen;
`ifdef SYNTHESIS
  assign seen = 1'b1;
`else
  logic seen_q = 1'b0;
  always_ff @(posedge clk_i or negedge rst_ni) if (!rst_ni) seen_q <= 1'b1;
  assign seen = seen_q;
`endif

  logic muted;
`ifdef SYNTHESIS
  assign muted = Role == 0;
`else
  initial begin
    muted = Role == 0;
    if ($test$plusargs("sil_inputs_unchecked")) muted = 1'b1;
  end
`endif

  always @(posedge clk_i) begin
    if (seen && !muted && rst_ni && !wipe_i && k_tvalid) begin
      begin : key_length
        assert (open_q || length != 2'd3)
        else $error("k_tuser names no key length (silicrypt)");
      end
      begin : key_tweak
        assert (open_q || !k_tdest || Select >= 4)
        else $error("a key for tweaks, without XTS (silicrypt)");
      end
      begin : key_last
        assert (wrong_q || length == 2'd3 || last == k_tlast)
        else $error("k_tlast is not at the last word of the key (silicrypt)");
      end
    end
    if (seen && !muted && rst_ni && !wipe_i && i_tvalid) begin
      begin : start_keys
        assert (i_tuser != XTS || !i_tready || Select < 4 || fit)
        else $error("XTS with keys that are equal, of different lengths, or of 192 bits (IEEE 1619 5.1)");
      end
    end
    if (seen && rst_ni) begin
      begin : keyed_wiped
        assert (!wiped_q || keyed_o == 2'd0)
        else $error("keyed_o is high after a wipe (silicrypt)");
      end
      // The core of a refused key is wiped in the cycle after its last word.
      begin : keyed_complete
        assert ((keyed_o & ~(valid_q | before_q | earlier_q)) == 2'd0)
        else $error("keyed_o is high without a complete key (silicrypt)");
      end
      begin : keyed_loading
        assert (!loading_q || !open_q || wrong_q || !keyed_o[dest_q])
        else $error("keyed_o is high while a key is loaded (silicrypt)");
      end
    end
  end
endmodule
