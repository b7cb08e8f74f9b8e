"""Hashes with registers for save and restore: the suite passes, and notices planted mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest
from cocotb_model import ALL, Model, run

from planted import broken, load, program
from silicrypt import catalog
from silicrypt.base.progress import silent
from silicrypt.errors import ToolFailed, UnitFailed
from silicrypt.tools import verilator
from silicrypt.verify import checkers, native, register_suite, save_registers, suites
from silicrypt.verify.register_session import RegisterSession
from silicrypt.verify.save_registers import SaveSubject

MISTAKES = load("save_registers")


@pytest.mark.parametrize(
    "name",
    [
        *("sha256-save-apb", "sha256-save-axil"),
        *(
            pytest.param(name, marks=pytest.mark.full)
            for name in ("sha512-save-axil", "sha512-save-apb")
        ),
    ],
)
def test_the_suite_passes(name: str) -> None:
    point = catalog.get(name)
    builds = {"stream": register_suite.build(point, "stream", tuple(point.sources("stream")))}
    found = register_suite.perform(point, builds, suites.EFFORTS["quick"], silent)
    assert {one.name for one in found} > {*save_registers.CHECKS}
    assert all(one.passed for one in found), [one for one in found if not one.passed]


@pytest.mark.parametrize("name", ["sha256-save-axil", "sha512-save-apb"])
def test_a_wipe_leaves_nothing(name: str, tmp_path: Path) -> None:
    point = catalog.get(name)
    model = Model.of(point.top("stream"), point.sources("stream"), point.verilator_args(), ALL)
    run(model, "mapped_save_tests", tmp_path, settings={"SILICRYPT_TEST_CONFIG": name})


def noticed(name: str, folder: Path, *, active: bool) -> bool:
    """Returns whether the check of a mistake fails, with the mistake or without any."""
    mistake = MISTAKES[name]
    point = catalog.get(mistake.design)
    right, top = point.sources("stream"), point.top("stream")
    sources, number = broken(MISTAKES, name, right, folder, top)
    bench = verilator.executable(register_suite.build(point, "stream", sources))
    without = (checkers.UNCHECKED,) if mistake.check in save_registers.ILLEGAL else ()
    with native.running(program(bench, number * active, folder), 1, without) as pipe:
        subject = SaveSubject(point, RegisterSession(pipe))
        try:
            wrong, cases, _ = save_registers.CHECKS[mistake.check](subject, suites.EFFORTS["quick"])
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
