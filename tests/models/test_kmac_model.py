"""The model of cSHAKE and KMAC: its permutation is that of hashlib, and NIST's encodings hold."""

from __future__ import annotations

import hashlib
import random

import pytest

from silicrypt.models import kmac

SHA3, SHAKE = 0x06, 0x1F


@pytest.mark.parametrize("size", [0, 1, 135, 136, 137, 167, 168, 169, 500])
def test_the_sponge_is_that_of_hashlib(size: int) -> None:
    message = random.Random(size).randbytes(size)
    assert kmac.sponge(message, 136, SHA3, 32) == hashlib.sha3_256(message).digest()
    assert kmac.sponge(message, 168, SHAKE, 400) == hashlib.shake_128(message).digest(400)
    assert kmac.sponge(message, 136, SHAKE, 400) == hashlib.shake_256(message).digest(400)


def test_lengths_are_encoded_as_in_the_standard() -> None:
    assert (kmac.left_encode(0), kmac.right_encode(0)) == (b"\1\0", b"\0\1")
    assert (kmac.left_encode(128), kmac.right_encode(128)) == (b"\1\x80", b"\x80\1")
    assert kmac.left_encode(65536) == b"\3\1\0\0"
    assert kmac.encode_string(b"KMAC") == bytes.fromhex("01204b4d4143")
    assert len(kmac.bytepad(bytes(166), 168)) == 168
    assert len(kmac.bytepad(bytes(167), 168)) == 336


@pytest.mark.parametrize("strength", [128, 256])
def test_cshake_without_names_is_shake(strength: int) -> None:
    expected = hashlib.new(f"shake_{strength}", b"abc").digest(32)  # type: ignore[call-arg]
    assert kmac.cshake(strength, b"abc", 32) == expected


def test_the_output_of_kmac_depends_on_its_length_and_that_of_kmacxof_does_not() -> None:
    long, short = (kmac.kmac(128, b"key", b"text", size) for size in (33, 32))
    assert long[:32] != short
    long, short = (kmac.kmac(128, b"key", b"text", size, xof=True) for size in (333, 32))
    assert long[:32] == short
