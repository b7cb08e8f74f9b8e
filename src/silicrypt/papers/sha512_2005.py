"""``sha512-2005``: SHA-512 with partial unrolling, two rounds per clock cycle.

K. Aisopos, A. P. Kakarountas, H. Michail, C. E. Goutis: High throughput implementation of the new
Secure Hash Algorithm through partial unrolling, 2005.
"""

from __future__ import annotations

from collections.abc import Mapping

from silicrypt.flow.progress import Progress
from silicrypt.papers.arithmetic import gain_percent, rate_of, recompute
from silicrypt.papers.bench import Bench, Task, carry_out, our_rows
from silicrypt.papers.data import Published, published
from silicrypt.papers.judge import Bank, judged, unmeasured, verdict
from silicrypt.papers.model import Claim, Curve, Plot, Reproduction, Row, Table
from silicrypt.papers.power import BASIS, Powers

NAME = "sha512-2005"
TITLE = (
    "Aisopos, Kakarountas, Michail, Goutis: High throughput implementation of the new Secure Hash "
    "Algorithm through partial unrolling (2005)"
)
CONFIGS = (
    "sha512-u1",
    "sha512-u2",
    "sha512-u1-pre",
    "sha512-u2-pre",
    "sha512-u4-pre",
    "sha512-pipe2",
    "sha512-fast",
)
#: The paper's kind of technology comes first, because the verdicts follow from it.
JUDGE = "ecp5-85k"
CELLS = "nangate45"
TIMED = (JUDGE, CELLS)
TARGETS = (*TIMED, "virtex-e")
BLOCK, PIPELINE = "sha512-u2-pre", "sha512-pipe2"
#: The designs that the claim about power compares.
POWERED = (BLOCK, PIPELINE, f"{BLOCK}-gated")
RATE_MBPS = 2000.0
NEAR_30_PERCENT = 0.75
#: The rolled designs. The paper does not say which one its clock is compared with: eq. 1 as
#: printed, or a form that adds the words beforehand. Both are shown; figure 2 draws the first.
ROLLED = ("sha512-u1", "sha512-u1-pre")
_QUICK = {(name, JUDGE) for name in (*ROLLED, BLOCK)}

_ATTRIBUTION = (
    "About 570 cycles would be seven an operation: 77 Mbit/s is 285 cycles for a 512-bit block of "
    "a processor for the whole MD4 family, listed elsewhere with the same area and clock as SHA-1."
)
_NOTES = (
    "Ratios travel between technologies, absolutes do not: a clock on Virtex-E is not compared "
    "with one on ECP5 or in 45 nm.",
    "Slices on virtex-e are an estimate by mapping: half the larger of LUTs and flip-flops. The "
    "paper's slices are after placement by another tool.",
    "Our cycles a block include the addition of the chaining value, on the same adders: 84 for one "
    "operation a cycle, 42 for two, 21 for four. The printed 40 leaves it out.",
    "The paper prints no clock of its non-unrolled design. 58.0 MHz is 0.62 of 93.5 MHz, which "
    "would make 1197 Mbit/s at 80 cycles.",
    "Equation 1 prints Maj and Ch with sums for commas and rotations to the left; the standard "
    "(FIPS 180-4) has three arguments and rotations to the right, and so have our cores.",
)
_PARTIAL = (
    "Quick run: only part of our designs is measured, placed with one seed where the store had "
    "none. Another seed moves a clock by about 4 %: run without --quick for all of it."
)


def reproduce(bench: Bench, quick: bool, progress: Progress) -> Reproduction:
    """Returns table I and the claims of the paper, beside our figures.

    Args:
        bench: source of the measurements.
        quick: run at most the rolled designs and the paper's block, placed with one seed; show
            other results if they are stored.
        progress: called before each measurement.
    """
    found = carry_out(bench, _tasks(quick), progress)
    bank = Bank.of(found)
    powers = Powers.carry_out(bench, POWERED, CELLS, not quick, progress)
    printed = [row for row in published(NAME) if row.table == "I"]
    notes: tuple[str, ...] = _NOTES
    if quick and len(found) < len(CONFIGS) * len(TARGETS):
        notes += (_PARTIAL,)
    return Reproduction(
        paper=NAME,
        title=TITLE,
        tables=(
            Table(
                "I",
                f"{printed[0].device}, and each row from its own clock",
                (*map(_printed_row, printed), *our_rows(CONFIGS, found)),
            ),
        ),
        claims=(*_measured_claims(bank), *_table_claims(printed), _power(powers)),
        notes=notes,
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
            points = tuple((float(n), r.value) for n, r in ratios if r.value is not None)
            if len(points) > 1:
                curves.append(Curve(f"{target}, {name}", target, points))
    if len(curves) == 1:
        return None
    return Plot(
        "Throughput over that of one operation a cycle",
        "operations a cycle",
        "throughput, one operation a cycle = 1",
        tuple(curves),
    )


def _tasks(quick: bool) -> list[Task]:
    return [
        Task(
            config,
            target,
            seeds=(1,) if quick else (1, 2, 3),
            run=not quick or (config, target) in _QUICK,
        )
        for target in TARGETS
        for config in CONFIGS
    ]


def _printed_row(row: Published) -> Row:
    recomputed, slip = recompute(row)
    if row.row.startswith("[6]"):
        slip = _ATTRIBUTION
    return Row(row.row, "printed", row.algorithm, row.device, row.printed, recomputed, slip)


# Claims compared with our measurements


def _measured_claims(bank: Bank) -> tuple[Claim, ...]:
    return (_clock(bank), _throughput(bank), _four(bank), _writes(bank), _area(bank))


def _clock(bank: Bank) -> Claim:
    return judged(
        "Two operations in one cycle leave 0.62 or more of the clock of one operation a cycle.",
        "x0.62",
        [bank.ratio(BLOCK, old, on, "fmax_mhz") for on in TIMED for old in ROLLED],
        lambda ratio: ratio >= 0.62,
    )


def _throughput(bank: Bank) -> Claim:
    return judged(
        "Two operations in one cycle bring 1.24 times the throughput or more.",
        "x1.24",
        [bank.ratio(BLOCK, old, on, "throughput_mbps") for on in TIMED for old in ROLLED],
        lambda ratio: ratio >= 1.24,
    )


def _four(bank: Bank) -> Claim:
    return judged(
        "Four operations in one cycle are worse than two.",
        "path more than doubled, and a further 25 % (reads as x0.8 of the throughput)",
        [bank.ratio("sha512-u4-pre", BLOCK, on, "throughput_mbps") for on in TIMED],
        lambda ratio: ratio < 1,
        "Of the throughput.",
    )


def _area(bank: Bank) -> Claim:
    return judged(
        "The unrolled core is hardly larger than a core of one operation a cycle.",
        "2710 slices; rolled commercial cores 2403 and 2690 (x1.13, x1.01)",
        [bank.ratio(BLOCK, old, on, "area") for on in ("virtex-e", *TIMED) for old in ROLLED],
        lambda ratio: ratio <= 1.13,
        "The printed ratios compare cores of different makers; ours compare one core with itself. "
        "Slices are an estimate by mapping.",
    )


def _writes(bank: Bank) -> Claim:
    claim, printed = "Writes of the state registers halve.", "80 to 40 a block"
    rolled, block = bank.cycles(ROLLED[0]) or bank.cycles(ROLLED[1]), bank.cycles(BLOCK)
    if rolled is None or block is None:
        return unmeasured(claim, printed)
    return Claim(
        claim=claim,
        verdict=verdict(2 * block == rolled),
        printed=printed,
        measured=f"{rolled} to {block} a block",
        why="The state is written once a cycle, so the cycles a block, counted in simulation, are "
        "the writes; ours include those that add the chaining value.",
        figures={"writes a block, rolled": rolled, f"writes a block, {BLOCK}": block},
    )


# Claims compared with the paper's own table


def _table_claims(rows: list[Published]) -> tuple[Claim, ...]:
    proposed = next(row for row in rows if row.is_proposed)
    gains = {
        row.row: gain_percent(rate_of(proposed), rate_of(row))
        for row in rows
        if row is not proposed
    }
    lowest = min(gains, key=lambda name: gains[name])
    highest = max(gains, key=lambda name: gains[name])
    return (
        _lower_end(gains, lowest),
        _upper_end(gains, highest),
        _factor(gains, highest),
        _any_other(gains, lowest),
        _slower(rate_of(proposed), rows),
    )


def _lower_end(gains: Mapping[str, float], lowest: str) -> Claim:
    return Claim(
        claim="The smallest gain in throughput over the other cores is 43 %.",
        verdict=verdict(round(gains[lowest]) == 43),
        printed="+43 %",
        measured=f"+{gains[lowest]:.0f} % over {lowest}",
        why="Follows from no row of the paper's table; its smallest gain is larger than the one "
        "claimed.",
        figures={f"gain over {name}, %": round(gain, 1) for name, gain in gains.items()},
    )


def _upper_end(gains: Mapping[str, float], highest: str) -> Claim:
    return Claim(
        claim="The largest gain in throughput over the other cores is 1830 %.",
        verdict=verdict(round(gains[highest], -1) == 1830),
        printed="+1830 %",
        measured=f"+{gains[highest]:.0f} % over {highest}",
        why="The quotient is right. The row is research work, not a commercial core as the paper "
        "has it, and it is no SHA-512 core of its own (see its slip).",
        figures={f"gain over {highest}, %": round(gains[highest], 1)},
    )


def _factor(gains: Mapping[str, float], highest: str) -> Claim:
    return Claim(
        claim=f"{highest} is 18300 % slower.",
        verdict=verdict(round(gains[highest], -2) == 18300),
        printed="18300 %",
        measured=f"+{gains[highest]:.0f} %",
        why="A slip by a factor of ten: the abstract has 1830 %, which the table gives.",
        figures={f"gain over {highest}, %": round(gains[highest], 1)},
    )


def _any_other(gains: Mapping[str, float], lowest: str) -> Claim:
    return Claim(
        claim="The throughput is at least 15 % above any other core.",
        verdict=verdict(gains[lowest] >= 15),
        printed="≥ 15 %",
        measured=f"+{gains[lowest]:.0f} % over {lowest}",
        why="True of the paper's table and far below what it gives; at odds with the abstract's "
        "43 %.",
        figures={f"gain over {lowest}, %": round(gains[lowest], 1)},
    )


def _slower(proposed: float, rows: list[Published]) -> Claim:
    slowest = min((row for row in rows if row.row[:3] in ("[8]", "[9]", "[10")), key=rate_of)
    percent = 100 * (1 - rate_of(slowest) / proposed)
    return Claim(
        claim="The slowest commercial core is about 60 % slower.",
        verdict=verdict(round(percent, -1) == 60),
        printed="60 %",
        measured=f"{percent:.0f} % below, {slowest.row}",
        why="Of the throughput, from the paper's table; that core computes SHA-256.",
        figures={f"{slowest.row} below proposed, %": round(percent, 1)},
    )


# The claim about power


def _power(powers: Powers) -> Claim:
    """Judges at the pipeline's rate at about 100 MHz, where dynamic power exceeds leakage."""
    return judged(
        "Power is near 30 % below that of two operation blocks in line at the same throughput.",
        "-30 %",
        [
            powers.at_throughput(BLOCK, PIPELINE, RATE_MBPS),
            powers.at_throughput(BLOCK, PIPELINE, RATE_MBPS, "dynamic_uw"),
            powers.at_throughput(BLOCK, PIPELINE, RATE_MBPS / 10),
            powers.at_throughput(f"{BLOCK}-gated", PIPELINE, RATE_MBPS),
        ],
        lambda ratio: ratio <= NEAR_30_PERCENT,
        "25 % below counts as near 30 %. Messages back to back, in the pipeline two at a time. "
        f"{BASIS} Two operations in one cycle would have more glitches than one.",
    )
