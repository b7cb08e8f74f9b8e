// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: the serial ShiftRows, MixColumns and AddRoundKey of `sil_aes_byte`, and its key
/// schedule in each pass, are those of FIPS 197, and a reverse pass undoes that of the same round.
/// After a reset or a wipe all registers of data and key are zero before a key is taken.
///
/// Ten passes forwards and ten in reverse, with the same round numbers, thus give the key that was
/// loaded, since byte r of the first word depends on the last word alone. The S-box is cut: its
/// result may be any byte. `aes-sboxes` proves what the S-box computes; the block memories, whose
/// contents are those of its table, are simulated.
module sil_aes_byte_proof
  import sil_aes_pkg::*;
#(
  /// What is proved. 0: the state. 1: the round keys.
  parameter int unsigned Part = 0,
  /// As in sil_aes_byte.
  parameter bit Memory = 1'b0
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        wipe_i,
  input logic [31:0] k_tdata,
  input logic [1:0]  k_tuser,
  input logic        k_tvalid,
  input logic [7:0]  s_tdata,
  input logic        s_tuser,
  input logic        s_tvalid,
  input logic        m_tready
);
  logic k_tready, keyed, s_tready, m_tvalid;
  logic [7:0] m_tdata;

  sil_aes_byte #(.Memory(Memory)) u_core (
    .clk_i, .rst_ni, .wipe_i, .k_tdata, .k_tuser, .k_tvalid, .k_tready, .keyed_o(keyed),
    .s_tdata, .s_tuser, .s_tvalid, .s_tready, .m_tdata, .m_tvalid, .m_tready
  );

  localparam logic [1:0] Clean = 2'd0, Empty = 2'd1, Load = 2'd2, Run = 2'd3;

  logic [1:0] phase;
  logic [3:0] number, round;  // the byte of a pass, and the round
  logic clean, empty, load, run, back, key_step, first, final_round;
  assign phase = u_core.phase_q;
  assign number = u_core.byte_q;
  assign round = u_core.round_q;
  assign back = u_core.back_q;
  assign key_step = u_core.key_step_q;
  assign clean = phase == Clean;
  assign empty = phase == Empty;
  assign load = phase == Load;
  assign run = phase == Run;
  assign first = round == 4'd0;
  assign final_round = round == 4'd10;

  // State. Each byte that enters is recorded; `pass_q` are the bytes of this pass, and `last`
  // those of the pass before, if it was complete. From a block memory a byte enters a shift later.

  state_t pass_q, last_q, last, shifted_last, mixed_last;
  logic known_q;
  logic [3:0] shift_q, entry;  // shifts in this pass; the byte that enters
  assign entry = shift_q - 4'(Memory);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {known_q, shift_q} <= '0;
    else if (wipe_i) {known_q, shift_q} <= '0;
    else if (u_core.shift_state) begin
      shift_q <= shift_q + 1'b1;
      if (&shift_q) known_q <= 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (u_core.shift_state) begin
      pass_q[entry] <= u_core.entered;
      if (&entry) last_q <= {u_core.entered, pass_q[14:0]};
    end
  end
  assign last = Memory && shift_q == '0 ? {u_core.entered, pass_q[14:0]} : last_q;
  assign shifted_last = shift_rows(last);
  assign mixed_last = mix_columns(shifted_last);

  // The byte in each register of the state after each number of shifts: {this pass, index}. The
  // registers are the column, the delay line of eight bytes and that of four. With Memory = 1 the
  // first one is not used.
  typedef logic [15:0][15:0][4:0] places_t;
  function automatic places_t places();
    logic [15:0][7:0] at, next;
    logic [7:0] head_1, head_2;
    logic odd, low;
    int unsigned entered;
    at = '0;
    places = '0;
    for (int unsigned i = 0; i < 48; i++) begin
      if (i >= 32) begin
        for (int unsigned p = 0; p < 16; p++) places[i-32][p] = {at[p] >= 8'd32, at[p][3:0]};
      end
      entered = i + 48 - 32'(Memory);
      odd = (entered % 2 == 1) && (entered % 16 >= 4);
      low = (entered % 4 >= 2) && (entered % 16 < 4 || entered % 16 >= 12);
      entered -= 48;
      head_1 = odd ? 8'(entered) : at[12];
      head_2 = low ? head_1 : at[4];
      for (int unsigned p = 0; p < 15; p++) next[p] = at[p+1];
      next[15] = odd ? at[12] : 8'(entered);
      next[11] = low ? at[4] : head_1;
      next[3] = head_2;
      at = next;
    end
  endfunction
  localparam places_t Places = places();

  logic [15:0][7:0] registers;
  assign registers = {u_core.rows_1_q, u_core.rows_2_q, u_core.column_q};

  // Key. `start_q` is a round key from which another one is made, and `made_q` that one: the next
  // round key, or with `reverse` the previous one. In reverse, the first word is made last.

  state_t start_q, made_q, complete;
  logic [7:0] constant, made;
  logic reverse, moves;
  assign reverse = final_round || back;
  assign moves = run && u_core.shift_key;
  assign constant = u_core.from_key ^ (number == 4'd0 ? rcon(round + 4'd1) : 8'h00);
  assign made = start_q[number] ^ (number < 4'd4 ? constant
                                   : reverse ? start_q[number-4'd4] : made_q[number-4'd4]);
  always_comb begin
    complete = made_q;
    complete[number] = made;
  end

  always_ff @(posedge clk_i) begin
    if (load && k_tvalid) start_q[number] <= k_tdata[8*number[1:0]+:8];
    if (moves) begin
      made_q <= complete;
      if (reverse ? back && number == 4'd3 : number == 4'd15) start_q <= complete;
    end
  end

  // What the S-box gets for the key: in the same cycle, or from a block memory at the last shift.
  logic [7:0] asked_q;
  if (Memory) begin : gen_memory
    always_ff @(posedge clk_i) if (u_core.shift_key) asked_q <= u_core.rotated;
  end else begin : gen_logic
    assign asked_q = u_core.gen_logic.u_sbox.data_i;
    always_comb begin
      if (!u_core.use_sbox) assert (u_core.gen_logic.u_sbox.data_i == u_core.asked);
    end
  end

  // The first cycle is a reset.
  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  logic [3:0] index;
  logic [7:0] rotated, in_register;
  assign index = {2'd3, 2'(number[1:0] + 2'd1)};
  assign rotated = reverse ? made_q[index] : start_q[index];

  always_comb begin
    in_register = '0;
    if (first_q) assume (!rst_ni);
    if (rst_ni && !first_q) begin
      // Invariants for the induction: control.
      assert (round <= 4'd10 && (!back || !final_round));
      assert (!key_step || run && !back && !final_round && number < 4'd4);
      if (!run) assert (!back && !key_step && round <= 4'(clean));
      if (empty) assert (number == '0);
      if (run && back) assert (shift_q == '0);
      else assert (shift_q == (clean ? number : run ? number + 4'(key_step) : 4'd0));
      assert (known_q || clean && round == '0);
      assert (!(k_tready || keyed) || load || run);
    end
    if (rst_ni && !first_q && Part == 0) begin
      // The statements to be proved.
      if (run && !back && !key_step) begin
        assert (Memory || !u_core.use_sbox);
        assert (u_core.asked == ((first ? s_tdata : mixed_last[number]) ^ u_core.key_q[0]));
      end
      if (m_tvalid) assert (m_tdata == (shifted_last[number] ^ u_core.key_q[0]));
      if (empty) begin
        assert ({u_core.rows_1_q, u_core.rows_2_q, u_core.column_q, u_core.sum_q, u_core.first_q}
                == '0);
      end
      // Invariants.
      if (Memory && (known_q || shift_q != '0)) begin
        assert (u_core.swap_1 == (entry[0] && entry[3:2] != '0));
        assert (u_core.swap_2 == (entry[1] && entry[3] == entry[2]));
      end
      for (int unsigned i = 0; i < 16; i++) begin
        if (32'(shift_q) == i) begin
          for (int unsigned p = 32'(Memory); p < 16; p++) begin
            if (Places[i][p][4]) assert (registers[p] == pass_q[Places[i][p][3:0]]);
            else if (known_q) assert (registers[p] == last[Places[i][p][3:0]]);
          end
          if (known_q && i % 4 != 0) begin
            assert (u_core.first_q == shifted_last[i/4*4]);
            assert (u_core.sum_q == (shifted_last[i/4*4] ^ shifted_last[i/4*4+1]
                                     ^ shifted_last[i/4*4+2] ^ shifted_last[i/4*4+3]));
          end
          if (clean) begin
            for (int unsigned p = 0; p + 32'(Memory) < i; p++) assert (pass_q[p] == '0);
          end
        end
      end
      if (clean && known_q) assert (last == '0 && round == 4'd1);
      if (clean && known_q && number > 4'd12 || empty) begin
        assert ({u_core.sum_q, u_core.first_q} == '0);
      end
    end
    if (rst_ni && !first_q && Part == 1) begin
      // The statements to be proved.
      if (run && !back && !key_step) assert (u_core.key_q[0] == start_q[number]);
      if (run && u_core.use_sbox) assert (asked_q == rotated);
      if (run && !final_round && number < 4'd4) begin
        assert (u_core.use_sbox == (Memory || back || key_step));
      end
      if (s_tready && number == 4'd0) assert (u_core.key_q == start_q);
      if (empty) assert (u_core.key_q == '0);
      // Invariants: the bytes of the round keys.
      for (int unsigned i = 0; i < 16; i++) begin
        if (32'(number) == i) begin
          for (int unsigned j = 0; j < 16; j++) begin
            if (!reverse) in_register = i + j < 16 ? start_q[(i+j)%16] : made_q[(i+j)%16];
            else if (i < 4 && back) begin
              in_register = i + j >= 16 || i + j >= 4 ? made_q[(i+j)%16] : start_q[(i+j)%16];
            end else if (i < 4 || back && first) in_register = start_q[(i+j)%16];
            else in_register = i + j >= 20 ? made_q[(i+j)%16] : start_q[(i+j)%16];
            if (run) assert (u_core.key_q[j] == in_register);
            if (load && i + j >= 16) assert (u_core.key_q[j] == start_q[(i+j)%16]);
            if (clean && (i + j >= 16 || round[0])) assert (u_core.key_q[j] == '0);
          end
          // A byte that was replaced is the sum of the byte before and of what replaced it.
          for (int unsigned k = 4; k < 16; k++) begin
            if (run && back && i < 4 || run && reverse && !(back && first) && i >= 4 && k < i) begin
              assert (made_q[k] == (start_q[k] ^ start_q[k-4]));
            end
          end
        end
      end
    end
  end
endmodule
