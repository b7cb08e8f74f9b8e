"""Guesses a stream of message words with a handshake, from names and widths of ports."""

from __future__ import annotations

import re

from silicrypt.measure.device import Port
from silicrypt.measure.joined import quoted
from silicrypt.measure.registers import Say
from silicrypt.measure.roles import find, take

_WIDTHS = (8, 16, 32, 64, 128)


def beats(ports: list[Port], digest_bits: int, say: Say) -> int | None:
    """Says the lines of a stream, and removes its ports; says nothing if there is none.

    A stream is known by the mark of the last beat.

    Args:
        ports: the ports without a role.
        digest_bits: bits of the result.
        say: adds a line.

    Returns:
        The bytes of the shortest message, or None if there is no stream.
    """
    narrow = [p for p in ports if not p.output and p.width in _WIDTHS]
    data = find(narrow, "block", output=False) or find(narrow, "write_data", output=False)
    last = find(ports, "last", output=False, width=1)
    valid = find([p for p in ports if p is not last], "beat", output=False, width=1)
    outs = [p for p in ports if p.output and p.width >= 8]
    digest = find([p for p in outs if p.width >= digest_bits], "digest", output=True)
    digest = digest or find(outs, "digest", output=True)
    if not (data and last and valid and digest):
        return None
    for port in (data, last, valid, digest):
        ports.remove(port)
    say("kind", '"stream"', "")
    for key, port in (("data", data), ("valid", valid), ("last", last)):
        say(key, quoted(port), "")
    ready = take(ports, "ready", output=True, width=1)
    busy = None if ready else take(ports, "busy", output=True, width=1)
    if ready or busy:
        say("ready", quoted(ready) if ready else f'"!{busy.name}"' if busy else "", "")
    if start := take(ports, "first", output=False, width=1):
        say("begin", quoted(start), "# ? or first, if it comes with the first beat")
    counted = _bytes(ports, data, say)
    say("digest", quoted(digest), "")
    # Of several signals, the one that is named like the result belongs to it.
    alike = [p for p in ports if p.name.startswith(digest.name.split("_")[0])]
    done = find(alike, "valid", output=True, width=1) or find(ports, "valid", output=True, width=1)
    if done:
        ports.remove(done)
    say("done", quoted(done) if done else '"done"', "" if done else "# ? the result is valid")
    return 0 if counted else 1


def _bytes(ports: list[Port], data: Port, say: Say) -> bool:
    """Says how the core learns the number of bytes of a beat; returns whether it does."""
    size = data.width // 8
    inputs = [p for p in ports if not p.output and 1 < p.width <= max(size, 7)]
    port = find(inputs, "bytes", output=False)
    if port is None:
        return False
    ports.remove(port)
    mask = port.width == size
    say("keep" if mask else "count", quoted(port), "")
    if not mask:
        unused = re.search("invalid|unused|empty|pad", port.name.lower())
        bits = "bit" in port.name.lower()
        what = f"{'unused-' if unused else ''}{'bits' if bits else 'bytes'}"
        say("counts", f'"{what}"', "# ? or another word of docs/measure.md")
    return True
