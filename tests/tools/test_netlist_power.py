"""Power, compared with manual sums for an invented library."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from gatesim_netlists import Builder
from silicrypt.errors import ToolFailed
from silicrypt.tools import liberty, liberty_power, sta
from silicrypt.tools.gatesim import Activity, Edges, Simulator, compile_netlist, read
from silicrypt.tools.gatesim import liberty as liberty_cells
from silicrypt.tools.power import Meter, Power

LIBRARY = (Path(__file__).parent / "samples" / "mini_power.lib").read_text(encoding="utf-8")


def meter_of(build: Builder) -> tuple[Meter, Simulator]:
    """Returns the meter of a netlist, and the simulator that it reads."""
    document = build.document()
    module = document["modules"]["dut"]
    program = compile_netlist(read(document, liberty_cells.library(LIBRARY)))
    kinds = sta.cell_types(module)
    timing = sta.analyse(module, liberty.timing(LIBRARY, kinds))
    cells = liberty_power.power(LIBRARY, kinds)
    meter = Meter(module, program, cells, timing, liberty_power.voltage(LIBRARY))
    simulator = Simulator(program)
    simulator.probe(meter.probes)
    return meter, simulator


def count(build: Builder, drive: Callable[[Simulator], None]) -> tuple[Meter, Activity]:
    meter, simulator = meter_of(build)
    with simulator:
        simulator.step(3)
        simulator.count()
        drive(simulator)
        return meter, simulator.activity()


def measure(build: Builder, drive: Callable[[Simulator], None]) -> Power:
    meter, activity = count(build, drive)
    return meter.read(activity)


def toggle(gate: bool = False) -> Builder:
    """Returns a flip-flop that toggles with every clock edge, with or without a clock gate."""
    build = Builder()
    (clk,) = build.input("clk_i")
    q, d = build.wire(2)
    if gate:
        (enable,), (gated,) = build.input("en"), build.wire()
        build.cell("GATE", CK=clk, E=enable, GCK=gated)
        clk = gated
    build.cell("DFF", D=d, CK=clk, Q=q)
    build.cell("INV", A=q, Y=d)
    build.output("q", [q])
    return build


def test_a_toggling_flip_flop() -> None:
    """Computes a cycle of the flip-flop and its inverter at 2 V: C V^2 / 2 is 2 fJ per fF.

    Nets: two edges of the clock into 1 fF, one of Q into 2 fF, one of D into 1 fF.
    Internal energy in fJ: CK rises alternately with D & !Q (0) and !D & Q (1), and falls likewise
    (5 and 4), mean 5. Q rises (6) and falls (2) alternately, mean 4. Y rises into 1 fF (3.2) and
    falls (1) alternately, mean 2.1.
    Leakage in nW: the inverter 10 for half of the time and 20 for the other half; the flip-flop 9
    while the clock is high, and 7, the value of every other state, while it is low.
    """
    power = measure(toggle(), lambda simulator: simulator.step(100))
    assert power.nets_fj == pytest.approx({"clock": 4.0, "sequential": 4.0, "combinational": 2.0})
    assert power.inside_fj == pytest.approx({"clock": 5.0, "sequential": 4.0, "combinational": 2.1})
    assert power.leakage_nw == pytest.approx(15.0 + 8.0)
    assert power.toggles == pytest.approx(4.0)
    assert (power.clocked, power.gated, power.clock_toggles) == (1, 0, 2.0)


def test_a_stopped_clock_costs_what_its_gate_takes() -> None:
    """Two edges of CK into 1.5 fF take 6 fJ, and 0.5 fJ each inside the gate, as E is low."""
    power = measure(toggle(gate=True), lambda simulator: simulator.step(100))
    assert power.nets_fj == pytest.approx({"clock": 6.0, "sequential": 0.0, "combinational": 0.0})
    assert power.inside_fj == pytest.approx({"clock": 1.0, "sequential": 0.0, "combinational": 0.0})
    assert (power.gated, power.gated_clock_toggles) == (1, 0.0)


def test_an_open_gate_adds_itself() -> None:
    """The gate adds two edges of CK into 1.5 fF, and two edges of GCK with 2.5 fJ inside."""

    def drive(simulator: Simulator) -> None:
        simulator.set(en=1)
        simulator.step(2)
        simulator.count()
        simulator.step(100)

    power = measure(toggle(gate=True), drive)
    assert power.nets_fj == pytest.approx({"clock": 10.0, "sequential": 4.0, "combinational": 2.0})
    assert power.inside_fj == pytest.approx(
        {"clock": 10.0, "sequential": 4.0, "combinational": 2.1}
    )
    assert power.gated_clock_toggles == 2.0


def test_an_edge_of_the_clock_sees_what_was_before_it() -> None:
    """After D of a flip-flop has fallen, CK rises with !D & Q (1), and then with neither.

    The flip-flop of `toggle` takes another 5 fJ per cycle, as above.
    """
    build = toggle()
    (d,), (q,) = build.input("d"), build.wire()
    build.cell("DFF", D=d, CK=build.ports["clk_i"]["bits"][0], Q=q)

    def drive(simulator: Simulator) -> None:
        simulator.set(d=1)
        simulator.step(2)
        simulator.set(d=0)
        simulator.step()
        simulator.count()
        simulator.step(2)

    power = measure(build, drive)
    assert 2 * power.inside_fj["clock"] == pytest.approx(2 * 5.0 + 1.0)


def logic(kind: str) -> Builder:
    """Returns a two-input gate, and registers, which static timing needs."""
    build = toggle()
    (a,), (b,), (y,) = build.input("a"), build.input("b"), build.wire()
    build.cell(kind, A=a, B=b, Y=y)
    build.output("y", [y])
    return build


def inside(kind: str, *states: tuple[int, int]) -> float:
    """Returns the internal energy of a gate while its inputs pass through three states, in fJ."""

    def drive(simulator: Simulator) -> None:
        simulator.set(a=states[0][0], b=states[0][1])
        simulator.step(2)
        simulator.count()
        for a, b in states[1:]:
            simulator.set(a=a, b=b)
            simulator.step()

    whole = 2 * measure(logic(kind), drive).inside_fj["combinational"]
    return whole - (3.2 + 1.0)  # the inverter of `toggle`, which rises and falls meanwhile


@pytest.mark.parametrize(
    ("states", "femtojoules"),
    [
        (((0, 0), (1, 0), (0, 0)), 3.0 + 3.0),  # A alone, B low
        (((0, 1), (1, 1), (0, 1)), 1.0 + 1.0),  # A alone, B high
        (((0, 0), (0, 1), (1, 1)), 10.0 + 1.0),  # B, then A
        (((0, 0), (1, 1), (0, 0)), 0.0),  # both at once: the output stays
    ],
)
def test_an_edge_takes_what_its_cause_and_state_say(
    states: tuple[tuple[int, int], ...], femtojoules: float
) -> None:
    assert inside("XOR", *states) == pytest.approx(femtojoules)


def test_an_edge_of_two_causes_takes_their_mean() -> None:
    """Both inputs rise and fall at once: (1 + 3) / 2 per edge."""
    assert inside("AND", (0, 0), (1, 1), (0, 0)) == pytest.approx(4.0)
    assert inside("AND", (0, 1), (1, 1), (0, 1)) == pytest.approx(2.0)


def test_an_edge_that_the_library_does_not_foresee_takes_the_mean(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Only A causes the edges, and the library now covers only B low: (1 + 3) / 2 per edge."""
    before, after = LIBRARY.split("cell (AND)")
    after = after.replace('related_pin : "A";', 'related_pin : "A"; when : "!B";', 1)
    monkeypatch.setitem(globals(), "LIBRARY", f"{before}cell (AND){after}")
    assert inside("AND", (0, 1), (1, 1), (0, 1)) == pytest.approx(4.0)


def test_twice_the_edges_take_twice_the_energy() -> None:
    meter, activity = count(toggle(), lambda simulator: simulator.step(100))
    double = replace(
        activity,
        toggles={bit: 2 * edges for bit, edges in activity.toggles.items()},
        probed=tuple(Edges(2 * a, 2 * b) for a, b in activity.probed),
    )
    once, twice = meter.read(activity), meter.read(double)
    for part, energy in once.inside_fj.items():
        assert twice.inside_fj[part] == pytest.approx(2 * energy)
        assert twice.nets_fj[part] == pytest.approx(2 * once.nets_fj[part])


def test_half_as_many_edges_of_an_input_take_half_of_what_they_cause() -> None:
    def drive(every: int) -> Callable[[Simulator], None]:
        def run(simulator: Simulator) -> None:
            for cycle in range(80):
                simulator.set(a=cycle // every % 2)
                simulator.step()

        return run

    whole, half, none = (measure(logic("XOR"), drive(every)) for every in (1, 2, 1000))

    def caused(power: Power) -> float:
        return sum(power.dynamic_fj(part) - none.dynamic_fj(part) for part in power.nets_fj)

    assert caused(whole) / caused(half) == pytest.approx(79 / 39)


def test_activity_of_a_part_is_taken_away() -> None:
    meter, simulator = meter_of(toggle())
    with simulator:
        found = []
        for cycles in (10, 110):
            simulator.power_up()
            simulator.step(2)
            simulator.count()
            simulator.step(cycles)
            found.append(simulator.activity())
        power = meter.read(found[1] - found[0])
    assert (found[1] - found[0]).cycles == 100
    assert sum(power.inside_fj.values()) == pytest.approx(11.1)


def test_what_a_library_does_not_say() -> None:
    with pytest.raises(ToolFailed, match="no cell NAND"):
        liberty_power.power(LIBRARY, ["NAND"])
    with pytest.raises(ToolFailed, match="does not say its voltage"):
        liberty_power.voltage("library (x) {}")
    wide = LIBRARY.replace('"D & !Q"', '"D & !Q & A & B & C & E & F"')
    with pytest.raises(ToolFailed, match="DFF has a state of more than 6 pins"):
        liberty_power.power(wide, ["DFF"])
