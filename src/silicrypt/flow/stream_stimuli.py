"""The stimuli of a unit with a message stream and a digest stream: hashes, sponges and HMAC."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial

from silicrypt.catalog import DesignPoint, Level
from silicrypt.errors import BadInput, NotVerified
from silicrypt.flow.stimulus import Counted, Stimulus
from silicrypt.tools.gatesim import Activity, Simulator, Transfer
from silicrypt.tools.gatesim.lanes import LANES
from silicrypt.verify import netlist_stream

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


def of_messages(point: DesignPoint, level: Level) -> Iterator[Stimulus]:
    """Yields the scenarios of a unit with a message stream and a digest stream."""
    key = "a key loaded before, " if point.unit.keyed else ""
    short, long = _longest(point, 1), _longest(point, _BLOCKS)
    choice = f" by {point.computes}" if point.chosen else ""
    tags = f", {point.stages} of them in flight" if point.stages > 1 else ""
    yield Stimulus(
        "idle",
        f"after reset, the clock running, no input: {_IDLE} cycles",
        partial(_idle, point),
    )
    yield Stimulus(
        "single",
        f"{key}one message of {short} random bytes (seed {_SEED}){choice} in {_SINGLE} cycles, "
        f"{_SETTLED} of them before it, the rest idle",
        partial(_single, point, level, short),
    )
    yield Stimulus(
        "saturated",
        f"{key}messages of {long} random bytes (seed {_SEED}){choice} back to back{tags}, digests "
        f"taken at once: what {_MANY - _FEW} more messages add to {_FEW}"
        f"{' under each tid' if tags else ''}",
        partial(_saturated, point, level, long),
    )


def of_sponges(point: DesignPoint, level: Level) -> Iterator[Stimulus]:
    """Yields the same scenarios, but saturated only absorbs.

    The digest takes a large part of the time of a short message.
    """
    idle, single, _ = of_messages(point, level)
    yield from (idle, single)
    yield Stimulus(
        "saturated",
        f"a message of random bytes (seed {_SEED}): what {_MORE} more blocks add to {_BLOCKS}",
        partial(_absorbing, point, level),
    )


def _longest(point: DesignPoint, blocks: int) -> int:
    """Returns the length in bytes of the longest message that fits into this number of blocks."""
    most = blocks * point.hash.block_bits // 8
    return max(size for size in range(most) if point.hash.blocks(size) <= blocks)


def _start(point: DesignPoint, simulator: Simulator) -> None:
    """Powers the unit up and resets it."""
    simulator.power_up(_SEED)
    simulator.reset()
    simulator.step(_SETTLED + point.wake_cycles)


def _wake(point: DesignPoint, simulator: Simulator) -> None:
    """Powers the unit up, resets it, and loads the key if the unit takes one."""
    _start(point, simulator)
    netlist_stream.bind(simulator)
    if loading := netlist_stream.key_beats(point, [b""] * LANES):
        cycles = point.key_interval(len(netlist_stream.KEY)) + _SETTLED
        simulator.stream(loading, 0, cycles)
        simulator.step(cycles)


def _idle(point: DesignPoint, simulator: Simulator) -> Counted:
    _start(point, simulator)
    simulator.count()
    simulator.step(_IDLE)
    return Counted(simulator.activity())


def _single(point: DesignPoint, level: Level, size: int, simulator: Simulator) -> Counted:
    ((message,),) = _messages(size, 1, 1)
    _wake(point, simulator)
    simulator.count()
    simulator.step(_SETTLED)
    fed = netlist_stream.beats(point, level, message)
    transfer = simulator.stream(
        fed, _beats(point, level), netlist_stream.limit(point, level, message)
    )
    _check(point, level, transfer, [[message]])
    rest = _SINGLE - simulator.activity().cycles
    if rest < 0:
        raise BadInput(f"{point.name}: a message takes more than {_SINGLE} cycles")
    simulator.step(rest)
    return Counted(simulator.activity(), 8 * size)


def _saturated(point: DesignPoint, level: Level, size: int, simulator: Simulator) -> Counted:
    """Runs few and many messages from reset; the difference excludes filling and draining."""
    few, many = (_train(point, level, size, count, simulator) for count in (_FEW, _MANY))
    return Counted(many - few, 8 * size * (_MANY - _FEW) * point.stages)


def _train(
    point: DesignPoint, level: Level, size: int, count: int, simulator: Simulator
) -> Activity:
    """Returns the activity of `count` consecutive messages per channel (``tid``)."""
    return _fed(point, level, _messages(size, count, point.stages), simulator)


def _fed(
    point: DesignPoint,
    level: Level,
    messages: Sequence[Sequence[list[bytes]]],
    simulator: Simulator,
) -> Activity:
    """Returns the activity of consecutive messages per channel, from first beat to last result."""
    fed = [beat for turn in messages for beat in netlist_stream.interleaved(point, level, turn)]
    count = len(messages) * point.stages
    limit = count * netlist_stream.limit(point, level, messages[0][0])
    _wake(point, simulator)
    simulator.count()
    transfer = simulator.stream(fed, count * _beats(point, level), limit)
    _check(point, level, transfer, messages)
    return simulator.activity()


def _absorbing(point: DesignPoint, level: Level, simulator: Simulator) -> Counted:
    """Runs a long message and its first blocks alone; the difference is only absorption."""
    short, long = (_longest(point, blocks) for blocks in (_BLOCKS, _BLOCKS + _MORE))
    ((message,),) = _messages(long, 1, 1)
    few = _fed(point, level, [[[one[:short] for one in message]]], simulator)
    many = _fed(point, level, [[message]], simulator)
    return Counted(many - few, 8 * (long - short))


def _beats(point: DesignPoint, level: Level) -> int:
    """Returns the number of beats of a result."""
    return point.unit.tops[level].result_beats


def _messages(size: int, count: int, tids: int) -> list[list[list[bytes]]]:
    """Returns random messages, indexed by position, channel and simulation lane."""
    randomness = random.Random(_SEED)
    return [
        [[randomness.randbytes(size) for _ in range(LANES)] for _ in range(tids)]
        for _ in range(count)
    ]


def _check(
    point: DesignPoint,
    level: Level,
    transfer: Transfer,
    messages: Sequence[Sequence[Sequence[bytes]]],
) -> None:
    """Checks that the measured netlist gives the correct digests.

    Raises:
        NotVerified: a digest is wrong.
    """
    expected = [iter(turn) for turn in zip(*messages, strict=True)]
    for tid, digests in netlist_stream.results(point, level, transfer):
        if [point.reference(one, netlist_stream.KEY) for one in next(expected[tid])] != digests:
            raise NotVerified(
                f"the netlist of {point.name} gives wrong digests and is not measured; "
                f"'silicrypt verify {point.name} --suite full' shows more"
            )
