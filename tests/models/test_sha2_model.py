"""Tests of the model of the compression function of SHA-2."""

from __future__ import annotations

import hashlib

import pytest

from silicrypt.catalog import design_point
from silicrypt.models import sha2


@pytest.mark.parametrize(("name", "width"), [("sha256", 32), ("sha512", 64)])
def test_padded_messages_have_the_digests_of_the_library(name: str, width: int) -> None:
    algorithm = design_point.get(f"{name}-save").algorithm
    for size in (0, 1, 55, 56, 64, 111, 112, 128, 500):
        message = bytes(i % 251 for i in range(size))
        padded = algorithm.padded(message)
        digest = hashlib.new(name, message).digest()
        assert sha2.chained(width, None, padded) == digest
        middle = width * 2
        first = sha2.chained(width, None, padded[:middle])
        assert sha2.chained(width, first, padded[middle:]) == digest
