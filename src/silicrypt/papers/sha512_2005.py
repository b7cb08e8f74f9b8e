"""``sha512-2005``: SHA-512 with partial unrolling, two rounds per clock cycle.

K. Aisopos, A. P. Kakarountas, H. Michail, C. E. Goutis: High throughput implementation of the new
Secure Hash Algorithm through partial unrolling, 2005.
"""

from __future__ import annotations

from silicrypt.papers import data
from silicrypt.papers.judge import reproduction
from silicrypt.papers.model import Curve, Plot, Reproduction, end_of_path
from silicrypt.papers.plan import PaperResults

NAME = "sha512-2005"
#: The paper's kind of technology comes first.
JUDGE = "ecp5-85k"
TIMED = (JUDGE, "nangate45")
#: The rolled designs. The paper does not say which one its clock is compared with: eq. 1 as
#: printed, or a form that adds the words beforehand. Both are shown; figure 2 draws the first.
ROLLED = ("sha512-u1", "sha512-u1-pre")


def evaluate(results: PaperResults) -> Reproduction:
    """Returns table I and the claims of the paper, beside our figures."""
    return reproduction(NAME, results, _computed(results), plot=_plot(results))


def _plot(results: PaperResults) -> Plot | None:
    """Plots throughput against rounds per cycle, each relative to its own rolled design."""
    curves = [Curve("printed", "printed", ((1, 1.0), (2, data.named(NAME)["throughput_gain"])))]
    for target in TIMED:
        for tail, name in (("", "chained"), ("-pre", "Im1 to Im4")):
            found = {n: results.get(f"sha512-u{n}{tail}", target) for n in (1, 2, 4)}
            rates = {n: one.throughput_mbps for n, one in found.items() if one}
            if len(rates) > 1 and (base := rates.get(1)):
                points = tuple((float(n), rate / base) for n, rate in rates.items() if rate)
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
    printed = int(data.named(NAME)["printed_cycles"])
    wrong = [row for row in rows if data.recompute(row, printed if row.is_proposed else None)[1]]
    paths = {
        f"path_of_u1{form}{where}": results.get(point, target)
        for target, where in ((JUDGE, ""), ("nangate45", "_cells"))
        for point, form in zip(ROLLED, ("", "_pre"), strict=True)
    }
    ends = {name: end_of_path(one) if one else "" for name, one in paths.items()}
    return {
        "wrong_rates": float(sum(row.is_proposed for row in wrong)),
        "wrong_rates_others": float(sum(not row.is_proposed for row in wrong)),
        **{name: float(".a_" in end) if end else None for name, end in ends.items()},
    }
