"""Targets by name, their variants, and what each family states."""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest

from silicrypt import catalog, targets
from silicrypt.errors import BadInput, UnknownName
from silicrypt.flow import figures
from silicrypt.paths import hw_root
from silicrypt.targets import Routed, StandardCells
from silicrypt.targets.base import detached
from silicrypt.tools import nextpnr, yosys

ROUTED = [target for target in targets.TARGETS.values() if isinstance(target, Routed)]


def test_every_target_is_found_by_its_name() -> None:
    for name, target in targets.TARGETS.items():
        assert targets.get(name) is target
        assert target.name == name
        assert target.about
        assert target.gives
        assert all((hw_root() / "prim" / folder).is_dir() for folder in target.primitives)


def test_unknown_target_names_the_nearest() -> None:
    with pytest.raises(UnknownName, match="did you mean nangate45"):
        targets.get("nangate")


def test_what_is_kept_as_written_changes_no_other_targets_runs() -> None:
    """A new field would change the key of every run on standard cells."""
    plain, direct = targets.get("nangate45"), targets.get("nangate45@direct")
    assert isinstance(plain, StandardCells)
    assert isinstance(direct, StandardCells)
    assert (plain.restructured, direct.restructured) == (True, False)
    differing = asdict(plain).items() ^ asdict(direct).items()
    assert {name for name, _ in differing} == {"name", "about"}


def test_the_fields_of_an_ecp5_are_those_that_its_results_depend_on() -> None:
    """A new field would change the key of every run on an ECP5."""
    assert asdict(targets.get("ecp5-85k")).keys() == {"name", "about", "device", "package", "speed"}


def test_core_and_board_are_placed_by_the_same_arguments() -> None:
    """`nextpnr.render` serves boards; the arguments of a core differ from it in nothing else."""
    target = targets.get("ecp5-25k")
    assert isinstance(target, Routed)
    assert target.arguments(7) == nextpnr.render(target, 7)


def test_a_recipe_is_part_of_the_name_and_of_the_script() -> None:
    plain, other = targets.get("ecp5-85k"), targets.get("ecp5-85k@macc,nowidelut")
    assert other.name == "ecp5-85k@nowidelut,macc"
    assert plain.synthesis("top")[0] == "synth_ecp5 -top top"
    assert "synth_ecp5 -nowidelut -top top" in other.synthesis("top")
    assert "maccmap" in other.synthesis("top")
    assert targets.get("ecp5-85k@nowidelut,macc") == other


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("ecp5-85k@fast", "no synthesis recipe 'fast'; it has nowidelut"),
        ("virtex@area", "virtex has no variant 'area'"),
        ("nangate45@0ps", "a delay target is a whole number of ps, as in nangate45@800ps"),
        ("nangate45@soon", "not 'soon'"),
    ],
)
def test_a_wrong_variant_is_refused_with_the_possible_ones(name: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        targets.get(name)


def netlist() -> str:
    """Returns a netlist with a cell's declaration, clock, reset, an input and an output."""
    ports = {
        "clk_i": ("input", 2),
        "rst_ni": ("input", 3),
        "a_i": ("input", 4),
        "q_o": ("output", 5),
    }
    top = {
        "attributes": {"top": "1"},
        "ports": {name: {"direction": way, "bits": [bit]} for name, (way, bit) in ports.items()},
        "cells": {"ff": {"type": "DFF", "connections": {"D": [4], "Q": [5], "CLK": [2]}}},
        "netnames": {name: {"bits": [bit]} for name, (_, bit) in ports.items()},
    }
    return json.dumps({"modules": {"DFF": {"attributes": {"blackbox": "1"}}, "top": top}})


def test_a_detached_core_keeps_its_cells_and_the_pins_of_clock_and_reset() -> None:
    top = json.loads(detached(netlist()))["modules"]["top"]
    assert top["ports"].keys() == {"clk_i", "rst_ni"}
    assert top["cells"] == json.loads(netlist())["modules"]["top"]["cells"]


def test_a_buffer_comes_between_pin_and_net() -> None:
    top = json.loads(detached(netlist(), buffer="IBUF"))["modules"]["top"]
    (pin,) = top["ports"]["clk_i"]["bits"]
    assert top["cells"]["clk_i_buffer"]["type"] == "IBUF"
    assert top["cells"]["clk_i_buffer"]["connections"] == {"I": [pin], "O": [2]}
    pins = {port["bits"][0] for port in top["ports"].values()}
    assert pins.isdisjoint({2, 3, 4, 5}) and len(pins) == 2


def test_figures_of_a_family_are_counted_in_its_netlist() -> None:
    step = {"type": "logic", "delay": 0.1, "net": "n"}
    cell = {"cell": "c", "loc": [0, 0]}
    ends = {"from": {**cell, "port": "CIN"}, "to": {**cell, "port": "COUT"}}
    path = {"from": "posedge c", "to": "posedge c", "path": [{**step, **ends}] * 3}
    report = {
        "fmax": {"clk": {"achieved": 100.0}},
        "utilization": {"ICESTORM_LC": {"used": 99}},
        "critical_paths": [path],
    }
    target = targets.get("ice40-hx8k")
    assert isinstance(target, Routed)
    stat = yosys.Stat({"SB_LUT4": 7, "SB_DFFESR": 3, "SB_DFF": 2, "SB_CARRY": 5})
    found = figures.routing(json.dumps(report), stat, target)
    assert found.cells == {"TRELLIS_COMB": 7, "TRELLIS_FF": 5, "DP16KD": 0}
    assert [(one.kind, one.ns) for one in found.critical_path] == [("carry", 0.3)]
    gowin = targets.get("gowin-gw2a-18")
    assert isinstance(gowin, Routed)
    stat = yosys.Stat({"LUT3": 2, "ALU": 5, "RAM16SDP4": 3, "DFFCE": 1, "pROM": 1})
    found = figures.routing(json.dumps(report), stat, gowin)
    assert found.cells == {"TRELLIS_COMB": 2 + 5 + 4 * 3, "TRELLIS_FF": 1, "DP16KD": 1}


@pytest.mark.parametrize("target", ROUTED, ids=lambda target: target.name)
def test_a_router_reads_and_writes_the_files_that_the_flow_knows(target: Routed) -> None:
    arguments = target.arguments(5)
    assert arguments[arguments.index("--seed") + 1] == "5"
    assert arguments[arguments.index("--json") + 1] == nextpnr.NETLIST
    assert arguments[arguments.index("--report") + 1] == nextpnr.REPORT
    assert all(any(name in one for one in arguments) for name in target.files)


def test_only_the_clock_gate_is_another_one() -> None:
    """Registers of the variant hold by load-enable instead of a clock gate."""
    gates, enables = (targets.get(f"nangate45@area{ending}") for ending in ("", "-enables"))
    point = catalog.get("shat128-gated")
    own, other = (point.sources("core", target.primitives) for target in (gates, enables))
    assert [path.name for path in own if path not in other] == [
        *("sil_clock_gate_cell.sv", "sil_clock_gate.sv"),
    ]
    assert [path.parent.name for path in other if path not in own] == ["enables"]
    assert "ClockGate=1" in point.overrides()
    assert (gates.name, enables.name) == ("nangate45@area", "nangate45@area-enables")
    assert enables.about == f"{gates.about}, load-enables in place of clock gates"


@pytest.mark.parametrize("asked", ["-enables", "area-enables-enables", "area-enabled"])
def test_other_settings_are_refused(asked: str) -> None:
    with pytest.raises(BadInput):
        targets.get(f"nangate45@{asked}")


@pytest.mark.parametrize("kind", ["DPB", "DPX9B"])
def test_a_memory_without_delays_gives_no_clock(kind: str) -> None:
    """nextpnr leaves the paths through port B of such a memory out of the clock."""
    gowin = targets.get("gowin-gw2a-18")
    assert isinstance(gowin, Routed)
    netlist = json.dumps({"modules": {"top": {"cells": {"memory": {"type": kind}}}}})
    with pytest.raises(BadInput, match=f"no delays of port B of {kind}, .* another target"):
        gowin.detached(netlist)
