"""The named design points of ``hw/configs.toml``, and the source files of a design.

slang elaborates the top with its parameters. The design consists of the files of the modules that
the top instantiates, and of the packages that those files name. They are given in compile order.
"""

from __future__ import annotations

import os
import pkgutil
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pyslang.ast import (
    GenerateBlockArraySymbol,
    GenerateBlockSymbol,
    InstanceArraySymbol,
    InstanceSymbol,
)

from silicrypt.base import slang
from silicrypt.catalog.unit import Algorithm, Formulas, Hash, Level, Parameters, Top, Unit
from silicrypt.errors import BadInput, UnknownName
from silicrypt.paths import hw_root, kept

#: A reference to a package in code.
_PACKAGE = re.compile(r"\b([A-Za-z_]\w*)::")
_COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
_DECLARED = re.compile(
    r"^\s*(?:\(\*.*?\*\)\s*)?(module|package|interface)\s+(?:automatic\s+)?(\w+)", re.M
)
_PRIMITIVES = "prim"
#: What holds instances.
_PARTS = (InstanceSymbol, InstanceArraySymbol, GenerateBlockSymbol, GenerateBlockArraySymbol)


@dataclass(frozen=True, eq=False)
class _File:
    """A source file.

    Attributes:
        path: where it is.
        tree: what slang parsed.
        declares: the modules and packages that it declares.
        names: the packages that it refers to.
    """

    path: Path
    tree: Any
    declares: frozenset[str]
    names: frozenset[str]


def closure(top: str, parameters: Sequence[str] = (), primitives: Sequence[str] = ()) -> list[Path]:
    """Returns the files of a design, in compile order: each file needs only files before it.

    Args:
        top: its top module.
        parameters: ``NAME=VALUE``, as slang takes them.
        primitives: folders in ``hw/prim`` whose primitives replace those for any technology, the
            most specific first.

    Raises:
        BadInput: no file declares the top, or a file cannot be read.
    """
    files = tuple(map(_parse, _visible(hw_root(), primitives)))
    return list(_closure(top, tuple(parameters), files))


def visible(primitives: Sequence[str]) -> Mapping[str, Path]:
    """Returns every source file below ``hw/`` that these primitives leave in use, by name."""
    return {path.name: path for path in _visible(hw_root(), primitives)}


def _visible(root: Path, primitives: Sequence[str]) -> list[Path]:
    shared = root / _PRIMITIVES
    special = {
        path.name: path
        for folder in reversed(primitives)
        for path in sorted((shared / folder).glob("*.sv"))
    }
    # This runs for every design. Paths are compared as text, which is much faster.
    everywhere = sorted(
        os.path.join(folder, name)  # noqa: PTH118
        for folder, _, names in os.walk(root)
        if os.path.dirname(folder) != str(shared)  # noqa: PTH120
        for name in names
        if name.endswith(".sv") and name not in special
    )
    return [*map(_path, everywhere), *special.values()]


@lru_cache(maxsize=2048)
def _path(name: str) -> Path:
    return Path(name)


@lru_cache(maxsize=512)
def _closure(top: str, parameters: tuple[str, ...], files: tuple[_File, ...]) -> tuple[Path, ...]:
    declared = {name: file for file in files for name in file.declares}
    if top not in declared:
        raise BadInput(f"no file below {hw_root()} declares the module {top}")
    reached: dict[Path, _File] = {}
    for name in _modules(top, parameters, files):
        for file in _with_packages(declared[name], declared, ()):
            reached.setdefault(file.path, file)
    return tuple(reached)


@kept
def _parse(path: Path) -> _File:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"cannot read the source {path}: {error}") from error
    code = _COMMENT.sub(lambda found: found[0] if found[0].startswith('"') else " ", text)
    return _File(
        path,
        slang.tree(path),
        frozenset(name for _, name in _DECLARED.findall(code)),
        frozenset(_PACKAGE.findall(code)),
    )


def _modules(top: str, parameters: Sequence[str], files: Iterable[_File]) -> list[str]:
    """Returns the modules that the top instantiates, the innermost first and the top last."""
    compilation = slang.compilation([top], (file.tree for file in files), parameters)
    tops = [one for one in compilation.getRoot().topInstances if one.name == top]
    entered = [name for instance in tops for name in _entered(instance)]
    # Elaboration visits an instance before its contents, so the last visit of a module comes after
    # the first visit of every module that uses it; the reversed list starts with the leaves.
    return list(dict.fromkeys(reversed(entered)))


def _entered(symbol: Any) -> Iterator[str]:
    """Yields the modules of the instances in a part of a design, each before its contents."""
    if isinstance(symbol, InstanceSymbol):
        yield symbol.definition.name
        symbol = symbol.body
    for member in symbol:
        if isinstance(member, _PARTS):
            yield from _entered(member)


def _with_packages(
    file: _File, declared: Mapping[str, _File], above: tuple[Path, ...]
) -> Iterator[_File]:
    """Yields a file, after the packages that it refers to."""
    for name in sorted(file.names):
        package = declared.get(name)
        if package is not None and package.path not in (*above, file.path):
            yield from _with_packages(package, declared, (*above, file.path))
    yield file


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
