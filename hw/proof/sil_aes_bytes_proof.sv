// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: the sequence of a block in sil_aes_bytes. Its bytes are taken one after the other,
/// and read one after the other in each of Nr rounds. Each byte gets its own byte of its own round
/// key: byte b of round r that of round key r, or Nr - r to decrypt. The bytes of the last round are
/// the result, and no others. The core takes a block when it has a key, and a word of a key only
/// between two blocks. With the direction of a block comes its first round key.
///
/// What SubBytes and MixColumns compute is proved elsewhere (`aes-sboxes`, `aes-columns`); here the
/// memory of the state may have any value.
module sil_aes_bytes_proof
  import sil_aes_pkg::*;
#(
  parameter direction_e Direction = ENCRYPT,
  /// As in sil_aes_bytes.
  parameter int unsigned Bytes = 1,
  localparam bit Both = Direction == BOTH,
  localparam int unsigned Depth = 16 / Bytes,
  localparam int unsigned Delay = Bytes == 1 ? 6 : 3,
  localparam int unsigned RoundCycles = Bytes == 1 ? 19 : 7
) (
  input logic               clk_i,
  input logic               rst_ni,
  input logic               wipe_i,
  input logic [31:0]        k_tdata,
  input logic [1:0]         k_tuser,
  input logic               k_tvalid,
  input logic [8*Bytes-1:0] s_tdata,
  input logic               s_tuser,
  input logic               s_tvalid,
  input logic               m_tready
);
  logic k_tready, keyed, s_tready, m_tvalid;
  logic [8*Bytes-1:0] unused_data;

  sil_aes_bytes #(.Direction(Direction), .Bytes(Bytes)) u_core (
    .clk_i, .rst_ni, .wipe_i, .k_tdata, .k_tuser, .k_tvalid, .k_tready, .keyed_o(keyed), .s_tdata,
    .s_tuser, .s_tvalid, .s_tready, .m_tdata(unused_data), .m_tvalid, .m_tready
  );

  // The first cycle is a reset.
  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  // What the core does: it waits for a block, knows its direction, takes its bytes, or is in that
  // cycle of that round.
  typedef enum logic [1:0] {Waits, Knows, Takes, Rounds} phase_e;
  phase_e phase_q;
  logic [3:0] round_q, last_round;
  logic [4:0] cycle_q, cycles;
  logic decrypt_q, take, come, run, last, early;
  assign take = s_tvalid & s_tready;
  assign come = k_tvalid & k_tready;
  assign run = ~m_tvalid | m_tready;
  assign last_round = u_core.rounds_of_key;
  assign last = round_q == last_round;
  assign cycles = 5'(last ? Depth + Delay : RoundCycles);
  assign early = Both & decrypt_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {phase_q, cycle_q} <= '0;
    else if (wipe_i) {phase_q, cycle_q} <= '0;
    else begin
      unique case (phase_q)
        Waits: begin
          decrypt_q <= Both ? s_tuser : Direction == DECRYPT;
          cycle_q <= '0;
          if (u_core.prime_d) phase_q <= Knows;
        end
        Knows: phase_q <= Takes;
        Takes: if (take) begin
          cycle_q <= cycle_q + 1'b1;
          if (cycle_q == 5'(Depth - 1)) begin
            phase_q <= Rounds;
            cycle_q <= '0;
            round_q <= 4'd1;
          end
        end
        default: if (run) begin
          cycle_q <= cycle_q + 1'b1;
          if (cycle_q == cycles - 5'd1) begin
            cycle_q <= '0;
            round_q <= round_q + 1'b1;
            if (last) phase_q <= Waits;
          end
        end
      endcase
    end
  end

  // The bytes of the key, as numbers: from which one a register is. The number of byte b of round r
  // is Depth * r + b. That of the next one that is used follows from round and cycle.
  logic [7:0] word_q, byte_q, number, wait_cycles;
  always_ff @(posedge clk_i) begin
    if (u_core.between || u_core.use_key) word_q <= u_core.address;
    if (u_core.use_key) byte_q <= word_q;
  end
  function automatic logic [7:0] address(logic [7:0] n);
    address[3:0] = 4'(n % Depth * Bytes);
    address[7:4] = 4'(n / Depth);
    if (decrypt_q) address[7:4] = last_round - address[7:4];
  endfunction
  assign wait_cycles = early ? 8'd0 : 8'(Delay);
  always_comb begin
    number = 8'(Depth) * 8'(round_q);
    if (8'(cycle_q) >= wait_cycles + 8'(Depth)) number += 8'(Depth);
    else if (8'(cycle_q) >= wait_cycles) number += 8'(cycle_q) - wait_cycles;
    else if (round_q > 4'd1 && 8'(cycle_q) + 8'(RoundCycles) < wait_cycles + 8'(Depth)) begin
      number += 8'(cycle_q) + 8'(RoundCycles) - wait_cycles - 8'(Depth);
    end
    if (phase_q != Rounds) number = 8'(cycle_q);
  end

  logic keyed_q, offered_q, user_q;
  logic [3:0] last_round_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {keyed_q, offered_q} <= '0;
    else {keyed_q, offered_q} <= {keyed & ~come & ~wipe_i, s_tvalid & ~s_tready & ~wipe_i};
  end
  always_ff @(posedge clk_i) {last_round_q, user_q} <= {last_round, s_tuser};

  always_comb begin
    if (first_q) assume (!rst_ni);
    // A block that is offered stays until it is taken, with its direction.
    if (offered_q) assume (s_tvalid && s_tuser == user_q);
    if (phase_q inside {Knows, Takes} && Both) assume (s_tuser == decrypt_q);
    // Of the key expansion: a complete key stays until a wipe or a word of the next key, which comes
    // only while the core is idle. Meanwhile nothing is written, and the number of rounds stays.
    if (keyed) assume (!u_core.write);
    if (keyed_q) assume (keyed && last_round == last_round_q);
    // It takes longer than the core to clear the memory of the state.
    if (u_core.clean_q) assume (!keyed);
    assume (last_round > 4'd1 && last_round < 4'd15);
    if (!u_core.idle) assume (!k_tready);
    if (rst_ni) begin
      // A word of a key comes between two blocks, and a block only with a key.
      if (come) assert (phase_q == Waits);
      if (phase_q != Waits) assert (keyed);
      assert (s_tready == (phase_q == Takes));
      // Each use of a byte of the key is that of its own number.
      if (phase_q inside {Takes, Rounds}) begin
        assert (byte_q == address(number));
        assert (word_q == address(number + 8'd1) && u_core.address == address(number + 8'd2));
        assert (u_core.byte_q == word_q[1:0]);
      end
      if (phase_q == Knows) assert (word_q == address(8'd0) && u_core.address == address(8'd1));
      // A result is a byte of the last round, all of them one after the other.
      assert (m_tvalid == (phase_q == Rounds && last && cycle_q >= 5'(Delay)
        && cycle_q < 5'(Depth + Delay)));
      if (phase_q == Rounds && m_tvalid) assert (u_core.out.row == 2'(cycle_q - 5'(Delay)));
      // Invariants of the registers.
      assert (u_core.prime_q == (phase_q == Knows) && u_core.open_q == (phase_q == Takes));
      assert (u_core.busy_q == (phase_q == Rounds));
      if (phase_q != Waits) assert (u_core.cycle_q == cycle_q && !u_core.clean_q);
      if (phase_q != Waits && Both) assert (u_core.decrypt_q == decrypt_q);
      if (!Both && phase_q != Waits) assert (decrypt_q == (Direction == DECRYPT));
      if (phase_q == Waits && !u_core.clean_q) assert (u_core.cycle_q == '0);
      if (phase_q == Waits && keyed && Direction == ENCRYPT) assert (u_core.address_q == '0);
      if (phase_q == Knows) assert (cycle_q == '0);
      if (phase_q == Takes) assert (cycle_q < 5'(Depth));
      if (phase_q == Rounds) begin
        assert (u_core.round_q == round_q && round_q != '0 && round_q <= last_round);
        assert (cycle_q < cycles);
      end
      for (int i = 0; i < int'(Delay); i++) begin
        if (phase_q == Rounds && int'(cycle_q) > i) begin
          assert (u_core.control_q[i].valid == (int'(cycle_q) - 1 - i < int'(Depth)));
          assert (u_core.control_q[i].last == last);
          assert (u_core.control_q[i].row == 2'(int'(cycle_q) - 1 - i));
        end else if (phase_q == Rounds && round_q > 4'd1) begin
          assert (u_core.control_q[i].valid
            == (int'(cycle_q) - 1 - i + int'(RoundCycles) < int'(Depth)));
          assert (!u_core.control_q[i].last);
          assert (u_core.control_q[i].row == 2'(int'(cycle_q) - 1 - i + int'(RoundCycles)));
        end else assert (!u_core.control_q[i].valid);
      end
    end
  end
endmodule
