// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Writes what the processor reads to the file of `+trace=FILE`, one line per cycle from the reset
/// on: four flags (reset released, access done, access requested, cycle counter read), the word that
/// is read, and the address. The trace ends when the firmware has read the cycle counter
/// `+counter_reads=N` times.
module sil_soc_trace (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        ready_i,
  input logic        valid_i,
  input logic        counter_read_i,
  input logic [31:0] rdata_i,
  input logic [31:0] address_i
);
  string name;
  int file;
  int unsigned reads, last;

  initial begin
    file = 0;
    reads = 0;
    if ($value$plusargs("trace=%s", name) && $value$plusargs("counter_reads=%d", last)) begin
      file = $fopen(name, "w");
    end
  end

  always @(posedge clk_i) begin
    if (file != 0) begin
      $fwrite(file, "%b%b%b%b %h %h\n", rst_ni, ready_i, valid_i, counter_read_i, rdata_i,
              address_i);
      if (counter_read_i) reads = reads + 1;
      if (reads == last) begin
        $fclose(file);
        file = 0;
      end
    end
  end
endmodule

bind picorv32 sil_soc_trace u_trace (
  .clk_i(clk), .rst_ni(resetn), .ready_i(mem_ready), .valid_i(mem_valid),
  .counter_read_i(resetn && instr_rdcycle && cpu_state == cpu_state_ld_rs1), .rdata_i(mem_rdata),
  .address_i(mem_addr)
);
