"""The verdicts of papers: one row per paper, and the parts of one claim in a fixed order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from silicrypt.papers.model import VERDICTS, Judged, Reproduction, Verdict
from silicrypt.report.columns import Column, Value


@dataclass(frozen=True)
class Tally:
    """How often each verdict occurs in a paper.

    Attributes:
        paper: its name.
        count: the number of claims, by verdict.
        pending: how many of those that are not measurable here lack a run that can be made.
    """

    paper: str
    count: Mapping[Verdict, int]
    pending: int

    @property
    def claims(self) -> int:
        """The number of claims."""
        return sum(self.count.values())


def tally(reproduction: Reproduction) -> Tally:
    """Counts the verdicts of a paper."""
    claims = reproduction.claims
    pending = [one for one in claims if one.verdict == _NONE and one.kind != "not measurable"]
    return Tally(reproduction.paper, Counter(claim.verdict for claim in claims), len(pending))


_NONE: Verdict = "not measurable here"


def _of(verdict: Verdict) -> Column:
    def count(row: Tally) -> Value:
        return row.count.get(verdict, 0)

    return Column(verdict.replace(" ", "-"), verdict, count, 0)


#: The summary of all papers.
COLUMNS = (
    Column("paper", "paper", lambda row: row.paper),
    Column("claims", "claims", lambda row: row.claims, 0),
    *map(_of, VERDICTS[: VERDICTS.index(_NONE) + 1]),
    Column("pending", "of these not measured yet", lambda row: row.pending, 0),
    *map(_of, VERDICTS[VERDICTS.index(_NONE) + 1 :]),
)


#: The verdicts whose claims are listed one by one, in this order.
LISTED: tuple[Verdict, ...] = (
    "not borne out",
    "arithmetic fails",
    "direction only",
    "better than claimed",
    "undecided",
    _NONE,
)

#: What a list states of its claims besides what the paper prints, if it is not rule and figures.
_PARTS: dict[Verdict, tuple[str, ...]] = {
    "not borne out": ("rule", "measured", "why"),
    "undecided": ("rule", "measured", "why"),
    _NONE: ("why",),
}


def markdown(papers: Iterable[Reproduction]) -> Iterator[str]:
    """Yields the lines of a list of the claims that are not reproduced, with figures or reason."""
    kept = list(papers)
    for verdict in LISTED:
        found = [(p.paper, c) for p in kept for c in p.claims if c.verdict == verdict]
        if not found:
            continue
        yield f"### {verdict[0].upper()}{verdict[1:]}\n"
        parts = ("printed", *_PARTS.get(verdict, ("rule", "measured")))
        yield f"| {' | '.join(('paper', 'claim', *parts))} |"
        yield f"|{'---|' * (2 + len(parts))}"
        for paper, claim in found:
            cells = [paper, claim.claim, *(getattr(claim, part) for part in parts)]
            yield f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"
        yield ""


def told(claim: Judged) -> Iterator[tuple[str, str]]:
    """Yields the parts of a claim after its verdict, with their names; empty ones are left out."""
    parts = {
        "quoted": f"\N{LEFT DOUBLE QUOTATION MARK}{claim.quote}\N{RIGHT DOUBLE QUOTATION MARK} "
        f"({claim.section})",
        "qualifiers": "; ".join(claim.qualifiers),
        "rule": claim.rule,
        "judge": f"{claim.judge.target}: {claim.judge.mapping}".removesuffix(": "),
        "recomputed" if claim.kind == "arithmetic" else "measured": claim.measured,
        "why": claim.why,
        "left out": claim.not_covered,
    }
    yield from ((name, text) for name, text in parts.items() if text)
