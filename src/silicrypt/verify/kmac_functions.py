"""What checks of KMAC, KMACXOF and cSHAKE need to know: requests, references and known answers.

The known answers are NIST's examples of SP 800-185.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from silicrypt.catalog import DesignPoint
from silicrypt.catalog.kmac import Kmac, Operation
from silicrypt.models import kmac as models
from silicrypt.verify.kdf_request import Answer, Function, Request, read_answers

#: Most bytes of the result of KMAC, and of a customisation string and a key.
_LONGEST = 2**16 - 1
#: Lengths at which the encoding of a length in bits takes a byte more.
_ENCODED = (2**5, 2**13)
_KEY_BITS = 16
#: Bytes of bytepad before the string: the least and the most.
_HEADS = (4, 12)
#: Three packets of nine bytes.
_NINE = (b"123456789", b"abcdefghi", b"ABCDEFGHI")


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


def _answering(point: DesignPoint) -> Answer:
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


def _some(point: DesignPoint, rng: random.Random, count: int) -> Iterator[Request]:
    """Yields random requests, which are legal."""
    rate = _rate(point)
    for _ in range(count):
        customisation, key, message = (rng.randbytes(_length(rng, rate)) for _ in range(3))
        size = rng.randrange(1, rng.choice((9, 70, 2 * rate + 20)))
        yield kmac_request(rng.randrange(3), customisation, key, message, size=size)


def _refused(point: DesignPoint, rng: random.Random) -> Iterator[Request]:
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


def _known(point: DesignPoint, _: int) -> Iterator[tuple[tuple[Request, ...], bytes]]:
    """Yields NIST's examples."""
    key = bytes(range(0x40, 0x60))
    for one in read_answers("kmac_vectors.toml", "sample"):
        if one["strength"] == _strength(point):
            result = bytes.fromhex(one["result"])
            parts = one["customisation"].encode(), key, bytes(range(one["message"]))
            yield (kmac_request(Operation[one["operation"]], *parts, size=len(result)),), result


def _shapes(point: DesignPoint) -> Iterator[tuple[Request, ...]]:
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


#: KMAC, KMACXOF and cSHAKE.
KMAC = Function(_answering, _some, _refused, _known, _shapes)
