"""The named design points of ``hw/configs.toml``."""

from __future__ import annotations

import pkgutil
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any

from silicrypt.catalog.closure import closure, visible
from silicrypt.catalog.unit import Algorithm, Formulas, Hash, Level, Parameters, Top, Unit
from silicrypt.errors import BadInput, UnknownName
from silicrypt.paths import hw_root


@dataclass(frozen=True)
class DesignPoint:
    """A named design point.

    Attributes:
        name: its name in ``hw/configs.toml``.
        about: one line that says what it is.
        unit: the kind of hardware.
        parameters: every hardware parameter by its name.
        paper: the paper whose design it is, if any.
        sweep: whether it is one point of a sweep over a parameter. Its reference results are those
            in standard cells, at its first level, and those that papers need.
        chosen: the algorithm that is considered, where messages select one of two.
        inside: of a machine, the design point that it contains.
    """

    name: str
    about: str
    unit: Unit[Any]
    parameters: Parameters
    paper: str | None = None
    sweep: bool = False
    chosen: Algorithm | None = None
    inside: DesignPoint | None = None

    @cached_property
    def algorithm(self) -> Algorithm:
        """The algorithm that it computes."""
        found: Algorithm = self.unit.algorithm(self.parameters)
        return found

    @property
    def hash(self) -> Hash:
        """The hash that is considered: the only one, or the chosen one."""
        found = self.chosen or self.algorithm
        assert isinstance(found, Hash), f"{self.name} computes no hash"
        return found

    @property
    def choices(self) -> tuple[DesignPoint, ...]:
        """The design point, once for each algorithm that a message can select."""
        either = self.algorithm.either
        return tuple(replace(self, chosen=one) for one in either) if either else (self,)

    @property
    def computes(self) -> str:
        """The name of the function that it computes: ``"SHA-1"``, ``"HMAC-SHA-1"``."""
        return self.unit.title.format((self.chosen or self.algorithm).name)

    def reference(self, data: bytes, key: bytes = b"") -> bytes:
        """Returns the expected result for a message and, where there is one, a key."""
        result: bytes = self.unit.reference(self.chosen or self.algorithm, data, key)
        return result

    @property
    def levels(self) -> tuple[Level, ...]:
        """The levels that it has. The first is the one that most publications report."""
        tops = self.unit.tops.items()
        return tuple(level for level, top in tops if top.holds(self.parameters))

    @property
    def complete_level(self) -> Level:
        """The level that contains the complete unit."""
        return self.levels[-1]

    @property
    def formulas(self) -> Formulas[Any]:
        """The figures that follow from its parameters."""
        algorithm = self.algorithm
        found: Formulas[Any] = self.unit.formulas(
            self.parameters, algorithm, self.chosen or algorithm
        )
        return found

    @cached_property
    def stated(self) -> list[object]:
        """All figures that the formulas of each of its choices state."""
        return [one.formulas.values(one.levels) for one in self.choices]

    @property
    def unroll(self) -> int:
        """Rounds (steps of MD5) per clock cycle."""
        return self.formulas.unroll

    @property
    def stages(self) -> int:
        """Pipeline stages, which is also the number of messages in flight."""
        return self.formulas.stages

    @property
    def data_bits(self) -> int:
        """Width of a beat, in bits."""
        return self.formulas.data_bits

    @property
    def cycles_per_block(self) -> int:
        """The initiation interval in steady state, over all messages in flight, in cycles."""
        return self.formulas.cycles_per_block

    def block_interval(self, level: Level) -> int:
        """Returns the initiation interval of a level, in cycles."""
        return self.formulas.block_interval(level)

    def cycles(self, level: Level, message_bytes: int) -> int:
        """Returns the cycles from the first beat accepted to the digest valid, without stalls."""
        return self.formulas.cycles(level, message_bytes)

    def message_interval(self, message_bytes: int) -> int:
        """Returns the cycles from the first beat of a message to that of the next.

        The receiver causes no back-pressure.

        With several messages in flight, the next message is that on the same channel. For HMAC,
        the interval holds while no other message is in flight.
        """
        return self.formulas.message_interval(message_bytes)

    @property
    def wake_cycles(self) -> int:
        """Cycles after a reset or a digest before the unit can accept a message."""
        return self.formulas.wake_cycles

    def key_interval(self, key_bytes: int) -> int:
        """Returns the cycles from the first beat of a key to that of the message after it."""
        return self.formulas.key_interval(key_bytes)

    def top(self, level: Level) -> str:
        """Returns the name of the top module at a level.

        Raises:
            BadInput: it has no such level.
        """
        return self._top(level).module

    def _top(self, level: Level) -> Top:
        if level not in self.levels:
            raise BadInput(f"{self.name} has no level {level}, only {', '.join(self.levels)}")
        return self.unit.tops[level]

    def sources(self, level: Level, primitives: Sequence[str] = ()) -> list[Path]:
        """Returns the SystemVerilog files of a level, in compile order.

        Args:
            level: ``"core"`` or ``"stream"``.
            primitives: folders in ``hw/prim`` whose primitives replace those for any technology,
                the most specific first.

        Raises:
            BadInput: a file cannot be read.
        """
        return closure(self.top(level), self.overrides(level), primitives)

    def located(
        self, names: Sequence[str], primitives: Sequence[str] = ()
    ) -> tuple[Path, ...] | None:
        """Returns the named files; nothing if one is missing or another file has taken its role.

        Args:
            names: the files, relative to ``hw/``.
            primitives: as in `sources`.
        """
        root, there = hw_root(), visible(primitives)
        files = tuple(root / name for name in names)
        return files if all(there.get(path.name) == path for path in files) else None

    def verilator_args(self, level: Level | None = None) -> list[str]:
        """Returns the parameters for Verilator, enums as numbers, and the file of lint waivers.

        Args:
            level: the level whose top takes them; by default, the level with the complete unit.
        """
        waivers = str(hw_root() / "lint" / "verilator.vlt")
        numbers = self.unit.numbers(self.parameters)
        return [waivers, *(f"-G{one}" for one in self._assigned(level, numbers))]

    def overrides(self, level: Level | None = None) -> list[str]:
        """Returns the parameters as slang takes them, ``NAME=VALUE`` with qualified enums.

        Args:
            level: as in `verilator_args`.
        """
        return self._assigned(level, self.unit.qualified(self.parameters))

    def _assigned(self, level: Level | None, values: Mapping[str, int | str]) -> list[str]:
        without = self._top(level or self.complete_level).without
        return [f"{name}={value}" for name, value in values.items() if name not in without]


@cache
def units() -> Mapping[str, Unit[Any]]:
    """Returns every unit by its name. Each module here with a tuple ``UNITS`` is a family."""
    folder = Path(__file__).parent
    modules = [
        import_module(f"{__package__}.{one.name}") for one in pkgutil.iter_modules([str(folder)])
    ]
    found = [unit for module in modules for unit in getattr(module, "UNITS", ())]
    return MappingProxyType({one.name: one for one in sorted(found, key=lambda one: one.position)})


def get(name: str) -> DesignPoint:
    """Returns the design point of that name.

    Raises:
        UnknownName: there is none; the message names the nearest.
    """
    catalog = load()
    if name not in catalog:
        raise UnknownName("design point", name, catalog, "silicrypt list")
    return catalog[name]


@cache
def load() -> Mapping[str, DesignPoint]:
    """Returns all design points by name, in the order of the file."""
    return parse((hw_root() / "configs.toml").read_text(encoding="utf-8"))


def parse(text: str, where: str = "hw/configs.toml") -> Mapping[str, DesignPoint]:
    """Returns design points by name, read from the text of a ``configs.toml``.

    Raises:
        BadInput: the text is not valid TOML, has an unknown table, or names an unknown unit.
        BadParameter: a parameter has a value that the hardware refuses, too.
    """
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{where}: not valid TOML: {error}") from error
    entries = document.pop("config", {})
    if document:
        raise BadInput(f"{where}: unknown table {', '.join(document)}; there is only config")
    return MappingProxyType({name: _point(name, entry, where) for name, entry in entries.items()})


def _point(name: str, entry: dict[str, Any], where: str) -> DesignPoint:
    origin = f"{where}: config.{name}"
    unit = units().get(entry.get("unit", ""))
    if unit is None:
        raise BadInput(f"{origin}: unit must be one of {', '.join(units())}")
    return DesignPoint(
        name=name,
        about=entry.get("about", ""),
        unit=unit,
        parameters=MappingProxyType(dict(unit.complete(entry.get("parameters", {}), origin))),
        paper=entry.get("paper"),
        sweep=entry.get("sweep", False),
    )
