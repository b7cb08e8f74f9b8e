"""Runs ``station_tests.py`` in cocotb: from the serial line to the display."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from cocotb_model import Model, TestsFailed, Visible, run
from display import Display, Pins, Times

from passed import Passed, bench_key
from planted import broken, chosen, load, once
from silicrypt import catalog
from silicrypt.tools import verilator
from silicrypt.verify import checkers

#: Shortened times of the display in us, and a baud rate with two cycles per sample.
FAST = {"PowerOnUs": 60, "FirstUs": 12, "SecondUs": 4, "ExecuteUs": 1, "ClearUs": 9, "RamBeats": 4}
#: Parameters that only the hash has.
HASH = ("-GAlg", "-GUnroll", "-GPrecompute")
BAUD = 100_000_000 // 16 // 2


@dataclass(frozen=True)
class Setup:
    """A station with its hash, its display and its serial line."""

    design: str = "md5-binary"
    top: str = "sil_station"
    rows: int = 2
    columns: int = 16
    gated: bool = False
    baud: int = BAUD
    parameters: dict[str, int] = field(default_factory=lambda: dict(FAST))
    shown_us: int = 400


#: Internal signals that a test reads: the gated clocks.
VISIBLE = (
    *(Visible(f"sil_{block}", "clk") for block in ("uart_rx", "station_ram", "lcd")),
    Visible("sil_station", "hash_clk_o"),
)
#: Registers have random values before a reset.
POWER_ON = ("+verilator+rand+reset+2", "+verilator+seed+1")


def model_of(setup: Setup, sources: Sequence[Path] = ()) -> Model:
    """Returns the station with its hash; `sources` replace its own sources."""
    point = catalog.get(setup.design)
    wrapper = catalog.wrappers()["sil_md5_station" if setup.top == "sil_station" else setup.top]
    args = point.verilator_args()
    kept = [arg for arg in args if not arg.startswith("-")]
    own = {**setup.parameters, "Baud": setup.baud, "Rows": setup.rows, "Columns": setup.columns}
    own["ClockGate"] = int(setup.gated)
    kept += [f"-G{name}={value}" for name, value in own.items()]
    if setup.top == wrapper.top:
        kept += [arg for arg in args if arg.startswith(HASH)]
    return Model.of(setup.top, sources or sources_of(setup), kept, VISIBLE, optimize=True)


def sources_of(setup: Setup) -> list[Path]:
    """Returns the files of a station, in compile order."""
    wrapper = catalog.wrappers()["sil_md5_station" if setup.top == "sil_station" else setup.top]
    return wrapper.sources(catalog.get(setup.design), [f"ClockGate={int(setup.gated)}"])


def demand(
    setup: Setup,
    cases: str,
    folder: Path,
    sources: Sequence[Path] = (),
    plusargs: Sequence[str] = (),
) -> None:
    """Runs the tests whose names match."""
    given = json.dumps(settings(setup, catalog.get(setup.design), folder / "bus.txt"))
    # Where the test is the hash, it withdraws a digest when it is reset itself.
    played = ["+sil_inputs_unchecked"] if setup.top == "sil_station" else []
    run(
        model_of(setup, sources),
        "station_tests",
        folder,
        cases=cases,
        settings={"SILICRYPT_TEST_STATION": given},
        plusargs=[*POWER_ON, *played, *plusargs],
    )


def key_of(*setups: Setup) -> str:
    """Returns the key of everything that decides whether the stations pass."""
    keys = []
    for setup in setups:
        model = model_of(setup)
        given = json.dumps(settings(setup, catalog.get(setup.design), Path("bus.txt")))
        bench = Path(__file__).with_name("station_tests.py")
        keys.append(bench_key(model.top, model.sources, [*model.arguments, f"-{given}"], bench))
    return " ".join(keys)


def settings(setup: Setup, point: catalog.DesignPoint, bus: Path) -> dict[str, Any]:
    """Returns what the tests must know about the station."""
    times = {"power_on": "PowerOnUs", "first": "FirstUs", "second": "SecondUs", "clear": "ClearUs"}
    given = {name: setup.parameters[key] for name, key in times.items() if key in setup.parameters}
    if "ExecuteUs" in setup.parameters:
        given |= {"execute": setup.parameters["ExecuteUs"], "address": 0}
    return {
        "top": setup.top,
        "design": setup.design,
        "rows": setup.rows,
        "columns": setup.columns,
        "baud": setup.baud,
        "ram_bytes": setup.parameters.get("RamBeats", 16) * point.data_bits // 8,
        "end_bits": setup.parameters.get("EndBits", 0),
        "shown_us": setup.shown_us,
        "times": given,
        "bus": str(bus),
    }


#: Number of messages in the test that records the writes to the display.
MESSAGES = 7
MD5 = Setup("md5-binary", "sil_md5_station")
#: With this baud rate a character takes longer than the beats of the memory and a digest.
SHAT = Setup("shat128", "sil_shat_station", baud=BAUD // 2)


def test_any_hash(tmp_path: Path, passed: Passed) -> None:
    """Simulates the station alone; the test takes the role of the hash."""
    key = key_of(Setup())
    passed.skip_if_before(key)
    demand(Setup(), "text_|slow_", tmp_path)
    passed.note(key)


def test_bytes(tmp_path: Path, passed: Passed) -> None:
    setup = Setup(parameters={**FAST, "EndBits": 40})
    key = key_of(setup)
    passed.skip_if_before(key)
    demand(setup, "bytes_", tmp_path)
    passed.note(key)


@pytest.mark.parametrize("setup", [MD5, SHAT], ids=lambda setup: setup.design)
def test_complete(setup: Setup, tmp_path: Path, passed: Passed) -> None:
    """The station of SHAT-R runs every time; that of MD5 where it did not pass before."""
    key = key_of(setup)
    if setup != SHAT:
        passed.skip_if_before(key)
    demand(setup, "text_messages|text_lines|text_a_broken|text_a_reset", tmp_path)
    passed.note(key)


def test_gated(tmp_path: Path, passed: Passed) -> None:
    """A station with clock gating behaves like one without, and the clocks of idle blocks stop."""
    gating = replace(SHAT, gated=True)
    key = key_of(gating, SHAT)
    passed.skip_if_before(key)
    cases = "gated_|same_|text_lines|text_a_broken|text_a_reset"
    demand(gating, cases, tmp_path / "gated")
    demand(SHAT, "same_", tmp_path / "free")
    gated, free = (
        [line.split(" ", 1) for line in (tmp_path / name / "bus.txt").read_text().splitlines()]
        for name in ("gated", "free")
    )
    assert [written for _, written in gated] == [written for _, written in free]
    # A hash without clock gating continues while no beats come. It may be one and a half
    # permutations ahead, and the next message is sent when a digest was read.
    apart = [abs(int(one) - int(other)) for (one, _), (other, _) in zip(gated, free, strict=True)]
    assert max(apart) < MESSAGES * 72 * 10
    passed.note(key)


@pytest.mark.parametrize(
    ("setup", "rows", "columns"),
    [
        # Each digest and each display; all pairs of the two are in the full part.
        (replace(SHAT, design="shat256"), 4, 20),
        (replace(SHAT, design="shat384"), 2, 16),
        (replace(MD5, design="sha1-fast", top="sil_sha1_station"), 1, 40),
        pytest.param(replace(SHAT, design="shat256"), 2, 16, marks=pytest.mark.full),
        pytest.param(replace(SHAT, design="shat384"), 4, 20, marks=pytest.mark.full),
    ],
)
def test_displays(setup: Setup, rows: int, columns: int, tmp_path: Path, passed: Passed) -> None:
    paged = replace(
        setup, rows=rows, columns=columns, parameters={**FAST, "PageUs": 150}, shown_us=800
    )
    key = key_of(paged)
    passed.skip_if_before(key)
    demand(paged, "paged", tmp_path)
    passed.note(key)


def test_real_times(tmp_path: Path) -> None:
    """Sends the paper's 28 characters at 100 MHz, 4800 baud and the times of the data sheet.

    This takes seven million cycles, so it runs without cocotb. The display model is the same.
    """
    setup = replace(SHAT, baud=4800, parameters={})
    point, wrapper = catalog.get(setup.design), catalog.wrappers()[setup.top]
    sources = tuple(wrapper.sources(point))
    bench = Path(__file__).parent / "station_bench.cpp"
    waivers, *parameters = point.verilator_args()
    own = [arg for arg in parameters if arg.startswith(HASH)]
    watched = (*sources, *checkers.bound(wrapper.top, sources))
    build = verilator.Build(wrapper.top, watched, (waivers, *own), (bench,), {})

    message = b"0123456789abcdefghijklmnopqr"
    bits = "1" * 12 + "".join(f"0{f'{char:08b}'[::-1]}1" for char in message + b"\r")
    edges = [f"{round(at * 1e8 / setup.baud)} {bit}" for at, bit in enumerate(bits)]
    last = round(len(bits) * 1e8 / setup.baud) + 500_000
    done = subprocess.run(
        [verilator.executable(build)],
        input="\n".join([*edges, f"{last} 1"]),
        capture_output=True,
        text=True,
        check=True,
    )
    display = Display(setup.rows, setup.columns, Times())
    for line in done.stdout.splitlines():
        cycle, *pins = map(int, line.split())
        display.change(10 * cycle, Pins(*pins))
    digest = point.reference(message).hex()
    assert display.history == [[digest[:16], digest[16:]]]
    # 40 ms after power-on; 34 instructions of 59.5 us after the stop bit of the last character.
    assert round(display.written[0][0] / 1e6, 1) == 40.0
    ends = (len(bits) - 0.4) * 1e9 / setup.baud
    assert 1.9e6 < display.written[-1][0] - ends < 2.1e6


MISTAKES = load("station")


@pytest.mark.usefixtures("broken_hardware")
@pytest.mark.parametrize("name", MISTAKES)
def test_a_broken_station(name: str, tmp_path: Path, passed: Passed) -> None:
    """All mistakes are in one build; one of them is active."""
    folder, top, mistake = tmp_path / "sources", Setup().top, MISTAKES[name]
    with once(passed, mistake, key_of(Setup())):
        sources, number = broken(MISTAKES, name, sources_of(Setup()), folder, top)
        with pytest.raises(TestsFailed, match=r"text_|slow_"):
            demand(Setup(), mistake.check, tmp_path, sources, [chosen(number)])
