"""What a core computes: a function of the catalogue, or one that a cocotb driver has vectors of."""

from __future__ import annotations

import re
import runpy
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Literal

from silicrypt.catalog import UNITS, Algorithm, BlockCipher, Hash
from silicrypt.errors import BadInput, UnknownName
from silicrypt.measure.core_file import ParsedCoreFile
from silicrypt.measure.interfaces import CocotbInterface

Kind = Literal["hash", "mac", "cipher", "other"]

#: What the algorithms of a unit are, by its interface. Units of other interfaces have no kind here.
_KINDS: Mapping[str, Kind] = {"hash": "hash", "sponge": "hash", "hmac": "mac", "aes": "cipher"}
#: What a name means that leaves the size open.
_USUAL = {
    "sha3": "sha3256",
    "sha2": "sha256",
    "sha": "sha256",
    "aes": "aes128",
    "rijndael": "aes128",
}
#: Initial hash values as bytes in the order of a digest: RFC 1321, 3.3; FIPS 180-4, 5.3;
#: GB/T 32905, 4.1.
_INITIAL = {
    "MD5": "0123456789abcdeffedcba9876543210",
    "SHA-1": "67452301efcdab8998badcfe10325476c3d2e1f0",
    "SHA-224": "c1059ed8367cd5073070dd17f70e5939ffc00b316858151164f98fa7befa4fa4",
    "SHA-256": "6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19",
    "SHA-384": (
        "cbbb9d5dc1059ed8629a292a367cd5079159015a3070dd17152fecd8f70e5939"
        "67332667ffc00b318eb44a8768581511db0c2e0d64f98fa747b5481dbefa4fa4"
    ),
    "SHA-512": (
        "6a09e667f3bcc908bb67ae8584caa73b3c6ef372fe94f82ba54ff53a5f1d36f1"
        "510e527fade682d19b05688c2b3e6c1f1f83d9abfb41bd6b5be0cd19137e2179"
    ),
    "SM3": "7380166f4914b2b9172442d7da8a0600a96f30bc163138aae38dee4db0fb0e4e",
}


@dataclass(frozen=True)
class CoreFunction:
    """What a core computes.

    Attributes:
        name: the name, as the standard has it.
        kind: a hash, a code with a key, a block cipher, or something else.
        algorithm: the hash or the cipher.
        word_bytes: bytes of a word of the algorithm.
        compute: the expected result from data, key, and whether to decrypt.
        vectors: data, key and result, for a function that is known by them alone.
    """

    name: str
    kind: Kind
    algorithm: Algorithm
    word_bytes: int
    compute: Callable[[bytes, bytes, bool], bytes]
    vectors: tuple[tuple[bytes, bytes, bytes], ...] = ()

    @property
    def block_bytes(self) -> int:
        """Bytes of a block."""
        return self.algorithm.block_bits // 8

    @property
    def result_bytes(self) -> int:
        """Bytes of a result."""
        if isinstance(self.algorithm, Hash):
            return self.algorithm.digest_bits // 8
        return self.block_bytes

    @property
    def key_bytes(self) -> int:
        """Bytes of a key; those of a block for a code with a key."""
        if isinstance(self.algorithm, BlockCipher):
            return max(self.algorithm.key_bits) // 8
        return self.block_bytes if self.kind == "mac" else 0

    def blocks(self, message: bytes, *, padded: bool) -> list[bytes]:
        """Returns the blocks of a message, with padding where the caller pads.

        The padding of HMAC counts the block of the inner key (FIPS 198-1, 4).
        """
        size, data = self.block_bytes, message
        if padded and isinstance(self.algorithm, Hash):
            before = bytes(size) if self.kind == "mac" else b""
            data = self.algorithm.padded(before + message)[len(before) :]
        return [data[at : at + size] for at in range(0, len(data), size)]

    def initial_value(self) -> bytes:
        """Returns the initial hash value of a Merkle-Damgard hash, in the order of a digest.

        Raises:
            BadInput: the function has none that is known here.
        """
        if self.name not in _INITIAL:
            raise BadInput(f"{self.name}: chain_in is not known for this algorithm")
        return bytes.fromhex(_INITIAL[self.name])


@cache
def known() -> Mapping[str, CoreFunction]:
    """Returns every function of the catalogue by the name that a core file has for it."""
    functions: dict[str, CoreFunction] = {}
    for unit in UNITS.values():
        if (kind := _KINDS.get(unit.interface)) is None:
            continue
        for algorithm in unit.algorithms.values():
            several = isinstance(algorithm, BlockCipher) and len(algorithm.key_bits) > 1
            if algorithm.either or several:
                continue
            name = unit.title.format(algorithm.name)
            word = int(getattr(algorithm, "word_bits", 32)) // 8
            compute = _computation(unit.reference, algorithm)
            functions[short(name)] = CoreFunction(name, kind, algorithm, word, compute)
    return functions


def _computation(
    reference: Callable[..., bytes], algorithm: Algorithm
) -> Callable[[bytes, bytes, bool], bytes]:
    """Returns the function of data, key and direction that an algorithm is."""
    if not isinstance(algorithm, BlockCipher):
        return lambda data, key, _: reference(algorithm, data, key)
    from silicrypt.verify.cipher_wire import apply

    library = algorithm.library
    return lambda data, key, decrypt: apply(key, data, decrypt, library=library)


def get(name: str) -> CoreFunction:
    """Returns the function of that name.

    Raises:
        UnknownName: there is none.
    """
    functions = known()
    if (key := short(name)) not in functions:
        raise UnknownName("algorithm", name, functions)
    return functions[key]


def short(name: str) -> str:
    """Returns a name in lower case with as few hyphens as the names of configurations have."""
    parts = re.split(r"[\s/_-]+", name.lower())
    plain = "".join(part for part in parts if part not in ("hmac", "r"))
    plain = re.sub(r"^(sha512)(224|256)$", r"\1-\2", plain)
    return f"hmac-{plain}" if "hmac" in parts else plain


@cache
def _spellings() -> list[tuple[re.Pattern[str], CoreFunction]]:
    """Returns how names of modules and files spell each algorithm, the longest name first."""
    functions = sorted(known().values(), key=lambda function: len(function.name), reverse=True)
    parts = [re.findall(r"[a-z]+|\d+", function.name.lower()) for function in functions]
    spellings = [re.compile("[_-]?".join(part) + r"(?!\d)") for part in parts]
    return list(zip(spellings, functions, strict=True))


def named_in(texts: Iterable[str]) -> CoreFunction | None:
    """Returns the function that the first of some names points to, if there is one."""
    for text in map(str.lower, texts):
        exact = (function for spelling, function in _spellings() if spelling.search(text))
        usual = (known()[name] for word, name in _USUAL.items() if word in text)
        if function := next(chain(exact, usual), None):
            return function
    return None


def function_of(parsed: ParsedCoreFile) -> CoreFunction:
    """Returns what the core of a core file computes.

    Raises:
        UnknownName: the algorithm is not in the catalogue, and there is no cocotb driver.
        BadInput: the driver has no vectors, or the size of a block is not stated.
    """
    try:
        return get(parsed.core.algorithm)
    except UnknownName:
        if not isinstance(parsed.core.interface, CocotbInterface):
            raise
    return _with_vectors(parsed, parsed.core.interface)


def _with_vectors(parsed: ParsedCoreFile, interface: CocotbInterface) -> CoreFunction:
    """Returns a function that is known by the vectors of the driver."""
    name, path = parsed.core.algorithm, parsed.folder / interface.cocotb
    if interface.block_bits is None:
        what = f"{name} is not in the catalogue, so the bits of a block must be stated"
        raise parsed.mistake("interface.block_bits", what)

    def mistake(what: str) -> BadInput:
        return parsed.mistake("interface.cocotb", what)

    try:
        with redirect_stdout(sys.stderr):  # standard output is for the answer of the command
            vectors = tuple(_vector(*one) for one in runpy.run_path(str(path))["vectors"]())
    except (Exception, SystemExit) as error:
        what = f"{name} is not in the catalogue, and vectors() of {path} gives none: {error!r}"
        raise mistake(what) from error
    sizes = [len(data) for data, _, _ in vectors]
    if not sizes or max(sizes) - min(sizes) < interface.block_bits // 8:
        raise mistake(
            f"vectors() of {path} needs two messages whose lengths differ by a block "
            f"({interface.block_bits} bits) or more: their difference gives the cycles per block"
        )
    results = dict[tuple[bytes, bytes], bytes]()
    for data, key, result in vectors:
        if results.setdefault((data, key), result) != result:
            what = f"vectors() of {path} has two results of one message of {len(data)} bytes"
            raise mistake(what)
    if len({*results.values()}) == 1:
        what = "has the same result for all messages, which verifies nothing"
        raise mistake(f"vectors() of {path} {what}")
    algorithm = Algorithm(name, name, interface.block_bits)
    return CoreFunction(
        name, "other", algorithm, 4, lambda data, key, _: results[data, key], vectors
    )


def _vector(data: bytes, key: bytes | None, result: bytes) -> tuple[bytes, bytes, bytes]:
    """Returns a vector of a driver, all parts of which are bytes."""
    for name, part in (("data", data), ("key", key or b""), ("result", result)):
        if not isinstance(part, bytes | bytearray):
            raise TypeError(f"the {name} of a vector is bytes, not {part!r}")
    if not result:
        raise TypeError("the result of a vector is empty")
    return bytes(data), bytes(key or b""), bytes(result)
