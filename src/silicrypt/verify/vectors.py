"""The standards' test vectors, as the ``cryptography-vectors`` package holds them.

Short, long and Monte Carlo files (SHAVS 6.2 to 6.4, byte oriented) exist for SHA-1 and every SHA-2
hash; for MD5 there are only the seven messages of RFC 1321 A.5, which count as short.
"""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from silicrypt.catalog import Algorithm
from silicrypt.errors import BadInput, ToolMissing

_FILES = {
    "MD5": {"short": "MD5/rfc-1321.txt"},
    "SHA1": {
        "short": "SHA1/SHA1ShortMsg.rsp",
        "long": "SHA1/SHA1LongMsg.rsp",
        "monte": "SHA1/SHA1Monte.rsp",
    },
    **{
        f"SHA{size}": {
            "short": f"SHA2/SHA{size}ShortMsg.rsp",
            "long": f"SHA2/SHA{size}LongMsg.rsp",
            "monte": f"SHA2/SHA{size}Monte.rsp",
        }
        for size in ("224", "256", "384", "512", "512_224", "512_256")
    },
}
_LINE = re.compile(r"(\w+) = ([0-9a-fA-F]+)")


@dataclass(frozen=True)
class Vector:
    """A message and its digest."""

    message: bytes
    digest: bytes


@dataclass(frozen=True)
class MonteCarloVector:
    """A chain: its seed, and the digest after each thousand hashes."""

    seed: bytes
    checkpoints: tuple[bytes, ...]


def kinds(algorithm: Algorithm) -> tuple[str, ...]:
    """Which of ``"short"``, ``"long"`` and ``"monte"`` exist for an algorithm."""
    return tuple(_FILES.get(algorithm.enum, ()))


def source(algorithm: Algorithm) -> str:
    """Who published the vectors of an algorithm."""
    return "RFC 1321 A.5" if algorithm.enum == "MD5" else "NIST CAVP"


@cache
def short(algorithm: Algorithm) -> tuple[Vector, ...]:
    """Messages up to a block, with every length in bytes."""
    return parse_messages(_read(algorithm, "short"), _name(algorithm, "short"))


@cache
def long(algorithm: Algorithm) -> tuple[Vector, ...]:
    """Messages of many blocks."""
    return parse_messages(_read(algorithm, "long"), _name(algorithm, "long"))


@cache
def monte(algorithm: Algorithm) -> MonteCarloVector:
    """The Monte Carlo chain of 100 checkpoints."""
    return parse_monte(_read(algorithm, "monte"), _name(algorithm, "monte"))


def parse_messages(text: str, where: str = "vectors") -> tuple[Vector, ...]:
    """Reads ``Len``, ``Msg``, ``MD`` groups.

    Raises:
        BadInput: a group lacks a line, or its message is not as long as it says.
    """
    vectors, group = list[Vector](), dict[str, str]()
    for name, value in _lines(text):
        group[name] = value
        if name != "MD":
            continue
        if not {"Len", "Msg"} <= group.keys():
            raise BadInput(f"{where}: vector {len(vectors)} has no Len or no Msg before its MD")
        # An empty message is written as one zero byte.
        message = bytes.fromhex(group["Msg"]) if int(group["Len"]) else b""
        if len(message) * 8 != int(group["Len"]):
            raise BadInput(f"{where}: vector {len(vectors)} has not Len = {group['Len']} bits")
        vectors.append(Vector(message, bytes.fromhex(value)))
        group = {}
    return tuple(vectors)


def parse_monte(text: str, where: str = "vectors") -> MonteCarloVector:
    """Reads the ``Seed`` and the ``MD`` of each ``COUNT``.

    Raises:
        BadInput: there is no seed, or the counts do not go up from 0.
    """
    seed, checkpoints = None, list[bytes]()
    for name, value in _lines(text):
        if name == "Seed":
            seed = bytes.fromhex(value)
        elif name == "COUNT" and int(value) != len(checkpoints):
            raise BadInput(f"{where}: COUNT = {value} where {len(checkpoints)} was expected")
        elif name == "MD":
            checkpoints.append(bytes.fromhex(value))
    if seed is None or not checkpoints:
        raise BadInput(f"{where}: no Seed or no MD")
    return MonteCarloVector(seed, tuple(checkpoints))


def _lines(text: str) -> Iterator[tuple[str, str]]:
    for line in text.splitlines():
        if found := _LINE.fullmatch(line.strip()):
            yield found[1], found[2]


def _name(algorithm: Algorithm, kind: str) -> str:
    return _FILES[algorithm.enum][kind]


def _read(algorithm: Algorithm, kind: str) -> str:
    path = _folder() / _name(algorithm, kind)
    try:
        return path.read_text(encoding="ascii")
    except OSError as error:
        raise BadInput(f"cannot read the vectors {path}: {error.strerror}") from error


@cache
def _folder() -> Path:
    found = importlib.util.find_spec("cryptography_vectors")
    if found is None or found.origin is None:
        raise ToolMissing(
            "NIST's vectors are not installed: run 'python -m pip install cryptography-vectors'"
        )
    return Path(found.origin).parent / "hashes"
