"""Static timing of a mapped netlist, register to register, from the library's tables.

The clock is ideal: it reaches every register at the same time. Wires have neither resistance nor
capacitance. A path begins with the clock-to-output delay of a register under its real load and ends
with the setup time of the next register at the slew that arrives there. Paths from inputs, to
outputs and through asynchronous resets are not counted. Where paths meet, the later arrival
continues with the larger transition time of both. Compared with OpenSTA without wire loads, the
result is one or two per cent slower.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from silicrypt.errors import ToolFailed
from silicrypt.tools.liberty import Arc, CellTiming

#: Transition time of the ideal clock, in ns.
CLOCK_SLEW = 0.01

Bit = int | str
Event = tuple[Bit, bool]


@dataclass(frozen=True)
class Stage:
    """A cell on the critical path.

    Attributes:
        cell: its type.
        net: name of the net that it drives.
        ns: its delay; of the first cell clock to output, of the last one the setup time.
        arrival_ns: the time of the output's change, after the clock edge.
    """

    cell: str
    net: str
    ns: float
    arrival_ns: float


@dataclass(frozen=True)
class Timing:
    """The slowest path of a netlist.

    Attributes:
        period_ns: the shortest clock period: launch, logic and setup.
        launch_ns: clock-to-output delay of the register at the start.
        setup_ns: setup time of the register at the end.
        path: the cells of the path; the register at the end comes last.
        loads: capacitance of the pins that each net drives, in fF.
        slews: the larger transition time of each net that a register's edge reaches, in ns.
    """

    period_ns: float
    launch_ns: float
    setup_ns: float
    path: tuple[Stage, ...]
    loads: Mapping[Bit, float] = field(default_factory=dict, compare=False, repr=False)
    slews: Mapping[Bit, float] = field(default_factory=dict, compare=False, repr=False)

    @property
    def fmax_mhz(self) -> float:
        """The highest clock frequency, in MHz."""
        return 1000 / self.period_ns


@dataclass(frozen=True)
class _Instance:
    type: str
    timing: CellTiming
    pins: Mapping[str, Bit]


class _Arrival(NamedTuple):
    """Time and transition time of an edge, the instance that made it, and the edge before."""

    ns: float
    slew: float
    by: _Instance
    before: Event | None


def analyse(netlist: Mapping[str, Any], library: Mapping[str, CellTiming]) -> Timing:
    """Finds the slowest path between registers.

    Args:
        netlist: the only module of a Yosys JSON netlist.
        library: the timing of every cell type in it.

    Raises:
        ToolFailed: there is no path between registers, or there is a combinational loop.
    """
    instances = [_instance(cell, library) for cell in netlist["cells"].values()]
    loads = _loads(instances)
    arrivals: dict[Event, _Arrival] = {}
    for instance in _ordered(instances):
        _propagate(instance, loads, arrivals)
    slews: dict[Bit, float] = {}
    for (bit, _), edge in arrivals.items():
        slews[bit] = max(edge.slew, slews.get(bit, 0.0))
    return replace(_slowest(instances, arrivals, _names(netlist)), loads=loads, slews=slews)


def cell_types(netlist: Mapping[str, Any]) -> set[str]:
    """Returns the types of all cells of a module."""
    return {str(cell["type"]) for cell in netlist["cells"].values()}


def _instance(cell: Mapping[str, Any], library: Mapping[str, CellTiming]) -> _Instance:
    pins = {pin: bits[0] for pin, bits in cell["connections"].items() if bits}
    return _Instance(cell["type"], library[cell["type"]], pins)


def _loads(instances: Iterable[_Instance]) -> Mapping[Bit, float]:
    loads: dict[Bit, float] = defaultdict(float)
    for instance in instances:
        for pin, load in instance.timing.loads.items():
            if pin in instance.pins:
                loads[instance.pins[pin]] += load
    return loads


def _ordered(instances: list[_Instance]) -> Iterator[_Instance]:
    """Yields registers first, then every instance after the drivers of its inputs."""
    readers: dict[Bit, list[int]] = defaultdict(list)
    missing = [0] * len(instances)
    driven = {b for i in instances for pin, b in i.pins.items() if i.timing.arcs.get(pin)}
    for number, instance in enumerate(instances):
        for bit in _inputs(instance) & driven:
            readers[bit].append(number)
            missing[number] += 1
    ready = [number for number, count in enumerate(missing) if count == 0]
    ready.sort(key=lambda number: not any(instances[number].timing.launches.values()))
    for number in ready:
        yield instances[number]
        for pin in instances[number].timing.outputs:
            if instances[number].timing.arcs[pin]:
                for reader in readers[instances[number].pins.get(pin, "")]:
                    missing[reader] -= 1
                    if not missing[reader]:
                        ready.append(reader)
    if len(ready) < len(instances):
        raise ToolFailed("the mapped netlist has a combinational loop")


def _inputs(instance: _Instance) -> set[Bit]:
    """Returns the nets with an arc through an instance to an output."""
    arcs = (arc for arcs in instance.timing.arcs.values() for arc in arcs)
    return {instance.pins[arc.source] for arc in arcs if arc.source in instance.pins}


def _propagate(
    instance: _Instance, loads: Mapping[Bit, float], arrivals: dict[Event, _Arrival]
) -> None:
    """Computes the edges at an instance's outputs from those at its inputs, or its clock."""
    for pin in instance.timing.outputs & instance.pins.keys():
        load = loads.get(instance.pins[pin], 0.0)
        edge = _Arrival(0.0, CLOCK_SLEW, instance, None)
        for arc in instance.timing.launches[pin]:
            _keep_later(arrivals, (instance.pins[pin], arc.sink_rises), _through(arc, edge, load))
        for arc in instance.timing.arcs[pin]:
            event = instance.pins.get(arc.source, ""), arc.rises
            if event in arrivals:
                edge = _Arrival(arrivals[event].ns, arrivals[event].slew, instance, event)
                after = instance.pins[pin], arc.sink_rises
                _keep_later(arrivals, after, _through(arc, edge, load))


def _through(arc: Arc, edge: _Arrival, load: float) -> _Arrival:
    """Returns the edge at the end of an arc."""
    slew = arc.slew.at(edge.slew, load) if arc.slew else 0.0
    return _Arrival(edge.ns + arc.delay.at(edge.slew, load), slew, edge.by, edge.before)


def _keep_later(arrivals: dict[Event, _Arrival], event: Event, new: _Arrival) -> None:
    """Keeps the later one of two edges of a net, with the larger transition time of both."""
    known = arrivals.get(event)
    if known is None:
        arrivals[event] = new
    else:
        later = known if known.ns >= new.ns else new
        slew = max(known.slew, new.slew)
        arrivals[event] = _Arrival(later.ns, slew, later.by, later.before)


def _slowest(
    instances: Iterable[_Instance], arrivals: Mapping[Event, _Arrival], names: Mapping[Bit, str]
) -> Timing:
    """Returns the path that needs the longest clock period."""
    ends = (
        (arrivals[event].ns + need, need, event, instance)
        for instance in instances
        for event, need in _demands(instance, arrivals)
    )
    worst = max(ends, key=lambda end: end[0], default=None)
    if worst is None:
        raise ToolFailed("the mapped netlist has no path between registers")
    period, setup, event, instance = worst
    path = _trace(event, arrivals, names)
    outputs = (instance.pins[pin] for pin in sorted(instance.timing.outputs & instance.pins.keys()))
    register = next((names[bit] for bit in outputs if bit in names), "")
    ending = Stage(instance.type, register, round(setup, 4), round(period, 4))
    return Timing(period, path[0].ns, setup, (*path, ending))


def _demands(
    instance: _Instance, arrivals: Mapping[Event, _Arrival]
) -> Iterator[tuple[Event, float]]:
    """Yields the edges that must arrive before the clock of a register, and their setup times."""
    for pin, arcs in instance.timing.setups.items():
        for arc in arcs:
            event = instance.pins.get(pin, ""), arc.rises
            if event in arrivals:
                yield event, arc.delay.at(CLOCK_SLEW, arrivals[event].slew)


def _trace(
    event: Event | None, arrivals: Mapping[Event, _Arrival], names: Mapping[Bit, str]
) -> list[Stage]:
    """Returns the path that ends with an edge; the first cell comes first."""
    path: list[Stage] = []
    while event is not None:
        edge = arrivals[event]
        start = arrivals[edge.before].ns if edge.before else 0.0
        net = names.get(event[0], str(event[0]))
        path.append(Stage(edge.by.type, net, round(edge.ns - start, 4), round(edge.ns, 4)))
        event = edge.before
    return path[::-1]


def _names(netlist: Mapping[str, Any]) -> dict[Bit, str]:
    """Returns a name for every net; names of the design are preferred to those that a tool made."""
    names: dict[Bit, str] = {}
    nets = sorted(netlist["netnames"].items(), key=lambda item: not item[1]["hide_name"])
    for name, net in nets:
        for index, bit in enumerate(net["bits"]):
            names[bit] = f"{name}[{index}]" if len(net["bits"]) > 1 else name
    return names
