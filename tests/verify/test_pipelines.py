"""HMAC in pipelines: the rate of short messages, and messages of both hashes in flight."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from silicrypt import catalog
from silicrypt.verify.wire import Job, compare, model

pytestmark = pytest.mark.recorded()

NAMES = ("hmac-md5-sha1-area-pipe4-pre", "hmac-md5-sha1-perf-pipe4-pre")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("stall_out", [0.0, 0.9])
def test_messages_of_both_hashes_are_in_flight_together(name: str, stall_out: float) -> None:
    point, rng = catalog.get(name), random.Random(7)
    both = [model(one, "stream") for one in point.choices]
    messages = [one.message(rng.randbytes(20), key=True) for one in both]
    messages += [
        rng.choice(both).message(rng.randbytes(rng.randrange(300)), rng.randrange(4))
        for _ in range(200)
    ]
    job = Job(tuple(messages), stall_out=stall_out)
    (reply,) = both[0].run([job])
    assert compare(reply, both[0].expected(job), "message") == []
    spans = [
        (outcome.first, outcome.valid, message.sha1)
        for outcome, message in zip(reply.outcomes, messages[2:], strict=True)
    ]
    beside = [
        now
        for now, _, sha1 in spans
        if any(first < now < valid and other != sha1 for first, valid, other in spans)
    ]
    assert len(beside) > 100


def test_a_block_of_md5_waits_in_the_shared_stages_alone() -> None:
    shared, pair = ([one.formulas for one in catalog.get(name).choices] for name in NAMES)
    assert [one.cycles_per_block for one in shared] == [21, 21]
    assert [one.cycles_per_block for one in pair] == [17, 21]
    alone = [catalog.get(f"hmac-{name}-pipe4-pre").formulas for name in ("md5", "sha1")]
    for one, other in zip(pair, alone, strict=True):
        assert one.values(["stream"]) == replace(other).values(["stream"])


@pytest.mark.parametrize(("name", "cycles"), [("hmac-sha1-pipe4", 77), ("hmac-md5-pipe4", 63)])
def test_short_messages_round_robin_on_all_channels(name: str, cycles: int) -> None:
    point = catalog.get(name)
    subject = model(point, "stream")
    data = bytes(40)
    parts = [subject.message(data, i % point.stages) for i in range(24 * point.stages)]
    beats = len(data) // subject.beat_bytes
    (reply,) = subject.run([subject.job(parts, burst=beats)])
    assert compare(reply, [subject.reference(data)] * len(parts), "message") == []
    times = sorted(outcome.valid for outcome in reply.outcomes)[8 * point.stages :]
    rounds = [later - first for first, later in zip(times, times[point.stages :], strict=False)]
    assert set(rounds) == {point.stages * cycles}
