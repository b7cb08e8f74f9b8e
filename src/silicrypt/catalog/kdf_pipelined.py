"""PBKDF2 with several derivations in one datapath: four with SHA-1, two with SHA-2."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from silicrypt.catalog import kdf
from silicrypt.catalog.hmac import HmacFormulas
from silicrypt.catalog.kdf import Kdf, Pbkdf2Formulas
from silicrypt.catalog.unit import Rule, Top, Unit

#: The unit with one password in flight, whose requests and results are the same.
_SHA1 = next(unit for unit in kdf.UNITS if unit.name == "pbkdf2-sha1")
#: Stages of the pipeline.
_STAGES = 4
#: Derivations that fill all time slots: one in each stage, and one whose digest is written.
_FILLING = 5
#: Beats of a block, and those after which HMAC waits for a joined beat.
_BEATS, _EARLY = 16, 3
# Cycles from the end of the last time slot of a message to an event:
#: the next message of a derivation can begin,
_NEXT = 8
#: HMAC can begin its outer hash,
_OUTER = 26
#: a derivation can begin its iterations,
_BEGIN = 14
#: HMAC can begin the salt of the next block,
_SALT = 34
#: HMAC can begin the block of zeros after its wipe,
_ZEROS = 33
#: any block can begin, where no message is in flight,
_IDLE = 7
#: the first beat of T_i is valid, after U_1 and after a later U_j.
_FIRST, _RESULT = 15, 13


@dataclass
class _Slots:
    """The time slots of one request whose result has at most as many blocks as derivations.

    Time 0 is the end of the last time slot of U_1 of the first block. A block of a message is
    named by the message: that of a derivation by its number.

    Attributes:
        slot: cycles of a time slot.
        blocks: blocks of the result.
        iterations: the iteration count, 2 or more.
        salts: blocks of the padded salt.
        late: cycles by which a later salt is late.
    """

    slot: int
    blocks: int
    iterations: int
    salts: int
    late: int
    hmac: tuple[int, str] | None = field(init=False)  # when its next message can begin
    waiting: deque[tuple[int, int]] = field(default_factory=deque, init=False)  # derivations
    hashes: list[int] = field(init=False)  # that are left, of each derivation
    begun: int = field(default=0, init=False)  # derivations

    def __post_init__(self) -> None:
        self.hashes = [2 * (self.iterations - 1)] * self.blocks
        self._end(0, "outer")

    def time(self) -> int:
        """Returns the end of the last time slot of the last derivation."""
        time, number, idle = 0, 0, True
        stages = deque[str | int | None]([None] * _STAGES)
        more = dict[int, int]()  # time slots of the further blocks of a salt
        while self.hashes[-1]:
            if idle:
                ready = [one[0] for one in (self.hmac, *list(self.waiting)[:1]) if one]
                time = max(time + _IDLE, min(ready))
            else:
                time += self.slot
            number += 1
            leaves = stages.pop()
            stages.appendleft(self._begin(time, number, more))
            if leaves is not None:
                self._end(time, leaves)
            idle = not any(one is not None for one in stages)
        return time

    def _begin(self, time: int, number: int, more: dict[int, int]) -> str | int | None:
        """Returns what a time slot is given to."""
        if number in more:
            left = more.pop(number)
        elif self.hmac and self.hmac[0] <= time and not more:
            (_, message), self.hmac = self.hmac, None
            left = self.salts - 1 if message == "salt" else 0
            if message != "salt":
                return message
        elif self.waiting and self.waiting[0][0] <= time:
            return self.waiting.popleft()[1]
        else:
            return None
        if left:
            more[number + _STAGES] = left - 1
        return "part" if left else "salt"

    def _end(self, time: int, message: str | int) -> None:
        """Notes what follows a message."""
        if isinstance(message, int):
            self.hashes[message] -= 1
            if self.hashes[message]:
                self.waiting.append((time + _NEXT, message))
        elif message == "salt":
            self.hmac = time + _OUTER, "outer"
        elif message == "outer":
            self.waiting.append((time + _BEGIN, self.begun))
            self.begun += 1
            again = self.begun < self.blocks
            self.hmac = (time + _SALT + self.late, "salt") if again else (time + _ZEROS, "zeros")


@dataclass(frozen=True)
class PipelinedFormulas(Pbkdf2Formulas):
    """Formulas of PBKDF2 with eight derivations in flight."""

    @property
    def stages(self) -> int:
        """Derivations in flight."""
        return 8

    @property
    def hmac(self) -> HmacFormulas:
        """The formulas of HMAC in this pipeline."""
        inner = self.algorithm.inner
        return HmacFormulas({"Precompute": 2, "PipelineStages": _STAGES}, inner, inner)

    @property
    def cycles_per_block(self) -> int:
        """Cycles of an iteration, over five derivations in flight or more: two time slots."""
        return 2 * self.hmac.cycles_per_block

    @property
    def alone(self) -> int:
        """Cycles of an iteration of the only derivation in flight."""
        return 2 * (self.hmac.block_cycles + _NEXT)

    def iteration(self, derivations: int) -> int:
        """Returns the cycles of an iteration of each of several derivations in flight."""
        return max(_FILLING, derivations) * self.cycles_per_block if derivations > 1 else self.alone

    def late(self, *parts: int) -> int:
        """Returns the cycles by which what follows these parts is late: 0 or 1.

        A block is complete before it begins. Only its first beats leave HMAC slowly.
        """
        full, rest = divmod(8 * sum(parts), self.data_bits)
        return int(rest > 0 and full % _BEATS >= _EARLY)

    def request_cycles(self, packets: Sequence[int], number: int, size: int) -> int:
        """Returns the cycles from a request to the last beat of its answer valid.

        No other request is in flight. With more blocks than derivations and more than one
        iteration, the cycles are an upper bound.
        """
        password, salt = packets
        blocks, tag = -(-size // self.tag_bytes), self.beats(self.tag_bytes)
        hashed, key_block = self.algorithm.inner, self.algorithm.inner.block_bits // 8
        first, late = self.message_cycles(salt, 4), int(8 * salt < self.data_bits)
        begin = 7 + self.hmac.key_interval(password) + first - (password > key_block)
        last = self.beats(size) - (blocks - 1) * tag - 1
        if number == 1:
            return begin + (blocks - 1) * (first + tag + 2 + late) + last
        if blocks <= self.stages:
            salts = hashed.blocks(key_block + salt + 4) - 1
            slots = _Slots(
                self.hmac.cycles_per_block, blocks, number, salts, late + self.late(salt)
            )
            return begin - _FIRST + slots.time() + _RESULT + last
        rounds = -(-blocks // self.stages)
        cycles = begin + blocks * (first + self.iteration(self.stages))
        return cycles + rounds * number * self.iteration(self.stages)


def _rules(parameters: Mapping[str, Any], _: Kdf) -> Iterator[Rule]:
    size = parameters["BufferBytes"]
    yield parameters["Function"] == "PBKDF2", "Function must be PBKDF2"
    yield (
        size.bit_count() == 1 and 8 <= size <= 128,
        "BufferBytes must be a power of two from 2 to 32 beats",
    )


#: The unit with one password in flight, whose requests and results are the same.
_SHA2 = next(unit for unit in kdf.UNITS if unit.name == "pbkdf2-sha2")
#: Channels, each with a derivation; and cycles of a pass of one of them: four steps.
_CHANNELS, _PASS = 2, 8
#: Words of a block, and passes in which they are read.
_WORDS, _LOADS = 16, 4
# Cycles from the end of a pass to an event:
#: the block buffer can be filled again, after the last pass that reads it,
_DRAINED = 3
#: the first word of T can be read, after the two passes that add the last digest.
_COMPLETE = 5


@dataclass
class _Timeline:
    """The cycles of a request that is alone. Time 0 is the cycle that accepts it.

    Attributes:
        word: bytes of a word, and of a beat.
        hash_cycles: cycles of a block of one channel.
        now: the cycle of the next byte.
        position: bytes in the block buffer.
        channel: the channel of the derivation that is prepared.
        free: of each channel, the end of the pass after which a block can be offered to it.
        started: the end of the pass after which the last block starts.
    """

    word: int
    hash_cycles: int
    now: int = 1
    position: int = 0
    channel: int = 0
    free: list[int] = field(default_factory=lambda: [0] * _CHANNELS)
    started: int = 0

    @property
    def block(self) -> int:
        """Bytes of a block."""
        return _WORDS * self.word

    def offer(self, delay: int = 1) -> None:
        """Offers the block in the buffer; afterwards the buffer can be filled again.

        The block waits for the end of a pass. In the next pass its chaining value is loaded.

        Args:
            delay: cycles from now to the offer.
        """
        end = max(self.now + delay, self.free[self.channel])
        end += (_PASS - 1 + self.channel - end) % _PASS
        self.started = end + _PASS
        self.free[self.channel] = self.started + self.hash_cycles
        self.now = self.started + _LOADS * _PASS + _DRAINED
        self.position = 0

    def flush(self) -> None:
        """Offers the block if it is full."""
        if self.position == self.block:
            self.offer()

    def put(self, count: int) -> None:
        """Puts bytes into the block buffer."""
        for _ in range(count):
            self.flush()
            self.position += 1
            self.now += 1

    def password(self, size: int) -> None:
        """Takes a password, and has its midstates computed."""
        for at in range(0, max(1, size), self.word):
            self.now += 1
            self.put(min(self.word, size - at))
        blocks = 2
        if size > self.block:
            self.flush()
            self.now += 1
            self.padding()
            blocks = 3
        elif size < self.block:
            self.now += 1
            self.put(self.block - size)
        for number in range(blocks):
            self.offer(delay=int(number == 0))

    def text(self, salt: int) -> None:
        """Has the inner hash of a salt and INT(i) computed."""
        self.now += 1
        for at in range(0, salt, self.word):
            self.flush()
            self.now += 1
            self.put(min(self.word, salt - at))
        self.flush()
        self.now += 1
        self.put(4)
        self.padding()
        self.offer()

    def padding(self) -> None:
        """Pads a message."""
        self.put(1)
        self.flush()
        length = self.block // 8
        self.put((-length - self.position) % self.block)
        self.flush()
        self.now += 1
        self.put(length)

    def request(self, packets: Sequence[int], count: int, beats: Sequence[int]) -> int:
        """Returns the cycle in which the last beat of the answer is valid.

        Args:
            packets: bytes of password and salt.
            count: the iteration count.
            beats: of each block of the result, its beats.
        """
        password, salt = packets
        self.password(password)
        self.now += 2 * max(1, -(-salt // self.word))
        given, last = [0] * _CHANNELS, 0  # last beats of results, by channel and of all
        for block, size in enumerate(beats):
            self.channel = block % _CHANNELS
            self.now = max(self.now + (block > 0), given[self.channel])
            self.text(salt)
            end = self.started + 2 * count * self.hash_cycles + 2 * _PASS
            self.free[self.channel] = end + 1
            # A word of T is read in the cycles of its channel.
            first = max(end + _COMPLETE, last)
            first += (self.channel - first) % _CHANNELS
            given[self.channel] = last = first + 2 * size
        return last


#: The algorithms: those whose digest has all words of the chaining value.
_ALGORITHMS = ("SHA256", "SHA512")


@dataclass(frozen=True)
class TwoFormulas(PipelinedFormulas):
    """Formulas of PBKDF2 with two derivations in flight."""

    @property
    def stages(self) -> int:
        """Derivations in flight."""
        return _CHANNELS

    @property
    def data_bits(self) -> int:
        """Width of a beat: a word."""
        return self.algorithm.inner.word_bits

    @property
    def hash_cycles(self) -> int:
        """Cycles of a block of one channel: its rounds, and the feed-forward of a pass."""
        rounds = 80 if self.data_bits == 64 else 64
        return _CHANNELS * rounds + _PASS

    @property
    def cycles_per_block(self) -> int:
        """Cycles of an iteration, over two derivations in flight: two blocks."""
        return 2 * self.hash_cycles // _CHANNELS

    @property
    def alone(self) -> int:
        """Cycles of an iteration of the only derivation in flight."""
        return 2 * self.hash_cycles

    def iteration(self, derivations: int) -> int:  # noqa: ARG002 - as many as fit take equally long
        """Returns the cycles of an iteration of each of several derivations in flight."""
        return self.alone

    def request_cycles(self, packets: Sequence[int], number: int, size: int) -> int:
        """Returns the cycles from a request to the last beat of its answer valid."""
        blocks, whole = -(-size // self.tag_bytes), self.beats(self.tag_bytes)
        beats = [*[whole] * (blocks - 1), self.beats(size) - (blocks - 1) * whole]
        return _Timeline(self.data_bits // 8, self.hash_cycles).request(packets, number, beats)


def _two_rules(parameters: Mapping[str, Any], algorithm: Kdf) -> Iterator[Rule]:
    size, word = parameters["BufferBytes"], algorithm.inner.word_bits
    yield parameters["Function"] == "PBKDF2", "Function must be PBKDF2"
    yield (
        size.bit_count() == 1 and word // 4 <= size <= 4 * word,
        "BufferBytes must be a power of two from 2 to 32 beats",
    )


UNITS: tuple[Unit[Kdf], ...] = (
    Unit(
        name="pbkdf2-sha1-pipe4",
        interface=_SHA1.interface,
        tops={"stream": Top("sil_kdf_sha1_pipe4", without=frozenset({"Function"}))},
        algorithms=_SHA1.algorithms,
        parameters={"BufferBytes": 64, "Function": "PBKDF2"},
        enums={},
        rules=_rules,
        formulas=PipelinedFormulas,
        reference=_SHA1.reference,
        named_by=None,
        title=_SHA1.title,
        tagged=False,
        position=66,
    ),
    Unit(
        name="pbkdf2-sha2-two",
        interface=_SHA2.interface,
        tops={"stream": Top("sil_kdf_sha2_two", without=frozenset({"Function"}))},
        algorithms={name: _SHA2.algorithms[name] for name in _ALGORITHMS},
        parameters={"Alg": "SHA256", "BufferBytes": 64, "Function": "PBKDF2"},
        enums={"Alg": _SHA2.enums["Alg"]},
        rules=_two_rules,
        formulas=TwoFormulas,
        reference=_SHA2.reference,
        named_by=_SHA2.named_by,
        title=_SHA2.title,
        tagged=False,
        position=67,
    ),
)
