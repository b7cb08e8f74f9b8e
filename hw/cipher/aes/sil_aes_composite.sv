// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// SubBytes of one byte without the constant, in 115 two-input gates: 36 AND and 79 XOR.
///
/// The inverse is (x^17)^-1 x^16, computed in GF(((2^2)^2)^2) with normal bases of trace 1. A
/// multiplication uses three products instead of four (Karatsuba). The tower of fields for AES is
/// that of Satoh et al., ASIACRYPT 2001; normal bases are those of Canright, CHES 2005. The search
/// that the README describes found the bases and the order of the XORs. The bases are {Y^16, Y}
/// with Y = ae and {Z^4, Z} with Z = 5c; the byte is first multiplied by 91 (all hexadecimal).
module sil_aes_composite (
  input  logic [7:0] data_i,
  output logic [7:0] data_o
);
  logic [114:0] g;

  // The operands of the multiplications: both halves in GF(2^4), their parts and their sums.
  assign g[0] = data_i[3] ^ data_i[1];
  assign g[1] = data_i[5] ^ data_i[4];
  assign g[2] = data_i[6] ^ data_i[5];
  assign g[3] = g[2] ^ g[0];
  assign g[4] = g[3] ^ g[1];
  assign g[5] = g[4] ^ data_i[7];
  assign g[6] = g[5] ^ data_i[5];
  assign g[7] = g[5] ^ data_i[6];
  assign g[8] = g[7] ^ data_i[0];
  assign g[9] = g[8] ^ data_i[2];
  assign g[10] = g[9] ^ data_i[4];
  assign g[11] = g[10] ^ g[4];
  assign g[12] = g[11] ^ data_i[1];
  assign g[13] = g[11] ^ g[2];
  assign g[14] = g[11] ^ g[8];
  assign g[15] = g[12] ^ g[7];
  assign g[16] = g[13] ^ data_i[0];
  assign g[17] = g[15] ^ data_i[7];
  assign g[18] = g[15] ^ g[3];
  assign g[19] = g[17] ^ data_i[0];
  assign g[20] = g[17] ^ g[1];
  // The norm x^17: the product of the halves plus the scaled square of their sum.
  assign g[21] = g[5] & g[14];
  assign g[22] = g[20] & g[16];
  assign g[23] = g[18] & g[6];
  assign g[24] = g[4] & g[11];
  assign g[25] = g[1] & g[13];
  assign g[26] = g[3] & g[2];
  assign g[27] = data_i[7] & g[8];
  assign g[28] = g[17] & data_i[0];
  assign g[29] = g[15] & g[7];
  assign g[30] = g[28] ^ g[27];
  assign g[31] = g[28] ^ g[29];
  assign g[32] = g[21] ^ g[23];
  assign g[33] = g[32] ^ g[31];
  assign g[34] = g[33] ^ g[12];
  assign g[35] = g[22] ^ g[23];
  assign g[36] = g[35] ^ g[30];
  assign g[37] = g[36] ^ g[19];
  assign g[38] = g[24] ^ g[26];
  assign g[39] = g[38] ^ g[31];
  assign g[40] = g[39] ^ g[10];
  assign g[41] = g[25] ^ g[26];
  assign g[42] = g[41] ^ g[30];
  assign g[43] = g[42] ^ g[0];
  // The inverse of x^17, computed through its norm in GF(2^2), and the sums of its bits.
  assign g[44] = g[43] ^ g[37];
  assign g[45] = g[40] ^ g[34];
  assign g[46] = g[44] ^ g[45];
  assign g[47] = g[43] ^ g[40];
  assign g[48] = g[37] ^ g[34];
  assign g[49] = g[43] & g[37];
  assign g[50] = g[40] & g[34];
  assign g[51] = g[47] & g[48];
  assign g[52] = g[49] ^ g[51];
  assign g[53] = g[52] ^ g[46];
  assign g[54] = g[50] ^ g[51];
  assign g[55] = g[54] ^ g[45];
  assign g[56] = g[55] ^ g[53];
  assign g[57] = g[56] & g[48];
  assign g[58] = g[55] & g[37];
  assign g[59] = g[58] ^ g[57];
  assign g[60] = g[53] & g[34];
  assign g[61] = g[60] ^ g[57];
  assign g[62] = g[56] & g[47];
  assign g[63] = g[55] & g[43];
  assign g[64] = g[63] ^ g[62];
  assign g[65] = g[53] & g[40];
  assign g[66] = g[65] ^ g[62];
  assign g[67] = g[59] ^ g[61];
  assign g[68] = g[64] ^ g[66];
  assign g[69] = g[59] ^ g[64];
  assign g[70] = g[61] ^ g[66];
  assign g[71] = g[67] ^ g[68];
  // The products of this inverse and both halves.
  assign g[72] = g[66] & g[14];
  assign g[73] = g[64] & g[16];
  assign g[74] = g[68] & g[6];
  assign g[75] = g[61] & g[11];
  assign g[76] = g[59] & g[13];
  assign g[77] = g[67] & g[2];
  assign g[78] = g[70] & g[8];
  assign g[79] = g[69] & data_i[0];
  assign g[80] = g[71] & g[7];
  assign g[81] = g[66] & g[5];
  assign g[82] = g[64] & g[20];
  assign g[83] = g[68] & g[18];
  assign g[84] = g[61] & g[4];
  assign g[85] = g[59] & g[1];
  assign g[86] = g[67] & g[3];
  assign g[87] = g[70] & data_i[7];
  assign g[88] = g[69] & g[17];
  assign g[89] = g[71] & g[15];
  // The linear part of SubBytes, in the basis of FIPS 197.
  assign g[90] = g[79] ^ g[78];
  assign g[91] = g[83] ^ g[82];
  assign g[92] = g[77] ^ g[76];
  assign g[93] = g[92] ^ g[90];
  assign g[94] = g[86] ^ g[85];
  assign g[95] = g[94] ^ g[91];
  assign g[96] = g[93] ^ g[95];
  assign g[97] = g[84] ^ g[85];
  assign g[98] = g[97] ^ g[93];
  assign g[99] = g[89] ^ g[98];
  assign g[100] = g[88] ^ g[91];
  assign g[101] = g[100] ^ g[99];
  assign g[102] = g[72] ^ g[101];
  assign g[103] = g[75] ^ g[76];
  assign g[104] = g[73] ^ g[102];
  assign g[105] = g[87] ^ g[96];
  assign g[106] = g[105] ^ g[99];
  assign g[107] = g[80] ^ g[78];
  assign g[108] = g[107] ^ g[104];
  assign g[109] = g[81] ^ g[82];
  assign g[110] = g[109] ^ g[98];
  assign g[111] = g[74] ^ g[90];
  assign g[112] = g[111] ^ g[102];
  assign g[113] = g[112] ^ g[103];
  assign g[114] = g[103] ^ g[104];

  assign data_o = {g[114], g[113], g[110], g[101], g[108], g[106], g[95], g[96]};
endmodule
