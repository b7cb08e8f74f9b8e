"""A running gate-level simulation: a program in the interpreter, spoken to through pipes."""

from __future__ import annotations

import struct
import subprocess
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from types import TracebackType
from typing import NamedTuple, Self

from silicrypt.errors import BadInput, ToolFailed
from silicrypt.tools.gatesim.build import interpreter
from silicrypt.tools.gatesim.lanes import LANES, pack, spread, unpack
from silicrypt.tools.gatesim.netlist import ZERO, Node
from silicrypt.tools.gatesim.program import Program

#: A pattern in which a stream never pauses: bit ``n`` speaks for cycles ``n`` modulo 64.
ALWAYS = (1 << 64) - 1

#: Where a node's index should be and there is no node.
_NONE = (1 << 32) - 1

#: What a request or an answer starts with: what it is, and the bytes that follow.
_HEAD = struct.Struct("<II")


class _Operation(IntEnum):
    """The requests of ``interpreter.cpp``, in its order."""

    LOAD, POWER, SET, SETTLE, STEP, GET, COUNT, TOGGLES, STREAM, PROBE, PROBED = range(11)


@dataclass(frozen=True)
class Result:
    """A beat that a netlist gave on its output stream.

    Attributes:
        cycle: the first cycle in which it was valid.
        values: one number a lane of each output port, in the order they were bound in.
    """

    cycle: int
    values: Mapping[str, tuple[int, ...]]


@dataclass(frozen=True)
class Transfer:
    """What a stream of beats did.

    Attributes:
        taken: the cycle in which each beat was taken.
        results: what came out.
    """

    taken: tuple[int, ...]
    results: tuple[Result, ...]


#: The value of each payload port of a channel, one for all lanes or one a lane.
Beat = Mapping[str, int | Sequence[int]]


@dataclass(frozen=True)
class Source:
    """A channel of handshakes into a netlist, and what is sent on it.

    Attributes:
        prefix: what the names of its ports ``valid`` and ``ready`` start with.
        ports: its payload ports.
        beats: what is sent.
        pattern: of the cycles in which a new beat may be offered.
        after: for each beat, how many beats of all sources must be taken before it is offered;
            none for all if empty.
    """

    prefix: str
    ports: Sequence[str]
    beats: Sequence[Beat]
    pattern: int = ALWAYS
    after: Sequence[int] = ()


@dataclass(frozen=True)
class Sink:
    """A channel of handshakes out of a netlist.

    Attributes:
        prefix: what the names of its ports ``valid`` and ``ready`` start with; without the second
            one, results do not wait.
        ports: its payload ports.
        results: beats to wait for.
        pattern: of the cycles in which a beat may be taken.
    """

    prefix: str
    ports: Sequence[str]
    results: int
    pattern: int = ALWAYS


class Probe(NamedTuple):
    """A question to ask after each phase of the clock, of which a cycle has two.

    Attributes:
        node: the node whose edges are counted; ``None`` to count how often the condition holds.
        cause: a node that must have changed in the same phase; the node itself where any will do.
        inputs: the nodes that the condition reads.
        table: the condition's truth table; bit ``i`` of a row's number is ``inputs[i]``.
        before: whether the condition is held against what the nodes were before the phase.
    """

    node: Node | None
    cause: Node | None = None
    inputs: tuple[Node, ...] = ()
    table: int = 1
    before: bool = False

    @property
    def kind(self) -> int:
        """As the interpreter numbers it."""
        return 2 if self.node is None else int(self.before)


class Edges(NamedTuple):
    """What a probe counted over all lanes; of one without a node the rises are the phases."""

    rises: int
    falls: int


@dataclass(frozen=True)
class Activity:
    """Transitions of nets, rises and falls together, summed over all lanes.

    Attributes:
        cycles: clock cycles counted.
        lanes: lanes that ran in each of them.
        toggles: transitions of each net by Yosys bit number.
        probed: what each probe counted.
    """

    cycles: int
    lanes: int
    toggles: Mapping[int, int]
    probed: tuple[Edges, ...] = ()

    def __sub__(self, part: Activity) -> Activity:
        """What is left of this without a part of it."""
        return Activity(
            self.cycles - part.cycles,
            self.lanes,
            {bit: count - part.toggles[bit] for bit, count in self.toggles.items()},
            tuple(
                Edges(a.rises - b.rises, a.falls - b.falls)
                for a, b in zip(self.probed, part.probed, strict=True)
            ),
        )

    def rate(self, bit: int) -> float:
        """Transitions a cycle of a net; 2 of a running clock."""
        return self.toggles[bit] / (self.cycles * self.lanes)


class Simulator:
    """A netlist under simulation, 64 independent lanes side by side.

    A context manager: leaving it ends the interpreter. Numbers of lanes are given and returned as
    sequences; a single ``int`` speaks for all lanes.

    Raises:
        ToolFailed: from every method, if the interpreter reports an error or ends.
    """

    def __init__(self, program: Program, seed: int = 1) -> None:
        """Starts the interpreter and powers the netlist up.

        Args:
            program: the compiled netlist.
            seed: of the values that registers without a defined power-up value start with.
        """
        self.program = program
        self._probes: list[int] = []
        self._inputs: tuple[str, ...] = ()
        self._outputs: tuple[str, ...] = ()
        self._process = subprocess.Popen(
            [interpreter()], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        try:
            self._request(_Operation.LOAD, program.encode())
            self.power_up(seed)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        """This."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Ends the interpreter."""
        self.close()

    def close(self) -> None:
        """Ends the interpreter."""
        self._process.kill()
        self._process.communicate()

    def power_up(self, seed: int = 1) -> None:
        """Puts all registers into their power-up state and all inputs to zero."""
        self._ask(_Operation.POWER, [seed & ALWAYS])

    def reset(self, port: str = "rst_ni", cycles: int = 2, active: int = 0) -> None:
        """Holds a reset input at its active level for some cycles, then releases it for one."""
        self.set(**{port: active})
        self.step(cycles)
        self.set(**{port: 1 - active})
        self.step()

    def set(self, **ports: int | Sequence[int]) -> None:
        """Gives input ports new values, from just after the next rising edge on.

        Raises:
            BadInput: a port doesn't exist or isn't an input.
        """
        pairs: list[int] = []
        for name, value in ports.items():
            nodes = self._input(name)
            for node, word in zip(nodes, _words(value, len(nodes)), strict=True):
                pairs += (node, word)
        self._ask(_Operation.SET, pairs)

    def settle(self) -> None:
        """Makes what was ``set`` seen at once, without a clock edge."""
        self._ask(_Operation.SETTLE)

    def step(self, cycles: int = 1) -> None:
        """Runs whole clock cycles: rising edge, new inputs, falling edge."""
        self._ask(_Operation.STEP, [cycles])

    def get(self, port: str, lanes: int = LANES) -> tuple[int, ...]:
        """The present value of a port, one number a lane."""
        return tuple(unpack(self._ask(_Operation.GET, self.program.port(port)), lanes))

    def peek(self, nodes: Sequence[Node]) -> list[int]:
        """The present 64-lane words of nodes, given as Yosys bit numbers or constants."""
        return self._ask(_Operation.GET, [self.program.index[node] for node in nodes])

    def bind(self, inputs: Sequence[str], outputs: Sequence[str]) -> None:
        """Names the payload ports of the streams ``s_`` and ``m_``, which ``stream`` works with.

        The handshake ports are ``s_tvalid``, ``s_tready``, ``m_tvalid`` and ``m_tready``; without
        the last one, results do not wait.
        """
        self._inputs, self._outputs = tuple(inputs), tuple(outputs)

    def stream(
        self,
        beats: Sequence[Beat],
        results: int,
        limit: int,
        offer: int = ALWAYS,
        take: int = ALWAYS,
        stop: bool = False,
    ) -> Transfer:
        """Feeds beats to ``s_`` and waits for results from ``m_``; as `exchange` has it.

        Args:
            beats: value of each bound input port in each beat.
            results: beats to wait for on the output.
            limit: cycles after which it is given up.
            offer: pattern of the cycles in which a new beat may be offered.
            take: pattern of the cycles in which a result may be taken.
            stop: whether to return at the limit with what was taken and given until then.
        """
        source = Source("s_t", self._inputs, beats, offer)
        sink = Sink("m_t", self._outputs, results, take)
        (taken,), (found,) = self.exchange([source], [sink], limit, stop)
        return Transfer(taken, found)

    def exchange(
        self, sources: Sequence[Source], sinks: Sequence[Sink], limit: int, stop: bool = False
    ) -> tuple[list[tuple[int, ...]], list[tuple[Result, ...]]]:
        """Runs channels of handshakes side by side; all lanes must keep step with each other.

        Args:
            sources: channels into the netlist.
            sinks: channels out of it.
            limit: cycles after which it is given up.
            stop: whether to return at the limit with what was taken and given until then.

        Returns:
            For each source the cycle in which each beat was taken; for each sink its results.

        Raises:
            ToolFailed: the limit is reached; a handshake differs between lanes: time depends on
                data; a result that waits is withdrawn, or its payload changes.
        """
        words = [limit, int(stop), len(sources), len(sinks)]
        words += (word for source in sources for word in self._channel(source, len(source.beats)))
        words += (word for sink in sinks for word in self._channel(sink, sink.results))
        for source in sources:
            for number, beat in enumerate(source.beats):
                words.append(source.after[number] if source.after else 0)
                for name in source.ports:
                    words += _words(beat[name], len(self.program.port(name)))
        answer = self._ask(_Operation.STREAM, words)
        taken, at = list[tuple[int, ...]](), 0
        for _ in sources:
            end = at + 1 + answer[at]
            taken.append(tuple(answer[at + 1 : end]))
            at = end
        given = list[tuple[Result, ...]]()
        for sink in sinks:
            widths = {name: len(self.program.port(name)) for name in sink.ports}
            size = 1 + sum(widths.values())
            starts = range(at + 1, at + 1 + size * answer[at], size)
            given.append(tuple(_result(answer[one : one + size], widths) for one in starts))
            at += 1 + size * answer[at]
        return taken, given

    def _channel(self, channel: Source | Sink, beats: int) -> list[int]:
        """A channel as the interpreter reads it."""
        prefix, inward = channel.prefix, isinstance(channel, Source)
        if inward:
            self._input(f"{prefix}valid")
        ready = f"{prefix}ready"
        waits = inward or ready in self.program.netlist.inputs
        words = list(struct.unpack("<2Q", prefix.encode().ljust(16, b"\0")))
        words += [channel.pattern, self.program.port(f"{prefix}valid")[0]]
        words.append(self.program.port(ready)[0] if waits else _NONE)
        ports = [self._input(p) if inward else self.program.port(p) for p in channel.ports]
        nodes = [node for port in ports for node in port]
        return [*words, beats, len(nodes), *nodes]

    def count(self, on: bool = True) -> None:
        """Starts the toggle counters from zero, or stops them; counting slows down by a third."""
        self._ask(_Operation.COUNT, [int(on)])

    def probe(self, probes: Sequence[Probe]) -> None:
        """Asks these questions from the next ``count`` on, instead of those asked before."""
        groups: dict[tuple[int, int, int], list[int]] = defaultdict(list)
        for number, probe in enumerate(probes):
            groups[probe.kind, len(probe.inputs), probe.table].append(number)
        words: list[int] = []
        at = self.program.index
        for group, numbers in groups.items():
            words += (*group, len(numbers))
            for number in numbers:
                node, cause, inputs, *_ = probes[number]
                first = ZERO if node is None else node
                words += (at[first], at[first if cause is None else cause])
                words += (at[name] for name in inputs)
        self._ask(_Operation.PROBE, words)
        self._probes = [number for numbers in groups.values() for number in numbers]

    def activity(self) -> Activity:
        """The toggles since counting began."""
        cycles, *toggles = self._ask(_Operation.TOGGLES)
        by_bit = {n: toggles[at] for n, at in self.program.index.items() if isinstance(n, int)}
        counts = self._ask(_Operation.PROBED)
        probed = dict(zip(self._probes, zip(counts[::2], counts[1::2], strict=True), strict=True))
        found = tuple(Edges(*probed[number]) for number in range(len(probed)))
        return Activity(cycles, LANES, by_bit, found)

    def _input(self, name: str) -> tuple[int, ...]:
        if name not in (inputs := self.program.netlist.inputs):
            raise BadInput(
                f"netlist {self.program.netlist.name}: no input {name}; it has {', '.join(inputs)}"
            )
        return self.program.port(name)

    def _ask(self, operation: _Operation, words: Sequence[int] = ()) -> list[int]:
        answer = self._request(operation, struct.pack(f"<{len(words)}Q", *words))
        return list(struct.unpack(f"<{len(answer) // 8}Q", answer))

    def _request(self, operation: _Operation, payload: bytes) -> bytes:
        pipe_in, pipe_out = self._process.stdin, self._process.stdout
        assert pipe_in is not None and pipe_out is not None  # they were asked for
        try:
            pipe_in.write(_HEAD.pack(operation, len(payload)) + payload)
            pipe_in.flush()
            head = pipe_out.read(_HEAD.size)
        except BrokenPipeError:
            head = b""
        if len(head) < _HEAD.size:
            raise ToolFailed(f"the gate-level simulator ended with status {self._process.wait()}")
        failed, size = _HEAD.unpack(head)
        answer = pipe_out.read(size)
        if failed:
            message = answer.decode("utf-8", "replace")
            raise ToolFailed(f"gate-level simulation of {self.program.netlist.name}: {message}")
        return answer


def _words(value: int | Sequence[int], width: int) -> list[int]:
    if isinstance(value, int):
        return [spread(value >> bit & 1) for bit in range(width)]
    return pack(value, width)


def _result(answer: Sequence[int], widths: Mapping[str, int]) -> Result:
    values, at = {}, 1
    for name, width in widths.items():
        values[name] = tuple(unpack(answer[at : at + width]))
        at += width
    return Result(answer[0], values)
