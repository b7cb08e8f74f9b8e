"""Sends keys and messages to a block cipher's netlist, and compares the results."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from silicrypt.catalog import Config, Level
from silicrypt.catalog.aes import KEY_BEAT_BITS, AesFormulas, formulas_of
from silicrypt.tools.gatesim import Beat, Result, Simulator, Sink, Source
from silicrypt.tools.gatesim.lanes import LANES
from silicrypt.tools.gatesim.simulator import ALWAYS
from silicrypt.verify.cipher import apply
from silicrypt.verify.cipher_wire import Mode

BLOCK = 16
#: Maximum cycles of a key, and an upper limit of the factor by which stalls lengthen a job.
_KEY_CYCLES, _STALLED = 400, 12
#: Cycles after the last result in which no further result may come.
_REST = 16


@dataclass(frozen=True)
class Key:
    """One key per lane; all have the same length.

    Attributes:
        data: the keys.
        tweak: whether the keys are for tweaks.
    """

    data: Sequence[bytes]
    tweak: bool = False


@dataclass(frozen=True)
class Message:
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


@dataclass(frozen=True)
class Segment:
    """Keys, and the messages that use them.

    Attributes:
        keys: the keys, which come first.
        messages: the messages.
    """

    keys: Sequence[Key]
    messages: Sequence[Message]


@dataclass(frozen=True)
class Pace:
    """The cycles for handshakes of keys, messages (port `i`), data and results."""

    keys: int = ALWAYS
    messages: int = ALWAYS
    data: int = ALWAYS
    results: int = ALWAYS


@dataclass
class Cipher:
    """A block cipher's netlist under simulation.

    Attributes:
        config: the design point.
        level: the level that was mapped. At the core there is no port `i`.
        simulator: runs the netlist.
        taken: the cycles in which the beats of the last exchange were accepted, by port prefix.
        results: the results of the last exchange.
    """

    config: Config
    level: Level
    simulator: Simulator
    taken: dict[str, tuple[int, ...]] = field(default_factory=dict, init=False)
    results: tuple[Result, ...] = field(default=(), init=False)

    @property
    def formulas(self) -> AesFormulas:
        """The formulas of the configuration."""
        return formulas_of(self.config)

    @property
    def _step(self) -> int:
        """Bytes of a beat."""
        return BLOCK if self.level == "stream" else self.config.data_bits // 8

    def reset(self, cycles: int = 2) -> None:
        """Resets the netlist while nothing is offered."""
        self.quiet()
        self.simulator.reset(cycles=cycles)

    def quiet(self) -> None:
        """Offers nothing and accepts nothing."""
        inputs = self.simulator.program.netlist.inputs
        names = ("k_tvalid", "i_tvalid", "s_tvalid", "m_tready")
        self.simulator.set(**{name: 0 for name in names if name in inputs})

    def wipe(self) -> None:
        """Wipes the netlist while nothing is offered."""
        self.quiet()
        self.simulator.set(wipe_i=1)
        self.simulator.step()
        self.simulator.set(wipe_i=0)
        self.simulator.step()

    @property
    def keyed(self) -> bool:
        """Whether ``keyed_o`` reports a key in any lane."""
        return any(self.simulator.get("keyed_o"))

    def run(
        self, segments: Sequence[Segment], pace: Pace | None = None, loaded: Key | None = None
    ) -> list[str]:
        """Sends keys and messages, and compares the results with those of Python's library.

        Args:
            segments: keys and messages in their order.
            pace: when handshakes may happen; in every cycle by default.
            loaded: the key that the netlist holds already.
        """
        messages = [message for segment in segments for message in segment.messages]
        wanted = sum(self.beats(len(message.data[0])) for message in messages)
        self._exchange(segments, pace or Pace(), wanted, _STALLED * self.limit(segments))
        failures = list(self._compare(segments, loaded))
        self.simulator.step(_REST)
        if any(self.simulator.get("m_tvalid")):
            failures.append("there is a result without a message")
        return failures

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
        keys = sum(len(segment.keys) for segment in segments)
        blocks = sum(
            self.config.cycles("core", BLOCK) + self.formulas.tweak_cycles
            if self.level == "stream"
            else self.config.cycles_per_block
            for segment in segments
            for message in segment.messages
            for _ in range(1 + len(message.data[0]) // BLOCK)
        )
        return keys * _KEY_CYCLES + blocks + self.config.cycles("core", BLOCK) + _KEY_CYCLES

    def beats(self, size: int) -> int:
        """Returns the number of beats of a message or a result, whose length is in bytes."""
        return max(1, -(-size // self._step))

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
                    beats["i"].append(_message(message))
                beats["s"] += self._beats(message)
            for name in ("i", "s"):
                after[name] += [before] * (len(beats[name]) - len(after[name]))
        patterns = {"k": pace.keys, "i": pace.messages, "s": pace.data}
        netlist = self.simulator.program.netlist
        names = [name for name in ("k", "i", "s") if f"{name}_tvalid" in netlist.inputs]
        sources = [
            Source(
                f"{name}_t",
                payload(list(netlist.inputs), f"{name}_t"),
                beats[name],
                patterns[name],
                after[name],
            )
            for name in names
        ]
        sink = Sink("m_t", payload(list(netlist.outputs), "m_t"), wanted, pace.results)
        taken, (self.results,) = self.simulator.exchange(sources, [sink], limit, stop)
        self.taken = dict(zip(names, taken, strict=True))

    def _key_beats(self, key: Key) -> Iterator[Beat]:
        size = len(key.data[0])
        step = KEY_BEAT_BITS // 8
        for at in range(0, size, step):
            yield {
                "k_tdata": [int.from_bytes(one[at : at + step], "little") for one in key.data],
                "k_tuser": (size - 16) // 8 if len(self.formulas.key_bytes) > 1 else 0,
                "k_tdest": int(key.tweak),
                "k_tlast": int(at + step == size),
                "k_tkeep": (1 << step) - 1,
            }

    def _beats(self, message: Message) -> Iterator[Beat]:
        size, step = len(message.data[0]), self._step
        for at in range(0, max(size, 1), step):
            yield {
                "s_tdata": [int.from_bytes(one[at : at + step], "little") for one in message.data],
                "s_tkeep": (1 << min(step, size - at)) - 1,
                "s_tlast": int(at + step >= size),
                "s_tuser": int(message.decrypt),
            }

    def _compare(self, segments: Sequence[Segment], loaded: Key | None) -> Iterator[str]:
        """Yields every result that differs from the expected one for its keys."""
        left = list(self.results)
        keys: dict[bool, Sequence[bytes]] = {
            False: loaded.data if loaded else (),
            True: (b"",) * LANES,
        }
        for segment in segments:
            keys |= {key.tweak: key.data for key in segment.keys}
            for message in segment.messages:
                count = self.beats(len(message.data[0]))
                yield from self._differences(message, left[:count], keys[False], keys[True])
                left = left[count:]

    def _differences(
        self,
        message: Message,
        beats: Sequence[Result],
        keys: Sequence[bytes],
        tweak_keys: Sequence[bytes],
    ) -> Iterator[str]:
        size = len(message.data[0])
        for number, beat in enumerate(beats):
            marks = {"m_tlast": int(number == len(beats) - 1), "m_tuser": 0}
            marks["m_tkeep"] = (1 << min(self._step, size - self._step * number)) - 1
            for name, mark in marks.items():
                if name in beat.values and set(beat.values[name]) != {mark}:
                    yield f"{name} is not {mark} in beat {number} of {size} bytes"
        for lane, data in enumerate(message.data):
            words = [beat.values["m_tdata"][lane] for beat in beats]
            parts = [word.to_bytes(self._step, "little") for word in words]
            found = b"".join(parts)[:size]
            initial = message.initial[lane]
            right = apply(
                keys[lane], data, message.decrypt, message.mode, initial, tweak_keys[lane]
            )
            if found != right:
                yield f"{found.hex()} instead of {right.hex()}"


def _message(message: Message) -> Beat:
    return {
        "i_tdata": [int.from_bytes(one, "little") for one in message.initial],
        "i_tuser": int(message.decrypt) << 2 | message.mode,
    }


def payload(ports: Sequence[str], prefix: str) -> list[str]:
    """Returns the payload ports with a prefix."""
    shakes = (f"{prefix}valid", f"{prefix}ready")
    return [port for port in ports if port.startswith(prefix) and port not in shakes]
