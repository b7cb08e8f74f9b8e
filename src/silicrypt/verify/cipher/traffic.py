"""Random keys and messages for a block cipher, and which of them it must accept."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from silicrypt.verify.cipher.model import Subject, compare
from silicrypt.verify.cipher.reference import BLOCK
from silicrypt.verify.cipher_wire import Item, Job, Mode

#: Initial counters that soon overflow one of the words that the hardware counts in.
COUNTERS = tuple(
    b"\x5a" * (BLOCK - full - 1) + b"\x01" * (full < BLOCK) + b"\xff" * (full - 1) + bytes([low])
    for full in (1, 4, 8, 12, 16)
    for low in (0xFE, 0xFF)
)


def possible(subject: Subject) -> Callable[[Item], bool]:
    """Returns a function that says whether the hardware must accept a message.

    It must accept messages in its modes and directions, with lengths that the mode allows.
    """

    def check(item: Item) -> bool:
        if item.keep is not None:
            return False
        if item.mode.name.lower() not in subject.formulas.modes:
            return False
        if item.decrypt and item.mode != Mode.CTR and True not in subject.directions:
            return False
        size = len(item.data)
        return {
            Mode.ECB: size % BLOCK == 0,
            Mode.CTR: True,
            Mode.XTS: size >= BLOCK,
        }[item.mode]

    return check


def modes(subject: Subject) -> tuple[Mode, ...]:
    """Returns the modes of the hardware."""
    return tuple(Mode[name.upper()] for name in subject.formulas.modes)


def random_keys(subject: Subject, rng: random.Random, size: int) -> Iterator[Item]:
    """Yields a random key, and a key for tweaks where the hardware has XTS."""
    yield Item(rng.randbytes(size), key=True)
    if Mode.XTS in modes(subject):
        yield Item(rng.randbytes(size), key=True, tweak=True)


def key_size(subject: Subject, rng: random.Random) -> int:
    """Returns a random key length in bytes.

    It is not 24 with XTS, because IEEE 1619 has no keys of 192 bits.
    """
    sizes = [n for n in subject.key_bytes if n != 24 or Mode.XTS not in modes(subject)]
    return rng.choice(sizes)


def random_message(
    subject: Subject, rng: random.Random, size: int, every: bool = False, longest: int = 200
) -> Item:
    """Returns a message of ``size`` bytes.

    If that length does not fit the mode, the message has another length. With ``every``, any
    mode, direction and length may come, and the hardware may have to refuse it.
    """
    mode = rng.choice(tuple(Mode) if every else modes(subject))
    decrypt = rng.choice((False, True))
    initial = rng.choice((*COUNTERS, rng.randbytes(BLOCK), rng.randbytes(BLOCK)))
    item = Item(rng.randbytes(size), decrypt=decrypt, mode=mode, initial=initial)
    if every or possible(subject)(item):
        return item
    return random_message(subject, rng, rng.randrange(BLOCK, longest) // BLOCK * BLOCK)


def run(subject: Subject, jobs: Sequence[Job], what: str, *, checked: bool = True) -> list[str]:
    """Runs jobs of messages, and returns what differs from the reference.

    Args:
        subject: what is checked.
        jobs: the jobs.
        what: name of the items in the findings.
        checked: as in `native.Model.run`.
    """
    replies = subject.model.run(jobs, checked=checked)
    return [
        failure
        for number, (job, reply) in enumerate(zip(jobs, replies, strict=True))
        for failure in compare(job, reply, f"job {number}, {what}", possible(subject))
    ]
