"""Verifies a design point: runs the suite of its interface, and records the results."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Protocol, cast

from silicrypt.base.progress import Progress, silent
from silicrypt.catalog import Config, Level
from silicrypt.errors import BadInput, UnknownName
from silicrypt.tools import verilator
from silicrypt.verify.checks import Builds, Check, Effort
from silicrypt.verify.native import source_hash
from silicrypt.verify.written import Written

EFFORTS: Mapping[str, Effort] = MappingProxyType(
    {
        "quick": Effort(checkpoints=5, seeds=4, boundaries=4, random_bytes=600),
        "full": Effort(
            checkpoints=100, seeds=40, boundaries=40, random_bytes=4000, fuzz_cycles=1_000_000
        ),
    }
)
#: The folder with the suite of each interface (`Unit.interface`).
_FOLDERS = MappingProxyType(
    {
        "hash": "hash",
        "sponge": "hash",
        "hmac": "hash",
        "aes": "cipher",
        "axil": "registers",
        "apb": "registers",
    }
)


class Suite(Protocol):
    """What the module ``suite`` of an interface has."""

    def build(self, config: Config, level: Level, sources: tuple[Path, ...]) -> verilator.Build:
        """Returns the inputs of the simulation of a level with these sources."""

    def perform(
        self, config: Config, builds: Builds, effort: Effort, progress: Progress
    ) -> list[Check]:
        """Runs all checks of a design point, in a fixed order of their records."""


@dataclass(frozen=True)
class Verification:
    """The record of a verification.

    Attributes:
        config: the configuration's name.
        suite: ``"quick"`` or ``"full"``.
        passed: whether every check passed.
        checks: the records of the checks, in a fixed order.
        source_hash: hash of the sources and parameters that were verified.
        seconds: time that it took, with building.
    """

    config: str
    suite: str
    passed: bool
    checks: tuple[Check, ...]
    source_hash: str
    seconds: float


def suite_of(config: Config) -> Suite:
    """Returns the suite of a design point, by its interface.

    Raises:
        BadInput: there is none.
    """
    folder = _FOLDERS.get(config.unit.interface)
    if folder is None:
        raise BadInput(f"{config.name}: the interface {config.unit.interface} has no suite")
    return cast(Suite, import_module(f"{__package__}.{folder}.suite"))


def effort_of(suite: str) -> Effort:
    """Returns the effort of a suite.

    Raises:
        UnknownName: there is no such suite.
    """
    if suite not in EFFORTS:
        raise UnknownName("suite", suite, EFFORTS)
    return EFFORTS[suite]


def verify(
    config: Config,
    suite: str = "quick",
    progress: Progress = silent,
    written: Written | None = None,
) -> Verification:
    """Checks all levels of a configuration against NIST's vectors, `hashlib` and the contract.

    Args:
        config: the configuration.
        suite: ``"quick"`` (under half a minute) or ``"full"``, which has more of every kind of
            case.
        progress: called as (done, total, label) after each step.
        written: Verilog of one level, which is simulated instead of the sources of all levels.

    Raises:
        UnknownName: there is no such suite.
        BadInput: there is no suite for the interface.
        ToolMissing: Verilator or a C++ compiler is not installed.
        ToolFailed: the sources do not compile, or a simulation stopped with an error.
    """
    begin, effort, own = time.monotonic(), effort_of(suite), suite_of(config)
    if written:
        level = written.level
        builds = {level: written.instead(own.build(config, level, written.files))}
    else:
        builds = {
            level: own.build(config, level, tuple(config.sources(level))) for level in config.levels
        }
    checks = own.perform(config, builds, effort, progress)
    passed = bool(checks) and all(check.passed for check in checks)
    seconds = round(time.monotonic() - begin, 2)
    return Verification(config.name, suite, passed, tuple(checks), source_hash(config), seconds)
