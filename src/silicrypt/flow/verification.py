"""Verifies a design point and its netlists before they are measured, once for the same inputs.

The key of a verification covers everything that decides its outcome: each file that the simulation
is built from, with the checkers bound to it and the bench; every flag; the tools, the C++ compiler
among them; what the formulas state; and the code here that checks, found from what it names
(`silicrypt.base.code`).

The keys of the reference results are in ``results/verifications.json``, with the sources that
elaboration reached and the compiler. A committed record holds for the compiler that it names. It is
compared without elaboration, which would reach the same files again as long as none of them changed
and no other file declares one of their modules.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pydantic import TypeAdapter, ValidationError

from silicrypt import targets
from silicrypt.base.code import code_key
from silicrypt.base.scope import Progress, silent
from silicrypt.catalog import BUSES, BlockCipher, DesignPoint, Level, load
from silicrypt.catalog.word_serial import preset
from silicrypt.errors import CorruptResult, NotVerified
from silicrypt.flow import synth
from silicrypt.flow.synth import PointDesign, Synthesized, write_elaborated, write_mapped
from silicrypt.paths import cache_dir, hw_root, kept, reference_results
from silicrypt.results.result import VerificationRecord
from silicrypt.results.store import Store, fingerprint, key_of, rewrite
from silicrypt.targets import StandardCells
from silicrypt.tools import cellmodels, verilator
from silicrypt.tools.installed import version
from silicrypt.verify import proofs, suites
from silicrypt.verify.checks import Check, check, sections_of
from silicrypt.verify.netlist_cipher import one_block
from silicrypt.verify.netlist_hash import check_gating
from silicrypt.verify.wipe import verify_wipe

#: The suite that a design point passes before it is measured.
SUITE = "quick"
_KIND, _FILE = "verifications", "verification.json"
_NETLISTS = "verified-netlists"
#: The file with the records of the reference results.
_COMMITTED = "verifications.json"
#: Packages with the vectors and with the reference implementations.
_REFERENCES = ("cryptography-vectors", "cryptography")


#: Targets whose mapped netlists are also simulated by the full suite.
NETLISTS = ("ecp5-85k", "nangate45")
#: Unrolled rounds from which a model with every signal visible takes too long to compile.
_ALL_ROUNDS = 10


@dataclass(frozen=True)
class Verified:
    """A committed record that a design point passed a suite.

    Attributes:
        key: the key of the verification.
        suite: the suite.
        checks: number of checks.
        cases: number of cases in those checks.
        compiler: the version of the C++ compiler.
        sources: the files below ``hw/`` that elaboration reached, and the checkers.
    """

    key: str
    suite: str
    checks: int
    cases: int
    compiler: str
    sources: tuple[str, ...]


def require(point: DesignPoint, suite: str, store: Store, progress: Progress) -> VerificationRecord:
    """Returns the record that a configuration passed a suite; runs the suite if there is none.

    The record of a self-test machine is that of the design point inside it.

    Raises:
        NotVerified: a check failed; the message names it.
    """
    point = point.inside or point

    def build(folder: Path) -> None:
        verification = suites.verify(point, suite, progress)
        _demand_pass(point, verification)
        text = json.dumps(asdict(verification), indent=1, sort_keys=True)
        (folder / _FILE).write_text(text, encoding="utf-8")

    name = key(point, suite)
    record = store.load(_KIND, name, build, lambda folder: _read(folder / _FILE))
    return replace(record, source_hash=name, compiler=verilator.compiler_version())


def key(
    point: DesignPoint,
    suite: str,
    sources: Sequence[Path] | None = None,
    compiler: str | None = None,
) -> str:
    """Returns a hash of everything that decides whether a design point passes a suite.

    Args:
        point: the design point.
        suite: the suite.
        sources: the files that elaboration reaches, and the checkers, if they are known.
        compiler: the version of the C++ compiler; that of this machine by default.
    """
    own = suites.suite_of(point)
    compiled_by = compiler or verilator.compiler_version()
    builds = {
        level: own.build(point, level, tuple(point.sources(level)) if sources is None else ())
        for level in point.levels
    }
    files = {path for build in builds.values() for path in (*build.sources, *build.bench)}
    files |= set(sources or ())
    # The statements that bind checkers are in the cache. They follow from the sources and the code.
    read = [path for path in files if not path.is_relative_to(cache_dir())]
    return fingerprint(
        {
            "files": sorted(map(verilator.meaning, read)),
            "builds": {level: build.given(compiled_by) for level, build in builds.items()},
            "formulas": point.stated,
            "effort": asdict(suites.effort_of(suite)),
            "tools": {package: version(package) for package in _REFERENCES},
            "code": code_key(
                *(suites.verify, own.build, own.perform, point.unit.reference),
                *{type(one.formulas) for one in point.choices},
            ),
        }
    )


def holds(record: VerificationRecord, point: DesignPoint) -> bool:
    """Returns whether a design point would pass the suite of a record again, with its inputs."""
    point = point.inside or point
    if record.suite not in suites.EFFORTS:
        return False
    known = committed().get(point.name)
    if known is not None and known.key == record.source_hash and _is_current(known, point):
        return True
    if record.compiler != verilator.compiler_version():
        return False
    return record.source_hash == key(point, record.suite)


def _is_current(known: Verified, point: DesignPoint) -> bool:
    paths = [hw_root() / name for name in known.sources]
    modules = [name for name in known.sources if not name.endswith("_checker.sv")]
    if point.located(modules) is None or not all(path.is_file() for path in paths):
        return False
    return known.key == key(point, known.suite, paths, known.compiler)


def committed(folder: Path | None = None) -> Mapping[str, Verified]:
    """Returns the records of a folder of results; by default the committed ones."""
    path = (folder or reference_results()) / _COMMITTED
    return _committed(path) if path.is_file() else MappingProxyType({})


@kept
def _committed(path: Path) -> Mapping[str, Verified]:
    return _read_committed(path)


def _read_committed(path: Path) -> Mapping[str, Verified]:
    try:
        found = TypeAdapter(dict[str, Verified]).validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        raise CorruptResult(f"{path}: {error}; restore it from the repository") from error
    return MappingProxyType(found)


def commit(records: Mapping[str, VerificationRecord], folder: Path) -> None:
    """Adds new records to those of a folder of results; removes those of former design points.

    Records that other processes add at the same time stay.

    Args:
        records: what design points, or those inside machines, passed, by name.
        folder: the folder.

    Raises:
        StoreError: the folder cannot be written.
    """
    path = folder / _COMMITTED
    rewrite(path, lambda: _with(records, _read_committed(path) if path.is_file() else {}))


def _with(records: Mapping[str, VerificationRecord], before: Mapping[str, Verified]) -> str:
    """Returns the text of a file of records with new ones."""
    known = load()
    found = {name: one for name, one in before.items() if name in known}
    for name in records.keys() & known.keys():
        record, point = records[name], known[name].inside or known[name]
        if point.name in found and found[point.name].key == record.source_hash:
            continue
        found[point.name] = Verified(
            key=record.source_hash,
            suite=record.suite,
            checks=record.checks,
            cases=record.cases,
            compiler=record.compiler,
            sources=_sources(point),
        )
    return json.dumps({name: asdict(found[name]) for name in sorted(found)}, indent=1) + "\n"


def _sources(point: DesignPoint) -> tuple[str, ...]:
    """Returns the files below ``hw/`` that the simulations of a design point are built from."""
    own, root = suites.suite_of(point), hw_root()
    builds = [own.build(point, level, tuple(point.sources(level))) for level in point.levels]
    files = {path for build in builds for path in build.sources if path.suffix == ".sv"}
    return tuple(sorted(p.relative_to(root).as_posix() for p in files if p.is_relative_to(root)))


def require_netlist(
    design: PointDesign, synthesized: Synthesized, record: VerificationRecord, store: Store
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
                f"the netlist of {design.name} for {design.target.name} is wrong and is not "
                f"measured: {what}"
            )
        text = json.dumps([asdict(check) for check in checks], indent=1, sort_keys=True)
        (folder / _FILE).write_text(text, encoding="utf-8")

    inputs = {"netlist": synthesized.sha256, **_netlist_check(design, record.compiler)}
    key = key_of(inputs, code_key(*_checking(design)))
    cases, about = store.load(_NETLISTS, key, build, lambda folder: _read_checks(folder / _FILE))
    return replace(
        record,
        netlist=synthesized.sha256[:16],
        netlist_cases=cases,
        netlist_about=about,
        netlist_key=netlist_key(design, record.compiler),
    )


def carried(
    old: VerificationRecord, design: PointDesign, record: VerificationRecord
) -> VerificationRecord | None:
    """Returns a new record of the sources with the check of the netlist from an old one.

    Args:
        old: the old record.
        design: the design; its sources and settings are those of the old record.
        record: the new record of the sources.

    Returns:
        None if the check of the netlist must be repeated.
    """
    if netlist_key(design) != old.netlist_key:
        return None
    return replace(
        record,
        netlist=old.netlist,
        netlist_cases=old.netlist_cases,
        netlist_about=old.netlist_about,
        netlist_key=old.netlist_key,
    )


def netlist_key(design: PointDesign, compiler: str | None = None) -> str:
    """Returns a hash of everything that decides whether the netlist of a design passes its check.

    It follows from the sources, so it is known without the netlist. It is empty for a target whose
    netlists are not simulated.

    Args:
        design: the design; its netlist follows from its sources and settings.
        compiler: the version of the C++ compiler; that of this machine by default.
    """
    if not design.target.simulated:
        return ""
    mapped = {"sources": design.source_hash, "mapping": design.settings}
    code = code_key(write_elaborated, write_mapped, *_checking(design))
    return key_of({**mapped, **_netlist_check(design, compiler)}, code)


def _netlist_check(design: PointDesign, compiler: str | None) -> dict[str, object]:
    """Returns what goes into the check of a given netlist."""
    point, target = design.point, design.target
    return {
        "parameters": [word for one in point.overrides() for word in ("-G", one)],
        "level": design.level,
        "formulas": point.stated,
        "cells": target.sha256 if isinstance(target, StandardCells) else target.models,
        "tools": [*map(version, _REFERENCES), compiler or verilator.compiler_version()],
    }


def _checking(design: PointDesign) -> tuple[object, ...]:
    """Returns where the code begins that checks the netlist of a design."""
    point, target = design.point, design.target
    models = cellmodels.cells if isinstance(target, StandardCells) else target.models
    return check, sections_of(point), models, point.unit.reference


def _read_checks(path: Path) -> tuple[int, str]:
    """Returns the number of cases that a netlist passed, and what they covered."""
    try:
        checks: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
        cases = sum(check["cases"] for check in checks)
        return cases, "; ".join(check["detail"] for check in checks)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise _corrupt(path) from error


def check_netlist(design: PointDesign, synthesized: Synthesized) -> Sequence[Check]:
    """Simulates the cells of a mapped netlist in an independent simulator."""
    models = cellmodels.cells(design.target)
    return check(design.point, design.level, design.target.name, synthesized.document, models)


def _demand_pass(point: DesignPoint, verification: suites.Verification) -> None:
    failed = [check for check in verification.checks if not check.passed]
    if verification.passed and not failed:
        return
    what = "; ".join(f"{check.level} {check.name}: {check.detail}" for check in failed)
    raise NotVerified(
        f"{point.name} failed its verification and is not measured: {what}; "
        f"'silicrypt verify {point.name}' shows all checks"
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


def verify(
    point: DesignPoint, suite: str = "quick", progress: Progress = silent
) -> suites.Verification:
    """Runs a suite (`suites.verify`).

    With the full suite, wipes are checked in every phase, proofs are made, and netlists are mapped
    and simulated. A memory-mapped unit has none of these checks.

    Args:
        point: the design point.
        suite: ``"quick"`` or ``"full"``.
        progress: called as (done, total, label) after each step.

    Raises:
        UnknownName: there is no such suite.
        ToolMissing: Verilator or a C++ compiler is not installed.
        ToolFailed: the sources do not compile, or a simulation stopped with an error.
    """
    begin, found = time.monotonic(), suites.verify(point, suite, progress)
    if suite != "full" or point.unit.interface in BUSES:
        return found
    checks = (
        *found.checks,
        *_wipe(point, progress),
        *_proofs(point, progress),
        *_netlists(point, progress),
    )
    return replace(
        found,
        checks=checks,
        passed=all(check.passed for check in checks),
        seconds=round(time.monotonic() - begin, 2),
    )


def verify_netlist(
    point: DesignPoint, target: str, level: Level | None = None
) -> tuple[Check, ...]:
    """Maps a design point and checks its netlist.

    Args:
        point: the design point.
        target: name of a target whose cells have models: an ECP5 or a standard-cell library.
        level: the level that is mapped; by default, the first level of the design point.

    Raises:
        UnknownName: there is no such target.
        BadInput: the target's cells have no models.
        ToolFailed: synthesis ended with an error.
    """
    models, chosen = cellmodels.cells(targets.get(target)), level or point.levels[0]
    return check(point, chosen, target, synth.netlist(point, chosen, target), models)


def verify_gating(point: DesignPoint) -> Check:
    """Maps the core of a design point with ``ClockGate``; checks its gated clocks while it is idle.

    FPGAs have clock enables instead, so it is mapped to standard cells.

    Raises:
        ToolFailed: synthesis ended with an error.
    """
    target = "nangate45"
    models = cellmodels.cells(targets.get(target))
    document = synth.netlist(point, point.levels[0], target)
    work = one_block if isinstance(point.algorithm, BlockCipher) else None
    return check_gating(point, target, document, models, work)


def _wipe(point: DesignPoint, progress: Progress) -> Iterator[Check]:
    """Checks what a wipe leaves, where there are keys and the model compiles in minutes."""
    secret = point.unit.keyed or point.unit.interface == "kdf"
    if secret and "stream" in point.levels and point.unroll < _ALL_ROUNDS:
        progress(0, 1, "wipe in every cycle")
        yield verify_wipe(point)
        progress(1, 1, "wiped")


def _proofs(point: DesignPoint, progress: Progress) -> Iterator[Check]:
    """Runs the proofs for the design point."""
    for verdict in proofs.prove_all(proofs.of(point.name), progress):
        name, covered = f"proof {verdict.name}", f"{verdict.claim} ({verdict.detail})"
        yield Check(name, "core", verdict.proved, 1, covered)


def _netlists(point: DesignPoint, progress: Progress) -> Iterator[Check]:
    """Checks the mapped netlists, in a simulator that is not Verilator."""
    # Mapping a cipher to standard cells takes minutes. A measurement there verifies that netlist.
    # Standard cells have no memory with contents at power-up.
    alone = isinstance(point.algorithm, BlockCipher) or preset(point)
    known = NETLISTS[:1] if alone else NETLISTS
    for done, target in enumerate(known):
        progress(done, len(known), f"netlist for {target}")
        yield from verify_netlist(point, target)
    if point.parameters.get("ClockGate"):
        yield verify_gating(point)
    progress(len(known), len(known), "netlists simulated")
