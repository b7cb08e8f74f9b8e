"""KMAC with registers: the suite passes, and notices planted mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from planted import broken, load, program
from silicrypt import catalog
from silicrypt.base.progress import silent
from silicrypt.errors import ToolFailed, UnitFailed
from silicrypt.tools import verilator
from silicrypt.verify import checkers, kmac_registers, native, register_suite, suites
from silicrypt.verify.kmac_registers import KmacRegisterSubject
from silicrypt.verify.register_session import RegisterSession

MISTAKES = load("kmac_registers")


@pytest.mark.parametrize(
    "name",
    [
        "kmac128-fast-apb",
        *(
            pytest.param(name, marks=pytest.mark.full)
            for name in ("kmac128-fast-axil", "kmac256-fast-axil", "kmac256-small-apb")
        ),
    ],
)
def test_the_suite_passes(name: str) -> None:
    point = catalog.get(name)
    builds = {"stream": register_suite.build(point, "stream", tuple(point.sources("stream")))}
    found = register_suite.perform(point, builds, suites.EFFORTS["quick"], silent)
    assert [one.name for one in found] == [*kmac_registers.CHECKS]
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
        subject = KmacRegisterSubject(point, RegisterSession(pipe))
        try:
            wrong, cases, _ = kmac_registers.CHECKS[mistake.check](subject, suites.EFFORTS["quick"])
        except (UnitFailed, ToolFailed):
            return True
    return bool(wrong) or not cases


@pytest.mark.parametrize("name", MISTAKES)
def test_the_suite_notices(name: str, tmp_path: Path) -> None:
    assert noticed(name, tmp_path, active=True)


@pytest.mark.parametrize("check", sorted({one.check for one in MISTAKES.values()}))
def test_without_a_mistake_each_check_passes(check: str, tmp_path: Path) -> None:
    name = next(name for name, one in MISTAKES.items() if one.check == check)
    assert not noticed(name, tmp_path, active=False)
