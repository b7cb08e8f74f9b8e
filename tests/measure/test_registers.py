"""Registers on a bus, guessed from ports and from constants in the code."""

from __future__ import annotations

from silicrypt.measure.core_sources import HdlModule
from silicrypt.measure.device import CorePort as Port
from silicrypt.measure.guess import constants, guess

BUS = [Port("clk", False, 1), Port("address", False, 8), Port("write_data", False, 32)]
BUS += [Port("read_data", True, 32), Port("cs", False, 1), Port("we", False, 1)]
APB = [Port("PADDR", False, 16), Port("PWDATA", False, 32), Port("PRDATA", True, 32)]
APB += [Port("PSEL", False, 1), Port("PENABLE", False, 1), Port("PREADY", True, 1)]
APB += [Port("PWRITE", False, 1)]
WISHBONE = [Port("adr_i", False, 16), Port("dat_i", False, 32), Port("dat_o", True, 32)]
WISHBONE += [Port("stb_i", False, 1), Port("cyc_i", False, 1), Port("ack_o", True, 1)]
WISHBONE += [Port("we_i", False, 1), Port("sel_i", False, 4)]
NUMBERED = """
  localparam ADDR_CTRL = 8'h08, CTRL_INIT_BIT = 0;
  localparam CTRL_NEXT_BIT = 1;
  localparam ADDR_STATUS = 8'h09;
  localparam STATUS_READY_BIT = 0, STATUS_VALID_BIT = 1;
  localparam ADDR_BLOCK0 = 8'h10; localparam ADDR_BLOCK1 = 8'h11;
  localparam ADDR_DIGEST0 = 8'h2_0;
"""
ASSIGNED = """
  localparam STATUS_REG_OFFSET = 16'h0000; localparam CTRL_REG_OFFSET = 16'h0004;
  localparam BLOCK0_REG_OFFSET = 16'h0008; localparam BLOCK1_REG_OFFSET = 16'h000C;
  localparam DIGEST0_REG_OFFSET = 16'h0048; localparam GCLK_REG_OFFSET = 16'hFF10;
  assign STATUS_WIRE[6 : 6] = ready; assign STATUS_WIRE[7 : 7] = digest_valid;
  assign init = CTRL_REG[0 : 0]; assign next = CTRL_REG[1 : 1]; assign mode = CTRL_REG[2 : 2];
"""


def said(ports: list[Port], text: str, algorithm: str = "sha256") -> dict[str, tuple[str, str]]:
    lines = guess(HdlModule(algorithm, tuple(ports), text=text), "").lines["interface"]
    return {key: (value, mark) for key, value, mark in lines}


def test_constants_are_read_in_every_base():
    text = "localparam A = 8'hfF, B=12; parameter [3:0] C = 4'b1010;\n`define D 4'd9\nE = x;"
    assert constants(text) == {"a": 255, "b": 12, "c": 10, "d": 9}


def test_named_addresses_and_bits_are_sure():
    lines = said(BUS, NUMBERED)
    assert (lines["block_at"], lines["digest_at"]) == (("0x10", ""), ("0x20", ""))
    assert lines["first"] == ("[{ address = 0x08, value = 1 }]", "")
    assert lines["next"] == ("[{ address = 0x08, value = 2 }]", "")
    assert lines["done"] == ("{ address = 0x09, mask = 3, value = 3 }", "")
    assert "stride" not in lines


def test_a_command_that_stays_is_taken_back_and_the_mode_is_marked():
    lines = said(APB, ASSIGNED)
    assert (lines["bus"], lines["enable"], lines["acknowledge"]) == (
        ('"apb"', ""),
        ('"PENABLE"', ""),
        ('"PREADY"', ""),
    )
    assert lines["stride"] == ("4", "")
    assert lines["setup"] == ("[{ address = 0xff10, value = 1 }]", "")
    first = "[{ address = 0x04, value = 5 }, { address = 0x04, value = 4 }]"
    assert lines["first"] == (first, "# ? with 4, the mode")
    assert lines["done"] == ("{ address = 0x00, mask = 192, value = 192 }", "")


def test_wishbone_is_known_by_its_handshake():
    ports = list(WISHBONE)
    lines = said(ports, ASSIGNED)
    assert (lines["bus"], lines["select"], lines["acknowledge"]) == (
        ('"wishbone"', ""),
        ('"stb_i"', ""),
        ('"ack_o"', ""),
    )


def test_a_cipher_expands_its_key_first():
    text = NUMBERED.replace("DIGEST0", "RESULT0") + "localparam ADDR_KEY0 = 8'h30; "
    lines = said(BUS, text + "localparam ADDR_CONFIG = 8'h0a, CTRL_ENCDEC_BIT = 0;", "aes128")
    assert lines["load_key"] == ("[{ address = 0x08, value = 1 }]", "")
    assert lines["first"] == ("[{ address = 0x08, value = 2 }]", "")
    assert lines["encrypting"][0] == "[{ address = 0x0a, value = 1 }]"
    assert lines["done"] == ("{ address = 0x09, mask = 1, value = 1 }", "")


def test_what_has_no_name_is_marked():
    lines = said(BUS, "")
    assert {key for key, (_, mark) in lines.items() if mark.startswith("# ?")} == {
        "block_at",
        "digest_at",
        "first",
        "next",
        "done",
    }
