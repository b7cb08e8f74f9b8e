"""A design point as a program: its RTL compiled to machine code, controlled through a pipe.

A bench reads jobs and writes replies, or answers one request after another (`Pipe`). The files of
the benches are in ``benches``.
"""

from __future__ import annotations

import hashlib
import json
import struct
import subprocess
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import IO, Any, BinaryIO, Generic, TypeAlias, TypeVar

from silicrypt.base.code import including
from silicrypt.catalog import DesignPoint, Level
from silicrypt.errors import ToolFailed
from silicrypt.tools import process, verilator
from silicrypt.verify import checkers

#: Probabilities are sent to benches as multiples of 1 / 65536.
ONE = 1 << 16
#: Outcomes of benches: there is a result; a reset or a wipe dropped it.
DONE, DROPPED = 1, 2
#: Replaces the number of a beat with a wrong ``tkeep`` where there is none.
NO_BEAT = 0xFFFF
_REPLY = struct.Struct("<QQQI")
_Job = TypeVar("_Job")
_Item = TypeVar("_Item")


class Action(IntEnum):
    """An event that a job can cause."""

    NOTHING, RESET, WIPE = range(3)


@dataclass(frozen=True)
class Outcome:
    """The outcome of a key or a message.

    Attributes:
        result: the digest, tag or data; ``None`` where a reset, a wipe or a violation lost it.
        first: the clock edge that accepted its first beat, or its start.
        valid: the clock edge at which its result was first valid.
        lost: whether it was in flight at a reset or a wipe, or lost its key by one.
        refused: whether the hardware returned an error instead of a result.
        last: the clock edge at which the last beat of the result of a cipher was first valid.
        under: number of the key that a cipher used.
        tweak_under: number of the key for tweaks.
    """

    result: bytes | None
    first: int
    valid: int
    lost: bool
    refused: bool = False
    last: int = 0
    under: int = 0
    tweak_under: int = 0

    @property
    def cycles(self) -> int:
        """Latency: cycles from the first beat accepted to the result valid."""
        return self.valid - self.first


@dataclass(frozen=True)
class Reply:
    """The reply to a job.

    Attributes:
        violation: what the hardware did against its contract; empty if nothing.
        cycles: length of the job in cycles.
        held_in: cycles in which a beat was offered and not accepted.
        held_out: cycles in which a result was offered and not accepted.
        outcomes: one for each message or key of a job; of a chain, those that it returns.
    """

    violation: str
    cycles: int
    held_in: int
    held_out: int
    outcomes: tuple[Outcome, ...]


#: Decodes an outcome at a position of an output, and returns it with the position after it.
Decode = Callable[[bytes, int], tuple[Outcome, int]]


def parse(data: bytes, decode: Decode) -> list[Reply]:
    """Decodes the replies of a bench.

    Raises:
        ToolFailed: the output ends in the middle of a reply.
    """
    replies, at = list[Reply](), 0
    try:
        while at < len(data):
            (length,) = struct.unpack_from("<I", data, at)
            violation = data[at + 4 : at + 4 + length].decode("ascii", "replace")
            at += 4 + length
            cycles, held_in, held_out, number = _REPLY.unpack_from(data, at)
            at += _REPLY.size
            outcomes = []
            for _ in range(number):
                outcome, at = decode(data, at)
                outcomes.append(outcome)
            replies.append(Reply(violation, cycles, held_in, held_out, tuple(outcomes)))
    except struct.error as error:
        raise ToolFailed("the simulation stopped in the middle of a reply") from error
    return replies


def render_pieces(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Encodes data that comes in pieces, each after its length. An empty one ends it."""
    for piece in pieces:
        if piece:
            yield struct.pack("<I", len(piece)) + piece
    yield struct.pack("<I", 0)


@dataclass(frozen=True)
class KeyedJob(Generic[_Item]):
    """Keys and messages that follow each other without a pause, except for stalls.

    Attributes:
        items: the items to send.
        stall_key: probability that no beat of a key is offered in a cycle, below 1.
        stall_in: the same for each other input.
        stall_out: probability that no result is accepted in a cycle, below 1.
        seed: seed of stalls and of the values of payload ports that are not valid.
        action: an event before the first item.
    """

    items: tuple[_Item, ...]
    stall_key: float = 0.0
    stall_in: float = 0.0
    stall_out: float = 0.0
    seed: int = 1
    action: Action = Action.NOTHING

    @property
    def paces(self) -> list[int]:
        """The probabilities of stalls as benches take them."""
        return [int(stall * ONE) for stall in (self.stall_key, self.stall_in, self.stall_out)]


@dataclass(frozen=True)
class Simulated(ABC, Generic[_Job]):
    """A compiled level of a design point. Each run is a process that starts with power-on.

    Attributes:
        point: the design point; of two hashes, one is chosen.
        level: the level.
        program: the executable.
    """

    point: DesignPoint
    level: Level
    program: Path

    @abstractmethod
    def render(self, job: _Job) -> bytes:
        """Encodes a job for the bench."""

    @abstractmethod
    def decode(self, data: bytes, at: int) -> tuple[Outcome, int]:
        """Decodes an outcome at a position, and returns it with the position after it."""

    def run(self, jobs: Iterable[_Job], power_on: int = 1, *, checked: bool = True) -> list[Reply]:
        """Runs jobs one after another, without a reset between them.

        Args:
            jobs: the jobs.
            power_on: seed of the register contents before the first reset.
            checked: whether checkers also watch the inputs. It is false for jobs that break the
                rules of inputs on purpose.

        Raises:
            ToolFailed: the simulation stopped with an error.
        """
        data = talk(self.program, map(self.render, jobs), power_on, checked)
        return parse(data, self.decode)


#: Returns what is wrong with the outcome of an item of a job; nothing if it is right.
Judge: TypeAlias = Callable[[Any, Any, Outcome], str]


@dataclass(frozen=True)
class Subject(Simulated[_Job]):
    """What checks examine: each item of a job has an outcome, which is compared."""

    @abstractmethod
    def judge(self) -> Judge:
        """Returns a judge of the outcomes after a reset. It is called in their sequence."""

    def compare(self, jobs: Sequence[_Job], replies: Sequence[Reply], what: str) -> list[str]:
        """Returns the violations of the protocol, and every result that is wrong.

        Args:
            jobs: what was sent; each job has ``items``.
            replies: their replies.
            what: name of the items in the findings.
        """
        failures, judge = list[str](), self.judge()
        for number, (job, reply) in enumerate(zip(jobs, replies, strict=True)):
            if reply.violation:
                failures.append(f"job {number}, {what}: {reply.violation}")
                continue
            items: Sequence[Any] = job.items  # type: ignore[attr-defined]
            for at, (item, outcome) in enumerate(zip(items, reply.outcomes, strict=True)):
                if wrong := judge(job, item, outcome):
                    failures.append(f"job {number}, {what} {at}: {wrong}")
        return failures

    def failures(
        self, jobs: Sequence[_Job], what: str, power_on: int = 1, *, checked: bool = True
    ) -> list[str]:
        """Runs jobs as `run` does, and returns what `compare` does."""
        return self.compare(jobs, self.run(jobs, power_on, checked=checked), what)


def demand_contract(reply: Reply) -> None:
    """Checks that a reply has no violation.

    Raises:
        ToolFailed: the hardware broke its contract.
    """
    if reply.violation:
        raise ToolFailed(
            f"the hardware broke its contract: {reply.violation}; run 'silicrypt verify'"
        )


def bench(name: str) -> tuple[Path, ...]:
    """Returns a bench below this folder, followed by the headers of ours that it includes."""
    return including(Path(__file__).parent / name)


def talk(program: Path, parts: Iterable[bytes], power_on: int = 1, checked: bool = True) -> bytes:
    """Sends data to a bench piece by piece, and returns the answer of `answer` as bytes."""
    with answer(program, parts, power_on, checked) as output:
        return output.read()


@contextmanager
def answer(
    program: Path, parts: Iterable[bytes], power_on: int = 1, checked: bool = True
) -> Iterator[BinaryIO]:
    """Sends data to a bench piece by piece, and yields its answer as a file.

    The output goes to a file, so the bench never blocks on a full pipe.

    Args:
        program: the executable.
        parts: the pieces of data.
        power_on: seed of the register contents before the first reset.
        checked: whether checkers also watch the inputs.

    Raises:
        ToolFailed: the simulation stopped with an error.
    """
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as said:
        command = _command(program, power_on, () if checked else (checkers.UNCHECKED,))
        with process.started(
            "the simulation", command, stdin=subprocess.PIPE, stdout=output, stderr=said
        ) as running:
            assert running.stdin is not None  # it was asked for
            # A bench that ends early breaks the pipe; its status gives the reason.
            with suppress(BrokenPipeError), running.stdin as pipe:
                for part in parts:
                    pipe.write(part)
        output.seek(0)
        if running.returncode != 0:
            reason = _said(said) or f"status {running.returncode}"
            raise ToolFailed(f"the simulation {program} ended early: {reason}")
        yield output


@dataclass(frozen=True)
class Pipe:
    """A running bench that answers requests.

    Attributes:
        to: its standard input.
        back: its standard output.
        said: its standard error.
        ended: why it ended where it ends early; what it said by default.
    """

    to: IO[bytes]
    back: IO[bytes]
    said: IO[bytes]
    ended: str = ""

    def tell(self, request: bytes) -> None:
        """Sends a request without an answer. The next answer reports an early end."""
        with suppress(BrokenPipeError):
            self.to.write(request)

    def ask(self, request: bytes, form: struct.Struct) -> tuple[Any, ...]:
        """Sends a request, and returns the values of the answer.

        Raises:
            ToolFailed: the simulation stopped with an error.
        """
        self.tell(request)
        with suppress(BrokenPipeError):
            self.to.flush()
        return form.unpack(self.read(form.size))

    def read(self, count: int) -> bytes:
        """Returns that number of bytes.

        Raises:
            ToolFailed: the simulation stopped with an error.
        """
        data = self.back.read(count)
        if len(data) < count:
            said = f"the simulated unit ended early: {_said(self.said) or 'no message'}"
            raise ToolFailed(self.ended or said)
        return data


@contextmanager
def running(
    build: verilator.Build | Path,
    power_on: int = 1,
    plusargs: Sequence[str] = (),
    folder: Path | None = None,
    ended: str = "",
) -> Iterator[Pipe]:
    """Yields a running bench, which is built unless the cache has it.

    Args:
        build: the bench, or its executable.
        power_on: seed of the register contents before the first reset.
        plusargs: further arguments of the simulation, as ``"+name=value"``.
        folder: the folder that it runs in.
        ended: why it ended where it ends early. What it says is then not read.

    Raises:
        ToolMissing: Verilator or a C++ compiler is not installed.
        ToolFailed: one of them refuses the sources.
    """
    program = build if isinstance(build, Path) else verilator.executable(build)
    command, pipe = _command(program, power_on, plusargs), subprocess.PIPE
    with (
        tempfile.TemporaryFile() as said,
        process.started(
            "the simulated unit",
            command,
            cwd=folder,
            stdin=pipe,
            stdout=pipe,
            stderr=subprocess.DEVNULL if ended else said,
        ) as unit,
    ):
        assert unit.stdin is not None  # they were asked for
        assert unit.stdout is not None
        try:
            yield Pipe(unit.stdin, unit.stdout, said, ended)
        finally:
            with suppress(BrokenPipeError):
                unit.stdin.close()


def _command(program: Path, power_on: int, plusargs: Sequence[str]) -> list[str]:
    return [str(program), str(power_on), *plusargs]


def _said(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode("utf-8", "replace").strip()


def compiled(
    point: DesignPoint,
    level: Level,
    sources: tuple[Path, ...],
    bench: tuple[Path, ...],
    defines: Mapping[str, int],
) -> verilator.Build:
    """Returns the build of a configuration with a bench, its constants, and protocol checkers."""
    args, top = point.verilator_args(level), point.top(level)
    waivers = tuple(Path(arg) for arg in args if not arg.startswith("-"))
    return verilator.Build(
        top=top,
        sources=waivers + sources + checkers.bound(top, sources),
        arguments=tuple(arg for arg in args if arg.startswith("-")),
        bench=bench,
        defines=defines,
    )


def source_hash(point: DesignPoint) -> str:
    """Returns a hash of the RTL of the complete unit and its parameters: 16 hexadecimal digits."""
    files = [verilator.digest(path) for path in point.sources(point.complete_level)]
    content = json.dumps([files, dict(sorted(point.parameters.items()))])
    return hashlib.sha256(content.encode()).hexdigest()[:16]
