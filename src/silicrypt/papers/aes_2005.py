"""``aes-2005``: AES for a storage unit, sequential and parallel, each function timed separately.

Mali, Novak, Biasizzo: Hardware Implementation of AES Algorithm, Journal of Electrical Engineering,
2005.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from silicrypt.base.progress import Progress
from silicrypt.papers import needs
from silicrypt.papers.aes_2005_break_even import break_even, by_length, by_transfer
from silicrypt.papers.aes_2005_figures import (
    BLOCK_BITS,
    CORES,
    JUDGE,
    MAPPED,
    NAME,
    STEPWISE,
    UNIT,
    Paper,
    Unit,
    recomputed,
)
from silicrypt.papers.aes_2005_named import named
from silicrypt.papers.bank import Bank
from silicrypt.papers.bench import Bench, Task, carry_out
from silicrypt.papers.claims import load
from silicrypt.papers.counted import FUNCTIONS, KEYS, MANY, ONE, OUTSIDE
from silicrypt.papers.judge import judged
from silicrypt.papers.model import Reproduction
from silicrypt.papers.sheets import Heading, Sheet
from silicrypt.papers.software import Times


def reproduce(bench: Bench, quick: bool, progress: Progress) -> Reproduction:
    """Returns tables 2 and 3, break-even, area and claims of the paper, beside our figures.

    Args:
        bench: source of the measurements.
        quick: run at most the two cores with keys of 128 bits, placed with one seed; show other
            results if they are stored. Cycles are counted and software is timed in any case.
        progress: called before each measurement.
    """
    stated = load(NAME)
    claims = stated.claim
    tasks = needs.tasks(claims, _SHOWN, quick)
    found = carry_out(bench, tasks, progress)
    bank = Bank.of(found)
    unit = Unit.of(bench.unit_cycles(), bank)
    software, paper = bench.software(), Paper.printed()
    sheets = (
        _functions(paper, unit),
        _rates(unit),
        _software(paper, software),
        _ratios(paper),
        break_even(paper, unit, software),
        _area(bank),
    )
    return Reproduction(
        paper=NAME,
        title=stated.title,
        tables=(),
        claims=judged(
            claims,
            needs.sources(
                NAME, claims, bank, bench, named(paper, unit, software), not quick, progress
            ),
        ),
        notes=stated.notes_of(quick and len(found) < len(tasks)),
        plot=by_length(paper, unit, software),
        more_plots=by_transfer(paper, unit, software),
        sheets=tuple(sheet for sheet in sheets if sheet.rows),
    )


#: What the tables show besides what claims need.
_SHOWN = [
    *(Task(name, JUDGE) for names in CORES.values() for name in names),
    *(Task(name, JUDGE) for name in (UNIT, OUTSIDE, STEPWISE)),
    *(Task(name, MAPPED) for name in (*CORES[128], STEPWISE, OUTSIDE)),
]


# Table 2


def _functions(paper: Paper, unit: Unit) -> Sheet:
    headings = (
        Heading("whose"),
        Heading("function"),
        Heading("cycles", 0),
        Heading("us", 3),
        Heading("Mbit/s", 2),
        Heading("recom- puted", 2),
    )
    rows: list[tuple[str | float | None, ...]] = [
        (
            *("printed, Virtex at 74.4 MHz", row.row, paper.cycles(row.row)),
            *(paper.us(row.row), row.number("throughput_mbps"), _rate(row.row, paper.us(row.row))),
        )
        for row in paper.hardware.values()
    ]
    for name, about in FUNCTIONS.items():
        cycles = unit.cycles(name)
        us = unit.us(cycles)
        rows.append((f"ours, {unit.about}", about, cycles, us, _rate(about, us), None))
    for name in ("CIPHER_PAR", "INV_CIPHER_PAR"):
        cycles = unit.counted.single_stage_cycles[name]
        whose = f"ours, one block in flight in the core, {unit.about}"
        us = unit.us(cycles)
        rows.append((whose, FUNCTIONS[name], cycles, us, _rate(FUNCTIONS[name], us), None))
    mhz = unit.sram_mhz
    clock = f"at {mhz:.1f} MHz, routed on {JUDGE}" if mhz else "not routed in this run"
    for name, about in FUNCTIONS.items():
        if name not in ("MESSAGES", "KEY_EXPANSION"):  # they use no bank
            cycles = unit.counted.srams[ONE, name]
            us = cycles / mhz if mhz else None
            whose = f"ours, banks in SRAMs outside, {clock}"
            rows.append((whose, about, cycles, us, _rate(about, us), None))
    about = f"table 2: each function, one block, AES-128; ours: the complete unit, {unit.about}"
    return Sheet("table-2", about, headings, tuple(rows), grouped=True)


def _rate(function: str, us: float | None) -> float | None:
    """Returns the rate in Mbit/s: of one block, or of the 128 key bits for the key expansion."""
    return BLOCK_BITS / us if us and ("Cipher" in function or "Expansion" in function) else None


def _rates(unit: Unit) -> Sheet:
    """Returns the rates for all key lengths, for one block and for a full bank."""
    headings = (
        Heading("function"),
        Heading("blocks", 0),
        *(Heading(f"AES-{bits}, cycles per block", 2) for bits in KEYS),
        Heading("AES-128, Mbit/s", 1),
    )
    rows: list[tuple[str | float | None, ...]] = []
    for name, about in FUNCTIONS.items():
        if name in ("MESSAGES", "LOAD"):
            continue
        for blocks in (ONE,) if name == "KEY_EXPANSION" else (ONE, MANY):
            cycles = [unit.cycles(name, bits, blocks) / blocks for bits in KEYS]
            us = unit.us(cycles[0])
            rows.append((about, blocks, *cycles, BLOCK_BITS / us if us else None))
    return Sheet(
        "rates", f"one block and {MANY} in one command; {unit.about}", headings, tuple(rows)
    )


# Table 3


def _software(paper: Paper, software: Sequence[Times]) -> Sheet:
    headings = (
        Heading("whose"),
        Heading("function"),
        Heading("us", 4),
        Heading("Mbit/s", 2),
        Heading("recom- puted", 2),
    )
    rows: list[tuple[str | float | None, ...]] = [
        (
            *("printed: reference in C++, AMD Athlon 1.3 GHz", row.row, paper.soft(row.row)),
            *(row.number("throughput_mbps"), BLOCK_BITS / paper.soft(row.row)),
        )
        for row in paper.software.values()
    ]
    for times in software:
        whose = f"{times.who}: {times.machine}, {times.how}"
        rows += [(whose, what, ns / 1e3, 1e3 * BLOCK_BITS / ns, None) for what, ns in _timed(times)]
    return Sheet("table-3", "table 3: software, AES-128", headings, tuple(rows), grouped=True)


def _timed(times: Times) -> Iterator[tuple[str, float]]:
    yield "Key Expansion", times.key_ns
    yield "Cipher", times.cipher_ns
    yield "Inverse Cipher", times.inverse_ns
    if times.long_ns != times.cipher_ns:
        yield "Cipher, a block of 1 MiB", times.long_ns
        yield "Inverse Cipher, a block of 1 MiB", times.long_inverse_ns


# The paper's own ratios


def _ratios(paper: Paper) -> Sheet:
    headings = (
        Heading("the paper's text"),
        Heading("printed"),
        Heading("by its tables"),
        Heading("slip"),
    )
    rows = tuple((one.about, one.printed, one.again, one.slip) for one in recomputed(paper))
    return Sheet("ratios", "the paper's ratios, from its own tables", headings, rows)


# Area


def _area(bank: Bank) -> Sheet:
    headings = (
        Heading("target"),
        Heading("design"),
        Heading("area", 0),
        Heading("unit"),
        Heading("FF", 0),
        Heading("block RAM", 0),
        Heading("MHz", 1),
        Heading("cycles/block", 0),
        Heading("Mbit/s", 1),
    )
    names = [name for both in CORES.values() for name in both]
    rows = []
    for target in (JUDGE, MAPPED):
        for name in (*names, STEPWISE, UNIT, OUTSIDE):
            one = bank.by_target.get((name, target))
            if one is not None:
                rows.append(
                    (
                        *(target, name, one.area, one.area_unit, one.registers, one.block_rams),
                        *(one.fmax_mhz, one.cycles_per_block, one.throughput_mbps),
                    )
                )
    about = "area and clock, which the paper leaves out; the unit's are those of the parallel form"
    return Sheet("area", about, headings, tuple(rows), grouped=True)
