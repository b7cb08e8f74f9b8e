"""Verifies the Verilog that an export wrote, with the benches of the sources."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from silicrypt.catalog import BlockCipher, Config, Level
from silicrypt.tools import verilator
from silicrypt.verify.cipher import model as cipher
from silicrypt.verify.hash import model
from silicrypt.verify.registers import session

#: What Verilator says about the style of generated text does not matter.
_ARGUMENTS = ("-Wno-lint", "-Wno-fatal")


@dataclass(frozen=True)
class Written:
    """Verilog of a design point at one level.

    Attributes:
        level: the level.
        module: the top module, which has the ports of the sources and no parameters.
        files: the Verilog, in compile order.
    """

    level: Level
    module: str
    files: tuple[Path, ...]

    def instead(self, build: verilator.Build) -> verilator.Build:
        """Returns the build with this Verilog instead of the sources and their checkers."""
        return replace(build, top=self.module, sources=self.files, arguments=_ARGUMENTS)

    def model(self, config: Config, level: Level) -> Any:
        """Returns the compiled model of the Verilog, for the suite of the design point.

        Raises:
            ToolMissing: Verilator or a C++ compiler is not installed.
            ToolFailed: one of them refuses the Verilog.
        """
        if isinstance(config.algorithm, BlockCipher):
            build = self.instead(cipher.build(config, level))
            return cipher.Model(verilator.executable(build))
        build = self.instead(model.build(config, level, self.files))
        return model.Model(verilator.executable(build), model.digest_bytes(config))

    def registers(self, config: Config) -> verilator.Build:
        """Returns the build of a memory-mapped unit."""
        return self.instead(session.build(config))
