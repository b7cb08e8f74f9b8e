"""HMAC that begins a message while a tag waits: the tag waits for longer than a message takes.

In the suite a tag waits for some cycles, and a message of one block takes 147.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from planted import Change, replaced
from silicrypt import catalog
from silicrypt.catalog import DesignPoint
from silicrypt.tools import verilator
from silicrypt.verify import wire
from silicrypt.verify.wire import Fuzz, HashSubject, compare

NAME = "hmac-sha256-short"
CONTROL = "sil_hmac_short_control.sv"
#: The probability that a tag is not accepted in a cycle, for a mean of 250 cycles.
STALL = 0.996
#: What a mistake makes of a text of the control, and what says so.
MISTAKES = (
    ("(state_q != Tag | ~pending_q)", "1'b1", "changed"),
    ("if (m_tready && !pending_q) state_d", "if (m_tready) state_d", "refused|answer|instead of"),
    ("state_q == Refuse & ~pending_q", "state_q == Refuse", "refus|changed"),
)


def subject(point: DesignPoint, sources: tuple[Path, ...]) -> HashSubject:
    program = verilator.executable(wire.build(point, "stream", sources))
    return HashSubject(point, "stream", program)


def messages(examined: HashSubject) -> list[str]:
    """Returns what is wrong with the tags of messages of some lengths."""
    rng = random.Random(1)
    parts = [rng.randbytes(rng.randrange(130)) for _ in range(60)]
    job = examined.job(examined.messages(parts), stall_out=STALL)
    (reply,) = examined.run([job])
    return [*compare(reply, examined.expected(job), "message"), reply.violation or ""]


def broken_rules(examined: HashSubject) -> tuple[list[str], int]:
    """Returns what is wrong where messages and keys break rules, and the number of refusals."""
    rng = random.Random(2)
    pools = [tuple(rng.randbytes(size) for size in (0, 3, 4, 20, 64, 70)) for _ in range(2)]
    jobs = [
        Fuzz(*pools, cycles=100_000, stall_out=STALL, framing=0.3, mixed=0.05, seed=seed)
        for seed in (1, 2)
    ]
    replies = examined.run(jobs, checked=False)
    refused = sum(outcome.refused for reply in replies for outcome in reply.outcomes)
    wrong = [reply.violation or "" for reply in replies]
    for reply in replies:
        for one in reply.outcomes:
            if one.result is None:
                continue
            key = pools[1][one.valid - 1] if one.valid else b""
            tag = examined.point.reference(pools[0][one.first & 0xFFFFFFFF], key)
            wrong += [] if one.result == tag else [f"{one.result.hex()} instead of {tag.hex()}"]
    return wrong, refused


@pytest.mark.parametrize("name", [NAME, "hmac-sha512-short"])
def test_the_next_message_begins_while_a_tag_waits(name: str) -> None:
    point = catalog.get(name)
    examined = subject(point, tuple(point.sources("stream")))
    assert "".join(messages(examined)) == ""
    wrong, refused = broken_rules(examined)
    assert "".join(wrong) == ""
    assert refused > 50


@pytest.mark.usefixtures("broken_hardware")
@pytest.mark.parametrize(("right", "wrong", "said"), MISTAKES)
def test_a_mistake_is_found(right: str, wrong: str, said: str, tmp_path: Path) -> None:
    point = catalog.get(NAME)
    change = Change(CONTROL, right, wrong)
    examined = subject(point, replaced(tuple(point.sources("stream")), change, tmp_path))
    found = "\n".join([*messages(examined), *broken_rules(examined)[0]])
    assert re.search(said, found), found
