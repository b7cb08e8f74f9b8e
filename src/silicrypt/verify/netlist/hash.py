"""Checks netlists that compute digests from messages: hash cores, their streams, sponges, and HMAC.

The 64 simulation lanes run 64 messages side by side. The messages differ in their bytes, and in
their lengths where that changes neither the beats nor the blocks. The timing must not depend on
bytes and lengths; the simulator fails if it does. The keys of HMAC have checks of their own in
`mac`.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from itertools import pairwise

from silicrypt.catalog import Config, Level
from silicrypt.tools.gatesim import Simulator
from silicrypt.tools.gatesim.lanes import LANES
from silicrypt.verify import drive, vectors
from silicrypt.verify.checks import Findings
from silicrypt.verify.netlist import mac
from silicrypt.verify.netlist.section import Section
from silicrypt.verify.netlist.traffic import KEYS, Messages, Unit, pattern

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


def sections(config: Config, level: Level, simulator: Simulator) -> list[Section]:
    """Returns the sections of the check of a netlist with this interface, for each hash."""
    found = list[Section]()
    for one in config.choices:
        unit = Unit(one, level, simulator)
        checks = {
            "vectors": standard,
            "random messages with stalls": random_messages,
            "resets": resets,
            "messages back to back": back_to_back,
            "cycles per block": steady_state,
        }
        checks |= mac.CHECKS if one.unit.keyed else {}
        name = one.chosen.name if one.chosen else ""
        found += [Section(what, partial(run, unit), name) for what, run in checks.items()]
    if len(config.choices) > 1:
        both = [Unit(one, level, simulator) for one in config.choices]
        found.append(Section("messages of both hashes", partial(mac.both, both)))
    return found


def standard(unit: Unit) -> Findings:
    """Checks digests and cycles of single messages: the standard's to 8 blocks, or random ones."""
    unit.reset()
    known, failures = list(_vectors(unit.config)), list[str]()
    groups: dict[tuple[int, ...], list[vectors.Vector]] = defaultdict(list)
    for vector in known:
        key = () if vector.key is None else unit.key_shape(len(vector.key))
        groups[*key, *unit.shape(len(vector.message))].append(vector)
    batches = [part for group in groups.values() for part in drive.parts(group, LANES)]
    for number, batch in enumerate(batches):
        keys = [vector.key for vector in batch if vector.key is not None]
        tid = number % unit.config.stages
        messages = Messages(unit.config, [vector.message for vector in batch], tid, keys or KEYS)
        failures += unit.alone(messages, [vector.digest for vector in batch])
    longest = max(len(vector.message) for vector in known)
    return failures, len(known), f"{len(known)} messages up to {longest} bytes, each on time"


def _vectors(config: Config) -> Iterator[vectors.Vector]:
    kinds = vectors.kinds(config.computes)
    if "short" in kinds:
        yield from vectors.short(config.computes)
    if "long" in kinds:
        for vector in vectors.long(config.computes):
            if config.hash.blocks(len(vector.message)) <= _LONGEST:
                yield vector
    if not kinds:
        rng = random.Random(1)
        for size in _SIZES:
            for _ in range(LANES):
                message = rng.randbytes(size)
                yield vectors.Vector(message, config.reference(message))


def random_messages(unit: Unit) -> Findings:
    """Checks random lengths, as many messages in flight as possible, with stalls on both sides."""
    rng, failures, cases = random.Random(2), list[str](), 0
    unit.reset()
    for number in range(_ROUNDS):
        messages = _mixture(unit, rng, _MESSAGES * unit.config.stages)
        offer, take = pattern(rng, number), pattern(rng, number // 2)
        failures += unit.send(messages, rng, offer=offer, take=take, load=KEYS)
        cases += LANES * len(messages)
    return failures, cases, f"{_ROUNDS} patterns of stalls, up to {_BLOCKS} blocks"


def _mixture(unit: Unit, rng: random.Random, count: int) -> list[Messages]:
    """Returns random messages; some lengths are at the ends of blocks."""
    stages, block = unit.config.stages, unit.config.hash.block_bits // 8
    ends = [block * number for number in range(_BLOCKS)]
    found = []
    for number in range(count):
        size = max(0, rng.choice((rng.randrange(_BLOCKS * block), rng.choice(ends))) - 9)
        size += rng.choice((0, 0, 8, 9))
        found.append(Messages(unit.config, unit.alike(rng, size), number % stages, KEYS))
    rng.shuffle(found)
    return found


def resets(unit: Unit) -> Findings:
    """Checks a reset at a random cycle of messages: later messages must be right."""
    rng, failures = random.Random(3), list[str]()
    unit.reset()
    for _ in range(_RESETS):
        unit.abandon(_mixture(unit, rng, unit.config.stages), rng)
        unit.reset(rng.randrange(1, 4))
        after = _mixture(unit, rng, unit.config.stages + 1)
        failures += unit.send(after, rng, load=KEYS)
    cases = _RESETS * LANES * (unit.config.stages + 1)
    return failures, cases, f"{_RESETS} resets at random cycles, each before right messages"


def back_to_back(unit: Unit) -> Findings:
    """Checks messages of one block without a pause, at the interval of the formula."""
    config, rng = unit.config, random.Random(4)
    unit.reset()
    # A tag waits for its inner digest, and tags in flight wait for each other.
    stages = 1 if config.unit.keyed else config.stages
    size = config.hash.block_bits // 8 - config.hash.padding.length_bytes - 1
    train = [
        Messages(config, unit.alike(rng, size), number % stages, KEYS)
        for number in range(_TRAIN * stages)
    ]
    failures = unit.send(train, None, load=KEYS)
    times = [result.cycle for result in unit.last.results]
    times = times[:: stages * config.unit.tops[unit.level].result_beats][2:]
    found, stated = {b - a for a, b in pairwise(times)}, config.message_interval(size)
    if not failures and found != {stated}:
        failures.append(f"intervals of {sorted(found)} cycles instead of {stated}")
    return failures, LANES * len(train), f"{stages} messages every {stated} cycles"


def steady_state(unit: Unit) -> Findings:
    """Checks the digests and the cycles per block of long messages, as many as fit in flight."""
    config, rng, totals = unit.config, random.Random(5), list[int]()
    size, failures = config.hash.block_bits // 8, list[str]()
    unit.reset()
    for blocks in _STEADY:
        messages = [
            Messages(config, [rng.randbytes(blocks * size - size // 2) for _ in range(LANES)], tid)
            for tid in range(config.stages)
        ]
        failures += unit.send(messages, None, load=KEYS)
        totals.append(unit.last.results[-1].cycle - unit.last.taken[0])
    pace = (totals[1] - totals[0]) / ((_STEADY[1] - _STEADY[0]) * config.stages)
    if not failures and pace != config.cycles_per_block:
        failures.append(f"{pace:g} cycles per block instead of {config.cycles_per_block}")
    return failures, 2 * LANES * config.stages, f"{pace:g} cycles per block"
