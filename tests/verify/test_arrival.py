"""A message that comes after any idle time has the right digest, and the latency of the formula.

``silicrypt mutate`` found a mutant of ``sil_md_sequencer.sv`` that lost such messages and passed
the quick suite, in which a message alone always comes after the same number of idle cycles.
"""

from __future__ import annotations

import pytest

from silicrypt.catalog import machines
from silicrypt.verify import wire
from silicrypt.verify.wire import compare

_MESSAGES, _STALL = 60, 0.9


@pytest.mark.parametrize("name", ["md5-fast", "sha1-fast", "sha256-fast", "sm3-fast", "shat128"])
def test_the_idle_time_before_a_message_does_not_matter(name: str) -> None:
    point = machines.get(name)
    subject = wire.model(point, "stream")
    message = subject.message(b"abc")  # one beat, which stalls cannot divide
    jobs = [subject.job([message], stall_in=_STALL, seed=seed + 1) for seed in range(_MESSAGES)]
    replies = subject.run(jobs)
    digest = subject.reference(message.data)
    assert [one for reply in replies for one in compare(reply, [digest], "message")] == []
    assert {reply.outcomes[0].cycles for reply in replies} == {point.cycles("stream", 3)}
    assert len({reply.cycles for reply in replies}) > 3  # the idle times differ
