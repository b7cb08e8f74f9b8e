"""Converts messages and keys to beats for a unit in the gate-level simulator.

Each simulation lane hashes one message. Messages that run side by side have the same length.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from silicrypt.catalog import Config, Level
from silicrypt.tools.gatesim import Simulator, Transfer

#: The key of messages that are not test vectors.
KEY = b"a key of the netlist"

#: Payload ports that a unit may have on its stream of messages.
_INPUTS = ("s_tdata", "s_tkeep", "s_tlast", "s_tid", "s_tuser", "s_tsha1")

_Item = TypeVar("_Item")

Beat = Mapping[str, int | Sequence[int]]


def bind(simulator: Simulator) -> None:
    """Binds the streams of a unit, with the payload ports that it has."""
    netlist = simulator.program.netlist
    results = [port for port in netlist.outputs if port.startswith("m_t") and port != "m_tvalid"]
    simulator.bind([port for port in _INPUTS if port in netlist.inputs], results)


def results(config: Config, level: Level, transfer: Transfer) -> Iterator[tuple[int, list[bytes]]]:
    """Yields the results of a unit: for each one its ``tid``, and its bytes in each lane.

    A lane has more bytes than a result if bits beyond the result are set.
    """
    top, size = config.unit.tops[level], len(config.reference(b"", KEY))
    for beats in parts(transfer.results, top.result_beats):
        tid = beats[0].values["m_tid"][0] if config.unit.tagged else 0
        lanes = zip(*(beat.values["m_tdata"] for beat in beats), strict=True)
        step = size // top.result_beats
        yield tid, [b"".join(_bytes(word, step) for word in lane) for lane in lanes]


def _bytes(word: int, size: int) -> bytes:
    return word.to_bytes(max(size, -(-word.bit_length() // 8)), "little")


def beats(config: Config, level: Level, messages: Sequence[bytes], tid: int = 0) -> list[Beat]:
    """Returns the beats that send messages to a unit, side by side.

    Args:
        config: the design point.
        level: at the core, the unit takes padded blocks, and the messages are padded here.
        messages: up to 64 messages with the same number of blocks, and of beats where the unit
            takes bytes.
        tid: their channel.
    """
    if level == "core":
        return _beats(config, [config.hash.padded(message) for message in messages], tid)
    return _beats(config, messages, tid)


def key_beats(
    config: Config, messages: Sequence[bytes], keys: Sequence[bytes] | None = None
) -> list[Beat]:
    """Returns the beats that load a key for each message, by default `KEY`; none without keys."""
    if not config.unit.keyed:
        return []
    return _beats(config, keys or [KEY] * len(messages), 0, key=1)


def in_turn(config: Config, level: Level, messages: Sequence[Sequence[bytes]]) -> list[Beat]:
    """Returns the beats of one message per ``tid``, interleaved block by block."""
    size = config.hash.block_bits // config.data_bits
    streams = [parts(beats(config, level, some, tid), size) for tid, some in enumerate(messages)]
    return [beat for turn in zip(*streams, strict=True) for block in turn for beat in block]


def limit(config: Config, level: Level, messages: Sequence[bytes]) -> int:
    """Returns the number of cycles after which a message is considered lost."""
    keys = 8 * config.cycles_per_block * config.stages if config.unit.keyed else 0
    return 2 * config.cycles(level, len(messages[0])) + 64 + keys


def parts(items: Sequence[_Item], size: int) -> list[Sequence[_Item]]:
    """Splits a sequence into parts of that size."""
    return [items[at : at + size] for at in range(0, len(items), size)]


def _beats(config: Config, data: Sequence[bytes], tid: int, key: int = 0) -> list[Beat]:
    step = config.data_bits // 8
    starts = range(0, max(*map(len, data), 1), step)
    return [
        {
            "s_tdata": [int.from_bytes(one[at : at + step], "little") for one in data],
            "s_tkeep": [(1 << min(step, len(one) - at)) - 1 for one in data],
            "s_tlast": int(at == starts[-1]),
            "s_tid": tid,
            "s_tuser": key,
            "s_tsha1": int(config.chosen is not None and config.chosen.enum == "SHA1"),
        }
        for at in starts
    ]
