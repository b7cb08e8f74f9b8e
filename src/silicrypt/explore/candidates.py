"""The candidates of a search: design points of the catalogue, or of a core file, by recipe."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from silicrypt import catalog, targets
from silicrypt.base.scope import silent
from silicrypt.catalog import DesignPoint, Level
from silicrypt.catalog.word_serial import preset
from silicrypt.errors import BadInput, BadParameter, ToolFailed, UnknownName
from silicrypt.flow.implement import implement
from silicrypt.flow.power import power
from silicrypt.flow.synth import Design, design_of
from silicrypt.measure import core_sources
from silicrypt.measure.core_file import CoreFile, ParsedCoreFile
from silicrypt.measure.core_result import CoreResult
from silicrypt.measure.measurement import Work, judge, run
from silicrypt.results.result import Result
from silicrypt.results.store import Store
from silicrypt.targets import StandardCells, Target

#: The scenario in which the energy is measured.
_SATURATED = "saturated"

#: Whole numbers that are tried for a parameter; the rules of the hardware decide which are legal.
_NUMBERS = (*range(9), 12, 16, 24, 32, 48, 64, 128)


@dataclass(frozen=True)
class CatalogPoint:
    """A design point with a synthesis recipe on a target.

    Attributes:
        point: the design point.
        level: ``"core"`` or ``"stream"``.
        target: name of the target, with the recipe after an ``@``.
    """

    point: DesignPoint
    level: Level
    target: str

    @property
    def name(self) -> str:
        """The label in tables: the design point, and the recipe if it is not the default."""
        return _label(self.point.name, self.target)

    @property
    def unit(self) -> str:
        """The name of the unit of the design point."""
        return self.point.unit.name

    @property
    def parameters(self) -> dict[str, int | str]:
        """The parameters of the hardware."""
        return dict(self.point.parameters)

    def design(self, store: Store) -> Design:  # noqa: ARG002 - a core of a core file needs it
        """Returns the design that is mapped."""
        return design_of(self.point, self.target, self.level)

    def counted(self, store: Store) -> Design:
        """Returns the same design; its cycles follow from its parameters."""
        return self.design(store)

    def measured(self, seeds: tuple[int, ...], store: Store) -> Result:
        """Verifies the design point and measures it with all seeds."""
        return implement(self.point, self.target, seeds, self.level, store=store, jobs=1)

    def energy(self, store: Store) -> float:
        """Returns the energy per message bit in pJ, saturated, at the clock of the design point."""
        (result,) = power(self.point, self.target, (_SATURATED,), self.level, store=store)
        return result.at(result.fmax_mhz).pj_per_bit or 0.0


def _label(name: str, target: str) -> str:
    recipe = target.partition("@")[2]
    return f"{name} @{recipe}" if recipe else name


def of_catalog(
    what: str, target: str, level: Level | None = None, recipes: Iterable[str] | None = None
) -> list[CatalogPoint]:
    """Returns every design point of an algorithm, or one configuration, with every recipe.

    Design points with the same hardware on the target appear once.

    Args:
        what: an algorithm, such as ``"sha256"`` or ``"hmac-sha1"``, or the name of a configuration.
        target: the target, without a recipe.
        level: the level; the first level of each design point if it is None.
        recipes: the recipes; all of the target if it is None. ``""`` is the default recipe.

    Raises:
        UnknownName: there is no such algorithm, configuration or target.
        BadInput: the target has no such recipe, or no design point has this level.
    """
    technology = targets.get(target)
    names = recipes_of(target, recipes)
    seen, found = set[str](), list[CatalogPoint]()
    for point in points(what):
        chosen = level or point.levels[0]
        if chosen not in point.levels:
            continue
        if isinstance(technology, StandardCells) and preset(point):
            continue
        hardware = _hardware(point, chosen, technology)
        if hardware not in seen:
            seen.add(hardware)
            found += [CatalogPoint(point, chosen, name) for name in names]
    if not found:
        raise BadInput(f"no design point of {what} has the level {level}")
    return found


def _hardware(point: DesignPoint, level: Level, technology: Target) -> str:
    """Returns what decides the hardware of a design point on a target.

    An FPGA has load-enables in place of clock gates. A point with a clock gate is then left out
    unless it takes other cycles. (MD5 with a clock gate keeps its words in registers, which costs
    an FPGA area and gains nothing.)
    """
    values = dict(point.parameters)
    if "fpga" in technology.primitives and "ClockGate" in values:
        values["ClockGate"] = 0
    cycles = [one.formulas.values(one.levels) for one in point.choices]
    return repr((point.unit.name, level, values, cycles))


def recipes_of(target: str, recipes: Iterable[str] | None) -> list[str]:
    """Returns the names of a target with each recipe.

    Args:
        target: the name of the target as the user wrote it.
        recipes: the recipes; all of the target if it is None.

    Raises:
        UnknownName: the target has no such recipe.
        BadInput: the name of the target has a recipe and others are asked for.
    """
    base, _, own = target.partition("@")
    if recipes is None:
        recipes = [own] if own else ["", *targets.get(target).variants]
    elif own:
        raise BadInput(f"{target} names a recipe already; leave out --recipe, or use -t {base}")
    names = dict.fromkeys(targets.get(f"{base}@{one}" if one else base).name for one in recipes)
    if not names:
        raise BadInput("there is no recipe to try; the default one is called 'default'")
    return list(names)


def points(what: str) -> list[DesignPoint]:
    """Returns the design points of an algorithm, or the configuration of that name.

    A name that is both means the algorithm. Design points with an entry in the catalogue come
    first.

    Raises:
        UnknownName: there is neither.
    """
    named = catalog.load()
    wanted = _plain(what)
    there = [point for point in named.values() if _plain(point.computes) == wanted]
    if not there and what in named:
        return [named[what]]
    if not there:
        known = dict.fromkeys(_spoken(point.computes) for point in named.values())
        raise UnknownName("algorithm or design point", what, [*known, *named], "silicrypt list")
    found = list[DesignPoint]()
    for unit in dict.fromkeys(point.unit.name for point in there):
        own = [point for point in there if point.unit.name == unit]
        found += _points(own, unit == there[0].unit.name)
    return sorted(found, key=lambda point: point.name not in named)


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _spoken(name: str) -> str:
    """Returns the name of an algorithm as a user types it: ``"hmac-sha256"``, ``"aes128"``."""
    return re.sub(r"-(?=\d)", "", name.lower().replace("/", "-"))


def _points(named: list[DesignPoint], main: bool) -> Iterator[DesignPoint]:
    """Yields every legal design point of one unit and algorithm; a point with a name keeps it.

    Args:
        named: the points with an entry in the catalogue.
        main: whether the unit is the main one of the algorithm; names of points state others.
    """
    like = named[0]
    unit, suffix = like.unit, "" if main else f" as {like.unit.name}"
    # Of several names, the first counts. A parameter is tried with the values that are legal in at
    # least one of the named points.
    names = {frozenset(one.parameters.items()): one for one in reversed(named)}
    domains = {
        name: dict.fromkeys(
            value
            for one in named
            for value in _values(one, name)
            if name == unit.named_by or _legal(one, {**one.parameters, name: value})
        )
        for name in unit.parameters
    }
    for values in itertools.product(*domains.values()):
        parameters = dict(zip(domains, values, strict=True))
        if not _legal(like, parameters):
            continue
        told = ",".join(
            f"{name}={value}"
            for name, value in parameters.items()
            if name != unit.named_by and value != unit.parameters[name]
        )
        yield names.get(frozenset(parameters.items())) or DesignPoint(
            name=f"{_spoken(like.computes)}{suffix}[{told or 'defaults'}]",
            about="found by silicrypt explore",
            unit=unit,
            parameters=MappingProxyType(parameters),
        )


def _values(point: DesignPoint, name: str) -> Iterable[int | str]:
    own = point.parameters[name]
    if name == point.unit.named_by:
        return (own,)
    if name in point.unit.enums:
        return point.unit.enums[name].names
    return (own, *_NUMBERS)


def _legal(point: DesignPoint, parameters: Mapping[str, int | str]) -> bool:
    try:
        point.unit.complete(parameters, point.name)
    except BadParameter:
        return False
    return True


@dataclass(frozen=True)
class CorePoint:
    """A core with values of its parameters, and a synthesis recipe on a target.

    Attributes:
        work: what is measured.
        varied: the parameters and macros in which the points of the core file differ.
    """

    work: Work
    varied: Mapping[str, int | str]

    @property
    def unit(self) -> str:
        """The kind of hardware, the same for all cores of a core file."""
        return "measured"

    @property
    def target(self) -> str:
        """The name of the target, with the recipe after an ``@``."""
        return self.work.design.target.name

    @property
    def parameters(self) -> dict[str, int | str]:
        """The parameters of the top module, and the macros that differ."""
        return {**self.work.design.core.parameters, **self.varied}

    @property
    def name(self) -> str:
        """The label in tables."""
        return _label(self.work.design.name, self.target)

    def design(self, store: Store) -> Design:
        """Returns the design that is mapped."""
        return self.work.design.with_front(store)

    def counted(self, store: Store) -> Design:
        """Returns the same design with its cycles, which are counted after it was verified.

        Raises:
            NotVerified: the core is wrong or hangs.
        """
        design = self.work.design.with_front(store)
        counts = judge(self.work, design, design.ports(store), store).counts
        if counts is None:
            raise ToolFailed(f"{self.name}: its cycles cannot be counted")
        return replace(design, counts=counts)

    def measured(self, seeds: tuple[int, ...], store: Store) -> CoreResult:
        """Verifies and measures the core with all seeds."""
        return run(replace(self.work, seeds=seeds), store, silent, 1).result

    def energy(self, store: Store) -> float:
        """Returns the energy per message bit in pJ, saturated, at the clock of the core."""
        measured = run(replace(self.work, seeds=()), store, silent, 1)
        if measured.power is None:
            raise ToolFailed(f"{self.name}: its netlist cannot be simulated, so it has no energy")
        return measured.power.at(measured.power.fmax_mhz).pj_per_bit or 0.0


#: A design with a synthesis recipe on a target. It can be sent to a worker of a cluster.
Candidate = CatalogPoint | CorePoint


def of_core_file(
    parsed: ParsedCoreFile, target: str, recipes: Iterable[str] | None = None
) -> list[CorePoint]:
    """Returns every design point of a core file with every recipe.

    Args:
        parsed: the core file.
        target: the target, without a recipe.
        recipes: the recipes; all of the target if it is None. ``""`` is the default recipe.

    Raises:
        UnknownName: there is no such target, recipe or algorithm.
        BadInput: the sources cannot be read.
    """
    technologies = [targets.get(name) for name in recipes_of(target, recipes)]
    base = Work.of(parsed, technologies[0], ())
    found = list[CorePoint]()
    for core, varied in _variants(parsed.core):
        chosen = replace(parsed, core=core)
        variant = replace(base.design, parsed=chosen)
        if variant.own.converted and varied:  # the generics are in the converted file
            variant = replace(variant, own=core_sources.resolve(chosen))
        for technology in technologies:
            design = replace(variant, target=technology)
            found.append(CorePoint(replace(base, design=design), varied))
    return found


def _variants(core: CoreFile) -> Iterator[tuple[CoreFile, dict[str, int | str]]]:
    """Yields the core file with each combination of values."""
    listed = core.explore
    names = [*listed.parameters, *listed.defines]
    for values in itertools.product(*listed.parameters.values(), *listed.defines.values()):
        varied = dict(zip(names, values, strict=True))
        told = ",".join(f"{name}={value}" for name, value in varied.items())
        chosen = {
            "name": f"{core.title}[{told}]" if told else core.title,
            "parameters": core.parameters | {n: varied[n] for n in listed.parameters},
            "defines": core.defines | {n: varied[n] for n in listed.defines},
        }
        yield core.model_copy(update=chosen), varied
