"""What is done to a netlist's ports while its activity is counted: the scenarios of a power run.

A stimulus is a function that drives ports. Those of every unit are made here: one line of `STIMULI`
for a unit whose ports are the streams of the hashes, a function besides for one that has others.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from silicrypt.catalog import Config, Level
from silicrypt.errors import BadInput, NotVerified, UnknownName
from silicrypt.tools.gatesim import Activity, Simulator, Transfer
from silicrypt.tools.gatesim.lanes import LANES
from silicrypt.verify import drive

#: The scenarios of every unit, the quietest first.
SCENARIOS = ("idle", "single", "saturated")

#: Cycles from a reset, and from a key, until nothing moves that need not.
_SETTLED = 64
#: Cycles counted of an idle unit, and of one with a single message.
_IDLE, _SINGLE = 256, 1024
#: Blocks of a message, and messages in line, of which the first few are the way into saturation.
_BLOCKS, _FEW, _MANY = 4, 1, 5
_SEED = 1


@dataclass(frozen=True)
class Counted:
    """What a stimulus did.

    Attributes:
        activity: the activity counted.
        message_bits: bits of the messages taken meanwhile, a lane.
    """

    activity: Activity
    message_bits: int = 0


@dataclass(frozen=True)
class Stimulus:
    """What is done to the ports.

    Attributes:
        scenario: its name.
        about: what is done and what is counted, in words that decide it.
        play: powers a netlist up, drives it, and says what it counted.
    """

    scenario: str
    about: str
    play: Callable[[Simulator], Counted]


def stimuli(
    config: Config, level: Level, scenarios: Sequence[str] | None = None
) -> tuple[Stimulus, ...]:
    """The stimuli of a unit.

    Args:
        config: the design point.
        level: ``"core"`` or ``"stream"``.
        scenarios: which; all by default.

    Raises:
        UnknownName: there is no such scenario.
        BadInput: there is no stimulus for a unit of that kind.
    """
    for name in scenarios or ():
        if name not in SCENARIOS:
            raise UnknownName("scenario", name, SCENARIOS)
    kind = config.unit.name
    if kind not in STIMULI:
        raise BadInput(
            f"{config.name}: there is no stimulus for a unit of the kind {kind}, "
            f"only for {', '.join(STIMULI)}: its power cannot be measured"
        )
    # Of two algorithms that it can be told to compute, the first.
    made = STIMULI[kind](config.choices[0], level)
    return tuple(one for one in made if scenarios is None or one.scenario in scenarios)


def _of_streams(config: Config, level: Level) -> Iterator[Stimulus]:
    """The scenarios of a unit that takes messages as a stream and gives their digests."""
    key = "a key loaded before, " if config.unit.keyed else ""
    short, long = _longest(config, 1), _longest(config, _BLOCKS)
    choice = f" by {config.computes}" if config.chosen else ""
    tags = f", {config.stages} of them in flight" if config.stages > 1 else ""
    yield Stimulus(
        "idle",
        f"after reset, the clock running, no input: {_IDLE} cycles",
        partial(_idle, config),
    )
    yield Stimulus(
        "single",
        f"{key}one message of {short} random bytes (seed {_SEED}){choice} in {_SINGLE} cycles, "
        f"{_SETTLED} of them before it, the rest idle",
        partial(_single, config, level, short),
    )
    yield Stimulus(
        "saturated",
        f"{key}messages of {long} random bytes (seed {_SEED}){choice} back to back{tags}, digests "
        f"taken at once: what {_MANY - _FEW} more messages add to {_FEW}"
        f"{' under each tid' if tags else ''}",
        partial(_saturated, config, level, long),
    )


#: The stimuli of each kind of unit.
STIMULI: Mapping[str, Callable[[Config, Level], Iterator[Stimulus]]] = MappingProxyType(
    {"hash": _of_streams, "hmac": _of_streams, "sponge": _of_streams}
)


def _longest(config: Config, blocks: int) -> int:
    """The bytes of the longest message that so many blocks hold."""
    most = blocks * config.hash.block_bits // 8
    return max(size for size in range(most) if config.hash.blocks(size) <= blocks)


def _start(config: Config, simulator: Simulator) -> None:
    """Power, and a reset."""
    simulator.power_up(_SEED)
    simulator.reset()
    simulator.step(_SETTLED + config.wake_cycles)


def _wake(config: Config, simulator: Simulator) -> None:
    """The key, too, of a unit that takes one."""
    _start(config, simulator)
    drive.bind(simulator)
    if loading := drive.key_beats(config, [b""] * LANES):
        cycles = config.key_interval(len(drive.KEY)) + _SETTLED
        simulator.stream(loading, 0, cycles)
        simulator.step(cycles)


def _idle(config: Config, simulator: Simulator) -> Counted:
    _start(config, simulator)
    simulator.count()
    simulator.step(_IDLE)
    return Counted(simulator.activity())


def _single(config: Config, level: Level, size: int, simulator: Simulator) -> Counted:
    ((message,),) = _messages(size, 1, 1)
    _wake(config, simulator)
    simulator.count()
    simulator.step(_SETTLED)
    fed = drive.beats(config, level, message)
    limit = drive.limit(config, level, message)
    transfer = drive.stream(simulator, config, level, fed, 1, limit)
    _check(config, transfer, [[message]])
    rest = _SINGLE - simulator.activity().cycles
    if rest < 0:
        raise BadInput(f"{config.name}: a message takes more than {_SINGLE} cycles")
    simulator.step(rest)
    return Counted(simulator.activity(), 8 * size)


def _saturated(config: Config, level: Level, size: int, simulator: Simulator) -> Counted:
    """Twice from the beginning; the difference has neither the way in nor the way out."""
    few, many = (_train(config, level, size, count, simulator) for count in (_FEW, _MANY))
    return Counted(many - few, 8 * size * (_MANY - _FEW) * config.stages)


def _train(config: Config, level: Level, size: int, count: int, simulator: Simulator) -> Activity:
    """The activity of so many messages in line, under each tid."""
    messages = _messages(size, count, config.stages)
    fed = [beat for turn in messages for beat in drive.in_turn(config, level, turn)]
    limit = count * config.stages * drive.limit(config, level, messages[0][0])
    _wake(config, simulator)
    simulator.count()
    transfer = drive.stream(simulator, config, level, fed, count * config.stages, limit)
    _check(config, transfer, messages)
    return simulator.activity()


def _messages(size: int, count: int, tids: int) -> list[list[list[bytes]]]:
    """Random messages: in line, under each tid, a lane."""
    randomness = random.Random(_SEED)
    return [
        [[randomness.randbytes(size) for _ in range(LANES)] for _ in range(tids)]
        for _ in range(count)
    ]


def _check(
    config: Config, transfer: Transfer, messages: Sequence[Sequence[Sequence[bytes]]]
) -> None:
    """What is measured must be a netlist that computes.

    Raises:
        NotVerified: a digest is wrong.
    """
    expected = [iter(turn) for turn in zip(*messages, strict=True)]
    for result in transfer.results:
        inputs = next(expected[result.values["m_tid"][0]])
        digests = [config.reference(one, drive.KEY) for one in inputs]
        if [int.from_bytes(digest, "little") for digest in digests] != [*result.values["m_tdata"]]:
            raise NotVerified(
                f"the netlist of {config.name} gives wrong digests and is not measured; "
                f"'silicrypt verify {config.name} --suite full' shows more"
            )
