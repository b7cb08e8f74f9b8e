// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// SubBytes or InvSubBytes without the constant, of several bytes (FIPS 197 5.1.1, 5.3.2).
///
/// With c = 63 (hexadecimal), SubBytes(x) is the result for x, plus c. InvSubBytes(x) is the result
/// for x + c.
///
/// ## Latency and throughput
/// It takes all bytes in each cycle. The latency in cycles is the number of ones in Cuts.
module sil_aes_sbox
  import sil_aes_pkg::*;
  import sil_aes_nodes_pkg::*;
#(
  /// TABLE: a table of 256 rows. Gain: the simplest description. COMPOSITE: 115 two-input gates, or
  /// 195 for both directions, which share the inversion. Gain: area in standard cells. FUNCTIONS:
  /// 54 four-input functions in 6 levels, or 89 in 9 levels for both directions. Gain: area and
  /// speed in an FPGA.
  parameter sbox_e Sbox = FUNCTIONS,
  /// ENCRYPT: SubBytes. DECRYPT: InvSubBytes. BOTH: selected by `decrypt_i`.
  parameter direction_e Direction = ENCRYPT,
  /// Bit l: registers after level l. With TABLE and COMPOSITE all registers are at the output.
  parameter logic [15:0] Cuts = '0,
  /// Bytes that are processed in parallel.
  parameter int unsigned Bytes = 1
) (
  input  logic               clk_i,
  input  logic               run_i,
  /// Clears the result of the current bytes. Needs Cuts that are not 0.
  input  logic               clear_i,
  input  logic               decrypt_i,
  input  logic [8*Bytes-1:0] data_i,
  /// With BOTH: added to the result. Otherwise ignored.
  input  logic [8*Bytes-1:0] key_i,
  output logic [8*Bytes-1:0] data_o
);
  if (!(Sbox inside {TABLE, COMPOSITE, FUNCTIONS})) begin : gen_sbox
    $fatal(1, "Sbox must be TABLE, COMPOSITE or FUNCTIONS");
  end

  if (Sbox == FUNCTIONS) begin : gen_functions
    // One vector per bit: element b belongs to byte b.
    logic [7:0][Bytes-1:0] data, key, out;
    for (genvar i = 0; i < 8; i++) begin : gen_bit
      for (genvar b = 0; b < Bytes; b++) begin : gen_byte
        assign data[i][b] = data_i[8*b+i];
        assign key[i][b] = key_i[8*b+i];
        assign data_o[8*b+i] = out[i][b];
      end
    end

    if (Direction == ENCRYPT) begin : gen_forward
      sil_aes_network #(.Cuts(Cuts), .Width(Bytes)) u_network (
        .clk_i, .run_i, .clear_i, .data_i(data), .data_o(out)
      );
    end else if (Direction == DECRYPT) begin : gen_inverse
      sil_aes_network #(
        .Nodes($bits(INVERSE) / $bits(node_t)), .Network(INVERSE), .Cuts(Cuts), .Width(Bytes)
      ) u_network (
        .clk_i, .run_i, .clear_i, .data_i(data), .data_o(out)
      );
    end else begin : gen_either
      sil_aes_network #(
        .Nodes($bits(EITHER) / $bits(node_t)), .Inputs(17), .Network(EITHER), .Cuts(Cuts),
        .Width(Bytes)
      ) u_network (
        .clk_i, .run_i, .clear_i, .data_i({key, {Bytes{decrypt_i}}, data}), .data_o(out)
      );
    end
  end else begin : gen_combined
    localparam int unsigned Stages = $countones(Cuts);
    logic decrypt;
    logic [8*Bytes-1:0] out;
    assign decrypt = Direction == BOTH ? decrypt_i : Direction == DECRYPT;

    for (genvar b = 0; b < Bytes; b++) begin : gen_byte
      logic [7:0] data;
      assign data = data_i[8*b+:8];
      if (Sbox == TABLE) begin : gen_table
        logic [1:0][7:0] rows;
        if (Direction != DECRYPT) begin : gen_forward
          sil_table #(.Width(8), .Rows(256), .Content(sbox_rows(1'b0))) u_table (
            .address_i(data), .row_o(rows[0])
          );
        end else begin : gen_no_forward
          assign rows[0] = '0;
        end
        if (Direction != ENCRYPT) begin : gen_inverse
          sil_table #(.Width(8), .Rows(256), .Content(sbox_rows(1'b1))) u_table (
            .address_i(data), .row_o(rows[1])
          );
        end else begin : gen_no_inverse
          assign rows[1] = '0;
        end
        assign out[8*b+:8] = rows[decrypt];
      end else begin : gen_composite
        // The gates compute L(inverse(x)), with L the linear part of SubBytes. InvSubBytes needs
        // inverse(L'(x)) with L' the inverse of L, which equals L'(L(inverse(L'(x)))).
        logic [7:0] inverted;
        sil_aes_composite u_composite (
          .data_i(decrypt ? inv_linear(data) : data), .data_o(inverted)
        );
        assign out[8*b+:8] = decrypt ? inv_linear(inverted) : inverted;
      end
    end

    logic [Stages:0][8*Bytes-1:0] wait_q;
    assign wait_q[0] = out ^ (Direction == BOTH ? key_i : '0);
    for (genvar i = 0; i < Stages; i++) begin : gen_wait
      always_ff @(posedge clk_i) begin
        if (run_i) wait_q[i+1] <= wait_q[i];
        if (run_i && clear_i && i == 0) wait_q[i+1] <= '0;
      end
    end
    assign data_o = wait_q[Stages];
  end
endmodule
