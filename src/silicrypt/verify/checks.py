"""What every check works with: its subject, its effort, its findings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from silicrypt.catalog import Config, Hash, Level
from silicrypt.verify.native import Model
from silicrypt.verify.wire import Job, Message, Reply


@dataclass(frozen=True)
class Check:
    """A thing that was checked.

    Attributes:
        name: what it is.
        level: the top it was checked on, ``"core"`` or ``"stream"``.
        passed: whether it holds in every case.
        cases: how many cases there were.
        detail: what was covered, or the first case that failed.
        hash: of two that the hardware has, the one that was checked.
    """

    name: str
    level: Level
    passed: bool
    cases: int
    detail: str
    hash: str = ""


@dataclass(frozen=True)
class Effort:
    """How much of what has no natural end.

    Attributes:
        checkpoints: of the Monte Carlo chain, of 1000 hashes each.
        seeds: of random messages and stalls.
        boundaries: block boundaries, from the first, whose surroundings are tried.
        random_bytes: length up to which random messages go.
        fuzz_cycles: cycles of random actions.
    """

    checkpoints: int
    seeds: int
    boundaries: int
    random_bytes: int
    fuzz_cycles: int = 60_000


@dataclass(frozen=True)
class Subject:
    """A level of a configuration, compiled."""

    config: Config
    level: Level
    model: Model

    @property
    def algorithm(self) -> Hash:
        """The hash that is looked at."""
        return self.config.hash

    @property
    def beat_bytes(self) -> int:
        """Bytes of a beat."""
        return self.config.data_bits // 8

    def reference(self, data: bytes, key: bytes | None = None) -> bytes:
        """The digest, or the tag under a key, as Python has it."""
        return self.config.reference(data, self.key if key is None else key)

    @property
    def key(self) -> bytes:
        """The key of checks that are not about keys."""
        return bytes(range(100, 120))

    def job(self, messages: Iterable[Message], **pace: Any) -> Job:
        """A job of messages, under a key where the hardware takes one.

        Args:
            messages: as `Job` has them.
            pace: the rest of a `Job`.
        """
        return Job((*self.keyed(), *messages), **pace)

    def keyed(self) -> tuple[Message, ...]:
        """What comes before messages: a key, or nothing."""
        return (self.message(self.key, key=True),) if self.config.unit.keyed else ()

    def message(
        self, data: bytes, lane: int = 0, reset_after: int | None = None, key: bool = False
    ) -> Message:
        """A message, or a key, for the hash that is looked at."""
        chosen = self.config.chosen
        sha1 = None if chosen is None else chosen.enum == "SHA1"
        return Message(data, lane, reset_after, key, sha1)

    def messages(self, parts: Iterable[bytes]) -> tuple[Message, ...]:
        """Messages spread over the lanes."""
        return tuple(self.message(data, i % self.config.stages) for i, data in enumerate(parts))


#: A check's findings: failures, number of cases, and what was covered.
Findings = tuple[list[str], int, str]
Examine = Callable[[Subject, Effort], Findings]


def perform(
    name: str, examine: Callable[[Any, Effort], Findings], subject: Any, effort: Effort
) -> Check:
    """Carries out one check."""
    failures, cases, covered = examine(subject, effort)
    detail = covered if not failures else f"{len(failures)} failed, first: {failures[0]}"
    chosen = subject.config.chosen.name if subject.config.chosen else ""
    return Check(name, subject.level, not failures and cases > 0, cases, detail, chosen)


def expected(subject: Subject, job: Job) -> list[bytes]:
    """The digests that a job must give, or the tags under the keys in it."""
    config, digests, keys = subject.config, list[bytes](), dict[bool | None, bytes]()
    for message in job.messages:
        if message.key:
            keys[message.sha1] = message.data
        else:
            own = config if message.sha1 is None else config.choices[message.sha1]
            digests.append(own.reference(message.data, keys.get(message.sha1, b"")))
    return digests


def together(job: Job, reply: Reply) -> int:
    """How many messages of different lengths, of as many lanes, were in the hardware at once.

    Args:
        job: what was sent.
        reply: what came.
    """
    messages = [message for message in job.messages if not message.key]
    spans = [
        (outcome.first, outcome.valid, message.lane, len(message.data))
        for message, outcome in zip(messages, reply.outcomes, strict=True)
    ]
    most = 0
    for now, *_ in spans:
        inside = {lane: size for first, valid, lane, size in spans if first <= now <= valid}
        most = max(most, len(set(inside.values())))
    return most


def compare(reply: Reply, digests: Sequence[bytes], what: str, may_be_lost: int = 0) -> list[str]:
    """The violation, or every digest that is not the expected one.

    Args:
        reply: what came.
        digests: what should have come.
        what: what the outcomes are, for the findings.
        may_be_lost: so many from the first may be lost to a reset instead.
    """
    if reply.violation:
        return [f"{what}: {reply.violation}"]
    return [
        f"{what} {i}: {outcome.digest.hex() if outcome.digest else 'no digest'}"
        f" instead of {digest.hex()}"
        for i, (outcome, digest) in enumerate(zip(reply.outcomes, digests, strict=True))
        if outcome.digest != digest and not (i < may_be_lost and outcome.lost_to_reset)
    ]
