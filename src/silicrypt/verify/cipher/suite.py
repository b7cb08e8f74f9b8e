"""The suite of block ciphers, and of messages under them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from silicrypt.base.progress import Progress
from silicrypt.catalog import Config, Level
from silicrypt.verify.checks import Builds, Check, Effort, Examine, perform_all
from silicrypt.verify.cipher import core, stream
from silicrypt.verify.cipher.model import Model, Subject, build

__all__ = ["build", "checks_of", "perform"]


def checks_of(config: Config, level: Level) -> Mapping[str, Examine]:
    """Returns the checks of a level."""
    return core.CHECKS if level == "core" else stream.checks_of(config)


def perform(config: Config, builds: Builds, effort: Effort, progress: Progress) -> list[Check]:
    """Runs all checks of a design point on its compiled levels.

    Raises:
        ToolMissing: Verilator or a C++ compiler is not installed.
        ToolFailed: the sources do not compile, or a simulation stopped with an error.
    """

    def subject(choice: Config, level: Level, program: Path) -> Subject:
        return Subject(choice, level, Model(program))

    return perform_all(config, builds, subject, checks_of, effort, progress)
