"""Additional checks of netlists of HMAC: keys, missing keys, and the comparison of tags."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from silicrypt.tools.gatesim.lanes import LANES
from silicrypt.verify.checks import Findings
from silicrypt.verify.netlist.traffic import KEYS, Messages, Unit, pattern

#: Messages of both hashes in a sequence, and the number of sequences, each with other stalls.
_MIXED, _ROUNDS = 24, 4


def keys(unit: Unit) -> Findings:
    """Checks keys of several lengths: the tags under each, and the cycles that the key takes."""
    config, rng, failures = unit.config, random.Random(6), list[str]()
    block = config.hash.block_bits // 8
    sizes = (0, 1, 20, block - 1, block, block + 1, 2 * block - 9, 2 * block, 3 * block + 5)
    unit.reset()
    for size in sizes:
        others = [one for one in range(4 * block) if unit.key_shape(one) == unit.key_shape(size)]
        beats, text, sent = 0, list[Messages](), []
        for _ in range(2):
            own = [rng.randbytes(size), *(rng.randbytes(rng.choice(others)) for _ in KEYS[1:])]
            message = Messages(config, unit.alike(rng, 4), 0, own)
            sent += [*unit.load(own), *unit.beats([message])]
            beats = len(unit.load(own))
            text.append(message)
        failures += unit.sequence(sent, text)
        starts = unit.last.taken[beats], unit.last.taken[len(sent) // 2 + beats]
        cycles = starts[1] - starts[0] - config.message_interval(4)
        if cycles != config.key_interval(size):
            stated = config.key_interval(size)
            failures.append(f"a key of {size} bytes took {cycles} cycles instead of {stated}")
    return failures, 2 * LANES * len(sizes), f"{len(sizes)} lengths up to {sizes[-1]} bytes"


def no_key(unit: Unit) -> Findings:
    """Checks that a message after a reset is refused, and is right as soon as there is a key."""
    rng, failures = random.Random(7), list[str]()
    for size in (0, 3, 100):
        unit.reset()
        message = Messages(unit.config, unit.alike(rng, size), rng.randrange(unit.config.stages))
        failures += unit.refused(message)
        failures += unit.send([message], rng, load=KEYS)
    return failures, 3 * LANES, "3 messages without a key refused"


def comparison(unit: Unit) -> Findings:
    """Checks that the comparison accepts the tag, and no tag that differs in a bit."""
    rng, failures, count = random.Random(8), list[str](), 6
    unit.reset()
    for _ in range(count):
        message = Messages(unit.config, unit.alike(rng, 9))
        tags = [int.from_bytes(tag, "little") for tag in message.results]
        width = 8 * len(message.results[0])
        wrong = [rng.random() < 0.75 for _ in tags]
        given = [t ^ w << rng.randrange(width) for t, w in zip(tags, wrong, strict=True)]
        unit.simulator.set(tag_i=given)
        failures += unit.send([message], rng, load=KEYS)
        found = unit.last.results[-1].values["m_tmatch"]
        failures += ["m_tmatch is wrong" for f, w in zip(found, wrong, strict=True) if f == w]
    return failures, count * LANES, f"{count * LANES} tags, three of four with a wrong bit"


#: The additional checks, by the name of the record.
CHECKS: Mapping[str, Callable[[Unit], Findings]] = {
    "keys": keys,
    "no key": no_key,
    "comparison of tags": comparison,
}


def both(units: Sequence[Unit]) -> Findings:
    """Checks keys and messages of two hashes in any sequence; each hash has a key of its own."""
    rng, failures = random.Random(9), list[str]()
    units[0].reset()
    for number in range(_ROUNDS):
        known = [KEYS for _ in units]
        sent, text = [beat for unit in units for beat in unit.load(KEYS)], list[Messages]()
        for _ in range(_MIXED):
            at = rng.randrange(len(units))
            unit = units[at]
            if rng.random() < 0.2:
                size = rng.randrange(1, 16)
                known[at] = tuple(rng.randbytes(size) for _ in KEYS)
                sent += unit.load(known[at])
            text.append(Messages(unit.config, unit.alike(rng, rng.randrange(150)), 0, known[at]))
            sent += unit.beats(text[-1:])
        offer, take = pattern(rng, number), pattern(rng, number // 2)
        failures += units[0].sequence(sent, text, offer, take)
    cases = _ROUNDS * _MIXED * LANES
    return failures, cases, f"{_ROUNDS} patterns of stalls, keys and messages of both mixed"
