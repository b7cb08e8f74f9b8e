"""A simulator of mapped netlists with delays, for the transitions that glitches add.

The simulator without delays (`Simulator`) runs a stimulus and records the values of all nodes. In
each cycle, `TimedSimulator` starts from the recorded state before the clock edge. Registers and
inputs change to their recorded values, and the changes propagate with the delays of the cells. At
the end of the cycle every node must have its recorded value.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from silicrypt.errors import ToolFailed
from silicrypt.tools import process
from silicrypt.tools.gatesim import Activity, Edges, Program, Simulator
from silicrypt.tools.gatesim.netlist import FlatGate, Node
from silicrypt.tools.gatesim.simulator import compiled
from silicrypt.tools.liberty import Arc, CellTiming
from silicrypt.tools.sta import CLOCK_SLEW, Timing

_SOURCE = Path(__file__).with_name("events.cpp")

#: The simulation lanes whose cycles are repeated with delays.
LANES = 4

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


@dataclass(frozen=True)
class TimedActivity(Activity):
    """Transitions of nets without delays in all lanes, and with delays in some of them.

    Attributes:
        timed_lanes: the number of lanes that were simulated with delays.
        timed: rises and falls of each node with delays, over these lanes.
        settled: rises and falls of each node without delays, over the same lanes.
    """

    timed_lanes: int = LANES
    timed: Mapping[Node, Edges] = field(default_factory=dict)
    settled: Mapping[Node, Edges] = field(default_factory=dict)

    def __sub__(self, part: Activity) -> TimedActivity:
        """Returns the activity that remains without a part of it."""
        assert isinstance(part, TimedActivity)
        rest = super().__sub__(part)
        return replace(
            self,
            cycles=rest.cycles,
            toggles=rest.toggles,
            probed=rest.probed,
            timed=_without(self.timed, part.timed),
            settled=_without(self.settled, part.settled),
        )


def _without(all_edges: Mapping[Node, Edges], part: Mapping[Node, Edges]) -> dict[Node, Edges]:
    return {
        node: Edges(edges.rises - part[node].rises, edges.falls - part[node].falls)
        for node, edges in all_edges.items()
    }


class TimedSimulator(Simulator):
    """A simulation whose activity also has the transitions that delays add.

    The inputs of the netlist change at the clock edge. Each cycle is long enough for all changes to
    settle.
    """

    def __init__(self, program: Program, delays: Delays, seed: int = 1) -> None:
        """Starts the simulation.

        Args:
            program: the compiled netlist.
            delays: the delays of its gates.
            seed: seed of the values of registers that have no defined power-up value.
        """
        super().__init__(program, seed)
        self._delays = delays

    def count(self, on: bool = True) -> None:
        """Starts the counters from zero, or stops them."""
        super().count(on)
        self.trace(on)

    def activity(self) -> TimedActivity:
        """Returns the transitions since counting began.

        Raises:
            ToolFailed: a node settles at another value than without delays.
        """
        plain = super().activity()
        timed, settled = self._counted(self.traced())
        return TimedActivity(
            plain.cycles, plain.lanes, plain.toggles, plain.probed, LANES, timed, settled
        )

    def _counted(self, trace: bytes) -> tuple[dict[Node, Edges], dict[Node, Edges]]:
        index = self.program.index
        entries = len(trace) // (8 * len(index))
        done = process.run([str(compiled(_SOURCE))], data=self._request_of(entries) + trace)
        if done.returncode:
            said = done.stderr.decode("utf-8", "replace").strip()
            raise ToolFailed(f"simulation of {self.program.netlist.name} with delays: {said}")
        words = struct.unpack(f"<{4 * len(index)}Q", done.stdout)
        pairs = [Edges(*words[at : at + 2]) for at in range(0, len(words), 2)]
        timed, settled = pairs[: len(index)], pairs[len(index) :]
        return (
            {node: timed[at] for node, at in index.items()},
            {node: settled[at] for node, at in index.items()},
        )

    def _request_of(self, entries: int) -> bytes:
        """Returns the request without the values, in the format of ``events.cpp``."""
        index = self.program.index
        driven = {gate.output for gate, _ in self._delays.gates}
        sources = [node for node in index if node not in driven]
        parts = [
            struct.pack("<5I", len(index), len(self._delays.gates), len(sources), entries, LANES)
        ]
        for gate, edges in self._delays.gates:
            nodes = [index[node] for node in gate.inputs]
            flat = [ns for pair in edges for ns in pair]
            parts.append(
                struct.pack(
                    f"<2IQ{len(nodes)}I{len(flat)}f",
                    *(index[gate.output], len(nodes), gate.table, *nodes, *flat),
                )
            )
        none = (0.0, 0.0)
        parts += [
            struct.pack("<I2f", index[node], *self._delays.launches.get(node, none))
            for node in sources
        ]
        return b"".join(parts)
