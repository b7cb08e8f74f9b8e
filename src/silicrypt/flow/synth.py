"""Synthesis: from a configuration to a netlist of a target's cells, kept in the store."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from silicrypt import catalog, targets
from silicrypt.catalog import Config, Level
from silicrypt.flow import sources
from silicrypt.flow.sources import Source
from silicrypt.results.store import Store, fingerprint
from silicrypt.targets import StandardCells, Target
from silicrypt.tools import abc, liberty, versions, yosys

KIND = "netlists"


@dataclass(frozen=True)
class Design:
    """A configuration at a level on a target: everything that decides its netlist.

    Attributes:
        config: the design point.
        level: ``"core"`` or ``"stream"``.
        target: what it is for.
    """

    config: Config
    level: Level
    target: Target

    @property
    def arguments(self) -> list[str]:
        """Its parameters as slang takes them."""
        return self.config.slang_args(targets.primitives(self.target), self.level)

    @cached_property
    def sources(self) -> tuple[Source, ...]:
        """Its sources as tools see them."""
        return sources.load(self.config, self.level, targets.primitives(self.target))

    @cached_property
    def source_hash(self) -> str:
        """Stands for the sources and the parameters."""
        files = [(source.path, source.sha256) for source in self.sources]
        return fingerprint({"sources": files, "parameters": self.config.slang_args((), self.level)})

    @property
    def script(self) -> str:
        """The Yosys script."""
        return yosys.render(
            self.target,
            self.config.top(self.level),
            self.arguments,
            [source.path for source in self.sources if source.path.endswith(".sv")],
            machine=self.config.inside is not None,
        )

    @cached_property
    def key(self) -> str:
        """The key of its netlist."""
        inputs: dict[str, object] = {
            "sources": [source.sha256 for source in self.sources],
            "script": self.script,
            "tools": versions.synthesis(self.target),
        }
        if isinstance(self.target, StandardCells):
            inputs |= _extra_files(self.target) | {"library": self.target.sha256}
        return fingerprint(inputs)


def design_of(config: Config | str, target: str, level: Level | None) -> Design:
    """The design of a configuration on a target.

    Args:
        config: the design point, or its name.
        target: name of the target.
        level: the first that the configuration has where none is named.

    Raises:
        UnknownName: there is no such configuration or target.
    """
    chosen = catalog.get(config) if isinstance(config, str) else config
    return Design(chosen, level or chosen.levels[0], targets.get(target))


def synthesize(design: Design, store: Store) -> Path:
    """The folder with a design's netlist and what was counted in it.

    Raises:
        ToolFailed: Yosys refused the design, or ABC's mapping was not proved.
    """

    def build(folder: Path) -> None:
        sources.write(design.sources, folder)
        if isinstance(design.target, StandardCells):
            _prepare_library(design.target, folder, store)
        log = yosys.run(design.script, folder)
        if isinstance(design.target, StandardCells):
            abc.parse(log)  # raises where the mapping was not proved

    return store.get(KIND, design.key, build)


def _prepare_library(target: StandardCells, folder: Path, store: Store) -> None:
    (folder / yosys.LIBRARY).symlink_to(liberty.unpack(target, store))
    for name, text in _extra_files(target).items():
        (folder / name).write_text(text, encoding="utf-8")


def _extra_files(target: StandardCells) -> dict[str, str]:
    """What the script reads besides the sources and the library."""
    return {
        abc.SCRIPT: abc.render(target),
        abc.CONSTRAINTS: abc.render_constraints(target),
        yosys.LATCHES: yosys.render_latches(target),
    }


def netlist(config: Config, level: Level, target: str, store: Store | None = None) -> Path:
    """The mapped netlist of a configuration as Yosys JSON, made first where it is not kept yet.

    For standard cells the same netlist is beside it in Verilog (``netlist.v``).

    Args:
        config: the design point.
        level: ``"core"`` or ``"stream"``.
        target: name of the target.
        store: where it is kept; the cache by default.

    Raises:
        UnknownName: there is no such target.
        ToolFailed: Yosys refused the design.
    """
    design = Design(config, level, targets.get(target))
    return synthesize(design, store or Store()) / yosys.NETLIST
