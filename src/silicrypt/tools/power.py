"""Power of a mapped netlist from measured activity and the library's energies.

The power has three parts. *Internal* energy is counted edge by edge. The library gives the energy
of each edge of a pin, by the input's transition time from static timing, the output's real load,
and the state of the other pins. The energy of a *net* is C V^2 / 2 per edge, where C is the
capacitance of the pins that it drives. *Leakage* is that of each cell's states, weighted with the
time that the cell spends in them.

Without delays, several inputs may change at once and the output with them. The edge of the output
then counts with the mean energy of the inputs that changed, over the run. The state is that after
the edge for logic, and that before it where the clock made the edge. Both outputs of a flip-flop
count, as the library divides the energy between them.

Wires and a clock tree are not included. Without delays there are no glitches. `Meter.read_timed`
adds them: the transitions that a simulation with delays counts beyond those without delays. Such a
transition takes the mean energy of the transitions without delays at the same pin.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from silicrypt.tools.gatesim import Activity, Edges, Probe, Program
from silicrypt.tools.gatesim.netlist import ONE, ZERO, Node
from silicrypt.tools.gatesim.timed import TimedActivity
from silicrypt.tools.liberty_power import CellPower, EnergyArc
from silicrypt.tools.sta import CLOCK_SLEW, Timing

Part = Literal["clock", "sequential", "combinational"]

PARTS: tuple[Part, ...] = ("clock", "sequential", "combinational")


@dataclass(frozen=True)
class Power:
    """The power of a netlist for some activity.

    Attributes:
        inside_fj: internal energy of cells per cycle, by part.
        nets_fj: energy of nets per cycle, by part.
        leakage_nw: leakage.
        toggles: edges of all nets per cycle.
        clocked: number of flip-flops.
        clock_toggles: edges per cycle at the clock pin of a flip-flop, on average; 2 without clock
            gating.
        gated: number of flip-flops whose clock is gated.
        gated_clock_toggles: the same as ``clock_toggles``, for these flip-flops.
    """

    inside_fj: Mapping[Part, float]
    nets_fj: Mapping[Part, float]
    leakage_nw: float
    toggles: float
    clocked: int
    clock_toggles: float
    gated: int
    gated_clock_toggles: float

    def dynamic_fj(self, part: Part) -> float:
        """Returns the energy of a part per cycle, in femtojoules."""
        return self.inside_fj[part] + self.nets_fj[part]


class _Energy(NamedTuple):
    """The energy of an edge that a probe counts, in fJ, with the number of the probe."""

    probe: int
    rise: float
    fall: float


@dataclass
class _Pin:
    """The energies of a pin's edges.

    Attributes:
        part: the part that they count for.
        node: the node of the pin.
        all: the probe that counts all edges of the pin, where those of single arcs may overlap.
        arcs: the energies.
    """

    part: Part
    node: Node
    all: int | None
    arcs: list[_Energy] = field(default_factory=list)


class Meter:
    """Lists the probes that a simulation needs, and converts their counts to power."""

    def __init__(
        self,
        module: Mapping[str, Any],
        program: Program,
        library: Mapping[str, CellPower],
        timing: Timing,
        volts: float,
    ) -> None:
        """Looks up the energy of every edge that the netlist can have.

        Args:
            module: the only module of the Yosys JSON netlist.
            program: the same netlist, compiled.
            library: the power figures of each of its cell types.
            timing: its loads and transition times.
            volts: supply voltage.
        """
        self.probes: list[Probe] = []
        self._timing, self._volts = timing, volts
        self._clocks = _clock_network(program)
        self._program = program
        self._pins: list[_Pin] = []
        self._states: list[tuple[int, float]] = []
        self._leakage = 0.0
        self._nets: dict[int, Part] = {}
        for name, cell in module["cells"].items():
            self._add(name, cell["connections"], library[cell["type"]])

    def read(self, activity: Activity) -> Power:
        """Returns the power of the netlist during an activity that was counted with `probes`."""
        runs = activity.cycles * activity.lanes
        inside: dict[Part, float] = dict.fromkeys(PARTS, 0.0)
        for pin in self._pins:
            inside[pin.part] += _spent(pin, activity.probed) / runs
        nets: dict[Part, float] = dict.fromkeys(PARTS, 0.0)
        for bit, toggles in activity.toggles.items():
            farads = self._timing.loads.get(bit, 0.0)
            nets[self._net(bit)] += farads * self._volts**2 / 2 * toggles / runs
        states = sum(activity.probed[n].rises * excess for n, excess in self._states)
        clocks = [r.clock for r in self._program.netlist.registers]
        gated = [clock for clock in clocks if clock != self._program.clock]
        return Power(
            inside_fj=inside,
            nets_fj=nets,
            leakage_nw=self._leakage + states / (2 * runs),
            toggles=sum(activity.toggles.values()) / runs,
            clocked=len(clocks),
            clock_toggles=_mean_rate(activity, clocks),
            gated=len(gated),
            gated_clock_toggles=_mean_rate(activity, gated),
        )

    def read_timed(self, activity: TimedActivity) -> Power:
        """Returns the power of the netlist with the transitions that delays add."""
        plain = self.read(activity)
        runs = activity.cycles * activity.timed_lanes
        added = {
            node: (sum(edges) - sum(activity.settled[node])) / runs
            for node, edges in activity.timed.items()
        }
        inside, nets = dict(plain.inside_fj), dict(plain.nets_fj)
        for pin in self._pins:
            if more := added.get(pin.node):
                inside[pin.part] += more * _mean(pin, activity)
        for node, more in added.items():
            if isinstance(node, int):
                farads = self._timing.loads.get(node, 0.0)
                nets[self._net(node)] += farads * self._volts**2 / 2 * more
        extra = sum(more for node, more in added.items() if isinstance(node, int))
        return replace(plain, inside_fj=inside, nets_fj=nets, toggles=plain.toggles + extra)

    def _net(self, bit: int) -> Part:
        return "clock" if bit in self._clocks else self._nets.get(bit, "combinational")

    def _ask(self, probe: Probe) -> int:
        self.probes.append(probe)
        return len(self.probes) - 1

    def _add(self, name: str, connections: Mapping[str, list[int | str]], cell: CellPower) -> None:
        nodes = {pin: _node(bits[0]) for pin, bits in connections.items() if bits}

        def node(pin: str) -> Node:
            return nodes.setdefault(pin, (name, pin))

        of_cell: Part = "sequential" if cell.stateful else "combinational"
        if cell.gates_clock or any(node(pin) in self._clocks for pin in cell.outputs):
            of_cell = "clock"
        self._nets |= {n: of_cell for pin in cell.outputs if isinstance(n := node(pin), int)}
        arcs: dict[str, list[EnergyArc]] = defaultdict(list)
        for arc in cell.arcs:
            if node(arc.pin) not in (ZERO, ONE):
                arcs[arc.pin].append(arc)
        for pin, its in arcs.items():
            part: Part = "clock" if node(pin) in self._clocks else of_cell
            among = {p: node(p) for a in its for p in (a.pin, a.source or a.pin, *a.when.pins)}
            self._pins.append(self._pin(part, pin in cell.outputs, its, among))
        self._leakage += cell.leakage_nw
        for when, nanowatts in cell.leakages:
            inputs = tuple(node(p) for p in when.pins)
            probe = self._ask(Probe(None, inputs=inputs, table=when.table))
            self._states.append((probe, nanowatts - cell.leakage_nw))

    def _pin(
        self, part: Part, output: bool, arcs: list[EnergyArc], nodes: Mapping[str, Node]
    ) -> _Pin:
        """Returns the probes and energies of one pin."""
        edge = nodes[arcs[0].pin]
        if output and len(arcs) == 1:
            # There is only one figure for the edge, whatever caused it.
            return _Pin(part, edge, None, [self._energy(Probe(edge), arcs[0], nodes)])
        pin = _Pin(part, edge, self._ask(Probe(edge)) if output else None)
        for arc in arcs:
            cause = nodes[arc.source or arc.pin]
            inputs = tuple(nodes[p] for p in arc.when.pins)
            by_clock = cause in self._clocks
            probe = Probe(edge, cause, inputs, arc.when.table, by_clock)
            pin.arcs.append(self._energy(probe, arc, nodes))
        return pin

    def _energy(self, probe: Probe, arc: EnergyArc, nodes: Mapping[str, Node]) -> _Energy:
        timing = self._timing
        slew = _of(timing.slews, nodes[arc.source or arc.pin], CLOCK_SLEW)
        load = _of(timing.loads, nodes[arc.pin], 0.0)
        return _Energy(self._ask(probe), arc.rise.at(slew, load), arc.fall.at(slew, load))


def _of(figures: Mapping[Any, float], node: Node, otherwise: float) -> float:
    return figures.get(node, otherwise)


def _node(bit: int | str) -> Node:
    """Returns a bit of the file. Undefined constants read as zero."""
    return bit if isinstance(bit, int) else ONE if bit == "1" else ZERO


def _clock_network(program: Program) -> set[Node]:
    """Returns the clock, and the nets that carry it after gates and buffers."""
    gates = {gate.output for run in program.clock_runs for gate in run.gates}
    root: set[Node] = set() if program.clock is None else {program.clock}
    return root | gates | program.registers.keys()


def _spent(pin: _Pin, probed: tuple[Edges, ...]) -> float:
    """Returns the energy of a pin's edges, in fJ."""
    return _sum(pin, probed, 0) + _sum(pin, probed, 1)


def _mean(pin: _Pin, activity: Activity) -> float:
    """Returns the mean energy of an edge of a pin, in fJ."""
    happened = activity.toggles.get(pin.node, 0) if isinstance(pin.node, int) else 0
    if happened:
        return _spent(pin, activity.probed) / happened
    return sum(arc.rise + arc.fall for arc in pin.arcs) / (2 * len(pin.arcs))


def _sum(pin: _Pin, probed: tuple[Edges, ...], edge: int) -> float:
    """Returns the energy of rises (0) or falls (1). An edge counts once if several arcs have it."""
    energies = [(probed[arc.probe][edge], arc[1 + edge]) for arc in pin.arcs]
    spent = sum(count * each for count, each in energies)
    if pin.all is None:
        return spent
    happened, counted = probed[pin.all][edge], sum(count for count, _ in energies)
    if not counted:
        return happened * sum(each for _, each in energies) / len(energies)
    return spent * happened / counted


def _mean_rate(activity: Activity, nodes: list[Node]) -> float:
    rates = [activity.rate(node) for node in nodes if isinstance(node, int)]
    return sum(rates) / len(rates) if rates else 0.0
