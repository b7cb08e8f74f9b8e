"""The options that several commands have, and the readers of what users write as their values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from typer import Argument, Option

from silicrypt.errors import BadInput


def design_point(name: str | None) -> str | None:
    """Returns what a user wrote as the name of a design point.

    Raises:
        BadInput: it is the name of an algorithm; the message has the design point to take.
    """
    from silicrypt import catalog

    fast = f"{name.lower().replace('sha-', 'sha')}-fast" if name else ""
    if fast in catalog.load() and name not in catalog.load():
        raise BadInput(f"'{name}' is no design point: take {fast}, or another of 'silicrypt list'")
    return name


ConfigName = Annotated[
    str,
    Argument(
        metavar="CONFIG",
        help="A design point; 'silicrypt list' lists them.",
        callback=design_point,
    ),
]
TargetName = Annotated[str, Option("--target", "-t", help="For instance ecp5-85k, nangate45.")]
LevelWord = Literal["core", "stream"]
LevelName = Annotated[
    LevelWord | None,
    Option("--level", help="core: padded blocks in; stream: bytes in.", show_default="core"),
]
Seeds = Annotated[str, Option(help="Seeds of the placement, separated by commas.")]
Jobs = Annotated[int | None, Option(help="Runs at a time.", show_default="processors", min=1)]
Scheduler = Annotated[
    str | None, Option(help="Address of a dask scheduler to run on, tcp://host:port.")
]
Results = Annotated[Path, Option("--results", help="The folder in which results are kept.")]
Message = Annotated[str, Argument(metavar="FILE", help="The message; - is standard input.")]

#: The folder of results of cores that are not in the catalogue.
RESULTS = Path("silicrypt-results")

AGES = {"h": 3600, "d": 24 * 3600, "w": 7 * 24 * 3600}
SIZES = {"B": 1, "kB": 10**3, "MB": 10**6, "GB": 10**9}
DURATIONS = {"s": 1, "m": 60, "h": 3600}
MEGAHERTZ = {"Hz": 1e-6, "kHz": 1e-3, "MHz": 1.0, "GHz": 1e3}


def number(text: str, units: Mapping[str, float], rule: str) -> float:
    """Returns a number with a unit, such as ``30d``, in the unit whose factor is 1.

    Args:
        text: what the user wrote.
        units: the factors of the units.
        rule: the rule that a wrong text breaks, for the message.

    Raises:
        BadInput: the text has another form or another unit.
    """
    found = re.fullmatch(r"(\d+\.?\d*)\s*([a-zA-Z]+)", text.strip())
    if found is None or found[2] not in units:
        raise BadInput(f"{rule}, not '{text}'")
    return float(found[1]) * units[found[2]]


def megahertz(text: str) -> float:
    """Returns the frequency of ``--frequency`` in MHz; zero is none."""
    rule = "--frequency takes a number and Hz, kHz, MHz or GHz"
    found = number(text, MEGAHERTZ, rule)
    if not found:
        raise BadInput(f"{rule}, not '{text}'")
    return found


def seeds(text: str) -> tuple[int, ...]:
    """Returns the seeds of an option such as ``1,2,3``.

    Raises:
        BadInput: a part is not a whole number of 0 or above.
    """
    try:
        found = tuple(int(seed) for seed in text.split(","))
    except ValueError:
        found = ()
    if not found or min(found) < 0:
        raise BadInput(f"--seeds takes whole numbers separated by commas, not '{text}'")
    return found


def hexadecimal(text: str, option: str) -> bytes:
    """Returns the bytes of an option's value, which is written in hexadecimal.

    Raises:
        BadInput: the text is not pairs of hexadecimal digits.
    """
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise BadInput(f"{option} takes pairs of hexadecimal digits, such as 616263") from None
