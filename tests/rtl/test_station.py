"""Runs ``station_tests.py`` in cocotb: from the serial line to the display."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from cocotb_tools.runner import VerilatorControlFile, get_runner
from display import Display, Pins, Times

from silicrypt import catalog
from silicrypt.tools import verilator

#: The display's times shortened, in us, and a baud rate whose sample is two cycles.
FAST = {"PowerOnUs": 60, "FirstUs": 12, "SecondUs": 4, "ExecuteUs": 1, "ClearUs": 9, "RamBeats": 4}
#: Parameters of the hash alone.
HASH = ("-GAlg", "-GUnroll", "-GPrecompute")
BAUD = 100_000_000 // 16 // 2


@dataclass(frozen=True)
class Box:
    """A station: its hash, its display, its serial line."""

    design: str = "md5-binary"
    top: str = "sil_station"
    rows: int = 2
    columns: int = 16
    gated: bool = False
    baud: int = BAUD
    parameters: dict[str, int] = field(default_factory=lambda: dict(FAST))
    shown_us: int = 400


def run(
    box: Box, cases: str, folder: Path, monkeypatch: pytest.MonkeyPatch, broken: Path | None = None
) -> None:
    """Builds the station and runs the tests whose names begin so."""
    config = catalog.get(box.design)
    wrapper = catalog.WRAPPERS["sil_md_station" if box.top == "sil_station" else box.top]
    args = config.verilator_args()
    waivers = [VerilatorControlFile(Path(arg)) for arg in args if not arg.startswith("-")]
    gate = int(box.gated)
    own = {**box.parameters, "Baud": box.baud, "Rows": box.rows, "Columns": box.columns}
    parameters = [f"-G{name}={value}" for name, value in {**own, "ClockGate": gate}.items()]
    if box.top == wrapper.top:
        parameters += [arg for arg in args if arg.startswith(HASH)]
    sources = wrapper.sources(config)
    if broken is not None:
        sources = [broken if path.name == broken.name else path for path in sources]
    monkeypatch.setenv(
        "SILICRYPT_TEST_STATION", json.dumps(settings(box, config, folder / "bus.txt"))
    )
    monkeypatch.setenv("COCOTB_RANDOM_SEED", "1")
    monkeypatch.setenv("COCOTB_TEST_FILTER", cases)
    runner = get_runner("verilator")
    runner.build(
        sources=[*waivers, *sources],
        hdl_toplevel=box.top,
        build_args=[*parameters, "-Wno-fatal"],
        build_dir=folder / "build",
        timescale=("1ns", "1ps"),
    )
    runner.test(
        test_module="station_tests",
        hdl_toplevel=box.top,
        build_dir=folder / "build",
        test_dir=Path(__file__).parent,
        results_xml=str(folder / "results.xml"),
        plusargs=["+verilator+rand+reset+2", "+verilator+seed+1"],  # registers hold anything
    )


def settings(box: Box, config: catalog.Config, bus: Path) -> dict[str, Any]:
    """What the tests must know of the box."""
    times = {"power_on": "PowerOnUs", "first": "FirstUs", "second": "SecondUs", "clear": "ClearUs"}
    given = {name: box.parameters[key] for name, key in times.items() if key in box.parameters}
    if "ExecuteUs" in box.parameters:
        given |= {"execute": box.parameters["ExecuteUs"], "address": 0}
    return {
        "top": box.top,
        "design": box.design,
        "rows": box.rows,
        "columns": box.columns,
        "baud": box.baud,
        "ram_bytes": box.parameters.get("RamBeats", 16) * config.data_bits // 8,
        "end_bits": box.parameters.get("EndBits", 0),
        "shown_us": box.shown_us,
        "times": given,
        "bus": str(bus),
    }


#: Those of the test that writes down what goes to the display.
MESSAGES = 7
MD5 = Box("md5-binary", "sil_md_station")
#: A character takes longer than a memory's beats and a digest.
SHAT = Box("shat128", "sil_hash_station", baud=BAUD // 2)


@pytest.mark.usefixtures("verilator_on_path")
def test_any_hash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The station alone; the test is the hash."""
    run(Box(), "text_|slow_", tmp_path, monkeypatch)


@pytest.mark.usefixtures("verilator_on_path")
def test_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(Box(parameters={**FAST, "EndBits": 40}), "bytes_", tmp_path, monkeypatch)


@pytest.mark.usefixtures("verilator_on_path")
@pytest.mark.parametrize("box", [MD5, SHAT], ids=lambda box: box.design)
def test_whole(box: Box, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cases = "text_messages|text_lines|text_a_broken|text_a_reset"
    run(box, cases, tmp_path, monkeypatch)


@pytest.mark.usefixtures("verilator_on_path")
def test_gated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Does the same as the one that is not, and its blocks sleep."""
    cases = "gated_|same_|text_lines|text_a_broken|text_a_reset"
    run(replace(SHAT, gated=True), cases, tmp_path / "gated", monkeypatch)
    run(SHAT, "same_", tmp_path / "free", monkeypatch)
    gated, free = (
        [line.split(" ", 1) for line in (tmp_path / name / "bus.txt").read_text().splitlines()]
        for name in ("gated", "free")
    )
    assert [written for _, written in gated] == [written for _, written in free]
    # A hash that is not gated goes on while no beats come: it may be a permutation and a half
    # ahead, and the next message is sent when a digest was read.
    apart = [abs(int(one) - int(other)) for (one, _), (other, _) in zip(gated, free, strict=True)]
    assert max(apart) < MESSAGES * 72 * 10


@pytest.mark.usefixtures("verilator_on_path")
@pytest.mark.parametrize(
    ("box", "rows", "columns"),
    [
        (replace(SHAT, design="shat256"), 2, 16),
        (replace(SHAT, design="shat256"), 4, 20),
        (replace(SHAT, design="shat384"), 2, 16),
        (replace(SHAT, design="shat384"), 4, 20),
        (replace(MD5, design="sha1-fast"), 1, 40),
    ],
)
def test_displays(
    box: Box, rows: int, columns: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paged = replace(
        box, rows=rows, columns=columns, parameters={**FAST, "PageUs": 150}, shown_us=800
    )
    run(paged, "paged", tmp_path, monkeypatch)


def test_real_times(tmp_path: Path) -> None:
    """At 100 MHz and 4800 baud, with the data sheet's times, the paper's 28 characters.

    Compiled without cocotb, for it takes seven million cycles. The display is the same.
    """
    box = replace(SHAT, baud=4800, parameters={})
    config, wrapper = catalog.get(box.design), catalog.WRAPPERS[box.top]
    sources = tuple(wrapper.sources(config))
    bench = Path(__file__).parent / "station_bench.cpp"
    waivers, *parameters = config.verilator_args()
    own = [arg for arg in parameters if arg.startswith(HASH)]
    build = verilator.Build(wrapper.top, sources, (waivers, *own), (bench,), {})

    message = b"0123456789abcdefghijklmnopqr"
    bits = "1" * 12 + "".join(f"0{f'{char:08b}'[::-1]}1" for char in message + b"\r")
    edges = [f"{round(at * 1e8 / box.baud)} {bit}" for at, bit in enumerate(bits)]
    last = round(len(bits) * 1e8 / box.baud) + 500_000
    done = subprocess.run(
        [verilator.executable(build)],
        input="\n".join([*edges, f"{last} 1"]),
        capture_output=True,
        text=True,
        check=True,
    )
    display = Display(box.rows, box.columns, Times())
    for line in done.stdout.splitlines():
        cycle, *pins = map(int, line.split())
        display.change(10 * cycle, Pins(*pins))
    digest = config.reference(message).hex()
    assert display.history == [[digest[:16], digest[16:]]]
    # 40 ms after power; 34 instructions of 59.5 us behind the last character's stop bit.
    assert round(display.written[0][0] / 1e6, 1) == 40.0
    ends = (len(bits) - 0.4) * 1e9 / box.baud
    assert 1.9e6 < display.written[-1][0] - ends < 2.1e6


@dataclass(frozen=True)
class Mistake:
    """Text of a source file, what stands there instead, and the tests that must find it."""

    file: str
    right: str
    wrong: str
    cases: str


MISTAKES = {
    "one sample decides": Mistake(
        "sil_uart_rx.sv",
        "(before_q[0] & before_q[1]) | (line_q & (before_q[0] | before_q[1]))",
        "before_q[0]",
        "text_glitches",
    ),
    "every low pulse is a start bit": Mistake(
        "sil_uart_rx.sv",
        "if (decide && value) state_d = Quiet",
        "if (1'b0) state_d = Quiet",
        "text_glitches",
    ),
    "the bit clock runs on": Mistake(
        "sil_uart_rx.sv",
        "(state_d == Start | state_d == Quiet)",
        "(state_d == Quiet)",
        "text_a_sender_that_is_off",
    ),
    "a broken character is none": Mistake(
        "sil_uart_rx.sv", "error_d = ~value", "error_d = 1'b0", "text_a_broken_character"
    ),
    "an end is an end, in step or not": Mistake(
        "sil_station_receive.sv",
        "state_d = Leave;\n        if",
        "state_d = Ready;\n        if",
        "text_a_refused_line",
    ),
    "no idle line after reset": Mistake(
        "sil_station_receive.sv", "state_q  <= Settle", "state_q  <= Ready", "text_a_reset_while"
    ),
    "a line feed is an end of its own": Mistake(
        "sil_station_receive.sv", "byte_i == LINE_FEED & return_q", "1'b0", "text_ends_of_a_line"
    ),
    "a full memory forgets": Mistake(
        "sil_station_receive.sv", "error_i || lost_i", "error_i", "slow_hash_and_a_full_memory"
    ),
    "no time for the next message": Mistake(
        "sil_station.sv", ".busy_i  (phase == Hash)", ".busy_i  (1'b0)", "slow_hash_and_an_early"
    ),
    "the digest of a refused message": Mistake(
        "sil_station_control.sv", "drop_d = 1'b1", "drop_d = 1'b0", "text_a_broken_character"
    ),
    "a message as long as the memory": Mistake(
        "sil_station_control.sv", "full_i | (burst_q", "1'b0 | (burst_q", "text_messages"
    ),
    "full beats at the end": Mistake(
        "sil_station_ram.sv", "ending_q | (take_i &", "ending_q | (", "text_messages"
    ),
    "clear takes as long as the rest": Mistake(
        "sil_lcd.sv", "CountBits'(Clear - 1)", "CountBits'(Execute - 1)", "text_the_display"
    ),
    "the first function set is short": Mistake(
        "sil_lcd.sv", "CountBits'(First - 1)", "CountBits'(Second - 1)", "text_the_display"
    ),
    "a new text comes too late": Mistake(
        "sil_lcd.sv",
        "if (update_i) pending_q <= 1'b1",
        "if (update_i && done) pending_q <= 1'b1",
        "text_the_display|text_lines",
    ),
    "no setup": Mistake("sil_lcd.sv", "CountBits'(Setup - 1)", "'0", "text_the_display"),
    "low digit first": Mistake(
        "sil_station_text.sv", "(index^IndexBits'(1))", "index", "text_ends_of_a_line"
    ),
}


@pytest.mark.full
@pytest.mark.usefixtures("verilator_on_path")
@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=MISTAKES)
def test_a_broken_station(
    mistake: Mistake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = catalog.WRAPPERS["sil_md_station"].sources()
    text = next(path for path in sources if path.name == mistake.file).read_text(encoding="utf-8")
    assert text.count(mistake.right) == 1
    broken = tmp_path / mistake.file
    broken.write_text(text.replace(mistake.right, mistake.wrong), encoding="utf-8")
    with pytest.raises(SystemExit):
        run(Box(), mistake.cases, tmp_path, monkeypatch, broken)
    assert "<failure" in (tmp_path / "results.xml").read_text(encoding="utf-8")
