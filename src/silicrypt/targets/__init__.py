"""The targets: what a design point can be implemented on.

Each file in this folder with a tuple ``TARGETS`` is a family, and is found by that.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType

from silicrypt.errors import UnknownName
from silicrypt.targets.base import Board, Mapped, Routed, StandardCells, Target

__all__ = [
    "BOARDS",
    "PRIMITIVES",
    "ROUTERS",
    "TARGETS",
    "Board",
    "Mapped",
    "Routed",
    "StandardCells",
    "Target",
    "board",
    "get",
]

#: Every module of this folder, in alphabetical order.
_MODULES = [import_module(f"{__name__}.{one.name}") for one in pkgutil.iter_modules(__path__)]
#: Kinds of targets in the order in which they are listed.
_KINDS = (Routed, StandardCells, Mapped)

TARGETS: Mapping[str, Target] = MappingProxyType(
    {
        target.name: target
        for kind in _KINDS
        for module in _MODULES
        for target in getattr(module, "TARGETS", ())
        if isinstance(target, kind)
    }
)
"""Every target by name, in the order in which they are listed."""

BOARDS: Mapping[str, Board] = MappingProxyType(
    {board.name: board for module in _MODULES for board in getattr(module, "BOARDS", ())}
)
"""Every board by name."""

ROUTERS = tuple(dict.fromkeys(name for one in TARGETS.values() for name in one.routed_by))
"""The packages of all routers."""

PRIMITIVES = tuple(dict.fromkeys([(), *(target.primitives for target in TARGETS.values())]))
"""The sets of primitives that designs are read with; the empty one is for any technology."""


def get(name: str) -> Target:
    """Returns the target of that name, such as ``ecp5-85k@nowidelut`` or ``nangate45@800ps``.

    Raises:
        UnknownName: there is none; the message names the nearest.
        BadInput: the part after the ``@`` is not a setting of the target.
    """
    if name in TARGETS:
        return TARGETS[name]
    base, _, asked = name.partition("@")
    if base not in TARGETS or not asked:
        raise UnknownName("target", name, TARGETS)
    return TARGETS[base].variant(asked)


def board(name: str) -> Board:
    """Returns the board of that name.

    Raises:
        UnknownName: there is none; the message names the nearest.
    """
    if name not in BOARDS:
        raise UnknownName("board", name, BOARDS)
    return BOARDS[name]
