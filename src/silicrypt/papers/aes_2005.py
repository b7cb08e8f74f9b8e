"""``aes-2005``: AES for a storage unit, sequential and parallel, each function timed separately.

Mali, Novak, Biasizzo: Hardware Implementation of AES Algorithm, Journal of Electrical Engineering,
2005.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any

from silicrypt.metrics import fmax
from silicrypt.papers.counted import (
    FUNCTIONS,
    KEYS,
    MANY,
    ONE,
    OUTSIDE,
    SIZES,
    SRAMS,
    WHOLE,
    CountedCycles,
    CountedRun,
)
from silicrypt.papers.data import Published, named, published
from silicrypt.papers.judge import reproduction
from silicrypt.papers.model import Cells, Curve, Plot, Reproduction, Sheet
from silicrypt.papers.plan import PaperResults
from silicrypt.papers.software import Times

NAME = "aes-2005"
JUDGE = "ecp5-85k"
#: The sequential and the parallel core, by key length in bits.
CORES: Mapping[int, tuple[str, str]] = {bits: (f"aes{bits}-seq", f"aes{bits}-par") for bits in KEYS}
UNIT = "storage-128"
BLOCK_BITS, BLOCK_BYTES = 128, 16
#: What the paper prints, and what follows from it, by the names in its TOML.
_PRINTED = named(NAME)


def evaluate(results: PaperResults) -> Reproduction:
    """Returns tables 2 and 3, break-even, area and claims of the paper, beside our figures."""
    unit = StorageTimes.of(results.cycles(), results)
    software = results.times()
    return reproduction(
        NAME,
        results,
        _computed(unit),
        plot=by_length(unit, software),
        more_plots=by_transfer(unit, software),
        sheets=(
            _functions(unit),
            _rates(unit),
            _software(software),
            "ratios",
            break_even(unit, software),
            "area",
        ),
    )


@dataclass(frozen=True)
class StorageTimes:
    """Our storage unit: its cycles and its clock.

    Attributes:
        counted: its cycles.
        mhz: the clock, MHz; None if nothing is routed.
        about: description of the clock and of the design that it was measured on.
        sram_mhz: the clock of the unit whose banks are SRAMs outside, MHz; None if not routed.
    """

    counted: CountedCycles
    mhz: float | None
    about: str
    sram_mhz: float | None = None

    @classmethod
    def of(cls, counted: CountedCycles, results: PaperResults) -> StorageTimes:
        """Returns the unit with its own clock, or with that of the slower core if not routed."""
        unit, outside = (results.get(name, JUDGE) for name in (UNIT, SRAMS))
        if unit and (mhz := fmax(unit)):
            about = f"at {mhz:.1f} MHz, the complete unit routed on {JUDGE}"
            return cls(counted, mhz, about, fmax(outside) if outside else None)
        clocks = [core and fmax(core) for core in (results.get(name, JUDGE) for name in CORES[128])]
        known = [clock for clock in clocks if clock]
        if len(known) < len(clocks):
            return cls(counted, None, "not routed in this run")
        about = f"at {min(known):.1f} MHz, the slower core alone on {JUDGE}: the unit is not routed"
        return cls(counted, min(known), about)

    def cycles(self, function: str, bits: int = 128, blocks: int = ONE, **other: Any) -> int:
        """Returns the cycles of a function, which has the name that the unit gives it."""
        return self.counted[CountedRun(function, bits, blocks, **other)]

    def us(self, cycles: float) -> float | None:
        """Returns the time of cycles in us; None if there is no clock."""
        return cycles / self.mhz if self.mhz else None

    @property
    def messages_us(self) -> Mapping[int, float]:
        """Times of complete messages in us, by number of blocks."""
        mhz = self.mhz
        return {n: self.cycles(WHOLE, blocks=n) / mhz for n in SIZES} if mhz else {}


def faster(unit: StorageTimes, times: Times) -> str:
    """Returns a phrase with the message lengths at which the unit is faster than software."""
    ahead = {n: times.message_us(n) - us for n, us in sorted(unit.messages_us.items())}
    sizes = list(ahead)
    turns = [
        _turn(ahead, low, high)
        for low, high in pairwise(sizes)
        if (ahead[low] > 0) != (ahead[high] > 0)
    ]
    first = ahead[sizes[0]] > 0
    match turns:
        case []:
            return "at every length" if first else "at no length"
        case [one]:
            return f"{'up to' if first else 'from'} {one} bytes{'' if first else ' on'}"
        case [one, other] if not first:
            return f"from {one} to {other} bytes"
        case _:
            return f"up to {turns[0]} bytes and from {turns[-1]} on"


def _turn(ahead: Mapping[int, float], low: int, high: int) -> int:
    """Returns the length in bytes at which a difference changes sign, by linear interpolation."""
    blocks = low + (high - low) * ahead[low] / (ahead[low] - ahead[high])
    return round(blocks * BLOCK_BYTES)


def _timed_rows(table: str) -> list[tuple[Published, float]]:
    """Returns the printed rows of a table with their times in us."""
    return [(row, row.value("time_us")) for row in published(NAME) if row.table == table]


# Table 2


def _functions(unit: StorageTimes) -> Sheet:
    rows: list[Cells] = [
        (
            *(f"printed, Virtex at {row.cells['fmax_mhz']} MHz", row.row),
            *(row.value("fmax_mhz") * us, us, row.number("throughput_mbps"), _rate(row.row, us)),
        )
        for row, us in _timed_rows("2")
    ]

    def add(whose: str, name: str, cycles: int, mhz: float | None) -> None:
        us, about = cycles / mhz if mhz else None, FUNCTIONS[name]
        rows.append((f"ours, {whose}", about, cycles, us, _rate(about, us), None))

    for name in FUNCTIONS:
        add(unit.about, name, unit.cycles(name), unit.mhz)
    for name in ("CIPHER_PAR", "INV_CIPHER_PAR"):
        whose = f"one block in flight in the core, {unit.about}"
        add(whose, name, unit.cycles(name, stages=1), unit.mhz)
    mhz = unit.sram_mhz
    clock = f"at {mhz:.1f} MHz, routed on {JUDGE}" if mhz else "not routed in this run"
    for name in FUNCTIONS:
        if name not in ("MESSAGES", "KEY_EXPANSION"):  # they use no bank
            cycles = unit.cycles(name, banks=OUTSIDE)
            add(f"banks in SRAMs outside, {clock}", name, cycles, mhz)
    return Sheet.of(
        "table-2",
        f"table 2: each function, one block, AES-128; ours: the complete unit, {unit.about}",
        "whose | function | cycles:0 | us:3 | Mbit/s:2 | recom- puted:2",
        rows,
        grouped=True,
    )


def _rate(function: str, us: float | None) -> float | None:
    """Returns the rate in Mbit/s: of one block, or of the 128 key bits for the key expansion."""
    return BLOCK_BITS / us if us and ("Cipher" in function or "Expansion" in function) else None


def _rates(unit: StorageTimes) -> Sheet:
    """Returns the rates for all key lengths, for one block and for a full bank."""
    rows: list[Cells] = []
    for name, about in FUNCTIONS.items():
        if name in ("MESSAGES", "LOAD"):
            continue
        for blocks in (ONE,) if name == "KEY_EXPANSION" else (ONE, MANY):
            cycles = [unit.cycles(name, bits, blocks) / blocks for bits in KEYS]
            us = unit.us(cycles[0])
            rows.append((about, blocks, *cycles, BLOCK_BITS / us if us else None))
    each = " | ".join(f"AES-{bits}, cycles per block:2" for bits in KEYS)
    columns = f"function | blocks:0 | {each} | AES-128, Mbit/s:1"
    return Sheet.of("rates", f"one block and {MANY} in one command; {unit.about}", columns, rows)


# Table 3


def _software(software: Sequence[Times]) -> Sheet:
    rows: list[Cells] = [
        (
            *(f"printed: reference in C++, {row.device}", row.row, us),
            *(row.number("throughput_mbps"), BLOCK_BITS / us),
        )
        for row, us in _timed_rows("3")
    ]
    for times in software:
        whose = f"{times.who}: {times.machine}, {times.how}"
        rows += [(whose, what, ns / 1e3, 1e3 * BLOCK_BITS / ns, None) for what, ns in _timed(times)]
    columns = "whose | function | us:4 | Mbit/s:2 | recom- puted:2"
    return Sheet.of("table-3", "table 3: software, AES-128", columns, rows, grouped=True)


def _timed(times: Times) -> Iterator[tuple[str, float]]:
    yield "Key Expansion", times.key_ns
    yield "Cipher", times.cipher_ns
    yield "Inverse Cipher", times.inverse_ns
    if times.long_ns != times.cipher_ns:
        yield "Cipher, a block of 1 MiB", times.long_ns
        yield "Inverse Cipher, a block of 1 MiB", times.long_inverse_ns


# Break-even


def break_even(unit: StorageTimes, software: Sequence[Times]) -> Sheet:
    """Returns the message lengths from which hardware is faster."""
    rows: list[Cells] = [
        (
            *("printed, Cipher PAR", "printed", _PRINTED["fixed"], _PRINTED["par"]),
            *(_PRINTED["soft"], f"from {_PRINTED['break_even_bytes']:.0f} bytes on"),
        )
    ]
    times_us = unit.messages_us
    last, before = sorted(times_us, reverse=True)[:2] if times_us else (0, 0)
    for times in software if times_us else ():
        slope = (times_us[last] - times_us[before]) / (last - before)
        fixed, soft = times_us[ONE] - slope, times.long_ns / 1e3
        about = f"ours, {unit.about}", times.who
        rows.append((*about, fixed, slope, soft, faster(unit, times)))
    return Sheet.of(
        "break-even",
        "a message under a key of its own: from which length on hardware is faster",
        "hardware | software | fixed, us:3 | hardware, us per block:4 | "
        "software, us per block:4 | hardware is faster",
        rows,
    )


def by_length(unit: StorageTimes, software: Sequence[Times]) -> Plot | None:
    """Plots the time of a message against its length; None if the unit has no clock."""
    if not unit.messages_us:
        return None
    fixed, key = _PRINTED["fixed"], _PRINTED["soft_key"]
    return _plot(
        "time of a message under a key of its own by its length: AES-128, in hardware the "
        f"parallel form with transfers and messages; ours: {unit.about}",
        ("bytes of the message", "us"),
        _curve("hardware (2005)", "printed", lambda n: fixed + n * _PRINTED["par"]),
        _curve("software (2005)", "printed", lambda n: key + n * _PRINTED["soft"]),
        _curve(f"unit, {unit.mhz:.0f} MHz", "ours", lambda n: unit.messages_us[n]),
        *_here(software, lambda times, n: times.message_us(n)),
    )


def by_transfer(unit: StorageTimes, software: Sequence[Times]) -> tuple[Plot, ...]:
    """Plots the time per block against the length of a transfer, with the bus of the paper.

    The messages and transfers of a chunk take the same time for any length.
    """
    block = unit.us(unit.cycles("CIPHER_PAR", blocks=MANY) / MANY)
    if block is None:
        return ()
    chunk = _PRINTED["chunk"]
    plot = _plot(
        f"time per block of a long message by the bytes of a transfer; the bus takes {chunk:.1f} "
        "us for the messages and two transfers of each chunk, as table 2 has them; ours: "
        f"{unit.about}",
        ("bytes per transfer", "us per block"),
        _curve("hardware (2005)", "printed", lambda n: chunk / n + _PRINTED["par"]),
        _curve("software (2005)", "printed", lambda _: _PRINTED["soft"]),
        _curve("unit, bus of 2005", "ours", lambda n: chunk / n + block),
        _curve("unit alone", "ours", lambda _: block),
        *_here(software, lambda times, _: times.long_ns / 1e3),
    )
    return (plot,)


def _here(software: Sequence[Times], us: Callable[[Times, int], float]) -> Iterator[Curve]:
    """Yields the curves of software on this machine, from the time for a number of blocks."""
    for name, times in zip(("plain C", "library"), software, strict=False):
        yield _curve(f"{name} here", "software here", partial(us, times))


def _plot(title: str, axes: tuple[str, str], *curves: Curve) -> Plot:
    """Returns a plot against the bytes of some numbers of blocks, with logarithmic axes."""
    ticks = tuple(float(BLOCK_BYTES * n) for n in SIZES)
    return Plot(title, *axes, curves, ticks, logarithmic=True)


def _curve(name: str, group: str, us: Callable[[int], float]) -> Curve:
    return Curve(name, group, tuple((float(BLOCK_BYTES * n), us(n)) for n in SIZES))


# Figures for claims


def _computed(unit: StorageTimes) -> dict[str, float | None]:
    """Returns the figures that the formulas of claims use: cycles, by name."""
    functions = [(name, n, "" if n == ONE else f"_{n}") for n in (ONE, MANY) for name in FUNCTIONS]
    return {
        **{f"unit_{name.lower()}{end}": unit.cycles(name, blocks=n) for name, n, end in functions},
        "rows_counted": sum(
            any(_same(row.row, name) for name in FUNCTIONS.values()) for row, _ in _timed_rows("2")
        ),
        "unit_cipher_par_one_stage": unit.cycles("CIPHER_PAR", stages=1),
        "unit_message": unit.cycles(WHOLE),
    }


def _same(row: str, function: str) -> bool:
    """Returns whether a printed row and a function of the unit are the same."""
    words = row.replace("+", " and ").partition(",")[0].split()
    return all(word in function.replace(",", " ").split() for word in words)
