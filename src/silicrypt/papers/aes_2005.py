"""``aes-2005``: AES for a storage unit, sequential and parallel, each function timed separately.

Mali, Novak, Biasizzo: Hardware Implementation of AES Algorithm, Journal of Electrical Engineering,
2005.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from silicrypt.base.progress import Progress
from silicrypt.papers import needs
from silicrypt.papers.aes_2005_figures import (
    BLOCK_BITS,
    BLOCK_BYTES,
    CORES,
    JUDGE,
    MAPPED,
    NAME,
    STEPWISE,
    UNIT,
    Paper,
    Unit,
    faster,
    recomputed,
)
from silicrypt.papers.aes_2005_named import Bus, named
from silicrypt.papers.bank import Bank
from silicrypt.papers.bench import Bench, Task, carry_out
from silicrypt.papers.claims import load
from silicrypt.papers.counted import FUNCTIONS, KEYS, MANY, ONE, SIZES
from silicrypt.papers.judge import judged
from silicrypt.papers.model import Curve, Heading, Plot, Reproduction, Sheet
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
        _break_even(paper, unit, software),
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
        plot=_plot(paper, unit, software),
        more_plots=_chunks(paper, unit, software),
        sheets=tuple(sheet for sheet in sheets if sheet.rows),
    )


#: What the tables show besides what claims need.
_SHOWN = [
    *(Task(name, JUDGE) for names in CORES.values() for name in names),
    Task(UNIT, JUDGE),
    Task(STEPWISE, JUDGE),
    *(Task(name, MAPPED) for name in (*CORES[128], STEPWISE)),
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
        cycles = unit.counted.singles[name]
        whose = f"ours, one block in flight in the core, {unit.about}"
        us = unit.us(cycles)
        rows.append((whose, FUNCTIONS[name], cycles, us, _rate(FUNCTIONS[name], us), None))
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


# Break-even


def _break_even(paper: Paper, unit: Unit, software: Sequence[Times]) -> Sheet:
    headings = (
        Heading("hardware"),
        Heading("software"),
        Heading("fixed, us", 3),
        Heading("hardware, us per block", 4),
        Heading("software, us per block", 4),
        Heading("hardware is faster"),
    )
    rows: list[tuple[str | float | None, ...]] = [
        (
            *("printed, Cipher PAR", "printed", paper.fixed_us, paper.us("Cipher PAR")),
            *(paper.soft("Cipher"), f"from {BLOCK_BYTES * paper.break_even_blocks:.0f} bytes on"),
        )
    ]
    times_us = unit.messages_us
    last, before = sorted(times_us, reverse=True)[:2] if times_us else (0, 0)
    for times in software if times_us else ():
        slope = (times_us[last] - times_us[before]) / (last - before)
        rows.append(
            (
                *(f"ours, {unit.about}", times.who, times_us[ONE] - slope, slope),
                *(times.long_ns / 1e3, faster(unit, times)),
            )
        )
    about = "a message under a key of its own: from which length on hardware is faster"
    return Sheet("break-even", about, headings, tuple(rows))


def _plot(paper: Paper, unit: Unit, software: Sequence[Times]) -> Plot | None:
    if not unit.messages_us:
        return None
    curves = [
        _curve("hardware (2005)", "printed", lambda n: paper.fixed_us + n * paper.us("Cipher PAR")),
        _curve(
            "software (2005)",
            "printed",
            lambda n: paper.soft("Key Expansion") + n * paper.soft("Cipher"),
        ),
        _curve(f"unit, {unit.mhz:.0f} MHz", "ours", lambda n: unit.messages_us[n]),
        *(
            _curve(f"{name} here", "software here", times.message_us)
            for name, times in zip(("plain C", "library"), software, strict=False)
        ),
    ]
    return Plot(
        title="time of a message under a key of its own by its length: AES-128, in hardware the "
        f"parallel form with transfers and messages; ours: {unit.about}",
        x="bytes of the message",
        y="us",
        curves=tuple(curves),
        ticks=tuple(float(BLOCK_BYTES * n) for n in SIZES),
        logarithmic=True,
    )


def _chunks(paper: Paper, unit: Unit, software: Sequence[Times]) -> tuple[Plot, ...]:
    """Plots the time per block against the length of a transfer, with the bus of the paper."""
    block = unit.us(unit.cycles("CIPHER_PAR", blocks=MANY) / MANY)
    if block is None:
        return ()
    bus, printed = Bus.of(paper), paper.us("Cipher PAR")
    curves = [
        _curve("hardware (2005)", "printed", lambda n: bus.block_us(n, printed)),
        _curve("software (2005)", "printed", lambda _: paper.soft("Cipher")),
        _curve("unit, bus of 2005", "ours", lambda n: bus.block_us(n, block)),
        _curve("unit alone", "ours", lambda _: block),
    ]
    for name, times in zip(("plain C", "library"), software, strict=False):
        us = times.long_ns / 1e3
        curves.append(Curve(f"{name} here", "software here", _flat(us)))
    plot = Plot(
        title="time per block of a long message by the bytes of a transfer; the bus takes "
        f"{bus.chunk_us:.1f} us for the messages and two transfers of each chunk, as table 2 has "
        f"them; ours: {unit.about}",
        x="bytes per transfer",
        y="us per block",
        curves=tuple(curves),
        ticks=tuple(float(BLOCK_BYTES * n) for n in SIZES),
        logarithmic=True,
    )
    return (plot,)


def _flat(us: float) -> tuple[tuple[float, float], ...]:
    return tuple((float(BLOCK_BYTES * n), us) for n in SIZES)


def _curve(name: str, group: str, us: Callable[[int], float]) -> Curve:
    return Curve(name, group, tuple((float(BLOCK_BYTES * n), us(n)) for n in SIZES))


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
        for name in (*names, STEPWISE, UNIT):
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
