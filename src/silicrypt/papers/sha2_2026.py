"""``sha2-2026``: cycles of SHA-512, SHA-256 and HMAC with SHA-512, one round per cycle.

CHIPS Alliance: Caliptra Hardware Specification, revision 2.1, 2026.
"""

from __future__ import annotations

from silicrypt import catalog
from silicrypt.papers.data import Published, named, published
from silicrypt.papers.judge import reproduction
from silicrypt.papers.model import Reproduction, Sheet
from silicrypt.papers.plan import PaperResults

NAME = "sha2-2026"
HMAC = "hmac-sha512-fast"
#: Our core of each table, the first part of its name, with the bytes of a block.
OURS = {"SHA512": ("sha512-u1", 128), "SHA256": ("sha256-u1", 64), "HMAC": (HMAC, 128)}
KIB = 1024
#: Parts of a message of one block.
PARTS = ("Data_In transmission", "Process", "Data_Out transmission")


def evaluate(results: PaperResults) -> Reproduction:
    """Returns the printed cycles, times and rates, and the claims, beside our figures."""
    return reproduction(NAME, results, _computed(), sheets=(_cycles(), "messages"))


# The printed cycles, times and rates


def us(row: Published) -> float | None:
    """Returns the time in us that follows from the cycles; None if no time is printed."""
    cycles = row.number("cycles")
    return cycles / named(NAME)["clock_mhz"] if cycles and row.cells["time_us"] else None


def rate(row: Published) -> float | None:
    """Returns the operations per second that follow from the cycles; None if none are printed."""
    time = us(row)
    return 1e6 / time if time and row.cells["operations_per_s"] else None


def _cycles() -> Sheet:
    return Sheet.of(
        "cycles",
        "cycles, and time and rate that follow at 400 MHz; ours: a key and a message of HMAC",
        "table | operation | cycles:0 | us:3 | it follows, us:4 | op/s:0 | it follows, op/s:0 | "
        "ours, cycles:0",
        (
            (
                *(row.table, row.row, row.number("cycles"), row.number("time_us"), us(row)),
                *(row.number("operations_per_s"), rate(row), our_cycles(row)),
            )
            for row in published(NAME)
        ),
        grouped=True,
    )


def our_cycles(row: Published) -> float | None:
    """Returns our cycles of the operation of a row in pure hardware; None for a transfer."""
    core, kind = row.table.split("-")
    point, block = OURS[core]
    sizes = {"Single block": block - 17, "Double block": 2 * block - 17}
    sizes |= {"1 KiB message": KIB, "128 KiB message": 128 * KIB}
    if kind != "hw" or (row.row == "Process" and core == "HMAC"):
        return None
    if row.row == "Process":
        return catalog.get(point).cycles_per_block
    return _message(point, sizes[row.row]) if row.row in sizes else None


def _message(point: str, size: int) -> int:
    """Returns our cycles of a message, for HMAC with a key of 512 bits before it."""
    known = catalog.get(point)
    return known.message_interval(size) + (known.key_interval(64) if point == HMAC else 0)


# Figures for claims


def _computed() -> dict[str, float | None]:
    """Returns the figures that the formulas of claims use, by name."""
    rows = published(NAME)
    tables = {row.table: {one.row: one for one in rows if one.table == row.table} for row in rows}
    return {
        "wrong_times": sum(map(_wrong_time, rows)),
        "wrong_rates": sum(map(_wrong_rate, rows)),
        "wrong_sums": sum(map(_wrong_sum, tables.values())),
    }


def _wrong_time(row: Published) -> bool:
    printed, follows = row.number("time_us"), us(row)
    if printed is None or follows is None:
        return False
    # A last digit that is cut off instead of rounded is no slip.
    return abs(printed - follows) > 2 * row.slack("time_us")


def _wrong_rate(row: Published) -> bool:
    printed, follows = row.number("operations_per_s"), rate(row)
    return printed is not None and follows is not None and abs(printed / follows - 1) > 0.01


def _wrong_sum(rows: dict[str, Published]) -> bool:
    parts = [rows[name].number("cycles") for name in PARTS if name in rows]
    known = [part for part in parts if part is not None]
    return len(known) == len(PARTS) and sum(known) != rows["Single block"].value("cycles")
