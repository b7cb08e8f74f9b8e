"""Induction with yosys-smtbmc and yices, which proves that assertions always hold."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from silicrypt.errors import ToolFailed
from silicrypt.tools import yosys
from silicrypt.tools.process import run_child

_MODEL = "model.smt2"
_STATUS = re.compile(r"Status: (PASSED|FAILED)")
_BROKEN = re.compile(r"Assert failed in [^:]*: (\S+?)(?:\.\d+-\S*.*)?$", re.MULTILINE)


@dataclass(frozen=True)
class Outcome:
    """The result of a run of the solver.

    Attributes:
        holds: whether every assertion holds.
        broken: the assertions that fail, by name or as ``file:line``; empty where the tool does not
            list them.
    """

    holds: bool
    broken: tuple[str, ...] = ()


def render(
    top: str,
    parameters: Sequence[str],
    sources: Sequence[str],
    gated: bool,
    cut: Sequence[str] = (),
) -> str:
    """Returns the Yosys script that makes the model for the solver.

    Args:
        top: the top module, with the assertions.
        parameters: its parameters as slang takes them.
        sources: files in compile order, relative to the folder in which the script runs.
        gated: whether some clocks are gated. A step of the model is then a clock edge, not a cycle.
        cut: signals whose drivers are removed, so that they may have any value.
    """
    return "\n".join(
        [
            " ".join(["read_slang", "--top", top, *parameters, *sources]),
            *(f"select -assert-any w:{name}\ncutpoint w:{name}" for name in cut),
            f"prep -flatten -top {top}",
            "memory_map",
            "clk2fflogic" if gated else "async2sync",
            "chformal -lower",
            "dffunmap",
            "opt_clean",
            "setundef -undriven -anyseq",
            f"write_smt2 -wires {_MODEL}",
            "",
        ]
    )


def prepare(script: str, folder: Path) -> None:
    """Makes the model with Yosys.

    Raises:
        ToolFailed: Yosys refused the sources.
    """
    yosys.run(script, folder)


def base(depth: int, folder: Path) -> Outcome:
    """Returns whether the assertions hold in the first ``depth`` steps after the initial state."""
    return _solve(["-t", str(depth)], folder, "base.log")


def step(depth: int, folder: Path) -> Outcome:
    """Returns whether the assertions hold after any ``depth`` steps in a row in which they held."""
    return _solve(["-i", "-t", str(depth)], folder, "step.log")


def _solve(mode: Sequence[str], folder: Path, name: str) -> Outcome:
    log = folder / name
    try:
        run_child("smtbmc", ["--noprogress", "-s", "yices", *mode, _MODEL], folder, log)
        failure = None
    except ToolFailed as error:
        failure = error
    text = log.read_text(encoding="utf-8", errors="replace")
    status = _STATUS.search(text)
    if status is None:
        raise failure or ToolFailed(f"yosys-smtbmc ended without a status:\n{text[-500:]}")
    return Outcome(status[1] == "PASSED", tuple(dict.fromkeys(_BROKEN.findall(text))))
