"""Names that follow from structure: the text does not depend on the names in the sources."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

from silicrypt.tools.canonical import Shell, canonical

Document = dict[str, Any]


def gate(kind: str, a: int | str, b: int | str, y: int) -> Document:
    """Returns a two-input gate as Yosys writes it."""
    return {
        "hide_name": 1,
        "type": kind,
        "parameters": {"WIDTH": "00000000000000000000000000000001"},
        "attributes": {"src": "a.sv:1.2-3.4"},
        "port_directions": {"A": "input", "B": "input", "Y": "output"},
        "connections": {"A": [a], "B": [b], "Y": [y]},
    }


def register(d: int, q: int) -> Document:
    """Returns a flip-flop with its clock on net 2."""
    return {
        "hide_name": 1,
        "type": "$dff",
        "parameters": {},
        "attributes": {},
        "port_directions": {"CLK": "input", "D": "input", "Q": "output"},
        "connections": {"CLK": [2], "D": [d], "Q": [q]},
    }


def design(cells: dict[str, Document], nets: Document | None = None) -> Document:
    """Returns a module with a clock (2), two inputs (3, 4) and an output (5)."""
    ports = {
        "clk_i": {"direction": "input", "bits": [2]},
        "a": {"direction": "input", "bits": [3]},
        "b": {"direction": "input", "bits": [4]},
        "y": {"direction": "output", "bits": [5]},
    }
    module = {"attributes": {"top": "1"}, "ports": ports, "cells": cells, "netnames": nets or {}}
    return {"modules": {"m": module}}


def sample() -> Document:
    """Returns a loop of registers, one of them initialised, after gates."""
    cells = {
        "and": gate("$and", 3, 7, 6),
        "first": register(6, 8),
        "second": register(8, 7),
        "or": gate("$or", 7, 4, 5),
        "constant": gate("$xor", "1", 8, 9),
    }
    nets = {"u_x.state_q": {"hide_name": 0, "bits": [8], "attributes": {"init": "1"}}}
    return design(cells, nets)


def disguised(document: Document, seed: int) -> Document:
    """Returns the same structure with another order of entries and other names."""
    rng, other = random.Random(seed), copy.deepcopy(document)
    module = other["modules"]["m"]
    numbers = {n: n for n in range(6)}

    def bit(old: int | str) -> int | str:
        return old if isinstance(old, str) else numbers.setdefault(old, 1000 - len(numbers))

    cells = list(module["cells"].values())
    rng.shuffle(cells)
    for cell in cells:
        cell["connections"] = {k: [bit(x) for x in v] for k, v in cell["connections"].items()}
        cell["attributes"] = {"src": f"other.sv:{rng.randrange(99)}"}
    module["cells"] = {f"renamed_{rng.random()}": cell for cell in cells}
    for net in module["netnames"].values():
        net["bits"] = [bit(x) for x in net["bits"]]
    module["netnames"] = {f"other_{rng.random()}": net for net in module["netnames"].values()}
    return other


@pytest.mark.parametrize("seed", range(8))
def test_names_places_and_order_do_not_count(seed: int) -> None:
    assert canonical(disguised(sample(), seed), "n").text == canonical(sample(), "n").text


@pytest.mark.parametrize(
    ("cell", "change"),
    [
        ("and", {"type": "$nand"}),
        ("or", {"connections": {"A": [4], "B": [7], "Y": [5]}}),
        ("constant", {"connections": {"A": ["0"], "B": [8], "Y": [9]}}),
        ("and", {"parameters": {"WIDTH": "10"}}),
        ("and", {"attributes": {"keep": "1"}}),
    ],
)
def test_structure_counts(cell: str, change: Document) -> None:
    other = sample()
    other["modules"]["m"]["cells"][cell].update(change)
    assert canonical(other, "n").text != canonical(sample(), "n").text


def test_initial_values_are_part_of_the_structure_and_stay_with_their_register() -> None:
    other = sample()
    other["modules"]["m"]["netnames"]["u_x.state_q"]["attributes"]["init"] = "0"
    assert canonical(other, "n").text != canonical(sample(), "n").text
    nets = json.loads(canonical(sample(), "n").text)["modules"]["m"]["netnames"]
    (net,) = (net for net in nets.values() if net["attributes"])
    assert net["attributes"] == {"init": "1"}


def test_cells_that_nothing_tells_apart_are_numbered_all_the_same() -> None:
    rings = {}
    for ring in range(4):
        first, second = 10 + 2 * ring, 11 + 2 * ring
        rings[f"r{ring}a"], rings[f"r{ring}b"] = register(first, second), register(second, first)
    rings["or"] = gate("$or", 3, 4, 5)
    texts = {canonical(disguised(design(rings), seed), "n").text for seed in range(8)}
    assert len(texts) == 1


def test_two_rings_of_three_are_not_a_ring_of_six() -> None:
    def ring(*lengths: int) -> Document:
        cells, net = {"or": gate("$or", 3, 4, 5)}, 10
        for length in lengths:
            for index in range(length):
                cells[f"r{net}_{index}"] = register(net + index, net + (index + 1) % length)
            net += length
        return design(cells)

    assert canonical(ring(3, 3), "n").text != canonical(ring(6), "n").text


def test_original_names_are_kept_beside_the_netlist() -> None:
    found = canonical(sample(), "n")
    assert "u_x" not in found.text and "a.sv" not in found.text
    assert set(found.cells.values()) == set(sample()["modules"]["m"]["cells"])
    (state,) = sample()["modules"]["m"]["netnames"]["u_x.state_q"]["bits"]
    assert state in found.nets.values()


def test_ports_that_nothing_is_connected_to_come_and_go_without_a_trace() -> None:
    bare, open_ = sample(), sample()
    open_["modules"]["other"] = open_["modules"].pop("m")
    open_["modules"]["other"]["ports"]["spare"] = {"direction": "input", "bits": [98, 99]}
    core, shell = Shell.split(open_)
    assert canonical(core, "n").text == canonical(Shell.split(bare)[0], "n").text
    assert shell == Shell("other", {"spare": ("input", 2)})
    put_back = json.loads(shell.around(canonical(core, "n").text))["modules"]["other"]
    spare = put_back["ports"]["spare"]["bits"]
    taken = {bit for port in ("clk_i", "a", "b", "y") for bit in put_back["ports"][port]["bits"]}
    assert len(set(spare)) == 2 and not taken.intersection(spare)
