"""``sha512-2005``: SHA-512 with partial unrolling, two rounds per clock cycle.

K. Aisopos, A. P. Kakarountas, H. Michail, C. E. Goutis: High throughput implementation of the new
Secure Hash Algorithm through partial unrolling, 2005.
"""

from __future__ import annotations

from statistics import fmean

from silicrypt.base.progress import Progress
from silicrypt.papers import data, needs
from silicrypt.papers.arithmetic import recompute, throughput
from silicrypt.papers.bank import Bank
from silicrypt.papers.bench import Bench, Task, carry_out, our_rows
from silicrypt.papers.claims import load
from silicrypt.papers.data import Published, published
from silicrypt.papers.judge import judged
from silicrypt.papers.model import Reproduction, Row, Table
from silicrypt.papers.sheets import Curve, Plot

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


def reproduce(bench: Bench, quick: bool, progress: Progress) -> Reproduction:
    """Returns table I and the claims of the paper, beside our figures.

    Args:
        bench: source of the measurements.
        quick: run at most the rolled designs and the paper's block, placed with one seed; show
            other results if they are stored.
        progress: called before each measurement.
    """
    paper = load(NAME)
    claims = paper.claim
    shown = [Task(config, target) for target in TARGETS for config in CONFIGS]
    tasks = needs.tasks(claims, shown, quick)
    found = carry_out(bench, tasks, progress)
    bank = Bank.of(found)
    printed = [row for row in published(NAME) if row.table == "I"]
    return Reproduction(
        paper=NAME,
        title=paper.title,
        tables=(
            Table(
                "I",
                f"{printed[0].device}, and each row from its own clock",
                (*map(_printed_row, printed), *our_rows(CONFIGS, found)),
            ),
        ),
        claims=judged(
            claims, needs.sources(NAME, claims, bank, bench, _named(bank), not quick, progress)
        ),
        notes=paper.notes_of(quick and len(found) < len(tasks)),
        plot=_plot(bank),
    )


def _plot(bank: Bank) -> Plot | None:
    """Plots throughput against rounds per cycle, each relative to its own rolled design."""
    curves = [Curve("printed", "printed", ((1, 1.0), (2, 1.24)))]
    for target in TIMED:
        for tail, name in (("", "chained"), ("-pre", "Im1 to Im4")):
            ratios = [
                (n, bank.ratio(f"sha512-u{n}{tail}", f"sha512-u1{tail}", target, "throughput_mbps"))
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


def _printed_row(row: Published) -> Row:
    recomputed, slip = recompute(row)
    slip = load(NAME).slips.get(row.key, slip)
    return Row(row.row, "printed", row.algorithm, row.device, row.printed, recomputed, slip)


# Figures for claims


def _named(bank: Bank) -> dict[str, float | None]:
    """Returns the figures that the claims name."""
    own = bank.get("sha512-u2-pre", JUDGE)
    peers = [peer.lut4 for peer in data.peers() if peer.algorithm.startswith("SHA-512")]
    named: dict[str, float | None] = {
        "LUTs of sha512-u2-pre over the mean of the open SHA-512 cores": (
            own.luts / fmean(peers) if own and own.luts else None
        ),
        "2 x 0.62": 2 * 0.62,
    }
    for config in ROLLED:
        one = bank.get(config, JUDGE)
        named[f"the slowest path of {config} on {JUDGE} ends at A"] = (
            float(".a_" in one.path_end) if one and one.path_end else None
        )
    for cycles in (40, 42):
        rate = throughput(1024, 58.0, cycles)
        named[f"1024 bits at 58.0 MHz in {cycles} cycles, Mbit/s"] = rate
    return named
