"""Checks netlists that compute digests or tags from messages: cores, streams, sponges, and HMAC."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from silicrypt.catalog import DesignPoint, Level
from silicrypt.tools.gatesim import LANES, Library, Simulator, compile_netlist, read
from silicrypt.tools.gatesim.netlist import Node
from silicrypt.verify import netlist_stream, vectors
from silicrypt.verify.checks import Check, Findings, Section, record
from silicrypt.verify.netlist_stream import KEYS, ParallelMessages, StreamNetlist, parts, pattern

#: Length of the longest messages that are used from the vectors, in blocks.
_LONGEST = 8
#: Message lengths, in blocks, whose difference in cycles gives the steady state.
_STEADY = (4, 12)
#: Lengths in bytes of the messages of an algorithm without vectors.
_SIZES = (0, 1, 3, 4, 7, 8, 11, 12, 13, 31, 64)
#: Rounds of random messages, each with other stalls; messages per round and message in flight.
_ROUNDS, _MESSAGES = 10, 6
#: Limit of the length of random messages, in blocks.
_BLOCKS = 3
#: Number of resets, and of messages back to back.
_RESETS, _TRAIN = 16, 6
#: Messages of both hashes in a sequence, and the number of sequences, each with other stalls.
_MIXED, _SEQUENCES = 24, 4
#: Cycles after a digest until a core is idle, and number of idle cycles that are watched.
_SETTLED, _IDLE = 16, 256


def sections(point: DesignPoint, level: Level, simulator: Simulator) -> list[Section]:
    """Returns the sections of the check of a netlist with this interface, for each hash."""
    units = [StreamNetlist(one, level, simulator) for one in point.choices]
    found = [
        Section(name, partial(examine, unit), unit.point.chosen.name if unit.point.chosen else "")
        for unit in units
        for name, examine in {**_CHECKS, **(_KEYED if unit.point.unit.keyed else {})}.items()
    ]
    if len(units) > 1:
        found.append(Section("messages of both hashes", partial(_both, units)))
    return found


def _standard(unit: StreamNetlist) -> Findings:
    """Checks digests and cycles of single messages: the standard's to 8 blocks, or random ones."""
    unit.reset()
    known, failures = list(_vectors(unit.point)), list[str]()
    groups: dict[tuple[int, ...], list[vectors.Vector]] = defaultdict(list)
    for vector in known:
        key = () if vector.key is None else unit.key_shape(len(vector.key))
        groups[*key, *unit.shape(len(vector.message))].append(vector)
    batches = [part for group in groups.values() for part in parts(group, LANES)]
    for number, batch in enumerate(batches):
        keys = [vector.key for vector in batch if vector.key is not None]
        tid = number % unit.point.stages
        messages = ParallelMessages(
            unit.point, [vector.message for vector in batch], tid, keys or KEYS
        )
        failures += unit.alone(messages, [vector.digest for vector in batch])
    longest = max(len(vector.message) for vector in known)
    return failures, len(known), f"{len(known)} messages up to {longest} bytes, each on time"


def _vectors(point: DesignPoint) -> Iterator[vectors.Vector]:
    kinds = vectors.kinds(point.computes)
    if "short" in kinds:
        yield from vectors.short(point.computes)
    if "long" in kinds:
        for vector in vectors.long(point.computes):
            if point.hash.blocks(len(vector.message)) <= _LONGEST:
                yield vector
    if not kinds:
        rng = random.Random(1)
        for size in _SIZES:
            for lane in range(LANES):
                message = rng.randbytes(size)
                key = KEYS[lane] if point.unit.keyed else None
                yield vectors.Vector(message, point.reference(message, key or b""), key)


def _random_messages(unit: StreamNetlist) -> Findings:
    """Checks random lengths, as many messages in flight as possible, with stalls on both sides."""
    rng, failures, cases = random.Random(2), list[str](), 0
    unit.reset()
    for number in range(_ROUNDS):
        messages = _mixture(unit, rng, _MESSAGES * unit.point.stages)
        offer, take = pattern(rng, number), pattern(rng, number // 2)
        failures += unit.send(messages, rng, offer=offer, take=take, load=KEYS)
        cases += LANES * len(messages)
    return failures, cases, f"{_ROUNDS} patterns of stalls, up to {_BLOCKS} blocks"


def _mixture(unit: StreamNetlist, rng: random.Random, count: int) -> list[ParallelMessages]:
    """Returns random messages; some lengths are at the ends of blocks."""
    stages, block = unit.point.stages, unit.block_bytes
    ends = [block * number for number in range(_BLOCKS)]
    found = []
    for number in range(count):
        size = max(0, rng.choice((rng.randrange(_BLOCKS * block), rng.choice(ends))) - 9)
        size += rng.choice((0, 0, 8, 9))
        found.append(ParallelMessages(unit.point, unit.alike(rng, size), number % stages, KEYS))
    rng.shuffle(found)
    return found


def _resets(unit: StreamNetlist) -> Findings:
    """Checks a reset at a random cycle of messages: later messages must be right."""
    rng, failures = random.Random(3), list[str]()
    unit.reset()
    for _ in range(_RESETS):
        unit.abandon(_mixture(unit, rng, unit.point.stages), rng)
        unit.reset(rng.randrange(1, 4))
        after = _mixture(unit, rng, unit.point.stages + 1)
        failures += unit.send(after, rng, load=KEYS)
    cases = _RESETS * LANES * (unit.point.stages + 1)
    return failures, cases, f"{_RESETS} resets at random cycles, each before right messages"


def _back_to_back(unit: StreamNetlist) -> Findings:
    """Checks messages of one block without a pause, at the interval of the formula."""
    point, rng = unit.point, random.Random(4)
    unit.reset()
    # A tag waits for its inner digest, and tags in flight wait for each other.
    stages = 1 if point.unit.keyed else point.stages
    size = unit.block_bytes - point.hash.padding.length_bytes - 1
    train = [
        ParallelMessages(point, unit.alike(rng, size), number % stages, KEYS)
        for number in range(_TRAIN * stages)
    ]
    failures = unit.send(train, None, load=KEYS)
    times = [result.cycle for result in unit.last.results]
    times = times[:: stages * unit.result_beats][2:]
    found, stated = {b - a for a, b in pairwise(times)}, point.message_interval(size)
    if not failures and found != {stated}:
        failures.append(f"intervals of {sorted(found)} cycles instead of {stated}")
    return failures, LANES * len(train), f"{stages} messages every {stated} cycles"


def _steady_state(unit: StreamNetlist) -> Findings:
    """Checks the digests and the cycles per block of long messages, as many as fit in flight."""
    point, rng, totals = unit.point, random.Random(5), list[int]()
    size, failures = unit.block_bytes, list[str]()
    unit.reset()
    for blocks in _STEADY:
        messages = [
            ParallelMessages(
                point, [rng.randbytes(blocks * size - size // 2) for _ in range(LANES)], tid
            )
            for tid in range(point.stages)
        ]
        failures += unit.send(messages, None, load=KEYS)
        totals.append(unit.last.results[-1].cycle - unit.last.taken[0])
    pace = (totals[1] - totals[0]) / ((_STEADY[1] - _STEADY[0]) * point.stages)
    if not failures and pace != point.cycles_per_block:
        failures.append(f"{pace:g} cycles per block instead of {point.cycles_per_block}")
    return failures, 2 * LANES * point.stages, f"{pace:g} cycles per block"


def _keys(unit: StreamNetlist) -> Findings:
    """Checks keys of several lengths: the tags under each, and the cycles that the key takes."""
    point, rng, failures = unit.point, random.Random(6), list[str]()
    block = unit.block_bytes
    sizes = (0, 1, 20, block - 1, block, block + 1, 2 * block - 9, 2 * block, 3 * block + 5)
    unit.reset()
    for size in sizes:
        others = [one for one in range(4 * block) if unit.key_shape(one) == unit.key_shape(size)]
        beats, text, sent = 0, list[ParallelMessages](), []
        for _ in range(2):
            own = [rng.randbytes(size), *(rng.randbytes(rng.choice(others)) for _ in KEYS[1:])]
            message = ParallelMessages(point, unit.alike(rng, 4), 0, own)
            sent += [*unit.load(own), *unit.beats([message])]
            beats = len(unit.load(own))
            text.append(message)
        failures += unit.sequence(sent, text)
        starts = unit.last.taken[beats], unit.last.taken[len(sent) // 2 + beats]
        cycles = starts[1] - starts[0] - point.message_interval(4)
        if cycles != point.key_interval(size):
            stated = point.key_interval(size)
            failures.append(f"a key of {size} bytes took {cycles} cycles instead of {stated}")
    return failures, 2 * LANES * len(sizes), f"{len(sizes)} lengths up to {sizes[-1]} bytes"


def _no_key(unit: StreamNetlist) -> Findings:
    """Checks that a message after a reset is refused, and is right as soon as there is a key."""
    rng, failures = random.Random(7), list[str]()
    for size in (0, 3, 100):
        unit.reset()
        message = ParallelMessages(
            unit.point, unit.alike(rng, size), rng.randrange(unit.point.stages)
        )
        failures += unit.refused(message)
        failures += unit.send([message], rng, load=KEYS)
    return failures, 3 * LANES, "3 messages without a key refused"


def _comparison(unit: StreamNetlist) -> Findings:
    """Checks that the comparison accepts the tag, and no tag that differs in a bit."""
    rng, failures, count = random.Random(8), list[str](), 6
    unit.reset()
    for _ in range(count):
        message = ParallelMessages(unit.point, unit.alike(rng, 9))
        tags = [int.from_bytes(tag, "little") for tag in message.results]
        width = 8 * len(message.results[0])
        wrong = [rng.random() < 0.75 for _ in tags]
        given = [t ^ w << rng.randrange(width) for t, w in zip(tags, wrong, strict=True)]
        unit.simulator.set(tag_i=given)
        failures += unit.send([message], rng, load=KEYS)
        found = unit.last.results[-1].values["m_tmatch"]
        failures += ["m_tmatch is wrong" for f, w in zip(found, wrong, strict=True) if f == w]
    return failures, count * LANES, f"{count * LANES} tags, three of four with a wrong bit"


def _both(units: Sequence[StreamNetlist]) -> Findings:
    """Checks keys and messages of two hashes in any sequence; each hash has a key of its own."""
    rng, failures = random.Random(9), list[str]()
    units[0].reset()
    for number in range(_SEQUENCES):
        known = [KEYS for _ in units]
        sent, text = [beat for unit in units for beat in unit.load(KEYS)], list[ParallelMessages]()
        for _ in range(_MIXED):
            at = rng.randrange(len(units))
            unit = units[at]
            if rng.random() < 0.2:
                size = rng.randrange(1, 16)
                known[at] = tuple(rng.randbytes(size) for _ in KEYS)
                sent += unit.load(known[at])
            text.append(
                ParallelMessages(unit.point, unit.alike(rng, rng.randrange(150)), 0, known[at])
            )
            sent += unit.beats(text[-1:])
        offer, take = pattern(rng, number), pattern(rng, number // 2)
        failures += units[0].sequence(sent, text, offer, take)
    cases = _SEQUENCES * _MIXED * LANES
    return failures, cases, f"{_SEQUENCES} patterns of stalls, keys and messages of both mixed"


_CHECKS: Mapping[str, Callable[[StreamNetlist], Findings]] = {
    "vectors": _standard,
    "random messages with stalls": _random_messages,
    "resets": _resets,
    "messages back to back": _back_to_back,
    "cycles per block": _steady_state,
}
#: The additional checks of HMAC.
_KEYED: Mapping[str, Callable[[StreamNetlist], Findings]] = {
    "keys": _keys,
    "no key": _no_key,
    "comparison of tags": _comparison,
}


def _one_message(point: DesignPoint, level: Level, simulator: Simulator) -> None:
    unit, message = StreamNetlist(point, level, simulator), [b"abc"]
    beats = [
        *netlist_stream.key_beats(point, message),
        *netlist_stream.beats(point, level, message),
    ]
    limit = netlist_stream.limit(point, level, message)
    simulator.stream(beats, unit.result_beats, limit)


def check_gating(
    point: DesignPoint,
    target: str,
    document: Mapping[str, Any],
    library: Library,
    work: Callable[[DesignPoint, Level, Simulator], None] | None = None,
) -> Check:
    """Checks the gated clocks of a core's netlist.

    Args:
        point: the design point that the netlist implements.
        target: name of the target that it was mapped to.
        document: the netlist in the format of Yosys' ``write_json``.
        library: the models of its cells.
        work: performs one message in the netlist; by default a hash of three bytes.

    Returns:
        The record. After a message, with nothing offered, no gated clock may rise or fall. During
        a message each of them must.
    """
    level = point.levels[0]
    netlist = read(document, library, point.top(level))
    clocks: dict[Node, int] = defaultdict(int)
    for register in netlist.registers:
        clocks[register.clock] += 1
    root = netlist.inputs["clk_i"][0]
    gated = {clock: count for clock, count in clocks.items() if clock != root}
    with Simulator(compile_netlist(netlist)) as simulator:
        simulator.reset()
        simulator.count()
        (work or _one_message)(point, level, simulator)
        busy = simulator.activity().toggles
        simulator.step(_SETTLED + point.wake_cycles)
        simulator.count()
        simulator.step(_IDLE)
        idle = simulator.activity().toggles
    nets = [clock for clock in gated if isinstance(clock, int)]
    names = netlist.names
    failures = [f"{names[n]} toggles {idle[n]} times while idle" for n in nets if idle[n]]
    failures += [f"{names[n]} never toggles" for n in nets if not busy[n]]
    if not nets:
        failures = ["no clock is gated"]
    covered = (
        f"{sum(gated.values())} of {sum(clocks.values())} registers after {len(nets)} gates: no "
        f"clock edge there in {_IDLE} idle cycles"
    )
    return record(f"gated clocks on {target}", level, (failures, len(nets), covered))
