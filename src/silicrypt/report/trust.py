"""How each design point is verified, from committed files and from ``hw/proof/proofs.toml``.

Suites, certificates and mutation scores are shown as they were committed, also if they are stale by
now.
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
from silicrypt.report.tables import Column
from silicrypt.results.result import Result
from silicrypt.verify import proofs


@dataclass(frozen=True)
class Trust:
    """What is known of a design point, or of those of a sweep that share a row.

    Attributes:
        names: names of the design points.
        passed: the records of their quick suites.
        targets: for each design point, the targets on which its mapped netlist passed cases, and
            the fewest of them.
        proofs: names of the proofs that belong to one of them.
        certificates: their certificates: design point, level and undecided outputs.
        mutants: the numbers of mutants, for each module of those that have a mutation score.
    """

    names: Sequence[str]
    passed: Sequence[Verified]
    targets: Sequence[Mapping[str, int]]
    proofs: Sequence[str]
    certificates: Sequence[Mapping[str, Any]]
    mutants: Sequence[Mapping[str, int]]


def trust_rows(results: Iterable[Result], folder: Path | None = None) -> list[Trust]:
    """Returns a row per design point, also per unit with a proof; those of a sweep share one.

    Simulated netlists are those of the results. All else is read from the committed files in the
    folder, by default those of the repository.
    """
    folder = folder or reference_results()
    passed, known = verification.committed(folder), proofs.load().values()
    certificates, simulated = _json(folder / "certificates.json"), dict[str, dict[str, int]]()
    for one in results:
        if cases := one.verification.netlist_cases:
            own, target = simulated.setdefault(one.config, {}), one.target.partition("@")[0]
            own[target] = min(cases, own.get(target, cases))
    mutants = [
        (score["design"], counts)
        for path in sorted(folder.glob("mutation-*.json"))
        for score in _json(path)
        for counts in score["modules"].values()
    ]
    found: dict[str, list[str]] = {}
    for name in dict.fromkeys([*catalog.load(), *(proof.design for proof in known)]):
        found.setdefault(_form(name), []).append(name)
    return [
        Trust(
            names,
            [passed[name] for name in names if name in passed],
            [simulated.get(name, {}) for name in names],
            [proof.name for proof in known if proof.design in names],
            [one for one in certificates if one["design"] in names],
            [counts for design, counts in mutants if design in names],
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
    shown = (f"`{n}`" if n in row.proofs else f"`{n}` ({k})" for n, k in counts.items())
    return ", ".join(shown) or None


def _independent(row: Trust) -> str | None:
    """Returns the levels with a certificate, each with its proof or its undecided outputs."""
    left, proved = Counter[str](), dict[str, str]()
    for one in row.certificates:
        proof = one.get("proof")
        left[one["level"]] += 0 if proof else len(one["undecided"])
        if proof:
            proved[one["level"]] = f" (`{proof}`)"
    shown = (
        f"{name}: {n} not decided" if n else f"{name}{proved.get(name, '')}"
        for name, n in sorted(left.items())
    )
    return ", ".join(shown) or None


def _score(row: Trust) -> float | None:
    parts = ("noticed", "others", "left")
    quick, others, left = (sum(one.get(part, 0) for one in row.mutants) for part in parts)
    counted = quick + others + left
    return 100 * (quick + others) / counted if counted else None


def _netlist_cases(row: Trust) -> int | None:
    return min(n for one in row.targets for n in one.values()) if all(row.targets) else None


#: Numbers of a row with several design points are sums, except those of netlists: fewest.
TRUST: Sequence[Column] = (
    Column("names", "design point", _names),
    Column("checks", "checks", lambda r: sum(p.checks for p in r.passed) or None, 0),
    Column("cases", "cases", lambda r: sum(p.cases for p in r.passed) or None, 0),
    Column("targets", "netlist on targets", lambda r: min(map(len, r.targets)) or None, 0),
    Column("netlist_cases", "netlist cases", _netlist_cases, 0),
    Column("proofs", "proofs", _proofs),
    Column("independent", "timing independent of secrets", _independent),
    Column("score", "mutation score, %", _score, 1),
)
