// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Assertions for the rules of the HMAC ports: the order of keys and messages, the choice of the
/// hash, the comparison and the wipe (README.md, Ports). sil_axis_checker checks the rules of the
/// streams.
///
/// ## Latency and throughput
/// Each rule is checked at each rising edge of `clk_i`, with the values before the edge.
module sil_hmac_checker
#(
  /// 0: check the rules of outputs. 1: check the rules of inputs, too. `+sil_inputs_unchecked` on
  /// the simulator's command line turns the checks of inputs off.
  parameter int Role = 1,
  /// Width of `s_tid` in bits.
  parameter int IdBits = 1,
  /// Number of channels. `s_tid` is between 0 and Ids - 1. With 1, `s_tid` is ignored.
  parameter int Ids = 1
) (
  input logic              clk_i,
  /// Active low.
  input logic              rst_ni,
  input logic              wipe_i,
  input logic              keyed_o,
  input logic              s_tlast,
  /// The beat belongs to a key.
  input logic              s_tuser,
  /// As in sil_hmac_md5_sha1. Tie it to 0 in a unit with one hash.
  input logic              s_tsha1,
  input logic [IdBits-1:0] s_tid,
  input logic              s_tvalid,
  input logic              s_tready,
  input logic              m_tmatch,
  input logic              m_tuser,
  input logic              m_tvalid
);
  // open_q[i]: the message of channel i is partly taken. key_open_q: a key is partly taken. sha1_q
  // and key_sha1_q: their hash. named: channel of the beat, one-hot, if it is not a beat of a key.
  logic [Ids-1:0] open_q, sha1_q, named;
  logic key_open_q, key_sha1_q, wiped_q, taken;

  assign taken = s_tvalid & s_tready;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      key_open_q <= 1'b0;
      wiped_q    <= 1'b0;
    end else begin
      wiped_q <= wipe_i;
      if (wipe_i) key_open_q <= 1'b0;
      else if (taken && s_tuser) key_open_q <= ~s_tlast;
    end
  end
  always_ff @(posedge clk_i) if (taken && s_tuser) key_sha1_q <= s_tsha1;

  for (genvar i = 0; i < Ids; i++) begin : gen_id
    assign named[i] = ~s_tuser & (Ids == 1 || int'(s_tid) == i);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) open_q[i] <= 1'b0;
      else if (wipe_i) open_q[i] <= 1'b0;
      else if (taken && named[i]) open_q[i] <= ~s_tlast;
    end
    always_ff @(posedge clk_i) if (taken && named[i]) sha1_q[i] <= s_tsha1;
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
  assign muted = 1'b0;
`else
  initial begin
    muted = Role == 0;
    if ($test$plusargs("sil_inputs_unchecked")) muted = 1'b1;
  end
`endif

  always @(posedge clk_i) begin
    if (seen && !muted && rst_ni && !wipe_i && s_tvalid) begin
      begin : key_alone
        assert (!s_tuser || open_q == '0)
        else $error("a key comes while a message is partly sent (silicrypt)");
      end
      begin : key_first
        assert (s_tuser || !key_open_q)
        else $error("a message comes before the last beat of a key (silicrypt)");
      end
      begin : one_hash
        assert ((s_tuser ? !key_open_q || s_tsha1 == key_sha1_q
                         : ((open_q & named) & (sha1_q ^ {Ids{s_tsha1}})) == '0))
        else $error("s_tsha1 changed within a key or a message (silicrypt)");
      end
    end
    if (rst_ni && !wipe_i) begin
      begin : match_tag
        assert (!m_tmatch || (m_tvalid && !m_tuser))
        else $error("m_tmatch is high without a tag (silicrypt)");
      end
      begin : keyed_wiped
        assert (!wiped_q || !keyed_o)
        else $error("keyed_o is high after a wipe (silicrypt)");
      end
    end
  end
endmodule
