"""What is done to a hash station while its activity is counted: characters in, digits out.

A message takes millions of cycles at the clock that the station is for, of which the hash has some
hundred. So what is simulated is the station built for a slower clock: line and display, whose times
are given, take fewer cycles, and all the rest is alike. The phases of a message are measured one by
one; `stretch` says how much longer each is at another clock.
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

#: The phases of a message in their order, and what comes behind them.
RECEIVE, HASH, SHOW, IDLE = PHASES = "receive", "hash", "show", "idle"

#: Characters of the message: seven blocks of the smallest hash, as the paper has it.
CHARACTERS = 28
#: As in sil_station, where they are not given.
_BAUD, _SAMPLES, _COLUMNS, _ROWS, _EXECUTE_US = 4800, 16, 16, 2, 59
_START, _STOP, _RETURN = 0, 1, 0x0D
#: Bits of a quiet line before the first character.
_QUIET_BITS = 12
_IDLE_CYCLES = 256
_SEED = 1
#: Values of the port ``phase_o``.
_HASHING, _SHOWING = 1, 2


def stimuli(config: Config, _: Level) -> Iterator[Stimulus]:
    """A scenario for each phase."""
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
    """The clock that a station is built for."""
    return int(config.parameters["ClockHz"])


def stretch(config: Config, phase: str, mhz: float) -> float:
    """How many times longer a phase is, in cycles, where the station is built for a clock."""
    return 1.0 if phase == HASH else mhz * 1e6 / clock_hz(config)


def _play(config: Config, phase: str, simulator: Simulator) -> Counted:
    """All phases, one of which is counted."""
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
    """A character a lane: a start bit, eight bits, the lowest first, and a stop bit if it ends."""
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
    """What is written to the display, a lane: all its places, the first one first."""
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
    """What is measured must be a netlist that computes, and shows it."""
    if shown != [config.reference(line).hex().encode() for line in lines]:
        raise NotVerified(
            f"the netlist of {config.name} shows wrong digests and is not measured: {shown[:1]}"
        )
