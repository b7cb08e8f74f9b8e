"""PBKDF2 (RFC 8018) with HMAC-SHA-2 for two passwords at a time, in one datapath."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from silicrypt.catalog import kdf
from silicrypt.catalog.kdf import Kdf
from silicrypt.catalog.kdf_pipe4 import PipelinedFormulas
from silicrypt.catalog.unit import Rule, Top, Unit

#: The unit with one password in flight, whose requests and results are the same.
_ONE = next(unit for unit in kdf.UNITS if unit.name == "pbkdf2-sha2")
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


def _rules(parameters: Mapping[str, Any], algorithm: Kdf) -> Iterator[Rule]:
    size, word = parameters["BufferBytes"], algorithm.inner.word_bits
    yield parameters["Function"] == "PBKDF2", "Function must be PBKDF2"
    yield (
        size.bit_count() == 1 and word // 4 <= size <= 4 * word,
        "BufferBytes must be a power of two from 2 to 32 beats",
    )


UNITS: tuple[Unit[Kdf], ...] = (
    Unit(
        name="pbkdf2-sha2-two",
        interface=_ONE.interface,
        tops={"stream": Top("sil_kdf_sha2_two", without=frozenset({"Function"}))},
        algorithms={name: _ONE.algorithms[name] for name in _ALGORITHMS},
        parameters={"Alg": "SHA256", "BufferBytes": 64, "Function": "PBKDF2"},
        enums={"Alg": _ONE.enums["Alg"]},
        rules=_rules,
        formulas=TwoFormulas,
        reference=_ONE.reference,
        named_by=_ONE.named_by,
        title=_ONE.title,
        tagged=False,
        position=67,
    ),
)
