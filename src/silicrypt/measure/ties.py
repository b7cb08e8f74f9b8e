"""Guesses constants for the inputs of a core that have no other role."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from silicrypt.measure.device import Port
from silicrypt.measure.joined import Joined
from silicrypt.measure.roles import is_role

#: Marks a line that could not be guessed.
UNSURE = "# ?"


def ties(ports: Sequence[Port]) -> Iterator[tuple[str, int, str]]:
    """Yields name, value and mark of each input: the core runs, and every result is taken."""
    parts = (part for p in ports for part in (p.parts if isinstance(p, Joined) else (p,)))
    for port in parts:
        if port.output:
            continue
        lanes = re.fullmatch(r".*(sel|strb|be)(_i)?", port.name.lower()) and port.width in (4, 8)
        active = port.width == 1 and (is_role(port, "enable") or is_role(port, "accepts"))
        value = (1 << port.width) - 1 if lanes or active else 0
        # All bytes of an access are written: that is sure.
        yield port.name, value, "" if lanes else f"{UNSURE} constant value of this input"
