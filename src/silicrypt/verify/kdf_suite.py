"""The suite of key derivation: PBKDF2, compared with Python's library and vectors of the RFCs."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping
from itertools import product
from pathlib import Path

from silicrypt.base.progress import Progress
from silicrypt.catalog import DesignPoint, Level
from silicrypt.catalog.kdf import Pbkdf2Formulas
from silicrypt.verify import kdf_wire
from silicrypt.verify.checks import Builds, Check, Effort, Examine, Findings, perform_all
from silicrypt.verify.kdf_wire import Action, Answer, KdfJob, KdfSubject, Request

__all__ = ["build", "checks_of", "perform"]

build = kdf_wire.build


def _sound(point: DesignPoint, one: Request, buffered: int) -> bool:
    """Returns whether the packets follow the rules of the stream and the buffer's capacity."""
    return one.keep is None and buffered <= int(point.parameters["BufferBytes"])


def _pbkdf2(point: DesignPoint) -> Answer:
    name = point.algorithm.inner.hashlib  # type: ignore[attr-defined]

    def answer(one: Request) -> bytes | None:
        password, salt = one.packets
        if not _sound(point, one, len(salt)) or one.operation or not (one.iterations and one.size):
            return None
        return hashlib.pbkdf2_hmac(name, password, salt, one.iterations, one.size)

    return answer
