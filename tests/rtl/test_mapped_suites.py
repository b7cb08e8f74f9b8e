"""Units with registers of their own kind: each suite passes, and notices planted mistakes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from cocotb_model import ALL, Model, run_once

from passed import Passed, suite_key
from planted import Mistake, broken, load, once, program
from silicrypt import catalog
from silicrypt.base.scope import silent
from silicrypt.errors import ToolFailed, UnitFailed
from silicrypt.tools import verilator
from silicrypt.verify import (
    aead_registers,
    checkers,
    kmac_registers,
    native,
    register_suite,
    save_registers,
    suites,
)
from silicrypt.verify.register_session import RegisterSession


@dataclass(frozen=True)
class Family:
    """Units with the same checks.

    Attributes:
        checks: the checks of the family, by name.
        subject: makes the subject of a check from a design point and a session.
        illegal: checks that break a rule of the stream, and run without its checker.
        quick: units whose suite runs in each session.
        full: further units.
    """

    checks: Mapping[str, Any]
    subject: Any
    illegal: Collection[str]
    quick: tuple[str, ...]
    full: tuple[str, ...]


FAMILIES = {
    "aead": Family(
        aead_registers.CHECKS,
        aead_registers.AeadRegisterSubject,
        ("framing", "first cycles"),
        ("aes128-gcm-apb", "aes128-ccm-apb"),
        (
            *("aes128-gcm-axil", "aes128-gcm-held-axil", "aes128-gcm-small-apb"),
            *("aes-gcm-axil", "aes256-gcm-apb", "aes192-gcm-axil"),
            *("aes128-ccm-axil", "aes128-ccm-held-axil", "aes128-ccm-small-apb"),
            *("aes-ccm-axil", "aes256-ccm-apb", "aes192-ccm-axil"),
        ),
    ),
    "kmac": Family(
        kmac_registers.CHECKS,
        kmac_registers.KmacRegisterSubject,
        ("framing", "first cycles"),
        ("kmac128-fast-apb",),
        ("kmac128-fast-axil", "kmac256-fast-axil", "kmac256-small-apb"),
    ),
    "save": Family(
        save_registers.CHECKS,
        save_registers.SaveSubject,
        save_registers.ILLEGAL,
        ("sha256-save-apb", "sha256-save-axil"),
        ("sha512-save-axil", "sha512-save-apb"),
    ),
}
MISTAKES = {kind: load(f"{kind}_registers") for kind in FAMILIES}
UNITS = [
    pytest.param(kind, name, marks=pytest.mark.full if name in family.full else ())
    for kind, family in FAMILIES.items()
    for name in (*family.quick, *family.full)
]


@pytest.mark.parametrize(("kind", "name"), UNITS)
def test_the_suite_passes(kind: str, name: str, passed: Passed) -> None:
    point = catalog.get(name)
    with passed.once(suite_key(point)):
        build = register_suite.build(point, "stream", tuple(point.sources("stream")))
        effort = suites.EFFORTS["quick"]
        found = register_suite.perform(point, {"stream": build}, effort, silent)
        assert [one.name for one in found] == [*register_suite.checks_of(point)]
        assert {*FAMILIES[kind].checks} <= {one.name for one in found}
        assert all(one.passed for one in found), [one for one in found if not one.passed]


@dataclass(frozen=True)
class Planted:
    """A mistake of a family, and a folder for its sources."""

    kind: str
    name: str
    folder: Path

    @cached_property
    def mistake(self) -> Mistake:
        return MISTAKES[self.kind][self.name]

    def noticed(self, *, active: bool) -> bool:
        """Returns whether the check of the mistake fails, with the mistake or without any."""
        family, mistakes = FAMILIES[self.kind], MISTAKES[self.kind]
        point = catalog.get(self.mistake.design)
        right, top = point.sources("stream"), point.top("stream")
        sources, number = broken(mistakes, self.name, right, self.folder, top)
        bench = verilator.executable(register_suite.build(point, "stream", sources))
        without = (checkers.UNCHECKED,) if self.mistake.check in family.illegal else ()
        run = program(bench, number * active, self.folder)
        with native.running(run, 1, without) as pipe:
            subject = family.subject(point, RegisterSession(pipe))
            try:
                check = family.checks[self.mistake.check]
                wrong, cases, _ = check(subject, suites.EFFORTS["quick"])
            except (UnitFailed, ToolFailed):
                return True
        return bool(wrong) or not cases


@pytest.mark.parametrize(
    ("kind", "name"), [(kind, name) for kind, found in MISTAKES.items() for name in found]
)
def test_the_suite_notices(kind: str, name: str, tmp_path: Path, passed: Passed) -> None:
    planted = Planted(kind, name, tmp_path)
    with once(passed, planted.mistake, suite_key(catalog.get(planted.mistake.design))):
        assert planted.noticed(active=True)


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (kind, name)
        for kind, found in MISTAKES.items()
        for name in {one.check: name for name, one in found.items()}.values()
    ],
)
def test_without_a_mistake_each_check_passes(
    kind: str, name: str, tmp_path: Path, passed: Passed
) -> None:
    planted = Planted(kind, name, tmp_path)
    with once(passed, planted.mistake, suite_key(catalog.get(planted.mistake.design))):
        assert not planted.noticed(active=False)


@pytest.mark.parametrize("name", ["sha256-save-axil", "sha512-save-apb"])
def test_a_wipe_leaves_nothing(name: str, tmp_path: Path, passed: Passed) -> None:
    point = catalog.get(name)
    model = Model.of(point.top("stream"), point.sources("stream"), point.verilator_args(), ALL)
    run_once(passed, model, "mapped_save_tests", tmp_path, {"SILICRYPT_TEST_CONFIG": name})
