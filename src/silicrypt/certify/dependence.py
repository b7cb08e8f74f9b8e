"""Follows secrets through a netlist, from the inputs to the outputs that they can change.

An output is independent of an input if no path of gates and registers leads from the one to the
other. This holds for every state and every number of cycles. If there is a path, the output may
still be independent of the input: the path alone does not decide.

Registers on a bus need one thing more. The same wires carry data that is secret and commands that
are public, and the address tells them apart. So a path from the data begins only in a cycle whose
address is that of a secret register, or in which nothing is written. For each such address, what
the gates make of constants is a constant in this cycle, and in each of the next two cycles so is a
register whose value follows from those of the cycle before. After that, everything may have any
value. What may hold its
value without a path from its output to its input, such as a memory or a register with a gated
clock, keeps a secret that it has taken.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

from silicrypt.certify.netlist import Bit, Netlist
from silicrypt.certify.roles import Bus, Roles, cubes, others
from silicrypt.errors import BadInput
from silicrypt.measure.interfaces import Signal

#: For each net that was reached, the net before it on a shortest path; None for the first.
Reached = dict[Bit, Bit | None]


#: After a secret was written to a register of a bus, this number of cycles is followed with what is
#: known of them: the address, and then the registers that it has decided.
_CYCLES = 3


@dataclass(frozen=True)
class _Wave:
    """What was reached, in a cycle or in any cycle.

    Attributes:
        reached: for each net the one before it; None where the wave begins.
        origin: for registers where the wave begins, the wave of the cycle before, and its net that
            the register takes.
        after: the registers that are reached in the next cycle, with the net that each takes; one
            that holds its value takes its own.
    """

    reached: Reached
    origin: Mapping[Bit, tuple[_Wave, Bit]] = field(default_factory=dict)
    after: Mapping[Bit, Bit] = field(default_factory=dict)


@dataclass(frozen=True)
class Path:
    """A path from a secret input to an output.

    Attributes:
        output: the output.
        secret: the secret input.
        registers: the registers on the path, in the direction of the path.
    """

    output: str
    secret: str
    registers: tuple[str, ...]


@dataclass(frozen=True)
class Dependence:
    """What follows from the secrets of a netlist.

    Attributes:
        netlist: the netlist.
        roles: the roles of its ports.
    """

    netlist: Netlist
    roles: Roles

    def paths(self) -> list[Path]:
        """Returns a shortest path for each secret and each output that is no result.

        On a bus, what is read from a public register is an output, too, and so is the address.
        """
        return [path for secret in self.roles.secrets for path in self._from(secret)]

    @property
    def observed(self) -> list[str]:
        """The outputs that must not depend on a secret."""
        names = [
            name
            for name, (direction, _) in self.netlist.ports.items()
            if direction == "output" and name not in self.roles.results | self.told.keys()
        ]
        return [*names, *(name for name, _ in self._control), *self._public_reads]

    @cached_property
    def told(self) -> Mapping[str, str]:
        """The registers and outputs that everybody may know, and why: each ends a path.

        A register is named with the instances around it, or only with the nearest of them.
        """
        return {
            name: why
            for known, why in self.roles.told.items()
            for name in (*self.netlist.names, *self.netlist.ports)
            if f".{name}".endswith(f".{known}")
        }

    def _from(self, secret: str) -> Iterator[Path]:
        waves = self._waves(secret)
        ports = self.netlist.ports
        observed = [(n, ports[n][1]) for n in self.observed if n in ports] + self._control
        for name, bits in observed:
            ends = ((wave, bit) for bit in bits for wave in waves if bit in wave.reached)
            yield from (Path(name, secret, self._registers(*end)) for end in islice(ends, 1))
        begin = self._going_on(waves, dict.fromkeys(self._wires(secret)))
        for name, cases in self._public_reads.items():
            read = ((self._spread(begin, values, self._stops), answer) for values, answer in cases)
            ends = ((wave, bit) for wave, bits in read for bit in bits if bit in wave.reached)
            yield from (Path(name, secret, self._registers(*end)) for end in islice(ends, 1))

    def _registers(self, wave: _Wave, bit: Bit) -> tuple[str, ...]:
        """Returns the registers on the path to a net."""
        found, here, at = list[str](), wave, bit
        while True:
            if at in self.netlist.registers:
                found.append(self.netlist.name(at))
            last = here.reached[at]
            if last is not None:
                at = last
            elif at in here.origin:
                here, at = here.origin[at]
            else:
                return tuple(dict.fromkeys(reversed(found)))

    def _waves(self, secret: str) -> list[_Wave]:
        """Returns what a secret reaches: in the cycles of bus accesses, and at last in any cycle.

        The last one begins at the secret and at all registers that the others reach.
        """
        source, found = self._wires(secret), list[_Wave]()
        ends = list[_Wave]()
        for values in self._cases(source):
            wave, now = _Wave(dict.fromkeys(self._data)), values
            for _ in range(_CYCLES):
                wave = self._spread(wave, now, self._stops)
                found.append(wave)
                wave, now = self._going_on([wave]), self._next(now)
            ends.append(found[-1])
        begin = self._going_on(ends, dict.fromkeys(bit for bit in source if bit not in self._stops))
        return [*found, self._spread(begin, self._constant, self._stops, any_cycle=True)]

    def _going_on(self, waves: Iterable[_Wave], more: Reached | None = None) -> _Wave:
        """Returns the beginning of the next cycle: the registers that were reached.

        Args:
            waves: what was reached in the cycle before.
            more: further nets.
        """
        origin = {bit: (wave, last) for wave in waves for bit, last in wave.after.items()}
        return _Wave({**dict.fromkeys(origin), **(more or {})}, origin)

    def _spread(
        self,
        begin: _Wave,
        values: Mapping[Bit, str],
        stops: frozenset[Bit],
        *,
        any_cycle: bool = False,
    ) -> _Wave:
        """Returns all nets that those of a beginning can change.

        Args:
            begin: the nets.
            values: the nets that are constant.
            stops: the nets that end a path.
            any_cycle: whether the paths go on after registers.
        """
        reached, after = dict(begin.reached), dict[Bit, Bit]()
        left = deque(reached)
        while left:
            bit = left.popleft()
            for cell, port, index in self.netlist.readers.get(bit, ()):
                for out in cell.passes(port, index, values):
                    if out in stops:
                        continue
                    if cell.stores:
                        after.setdefault(out, bit)
                    later = cell.clocked(port) and not any_cycle
                    if not (later or out in reached or (out in values and not cell.stores)):
                        reached[out] = bit
                        left.append(out)
        held = {bit: bit for bit in begin.reached if bit in self._holding}
        return _Wave(reached, begin.origin, held | after)

    def _next(self, values: Mapping[Bit, str]) -> Mapping[Bit, str]:
        """Returns the nets that are constant in the cycle after one with constant nets."""
        known = dict(self._constant)
        for cell in self.netlist.cells:
            after = cell.after(values)
            if after is not None and cell.clock == self._clock:
                known[cell.outputs["Q"][0]] = after
        return self.netlist.constants(known)

    @cached_property
    def _clock(self) -> tuple[Bit, str] | None:
        """The input and its edge that begin a cycle; None if inputs clock by several edges."""
        ports = self.netlist.ports.values()
        inputs = {bit for direction, bits in ports if direction == "input" for bit in bits}
        clocks = {cell.clock for cell in self.netlist.cells if cell.clock}
        found = {clock for clock in clocks if clock[0] in inputs}
        return found.pop() if len(found) == 1 else None

    @cached_property
    def _holding(self) -> frozenset[Bit]:
        """The nets of registers that do not take a new value in every cycle.

        These are latches, memories, black boxes, and flip-flops with an enable or with another
        clock than the input, such as a gated one.
        """
        return frozenset(
            bit
            for bit, cell in self.netlist.registers.items()
            if cell.clock is None or cell.clock != self._clock or "E" in cell.inputs
        )

    @cached_property
    def _constant(self) -> Mapping[Bit, str]:
        """The nets that are constant because of inputs that are."""
        values: dict[Bit, str] = {}
        for name, value in self.roles.tied.items():
            for index, bit in enumerate(self._wires(name)):
                values[bit] = str(value >> index & 1)
        return self.netlist.constants(values)

    @cached_property
    def _stops(self) -> frozenset[Bit]:
        """The nets that end a path: those that everybody may know, and the data of a bus."""
        told = frozenset(bit for name in self.told for bit in self._wires(name))
        return told | frozenset(self._data)

    @property
    def _data(self) -> Sequence[Bit]:
        return self._wires(self.roles.bus.data) if self.roles.bus else ()

    @cached_property
    def _control(self) -> list[tuple[str, Sequence[Bit]]]:
        """The nets that decide when data on a bus is secret: they must not depend on it."""
        bus = self.roles.bus
        if bus is None:
            return []
        names = [bus.address, bus.write.port, *(one.port for one in bus.select)]
        return [(name, self._wires(name)) for name in names if name not in self.netlist.ports]

    def _cases(self, source: Iterable[Bit]) -> Iterator[Mapping[Bit, str]]:
        """Yields the constant nets of each kind of cycle in which the data of a bus is secret.

        Args:
            source: the nets of a secret input; only that of the bus begins a path at its data.
        """
        bus = self.roles.bus
        if bus is None or not self._leads_to_data(source):
            return
        for one in bus.select:
            yield self._assuming([(one, 0)])
        yield self._assuming([(bus.write, 0)])
        access = [(one, 1) for one in (*bus.select, bus.write)]
        for cube in cubes(bus.written, len(self._wires(bus.address))):
            yield self._assuming(access, cube)

    def _leads_to_data(self, source: Iterable[Bit]) -> bool:
        """Returns whether a secret input is the data of the bus, or leads to it."""
        data = frozenset(self._data)
        begin = _Wave(dict.fromkeys(source))
        reached = self._spread(begin, {}, self._stops - data, any_cycle=True).reached
        return not data.isdisjoint(reached)

    def _assuming(self, signals: Iterable[tuple[Signal, int]], cube: str = "") -> Mapping[Bit, str]:
        """Returns the nets that are constant while signals are active and the address is known."""
        assert self.roles.bus is not None
        values = dict(self._constant)
        for signal, active in signals:
            bit = self._wires(signal.port)[signal.bit or 0]
            values[bit] = str(active ^ signal.low)
        if cube:
            wires = self._wires(self.roles.bus.address)
            known = zip(wires, reversed(cube), strict=True)
            values |= {bit: value for bit, value in known if value != "-"}
        return self.netlist.constants(values)

    @cached_property
    def _public_reads(self) -> Mapping[str, list[tuple[Mapping[Bit, str], list[Bit]]]]:
        """For what can be read from public registers, the constant nets and the bits of it."""
        bus = self.roles.bus
        if bus is None:
            return {}
        return {f"{bus.answer} of public registers": list(self._read_cases(bus))}

    def _read_cases(self, bus: Bus) -> Iterator[tuple[Mapping[Bit, str], list[Bit]]]:
        width, answer = (
            len(self._wires(bus.address)),
            list(map(self._taken, self._wires(bus.answer))),
        )
        reading = [*((one, 1) for one in bus.select), (bus.write, 0)]
        partly = [where for where, _ in bus.bits]
        for cube in cubes(others([*bus.read, *partly], width), width):
            yield self._assuming(reading, cube), answer
        for where, bits in bus.bits:
            public = [bit for index, bit in enumerate(answer) if index not in bits]
            for cube in cubes([where], width):
                yield self._assuming(reading, cube), public

    def _taken(self, bit: Bit) -> Bit:
        """Returns the net that a flip-flop takes if one drives a net; else the net itself."""
        cell = self.netlist.registers.get(bit)
        return cell.inputs["D"][0] if cell and cell.clocked("D") else bit

    def _wires(self, name: str) -> Sequence[Bit]:
        """Returns the bits of a port or of a net.

        Raises:
            BadInput: the netlist has none of that name.
        """
        if name in self.netlist.ports:
            return self.netlist.ports[name][1]
        if name in self.netlist.names:
            return self.netlist.names[name]
        raise BadInput(f"there is no port and no register {name} in the netlist")
