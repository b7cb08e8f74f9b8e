"""nextpnr (YoWASP's WebAssembly build): place and route, its report, and ecppack's bitstream."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from silicrypt.errors import ToolFailed
from silicrypt.targets import Routed
from silicrypt.tools.process import run_child

NETLIST, REPORT, LOG = "netlist.json", "report.json", "route.log"
PINS, CONFIGURATION, BITSTREAM = "board.lpf", "board.config", "board.bit"
#: Arguments for ecppack, which makes the bitstream of an ECP5 from its configuration.
PACKING = ("--compress", CONFIGURATION, BITSTREAM)


@dataclass(frozen=True)
class Step:
    """A segment of the critical path.

    Attributes:
        kind: ``clk-to-q``, ``routing``, ``logic``, ``carry`` or ``setup``.
        ns: its delay.
        at: the net (routing) or cell that the segment leads through.
    """

    kind: str
    ns: float
    at: str


@dataclass(frozen=True)
class Routing:
    """The report of one place-and-route run.

    Attributes:
        fmax_mhz: the highest clock frequency, register to register, after routing.
        cells: used cells by type (``TRELLIS_COMB`` is a lookup table, ``DP16KD`` a block RAM).
        critical_path: the slowest path, register to register.
    """

    fmax_mhz: float
    cells: Mapping[str, int]
    critical_path: tuple[Step, ...]


def render(target: Routed, seed: int, board: bool = False) -> list[str]:
    """Returns the arguments for nextpnr.

    Args:
        target: the FPGA.
        seed: seed of the placement.
        board: whether to assign the pins as ``board.lpf`` has them and write the FPGA's
            configuration. Otherwise there are no pins, so that a wide core needs no harness.
    """
    whole = ["--lpf", PINS, "--textcfg", CONFIGURATION]
    return [
        f"--{target.device}",
        *("--package", target.package),
        *("--speed", str(target.speed)),
        *("--seed", str(seed)),
        *("--json", NETLIST),
        *("--report", REPORT),
        *("--log", LOG),
        *(whole if board else ["--out-of-context"]),
        "--timing-allow-fail",
        "--quiet",
    ]


def run(args: list[str], folder: Path) -> str:
    """Runs nextpnr in a folder. Every path among the arguments is relative to it.

    Returns:
        The text of its report.

    Raises:
        ToolFailed: nextpnr ended with an error.
    """
    run_child("nextpnr-ecp5", args, cwd=folder, log=folder / "route.out")
    return (folder / REPORT).read_text(encoding="utf-8")


def parse(text: str) -> Routing:
    """Reads a report.

    Raises:
        ToolFailed: the text is not a report, or the design has no path between registers.
    """
    try:
        report: dict[str, Any] = json.loads(text)
        clocks = {name: float(c["achieved"]) for name, c in report["fmax"].items()}
        cells = {cell: int(n["used"]) for cell, n in report["utilization"].items() if n["used"]}
        slowest = _slowest(report["critical_paths"])
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ToolFailed(f"nextpnr wrote a report that is not one: {error!r}") from error
    if not clocks:
        raise ToolFailed("nextpnr found no path between registers: the design has no fmax")
    return Routing(min(clocks.values()), cells, slowest)


def _slowest(paths: Iterable[dict[str, Any]]) -> tuple[Step, ...]:
    """Returns the slowest path between registers; segments of a carry chain are merged."""
    inside = [p["path"] for p in paths if "async" not in p["from"] + p["to"]]
    if not inside:
        return ()
    slowest = max(inside, key=lambda path: sum(float(step["delay"]) for step in path))
    steps = [_step(step) for step in slowest]
    return tuple(
        merged
        for kind, run_ in itertools.groupby(steps, key=lambda s: s.kind)
        for merged in (_merge_carry(list(run_)) if kind == "carry" else run_)
    )


def _merge_carry(chain: list[Step]) -> Iterable[Step]:
    yield Step("carry", round(sum(s.ns for s in chain), 3), chain[0].at)


def _step(step: Mapping[str, Any]) -> Step:
    ends = step["from"]["port"], step["to"]["port"]
    carry = any(port in ("FCI", "FCO", "FCI_INT") for port in ends)
    kind = "carry" if carry and step["type"] in ("logic", "routing") else str(step["type"])
    at = step.get("net") or step["to"]["cell"]
    return Step(kind, round(float(step["delay"]), 3), str(at))


def pack(folder: Path) -> Path:
    """Runs ecppack in a folder that contains the configuration, and returns the bitstream.

    Raises:
        ToolFailed: ecppack ended with an error.
    """
    run_child("ecppack", PACKING, cwd=folder, log=folder / "ecppack.out")
    return folder / BITSTREAM
