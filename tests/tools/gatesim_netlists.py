"""Netlists for the tests of the gate-level simulator, and the library of their cells."""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from silicrypt import targets
from silicrypt.flow import synth
from silicrypt.results.store import Store
from silicrypt.targets import StandardCells
from silicrypt.tools import liberty as liberty_files
from silicrypt.tools import yosys
from silicrypt.tools.gatesim import LANES, Library, Simulator, compile_netlist, liberty, read

ALL = tuple(range(LANES))


@cache
def nangate_text() -> str:
    """Returns the text of the library."""
    target = targets.get("nangate45")
    assert isinstance(target, StandardCells)
    return liberty_files.unpack(target).read_text()


@cache
def nangate() -> Library:
    """Returns the models of its cells."""
    return liberty.library(nangate_text())


class Builder:
    """Builds a netlist in the format of Yosys' ``write_json``, cell by cell."""

    def __init__(self) -> None:
        self.ports: dict[str, dict[str, Any]] = {}
        self.cells: dict[str, dict[str, Any]] = {}
        self._bits = itertools.count(2)

    def wire(self, width: int = 1) -> list[int]:
        return list(itertools.islice(self._bits, width))

    def input(self, name: str, width: int = 1) -> list[int]:
        self.ports[name] = {"direction": "input", "bits": self.wire(width)}
        return list(self.ports[name]["bits"])

    def output(self, name: str, bits: Sequence[int | str]) -> None:
        self.ports[name] = {"direction": "output", "bits": list(bits)}

    def cell(
        self, kind: str, settings: Mapping[str, str] | None = None, /, **pins: int | str
    ) -> None:
        self.cells[f"u{len(self.cells)}"] = {
            "type": kind,
            "parameters": dict(settings or {}),
            "connections": {pin: [bit] for pin, bit in pins.items()},
        }

    def document(self) -> dict[str, Any]:
        names = {n: {"hide_name": 0, "bits": port["bits"]} for n, port in self.ports.items()}
        top = {
            "attributes": {"top": "1"},
            "ports": self.ports,
            "cells": self.cells,
            "netnames": names,
        }
        return {"modules": {"dut": top}}

    def simulator(self, library: Library) -> Simulator:
        return Simulator(compile_netlist(read(self.document(), library)))


def gated(kind: str) -> Builder:
    """Returns a toggle flip-flop with a clock gate: a library cell, or a latch and an AND."""
    build = Builder()
    (clk,), (enable,) = build.input("clk_i"), build.input("en")
    gclk, held, q, d = build.wire(4)
    if kind == "latch":
        build.cell("DLL_X1", GN=clk, D=enable, Q=held)
        build.cell("AND2_X1", A1=clk, A2=held, ZN=gclk)
    else:
        scan = {"SE": "0"} if "TST" in kind else {}
        build.cell(kind, CK=clk, E=enable, GCK=gclk, **scan)
    build.cell("DFF_X1", D=d, CK=gclk, Q=q)
    build.cell("INV_X1", A=q, ZN=d)
    build.output("gclk", [gclk])
    build.output("q", [q])
    build.output("enable", [enable])
    return build


def mapped(source: str, top: str, target: str, folder: Path) -> dict[str, Any]:
    """Returns a netlist of SystemVerilog in the cells of a target, in the format of Yosys."""
    (folder / f"{top}.sv").write_text(source, encoding="utf-8")
    device = targets.get(target)
    if isinstance(device, StandardCells):
        synth._prepare_library(device, folder, Store())
    script = [f"read_slang --top {top} {top}.sv", *device.synthesis(top)]
    yosys.run("\n".join(script), folder)
    found: dict[str, Any] = json.loads((folder / yosys.MAPPED).read_text(encoding="utf-8"))
    return found
