"""Decides by proof whether a mutant changes what a design does.

The design and the mutant start with a reset. Registers without a reset then have any value, the
same in both. Two properties are tried, each for all inputs and all numbers of cycles:

* In every state that the design reaches, the mutant has the same outputs and the same next state.
* The outputs of design and mutant, each with its own registers, are always the same.

A third property lies between the two (`relation`): a register of the mutant differs only while it
is not used. If one of them holds, the mutant is no change. A mutant of the sources may have other
registers than the design, so only the second is tried. The payload of an output counts only while
its ``valid`` is 1, and the data of APB only at the end of a read.
"""

from __future__ import annotations

import importlib.util
import re
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from silicrypt.errors import ToolMissing
from silicrypt.mutate import relation
from silicrypt.mutate.aiger import FALSE, PORT, RESET, TRUE, Graph, Miter, is_payload
from silicrypt.mutate.netlist import BASE, Mutant, render_mutants
from silicrypt.tools import process, yosys

_GRAPH, _NAMES = "mutants.aag", "mutants.map"
#: The beginning of a latch, which only clock gates have, in an elaborated design.
_LATCH = "cell $dlatch "
#: A proof by induction on clauses is searched: at once, then after registers that are always equal
#: were merged.
_STEPS = (
    "read_aiger {}; strash; scleanup; print_stats; pdr",
    "read_aiger {}; strash; scorr; dc2; strash; print_stats; pdr",
)
_PROVED = re.compile(r"Property proved|and = +0 ")
_BROKEN = re.compile(r"was asserted in frame (\d+)")
#: Limits the CPU time of a program, so that a verdict does not depend on what else runs.
_LIMITED = 'ulimit -t "$1"; shift; exec "$@"'
#: The third property has so many times the time of the others.
_LONGER = 8
#: What is found out about a mutant.
VERDICTS = ("no change", "differ", "not decided")
_SAME, _DIFFERS, _UNDECIDED = VERDICTS


@dataclass(frozen=True)
class MutantBesideDesign:
    """The design and a mutant, with the same inputs.

    Attributes:
        design: the design, or a model of mutants.
        mutant: the same model, or the mutant alone.
        number: the mutant in the model, or 0.
        apart: whether the mutant has registers of its own.
    """

    design: Graph
    mutant: Graph
    number: int
    apart: bool

    def miter(self) -> tuple[Miter, int]:
        """Returns the graph, and the literal that is 1 where they differ."""
        miter = Miter()
        names = [name for name in self.design.inputs if not name.startswith(PORT)]
        inputs = {name: miter.input() for name in names}
        started = miter.register()
        miter.registers[started] = TRUE
        inputs[RESET] = miter.both(inputs[RESET], started)
        registers = dict.fromkeys((*self.design.registers, *self.mutant.registers))
        unknown = {name: miter.both(miter.input(), started ^ 1) for name in registers}
        sides, held = [], list[int]()
        for graph, number, own in ((self.design, 0, True), (self.mutant, self.number, self.apart)):
            if own:
                held = [miter.register() for _ in graph.registers]
            pairs = zip(held, graph.registers, strict=True)
            now = [miter.either(miter.both(one, started), unknown[name]) for one, name in pairs]
            sides.append(_evaluated(graph, miter, inputs, now, number))
            if own:
                miter.registers.update(zip(held, sides[-1][1], strict=True))
        (right, next_right), (wrong, next_wrong) = sides
        bad = FALSE
        for name, literal in right.items():
            valid = next((v for v in right if is_payload(name, v)), None)
            same = miter.differ(literal, wrong[name])
            bad = miter.either(bad, miter.both(same, right[valid] if valid else TRUE))
        if not self.apart:
            for one, other in zip(next_right, next_wrong, strict=True):
                bad = miter.either(bad, miter.differ(one, other))
        return miter, bad


def _evaluated(
    graph: Graph, miter: Miter, inputs: Mapping[str, int], now: Sequence[int], number: int
) -> tuple[dict[str, int], list[int]]:
    """Returns the outputs and the next state with a mutant selected."""
    value = {0: FALSE}
    for name, literal in graph.inputs.items():
        if name.startswith(PORT):
            value[literal] = number >> int(name[len(PORT) + 1 : -1]) & 1
        else:
            value[literal] = inputs[name]
    value.update(zip((one[0] for one in graph.registers.values()), now, strict=True))

    def of(literal: int) -> int:
        return value[literal & ~1] ^ literal & 1

    for literal, a, b in graph.gates:
        value[literal] = miter.both(of(a), of(b))
    outputs = {name: of(literal) for name, literal in graph.outputs.items()}
    return outputs, [of(one[1]) for one in graph.registers.values()]


def verdict(design: Graph, mutant: Graph, number: int, folder: Path, seconds: int) -> str:
    """Returns one of `VERDICTS` on a mutant.

    Args:
        design: the design, or a model of mutants.
        mutant: the same model, or the mutant alone.
        number: the mutant in the model, from 1; 0 for a mutant alone.
        folder: a folder for files.
        seconds: limit of the CPU time of each search.

    Raises:
        ToolMissing: ABC is not installed with Yosys.
    """
    if design is not mutant and _unnamed(design) == _unnamed(mutant):
        return _SAME
    found = _UNDECIDED
    for apart in (False, True) if design is mutant else (True,):
        miter, bad = MutantBesideDesign(design, mutant, number, apart).miter()
        if bad == FALSE:
            return _SAME
        path = folder / f"miter-{number}-{apart:d}.aig"
        miter.write(path, bad)
        for steps in _STEPS:
            said = abc(steps.format(path), seconds)
            broken = _BROKEN.search(said)
            if broken:
                found = _DIFFERS if apart else found
                break
            if _PROVED.search(said):
                return _SAME
    if found == _UNDECIDED and design is mutant:
        compared = relation.Compared(design, number)
        path = folder / f"relation-{number}.aig"
        if relation.proved(compared, path, abc, _LONGER * seconds):
            return _SAME
    return found


def _unnamed(graph: Graph) -> tuple[object, ...]:
    """Returns a graph without the names of its registers."""
    held = [list(one) for one in graph.registers.values()]
    return graph.inputs, graph.outputs, held, [list(one) for one in graph.gates]


def abc(steps: str, seconds: int) -> str:
    """Returns what ABC prints while it performs steps, for a limited CPU time."""
    return _said([_abc(), "-c", steps], seconds)


def _said(command: Sequence[str], seconds: int) -> str:
    """Returns what a program printed, which is ended after some seconds of CPU time."""
    pipe, none = subprocess.PIPE, subprocess.DEVNULL
    limited = ["sh", "-c", _LIMITED, "sh", str(seconds), *command]
    with process.started("abc", limited, stdout=pipe, stderr=none, stdin=none) as running:
        assert running.stdout is not None  # it was asked for
        said = running.stdout.read()
    return str(said, "utf-8", "replace")


def graph(mutants: Sequence[Mutant], folder: Path) -> Graph:
    """Returns the graph of a model of mutants, or of a design, elaborated in a folder.

    A step of the graph is a clock cycle. With clock gating it is a step of the clock, an input.

    Raises:
        ToolFailed: Yosys failed.
    """
    gated = _LATCH in (folder / BASE).read_text(encoding="utf-8")
    clocks = ("clk2fflogic",) if gated else ("async2sync", "dffunmap")
    gates = ("memory_map", *clocks, "simplemap", "techmap", "opt_clean")
    known = ("setundef -undriven -zero", "aigmap", "opt_clean")
    last = f"write_aiger -ascii -symbols -map {_NAMES} {_GRAPH}"
    yosys.run("\n".join([*render_mutants(mutants), *gates, *known, last, ""]), folder)
    texts = ((folder / one).read_text(encoding="utf-8") for one in (_GRAPH, _NAMES))
    return Graph.parse(*texts).with_reads()


@cache
def _abc() -> str:
    found = importlib.util.find_spec("pyosys")
    path = Path(found.origin).with_name("yosys-abc") if found and found.origin else None
    if path is None or not path.is_file():
        raise ToolMissing("yosys-abc is not installed: run 'python -m pip install pyosys==0.70'")
    return str(path)
