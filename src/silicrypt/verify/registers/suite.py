"""The suite of units with registers on a bus."""

from __future__ import annotations

from pathlib import Path

from silicrypt.base.progress import Progress
from silicrypt.catalog import Config, Level
from silicrypt.tools import verilator
from silicrypt.verify.checks import Builds, Check, Effort
from silicrypt.verify.registers import checks, session


def build(config: Config, _: Level, sources: tuple[Path, ...]) -> verilator.Build:
    """Returns the inputs of the simulation of the unit with these sources."""
    return session.build(config, sources)


def perform(config: Config, builds: Builds, effort: Effort, progress: Progress) -> list[Check]:
    """Runs all checks of the unit.

    Raises:
        ToolMissing: Verilator or a C++ compiler is not installed.
        ToolFailed: the sources do not compile, or a simulation stopped with an error.
    """
    (inputs,) = builds.values()
    return checks.perform(config, inputs, effort, progress)
