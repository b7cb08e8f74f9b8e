"""From a folder to a verified core by editing few lines."""

from __future__ import annotations

import pytest

from silicrypt.errors import BadInput, NotVerified, UnknownName
from silicrypt.measure import check, functions, read
from silicrypt.measure.init import init

from .conftest import CORES

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
  output s_axis_tready, output m_axis_tvalid, output [63:0] m_axis_tdata, input m_axis_tready
);
  assign m_axis_tdata = s_axis_tdata; assign m_axis_tvalid = s_axis_tvalid;
  assign s_axis_tready = m_axis_tready;
endmodule
"""
TESTBENCH = "module tb_core; my_aes_core dut(); endmodule\n"


def test_a_folder_with_a_cipher(tmp_path):
    (tmp_path / "rtl").mkdir()
    (tmp_path / "tb").mkdir()
    (tmp_path / "rtl" / "aes.v").write_text(AES)
    (tmp_path / "tb" / "tb.v").write_text(TESTBENCH)
    path, guessed = init(tmp_path)
    core = read.load(path).core
    assert (core.top, core.algorithm, core.clock) == ("my_aes_core", "aes128", "CLK")
    assert core.sources == ("rtl/aes.v",)
    assert core.reset is not None
    assert (core.reset.port, core.reset.active) == ("RSTn", "low")
    assert core.interface.kind == "block"
    assert str(core.interface.ready) == "!busy_o"
    assert (core.interface.key, core.interface.block) == (("key_i",), ("text_in",))
    assert core.tie == {"decrypt_mode": 0}
    assert guessed.unsure == 1
    assert "decrypt_mode = 0  # ?" in path.read_text()


def test_a_folder_with_a_stream(tmp_path):
    (tmp_path / "sha.v").write_text(STREAM)
    core = read.load(init(tmp_path)[0]).core
    assert (core.algorithm, core.interface.kind) == ("sha512", "axi-stream")
    assert (core.interface.s, core.interface.m) == ("s_axis_", "m_axis_")


def test_a_guessed_core_is_verified_with_few_edits(tmp_path, simulation):
    (tmp_path / "sha256_ports.v").write_text((CORES / "sha256_ports.v").read_text())
    path, guessed = init(tmp_path)
    assert 'first = "init"' in path.read_text()
    assert guessed.unsure == path.read_text().count("  # ?")
    check.verify(read.load(path).core, functions.get("sha256"), simulation)


def test_what_is_wrong_in_a_guess_is_told(core, simulation):
    swapped = core("block", digest=("digest_le",))
    tied = swapped.model_copy(update={"tie": {"fault": 5}})
    with pytest.raises(NotVerified, match=r"With fault = 0 in \[tie\]; digest_order = \"little\""):
        check.verify(tied, functions.get("sha256"), simulation)


def test_mistakes_of_the_command_are_told(tmp_path):
    with pytest.raises(BadInput, match="there is no folder"):
        init(tmp_path / "no")
    with pytest.raises(BadInput, match="no Verilog file"):
        init(tmp_path)
    (tmp_path / "aes.v").write_text(AES)
    with pytest.raises(UnknownName, match="did you mean my_aes_core"):
        init(tmp_path, top="aes_core")
    init(tmp_path)
    with pytest.raises(BadInput, match="exists"):
        init(tmp_path)
