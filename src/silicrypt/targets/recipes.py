"""Synthesis recipes: options that a target's name carries, as in ``ecp5-85k@nowidelut,macc``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from silicrypt.errors import BadInput


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
