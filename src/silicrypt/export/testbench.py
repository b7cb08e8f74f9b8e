"""The exported testbench: plain Verilog that checks itself."""

from __future__ import annotations

from silicrypt.catalog.machines import SRAM
from silicrypt.errors import BadInput
from silicrypt.export import accesses, cases
from silicrypt.export.request import Request, template

#: Cycles that a testbench waits for a result, in multiples of the longest stated latency.
_PATIENCE = 20


def render(request: Request) -> str:
    """Returns the testbench.

    Raises:
        BadInput: there is none for the interface of the design.
    """
    match request.point.unit.interface:
        case "hash" | "hmac" | "sponge":
            return _hash(request)
        case "aes" if request.level == "core":
            return _blocks(request)
        case "aes":
            return _messages(request)
        case "words":
            return _words(request)
        case "axil" | "apb":
            return _registers(request, *accesses.of_registers(request.point))
        case "storage":
            width = next(port.width for port in request.ports if port.name == "s_awaddr")
            return _registers(request, *accesses.of_storage(request.point, width))
        case "station":
            return _station(request)
        case "self-test":
            return _self_test(request)
        case other:
            raise BadInput(f"{request.point.name} has no testbench: no bench for {other}")


def _hash(request: Request) -> str:
    point, level = request.point, request.level
    chosen = cases.hash_cases(point, level)
    # A core takes padded messages.
    sent = [point.hash.padded(c.message) if level == "core" else c.message for c in chosen]
    return template(
        "hash_tb.v.j2",
        request,
        cases=chosen,
        sent=sent,
        longest=max(1, *map(len, sent), *(len(case.key) for case in chosen)),
        widths={port.name: port.width for port in request.ports},
        digest_bits=point.hash.digest_bits if not point.choices[1:] else 160,
        result_beats=point.unit.tops[level].result_beats,
        patience=_PATIENCE * max(case.cycles for case in chosen),
    )


def _blocks(request: Request) -> str:
    chosen = cases.block_cases(request.point)
    return template(
        "aes_core_tb.v.j2",
        request,
        cases=chosen,
        beat_bits=request.point.data_bits,
        patience=_PATIENCE * max(case.cycles for case in chosen) + 1000,
    )


def _messages(request: Request) -> str:
    chosen = cases.message_cases(request.point)
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
    assert request.point.inside is not None  # the core whose word-wise top level this is
    chosen = cases.hash_cases(request.point.inside, "stream")
    return template(
        "words_tb.v.j2",
        request,
        cases=chosen,
        longest=max(len(case.message) for case in chosen),
        patience=_PATIENCE * max(case.cycles for case in chosen),
    )


def _registers(request: Request, chosen: list[accesses.Access], results: int) -> str:
    names, parameters = ("s_awaddr", "s_paddr"), request.point.parameters
    return template(
        "mapped_tb.v.j2",
        request,
        accesses=chosen,
        calls=_CALLS,
        results=results,
        sram_latency=parameters.get(SRAM, 0),
        sram_bits=int(parameters.get("BankWords", 1)).bit_length() - 1,
        address_bits=next(port.width for port in request.ports if port.name in names),
    )


#: The tasks of the testbench by the kinds of accesses. ``expect`` is a keyword of SystemVerilog.
_CALLS = {
    **{kind: kind for kind in ("write", "poll", "refused_write", "refused_read")},
    "expect": "expect_word",
}


#: Columns and rows of the display, the bit rate of the serial line, and its line ends.
_COLUMNS, _ROWS, _BAUD, _ENDS = 16, 2, 4800, b"\r\n"
#: Bytes of the longest message. Each takes 2 ms.
_LINE_BYTES = 3
#: Milliseconds until a digest is on the display, which is initialised for 47 ms after a reset.
_DISPLAY_MS = 100
#: Cycles of a station that Icarus Verilog simulates per second.
_ICARUS_HZ = 20_000


def _station(request: Request) -> str:
    assert request.point.inside is not None  # the hash of the station
    chosen = [
        case
        for case in cases.hash_cases(request.point.inside, "stream")
        if len(case.message) <= _LINE_BYTES and not set(case.message) & set(_ENDS)
    ]
    characters = 2 * len(chosen[0].result)
    if characters > _COLUMNS * _ROWS:
        raise BadInput(f"{request.point.name} has no testbench: its digest has several pages")
    clock_hz = int(request.point.parameters["ClockHz"])
    seconds = (_DISPLAY_MS / 2 / 1000) * clock_hz / _ICARUS_HZ
    return template(
        "station_tb.v.j2",
        request,
        cases=chosen,
        digests=[f"{8 * characters}'h{case.result.hex().encode().hex()}" for case in chosen],
        longest=_LINE_BYTES,
        columns=_COLUMNS,
        characters=characters,
        half_period=f"{0.5e9 / clock_hz:g}",
        bit=f"{1e9 / _BAUD:.3f}",
        patience=_DISPLAY_MS,
        seconds=max(1, round(seconds)),
    )


#: Vectors that each algorithm of the self-test has at least.
_FEWEST = 6
#: Cycles of a self-test are below this number.
_TEST_CYCLES = 10_000


def _self_test(request: Request) -> str:
    width = next(port.width for port in request.ports if port.name == "wrong_index_i")
    return template(
        "bist_tb.v.j2", request, fewest=_FEWEST, indices=1 << width, patience=_TEST_CYCLES
    )
