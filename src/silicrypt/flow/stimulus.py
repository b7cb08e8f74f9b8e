"""What a scenario of a power run is: a function that drives ports, in words and in deed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from silicrypt.tools.gatesim import Activity, Simulator


@dataclass(frozen=True)
class Counted:
    """What a stimulus did.

    Attributes:
        activity: the activity counted.
        message_bits: bits of the messages taken meanwhile, a lane.
    """

    activity: Activity
    message_bits: int = 0


@dataclass(frozen=True)
class Stimulus:
    """What is done to the ports.

    Attributes:
        scenario: its name.
        about: what is done and what is counted, in words that decide it.
        play: powers a netlist up, drives it, and says what it counted.
    """

    scenario: str
    about: str
    play: Callable[[Simulator], Counted]
