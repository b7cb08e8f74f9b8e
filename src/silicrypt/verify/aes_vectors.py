"""The vectors of AES: FIPS 197, AESAVS, RFC 3686, XTSVS and NIST SP 800-38B."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial

from silicrypt.drivers.aes import Mode
from silicrypt.errors import BadInput
from silicrypt.verify import vectors
from silicrypt.verify.cipher_wire import BLOCK

#: NIST's files of known answers (AESAVS 6.2).
_KNOWN = ("GFSbox", "KeySbox", "VarKey", "VarTxt")
#: Files whose vectors are messages, those of several blocks (AESAVS 6.3) among them.
_MESSAGES = (*_KNOWN, "MMT")
#: The modes of these files: folder and beginning of the names.
_AESAVS = {Mode.ECB: ("ECB", "ECB"), Mode.CBC: ("CBC", "CBC"), Mode.CFB: ("CFB", "CFB128")}
#: Files of XTSVS, with tweaks and with numbers of data units.
_XTS = ("tweak-128hexstr", "tweak-dataunitseqno")
_NAMES = ("KEY", "IV", "PLAINTEXT", "CIPHERTEXT")
_SIDES = frozenset(_NAMES[2:])
_PAIR = re.compile(r"(\[\w+\]|\w+) ?(?:= ([0-9a-fA-F]+))?")
#: The publisher of the messages of each mode.
PUBLISHED = {
    **dict.fromkeys((Mode.ECB, Mode.CBC, Mode.CFB), "NIST AESAVS"),
    Mode.CTR: "RFC 3686",
    Mode.XTS: "NIST XTSVS",
    Mode.CMAC: "NIST SP 800-38B",
}
#: FIPS 197, appendices B and C: key, plaintext, ciphertext.
_STANDARD = (
    "2b7e151628aed2a6abf7158809cf4f3c 3243f6a8885a308d313198a2e0370734"
    " 3925841d02dc09fbdc118597196a0b32",
    *(
        f"{bytes(range(size)).hex()} 00112233445566778899aabbccddeeff {result}"
        for size, result in (
            (16, "69c4e0d86a7b0430d8cdb78070b4c55a"),
            (24, "dda97ca4864cdfe06eaf70a0ec0d7191"),
            (32, "8ea2b7ca516745bfeafc49904b496089"),
        )
    ),
)
#: Initial counters that soon overflow one of the words that the hardware counts in.
COUNTERS = tuple(
    b"\x5a" * (BLOCK - full - 1) + b"\x01" * (full < BLOCK) + b"\xff" * (full - 1) + bytes([low])
    for full in (1, 4, 8, 12, 16)
    for low in (0xFE, 0xFF)
)


@dataclass(frozen=True)
class CipherVector:
    """A key, data, and the expected result.

    Attributes:
        initial: the first counter block, the tweak, or the IV.
    """

    key: bytes
    data: bytes
    result: bytes
    decrypt: bool
    initial: bytes = bytes(BLOCK)


def examples(sizes: Sequence[int], directions: Sequence[bool]) -> list[CipherVector]:
    """Returns the examples of FIPS 197 for these key lengths, in bytes, and directions."""
    return [
        CipherVector(key, *((right, left) if decrypt else (left, right)), decrypt)
        for key, left, right in (map(bytes.fromhex, line.split()) for line in _STANDARD)
        for decrypt in directions
        if len(key) in sizes
    ]


def answers(
    sizes: Sequence[int],
    directions: Sequence[bool],
    kinds: Sequence[str] = _KNOWN,
    mode: Mode = Mode.ECB,
) -> list[CipherVector]:
    """Returns NIST's vectors for these key lengths, in bytes, and directions."""
    files = (_file(mode, kind, 8 * size) for kind in kinds for size in sizes)
    return [vector for file in files for vector in file if vector.decrypt in directions]


def few(sizes: Sequence[int], directions: Sequence[bool]) -> list[tuple[CipherVector, str]]:
    """Returns the examples and some of NIST's vectors of each key length, and who has them."""
    chosen = [(one, "FIPS 197") for one in examples(sizes, directions)]
    for size in sizes:
        nist = answers((size,), directions, ("KeySbox",))
        chosen += [(one, "NIST AESAVS") for one in nist[:2] + nist[-2:]]
    return chosen


#: The vectors of blocks, by the name of their check.
CORE: Mapping[str, Callable[[Sequence[int], Sequence[bool]], list[CipherVector]]] = {
    "standard's examples": examples,
    "known answers": answers,
    "several blocks": partial(answers, kinds=("MMT",)),
}


@cache
def _file(mode: Mode, kind: str, key_bits: int) -> tuple[CipherVector, ...]:
    folder, begin = _AESAVS[mode]
    return tuple(parse_vectors(_read(folder, f"{begin}{kind}{key_bits}.rsp")))


def parse_vectors(text: str) -> Iterator[CipherVector]:
    """Parses the vectors of an AESAVS file, and others in that format. Key and IV may hold on.

    Raises:
        BadInput: a plaintext has no ciphertext, or the reverse.
    """
    decrypt, found = False, dict[str, bytes]()
    for name, value in _pairs(text):
        if name.startswith("["):
            decrypt = name == "[DECRYPT]"
        elif value is not None and name in _NAMES:
            if name in found and name in _SIDES:
                raise BadInput(f"a vector has {name} = {value} as a second {name}")
            found[name] = bytes.fromhex(value)
        if found.keys() >= _SIDES:
            sides = found.pop("PLAINTEXT"), found.pop("CIPHERTEXT")
            data, result = reversed(sides) if decrypt else sides
            initial = found.get("IV", bytes(BLOCK))
            yield CipherVector(found["KEY"], data, result, decrypt, initial)
    if alone := found.keys() & _SIDES:
        raise BadInput(f"the last vector has {alone.pop()} alone")


def messages_of(
    mode: Mode, sizes: Sequence[int], directions: Sequence[bool]
) -> tuple[list[CipherVector], int]:
    """Returns the vectors of a mode that have complete bytes, and the number of the others.

    Args:
        mode: the mode.
        sizes: key lengths in bytes.
        directions: the directions of the core; true stands for decryption.
    """
    if mode == Mode.CTR:
        files = (_read("CTR", f"aes-{8 * size}-ctr.txt") for size in sizes)
        return [unit for file in files for unit in parse_vectors(file)], 0
    if mode in _AESAVS:
        both = (False, True) if mode == Mode.CFB else directions
        return answers(sizes, both, _MESSAGES, mode), 0
    if mode == Mode.CMAC:
        files = (_read(f"nist-800-38b-aes{8 * size}.txt", folder="CMAC") for size in sizes)
        return [unit for file in files for unit in parse_cmac(file)], 0
    chosen, skipped = list[CipherVector](), 0
    for size in sizes:
        for kind in _XTS if size != 24 else ():
            units, others = parse_xts(_read("XTS", kind, f"XTSGenAES{8 * size}.rsp"))
            chosen += [unit for unit in units if unit.decrypt in directions]
            skipped += others
    return chosen, skipped


def parse_cmac(text: str) -> Iterator[CipherVector]:
    """Parses the examples of NIST SP 800-38B in the package's format."""
    found = dict[str, bytes]()
    for name, value in _pairs(text):
        if name == "COUNT":
            found = {"MESSAGE": b""}  # the line of an empty message has no value
        elif value is not None:
            found[name] = bytes.fromhex(value)
        if name == "OUTPUT":
            yield CipherVector(found["KEY"], found["MESSAGE"], found[name], False)


def parse_xts(text: str) -> tuple[list[CipherVector], int]:
    """Parses NIST's XTSVS: the vectors of complete bytes, and the number of the others."""
    units, others, decrypt, found = list[CipherVector](), 0, False, dict[str, str]()
    for name, value in _pairs(text):
        if value is None:
            decrypt = name == "[DECRYPT]"
            continue
        found[name] = value
        if name != ("PT" if decrypt else "CT"):
            continue
        if int(found["DataUnitLen"]) % 8:
            others += 1
            continue
        sides = bytes.fromhex(found["PT"]), bytes.fromhex(found["CT"])
        data, result = reversed(sides) if decrypt else sides
        tweak = found.get("i", "")
        number = int(found.get("DataUnitSeqNumber", "0")).to_bytes(BLOCK, "little")
        initial = bytes.fromhex(tweak) if "DataUnitSeqNumber" not in found else number
        units.append(CipherVector(bytes.fromhex(found["Key"]), data, result, decrypt, initial))
    return units, others


def _pairs(text: str) -> Iterator[tuple[str, str | None]]:
    for line in text.splitlines():
        if match := _PAIR.fullmatch(line.strip()):
            yield match[1], match[2]


def _read(*parts: str, folder: str = "ciphers/AES") -> str:
    return (vectors.folder() / folder).joinpath(*parts).read_text(encoding="ascii")
