"""Whether the ports of a core are as wide as what the algorithm puts on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from silicrypt.measure.core import Block, Fixed
from silicrypt.measure.device import Port
from silicrypt.measure.functions import Function
from silicrypt.measure.initial import initial_value
from silicrypt.measure.read import Located


def demand(located: Located, function: Function, ports: Sequence[Port]) -> None:
    """Checks the widths of the ports that carry data.

    Raises:
        BadInput: a port is too narrow for its operand, or for whole bytes.
    """
    widths = {port.name: port.width for port in ports}
    for key, names, size in _operands(located, function):
        bits = sum(widths[name] for name in names)
        name = f"interface.{key}"
        if size and bits < 8 * size:
            what = "a result" if key == "digest" else f"a {key.replace('chain_in', 'state')}"
            raise located.mistake(
                name,
                f"{', '.join(names)} has {bits} bits, and {what} of {function.name} has {8 * size}",
            )
        if not size and bits % 8:
            raise located.mistake(
                name, f"{', '.join(names)} has {bits} bits, which are no whole bytes"
            )


def _operands(
    located: Located, function: Function
) -> Iterator[tuple[str, Sequence[str], int | None]]:
    """Yields key, ports and bytes of each operand; None for the bytes if it comes in parts."""
    interface = located.core.interface
    if interface.key and function.key_bytes:
        yield "key", interface.key, function.key_bytes
    complete = isinstance(interface, Block | Fixed)
    if isinstance(interface, Block | Fixed):
        yield "block", interface.block, function.block_bytes
        if interface.chain_in:
            yield "chain_in", interface.chain_in, len(initial_value(function))
    elif data := getattr(interface, "data", None):
        yield "data", (data,), None
    if digest := getattr(interface, "digest", ()):
        yield "digest", digest, function.result_bytes if complete else None
