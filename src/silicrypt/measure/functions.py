"""The algorithms that a core file can name, with their references and vectors."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from silicrypt.catalog import BlockCipher, Hash
from silicrypt.catalog.algorithms import Algorithm
from silicrypt.catalog.units import UNITS
from silicrypt.errors import UnknownName

Kind = Literal["hash", "mac", "cipher", "other"]

#: Names of algorithms in names of modules and files.
_ALGORITHMS = (
    r"hmac[_-]?(sha[_-]?(?:512|384|256|224|1)|md[_-]?5)",
    r"sha[_-]?512[_-](?:224|256)",
    r"sha[_-]?(?:512|384|256|224|1)(?!\d)",
    r"md[_-]?5",
    r"sm3",
    r"aes[_-]?(?:128|192|256)",
)
_DIRECT = {"sha2": "sha256", "sha": "sha256", "aes": "aes128", "rijndael": "aes128"}


@dataclass(frozen=True)
class Function:
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


@cache
def known() -> Mapping[str, Function]:
    """Returns every function of the catalogue by the name that a core file has for it."""
    found: dict[str, Function] = {}
    for unit in UNITS.values():
        kind: Kind = {"hmac": "mac", "aes": "cipher"}.get(unit.interface, "hash")  # type: ignore[assignment]
        for algorithm in unit.algorithms.values():
            one = isinstance(algorithm, BlockCipher) and len(algorithm.key_bits) > 1
            if algorithm.either or one:
                continue
            name = unit.title.format(algorithm.name)
            word = int(getattr(algorithm, "word_bits", 32)) // 8
            found[short(name)] = Function(
                name, kind, algorithm, word, _compute(unit.reference, algorithm, kind)
            )
    return found


def get(name: str) -> Function:
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


def _compute(
    reference: Callable[..., bytes], algorithm: Algorithm, kind: Kind
) -> Callable[[bytes, bytes, bool], bytes]:
    def of_hash(data: bytes, key: bytes, _: bool) -> bytes:
        return reference(algorithm, data, key)

    return _crypt if kind == "cipher" else of_hash


def _crypt(data: bytes, key: bytes, decrypt: bool) -> bytes:
    from silicrypt.verify.cipher import apply

    return apply(key, data, decrypt)


def named_in(texts: Iterable[str]) -> Function | None:
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
