"""Runs Verilator and slang on every design point and treats warnings as errors.

A slang process reads several top levels, because starting one costs as much time as reading three
designs.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass
from pathlib import Path

from silicrypt import catalog
from silicrypt.catalog import Config, Wrapper
from silicrypt.errors import ToolFailed
from silicrypt.flow.progress import Progress, silent
from silicrypt.paths import hw_root
from silicrypt.targets import PRIMITIVES
from silicrypt.tools import process, verilator, yosys

#: Number of top levels that one slang process reads.
_BATCH = 16
#: Link to the sources in the folder that slang runs in. A path in a script must have no spaces.
_SOURCES = "hw"


def lint(
    configs: Sequence[Config],
    wrappers: Sequence[Wrapper] = (),
    progress: Progress = silent,
    jobs: int | None = None,
) -> list[str]:
    """Returns the complaints of both front ends.

    Args:
        configs: the design points; each is read completely.
        wrappers: top levels around a stream, read with the default values of their parameters.
        progress: called as (done, total, label).
        jobs: processes at the same time; the number of processors by default.

    Returns:
        one entry per complaint, in the words of the tool; empty if there is none.
    """
    tops = [_Top(config.name, config.top(config.whole), config) for config in configs]
    tops += [_Top(w.top, w.top, catalog.get(w.design), w) for w in wrappers]
    batches = [tops[at : at + _BATCH] for at in range(0, len(tops), _BATCH)]
    complaints: dict[str, list[str]] = {top.name: [] for top in tops}
    done, total = 0, 2 * len(tops)
    with process.Pool(jobs or os.cpu_count() or 1) as pool:
        work = {pool.submit(_slang_all, batch): batch for batch in batches}
        work |= {pool.submit(_verilator_all, [top]): [top] for top in tops}
        for ended in as_completed(work):
            progress(done, total, work[ended][-1].name)
            done += len(work[ended])
            for top, complaint in ended.result():
                complaints[top.name].append(f"{top.name}: {complaint}")
    progress(total, total, "done")
    return [complaint for top in tops for complaint in sorted(complaints[top.name])]


@dataclass(frozen=True)
class _Top:
    """The top level of a design point, or a wrapper with the default values of its parameters."""

    name: str
    module: str
    config: Config
    wrapper: Wrapper | None = None

    def sources(self, primitives: Sequence[str] = ()) -> list[Path]:
        """Returns the files in compile order."""
        if self.wrapper:
            return self.wrapper.sources(primitives=primitives)
        return self.config.sources(self.config.whole, primitives)

    def verilator_args(self) -> list[str]:
        """Returns control files and parameters; a wrapper has only some parameters of a core."""
        args = self.config.verilator_args()
        return args if not self.wrapper else [arg for arg in args if not arg.startswith("-G")]

    def slang_args(self, primitives: Sequence[str]) -> list[str]:
        """Returns the parameters in the syntax of slang."""
        return [] if self.wrapper else self.config.slang_args(primitives)

    def script(self) -> Iterator[str]:
        """Yields the commands that read the design, once per set of primitives."""
        read = list[list[str]]()
        for primitives in PRIMITIVES:
            words = ["read_slang", "-Werror", "--top", self.module]
            words += [*self.slang_args(primitives), *map(_seen, self.sources(primitives))]
            if words not in read:
                read.append(words)
                yield " ".join(words)
                yield "design -reset"


def _seen(path: Path) -> str:
    """Returns the path of a source in the folder that slang runs in."""
    return f"{_SOURCES}/{path.relative_to(hw_root()).as_posix()}"


def _verilator_all(tops: Sequence[_Top]) -> list[tuple[_Top, str]]:
    return [(top, f"verilator: {said}") for top in tops if (said := _verilator(top))]


def _verilator(top: _Top) -> str:
    home = verilator.root()
    command = [str(home / "bin" / "verilator_bin"), "--lint-only", "-Wall"]
    command += ["--top-module", top.module, *top.verilator_args(), *map(str, top.sources())]
    done = process.run(command, environment={"VERILATOR_ROOT": str(home)})
    return done.stderr.decode("utf-8", "replace").strip() if done.returncode else ""


def _slang_all(tops: Sequence[_Top]) -> list[tuple[_Top, str]]:
    """Reads designs one after another. A process that ends at a complaint is replaced by another.

    Each design that was read leaves a file, which shows the design that the complaint is about.
    """
    complaints, left = [], list(tops)
    while left:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / _SOURCES).symlink_to(hw_root())
            marks = [f"read-{number}" for number in range(len(left))]
            lines = list[str]()
            for top, mark in zip(left, marks, strict=True):
                lines += [*top.script(), f"tee -q -o {mark} log {mark}"]
            try:
                yosys.run("\n".join([*lines, ""]), folder)
                break
            except ToolFailed as error:
                read = sum((folder / mark).is_file() for mark in marks)
                if read == len(left):
                    raise
                complaints.append((left[read], f"slang: {error}"))
                left = left[read + 1 :]
    return complaints
