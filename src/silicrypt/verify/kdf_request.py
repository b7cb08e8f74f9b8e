"""A request of a unit with packets and results, and what checks need to know of its function."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from silicrypt.catalog import DesignPoint
from silicrypt.verify.native import Action


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


#: The result of a request, and ``None`` if it must be refused. It may depend on those before it.
Answer = Callable[[Request], bytes | None]


@dataclass(frozen=True)
class Function:
    """What checks need to know of a function.

    Attributes:
        answering: the reference, with the state after a reset.
        some: yields random requests, which are legal; HMAC_DRBG gets its seed with the second one.
        refused: yields requests that must be refused, by their operation or numbers.
        known: yields known answers: requests, and the result of the last one.
        shapes: yields requests whose cycles are compared with the formula. Those of one tuple
            follow each other, and the last one is timed.
    """

    answering: Callable[[DesignPoint], Answer]
    some: Callable[[DesignPoint, random.Random, int], Iterator[Request]]
    refused: Callable[[DesignPoint, random.Random], Iterator[Request]]
    known: Callable[[DesignPoint, int], Iterator[tuple[tuple[Request, ...], bytes]]]
    shapes: Callable[[DesignPoint], Iterator[tuple[Request, ...]]]


def read_answers(file: str, kind: str) -> list[dict[str, Any]]:
    """Returns the known answers of a kind from a file beside this module."""
    text = (Path(__file__).parent / file).read_text(encoding="utf-8")
    return tomllib.loads(text)[kind]  # type: ignore[no-any-return]
