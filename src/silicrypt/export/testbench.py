"""The exported testbench: plain Verilog that checks itself."""

from __future__ import annotations

from silicrypt.export import cases
from silicrypt.export.request import Request
from silicrypt.export.wrapper import template

#: Cycles that a testbench waits for a result, in multiples of the longest stated latency.
_PATIENCE = 20


def render(request: Request) -> str | None:
    """Returns the testbench; None where this library exports none for the design."""
    match request.config.unit.interface:
        case "hash" | "hmac" | "sponge":
            return _hash(request)
        case _:
            return None


def _hash(request: Request) -> str:
    config, level = request.config, request.level
    chosen = cases.hash_cases(config, level)
    padded = level == "core"

    def sent(case: cases.Case) -> bytes:
        """The bytes on the bus: a core takes padded messages."""
        return config.hash.padded(case.message) if padded else case.message

    return template(
        "hash_tb.v.j2",
        request,
        cases=chosen,
        sent=sent,
        literal=literal,
        longest=max(max(len(sent(case)), len(case.key), 1) for case in chosen),
        widths={port.name: port.width for port in request.ports},
        digest_bits=config.hash.digest_bits if not config.choices[1:] else 160,
        result_beats=config.unit.tops[level].result_beats,
        patience=_PATIENCE * max(case.cycles for case in chosen),
    )


def literal(data: bytes, size: int) -> str:
    """Bytes as a Verilog constant of ``size`` bytes; the first byte is in the low bits."""
    return f"{8 * size}'h{int.from_bytes(data, 'little'):x}"
