"""Counts the transitions of a running simulation with delays."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from silicrypt.errors import ToolFailed
from silicrypt.tools import process
from silicrypt.tools.gatesim import Activity, Edges, Program, Simulator
from silicrypt.tools.gatesim.build import compiled
from silicrypt.tools.gatesim.netlist import Node
from silicrypt.tools.timedsim.delays import Delays

_SOURCE = Path(__file__).with_name("events.cpp")

#: The simulation lanes whose cycles are repeated with delays.
LANES = 4


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
