"""Runs the quick suite on a model of mutants, until a check fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from silicrypt.base.scope import silent
from silicrypt.catalog import DesignPoint, Level
from silicrypt.errors import SilicryptError
from silicrypt.mutate.netlist import SELECT
from silicrypt.verify import checks, register_suite, suites
from silicrypt.verify.checks import Check

_EFFORT = suites.effort_of("quick")
#: A check, which is not yet run.
_Waiting = tuple[str, Callable[[], Check]]


def failing(point: DesignPoint, level: Level, program: Path) -> str:
    """Returns the name of the first check of the quick suite that fails; empty if all pass.

    A simulation that ends early fails.

    Args:
        point: the design point.
        level: its level.
        program: the executable, which may stand for a mutant (`selected`).
    """
    for name, check in _suite(point, level, program):
        try:
            if not check().passed:
                return name
        except (SilicryptError, ValueError, IndexError):
            return name
    return ""


def selected(program: Path, number: int, folder: Path) -> Path:
    """Writes a script that runs a model with one of its mutants, and returns it."""
    script = folder / f"mutant-{number}"
    script.write_text(f'#!/bin/sh\nexec "{program}" "$@" +{SELECT}={number}\n', encoding="utf-8")
    script.chmod(0o755)
    return script


def _suite(point: DesignPoint, level: Level, program: Path) -> Iterator[_Waiting]:
    """Yields the checks of the suite of a design point in its order."""
    suite = suites.suite_of(point)
    if suite is register_suite:
        # A unit with registers takes the program in place of its build.
        builds: Any = {level: program}
        for name in register_suite.checks_of(point):
            yield name, partial(_of_registers, point, builds, name)
        return
    for choice in point.choices:
        subject = suite.SUBJECT(choice, level, program)
        for name, examine in suite.checks_of(choice, level).items():
            yield name, partial(checks.perform, name, examine, subject, _EFFORT)


def _of_registers(point: DesignPoint, builds: Any, name: str) -> Check:
    (check,) = register_suite.perform(point, builds, _EFFORT, silent, [name])
    return check
