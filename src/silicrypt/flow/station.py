"""The stimuli of a hash station: characters on the serial line in, digits on the display out.

At the clock that the station is meant for, a message takes millions of cycles, and the hash takes a
few hundred of them. The simulated station is therefore built for a slower clock. Serial line and
display have fixed times and take fewer cycles at that clock; everything else is the same. Each
phase of a message is measured separately; `stretch` gives the length of a phase at another clock.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

from silicrypt.catalog import DesignPoint, Level
from silicrypt.errors import NotVerified, UnitFailed
from silicrypt.flow.stimulus import Counted, Stimulus
from silicrypt.tools.gatesim import Simulator
from silicrypt.verify.netlist_station import BAUD, HASHING, SHOWING, Station, clock_hz, random_lines

#: The phases of a message in order, and the idle phase after them.
RECEIVE, HASH, SHOW, IDLE = PHASES = "receive", "hash", "show", "idle"

#: Characters of the message: seven blocks of the smallest hash, as in the paper.
CHARACTERS = 28
_IDLE_CYCLES = 256
_SEED = 1


def stimuli(point: DesignPoint, _: Level) -> Iterator[Stimulus]:
    """Yields one scenario per phase."""
    mhz = clock_hz(point) / 1e6
    line = f"{CHARACTERS} random printable characters (seed {_SEED}) and a return at {BAUD} baud"
    about = {
        RECEIVE: f"from reset on, the display initialised meanwhile: {line}",
        HASH: f"from the end of the message to the valid digest (message: {line})",
        SHOW: f"from the valid digest to the end of the last display instruction (message: {line})",
        IDLE: f"{_IDLE_CYCLES} cycles without input after the display (message: {line})",
    }
    for phase, what in about.items():
        yield Stimulus(
            phase, f"built for {mhz:g} MHz; {what}; digest read off", partial(_play, point, phase)
        )


def stretch(point: DesignPoint, phase: str, mhz: float) -> float:
    """Returns the factor by which a phase takes more cycles if the station is built for `mhz`."""
    return 1.0 if phase == HASH else mhz * 1e6 / clock_hz(point)


def _play(point: DesignPoint, phase: str, simulator: Simulator) -> Counted:
    """Plays all phases and counts the activity of one of them."""
    station = Station(point, simulator)
    lines = random_lines(random.Random(_SEED), CHARACTERS)
    counted: Counted | None = None

    def begins(now: str) -> None:
        nonlocal counted
        if now == phase:
            simulator.count()
        elif PHASES.index(now) == PHASES.index(phase) + 1:
            bits = 8 * CHARACTERS if phase == HASH else 0
            counted = Counted(simulator.activity(), bits)
            simulator.count(False)

    simulator.power_up(_SEED)
    station.reset()
    begins(RECEIVE)
    station.idle_line()
    try:
        station.send(lines)
        station.wait_for(HASHING, station.bit_cycles)
        begins(HASH)
        station.wait_for(SHOWING, 8 * point.cycles("stream", CHARACTERS))
        begins(SHOW)
        shown = station.digits()
    except UnitFailed as error:
        raise NotVerified(f"the netlist of {point.name} is not measured: {error}") from error
    if shown != station.expected(lines):
        raise NotVerified(
            f"the netlist of {point.name} shows wrong digests and is not measured: {shown[:1]}"
        )
    station.execute()
    begins(IDLE)
    simulator.step(_IDLE_CYCLES)
    return counted or Counted(simulator.activity())
