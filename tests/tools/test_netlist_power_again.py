"""A second power analysis of a mapped netlist: Verilator simulates it, every edge is looked up.

Both analyses share the netlist, the tables of the library, loads and transition times. They differ
in the simulator, the cell functions (here from Yosys' reading of the library) and the counting.
"""

from __future__ import annotations

import itertools
import json
import random
import re
import subprocess
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from gatesim_netlists import nangate, nangate_text
from silicrypt import targets
from silicrypt.paths import hw_root
from silicrypt.targets import StandardCells
from silicrypt.tools import liberty, liberty_power, sta, verilator, yosys
from silicrypt.tools.gatesim import LANES, Activity, Simulator, compile_netlist, read
from silicrypt.tools.gatesim.liberty import Group
from silicrypt.tools.power import Meter, Power

pytestmark = pytest.mark.recorded()

DESIGN = """
module dut (input logic clk_i, input logic rst_ni, input logic en_i, input logic [7:0] add_i,
            output logic [15:0] sum_o, output logic [7:0] mix_o);
  logic gated;
  sil_clock_gate_cell u_gate (.clk_i, .en_i, .clk_o(gated));
  always_ff @(posedge gated or negedge rst_ni)
    if (!rst_ni) sum_o <= '0;
    else sum_o <= sum_o + {add_i, ~add_i};
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) mix_o <= '0;
    else mix_o <= (sum_o[15:8] & add_i) ^ {mix_o[6:0], ^sum_o};
endmodule
"""

BENCH = """
#include <cstdio>
#include "Vdut.h"
#include "verilated.h"
int main() {
  Vdut dut;
  unsigned rst, en, add;
  const auto dump = [&] {
    for (int word = 0; word < WORDS; word++) std::printf("%08x ", unsigned(dut.nets[word]));
    std::printf("\\n");
  };
  dut.clk_i = dut.rst_ni = dut.en_i = dut.add_i = 0;
  dut.eval();
  dump();
  while (std::scanf("%u %u %u", &rst, &en, &add) == 3) {
    dut.clk_i = 1;
    dut.eval();
    dut.rst_ni = rst, dut.en_i = en, dut.add_i = add;
    dut.eval();
    dump();
    dut.clk_i = 0;
    dut.eval();
    dump();
  }
}
"""

GATE = """
module CLKGATE_X1 (input CK, input E, output GCK);
  reg held;
  always_latch if (!CK) held = E;
  assign GCK = CK & held;
endmodule
"""

RESET, CYCLES = 4, 200
#: Reset, enable and summand in each cycle.
LINES = [(0, 0, 0)] * RESET
LINES += [
    (1, rng.random() < 0.4, rng.randrange(256)) for rng in [random.Random(2)] for _ in range(CYCLES)
]


class Second(NamedTuple):
    """The figures of the second analysis, per cycle."""

    toggles: dict[int, int]
    inside_fj: float
    clock_fj: float
    leakage_nw: float


@pytest.fixture(scope="module")
def mapped(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], Path]:
    """Returns the design in cells of the library, and the folder with Yosys' cell models."""
    folder = tmp_path_factory.mktemp("mapped")
    (folder / "dut.sv").write_text(DESIGN)
    target = targets.get("nangate45")
    assert isinstance(target, StandardCells)
    library = liberty.unpack(target)
    gate = hw_root() / "prim" / "nangate45" / "sil_clock_gate_cell.sv"
    script = [
        f"read_slang --top dut {gate} dut.sv",
        "synth -flatten -top dut",
        f"dfflibmap -liberty {library}",
        f"abc -liberty {library}",
        "opt_clean -purge",
        "write_json dut.json",
        "design -reset",
        f"read_liberty -ignore_miss_func {library}",
        "delete CLKGATE* TBUF* TINV* TLAT*",
        "write_verilog -noattr cells.v",
    ]
    yosys.run("\n".join(script), folder)
    return json.loads((folder / "dut.json").read_text())["modules"]["dut"], folder


@cache
def group_of(kind: str) -> Group:
    return liberty.group(nangate_text(), kind)


def nodes(module: Mapping[str, Any]) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Yields each cell with the wire at every pin; an unconnected output has a wire too."""
    for number, cell in enumerate(module["cells"].values()):
        pins = {pin: f"n{bits[0]}" for pin, bits in cell["connections"].items() if bits}
        for group in group_of(cell["type"]).all("pin"):
            if group.attributes.get("direction") == "output":
                pins.setdefault(group.args[0], f"open{number}_{group.args[0]}")
        yield f"u{number}", cell["type"], pins


def simulate(module: Mapping[str, Any], folder: Path) -> list[dict[str, int]]:
    """Returns the value of every wire before the first cycle and after each clock phase."""
    wires = sorted({wire for _, _, pins in nodes(module) for wire in pins.values()})
    bits = {n: [f"n{b}" for b in port["bits"]] for n, port in module["ports"].items()}
    ins = [name for name, port in module["ports"].items() if port["direction"] == "input"]
    lines = [
        f"module dut ({', '.join(f'input [{len(bits[n]) - 1}:0] {n}' for n in ins)},",
        f"  output [{len(wires) - 1}:0] nets);",
        *(f"  wire {wire};" for wire in wires),
        *(f"  assign {{{', '.join(reversed(bits[name]))}}} = {name};" for name in ins),
        f"  assign nets = {{{', '.join(reversed(wires))}}};",
    ]
    for name, kind, pins in nodes(module):
        lines.append(f"  {kind} {name} ({', '.join(f'.{p}({w})' for p, w in pins.items())});")
    (folder / "flat.v").write_text("\n".join([*lines, "endmodule", GATE]))
    (folder / "bench.cpp").write_text(BENCH)
    words = -(-len(wires) // 32)
    assert words > 2, "the bench reads an array"
    sources = folder / "cells.v", folder / "flat.v"
    build = verilator.Build("dut", sources, (), (folder / "bench.cpp",), {"WORDS": words})
    fed = "".join(f"{rst} {int(en)} {add}\n" for rst, en, add in LINES)
    done = subprocess.run(
        [verilator.executable(build)], input=fed, capture_output=True, text=True, check=True
    )
    states = []
    for line in done.stdout.splitlines():
        value = sum(int(word, 16) << 32 * at for at, word in enumerate(line.split()))
        states.append({wire: value >> at & 1 for at, wire in enumerate(wires)})
    return states[2 * RESET :]


def holds(when: str | None, values: Mapping[str, int]) -> bool:
    """Evaluates a condition of the library with the operators of Python."""
    if when is None:
        return True
    text = re.sub(r"\b[A-Z]\w*", lambda name: str(values[name[0]]), when)
    return bool(eval(text.replace("!", " not ").replace("&", " and ").replace("|", " or ")))


def second_analysis(module: Mapping[str, Any], folder: Path, timing: sta.Timing) -> Second:
    states = simulate(module, folder)
    clocks = {f"n{b}" for b in module["ports"]["clk_i"]["bits"]}
    clocks |= {pins["GCK"] for _, kind, pins in nodes(module) if kind.startswith("CLKGATE")}
    inside = on_clock = leakage = 0.0
    for _, kind, pins in nodes(module):
        cell = group_of(kind)
        seen = [{pin: state[wire] for pin, wire in pins.items()} for state in states]
        for now in seen[1:]:
            leakage += leaks(cell, now)
        for pin in cell.all("pin"):
            if pin.args[0] in pins and list(pin.all("internal_power")):
                energy = sum(
                    edge(pin, pins, before, now, clocks, timing)
                    for before, now in itertools.pairwise(seen)
                    if before[pin.args[0]] != now[pin.args[0]]
                )
                inside += energy
                gate = kind.startswith("CLKGATE")
                on_clock += energy if gate or pins[pin.args[0]] in clocks else 0.0
    pairs = list(itertools.pairwise(states))
    toggles = {
        int(wire[1:]): sum(before[wire] != now[wire] for before, now in pairs)
        for wire in states[0]
        if re.fullmatch(r"n\d+", wire)
    }
    return Second(toggles, inside / CYCLES, on_clock / CYCLES, leakage / (2 * CYCLES))


def leaks(cell: Group, now: Mapping[str, int]) -> float:
    for state in cell.all("leakage_power"):
        if holds(state.attributes["when"], now):
            return float(state.attributes["value"])
    return float(cell.attributes["cell_leakage_power"])


def edge(
    pin: Group,
    pins: Mapping[str, str],
    before: Mapping[str, int],
    now: Mapping[str, int],
    clocks: set[str],
    timing: sta.Timing,
) -> float:
    """Returns the energy of an edge: the mean over the inputs that may have caused it."""
    name = pin.args[0]
    arcs, found = list(pin.all("internal_power")), []
    for arc in arcs:
        source = arc.attributes.get("related_pin", name)
        state = before if pins[source] in clocks else now
        single = "related_pin" in arc.attributes and len(arcs) == 1
        if single or (before[source] != now[source] and holds(arc.attributes.get("when"), state)):
            table = liberty.table(arc, "rise_power" if now[name] else "fall_power", 1.0)
            assert table is not None
            slew = timing.slews.get(bit_of(pins[source]), sta.CLOCK_SLEW)
            found.append(table.at(slew, timing.loads.get(bit_of(pins[name]), 0.0)))
    return sum(found) / len(found) if found else 0.0


def bit_of(wire: str) -> int:
    return int(wire[1:]) if wire[1:].isdigit() else -1


def first_analysis(module: Mapping[str, Any], timing: sta.Timing) -> tuple[Power, Activity]:
    document = {"modules": {"dut": module}}
    program = compile_netlist(read(document, nangate(), "dut"))
    text = nangate_text()
    cells = liberty_power.power(text, sta.cell_types(module))
    meter = Meter(module, program, cells, timing, liberty_power.voltage(text))
    with Simulator(program) as simulator:
        simulator.probe(meter.probes)
        for number, (rst, en, add) in enumerate(LINES):
            if number == RESET:
                simulator.count()
            simulator.set(rst_ni=rst, en_i=int(en), add_i=add)
            simulator.step()
        activity = simulator.activity()
    return meter.read(activity), activity


def test_a_second_analysis_agrees(mapped: tuple[dict[str, Any], Path]) -> None:
    module, folder = mapped
    kinds = sta.cell_types(module)
    assert {"CLKGATE_X1", "DFFR_X1"} <= kinds
    assert len(module["cells"]) > 100
    timing = sta.analyse(module, liberty.timing(nangate_text(), kinds))
    power, activity = first_analysis(module, timing)
    second = second_analysis(module, folder, timing)
    counted = {bit: edges // LANES for bit, edges in activity.toggles.items()}
    assert {bit: counted[bit] for bit in second.toggles} == second.toggles
    assert power.leakage_nw == pytest.approx(second.leakage_nw)
    assert power.inside_fj["clock"] == pytest.approx(second.clock_fj)
    # Edges with several causes: each edge takes its own mean here, but the mean of all there.
    assert sum(power.inside_fj.values()) == pytest.approx(second.inside_fj, rel=0.01)
