"""The exported testbench: plain Verilog that checks itself."""

from __future__ import annotations

from silicrypt.catalog.mapped import BUSES
from silicrypt.export import accesses, cases
from silicrypt.export.request import Request
from silicrypt.export.templating import render as template

#: Cycles that a testbench waits for a result, in multiples of the longest stated latency.
_PATIENCE = 20


def render(request: Request) -> str | None:
    """Returns the testbench; None where this library exports none for the design."""
    match request.config.unit.interface:
        case "hash" | "hmac" | "sponge":
            return _hash(request)
        case "aes" if request.level == "core":
            return _blocks(request)
        case "aes":
            return _messages(request)
        case "words":
            return _words(request)
        case bus if bus in BUSES:
            return _registers(request)
        case _:
            return None


def _hash(request: Request) -> str:
    config, level = request.config, request.level
    chosen = cases.hash_cases(config, level)
    # A core takes padded messages.
    sent = [config.hash.padded(c.message) if level == "core" else c.message for c in chosen]
    return template(
        "hash_tb.v.j2",
        request,
        cases=chosen,
        sent=sent,
        longest=max(1, *map(len, sent), *(len(case.key) for case in chosen)),
        widths={port.name: port.width for port in request.ports},
        digest_bits=config.hash.digest_bits if not config.choices[1:] else 160,
        result_beats=config.unit.tops[level].result_beats,
        patience=_PATIENCE * max(case.cycles for case in chosen),
    )


def _blocks(request: Request) -> str:
    chosen = cases.block_cases(request.config)
    return template(
        "aes_core_tb.v.j2",
        request,
        cases=chosen,
        beat_bits=request.config.data_bits,
        patience=_PATIENCE * max(case.cycles for case in chosen) + 1000,
    )


def _messages(request: Request) -> str:
    chosen = cases.message_cases(request.config)
    modes = ("ecb", "ctr", "xts")
    return template(
        "aes_stream_tb.v.j2",
        request,
        cases=chosen,
        modes=[modes.index(case.mode) | case.decrypt << 2 for case in chosen],
        longest=max(len(case.data) for case in chosen),
        patience=_PATIENCE * max(case.cycles for case in chosen) + 1000,
    )


def _words(request: Request) -> str:
    assert request.config.inside is not None  # the core whose word-wise top level this is
    chosen = cases.hash_cases(request.config.inside, "stream")
    return template(
        "words_tb.v.j2",
        request,
        cases=chosen,
        longest=max(len(case.message) for case in chosen),
        patience=_PATIENCE * max(case.cycles for case in chosen),
    )


def _registers(request: Request) -> str:
    chosen, results = accesses.accesses(request.config)
    return template("mapped_tb.v.j2", request, accesses=chosen, calls=_CALLS, results=results)


#: The tasks of the testbench by the kinds of accesses. ``expect`` is a keyword of SystemVerilog.
_CALLS = {
    **{kind: kind for kind in ("write", "poll", "refused_write", "refused_read")},
    "expect": "expect_word",
}
