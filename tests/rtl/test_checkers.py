"""The protocol checkers report each broken rule and stay silent for random legal traffic."""

from __future__ import annotations

import os
import random
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from checker_bench import Checker, Row
from checker_rules import BREACHES, CHECKERS, INPUTS, START, aes, words

from silicrypt.paths import hw_root
from silicrypt.tools import verilator, yosys
from silicrypt.verify import checkers

pytestmark = pytest.mark.recorded()

CYCLES = 20_000
#: Rules that only a simulator with X can break.
KNOWN = re.compile(r"_known$")


def traffic(name: str, cycles: int) -> list[Row]:
    """Returns random traffic that keeps all rules."""
    rows = CHECKERS[name][1](random.Random(1))
    return [next(rows) for _ in range(cycles)]


@pytest.mark.parametrize(
    "pair",
    [
        (words(4), words(6, k_tdest=1)),
        (words(6), words(6, 9, k_tdest=1)),
        (words(8), words(8, k_tdest=1)),
    ],
    ids=["lengths", "192 bits", "equal"],
)
def test_two_keys_that_xts_may_not_use(pair: Sequence[list[Row]], tmp_path: Path) -> None:
    program = aes().program(tmp_path)
    first, second = pair
    assert aes().run(program, [*first, *second, START]).keys() == {"start_keys"}
    assert aes().run(program, [*first, *second, *words(len(first), 20), START]).keys() == (
        {"start_keys"} if len(first) != len(second) or len(first) == 6 else set()
    )


@pytest.mark.parametrize("name", sorted(CHECKERS.keys() - {"aes-ecb"}))
def test_traffic_that_keeps_the_rules_is_silent(name: str, tmp_path: Path) -> None:
    checker = CHECKERS[name][0]
    rows = traffic(name, CYCLES)
    assert {key for row in rows for key in row} == checker.idle.keys() - {"rst_ni"}
    assert checker.run(checker.program(tmp_path), rows) == {}


@pytest.mark.parametrize(
    ("name", "rule"), [(name, rule) for name, rules in BREACHES.items() for rule in rules]
)
def test_a_broken_rule_is_named(name: str, rule: str, tmp_path: Path) -> None:
    checker = CHECKERS[name][0]
    program = checker.program(tmp_path)
    rows = [{"rst_ni": 0}, *BREACHES[name][rule]]
    found = checker.run(program, rows)
    assert found.keys() == {rule}
    cycle, message = found[rule]
    assert cycle == len(rows) - 1
    assert re.search(r"\((silicrypt; )?((IHI 00|IEEE 16)\d\d\w? [AB]?\d.*|silicrypt)\)$", message)
    muted = checker.run(program, rows, "+sil_inputs_unchecked")
    assert muted.keys() == (set() if rule in INPUTS[name] else {rule})


@pytest.mark.parametrize("file", checkers.FILES)
def test_every_rule_is_tried(file: str) -> None:
    text = (hw_root() / file).read_text(encoding="utf-8")
    rules = set(re.findall(r"begin : (\w+)\s+assert", text))
    tried = [BREACHES[name] for name, (checker, _) in CHECKERS.items() if checker.file == file]
    assert {rule for rule in rules if not KNOWN.search(rule)} == set().union(*tried)


#: A register for a beat, with a fault. Checkers watch modules of this name inside machines.
HOLD = """\
module sil_hold_stream (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       wipe_i,
  /// A fault.
  input  logic       drop_i,
  input  logic [7:0] s_tdata,
  input  logic       s_tkeep,
  input  logic       s_tlast,  // of a packet
  input  logic       s_tuser,
  input  logic       s_tvalid,
  output logic       s_tready,
  output logic [7:0] m_tdata,
  output logic       m_tvalid,
  input  logic       m_tready
);
  logic taken;
  assign s_tready = ~m_tvalid | m_tready;
  assign taken = s_tvalid & s_tready & s_tlast & s_tkeep & ~s_tuser;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) m_tvalid <= 1'b0;
    else m_tvalid <= (taken | (m_tvalid & ~m_tready)) & ~wipe_i & ~drop_i;
  end
  always_ff @(posedge clk_i) if (s_tready) m_tdata <= s_tdata;
endmodule
"""
MACHINE = """\
module machine (
  input logic clk_i, input logic rst_ni, input logic wipe_i, input logic drop_i,
  input logic [7:0] data, input logic keep, input logic last, input logic key, input logic valid,
  input logic ready
);
  sil_hold_stream u_hold (
    .clk_i, .rst_ni, .wipe_i, .drop_i, .s_tdata(data), .s_tkeep(keep), .s_tlast(last),
    .s_tuser(key), .s_tvalid(valid), .s_tready(), .m_tdata(), .m_tvalid(), .m_tready(ready)
  );
endmodule
"""
SENT: Row = {"valid": 1, "data": 5, "keep": 1, "last": 1}


def hold(folder: Path, top: str = "machine") -> tuple[Checker, Path]:
    """Returns the register inside a machine, with the checkers that `bound` attaches."""
    files = tuple(folder / f"{name}.sv" for name in ("sil_hold_stream", "machine"))
    for file, text in zip(files, (HOLD, MACHINE), strict=True):
        file.write_text(text, encoding="utf-8")
    ports = ("wipe_i", "drop_i", "data", "keep", "last", "key", "valid", "ready")
    idle = {**dict.fromkeys(ports, 0), "rst_ni": 1}
    machine = Checker(str(files[1]), {}, idle, (files[0], *checkers.bound(top, files)))
    return machine, machine.program(folder)


@pytest.mark.parametrize(
    ("rows", "rules"),
    [
        ([SENT, {"ready": 1}, SENT, {}, {"wipe_i": 1}, {}], set()),
        ([{**SENT, "valid": 0}] * 3, set()),
        ([SENT, {"drop_i": 1}, {}], {"u_hold.sil_check_m.gen_assert.tvalid_held"}),
        ([SENT, SENT, {**SENT, "data": 6}], {"u_hold.sil_check_s.gen_assert.tdata_stable"}),
        ([{**SENT, "last": 0, "keep": 0}], {"u_hold.sil_check_s.gen_assert.null_beat"}),
    ],
)
def test_ports_are_watched_by_their_names(
    rows: Sequence[Row], rules: set[str], tmp_path: Path
) -> None:
    machine, program = hold(tmp_path)
    found = machine.run(program, rows, whole=True)
    assert {name.removeprefix("TOP.machine.") for name in found} == rules


def test_a_module_with_buses_of_other_names_is_watched_as_the_top_alone() -> None:
    header = """module bridge (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic [7:0]  c_awaddr,
  input  logic        c_awvalid,
  output logic [31:0] p_pwdata,
  output logic        p_penable
);
endmodule
"""
    text = checkers.render("bridge", [header])
    lines = dict(re.findall(r"bind bridge (\w+) #\((.*?)\) sil_check", text))
    assert lines.keys() == {"sil_axil_checker", "sil_apb_checker"}
    assert ".ManagerRole(1), .SubordinateRole(0)" in lines["sil_axil_checker"]
    assert ".RequesterRole(0), .CompleterRole(1)" in lines["sil_apb_checker"]
    assert ".awaddr(c_awaddr)" in text
    assert ".awprot('0)" in text
    assert checkers.render("other", [header]) == ""


@pytest.mark.parametrize(
    ("module", "asks"),
    [
        ("sil_sha2_stream", "1'b1"),
        ("sil_sha2_save_stream", "1'b1"),
        ("sil_hmac_sha2", "~s_tuser"),
        ("sil_hmac_sha2_save", "~s_tuser"),
    ],
)
def test_only_keys_have_no_result(module: str, asks: str) -> None:
    (path,) = hw_root().rglob(f"{module}.sv")
    assert f".s_asks({asks})" in checkers.render(module, [path.read_text(encoding="utf-8")])


@pytest.mark.parametrize("file", checkers.FILES)
def test_both_front_ends_take_a_checker_without_a_warning(file: str, tmp_path: Path) -> None:
    path = hw_root() / file
    waivers = hw_root() / "lint" / "verilator.vlt"
    command = [verilator.root() / "bin" / "verilator_bin", "--lint-only", "-Wall", waivers, path]
    environment = {**os.environ, "VERILATOR_ROOT": str(verilator.root())}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    (tmp_path / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    yosys.run(f"read_slang -Werror --top {path.stem} {path.name}\n", tmp_path)
