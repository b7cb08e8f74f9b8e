"""The runs that the claims of a paper need, and the sources of their figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from silicrypt.base.progress import Progress
from silicrypt.flow.stimulus import DELAYS
from silicrypt.papers.bank import Bank
from silicrypt.papers.bench import Bench, Task
from silicrypt.papers.claims import Claim
from silicrypt.papers.data import published
from silicrypt.papers.expressions import Design, Power
from silicrypt.papers.figures import SEEDS, Sources
from silicrypt.papers.power import Powers


def runs(claims: Iterable[Claim]) -> list[tuple[Design, bool]]:
    """Returns the measured figures of claims, and whether each is a judge of a main claim."""
    return [
        (one, claim.main and one is claim.judge)
        for claim in claims
        for one in claim.expressions
        if isinstance(one, Design)
    ]


def tasks(claims: Sequence[Claim], others: Iterable[Task], quick: bool) -> list[Task]:
    """Returns the runs that claims need, then others that tables need, without duplicates.

    Args:
        claims: the claims.
        others: runs that the paper's tables show.
        quick: run only what judges the main claims, placed with one seed.
    """
    needed = runs(claims)
    main = {(name, one.on, one.level) for one, first in needed if first for name in _all(one)}
    named = [(name, one.on, one.level) for one, _ in needed for name in _all(one)]
    named += [(task.config, task.target, task.level) for task in others]
    return [
        Task(
            config,
            on,
            SEEDS[:1] if quick else SEEDS,
            not quick or (config, on, level) in main,
            level,
        )
        for config, on, level in dict.fromkeys(named)
    ]


def powered(claims: Iterable[Claim]) -> dict[tuple[str, str], list[str]]:
    """Returns the designs whose power claims need, by target and by scenario with delays.

    The scenario is empty for those without delays, which are measured together.
    """
    found: dict[tuple[str, str], list[str]] = {}
    for claim in claims:
        for one in claim.expressions:
            if isinstance(one, Power):
                timed = one.scenario if one.scenario.endswith(DELAYS) else ""
                names = found.setdefault((one.on, timed), [])
                names += [name for name in _all(one) if name not in names]
    return found


def _all(of: Design | Power) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*of.new, *of.old)))


def powers(
    claims: Iterable[Claim],
    bench: Bench,
    run: bool,
    progress: Progress,
    shown: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> dict[str, Powers]:
    """Returns the power results that claims need, by target.

    Args:
        claims: the claims.
        bench: source of the results.
        run: whether to measure what is not in the store.
        progress: called before each scenario.
        shown: further designs that the tables show, by target.
    """
    needed = {(target, ""): list(names) for target, names in shown.items()}
    for key, names in powered(claims).items():
        known = needed.setdefault(key, [])
        known += [name for name in names if name not in known]
    found: dict[str, Powers] = {}
    for (target, timed), names in needed.items():
        scenarios = (timed,) if timed else ()
        more = Powers.carry_out(bench, names, target, run, progress, scenarios)
        found[target] = found[target].merged(more) if target in found else more
    return found


def sources(
    paper: str,
    claims: Sequence[Claim],
    bank: Bank,
    bench: Bench,
    named: Mapping[str, float | None],
    run: bool,
    progress: Progress,
) -> Sources:
    """Returns the sources of a paper's figures.

    Args:
        paper: name of the paper.
        claims: its claims.
        bank: the measured designs.
        bench: source of the power results that the claims need.
        named: the figures that the paper's module computes.
        run: whether to measure power that is not in the store.
        progress: called before each measurement.
    """
    known = powers(claims, bench, run, progress)
    return Sources(bank, {row.key: row for row in published(paper)}, known, named)
