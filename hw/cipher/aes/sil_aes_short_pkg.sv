// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The S-box without its constant in four levels of four-input functions, for a round of six
/// levels.
///
/// With t = (x^17)^-1, which is in GF(2^4), x^-1 = x^16 t. A bit of the S-box's result is a linear
/// function of x^-1. It is therefore a sum of four products, each of a linear function of x and a
/// linear function of t.
///
///     level 1, 2  four independent linear functions of x^17; since x^17 is quadratic in x, each is
///                 a sum of three functions of four bits of x
///     level 3     linear functions of t, each a function of those four bits
///     level 1-3   linear functions of x
///     level 4     two products per function, two functions per bit; MixColumns adds the two
///
/// A search chose the functions: three for each bit of x^17, and the fewest functions of x (24) and
/// of t (8).
package sil_aes_short_pkg;
  /// A four-input function. `a` to `d` are the numbers of its inputs: 0 to 7 are the bits of x, 8
  /// and above are IMAGES. Bit {d, c, b, a} of `values` is the function's value.
  typedef struct packed {
    logic [4:0]  a;
    logic [4:0]  b;
    logic [4:0]  c;
    logic [4:0]  d;
    logic [15:0] values;
  } table_t;

  /// A product of one of FACTORS and a bit of x (0 to 7) or one of IMAGES (8 and above).
  typedef struct packed {
    logic [4:0] image;
    logic [2:0] factor;
  } product_t;

  /// Four linear functions of x^17, each the sum of three functions of x.
  localparam table_t [0:3][0:2] NORM = '{
    '{
      '{5'd0, 5'd2, 5'd4, 5'd5, 16'hd4b2},
      '{5'd0, 5'd1, 5'd3, 5'd6, 16'hf59c},
      '{5'd1, 5'd3, 5'd5, 5'd7, 16'h0960}
    },
    '{
      '{5'd1, 5'd2, 5'd3, 5'd7, 16'he274},
      '{5'd0, 5'd4, 5'd5, 5'd7, 16'hb812},
      '{5'd0, 5'd1, 5'd5, 5'd6, 16'ha9c0}
    },
    '{
      '{5'd1, 5'd3, 5'd4, 5'd7, 16'hd8e4},
      '{5'd0, 5'd2, 5'd4, 5'd6, 16'h6f06},
      '{5'd0, 5'd2, 5'd5, 5'd7, 16'hac90}
    },
    '{
      '{5'd0, 5'd1, 5'd5, 5'd7, 16'h178e},
      '{5'd0, 5'd2, 5'd3, 5'd4, 16'h3f30},
      '{5'd2, 5'd5, 5'd6, 5'd7, 16'hca90}
    }
  };

  /// Linear functions of t, as functions of the bits of NORM.
  localparam logic [0:7][15:0] FACTORS = '{
    16'h49ae, 16'hedc0, 16'h8eb4, 16'h2ada, 16'h91d6, 16'h35b8, 16'h56cc, 16'h1f62
  };

  /// Linear functions of x. Some read others of them, which keeps the fan-out of the bits of x low.
  localparam table_t [0:23] IMAGES = '{
    '{5'd2, 5'd5, 5'd6, 5'd2, 16'h9696},
    '{5'd2, 5'd3, 5'd2, 5'd2, 16'h6666},
    '{5'd2, 5'd6, 5'd7, 5'd2, 16'h9696},
    '{5'd3, 5'd4, 5'd3, 5'd3, 16'h6666},
    '{5'd1, 5'd2, 5'd6, 5'd1, 16'h9696},
    '{5'd0, 5'd1, 5'd2, 5'd0, 16'h9696},
    '{5'd1, 5'd4, 5'd5, 5'd1, 16'h9696},
    '{5'd0, 5'd4, 5'd6, 5'd7, 16'h6996},
    '{5'd4, 5'd13, 5'd4, 5'd4, 16'h6666},
    '{5'd1, 5'd11, 5'd13, 5'd1, 16'h9696},
    '{5'd9, 5'd11, 5'd14, 5'd9, 16'h9696},
    '{5'd10, 5'd14, 5'd15, 5'd10, 16'h9696},
    '{5'd11, 5'd13, 5'd14, 5'd11, 16'h9696},
    '{5'd13, 5'd14, 5'd13, 5'd13, 16'h6666},
    '{5'd12, 5'd13, 5'd12, 5'd12, 16'h6666},
    '{5'd9, 5'd12, 5'd13, 5'd9, 16'h9696},
    '{5'd0, 5'd8, 5'd9, 5'd0, 16'h9696},
    '{5'd2, 5'd10, 5'd12, 5'd2, 16'h9696},
    '{5'd9, 5'd10, 5'd12, 5'd9, 16'h9696},
    '{5'd1, 5'd12, 5'd15, 5'd1, 16'h9696},
    '{5'd7, 5'd11, 5'd7, 5'd7, 16'h6666},
    '{5'd8, 5'd9, 5'd10, 5'd8, 16'h9696},
    '{5'd9, 5'd10, 5'd11, 5'd9, 16'h9696},
    '{5'd6, 5'd8, 5'd10, 5'd6, 16'h9696}
  };

  /// Bits of the S-box's result, the least significant first, each the sum of four products.
  localparam product_t [0:7][0:3] PRODUCTS = '{
    '{'{5'd20, 3'd1}, '{5'd26, 3'd6}, '{5'd14, 3'd7}, '{5'd10, 3'd3}},
    '{'{5'd23, 3'd2}, '{5'd16, 3'd0}, '{5'd19, 3'd5}, '{5'd7, 3'd3}},
    '{'{5'd16, 3'd1}, '{5'd19, 3'd6}, '{5'd7, 3'd7}, '{5'd23, 3'd5}},
    '{'{5'd6, 3'd2}, '{5'd18, 3'd4}, '{5'd21, 3'd1}, '{5'd28, 3'd6}},
    '{'{5'd17, 3'd1}, '{5'd8, 3'd6}, '{5'd27, 3'd5}, '{5'd12, 3'd3}},
    '{'{5'd31, 3'd2}, '{5'd2, 3'd0}, '{5'd22, 3'd5}, '{5'd11, 3'd3}},
    '{'{5'd30, 3'd4}, '{5'd29, 3'd1}, '{5'd9, 3'd7}, '{5'd1, 3'd5}},
    '{'{5'd25, 3'd1}, '{5'd15, 3'd6}, '{5'd24, 3'd7}, '{5'd13, 3'd5}}
  };
endpackage
