"""NIST's vector files are read completely and correctly."""

from __future__ import annotations

import hashlib
import hmac

import pytest

from silicrypt.catalog.merkle_damgard import SHA1, SHA2, MerkleDamgard
from silicrypt.catalog.sha3 import SHA3, Keccak
from silicrypt.errors import BadInput
from silicrypt.verify import aes_vectors, vectors

SAMPLE = """\
#  CAVS 11.0
[L = 20]

Len = 0
Msg = 00
MD = da39a3ee5e6b4b0d3255bfef95601890afd80709

Len = 8
Msg = 36
MD = c1dfd96eea8cc2b62785275bca38ac261256e278
"""


def test_messages_are_read_with_their_digests() -> None:
    empty, one = vectors.parse_messages(SAMPLE.replace("\n", "\r\n"))
    assert empty.message == b""
    assert one == vectors.Vector(b"\x36", hashlib.sha1(b"\x36").digest())


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("Len = 8", "Len = 16"), "16 bits"),
        (("Msg = 36\n", ""), "no Len or no Msg"),
        (("MD = c1dfd96eea8cc2b62785275bca38ac261256e278", ""), "no MD"),
        (("Len = 8", "Len = 8\nLen = 8"), "Len twice"),
    ],
)
def test_broken_messages_are_refused(change: tuple[str, str], reason: str) -> None:
    with pytest.raises(BadInput, match=f"sample: vector 1 .*{reason}"):
        vectors.parse_messages(SAMPLE.replace(*change), "sample")


def test_a_digest_that_is_no_number_is_refused() -> None:
    with pytest.raises(BadInput, match="sample: cannot read the line MD = c1dz"):
        vectors.parse_messages(SAMPLE.replace("c1df", "c1dz "), "sample")


@pytest.mark.parametrize(
    "text",
    ["", "Seed = 00\n", "COUNT = 0\nMD = 00\n", "Seed = 00\nCOUNT = 0\nMD = 01\nCOUNT = 1\n"],
)
def test_a_chain_without_seed_or_digest_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="no Seed, or no MD"):
        vectors.parse_monte(text)


@pytest.mark.parametrize("lost", ["PLAINTEXT = 01\n", "CIPHERTEXT = 02\n"])
def test_a_block_without_its_other_side_is_refused(lost: str) -> None:
    pair = "KEY = 00\nPLAINTEXT = 01\nCIPHERTEXT = 02\n"
    assert len([*aes_vectors.parse_vectors(pair * 2)]) == 2
    for text in (pair.replace(lost, "") + pair, pair + pair.replace(lost, "")):
        with pytest.raises(BadInput, match=r"second|alone"):
            _ = [*aes_vectors.parse_vectors(text)]


def test_a_chain_with_a_gap_is_refused() -> None:
    with pytest.raises(BadInput, match="COUNT = 2 where 1 was expected"):
        vectors.parse_monte("Seed = 00\nCOUNT = 0\nMD = 01\nCOUNT = 2\nMD = 02\n")


NIST = [SHA1, *SHA2, *(one for one in SHA3.values() if not one.extendable)]


@pytest.mark.parametrize("algorithm", NIST, ids=lambda a: a.enum)
def test_every_algorithm_of_nist_has_all_its_vectors(algorithm: MerkleDamgard | Keccak) -> None:
    assert vectors.kinds(algorithm.name) == ("short", "long", "monte")
    block = algorithm.block_bits // 8
    short, long = vectors.short(algorithm.name), vectors.long(algorithm.name)
    assert [len(v.message) for v in short] == list(range(block + 1))
    assert len(long) == (100 if isinstance(algorithm, Keccak) else block)
    for vector in (*short, *long):
        assert vector.digest == hashlib.new(algorithm.hashlib, vector.message).digest()
    chain = vectors.monte(algorithm.name)
    assert len(chain.checkpoints) == 100
    digests = 1 if isinstance(algorithm, Keccak) else 3
    assert chain.checkpoints[:2] == monte_carlo(algorithm.hashlib, chain.seed, digests, 2)


def monte_carlo(name: str, seed: bytes, digests: int, checkpoints: int) -> tuple[bytes, ...]:
    """Returns the checkpoints of the chain of SHAVS 6.4 or SHA3VS 6.2.3."""
    results = []
    for _ in range(checkpoints):
        last = [seed] * digests
        for _ in range(1000):
            last = [*last[1:], hashlib.new(name, b"".join(last)).digest()]
        seed = last[-1]
        results.append(seed)
    return tuple(results)


@pytest.mark.parametrize(("name", "short"), [("SHAKE128", 337), ("SHAKE256", 273)])
def test_the_vectors_of_shake_are_continued_to_a_block(name: str, short: int) -> None:
    assert vectors.kinds(name) == ("short", "long")
    known = (*vectors.short(name), *vectors.long(name))
    assert len(known) == short + 100
    for vector in known:
        function = hashlib.new(f"shake_{name[5:]}", vector.message)
        assert vector.digest == function.digest(function.block_size)


def test_output_that_hashlib_contradicts_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    sample = "Len = 0\nMsg = 00\nOutput = 7f9c2ba4e88f827d616045507605853f\n"
    monkeypatch.setattr(vectors, "_read", lambda *_: sample)
    with pytest.raises(BadInput, match="SHAKE128 of hashlib differs"):
        vectors.short.__wrapped__("SHAKE128")


@pytest.mark.parametrize(
    ("name", "source", "count"), [("MD5", "RFC 1321 A.5", 7), ("SM3", "OSCCA", 6)]
)
def test_other_hashes_have_the_messages_of_their_standards(
    name: str, source: str, count: int
) -> None:
    assert (vectors.kinds(name), vectors.source(name)) == (("short",), source)
    known = vectors.short(name)
    assert len(known) == count
    assert {b"", b"abc"} <= {vector.message for vector in known}
    for vector in known:
        assert vector.digest == hashlib.new(name.lower(), vector.message).digest()


@pytest.mark.parametrize(
    ("name", "source", "count"),
    [("md5", "RFC 2202", 7), ("sha1", "RFC 2202", 7), ("sha256", "RFC 4231", 6)],
)
def test_hmac_has_the_keys_and_messages_of_its_rfc(name: str, source: str, count: int) -> None:
    # The file omits the truncated tag of RFC 4231 (4.6).
    computes = f"HMAC-{'MD5' if name == 'md5' else f'SHA-{name[3:]}'}"
    assert vectors.kinds(computes) == ("short",)
    assert vectors.source(computes) == source
    known = vectors.short(computes)
    assert len(known) == count
    for vector in known:
        assert vector.key is not None
        tag = hmac.digest(vector.key, vector.message, name)
        assert tag.startswith(vector.digest)


def test_what_has_no_vectors_has_no_kinds() -> None:
    assert vectors.kinds("HMAC-SHA-512/224") == ()
