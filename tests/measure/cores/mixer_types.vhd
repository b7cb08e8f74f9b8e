-- SPDX-FileCopyrightText: 2026 The silicrypt authors
-- SPDX-License-Identifier: Apache-2.0

library ieee;
use ieee.std_logic_1164.all;

package mixer_types is
  subtype state_t is std_logic_vector(127 downto 0);
  function mixed(data : state_t; key : state_t) return state_t;
end package;

package body mixer_types is
  function mixed(data : state_t; key : state_t) return state_t is
  begin
    return data xor key;
  end function;
end package body;
