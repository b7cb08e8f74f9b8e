"""The rate of short messages in the pipelines of HMAC, which the page of HMAC states."""

from __future__ import annotations

import pytest

from silicrypt import catalog
from silicrypt.verify.wire import HashSubject, compare, model


@pytest.mark.parametrize(("name", "cycles"), [("hmac-sha1-pipe4", 77), ("hmac-md5-pipe4", 63)])
def test_short_messages_round_robin_on_all_channels(name: str, cycles: int) -> None:
    point = catalog.get(name)
    subject = HashSubject(point, "stream", model(point, "stream"))
    data = bytes(40)
    parts = [subject.message(data, i % point.stages) for i in range(24 * point.stages)]
    beats = len(data) // subject.beat_bytes
    (reply,) = subject.model.run([subject.job(parts, burst=beats)])
    assert compare(reply, [subject.reference(data)] * len(parts), "message") == []
    times = sorted(outcome.valid for outcome in reply.outcomes)[8 * point.stages :]
    rounds = [later - first for first, later in zip(times, times[point.stages :], strict=False)]
    assert set(rounds) == {point.stages * cycles}
