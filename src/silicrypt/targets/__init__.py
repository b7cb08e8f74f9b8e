"""The targets: what a design point can be implemented on. One file per family, listed here."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from silicrypt.errors import UnknownName
from silicrypt.targets import cyclone_v, ecp5, gowin, ice40, nangate45, sky130hd, xilinx
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

#: The registry: every family, in the order in which its targets are listed.
_FAMILIES = (ecp5, ice40, gowin, nangate45, sky130hd, xilinx, cyclone_v)

TARGETS: Mapping[str, Target] = MappingProxyType(
    {target.name: target for family in _FAMILIES for target in family.TARGETS}
)
"""Every target by name, in the order in which they are listed."""

BOARDS: Mapping[str, Board] = MappingProxyType({board.name: board for board in ecp5.BOARDS})
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
