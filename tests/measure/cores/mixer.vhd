-- SPDX-FileCopyrightText: 2026 The silicrypt authors
-- SPDX-License-Identifier: Apache-2.0
--
-- A toy in VHDL for the tests of `silicrypt measure`: it has the ports of an AES, and a package.

library ieee;
use ieee.std_logic_1164.all;
use work.mixer_types.all;

entity Aes_Mixer is
  generic (ROUNDS : integer := 4);
  port (
    clk    : in  std_logic;
    rst    : in  std_logic;
    start  : in  std_logic;
    key    : in  state_t;
    block_in : in state_t;
    result : out state_t;
    done   : out std_logic;
    count  : out std_logic_vector(ROUNDS - 1 downto 0)
  );
end entity;

architecture rtl of Aes_Mixer is
begin
  process (clk)
  begin
    if rising_edge(clk) then
      done <= start and not rst;
      result <= mixed(block_in, key);
      count <= (others => start);
    end if;
  end process;
end architecture;
