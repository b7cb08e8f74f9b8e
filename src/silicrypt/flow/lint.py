"""Reads every design point with Verilator and slang, and treats warnings as errors.

A front end spends most of its time on what the designs share. Each one therefore reads all designs
at once, as instances in one generated module. Where that module has complaints, the designs are
read one by one, so that each complaint names its design.

slang checks all forms of the primitives. Yosys, with slang as its front end, reads the designs with
the primitives for any technology and shows that they can be synthesised.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, as_completed
from dataclasses import dataclass
from pathlib import Path

from pyslang import DiagnosticEngine, DiagnosticSeverity
from pyslang.syntax import SyntaxTree

from silicrypt import catalog
from silicrypt.base import slang
from silicrypt.base.scope import Progress, silent
from silicrypt.catalog import DesignPoint, Wrapper
from silicrypt.errors import ToolFailed
from silicrypt.paths import hw_root
from silicrypt.targets import BOARDS, PRIMITIVES
from silicrypt.tools import process, verilator, yosys

#: The module that contains all designs.
_ALL = "lint_all"
#: Link to the sources in the folder that slang runs in. A path in a script must have no spaces.
_SOURCES = "hw"


def all_designs() -> tuple[list[DesignPoint], list[Wrapper]]:
    """Returns all design points, the self-tests on all boards among them, and all wrappers."""
    self_tests = [
        catalog.self_test(catalog.get(name), board.top)
        for name in catalog.SELF_TESTED
        for board in BOARDS.values()
    ]
    return [*catalog.load().values(), *self_tests], list(catalog.wrappers().values())


def lint(
    points: Sequence[DesignPoint],
    wrappers: Sequence[Wrapper] = (),
    progress: Progress = silent,
    jobs: int | None = None,
) -> list[str]:
    """Returns the complaints of both front ends.

    Args:
        points: the design points; each is read completely.
        wrappers: top levels around a stream, read with the default values of their parameters.
        progress: called as (done, total, label).
        jobs: processes at the same time; the number of processors by default.

    Returns:
        one entry per complaint, in the words of the tool; empty if there is none.
    """
    tops = [_Top(point.name, point.top(point.complete_level), point) for point in points]
    tops += [_Top(w.top, w.top, catalog.get(w.design), w) for w in wrappers]
    done, total = 0, 3 * len(tops)
    complaints: list[_Complaint] = []
    with process.Pool(jobs or os.cpu_count() or 1) as pool:
        work: dict[Future[list[_Complaint]], str] = {
            pool.submit(_together, tops, _verilator_all, _verilator): "verilator",
            pool.submit(_together, tops, _yosys_all, _yosys): "yosys",
            pool.submit(_slang_all, tops): "slang",
        }
        for ended in as_completed(work):
            progress(done, total, work[ended])
            done += len(tops)
            complaints += [(top, f"{work[ended]}: {said}") for top, said in ended.result()]
    progress(total, total, "done")
    names = [top.name for top in tops]
    found = sorted((names.index(name), f"{name}: {said}") for name, said in complaints)
    return [said for _, said in found]


#: The name of a design, and what a tool said about it.
_Complaint = tuple[str, str]


@dataclass(frozen=True)
class _Top:
    """The top level of a design point, or a wrapper with the default values of its parameters."""

    name: str
    module: str
    point: DesignPoint
    wrapper: Wrapper | None = None

    def sources(self, primitives: Sequence[str] = ()) -> list[Path]:
        """Returns the files in compile order."""
        if self.wrapper:
            return self.wrapper.sources(primitives=primitives)
        return self.point.sources(self.point.complete_level, primitives)

    def verilator_args(self) -> list[str]:
        """Returns control files and parameters; a wrapper has only some parameters of a core."""
        args = self.point.verilator_args()
        return args if not self.wrapper else [arg for arg in args if not arg.startswith("-G")]

    def overrides(self) -> list[str]:
        """Returns the parameters, ``NAME=VALUE``, in the syntax of slang."""
        return [] if self.wrapper else self.point.overrides()

    def instance(self, number: int) -> str:
        """Returns an instance of the design with its parameters and without connections."""
        given = (one.split("=", 1) for one in self.overrides())
        values = ", ".join(f".{name}({value})" for name, value in given)
        return f"  {self.module} #({values}) u_{number} ();"

    def forms(self) -> Iterator[tuple[tuple[Path, ...], tuple[str, ...]]]:
        """Yields sources and parameters for each set of primitives that makes a difference."""
        yield from dict.fromkeys(
            (tuple(self.sources(primitives)), tuple(self.overrides())) for primitives in PRIMITIVES
        )


def _together(
    tops: Sequence[_Top],
    read_all: Callable[[Sequence[_Top]], str],
    read: Callable[[_Top], str],
) -> list[_Complaint]:
    """Reads all designs at once; where that has complaints, reads them one by one."""
    said = read_all(tops)
    if not said:
        return []
    single = [(top.name, found) for top in tops if (found := read(top))]
    return single or [(tops[0].name, f"together with the other designs: {said}")]


def _everything(tops: Sequence[_Top], folder: Path) -> tuple[Path, list[Path]]:
    """Writes a module with an instance of each design; returns its file and all sources."""
    lines = ["/* verilator lint_off PINMISSING */", f"module {_ALL};"]
    lines += [top.instance(number) for number, top in enumerate(tops)]
    path = folder / f"{_ALL}.sv"
    path.write_text("\n".join([*lines, "endmodule", ""]), encoding="utf-8")
    sources = dict.fromkeys(source for top in tops for source in top.sources())
    packages = [source for source in sources if source.stem.endswith("_pkg")]
    return path, list(dict.fromkeys([*packages, *sources]))


def _verilator_all(tops: Sequence[_Top]) -> str:
    with tempfile.TemporaryDirectory() as name:
        path, sources = _everything(tops, Path(name))
        controls = dict.fromkeys(
            arg for top in tops for arg in top.verilator_args() if not arg.startswith("-G")
        )
        # Inlined modules would let the names of one hide those of another.
        return warnings([_ALL, "-fno-inline", *controls, *map(str, sources), str(path)])


def _verilator(top: _Top) -> str:
    return warnings([top.module, *top.verilator_args(), *map(str, top.sources())])


def warnings(arguments: Sequence[str]) -> str:
    """Returns what Verilator complains about in sources; empty if there is nothing.

    Args:
        arguments: the top module, parameters, control files and sources.

    Raises:
        ToolMissing: Verilator is not installed.
    """
    home = verilator.root()
    command = [str(home / "bin" / "verilator_bin"), "--lint-only", "-Wall", "--top-module"]
    done = process.run([*command, *arguments], environment={"VERILATOR_ROOT": str(home)})
    return done.stderr.decode("utf-8", "replace").strip() if done.returncode else ""


def _yosys_all(tops: Sequence[_Top]) -> str:
    with tempfile.TemporaryDirectory() as name:
        path, sources = _everything(tops, Path(name))
        # Only the instances of this module lack connections; `_slang` finds others.
        words = ["--keep-hierarchy", "-Wno-unconnected-port", "--top", _ALL]
        return _run_yosys([*words, *map(_seen, sources), path.name], Path(name))


def _yosys(top: _Top) -> str:
    with tempfile.TemporaryDirectory() as name:
        parameters = [word for one in top.overrides() for word in ("-G", one)]
        words = ["--top", top.module, *parameters, *map(_seen, top.sources())]
        return _run_yosys(words, Path(name))


def _run_yosys(arguments: Sequence[str], folder: Path) -> str:
    (folder / _SOURCES).symlink_to(hw_root())
    try:
        yosys.run(" ".join(["read_slang", "-Werror", *arguments, "\n"]), folder)
    except ToolFailed as error:
        return str(error)
    return ""


def _seen(path: Path) -> str:
    """Returns the path of a source in the folder that Yosys runs in."""
    return f"{_SOURCES}/{path.relative_to(hw_root()).as_posix()}"


def _slang_all(tops: Sequence[_Top]) -> list[_Complaint]:
    return [
        (top.name, said)
        for top in tops
        for sources, parameters in top.forms()
        if (said := _slang(top.module, sources, parameters))
    ]


def _slang(top: str, sources: Iterable[Path], parameters: Sequence[str]) -> str:
    """Returns what slang says of a design, its default warnings included."""
    compilation = slang.compilation([top], map(slang.tree, sources), parameters)
    engine = DiagnosticEngine(SyntaxTree.getDefaultSourceManager())
    engine.setWarningOptions(["none", "default"])
    shown = [
        one
        for one in compilation.getAllDiagnostics()
        if engine.getSeverity(one.code, one.location) != DiagnosticSeverity.Ignored
    ]
    return DiagnosticEngine.reportAll(engine.sourceManager, shown).strip() if shown else ""
