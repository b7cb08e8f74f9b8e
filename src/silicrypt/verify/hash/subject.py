"""What the checks of a hash examine, and the comparison of its digests with the expected ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from silicrypt.catalog import Config, Hash, Level
from silicrypt.verify.hash.model import Model
from silicrypt.verify.hash.wire import Job, Message, Reply


@dataclass(frozen=True)
class Subject:
    """A compiled level of a configuration."""

    config: Config
    level: Level
    model: Model

    @property
    def algorithm(self) -> Hash:
        """The hash that is checked."""
        return self.config.hash

    @property
    def beat_bytes(self) -> int:
        """Bytes of a beat."""
        return self.config.data_bits // 8

    def reference(self, data: bytes, key: bytes | None = None) -> bytes:
        """Returns the expected digest, or the expected tag under a key, computed in Python."""
        return self.config.reference(data, self.key if key is None else key)

    @property
    def key(self) -> bytes:
        """The key of checks that do not vary it."""
        return bytes(range(100, 120))

    def job(self, messages: Iterable[Message], **pace: Any) -> Job:
        """Returns a job of messages, after a key where the hardware takes one.

        Args:
            messages: the messages of the `Job`.
            pace: the other fields of the `Job`.
        """
        return Job((*self.keyed(), *messages), **pace)

    def keyed(self) -> tuple[Message, ...]:
        """Returns the key that comes before messages; nothing where the hardware takes none."""
        return (self.message(self.key, key=True),) if self.config.unit.keyed else ()

    def message(
        self, data: bytes, channel: int = 0, reset_after: int | None = None, key: bool = False
    ) -> Message:
        """Returns a message, or a key, for the hash that is checked."""
        chosen = self.config.chosen
        sha1 = None if chosen is None else chosen.enum == "SHA1"
        return Message(data, channel, reset_after, key, sha1)

    def messages(self, parts: Iterable[bytes]) -> tuple[Message, ...]:
        """Returns messages, distributed over the channels."""
        return tuple(self.message(data, i % self.config.stages) for i, data in enumerate(parts))


def expected(subject: Subject, job: Job) -> list[bytes]:
    """Returns the expected digests of a job, or the expected tags under its keys."""
    config, digests, keys = subject.config, list[bytes](), dict[bool | None, bytes]()
    for message in job.messages:
        if message.key:
            keys[message.sha1] = message.data
        else:
            own = config if message.sha1 is None else config.choices[message.sha1]
            digests.append(own.reference(message.data, keys.get(message.sha1, b"")))
    return digests


def together(job: Job, reply: Reply) -> int:
    """Returns the largest number of messages of different lengths in flight at the same time.

    The messages are on different channels.

    Args:
        job: what was sent.
        reply: the reply.
    """
    messages = [message for message in job.messages if not message.key]
    spans = [
        (outcome.first, outcome.valid, message.channel, len(message.data))
        for message, outcome in zip(messages, reply.outcomes, strict=True)
    ]
    most = 0
    for now, *_ in spans:
        inside = {channel: size for first, valid, channel, size in spans if first <= now <= valid}
        most = max(most, len(set(inside.values())))
    return most


def compare(reply: Reply, digests: Sequence[bytes], what: str, may_be_lost: int = 0) -> list[str]:
    """Returns the violation of the protocol, or every digest that differs from the expected one.

    Args:
        reply: the reply.
        digests: the expected digests.
        what: name of the outcomes in the findings.
        may_be_lost: the number of first outcomes that a reset may have dropped.
    """
    if reply.violation:
        return [f"{what}: {reply.violation}"]
    return [
        f"{what} {i}: {outcome.digest.hex() if outcome.digest else 'no digest'}"
        f" instead of {digest.hex()}"
        for i, (outcome, digest) in enumerate(zip(reply.outcomes, digests, strict=True))
        if outcome.digest != digest and not (i < may_be_lost and outcome.lost_to_reset)
    ]
