"""What checks of TupleHash need to know: requests, references and known answers.

The known answers are NIST's examples, and strings of another implementation.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from silicrypt.catalog import DesignPoint
from silicrypt.catalog.tuplehash import HEADER, Operation, TupleHash
from silicrypt.models.kmac import tuplehash
from silicrypt.verify.kdf_request import Answer, Function, Request, read_answers

#: The file of known answers.
_VECTORS = "tuplehash_vectors.toml"
#: Lengths at which the encoding of a length in bits takes a byte more, in quick simulations.
_ENCODED = (2**5, 2**13)
#: Bytes before the customisation string: those of bytepad, and the encoding of its length.
_BEGIN = 15
#: Two strings of nine bytes and one of three.
_STRINGS = (b"123456789", b"abcdefghi", b"ABC")


@dataclass(frozen=True)
class TupleRequest(Request):
    """A request whose packets keep their headers when their bytes are replaced.

    Attributes:
        headers: the lengths in the headers.
    """

    headers: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Puts the headers into the packets, as many bytes as they have."""
        headers = (size.to_bytes(HEADER, "little") for size in self.headers)
        pairs = zip(headers, self.packets, strict=True)
        packets = tuple(header[: len(packet)] + packet[HEADER:] for header, packet in pairs)
        object.__setattr__(self, "packets", packets)


def tuple_request(operation: int, *strings: bytes, size: int) -> TupleRequest:
    """Returns a request whose headers are right.

    Args:
        operation: the operation.
        strings: the customisation string and the elements.
        size: bytes of the result.
    """
    packets = tuple(bytes(HEADER) + string for string in strings)
    headers = tuple(map(len, strings))
    return TupleRequest(packets, size, len(strings) - 1, operation, headers=headers)


def without_empty_headers(one: TupleRequest) -> TupleRequest:
    """Returns a request whose empty strings are packets without bytes."""
    pairs = zip(one.headers, one.packets, strict=True)
    return replace(one, packets=tuple(packet if size else b"" for size, packet in pairs))


def _strength(point: DesignPoint) -> int:
    assert isinstance(point.algorithm, TupleHash)
    return point.algorithm.strength


def _answering(point: DesignPoint) -> Answer:
    """Returns the reference. It has no state."""
    strength = _strength(point)

    def answer(one: Request) -> bytes | None:
        stated = [int.from_bytes(packet[:HEADER], "little") for packet in one.packets]
        right = stated == [max(0, len(packet) - HEADER) for packet in one.packets]
        if one.keep is not None or one.operation > max(Operation) or not (right and one.size):
            return None
        customisation, *elements = (packet[HEADER:] for packet in one.packets)
        xof = one.operation == Operation.TUPLEHASHXOF
        return tuplehash(strength, elements, one.size, customisation, xof=xof)

    return answer


def _length(rng: random.Random, rate: int) -> int:
    """Returns the length of a string: short, around the end of a word or a block, or any."""
    near = rng.choice((8 * rng.randrange(1, 5), rate, 2 * rate, _ENCODED[0])) + rng.randrange(-1, 2)
    end = rate * rng.randrange(1, 3) - rng.randrange(_BEGIN + 5)
    return rng.choice((0, 0, 1, rng.randrange(9), rng.randrange(40), near, end))


def _some(point: DesignPoint, rng: random.Random, count: int) -> Iterator[Request]:
    """Yields random requests, which are legal."""
    rate = point.algorithm.block_bits // 8
    for _ in range(count):
        elements = rng.choice((0, 1, 2, 3, rng.randrange(20)))
        strings = (rng.randbytes(_length(rng, rate)) for _ in range(1 + elements))
        size = rng.randrange(1, rng.choice((9, 70, 2 * rate + 20)))
        one = tuple_request(rng.randrange(2), *strings, size=size)
        yield one if rng.random() < 0.8 else without_empty_headers(one)


def _refused(point: DesignPoint, rng: random.Random) -> Iterator[Request]:
    """Yields requests that must be refused: by their numbers, by a header, or by ``tkeep``."""
    one = tuple_request(rng.randrange(2), *_STRINGS, size=9)
    yield from (replace(one, operation=operation) for operation in (2, 3))
    yield replace(one, size=0)
    # The three bytes at the end would be right if they were counted by the pattern.
    yield replace(one, keep=0b10, keep_at=7)
    # A packet that ends within its header.
    for size in (1, rng.randrange(2, HEADER)):
        packets = (*one.packets[:2], rng.randbytes(size - 1) + b"\1")
        yield Request(tuple(rng.sample(packets, 3)), 9, one.iterations, one.operation)
    longer = rng.choice((1 << 8, 1 << 16, 1 << 31))
    above = rng.choice((1 << 32, 1 << 40))
    for change in (1, -1, rng.choice((8, -8)), longer, above, 1 << 63):
        yield _misstated(rng, point.algorithm.block_bits // 8, change)


def _misstated(rng: random.Random, rate: int, change: int) -> Request:
    """Returns a request with a string that has not as many bytes as its header says."""
    number, size = rng.randrange(3), rng.choice((8, 20, rate + 5, *[0, 1][: 2 * (change > 0)]))
    strings = [rng.randbytes(size) if at == number else b"ab" for at in range(3)]
    one = tuple_request(rng.randrange(2), *strings, size=20)
    headers = (size + change * (at == number) for at, size in enumerate(one.headers))
    return replace(one, headers=tuple(headers))


def _known(point: DesignPoint, most: int) -> Iterator[tuple[tuple[Request, ...], bytes]]:
    """Yields NIST's examples, and strings of another implementation with long lengths.

    Args:
        point: the design point.
        most: most hundreds of bytes of a string.
    """
    for one in read_answers(_VECTORS, "sample"):
        if one["strength"] == _strength(point):
            result = bytes.fromhex(one["result"])
            strings = (one["customisation"].encode(), *map(bytes.fromhex, one["elements"]))
            yield (tuple_request(Operation[one["operation"]], *strings, size=len(result)),), result
    for one in read_answers(_VECTORS, "long"):
        if one["strength"] == _strength(point) and one["bytes"] <= 100 * most:
            result = bytes.fromhex(one["result"])
            strings = (b"", b"a" * one["bytes"], b"b")
            asked = tuple_request(Operation.TUPLEHASH, *strings, size=len(result))
            yield (asked,), result


def _shapes(point: DesignPoint) -> Iterator[tuple[Request, ...]]:
    """Yields requests whose cycles are compared with the formula."""
    rate = point.algorithm.block_bits // 8
    around = [rate * n - less for n in (1, 2) for less in range(-1, _BEGIN + 6)]
    for operation in Operation:
        for length in sorted({*range(20), 31, 32, 33, *around}):
            string = bytes(length)
            for strings in ((string,), (string, b"ab"), (b"S", string), (b"", b"abc", string, b"")):
                yield (tuple_request(operation, *strings, size=20),)
        yield (without_empty_headers(tuple_request(operation, b"", b"", b"abc", b"", size=20)),)
        for count, length in product((2, 7, 40), (0, 1, 5, 6, 8, 9, 13, 22)):
            yield (tuple_request(operation, b"", *[bytes(length)] * count, size=20),)
        for size in (1, 7, 8, 9, rate - 8, rate - 7, rate, rate + 1, 2 * rate, 3 * rate + 9):
            yield (tuple_request(operation, b"", b"text", size=size),)
    for edge in _ENCODED:
        for length in (edge - 1, edge):
            yield (tuple_request(Operation.TUPLEHASH, bytes(length), bytes(length), size=8),)
            yield (tuple_request(Operation.TUPLEHASH, b"", b"text", size=length),)


#: TupleHash and TupleHashXOF.
TUPLEHASH = Function(_answering, _some, _refused, _known, _shapes)
