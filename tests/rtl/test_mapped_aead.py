"""AES-GCM and AES-CCM with registers: the suite passes, and notices planted mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from passed import Passed, suite_key
from planted import broken, load, once, program
from silicrypt import catalog
from silicrypt.base.progress import silent
from silicrypt.errors import ToolFailed, UnitFailed
from silicrypt.tools import verilator
from silicrypt.verify import aead_registers, checkers, native, register_suite, suites
from silicrypt.verify.aead_registers import AeadRegisterSubject
from silicrypt.verify.register_session import RegisterSession

MISTAKES = load("aead_registers")


@pytest.mark.parametrize(
    "name",
    [
        *("aes128-gcm-apb", "aes128-ccm-apb"),
        *(
            pytest.param(name, marks=pytest.mark.full)
            for name in (
                *("aes128-gcm-axil", "aes128-gcm-held-axil", "aes128-gcm-small-apb"),
                *("aes-gcm-axil", "aes256-gcm-apb", "aes192-gcm-axil"),
                *("aes128-ccm-axil", "aes128-ccm-held-axil", "aes128-ccm-small-apb"),
                *("aes-ccm-axil", "aes256-ccm-apb", "aes192-ccm-axil"),
            )
        ),
    ],
)
def test_the_suite_passes(name: str) -> None:
    point = catalog.get(name)
    builds = {"stream": register_suite.build(point, "stream", tuple(point.sources("stream")))}
    found = register_suite.perform(point, builds, suites.EFFORTS["quick"], silent)
    assert [one.name for one in found] == [*aead_registers.CHECKS]
    assert all(one.passed for one in found), [one for one in found if not one.passed]


def noticed(name: str, folder: Path, *, active: bool) -> bool:
    """Returns whether the check of a mistake fails, with the mistake or without any."""
    mistake = MISTAKES[name]
    point = catalog.get(mistake.design)
    right, top = point.sources("stream"), point.top("stream")
    sources, number = broken(MISTAKES, name, right, folder, top)
    bench = verilator.executable(register_suite.build(point, "stream", sources))
    without = (checkers.UNCHECKED,) if mistake.check in ("framing", "first cycles") else ()
    with native.running(program(bench, number * active, folder), 1, without) as pipe:
        subject = AeadRegisterSubject(point, RegisterSession(pipe))
        try:
            wrong, cases, _ = aead_registers.CHECKS[mistake.check](subject, suites.EFFORTS["quick"])
        except (UnitFailed, ToolFailed):
            return True
    return bool(wrong) or not cases


@pytest.mark.parametrize("name", MISTAKES)
def test_the_suite_notices(name: str, tmp_path: Path, passed: Passed) -> None:
    mistake = MISTAKES[name]
    with once(passed, mistake, suite_key(catalog.get(mistake.design))):
        assert noticed(name, tmp_path, active=True)


@pytest.mark.parametrize("check", sorted({one.check for one in MISTAKES.values()}))
def test_without_a_mistake_each_check_passes(check: str, tmp_path: Path) -> None:
    name = next(name for name, one in MISTAKES.items() if one.check == check)
    assert not noticed(name, tmp_path, active=False)
