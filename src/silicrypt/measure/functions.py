"""What a core computes: a function of the catalogue, or one that a cocotb driver has vectors of."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from silicrypt.catalog import UNITS, Algorithm, BlockCipher, Hash
from silicrypt.errors import BadInput, UnknownName
from silicrypt.measure.core_file import ParsedCoreFile
from silicrypt.measure.interfaces import CocotbInterface

Kind = Literal["hash", "mac", "cipher", "other"]

#: Names of algorithms in names of modules and files.
_ALGORITHMS = (
    r"hmac[_-]?(sha[_-]?(?:512|384|256|224|1)|md[_-]?5)",
    r"sha[_-]?3[_-]?(?:512|384|256|224)",
    r"sha[_-]?512[_-](?:224|256)",
    r"sha[_-]?(?:512|384|256|224|1)(?!\d)",
    r"md[_-]?5",
    r"sm[34]",
    r"ascon[_-]?hash[_-]?256",
    r"aes[_-]?(?:128|192|256)",
)
#: What the algorithms of a unit are, by its interface. Units of other interfaces have no kind here.
_KINDS: Mapping[str, Kind] = {"hash": "hash", "sponge": "hash", "hmac": "mac", "aes": "cipher"}
_DIRECT = {
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
            compute = (
                _crypt(algorithm.library)
                if isinstance(algorithm, BlockCipher)
                else _hash(unit.reference, algorithm)
            )
            functions[short(name)] = CoreFunction(name, kind, algorithm, word, compute)
    return functions


def _hash(
    reference: Callable[..., bytes], algorithm: Algorithm
) -> Callable[[bytes, bytes, bool], bytes]:
    return lambda data, key, _: reference(algorithm, data, key)


def _crypt(library: str) -> Callable[[bytes, bytes, bool], bytes]:
    from silicrypt.verify.cipher_wire import apply

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


def named_in(texts: Iterable[str]) -> CoreFunction | None:
    """Returns the function that the first of some names points to, if there is one."""
    for text in texts:
        for pattern in _ALGORITHMS:
            if match := re.search(pattern, text.lower()):
                name = short(match[0].replace("_", "-") if "hmac" in match[0] else match[0])
                if name in known():
                    return known()[name]
        for word, name in _DIRECT.items():
            if word in text.lower():
                return known()[name]
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
    spec = importlib.util.spec_from_file_location("silicrypt_user_driver", path)
    try:
        assert spec is not None and spec.loader is not None
        driver: Any = importlib.util.module_from_spec(spec)
        with redirect_stdout(sys.stderr):  # standard output is for the answer of the command
            spec.loader.exec_module(driver)
            vectors = tuple(_vector(*one) for one in driver.vectors())
    except (Exception, SystemExit) as error:
        what = f"{name} is not in the catalogue, and vectors() of {path} gives none: {error!r}"
        raise parsed.mistake("interface.cocotb", what) from error
    sizes = [len(data) for data, _, _ in vectors]
    if not sizes or max(sizes) - min(sizes) < interface.block_bits // 8:
        what = (
            f"vectors() of {path} needs two messages whose lengths differ by a block "
            f"({interface.block_bits} bits) or more: their difference gives the cycles per block"
        )
        raise parsed.mistake("interface.cocotb", what)
    results = dict[tuple[bytes, bytes], bytes]()
    for data, key, result in vectors:
        if results.setdefault((data, key), result) != result:
            what = f"vectors() of {path} has two results of one message of {len(data)} bytes"
            raise parsed.mistake("interface.cocotb", what)
    if len({*results.values()}) == 1:
        what = f"vectors() of {path} has the same result for all messages, which verifies nothing"
        raise parsed.mistake("interface.cocotb", what)
    algorithm = Algorithm(name, name, interface.block_bits)
    return CoreFunction(
        name, "other", algorithm, 4, lambda data, key, _: results[data, key], vectors
    )


def _vector(data: bytes, key: bytes | None, result: bytes) -> tuple[bytes, bytes, bytes]:
    """Returns a vector of a driver.

    Raises:
        TypeError: a part is not bytes, or the result is empty.
    """
    for name, part in (("data", data), ("key", key or b""), ("result", result)):
        if not isinstance(part, bytes | bytearray):
            raise TypeError(f"the {name} of a vector is bytes, not {part!r}")
    if not result:
        raise TypeError("the result of a vector is empty")
    return bytes(data), bytes(key or b""), bytes(result)
