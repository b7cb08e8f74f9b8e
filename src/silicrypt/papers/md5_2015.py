"""``md5-2015``: MD5 with a step counter in binary or Gray code, with and without clock gating.

S. Suhaili, T. Watanabe: Performance Evaluation of Cryptographic Algorithms on Reconfigurable
Hardware: MD5 based on Timing and Area Implementation, 2015.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from silicrypt.flow.batch import Task
from silicrypt.papers.data import table
from silicrypt.papers.judge import reproduction
from silicrypt.papers.model import Measured, Reproduction, Sheet
from silicrypt.papers.plan import PaperResults, design_run, our_rows

NAME = "md5-2015"
BINARY, GRAY = "md5-binary", "md5-gray"
FORMS = (BINARY, GRAY, "md5-binary-gated", "md5-gray-gated")
FAST = "md5-fast"
#: The paper's kind of technology comes first, because the verdicts follow from it.
SLOW, QUICK, CELLS = "ecp5-85k", "ecp5-85k-8", "nangate45"
TIMED = (SLOW, QUICK, CELLS)
MAPPED = "cyclone-v"
FAMILIES = ("virtex-2", "virtex-5")
#: The mapping without a delay target.
LOOSE = f"{CELLS}@area"
#: The top level of the paper, which accepts one word per cycle.
WORDS = tuple(f"words-{form}" for form in FORMS)
#: Resolution of the search for the delay target, in ps.
STEP_PS = 10


def plan(results: PaperResults) -> list[Task]:
    """Returns the runs of the tables, and the next run of each search for a delay target."""
    searches = [_search(results, form) for form in FORMS]
    return [*_SHOWN, *(design_run(one.form, on) for one in searches for on in one.targets)]


def evaluate(results: PaperResults) -> Reproduction:
    """Returns tables 3, 4 and 5 and the claims of the paper, beside our figures."""
    searches = [_search(results, form) for form in FORMS]
    asked = [replace(one.best, target=f"{CELLS}, target met") for one in searches if one.best]
    found = [results.get(search.form, on) for search in searches for on in search.targets]
    tried = [one for one in found if one]
    corners = [*_in_order(results, TIMED), *asked]
    areas, others = (_in_order(results, targets) for targets in ((MAPPED,), FAMILIES))
    return reproduction(
        NAME,
        results,
        tables=(
            table(NAME, "3", "clock at two corners, Arria II GX", our_rows(FORMS, corners)),
            table(NAME, "4", "area, Arria II GX", our_rows((*WORDS, *FORMS), areas)),
            table(NAME, "5", "the designs of others", our_rows((BINARY, FAST), others)),
        ),
        sheets=(_constraints(tried, results.on(LOOSE)),) if tried else (),
    )


def _in_order(results: PaperResults, targets: Sequence[str]) -> list[Measured]:
    """Returns the designs measured on targets, at any level."""
    return [one for one in results.measured.values() if one.target in targets]


#: What the tables show besides what claims need.
_SHOWN = [
    *(design_run(form, target) for target in (*TIMED, MAPPED) for form in FORMS),
    *(design_run(f"words-{form}", MAPPED, "stream") for form in FORMS),
    *(design_run(point, target) for target in FAMILIES for point in (BINARY, FAST)),
    design_run(BINARY, LOOSE),
]


# The smallest delay target that is met


@dataclass(frozen=True)
class _Search:
    """The search for the smallest delay target that a form meets.

    Attributes:
        form: the design point.
        targets: the targets that it asks for, in this order; only the last one may lack a result.
        best: the measurement at the smallest target that is met; None if the search has not ended.
    """

    form: str
    targets: tuple[str, ...] = ()
    best: Measured | None = None


def _search(results: PaperResults, form: str) -> _Search:
    """Searches on standard cells as far as results are known."""
    fastest = results.get(form, CELLS)
    if fastest is None or fastest.logic_ns is None:
        return _Search(form)
    asked = []

    def slack_ns(target_ps: int) -> float | None:
        asked.append(_at(target_ps))
        one = results.get(form, asked[-1])
        return one.slack_ns if one else None

    best = smallest_met(slack_ns, int(fastest.logic_ns * 1000))
    return _Search(form, tuple(asked), results.get(form, _at(best)) if best else None)


def _at(target_ps: int) -> str:
    return f"{CELLS}@{target_ps}ps"


def smallest_met(slack_ns: Callable[[int], float | None], fastest_ps: int) -> int | None:
    """Returns the smallest delay target in ps that is met, found by bisection.

    Args:
        slack_ns: measures the slack at a delay target; returns None if there is no measurement.
        fastest_ps: the delay of the logic when it is mapped for the highest speed, in ps. A smaller
            target is never met.
    """

    def meets(steps: int) -> bool | None:
        slack = slack_ns(steps * STEP_PS)
        return None if slack is None else slack >= 0

    low = fastest_ps // STEP_PS
    high = low + max(low // 2, 1)
    while not (met := meets(high)):
        if met is None or high > 8 * low:
            return None
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        if (met := meets(middle)) is None:
            return None
        low, high = (low, middle) if met else (middle, high)
    return high * STEP_PS


def _constraints(tried: Sequence[Measured], loose: Sequence[Measured]) -> Sheet:
    """Returns the clock that each delay target brings, and that without one."""
    ordered = sorted(tried, key=lambda m: (m.point, -(m.constraint_ns or 0)))
    return Sheet.of(
        "constraints",
        "clock against delay target on nangate45; without a target the smallest area is mapped",
        "design | delay target, ns:2 | slack, ns:3 | MHz:1 | GE:0",
        (
            (m.point, m.constraint_ns or "none", m.slack_ns, m.fmax_mhz, m.area)
            for m in (*loose, *ordered)
        ),
        grouped=True,
    )
