"""The gate-level simulator: registers, clocks, toggles, streams, and netlists it refuses."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from gatesim_netlists import ALL, Builder, gated, mapped, nangate
from silicrypt.base.scope import Scope
from silicrypt.errors import BadInput, ToolFailed
from silicrypt.tools.gatesim import (
    CombinationalLoop,
    Library,
    NoClock,
    Simulator,
    UnknownCell,
    compile_netlist,
    ecp5,
    read,
)
from silicrypt.tools.gatesim.program import LANES, pack, unpack


@pytest.mark.parametrize("width", [1, 3, 64, 129])
@pytest.mark.parametrize("lanes", [1, 5, 64])
def test_lanes_are_transposed_and_back(width: int, lanes: int) -> None:
    rng = random.Random(width)
    values = [rng.getrandbits(width) for _ in range(lanes)]
    words = pack(values, width)
    assert len(words) == width
    assert unpack(words, lanes) == values
    assert unpack(words) == (values * LANES)[:LANES]


def test_a_simulator_belongs_to_its_run() -> None:
    build = Builder()
    build.output("same", build.input("clk_i"))
    with (
        Scope().entered() as scope,
        pytest.raises(ToolFailed, match="simulator was stopped"),
        build.simulator(nangate()) as simulator,
    ):
        scope.stop()
        simulator.step()
    with scope.entered(), pytest.raises(ToolFailed, match="simulator was stopped"):
        build.simulator(nangate())


COUNTER = """
module dut (input logic clk_i, input logic rst_ni, input logic up_i, input logic [7:0] add_i,
            output logic [15:0] sum_o, output logic odd_o);
  logic [15:0] sum_q;
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) sum_q <= 16'hfa34;
    else if (up_i) sum_q <= sum_q + {8'd0, add_i};
  always_ff @(negedge clk_i) odd_o <= sum_q[0];
  assign sum_o = sum_q;
endmodule
"""


@pytest.fixture(scope="module", params=["ecp5-85k", "nangate45"])
def counter(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[dict[str, Any], Library]:
    """Returns a small sequential design, synthesised for each library."""
    folder = tmp_path_factory.mktemp(request.param)
    document = mapped(COUNTER, "dut", request.param, folder)
    return document, nangate() if request.param == "nangate45" else ecp5.library


def run_counter(document: dict[str, Any], library: Library) -> bool:
    """Returns whether a netlist behaves like the source of the counter (200 cycles, 64 lanes)."""
    rng = random.Random(5)
    with Simulator(compile_netlist(read(document, library, "dut")), seed=7) as simulator:
        total = [0xFA34] * LANES
        simulator.reset()
        up, add = [0] * LANES, [0] * LANES
        for _ in range(200):
            odd = tuple(value & 1 for value in simulator.get("sum_o"))
            if simulator.get("odd_o") != odd:
                return False
            total = [t + u * a & 0xFFFF for t, u, a in zip(total, up, add, strict=True)]
            up = [rng.getrandbits(1) for _ in ALL]
            add = [rng.getrandbits(8) for _ in ALL]
            simulator.set(up_i=up, add_i=add)
            simulator.step()
            if simulator.get("sum_o") != tuple(total):
                return False
    return True


def test_a_sequential_design(counter: tuple[dict[str, Any], Library]) -> None:
    assert run_counter(*counter)


def changed(cell: dict[str, Any]) -> dict[str, Any] | None:
    """Returns the cell with another function on the same pins; None for unchanged types."""
    others = {"NAND2_X1": "NOR2_X1", "NOR2_X1": "NAND2_X1", "OAI21_X1": "AOI21_X1"}
    settings = cell["parameters"]
    if cell["type"] in others:
        return cell | {"type": others[cell["type"]]}
    if cell["type"] == "LUT4":
        return cell | {"parameters": {"INIT": f"{int(settings['INIT'], 2) ^ 0xFFFF:016b}"}}
    if cell["type"] == "TRELLIS_FF":
        clock = {"CLK": "INV", "INV": "CLK"}[settings["CLKMUX"]]
        return cell | {"parameters": settings | {"CLKMUX": clock}}
    return None


def test_any_one_changed_cell_is_noticed(counter: tuple[dict[str, Any], Library]) -> None:
    document, library = counter
    changes = 0
    for name, cell in document["modules"]["dut"]["cells"].items():
        if (other := changed(cell)) is not None:
            copy = json.loads(json.dumps(document))
            copy["modules"]["dut"]["cells"][name] = other
            assert not run_counter(copy, library), name
            changes += 1
    assert changes > 10


@pytest.mark.parametrize("kind", ["CLKGATE_X1", "CLKGATETST_X1", "latch"])
def test_clock_gates_and_their_toggles(kind: str) -> None:
    """Each lane enables its clock in different cycles; an enabled cycle has two edges."""
    build = gated(kind)
    rng = random.Random(9)
    with build.simulator(nangate()) as simulator:
        simulator.step()
        state, edges, enable = list(simulator.get("q")), 0, [0] * LANES
        simulator.count()
        for _ in range(50):
            before, enable = enable, [rng.getrandbits(1) for _ in ALL]
            simulator.set(en=enable)
            simulator.step()
            state = [q ^ e for q, e in zip(state, before, strict=True)]
            edges += sum(before)
            assert simulator.get("q") == tuple(state)
        activity = simulator.activity()
        simulator.set(en=0)
        simulator.step()
        simulator.count()
        simulator.step(10)
        idle = simulator.activity()
    clk, gclk, q = (build.ports[name]["bits"][0] for name in ("clk_i", "gclk", "q"))
    assert (activity.cycles, activity.lanes) == (50, 64)
    assert activity.rate(clk) == 2
    assert activity.toggles[gclk] == 2 * edges
    assert activity.toggles[q] == edges
    assert idle.rate(clk) == 2
    assert idle.toggles[gclk] == idle.toggles[q] == 0


def test_divided_clocks_ripple() -> None:
    build = Builder()
    clock = build.input("clk_i")[0]
    for n in range(3):
        q, qn = build.wire(2)
        build.cell("DFFR_X1", D=qn, CK=clock, RN=build.input(f"r{n}")[0], Q=q, QN=qn)
        build.output(f"q{n}", [q])
        clock = qn
    with build.simulator(nangate()) as simulator:
        simulator.step()
        simulator.set(r0=1, r1=1, r2=1)
        simulator.step()
        for count in range(1, 20):
            simulator.step()
            assert [simulator.get(f"q{n}")[5] for n in range(3)] == [
                count >> n & 1 for n in range(3)
            ]


def test_preset_reset_and_their_release_without_a_clock() -> None:
    build = Builder()
    clk, d, rn, sn = (build.input(name)[0] for name in ("clk_i", "d", "rn", "sn"))
    q, qn = build.wire(2)
    build.cell("DFFRS_X1", D=d, CK=clk, RN=rn, SN=sn, Q=q, QN=qn)
    build.output("q", [q])
    build.output("qn", [qn])
    with build.simulator(nangate()) as simulator:
        for inputs, expected in (
            ({"rn": 1, "sn": 0}, 1),
            ({"sn": 1}, 1),
            ({"rn": 0}, 0),
            ({"rn": 1}, 0),
        ):
            simulator.set(**inputs)
            simulator.settle()
            assert simulator.get("q", 1) == (expected,)
            assert simulator.get("qn", 1) == (1 - expected,)


def test_undefined_registers_start_at_random_and_defined_ones_do_not() -> None:
    build = gated("CLKGATE_X1")
    with build.simulator(nangate()) as simulator:
        first = simulator.get("q")
        simulator.power_up(2)
        assert 0 < sum(first) < LANES
        assert simulator.get("q") != first
        simulator.power_up(1)
        assert simulator.get("q") == first


def wire_core(ready_from: str = "m_tready") -> Builder:
    """Returns a stream without a register; its ready may come from a payload bit."""
    build = Builder()
    build.input("clk_i")
    data, valid = build.input("s_tdata", 4), build.input("s_tvalid")
    ready = build.input("m_tready")
    build.output("m_tdata", data)
    build.output("m_tvalid", valid)
    build.output("s_tready", [data[0]] if ready_from == "s_tdata" else ready)
    return build


def test_a_stream_with_pauses_on_both_sides() -> None:
    rng = random.Random(4)
    beats = [{"s_tdata": [rng.randrange(16) for _ in ALL]} for _ in range(100)]
    with wire_core().simulator(nangate()) as simulator:
        simulator.bind(["s_tdata"], ["m_tdata"])
        free = simulator.stream(beats, 100, 200)
        assert free.taken == tuple(range(free.taken[0], free.taken[0] + 100))
        slow = simulator.stream(
            beats, 100, 4000, offer=rng.getrandbits(64), take=rng.getrandbits(64)
        )
    for transfer in (free, slow):
        assert [list(r.values["m_tdata"]) for r in transfer.results] == [
            b["s_tdata"] for b in beats
        ]
    assert slow.taken[-1] - slow.taken[0] > 150


def test_lanes_that_fall_out_of_step_are_an_error() -> None:
    with wire_core("s_tdata").simulator(nangate()) as simulator:
        simulator.bind(["s_tdata"], ["m_tdata"])
        with pytest.raises(ToolFailed, match="s_tready differs between messages"):
            simulator.stream([{"s_tdata": [1, 0]}], 1, 10)


def test_a_stream_that_never_ends_is_an_error() -> None:
    with wire_core().simulator(nangate()) as simulator:
        simulator.bind(["s_tdata"], ["m_tdata"])
        with pytest.raises(ToolFailed, match="after 10 cycles 0 of 1 beats are taken"):
            simulator.stream([{"s_tdata": 3}], 1, 10, take=0)
        assert simulator.stream([{"s_tdata": 3}], 1, 10).results[0].values["m_tdata"] == (3,) * 64


@pytest.mark.parametrize(
    ("toggled", "noticed"),
    [("m_tdata", "the payload of m_tvalid changes before"), ("m_tvalid", "m_tvalid falls before")],
)
def test_a_result_that_does_not_wait_is_an_error(toggled: str, noticed: str) -> None:
    build = Builder()
    (clock,), (reset,) = build.input("clk_i"), build.input("rst_ni")
    for name in ("m_tready", "s_tvalid", "s_tdata"):
        build.input(name)
    q, d = build.wire(2)
    build.cell("DFFR_X1", CK=clock, RN=reset, D=d, Q=q)
    build.cell("INV_X1", A=q, ZN=d)
    constant: dict[str, int | str] = {"m_tdata": "1", "m_tvalid": "1", "s_tready": "1"}
    for name, bit in (constant | {toggled: q}).items():
        build.output(name, [bit])
    with build.simulator(nangate()) as simulator:
        simulator.bind(["s_tdata"], ["m_tdata"])
        simulator.reset()
        with pytest.raises(ToolFailed, match=noticed):
            simulator.stream([], 1, 10, take=0)


def test_a_stream_stops_where_it_is_told() -> None:
    with wire_core().simulator(nangate()) as simulator:
        simulator.bind(["s_tdata"], ["m_tdata"])
        transfer = simulator.stream([{"s_tdata": 3}] * 9, 9, 5, stop=True)
    assert len(transfer.taken) == len(transfer.results) == 4


def broken(**changes: Any) -> Builder:
    build = gated("CLKGATE_X1")
    for cell, pins in changes.items():
        build.cells[cell]["connections"] |= {pin: [bit] for pin, bit in pins.items()}
    return build


def test_an_unknown_cell_is_named() -> None:
    build = broken()
    build.cell("MAGIC_X1", A="0")
    with pytest.raises(UnknownCell, match="u3 is of type MAGIC_X1, a cell without a model"):
        build.simulator(nangate())


def test_a_netlist_that_is_not_flat_is_refused() -> None:
    build = broken()
    build.cell("part")
    document = build.document()
    document["modules"]["part"] = {"cells": {"u": {}}}
    with pytest.raises(UnknownCell, match="flatten"):
        read(document, nangate())


def test_a_loop_is_named() -> None:
    build = broken()
    one, two = build.wire(2)
    build.cell("INV_X1", A=two, ZN=one)
    build.cell("NAND2_X1", A1=one, A2="1", ZN=two)
    with pytest.raises(CombinationalLoop, match=r"loop through u[34] <- u[34]$"):
        build.simulator(nangate())


def test_registers_need_a_clock() -> None:
    document = broken().document()
    with pytest.raises(NoClock, match="no input clk; its inputs are clk_i, en"):
        compile_netlist(read(document, nangate()), clock="clk")
    with pytest.raises(NoClock, match="clocks u1, but it doesn't depend on the clock"):
        broken(u1={"CK": "0"}).simulator(nangate())


def test_registers_that_clock_each_other_forever_are_an_error() -> None:
    build = Builder()
    (clk,) = build.input("clk_i")
    q1, d1, q2, d2, differ, rise, fall = build.wire(7)
    build.cell("XOR2_X1", A=q1, B=q2, Z=differ)
    build.cell("XNOR2_X1", A=differ, B=clk, ZN=rise)
    build.cell("INV_X1", A=rise, ZN=fall)
    for clock, data, q in ((rise, d1, q1), (fall, d2, q2)):
        build.cell("DFF_X1", D=data, CK=clock, Q=q, QN=data)
    with (
        build.simulator(nangate()) as simulator,
        pytest.raises(ToolFailed, match="dut: the clock network doesn't settle"),
    ):
        simulator.step()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"u2": {"A": 99}}, "net 99 has no driver; u2 reads it"),
        ({"u2": {"ZN": 3}}, "net en has two drivers; one is u2"),
        ({"u1": {"Q": 7}, "u2": {"A": 7, "ZN": 7}}, "has two drivers"),
    ],
)
def test_bad_nets_are_named(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        broken(**changes).simulator(nangate())


def test_unknown_ports_and_tops_are_named() -> None:
    with pytest.raises(BadInput, match="no module other; it has dut"):
        read(broken().document(), nangate(), "other")
    with broken().simulator(nangate()) as simulator:
        with pytest.raises(BadInput, match="no input q; it has clk_i, en"):
            simulator.set(q=1)
        with pytest.raises(BadInput, match="no port z; it has clk_i, en, gclk, q, enable"):
            simulator.get("z")
