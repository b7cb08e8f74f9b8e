"""The model of SHAT-R: its digests, and that its permutation is a bijection."""

from __future__ import annotations

import random

import pytest

from silicrypt.models import shat

DIGESTS = {
    (128, b""): "81f2d588c5d5cdfc68041437c879b2dd",
    (128, b"abc"): "701d9d5ed4249ba1b95ab7224276e1da",
    (128, b"0123456789abcdefghijklmnopqr"): "7166a60e604558e849af4a925b6ea471",
    (256, b""): "60304ebdf86a3fe2a60b5cb50011ba407a3e41d1c175baa4a1cfacd6db8fc6b0",
    (256, b"abc"): "1c7ac7d82cb782a8ab9d39b9b821770ba081736978e2cb2bcde5f04c614381d2",
    (384, b""): "6c929cb67e49e2f67589c30e74d290b1504b81a1fa66b2d8"
    "1f597689caf3717ce9379c133ec31fe80d5d0b2aefb453de",
    (384, b"abc"): "281334330590a697effb218a2944c56e5c2a72cdc5a82448"
    "bb809508ffceb76386f6fbfe1bed4c5ca00b0ce21d17ef73",
}


@pytest.mark.parametrize(("size", "message"), DIGESTS)
def test_digests(size: int, message: bytes) -> None:
    assert shat.digest(size, message).hex() == DIGESTS[size, message]


@pytest.mark.parametrize("size", shat.SIZES)
def test_the_inverse_undoes_the_permutation(size: int) -> None:
    width, rng = size // 4, random.Random(size)
    for _ in range(20):
        state = tuple(rng.getrandbits(width) for _ in range(5))
        after = shat.permute(width, state)
        for number in reversed(range(shat.STEPS)):
            s1, s2, s3, s4, s0 = after
            s2 ^= s3
            after = s0, s1, s2, s3 ^ shat.g(width, s1 ^ s4 ^ number), s4
        assert after == state


def test_the_s_box_and_the_diffusion_layer_are_bijections() -> None:
    assert sorted(shat.S_BOX) == list(range(16))
    for size in shat.SIZES:
        width = size // 4
        # A linear function is a bijection if no sum of its columns is zero.
        rows = [shat.g(width, 0) ^ shat.g(width, 0x5 << low) for low in range(0, width, 4)]
        assert len(set(rows)) == width // 4
        assert _rank([_diffuse(width, 1 << index) for index in range(width)]) == width


def _diffuse(width: int, word: int) -> int:
    mask = (1 << width) - 1
    turned = [(word << n | word >> (width - n)) & mask for n in shat.ROTATIONS]
    return word ^ turned[0] ^ turned[1]


def _rank(vectors: list[int]) -> int:
    basis: list[int] = []
    for vector in vectors:
        for one in basis:
            vector = min(vector, vector ^ one)
        if vector:
            basis.append(vector)
    return len(basis)


@pytest.mark.parametrize(("size", "steps"), [(128, 7), (256, 7), (384, 9)])
def test_every_bit_reaches_every_bit_after_so_many_steps(size: int, steps: int) -> None:
    width, rng = size // 4, random.Random(1)
    reached = [0] * (5 * width)
    for _ in range(64):
        state = [rng.getrandbits(width) for _ in range(5)]
        plain = _run(width, state, steps)
        for bit in range(5 * width):
            flipped = list(state)
            flipped[bit // width] ^= 1 << bit % width
            reached[bit] |= plain ^ _run(width, flipped, steps)
    assert all(bits == (1 << 5 * width) - 1 for bits in reached)


def _run(width: int, state: list[int], steps: int) -> int:
    after: shat.State = tuple(state)
    for number in range(steps):
        after = shat.step(width, after, number)
    return sum(word << width * index for index, word in enumerate(after))


def test_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="not 512"):
        shat.digest(512, b"")
