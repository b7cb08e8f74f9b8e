// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Functions of the storage unit, their results, and its register map.
package sil_storage_pkg;
  /// Memory banks.
  localparam int unsigned BANKS = 4;

  /// Functions that a command starts, named as in FIPS 197, and transfers. There is one cycle
  /// counter for each value. MESSAGES stands for the host's accesses to registers.
  typedef enum logic [3:0] {
    MESSAGES = 4'd0, LOAD = 4'd1, KEY_EXPANSION = 4'd2, CIPHER_SEQ = 4'd3, CIPHER_PAR = 4'd4,
    INV_CIPHER_SEQ = 4'd5, INV_CIPHER_PAR = 4'd6, DMA_IN = 4'd7, DMA_OUT = 4'd8
  } function_e;
  localparam int unsigned FUNCTIONS = 9;

  /// Result of a function or a transfer. NOT_OWNER: the other side owns a bank, or a master that is
  /// not trusted may not use it. OUTSIDE: the address is not a multiple of 4, or words are outside
  /// the banks. OVERLAP: results would overwrite blocks that are not yet read. LENGTH: the frame
  /// did not have the length of the transfer.
  typedef enum logic [2:0] {
    DONE = 3'd0, NOT_OWNER = 3'd1, OUTSIDE = 3'd2, OVERLAP = 3'd3, NO_KEY = 3'd4, LENGTH = 3'd5,
    STOPPED = 3'd6
  } end_e;

  /// Masters of the banks, by index. WINDOW and DMA belong to the host, CORE_WRITE and CORE_READ to
  /// the core. The first of each pair has priority.
  localparam int unsigned MASTERS = 4;
  localparam int unsigned WINDOW = 0, DMA = 1, CORE_WRITE = 2, CORE_READ = 3;

  /// Registers: offsets in bytes.
  localparam logic [7:0] INFO = 8'h00, CONTROL = 8'h04, STATUS = 8'h08, EVENTS = 8'h0c;
  localparam logic [7:0] INTERRUPTS = 8'h10, REFUSED = 8'h14, OWNERS = 8'h18, COMMAND = 8'h1c;
  localparam logic [7:0] SOURCE = 8'h20, DESTINATION = 8'h24, BLOCKS = 8'h28, KEY_LENGTH = 8'h2c;
  localparam logic [7:0] DMA_ADDRESS = 8'h30, DMA_WORDS = 8'h34, DMA_COMMAND = 8'h38;
  localparam logic [7:0] DMA_MOVED = 8'h3c, KEY = 8'h40, CYCLES = 8'h60;

  /// Bits of CONTROL.
  localparam int unsigned WIPE = 0, STOP_DMA = 1;
  /// Bits of EVENTS and INTERRUPTS.
  localparam int unsigned EVENT_CORE = 0, EVENT_DMA = 1, EVENT_REFUSED = 2;
endpackage
