"""Checks the gated clocks of a mapped netlist."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from silicrypt.catalog import Config
from silicrypt.tools.gatesim import Library, Simulator, compile_netlist, read
from silicrypt.tools.gatesim.netlist import Node
from silicrypt.verify import drive
from silicrypt.verify.checks import Check

#: Cycles after a digest until a core is idle, and number of idle cycles that are watched.
_SETTLED, _IDLE = 16, 256


def check_gating(
    config: Config, target: str, document: Mapping[str, Any], library: Library
) -> Check:
    """Checks the gated clocks of a core's netlist.

    Args:
        config: the design point that the netlist implements.
        target: name of the target that it was mapped to.
        document: the netlist in the format of Yosys' ``write_json``.
        library: the models of its cells.

    Returns:
        The record. After a message, with nothing offered, no gated clock may rise or fall. During
        a message each of them must.
    """
    netlist = read(document, library, config.top(config.levels[0]))
    clocks: dict[Node, int] = defaultdict(int)
    for register in netlist.registers:
        clocks[register.clock] += 1
    root = netlist.inputs["clk_i"][0]
    gated = {clock: count for clock, count in clocks.items() if clock != root}
    message = [b"abc"]
    with Simulator(compile_netlist(netlist)) as simulator:
        drive.bind(simulator)
        simulator.reset()
        simulator.count()
        level = config.levels[0]
        beats = [*drive.key_beats(config, message), *drive.beats(config, level, message)]
        results = config.unit.tops[level].result_beats
        simulator.stream(beats, results, drive.limit(config, level, message))
        busy = simulator.activity().toggles
        simulator.step(_SETTLED + config.wake_cycles)
        simulator.count()
        simulator.step(_IDLE)
        idle = simulator.activity().toggles
    nets = [clock for clock in gated if isinstance(clock, int)]
    names = netlist.names
    failures = [f"{names[n]} toggles {idle[n]} times while idle" for n in nets if idle[n]]
    failures += [f"{names[n]} never toggles" for n in nets if not busy[n]]
    if not nets:
        failures = ["no clock is gated"]
    gated_count, total = sum(gated.values()), sum(clocks.values())
    detail = (
        f"{gated_count} of {total} registers after {len(nets)} gates: no clock edge there in "
        f"{_IDLE} idle cycles"
    )
    detail = detail if not failures else f"{len(failures)} failed, first: {failures[0]}"
    return Check(f"gated clocks on {target}", config.levels[0], not failures, len(nets), detail)
