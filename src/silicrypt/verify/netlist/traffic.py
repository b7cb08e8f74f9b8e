"""Sends messages to a netlist under simulation, and compares the results."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from silicrypt.catalog import Config, Level
from silicrypt.tools.gatesim import Result, Simulator, Transfer
from silicrypt.tools.gatesim.lanes import LANES
from silicrypt.tools.gatesim.simulator import ALWAYS
from silicrypt.verify import drive
from silicrypt.verify.drive import Beat

#: The keys of messages in checks that do not vary keys: one per lane.
KEYS = tuple(bytes([lane]) + drive.KEY for lane in range(LANES))

#: Ports of a result that are not error flags.
_NO_FLAG = ("m_tvalid", "m_tdata", "m_tid", "m_tlast", "m_tkeep", "m_tmatch")

#: Cycles without input before a message is timed, and cycles in which no further result may come.
_REST = 16

#: Upper limit of the factor by which stalls lengthen a job.
_STALLED = 12


def pattern(rng: random.Random, number: int) -> int:
    """Returns the cycles, as bits of a 64-bit number, in which a handshake may happen.

    The share of these cycles rotates with the number: all, 3/4, 1/2 and 1/4 on average.

    Args:
        rng: the source of randomness.
        number: number of the pattern.
    """
    one, other = rng.getrandbits(64), rng.getrandbits(64)
    return (ALWAYS, one | other, one, one & other | 1 << rng.randrange(64))[number % 4]


@dataclass(frozen=True)
class Messages:
    """Messages that run through the netlist side by side, one in each lane.

    Attributes:
        config: the design point, with the hash that the messages select.
        data: the messages; fewer than 64 are repeated.
        tid: their channel.
        keys: the key of each message, where the unit takes keys.
    """

    config: Config
    data: Sequence[bytes]
    tid: int = 0
    keys: Sequence[bytes] = KEYS

    @property
    def results(self) -> list[bytes]:
        """The expected digest or tag of each message."""
        pairs = zip(self.data, self.keys, strict=False)
        return [self.config.reference(data, key) for data, key in pairs]


@dataclass
class Unit:
    """A netlist under simulation, with a stream of messages and a stream of results.

    Attributes:
        config: the design point; of two hashes, one is chosen.
        level: the level that was mapped.
        simulator: runs the netlist.
        last: the record of the last messages.
    """

    config: Config
    level: Level
    simulator: Simulator
    last: Transfer = field(default=Transfer((), ()), init=False)

    def __post_init__(self) -> None:
        drive.bind(self.simulator)

    @property
    def _result_beats(self) -> int:
        return self.config.unit.tops[self.level].result_beats

    def shape(self, size: int) -> tuple[int, int]:
        """Returns the beats and blocks of a message of that length, which determine its cycles."""
        blocks = self.config.hash.blocks(size)
        step = self.config.data_bits // 8
        return (0 if self.level == "core" else max(1, -(-size // step))), blocks

    def key_shape(self, size: int) -> tuple[int, int]:
        """Returns the beats and hashed blocks of such a key, which determine its cycles."""
        block = self.config.hash.block_bits // 8
        beats = max(1, -(-size // (self.config.data_bits // 8)))
        return beats, self.config.hash.blocks(size) if size > block else 0

    def alike(self, rng: random.Random, size: int) -> list[bytes]:
        """Returns a random message for each lane; all take the cycles of one of ``size`` bytes."""
        block = self.config.hash.block_bits // 8
        near = range(max(0, size - block), size + block)
        sizes = [other for other in near if self.shape(other) == self.shape(size)]
        return [rng.randbytes(rng.choice(sizes)) for _ in range(LANES - 1)] + [rng.randbytes(size)]

    def reset(self, cycles: int = 2) -> None:
        """Resets the netlist and waits until it can accept a message."""
        self.simulator.set(s_tvalid=0)
        if self.config.unit.tops[self.level].results_wait:
            self.simulator.set(m_tready=0)
        self.simulator.reset(cycles=cycles)
        self.simulator.step(_REST + self.config.wake_cycles)

    def beats(self, messages: Sequence[Messages], rng: random.Random | None = None) -> list[Beat]:
        """Returns the beats of messages that are sent at the same time.

        Args:
            messages: the messages; those on one channel are sent one after another.
            rng: selects the channel of the next beats; without it, the channels alternate.
        """
        size = self.config.hash.block_bits // self.config.data_bits
        step = 1 if rng and self.level == "stream" else size
        queues: dict[int, deque[Sequence[Beat]]] = {}
        for one in messages:
            beats = drive.beats(one.config, self.level, one.data, one.tid)
            queues.setdefault(one.tid, deque()).extend(drive.parts(beats, step))
        found = list[Beat]()
        while queues:
            for tid in [rng.choice(list(queues))] if rng else list(queues):
                found += queues[tid].popleft()
                if not queues[tid]:
                    del queues[tid]
        return found

    def load(self, keys: Sequence[bytes]) -> list[Beat]:
        """Returns the beats of one key per lane; none where the unit takes no keys."""
        return drive.key_beats(self.config, keys, keys)

    def alone(self, messages: Messages, digests: Sequence[bytes]) -> Iterator[str]:
        """Sends messages while no other is in flight, and checks digests and cycles.

        Args:
            messages: the messages, which follow the keys.
            digests: the expected digests.
        """
        self.simulator.step(_REST)
        keys = self.load(messages.keys)
        beats = [*keys, *self.beats([messages])]
        self._stream(beats, 1, self._limit([messages]))
        yield from self._compare([(messages, list(digests))])
        size = len(messages.data[0])
        cycles = self.last.results[-1].cycle - self.last.taken[len(keys)]
        stated = messages.config.cycles(self.level, size)
        # With several messages in flight, a block of a stream waits for its slot.
        slot = self.level == "stream" and self.config.stages > 1
        if not stated <= cycles <= stated + slot * self.config.cycles_per_block:
            yield f"{size} bytes took {cycles} cycles instead of {stated}"

    def send(
        self,
        messages: Sequence[Messages],
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
        if not self.config.unit.tops[self.level].results_wait:
            take = ALWAYS
        limit = _STALLED * self._limit(messages)
        self._stream([*keys, *self.beats(messages, rng)], len(messages), limit, offer, take)
        failures = list(self._compare([(one, one.results) for one in messages]))
        self.last = Transfer(self.last.taken[len(keys) :], self.last.results)
        return failures + list(self.silent())

    def sequence(
        self,
        beats: Sequence[Beat],
        messages: Sequence[Messages],
        offer: int = ALWAYS,
        take: int = ALWAYS,
    ) -> list[str]:
        """Sends the beats of keys and messages, and compares the results of the messages."""
        limit = _STALLED * (self._limit(messages) + 64 * len(beats))
        self._stream(beats, len(messages), limit, offer, take)
        return [*self._compare([(one, one.results) for one in messages]), *self.silent()]

    def refused(self, messages: Messages) -> Iterator[str]:
        """Sends messages that must be answered with an error flag and without data."""
        self._stream(self.beats([messages]), 1, self._limit([messages]))
        values = self.last.results[0].values
        if not any(_flags(values)) or any(values["m_tdata"]):
            yield "a message without a key is not refused"

    def abandon(self, messages: Sequence[Messages], rng: random.Random) -> None:
        """Sends keys and messages, and stops at a random cycle before the last result."""
        beats = [*self.load(KEYS), *self.beats(messages, rng)]
        cycles = self.config.key_interval(len(KEYS[0])) + sum(
            one.config.cycles(self.level, len(one.data[0])) for one in messages
        )
        limit, some = rng.randrange(1, cycles), rng.getrandbits(64)
        self.simulator.stream(beats, len(beats), limit, take=some, stop=True)

    def silent(self) -> Iterator[str]:
        """Checks that no result comes without a message."""
        self.simulator.step(_REST)
        if any(self.simulator.get("m_tvalid")):
            yield "there is a result without a message"

    def _stream(
        self,
        beats: Sequence[Beat],
        results: int,
        limit: int,
        offer: int = ALWAYS,
        take: int = ALWAYS,
    ) -> None:
        expected = results * self._result_beats
        self.last = self.simulator.stream(beats, expected, limit, offer, take)

    def _limit(self, messages: Sequence[Messages]) -> int:
        """Returns the number of cycles after which messages are considered lost."""
        return sum(
            drive.limit(one.config, self.level, [max(one.data, key=len)]) for one in messages
        )

    def _compare(self, sent: Sequence[tuple[Messages, list[bytes]]]) -> Iterator[str]:
        """Yields every difference from the expected results. Those of a channel come in order."""
        waiting: dict[int, deque[list[bytes]]] = {}
        for messages, digests in sent:
            waiting.setdefault(messages.tid, deque()).append(digests)
        for beats in drive.parts(self.last.results, self._result_beats):
            tid = beats[0].values["m_tid"][0] if self.config.unit.tagged else 0
            if not waiting.get(tid):
                yield f"tid {tid} has more results than messages"
                continue
            yield from _differences(beats, waiting[tid].popleft())


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
                found = word.to_bytes(max(step, -(-word.bit_length() // 8)), "little").hex()
                yield f"{found} instead of {part.hex()}"


def _flags(values: Mapping[str, Sequence[int]]) -> Iterator[str]:
    for name, found in values.items():
        if name not in _NO_FLAG and any(found):
            yield f"{name} is set in a result"
