"""Checks netlists of authenticated encryption: keys and messages to messages with tags."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from silicrypt.catalog import DesignPoint, Level
from silicrypt.catalog.aead import AeadFormulas, formulas_of
from silicrypt.tools.gatesim import LANES, Beat, Result, Simulator
from silicrypt.tools.gatesim.simulator import ALWAYS
from silicrypt.verify.aead_wire import BEAT
from silicrypt.verify.checks import Findings, Section
from silicrypt.verify.netlist_stream import (
    REST,
    STALLED,
    byte_beats,
    pattern,
    quiet,
    rest,
    sink,
    source,
)
from silicrypt.verify.netlist_stream import wipe as wipe_unit

#: Bytes of a beat of a key.
_WORD = 4
#: Input ports, in the sequence of a key and a message.
_PORTS = ("k", "i", "a", "s", "t")
#: Rounds of random messages, each with other stalls; messages of a round; resets, and wipes.
_ROUNDS, _MESSAGES, _CUTS = 4, 4, 4
#: Limit of the lengths of random messages, in bytes.
_LONGEST = 50
#: Lengths of associated data and text whose cycles are compared with the formula.
_TIMED = ((0, 0), (20, 33), (0, 96))


@dataclass(frozen=True)
class ParallelMessages:
    """A key and a message per lane, all of the same lengths.

    Attributes:
        keys: the keys.
        parts: IV, associated data and plaintext of each lane.
        tag_bytes: length of the tags.
        decrypt: whether the hardware decrypts what the plaintexts encrypt to.
        wrong: with decryption, whether the tag of each lane has a wrong bit.
        held: whether the plaintext of a wrong tag, or one that is too long, does not leave.
    """

    keys: Sequence[bytes]
    parts: Sequence[tuple[bytes, bytes, bytes]]
    tag_bytes: int = BEAT
    decrypt: bool = False
    wrong: Sequence[bool] = ()
    held: bool = False

    @property
    def text_bytes(self) -> int:
        """The bytes of text that leave."""
        return 0 if self.decrypt and self.held and self.wrong[0] else len(self.parts[0][2])


@dataclass
class AeadNetlist:
    """A netlist of authenticated encryption under simulation.

    Attributes:
        point: the design point.
        simulator: runs the netlist.
        taken: the cycles in which the beats of the last exchange were accepted, by port.
        results: the results of the last exchange.
    """

    point: DesignPoint
    simulator: Simulator
    taken: dict[str, tuple[int, ...]] = field(default_factory=dict, init=False)
    results: tuple[Result, ...] = field(default=(), init=False)

    @property
    def formulas(self) -> AeadFormulas:
        """The formulas of the configuration."""
        return formulas_of(self.point)

    def stop(self, *, wipe: bool = False) -> None:
        """Offers and accepts nothing, and resets or wipes the netlist."""
        quiet(self.simulator)
        if wipe:
            wipe_unit(self.simulator)
        else:
            self.simulator.reset(cycles=2)

    def random(self, rng: random.Random, sizes: Sequence[int] = ()) -> ParallelMessages:
        """Returns random keys and messages, by default of random lengths."""
        algorithm = self.formulas.algorithm
        lengths = sizes or (
            rng.choice(algorithm.iv_bytes),
            *(rng.choice((0, rng.randrange(_LONGEST))) for _ in range(2)),
        )
        iv, data, text = lengths
        wrong, most = [lane % 2 == 1 for lane in range(LANES)], self.formulas.held_beats
        if most:  # all lanes have the same beats
            wrong = [rng.choice((False, True)) or text > BEAT * most] * LANES
        return ParallelMessages(
            [rng.randbytes(max(self.formulas.key_bytes)) for _ in range(LANES)],
            [(rng.randbytes(iv), rng.randbytes(data), rng.randbytes(text)) for _ in range(LANES)],
            algorithm.tag_bytes[0] if sizes else rng.choice(algorithm.tag_bytes),
            rng.choice((False, True)),
            wrong,
            most > 0,
        )

    def run(
        self,
        messages: Sequence[ParallelMessages],
        paces: Sequence[int] = (ALWAYS,) * 3,
        cycles: int = 0,
    ) -> list[str]:
        """Sends each message after its key, and compares the results with the reference.

        Args:
            messages: the messages.
            paces: when handshakes of keys, of other inputs and of results may happen.
            cycles: stop after that number of cycles, and compare nothing.
        """
        beats: dict[str, list[Beat]] = defaultdict(list)
        after: dict[str, list[int]] = defaultdict(list)
        wanted = limit = 0
        for message in messages:
            before = sum(map(len, beats.values()))
            for port, new in self._beats(message).items():
                beats[port] += new
                # A start waits for the key, the key for all before it; other beats do not wait.
                at = before + (len(message.keys[0]) // _WORD if port == "i" else 0)
                after[port] += [at if port in "ki" else 0] * len(new)
            sizes = tuple(map(len, message.parts[0]))
            wanted += -(-message.text_bytes // BEAT) + 1
            limit += self.formulas.message_cycles(*sizes)
            limit += self.point.key_interval(len(message.keys[0])) + REST
        inputs = [
            source(self.simulator, f"{port}_t", beats[port], paces[port != "k"], after[port])
            for port in _PORTS
        ]
        sinks = [sink(self.simulator, "m_t", wanted, paces[2])]
        taken, (self.results,) = self.simulator.exchange(
            inputs, sinks, cycles or STALLED * limit, bool(cycles)
        )
        self.taken = dict(zip(_PORTS, taken, strict=True))
        if cycles:
            return []
        left, failures = list(self.results), list[str]()
        for message in messages:
            count = -(-message.text_bytes // BEAT) + 1
            failures += self._compare(message, left[:count])
            left = left[count:]
        return failures + rest(self.simulator)

    def _sealed(self, message: ParallelMessages) -> list[bytes]:
        seal, size = self.formulas.algorithm.seal, message.tag_bytes
        pairs = zip(message.keys, message.parts, strict=True)
        return [seal(key, *parts, size) for key, parts in pairs]

    def _beats(self, message: ParallelMessages) -> dict[str, list[Beat]]:
        ivs, data, texts = (list(part) for part in zip(*message.parts, strict=True))
        size, tags = len(texts[0]), list[bytes]()
        if message.decrypt:
            sealed = self._sealed(message)
            texts = [one[:size] for one in sealed]
            tags = [
                bytes([one[size] ^ (1 << lane % 8 if message.wrong[lane] else 0)]) + one[size + 1 :]
                for lane, one in enumerate(sealed)
            ]
        user = self.formulas.algorithm.user(message.decrypt, message.tag_bytes, len(data[0]), size)
        key_user = (len(message.keys[0]) - 16) // 8
        found = {"k": byte_beats("k_t", message.keys, _WORD, k_tuser=key_user)}
        found |= {"i": byte_beats("i_t", ivs, BEAT, i_tuser=user)}
        found |= {"a": byte_beats("a_t", data, BEAT), "s": byte_beats("s_t", texts, BEAT)}
        return found | ({"t": byte_beats("t_t", tags, BEAT)} if tags else {})

    def _compare(self, message: ParallelMessages, beats: Sequence[Result]) -> list[str]:
        size, failures = message.text_bytes, list[str]()
        for lane, sealed in enumerate(self._sealed(message)):
            right = message.parts[lane][2][:size] if message.decrypt else sealed
            found = b""
            for number, beat in enumerate(beats):
                last = number == len(beats) - 1
                count = min(BEAT, size - BEAT * number)
                if last:
                    count = 0 if message.decrypt else message.tag_bytes
                wrong = last and message.decrypt and message.wrong[lane]
                marks = (int(last), int(wrong), (1 << count) - 1)
                names = ("m_tlast", "m_tuser", "m_tkeep")
                if tuple(beat.values[name][lane] for name in names) != marks:
                    failures.append(f"marks of beat {number} of {size} bytes are wrong")
                found += beat.values["m_tdata"][lane].to_bytes(BEAT, "little")[:count]
            if found != right:
                failures.append(f"{found.hex()} instead of {right.hex()}")
        return failures


def sections(point: DesignPoint, level: Level, simulator: Simulator) -> list[Section]:  # noqa: ARG001
    """Returns the sections of the check of a netlist with this interface."""
    unit = AeadNetlist(point, simulator)
    return [Section(name, partial(examine, unit)) for name, examine in _SECTIONS.items()]


def _random_messages(unit: AeadNetlist) -> Findings:
    """Checks messages of both directions, with right and wrong tags and stalls on every port."""
    rng, failures = random.Random(2), list[str]()
    unit.stop()
    for number in range(_ROUNDS):
        messages = [unit.random(rng) for _ in range(_MESSAGES)]
        failures += unit.run(messages, [pattern(rng, number * n) for n in (1, 3, 2)])
    return failures, _ROUNDS * _MESSAGES * LANES, f"{_ROUNDS} patterns of stalls"


def _interrupted(unit: AeadNetlist, *, wipe: bool) -> Findings:
    """Checks a reset or wipe at a random cycle of a message: no key may remain."""
    rng, failures = random.Random(3 + wipe), list[str]()
    unit.stop()
    for _ in range(_CUTS):
        unit.run([unit.random(rng)], cycles=rng.randrange(1, 400))
        unit.stop(wipe=wipe)
        if any(unit.simulator.get("keyed_o")):
            failures.append("there is a key after a reset or a wipe")
        failures += unit.run([unit.random(rng)])
    return failures, _CUTS * LANES, f"{_CUTS} {'wipes' if wipe else 'resets'}, then right messages"


def _cycles(unit: AeadNetlist) -> Findings:
    """Compares the cycles of messages with the formula."""
    rng, failures = random.Random(5), list[str]()
    unit.stop()
    for data, text in _TIMED:
        sizes = (unit.formulas.algorithm.iv_bytes[0], data, text)
        message = unit.random(rng, sizes)
        failures += unit.run([message])
        found = unit.results[-1].cycle - unit.taken["i"][0]
        stated = unit.formulas.message_cycles(*sizes)
        if message.decrypt and message.held:
            stated += -(-message.text_bytes // BEAT)
        if found != stated:
            failures.append(f"{data} and {text} bytes: {found} cycles instead of {stated}")
    return failures, len(_TIMED) * LANES, f"{len(_TIMED)} lengths by the formula"


_SECTIONS: Mapping[str, Callable[[AeadNetlist], Findings]] = {
    "random messages with stalls": _random_messages,
    "resets": partial(_interrupted, wipe=False),
    "wipes": partial(_interrupted, wipe=True),
    "cycles of messages": _cycles,
}
