"""The stimuli of a unit with a message stream and a digest stream: hashes, sponges and HMAC."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial

from silicrypt.catalog import Config, Level
from silicrypt.errors import BadInput, NotVerified
from silicrypt.flow.stimulus import Counted, Stimulus
from silicrypt.tools.gatesim import Activity, Simulator, Transfer
from silicrypt.tools.gatesim.lanes import LANES
from silicrypt.verify import drive

#: Cycles after a reset or a key load until only the activity of an idle unit remains.
_SETTLED = 64
#: Cycles that are counted in the scenarios idle and single.
_IDLE, _SINGLE = 256, 1024
#: Blocks per message in the scenario saturated, and the numbers of consecutive messages in the
#: short and in the long run. The difference of the two runs is the saturated activity.
_BLOCKS, _FEW, _MANY = 4, 1, 5
#: Additional blocks that a sponge absorbs in the long run.
_MORE = 32
_SEED = 1


def of_messages(config: Config, level: Level) -> Iterator[Stimulus]:
    """Yields the scenarios of a unit with a message stream and a digest stream."""
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


def of_sponges(config: Config, level: Level) -> Iterator[Stimulus]:
    """Yields the same scenarios, but saturated only absorbs.

    The digest takes a large part of the time of a short message.
    """
    idle, single, _ = of_messages(config, level)
    yield from (idle, single)
    yield Stimulus(
        "saturated",
        f"a message of random bytes (seed {_SEED}): what {_MORE} more blocks add to {_BLOCKS}",
        partial(_absorbing, config, level),
    )


def _longest(config: Config, blocks: int) -> int:
    """Returns the length in bytes of the longest message that fits into this number of blocks."""
    most = blocks * config.hash.block_bits // 8
    return max(size for size in range(most) if config.hash.blocks(size) <= blocks)


def _start(config: Config, simulator: Simulator) -> None:
    """Powers the unit up and resets it."""
    simulator.power_up(_SEED)
    simulator.reset()
    simulator.step(_SETTLED + config.wake_cycles)


def _wake(config: Config, simulator: Simulator) -> None:
    """Powers the unit up, resets it, and loads the key if the unit takes one."""
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
    transfer = simulator.stream(fed, _beats(config, level), drive.limit(config, level, message))
    _check(config, level, transfer, [[message]])
    rest = _SINGLE - simulator.activity().cycles
    if rest < 0:
        raise BadInput(f"{config.name}: a message takes more than {_SINGLE} cycles")
    simulator.step(rest)
    return Counted(simulator.activity(), 8 * size)


def _saturated(config: Config, level: Level, size: int, simulator: Simulator) -> Counted:
    """Runs few and many messages from reset; the difference excludes filling and draining."""
    few, many = (_train(config, level, size, count, simulator) for count in (_FEW, _MANY))
    return Counted(many - few, 8 * size * (_MANY - _FEW) * config.stages)


def _train(config: Config, level: Level, size: int, count: int, simulator: Simulator) -> Activity:
    """Returns the activity of `count` consecutive messages per channel (``tid``)."""
    return _fed(config, level, _messages(size, count, config.stages), simulator)


def _fed(
    config: Config, level: Level, messages: Sequence[Sequence[list[bytes]]], simulator: Simulator
) -> Activity:
    """Returns the activity of consecutive messages per channel, from first beat to last result."""
    fed = [beat for turn in messages for beat in drive.in_turn(config, level, turn)]
    count = len(messages) * config.stages
    limit = count * drive.limit(config, level, messages[0][0])
    _wake(config, simulator)
    simulator.count()
    transfer = simulator.stream(fed, count * _beats(config, level), limit)
    _check(config, level, transfer, messages)
    return simulator.activity()


def _absorbing(config: Config, level: Level, simulator: Simulator) -> Counted:
    """Runs a long message and its first blocks alone; the difference is only absorption."""
    short, long = (_longest(config, blocks) for blocks in (_BLOCKS, _BLOCKS + _MORE))
    ((message,),) = _messages(long, 1, 1)
    few = _fed(config, level, [[[one[:short] for one in message]]], simulator)
    many = _fed(config, level, [[message]], simulator)
    return Counted(many - few, 8 * (long - short))


def _beats(config: Config, level: Level) -> int:
    """Returns the number of beats of a result."""
    return config.unit.tops[level].result_beats


def _messages(size: int, count: int, tids: int) -> list[list[list[bytes]]]:
    """Returns random messages, indexed by position, channel and simulation lane."""
    randomness = random.Random(_SEED)
    return [
        [[randomness.randbytes(size) for _ in range(LANES)] for _ in range(tids)]
        for _ in range(count)
    ]


def _check(
    config: Config, level: Level, transfer: Transfer, messages: Sequence[Sequence[Sequence[bytes]]]
) -> None:
    """Checks that the measured netlist gives the correct digests.

    Raises:
        NotVerified: a digest is wrong.
    """
    expected = [iter(turn) for turn in zip(*messages, strict=True)]
    for tid, digests in drive.results(config, level, transfer):
        if [config.reference(one, drive.KEY) for one in next(expected[tid])] != digests:
            raise NotVerified(
                f"the netlist of {config.name} gives wrong digests and is not measured; "
                f"'silicrypt verify {config.name} --suite full' shows more"
            )
