"""``md5-2015``: MD5 with a step counter in binary or Gray code, with and without clock gating.

S. Suhaili, T. Watanabe: Performance Evaluation of Cryptographic Algorithms on Reconfigurable
Hardware: MD5 based on Timing and Area Implementation, 2015.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from silicrypt.catalog import Level
from silicrypt.flow.progress import Progress
from silicrypt.papers.arithmetic import gain_percent, recompute
from silicrypt.papers.bench import Bench, Task, carry_out, carry_out_one, our_rows
from silicrypt.papers.data import Published, published
from silicrypt.papers.judge import Bank, judged, verdict
from silicrypt.papers.model import Claim, Measured, Reproduction, Row, Table
from silicrypt.papers.power import BASIS, Powers, What

NAME = "md5-2015"
TITLE = (
    "Suhaili, Watanabe: Performance Evaluation of Cryptographic Algorithms on Reconfigurable "
    "Hardware: MD5 based on Timing and Area Implementation (2015)"
)
BINARY, GRAY = "md5-binary", "md5-gray"
FORMS = (BINARY, GRAY, "md5-binary-gated", "md5-gray-gated")
FAST = "md5-fast"
#: The paper's kind of technology comes first, because the verdicts follow from it.
SLOW, QUICK, CELLS = "ecp5-85k", "ecp5-85k-8", "nangate45"
TIMED = (SLOW, QUICK, CELLS)
MAPPED = "cyclone-v"
FAMILIES = ("virtex-2", "virtex-5")
#: The clock at which power is compared. The paper states no clock in 45 nm.
CLOCK_MHZ = 100.0
#: Resolution of the search for the delay target, in ps.
STEP_PS = 10

_NOTES = (
    "Ratios travel between technologies, absolutes do not: a clock on Arria II GX is not compared "
    "with one on ECP5 or in 45 nm. The nearest families that open tools map to are Cyclone V, "
    "Virtex-II and Virtex-5; there ours are mapped only, without placement and without a clock.",
    "The two corners of ours are the slow and the fast speed grade of the same ECP5. nextpnr is "
    "asked for no clock there, so that there is no slack.",
    "On nangate45 the delay target is the time asked for the logic between two registers. The one "
    "shown is the smallest that the mapping meets, found by halving an interval down to "
    f"{STEP_PS} ps; the clock has the registers' own delay in it, too.",
    "The paper's top takes words and pads them; level stream takes bytes and pads them, and is the "
    "nearest to it. Level core takes padded blocks.",
    "On FPGAs a gated clock is a clock enable, which every register here has anyway: the gated "
    "design is the ungated one there, gate for gate, and the same figures stand for both. On "
    "nangate45 the gates are cells of the library.",
    "The 44-bit word of the paper's table (constant in [43:12], shift in [11:4], message index in "
    "[3:0]) is the row of ours; the four forms are proved to be one design: 'silicrypt prove'.",
    "The paper prints no throughput. 152.32 MHz and 64 steps would be 1218.6 Mbit/s; its top takes "
    "sixteen words and pads besides. Ours takes 68 cycles a block, the chaining value included.",
    "The paper's text has the Gray code of 0 to 4 as 0, 1, 3, 4, 6. From 3 to 4 all three bits "
    "change; the code is 0, 1, 3, 2, 6. Its table 2 (14 as 9, 56 as 36) is right.",
    "Table 5 sets a 40 nm part beside 90 nm, 65 nm and 150 nm parts. On the same part as [3] its "
    "own design is 0.6 % faster, in 37 % more ALUTs and 3.5 times the registers.",
)
_PARTIAL = (
    "Quick run: only two of our forms are measured, placed with one seed where the store had none. "
    "Another seed moves a clock by about 4 %: run without --quick for all of it."
)


def reproduce(bench: Bench, quick: bool, progress: Progress) -> Reproduction:
    """Returns tables 3, 4 and 5 and the claims of the paper, beside our figures.

    Args:
        bench: source of the measurements.
        quick: run at most the binary and the Gray form, placed with one seed; show other results
            if they are stored.
        progress: called before each measurement.
    """
    tasks = _tasks(quick)
    found = carry_out(bench, tasks, progress)
    asked = [best for form in FORMS if (best := _search(bench, form, found, quick, progress))]
    bank = Bank.of((*found, *asked))
    powers = Powers.carry_out(bench, FORMS, CELLS, not quick, progress)
    printed = {number: [row for row in published(NAME) if row.table == number] for number in "345"}
    missing = len(found) < len(tasks) or len(asked) < len(FORMS)
    return Reproduction(
        paper=NAME,
        title=TITLE,
        tables=(
            _table(
                "3",
                "clock at two corners, Arria II GX",
                printed["3"],
                FORMS,
                _corners(found, asked),
            ),
            _table("4", "area, Arria II GX", printed["4"], FORMS, _at(found, (MAPPED,))),
            _table(
                "5", "the designs of others", printed["5"], (BINARY, FAST), _at(found, FAMILIES)
            ),
        ),
        claims=_claims(bank, powers, [*printed["3"], *printed["4"]]),
        notes=(*_NOTES, *((_PARTIAL,) if quick and missing else ())),
    )


def _tasks(quick: bool) -> list[Task]:
    wanted: list[tuple[str, str, Level]] = [
        *((form, target, "core") for target in TIMED for form in FORMS),
        *((form, MAPPED, level) for level in _LEVELS for form in FORMS),
        *((config, target, "core") for target in FAMILIES for config in (BINARY, FAST)),
    ]
    return [
        Task(
            config,
            target,
            seeds=(1,) if quick else (1, 2, 3),
            run=not quick or (config in (BINARY, GRAY) and target in (SLOW, MAPPED)),
            level=level,
        )
        for config, target, level in wanted
    ]


_WHAT: tuple[What, ...] = ("total_uw", "dynamic_uw", "sequential_uw", "combinational_uw")
_LEVELS: tuple[Level, ...] = ("core", "stream")


# The smallest delay target that is met


@dataclass
class _Sweep:
    """The search for the smallest delay target that a configuration meets."""

    measure: Callable[[int], Measured | None]
    best: Measured | None = None
    tried: list[int] = field(default_factory=list)

    def meets(self, target_ps: int) -> bool | None:
        """Returns whether a delay target is met; None if it was not measured."""
        self.tried.append(target_ps)
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
) -> Measured | None:
    """Finds the smallest delay target that a form meets on standard cells."""
    fastest = next((m for m in found if (m.config, m.target) == (form, CELLS)), None)
    if fastest is None or fastest.logic_ns is None:
        return None

    def measure(target_ps: int) -> Measured | None:
        task = Task(form, f"{CELLS}@{target_ps}ps", (), run=not quick)
        progress(0, 1, f"{task}: searching the delay target")
        return carry_out_one(bench, task, lambda *_: None)

    best = smallest_met(measure, int(fastest.logic_ns * 1000))
    return replace(best, target=f"{CELLS}, target met") if best else None


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
    return Row(row.row, "printed", row.algorithm, row.device, row.printed, recomputed, slip)


# Claims


def _claims(bank: Bank, powers: Powers, printed: Sequence[Published]) -> tuple[Claim, ...]:
    area = bank.ratio(GRAY, BINARY, MAPPED, "area")
    return (
        judged(
            "The binary form has the highest clock.",
            "145.94 and 152.32 MHz; Gray x0.96",
            [bank.ratio(GRAY, BINARY, on, "fmax_mhz") for on in TIMED],
            lambda ratio: ratio <= 1,
            "Of the binary and the Gray form.",
        ),
        judged(
            "The binary form is the smallest.",
            "1989 ALUTs; Gray 2140",
            [bank.ratio(GRAY, BINARY, on, "area") for on in (MAPPED, SLOW, CELLS)],
            lambda ratio: ratio >= 1,
        ),
        judged(
            "Gray code costs 7.6 % more ALUTs.",
            "x1.076",
            [
                area,
                *(bank.ratio(GRAY, BINARY, on, "area") for on in (f"{MAPPED} stream", SLOW, CELLS)),
            ],
            lambda ratio: ratio >= 1.07,
            "Only the counter and what decodes its state differ in ours.",
        ),
        judged(
            "Gray code costs 13 % more registers.",
            "x1.130 (1713 to 1935)",
            [bank.ratio(GRAY, BINARY, on, "registers") for on in (MAPPED, SLOW, CELLS)],
            lambda ratio: ratio >= 1.12,
            "A counter has as many bits in either code.",
        ),
        judged(
            "Gray code hardly costs speed.",
            "x0.96 (4 %)",
            [bank.ratio(GRAY, BINARY, on, "fmax_mhz") for on in TIMED],
            lambda ratio: ratio >= 0.95,
        ),
        judged(
            "Gating the clock changes the speed little.",
            "x0.995 and x0.990; Gray x1.036 and x1.041",
            [
                bank.ratio(f"{form}-gated", form, on, "fmax_mhz")
                for on in (CELLS, SLOW)
                for form in (BINARY, GRAY)
            ],
            lambda ratio: 0.95 <= ratio <= 1.05,
            "On the FPGA the two are the same netlist.",
        ),
        _improves(printed),
        _area_of_gray(printed),
        _gray_power(powers),
        _gated_power(powers),
    )


def _improves(printed: Sequence[Published]) -> Claim:
    """Judges the claim by the paper's own table."""
    clock = {row.row: row.number("fmax_mhz") or 0.0 for row in printed if row.table == "3"}
    gains = {
        f"{form}, {corner}": gain_percent(
            clock[f"{form}_Gating/{corner}"], clock[f"{form}/{corner}"]
        )
        for form in ("MD5", "MD5_Gray")
        for corner in ("900mV_100C", "900mV_-40C")
    }
    told = ", ".join(f"{name} {gain:+.1f} %" for name, gain in gains.items())
    return Claim(
        claim="Gating the clock improves the speed of the design.",
        verdict=verdict(all(gain > 0 for gain in gains.values())),
        printed="no figure in the text",
        measured=told,
        why="Held against the paper's own table 3: gating slows the binary form down and speeds up "
        "the Gray form alone.",
        figures={name: round(gain, 2) for name, gain in gains.items()},
    )


def _area_of_gray(printed: Sequence[Published]) -> Claim:
    """Judges the claim by the paper's own table."""
    rows = {row.row: row for row in printed if row.table == "4"}
    gains = {
        what: gain_percent(
            rows["MD5_Gray"].number(column) or 0.0, rows["MD5"].number(column) or 1.0
        )
        for what, column in (("ALUTs", "area"), ("registers", "area2"))
    }
    return Claim(
        claim="With Gray code the clock is almost that of binary code, but the area is larger.",
        verdict=verdict(all(gain > 0 for gain in gains.values())),
        printed="2140 against 1989 ALUTs, 1935 against 1713 registers",
        measured=", ".join(f"{what} {gain:+.1f} %" for what, gain in gains.items()),
        why="So the paper's own table 4 has it. 222 registers more are far more than a counter of "
        "seven bits has: the paper does not say what they hold.",
        figures={what: round(gain, 2) for what, gain in gains.items()},
    )


# Claims about power, one sentence of the paper


def _gray_power(powers: Powers) -> Claim:
    return judged(
        "Gray code reduces power.",
        "no figure",
        [powers.at_frequency(GRAY, BINARY, "saturated", CLOCK_MHZ, what) for what in _WHAT],
        lambda ratio: ratio < 1,
        "The counter is seven of the flip-flops; the logic of the two forms, mapped apart, differs "
        f"by more than it takes. {BASIS}",
    )


def _gated_power(powers: Powers) -> Claim:
    return judged(
        "A gated clock reduces power.",
        "no figure",
        [
            powers.at_frequency(f"{form}-gated", form, scenario, CLOCK_MHZ)
            for scenario in ("saturated", "single", "idle")
            for form in (BINARY, GRAY)
        ],
        lambda ratio: ratio < 1,
        BASIS,
    )
