"""Signals of a core file: ``"ready"``, ``"!busy"`` (active low), ``"status[3]"``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BeforeValidator

_FORM = re.compile(r"(!?)([A-Za-z_][\w$]*)(?:\[(\d+)\])?")


@dataclass(frozen=True)
class Signal:
    """One bit of a port.

    Attributes:
        port: the port.
        bit: its bit; None for a complete port.
        low: whether the signal is active when it is 0.
    """

    port: str
    bit: int | None = None
    low: bool = False

    @staticmethod
    def parse(text: object) -> Signal:
        """Reads ``"name"``, ``"!name"`` or ``"name[3]"``."""
        found = _FORM.fullmatch(text) if isinstance(text, str) else None
        if found is None:
            raise ValueError(
                f"a signal is a port name, as in ready, !busy or status[3], not {text!r}"
            )
        return Signal(found[2], int(found[3]) if found[3] else None, bool(found[1]))

    def __str__(self) -> str:
        """Returns the form of the core file."""
        bit = "" if self.bit is None else f"[{self.bit}]"
        return f"{'!' * self.low}{self.port}{bit}"


@dataclass(frozen=True)
class Command:
    """Values of ports that start an operation.

    Attributes:
        values: the value of each signal while the command is given.
    """

    values: tuple[tuple[Signal, int], ...]

    @staticmethod
    def parse(given: object) -> Command:
        """Reads one signal, or a table of signals and values."""
        if isinstance(given, Mapping):
            return Command(tuple((Signal.parse(k), _number(k, v)) for k, v in given.items()))
        signal = Signal.parse(given)
        return Command(((signal, 1),))

    def __str__(self) -> str:
        """Returns the form of the core file."""
        (signal, value), *others = self.values or ((Signal(""), 0),)
        if not others and value == 1:
            return str(signal)
        return "{ " + ", ".join(f"{signal} = {value}" for signal, value in self.values) + " }"

    def active(self) -> list[tuple[Signal, int]]:
        """Returns the value of each signal while the command is given."""
        return [(signal, int(not value) if signal.low else value) for signal, value in self.values]

    def idle(self) -> list[tuple[Signal, int]]:
        """Returns the value of each signal otherwise."""
        return [(signal, int(signal.low)) for signal, _ in self.values]

    @property
    def ports(self) -> list[str]:
        """The ports that it drives."""
        return [signal.port for signal, _ in self.values]


def _number(key: Any, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError(f"the value of {key} is a whole number of 0 or above, not {value!r}")
    return value


def _names(given: object) -> object:
    return (given,) if isinstance(given, str) else given


AnySignal = Annotated[Signal, BeforeValidator(Signal.parse)]
AnyCommand = Annotated[Command, BeforeValidator(Command.parse)]
#: One port or several; the first holds the first word.
Ports = Annotated[tuple[str, ...], BeforeValidator(_names)]
