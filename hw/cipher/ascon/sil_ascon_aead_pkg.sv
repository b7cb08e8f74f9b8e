// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The constants of Ascon-AEAD128 (NIST SP 800-232 4), and the state in which it waits.
package sil_ascon_aead_pkg;
  import sil_ascon_pkg::*;

  /// The initial value (SP 800-232 4.1.1).
  localparam word_t INITIAL_VALUE = 64'h00001000_808c0001;
  /// Number of the first round of Ascon-p[8], which is performed between blocks.
  localparam logic [3:0] FIRST_OF_8 = 4'd4;

  /// Returns the state that one round, without its constant, maps to a given state.
  ///
  /// p_L of a word is a polynomial whose 64th power is 1, so its inverse is its 63rd power. The S-box
  /// is searched.
  function automatic state_t undo_round(state_t s);
    state_t linear, tried, found;
    word_t differ;
    linear = s;
    for (int unsigned i = 0; i < 63; i++) linear = p_L(linear);
    undo_round = '0;
    for (int unsigned value = 0; value < 32; value++) begin
      differ = '0;
      for (int unsigned i = 0; i < 5; i++) tried[i] = {64{value[i]}};
      found = p_S(tried);
      for (int unsigned i = 0; i < 5; i++) differ |= found[i] ^ linear[i];
      for (int unsigned i = 0; i < 5; i++) undo_round[i] |= tried[i] & ~differ;
    end
  endfunction

  /// Returns the state that a number of last rounds of the permutation map to the initial value and
  /// zeros, with the constant of the first of these rounds.
  function automatic state_t idle_state(int unsigned rounds);
    idle_state = {256'b0, INITIAL_VALUE};
    for (int unsigned i = 0; i < rounds; i++) begin
      if (i != 0) idle_state = p_C(idle_state, 4'(ROUNDS - i));
      idle_state = undo_round(idle_state);
    end
  endfunction

endpackage
