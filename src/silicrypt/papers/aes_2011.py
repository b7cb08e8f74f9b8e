"""``aes-2011``: AES with one round per cycle, for one direction or both, and each key length.

T. Ruschival: AES 128/192/256 (ECB) Avalon-MM Slave, documentation of a core of opencores.org,
version 0.8, 2011.
"""

from __future__ import annotations

from silicrypt import catalog
from silicrypt.flow.batch import Task
from silicrypt.papers.data import named, stated_sheets, table
from silicrypt.papers.judge import reproduction
from silicrypt.papers.model import Cells, Reproduction, Sheet
from silicrypt.papers.plan import PaperResults, design_run, our_rows

NAME = "aes-2011"
KEYS = (128, 192, 256)
CONFIGS = (
    *("aes256-par", "aes128-par", "aes128-dec", "aes128-fast"),
    *(f"aes{bits}-lowlat" for bits in KEYS),
)
#: An FPGA as in the paper comes first.
JUDGE = "ecp5-85k"
TARGETS = (JUDGE, "nangate45")


def plan(_: PaperResults) -> list[Task]:
    """Returns the runs of the table."""
    return [design_run(point, target) for target in TARGETS for point in CONFIGS]


def evaluate(results: PaperResults) -> Reproduction:
    """Returns table 5, the cycles and the claims of the document, beside our figures."""
    ours = our_rows(CONFIGS, results.measured.values())
    return reproduction(
        NAME,
        results,
        tables=(table(NAME, "5", "logic and clock, after synthesis", ours),),
        sheets=(_cycles(), *stated_sheets(NAME)),
    )


def _cycles() -> Sheet:
    """Returns the printed cycles beside those of our formulas, which verification confirms."""
    printed, rows = named(NAME), list[Cells]()
    for bits in KEYS:
        one, many = catalog.get(f"aes{bits}-lowlat"), catalog.get(f"aes{bits}-par")
        block = (one.cycles("core", 16), many.cycles("core", 16))
        expansion = (printed[f"key_{bits}"], many.key_interval(bits // 8))
        rows.append((bits, printed[f"rounds_{bits}"] + 1, *block, *expansion))
    return Sheet.of(
        "cycles",
        "cycles from a block to its result, and of a key; ours with one block in flight encrypt",
        "key, bits:0 | block, printed:0 | block, ours:0 | block, ours, five in flight:0 | "
        "key expansion, printed:0 | key expansion, ours:0",
        rows,
    )
