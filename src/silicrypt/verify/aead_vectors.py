"""Published vectors of authenticated encryption: GCM of Wycheproof and NIST, answers of Ascon.

Those of CCM are in `silicrypt.verify.ccm_vectors`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache

from silicrypt.catalog.aead import Aead
from silicrypt.verify import ccm_vectors, vectors
from silicrypt.verify.aead_wire import AeadVector, Key, Message


def wycheproof(algorithm: Aead) -> Iterator[AeadVector]:
    """Yields the vectors of Project Wycheproof: GCM in both directions, and GMAC.

    They have wrong tags, empty IVs, and IVs of 128 bits after which the counter of 32 bits wraps.
    """
    for line in vectors.own_answers("wycheproof/aes_gcm.txt"):
        verdict, *parts = line.split()
        key, iv, data, text, sealed, tag = (bytes.fromhex(part.strip("-")) for part in parts)
        if 8 * len(key) not in algorithm.key_bits:
            continue
        valid = verdict == "valid"
        yield Key(key), Message(iv, data, sealed, tag, True), text if valid else None
        if valid or not iv:
            yield Key(key), Message(iv, data, text), sealed + tag if valid else None


def nist(algorithm: Aead) -> Iterator[AeadVector]:
    """Yields NIST's vectors (GCMVS) of both directions for the key lengths of an algorithm."""
    for bits in algorithm.key_bits:
        for name in (f"gcmEncryptExtIV{bits}.rsp", f"gcmDecrypt{bits}.rsp"):
            yield from _gcm_file(name)


@cache
def _gcm_file(name: str) -> Sequence[AeadVector]:
    path = vectors.folder() / "ciphers" / "AES" / "GCM" / name
    return tuple(parse_gcm(path.read_text(encoding="ascii")))


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


_Source = Callable[[Aead], Iterator[AeadVector]]
#: The sources of vectors, by the name of the unit. The quick suite takes all of the first source.
VECTORS: Mapping[str, Sequence[_Source]] = {
    "aes-gcm": (wycheproof, nist),
    "aes-gcm-pipe": (wycheproof, nist),
    "aes-ccm": (ccm_vectors.edges, ccm_vectors.nist),
    "ascon-aead": (ascon,),
}
