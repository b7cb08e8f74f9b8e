"""The standards' test vectors, from the ``cryptography-vectors`` package.

Short, long and Monte Carlo files (SHAVS 6.2 to 6.4 and SHA3VS 6.2, byte oriented) exist for SHA-1
and every hash of SHA-2 and SHA-3, short and long files for SHAKE. MD5 has only the seven messages
of RFC 1321 A.5, SM3 those of its publisher (OSCCA), which contain the examples of GB/T 32905-2016
appendix A, and HMAC those of RFC 2202 and RFC 4231. They count as short. Those of Ascon are in the
folder ``ascon``, which names their origin.
"""

from __future__ import annotations

import hashlib
import importlib.util
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from silicrypt.errors import BadInput, ToolMissing

_SHA2 = {f"SHA-{size}": f"SHA{size}" for size in ("224", "256", "384", "512")}
_SHA2 |= {f"SHA-512/{size}": f"SHA512_{size}" for size in ("224", "256")}
#: The extendable-output functions.
_XOFS = {"SHAKE128": hashlib.shake_128, "SHAKE256": hashlib.shake_256}
#: By the name of the function: the kinds of vectors that exist, and the file of each.
_FILES = {
    "MD5": {"short": "hashes/MD5/rfc-1321.txt"},
    "SHA-1": {
        "short": "hashes/SHA1/SHA1ShortMsg.rsp",
        "long": "hashes/SHA1/SHA1LongMsg.rsp",
        "monte": "hashes/SHA1/SHA1Monte.rsp",
    },
    **{
        name: {
            "short": f"hashes/SHA2/{file}ShortMsg.rsp",
            "long": f"hashes/SHA2/{file}LongMsg.rsp",
            "monte": f"hashes/SHA2/{file}Monte.rsp",
        }
        for name, file in _SHA2.items()
    },
    **{
        f"SHA3-{size}": {
            "short": f"hashes/SHA3/SHA3_{size}ShortMsg.rsp",
            "long": f"hashes/SHA3/SHA3_{size}LongMsg.rsp",
            "monte": f"hashes/SHA3/SHA3_{size}Monte.rsp",
        }
        for size in ("224", "256", "384", "512")
    },
    **{
        name: {
            "short": f"hashes/SHAKE/{name}ShortMsg.rsp",
            "long": f"hashes/SHAKE/{name}LongMsg.rsp",
        }
        for name in _XOFS
    },
    "SM3": {"short": "hashes/SM3/oscca.txt"},
    "Ascon-Hash256": {"short": "ascon/hash256.txt"},
    "Ascon-XOF128": {"short": "ascon/xof128.txt"},
    "HMAC-MD5": {"short": "HMAC/rfc-2202-md5.txt"},
    "HMAC-SHA-1": {"short": "HMAC/rfc-2202-sha1.txt"},
    **{
        f"HMAC-SHA-{size}": {"short": f"HMAC/rfc-4231-sha{size}.txt"}
        for size in ("224", "256", "384", "512")
    },
}
#: The publisher of the vectors, by the folder or prefix of the file.
_SOURCES = {
    "hashes/MD5": "RFC 1321 A.5",
    "hashes/SM3": "OSCCA",
    "hashes": "NIST CAVP",
    "ascon": "designers of Ascon",
    "HMAC/rfc-2202": "RFC 2202",
    "HMAC": "RFC 4231",
}
#: Answers of Ascon: messages 00 01 02 ... of each number of bytes from 0. Digests have 32 bytes.
_OWN, _ASCON_BYTES = Path(__file__).parent, 32
_LINE = re.compile(r"(\w+) = ([0-9a-fA-F]+)")
#: The lines of a vector that are read.
_FIELD = re.compile(r"(Len|Msg|MD|Output|Key|Seed|COUNT)\b")


@dataclass(frozen=True)
class Vector:
    """A message and its digest, or its tag under a key."""

    message: bytes
    digest: bytes
    key: bytes | None = None


@dataclass(frozen=True)
class MonteCarloVector:
    """A chain of hashes.

    Attributes:
        seed: its seed.
        checkpoints: the digest after each thousand hashes.
        digests: the number of last digests that a message consists of.
    """

    seed: bytes
    checkpoints: tuple[bytes, ...]
    digests: int = 3


def kinds(name: str) -> tuple[str, ...]:
    """Returns which of ``"short"``, ``"long"`` and ``"monte"`` exist.

    Args:
        name: the name of the function, as in `DesignPoint.computes`.
    """
    return tuple(_FILES.get(name, ()))


def source(name: str) -> str:
    """Returns the publisher of the vectors."""
    file = _FILES[name]["short"]
    return next(who for prefix, who in _SOURCES.items() if file.startswith(prefix))


@cache
def short(name: str) -> tuple[Vector, ...]:
    """Returns the published short messages: NIST's (up to one block), an RFC's, or OSCCA's."""
    return _messages(name, "short")


@cache
def long(name: str) -> tuple[Vector, ...]:
    """Returns messages of many blocks."""
    return _messages(name, "long")


@cache
def monte(name: str) -> MonteCarloVector:
    """Returns the Monte Carlo chain of 100 checkpoints."""
    chain = parse_monte(_read(name, "monte"), _FILES[name]["monte"])
    return replace(chain, digests=1) if name.startswith("SHA3-") else chain


def _messages(name: str, kind: str) -> tuple[Vector, ...]:
    if name.startswith("Ascon-"):
        answers = enumerate(own_answers(_FILES[name][kind]))
        return tuple(Vector(counting(n), bytes.fromhex(one)[:_ASCON_BYTES]) for n, one in answers)
    vectors = parse_messages(_read(name, kind), _FILES[name][kind])
    return tuple(_block(name, one) for one in vectors) if name in _XOFS else vectors


def own_answers(name: str) -> tuple[str, ...]:
    """Returns the lines of a file of known answers in this folder, without comments."""
    lines = (_OWN / name).read_text(encoding="ascii").splitlines()
    return tuple(line for line in lines if not line.startswith("#"))


def counting(size: int, first: int = 0) -> bytes:
    """Returns a number of bytes that count up from a first one."""
    return bytes((first + i) % 256 for i in range(size))


def _block(name: str, vector: Vector) -> Vector:
    """Returns a vector with one block of output: hashlib continues the published bytes."""
    function = _XOFS[name](vector.message)
    output = function.digest(function.block_size)
    if not output.startswith(vector.digest):
        raise BadInput(f"{name} of hashlib differs from the vector {vector.digest.hex()}")
    return replace(vector, digest=output)


def parse_messages(text: str, where: str = "vectors") -> tuple[Vector, ...]:
    """Reads groups of ``Len``, ``Msg`` and ``MD``; those of HMAC also have a ``Key``.

    SHAKE has ``Output`` in place of ``MD``.

    Raises:
        BadInput: a group lacks a line or has one twice, its message has another length than it
            states, or a value is no number or no bytes.
    """
    vectors, group = list[Vector](), dict[str, str]()
    for name, value in _lines(text, where):
        if name in group and _FIELD.fullmatch(name):
            raise BadInput(f"{where}: vector {len(vectors)} has {name} twice, or no MD")
        group[name] = value
        if name not in ("MD", "Output"):
            continue
        if not {"Len", "Msg"} <= group.keys():
            raise BadInput(f"{where}: vector {len(vectors)} has no Len or no Msg before its MD")
        # An empty message is written as one zero byte.
        message = bytes.fromhex(group["Msg"]) if int(group["Len"]) else b""
        if len(message) * 8 != int(group["Len"]):
            raise BadInput(f"{where}: vector {len(vectors)} has not Len = {group['Len']} bits")
        key = bytes.fromhex(group["Key"]) if "Key" in group else None
        vectors.append(Vector(message, bytes.fromhex(value), key))
        group = {}
    if {"Len", "Msg"} & group.keys():
        raise BadInput(f"{where}: vector {len(vectors)} has no MD")
    return tuple(vectors)


def parse_monte(text: str, where: str = "vectors") -> MonteCarloVector:
    """Reads the ``Seed`` and the ``MD`` of each ``COUNT``.

    Raises:
        BadInput: there is no seed, the counts do not increase from 0, a count has no digest, or a
            value is no number or no bytes.
    """
    seed, checkpoints, counts = None, list[bytes](), 0
    for name, value in _lines(text, where):
        if name == "Seed":
            seed = bytes.fromhex(value)
        elif name == "COUNT":
            if not int(value) == counts == len(checkpoints):
                raise BadInput(f"{where}: COUNT = {value} where {len(checkpoints)} was expected")
            counts += 1
        elif name == "MD":
            checkpoints.append(bytes.fromhex(value))
    if seed is None or not checkpoints or counts != len(checkpoints):
        raise BadInput(f"{where}: no Seed, or no MD for a COUNT")
    return MonteCarloVector(seed, tuple(checkpoints))


def _lines(text: str, where: str) -> Iterator[tuple[str, str]]:
    for line in text.splitlines():
        if not (found := _LINE.fullmatch(line.strip())):
            if _FIELD.match(line.strip()):
                raise BadInput(f"{where}: cannot read the line {line.strip()}")
            continue
        name, value = found[1], found[2]
        if name in ("Len", "COUNT") and not value.isdecimal():
            raise BadInput(f"{where}: {name} = {value} is no decimal number")
        if name in ("Msg", "MD", "Output", "Key", "Seed") and len(value) % 2:
            raise BadInput(f"{where}: {name} = {value} has half a byte")
        yield name, value


def _read(name: str, kind: str) -> str:
    path = folder() / _FILES[name][kind]
    try:
        return path.read_text(encoding="ascii")
    except OSError as error:
        raise BadInput(f"cannot read the vectors {path}: {error.strerror}") from error


@cache
def folder() -> Path:
    """Returns the folder in which the published vectors are installed.

    Raises:
        ToolMissing: the vectors are not installed.
    """
    found = importlib.util.find_spec("cryptography_vectors")
    if found is None or found.origin is None:
        raise ToolMissing(
            "NIST's vectors are not installed: run 'python -m pip install cryptography-vectors'"
        )
    return Path(found.origin).parent
