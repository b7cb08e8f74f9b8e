"""Checks netlists of block cipher cores: keys and blocks to blocks."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable
from functools import partial

from silicrypt.catalog import Config, Level
from silicrypt.tools.gatesim import Simulator
from silicrypt.tools.gatesim.lanes import LANES
from silicrypt.verify import drive
from silicrypt.verify.checks import Findings
from silicrypt.verify.cipher.vectors import Vector, answers, examples
from silicrypt.verify.netlist.blocks import BLOCK, Cipher, Key, Message, Pace, Segment
from silicrypt.verify.netlist.section import Section
from silicrypt.verify.netlist.traffic import pattern

#: Rounds of random keys and blocks, each with other stalls; keys and blocks of a round.
_ROUNDS, _KEYS, _BLOCKS = 8, 4, 8
#: Number of resets, and of wipes.
_CUTS = 8
#: Message lengths, in blocks per stage, whose difference in cycles gives the steady state.
_STEADY = (4, 12)
#: Cycles in which a core without a key must accept no block.
_WAIT = 256
#: Byte values of special keys: all zeros, all ones, and what an S-box or its inverse maps to 0.
_SPECIAL = (0x00, 0xFF, 0x52, 0x63)


def sections(config: Config, level: Level, simulator: Simulator) -> list[Section]:
    """Returns the sections of the check of a netlist with this interface."""
    unit = Cipher(config, level, simulator)
    checks: dict[str, Callable[[Cipher], Findings]] = {
        "vectors": standard,
        "random keys and blocks with stalls": random_blocks,
        "resets": partial(interrupted, wipe=False),
        "wipes": partial(interrupted, wipe=True),
        "cycles of keys and blocks": cycles,
    }
    return [Section(name, partial(examine, unit)) for name, examine in checks.items()]


def random_keys(rng: random.Random, size: int) -> Key:
    """Returns a random key of that length in bytes for each lane."""
    return Key([rng.randbytes(size) for _ in range(LANES)])


def _block(unit: Cipher, rng: random.Random) -> Message:
    data = [rng.randbytes(BLOCK) for _ in range(LANES)]
    return Message(data, rng.choice(unit.formulas.directions))


def standard(unit: Cipher) -> Findings:
    """Checks the examples of FIPS 197 and NIST's known answers, each with its own key."""
    formulas, failures = unit.formulas, list[str]()
    given = formulas.key_bytes, formulas.directions
    known = [*examples(*given), *answers(*given), *answers(*given, ("MMT",))]
    pairs: dict[tuple[int, bool], list[Vector]] = defaultdict(list)
    for vector in known:
        for at in range(0, len(vector.data), BLOCK):
            part = slice(at, at + BLOCK)
            one = Vector(vector.key, vector.data[part], vector.result[part], vector.decrypt)
            pairs[len(vector.key), vector.decrypt].append(one)
    segments, results = list[Segment](), list[bytes]()
    for (_, decrypt), vectors in pairs.items():
        for batch in drive.parts(vectors, LANES):
            full = [*batch, *vectors * LANES][:LANES]
            message = Message([vector.data for vector in full], decrypt)
            segments.append(Segment([Key([vector.key for vector in full])], [message]))
            results += [vector.result for vector in full]
    unit.reset()
    failures += unit.run(segments)
    step = unit.config.data_bits // 8
    words = [beat.values["m_tdata"] for beat in unit.results]
    found = [
        b"".join(word.to_bytes(step, "little") for word in lane)
        for beats in drive.parts(words, BLOCK // step)
        for lane in zip(*beats, strict=True)
    ]
    if not failures and found != results:
        failures.append("the results are not those of the files")
    return failures, sum(map(len, pairs.values())), f"{len(known)} vectors"


def _mixture(unit: Cipher, rng: random.Random, count: int, blocks: int) -> list[Segment]:
    """Returns random keys, each with 1 to ``blocks`` random blocks."""
    sizes = unit.formulas.key_bytes
    return [
        Segment(
            [random_keys(rng, rng.choice(sizes))],
            [_block(unit, rng) for _ in range(rng.randrange(1, blocks + 1))],
        )
        for _ in range(count)
    ]


def random_blocks(unit: Cipher) -> Findings:
    """Checks keys and blocks of either direction, as many in flight as possible, with stalls."""
    rng, failures, cases = random.Random(2), list[str](), 0
    blocks = _BLOCKS + 2 * unit.config.stages
    unit.reset()
    for number in range(_ROUNDS):
        segments = _mixture(unit, rng, _KEYS, blocks)
        pace = Pace(
            pattern(rng, number // 2), data=pattern(rng, number), results=pattern(rng, number // 2)
        )
        failures += unit.run(segments, pace)
        cases += LANES * sum(len(segment.messages) for segment in segments)
    return failures, cases, f"{_ROUNDS} patterns of stalls, {_ROUNDS * _KEYS} keys in each lane"


def interrupted(unit: Cipher, *, wipe: bool) -> Findings:
    """Checks a reset or wipe at a random cycle of a key and blocks: later blocks must be right."""
    rng, failures, blocks = random.Random(3 + wipe), list[str](), unit.config.stages + 2
    unit.reset()
    for _ in range(_CUTS):
        cut, after = _mixture(unit, rng, 1, blocks), _mixture(unit, rng, 2, blocks)
        pace = Pace(results=rng.getrandbits(64))
        unit.abandon(cut, pace, rng.randrange(1, unit.limit(cut)))
        if wipe:
            unit.wipe()
        else:
            unit.reset(rng.randrange(1, 4))
        if unit.keyed:
            failures.append("there is a key after a wipe" if wipe else "there is a key in reset")
        unit.abandon([Segment([], [_block(unit, rng)])], Pace(), _WAIT)
        if unit.taken["s"] or unit.results:
            failures.append("a block is taken without a key")
        unit.quiet()
        unit.simulator.step()
        failures += unit.run(after)
    what = "wipes" if wipe else "resets"
    return failures, _CUTS * LANES * blocks, f"{_CUTS} {what} at random cycles, then right blocks"


def cycles(unit: Cipher) -> Findings:
    """Compares the cycles of a key, of a block alone, and from block to block with the formulas."""
    config, rng, failures = unit.config, random.Random(5), list[str]()
    size = max(unit.formulas.key_bytes)
    step = BLOCK * 8 // config.data_bits
    unit.reset()
    for decrypt in unit.formulas.directions:
        special = [bytes([byte]) * size for byte in _SPECIAL]
        keys = Key([*special, *(rng.randbytes(size) for _ in range(LANES - len(special)))])
        failures += unit.run([Segment([keys], [_block(unit, rng)])])
        found = unit.results[0].cycle - unit.taken["s"][0]
        if found != config.cycles("core", BLOCK):
            failures.append(f"{found} cycles instead of {config.cycles('core', BLOCK)}")
        found = unit.taken["s"][0] - unit.taken["k"][0]
        stated = config.key_interval(size) + len(unit.taken["k"])
        if found != stated:
            failures.append(f"a key takes {found} cycles instead of {stated}")
        ends = []
        for count in _STEADY:
            data = [
                Message([rng.randbytes(BLOCK) for _ in range(LANES)], decrypt)
                for _ in range(count * config.stages)
            ]
            failures += unit.run([Segment([keys], data)])
            ends.append(unit.results[-step].cycle - unit.results[0].cycle)
        pace = (ends[1] - ends[0]) / ((_STEADY[1] - _STEADY[0]) * config.stages)
        if pace != config.cycles_per_block:
            failures.append(f"{pace:g} cycles per block instead of {config.cycles_per_block}")
    cases = LANES * sum(_STEADY) * config.stages * len(unit.formulas.directions)
    return failures, cases, f"{config.cycles_per_block} cycles per block"
