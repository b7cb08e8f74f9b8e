"""Both front ends on every design point, with warnings as errors: Verilator and slang."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from silicrypt import catalog
from silicrypt.catalog import Config, Wrapper
from silicrypt.errors import ToolFailed
from silicrypt.flow.progress import Progress, silent
from silicrypt.targets import PRIMITIVES
from silicrypt.tools import process, verilator, yosys


def lint(
    configs: Sequence[Config], wrappers: Sequence[Wrapper] = (), progress: Progress = silent
) -> list[str]:
    """What the front ends complain of.

    Args:
        configs: the design points; each is looked at whole.
        wrappers: top levels around a stream, looked at with their own parameters' defaults.
        progress: called as (done, total, label).

    Returns:
        a complaint an entry, with the tool's own words; empty where all is well.
    """
    tops = [_Top(config.name, config.top(config.whole), config) for config in configs]
    tops += [_Top(w.top, w.top, catalog.get(w.design), w) for w in wrappers]
    complaints: list[str] = []
    for done, top in enumerate(tops):
        progress(done, len(tops), top.name)
        for name, check in (("verilator", _verilator), ("slang", _slang)):
            if said := check(top):
                complaints.append(f"{top.name}: {name}: {said}")
    progress(len(tops), len(tops), "done")
    return complaints


@dataclass(frozen=True)
class _Top:
    """A top level: that of a design point, or a wrapper with the defaults of its parameters."""

    name: str
    module: str
    config: Config
    wrapper: Wrapper | None = None

    def sources(self, primitives: Sequence[str] = ()) -> list[str]:
        if self.wrapper:
            return [str(path) for path in self.wrapper.sources(primitives=primitives)]
        return [str(path) for path in self.config.sources(self.config.whole, primitives)]

    def verilator_args(self) -> list[str]:
        """A wrapper has but some of a core's parameters: its defaults stand."""
        args = self.config.verilator_args()
        return args if not self.wrapper else [arg for arg in args if not arg.startswith("-G")]

    def slang_args(self, primitives: Sequence[str]) -> list[str]:
        return [] if self.wrapper else self.config.slang_args(primitives)


def _verilator(top: _Top) -> str:
    home = verilator.root()
    command = [str(home / "bin" / "verilator_bin"), "--lint-only", "-Wall"]
    command += ["--top-module", top.module, *top.verilator_args(), *top.sources()]
    done = process.run(command, environment={"VERILATOR_ROOT": str(home)})
    return done.stderr.decode("utf-8", "replace").strip() if done.returncode else ""


def _slang(top: _Top) -> str:
    with tempfile.TemporaryDirectory() as folder:
        said = ""
        for primitives in PRIMITIVES:
            words = ["read_slang", "-Werror", "--top", top.module]
            words += [*top.slang_args(primitives), *top.sources(primitives)]
            try:
                yosys.run(" ".join(words) + "\n", Path(folder))
            except ToolFailed as error:
                said += str(error)
        return said
