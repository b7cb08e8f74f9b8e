"""What checks of derivation with HMAC need to know: requests, references and known answers.

The known answers are those of the RFCs and of models.
"""

from __future__ import annotations

import hashlib
import hmac
import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain, product

from silicrypt.catalog import DesignPoint
from silicrypt.catalog.kdf import Kdf, KdfFormulas, expand
from silicrypt.models.hmac_drbg import HmacDrbg
from silicrypt.verify import vectors
from silicrypt.verify.kdf_request import Answer, Function, Request, read_answers
from silicrypt.verify.kmac_functions import KMAC
from silicrypt.verify.tuple_functions import TUPLEHASH

#: Operations of HMAC_DRBG.
GENERATE, INSTANTIATE, RESEED = range(3)
#: Operations of HKDF.
_BOTH, _EXTRACT, _EXPAND = range(3)


def _inner(point: DesignPoint) -> Kdf:
    assert isinstance(point.algorithm, Kdf)
    return point.algorithm


def _sound(point: DesignPoint, one: Request, buffered: int) -> bool:
    """Returns whether the packets follow the rules of the stream and fit into the buffer."""
    return one.keep is None and buffered <= int(point.parameters["BufferBytes"])


def _known(name: str) -> list[dict[str, str]]:
    """Returns the groups of a file of known answers."""
    text = (vectors.folder() / "KDF" / name).read_text(encoding="ascii")
    groups = [dict(re.findall(r"^(\w+) *= ?(.*)$", part, re.M)) for part in text.split("COUNT")]
    return [group for group in groups if len(group) > 1]


def _buffered(point: DesignPoint) -> list[int]:
    """Returns lengths of packets in the buffer: around beats, and all of it."""
    most = int(point.parameters["BufferBytes"])
    return sorted(
        {0, 1, 3, 4, 5, 8, 13, 16, 31, 33, 36, 47, 51, 55, most - 1, most} & {*range(most + 1)}
    )


def _sizes(point: DesignPoint) -> tuple[int, ...]:
    tag = _inner(point).block_bits // 8
    return (1, tag - 1, tag, tag + 1, 3 * tag)


# PBKDF2


def _pbkdf2(point: DesignPoint) -> Answer:
    name = _inner(point).inner.hashlib

    def answer(one: Request) -> bytes | None:
        password, salt = one.packets
        if not _sound(point, one, len(salt)) or one.operation or not (one.iterations and one.size):
            return None
        return hashlib.pbkdf2_hmac(name, password, salt, one.iterations, one.size)

    return answer


def _pbkdf2_some(point: DesignPoint, rng: random.Random, count: int) -> Iterator[Request]:
    for _ in range(count):
        packets = rng.randbytes(rng.randrange(150)), rng.randbytes(rng.choice(_buffered(point)))
        yield Request(packets, rng.randrange(1, 90), rng.randrange(1, 4))


def _pbkdf2_refused(point: DesignPoint, rng: random.Random) -> Iterator[Request]:
    packets = rng.randbytes(9), rng.randbytes(9)
    yield from (Request(packets, 20, 0), Request(packets, 0, 1))
    yield from (Request(packets, 20, 1, operation) for operation in (1, 2, 3))
    most = int(point.parameters["BufferBytes"])
    yield from (Request((b"", bytes(most + over)), 20) for over in (1, 40))


def _pbkdf2_known(point: DesignPoint, most: int) -> Iterator[tuple[tuple[Request, ...], bytes]]:
    if _inner(point).enum == "SHA1":
        for one in _known("rfc-6070-PBKDF2-SHA1.txt"):
            texts = (one["PASSWORD"], one["SALT"])
            password, salt = (text.replace("\\0", "\0").encode() for text in texts)
            count, result = int(one["ITERATIONS"]), bytes.fromhex(one["DERIVED_KEY"])
            if count <= most:
                yield (Request((password, salt), len(result), count),), result
    elif _inner(point).enum == "SHA256":
        for own in read_answers("kdf_vectors.toml", "pbkdf2"):
            texts, count = (str(own["password"]), str(own["salt"])), int(str(own["iterations"]))
            password, salt = (text.encode() for text in texts)
            result = bytes.fromhex(str(own["result"]))
            if count <= most:
                yield (Request((password, salt), len(result), count),), result


def _pbkdf2_shapes(point: DesignPoint) -> Iterator[tuple[Request, ...]]:
    block = _inner(point).inner.block_bits // 8
    for salt, size, count in product(_buffered(point), _sizes(point), (1, 3)):
        yield (Request((b"password", bytes(salt)), size, count),)
    for password in (0, 1, block - 1, block, block + 1, 3 * block):
        yield (Request((bytes(password), b"salt"), 20, 2),)


# HKDF


def _hkdf(point: DesignPoint) -> Answer:
    kdf = _inner(point)

    def answer(one: Request) -> bytes | None:
        info = b"" if one.operation == _EXTRACT else one.packets[-1]
        tag = kdf.block_bits // 8
        limit = tag if one.operation == _EXTRACT else 255 * tag
        if not _sound(point, one, len(info)) or one.operation == 3:
            return None
        if not 0 < one.size <= limit:
            return None
        prk = one.packets[0]
        if one.operation != _EXPAND:
            prk = extract(kdf, *one.packets[:2])
        return prk[: one.size] if one.operation == _EXTRACT else expand(kdf, info, prk, one.size)

    return answer


def extract(kdf: Kdf, salt: bytes, material: bytes) -> bytes:
    """Returns PRK (RFC 5869 2.2)."""
    return hmac.digest(salt, material, kdf.inner.hashlib)


def _hkdf_packets(rng: random.Random, operation: int, info: int) -> tuple[bytes, ...]:
    first, second = (rng.randbytes(rng.randrange(150)) for _ in range(2))
    last = rng.randbytes(info)
    return {_BOTH: (first, second, last), _EXTRACT: (first, second)}.get(operation, (first, last))


def _hkdf_some(point: DesignPoint, rng: random.Random, count: int) -> Iterator[Request]:
    tag = _inner(point).block_bits // 8
    for _ in range(count):
        operation = rng.randrange(3)
        packets = _hkdf_packets(rng, operation, rng.choice(_buffered(point)))
        size = rng.randrange(1, tag + 1 if operation == _EXTRACT else 4 * tag)
        yield Request(packets, size, rng.getrandbits(32), operation)


def _hkdf_refused(point: DesignPoint, rng: random.Random) -> Iterator[Request]:
    tag, most = _inner(point).block_bits // 8, int(point.parameters["BufferBytes"])
    for operation, size in ((0, 0), (1, 0), (2, 0), (1, tag + 1), (0, 255 * tag + 1), (3, 9)):
        yield Request(_hkdf_packets(rng, operation, 5), size, 1, operation)
    yield Request(_hkdf_packets(rng, _EXPAND, 5), 2**32 - 1, 1, _EXPAND)
    for operation, over in product((_BOTH, _EXPAND), (1, 40)):
        yield Request(_hkdf_packets(rng, operation, most + over), 9, 1, operation)


def _hkdf_known(point: DesignPoint, _: int) -> Iterator[tuple[tuple[Request, ...], bytes]]:
    files = {"SHA1": ["rfc-5869-HKDF-SHA1"], "SHA256": ["rfc-5869-HKDF-SHA256", "hkdf-generated"]}
    for one in chain(*(_known(f"{file}.txt") for file in files.get(_inner(point).enum, ()))):
        keys = ("salt", "IKM", "info", "PRK", "OKM")
        salt, material, info, prk, okm = (bytes.fromhex(one.get(key, "").strip()) for key in keys)
        yield (Request((salt, material, info), len(okm)),), okm
        if prk:
            yield (Request((salt, material), len(prk), operation=_EXTRACT),), prk
            yield (Request((prk, info), len(okm), operation=_EXPAND),), okm


def _hkdf_shapes(point: DesignPoint) -> Iterator[tuple[Request, ...]]:
    block, tag = _inner(point).inner.block_bits // 8, _inner(point).block_bits // 8
    for info, size in product(_buffered(point), _sizes(point)):
        yield (Request((b"salt", b"material", bytes(info)), size),)
        yield (Request((bytes(tag), bytes(info)), size, operation=_EXPAND),)
    for salt, material in product((0, 1, block, block + 1), (0, 55, 2 * block)):
        for size in (1, tag):
            yield (Request((bytes(salt), bytes(material)), size, operation=_EXTRACT),)
    yield (Request((bytes(tag), b""), 255 * tag, operation=_EXPAND),)


# HMAC_DRBG


def _drbg(point: DesignPoint) -> Answer:
    drbg = HmacDrbg(_inner(point).inner.hashlib)
    limit = 2 ** int(point.parameters["ReseedBits"])

    def answer(one: Request) -> bytes | None:
        (data,) = one.packets
        if not _sound(point, one, len(data)) or one.operation == 3:
            return None
        if one.operation != GENERATE:
            if not data or (one.operation == RESEED and not drbg.count):
                return None
            (drbg.reseed if one.operation == RESEED else drbg.instantiate)(data)
            return b""
        if not 0 < drbg.count <= limit or not 0 < one.size <= 2**16:
            return None
        return drbg.generate(one.size, data)

    return answer


def _drbg_some(point: DesignPoint, rng: random.Random, count: int) -> Iterator[Request]:
    sizes = [size for size in _buffered(point) if size]
    for number in range(count):
        first = (GENERATE, INSTANTIATE)[number : number + 1]
        operation = rng.choice(first or (*(GENERATE,) * 6, INSTANTIATE, RESEED))
        data = rng.randbytes(rng.choice(sizes))
        if operation == GENERATE and rng.randrange(2):
            data = b""
        yield Request((data,), rng.randrange(1, 140), rng.getrandbits(32), operation)


def _drbg_refused(point: DesignPoint, rng: random.Random) -> Iterator[Request]:
    data, most = rng.randbytes(20), int(point.parameters["BufferBytes"])
    yield Request((data,), 9, operation=3)
    yield from (Request((b"",), 9, operation=operation) for operation in (1, 2))
    yield from (Request((b"",), size) for size in (0, 2**16 + 1, 2**32 - 1))
    yield from (Request((bytes(most + 1),), 9, operation=operation) for operation in (0, 1, 2))


def _drbg_known(point: DesignPoint, _: int) -> Iterator[tuple[tuple[Request, ...], bytes]]:
    for one in read_answers("kdf_vectors.toml", "drbg") if _inner(point).enum == "SHA256" else []:
        asked = [Request((bytes.fromhex(str(one["instantiate"])),), operation=INSTANTIATE)]
        if one["reseed"]:
            asked.append(Request((bytes.fromhex(str(one["reseed"])),), operation=RESEED))
        result = bytes.fromhex(str(one["result"]))
        more = one["additional"]
        assert isinstance(more, list)
        asked += (Request((bytes.fromhex(text),), len(result)) for text in more)
        yield tuple(asked), result


def _drbg_shapes(point: DesignPoint) -> Iterator[tuple[Request, ...]]:
    begin = Request((b"seed material",), operation=INSTANTIATE)
    for size in _buffered(point)[1:]:
        seed = Request((bytes(size),), operation=INSTANTIATE)
        yield from ((seed,), (begin, replace(seed, operation=RESEED)))
    for data, size in product(_buffered(point), _sizes(point)):
        yield begin, Request((bytes(data),), size)


#: By the parameter ``Function``.
FUNCTIONS: Mapping[str, Function] = {
    "PBKDF2": Function(_pbkdf2, _pbkdf2_some, _pbkdf2_refused, _pbkdf2_known, _pbkdf2_shapes),
    "HKDF": Function(_hkdf, _hkdf_some, _hkdf_refused, _hkdf_known, _hkdf_shapes),
    "HMAC_DRBG": Function(_drbg, _drbg_some, _drbg_refused, _drbg_known, _drbg_shapes),
    "KMAC": KMAC,
    "TUPLEHASH": TUPLEHASH,
}


def function_of(point: DesignPoint) -> Function:
    """Returns what checks need to know of the function of a design point."""
    return FUNCTIONS[str(point.parameters["Function"])]


def stated_cycles(point: DesignPoint, one: Request) -> int:
    """Returns the cycles of a request by the formula."""
    assert isinstance(point.formulas, KdfFormulas)
    iterated = point.parameters["Function"] == "PBKDF2"
    number = one.iterations if iterated else one.operation
    return point.formulas.request_cycles(list(map(len, one.packets)), number, one.size)
