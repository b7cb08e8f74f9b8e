"""The table of how each design point is verified: simulations, netlists, proofs, certificates.

Everything is read from committed files and from ``hw/proof/proofs.toml``. Nothing is run, and the
suites, certificates and scores are shown as they were committed, also if they are stale by now.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from silicrypt import catalog
from silicrypt.flow import verification
from silicrypt.flow.verification import Verified
from silicrypt.paths import reference_results
from silicrypt.report.columns import Column
from silicrypt.results.result import Result
from silicrypt.verify import proofs


@dataclass(frozen=True)
class Trust:
    """What is known of a design point, or of those of a sweep that share a row.

    Attributes:
        names: names of the design points.
        passed: the records of their quick suites.
        targets: for each design point, the targets on which its mapped netlist passed cases.
        proofs: names of the proofs that belong to one of them.
        certificates: their certificates: design point, level and undecided outputs.
        mutants: the numbers of mutants, for each module of those that have a mutation score.
    """

    names: Sequence[str]
    passed: Sequence[Verified]
    targets: Sequence[set[str]]
    proofs: Sequence[str]
    certificates: Sequence[Mapping[str, Any]]
    mutants: Sequence[Mapping[str, int]]


def rows(results: Iterable[Result], folder: Path | None = None) -> list[Trust]:
    """Returns a row per design point, also per unit with a proof; those of a sweep share one.

    Args:
        results: the results; their records of simulated netlists count.
        folder: the folder of the other committed files; by default that of the repository.
    """
    folder = folder or reference_results()
    passed, known = verification.committed(folder), proofs.load().values()
    certificates, simulated = _json(folder / "certificates.json"), dict[str, set[str]]()
    for one in results:
        if one.verification.netlist_cases:
            simulated.setdefault(one.config, set()).add(one.target.partition("@")[0])
    scores = [one for path in sorted(folder.glob("mutation-*.json")) for one in _json(path)]
    found: dict[str, list[str]] = {}
    for name in dict.fromkeys([*catalog.load(), *(proof.design for proof in known)]):
        found.setdefault(_form(name), []).append(name)
    return [
        Trust(
            names,
            [passed[name] for name in names if name in passed],
            [simulated.get(name, set()) for name in names],
            [proof.name for proof in known if proof.design in names],
            [one for one in certificates if one["design"] in names],
            [
                one
                for score in scores
                if score["design"] in names
                for one in score["modules"].values()
            ],
        )
        for names in found.values()
    ]


def _form(name: str) -> str:
    """Returns a name without the number of STEPs per cycle: the SHAT sweep has a row per form."""
    return re.sub(r"^(shat\d+)-u\d+", r"\1-uN", name)


def _json(path: Path) -> list[dict[str, Any]]:
    return list(json.loads(path.read_bytes())) if path.is_file() else []


def _names(row: Trust) -> str:
    form, number = _form(row.names[0]), len(row.names)
    return f"`{form}` ({number} points)" if form != row.names[0] else f"`{form}`"


def _proofs(row: Trust) -> str | None:
    """Returns the proofs; those of a form of a sweep as one, with the number that it has."""
    counts = Counter(map(_form, row.proofs))
    return (
        ", ".join(f"`{n}`" + f" ({k})" * (n not in row.proofs) for n, k in counts.items()) or None
    )


def _independent(row: Trust) -> str | None:
    """Returns the levels with a certificate, each with the number of undecided outputs."""
    left: dict[str, int] = {}
    for one in row.certificates:
        left[one["level"]] = left.get(one["level"], 0) + len(one["undecided"])
    shown = (f"{name}: {n} not decided" if n else name for name, n in sorted(left.items()))
    return ", ".join(shown) or None


def _score(row: Trust) -> float | None:
    noticed, left = (sum(one[part] for one in row.mutants) for part in ("noticed", "left"))
    return 100 * noticed / (noticed + left) if noticed + left else None


#: The columns; numbers of a row with several design points are sums, except the targets: fewest.
COLUMNS: Sequence[Column] = (
    Column("names", "design point", _names),
    Column("checks", "checks", lambda r: sum(p.checks for p in r.passed) or None, 0),
    Column("cases", "cases", lambda r: sum(p.cases for p in r.passed) or None, 0),
    Column("targets", "netlist on targets", lambda r: min(map(len, r.targets)) or None, 0),
    Column("proofs", "proofs", _proofs),
    Column("independent", "timing independent of secrets", _independent),
    Column("score", "mutation score, %", _score, 1),
)
