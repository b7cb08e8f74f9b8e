"""Bounds on the slices of ``hmac-2005``: what tables and flip-flops allow, without a packer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from silicrypt.papers.bank import Bank
from silicrypt.papers.sheets import Heading, Sheet

#: Tables, and flip-flops, of a slice of Virtex, Virtex-E, Virtex-II and Spartan-3 (Xilinx DS003,
#: DS022, DS031, DS099).
_PER_SLICE = 2


def bounds(luts: float, registers: float) -> tuple[float, float]:
    """Returns the fewest and the most slices of tables and flip-flops.

    The fewest: each slice is full of tables or of flip-flops, and the others share its slices. The
    most: no slice has both. Clock, enable and reset, which a slice has once, and carry chains keep
    a packer between the two.
    """
    tables, flip_flops = (-(-count // _PER_SLICE) for count in (luts, registers))
    return max(tables, flip_flops), tables + flip_flops


def sheet(
    bank: Bank,
    families: Iterable[str],
    forms: Sequence[str],
    printed: Mapping[tuple[str, str], float],
) -> Sheet:
    """Returns the bounds of each form on each family, and those of their ratio.

    Args:
        bank: the measured designs.
        families: the targets.
        forms: two cores, then the shared block.
        printed: the slices that the paper prints, by target and form.
    """
    headings = (
        Heading("target"),
        Heading("design"),
        Heading("LUT4", 0),
        Heading("FF", 0),
        Heading("slices, fewest", 0),
        Heading("slices, most", 0),
        Heading("printed", 0),
        Heading("shared over two cores"),
    )
    rows = tuple(row for family in families for row in _rows(bank, family, forms, printed))
    about = (
        "slices by mapping: the fewest and the most that tables and flip-flops allow. A packer "
        "decides, and the paper's is not open"
    )
    return Sheet("slices", about, headings, rows, grouped=True)


def _rows(
    bank: Bank, family: str, forms: Sequence[str], printed: Mapping[tuple[str, str], float]
) -> Iterator[tuple[str | float | None, ...]]:
    """Yields a row per form of a family; none if one of them is not measured."""
    found = [bank.get(name, f"{family} stream") for name in forms]
    counts = [(one.luts, one.registers) for one in found if one and one.luts and one.registers]
    if len(counts) < len(forms):
        return
    spans = [bounds(luts or 0, registers or 0) for luts, registers in counts]
    (few, many), (few_shared, many_shared) = spans
    ratio = f"x{few_shared / many:.2f} to x{many_shared / few:.2f}"
    given = [printed.get((family, name)) for name in forms]
    if all(given):
        ratio += f", printed x{(given[1] or 0) / (given[0] or 1):.2f}"
    for name, (luts, registers), span, slices in zip(forms, counts, spans, given, strict=True):
        yield family, name, luts, registers, *span, slices, ratio if name == forms[-1] else None
