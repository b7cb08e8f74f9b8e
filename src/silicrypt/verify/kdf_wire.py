"""A key derivation unit as a program: formats of jobs and replies, and what checks examine.

``benches/kdf/bench.cpp`` has the other side of these formats.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from silicrypt.catalog import DesignPoint, Level
from silicrypt.catalog.kdf import KdfFormulas
from silicrypt.tools import verilator
from silicrypt.verify import native
from silicrypt.verify.native import ONE, Outcome, Reply

_BENCH = native.bench("benches/kdf/bench.cpp")
_REQUEST = struct.Struct("<BB?IIIHQB")
_OUTCOME = struct.Struct("<B?QQQI")
_DONE, _DROPPED = 1, 2
_NO_BEAT = 0xFFFF


class Action(IntEnum):
    """An event that a request can cause."""

    NOTHING, RESET, WIPE = range(3)


@dataclass(frozen=True)
class Request:
    """A request for the hardware.

    Attributes:
        packets: its packets.
        size: bytes of its result.
        iterations: iteration count of PBKDF2.
        operation: the number of its operation.
        action: an event after it is accepted, which drops it.
        after: the number of cycles before the event.
        keep: ``tkeep`` of one beat of its packets, if it is not the right one.
        keep_at: number of that beat.
        empty_end: whether a packet of full beats ends with a beat without bytes.
    """

    packets: tuple[bytes, ...]
    size: int = 0
    iterations: int = 1
    operation: int = 0
    action: Action = Action.NOTHING
    after: int = 0
    keep: int | None = None
    keep_at: int = 0
    empty_end: bool = False


@dataclass(frozen=True)
class KdfJob:
    """Requests that follow each other.

    Attributes:
        requests: the requests.
        stalls: probabilities, below 1, that in a cycle no request is offered, no beat of a packet
            is offered, no beat of a result is accepted.
        seed: seed of stalls and of the values of payload ports that are not valid.
    """

    requests: tuple[Request, ...]
    stalls: tuple[float, float, float] = (0.0, 0.0, 0.0)
    seed: int = 1


def render(job: KdfJob) -> bytes:
    """Encodes a job."""
    stalls = (int(stall * ONE) for stall in job.stalls)
    head = struct.pack("<QHHHI", job.seed, *stalls, len(job.requests))
    return head + b"".join(map(_render_request, job.requests))


def _render_request(one: Request) -> bytes:
    beat = (_NO_BEAT, 0) if one.keep is None else (one.keep_at, one.keep)
    asked = (one.operation, one.action, one.empty_end, one.iterations, one.size, one.after)
    packets = (struct.pack("<I", len(packet)) + packet for packet in one.packets)
    return _REQUEST.pack(*asked, *beat, len(one.packets)) + b"".join(packets)


def _parse_outcome(data: bytes, at: int) -> tuple[Outcome, int]:
    state, refused, first, valid, last, length = _OUTCOME.unpack_from(data, at)
    at += _OUTCOME.size
    result = data[at : at + length] if state == _DONE else None
    return Outcome(result, first, valid, state == _DROPPED, refused, last), at + length


#: The result of a request, and ``None`` if it must be refused. It may depend on those before it.
Answer = Callable[[Request], bytes | None]


@dataclass(frozen=True)
class KdfSubject:
    """A compiled level of a configuration, which the checks of key derivation examine.

    Attributes:
        point: the configuration.
        level: its level.
        program: the executable.
        answering: makes the reference, with the state after a reset.
    """

    point: DesignPoint
    level: Level
    program: Path
    answering: Callable[[DesignPoint], Answer]

    @property
    def formulas(self) -> KdfFormulas:
        """The formulas of the configuration."""
        found = self.point.formulas
        assert isinstance(found, KdfFormulas)
        return found

    @property
    def buffer_bytes(self) -> int:
        """Capacity of the buffer."""
        return int(self.point.parameters["BufferBytes"])

    def run(
        self, jobs: Iterable[KdfJob], power_on: int = 1, *, checked: bool = True
    ) -> list[Reply]:
        """Runs jobs one after another, without a reset between them.

        Args:
            jobs: the jobs.
            power_on: seed of the register contents before the first reset.
            checked: whether checkers also watch the inputs.

        Raises:
            ToolFailed: the simulation stopped with an error.
        """
        data = native.talk(self.program, map(render, jobs), power_on, checked)
        return native.parse(data, _parse_outcome)

    def failures(
        self, jobs: Sequence[KdfJob], what: str, power_on: int = 1, *, checked: bool = True
    ) -> list[str]:
        """Runs jobs as `run` does, and returns what differs from the reference."""
        return self.compare(jobs, self.run(jobs, power_on, checked=checked), what)

    def compare(self, jobs: Sequence[KdfJob], replies: Sequence[Reply], what: str) -> list[str]:
        """Returns the violations of the protocol, and every result that differs."""
        failures, answer = list[str](), self.answering(self.point)
        for number, (job, reply) in enumerate(zip(jobs, replies, strict=True)):
            if reply.violation:
                return [*failures, f"{what} of job {number}: {reply.violation}"]
            for at, (one, outcome) in enumerate(zip(job.requests, reply.outcomes, strict=True)):
                if outcome.lost:  # a reset or a wipe also clears what later requests depend on
                    answer = self.answering(self.point)
                    continue
                expected = answer(one)
                found = None if outcome.refused else outcome.result
                if found != expected:
                    texts = ["refused" if r is None else r.hex() for r in (found, expected)]
                    failures.append(f"{what} {at} of job {number}: {' instead of '.join(texts)}")
        return failures


def build(point: DesignPoint, level: Level, sources: tuple[Path, ...]) -> verilator.Build:
    """Returns the inputs of the model of a configuration with these sources."""
    iterated = point.parameters["Function"] == "PBKDF2"
    constants = {"DATA_BYTES": point.data_bits // 8, "ITERATED": int(iterated)}
    return native.compiled(point, level, sources, _BENCH, constants)
