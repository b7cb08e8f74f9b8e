"""The models of placed and routed ECP5 cells, on netlists as nextpnr writes them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from silicrypt.errors import BadInput, ToolFailed
from silicrypt.tools import ecp5_slices
from silicrypt.tools.gatesim import LANES, Simulator, compile_netlist, read

#: Pins that are outputs.
_OUTPUTS = {"F", "OFX", "FCO", "Q", "O", "CLKO", *(f"WADO{i}" for i in range(4))}
_OUTPUTS |= {f"WDO{i}" for i in range(4)}

Pins = Mapping[str, str | None]
Cell = tuple[str, Mapping[str, str], Pins]


def routed(inputs: Sequence[str], outputs: Sequence[str], cells: Sequence[Cell]) -> str:
    """Returns a routed netlist; a pin names its net, or None where it has none."""
    names = dict.fromkeys([*inputs, *outputs])
    names |= dict.fromkeys(net for _, _, pins in cells for net in pins.values() if net)
    numbers = {name: number for number, name in enumerate(names, 2)}
    ports = {name: ("input", name) for name in inputs} | {
        name: ("output", name) for name in outputs
    }
    module: dict[str, Any] = {
        "ports": {n: {"direction": d, "bits": [numbers[net]]} for n, (d, net) in ports.items()},
        "netnames": {name: {"bits": [number]} for name, number in numbers.items()},
        "cells": {
            f"cell{i}": {
                "type": kind,
                "parameters": dict(parameters),
                "port_directions": {p: "output" if p in _OUTPUTS else "input" for p in pins},
                "connections": {p: [numbers[net]] if net else [] for p, net in pins.items()},
            }
            for i, (kind, parameters, pins) in enumerate(cells)
        },
    }
    return json.dumps({"modules": {"top": module}})


def simulator(text: str) -> Simulator:
    document = ecp5_slices.read(text, "design")
    return Simulator(compile_netlist(read(document, ecp5_slices.library, "design")))


def table(inputs: Sequence[str], outputs: Sequence[str], cells: Sequence[Cell]) -> dict[str, int]:
    """Returns the truth table of each output; lane n has the number n on the inputs."""
    with simulator(routed(inputs, outputs, cells)) as sim:
        for bit, name in enumerate(inputs):
            sim.set(**{name: [lane >> bit & 1 for lane in range(LANES)]})
        sim.settle()
        rows = 1 << len(inputs)
        return {
            name: sum(bit << row for row, bit in enumerate(sim.get(name)[:rows]))
            for name in outputs
        }


def test_an_open_input_of_a_table_is_high() -> None:
    lut = {"INITVAL": f"{0xA000:016b}"}  # A where C and D are high
    cell = ("TRELLIS_COMB", lut, {"A": "a", "B": None, "C": "c", "D": None, "F": "f"})
    assert table("ac", "f", [cell]) == {"f": 0b1000}


def test_a_wide_multiplexer_selects_the_other_table_where_m_is_high() -> None:
    buffer = {"INITVAL": f"{0xAAAA:016b}"}
    low = {"A": "a", "M": "m", "F": "f0", "F1": "f1", "OFX": "x"}
    cells = [("TRELLIS_COMB", buffer, low), ("TRELLIS_COMB", buffer, {"A": "b", "F": "f1"})]
    assert table("abm", "x", cells) == {"x": 0b11001010}
    wide = {"A": "m", "M": "m", "F": "f", "FXA": "a", "FXB": "b", "OFX": "x"}
    assert table("abm", "x", [("TRELLIS_COMB", buffer, wide)]) == {"x": 0b11001010}


@pytest.mark.parametrize("injected", ["YES", "NO"])
def test_a_bit_of_a_carry_chain_adds(injected: str) -> None:
    adder = {"MODE": "CCU2", "INITVAL": f"{0x666A:016b}", "CCU2_INJECT1": injected}
    pins = {"A": "a", "B": "b", "C": None, "D": None, "FCI": "c", "F": "s", "FCO": "o"}
    adder["INITVAL"] = f"{0x6668:016b}"  # a ^ b where C or D is high; the low bits are a & b
    found = table("abc", "so", [("TRELLIS_COMB", adder, pins)])
    if injected == "NO":
        assert found == {"s": 0b10010110, "o": 0b11101000}
    else:
        assert found["s"] == 0b01100110


def test_the_data_of_a_flip_flop_is_its_table_or_the_pin_m() -> None:
    own = {"CLKMUX": "CLK", "CEMUX": "1 ", "LSRMUX": "LSR", "REGSET": "RESET"}
    pins = {"CLK": "clk_i", "LSR": None, "M": "m", "DI": "d"}
    cells = [
        ("TRELLIS_FF", {**own, "SD": "0 "}, {**pins, "Q": "qm"}),
        ("TRELLIS_FF", {**own, "SD": "1 "}, {**pins, "Q": "qd"}),
    ]
    with simulator(routed(["clk_i", "m", "d"], ["qm", "qd"], cells)) as sim:
        for m, d in ((0, 1), (1, 0)):
            sim.set(m=m, d=d)
            sim.step(2)  # an edge takes the inputs of the cycle before it
            assert (sim.get("qm", 1), sim.get("qd", 1)) == ((m,), (d,))


def test_a_distributed_memory_reads_what_was_written() -> None:
    address = {f"A{i}": f"a{i}" for i in range(4)}
    names = list(address.values())
    spread = dict(zip(("D0", "B0", "C0", "A0"), names, strict=True)) | {"C1": "d"}
    outputs = {f"WADO{i}": f"wa{i}" for i in range(4)} | {"WDO0": "wd"}
    bit = {f"WAD{i}": f"wa{i}" for i in range(4)} | dict(zip("DBCA", names, strict=True))
    bit |= {"WD": "wd", "WRE": "we", "WCK": "clk_i", "F": "q"}
    cells = [
        ("TRELLIS_RAMW", {}, {**spread, **outputs}),
        ("TRELLIS_COMB", {"MODE": "DPRAM", "WREMUX": "WRE", "WCKMUX": "WCK"}, bit),
    ]
    word = 0b1011_0010_1110_0001
    with simulator(routed([*names, "d", "we", "clk_i"], ["q"], cells)) as sim:
        for row in range(16):
            levels = {name: row >> bit & 1 for bit, name in enumerate(names)}
            for we, data in ((1, word >> row & 1), (0, 1 - (word >> row & 1))):
                sim.set(we=we, d=data, **levels)
                sim.step()
        for row in range(16):
            sim.set(**{name: row >> bit & 1 for bit, name in enumerate(names)})
            sim.settle()
            assert sim.get("q", 1) == (word >> row & 1,), row


@pytest.mark.parametrize(
    ("kind", "parameters", "said"),
    [
        ("TRELLIS_COMB", {"MODE": "OTHER"}, "TRELLIS_COMB with MODE = OTHER is not modelled"),
        ("TRELLIS_COMB", {"MODE": "DPRAM", "INITVAL": "1"}, "with contents is not modelled"),
        ("TRELLIS_IO", {"DIR": "BIDIR"}, "TRELLIS_IO with DIR = BIDIR is not modelled"),
    ],
)
def test_a_use_without_a_model_is_refused(
    kind: str, parameters: Mapping[str, str], said: str
) -> None:
    with pytest.raises(BadInput, match=said):
        table("a", "f", [(kind, parameters, {"A": "a", "F": "f"})])


def test_an_open_input_of_a_block_memory_is_as_its_setting_says() -> None:
    settings = {"CSA0MUX": "INV", "CEAMUX": "CEA", "ADA2MUX": "0 ", "WEAMUX": "INV"}
    pins = {"CSA0": None, "CEA": None, "ADA2": None, "DIA8": None, "WEA": "a"}
    document = ecp5_slices.read(routed("a", "", [("DP16KD", settings, pins)]), "top")
    (cell,) = document["modules"]["top"]["cells"].values()
    levels = {"CSA0": ["0"], "CEA": ["1"], "ADA2": ["0"], "DIA8": ["1"], "WEA": [2]}
    assert cell["connections"] == levels


def test_text_that_is_no_netlist_is_refused() -> None:
    with pytest.raises(ToolFailed, match="nextpnr wrote a netlist that is not one"):
        ecp5_slices.read("{}", "top")
