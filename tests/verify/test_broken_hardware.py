"""Hardware with one mistake does not pass: the named check finds each mistake."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest

from passed import Passed, suite_key
from planted import load, once, performed
from silicrypt import catalog
from silicrypt.verify.checks import perform
from silicrypt.verify.hash_suite import CHECKS
from silicrypt.verify.native import Outcome, Reply
from silicrypt.verify.suites import EFFORTS
from silicrypt.verify.wire import AnyJob, HashSubject, Job, Message

MISTAKES = load("hash")


@pytest.mark.usefixtures("broken_hardware")
@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_noticed(name: str, tmp_path: Path, passed: Passed) -> None:
    mistake = MISTAKES[name]
    with once(passed, mistake, suite_key(catalog.get(mistake.design))):
        check = performed(MISTAKES, name, tmp_path)
        assert not check.passed
        assert re.search(mistake.detail, check.detail), check.detail


@pytest.mark.usefixtures("broken_hardware")
@pytest.mark.parametrize("name", ["a hang", "a broken key that is loaded", "another S-box"])
def test_without_a_mistake_the_check_passes(name: str, tmp_path: Path) -> None:
    """A build contains all mistakes of its configuration; it is correct if none is active."""
    check = performed(MISTAKES, name, tmp_path, active=False)
    assert check.passed, check.detail


@dataclass(frozen=True)
class Lax(HashSubject):
    """A correct model that is never stalled or reset, and whose time depends on a message bit."""

    def run(self, jobs: Iterable[AnyJob], power_on: int = 1) -> list[Reply]:
        """Returns a digest for each message after 100 cycles, or 101."""
        replies = []
        for job in jobs:
            assert isinstance(job, Job)
            replies.append(Reply("", 200, 0, 0, tuple(map(self.outcome, job.messages))))
        return replies

    def outcome(self, message: Message) -> Outcome:
        """Returns the outcome of a message."""
        slow = message.data[:1] >= b"\x80"
        return Outcome(hashlib.sha256(message.data).digest(), 0, 100 + slow, lost=False)


@pytest.mark.parametrize(
    ("name", "detail"),
    [
        ("constant time", r"took \[100, 101\] cycles"),
        ("latency", "100 cycles instead of"),
        ("cycles per block", "0 cycles per block instead of"),
        ("stalls", "never made a beat or a digest wait"),
        ("resets", "no reset ever cut a message off"),
    ],
)
def test_wrong_cycles_and_empty_checks_are_noticed(name: str, detail: str) -> None:
    subject = Lax(catalog.get("sha256-u1"), "core", Path("none"))
    check = perform(name, CHECKS[name], subject, EFFORTS["quick"])
    assert not check.passed
    assert re.search(detail, check.detail), check.detail
