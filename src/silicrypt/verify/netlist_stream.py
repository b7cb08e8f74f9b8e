"""Drives the streams of a unit in the gate-level simulator: its checks and its stimuli share it.

Each of the 64 simulation lanes hashes one message. Messages that run side by side have the same
length, or lengths that change neither the beats nor the blocks: the timing must not depend on bytes
and lengths, and the simulator fails if it does.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from silicrypt.catalog import DesignPoint, Level
from silicrypt.tools.gatesim import LANES, Beat, Result, Simulator, Sink, Source, Transfer
from silicrypt.tools.gatesim.simulator import ALWAYS

#: The key of messages that are not test vectors.
KEY = b"a key of the netlist"
#: The keys of messages in checks that do not vary keys: one per lane.
KEYS = tuple(bytes([lane]) + KEY for lane in range(LANES))
#: Payload ports that a unit may have on its stream of messages.
_INPUTS = ("s_tdata", "s_tkeep", "s_tlast", "s_tid", "s_tuser", "s_tsha1")
#: Ports of a result that are not error flags.
_NO_FLAG = ("m_tvalid", "m_tdata", "m_tid", "m_tlast", "m_tkeep", "m_tmatch")
#: Cycles without input before a message is timed, and cycles in which no further result may come.
REST = 16
#: Upper limit of the factor by which stalls lengthen a job.
STALLED = 12

_Item = TypeVar("_Item")


def pattern(rng: random.Random, number: int) -> int:
    """Returns the cycles, as bits of a 64-bit number, in which a handshake may happen.

    The share of these cycles rotates with the number: all, 3/4, 1/2 and 1/4 on average.
    """
    one, other = rng.getrandbits(64), rng.getrandbits(64)
    return (ALWAYS, one | other, one, one & other | 1 << rng.randrange(64))[number % 4]


def parts(items: Sequence[_Item], size: int) -> list[Sequence[_Item]]:
    """Splits a sequence into parts of that size."""
    return [items[at : at + size] for at in range(0, len(items), size)]


def source(
    simulator: Simulator,
    prefix: str,
    beats: Sequence[Beat],
    pattern: int = ALWAYS,
    after: Sequence[int] = (),
) -> Source:
    """Returns an input stream with the payload ports that the netlist has."""
    ports = _payload(simulator.program.netlist.inputs, prefix)
    return Source(prefix, ports, beats, pattern, after)


def sink(simulator: Simulator, prefix: str, results: int, pattern: int = ALWAYS) -> Sink:
    """Returns an output stream with the payload ports that the netlist has."""
    return Sink(prefix, _payload(simulator.program.netlist.outputs, prefix), results, pattern)


def _payload(ports: Mapping[str, object], prefix: str) -> list[str]:
    handshake = (f"{prefix}valid", f"{prefix}ready")
    return [port for port in ports if port.startswith(prefix) and port not in handshake]


def words(data: Sequence[bytes], at: int, step: int) -> list[int]:
    """Returns the bytes from a position on as a number per lane."""
    return [int.from_bytes(one[at : at + step], "little") for one in data]


def byte_beats(prefix: str, data: Sequence[bytes], step: int, **others: int) -> list[Beat]:
    """Returns the beats of bytes side by side, which have the same length in every lane.

    Args:
        prefix: the beginning of the names of the ports, as in ``"s_t"``.
        data: the bytes of each lane; none are a null beat.
        step: bytes of a beat.
        others: further ports, with their values in every beat.
    """
    size = len(data[0])
    return [
        {
            f"{prefix}data": words(data, at, step),
            f"{prefix}keep": (1 << min(step, size - at)) - 1,
            f"{prefix}last": int(at + step >= size),
            **others,
        }
        for at in range(0, max(size, 1), step)
    ]


def quiet(simulator: Simulator) -> None:
    """Offers nothing, and accepts nothing."""
    inputs = simulator.program.netlist.inputs
    simulator.set(**{name: 0 for name in inputs if name.endswith(("_tvalid", "m_tready"))})


def wipe(simulator: Simulator) -> None:
    """Wipes a unit with keys while nothing is offered."""
    quiet(simulator)
    for level in (1, 0):
        simulator.set(wipe_i=level)
        simulator.step()


def rest(simulator: Simulator) -> list[str]:
    """Waits, and returns what is wrong if there is a further result."""
    simulator.step(REST)
    return ["there is a result without a message"] if any(simulator.get("m_tvalid")) else []


def bind(simulator: Simulator) -> None:
    """Binds the streams of a unit, with the payload ports that it has."""
    netlist = simulator.program.netlist
    inputs = [port for port in _INPUTS if port in netlist.inputs]
    simulator.bind(inputs, _payload(netlist.outputs, "m_t"))


def beats(point: DesignPoint, level: Level, messages: Sequence[bytes], tid: int = 0) -> list[Beat]:
    """Returns the beats that send messages to a unit, side by side.

    Args:
        point: the design point.
        level: at the core, the unit takes padded blocks, and the messages are padded here.
        messages: up to 64 messages with the same number of blocks, and of beats where the unit
            takes bytes.
        tid: their channel.
    """
    if level == "core":
        messages = [point.hash.padded(message) for message in messages]
    return _beats(point, messages, tid)


def key_beats(
    point: DesignPoint, messages: Sequence[bytes], keys: Sequence[bytes] | None = None
) -> list[Beat]:
    """Returns the beats that load a key for each message, by default `KEY`; none without keys."""
    if not point.unit.keyed:
        return []
    return _beats(point, keys or [KEY] * len(messages), 0, key=1)


def _beats(point: DesignPoint, data: Sequence[bytes], tid: int, key: int = 0) -> list[Beat]:
    step = point.data_bits // 8
    starts = range(0, max(*map(len, data), 1), step)
    return [
        {
            "s_tdata": words(data, at, step),
            "s_tkeep": [(1 << min(step, len(one) - at)) - 1 for one in data],
            "s_tlast": int(at == starts[-1]),
            "s_tid": tid,
            "s_tuser": key,
            "s_tsha1": int(point.chosen is not None and point.chosen.enum == "SHA1"),
        }
        for at in starts
    ]


def interleaved(
    point: DesignPoint, level: Level, messages: Sequence[Sequence[bytes]]
) -> list[Beat]:
    """Returns the beats of one message per ``tid``, interleaved block by block."""
    size = point.hash.block_bits // point.data_bits
    streams = [parts(beats(point, level, some, tid), size) for tid, some in enumerate(messages)]
    return [beat for some in zip(*streams, strict=True) for block in some for beat in block]


def results(
    point: DesignPoint, level: Level, transfer: Transfer
) -> Iterator[tuple[int, list[bytes]]]:
    """Yields the results of a unit: for each one its ``tid``, and its bytes in each lane.

    A lane has more bytes than a result if bits beyond the result are set.
    """
    count = point.unit.tops[level].result_beats
    step = len(point.reference(b"", KEY)) // count
    for some in parts(transfer.results, count):
        lanes = zip(*(beat.values["m_tdata"] for beat in some), strict=True)
        yield _tid(point, some), [b"".join(_bytes(word, step) for word in lane) for lane in lanes]


def _tid(point: DesignPoint, some: Sequence[Result]) -> int:
    return some[0].values["m_tid"][0] if point.unit.tagged else 0


def _bytes(word: int, size: int) -> bytes:
    return word.to_bytes(max(size, -(-word.bit_length() // 8)), "little")


def limit(point: DesignPoint, level: Level, messages: Sequence[bytes]) -> int:
    """Returns the number of cycles after which a message is considered lost."""
    keys = 8 * point.cycles_per_block * point.stages if point.unit.keyed else 0
    return 2 * point.cycles(level, len(messages[0])) + 64 + keys


@dataclass(frozen=True)
class ParallelMessages:
    """Messages that run through the netlist side by side, one in each lane.

    Attributes:
        point: the design point, with the hash that the messages select.
        data: the messages; fewer than 64 are repeated.
        tid: their channel.
        keys: the key of each message, where the unit takes keys.
    """

    point: DesignPoint
    data: Sequence[bytes]
    tid: int = 0
    keys: Sequence[bytes] = KEYS

    @property
    def results(self) -> list[bytes]:
        """The expected digest or tag of each message."""
        pairs = zip(self.data, self.keys, strict=False)
        return [self.point.reference(data, key) for data, key in pairs]


@dataclass
class StreamNetlist:
    """A netlist under simulation, with a stream of messages and a stream of results.

    Attributes:
        point: the design point; of two hashes, one is chosen.
        level: the level that was mapped.
        simulator: runs the netlist.
        last: the record of the last messages.
    """

    point: DesignPoint
    level: Level
    simulator: Simulator
    last: Transfer = field(default=Transfer((), ()), init=False)

    def __post_init__(self) -> None:
        bind(self.simulator)

    @property
    def block_bytes(self) -> int:
        """Bytes of a block."""
        return self.point.hash.block_bits // 8

    @property
    def result_beats(self) -> int:
        """Beats of a result."""
        return self.point.unit.tops[self.level].result_beats

    def shape(self, size: int) -> tuple[int, int]:
        """Returns the beats and blocks of a message of that length, which determine its cycles."""
        beats = 0 if self.level == "core" else max(1, -(-size // (self.point.data_bits // 8)))
        return beats, self.point.hash.blocks(size)

    def key_shape(self, size: int) -> tuple[int, int]:
        """Returns the beats and hashed blocks of such a key, which determine its cycles."""
        beats = max(1, -(-size // (self.point.data_bits // 8)))
        return beats, self.point.hash.blocks(size) if size > self.block_bytes else 0

    def alike(self, rng: random.Random, size: int) -> list[bytes]:
        """Returns a random message for each lane; all take the cycles of one of ``size`` bytes."""
        near = range(max(0, size - self.block_bytes), size + self.block_bytes)
        sizes = [other for other in near if self.shape(other) == self.shape(size)]
        return [rng.randbytes(rng.choice(sizes)) for _ in range(LANES - 1)] + [rng.randbytes(size)]

    def reset(self, cycles: int = 2) -> None:
        """Resets the netlist and waits until it can accept a message."""
        self.simulator.set(s_tvalid=0)
        if self.point.unit.tops[self.level].results_wait:
            self.simulator.set(m_tready=0)
        self.simulator.reset(cycles=cycles)
        self.simulator.step(REST + self.point.wake_cycles)

    def beats(
        self, messages: Sequence[ParallelMessages], rng: random.Random | None = None
    ) -> list[Beat]:
        """Returns the beats of messages that are sent at the same time.

        Args:
            messages: the messages; those on one channel are sent one after another.
            rng: selects the channel of the next beats; without it, the channels alternate.
        """
        step = 1 if rng and self.level == "stream" else 8 * self.block_bytes // self.point.data_bits
        queues: dict[int, deque[Sequence[Beat]]] = {}
        for one in messages:
            sent = beats(one.point, self.level, one.data, one.tid)
            queues.setdefault(one.tid, deque()).extend(parts(sent, step))
        found = list[Beat]()
        while queues:
            for tid in [rng.choice(list(queues))] if rng else list(queues):
                found += queues[tid].popleft()
                if not queues[tid]:
                    del queues[tid]
        return found

    def load(self, keys: Sequence[bytes]) -> list[Beat]:
        """Returns the beats of one key per lane; none where the unit takes no keys."""
        return key_beats(self.point, keys, keys)

    def alone(self, messages: ParallelMessages, digests: Sequence[bytes]) -> Iterator[str]:
        """Sends messages while no other is in flight, and checks digests and cycles.

        Args:
            messages: the messages, which follow the keys.
            digests: the expected digests.
        """
        self.simulator.step(REST)
        keys = self.load(messages.keys)
        self._stream([*keys, *self.beats([messages])], 1, self._limit([messages]))
        yield from self._compare([(messages, list(digests))])
        size = len(messages.data[0])
        cycles = self.last.results[-1].cycle - self.last.taken[len(keys)]
        stated = messages.point.cycles(self.level, size)
        # With several messages in flight, a block of a stream waits for its slot.
        slot = self.level == "stream" and self.point.stages > 1
        if not stated <= cycles <= stated + slot * self.point.cycles_per_block:
            yield f"{size} bytes took {cycles} cycles instead of {stated}"

    def send(
        self,
        messages: Sequence[ParallelMessages],
        rng: random.Random | None,
        *,
        offer: int = ALWAYS,
        take: int = ALWAYS,
        load: Sequence[bytes] = (),
    ) -> list[str]:
        """Sends messages at the same time and compares their results.

        Args:
            messages: the messages; those on one channel are sent one after another.
            rng: selects the channel of the next beats; without it, the channels alternate.
            offer: pattern of the cycles in which a new beat may be offered.
            take: pattern of the cycles in which a result may be accepted.
            load: the keys that are sent before, where the unit takes keys.
        """
        keys = self.load(load)
        if not self.point.unit.tops[self.level].results_wait:
            take = ALWAYS
        cycles = STALLED * self._limit(messages)
        failures = self._sent([*keys, *self.beats(messages, rng)], messages, cycles, offer, take)
        self.last = Transfer(self.last.taken[len(keys) :], self.last.results)
        return failures

    def sequence(
        self,
        beats: Sequence[Beat],
        messages: Sequence[ParallelMessages],
        offer: int = ALWAYS,
        take: int = ALWAYS,
    ) -> list[str]:
        """Sends the beats of keys and messages, and compares the results of the messages."""
        cycles = STALLED * (self._limit(messages) + 64 * len(beats))
        return self._sent(beats, messages, cycles, offer, take)

    def refused(self, messages: ParallelMessages) -> Iterator[str]:
        """Sends messages that must be answered with an error flag and without data."""
        self._stream(self.beats([messages]), 1, self._limit([messages]))
        values = self.last.results[0].values
        if not any(_flags(values)) or any(values["m_tdata"]):
            yield "a message without a key is not refused"

    def abandon(self, messages: Sequence[ParallelMessages], rng: random.Random) -> None:
        """Sends keys and messages, and stops at a random cycle before the last result."""
        sent = [*self.load(KEYS), *self.beats(messages, rng)]
        cycles = self.point.key_interval(len(KEYS[0])) + sum(
            one.point.cycles(self.level, len(one.data[0])) for one in messages
        )
        most, some = rng.randrange(1, cycles), rng.getrandbits(64)
        self.simulator.stream(sent, len(sent), most, take=some, stop=True)

    def _sent(
        self,
        beats: Sequence[Beat],
        messages: Sequence[ParallelMessages],
        cycles: int,
        offer: int,
        take: int,
    ) -> list[str]:
        """Sends beats, compares the results, and checks that none comes without a message."""
        self._stream(beats, len(messages), cycles, offer, take)
        failures = list(self._compare([(one, one.results) for one in messages]))
        return failures + rest(self.simulator)

    def _stream(
        self,
        beats: Sequence[Beat],
        results: int,
        cycles: int,
        offer: int = ALWAYS,
        take: int = ALWAYS,
    ) -> None:
        expected = results * self.result_beats
        self.last = self.simulator.stream(beats, expected, cycles, offer, take)

    def _limit(self, messages: Sequence[ParallelMessages]) -> int:
        """Returns the number of cycles after which messages are considered lost."""
        return sum(limit(one.point, self.level, [max(one.data, key=len)]) for one in messages)

    def _compare(self, sent: Sequence[tuple[ParallelMessages, list[bytes]]]) -> Iterator[str]:
        """Yields every difference from the expected results. Those of a channel come in order."""
        waiting: dict[int, deque[list[bytes]]] = {}
        for messages, digests in sent:
            waiting.setdefault(messages.tid, deque()).append(digests)
        for some in parts(self.last.results, self.result_beats):
            tid = _tid(self.point, some)
            if not waiting.get(tid):
                yield f"tid {tid} has more results than messages"
                continue
            yield from _differences(some, waiting[tid].popleft())


def _differences(beats: Sequence[Result], digests: Sequence[bytes]) -> Iterator[str]:
    """Yields the differences of a result: its data, an error flag, or ``tlast``."""
    step = len(digests[0]) // len(beats)
    for number, beat in enumerate(beats):
        yield from _flags(beat.values)
        if "m_tlast" in beat.values and set(beat.values["m_tlast"]) != {number == len(beats) - 1}:
            yield f"m_tlast is wrong in beat {number} of a result"
        for word, digest in zip(beat.values["m_tdata"], digests, strict=False):
            part = digest[step * number : step * (number + 1)]
            if word != int.from_bytes(part, "little"):
                yield f"{_bytes(word, step).hex()} instead of {part.hex()}"


def _flags(values: Mapping[str, Sequence[int]]) -> Iterator[str]:
    for name, found in values.items():
        if name not in _NO_FLAG and any(found):
            yield f"{name} is set in a result"
