"""The delays of a netlist's gates, from the library's tables and the loads of the nets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from silicrypt.tools.gatesim.netlist import FlatGate, Node
from silicrypt.tools.gatesim.program import Program
from silicrypt.tools.liberty import Arc, CellTiming
from silicrypt.tools.sta import CLOCK_SLEW, Timing

#: A delay in ns for each pair of edges, by 2 * (the input rises) + (the output rises).
EdgeDelays = tuple[float, float, float, float]
_NONE: EdgeDelays = (0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Delays:
    """The gates that have delays, and the nodes that change at the clock edge.

    Attributes:
        gates: the combinational gates, each with the delays from each of its inputs. A gate inside
            a cell, whose output is no pin, has no delay.
        launches: delays of a fall and of a rise after the clock edge, by node.
    """

    gates: tuple[tuple[FlatGate, tuple[EdgeDelays, ...]], ...]
    launches: Mapping[Node, tuple[float, float]]


def delays(
    module: Mapping[str, Any], program: Program, library: Mapping[str, CellTiming], timing: Timing
) -> Delays:
    """Looks up the delays of a netlist.

    A delay is that of the arc at the largest transition time of the input net, as static timing
    found it, and at the load of the output net. Registers see an ideal clock.

    Args:
        module: the only module of the Yosys JSON netlist.
        program: the same netlist, compiled.
        library: the timing of each of its cell types.
        timing: its loads and transition times.
    """
    arcs: dict[tuple[Node, Node], dict[tuple[bool, bool], float]] = {}
    launches: dict[Node, tuple[float, float]] = {}
    for cell in module["cells"].values():
        pins = {pin: bits[0] for pin, bits in cell["connections"].items() if bits}
        known = library[cell["type"]]
        for output in known.outputs & pins.keys():
            load = timing.loads.get(pins[output], 0.0)
            for arc in known.arcs[output]:
                slew = timing.slews.get(pins.get(arc.source, ""), CLOCK_SLEW)
                of_pair = arcs.setdefault((pins.get(arc.source, ""), pins[output]), {})
                edges = arc.rises, arc.sink_rises
                of_pair[edges] = max(of_pair.get(edges, 0.0), arc.delay.at(slew, load))
            if known.launches[output]:
                launches[pins[output]] = _launch(known.launches[output], load)
    state = {r.output for r in program.netlist.registers}
    gates = tuple(
        (gate, tuple(_edges(arcs.get((node, gate.output), {})) for node in gate.inputs))
        for run in program.data_runs
        for gate in run.gates
        if gate.output not in state and gate.output not in gate.inputs
    )
    return Delays(gates, launches)


def _launch(arcs: Sequence[Arc], load: float) -> tuple[float, float]:
    """Returns the delays of a fall and of a rise after the clock edge."""
    fall, rise = (
        max((a.delay.at(CLOCK_SLEW, load) for a in arcs if a.sink_rises == rises), default=0.0)
        for rises in (False, True)
    )
    return fall, rise


def _edges(known: Mapping[tuple[bool, bool], float]) -> EdgeDelays:
    """Returns the delays of all pairs of edges; one without an arc has that of its output edge."""
    if not known:
        return _NONE
    of_output = {
        rises: max((ns for (_, sink), ns in known.items() if sink == rises), default=0.0)
        for rises in (False, True)
    }
    pairs = ((rises, sink) for rises in (False, True) for sink in (False, True))
    low_fall, low_rise, high_fall, high_rise = (
        known.get(pair, of_output[pair[1]]) for pair in pairs
    )
    return low_fall, low_rise, high_fall, high_rise
