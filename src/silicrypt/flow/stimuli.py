"""The stimuli of every kind of unit: how ports are driven while activity is counted.

A stimulus is a function that drives the ports of a netlist. There are those of units with a message
stream and a digest stream (hashes, sponges and HMAC), of block ciphers, of authenticated
encryption, and of hash stations. Those of units with requests are in `request_stimuli`. `STIMULI`
lists them by the interface of the unit.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import TypeAlias

from silicrypt.catalog import DesignPoint, Level
from silicrypt.catalog.aead import formulas_of as aead_formulas_of
from silicrypt.catalog.cipher import formulas_of
from silicrypt.drivers.aes import Mode
from silicrypt.errors import BadInput, NotVerified, UnitFailed, UnknownName
from silicrypt.flow import request_stimuli
from silicrypt.flow.stimulus import Counted, Stimulus
from silicrypt.tools.gatesim import LANES, Activity, Simulator, Transfer
from silicrypt.tools.gatesim.timed import LANES as TIMED_LANES
from silicrypt.verify import netlist_stream
from silicrypt.verify.cipher_wire import BLOCK, modes_of
from silicrypt.verify.netlist_aead import AeadNetlist
from silicrypt.verify.netlist_cipher import CipherNetlist, ParallelKeys, ParallelTexts, Segment
from silicrypt.verify.netlist_station import BAUD, HASHING, SHOWING, Station, clock_hz, random_lines

#: The scenarios of every unit with data streams, in ascending order of activity.
SCENARIOS = ("idle", "single", "saturated")
#: The end of the name of a scenario whose cells have delays, as in ``"saturated-delays"``.
DELAYS = "-delays"
#: The phases of a message of a hash station in order, and the idle phase after them.
RECEIVE, HASH, SHOW, IDLE = PHASES = "receive", "hash", "show", "idle"

_SEED = 1
#: Cycles that are counted in the scenario idle, and in the scenario single with those of rest
#: before its message: until then only the activity of an idle unit remains.
_IDLE, _SINGLE, _REST = 256, 1024, 64
#: Blocks per message in the scenario saturated, and the numbers of consecutive messages in the
#: short and in the long run. The difference of the two runs is the saturated activity.
_BLOCKS, _FEW, _MANY = 4, 1, 5
#: Additional blocks that a sponge absorbs in the long run.
_MORE = 32
#: Blocks of a cipher per stage in the short and in the long run.
_FEW_BLOCKS, _MANY_BLOCKS = 4, 20
#: Characters of the message to a station: seven blocks of the smallest hash, as in the paper.
_CHARACTERS = 28


@dataclass(frozen=True)
class _Streams:
    """Plays a unit with a message stream and a digest stream.

    Attributes:
        point: the design point.
        level: ``"core"`` or ``"stream"``.
    """

    point: DesignPoint
    level: Level

    def stimuli(self) -> Iterator[Stimulus]:
        """Yields the scenarios idle, single and saturated."""
        point = self.point
        key = "a key loaded before, " if point.unit.keyed else ""
        short, long = self._longest(1), self._longest(_BLOCKS)
        choice = f" by {point.computes}" if point.chosen else ""
        tags = f", {point.stages} of them in flight" if point.stages > 1 else ""
        yield Stimulus(
            "idle", f"after reset, the clock running, no input: {_IDLE} cycles", self._idle
        )
        yield Stimulus(
            "single",
            f"{key}one message of {short} random bytes (seed {_SEED}){choice} in {_SINGLE} cycles, "
            f"{_REST} of them before it, the rest idle",
            partial(self._single, short),
        )
        yield Stimulus(
            "saturated",
            f"{key}messages of {long} random bytes (seed {_SEED}){choice} back to back{tags}, "
            f"digests taken at once: what {_MANY - _FEW} more messages add to {_FEW}"
            f"{' under each tid' if tags else ''}",
            partial(self._saturated, long),
        )

    def of_sponge(self) -> Iterator[Stimulus]:
        """Yields the same scenarios, but saturated only absorbs.

        The digest takes a large part of the time of a short message.
        """
        idle, single, _ = self.stimuli()
        yield from (idle, single)
        yield Stimulus(
            "saturated",
            f"a message of random bytes (seed {_SEED}): what {_MORE} more blocks add to {_BLOCKS}",
            self._absorbing,
        )

    def _longest(self, blocks: int) -> int:
        """Returns the length in bytes of the longest message that fits into some blocks."""
        function = self.point.hash
        sizes = range(blocks * function.block_bits // 8)
        return max(size for size in sizes if function.blocks(size) <= blocks)

    def _reset(self, simulator: Simulator) -> None:
        """Powers the unit up and resets it."""
        simulator.power_up(_SEED)
        simulator.reset()
        simulator.step(_REST + self.point.wake_cycles)

    def _start(self, simulator: Simulator) -> None:
        """Powers the unit up, resets it, and loads the key if the unit takes one."""
        self._reset(simulator)
        netlist_stream.bind(simulator)
        if loading := netlist_stream.key_beats(self.point, [b""] * LANES):
            cycles = self.point.key_interval(len(netlist_stream.KEY)) + _REST
            simulator.stream(loading, 0, cycles)
            simulator.step(cycles)

    def _idle(self, simulator: Simulator) -> Counted:
        self._reset(simulator)
        simulator.count()
        simulator.step(_IDLE)
        return Counted(simulator.activity())

    def _single(self, size: int, simulator: Simulator) -> Counted:
        point, level = self.point, self.level
        ((message,),) = self._messages(size, 1, 1)
        self._start(simulator)
        simulator.count()
        simulator.step(_REST)
        beats = netlist_stream.beats(point, level, message)
        limit = netlist_stream.limit(point, level, message)
        self._check(simulator.stream(beats, self._beats, limit), [[message]])
        rest = _SINGLE - simulator.activity().cycles
        if rest < 0:
            raise BadInput(f"{point.name}: a message takes more than {_SINGLE} cycles")
        simulator.step(rest)
        return Counted(simulator.activity(), 8 * size)

    def _saturated(self, size: int, simulator: Simulator) -> Counted:
        """Runs few and many messages from reset; the difference excludes filling and draining."""
        stages = self.point.stages
        few, many = (
            self._activity(self._messages(size, count, stages), simulator)
            for count in (_FEW, _MANY)
        )
        return Counted(many - few, 8 * size * (_MANY - _FEW) * stages)

    def _absorbing(self, simulator: Simulator) -> Counted:
        """Runs a long message and its first blocks alone; the difference is only absorption."""
        short, long = (self._longest(blocks) for blocks in (_BLOCKS, _BLOCKS + _MORE))
        ((message,),) = self._messages(long, 1, 1)
        few = self._activity([[[one[:short] for one in message]]], simulator)
        many = self._activity([[message]], simulator)
        return Counted(many - few, 8 * (long - short))

    def _activity(
        self, messages: Sequence[Sequence[list[bytes]]], simulator: Simulator
    ) -> Activity:
        """Returns the activity of consecutive messages per channel (``tid``).

        It is that from the first beat to the last result.
        """
        point, level = self.point, self.level
        beats = [
            beat for some in messages for beat in netlist_stream.interleaved(point, level, some)
        ]
        count = len(messages) * point.stages
        limit = count * netlist_stream.limit(point, level, messages[0][0])
        self._start(simulator)
        simulator.count()
        self._check(simulator.stream(beats, count * self._beats, limit), messages)
        return simulator.activity()

    @property
    def _beats(self) -> int:
        """The number of beats of a result."""
        return self.point.unit.tops[self.level].result_beats

    @staticmethod
    def _messages(size: int, count: int, tids: int) -> list[list[list[bytes]]]:
        """Returns random messages, indexed by position, channel and simulation lane."""
        randomness = random.Random(_SEED)
        return [
            [[randomness.randbytes(size) for _ in range(LANES)] for _ in range(tids)]
            for _ in range(count)
        ]

    def _check(self, transfer: Transfer, messages: Sequence[Sequence[Sequence[bytes]]]) -> None:
        """Checks that the measured netlist gives the correct digests.

        Raises:
            NotVerified: a digest is wrong.
        """
        point, key = self.point, netlist_stream.KEY
        expected = [iter(some) for some in zip(*messages, strict=True)]
        for tid, digests in netlist_stream.results(point, self.level, transfer):
            if [point.reference(one, key) for one in next(expected[tid])] != digests:
                raise NotVerified(
                    f"the netlist of {point.name} gives wrong digests and is not measured; "
                    f"'silicrypt verify {point.name} --suite full' shows more"
                )


@dataclass(frozen=True)
class _Cipher:
    """Plays a block cipher: a key, then random blocks in ECB, or else in its first mode.

    Attributes:
        point: the design point.
        level: ``"core"`` or ``"stream"``.
    """

    point: DesignPoint
    level: Level

    def stimuli(self) -> Iterator[Stimulus]:
        """Yields the scenarios idle, single and saturated."""
        bits, stages = 8 * self._key_bytes, self.point.stages
        does = "decrypted" if self._decrypts else "encrypted"
        yield Stimulus(
            "idle",
            f"after reset, the clock running, no key and no input: {_IDLE} cycles",
            self._idle,
        )
        yield Stimulus(
            "single",
            f"a random key of {bits} bits (seed {_SEED}) loaded before, one random block {does} in "
            f"{_SINGLE} cycles, {_REST} of them before it, the rest idle",
            self._single,
        )
        flight = f", {stages} in flight" if stages > 1 else ""
        yield Stimulus(
            "saturated",
            f"a random key of {bits} bits (seed {_SEED}) loaded before, random blocks {does} back "
            f"to back{flight}: what {(_MANY_BLOCKS - _FEW_BLOCKS) * stages} more blocks add to "
            f"{_FEW_BLOCKS * stages}",
            self._saturated,
        )

    @property
    def _key_bytes(self) -> int:
        return max(formulas_of(self.point).key_bytes)

    @property
    def _decrypts(self) -> bool:
        return formulas_of(self.point).directions[0]

    def _start(self, simulator: Simulator) -> CipherNetlist:
        """Powers the unit up and resets it."""
        simulator.power_up(_SEED)
        unit = CipherNetlist(self.point, self.level, simulator)
        unit.reset()
        simulator.step(_REST)
        return unit

    def _keyed(self, simulator: Simulator) -> tuple[CipherNetlist, ParallelKeys]:
        """Powers the unit up and loads a key; returns the unit and the key."""
        unit, rng = self._start(simulator), random.Random(_SEED)
        key = ParallelKeys([rng.randbytes(self._key_bytes) for _ in range(LANES)])
        self._demand(unit.run([Segment([key], self._blocks(1))]))
        return unit, key

    def _blocks(self, count: int) -> list[ParallelTexts]:
        """Returns random blocks: one message each at the core, one message in all at the stream."""
        rng = random.Random(_SEED + count)
        number, size, mode = count, BLOCK, Mode.ECB
        if self.level == "stream":
            number, size, mode = 1, count * BLOCK, modes_of(self.point)[0]
        return [
            ParallelTexts([rng.randbytes(size) for _ in range(LANES)], self._decrypts, mode)
            for _ in range(number)
        ]

    def _idle(self, simulator: Simulator) -> Counted:
        self._start(simulator)
        simulator.count()
        simulator.step(_IDLE)
        return Counted(simulator.activity())

    def _single(self, simulator: Simulator) -> Counted:
        unit, key = self._keyed(simulator)
        simulator.count()
        simulator.step(_REST)
        self._demand(unit.run([Segment([], self._blocks(1))], loaded=key))
        rest = _SINGLE - simulator.activity().cycles
        if rest < 0:
            raise BadInput(f"{self.point.name}: a block takes more than {_SINGLE - _REST} cycles")
        simulator.step(rest)
        return Counted(simulator.activity(), 8 * BLOCK)

    def _saturated(self, simulator: Simulator) -> Counted:
        """Runs few and many blocks; the difference excludes filling and draining."""
        stages = self.point.stages
        few, many = (
            self._activity(count * stages, simulator) for count in (_FEW_BLOCKS, _MANY_BLOCKS)
        )
        return Counted(many - few, 8 * BLOCK * (_MANY_BLOCKS - _FEW_BLOCKS) * stages)

    def _activity(self, count: int, simulator: Simulator) -> Activity:
        """Returns the activity of consecutive blocks, from the first beat to the last result."""
        unit, key = self._keyed(simulator)
        simulator.count()
        self._demand(unit.run([Segment([], self._blocks(count))], loaded=key))
        return simulator.activity()

    def _demand(self, failures: Sequence[str]) -> None:
        if failures:
            name = self.point.name
            raise NotVerified(
                f"the netlist of {name} gives wrong blocks and is not measured: {failures[0]}; "
                f"'silicrypt verify {name} --suite full' shows more"
            )


@dataclass(frozen=True)
class _Aead:
    """Plays authenticated encryption: a key, then a message without associated data.

    Attributes:
        point: the design point.
        level: ``"stream"``.
    """

    point: DesignPoint
    level: Level

    def stimuli(self) -> Iterator[Stimulus]:
        """Yields the scenarios idle, single and saturated."""
        formulas = aead_formulas_of(self.point)
        key = f"a random key of {8 * max(formulas.key_bytes)} bits (seed {_SEED})"
        yield Stimulus(
            "idle",
            f"after reset, the clock running, no key and no input: {_IDLE} cycles",
            self._idle,
        )
        yield Stimulus(
            "single",
            f"{key} and a message of one random block, encrypted with its tag, in "
            f"{self._span} cycles, {_REST} of them before the key, the rest idle",
            self._single,
        )
        yield Stimulus(
            "saturated",
            f"{key}, a message of random bytes encrypted: what {_MORE} more blocks add to "
            f"{_BLOCKS} and the tag",
            self._saturated,
        )

    @property
    def _span(self) -> int:
        """The cycles of the scenario single: a multiple of those of other units."""
        formulas = aead_formulas_of(self.point)
        least = formulas.message_cycles(formulas.algorithm.iv_bytes[0], 0, BLOCK)
        least += self.point.key_interval(max(formulas.key_bytes)) + 2 * _REST
        return -(-least // _SINGLE) * _SINGLE

    def _start(self, simulator: Simulator) -> AeadNetlist:
        """Powers the unit up and resets it."""
        simulator.power_up(_SEED)
        unit = AeadNetlist(self.point, simulator)
        unit.stop()
        simulator.step(_REST + self.point.wake_cycles)
        return unit

    def _idle(self, simulator: Simulator) -> Counted:
        self._start(simulator)
        simulator.count()
        simulator.step(_IDLE)
        return Counted(simulator.activity())

    def _single(self, simulator: Simulator) -> Counted:
        unit = self._start(simulator)
        simulator.count()
        simulator.step(_REST)
        self._encrypt(unit, 1)
        simulator.step(self._span - simulator.activity().cycles)
        return Counted(simulator.activity(), 8 * BLOCK)

    def _saturated(self, simulator: Simulator) -> Counted:
        """Encrypts a short and a long message; the difference is only the blocks between them."""
        few, many = (self._activity(count, simulator) for count in (_BLOCKS, _BLOCKS + _MORE))
        return Counted(many - few, 8 * BLOCK * _MORE)

    def _activity(self, blocks: int, simulator: Simulator) -> Activity:
        """Returns the activity of a key and a message, from the first beat to the tag."""
        unit = self._start(simulator)
        simulator.count()
        self._encrypt(unit, blocks)
        return simulator.activity()

    def _encrypt(self, unit: AeadNetlist, blocks: int) -> None:
        """Loads a key and encrypts a message of that many blocks.

        Raises:
            NotVerified: the netlist gives a wrong result.
        """
        sizes = (unit.formulas.algorithm.iv_bytes[0], 0, blocks * BLOCK)
        message = replace(unit.random(random.Random(_SEED), sizes), decrypt=False, wrong=())
        if failures := unit.run([message]):
            name = self.point.name
            raise NotVerified(
                f"the netlist of {name} gives wrong results and is not measured: {failures[0]}; "
                f"'silicrypt verify {name} --suite full' shows more"
            )


def _of_station(point: DesignPoint, _: Level) -> Iterator[Stimulus]:
    """Yields one scenario per phase: characters on the serial line in, digits on the display out.

    At the clock that the station is meant for, a message takes millions of cycles, and the hash
    takes a few hundred of them. The simulated station is therefore built for a slower clock. Serial
    line and display have fixed times and take fewer cycles at that clock; everything else is the
    same. `stretch` gives the length of a phase at another clock.
    """
    mhz = clock_hz(point) / 1e6
    line = f"{_CHARACTERS} random printable characters (seed {_SEED}) and a return at {BAUD} baud"
    about = {
        RECEIVE: f"from reset on, the display initialised meanwhile: {line}",
        HASH: f"from the end of the message to the valid digest (message: {line})",
        SHOW: f"from the valid digest to the end of the last display instruction (message: {line})",
        IDLE: f"{_IDLE} cycles without input after the display (message: {line})",
    }
    for phase, what in about.items():
        yield Stimulus(
            phase,
            f"built for {mhz:g} MHz; {what}; digest read off",
            partial(_play_station, point, phase),
        )


def stretch(point: DesignPoint, phase: str, mhz: float) -> float:
    """Returns the factor by which a phase takes more cycles if the station is built for `mhz`."""
    return 1.0 if phase == HASH else mhz * 1e6 / clock_hz(point)


def _play_station(point: DesignPoint, phase: str, simulator: Simulator) -> Counted:
    """Plays all phases and counts the activity of one of them."""
    station = Station(point, simulator)
    lines = random_lines(random.Random(_SEED), _CHARACTERS)
    counted: Counted | None = None

    def begins(now: str) -> None:
        nonlocal counted
        if now == phase:
            simulator.count()
        elif PHASES.index(now) == PHASES.index(phase) + 1:
            bits = 8 * _CHARACTERS if phase == HASH else 0
            counted = Counted(simulator.activity(), bits)
            simulator.count(False)

    simulator.power_up(_SEED)
    station.reset()
    begins(RECEIVE)
    station.idle_line()
    try:
        station.send(lines)
        station.wait_for(HASHING, station.bit_cycles)
        begins(HASH)
        station.wait_for(SHOWING, 8 * point.cycles("stream", _CHARACTERS))
        begins(SHOW)
        shown = station.digits()
    except UnitFailed as error:
        raise NotVerified(f"the netlist of {point.name} is not measured: {error}") from error
    if shown != station.expected(lines):
        raise NotVerified(
            f"the netlist of {point.name} shows wrong digests and is not measured: {shown[:1]}"
        )
    station.execute()
    begins(IDLE)
    simulator.step(_IDLE)
    return counted or Counted(simulator.activity())


Maker: TypeAlias = Callable[[DesignPoint, Level], Iterable[Stimulus]]

#: The stimuli by the interface of a unit.
STIMULI: Mapping[str, Maker] = MappingProxyType(
    {
        "hash": lambda point, level: _Streams(point, level).stimuli(),
        "hmac": lambda point, level: _Streams(point, level).stimuli(),
        "sponge": lambda point, level: _Streams(point, level).of_sponge(),
        "station": _of_station,
        "aes": lambda point, level: _Cipher(point, level).stimuli(),
        "aead": lambda point, level: _Aead(point, level).stimuli(),
        "kdf": request_stimuli.stimuli,
    }
)


def stimuli(
    point: DesignPoint, level: Level, scenarios: Sequence[str] | None = None
) -> tuple[Stimulus, ...]:
    """Returns the stimuli of a unit.

    Args:
        point: the design point.
        level: ``"core"`` or ``"stream"``.
        scenarios: names of the scenarios, with the suffix `DELAYS` where the cells have delays;
            all scenarios without delays by default.

    Raises:
        UnknownName: there is no such scenario.
        BadInput: there is no stimulus for this kind of unit.
    """
    kind = point.unit.interface
    if kind not in STIMULI:
        raise BadInput(
            f"{point.name}: there is no stimulus for a unit of the kind {kind}, "
            f"only for {', '.join(STIMULI)}: its power cannot be measured"
        )
    # A unit that computes a choice of two algorithms is measured with the first one.
    made = {one.scenario: one for one in STIMULI[kind](point.choices[0], level)}
    if scenarios is None:
        return tuple(made.values())
    known = made | {one.scenario: one for one in map(_with_delays, made.values())}
    for name in scenarios:
        if name not in known:
            raise UnknownName("scenario", name, made)
    return tuple(one for name, one in known.items() if name in scenarios)


def _with_delays(stimulus: Stimulus) -> Stimulus:
    return replace(
        stimulus,
        scenario=f"{stimulus.scenario}{DELAYS}",
        about=f"{stimulus.about}; in {TIMED_LANES} of the simulations, cells have inertial delays",
        delays=True,
    )
