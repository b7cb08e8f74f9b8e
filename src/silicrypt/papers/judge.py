"""Verdicts: compares the figures of a claim with its rule. No verdict is written by hand.

A claim about our designs or a system is *reproduced* (same sign and within the band), *direction
only* (same sign, other size), *not borne out*, *better than claimed* (a cost that is none, a gain
that is more than twice the printed one) or *undecided* (seeds, targets or mappings disagree about
the sign, or what the figures leave out could change it). A claim about the paper's own tables
*holds* or *fails* as arithmetic.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from silicrypt.papers.claims import Claim
from silicrypt.papers.figures import Figure, Sources, evaluate
from silicrypt.papers.model import Judge, Judged, Verdict
from silicrypt.papers.rules import Bound, bound, shown, told


def judged(claims: Iterable[Claim], sources: Sources) -> tuple[Judged, ...]:
    """Returns the claims with their verdicts."""
    return tuple(_judged(claim, sources) for claim in claims)


def _judged(claim: Claim, sources: Sources) -> Judged:
    left_out = " ".join(one.what for one in claim.not_covered)
    if claim.judge is None:
        return Judged(
            id=claim.id,
            claim=claim.claim,
            quote=claim.quote,
            section=claim.section,
            kind=claim.kind,
            rule="none: it cannot be measured here",
            judge=Judge("none", "nothing of ours can judge it"),
            verdict="not measurable here",
            printed=claim.printed,
            measured="nothing",
            why=claim.why,
        )
    judge = evaluate(claim.judge, sources)
    limits = bound(claim, judge.is_ratio)
    others = [evaluate(one, sources) for one in claim.others]
    beside = [evaluate(one, sources) for one in claim.beside]
    worst = [(one, evaluate(one.bound, sources)) for one in claim.not_covered if one.bound]
    open_ends = [
        one.what
        for one in claim.not_covered
        if one.could_change and not any(o is one and _agrees(f, judge, limits) for o, f in worst)
    ]
    verdict, why = decide(claim, limits, judge, others, open_ends)
    if judge.value is not None and (late := [one for other in others for one in other.missing]):
        why = f"{why} Not measured yet: {'; '.join(dict.fromkeys(late))}.".lstrip()
    shown = [judge, *others, *(figure for _, figure in worst), *beside]
    return Judged(
        id=claim.id,
        claim=claim.claim,
        quote=claim.quote,
        section=claim.section,
        kind=claim.kind,
        printed=claim.printed,
        qualifiers=claim.qualifiers,
        not_covered=left_out,
        rule=told(limits, judge.name, judge.is_ratio),
        judge=(
            Judge("the paper's own tables", "computed from the printed cells")
            if claim.kind == "arithmetic"
            else Judge(judge.target, judge.mapping)
        ),
        verdict=verdict,
        measured=_listed(shown[: -len(beside) or None], beside, limits),
        why=" ".join(filter(None, (why, claim.why))),
        figures=_flat(shown),
    )


def _agrees(worst: Figure, judge: Figure, limits: Bound) -> bool:
    if worst.value is None or judge.value is None:
        return False
    return limits.supports(worst.value) == limits.supports(judge.value)


def decide(
    claim: Claim, limits: Bound, judge: Figure, others: list[Figure], open_ends: list[str]
) -> tuple[Verdict, str]:
    """Returns the verdict on a claim, and a sentence that says how it follows.

    Args:
        claim: the claim.
        limits: its rule with numbers.
        judge: the figure that judges.
        others: figures of the same statement.
        open_ends: what the figures leave out and what could change the verdict.
    """
    value = judge.value
    if value is None:
        return "not measurable here", f"Not measured yet: {'; '.join(judge.missing)}."
    open_end = f"What the figures leave out could change it: {' '.join(open_ends)}"
    if claim.kind == "arithmetic":
        if open_ends and not limits.holds(value):
            return "undecided", open_end
        return ("arithmetic holds" if limits.holds(value) else "arithmetic fails"), ""
    if apart := _disagree(limits, judge, others):
        return "undecided", f"The figures disagree: {'; '.join(apart)}."
    if open_ends:
        return "undecided", open_end
    return _size(limits, value), ""


def _disagree(limits: Bound, judge: Figure, others: list[Figure]) -> list[str]:
    """Returns the figures whose sign differs from that of the judge, as text."""
    assert judge.value is not None
    side = limits.supports(judge.value)
    found = []
    for figure in (judge, *others) if limits.neutral is not None else (judge,):
        ends = {end for end in (figure.low, figure.value, figure.high) if end is not None}
        sides = {limits.supports(end) for end in ends}
        if len(sides) > 1 and limits.sign:
            found.append(f"{figure.name} differs between seeds")
        elif figure.value is not None and limits.supports(figure.value) != side:
            found.append(f"{figure.name} has the other sign")
    return found


def _size(limits: Bound, value: float) -> Verdict:
    """Returns the verdict by size, if all figures have one sign."""
    if limits.rule.test == "equal":
        if limits.holds(value):
            return "reproduced"
        return "better than claimed" if limits.is_better(value) else "not borne out"
    if not limits.supports(value):
        return (
            "better than claimed" if limits.is_cost or _beyond(limits, value) else "not borne out"
        )
    if limits.neutral is None or limits.rule.test in ("more", "less"):
        return "reproduced"
    change, printed = value - limits.neutral, limits.expected - limits.neutral
    if limits.is_gain and abs(change) > 2 * abs(printed) + limits.tolerance:
        return "better than claimed"
    return "reproduced" if limits.holds(value) else "direction only"


def _beyond(limits: Bound, value: float) -> bool:
    """Returns whether an absolute figure is better than the printed one."""
    return limits.neutral is None and limits.is_better(value)


# Texts


def _listed(deciding: Sequence[Figure], beside: Sequence[Figure], limits: Bound) -> str:
    """Returns the figures as text: first those that decide, then those for comparison."""
    first, last = (
        "; ".join(_measured(one, limits) for one in some if one.value is not None)
        for some in (deciding, beside)
    )
    compared = f"for comparison: {last}" if last else ""
    return "; ".join(filter(None, (first, compared))) or "not measured yet"


def _measured(figure: Figure, limits: Bound) -> str:
    assert figure.value is not None
    text = f"{figure.name}: {shown(figure.value, limits, figure.is_ratio)}"
    if figure.low is not None and figure.high is not None and figure.low != figure.high:
        ends = (shown(end, limits, figure.is_ratio) for end in (figure.low, figure.high))
        text += f" ({' to '.join(ends)} over the seeds)"
    return text


def _flat(figures: Iterable[Figure]) -> dict[str, float]:
    """Returns the figures by name, with the range over the seeds where there is one."""
    found: dict[str, float] = {}
    for one in figures:
        if one.value is not None:
            found[one.name] = round(one.value, 4)
            if one.low is not None and one.high is not None and one.low != one.high:
                found[f"{one.name}, lowest of the seeds"] = round(one.low, 4)
                found[f"{one.name}, highest of the seeds"] = round(one.high, 4)
    return found
