"""The model of GCM: the library gives the same results."""

from __future__ import annotations

import random

import pytest

from silicrypt.catalog import gcm as catalog
from silicrypt.models import gcm


@pytest.mark.parametrize("size", [8, 12, 16, 17, 128])
def test_the_library_gives_the_same(size: int) -> None:
    rng = random.Random(size)
    for key_bytes in (16, 24, 32):
        key, iv = rng.randbytes(key_bytes), rng.randbytes(size)
        data, text = rng.randbytes(rng.randrange(40)), rng.randbytes(rng.randrange(70))
        assert b"".join(gcm.seal(key, iv, data, text)) == catalog.seal(key, iv, data, text, 16)


@pytest.mark.parametrize("size", [1, 200])
def test_the_reference_takes_an_iv_that_the_library_refuses(size: int) -> None:
    sealed = catalog.seal(bytes(16), bytes(size), b"", b"abc", 4)
    assert sealed == b"".join(gcm.seal(bytes(16), bytes(size), b"", b"abc"))[:7]


def test_the_product_with_one_is_the_other_factor() -> None:
    assert gcm.multiply(1 << 127, 0x1234) == 0x1234
    assert gcm.multiply(1, 1 << 126) == 0xE1 << 120  # x^127 times x
