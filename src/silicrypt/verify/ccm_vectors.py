"""Published vectors of AES-CCM, of Wycheproof and NIST, and messages at the limits of lengths.

`silicrypt.verify.aead_vectors` lists them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from silicrypt.catalog.aead import Aead
from silicrypt.catalog.ccm import user
from silicrypt.verify import vectors
from silicrypt.verify.aead_wire import AeadVector, Key, Message

#: The files of CCMVS with encryptions: of all lengths of associated data, nonces, texts and tags.
_ENCRYPTIONS = ("VADT", "VNT", "VPT", "VTT")
#: Bytes of associated data from which its length takes six bytes, not two.
_LONG = (1 << 16) - (1 << 8)


def wycheproof(algorithm: Aead) -> Iterator[AeadVector]:
    """Yields the vectors of Project Wycheproof, in both directions except where a tag is wrong.

    They have wrong tags, and nonces and tags of lengths that CCM does not have.
    """
    for line in vectors.own_answers("wycheproof/aes_ccm.txt"):
        verdict, *parts = line.split()
        key, iv, data, text, sealed, tag = (bytes.fromhex(part.strip("-")) for part in parts)
        if 8 * len(key) not in algorithm.key_bits:
            continue
        valid, size = verdict == "valid", len(tag)
        yield Key(key), Message(iv, data, sealed, tag, True, size), text if valid else None
        if valid or len(iv) not in algorithm.iv_bytes or size not in algorithm.tag_bytes:
            message = Message(iv, data, text, tag_bytes=size)
            yield Key(key), message, sealed + tag if valid else None


def nist(algorithm: Aead) -> Iterator[AeadVector]:
    """Yields NIST's vectors (CCMVS) of both directions for the key lengths of an algorithm."""
    for bits in algorithm.key_bits:
        for name in (*(f"{kind}{bits}.rsp" for kind in _ENCRYPTIONS), f"DVPT{bits}.rsp"):
            yield from _ccm_file(name)


@cache
def _ccm_file(name: str) -> Sequence[AeadVector]:
    path = vectors.folder() / "ciphers" / "AES" / "CCM" / name
    return tuple(parse_ccm(path.read_text(encoding="ascii")))


def parse_ccm(text: str) -> Iterator[AeadVector]:
    """Parses the vectors of a CCMVS file. A value holds until another one comes.

    A file with encryptions ends each vector with its ciphertext, one with decryptions with the
    plaintext, or with its failure. Where a length is 0, the value is 00.
    """
    found, lengths, decrypts = dict[str, bytes](), dict[str, int](), "Result = " in text
    for part in text.replace("[", "\n").replace("]", "\n").replace(",", "\n").splitlines():
        name, _, value = (piece.strip() for piece in part.partition("="))
        if name in ("Alen", "Plen", "Tlen"):
            lengths[name] = int(value)
        elif name in ("Key", "Nonce", "Adata", "Payload", "CT"):
            found[name] = bytes.fromhex(value)
        if (name == "CT" and not decrypts) or (name == "Payload" and decrypts) or value == "Fail":
            data, plain = found["Adata"][: lengths["Alen"]], found.get("Payload", b"")
            sealed, size = found["CT"], lengths["Plen"]
            message = Message(found["Nonce"], data, plain[:size], tag_bytes=lengths["Tlen"])
            if decrypts:
                message = replace(message, text=sealed[:size], tag=sealed[size:], decrypt=True)
                sealed = plain[:size]
            yield Key(found["Key"]), message, None if value == "Fail" else sealed


def lengths(algorithm: Aead) -> Iterator[AeadVector]:
    """Yields messages with other lengths than they state, and with lengths at the limits.

    Associated data with a length of six bytes, and a text that is too long for its nonce, are among
    them. Right messages are between those that must be refused.
    """
    rng = random.Random(1)
    key = Key(rng.randbytes(algorithm.key_bits[0] // 8))

    def sealed(nonce: int, data: int, text: int, size: int = 16) -> tuple[Message, Message, bytes]:
        parts = (rng.randbytes(nonce), rng.randbytes(data), rng.randbytes(text))
        result = algorithm.seal(key.key, *parts, size)
        other = Message(parts[0], parts[1], result[:text], result[text:], True, size)
        return Message(*parts, tag_bytes=size), other, result

    for data in (_LONG - 1, _LONG, _LONG + 1, _LONG + 11):
        first, second, result = sealed(13, data, 20)
        yield key, first, result
        yield key, second, first.text
    for data, text in ((0, 0), (0, 16), (5, 0), (14, 17), (15, 32), (16, 40), (33, 1)):
        for more_data, more_text in (
            *((change, 0) for change in (-16, -1, 1, 2, 16, 1 << 16, 1 << 26)),
            *((0, change) for change in (-16, -1, 1, 16, 1 << 8, 1 << 12)),
        ):
            first, second, result = sealed(rng.randrange(7, 14), data, text)
            if data + more_data >= 0 and text + more_text >= 0:
                for one in (first, second):
                    stated = user(one.decrypt, 16, data + more_data, text + more_text)
                    yield key, replace(one, user=stated), None
            yield key, second, first.text
    first, second, result = sealed(12, 0, (1 << 16) + 5)
    yield key, first, result
    # An encryption: a decryption would be refused for its tag, too.
    yield key, replace(first, iv=rng.randbytes(13)), None
    yield key, second, first.text


def edges(algorithm: Aead) -> Iterator[AeadVector]:
    """Yields the vectors that the quick suite takes completely."""
    yield from wycheproof(algorithm)
    yield from lengths(algorithm)
