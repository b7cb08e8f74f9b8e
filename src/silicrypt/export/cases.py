"""The messages of an exported testbench: vectors of the standards, with the expected results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from silicrypt.catalog import Config, Level
from silicrypt.verify import vectors

#: Keys of HMAC up to this length are sent; the longest of the RFCs has 131 bytes.
_ABC = b"abc"


@dataclass(frozen=True)
class Case:
    """A message, and the result that the hardware must give.

    Attributes:
        message: the message.
        result: its digest or tag.
        cycles: cycles from the first beat accepted to the result valid.
        source: who published the result.
        key: the key of HMAC.
        sha1: where a message selects MD5 or SHA-1: whether it selects SHA-1.
    """

    message: bytes
    result: bytes
    cycles: int
    source: str
    key: bytes = b""
    sha1: bool = False


def hash_cases(config: Config, level: Level) -> list[Case]:
    """The cases of a hash or of HMAC: each algorithm's published vectors, and "abc"."""
    return [case for one in config.choices for case in _of(one, level)]


def _of(config: Config, level: Level) -> Iterator[Case]:
    sha1 = config.chosen is not None and config.chosen.enum == "SHA1"
    for message, key, source in _chosen(config):
        result = config.reference(message, key)
        yield Case(message, result, config.cycles(level, len(message)), source, key, sha1)


def _chosen(config: Config) -> Iterator[tuple[bytes, bytes, str]]:
    """The messages: "abc", then published ones; invented ones where nobody published any."""
    name, block = config.computes, config.hash.block_bits // 8
    if config.unit.keyed:
        digest_bytes = config.hash.digest_bits // 8
        for one in vectors.short(name):
            if len(one.digest) == digest_bytes:  # some tags of the RFCs are truncated
                yield one.message, one.key or b"", vectors.source(name)
        return
    yield _ABC, b"", "the example of the standard" if vectors.kinds(name) else "the model"
    if not vectors.kinds(name):
        for size in (0, 1, block - 1, block, block + 1, 3 * block + 2):
            yield bytes(n % 251 for n in range(size)), b"", "the model"
        return
    source, short = vectors.source(name), vectors.short(name)
    for one in _spread(short, block):
        yield one.message, b"", source
    if "long" in vectors.kinds(name):
        yield vectors.long(name)[0].message, b"", source


def _spread(short: Sequence[vectors.Vector], block: int) -> Iterator[vectors.Vector]:
    """Vectors of lengths at which padding changes; all vectors where there are few."""
    if len(short) < 10:
        yield from short
        return
    last = block * 7 // 8  # from here on, the length field needs a second block
    for size in (0, 1, 8, last - 1, last, block - 1, block):
        yield from (one for one in short if len(one.message) == size)
