"""Yosys (the pyosys package, with the slang front end): synthesis for every target."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from silicrypt.errors import ToolFailed
from silicrypt.targets import StandardCells, Target, base
from silicrypt.tools.process import run_child

#: Names of the files that a script reads and writes, relative to the folder in which it runs.
SCRIPT, LOG = "synth.ys", "synth.log"
NETLIST = "netlist.json"
#: The netlist that one script writes and the next one reads, under names made by Yosys.
ELABORATED = "elaborated.json"
MAPPED, STAT = base.MAPPED, base.STAT
LIBRARY, LATCHES = base.LIBRARY, base.LATCHES
#: An empty design that makes Yosys' automatic numbers start with many digits. Automatic names then
#: sort by age, however many there are.
NUMBERING, NUMBERING_TEXT = "numbering.il", "autoidx 100000000\n"


@dataclass(frozen=True)
class Stat:
    """The counts of ``stat -json`` in a flattened design.

    Attributes:
        cells: number of cells of each type.
        area_um2: area of all cells, for standard cells only.
        sequential_um2: area of the flip-flops and latches.
    """

    cells: Mapping[str, int] = field(default_factory=dict)
    area_um2: float | None = None
    sequential_um2: float | None = None

    def count(self, *patterns: str) -> int:
        """Returns the number of cells whose complete type matches a regular expression."""
        wanted = re.compile("|".join(patterns))
        return sum(n for cell, n in self.cells.items() if wanted.fullmatch(cell))


#: Removes logic that parameters or tied ports make constant, so that the elaborated netlist does
#: not depend on the division into modules.
_SIMPLIFIED = ("opt_clean -purge", "opt_expr", "opt_clean -purge")


def render_elaboration(top: str, parameters: Sequence[str], sources: Sequence[str]) -> str:
    """Returns the script that elaborates a design into a flat netlist of word-level cells.

    Args:
        top: the top module.
        parameters: its parameters as slang takes them.
        sources: files in compile order, relative to the folder in which the script runs.
    """
    read = " ".join(["read_slang", "--top", top, *parameters, *sources])
    steps = ["hierarchy -check", "proc", "flatten", "memory_collect", *_SIMPLIFIED]
    return "\n".join([f"read_rtlil {NUMBERING}", read, *steps, f"write_json {ELABORATED}", ""])


def render(target: Target, top: str, *, words: bool = False) -> str:
    """Returns the script that synthesises an elaborated design for a target.

    Args:
        target: the target of the synthesis.
        top: the top module.
        words: whether the design may keep multiplexers of words until it is mapped.
    """
    steps = [f"read_rtlil {NUMBERING}", f"read_json {ELABORATED}"]
    return "\n".join([*steps, *target.synthesis(top, words), ""])


def render_latches(target: StandardCells) -> str:
    """Returns techmap rules for latches, which ``dfflibmap`` does not map."""
    rules = (("$_DLATCH_P_", target.latch), ("$_DLATCH_N_", target.latch_low))
    return "".join(
        f"module \\{generic} (input E, input D, output Q);\n"
        f"  {cell} _TECHMAP_REPLACE_ (.{d}(D), .{gate}(E), .{q}(Q));\nendmodule\n"
        for generic, (cell, d, gate, q) in rules
    )


def run(script: str, folder: Path) -> str:
    """Runs a script in a folder.

    Returns:
        All that Yosys logged.

    Raises:
        ToolFailed: Yosys ended with an error; the log stays in the folder until it is removed.
    """
    (folder / SCRIPT).write_text(script, encoding="utf-8")
    (folder / NUMBERING).write_text(NUMBERING_TEXT, encoding="utf-8")
    run_child("yosys", [SCRIPT], cwd=folder, log=folder / LOG)
    return (folder / LOG).read_text(encoding="utf-8", errors="replace")


def parse_stat(text: str) -> Stat:
    """Parses the output of ``stat -json``.

    Raises:
        ToolFailed: the text is not such a report.
    """
    try:
        design: dict[str, Any] = json.loads(text)["design"]
        return Stat(
            cells={str(cell): int(n) for cell, n in design["num_cells_by_type"].items()},
            area_um2=design.get("area"),
            sequential_um2=design.get("sequential_area"),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ToolFailed(f"yosys wrote a stat report that is not one: {error!r}") from error
