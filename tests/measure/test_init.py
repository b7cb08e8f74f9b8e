"""From a folder to a verified core by editing few lines: what is guessed of ports and of code."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from silicrypt.errors import BadInput, NotVerified, UnknownName
from silicrypt.measure import core_checks, core_file, functions, guess, guess_registers, hdl_modules
from silicrypt.measure.core_file import CoreFile
from silicrypt.measure.device import CorePort as Port
from silicrypt.measure.guess import init
from silicrypt.measure.hdl_modules import HdlModule

from .conftest import CORES, simulated

AES = """\
module my_aes_core (
  input wire CLK, input wire RSTn, input wire start, input wire [127:0] key_i,
  input wire [127:0] text_in, input wire decrypt_mode, output wire busy_o,
  output wire [127:0] text_out
);
  reg q; always @(posedge CLK or negedge RSTn) if (!RSTn) q <= 0; else q <= start;
  assign text_out = text_in ^ key_i; assign busy_o = q;
endmodule
"""
STREAM = """\
module sha512_axis (
  input aclk, input aresetn, input s_axis_tvalid, input [63:0] s_axis_tdata, input s_axis_tlast,
  output s_axis_tready, output m_axis_tvalid, output [63:0] m_axis_tdata, input m_axis_tready);
endmodule
"""
WORDS = """\
module sha1 (output [159:0] oDat, output oReady, input [31:0] iDat, input iClk, iInitial, iValid,
  input reset);
endmodule
module Collisions (input clk, input reset, input start, input [31:0] dataa, output done,
  output [31:0] result);
  sha1 u_sha1 (, done, dataa, clk, start, start, reset);
endmodule
"""
CHAIN = """\
module sm3_core (input i_clk, input i_rst, input i_start, input [511:0] i_data,
  input [255:0] i_vin, output [255:0] o_vout, output o_done);
  reg q; always @(posedge i_clk or posedge i_rst) if (i_rst) q <= 0; else q <= i_start;
  assign o_vout = i_vin ^ i_data[255:0]; assign o_done = q;
endmodule
"""
STROBES = """\
module aes128_core (input i_clk, input i_rst, input [127:0] i_key, input i_key_en, output o_key_ok,
  input [127:0] i_din, input i_din_en, output [127:0] o_dout, output o_dout_en);
  reg [7:0] s_box [0:255];
  initial $readmemh("s_box.mem", s_box);
endmodule
"""
PADS = """\
module sm3_top (input clk, rst_n, msg_vld, msg_lst, input [63:0] msg_dat, input [6:0] unused_bits,
  output msg_rdy, output res_vld, input res_rdy, output [255:0] res);
endmodule
"""
NUMBERED = """\
module HASH (input clk, reset_n, go, input [31:0] M_0, M_1, M_2, M_3, M_4, M_5, M_6, M_7, M_8, M_9,
  M_10, M_11, M_12, M_13, M_14, M_15, output valid, output [31:0] H1, H2, H3, H4);
endmodule
"""
MARKED = """\
module sha256 (input clk, rst, in_valid, new_hash, out_ready, input [511:0] in, output in_ready,
  output out_valid, output [255:0] out);
endmodule
"""
LAST = """\
module sha256_stream (input clk, rst, s_tvalid_i, s_tlast_i, input [511:0] s_tdata_i,
  output s_tready_o, digest_valid_o, output [255:0] digest_o);
endmodule
"""
NO_CLOCK = "module aes128 (input [127:0] in, key, output [127:0] out); endmodule\n"
TESTBENCH = "module tb_core; my_aes_core dut(); endmodule\n"


@pytest.mark.parametrize(
    ("name", "algorithm"),
    [
        ("sm4_core", "SM4"),
        ("SHA3_512_top", "SHA3-512"),
        ("sha3", "SHA3-256"),
        ("sha_core", "SHA-256"),
        ("ascon_hash256", "Ascon-Hash256"),
    ],
)
def test_the_name_of_a_module_says_what_it_computes(name, algorithm):
    found = functions.named_in([name])
    assert found is not None
    assert found.name == algorithm


def recognised(folder: Path, text: str, **named: str) -> CoreFile:
    """Returns the core file of a folder with some Verilog, or with named files."""
    for name, content in ({"core.v": text} | named).items():
        (folder / name).write_text(content)
    return core_file.load(init(folder)[0]).core


def test_a_folder_with_a_cipher(tmp_path):
    (tmp_path / "rtl").mkdir()
    (tmp_path / "tb").mkdir()
    (tmp_path / "rtl" / "aes.v").write_text(AES)
    (tmp_path / "tb" / "tb.v").write_text(TESTBENCH)
    path, guessed = init(tmp_path)
    core = core_file.load(path).core
    assert (core.top, core.algorithm, core.clock) == ("my_aes_core", "aes128", "CLK")
    assert core.sources == ("rtl/aes.v",)
    assert core.reset is not None
    assert (core.reset.port, core.reset.active) == ("RSTn", "low")
    assert core.tie == {"decrypt_mode": 0}
    assert guessed.unsure == 1
    assert "decrypt_mode = 0  # ?" in path.read_text()


@pytest.mark.parametrize(
    ("text", "core", "interface"),
    [
        (AES, {}, {"kind": "block", "ready": "!busy_o", "key": "key_i", "block": "text_in"}),
        (STREAM, {"algorithm": "sha512"}, {"kind": "axi-stream", "s": "s_axis_", "m": "m_axis_"}),
        (  # `iInitial` marks the first block alone
            WORDS,
            {"top": "sha1", "clock": "iClk"},
            {"kind": "words", "data": "iDat", "write": "iValid", "first": "iInitial"}
            | {"ready": "oReady", "next": "{  }"},
        ),
        (CHAIN, {}, {"block": "i_data", "chain_in": "i_vin", "digest": "o_vout"}),
        (
            STROBES,
            {"data": "s_box.mem"},
            {"load_key": "i_key_en", "key_ready": "o_key_ok"}
            | {"first": "i_din_en", "valid": "o_dout_en"},
        ),
        (  # every result is taken
            PADS,
            {"smallest": "0", "tie": "{'res_rdy': 1}"},
            {"kind": "stream", "data": "msg_dat", "valid": "msg_vld", "last": "msg_lst"}
            | {"ready": "msg_rdy", "digest": "res", "done": "res_vld"}
            | {"count": "unused_bits", "counts": "unused-bits"},
        ),
        (  # a mark of the first block comes with its strobe
            MARKED,
            {},
            {"first": "{ in_valid = 1, new_hash = 1 }", "next": "in_valid"},
        ),
        (  # a mark of the last block comes with its strobe
            LAST,
            {"tie": "{}"},
            {"first": "s_tvalid_i"}
            | dict.fromkeys(("last", "only"), "{ s_tvalid_i = 1, s_tlast_i = 1 }"),
        ),
        (NO_CLOCK + AES, {"top": "my_aes_core"}, {}),  # a module with a clock is preferred
    ],
)
def test_the_interface_of_a_core_is_recognised(text, core, interface, tmp_path):
    guessed = recognised(tmp_path, text, **{"s_box.mem": "63\n7c\n"})

    def said(table: object, keys: Iterable[str]) -> dict[str, str]:
        values = {key: getattr(table, key) for key in keys}
        return {k: " ".join(v) if isinstance(v, tuple) else str(v) for k, v in values.items()}

    assert said(guessed, core) == core
    assert said(guessed.interface, interface) == interface


def test_words_of_an_operand_on_ports_with_numbers(tmp_path):
    folder = tmp_path / "md-5"
    folder.mkdir()
    core = recognised(folder, "", **{"HASH.v": NUMBERED})
    assert (core.algorithm, core.interface.kind) == ("md5", "block")
    assert core.interface.block == tuple(f"M_{n}" for n in range(16))
    assert core.interface.digest == ("H1", "H2", "H3", "H4")


def test_the_nearest_of_several_modules_with_the_same_name_is_taken(tmp_path):
    text = CHAIN.replace("reg q;", "wire d; flag u_flag (d); reg q;")
    for folder in ("fast", "small"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "sha.v").write_text(text)
        (tmp_path / folder / "flag.v").write_text("module flag (input d); endmodule\n")
    core = core_file.load(init(tmp_path)[0]).core
    assert {source.split("/")[0] for source in core.sources} == {core.sources[0].split("/")[0]}


def test_designs_with_the_same_names_are_no_tree_without_end(tmp_path):
    """Of two files whose modules instantiate each other, slang would elaborate 2 to the 128."""
    inside = "module {} (input clk, output y); {} u0 (clk, ), u1 (clk, y); endmodule\n"
    (tmp_path / "one.v").write_text(inside.format("memory", "column"))
    (tmp_path / "two.v").write_text(inside.format("column", "memory"))
    (tmp_path / "sha.v").write_text(CHAIN)
    (tmp_path / "._sha.v").write_bytes(bytes(range(256)))  # hidden files are not read
    guessed = init(tmp_path)[1]
    assert (guessed.module.name, guessed.unsure) == ("sm3_core", 0)


def test_a_guessed_core_is_verified_with_few_edits(tmp_path, simulation):
    (tmp_path / "sha256_ports.v").write_text((CORES / "sha256_ports.v").read_text())
    path, guessed = init(tmp_path)
    assert 'first = "init"' in path.read_text()
    assert guessed.unsure == path.read_text().count("  # ?")
    core_checks.verify(core_file.load(path).core, functions.get("sha256"), simulation)


def test_what_is_wrong_in_a_guess_is_told(core, simulation):
    swapped = core("block", digest=("digest_le",))
    tied = swapped.model_copy(update={"tie": {"fault": 5}})
    with pytest.raises(NotVerified, match=r"With fault = 0 in \[tie\]; digest_order = \"little\""):
        core_checks.verify(tied, functions.get("sha256"), simulation)


def test_mistakes_of_the_command_are_told(tmp_path):
    with pytest.raises(BadInput, match="there is no folder"):
        init(tmp_path / "no")
    with pytest.raises(BadInput, match="no Verilog file"):
        init(tmp_path)
    (tmp_path / "aes.v").write_text(TESTBENCH)
    with pytest.raises(BadInput, match=r"no module in .* has ports"):
        init(tmp_path)
    (tmp_path / "aes.v").write_text(AES)
    with pytest.raises(UnknownName, match="did you mean my_aes_core"):
        init(tmp_path, top="aes_core")
    init(tmp_path)
    with pytest.raises(BadInput, match="exists"):
        init(tmp_path)


def test_commands_as_bits_of_a_port(tmp_path):
    for name in ("sha256_buses.v", "sha256_ports.v"):
        (tmp_path / name).write_text((CORES / name).read_text())
    path, guessed = init(tmp_path, None, "sha256_commands")
    i = core_file.load(path).core.interface
    assert (i.kind, i.data, i.digest, str(i.ready)) == ("words", "text_i", ("text_o",), "!cmd_o[3]")
    assert str(i.first) == "{ cmd_w_i = 1, cmd_i = 2 }"
    assert str(i.next) == "{ cmd_w_i = 1, cmd_i = 6 }"
    assert str(i.read) == "{ cmd_w_i = 1, cmd_i = 1 }"
    assert guessed.unsure == 3  # the cycles after each command
    core_checks.verify(core_file.load(path).core, functions.get("sha256"), simulated(path)[1])


@pytest.mark.parametrize(
    ("comment", "bits"),
    [
        ("bit1 bit0\nW R", {"write": 1, "read": 0}),
        ("bit4 bit3 bit2 bit1 bit0\nBusy S Round W R", {"busy": 4, "mode": 3, "further": 2}),
        ("bit1 bit0\nW", {}),
        ("no such line", {}),
    ],
)
def test_a_comment_names_the_bits_of_a_command(comment, bits):
    found = guess.named_bits(comment)
    assert bits.items() <= found.items() and bool(bits) == bool(found)


BUS = [Port("clk", False, 1), Port("address", False, 8), Port("write_data", False, 32)]
BUS += [Port("read_data", True, 32), Port("cs", False, 1), Port("we", False, 1)]
APB = [Port("PADDR", False, 16), Port("PWDATA", False, 32), Port("PRDATA", True, 32)]
APB += [Port("PSEL", False, 1), Port("PENABLE", False, 1), Port("PREADY", True, 1)]
APB += [Port("PWRITE", False, 1)]
WISHBONE = [Port("adr_i", False, 16), Port("dat_i", False, 32), Port("dat_o", True, 32)]
WISHBONE += [Port("stb_i", False, 1), Port("cyc_i", False, 1), Port("ack_o", True, 1)]
WISHBONE += [Port("we_i", False, 1), Port("sel_i", False, 4)]
NAMED = """
  localparam ADDR_CTRL = 8'h08, CTRL_INIT_BIT = 0;
  localparam CTRL_NEXT_BIT = 1;
  localparam ADDR_STATUS = 8'h09;
  localparam STATUS_READY_BIT = 0, STATUS_VALID_BIT = 1;
  localparam ADDR_BLOCK0 = 8'h10; localparam ADDR_BLOCK1 = 8'h11;
  localparam ADDR_DIGEST0 = 8'h2_0;
"""
WIRED = """
  localparam STATUS_REG_OFFSET = 16'h0000; localparam CTRL_REG_OFFSET = 16'h0004;
  localparam BLOCK0_REG_OFFSET = 16'h0008; localparam BLOCK1_REG_OFFSET = 16'h000C;
  localparam DIGEST0_REG_OFFSET = 16'h0048; localparam GCLK_REG_OFFSET = 16'hFF10;
  assign STATUS_WIRE[6 : 6] = ready; assign STATUS_WIRE[7 : 7] = digest_valid;
  assign init = CTRL_REG[0 : 0]; assign next = CTRL_REG[1 : 1]; assign mode = CTRL_REG[2 : 2];
"""


def said(ports: list[Port], text: str, algorithm: str = "sha256") -> dict[str, tuple[str, str]]:
    lines = guess.guess(HdlModule(algorithm, tuple(ports), text=text), "").lines["interface"]
    return {key: (value, mark) for key, value, mark in lines}


def test_constants_are_read_in_every_base():
    text = "localparam A = 8'hfF, B=12; parameter [3:0] C = 4'b1010;\n`define D 4'd9\nE = x;"
    assert guess_registers.constants(text) == {"a": 255, "b": 12, "c": 10, "d": 9}


def test_named_addresses_and_bits_are_sure():
    lines = said(BUS, NAMED)
    assert (lines["block_at"], lines["digest_at"]) == (("0x10", ""), ("0x20", ""))
    assert lines["first"] == ("[{ address = 0x08, value = 1 }]", "")
    assert lines["next"] == ("[{ address = 0x08, value = 2 }]", "")
    assert lines["done"] == ("{ address = 0x09, mask = 3, value = 3 }", "")
    assert "stride" not in lines


def test_a_command_that_stays_is_taken_back_and_the_mode_is_marked():
    lines = said(APB, WIRED)
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
    lines = said(ports, WIRED)
    assert (lines["bus"], lines["select"], lines["acknowledge"]) == (
        ('"wishbone"', ""),
        ('"stb_i"', ""),
        ('"ack_o"', ""),
    )


def test_a_cipher_expands_its_key_first():
    text = NAMED.replace("DIGEST0", "RESULT0") + "localparam ADDR_KEY0 = 8'h30; "
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


def test_a_module_with_a_type_parameter_and_an_array_port_is_read(tmp_path):
    inner = "module inner #(type T = logic [3:0]) (input T a, output T b); assign b = a; endmodule"
    (tmp_path / "inner.sv").write_text(inner)
    outer = "module outer #(type T = logic) (input clk, input [7:0] m [4], output logic [3:0] h);\n"
    outer += "inner #(.T(logic [2:0])) u_inner (.a(m[0][2:0]), .b(h[2:0])); endmodule\n"
    (tmp_path / "outer.sv").write_text(outer)
    found = {module.name: module for module in hdl_modules.modules(tmp_path)}
    assert found["outer"].inside == {"inner"}
    assert {port.name: port.width for port in found["outer"].ports}["m"] == 32
