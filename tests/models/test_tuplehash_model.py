"""The model of TupleHash: tuples are told apart, and the output of its XOF can be cut."""

from __future__ import annotations

import pytest

from silicrypt.models.kmac import cshake, tuplehash


@pytest.mark.parametrize("strength", [128, 256])
def test_a_tuple_is_the_message_of_cshake(strength: int) -> None:
    message = bytes.fromhex("0118616263 0100 010864 010002")
    expected = cshake(strength, message, 32, b"TupleHash", b"S")
    assert tuplehash(strength, (b"abc", b"", b"d"), 32, b"S") == expected
    assert tuplehash(strength, (), 32) == cshake(strength, b"\1\0\2", 32, b"TupleHash")


def test_tuples_of_the_same_bytes_are_told_apart() -> None:
    tuples = ((b"abc", b"d"), (b"ab", b"cd"), (b"abcd",), (b"abcd", b""), (b"", b"abcd"), ())
    assert len({tuplehash(128, one, 32) for one in tuples}) == len(tuples)


def test_the_output_depends_on_its_length_and_that_of_the_xof_does_not() -> None:
    long, short = (tuplehash(128, (b"text",), size) for size in (33, 32))
    assert long[:32] != short
    long, short = (tuplehash(128, (b"text",), size, xof=True) for size in (333, 32))
    assert long[:32] == short
