"""Holds the mapped netlist of a design point against NIST's vectors, in an independent simulator.

What is placed, routed and measured is a netlist, not the sources. Synthesis, cell mapping and the
simulator that verified the sources all stand between the two; here none of them is believed.
"""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from silicrypt import targets
from silicrypt.catalog import Config
from silicrypt.errors import BadInput, ToolFailed
from silicrypt.flow import synth
from silicrypt.targets import Routed, StandardCells, Target
from silicrypt.tools.gatesim import Library, Simulator, compile_netlist, ecp5, read
from silicrypt.tools.gatesim import liberty as liberty_cells
from silicrypt.tools.gatesim.lanes import LANES
from silicrypt.tools.gatesim.netlist import Node
from silicrypt.tools.liberty import unpack
from silicrypt.verify import drive, vectors
from silicrypt.verify.checks import Check

#: Blocks of the longest messages taken from the vectors.
LONGEST = 8

#: Blocks of the two messages whose difference in cycles is the steady state.
_STEADY = (4, 12)

#: Bytes of the messages of an algorithm without vectors, and their seed.
_SIZES, _SEED = (0, 1, 3, 4, 7, 8, 11, 12, 13, 31, 64), 1

#: Cycles after a digest until a core is idle, and idle cycles watched.
_SETTLED, _IDLE = 16, 256


def verify_netlist(config: Config, target: str) -> Check:
    """Maps the core of a configuration and simulates what came out.

    Args:
        config: the design point.
        target: name of one whose cells have models: an ECP5 or a standard-cell library.

    Raises:
        UnknownName: there is no such target.
        BadInput: the target's cells have no models.
        ToolFailed: synthesis broke off.
    """
    library = cells(targets.get(target))
    path = synth.netlist(config, config.levels[0], target)
    document = json.loads(path.read_text("utf-8"))
    return check_netlist(config, target, document, library)


def verify_gating(config: Config, target: str = "nangate45") -> Check:
    """Maps the core of a configuration and watches its gated clocks while it is idle.

    Args:
        config: a design point with ``ClockGate``.
        target: name of a standard-cell library; FPGAs have clock enables instead.

    Raises:
        UnknownName: there is no such target.
        BadInput: the target's cells have no models.
        ToolFailed: synthesis broke off.
    """
    library = cells(targets.get(target))
    path = synth.netlist(config, config.levels[0], target)
    document = json.loads(path.read_text("utf-8"))
    return check_gating(config, target, document, library)


def check_gating(
    config: Config, target: str, document: Mapping[str, Any], library: Library
) -> Check:
    """Watches the gated clocks of a core's netlist.

    Args:
        config: the design point that it should be.
        target: name of what it was mapped to.
        document: the netlist as Yosys' ``write_json`` has it.
        library: the models of its cells.

    Returns:
        The record: after a message, with nothing offered, no gated clock rises or falls; during a
        message each of them does.
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
        fed = [*drive.key_beats(config, message), *drive.beats(config, level, message)]
        beats = config.unit.tops[level].result_beats
        simulator.stream(fed, beats, drive.limit(config, level, message))
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
    still, total = sum(gated.values()), sum(clocks.values())
    detail = (
        f"{still} of {total} registers behind {len(nets)} gates: no clock edge there in "
        f"{_IDLE} idle cycles"
    )
    detail = detail if not failures else f"{len(failures)} failed, first: {failures[0]}"
    return Check(f"gated clocks on {target}", config.levels[0], not failures, len(nets), detail)


def cells(target: Target) -> Library:
    """The models of a target's cells.

    Raises:
        BadInput: there are none.
    """
    match target:
        case Routed():
            return ecp5.library
        case StandardCells():
            path = unpack(target)
            return liberty_cells.library(path.read_text("utf-8"), where=target.name)
    raise BadInput(f"a netlist for {target.name} cannot be simulated: no models of its cells")


def check_netlist(
    config: Config, target: str, document: Mapping[str, Any], library: Library
) -> Check:
    """Simulates the netlist of a core.

    Args:
        config: the design point that it should be.
        target: name of what it was mapped to.
        document: the netlist as Yosys' ``write_json`` has it.
        library: the models of its cells.

    Returns:
        The record: the standard's vectors with the cycles that each takes, and the cycles a block
        of long messages, against the formulas of the configuration; of two hashes, for each.
    """
    level, choices = config.levels[0], config.choices
    known = [list(_vectors(one)) for one in choices]
    with Simulator(compile_netlist(read(document, library, config.top(level)))) as simulator:
        drive.bind(simulator)
        try:
            simulator.reset()
            failures = [
                failure
                for one, some in zip(choices, known, strict=True)
                for found in (_check_vectors(one, simulator, some), _check_pace(one, simulator))
                for failure in found
            ]
        except ToolFailed as error:
            failures = [str(error)]
    longest = max(len(vector.message) for some in known for vector in some)
    count = sum(map(len, known))
    pace = " or ".join(str(one.cycles_per_block) for one in choices)
    detail = (
        f"{count} vectors up to {longest} bytes, {pace} cycles a block"
        if not failures
        else f"{len(failures)} failed, first: {failures[0]}"
    )
    return Check(f"netlist for {target}", level, not failures, count, detail)


def _vectors(config: Config) -> Iterator[vectors.Vector]:
    """The standard's messages that are not very long; random ones against the model without one."""
    kinds = vectors.kinds(config.computes)
    if "short" in kinds:
        yield from vectors.short(config.computes)
    if "long" in kinds:
        for vector in vectors.long(config.computes):
            if config.hash.blocks(len(vector.message)) <= LONGEST:
                yield vector
    if not kinds:
        randomness = random.Random(_SEED)
        for size in _SIZES:
            for _ in range(LANES):
                message = randomness.randbytes(size)
                yield vectors.Vector(message, config.reference(message))


def _check_vectors(
    config: Config, simulator: Simulator, known: Iterable[vectors.Vector]
) -> Iterator[str]:
    """Messages that take as long side by side; their digests and their cycles."""
    groups: dict[tuple[int, ...], list[vectors.Vector]] = defaultdict(list)
    for vector in known:
        if vector.key is None:
            groups[(config.hash.blocks(len(vector.message)),)].append(vector)
        else:
            groups[len(vector.key), len(vector.message)].append(vector)
    level = config.levels[0]
    beats = config.unit.tops[level].result_beats
    batches = [part for group in groups.values() for part in drive.parts(group, LANES)]
    for number, batch in enumerate(batches):
        lane = number % config.stages
        messages = [vector.message for vector in batch]
        keys = [vector.key for vector in batch if vector.key is not None]
        loading = drive.key_beats(config, messages, keys)
        fed = [*loading, *drive.beats(config, level, messages, lane)]
        limit = drive.limit(config, level, messages)
        simulator.step(_SETTLED)
        transfer = simulator.stream(fed, beats, limit)
        ((tid, digests),) = drive.results(config, level, transfer)
        if tid != lane:
            yield f"a result came under tid {tid} instead of {lane}"
        yield from _compare(digests, [vector.digest for vector in batch])
        cycles = transfer.results[-1].cycle - transfer.taken[len(loading)]
        expected = config.cycles(level, len(messages[0]))
        if cycles != expected:
            yield f"{len(messages[0])} bytes took {cycles} cycles instead of {expected}"


def _check_pace(config: Config, simulator: Simulator) -> Iterator[str]:
    """Long messages, one for each that can be in flight: their digests and the cycles a block."""
    randomness, totals, level = random.Random(1), [], config.levels[0]
    size = config.hash.block_bits // 8
    for blocks in _STEADY:
        messages = [
            [randomness.randbytes(blocks * size - size // 2) for _ in range(LANES)]
            for _ in range(config.stages)
        ]
        fed = drive.key_beats(config, messages[0])
        loading = len(fed)
        fed += drive.in_turn(config, level, messages)
        limit = config.stages * drive.limit(config, level, messages[0])
        beats = config.unit.tops[level].result_beats
        transfer = simulator.stream(fed, config.stages * beats, limit)
        # Which of several messages ends first is nobody's to know.
        results = list(drive.results(config, level, transfer))
        order = [tid for tid, _ in results]
        if sorted(order) != list(range(config.stages)):
            yield f"results came under tid {order}"
            return
        for tid, digests in results:
            yield from _compare(
                digests, [config.reference(data, drive.KEY) for data in messages[tid]]
            )
        totals.append(transfer.results[-1].cycle - transfer.taken[loading])
    pace = (totals[1] - totals[0]) / ((_STEADY[1] - _STEADY[0]) * config.stages)
    if pace != config.cycles_per_block:
        yield f"{pace:g} cycles a block instead of {config.cycles_per_block}"


def _compare(digests: Sequence[bytes], expected: Sequence[bytes]) -> Iterator[str]:
    """The digests of the first lanes that are not the expected ones."""
    for digest, right in zip(digests, expected, strict=False):
        if digest != right:
            yield f"{digest.hex()} instead of {right.hex()}"
