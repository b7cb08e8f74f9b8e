"""More messages than the queue of results has words may wait while no result is taken."""

from __future__ import annotations

import random

import pytest

from passed import Passed, suite_key
from silicrypt import catalog
from silicrypt.drivers.aes import Mode
from silicrypt.verify.cipher_wire import CipherJob, CipherSubject, Item, model

#: One message whose result is taken late, and messages without a block after it.
EMPTY = 100


def jobs(subject: CipherSubject) -> list[CipherJob]:
    """Returns jobs whose results are taken in one of 100 cycles on average."""
    made = list[CipherJob]()
    for seed in range(8):
        rng = random.Random(seed)
        key = Item(rng.randbytes(min(subject.key_bytes)), key=True)
        texts = [
            Item(rng.randbytes(16 * blocks), mode=Mode.CTR, initial=rng.randbytes(16))
            for size in range(4)
            for blocks in (1 + size, *[0] * EMPTY)
        ]
        made.append(CipherJob((key, *texts), stall_out=0.99, seed=seed))
    return made


@pytest.mark.parametrize("name", ["aes128-fast", "aes128-small", "aes128-pipe", "sm4-wide"])
def test_no_text_is_lost_while_results_wait(name: str, passed: Passed) -> None:
    point = catalog.get(name)
    with passed.once(suite_key(point)):
        subject = model(point, "stream")
        assert subject.failures(jobs(subject), "job") == []
