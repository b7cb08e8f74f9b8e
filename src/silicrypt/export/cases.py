"""The messages of an exported testbench: vectors of the standards, with the expected results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from silicrypt.catalog import DesignPoint, Level
from silicrypt.catalog.aes import ALGORITHMS, AesFormulas, formulas_of
from silicrypt.verify import vectors
from silicrypt.verify.aes_vectors import CipherVector, answers, examples, messages_of
from silicrypt.verify.cipher_wire import Mode

_PUBLISHED = {"ecb": "NIST AESAVS", "ctr": "RFC 3686", "xts": "NIST XTSVS"}


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


def hash_cases(point: DesignPoint, level: Level) -> list[Case]:
    """Returns the cases of a hash or of HMAC: each algorithm's published vectors, and "abc"."""
    return [
        Case(
            *(message, one.reference(message, key), one.cycles(level, len(message)), source, key),
            sha1=one.chosen is not None and one.chosen.enum == "SHA1",
        )
        for one in point.choices
        for message, key, source in _chosen(one)
    ]


def _chosen(point: DesignPoint) -> Iterator[tuple[bytes, bytes, str]]:
    """Yields the messages: "abc", then published ones, or generated ones if none are published."""
    name, block = point.computes, point.hash.block_bits // 8
    if point.unit.keyed:
        digest_bytes = point.hash.digest_bits // 8
        for one in vectors.short(name):
            if len(one.digest) == digest_bytes:  # some tags of the RFCs are truncated
                yield one.message, one.key or b"", vectors.source(name)
        return
    yield b"abc", b"", "the example of the standard" if vectors.kinds(name) else "the model"
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
    """Yields vectors of lengths at which padding changes; all vectors where there are few."""
    if len(short) < 10:
        yield from short
        return
    last = block * 7 // 8  # from here on, the length field needs a second block
    for size in (0, 1, 8, last - 1, last, block - 1, block):
        yield from (one for one in short if len(one.message) == size)


@dataclass(frozen=True)
class CipherCase:
    """A block or a message under a key, and the result that the hardware must give.

    Attributes:
        key: the key; the first half of the keys of XTS.
        data: the block, or the message.
        result: the result.
        decrypt: whether it is decrypted.
        source: who published it.
        cycles: cycles that the result takes.
        mode: the mode of operation, ``"ecb"``, ``"ctr"`` or ``"xts"``.
        initial: the initial counter, or the tweak.
        tweak_key: the second key of XTS.
    """

    key: bytes
    data: bytes
    result: bytes
    decrypt: bool
    source: str
    cycles: int
    mode: str = "ecb"
    initial: bytes = bytes(16)
    tweak_key: bytes = b""


def block_cases(point: DesignPoint) -> list[CipherCase]:
    """Returns the cases of a block cipher: FIPS 197, and some NIST vectors for each key length."""
    formulas = formulas_of(point)
    sizes, directions = formulas.key_bytes, formulas.directions
    chosen = [(one, "FIPS 197") for one in examples(sizes, directions)]
    for size in sizes:
        nist = answers((size,), directions, ("KeySbox",))
        chosen += [(one, "NIST AESAVS") for one in nist[:2] + nist[-2:]]
    return [
        CipherCase(
            *(one.key, one.data, one.result, one.decrypt, source),
            cycles=_longest_key(point, one.key).cycles("core", 16),
        )
        for one, source in chosen
    ]


def message_cases(point: DesignPoint) -> list[CipherCase]:
    """Returns the cases of modes of operation: published vectors of each mode and key length."""
    formulas = formulas_of(point)
    chosen = list[CipherCase]()
    for name in formulas.modes:
        for size in formulas.key_bytes:
            found, _ = messages_of(Mode[name.upper()], (size,), formulas.directions)
            for one in _few(name, found, all_sizes=len(formulas.key_bytes) == 1):
                key, tweak_key = one.key[:size], one.key[size:]  # XTS has a second key
                cycles = _longest_key(point, key).message_cycles(
                    name, len(one.data), decrypt=one.decrypt
                )
                case = (key, one.data, one.result, one.decrypt, _PUBLISHED[name], cycles)
                chosen.append(CipherCase(*case, name, one.initial, tweak_key))
    return chosen


def _few(mode: str, found: Sequence[CipherVector], *, all_sizes: bool) -> list[CipherVector]:
    """Returns some of the vectors of a mode.

    They are the shortest one, one with a partial block, and the longest one of each direction.

    Args:
        mode: the mode of operation.
        found: all vectors.
        all_sizes: whether the longest is among them. Hardware with three lengths of keys has
            enough cases without it.
    """
    if mode == "ctr":
        return list(found)
    chosen: list[CipherVector] = []
    for decrypt in (False, True):
        own = sorted((v for v in found if v.decrypt == decrypt), key=lambda v: len(v.data))
        partial = [v for v in own if len(v.data) % 16]
        chosen += [*own[:1], *partial[:1], *(own[-1:] if all_sizes else ())]
    return chosen


def _longest_key(point: DesignPoint, key: bytes) -> AesFormulas:
    """Returns the formulas for the length of a key, where the hardware takes several lengths."""
    formulas = formulas_of(point)
    own = (one for one in ALGORITHMS.values() if one.key_bits == (8 * len(key),))
    return replace(formulas, chosen=next(own, formulas.algorithm))
