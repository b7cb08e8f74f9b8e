"""The stimuli of a block cipher: a key, then random blocks in ECB mode."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial

from silicrypt.catalog import DesignPoint, Level
from silicrypt.catalog.aes import formulas_of
from silicrypt.errors import BadInput, NotVerified
from silicrypt.flow.stimulus import SCENARIOS, Counted, Stimulus
from silicrypt.tools.gatesim import Activity, Simulator
from silicrypt.tools.gatesim.lanes import LANES
from silicrypt.verify.cipher_wire import BLOCK
from silicrypt.verify.netlist_cipher import (
    CipherNetlist,
    ParallelKeys,
    ParallelTexts,
    Segment,
)

#: Cycles before the first block of the scenario single, and all cycles of idle and of single.
_REST, _IDLE, _SINGLE = 64, 256, 1024
#: Blocks per stage in the short and in the long run. Their difference is the saturated activity.
_FEW, _MANY = 4, 20
_SEED = 1


def stimuli(point: DesignPoint, level: Level) -> Iterator[Stimulus]:
    """Yields the scenarios idle, single and saturated."""
    idle, single, saturated = SCENARIOS
    bits = 8 * _key_bytes(point)
    does = "decrypted" if _decrypts(point) else "encrypted"
    yield Stimulus(
        idle,
        f"after reset, the clock running, no key and no input: {_IDLE} cycles",
        partial(_idle, point, level),
    )
    yield Stimulus(
        single,
        f"a random key of {bits} bits (seed {_SEED}) loaded before, one random block {does} in "
        f"{_SINGLE} cycles, {_REST} of them before it, the rest idle",
        partial(_single, point, level),
    )
    flight = f", {point.stages} in flight" if point.stages > 1 else ""
    yield Stimulus(
        saturated,
        f"a random key of {bits} bits (seed {_SEED}) loaded before, random blocks {does} back to "
        f"back{flight}: what {(_MANY - _FEW) * point.stages} more blocks add to "
        f"{_FEW * point.stages}",
        partial(_saturated, point, level),
    )


def _key_bytes(point: DesignPoint) -> int:
    return max(formulas_of(point).key_bytes)


def _decrypts(point: DesignPoint) -> bool:
    return formulas_of(point).directions[0]


def _started(point: DesignPoint, level: Level, simulator: Simulator) -> CipherNetlist:
    """Powers the unit up and resets it."""
    simulator.power_up(_SEED)
    unit = CipherNetlist(point, level, simulator)
    unit.reset()
    simulator.step(_REST)
    return unit


def _keyed(
    point: DesignPoint, level: Level, simulator: Simulator
) -> tuple[CipherNetlist, ParallelKeys]:
    """Powers the unit up and loads a key; returns the unit and the key."""
    unit = _started(point, level, simulator)
    rng = random.Random(_SEED)
    key = ParallelKeys([rng.randbytes(_key_bytes(point)) for _ in range(LANES)])
    _demand(point, unit.run([Segment([key], _blocks(point, level, 1))]))
    return unit, key


def _blocks(point: DesignPoint, level: Level, count: int) -> list[ParallelTexts]:
    """Returns random blocks: one message each at the core, one message in all at the stream."""
    rng = random.Random(_SEED + count)
    number, size = (1, count * BLOCK) if level == "stream" else (count, BLOCK)
    return [
        ParallelTexts([rng.randbytes(size) for _ in range(LANES)], _decrypts(point))
        for _ in range(number)
    ]


def _idle(point: DesignPoint, level: Level, simulator: Simulator) -> Counted:
    _started(point, level, simulator)
    simulator.count()
    simulator.step(_IDLE)
    return Counted(simulator.activity())


def _single(point: DesignPoint, level: Level, simulator: Simulator) -> Counted:
    unit, key = _keyed(point, level, simulator)
    simulator.count()
    simulator.step(_REST)
    _demand(point, unit.run([Segment([], _blocks(point, level, 1))], loaded=key))
    rest = _SINGLE - simulator.activity().cycles
    if rest < 0:
        raise BadInput(f"{point.name}: a block takes more than {_SINGLE - _REST} cycles")
    simulator.step(rest)
    return Counted(simulator.activity(), 8 * BLOCK)


def _saturated(point: DesignPoint, level: Level, simulator: Simulator) -> Counted:
    """Runs few and many blocks; the difference excludes filling and draining."""
    few, many = (_train(point, level, count * point.stages, simulator) for count in (_FEW, _MANY))
    return Counted(many - few, 8 * BLOCK * (_MANY - _FEW) * point.stages)


def _train(point: DesignPoint, level: Level, count: int, simulator: Simulator) -> Activity:
    """Returns the activity of consecutive blocks, from the first beat to the last result."""
    unit, key = _keyed(point, level, simulator)
    simulator.count()
    _demand(point, unit.run([Segment([], _blocks(point, level, count))], loaded=key))
    return simulator.activity()


def _demand(point: DesignPoint, failures: Sequence[str]) -> None:
    if failures:
        raise NotVerified(
            f"the netlist of {point.name} gives wrong blocks and is not measured: {failures[0]}; "
            f"'silicrypt verify {point.name} --suite full' shows more"
        )
