"""The rate of short messages in the pipelines of HMAC, which the page of HMAC states."""

from __future__ import annotations

import pytest

from silicrypt import catalog
from silicrypt.verify.hash import model
from silicrypt.verify.hash.subject import Subject, compare


@pytest.mark.parametrize(("name", "cycles"), [("hmac-sha1-pipe4", 77), ("hmac-md5-pipe4", 63)])
def test_short_messages_round_robin_on_all_channels(name: str, cycles: int) -> None:
    config = catalog.get(name)
    subject = Subject(config, "stream", model.model(config, "stream"))
    data = bytes(40)
    parts = [subject.message(data, i % config.stages) for i in range(24 * config.stages)]
    beats = len(data) // subject.beat_bytes
    (reply,) = subject.model.run([subject.job(parts, burst=beats)])
    assert compare(reply, [subject.reference(data)] * len(parts), "message") == []
    times = sorted(outcome.valid for outcome in reply.outcomes)[8 * config.stages :]
    rounds = [later - first for first, later in zip(times, times[config.stages :], strict=False)]
    assert set(rounds) == {config.stages * cycles}
