"""What checks of derivation and of KMAC need to know: requests, references and known answers.

The known answers are those of the RFCs, of NIST's examples of SP 800-185, and of models.
"""

from __future__ import annotations

import hashlib
import hmac
import random
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, product
from pathlib import Path
from typing import Any

from silicrypt.catalog import DesignPoint
from silicrypt.catalog.kdf import Kdf, KdfFormulas, expand
from silicrypt.catalog.kmac import Kmac, Operation
from silicrypt.models import kmac as models
from silicrypt.models.hmac_drbg import HmacDrbg
from silicrypt.verify import vectors
from silicrypt.verify.native import Action

#: Operations of HMAC_DRBG.
GENERATE, INSTANTIATE, RESEED = range(3)
#: Operations of HKDF.
_BOTH, _EXTRACT, _EXPAND = range(3)
#: Most bytes of the result of KMAC, and of a customisation string and a key.
_LONGEST = 2**16 - 1
#: Lengths at which the encoding of a length in bits takes a byte more.
_ENCODED = (2**5, 2**13)
_KEY_BITS = 16
#: Bytes of bytepad before the string: the least and the most.
_HEADS = (4, 12)
#: Three packets of nine bytes.
_NINE = (b"123456789", b"abcdefghi", b"ABCDEFGHI")


@dataclass(frozen=True)
class Request:
    """A request for the hardware.

    Attributes:
        packets: its packets.
        size: bytes of its result.
        iterations: iteration count of PBKDF2.
        operation: the number of its operation.
        action: an event after it is accepted, which drops it.
        after: the number of cycles before the event.
        keep: ``tkeep`` of one beat of its packets, if it is not the right one.
        keep_at: number of that beat.
        empty_end: whether a packet of full beats ends with a beat without bytes.
    """

    packets: tuple[bytes, ...]
    size: int = 0
    iterations: int = 1
    operation: int = 0
    action: Action = Action.NOTHING
    after: int = 0
    keep: int | None = None
    keep_at: int = 0
    empty_end: bool = False


#: The result of a request, and ``None`` if it must be refused. It may depend on those before it.
Answer = Callable[[Request], bytes | None]


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


def _own(file: str, kind: str) -> list[dict[str, Any]]:
    text = (Path(__file__).parent / file).read_text(encoding="utf-8")
    return tomllib.loads(text)[kind]  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Function:
    """What checks need to know of a function.

    Attributes:
        answering: the reference, with the state after a reset.
        some: yields random requests, which are legal; HMAC_DRBG gets its seed with the second one.
        refused: yields requests that must be refused, by their operation or numbers.
        known: yields known answers: requests, and the result of the last one.
        shapes: yields requests whose cycles are compared with the formula. Those of one tuple
            follow each other, and the last one is timed.
    """

    answering: Callable[[DesignPoint], Answer]
    some: Callable[[DesignPoint, random.Random, int], Iterator[Request]]
    refused: Callable[[DesignPoint, random.Random], Iterator[Request]]
    known: Callable[[DesignPoint, int], Iterator[tuple[tuple[Request, ...], bytes]]]
    shapes: Callable[[DesignPoint], Iterator[tuple[Request, ...]]]


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
        for own in _own("kdf_vectors.toml", "pbkdf2"):
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
    for one in _own("kdf_vectors.toml", "drbg") if _inner(point).enum == "SHA256" else []:
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


# KMAC, KMACXOF and cSHAKE


def kmac_request(
    operation: int, customisation: bytes, key: bytes, message: bytes, *, size: int
) -> Request:
    """Returns a request whose lengths are those of its packets."""
    lengths = len(customisation) | len(key) << _KEY_BITS
    has_key = operation in (Operation.KMAC, Operation.KMACXOF)
    packets = (customisation, key, message) if has_key else (customisation, message)
    return Request(packets, size, lengths, operation)


def _strength(point: DesignPoint) -> int:
    assert isinstance(point.algorithm, Kmac)
    return point.algorithm.strength


def _rate(point: DesignPoint) -> int:
    return point.algorithm.block_bits // 8


def _kmac(point: DesignPoint) -> Answer:
    """Returns the reference. It has no state."""
    strength = _strength(point)

    def answer(one: Request) -> bytes | None:
        keyed = one.operation in (Operation.KMAC, Operation.KMACXOF)
        customisation, *key, message = one.packets
        lengths = (one.iterations & _LONGEST, one.iterations >> _KEY_BITS)
        stated = lengths[: 1 + keyed] == tuple(map(len, (customisation, *key)))
        allowed = 0 < one.size <= (_LONGEST if one.operation == Operation.KMAC else 2**32 - 1)
        if one.keep is not None or one.operation > max(Operation) or not (stated and allowed):
            return None
        if not keyed:
            return models.cshake(strength, message, one.size, b"", customisation)
        xof = one.operation == Operation.KMACXOF
        return models.kmac(strength, key[0], message, one.size, customisation, xof=xof)

    return answer


def _length(rng: random.Random, rate: int) -> int:
    """Returns the length of a packet: short, around the end of a word or a block, or any."""
    end = rate * rng.randrange(1, 3) - rng.randrange(*_HEADS)
    near = rng.choice((8 * rng.randrange(1, 5), rate, 2 * rate, _ENCODED[0])) + rng.randrange(-1, 2)
    return rng.choice((0, 1, rng.randrange(40), near, end, rng.randrange(3 * rate)))


def _kmac_some(point: DesignPoint, rng: random.Random, count: int) -> Iterator[Request]:
    """Yields random requests, which are legal."""
    rate = _rate(point)
    for _ in range(count):
        customisation, key, message = (rng.randbytes(_length(rng, rate)) for _ in range(3))
        size = rng.randrange(1, rng.choice((9, 70, 2 * rate + 20)))
        yield kmac_request(rng.randrange(3), customisation, key, message, size=size)


def _kmac_refused(point: DesignPoint, rng: random.Random) -> Iterator[Request]:
    """Yields requests that must be refused: by their numbers, or by the length of a packet."""
    one = kmac_request(Operation.KMAC, *_NINE, size=9)
    yield replace(one, operation=max(Operation) + 1, packets=_NINE[:2])
    yield from (replace(one, size=size) for size in (0, _LONGEST + 1, 2**31, 2**32 - 1))
    yield from (kmac_request(operation, *_NINE, size=0) for operation in (1, 2))
    # The length that is stated would be right if it were counted in 16 bits.
    yield replace(one, packets=(bytes(2**16 + 9), *_NINE[:2]))
    yield replace(one, packets=(_NINE[0], bytes(2**16 + 9), _NINE[0]))
    found = list(_misstated(rng, _rate(point)))
    yield from rng.sample(found, len(found) // 8)


def _misstated(rng: random.Random, rate: int) -> Iterator[Request]:
    """Yields requests whose customisation string or key has more bytes than stated, or fewer."""
    for operation in Operation:
        for shift in (0, _KEY_BITS)[: 1 + (operation != Operation.CSHAKE)]:
            for size in (0, 1, 8, 20, rate + 5):
                first, key = (rng.randbytes(size) if at == shift else b"ab" for at in (0, 16))
                one = kmac_request(operation, first, key, b"message", size=20)
                for change in (1, -1 if size else 2, 8, 1 << 8, 1 << 15):
                    yield replace(one, iterations=one.iterations + (change << shift))


def _kmac_known(point: DesignPoint, _: int) -> Iterator[tuple[tuple[Request, ...], bytes]]:
    """Yields NIST's examples."""
    key = bytes(range(0x40, 0x60))
    for one in _own("kmac_vectors.toml", "sample"):
        if one["strength"] == _strength(point):
            result = bytes.fromhex(one["result"])
            parts = one["customisation"].encode(), key, bytes(range(one["message"]))
            yield (kmac_request(Operation[one["operation"]], *parts, size=len(result)),), result


def _kmac_shapes(point: DesignPoint) -> Iterator[tuple[Request, ...]]:
    """Yields requests whose cycles are compared with the formula."""
    rate = _rate(point)
    around = sorted({rate * n - less for n in (1, 2) for less in range(-1, _HEADS[1] + 1)})
    lengths = [*range(20), 31, 32, 33, *around]
    for operation in Operation:
        for size in lengths:
            yield (kmac_request(operation, bytes(size), b"key", b"text", size=20),)
            yield (kmac_request(operation, b"S", bytes(size), b"text", size=20),)
            yield (kmac_request(operation, b"S", b"key", bytes(size), size=20),)
            yield (kmac_request(operation, b"", b"", bytes(size), size=20),)
        for size in (1, 7, 8, 9, rate - 8, rate - 7, rate, rate + 1, 2 * rate, 3 * rate + 9):
            yield (kmac_request(operation, b"", b"key", b"text", size=size),)
    for edge in _ENCODED:
        for size in (edge - 1, edge):
            yield (kmac_request(Operation.KMAC, bytes(size), bytes(size), b"", size=8),)
            yield (kmac_request(Operation.CSHAKE, bytes(size), b"", b"", size=8),)
            yield (kmac_request(Operation.KMAC, b"", b"key", b"", size=size),)


#: By the parameter ``Function``.
FUNCTIONS: Mapping[str, Function] = {
    "PBKDF2": Function(_pbkdf2, _pbkdf2_some, _pbkdf2_refused, _pbkdf2_known, _pbkdf2_shapes),
    "HKDF": Function(_hkdf, _hkdf_some, _hkdf_refused, _hkdf_known, _hkdf_shapes),
    "HMAC_DRBG": Function(_drbg, _drbg_some, _drbg_refused, _drbg_known, _drbg_shapes),
    "KMAC": Function(_kmac, _kmac_some, _kmac_refused, _kmac_known, _kmac_shapes),
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
