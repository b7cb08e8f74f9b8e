"""Checks netlists of block ciphers: keys and blocks to blocks, or keys and messages to messages."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from silicrypt.catalog import DesignPoint, Level
from silicrypt.catalog.cipher import KEY_BEAT_BITS, CipherFormulas, formulas_of
from silicrypt.drivers.aes import Mode
from silicrypt.tools.gatesim import LANES, Beat, Result, Simulator
from silicrypt.tools.gatesim.simulator import ALWAYS
from silicrypt.verify.aes_vectors import COUNTERS, CipherVector
from silicrypt.verify.checks import Findings, Section
from silicrypt.verify.cipher_wire import (
    BLOCK,
    WHOLE,
    apply,
    modes_of,
    usable_key_bytes,
    vectors_of,
)
from silicrypt.verify.netlist_stream import (
    STALLED,
    byte_beats,
    parts,
    pattern,
    quiet,
    rest,
    sink,
    source,
    words,
)
from silicrypt.verify.netlist_stream import wipe as wipe_unit

#: Maximum cycles of a key.
_KEY_CYCLES = 400
#: Rounds of random keys and blocks, each with other stalls; keys and blocks of a round.
_ROUNDS, _KEYS, _BLOCKS = 8, 4, 8
#: The same for messages.
_MESSAGE_ROUNDS, _MESSAGE_KEYS, _MESSAGES = 6, 3, 6
#: Limit of the length of random messages, in bytes.
_LONGEST = 100
#: Number of resets, and of wipes, of a core and of a stream.
_CUTS, _MESSAGE_CUTS = 8, 6
#: Message lengths, in blocks per stage, whose difference in cycles gives the steady state.
_STEADY = (4, 12)
#: Cycles in which a core without a key must accept no block.
_WAIT = 256
#: Byte values of special keys: all zeros, all ones, and what an S-box or its inverse maps to 0.
_SPECIAL = (0x00, 0xFF, 0x52, 0x63)
#: Lengths, in bytes, of the messages whose cycles are compared with the formula.
_TIMED = (16, 33, 96)
#: Length, in bytes, of a message that ECB, CBC and XTS must refuse.
_SHORT = 5


@dataclass(frozen=True)
class ParallelKeys:
    """One key per lane; all have the same length.

    Attributes:
        data: the keys.
        tweak: whether the keys are for tweaks.
    """

    data: Sequence[bytes]
    tweak: bool = False


@dataclass(frozen=True)
class ParallelTexts:
    """One message per lane, all of the same length. At the core a message is a block.

    Attributes:
        data: the messages.
        decrypt: whether they are decrypted.
        mode: their mode of operation.
        initial: the first counter block, or the tweak, of each.
    """

    data: Sequence[bytes]
    decrypt: bool = False
    mode: Mode = Mode.ECB
    initial: Sequence[bytes] = (bytes(BLOCK),) * LANES

    @property
    def result_bytes(self) -> int:
        """Length of its result: that of a tag, or its own."""
        return BLOCK if self.mode == Mode.CMAC else len(self.data[0])


@dataclass(frozen=True)
class Segment:
    """Keys, which come first, and the messages that use them."""

    keys: Sequence[ParallelKeys]
    messages: Sequence[ParallelTexts]


@dataclass(frozen=True)
class Pace:
    """The cycles for handshakes of keys, messages (port `i`), data and results."""

    keys: int = ALWAYS
    messages: int = ALWAYS
    data: int = ALWAYS
    results: int = ALWAYS


@dataclass
class CipherNetlist:
    """A block cipher's netlist under simulation.

    Attributes:
        point: the design point.
        level: the level that was mapped. At the core there is no port `i`.
        simulator: runs the netlist.
        taken: the cycles in which the beats of the last exchange were accepted, by port prefix.
        results: the results of the last exchange.
    """

    point: DesignPoint
    level: Level
    simulator: Simulator
    taken: dict[str, tuple[int, ...]] = field(default_factory=dict, init=False)
    results: tuple[Result, ...] = field(default=(), init=False)

    @property
    def formulas(self) -> CipherFormulas:
        """The formulas of the configuration."""
        return formulas_of(self.point)

    @property
    def library(self) -> str:
        """The name of the cipher in Python's library."""
        return self.formulas.algorithm.library

    @property
    def step(self) -> int:
        """Bytes of a beat."""
        return BLOCK if self.level == "stream" else self.point.data_bits // 8

    def reset(self, cycles: int = 2) -> None:
        """Resets the netlist while nothing is offered."""
        quiet(self.simulator)
        self.simulator.reset(cycles=cycles)

    @property
    def keyed(self) -> bool:
        """Whether ``keyed_o`` reports a key in any lane."""
        return any(self.simulator.get("keyed_o"))

    def run(
        self,
        segments: Sequence[Segment],
        pace: Pace | None = None,
        loaded: ParallelKeys | None = None,
    ) -> list[str]:
        """Sends keys and messages, and compares the results with those of Python's library.

        Args:
            segments: keys and messages in their order.
            pace: when handshakes may happen; in every cycle by default.
            loaded: the key that the netlist holds already.
        """
        messages = [message for segment in segments for message in segment.messages]
        wanted = sum(self.beats(message.result_bytes) for message in messages)
        self._exchange(segments, pace or Pace(), wanted, STALLED * self.limit(segments))
        failures = list(self._compare(segments, loaded))
        return failures + rest(self.simulator)

    def refused(self, segment: Segment) -> list[str]:
        """Sends keys and a message of one beat, which the netlist must refuse."""
        self._exchange([segment], Pace(), 1, self.limit([segment]))
        marked = all(self.results[0].values["m_tuser"])
        return [] if marked else ["a message that cannot be done is not refused"]

    def abandon(self, segments: Sequence[Segment], pace: Pace, cycles: int) -> None:
        """Sends keys and messages, and stops after that number of cycles."""
        self._exchange(segments, pace, 1 << 20, cycles, stop=True)

    def limit(self, segments: Sequence[Segment]) -> int:
        """Returns an upper limit of the cycles of keys and messages without stalls."""
        block, latency = self.point.cycles_per_block, self.point.cycles("core", BLOCK)
        if self.level == "stream":
            block = latency + self.formulas.tweak_cycles
        keys = sum(len(segment.keys) for segment in segments)
        messages = [message for segment in segments for message in segment.messages]
        blocks = sum(1 + len(message.data[0]) // BLOCK for message in messages)
        return (keys + 1) * _KEY_CYCLES + blocks * block + latency

    def beats(self, size: int) -> int:
        """Returns the number of beats of a message or a result, whose length is in bytes."""
        return max(1, -(-size // self.step))

    def _exchange(
        self, segments: Sequence[Segment], pace: Pace, wanted: int, limit: int, stop: bool = False
    ) -> None:
        beats: dict[str, list[Beat]] = defaultdict(list)
        after: dict[str, list[int]] = defaultdict(list)
        for segment in segments:
            before = sum(map(len, beats.values()))
            for key in segment.keys:
                beats["k"] += self._key_beats(key)
            after["k"] += [before] * (len(beats["k"]) - len(after["k"]))
            before = sum(map(len, beats.values()))
            for message in segment.messages:
                if self.level == "stream":
                    beats["i"].append(_start(message))
                beats["s"] += self._beats(message)
            for name in ("i", "s"):
                after[name] += [before] * (len(beats[name]) - len(after[name]))
        patterns = {"k": pace.keys, "i": pace.messages, "s": pace.data}
        inputs = self.simulator.program.netlist.inputs
        names = [name for name in patterns if f"{name}_tvalid" in inputs]
        sources = [
            source(self.simulator, f"{name}_t", beats[name], patterns[name], after[name])
            for name in names
        ]
        sinks = [sink(self.simulator, "m_t", wanted, pace.results)]
        taken, (self.results,) = self.simulator.exchange(sources, sinks, limit, stop)
        self.taken = dict(zip(names, taken, strict=True))

    def _key_beats(self, key: ParallelKeys) -> list[Beat]:
        length = (len(key.data[0]) - 16) // 8 if len(self.formulas.key_bytes) > 1 else 0
        ports = {"k_tuser": length, "k_tdest": int(key.tweak)}
        return byte_beats("k_t", key.data, KEY_BEAT_BITS // 8, **ports)

    def _beats(self, message: ParallelTexts) -> list[Beat]:
        return byte_beats("s_t", message.data, self.step, s_tuser=int(message.decrypt))

    def _compare(self, segments: Sequence[Segment], loaded: ParallelKeys | None) -> Iterator[str]:
        """Yields every result that differs from the expected one for its keys."""
        left = list(self.results)
        keys: dict[bool, Sequence[bytes]] = {
            False: loaded.data if loaded else (),
            True: (b"",) * LANES,
        }
        for segment in segments:
            keys |= {key.tweak: key.data for key in segment.keys}
            for message in segment.messages:
                count = self.beats(message.result_bytes)
                yield from self._differences(message, left[:count], keys[False], keys[True])
                left = left[count:]

    def _differences(
        self,
        message: ParallelTexts,
        beats: Sequence[Result],
        keys: Sequence[bytes],
        tweak_keys: Sequence[bytes],
    ) -> Iterator[str]:
        size = message.result_bytes
        for number, beat in enumerate(beats):
            marks = {"m_tlast": int(number == len(beats) - 1), "m_tuser": 0}
            marks["m_tkeep"] = (1 << min(self.step, size - self.step * number)) - 1
            for name, mark in marks.items():
                if name in beat.values and set(beat.values[name]) != {mark}:
                    yield f"{name} is not {mark} in beat {number} of {size} bytes"
        for lane, found in enumerate(self._data(beats)):
            own = (message.decrypt, message.mode, message.initial[lane], tweak_keys[lane])
            right = apply(keys[lane], message.data[lane], *own, self.library)
            if found[:size] != right:
                yield f"{found[:size].hex()} instead of {right.hex()}"

    def _data(self, beats: Sequence[Result]) -> Iterator[bytes]:
        """Yields the bytes of some beats in each lane."""
        for lane in zip(*(beat.values["m_tdata"] for beat in beats), strict=True):
            yield b"".join(word.to_bytes(self.step, "little") for word in lane)

    def blocks(self) -> list[bytes]:
        """Returns the blocks of the last results, those of all lanes of a block together."""
        some = parts(self.results, self.beats(BLOCK))
        return [block for beats in some for block in self._data(beats)]


def _start(message: ParallelTexts) -> Beat:
    return {
        "i_tdata": words(message.initial, 0, BLOCK),
        "i_tuser": int(message.decrypt) << 2 | message.mode & 3,
    }


def sections(point: DesignPoint, level: Level, simulator: Simulator) -> list[Section]:
    """Returns the sections of the check of a netlist with this interface."""
    unit = CipherNetlist(point, level, simulator)
    checks = _STREAM if level == "stream" else _CORE
    return [Section(name, partial(examine, unit)) for name, examine in checks.items()]


def _random_keys(rng: random.Random, size: int, *, tweak: bool = False) -> ParallelKeys:
    return ParallelKeys([rng.randbytes(size) for _ in range(LANES)], tweak)


def _random_block(unit: CipherNetlist, rng: random.Random) -> ParallelTexts:
    data = [rng.randbytes(BLOCK) for _ in range(LANES)]
    return ParallelTexts(data, rng.choice(unit.formulas.directions))


def _core_vectors(unit: CipherNetlist) -> Findings:
    """Checks the published blocks, each with its own key."""
    given = unit.formulas.key_bytes, unit.formulas.directions
    published = vectors_of(unit.library).CORE.values()
    known = [vector for vectors in published for vector in vectors(*given)]
    groups: dict[tuple[int, bool], list[CipherVector]] = defaultdict(list)
    for vector in known:
        pairs = zip(parts(vector.data, BLOCK), parts(vector.result, BLOCK), strict=True)
        for data, result in pairs:
            one = CipherVector(vector.key, bytes(data), bytes(result), vector.decrypt)
            groups[len(vector.key), vector.decrypt].append(one)
    segments, results = list[Segment](), list[bytes]()
    for vectors in groups.values():
        for batch in parts(vectors, LANES):
            full = [*batch, *vectors * LANES][:LANES]
            segments.append(_segment(full, Mode.ECB))
            results += [vector.result for vector in full]
    unit.reset()
    failures = unit.run(segments)
    if not failures and unit.blocks() != results:
        failures.append("the results are not those of the files")
    return failures, sum(map(len, groups.values())), f"{len(known)} vectors"


def one_block(point: DesignPoint, level: Level, simulator: Simulator) -> None:
    """Loads a key and processes one block, as work for the check of gated clocks."""
    unit, rng = CipherNetlist(point, level, simulator), random.Random(1)
    key = _random_keys(rng, unit.formulas.key_bytes[0])
    unit.run([Segment([key], [_random_block(unit, rng)])])


def _segment(vectors: Sequence[CipherVector], mode: Mode) -> Segment:
    half = len(vectors[0].key) // (2 if mode == Mode.XTS else 1)
    keys = [ParallelKeys([vector.key[:half] for vector in vectors])]
    if mode == Mode.XTS:
        keys.append(ParallelKeys([vector.key[half:] for vector in vectors], tweak=True))
    initial = [vector.initial for vector in vectors]
    data = [vector.data for vector in vectors]
    return Segment(keys, [ParallelTexts(data, vectors[0].decrypt, mode, initial)])


def _core_mixture(
    unit: CipherNetlist, rng: random.Random, count: int, blocks: int
) -> list[Segment]:
    """Returns random keys, each with 1 to ``blocks`` random blocks."""
    sizes = unit.formulas.key_bytes
    return [
        Segment(
            [_random_keys(rng, rng.choice(sizes))],
            [_random_block(unit, rng) for _ in range(rng.randrange(1, blocks + 1))],
        )
        for _ in range(count)
    ]


def _random_blocks(unit: CipherNetlist) -> Findings:
    """Checks keys and blocks of either direction, as many in flight as possible, with stalls."""
    rng, failures, cases = random.Random(2), list[str](), 0
    blocks = _BLOCKS + 2 * unit.point.stages
    unit.reset()
    for number in range(_ROUNDS):
        segments = _core_mixture(unit, rng, _KEYS, blocks)
        keys, data, results = (pattern(rng, n) for n in (number // 2, number, number // 2))
        failures += unit.run(segments, Pace(keys, data=data, results=results))
        cases += LANES * sum(len(segment.messages) for segment in segments)
    return failures, cases, f"{_ROUNDS} patterns of stalls, {_ROUNDS * _KEYS} keys in each lane"


def _cut(
    unit: CipherNetlist, rng: random.Random, segments: Sequence[Segment], *, wipe: bool
) -> list[str]:
    """Resets or wipes at a random cycle of keys and messages; no key may remain."""
    pace = Pace(results=rng.getrandbits(64))
    unit.abandon(segments, pace, rng.randrange(1, unit.limit(segments)))
    if wipe:
        wipe_unit(unit.simulator)
    else:
        unit.reset(rng.randrange(1, 4))
    if not unit.keyed:
        return []
    return ["there is a key after a wipe" if wipe else "there is a key in reset"]


def _core_interrupted(unit: CipherNetlist, *, wipe: bool) -> Findings:
    """Checks a reset or wipe at a random cycle of a key and blocks: later blocks must be right."""
    rng, failures, blocks = random.Random(3 + wipe), list[str](), unit.point.stages + 2
    unit.reset()
    for _ in range(_CUTS):
        cut, after = (_core_mixture(unit, rng, count, blocks) for count in (1, 2))
        failures += _cut(unit, rng, cut, wipe=wipe)
        unit.abandon([Segment([], [_random_block(unit, rng)])], Pace(), _WAIT)
        if unit.taken["s"] or unit.results:
            failures.append("a block is taken without a key")
        quiet(unit.simulator)
        unit.simulator.step()
        failures += unit.run(after)
    what = "wipes" if wipe else "resets"
    return failures, _CUTS * LANES * blocks, f"{_CUTS} {what} at random cycles, then right blocks"


def _core_cycles(unit: CipherNetlist) -> Findings:
    """Compares the cycles of a key, of a block alone, and from block to block with the formulas."""
    point, rng, failures = unit.point, random.Random(5), list[str]()
    size = max(unit.formulas.key_bytes)
    unit.reset()
    for decrypt in unit.formulas.directions:
        special = [bytes([byte]) * size for byte in _SPECIAL]
        keys = [*special, *(rng.randbytes(size) for _ in range(LANES - len(special)))]
        failures += unit.run([Segment([ParallelKeys(keys)], [_random_block(unit, rng)])])
        found = unit.results[0].cycle - unit.taken["s"][0]
        if found != point.cycles("core", BLOCK):
            failures.append(f"{found} cycles instead of {point.cycles('core', BLOCK)}")
        found = unit.taken["s"][0] - unit.taken["k"][0]
        stated = point.key_interval(size) + len(unit.taken["k"])
        if found != stated:
            failures.append(f"a key takes {found} cycles instead of {stated}")
        ends = []
        for count in _STEADY:
            data = [
                ParallelTexts([rng.randbytes(BLOCK) for _ in range(LANES)], decrypt)
                for _ in range(count * point.stages)
            ]
            failures += unit.run([Segment([ParallelKeys(keys)], data)])
            ends.append(unit.results[-unit.beats(BLOCK)].cycle - unit.results[0].cycle)
        pace = (ends[1] - ends[0]) / ((_STEADY[1] - _STEADY[0]) * point.stages)
        if pace != point.cycles_per_block:
            failures.append(f"{pace:g} cycles per block instead of {point.cycles_per_block}")
    cases = LANES * sum(_STEADY) * point.stages * len(unit.formulas.directions)
    return failures, cases, f"{point.cycles_per_block} cycles per block"


def _message_keys(unit: CipherNetlist, rng: random.Random, size: int) -> list[ParallelKeys]:
    tweaks = (False, True)[: 1 + (Mode.XTS in modes_of(unit.point))]
    return [_random_keys(rng, size, tweak=tweak) for tweak in tweaks]


def _directions(unit: CipherNetlist, mode: Mode) -> tuple[bool, ...]:
    return (False, True)[: 1 + unit.formulas.decrypts(mode.name.lower())]


def _random_message(rng: random.Random, size: int, mode: Mode, decrypt: bool) -> ParallelTexts:
    data = [rng.randbytes(size) for _ in range(LANES)]
    first = [rng.choice((*COUNTERS, *(rng.randbytes(BLOCK) for _ in COUNTERS))) for _ in data]
    return ParallelTexts(data, decrypt, mode, first)


def _message_vectors(unit: CipherNetlist) -> Findings:
    """Checks the standards' messages in each mode of the core, each with its own key."""
    failures, count = list[str](), 0
    unit.reset()
    for mode in modes_of(unit.point):
        published = vectors_of(unit.library).messages_of
        known, _ = published(mode, unit.formulas.key_bytes, unit.formulas.directions)
        groups: dict[tuple[int, int, bool], list[CipherVector]] = defaultdict(list)
        for vector in known:
            groups[len(vector.key), len(vector.data), vector.decrypt].append(vector)
        segments = [
            _segment([*batch, *group * LANES][:LANES], mode)
            for group in groups.values()
            for batch in parts(group, LANES)
        ]
        failures += unit.run(segments)
        count += len(known)
    modes = ", ".join(mode.name for mode in modes_of(unit.point))
    return failures, count, f"{count} vectors in {modes}"


def _mixture(unit: CipherNetlist, rng: random.Random, keys: int, count: int) -> list[Segment]:
    """Returns random keys, each with random messages of any mode and direction."""
    found = []
    for _ in range(keys):
        messages = []
        for _ in range(count):
            mode = rng.choice(modes_of(unit.point))
            size = rng.randrange(_LONGEST)
            if mode in WHOLE:
                size -= size % BLOCK
            if mode == Mode.XTS:
                size = max(size, BLOCK)
            decrypt = rng.choice(_directions(unit, mode))
            messages.append(_random_message(rng, size, mode, decrypt))
        size = rng.choice(usable_key_bytes(unit.point))
        found.append(Segment(_message_keys(unit, rng, size), messages))
    return found


def _random_messages(unit: CipherNetlist) -> Findings:
    """Checks messages of any mode, direction and length, with stalls on every port."""
    rng, failures = random.Random(2), list[str]()
    unit.reset()
    for number in range(_MESSAGE_ROUNDS):
        segments = _mixture(unit, rng, _MESSAGE_KEYS, _MESSAGES)
        paces = (pattern(rng, number * n // 2) for n in (1, 3, 2, 1))
        failures += unit.run(segments, Pace(*paces))
    cases = _MESSAGE_ROUNDS * _MESSAGE_KEYS * _MESSAGES * LANES
    return failures, cases, f"{_MESSAGE_ROUNDS} patterns of stalls, up to {_LONGEST} bytes"


def _interrupted(unit: CipherNetlist, *, wipe: bool) -> Findings:
    """Checks a reset or wipe at a random cycle of keys and messages: later ones must be right."""
    rng, failures = random.Random(3 + wipe), list[str]()
    unit.reset()
    for _ in range(_MESSAGE_CUTS):
        cut, after = (_mixture(unit, rng, 1, count) for count in (2, 3))
        failures += _cut(unit, rng, cut, wipe=wipe)
        failures += unit.run(after)
    covered = f"{_MESSAGE_CUTS} {'wipes' if wipe else 'resets'} at random cycles"
    return failures, _MESSAGE_CUTS * LANES * 3, f"{covered}, then right messages"


def _refusals(unit: CipherNetlist) -> Findings:
    """Checks that a message of an invalid length is refused, and that the next one is right."""
    rng, failures, cases = random.Random(6), list[str](), 0
    asked = (Mode[name.upper()] for name in unit.formulas.all_modes)
    strict = [mode for mode in asked if mode in (*WHOLE, Mode.XTS)]
    unit.reset()
    for mode in strict:
        short = _random_message(rng, _SHORT, mode, False)
        keys = _message_keys(unit, rng, usable_key_bytes(unit.point)[0])
        failures += unit.refused(Segment(keys, [short]))
        failures += unit.run(_mixture(unit, rng, 1, 2))
        cases += 3 * LANES
    return failures, cases or 1, f"{_SHORT} bytes in {' and '.join(mode.name for mode in strict)}"


def _cycles(unit: CipherNetlist) -> Findings:
    """Compares the cycles from a start to the last beat of its result with the formula."""
    rng, failures, cases = random.Random(5), list[str](), 0
    key_size = max(usable_key_bytes(unit.point))
    unit.reset()
    for mode in modes_of(unit.point):
        for decrypt in _directions(unit, mode):
            for length in _TIMED:
                size = length - length % BLOCK if mode in WHOLE else length
                message = _random_message(rng, size, mode, decrypt)
                failures += unit.run([Segment(_message_keys(unit, rng, key_size), [message])])
                found = unit.results[-1].cycle - unit.taken["i"][0]
                name = mode.name.lower()
                stated = unit.formulas.message_cycles(name, size, decrypt=decrypt)
                cases += LANES
                if found != stated:
                    what = f"{mode.name}, {size} bytes"
                    failures.append(f"{what}: {found} cycles instead of {stated}")
    return failures, cases, f"messages of {', '.join(map(str, _TIMED))} bytes by the formula"


_CORE: Mapping[str, Callable[[CipherNetlist], Findings]] = {
    "vectors": _core_vectors,
    "random keys and blocks with stalls": _random_blocks,
    "resets": partial(_core_interrupted, wipe=False),
    "wipes": partial(_core_interrupted, wipe=True),
    "cycles of keys and blocks": _core_cycles,
}
_STREAM: Mapping[str, Callable[[CipherNetlist], Findings]] = {
    "vectors": _message_vectors,
    "random messages with stalls": _random_messages,
    "resets": partial(_interrupted, wipe=False),
    "wipes": partial(_interrupted, wipe=True),
    "refusals": _refusals,
    "cycles of messages": _cycles,
}
