"""``sha512-2005``: SHA-512 with partial unrolling, two rounds per clock cycle.

K. Aisopos, A. P. Kakarountas, H. Michail, C. E. Goutis: High throughput implementation of the new
Secure Hash Algorithm through partial unrolling, 2005.
"""

from __future__ import annotations

from silicrypt.flow.batch import Task
from silicrypt.papers import data
from silicrypt.papers.data import table
from silicrypt.papers.judge import reproduction
from silicrypt.papers.model import Curve, Measured, Plot, Reproduction
from silicrypt.papers.plan import PaperResults, design_run, our_rows

NAME = "sha512-2005"
CONFIGS = (
    "sha512-u1",
    "sha512-u2",
    "sha512-u1-pre",
    "sha512-u2-pre",
    "sha512-u4-pre",
    "sha512-pipe2",
    "sha512-fast",
)
#: The paper's kind of technology comes first.
JUDGE = "ecp5-85k"
TIMED = (JUDGE, "nangate45")
TARGETS = (*TIMED, "virtex-e")
#: The rolled designs. The paper does not say which one its clock is compared with: eq. 1 as
#: printed, or a form that adds the words beforehand. Both are shown; figure 2 draws the first.
ROLLED = ("sha512-u1", "sha512-u1-pre")
#: The design with the paper's intermediate values.
UNROLLED = "sha512-u2-pre"


def plan(_: PaperResults) -> list[Task]:
    """Returns the runs of the table."""
    return [design_run(point, target) for target in TARGETS for point in CONFIGS]


def evaluate(results: PaperResults) -> Reproduction:
    """Returns table I and the claims of the paper, beside our figures."""
    ours = our_rows(CONFIGS, results.measured.values())
    return reproduction(
        NAME,
        results,
        _computed(results),
        tables=(table(NAME, "I", "Virtex-E, and each row from its own clock", ours),),
        plot=_plot(results),
    )


def _plot(results: PaperResults) -> Plot | None:
    """Plots throughput against rounds per cycle, each relative to its own rolled design."""
    curves = [Curve("printed", "printed", ((1, 1.0), (2, data.named(NAME)["throughput_gain"])))]
    for target in TIMED:
        for tail, name in (("", "chained"), ("-pre", "Im1 to Im4")):
            ratios = [
                (
                    n,
                    results.ratio(
                        f"sha512-u{n}{tail}", f"sha512-u1{tail}", target, "throughput_mbps"
                    ),
                )
                for n in (1, 2, 4)
            ]
            points = tuple((float(n), ratio) for n, ratio in ratios if ratio is not None)
            if len(points) > 1:
                curves.append(Curve(f"{target}, {name}", target, points))
    if len(curves) == 1:
        return None
    return Plot(
        "Throughput over that of one operation per cycle",
        "operations per cycle",
        "throughput, one operation per cycle = 1",
        tuple(curves),
    )


# Figures for claims


def _computed(results: PaperResults) -> dict[str, float | None]:
    """Returns the figures of claims that no formula gives, by their identifiers."""
    rows = [row for row in data.published(NAME) if row.table == "I"]
    wrong = [row for row in rows if data.recompute(row)[1] is not None]
    found: dict[str, float | None] = {
        "wrong_rates": float(sum(row.is_proposed for row in wrong)),
        "wrong_rates_others": float(sum(not row.is_proposed for row in wrong)),
        "own_clock": _at_own_clock(results, "saturated"),
        "own_clock_delays": _at_own_clock(results, "saturated-delays"),
    }
    for target, where in ((JUDGE, ""), ("nangate45", "_cells")):
        both = _logic_ns(results.get(UNROLLED, target))
        for point, form in zip(ROLLED, ("", "_pre"), strict=True):
            one = results.get(point, target)
            ends_at_a = float(".a_" in one.path_end) if one and one.path_end else None
            found[f"path_of_u1{form}{where}"] = ends_at_a
            first = _logic_ns(one)
            found[f"halves_u1{form}{where}"] = both / first if both and first else None
    return found


def _logic_ns(of: Measured | None) -> float | None:
    """Returns the delay of the slowest path without that of its registers."""
    if of is None or of.delay_ns is None:
        return None
    known = of.result.launch_setup_ns
    steps = (one.ns for one in of.result.critical_path if one.kind in ("clk-to-q", "setup"))
    return of.delay_ns - (sum(steps) if known is None else known)


def _at_own_clock(results: PaperResults, scenario: str) -> float | None:
    """Returns the power of two operations per cycle over one, each at its own highest clock."""
    new, old = (results.power(name, "nangate45", scenario) for name in (UNROLLED, ROLLED[0]))
    return new.at(new.fmax_mhz).total_uw / old.at(old.fmax_mhz).total_uw if new and old else None
