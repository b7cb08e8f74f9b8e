"""``md5-2015``: MD5 with a step counter in binary or Gray code, with and without clock gating.

S. Suhaili, T. Watanabe: Performance Evaluation of Cryptographic Algorithms on Reconfigurable
Hardware: MD5 based on Timing and Area Implementation, 2015.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from silicrypt.base.progress import Progress
from silicrypt.papers import needs
from silicrypt.papers.arithmetic import recompute
from silicrypt.papers.bank import Bank
from silicrypt.papers.bench import Bench, Task, carry_out, carry_out_one, our_rows
from silicrypt.papers.claims import load
from silicrypt.papers.data import Published, published
from silicrypt.papers.judge import judged
from silicrypt.papers.model import Measured, Reproduction, Row, Table
from silicrypt.papers.sheets import Heading, Sheet

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


def reproduce(bench: Bench, quick: bool, progress: Progress) -> Reproduction:
    """Returns tables 3, 4 and 5 and the claims of the paper, beside our figures.

    Args:
        bench: source of the measurements.
        quick: run at most the binary and the Gray form, placed with one seed; show other results
            if they are stored.
        progress: called before each measurement.
    """
    paper = load(NAME)
    claims = paper.claim
    tasks = needs.tasks(claims, _SHOWN, quick)
    found = carry_out(bench, tasks, progress)
    searches = [_search(bench, form, found, quick, progress) for form in FORMS]
    asked = [best for best, _ in searches if best]
    tried = [one for _, several in searches for one in several]
    sheet = _constraints(tried, [m for m in found if m.target == LOOSE])
    bank = Bank.of((*found, *asked))
    named = _named(found, asked)
    printed = {number: [row for row in published(NAME) if row.table == number] for number in "345"}
    missing = len(found) < len(tasks) or len(asked) < len(FORMS)
    return Reproduction(
        paper=NAME,
        title=paper.title,
        tables=(
            _table(
                "3",
                "clock at two corners, Arria II GX",
                printed["3"],
                FORMS,
                _corners(found, asked),
            ),
            _table("4", "area, Arria II GX", printed["4"], (*WORDS, *FORMS), _at(found, (MAPPED,))),
            _table(
                "5", "the designs of others", printed["5"], (BINARY, FAST), _at(found, FAMILIES)
            ),
        ),
        claims=judged(claims, needs.sources(NAME, claims, bank, bench, named, not quick, progress)),
        notes=paper.notes_of(quick and missing),
        sheets=(sheet,) if tried else (),
    )


#: What the tables show besides what claims need.
_SHOWN = [
    *(Task(form, target) for target in (*TIMED, MAPPED) for form in FORMS),
    *(Task(f"words-{form}", MAPPED, level="stream") for form in FORMS),
    *(Task(config, target) for target in FAMILIES for config in (BINARY, FAST)),
    Task(BINARY, LOOSE),
]


# The smallest delay target that is met


@dataclass
class _Sweep:
    """The search for the smallest delay target that a configuration meets."""

    measure: Callable[[int], Measured | None]
    best: Measured | None = None

    def meets(self, target_ps: int) -> bool | None:
        """Returns whether a delay target is met; None if it was not measured."""
        measured = self.measure(target_ps)
        if measured is None or measured.slack_ns is None:
            return None
        if measured.slack_ns < 0:
            return False
        self.best = measured
        return True


def smallest_met(measure: Callable[[int], Measured | None], fastest_ps: int) -> Measured | None:
    """Finds the measurement with the smallest delay target that is met, by bisection.

    Args:
        measure: measures at a delay target; returns None if there is no measurement.
        fastest_ps: the delay of the logic when it is mapped for the highest speed, in ps. A smaller
            target is never met.
    """
    sweep = _Sweep(measure)
    low = fastest_ps // STEP_PS
    high = low + max(low // 2, 1)
    while not (met := sweep.meets(high * STEP_PS)):
        if met is None or high > 8 * low:
            return None
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        met = sweep.meets(middle * STEP_PS)
        if met is None:
            return None
        low, high = (low, middle) if met else (middle, high)
    return sweep.best


def _search(
    bench: Bench, form: str, found: Sequence[Measured], quick: bool, progress: Progress
) -> tuple[Measured | None, list[Measured]]:
    """Finds the smallest delay target that a form meets on standard cells.

    Returns:
        The measurement with that target, and the measurements of all targets that were tried.
    """
    fastest = next((m for m in found if (m.config, m.target) == (form, CELLS)), None)
    tried: list[Measured] = []
    if fastest is None or fastest.logic_ns is None:
        return None, tried

    def measure(target_ps: int) -> Measured | None:
        task = Task(form, f"{CELLS}@{target_ps}ps", (), run=not quick)
        progress(0, 1, f"{task}: searching the delay target")
        one = carry_out_one(bench, task, lambda *_: None)
        tried.extend([one] if one else [])
        return one

    best = smallest_met(measure, int(fastest.logic_ns * 1000))
    return (replace(best, target=f"{CELLS}, target met") if best else None), tried


def _constraints(tried: Sequence[Measured], loose: Sequence[Measured]) -> Sheet:
    """Returns the clock that each delay target brings, and that without one."""
    headings = (
        Heading("design"),
        Heading("delay target, ns", 2),
        Heading("slack, ns", 3),
        Heading("MHz", 1),
        Heading("GE", 0),
    )
    ordered = sorted(tried, key=lambda m: (m.config, -(m.constraint_ns or 0)))
    rows = tuple(
        (m.config, m.constraint_ns or "none", m.slack_ns, m.fmax_mhz, m.area)
        for m in (*loose, *ordered)
    )
    about = "clock against delay target on nangate45; without a target the smallest area is mapped"
    return Sheet("constraints", about, headings, rows, grouped=True)


# Tables


def _corners(found: Iterable[Measured], asked: Iterable[Measured]) -> list[Measured]:
    return [*_at(found, TIMED), *asked]


def _at(found: Iterable[Measured], targets: Sequence[str]) -> list[Measured]:
    return [m for m in found if m.target in targets]


def _table(
    number: str,
    about: str,
    printed: Sequence[Published],
    configs: Sequence[str],
    found: Sequence[Measured],
) -> Table:
    return Table(number, about, (*map(_printed_row, printed), *our_rows(configs, found)))


def _printed_row(row: Published) -> Row:
    recomputed, slip = recompute(row)
    slip = load(NAME).slips.get(row.key, slip)
    return Row(row.row, "printed", row.algorithm, row.device, row.printed, recomputed, slip)


# Figures for claims


def _named(known: Iterable[Measured], asked: Iterable[Measured]) -> dict[str, float | None]:
    """Returns the figures that the claims name."""
    loose = next((m for m in known if (m.config, m.target) == (BINARY, LOOSE)), None)
    tight = next((m for m in asked if m.config == BINARY), None)
    clocks = [m.fmax_mhz if m else None for m in (tight, loose)]
    return {
        "clock of md5-binary at the smallest delay target that is met, over that without a delay "
        "target": clocks[0] / clocks[1] if clocks[0] and clocks[1] else None,
        "most bits that change in a transition of 0, 1, 3, 4, 6": _most((0, 1, 3, 4, 6)),
        "most bits that change in a transition of 0, 1, 3, 2, 6": _most((0, 1, 3, 2, 6)),
        "rows of table 2 that are no Gray code": float(
            sum(n ^ (n >> 1) != gray for n, gray in ((0, 0), (14, 9), (56, 36)))
        ),
        "largest difference of a clock of table 3 from 1 / (constraint - slack), MHz": max(
            abs((found.fmax_mhz or 0.0) - (row.number("fmax_mhz") or 0.0))
            for row in published(NAME)
            if row.table == "3" and (found := recompute(row)[0])
        ),
    }


def _most(sequence: Sequence[int]) -> float:
    """Returns the largest number of bits that change between neighbours."""
    return float(max((a ^ b).bit_count() for a, b in pairwise(sequence)))
