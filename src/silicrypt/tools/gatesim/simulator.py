"""A running gate-level simulation: the interpreter executes a program, controlled by pipes."""

from __future__ import annotations

import hashlib
import platform
import struct
import subprocess
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from silicrypt.errors import BadInput, ToolFailed
from silicrypt.results.store import Store
from silicrypt.tools import process
from silicrypt.tools.gatesim.netlist import ZERO, Node
from silicrypt.tools.gatesim.program import LANES, Program, pack, spread, unpack
from silicrypt.tools.verilator import compiler, compiler_version

_PROGRAM = "program"
_INTERPRETER = Path(__file__).with_name("interpreter.cpp")
_FLAGS = ("-O2", "-std=c++17", "-funroll-loops")

#: Every 64-bit x86 since 2008 counts bits in one instruction; the compiler uses it only if told.
_MACHINE_FLAGS = {"x86_64": ("-mpopcnt",), "AMD64": ("-mpopcnt",)}

#: A pattern without a pause: bit ``n`` enables cycles ``n`` modulo 64.
ALWAYS = (1 << 64) - 1

#: Replaces the index of a node where there is no node.
_NONE = (1 << 32) - 1

#: The head of a request or an answer: its kind, and the number of bytes that follow.
_HEAD = struct.Struct("<II")


class _Operation(IntEnum):
    """The requests of ``interpreter.cpp``, in its order."""

    LOAD, POWER, SET, SETTLE, STEP, GET, COUNT, TOGGLES, STREAM, PROBE, PROBED = range(11)
    TRACE, TRACED = 11, 12


@dataclass(frozen=True)
class Result:
    """A beat on an output stream of a netlist.

    Attributes:
        cycle: the first cycle in which the beat was valid.
        values: the values of each output port, one per lane, in the order of binding.
    """

    cycle: int
    values: Mapping[str, tuple[int, ...]]


@dataclass(frozen=True)
class Transfer:
    """The record of a stream of beats.

    Attributes:
        taken: the cycle in which each beat was accepted.
        results: the beats of the output.
    """

    taken: tuple[int, ...]
    results: tuple[Result, ...]


#: The value of each payload port of a stream: one number for all lanes, or one per lane.
Beat = Mapping[str, int | Sequence[int]]


@dataclass(frozen=True)
class Source:
    """An input stream of a netlist, with the beats that are sent on it.

    Attributes:
        prefix: the prefix of its ports ``valid`` and ``ready``.
        ports: its payload ports.
        beats: the beats that are sent.
        pattern: the cycles in which a new beat may be offered.
        after: for each beat, the number of beats of all sources that must be accepted before it is
            offered. If empty, no beat waits for others.
    """

    prefix: str
    ports: Sequence[str]
    beats: Sequence[Beat]
    pattern: int = ALWAYS
    after: Sequence[int] = ()


@dataclass(frozen=True)
class Sink:
    """An output stream of a netlist.

    Attributes:
        prefix: the prefix of its ports ``valid`` and ``ready``. Without a port ``ready``, results
            do not wait.
        ports: its payload ports.
        results: the number of beats to wait for.
        pattern: the cycles in which a beat may be accepted.
    """

    prefix: str
    ports: Sequence[str]
    results: int
    pattern: int = ALWAYS


class Probe(NamedTuple):
    """A condition that is evaluated after each phase of the clock. A cycle has two phases.

    Attributes:
        node: the node whose edges are counted; ``None`` counts the phases in which the condition
            holds.
        cause: a node that must have changed in the same phase; the node itself where any cause
            counts.
        inputs: the nodes that the condition reads.
        table: the condition's truth table; bit ``i`` of a row's number is ``inputs[i]``.
        before: whether the condition reads the values of before the phase.
    """

    node: Node | None
    cause: Node | None = None
    inputs: tuple[Node, ...] = ()
    table: int = 1
    before: bool = False

    @property
    def kind(self) -> int:
        """The number of the kind in the interpreter."""
        return 2 if self.node is None else int(self.before)


class Edges(NamedTuple):
    """The counts of a probe over all lanes. Without a node, the phases are counted as rises."""

    rises: int
    falls: int


@dataclass(frozen=True)
class Activity:
    """Transitions of nets: the sum of rises and falls over all lanes.

    Attributes:
        cycles: number of clock cycles that were counted.
        lanes: lanes that ran in each cycle.
        toggles: transitions of each net, by Yosys bit number.
        probed: the counts of each probe.
    """

    cycles: int
    lanes: int
    toggles: Mapping[int, int]
    probed: tuple[Edges, ...] = ()

    def __sub__(self, part: Activity) -> Activity:
        """Returns the activity that remains without a part of it."""
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
        """Returns the transitions of a net per cycle; a running clock has 2."""
        return self.toggles[bit] / (self.cycles * self.lanes)


class Simulator:
    """A netlist under simulation, in 64 independent lanes.

    The class is a context manager; leaving it ends the interpreter. A sequence has one number per
    lane; a single ``int`` is the value of all lanes.

    Raises:
        ToolFailed: from every method, if the interpreter reports an error or ends.
    """

    def __init__(self, program: Program, seed: int = 1) -> None:
        """Starts the interpreter and powers the netlist up.

        Args:
            program: the compiled netlist.
            seed: seed of the values of registers that have no defined power-up value.
        """
        self.program = program
        self._probes: list[int] = []
        self._inputs: tuple[str, ...] = ()
        self._outputs: tuple[str, ...] = ()
        self._context = process.started(
            "the gate-level simulator",
            [str(compiled(_INTERPRETER))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._process = self._context.__enter__()
        try:
            self._request(_Operation.LOAD, program.encode())
            self.power_up(seed)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        """Returns the simulator itself."""
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
        with suppress(BrokenPipeError):  # requests without an answer may be left
            assert self._process.stdin is not None
            self._process.stdin.close()
        self._context.__exit__(None, None, None)

    def power_up(self, seed: int = 1) -> None:
        """Sets all registers to their power-up state and all inputs to zero."""
        self._ask(_Operation.POWER, [seed & ALWAYS])

    def reset(self, port: str = "rst_ni", cycles: int = 2) -> None:
        """Holds a reset input low for some cycles, then runs a cycle without it."""
        self.set(**{port: 0})
        self.step(cycles)
        self.set(**{port: 1})
        self.step()

    def set(self, **ports: int | Sequence[int]) -> None:
        """Sets input ports to new values, which take effect after the next rising edge.

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
        """Applies the values that were ``set``, without a clock edge."""
        self._ask(_Operation.SETTLE)

    def step(self, cycles: int = 1) -> None:
        """Runs clock cycles; each has a rising edge, new inputs, and a falling edge."""
        self._ask(_Operation.STEP, [cycles])

    def get(self, port: str, lanes: int = LANES) -> tuple[int, ...]:
        """Returns the present value of a port, one number per lane."""
        return tuple(unpack(self._ask(_Operation.GET, self.program.port(port)), lanes))

    def peek(self, nodes: Sequence[Node]) -> list[int]:
        """Returns the present 64-lane words of nodes, given as Yosys bit numbers or constants."""
        return self._ask(_Operation.GET, [self.program.index[node] for node in nodes])

    def bind(self, inputs: Sequence[str], outputs: Sequence[str]) -> None:
        """Names the payload ports of the streams ``s_`` and ``m_``, which ``stream`` uses.

        The handshake ports are ``s_tvalid``, ``s_tready``, ``m_tvalid`` and ``m_tready``. Without
        ``m_tready``, results do not wait.
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
        """Sends beats to ``s_`` and waits for results from ``m_``, as `exchange` does.

        Args:
            beats: the value of each bound input port in each beat.
            results: the number of output beats to wait for.
            limit: the maximum number of cycles.
            offer: pattern of the cycles in which a new beat may be offered.
            take: pattern of the cycles in which a result may be accepted.
            stop: whether to return at the limit with the beats and results until then.
        """
        source = Source("s_t", self._inputs, beats, offer)
        sink = Sink("m_t", self._outputs, results, take)
        (taken,), (found,) = self.exchange([source], [sink], limit, stop)
        return Transfer(taken, found)

    def exchange(
        self, sources: Sequence[Source], sinks: Sequence[Sink], limit: int, stop: bool = False
    ) -> tuple[list[tuple[int, ...]], list[tuple[Result, ...]]]:
        """Runs several streams at the same time. The handshakes of all lanes must be the same.

        Args:
            sources: streams into the netlist.
            sinks: streams out of it.
            limit: the maximum number of cycles.
            stop: whether to return at the limit with the beats and results until then.

        Returns:
            For each source the cycle in which each beat was accepted; for each sink its results.

        Raises:
            ToolFailed: the limit is reached; a handshake differs between lanes, so the timing
                depends on data; or a result that waits is withdrawn, or its payload changes.
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
        """Returns a stream in the format of the interpreter."""
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
        """Starts the toggle counters from zero, or stops them. Counting slows down by a third."""
        self._ask(_Operation.COUNT, [int(on)])

    def probe(self, probes: Sequence[Probe]) -> None:
        """Evaluates these probes from the next ``count`` on, and drops the previous ones."""
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
        """Returns the toggles since counting began."""
        cycles, *toggles = self._ask(_Operation.TOGGLES)
        by_bit = {n: toggles[at] for n, at in self.program.index.items() if isinstance(n, int)}
        counts = self._ask(_Operation.PROBED)
        probed = dict(zip(self._probes, zip(counts[::2], counts[1::2], strict=True), strict=True))
        found = tuple(Edges(*probed[number]) for number in range(len(probed)))
        return Activity(cycles, LANES, by_bit, found)

    def trace(self, on: bool = True) -> None:
        """Starts to record the values of all nodes, or drops the record.

        The first entry is the present state. Each cycle adds an entry after its rising edge.
        """
        self._ask(_Operation.TRACE, [int(on)])

    def traced(self) -> bytes:
        """Returns the record: a 64-lane word of each node per entry, little-endian, in order."""
        return self._request(_Operation.TRACED, b"")

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


@cache
def compiled(source: Path) -> Path:
    """Returns the executable of a C++ file of this package. Compiles it unless the cache has it.

    Raises:
        ToolMissing: there is no C++ compiler.
        ToolFailed: the compiler ended with an error.
        StoreError: the cache cannot be written.
    """
    flags = (*_FLAGS, *_MACHINE_FLAGS.get(platform.machine(), ()))
    version = compiler_version()
    key = hashlib.sha256(repr((version, flags, source.read_text("utf-8"))).encode()).hexdigest()
    store = Store()
    return store.get("gatesim", key[:16], lambda folder: _compile(source, flags, folder)) / _PROGRAM


def _compile(source: Path, flags: tuple[str, ...], folder: Path) -> None:
    command = [compiler(), *flags, str(source), "-o", str(folder / _PROGRAM)]
    done = process.run(command)
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace")
        raise ToolFailed(f"{command[0]} cannot compile {source}:\n{said}")
