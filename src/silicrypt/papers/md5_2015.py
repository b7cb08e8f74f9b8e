"""``md5-2015``: MD5 with a step counter in binary or Gray code, with and without clock gating.

S. Suhaili, T. Watanabe: Performance Evaluation of Cryptographic Algorithms on Reconfigurable
Hardware: MD5 based on Timing and Area Implementation, 2015.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from silicrypt.flow.batch import Task
from silicrypt.metrics import area, cells_ns, constraint_ns, fmax, slack_ns
from silicrypt.papers.judge import reproduction
from silicrypt.papers.model import Reproduction, Sheet
from silicrypt.papers.plan import PaperResults, design_run, stated_tables
from silicrypt.results.result import Result

NAME = "md5-2015"
FORMS = ("md5-binary", "md5-gray", "md5-binary-gated", "md5-gray-gated")
CELLS = "nangate45"
#: The mapping without a delay target.
LOOSE = f"{CELLS}@area"
#: Resolution of the search for the delay target, in ps.
STEP_PS = 10


def next_runs(results: PaperResults, quick: bool) -> Iterator[Task]:
    """Yields the runs of each search for a delay target, as far as it has come."""
    for one in (_search(results, form) for form in FORMS):
        yield from (design_run(one.form, on, quick=quick) for on in one.targets)


def evaluate(results: PaperResults) -> Reproduction:
    """Returns tables 3, 4 and 5 and the claims of the paper, beside our figures."""
    searches = [_search(results, form) for form in FORMS]
    met = {one.form: {f"{CELLS}, target met": one.best} for one in searches if one.best}
    first, *others = stated_tables(NAME, results)
    rows = [replace(row, ours={**row.ours, **met.get(row.name, {})}) for row in first.rows]
    tried = [results.get(one.form, on) for one in searches for on in one.targets]
    sheet = _constraints([one for one in tried if one], results)
    return reproduction(
        NAME, results, tables=(replace(first, rows=tuple(rows)), *others), sheets=(sheet,)
    )


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
    best: Result | None = None


def _search(results: PaperResults, form: str) -> _Search:
    """Searches on standard cells as far as results are known."""
    fastest = results.get(form, CELLS)
    logic = cells_ns(fastest) if fastest else None
    if logic is None:
        return _Search(form)
    asked = []

    def slack(target_ps: int) -> float | None:
        asked.append(_at(target_ps))
        one = results.get(form, asked[-1])
        return slack_ns(one) if one else None

    best = smallest_met(slack, int(logic * 1000))
    return _Search(form, tuple(asked), results.get(form, _at(best)) if best else None)


def _at(target_ps: int) -> str:
    return f"{CELLS}@{target_ps}ps"


def smallest_met(slack: Callable[[int], float | None], fastest_ps: int) -> int | None:
    """Returns the smallest delay target in ps that is met, found by bisection.

    Args:
        slack: measures the slack in ns at a delay target; returns None if there is no measurement.
        fastest_ps: the delay of the logic when it is mapped for the highest speed, in ps. A smaller
            target is never met.
    """

    def meets(steps: int) -> bool | None:
        found = slack(steps * STEP_PS)
        return None if found is None else found >= 0

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


def _constraints(tried: Sequence[Result], results: PaperResults) -> Sheet:
    """Returns the clock that each delay target brings, and before it that without one."""
    loose = [one for one in results.measured.values() if one.target == LOOSE] if tried else []
    ordered = sorted(tried, key=lambda one: (one.config, -(constraint_ns(one) or 0)))
    return Sheet.of(
        "constraints",
        "clock against delay target on nangate45; without a target the smallest area is mapped",
        "design | delay target, ns:2 | slack, ns:3 | MHz:1 | GE:0",
        (
            (one.config, constraint_ns(one) or "none", slack_ns(one), fmax(one), area(one))
            for one in (*loose, *ordered)
        ),
        grouped=True,
    )
