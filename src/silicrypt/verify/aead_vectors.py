"""Published vectors of authenticated encryption: of Wycheproof and NIST, and answers of Ascon."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

from silicrypt.catalog.aead import Aead
from silicrypt.catalog.ccm import LONG, user
from silicrypt.verify import vectors
from silicrypt.verify.aead_wire import AeadVector, Key, Message

#: The files of CCMVS with encryptions: of all lengths of associated data, nonces, texts and tags.
_ENCRYPTIONS = ("VADT", "VNT", "VPT", "VTT")


def wycheproof(algorithm: Aead) -> Iterator[AeadVector]:
    """Yields the vectors of Project Wycheproof, in both directions except where a tag is wrong.

    They have wrong tags, empty IVs, IVs of 128 bits after which GCM's counter of 32 bits wraps, and
    nonces and tags of lengths that CCM does not have.
    """
    mode = algorithm.name.rpartition("-")[2].lower()
    for line in vectors.own_answers(f"wycheproof/aes_{mode}.txt"):
        verdict, *parts = line.split()
        key, iv, data, text, sealed, tag = (bytes.fromhex(part.strip("-")) for part in parts)
        if 8 * len(key) not in algorithm.key_bits:
            continue
        valid, size = verdict == "valid", len(tag)
        yield Key(key), Message(iv, data, sealed, tag, True, size), text if valid else None
        if valid or len(iv) not in algorithm.iv_bytes or size not in algorithm.tag_bytes:
            message = Message(iv, data, text, tag_bytes=size)
            yield Key(key), message, sealed + tag if valid else None


def gcmvs(algorithm: Aead) -> Iterator[AeadVector]:
    """Yields NIST's vectors (GCMVS) of both directions for the key lengths of an algorithm."""
    for bits in algorithm.key_bits:
        for name in (f"gcmEncryptExtIV{bits}.rsp", f"gcmDecrypt{bits}.rsp"):
            yield from _file("GCM", name)


@cache
def _file(mode: str, name: str) -> Sequence[AeadVector]:
    path = vectors.folder() / "ciphers" / "AES" / mode / name
    parse = parse_gcm if mode == "GCM" else parse_ccm
    return tuple(parse(path.read_text(encoding="ascii")))


def parse_gcm(text: str) -> Iterator[AeadVector]:
    """Parses the vectors of a GCMVS file. Their results come last, so each starts with a key."""
    found = dict[str, bytes]()
    for line in [*(line.strip() for line in text.splitlines()), "Count"]:
        name, _, value = (part.strip() for part in line.partition("="))
        if name == "Count" and found:
            yield _gcm_vector(found)
            found = {}
        elif name in ("Key", "IV", "PT", "AAD", "CT", "Tag"):
            found[name] = bytes.fromhex(value)


def _gcm_vector(found: Mapping[str, bytes]) -> AeadVector:
    tag, decrypt = found["Tag"], list(found).index("CT") < list(found).index("Tag") - 1
    text = found["CT" if decrypt else "PT"]
    message = Message(found["IV"], found["AAD"], text, tag, decrypt, len(tag))
    result = found.get("PT") if decrypt else found["CT"] + tag
    return Key(found["Key"]), message, result


def ccmvs(algorithm: Aead) -> Iterator[AeadVector]:
    """Yields NIST's vectors (CCMVS) of both directions for the key lengths of an algorithm."""
    for bits in algorithm.key_bits:
        for name in (*(f"{kind}{bits}.rsp" for kind in _ENCRYPTIONS), f"DVPT{bits}.rsp"):
            yield from _file("CCM", name)


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

    for data in (LONG - 1, LONG, LONG + 1, LONG + 11):
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


def ascon(_: Aead) -> Iterator[AeadVector]:
    """Yields the known answers of Ascon-AEAD128, encrypted and then decrypted."""
    key, nonce = Key(vectors.counting(16)), vectors.counting(16, 16)
    for decrypt in (False, True):
        for number, answer in enumerate(vectors.own_answers("ascon/aead128.txt")):
            size, more = divmod(number, 33)
            data, text = vectors.counting(more, 48), vectors.counting(size, 32)
            sealed = bytes.fromhex(answer)
            if decrypt:
                yield key, Message(nonce, data, sealed[:size], sealed[size:], True), text
            else:
                yield key, Message(nonce, data, text), sealed


def edges(algorithm: Aead) -> Iterator[AeadVector]:
    """Yields the vectors that the quick suite takes completely of CCM."""
    yield from wycheproof(algorithm)
    yield from lengths(algorithm)


_Source = Callable[[Aead], Iterator[AeadVector]]
#: The sources of vectors, by the name of the unit. The quick suite takes all of the first source.
VECTORS: Mapping[str, Sequence[_Source]] = {
    "aes-gcm": (wycheproof, gcmvs),
    "aes-gcm-pipe": (wycheproof, gcmvs),
    "aes-ccm": (edges, ccmvs),
    "ascon-aead": (ascon,),
}
