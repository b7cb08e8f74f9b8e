"""The other checks of the project, for the mutants that the quick suite does not notice.

They are checks that ``make test`` also has: Verilator's warnings, beats with holes, the comparison
of two runs after a wipe, and the proofs of a changed file. A proof is tried on its own module with
the same change of the same cell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from silicrypt import catalog
from silicrypt.base import sources
from silicrypt.base.sources import Source
from silicrypt.catalog import DesignPoint
from silicrypt.errors import SilicryptError
from silicrypt.flow import lint
from silicrypt.mutate import trial
from silicrypt.mutate.netlist import BASE, ElaboratedPoint, Mutant
from silicrypt.tools import verilator, yosys
from silicrypt.verify import holes, proofs, wipe
from silicrypt.verify.proofs import Proof

_CELL = re.compile(
    r'  attribute \\src "([^"]*)"\n(?:  attribute .*\n)*'
    r"  cell (\S+) (\S+)\n((?:    parameter .*\n)*)((?:    connect .*\n)*)"
)
_WIDTH = re.compile(r"parameter \\(\w*)WIDTH (\d+)")
#: The path of a register in the design: in its name, or, where that is lost, in its output.
_NAMED = re.compile(r"\$driver\$(\S+)")
_OUTPUT = re.compile(r"connect \\Q \\(\S+)\n")
#: Types of registers, with and without a clock enable or a synchronous reset.
_REGISTER = re.compile(r"\$(?:s?dff|(al?dff))(?:c?e)?$")
_ELABORATED = "elaborated.il"
#: Cycles from one trial of a wipe to the next, besides those in which a phase begins.
_STEP = 7
#: The most proofs that are tried on a mutant.
_PROOFS = 8


@dataclass(frozen=True)
class _Cell:
    """A cell of a netlist: its name and type, the widths of ports, and the lines it is from.

    A register also has its name in its module; for other cells that is empty.
    """

    name: str
    kind: str
    widths: frozenset[tuple[str, str]]
    lines: frozenset[str]
    register: str

    def is_like(self, other: _Cell) -> bool:
        """Returns whether two cells are from one expression, in different netlists."""
        same = self.kind == other.kind and self.widths == other.widths
        return same and self.register == other.register and not self.lines.isdisjoint(other.lines)


def _cells(netlist: str) -> Iterator[_Cell]:
    for lines, kind, name, parameters, connections in _CELL.findall(netlist):
        widths = frozenset(_WIDTH.findall(parameters))
        register = ""
        if found := _REGISTER.match(kind):
            # A simplified netlist has enables and synchronous resets in place of multiplexers, and
            # asynchronous resets in place of asynchronous loads.
            kind = "$adff" if found[1] else "$dff"
            path = _NAMED.match(name) or _OUTPUT.search(connections)
            register = path[1].rpartition(".")[2] if path else ""
        yield _Cell(name, kind, widths, frozenset(lines.split("|")), register)


@dataclass
class Begun:
    """A design whose mutants the quick suite has tried.

    Attributes:
        design: the design.
        folder: the folder of the elaborated design.
        model: the sources of the model of its mutants.
        program: the model with the bench of the quick suite, compiled.
    """

    design: ElaboratedPoint
    folder: Path
    model: tuple[Path, ...]
    program: Path

    @property
    def wiped(self) -> bool:
        """Whether two runs of the design are compared after a wipe."""
        unit = self.design.point.unit
        return self.design.level == "stream" and (unit.keyed or unit.interface == "kdf")

    def noticing(self, mutant: Mutant, number: int, where: Path) -> str:
        """Returns the first check that notices a mutant of the netlist; empty if none does.

        Args:
            mutant: the mutant.
            number: its number in the model.
            where: a folder for files.
        """
        point = self.design.point
        chosen = trial.selected(self.program, number, where)
        if self.design.level == "stream" and holes.failures(point, chosen):
            return "holes"
        return disproving(self.design, mutant, folder=self.folder)

    def keeping(self, number: int, where: Path) -> str:
        """Returns ``wipe`` if a wipe leaves something of a secret in a mutant of the netlist.

        A proof cannot tell: it compares the outputs, and what is left in a register may never reach
        one.
        """
        runs = verilator.executable(wipe.build(self.design.point, self.model))
        return _keeps_something(self.design.point, trial.selected(runs, number, where))

    def keeping_sources(self, path: Path, folder: Path) -> str:
        """Returns the same of a mutant of the sources, whose changed file is in a folder."""
        point = self.design.point
        runs = wipe.build(point, tuple(_given(self.design, path, folder)))
        return _keeps_something(point, verilator.executable(runs))

    def noticing_sources(self, mutant: Mutant, path: Path, text: str, folder: Path) -> str:
        """Returns the first check that notices a mutant of the sources; empty if none does.

        Args:
            mutant: the mutant.
            path: the source file.
            text: its text with the mutant.
            folder: a folder for files, which has the changed file.
        """
        given = map(str, _given(self.design, path, folder))
        arguments = self.design.point.verilator_args(self.design.level)
        if lint.warnings([self.design.top, *arguments, *given]):
            return "lint"
        changed = replace(sources.strip(path.name, text), path=mutant.file)
        return disproving(self.design, mutant, text=changed)


def disproving(
    design: ElaboratedPoint,
    mutant: Mutant,
    *,
    folder: Path | None = None,
    text: Source | None = None,
) -> str:
    """Returns the first proof that does not hold with a mutant; empty if all hold.

    Args:
        design: the design.
        mutant: the mutant.
        folder: of a mutant of the netlist, the folder of the elaborated design.
        text: of a mutant of the sources, the changed file.
    """
    right, changed = None, {mutant.file}
    if folder:
        cells = _cells((folder / BASE).read_text(encoding="utf-8"))
        name = re.findall(r"-cell (\S+)", mutant.command)
        right = next(cell for cell in cells if cell.name in name)
        changed |= {line.split(":")[0] for line in right.lines}
    for proof in _proofs(design, changed):
        files = proof.sources()
        if text:
            files = tuple(text if one.path == mutant.file else one for one in files)
        if not _holds(proof, files, right, mutant.command):
            return f"proof `{proof.name}`"
    return ""


def _given(design: ElaboratedPoint, path: Path, folder: Path) -> list[Path]:
    """Returns the sources of a design with one file from a folder."""
    given = design.point.sources(design.level)
    return [folder / path.name if one == path else one for one in given]


def _keeps_something(point: DesignPoint, runs: Path) -> str:
    """Returns ``wipe`` if a wipe leaves something of a secret, or the two runs do not end."""
    try:
        return "" if wipe.check_wipe(point, runs, _STEP).passed else "wipe"
    except SilicryptError:
        return "wipe"


def _proofs(design: ElaboratedPoint, files: Set[str]) -> Sequence[Proof]:
    """Returns some proofs with one of the files: first those of the unit, then of the algorithm."""

    def far(proof: Proof) -> tuple[bool, bool]:
        point = catalog.get(proof.design)
        return point.unit != design.point.unit, point.algorithm != design.point.algorithm

    having = [
        proof
        for proof in proofs.load().values()
        if any(source.path in files for source in proof.sources())
    ]
    return sorted(having, key=far)[:_PROOFS]


def _holds(
    proof: Proof, files: tuple[Source, ...], right: _Cell | None = None, command: str = ""
) -> bool:
    """Returns whether a proof holds with other sources, or with the same change of its netlist."""
    with TemporaryDirectory(prefix="silicrypt-mutate-") as name:
        folder = Path(name)
        try:
            if right is None:
                return proofs.examine(proof, files, folder)[0]
            sources.write(files, folder)
            yosys.run(f"{proofs.elaborating(proof)}write_rtlil {_ELABORATED}\n", folder)
            cells = _cells((folder / _ELABORATED).read_text(encoding="utf-8"))
            changes = [_moved(command, proof.top, one.name) for one in cells if one.is_like(right)]
            return not changes or proofs.examine(proof, files, folder, changes)[0]
        except SilicryptError:
            return True


def _moved(command: str, module: str, cell: str) -> str:
    """Returns Yosys' ``mutate`` of the same port of another cell."""
    moved = re.sub(r"-module \S+", lambda _: f"-module {module}", command)
    return "mutate " + re.sub(r"-cell \S+", lambda _: f"-cell {cell}", moved)
