"""What drives the ports of a netlist while activity is counted, and what it counted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from silicrypt.tools.gatesim import Activity, Simulator


@dataclass(frozen=True)
class Counted:
    """The activity that a stimulus caused.

    Attributes:
        activity: the counted activity.
        message_bits: message bits accepted during the count, per simulation lane.
    """

    activity: Activity
    message_bits: int = 0


@dataclass(frozen=True)
class Stimulus:
    """A scenario that drives the ports of a unit.

    Attributes:
        scenario: its name.
        about: description of the driven ports and of the counted cycles; a part of the run id.
        play: powers a netlist up, drives it, and returns the counted activity.
        delays: whether the cells have delays, so that glitches are counted.
    """

    scenario: str
    about: str
    play: Callable[[Simulator], Counted]
    delays: bool = False
