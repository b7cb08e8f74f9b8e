"""Checks netlists that process keys, starts and messages: AES in ECB, CTR and XTS."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial

from silicrypt.catalog import Config, Level
from silicrypt.tools.gatesim import Simulator
from silicrypt.tools.gatesim.lanes import LANES
from silicrypt.verify import drive
from silicrypt.verify.checks import Findings
from silicrypt.verify.cipher.traffic import COUNTERS
from silicrypt.verify.cipher.vectors import MessageVector, messages_of
from silicrypt.verify.cipher_wire import Mode
from silicrypt.verify.netlist.blocks import BLOCK, Cipher, Key, Message, Pace, Segment
from silicrypt.verify.netlist.cipher import random_keys
from silicrypt.verify.netlist.section import Section
from silicrypt.verify.netlist.traffic import pattern

#: Rounds of random messages, each with other stalls; keys of a round and messages under each.
_ROUNDS, _KEYS, _MESSAGES = 6, 3, 6
#: Limit of the length of random messages, in bytes.
_LONGEST = 100
#: Number of resets, and of wipes.
_CUTS = 6
#: Lengths, in bytes, of the messages whose cycles are compared with the formula.
_TIMED = (16, 33, 96)
#: Length, in bytes, of a message that ECB and XTS must refuse.
_SHORT = 5


def sections(config: Config, level: Level, simulator: Simulator) -> list[Section]:
    """Returns the sections of the check of a netlist with this interface."""
    unit = Cipher(config, level, simulator)
    checks: dict[str, Callable[[Cipher], Findings]] = {
        "vectors": standard,
        "random messages with stalls": random_messages,
        "resets": partial(interrupted, wipe=False),
        "wipes": partial(interrupted, wipe=True),
        "refusals": refusals,
        "cycles of messages": cycles,
    }
    return [Section(name, partial(examine, unit)) for name, examine in checks.items()]


def _modes(unit: Cipher) -> list[Mode]:
    return [Mode[name.upper()] for name in unit.formulas.modes]


def _sizes(unit: Cipher) -> list[int]:
    """Returns the key lengths in bytes.

    24 is not among them with XTS, because IEEE 1619 has no keys of 192 bits.
    """
    return [n for n in unit.formulas.key_bytes if n != 24 or Mode.XTS not in _modes(unit)]


def _keys(unit: Cipher, rng: random.Random, size: int) -> list[Key]:
    keys = [random_keys(rng, size)]
    if Mode.XTS in _modes(unit):
        keys.append(Key(random_keys(rng, size).data, tweak=True))
    return keys


def _directions(unit: Cipher, mode: Mode) -> tuple[bool, ...]:
    return (False, True) if mode == Mode.CTR else unit.formulas.directions


def _message(rng: random.Random, size: int, mode: Mode, decrypt: bool) -> Message:
    data = [rng.randbytes(size) for _ in range(LANES)]
    first = [rng.choice((*COUNTERS, *(rng.randbytes(BLOCK) for _ in COUNTERS))) for _ in data]
    return Message(data, decrypt, mode, first)


def standard(unit: Cipher) -> Findings:
    """Checks the standards' messages in each mode of the core, each with its own key."""
    failures, count = list[str](), 0
    unit.reset()
    for mode in _modes(unit):
        known, _ = messages_of(mode, unit.formulas.key_bytes, unit.formulas.directions)
        groups: dict[tuple[int, int, bool], list[MessageVector]] = defaultdict(list)
        for vector in known:
            groups[len(vector.key), len(vector.data), vector.decrypt].append(vector)
        segments = [
            _segment([*batch, *group * LANES][:LANES], mode)
            for group in groups.values()
            for batch in drive.parts(group, LANES)
        ]
        failures += unit.run(segments)
        count += len(known)
    return failures, count, f"{count} vectors in {', '.join(m.name for m in _modes(unit))}"


def _segment(vectors: Sequence[MessageVector], mode: Mode) -> Segment:
    half = len(vectors[0].key) // (2 if mode == Mode.XTS else 1)
    keys = [Key([vector.key[:half] for vector in vectors])]
    if mode == Mode.XTS:
        keys.append(Key([vector.key[half:] for vector in vectors], tweak=True))
    initial = [vector.initial for vector in vectors]
    message = Message([v.data for v in vectors], vectors[0].decrypt, mode, initial)
    return Segment(keys, [message])


def _mixture(unit: Cipher, rng: random.Random, keys: int, count: int) -> list[Segment]:
    """Returns random keys, each with random messages of any mode and direction."""
    found = []
    for _ in range(keys):
        messages = []
        for _ in range(count):
            mode = rng.choice(_modes(unit))
            size = rng.randrange(_LONGEST)
            if mode == Mode.ECB:
                size -= size % BLOCK
            if mode == Mode.XTS:
                size = max(size, BLOCK)
            decrypt = rng.choice(_directions(unit, mode))
            messages.append(_message(rng, size, mode, decrypt))
        found.append(Segment(_keys(unit, rng, rng.choice(_sizes(unit))), messages))
    return found


def random_messages(unit: Cipher) -> Findings:
    """Checks messages of any mode, direction and length, with stalls on every port."""
    rng, failures = random.Random(2), list[str]()
    unit.reset()
    for number in range(_ROUNDS):
        segments = _mixture(unit, rng, _KEYS, _MESSAGES)
        keys, starts, data, results = (pattern(rng, number * n // 2) for n in (1, 3, 2, 1))
        failures += unit.run(segments, Pace(keys, starts, data, results))
    cases = _ROUNDS * _KEYS * _MESSAGES * LANES
    return failures, cases, f"{_ROUNDS} patterns of stalls, up to {_LONGEST} bytes"


def interrupted(unit: Cipher, *, wipe: bool) -> Findings:
    """Checks a reset or wipe at a random cycle of keys and messages: later ones must be right."""
    rng, failures = random.Random(3 + wipe), list[str]()
    unit.reset()
    for _ in range(_CUTS):
        cut, after = _mixture(unit, rng, 1, 2), _mixture(unit, rng, 1, 3)
        pace = Pace(results=rng.getrandbits(64))
        unit.abandon(cut, pace, rng.randrange(1, unit.limit(cut)))
        if wipe:
            unit.wipe()
        else:
            unit.reset(rng.randrange(1, 4))
        if unit.keyed:
            failures.append("there is a key after a wipe" if wipe else "there is a key in reset")
        failures += unit.run(after)
    what = "wipes" if wipe else "resets"
    return failures, _CUTS * LANES * 3, f"{_CUTS} {what} at random cycles, then right messages"


def refusals(unit: Cipher) -> Findings:
    """Checks that a message of an invalid length is refused, and that the next one is right."""
    rng, failures, cases = random.Random(6), list[str](), 0
    unit.reset()
    for mode in _modes(unit):
        if mode != Mode.CTR:
            short = _message(rng, _SHORT, mode, False)
            failures += unit.refused(Segment(_keys(unit, rng, _sizes(unit)[0]), [short]))
            failures += unit.run(_mixture(unit, rng, 1, 2))
            cases += 3 * LANES
    return failures, cases or 1, f"{_SHORT} bytes in ECB and XTS"


def cycles(unit: Cipher) -> Findings:
    """Compares the cycles from a start to the last beat of its result with the formula."""
    rng, failures, cases = random.Random(5), list[str](), 0
    size = max(_sizes(unit))
    unit.reset()
    for mode in _modes(unit):
        for decrypt in _directions(unit, mode):
            for length in _TIMED:
                bytes_ = length - length % BLOCK if mode == Mode.ECB else length
                message = _message(rng, bytes_, mode, decrypt)
                failures += unit.run([Segment(_keys(unit, rng, size), [message])])
                found = unit.results[-1].cycle - unit.taken["i"][0]
                name = mode.name.lower()
                stated = unit.formulas.message_cycles(name, bytes_, decrypt=decrypt)
                cases += LANES
                if found != stated:
                    what = f"{mode.name}, {bytes_} bytes"
                    failures.append(f"{what}: {found} cycles instead of {stated}")
    return failures, cases, f"messages of {', '.join(map(str, _TIMED))} bytes by the formula"
