"""The verdicts of papers: their counts, and the parts of one claim in a fixed order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from silicrypt.papers.model import VERDICTS, JudgedClaim, Reproduction, Verdict
from silicrypt.report.columns import Column, Value

_NONE: Verdict = "not measurable here"


def _of(verdict: Verdict) -> Column:
    def count(paper: Reproduction) -> Value:
        return sum(claim.verdict == verdict for claim in paper.claims)

    return Column(verdict.replace(" ", "-"), verdict, count, 0)


def _pending(paper: Reproduction) -> Value:
    """Returns the number of claims that are not measured because a possible run is missing."""
    return sum(c.verdict == _NONE and c.kind != "not measurable" for c in paper.claims)


#: How often each verdict occurs in a paper.
COLUMNS = (
    Column("paper", "paper", lambda paper: paper.paper),
    Column("claims", "claims", lambda paper: len(paper.claims), 0),
    *map(_of, VERDICTS[: VERDICTS.index(_NONE) + 1]),
    Column("pending", "of these not measured yet", _pending, 0),
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


def told(claim: JudgedClaim) -> Iterator[tuple[str, str]]:
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
