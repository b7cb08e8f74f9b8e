"""Verifies the files that an export writes, with the benches of the sources."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from silicrypt.catalog import Level
from silicrypt.tools import verilator

#: What Verilator says about the style of generated text does not matter.
_ARGUMENTS = ("-Wno-lint", "-Wno-fatal")


@dataclass(frozen=True)
class Written:
    """The exported files of a design point at one level.

    Attributes:
        level: the level.
        module: the top module, which has the ports of the sources and no parameters.
        files: waivers, if it has any, and the sources in compile order.
    """

    level: Level
    module: str
    files: tuple[Path, ...]

    def instead(self, build: verilator.Build) -> verilator.Build:
        """Returns the build with these files instead of the sources and their checkers."""
        return replace(build, top=self.module, sources=self.files, arguments=_ARGUMENTS)
