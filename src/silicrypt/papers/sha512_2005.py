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
#: The throughput at which the powers of registers are compared.
_REGISTERS_MBPS = 1000.0


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

#: Lowest, middle and highest value.
_Span = tuple[float, float, float]


def _computed(results: PaperResults) -> dict[str, float | None]:
    """Returns the figures of claims that no formula gives, by their identifiers."""
    rows = [row for row in data.published(NAME) if row.table == "I"]
    printed = int(data.named(NAME)["printed_cycles"])
    wrong = [row for row in rows if data.recompute(row, printed if row.is_proposed else None)[1]]
    found: dict[str, float | None] = {
        "wrong_rates": float(sum(row.is_proposed for row in wrong)),
        "wrong_rates_others": float(sum(not row.is_proposed for row in wrong)),
        "own_clock": _at_own_clock(results, "saturated"),
        "own_clock_delays": _at_own_clock(results, "saturated-delays"),
        "registers_of_core": _registers(results, clock=False),
        "registers_and_clock_of_core": _registers(results, clock=True),
    }
    for target, where in ((JUDGE, ""), ("nangate45", "_cells")):
        both = results.get(UNROLLED, target)
        for point, form in zip(ROLLED, ("", "_pre"), strict=True):
            one = results.get(point, target)
            ends_at_a = float(".a_" in one.path_end) if one and one.path_end else None
            found[f"path_of_u1{form}{where}"] = ends_at_a
            found |= _ends(f"halves_u1{form}{where}", _over(_logic_ns(both), _logic_ns(one)))
        four = results.get("sha512-u4-pre", target)
        for two, form in (("sha512-u2", ""), (UNROLLED, "_pre")):
            of = _over(_delay_ns(four), _delay_ns(results.get(two, target)))
            half = of and (of[0] / 2, of[1] / 2, of[2] / 2)
            found |= _ends(f"four_path_u2{form}{where}", half)
    return found


def _ends(name: str, span: _Span | None) -> dict[str, float | None]:
    """Returns a figure, and its ends over the seeds, by name."""
    low, value, high = span or (None, None, None)
    return {name: value, f"{name}_low": low, f"{name}_high": high}


def _over(above: _Span | None, below: _Span | None) -> _Span | None:
    """Returns a ratio over the seeds."""
    if not above or not below or not all(below):
        return None
    return above[0] / below[2], above[1] / below[1], above[2] / below[0]


def _delay_ns(of: Measured | None) -> _Span | None:
    """Returns the delay of the slowest path over the seeds."""
    if of is None or (clock := of.result.fmax_mhz) is None:
        return None
    return 1000 / clock.max, 1000 / clock.median, 1000 / clock.min


def _logic_ns(of: Measured | None) -> _Span | None:
    """Returns the delay of the slowest path without that of its registers."""
    if of is None or (delay := _delay_ns(of)) is None:
        return None
    known = of.result.launch_setup_ns
    steps = (one.ns for one in of.result.critical_path if one.kind in ("clk-to-q", "setup"))
    registers = sum(steps) if known is None else known
    return delay[0] - registers, delay[1] - registers, delay[2] - registers


def _at_own_clock(results: PaperResults, scenario: str) -> float | None:
    """Returns the power of two operations per cycle over one, each at its own highest clock."""
    new, old = (results.power(name, "nangate45", scenario) for name in (UNROLLED, ROLLED[0]))
    return new.at(new.fmax_mhz).total_uw / old.at(old.fmax_mhz).total_uw if new and old else None


def _registers(results: PaperResults, clock: bool) -> float | None:
    """Returns the power of the rolled core less what fewer accesses to registers save, over it.

    Both cores have one throughput. With `clock` the saving includes the clock of the registers.
    """
    found = [results.power(name, "nangate45", "saturated-delays") for name in (UNROLLED, ROLLED[0])]
    at = [one.at(_REGISTERS_MBPS * one.cycles / one.message_bits) for one in found if one]
    if len(at) < len(found):
        return None
    new, old = (one.sequential_uw + (one.clock_uw if clock else 0) for one in at)
    return 1 - (old - new) / at[1].total_uw
