"""PBKDF2 (RFC 8018) for eight passwords at a time, in a pipeline of four stages."""

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
_ONE = next(unit for unit in kdf.UNITS if unit.name == "pbkdf2-sha1")
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


UNITS: tuple[Unit[Kdf], ...] = (
    Unit(
        name="pbkdf2-sha1-pipe4",
        interface=_ONE.interface,
        tops={"stream": Top("sil_kdf_sha1_pipe4", without=frozenset({"Function"}))},
        algorithms=_ONE.algorithms,
        parameters={"BufferBytes": 64, "Function": "PBKDF2"},
        enums={},
        rules=_rules,
        formulas=PipelinedFormulas,
        reference=_ONE.reference,
        named_by=None,
        title=_ONE.title,
        tagged=False,
        position=66,
    ),
)
