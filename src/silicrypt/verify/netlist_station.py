"""Checks netlists of a hash station: characters on the serial line, digits on the display."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from silicrypt.catalog import DesignPoint, Level
from silicrypt.errors import UnitFailed
from silicrypt.tools.gatesim import LANES, Simulator
from silicrypt.verify.checks import Findings, Section

#: Default values of the parameters of `sil_station`.
BAUD = 4800
_SAMPLES, _COLUMNS, _ROWS, _EXECUTE_US = 16, 16, 2, 59
_START, _STOP, _RETURN = 0, 1, 0x0D
#: Idle time of the serial line after a reset, in bit times.
_IDLE_BITS = 12
#: Values of the port ``phase_o``.
HASHING, SHOWING = 1, 2
#: Half the time in ns that the display's enable is high.
_SAMPLE_NS = 100
#: The longest time after a reset until the display is initialised, in ms.
_INITIALISE_MS = 100
#: Characters of the lines: less than a block, a block, and more of a smallest hash.
_SIZES = (1, 4, 5)


def clock_hz(point: DesignPoint) -> int:
    """Returns the clock that a station is built for, in Hz."""
    return int(point.parameters["ClockHz"])


def random_lines(rng: random.Random, size: int) -> list[bytes]:
    """Returns a line of random printable characters for each lane."""
    return [bytes(rng.randrange(0x20, 0x7F) for _ in range(size)) for _ in range(LANES)]


@dataclass
class Station:
    """A hash station's netlist under simulation.

    Attributes:
        point: the design point.
        simulator: runs the netlist.
    """

    point: DesignPoint
    simulator: Simulator

    @property
    def bit_cycles(self) -> int:
        """Cycles of a bit on the serial line."""
        return _SAMPLES * round(clock_hz(self.point) / (_SAMPLES * BAUD))

    def reset(self, cycles: int = 2) -> None:
        """Resets the netlist while the serial line is idle."""
        self.simulator.set(rx_i=_STOP)
        self.simulator.reset(cycles=cycles)

    def idle_line(self) -> None:
        """Waits for longer than a character, as the station demands after a reset."""
        self.simulator.step(_IDLE_BITS * self.bit_cycles)

    def send(self, lines: Sequence[bytes]) -> None:
        """Sends lines of the same length, each with a return, up to the return's last data bit."""
        for at in range(len(lines[0])):
            self._character([line[at] for line in lines])
            self.simulator.step(self.bit_cycles)
        self._character([_RETURN] * LANES)

    def _character(self, characters: Sequence[int]) -> None:
        """Sends a start bit and a character per lane, lowest bit first. Begins the stop bit."""
        levels = [[char >> bit & 1 for char in characters] for bit in range(8)]
        for level in ([_START] * LANES, *levels):
            self.simulator.set(rx_i=level)
            self.simulator.step(self.bit_cycles)
        self.simulator.set(rx_i=_STOP)

    def wait_for(self, phase: int, limit: int) -> None:
        """Runs up to the first cycle of a phase.

        Raises:
            UnitFailed: the phase does not begin, or not in all lanes at the same time.
        """
        for _ in range(limit):
            self.simulator.step()
            now = set(self.simulator.get("phase_o"))
            if now == {phase}:
                return
            if phase in now:
                raise UnitFailed("the time of a message depends on its data")
        raise UnitFailed(f"phase {phase} does not begin within {limit} cycles")

    def digits(self) -> list[bytes]:
        """Returns the characters that the station writes to the display, per lane.

        After a reset the station first initialises the display.

        Raises:
            UnitFailed: the station stops writing before both lines are full.
        """
        hertz = clock_hz(self.point)
        step = max(1, hertz * _SAMPLE_NS // 1_000_000_000)
        written: list[tuple[int, ...]] = []
        limit, before = hertz * _INITIALISE_MS // 1000, 0
        while len(written) < _ROWS * _COLUMNS:
            if limit <= 0:
                raise UnitFailed(f"the station writes only {len(written)} digits")
            self.simulator.step(step)
            limit -= step
            enabled = self.simulator.get("lcd_e_o", 1)[0]
            if before and not enabled and self.simulator.get("lcd_rs_o", 1)[0]:
                written.append(self.simulator.get("lcd_data_o"))
                limit = 4 * hertz * _EXECUTE_US // 1_000_000
            before = enabled
        return [bytes(text) for text in zip(*written, strict=True)]

    def execute(self) -> None:
        """Waits while the display executes its last instruction."""
        self.simulator.step(clock_hz(self.point) * _EXECUTE_US // 1_000_000 + 2)

    def expected(self, lines: Sequence[bytes]) -> list[bytes]:
        """Returns the digits that the display must show for lines."""
        return [self.point.reference(line).hex().encode() for line in lines]

    def message(self, rng: random.Random, size: int) -> list[str]:
        """Sends random lines and returns what is wrong on the display."""
        lines = random_lines(rng, size)
        self.send(lines)
        self.wait_for(HASHING, self.bit_cycles)
        self.wait_for(SHOWING, 8 * self.point.cycles("stream", size))
        shown, expected = self.digits(), self.expected(lines)
        self.execute()
        wrong = (pair for pair in zip(shown, expected, strict=True) if pair[0] != pair[1])
        return [f"{found.decode()} instead of {right.decode()}" for found, right in wrong]


def sections(point: DesignPoint, _: Level, simulator: Simulator) -> list[Section]:
    """Returns the sections of the check of a hash station."""
    unit = Station(point, simulator)
    checks: dict[str, Callable[[Station], Findings]] = {"lines": lines, "resets": resets}
    return [Section(name, partial(examine, unit)) for name, examine in checks.items()]


def lines(unit: Station) -> Findings:
    """Checks random lines one after another; the first begins before the display is initialised."""
    rng, failures = random.Random(1), list[str]()
    unit.reset()
    unit.idle_line()
    for size in _SIZES:
        failures += unit.message(rng, size)
    return failures, LANES * len(_SIZES), f"lines of {', '.join(map(str, _SIZES))} characters"


def resets(unit: Station) -> Findings:
    """Checks a reset in a character and one while digits are shown; a line after it is right."""
    rng, failures = random.Random(2), list[str]()
    unit.simulator.set(rx_i=_START)
    unit.simulator.step(rng.randrange(1, 9 * unit.bit_cycles))
    unit.reset(rng.randrange(1, 4))
    unit.idle_line()
    failures += unit.message(rng, 2)
    unit.send(random_lines(rng, 1))
    unit.wait_for(HASHING, unit.bit_cycles)
    unit.wait_for(SHOWING, 8 * unit.point.cycles("stream", 1))
    unit.simulator.step(rng.randrange(1, unit.bit_cycles))
    unit.reset(rng.randrange(1, 4))
    unit.idle_line()
    failures += unit.message(rng, 3)
    return failures, 2 * LANES, "a reset in a character, a reset while digits are shown"
