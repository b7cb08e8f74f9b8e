"""Verifies a design point: runs the suite of its interface, and records the results."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from types import MappingProxyType, ModuleType

from silicrypt.base.scope import Progress, silent
from silicrypt.catalog import DesignPoint, Level
from silicrypt.errors import BadInput, UnknownName
from silicrypt.verify.checks import Builds, Check, Effort
from silicrypt.verify.native import source_hash

EFFORTS: Mapping[str, Effort] = MappingProxyType(
    {
        "quick": Effort(checkpoints=5, seeds=4, boundaries=4, random_bytes=600),
        "full": Effort(
            checkpoints=100, seeds=40, boundaries=40, random_bytes=4000, fuzz_cycles=1_000_000
        ),
    }
)
#: The module with the suite of each interface (`Unit.interface`).
_MODULES = MappingProxyType(
    {
        **dict.fromkeys(("hash", "sponge", "hmac"), "hash_suite"),
        "aes": "cipher_suite",
        "aead": "aead_suite",
        "kdf": "kdf_suite",
        **dict.fromkeys(("axil", "apb"), "register_suite"),
    }
)
#: What Verilator says about the style of generated text does not matter.
_UNCHECKED_STYLE = ("-Wno-lint", "-Wno-fatal")


@dataclass(frozen=True)
class ExportedSources:
    """The files of a design point at one level that an export wrote.

    Attributes:
        level: the level.
        module: the top module, which has the ports of the sources and no parameters.
        files: waivers, if it has any, and the sources in compile order.
    """

    level: Level
    module: str
    files: tuple[Path, ...]


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


def suite_of(point: DesignPoint) -> ModuleType:
    """Returns the suite of a design point, by its interface.

    It is a module with two functions: ``build(point, level, sources)`` returns the inputs of the
    simulation of a level; ``perform(point, builds, effort, progress)`` runs all checks, and
    returns their records in a fixed order.

    Raises:
        BadInput: there is none.
    """
    module = _MODULES.get(point.unit.interface)
    if module is None:
        raise BadInput(f"{point.name}: the interface {point.unit.interface} has no suite")
    return import_module(f"{__package__}.{module}")


def effort_of(suite: str) -> Effort:
    """Returns the effort of a suite.

    Raises:
        UnknownName: there is no such suite.
    """
    if suite not in EFFORTS:
        raise UnknownName("suite", suite, EFFORTS)
    return EFFORTS[suite]


def verify(
    point: DesignPoint,
    suite: str = "quick",
    progress: Progress = silent,
    exported: ExportedSources | None = None,
) -> Verification:
    """Checks all levels of a configuration against NIST's vectors, `hashlib` and the contract.

    Args:
        point: the configuration.
        suite: ``"quick"`` (under half a minute) or ``"full"``, which has more of every kind of
            case.
        progress: called as (done, total, label) after each step.
        exported: files of one level, which are simulated instead of the sources of all levels and
            their checkers.

    Raises:
        UnknownName: there is no such suite.
        BadInput: there is no suite for the interface.
        ToolMissing: Verilator or a C++ compiler is not installed.
        ToolFailed: the sources do not compile, or a simulation stopped with an error.
    """
    begin, effort, own = time.monotonic(), effort_of(suite), suite_of(point)
    builds: Builds
    if exported:
        build = own.build(point, exported.level, exported.files)
        files = {"sources": exported.files, "arguments": _UNCHECKED_STYLE}
        builds = {exported.level: replace(build, top=exported.module, **files)}
    else:
        builds = {
            level: own.build(point, level, tuple(point.sources(level))) for level in point.levels
        }
    checks = own.perform(point, builds, effort, progress)
    passed = bool(checks) and all(check.passed for check in checks)
    seconds = round(time.monotonic() - begin, 2)
    return Verification(point.name, suite, passed, tuple(checks), source_hash(point), seconds)
