"""Carries committed results over a change of silicrypt's own code that changes no figure.

The key of a result has two parts: what went in, and the code of this package that was run
(`silicrypt.results.store.key_of`). After a change of that code alone, such as a rename, a result is
stale although its figures are right. To measure all of them again takes days. This module verifies
every design point again, measures a sample of every kind of result again, and gives all results the
new keys if each figure of the sample is the same to the last digit. ``results/carried.json`` lists
what was carried and what was measured.

A result whose sources have changed is not carried. If it was placed and routed, it gets a new key
of its netlist: sources that still give this netlist need not be placed and routed again.
"""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from silicrypt import catalog
from silicrypt.base.scope import Progress, silent
from silicrypt.catalog import DesignPoint
from silicrypt.errors import BadInput, UnknownName
from silicrypt.flow import implement, power, verification
from silicrypt.flow.batch import Task
from silicrypt.flow.pipeline import result_key
from silicrypt.flow.query import measured_design
from silicrypt.flow.stimuli import stimuli
from silicrypt.flow.synth import PointDesign, design_of
from silicrypt.paths import cache_dir, reference_results
from silicrypt.results.result import (
    FILE,
    AnyRecord,
    PowerResult,
    Result,
    VerificationRecord,
    load_all,
    load_as,
    render,
)
from silicrypt.results.store import Store, rewrite, write_atomic
from silicrypt.targets import Routed, Target
from silicrypt.tools import process

_LOG = "carried.json"
AnyResult = Result | PowerResult


@dataclass(frozen=True)
class Stale:
    """A committed result whose inputs are current, and whose code or verification is not.

    Attributes:
        path: its file.
        result: the result.
        design: what it measured, with its sources.
        run_id: its run id with the code of today.
    """

    path: Path
    result: AnyResult
    design: PointDesign
    run_id: str

    @property
    def name(self) -> str:
        """The label of the run, as `Task` has it."""
        result, power = self.result, isinstance(self.result, PowerResult)
        scenarios = (result.scenario,) if isinstance(result, PowerResult) else ()
        level = self.design.level
        return str(Task(result.config, result.target, level, (), power, scenarios))

    @property
    def kind(self) -> tuple[str, ...]:
        """What the code that made it depends on: the family, the interface, the figures."""
        family = type(self.design.target).__name__
        scenario = self.result.scenario if isinstance(self.result, PowerResult) else ""
        return family, self.design.point.unit.interface, self.design.level, scenario


def stale() -> list[Stale]:
    """Returns the committed results that can be carried, in the order of their files."""
    return [found for kind in (Result, PowerResult) for found in _stale(kind)]


def _stale(kind: type[AnyResult]) -> Iterator[Stale]:
    for path, result in _committed(kind):
        design = _design(result)
        if design is None:
            continue
        run_id = _run_id(result, design)
        record = result.verification
        check = verification.netlist_key(design, record.compiler)
        same_inputs = _inputs(run_id) == _inputs(result.run_id)
        if not same_inputs or _inputs(check) != _inputs(record.netlist_key):
            continue
        if (run_id, check) != (result.run_id, record.netlist_key) or not verification.holds(
            record, design.point
        ):
            yield Stale(path, result, design, run_id)


def _committed(kind: type[AnyRecord]) -> list[tuple[Path, AnyRecord]]:
    files = sorted(reference_results().glob("*/*.json"))
    power = kind is PowerResult
    return load_all(kind, [path for path in files if path.name.endswith("-power.json") == power])


def _inputs(key: str) -> str:
    return key.partition("-")[0]


def _design(result: AnyResult) -> PointDesign | None:
    """Returns what a result measured, with its sources; None if that is no more."""
    design = measured_design(result)
    return design.made_of(result.sources) if design else None


def _run_id(result: AnyResult, design: PointDesign) -> str:
    if isinstance(result, Result):
        return implement.run_id(design, result.seeds)
    (stimulus,) = stimuli(design.point, design.level, (result.scenario,))
    return power.run_id(design, stimulus, result.verification.compiler)


def sample(found: Sequence[Stale], size: int, seed: int = 1) -> list[Stale]:
    """Returns at least one result of every kind, and further ones up to a number, at random.

    The one of a kind is from the half of them that took less time to measure.
    """
    rng, kinds = random.Random(seed), dict[tuple[str, ...], list[Stale]]()
    for one in sorted(found, key=_seconds):
        kinds.setdefault(one.kind, []).append(one)
    one_of_each = [rng.choice(some[: -(-len(some) // 2)]) for some in kinds.values()]
    others = [one for one in found if one not in one_of_each]
    more = min(len(others), max(0, size - len(one_of_each)))
    return [*one_of_each, *rng.sample(others, more)]


def _seconds(one: Stale) -> float:
    return float(one.result.times.get("seconds", 0))


def carry(
    found: Sequence[Stale],
    measured: Sequence[Stale],
    because: str,
    progress: Progress = silent,
    jobs: int | None = None,
) -> None:
    """Gives results the keys of today, after the design points passed and a sample was measured.

    What passed and what was measured stays in the store, so that an interrupted call continues.

    Args:
        found: the results.
        measured: the sample.
        because: what changed, for the list of what was carried.
        progress: called as (done, total, label).
        jobs: verifications and measurements at a time; the number of processors by default.

    Raises:
        BadInput: a figure of the sample differs; nothing is written.
        NotVerified: a design point failed its verification; nothing is written.
    """
    store, points = Store(), {one.design.point.name: one.design.point for one in found}
    total = len(points) + len(measured)
    progress(0, total, "starting")
    with process.Pool(jobs or os.cpu_count() or 1) as pool:
        verified = {pool.submit(_verified, points[name], store): name for name in points}
        again = {pool.submit(_difference, one, store): one for one in measured}
        for done, run in enumerate(as_completed([*verified, *again]), 1):
            if run in again and (difference := run.result()) is not None:
                raise BadInput(f"a figure has changed, so nothing was carried: {difference}")
            run.result()
            label = f"measured {again[run].name}" if run in again else f"verified {verified[run]}"
            progress(done, total, label)
    records = {name: run.result() for run, name in verified.items()}
    # A result is stale until its file is written, so an interrupted call is made up for.
    verification.commit(records, reference_results())
    _list(found, measured, because)
    for one in found:
        write_atomic(one.path, render(renewed(one, records[one.design.point.name])))
    _renew_netlists({type(one.design.target) for one in measured})


def _verified(point: DesignPoint, store: Store) -> VerificationRecord:
    return verification.require(point, verification.SUITE, store, silent)


def _difference(one: Stale, store: Store) -> Difference | None:
    """Measures a result again, unless the store has that, and compares the figures."""
    design, kind = one.design, type(one.result)

    def build(folder: Path) -> None:
        scenario = one.result.scenario if isinstance(one.result, PowerResult) else ""
        seeds = one.result.seeds if isinstance(one.result, Result) else ()
        result = measured_again(design.point, design.target.name, design.level, seeds, scenario)
        (folder / FILE).write_text(render(result), encoding="utf-8")

    key = result_key(design, one.run_id)
    again = store.load(_AGAIN, key, build, lambda folder: load_as(kind, folder / FILE))
    return first_difference(one.path, again, (_RECORDS, _KEYS))


def renewed(one: Stale, record: VerificationRecord) -> AnyResult:
    """Returns a result with the keys of today.

    Args:
        one: the result.
        record: the record that its sources passed.
    """
    old = one.result.verification
    new = replace(
        record,
        netlist=old.netlist,
        netlist_cases=old.netlist_cases,
        netlist_about=old.netlist_about,
        netlist_key=verification.netlist_key(one.design, record.compiler),
    )
    result = replace(one.result, run_id=one.run_id, verification=new)
    if not isinstance(result, Result):
        return result
    measurement = implement.measurement(one.design, result.seeds, result.netlist)
    return replace(result, measurement=measurement)


def _renew_netlists(families: Collection[type[Target]]) -> None:
    """Gives routed netlists of changed sources, on families of the sample, the keys of today."""
    for path, result in _committed(Result):
        try:
            design = design_of(result.config, result.target)
        except (UnknownName, BadInput):
            continue
        if type(design.target) not in families or not isinstance(design.target, Routed):
            continue
        key = implement.measurement(design, result.seeds, result.netlist)
        if key != result.measurement and _inputs(key) == _inputs(result.measurement):
            write_atomic(path, render(replace(result, measurement=key)))


def _list(found: Sequence[Stale], measured: Sequence[Stale], because: str) -> None:
    root = reference_results()
    path = root / _LOG
    entry = {
        "date": datetime.now(UTC).date().isoformat(),
        "because": because,
        "results": len(found),
        "measured": sorted(one.path.relative_to(root).as_posix() for one in measured),
    }

    def text() -> str:
        before = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else []
        return json.dumps([*before, entry], indent=1) + "\n"

    rewrite(path, text)


#: Kinds of cache entries that a second measurement may use, because no figure follows from them.
_SHARED = ("liberty", "models", "verifications")
#: The kind of the entries with results that were measured again.
_AGAIN = "measured-again"

#: Parts of a result that are no figures: when it was measured, what had passed before, and the
#: names on the slowest path, which another name in the sources changes.
_RECORDS = re.compile(
    r"(times|verification\.(suite|checks|cases|source_hash|netlist_key|compiler))\b.*"
    r"|critical_path\[\d+\]\.(at|source)"
)
#: Parts that follow from the code of today.
_KEYS = re.compile(r"run_id|measurement")


def measured_again(
    point: DesignPoint | str,
    target: str,
    level: catalog.Level,
    seeds: Sequence[int],
    scenario: str = "",
    jobs: int = 1,
) -> AnyResult:
    """Maps, simulates, places and routes or times a design point anew, in an empty store.

    Args:
        point: the design point, or its name.
        target: name of the target.
        level: ``"core"`` or ``"stream"``.
        seeds: seeds of the placement.
        scenario: the scenario of a power run; the run is none if it is empty.
        jobs: seeds placed at the same time.
    """
    root = cache_dir()
    for kind in _SHARED:
        (root / kind).mkdir(parents=True, exist_ok=True)
    with Store(root).scratch() as folder:
        for kind in _SHARED:
            (folder / kind).symlink_to(root / kind)
        store = Store(folder)
        if not scenario:
            return implement.implement(
                *(point, target, seeds, level), store=store, jobs=jobs, committed=False
            )
        (result,) = power.power(point, target, (scenario,), level, store=store, committed=False)
        return result


@dataclass(frozen=True)
class Difference:
    """A figure that differs when it is measured again.

    Attributes:
        path: the committed file.
        key: the key of the figure in that file, such as ``"fmax_mhz.median"``.
        committed: the committed figure.
        again: the new figure.
    """

    path: Path
    key: str
    committed: object
    again: object

    def __str__(self) -> str:
        """Returns the difference as a sentence."""
        return f"{self.path}: {self.key} is {self.committed} there and {self.again} when measured"


def first_difference(
    path: Path, again: AnyResult, without: Sequence[re.Pattern[str]] = (_RECORDS,)
) -> Difference | None:
    """Returns the first figure of a committed file that differs from the new result.

    Args:
        path: the committed file.
        again: the new result.
        without: the keys of what is not compared.
    """
    before, after = json.loads(path.read_text(encoding="utf-8")), json.loads(render(again))
    root = reference_results().parent
    for key, one, other in _pairs(before, after):
        if one != other and not any(keys.fullmatch(key) for keys in without):
            name = path.relative_to(root) if path.is_relative_to(root) else path
            return Difference(name, key, one, other)
    return None


def _pairs(one: Any, other: Any, path: str = "") -> Iterator[tuple[str, object, object]]:
    """Yields the figures of two results side by side, with the key of each figure."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in dict.fromkeys([*one, *other]):
            yield from _pairs(one.get(key), other.get(key), f"{path}.{key}".lstrip("."))
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for number, pair in enumerate(zip(one, other, strict=True)):
            yield from _pairs(*pair, f"{path}[{number}]")
    else:
        yield path, one, other
