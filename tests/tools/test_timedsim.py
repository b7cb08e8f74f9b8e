"""Transitions with delays: circuits whose counts follow by hand, and a design without delays."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gatesim_netlists import Builder, nangate, nangate_text
from silicrypt.errors import ToolFailed
from silicrypt.tools import liberty, liberty_power, sta
from silicrypt.tools.gatesim import Program, compile_netlist, read
from silicrypt.tools.gatesim.timed import LANES, Delays, TimedActivity, TimedSimulator, delays
from silicrypt.tools.power import Meter

#: The delay in ns of the chain of inverters.
CHAIN = 0.3


def pulse() -> tuple[Program, Builder, int]:
    """Returns a register that inverts itself, and the XOR of its output with a delayed copy."""
    build = Builder()
    (clock,) = build.input("clk_i")
    q, inverse, slow, y = build.wire(4)
    build.cell("INV_X1", A=q, ZN=inverse)
    build.cell("DFF_X1", D=inverse, CK=clock, Q=q)
    build.cell("INV_X1", A=inverse, ZN=slow)
    build.cell("XOR2_X1", A=q, B=slow, Z=y)
    build.output("y_o", [y])
    return compile_netlist(read(build.document(), nangate())), build, y


def chosen(program: Program, xor: float) -> Delays:
    """Returns half of the chain's delay for each inverter, and this delay for the XOR."""
    gates = []
    for run in program.data_runs:
        for gate in run.gates:
            ns = xor if gate.cell == "u3" else CHAIN / 2
            gates.append((gate, tuple((ns, ns, ns, ns) for _ in gate.inputs)))
    return Delays(tuple(gates), {})


def counted(program: Program, found: Delays, cycles: int = 10) -> TimedActivity:
    with TimedSimulator(program, found) as simulator:
        simulator.step(2)
        simulator.count()
        simulator.step(cycles)
        return simulator.activity()


@pytest.mark.parametrize(
    ("xor", "edges"),
    [
        (0.1, 1),  # the pulse is as wide as the chain's delay and passes: one rise, one fall
        (0.29, 1),
        (0.31, 0),  # a pulse that is shorter than the gate's delay does not pass
    ],
)
def test_a_pulse_passes_a_gate_that_is_faster_than_the_pulse_is_long(
    xor: float, edges: int
) -> None:
    program, _, y = pulse()
    found = counted(program, chosen(program, xor))
    assert found.timed[y] == (10 * edges * LANES, 10 * edges * LANES)
    assert found.settled[y] == (0, 0)
    assert found.toggles[y] == 0


def test_without_skew_the_transitions_are_those_without_delays() -> None:
    program, _, _ = pulse()
    found = counted(program, chosen(program, 1.0))
    assert found.timed == found.settled
    assert sum(sum(edges) for edges in found.timed.values()) > 0


def test_a_part_is_taken_away() -> None:
    program, _, y = pulse()
    given = chosen(program, 0.1)
    rest = counted(program, given, 10) - counted(program, given, 4)
    assert isinstance(rest, TimedActivity)
    assert (rest.cycles, rest.timed[y], rest.settled[y]) == (6, (6 * LANES, 6 * LANES), (0, 0))


def test_delays_are_those_of_the_librarys_arcs() -> None:
    program, build, y = pulse()
    module = build.document()["modules"]["dut"]
    cells = liberty.timing(nangate_text(), sta.cell_types(module))
    timing = sta.analyse(module, cells)
    found = delays(module, program, cells, timing)
    (xor,) = (edges for gate, edges in found.gates if gate.output == y)
    arcs = [a for a in cells["XOR2_X1"].arcs["Z"] if a.source == "A" and a.rises and a.sink_rises]
    q = build.cells["u3"]["connections"]["A"][0]
    assert xor[0][3] == max(a.delay.at(timing.slews[q], timing.loads.get(y, 0.0)) for a in arcs)
    assert all(0 < ns < 0.2 for edges in xor for ns in edges)
    (launch,) = found.launches.values()
    assert all(0 < ns < 0.2 for ns in launch)


def test_another_function_does_not_settle_at_the_recorded_values() -> None:
    program, _, _ = pulse()
    right = chosen(program, 0.1)
    wrong = tuple((replace(gate, table=gate.table ^ 0b11), edges) for gate, edges in right.gates)
    with pytest.raises(ToolFailed, match="settles at another value than without delays"):
        counted(program, Delays(wrong, {}))


def test_the_meter_adds_the_energy_of_glitches_to_logic_only() -> None:
    program, build, _ = pulse()
    module = build.document()["modules"]["dut"]
    types = sta.cell_types(module)
    timing = sta.analyse(module, liberty.timing(nangate_text(), types))
    meter = Meter(module, program, liberty_power.power(nangate_text(), types), timing, 1.1)
    with TimedSimulator(program, chosen(program, 0.1)) as simulator:
        simulator.probe(meter.probes)
        simulator.step(2)
        simulator.count()
        simulator.step(10)
        activity = simulator.activity()
    plain, timed = meter.read(activity), meter.read_timed(activity)
    assert timed.toggles == pytest.approx(plain.toggles + 2)
    assert timed.dynamic_fj("combinational") > plain.dynamic_fj("combinational")
    assert timed.dynamic_fj("sequential") == plain.dynamic_fj("sequential")
    assert timed.dynamic_fj("clock") == plain.dynamic_fj("clock")
    assert timed.leakage_nw == plain.leakage_nw
