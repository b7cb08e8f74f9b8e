"""Carries committed results over a change of silicrypt's own code that changes no figure.

The key of a result has two parts: what went in, and the code of this package that was run
(`silicrypt.results.store.key_of`). After a change of that code alone, such as a rename, a result is
stale although its figures are right. To measure all of them again takes days. This module verifies
every design point again, measures a sample of every kind of result again, and gives all results the
new keys if each figure of the sample is the same to the last digit. ``results/carried.json`` lists
what was carried and what was measured.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from silicrypt import catalog, targets
from silicrypt.base.progress import Progress, silent
from silicrypt.errors import BadInput, UnknownName
from silicrypt.flow import implement, power, verification
from silicrypt.flow.stimuli import stimuli
from silicrypt.flow.synth import Design
from silicrypt.paths import reference_results
from silicrypt.results.power import PowerResult
from silicrypt.results.result import Result, VerificationRecord, load_all, render
from silicrypt.results.store import Store, write_atomic

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
    design: Design
    run_id: str

    @property
    def kind(self) -> tuple[str, ...]:
        """What the code that made it depends on: the family, the interface, the figures."""
        family = type(self.design.target).__name__
        scenario = self.result.scenario if isinstance(self.result, PowerResult) else ""
        return family, self.design.config.unit.interface, self.design.level, scenario


def stale() -> list[Stale]:
    """Returns the committed results that can be carried, in the order of their files."""
    return [found for kind in (Result, PowerResult) for found in _stale(kind)]


def _stale(kind: type[AnyResult]) -> Iterator[Stale]:
    files = sorted(reference_results().glob("*/*.json"))
    powers = [path for path in files if path.name.endswith("-power.json")]
    wanted = powers if kind is PowerResult else [path for path in files if path not in powers]
    for path, result in load_all(kind, wanted):
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
            record, design.config
        ):
            yield Stale(path, result, design, run_id)


def _inputs(key: str) -> str:
    return key.partition("-")[0]


def _design(result: AnyResult) -> Design | None:
    """Returns what a result measured, with its sources; None if that is no more."""
    try:
        config, target = catalog.get(result.config), targets.get(result.target)
    except (UnknownName, BadInput):
        return None
    level: catalog.Level = "core" if result.level == "core" else "stream"
    if level not in config.levels:
        return None
    return Design(config, level, target).made_of(result.sources)


def _run_id(result: AnyResult, design: Design) -> str:
    if isinstance(result, Result):
        return implement.run_id(design, result.seeds)
    (stimulus,) = stimuli(design.config, design.level, (result.scenario,))
    return power.run_id(design, stimulus, result.verification.compiler)


def sample(found: Sequence[Stale], size: int, seed: int = 1) -> list[Stale]:
    """Returns at least one result of every kind, and further ones up to a number, at random."""
    shuffled = list(found)
    random.Random(seed).shuffle(shuffled)
    one_of_each = {one.kind: one for one in shuffled}.values()
    others = [one for one in shuffled if one not in one_of_each]
    return [*one_of_each, *others[: max(0, size - len(one_of_each))]]


def carry(
    found: Sequence[Stale],
    measured: Sequence[Stale],
    because: str,
    differs: Callable[[Stale], object | None],
    progress: Progress = silent,
) -> None:
    """Gives results the keys of today, after the design points passed and a sample was measured.

    Args:
        found: the results.
        measured: the sample.
        because: what changed, for the list of what was carried.
        differs: measures a result again; returns the first figure that differs.
        progress: called as (done, total, label).

    Raises:
        BadInput: a figure of the sample differs; nothing is written.
        NotVerified: a design point failed its verification; nothing is written.
    """
    store, configs = Store(), {one.design.config.name: one.design.config for one in found}
    total, records = len(configs) + len(measured), {}
    for done, (name, config) in enumerate(configs.items()):
        progress(done, total, f"verifying {name}")
        records[name] = verification.require(config, verification.SUITE, store, silent)
    for done, one in enumerate(measured, len(configs)):
        progress(done, total, f"measuring {one.path.parent.name}/{one.path.stem}")
        if (difference := differs(one)) is not None:
            raise BadInput(f"a figure has changed, so nothing was carried: {difference}")
    for one in found:
        write_atomic(one.path, render(renewed(one, records[one.design.config.name])))
    verification.commit(records, reference_results())
    _list(found, measured, because)
    progress(total, total, "done")


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


def _list(found: Sequence[Stale], measured: Sequence[Stale], because: str) -> None:
    root = reference_results()
    path = root / _LOG
    entries = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else []
    entries.append(
        {
            "date": datetime.now(UTC).date().isoformat(),
            "because": because,
            "results": len(found),
            "measured": sorted(one.path.relative_to(root).as_posix() for one in measured),
        }
    )
    write_atomic(path, json.dumps(entries, indent=1) + "\n")
