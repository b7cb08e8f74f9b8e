"""The design points of a core file: every combination of the values that it lists."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from silicrypt import targets
from silicrypt.base.progress import silent
from silicrypt.catalog import Config, Level
from silicrypt.errors import ToolFailed
from silicrypt.explore.space import recipes_of
from silicrypt.flow.synth import Design
from silicrypt.measure import core_flow, core_sources
from silicrypt.measure.core_file import CoreFile, ParsedCoreFile
from silicrypt.measure.core_result import CoreResult
from silicrypt.measure.measurement import Work, judge, run
from silicrypt.results.store import Store


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
    def config(self) -> Config:
        """The core as a configuration. Its cycles are not counted."""
        return self.work.design.config

    @property
    def level(self) -> Level:
        """The level of the core."""
        return self.work.design.level

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
        recipe = self.target.partition("@")[2]
        return f"{self.config.name} @{recipe}" if recipe else self.config.name

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
        config = core_flow.configuration(design.core, self.work.function, counts)
        return replace(design, config=config)

    def measured(self, seeds: tuple[int, ...], store: Store) -> CoreResult:
        """Verifies and measures the core with all seeds."""
        return run(replace(self.work, seeds=seeds), store, silent, 1).result

    def energy(self, store: Store) -> float:
        """Returns the energy per message bit in pJ, saturated, at the clock of the core."""
        measured = run(replace(self.work, seeds=()), store, silent, 1)
        if measured.power is None:
            raise ToolFailed(f"{self.name}: its netlist cannot be simulated, so it has no energy")
        return measured.power.at(measured.power.fmax_mhz).pj_per_bit or 0.0


def candidates(
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
    technologies = [targets.get(name) for name in recipes_of(targets.get(target), target, recipes)]
    base = Work.of(parsed, technologies[0], ())
    found = list[CorePoint]()
    for core, varied in _variants(parsed.core):
        chosen = replace(parsed, core=core)
        variant = replace(base.design, parsed=chosen)
        if variant.own.converted and varied:  # the generics are in the converted file
            variant = replace(variant, own=core_sources.resolve(chosen))
        config = core_flow.configuration(core, base.function)
        for technology in technologies:
            design = replace(variant, config=config, target=technology)
            found.append(CorePoint(replace(base, design=design), varied))
    return found


def _variants(core: CoreFile) -> Iterable[tuple[CoreFile, dict[str, int | str]]]:
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
