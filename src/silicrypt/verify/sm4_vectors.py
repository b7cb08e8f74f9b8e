"""The vectors of SM4: the examples of GB/T 32907, and draft-ribose-cfrg-sm4-10 for messages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from silicrypt.drivers.aes import Mode
from silicrypt.verify import vectors
from silicrypt.verify.aes_vectors import CipherVector, parse_vectors
from silicrypt.verify.cipher_wire import BLOCK

_DRAFT = "draft-ribose-cfrg-sm4-10"
#: The publisher of the messages of each mode.
PUBLISHED = dict.fromkeys((Mode.ECB, Mode.CTR, Mode.CBC, Mode.CFB), _DRAFT)


def examples(sizes: Sequence[int], directions: Sequence[bool]) -> list[CipherVector]:
    """Returns the vectors of one block; the first is the example A.1 of GB/T 32907."""
    return [one for one in _both("ecb", sizes, directions) if len(one.data) == BLOCK]


def several(sizes: Sequence[int], directions: Sequence[bool]) -> list[CipherVector]:
    """Returns the vectors of several blocks in ECB."""
    return [one for one in _both("ecb", sizes, directions) if len(one.data) > BLOCK]


#: The vectors of blocks, by the name of their check.
CORE: Mapping[str, Callable[[Sequence[int], Sequence[bool]], list[CipherVector]]] = {
    "standard's examples": examples,
    "several blocks": several,
}


def few(sizes: Sequence[int], directions: Sequence[bool]) -> list[tuple[CipherVector, str]]:
    """Returns the vectors of one block, and who published them."""
    return [(one, "GB/T 32907 and its draft RFC") for one in examples(sizes, directions)]


def messages_of(
    mode: Mode, sizes: Sequence[int], directions: Sequence[bool]
) -> tuple[list[CipherVector], int]:
    """Returns the vectors of a mode, and 0, the number of those left out."""
    if mode not in PUBLISHED:
        return [], 0
    return list(_both(mode.name.lower(), sizes, directions)), 0


def _both(name: str, sizes: Sequence[int], directions: Sequence[bool]) -> Iterator[CipherVector]:
    """Yields the vectors of a file in the directions; the file has those of encryption alone."""
    path = vectors.folder() / "ciphers" / "SM4" / f"{_DRAFT}-{name}.txt"
    for one in parse_vectors(path.read_text(encoding="ascii")):
        for decrypt in directions if len(one.key) in sizes else ():
            data, result = (one.result, one.data) if decrypt else (one.data, one.result)
            yield CipherVector(one.key, data, result, decrypt, one.initial)
