"""A model of a character display, after the data sheet of its controller HD44780.

It checks the timing and the order of instructions, and holds the displayed text. It uses only the
levels of the pins and works with any simulator.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

# Bus timing at the lower supply voltage, in ns.
_ADDRESS_SETUP, _ADDRESS_HOLD, _DATA_SETUP, _DATA_HOLD = 60, 20, 195, 10
_PULSE, _CYCLE = 450, 1000


@dataclass(frozen=True)
class Times:
    """Execution times in us, from the data sheet for the slowest oscillator and lowest supply."""

    power_on: float = 40_000
    first: float = 4100
    second: float = 100
    execute: float = 37 * 270 / 190
    #: Time from the end of an instruction until the address counter is valid.
    address: float = 4 * 270 / 190
    clear: float = 1520 * 270 / 190


class Pins(NamedTuple):
    """The levels of the bus."""

    rs: int
    rw: int
    e: int
    data: int


class Display:
    """A display on an 8-bit bus."""

    def __init__(self, rows: int, columns: int, times: Times, now: float = 0.0) -> None:
        """Powers the display at this time, in ns."""
        self.rows, self.columns, self.times = rows, columns, times
        #: All writes: time in ns, RS and data.
        self.written: list[tuple[float, int, int]] = []
        #: Every complete text that was displayed, as rows, in order.
        self.history: list[list[str]] = []
        self._memory = bytearray(b" " * 128)
        self._address = 0
        self._functions = 0  # function sets since power-on, up to the three that must come first
        self._begun = False  # whether other instructions have followed
        self._lines, self._on, self._increments = 1, False, False
        self._ready = now + times.power_on * 1000
        self._pins: Pins | None = None
        self._rs_moved = self._data_moved = self._rose = self._fell = now - _CYCLE

    def read(self) -> list[str]:
        """Returns the displayed rows."""
        if not self._on or self._lines != min(self.rows, 2):
            return [" " * self.columns] * self.rows
        text = self._memory.decode("latin-1")
        starts = map(self._start, range(self.rows))
        return [text[start : start + self.columns] for start in starts]

    def full(self, rows: Sequence[str]) -> list[str]:
        """Returns these rows as displayed, padded with spaces."""
        blank = [""] * (self.rows - len(rows))
        return [row.ljust(self.columns) for row in (*rows, *blank)]

    def interrupted(self, pins: Pins) -> None:
        """Says that the driver was reset: the display must be initialised again."""
        self._functions, self._begun = 0, False
        self._pins = pins

    def change(self, now: float, pins: Pins) -> bool:
        """Sets the levels of the pins from this time on, in ns.

        Returns:
            whether this was a write.
        """
        before, self._pins = self._pins or pins, pins
        assert not pins.rw, "it is never read"
        if pins.rs != before.rs:
            assert now - self._fell >= _ADDRESS_HOLD, "RS is not held"
            assert not before.e, "RS changes while E is high"
            self._rs_moved = now
        if pins.data != before.data:
            assert now - self._fell >= _DATA_HOLD, "data are not held"
            self._data_moved = now
        if pins.e and not before.e:
            assert now >= self._ready, f"an instruction {self._ready - now} ns too early"
            assert now - self._rs_moved >= _ADDRESS_SETUP, "RS is not set up"
            assert now - self._rose >= _CYCLE, "E rises too often"
            self._rose = now
        if before.e and not pins.e:
            assert now - self._rose >= _PULSE, "E is too short"
            assert now - self._data_moved >= _DATA_SETUP, "data are not set up"
            self._fell = now
            self.written.append((now, pins.rs, pins.data))
            takes = self._character(pins.data) if pins.rs else self._instruct(pins.data)
            self._ready = now + 1000 * takes
            return True
        return False

    def _start(self, row: int) -> int:
        """Returns the address of a row; rows 3 and 4 continue rows 1 and 2."""
        return 0x40 * (row % 2) + self.columns * (row // 2)

    def _character(self, code: int) -> float:
        assert self._functions == 3
        assert self._increments
        assert self._address & 0x3F < 0x28, "an address that the memory does not have"
        self._memory[self._address] = code
        if self._address == self._start(self.rows - 1) + self.columns - 1:
            self.history.append(self.read())
        self._address += 1
        if self._address in (0x28, 0x68):
            self._address = 0x40 if self._address == 0x28 else 0
        return self.times.execute + self.times.address

    def _instruct(self, code: int) -> float:
        """Executes an instruction and returns its execution time."""
        if self._functions < 3:
            assert code & 0xF0 == 0x30, "the first three instructions must be function sets"
            self._functions += 1
            return {1: self.times.first, 2: self.times.second}.get(
                self._functions, self.times.execute
            )
        if code & 0xE0 == 0x20:
            assert code & 0x10, "the bus has eight bits"
            assert not self._begun, "the function is set before anything else"
            self._lines = 2 if code & 8 else 1
            return self.times.execute
        self._begun = True
        if code & 0x80:
            self._address = code & 0x7F
        elif code & 0xF8 == 0x08:
            self._on = bool(code & 4)
            assert not code & 3, "no cursor"
        elif code & 0xFC == 0x04:
            assert code == 0x06, "the address counts up, nothing shifts"
            self._increments = True
        elif code == 1:
            self._memory[:] = b" " * len(self._memory)
            self._address = 0
            return self.times.clear
        else:
            raise AssertionError(f"instruction {code:02x}")
        return self.times.execute
