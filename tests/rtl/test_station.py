"""Runs ``station_tests.py`` in cocotb: from the serial line to the display."""

from __future__ import annotations

import hashlib
import json
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from cocotb_tools.runner import VerilatorControlFile, get_runner
from display import Display, Pins, Times

from silicrypt import catalog
from silicrypt.tools import verilator

#: The display's times shortened, in us, and a baud rate whose sample is two cycles.
FAST = {"PowerOnUs": 60, "FirstUs": 12, "SecondUs": 4, "ExecuteUs": 1, "ClearUs": 9, "RamBeats": 4}
BAUD = 100_000_000 // 16 // 2


@dataclass(frozen=True)
class Box:
    """A station: its hash, its display, its serial line."""

    design: str = "md5-binary"
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
    wrapper = catalog.WRAPPERS["sil_md_station"]
    args = config.verilator_args()
    waivers = [VerilatorControlFile(Path(arg)) for arg in args if not arg.startswith("-")]
    gate = int(box.gated)
    own = {**box.parameters, "Baud": box.baud, "Rows": box.rows, "Columns": box.columns}
    parameters = [arg for arg in args if arg.startswith(("-GAlg", "-GUnroll", "-GPrecompute"))]
    parameters += [f"-G{name}={value}" for name, value in {**own, "ClockGate": gate}.items()]
    sources = [*config.sources("stream"), *wrapper.sources]
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
        hdl_toplevel=wrapper.top,
        build_args=[*parameters, "-Wno-fatal"],
        build_dir=folder / "build",
        timescale=("1ns", "1ps"),
    )
    runner.test(
        test_module="station_tests",
        hdl_toplevel=wrapper.top,
        build_dir=folder / "build",
        test_dir=Path(__file__).parent,
        results_xml=str(folder / "results.xml"),
    )


def settings(box: Box, config: catalog.Config, bus: Path) -> dict[str, Any]:
    """What the tests must know of the box."""
    times = {"power_on": "PowerOnUs", "first": "FirstUs", "second": "SecondUs", "clear": "ClearUs"}
    given = {name: box.parameters[key] for name, key in times.items() if key in box.parameters}
    if "ExecuteUs" in box.parameters:
        given |= {"execute": box.parameters["ExecuteUs"], "address": 0}
    return {
        "hash": config.algorithm.hashlib,
        "rows": box.rows,
        "columns": box.columns,
        "baud": box.baud,
        "ram_bytes": box.parameters.get("RamBeats", 16) * config.data_bits // 8,
        "end_bits": box.parameters.get("EndBits", 0),
        "shown_us": box.shown_us,
        "times": given,
        "bus": str(bus),
    }


@pytest.mark.usefixtures("verilator_on_path")
def test_lines_of_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(Box(), "text_", tmp_path, monkeypatch)


@pytest.mark.usefixtures("verilator_on_path")
def test_gated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(Box(gated=True), "text_|gated_|same_", tmp_path / "gated", monkeypatch)
    run(Box(), "same_", tmp_path / "free", monkeypatch)
    gated, free = ((tmp_path / name / "bus.txt").read_text() for name in ("gated", "free"))
    assert gated == free


@pytest.mark.usefixtures("verilator_on_path")
def test_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(Box(parameters={**FAST, "EndBits": 40}), "bytes_", tmp_path, monkeypatch)


@pytest.mark.usefixtures("verilator_on_path")
@pytest.mark.parametrize(
    ("design", "rows", "columns"),
    [("sha256-fast", 2, 16), ("sha256-fast", 4, 20), ("sha384-fast", 4, 20), ("md5-fast", 1, 40)],
)
def test_other_displays(
    design: str, rows: int, columns: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = Box(design, rows, columns, parameters={**FAST, "PageMs": 1}, shown_us=1500)
    run(box, "paged", tmp_path, monkeypatch)


def test_real_times(tmp_path: Path) -> None:
    """At 100 MHz and 4800 baud, with the data sheet's times, the paper's 28 characters.

    Compiled without cocotb, for it takes seven million cycles. The display is the same.
    """
    box = Box(baud=4800, parameters={})
    config, wrapper = catalog.get(box.design), catalog.WRAPPERS["sil_md_station"]
    sources = (*config.sources("stream"), *wrapper.sources)
    bench = Path(__file__).parent / "station_bench.cpp"
    waivers, *parameters = config.verilator_args()
    own = [arg for arg in parameters if arg.startswith(("-GAlg", "-GUnroll", "-GPrecompute"))]
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
    digest = hashlib.md5(message).hexdigest()
    assert display.history == [[digest[:16], digest[16:]]]
    print([f"{time / 1e6:.3f} ms" for time, _, _ in (display.written[0], display.written[-1])])
