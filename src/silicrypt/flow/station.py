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

from silicrypt.catalog import Config, Level
from silicrypt.errors import NotVerified
from silicrypt.flow.stimulus import Counted, Stimulus
from silicrypt.tools.gatesim import Simulator
from silicrypt.tools.gatesim.lanes import LANES

#: The phases of a message in order, and the idle phase after them.
RECEIVE, HASH, SHOW, IDLE = PHASES = "receive", "hash", "show", "idle"

#: Characters of the message: seven blocks of the smallest hash, as in the paper.
CHARACTERS = 28
#: Default values of the parameters of `sil_station`.
_BAUD, _SAMPLES, _COLUMNS, _ROWS, _EXECUTE_US = 4800, 16, 16, 2, 59
_START, _STOP, _RETURN = 0, 1, 0x0D
#: Idle time of the serial line before the first character, in bit times.
_QUIET_BITS = 12
_IDLE_CYCLES = 256
_SEED = 1
#: Values of the port ``phase_o``.
_HASHING, _SHOWING = 1, 2


def stimuli(config: Config, _: Level) -> Iterator[Stimulus]:
    """Yields one scenario per phase."""
    mhz = clock_hz(config) / 1e6
    line = f"{CHARACTERS} random printable characters (seed {_SEED}) and a return at {_BAUD} baud"
    about = {
        RECEIVE: f"from reset on, the display initialised meanwhile: {line}",
        HASH: f"from there until the digest is there ({line} before)",
        SHOW: f"from there until the display has executed its last instruction ({line} before)",
        IDLE: f"{_IDLE_CYCLES} cycles of a quiet line behind that ({line} before)",
    }
    for phase, what in about.items():
        yield Stimulus(
            phase, f"built for {mhz:g} MHz; {what}; digest read off", partial(_play, config, phase)
        )


def clock_hz(config: Config) -> int:
    """Returns the clock that a station is built for, in Hz."""
    return int(config.parameters["ClockHz"])


def stretch(config: Config, phase: str, mhz: float) -> float:
    """Returns the factor by which a phase takes more cycles if the station is built for `mhz`."""
    return 1.0 if phase == HASH else mhz * 1e6 / clock_hz(config)


def _play(config: Config, phase: str, simulator: Simulator) -> Counted:
    """Plays all phases and counts the activity of one of them."""
    randomness = random.Random(_SEED)
    lines = [
        bytes(randomness.randrange(0x20, 0x7F) for _ in range(CHARACTERS)) for _ in range(LANES)
    ]
    hertz = clock_hz(config)
    bit = _SAMPLES * round(hertz / (_SAMPLES * _BAUD))
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
    simulator.set(rx_i=_STOP)
    simulator.reset()
    begins(RECEIVE)
    simulator.step(_QUIET_BITS * bit)
    for at in range(CHARACTERS):
        _send(simulator, [line[at] for line in lines], bit)
    _send(simulator, [_RETURN] * LANES, bit, stop=False)
    _until(config, simulator, _HASHING, bit)
    begins(HASH)
    _until(config, simulator, _SHOWING, 8 * config.cycles("stream", CHARACTERS))
    begins(SHOW)
    _demand(config, lines, _read(simulator, 4 * hertz * _EXECUTE_US // 1_000_000))
    simulator.step(hertz * _EXECUTE_US // 1_000_000 + 2)
    begins(IDLE)
    simulator.step(_IDLE_CYCLES)
    return counted or Counted(simulator.activity())


def _send(simulator: Simulator, characters: list[int], bit: int, stop: bool = True) -> None:
    """Sends one character per simulation lane: start bit, eight bits (lowest first), stop bit."""
    levels = [[char >> place & 1 for char in characters] for place in range(8)]
    for level in ([_START] * LANES, *levels):
        simulator.set(rx_i=level)
        simulator.step(bit)
    simulator.set(rx_i=_STOP)
    if stop:
        simulator.step(bit)


def _until(config: Config, simulator: Simulator, phase: int, limit: int) -> None:
    for _ in range(limit):
        simulator.step()
        now = set(simulator.get("phase_o"))
        if now == {phase}:
            return
        if phase in now:
            raise NotVerified(f"the netlist of {config.name}: time depends on data")
    raise NotVerified(f"the netlist of {config.name} does not come to phase {phase}")


def _read(simulator: Simulator, limit: int) -> list[bytes]:
    """Returns the characters written to the display, from the first position on, per lane."""
    written: list[tuple[int, ...]] = []
    before, left = 0, limit
    while len(written) < _ROWS * _COLUMNS and left:
        simulator.step()
        left -= 1
        enabled = simulator.get("lcd_e_o", 1)[0]
        if before and not enabled and simulator.get("lcd_rs_o", 1)[0]:
            written.append(simulator.get("lcd_data_o"))
            left = limit
        before = enabled
    return [bytes(text) for text in zip(*written, strict=True)]


def _demand(config: Config, lines: list[bytes], shown: list[bytes]) -> None:
    """Checks that the measured netlist shows the correct digests."""
    if shown != [config.reference(line).hex().encode() for line in lines]:
        raise NotVerified(
            f"the netlist of {config.name} shows wrong digests and is not measured: {shown[:1]}"
        )
