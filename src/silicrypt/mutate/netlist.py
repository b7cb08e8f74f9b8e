"""Mutants of a netlist: single bits of the elaborated design that are changed, all in one model.

Yosys' ``mutate`` lists and makes them. The model has a number that selects one of them; with the
number 0 it is the design. So the simulator is compiled once.
"""

from __future__ import annotations

import random
import re
import shlex
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from silicrypt.base import sources
from silicrypt.base.code import code_key
from silicrypt.base.sources import Source
from silicrypt.catalog import DesignPoint, Level
from silicrypt.results.store import Store, key_of
from silicrypt.tools import yosys
from silicrypt.tools.installed import version

_T = TypeVar("_T")
_KIND = "mutants"
#: The elaborated design, the list of mutants, and the model of a selection of them.
BASE, LIST, MODEL = "base.il", "mutants.txt", "mutants.v"
#: The argument of the simulation that selects a mutant, and the port of the netlist that takes it.
SELECT, PORT, BITS, _INNER = "mutant", "sil_mutant", 16, "sil_mutants"
#: Mutants that are listed for each one that is taken, so that small modules have enough.
_SPARE = 20
#: What the modes of Yosys do to a bit.
_MODES = {
    "inv": "inverted",
    "const0": "always 0",
    "const1": "always 1",
    "cnot0": "inverted while bit {} is 0",
    "cnot1": "inverted while bit {} is 1",
}


@dataclass(frozen=True)
class Mutant:
    """A change of a design.

    Attributes:
        file: the source file, relative to ``hw/``.
        line: the line of the source file.
        change: what is changed.
        command: the options of Yosys' ``mutate``; empty for a mutant of the sources.
    """

    file: str
    line: int
    change: str
    command: str = ""


@dataclass(frozen=True)
class ElaboratedPoint:
    """A design point at a level, as Yosys elaborates it.

    Attributes:
        point: the design point.
        level: its level.
    """

    point: DesignPoint
    level: Level

    @cached_property
    def files(self) -> tuple[Source, ...]:
        """The sources, with the primitives for any technology."""
        return tuple(map(sources.read, self.point.sources(self.level)))

    @property
    def top(self) -> str:
        """The top module."""
        return self.point.top(self.level)

    def steps(self, paths: Sequence[str]) -> list[str]:
        """Returns the steps that elaborate sources."""
        given = [word for one in self.point.overrides(self.level) for word in ("-G", one)]
        *steps, _, _ = yosys.render_elaboration(self.top, given, paths).split("\n")
        return [*steps, "opt_dff -nosdff", "opt_clean", f"write_rtlil {BASE}"]

    def script(self, count: int, seed: int) -> str:
        """Returns the script that elaborates the design and lists mutants."""
        steps = self.steps([file.path for file in self.files])
        return "\n".join([*steps, f"mutate -list {count * _SPARE} -seed {seed} -o {LIST}", ""])

    def mutants(self, count: int, seed: int, store: Store) -> tuple[Path, list[Mutant]]:
        """Returns the folder of the elaborated design, and mutants of each of its modules.

        Args:
            count: the number of mutants.
            seed: decides which are taken.
            store: where the design is kept.

        Raises:
            ToolFailed: Yosys refused the sources.
        """
        script = self.script(count, seed)

        def build(folder: Path) -> None:
            sources.write(self.files, folder)
            yosys.run(script, folder)

        inputs = [[file.sha256 for file in self.files], script, version("pyosys")]
        folder = store.get(_KIND, key_of(inputs, code_key(ElaboratedPoint.script)), build)
        listed = (folder / LIST).read_text(encoding="utf-8").splitlines()
        mutants = [one for line in listed for one in self._read(line)]
        return folder, spread(mutants, count, seed, lambda one: one.file)

    def _read(self, line: str) -> Iterator[Mutant]:
        words = shlex.split(line.replace("\\", "\\\\"))[1:]
        pairs = list(zip(words[::2], words[1::2], strict=True))
        options = dict(reversed(pairs))
        position = sources.original(options.get("-src", ""), self.files)
        found = re.fullmatch(r"(.+\.sv):(\d+)", position)
        if not found:
            return
        command = " ".join(f"{k} {v}" for k, v in pairs if k not in ("-src", "-wire", "-wirebit"))
        how = _MODES[options["-mode"]].format(options.get("-ctrlbit"))
        wire = options.get("-wire")
        where = f"{wire}[{options['-wirebit']}]" if wire else ""
        port = f"bit {options['-portbit']} of port {options['-port']}"
        yield Mutant(found[1], int(found[2]), f"{where or port} {how}", command)


def spread(listed: Iterable[_T], count: int, seed: int, file: Callable[[_T], str]) -> list[_T]:
    """Returns some of a list, of each file as evenly as there are enough of them."""
    files = defaultdict[str, list[_T]](list)
    for one in listed:
        files[file(one)].append(one)
    for _, ones in sorted(files.items()):
        random.Random(seed).shuffle(ones)
    ranked = sorted((rank, name) for name, ones in files.items() for rank in range(len(ones)))
    return [files[name][rank] for rank, name in sorted(ranked[:count], key=lambda one: one[::-1])]


def render_mutants(mutants: Sequence[Mutant]) -> list[str]:
    """Returns the steps that read the design and make mutants in it, numbered from 1.

    An undefined value, which the design never uses, is 0: a mutant may use it.
    """
    numbered = enumerate(mutants, 1)
    made = [f"mutate {one.command} -ctrl {PORT} {BITS} {number}" for number, one in numbered]
    return [f"read_rtlil {BASE}", "setundef -zero", *made]


def render_model(top: str, mutants: Sequence[Mutant]) -> str:
    """Returns the script that makes the model of mutants."""
    end = ("bwmuxmap", "opt_clean", f"rename {top} {_INNER}", f"write_verilog -noattr {MODEL}", "")
    return "\n".join([*render_mutants(mutants), *end])


def wrapped(netlist: str, top: str, parameters: Sequence[str]) -> str:
    """Returns a module with the name and the ports of the top module, around the model.

    It has each port on a line, so that protocol checkers can be bound to it.

    Args:
        netlist: the text of the model.
        top: the name of the top module.
        parameters: the parameters of the top module, as ``NAME=VALUE``.
    """
    ports = [
        f"{side} logic {width or ''}{name}"
        for side, width, name in re.findall(
            r"^  (input|output) (\[\d+:\d+\] )?(\w+) ?;", netlist, re.MULTILINE
        )
        if name != PORT
    ]
    # Protocol checkers look for a name, a space and an equals sign (`verify.checkers.modules`).
    declared = (f"parameter {one.replace('=', ' = ')}" for one in parameters)
    given = f" #({', '.join(declared)})" if parameters else ""
    head = ",\n  ".join(ports)
    return (
        f"module {top}{given} (\n  {head}\n);\n"
        f"  logic [{BITS - 1}:0] {PORT} = '0;\n"
        f'  initial void\'($value$plusargs("{SELECT}=%d", {PORT}));\n'
        f"  {_INNER} u_mutants (.*);\nendmodule\n"
    )


def model(
    design: ElaboratedPoint, folder: Path, mutants: Sequence[Mutant], where: Path
) -> tuple[Path, Path]:
    """Writes the sources of the model of mutants.

    Args:
        design: the design.
        folder: the folder of the elaborated design.
        mutants: the mutants.
        where: the folder for the sources.

    Raises:
        ToolFailed: Yosys failed.
    """
    (where / BASE).write_bytes((folder / BASE).read_bytes())
    yosys.run(render_model(design.top, mutants), where)
    given = design.point.verilator_args(design.level)
    parameters = [one.removeprefix("-G") for one in given if one.startswith("-G")]
    text = (where / MODEL).read_text(encoding="utf-8")
    top = where / f"{design.top}.sv"
    top.write_text(wrapped(text, design.top, parameters), encoding="utf-8")
    return top, where / MODEL
