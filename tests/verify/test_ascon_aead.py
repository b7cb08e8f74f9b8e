"""Ascon-AEAD128 with one mistake does not pass: the named check finds each mistake."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from planted import broken, load, program
from silicrypt import catalog
from silicrypt.tools import verilator
from silicrypt.verify.aead_suite import CHECKS
from silicrypt.verify.aead_wire import AeadSubject, build
from silicrypt.verify.checks import Check, perform
from silicrypt.verify.suites import EFFORTS

MISTAKES = load("ascon_aead")


def performed(name: str, folder: Path, active: bool = True) -> Check:
    """Returns a mistake's check on its configuration, in which it is active or no mistake is."""
    mistake = MISTAKES[name]
    point = catalog.get(mistake.design)
    sources = point.sources("stream")
    sources, number = broken(MISTAKES, name, sources, folder, point.top("stream"))
    bench = verilator.executable(build(point, "stream", sources))
    subject = AeadSubject(point, "stream", program(bench, number * active, folder))
    return perform(mistake.check, CHECKS[mistake.check], subject, EFFORTS["quick"])


@pytest.mark.usefixtures("broken_hardware")
@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_noticed(name: str, tmp_path: Path) -> None:
    check = performed(name, tmp_path)
    assert not check.passed
    assert re.search(MISTAKES[name].detail, check.detail), check.detail


@pytest.mark.usefixtures("broken_hardware")
def test_without_a_mistake_the_check_passes(tmp_path: Path) -> None:
    check = performed("a short nonce", tmp_path, active=False)
    assert check.passed, check.detail
