"""From which message length on the hardware of ``aes-2005`` is faster than software."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from silicrypt.papers.aes_2005_figures import BLOCK_BYTES, Paper, Unit, faster
from silicrypt.papers.aes_2005_named import Bus
from silicrypt.papers.counted import MANY, ONE, SIZES
from silicrypt.papers.sheets import Curve, Heading, Plot, Sheet
from silicrypt.papers.software import Times


def break_even(paper: Paper, unit: Unit, software: Sequence[Times]) -> Sheet:
    """Returns the message lengths from which hardware is faster."""
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


def by_length(paper: Paper, unit: Unit, software: Sequence[Times]) -> Plot | None:
    """Plots the time of a message against its length; None if the unit has no clock."""
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


def by_transfer(paper: Paper, unit: Unit, software: Sequence[Times]) -> tuple[Plot, ...]:
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
