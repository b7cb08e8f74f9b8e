"""Faults in the flip-flops of a mapped netlist: where they raise the alarm, and what leaves."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from passed import Passed, netlist_key
from planted_netlists import Cell, Document, document
from silicrypt import catalog, targets
from silicrypt.tools.cellmodels import cells
from silicrypt.tools.gatesim import LANES, Simulator, compile_netlist, read

NAME, TARGET, TOP = "aes128-one-cells-alarm", "nangate45", "sil_aes_one"
KEYS = bytes(range(16)), bytes(range(16, 32))
BLOCKS = bytes(range(32, 48)), bytes(range(48, 64))
#: Cycles of a run: a key, two blocks of ten rounds, and a result that waits for three cycles.
CYCLES = 36
WAITS = range(12, 17)
#: The control registers of the core, the same inverted, and the alarm in both.
CONTROL = 2 * (4 + 7 + 1)
#: Cycles until key and state are cleared.
CLEARED = 3


@dataclass(frozen=True)
class Lane:
    """What happened in a run: results that left, the cycles of the alarm, other outputs in it."""

    results: list[bytes]
    alarm: list[int]
    escaped: list[int]


def expected() -> list[bytes]:
    encryptor = Cipher(algorithms.AES(KEYS[0]), modes.ECB()).encryptor()
    return [encryptor.update(block) for block in BLOCKS]


@cache
def flippable() -> tuple[Document, list[Cell]]:
    """Returns the netlist with an input that inverts what a flip-flop takes, a bit for each.

    The flip-flops with a reset come first: they are those of the control.
    """
    changed = copy.deepcopy(document(NAME, "core", TARGET))
    module = changed["modules"][TOP]
    registers = [cell for cell in module["cells"].values() if cell["type"].startswith("DFF")]
    registers.sort(key=lambda cell: not cell["type"].startswith(("DFFR", "DFFS")))
    nets = [pin for cell in module["cells"].values() for pin in cell["connections"].values()]
    nets += [port["bits"] for port in module["ports"].values()]
    free = 1 + max(bit for net in nets for bit in net if isinstance(bit, int))
    flips, inputs = [], list[int]()
    for number, cell in enumerate(registers):
        wrong, flip = free + number, free + len(registers) + number
        gate = {"A": cell["connections"]["D"], "B": [flip], "Z": [wrong]}
        flips.append({"type": "XOR2_X1", "parameters": {}, "connections": gate, "attributes": {}})
        flips[-1]["port_directions"] = {"A": "input", "B": "input", "Z": "output"}
        flips[-1]["hide_name"] = 0
        cell["connections"]["D"] = [wrong]
        inputs.append(flip)
    module["cells"].update({f"flip_{number}": cell for number, cell in enumerate(flips)})
    module["ports"]["flip"] = {"direction": "input", "bits": inputs}
    module["netnames"]["flip"] = {"hide_name": 0, "bits": inputs, "attributes": {}}
    return changed, registers


@pytest.fixture(scope="module")
def simulator() -> Iterator[Simulator]:
    library = cells(targets.get(TARGET))
    program = compile_netlist(read(flippable()[0], library))
    with Simulator(program) as running:
        yield running


def run(
    simulator: Simulator, registers: Sequence[int], cycle: int, key: bytes = KEYS[0]
) -> list[Lane]:
    """Inverts one register in each lane in this cycle of a run. -1 stands for none."""
    lanes = [Lane([], [], []) for _ in range(LANES)]
    flips = [1 << number if number >= 0 else 0 for number in registers]
    words = [key[at : at + 4] for at in range(0, 16, 4)]
    simulator.power_up()
    simulator.set(wipe_i=0, k_tuser=0, s_tuser=0, s_tvalid=0, k_tvalid=0, m_tready=0, flip=0)
    simulator.reset(cycles=4)
    simulator.step(2)
    blocks = [0] * LANES
    for now in range(CYCLES):
        loading = now < len(words)
        data = [int.from_bytes(BLOCKS[one], "little") if one < 2 else 0 for one in blocks]
        simulator.set(
            k_tvalid=int(loading),
            k_tdata=int.from_bytes(words[now], "little") if loading else 0,
            s_tvalid=[int(not loading and one < 2) for one in blocks],
            s_tdata=data,
            m_tready=int(now not in WAITS),
            flip=flips if now == cycle else 0,
        )
        simulator.settle()
        seen = {port: simulator.get(port) for port in ("s_tready", "k_tready", "keyed_o")}
        valid, result, alarm = (simulator.get(port) for port in ("m_tvalid", "m_tdata", "alarm_o"))
        for at, lane in enumerate(lanes):
            if valid[at] and now not in WAITS:
                lane.results.append(result[at].to_bytes(16, "little"))
            if alarm[at]:
                lane.alarm.append(now)
                if valid[at] or result[at] or any(port[at] for port in seen.values()):
                    lane.escaped.append(now)
            if not loading and blocks[at] < 2 and seen["s_tready"][at]:
                blocks[at] += 1
        simulator.step()
    return lanes


def held(simulator: Simulator) -> list[int]:
    """Returns the words of the flip-flops of keys and data, in the lanes with a fault."""
    registers = flippable()[1][CONTROL:]
    pins = [cell["connections"].get("Q", cell["connections"].get("QN"))[0] for cell in registers]
    return [word & (1 << CONTROL) - 1 for word in simulator.peek(pins)]


def test_every_flip_of_a_control_register_of_the_netlist_raises_the_alarm(
    passed: Passed, request: pytest.FixtureRequest
) -> None:
    with passed.once(netlist_key(catalog.get(NAME), "core", TARGET)):
        kinds = [cell["type"][:4] in ("DFFR", "DFFS") for cell in flippable()[1]]
        assert kinds.count(True) == CONTROL, "the netlist has every control register twice"
        simulator = request.getfixturevalue("simulator")
        (alone, *_) = run(simulator, [-1] * LANES, 0)
        assert (alone.results, alone.alarm) == (expected(), [])
        lanes = [*range(CONTROL), *[-1] * (LANES - CONTROL)]
        for cycle in range(CYCLES - 1 - CLEARED):
            found = run(simulator, lanes, cycle)
            for lane in found[:CONTROL]:
                assert lane.alarm == list(range(cycle + 1, CYCLES)), "from the next cycle on"
                assert lane.escaped == []
                assert lane.results == expected()[: len(lane.results)], "no other result left"
            assert all((one.results, one.alarm) == (expected(), []) for one in found[CONTROL:])
            left = held(simulator)
            run(simulator, lanes, cycle, KEYS[1])
            assert left == held(simulator), "nothing that depends on the key is left"


def test_a_flip_of_a_key_or_of_data_is_not_noticed(
    passed: Passed, request: pytest.FixtureRequest
) -> None:
    """The limit that the page states: these registers exist once."""
    with passed.once(netlist_key(catalog.get(NAME), "core", TARGET)):
        simulator = request.getfixturevalue("simulator")
        count, wrong = len(flippable()[1]), 0
        for start in range(CONTROL, count, LANES):
            lanes = [at if at < count else -1 for at in range(start, start + LANES)]
            found = run(simulator, lanes, 8)
            assert all(one.alarm == [] for one in found)
            wrong += sum(one.results != expected() for one in found)
        assert wrong > (count - CONTROL) // 2
