"""Mutants of designs are noticed, and a mutant that is no change is proved to be none."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from passed import Passed, netlist_key, suite_key
from silicrypt import catalog
from silicrypt.base.sources import strip
from silicrypt.catalog import machines
from silicrypt.mutate import constants, equivalence, netlist, others, relation, score
from silicrypt.mutate.aiger import Graph
from silicrypt.mutate.netlist import ElaboratedPoint, Mutant
from silicrypt.mutate.score import ModuleScore, Score, ScoredPoint, Survivor
from silicrypt.paths import hw_root
from silicrypt.report import markdown_pages
from silicrypt.results.store import Store
from silicrypt.tools import yosys

#: The tests that run mutants share the build of this task.
COUNT = 200


def test_twenty_mutants_of_md5_are_noticed(passed: Passed) -> None:
    point = catalog.get("md5-fast")
    with passed.once(netlist_key(point, "stream", "ecp5-85k") + suite_key(point)):
        found = score.measure(ScoredPoint(point.name, COUNT, run=20), jobs=2)
        total = found.total
        assert sum(vars(total).values()) == 20
        assert [one for one in found.survivors if one.found == "differ"] == []
        assert total.noticed >= 16
        assert len(found.modules) > 10


@pytest.mark.full
def test_two_hundred_mutants_of_md5_are_noticed() -> None:
    found = score.measure(ScoredPoint("md5-fast", COUNT), jobs=2)
    assert sum(vars(found.total).values()) == COUNT
    share = score.percent(found.total)
    assert share is not None
    assert share > 96


def design(name: str) -> ElaboratedPoint:
    point = machines.get(name)
    return ElaboratedPoint(point, point.complete_level)


def test_the_seed_decides_the_mutants() -> None:
    own, store = design("md5-fast"), Store()
    (_, first), (_, again) = own.mutants(30, 1, store), own.mutants(30, 1, store)
    assert first == again
    assert len(set(first)) == 30
    (_, other) = own.mutants(30, 2, store)
    assert first != other
    for one in (*first, *other):
        lines = (hw_root() / one.file).read_text(encoding="utf-8").splitlines()
        assert 0 < one.line <= len(lines)
    assert len({one.file for one in first}) > 12


def test_constants_change_in_one_number() -> None:
    own = design("md5-fast")
    changed = constants.mutants(own, 40, 1)
    assert [one[0] for one in changed] == [one[0] for one in constants.mutants(own, 40, 1)]
    for mutant, path, text in changed:
        right = path.read_text(encoding="utf-8").splitlines()
        wrong = text.splitlines()
        lines = [i for i, pair in enumerate(zip(right, wrong, strict=True), 1) if len({*pair}) > 1]
        assert lines == [mutant.line]
        before, after = mutant.change.split(" becomes ")
        assert right[mutant.line - 1].replace(before, after) != right[mutant.line - 1]
    assert {"32'h", "1'b0", "16"} <= {one.change.split(" ")[0][:4] for one, _, _ in changed}


@pytest.mark.parametrize(
    ("file", "same"),
    [
        pytest.param("sil_md_sequencer.sv", True, id="a default that is replaced"),
        pytest.param("sil_md5_pkg.sv", False, id="a constant of the table"),
    ],
)
def test_a_constant_changes_the_netlist_where_it_is_used(
    file: str, same: bool, tmp_path: Path
) -> None:
    own = design("md5-fast")
    changed = constants.mutants(own, 40, 1)
    mutant, path, text = next(one for one in changed if one[1].name == file)
    wrong = replace(strip(path.name, text), path=mutant.file)
    files = tuple(wrong if one.path == mutant.file else one for one in own.files)
    right = constants.elaborated(own, own.files, tmp_path)
    assert (constants.elaborated(own, files, tmp_path) == right) is same


def test_the_model_has_the_ports_of_the_design() -> None:
    text = (
        "module sil_mutants(clk_i, s_tdata, m_tvalid, sil_mutant);\n"
        "  input clk_i;\n  input [31:0] s_tdata;\n  output m_tvalid;\n  input [15:0] sil_mutant;\n"
    )
    made = netlist.wrapped(text, "sil_top", ["Unroll=2"])
    assert made.startswith(
        "module sil_top #(parameter Unroll = 2) (\n"
        "  input logic clk_i,\n  input logic [31:0] s_tdata,\n  output logic m_tvalid\n);\n"
    )
    assert '"mutant=%d"' in made


# A counter from 0 to 2 in two registers, without an output but its comparison with a number.
LOW, HIGH, SELECT = 6, 8, 4
INPUTS = {"rst_ni": 2, "sil_mutant[0]": SELECT}


def counter(reached: bool, payload: bool = False) -> Graph:
    """Returns a counter whose mutant 1 is never active, or is active in its last state.

    Args:
        reached: whether the mutant is active in the state 2, not in the state 3.
        payload: whether the output is payload while ``valid`` is 0.
    """
    gates = [
        (10, LOW + 1, HIGH + 1),  # the state is 0
        (12, 10, 2),  # and there is no reset
        (14, LOW, HIGH + 1),  # the state is 1
        (16, 14, 2),
        (18, HIGH, LOW + reached),  # the state in which the mutant is active
        (20, 18, SELECT),
        (22, 20, 2),
    ]
    registers = {"low": (LOW, 12), "high": (HIGH, 16)}
    outputs = {"m_tdata": 22, "m_tvalid": 0} if payload else {"out": 22}
    return Graph(INPUTS, outputs, registers, gates)


@pytest.mark.parametrize(
    ("graph", "verdict"),
    [
        pytest.param(counter(reached=False), "no change", id="a state that is not reached"),
        pytest.param(counter(reached=True), "differ", id="a state that is reached"),
        pytest.param(counter(reached=True, payload=True), "no change", id="payload never valid"),
    ],
)
def test_the_proof_tells_a_change_from_none(graph: Graph, verdict: str, tmp_path: Path) -> None:
    assert equivalence.verdict(graph, graph, 1, tmp_path, 10) == verdict


@pytest.mark.parametrize(("wrong", "verdict"), [(False, "no change"), (True, "differ")])
def test_the_proof_compares_a_design_with_one_that_has_more_registers(
    wrong: bool, verdict: str, tmp_path: Path
) -> None:
    held = {"low": (4, 6)}
    right = Graph({"rst_ni": 2}, {"out": 4}, held, [(6, 2, 5)])
    other = Graph({"rst_ni": 2}, {"out": 4 ^ wrong}, held | {"more": (8, 4)}, [(6, 2, 5)])
    assert equivalence.verdict(right, other, 0, tmp_path, 10) == verdict


def test_the_name_of_a_register_is_no_change(tmp_path: Path) -> None:
    one, other = counter(reached=False), counter(reached=False)
    renamed = dict(zip(("high", "low"), other.registers.values(), strict=True))
    other = replace(other, registers=renamed)
    assert equivalence.verdict(one, other, 0, tmp_path / "none", 10) == "no change"


def held(shown: bool) -> Graph:
    """Returns a register of data that is loaded with `take`; the mutant inverts it otherwise.

    Args:
        shown: whether its output is not only shown in the cycle after it was loaded.
    """
    select, taken, data = 6, 26, 28
    inputs = {"rst_ni": 2, "take": 4, "sil_mutant[0]": select}
    inputs |= {f"s_tdata[{i}]": 8 + 2 * i for i in range(9)}
    gates = [
        (30, 4, 2),  # it is loaded
        (32, 4, 8),  # the value that is loaded
        (34, data, select + 1),
        (36, data + 1, select),
        (38, 34 + 1, 36 + 1),  # the value that is held, inverted
        (40, 4 + 1, 38 + 1),
        (42, 32 + 1, 40 + 1),  # the next value, inverted
        (44, taken, data),
    ]
    registers = {"taken": (taken, 30), "data": (data, 42 + 1)}
    return Graph(inputs, {"out": data if shown else 44}, registers, gates)


def counted(odd: bool) -> Graph:
    """Returns a counter of two bits; the mutant also inverts the high bit in each step.

    Args:
        odd: whether the output compares it with 3, in place of 2.
    """
    select, low, high = 4, 6, 8
    gates = [
        (10, low + 1, 2),  # the next low bit
        (12, low, select + 1),
        (14, low + 1, select),
        (16, 12 + 1, 14 + 1),  # the high bit holds
        (18, high, 16),
        (20, high + 1, 16 + 1),
        (22, 18 + 1, 20 + 1),
        (24, 22 + 1, 2),
        (26, high, low ^ 1 ^ odd),
    ]
    registers = {"low": (low, 10), "high": (high, 24)}
    return Graph({"rst_ni": 2, "sil_mutant[0]": select}, {"out": 26}, registers, gates)


#: The reset, the number of the mutant, and a port that is too wide for control.
DATA = 8
WIDE = {"rst_ni": 2, "sil_mutant[0]": 4} | {f"s_tdata[{i}]": DATA + 2 * i for i in range(17)}


@pytest.mark.parametrize(
    ("graph", "same"),
    [
        pytest.param(held(shown=False), True, id="data that no one uses"),
        pytest.param(held(shown=True), False, id="data that is used"),
        pytest.param(counted(odd=False), True, id="a control register that differs"),
        pytest.param(counted(odd=True), False, id="a control register that is used"),
    ],
)
def test_a_relation_shows_that_registers_may_differ(
    graph: Graph, same: bool, tmp_path: Path
) -> None:
    compared = relation.Compared(graph, 1)
    assert relation.proved(compared, tmp_path / "relation.aig", equivalence.abc, 10) is same


#: A register with a clock gate, in the library of Yosys.
GATED = """module top(input clk_i, rst_ni, enable, d, output reg q);
  reg enable_q;
  wire clock, unused;
  always @* if (!clk_i) enable_q = enable;
  \\$_AND_ gate (.A(clk_i), .B(enable_q), .Y(clock));
  (* keep *) \\$_AND_ other (.A(clk_i), .B(d), .Y(unused));
  always @(posedge clock, negedge rst_ni) if (!rst_ni) q <= 0; else q <= d;
endmodule
"""


@pytest.mark.parametrize(("cell", "verdict"), [("gate", "differ"), ("other", "no change")])
def test_the_proof_knows_gated_clocks(cell: str, verdict: str, tmp_path: Path) -> None:
    (tmp_path / "gated.v").write_text(GATED, encoding="utf-8")
    yosys.run(f"read_verilog -icells gated.v\nproc\nwrite_rtlil {netlist.BASE}\n", tmp_path)
    command = f"-mode const1 -module top -cell {cell} -port B -portbit 0"
    made = equivalence.graph([netlist.Mutant("gated.v", 1, "", command)], tmp_path)
    assert equivalence.verdict(made, made, 1, tmp_path, 10) == verdict


#: Three words are shifted in, and their sum is shown in a later cycle. The mutant 1 also shifts in
#: that cycle, so each word differs until it is replaced: no value of a single register tells when.
SHIFTED = """module top(input clk_i, rst_ni, input [1:0] sil_mutant, input [16:0] s_tdata,
    output [16:0] m_tdata, output m_tvalid);
  reg [2:0] count;
  reg [16:0] a, b, c;
  always @(posedge clk_i, negedge rst_ni)
    if (!rst_ni) count <= 0; else count <= count == 4 ? 0 : count + 1;
  always @(posedge clk_i)
    if (count < 3 || (sil_mutant[0] && count == 4)) {{a, b, c}} <= {{s_tdata, a, b}};
  assign m_tdata = a ^ b ^ c;
  assign m_tvalid = count == {shown};
endmodule
"""


@pytest.mark.parametrize(("shown", "same"), [(4, True), (3, True), (2, False), (0, False)])
def test_a_relation_knows_the_states_of_a_counter(shown: int, same: bool, tmp_path: Path) -> None:
    (tmp_path / "top.v").write_text(SHIFTED.format(shown=shown), encoding="utf-8")
    yosys.run(f"read_verilog top.v\nproc\nwrite_rtlil {netlist.BASE}\n", tmp_path)
    compared = relation.Compared(equivalence.graph((), tmp_path), 1)
    assert relation.proved(compared, tmp_path / "relation.aig", equivalence.abc, 60) is same


@pytest.mark.parametrize(("write", "verdict"), [(0, "no change"), (1, "differ")])
def test_data_of_apb_count_in_reads_alone(write: int, verdict: str, tmp_path: Path) -> None:
    inputs = {"rst_ni": 2, "sil_mutant[0]": 4, "s_psel": 6, "s_penable": 8, "s_pwrite": 10}
    outputs = {"s_pready": 1, "s_prdata[0]": 14}
    graph = Graph(inputs, outputs, {"held": (12, 12)}, [(14, 4, 10 ^ write)]).with_reads()
    assert equivalence.verdict(graph, graph, 1, tmp_path, 10) == verdict


@pytest.mark.recorded()
def test_a_proof_notices_what_no_simulation_reaches() -> None:
    own = design("aes128-gcm")
    folder, mutants = own.mutants(45, 1, Store())
    file = "cipher/gcm/sil_gcm_lengths.sv"
    # The register has a clock enable in the design, and none in the module of the proof.
    first = next(one for one in mutants if one.file == file and "first_q[14]" in one.change)
    assert others.disproving(own, first, folder=folder) == "proof `gcm-lengths`"
    without = replace(first, command=first.command.replace("const0", "none"))
    assert others.disproving(own, without, folder=folder) == ""


@pytest.mark.recorded()
def test_a_proof_changes_the_register_of_a_module_inside() -> None:
    own = design("sm4-u1")
    folder, mutants = own.mutants(45, 1, Store())
    full = next(one for one in mutants if "u_queue.ready_q" in one.command)
    # The signal has its name in the module around the queue, and the register in that of the queue.
    assert full.file == "cipher/modes/sil_modes_results.sv"
    assert others.disproving(own, full, folder=folder) == "proof `fifo-wipe-fast`"
    without = replace(full, command=full.command.replace("const1", "none"))
    assert others.disproving(own, without, folder=folder) == ""


def test_a_warning_of_verilator_notices_a_constant(tmp_path: Path) -> None:
    own = design("aes128-ccm")
    path = hw_root() / "cipher" / "aes" / "sil_aes_keys.sv"
    wrong = path.read_text(encoding="utf-8").replace("logic [1:0] Clears", "logic [1:1] Clears")
    (tmp_path / path.name).write_text(wrong, encoding="utf-8")
    mutant = Mutant("cipher/aes/sil_aes_keys.sv", 24, "0 becomes 1")
    begun = others.Begun(own, tmp_path, (), tmp_path)
    assert begun.noticing_sources(mutant, path, wrong, tmp_path) == "lint"


def test_an_undefined_value_is_zero() -> None:
    assert netlist.render_mutants([])[1] == "setundef -zero"


def test_a_graph_is_read(tmp_path: Path) -> None:
    text = "aag 4 2 1 1 1\n2\n4\n6 8 6\n8\n8 2 5\ni0 rst_ni\ni1 sil_mutant[0]\no0 out\nc\nmade\n"
    registers = {"held_q 0": [6, 8, 6]}
    known = Graph({"rst_ni": 2, "sil_mutant[0]": 4}, {"out": 8}, registers, [[8, 2, 5]])
    assert Graph.parse(text, "input 0 0 rst_ni\nlatch 0 0 held_q\n") == known
    assert equivalence.verdict(known, known, 1, tmp_path, 10) == "differ"


def test_the_page_is_that_of_the_committed_scores() -> None:
    text = (hw_root().parent / score.PAGE).read_text(encoding="utf-8")
    begin, end = markdown_pages.markers("scores", score.BY)
    assert text.split(begin)[1].split(end)[0].strip() == score.page(score.committed()).strip()


def test_scores_are_shares_of_the_mutants_that_count() -> None:
    assert score.percent(ModuleScore(noticed=3, same=5, left=1)) == 75
    assert score.percent(ModuleScore(same=5)) is None
    assert score.percent(ModuleScore(noticed=2, others=1, left=1)) == 75
    assert score.percent(ModuleScore(noticed=2, others=1, left=1), quick=True) == 50
    left = Survivor("bus/a.sv", 7, "bit 0 | 1 inverted", "differ")
    proved = Survivor("bus/b.sv", 9, "3 becomes 2", "not decided", "lint")
    one = Score(
        "md5-fast",
        "stream",
        1,
        "k",
        {"bus/a.sv": ModuleScore(2, 5, 1, 1)},
        {"stalls": 2},
        (left, proved),
    )
    made = score.page([one])
    assert "| md5 | `md5-fast` | 2 | 1 | 1 | 5 | 75.0 | 50.0 |" in made
    assert "| `md5-fast` | `bus/b.sv:9` | 3 becomes 2 | lint |" in made
    assert "| `md5-fast` | `bus/a.sv:7` | bit 0 \\| 1 inverted | differ |" in made


Command = Callable[..., tuple[object, str, str]]


def test_the_command_line(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    known = Score("md5-fast", "stream", 5, "k", {"bus/a.sv": ModuleScore(3, 5, 1)}, {"stalls": 3})
    asked: list[ScoredPoint] = []

    def measured(tasks: list[ScoredPoint], *_: object, **__: object) -> list[Score]:
        asked.extend(tasks)
        return [known]

    monkeypatch.setattr(score, "measure_all", measured)
    code, said, _ = command("mutate", "md5-fast", "--count", "20", "--seed", "5", "--json")
    (document,) = json.loads(said)
    assert document["modules"] == {"bus/a.sv": {"noticed": 3, "same": 5, "left": 1, "others": 0}}
    assert (code, asked) == (0, [ScoredPoint("md5-fast", 20, 5)])
    code, said, _ = command("mutate", "md5-fast")
    assert code == 0 and "75.0" in said


@pytest.mark.parametrize(
    ("names", "why"),
    [
        ((), "name design points"),
        (("md5-quick",), "did you mean md5"),
        (("station-shat128",), "has no suite"),
    ],
)
def test_a_wrong_command_is_refused(names: tuple[str, ...], why: str, command: Command) -> None:
    code, _, said = command("mutate", *names)
    assert code == 2 and why in said
