// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A chain of Unroll operations on the working variables of SM3; combinational.
///
/// B, C and D are earlier values of A, and C and D are rotated by 9. F, G and H are earlier values
/// of E, and G and H are rotated by 19. So the state is a row of pairs of A and E, the oldest
/// first, that shifts by one per operation; C, D, G and H are rotated where they are read. An
/// operation is a round (GB/T 32905-2016 5.3.3) or a part of the feed-forward. The feed-forward
/// combines the oldest pair with a pair of the chaining value by XOR, so neither of them needs a
/// rotation.
module sil_sm3_operations
  import sil_sm3_pkg::*;
#(
  /// Operations per cycle.
  parameter int unsigned Unroll = 1
) (
  /// The operations are the feed-forward.
  input  logic                    feed_forward_i,
  /// The operations are rounds 0 to 15.
  input  logic                    early_i,
  /// T(j) <<< j, W(j) and W(j+4) of each round.
  input  logic [Unroll-1:0][31:0] constants_i,
  input  logic [Unroll-1:0][31:0] words_i,
  input  logic [Unroll-1:0][31:0] ahead_i,
  /// Pairs of the chaining value.
  input  pair_t [Unroll-1:0]      chaining_i,
  /// The row of working variables, the oldest pair in item 0.
  input  pair_t [3:0]             working_i,
  /// The same row after the operations.
  output pair_t [3:0]             working_o
);
  // Operation i reads D and H at item i and A and E at item i+3.
  pair_t working [4+Unroll];

  for (genvar i = 0; i < 4; i++) begin : gen_working
    assign working[i] = working_i[i];
    assign working_o[i] = working[i+Unroll];
  end

  for (genvar i = 0; i < Unroll; i++) begin : gen_operation
    word_t a, e, ss1, ss2, tt1, tt2;
    assign a = working[i+3].a;
    assign e = working[i+3].e;
    assign ss1 = rotl(7, rotl(12, a) + e + constants_i[i]);
    assign ss2 = ss1 ^ rotl(12, a);
    assign tt1 = ff(early_i, a, working[i+2].a, c_of(working[i+1].a)) + c_of(working[i].a) + ss2
      + (words_i[i] ^ ahead_i[i]);
    assign tt2 = gg(early_i, e, working[i+2].e, g_of(working[i+1].e)) + g_of(working[i].e) + ss1
      + words_i[i];
    assign working[i+4] = feed_forward_i ? working[i] ^ chaining_i[i] : {tt1, p0(tt2)};
  end
endmodule
