"""Every legal design point works, not only those that have a name."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from passed import Passed, suite_key
from silicrypt import catalog
from silicrypt.catalog import DesignPoint
from silicrypt.errors import BadParameter
from silicrypt.verify.suites import verify

VALUES = {
    "Unroll": (1, 2, 4),
    "Precompute": (0, 1, 2),
    "PipelineStages": (1, 2, 4),
    "CounterCode": ("BINARY", "GRAY"),
    "ClockGate": (0, 1),
    "Shared": (0, 1),
}


def point(name: str, unit: str, **parameters: int | str) -> DesignPoint:
    values = ", ".join(f"{key} = {value!r}" for key, value in parameters.items())
    entry = f"[config.{name}]\nunit = {unit!r}\nparameters = {{ {values} }}\n"
    return catalog.parse(entry)[name]


def legal(unit: str, **algorithm: str) -> list[DesignPoint]:
    """Returns all combinations of the unit's other parameters that the rules allow."""
    points = []
    parameters = catalog.UNITS[unit].parameters
    axes = {name: values for name, values in VALUES.items() if name in parameters}
    for values in itertools.product(*axes.values()):
        name = "-".join(map(str, (unit, *algorithm.values(), *values)))
        try:
            points.append(point(name, unit, **algorithm, **dict(zip(axes, values, strict=True))))
        except BadParameter:
            continue
    return points


UNNAMED = [
    point("sha256-u4", "sha2", Alg="SHA256", Unroll=4, Precompute=0),
    point(
        *("sha256-pipe2-u2", "sha2"),
        Alg="SHA256",
        PipelineStages=2,
        Unroll=2,
        ClockGate=1,
        Precompute=0,
    ),
    point("md5-u2-pre-gray", "md5", Unroll=2, Precompute=1, CounterCode="GRAY"),
    point("md5-u4-pre", "md5", Unroll=4, Precompute=1),
    point("sha1-u2-pre-gated", "sha1", Unroll=2, Precompute=1, ClockGate=1),
    point("sha1-u4-gray", "sha1", Unroll=4, CounterCode="GRAY", Precompute=0),
    point("sm3-u2-gray-gated", "sm3", Unroll=2, CounterCode="GRAY", ClockGate=1, Precompute=0),
    point("sm3-u4", "sm3", Unroll=4, Precompute=0),
    point("sm4-u2", "sm4", Unroll=2, PipelineStages=1),
    point("sm4-u2-par4-ctr", "sm4", Unroll=2, PipelineStages=4, Modes=2),
    point("sm4-small-ecb", "sm4", Serial=1, PipelineStages=1, Modes=1),
    point("sm4-chained-small", "sm4-chained", Serial=1),
    point("sm4-chained-u4", "sm4-chained", Unroll=4),
    point("sm4-chained-par8", "sm4-chained", Unroll=4, PipelineStages=8),
    point("sha3-512-gated", "sha3", Alg="SHA3_512", ClockGate=1),
    point("sha3-224-small", "sha3", Alg="SHA3_224", Lanes=1),
    point("shake128-small", "sha3", Alg="SHAKE128", Lanes=1),
    point("sha3-384-u3", "sha3-unrolled", Alg="SHA3_384", Unroll=3),
    point("shake128-u2", "sha3-unrolled", Alg="SHAKE128"),
    point("shake128-two", "sha3-interleaved", Alg="SHAKE128"),
    point("aes256-pipe-s56", "aes", KeyBits=256, Unroll=14, PipelineStages=56),
    point("aes192-pipe", "aes", KeyBits=192, Unroll=12, PipelineStages=12, Modes=3),
    point("aes128-pipe-ctr", "aes", Unroll=10, PipelineStages=10, Sbox="TABLE", Modes=2),
    point("aes-gcm-table", "aes-gcm", KeyBits=0, Sbox="TABLE"),
    point("aes192-gcm-small", "aes-gcm", KeyBits=192, PipelineStages=1, DataWidth=8, Digit=4),
    point("aes192-gcm-pipe", "aes-gcm-pipe", KeyBits=192, PipelineStages=48),
    point("aes256-gcm-pipe-table", "aes-gcm-pipe", KeyBits=256, Sbox="TABLE", PipelineStages=28),
    point("aes192-ccm-small-held", "aes-ccm", KeyBits=192, DataWidth=8, Buffer=4),
    point("ascon-hash256-u3-gated", "ascon", Alg="ASCON_HASH256", Unroll=3, ClockGate=1),
    point("ascon-xof128-u4", "ascon", Alg="ASCON_XOF128", Unroll=4),
    point("ascon-aead128-u4", "ascon-aead", Unroll=4),
    point("md5-pipe4-gated", "md5", Precompute=2, PipelineStages=4, ClockGate=1),
    point("hmac-sha1-pipe4-gated", "hmac-sha1", Precompute=2, PipelineStages=4, ClockGate=1),
    point("hmac-sha224-u2", "hmac-sha2", Alg="SHA224", Unroll=2, Precompute=0),
    point("hmac-sha512-224", "hmac-sha2", Alg="SHA512_224", Precompute=0),
    point("hmac-sha1-u4-pre", "hmac-sha1", Unroll=4, Precompute=1),
    point(
        *("hmac-md5-u2-gray-gated", "hmac-md5"),
        Unroll=2,
        CounterCode="GRAY",
        ClockGate=1,
        Precompute=0,
    ),
    point("hmac-pair-gated", "hmac-md5-sha1", Precompute=1, Shared=0, ClockGate=1),
    point("hmac-shared-gated", "hmac-md5-sha1", Precompute=2, ClockGate=1),
    point("hmac-pair-pipe4-gated", "hmac-md5-sha1-pipe4", Shared=0, ClockGate=1),
    point("hmac-shared-pipe4-gated", "hmac-md5-sha1-pipe4", ClockGate=1),
    point("hmac-sm3-u4", "hmac-sm3", Unroll=4, Precompute=0),
    point(
        *("pbkdf2-hmac-sha512-u2", "pbkdf2-sha2"),
        Function="PBKDF2",
        Alg="SHA512",
        Unroll=2,
        Precompute=0,
    ),
    point("pbkdf2-hmac-sha512-two", "pbkdf2-sha2-two", Alg="SHA512", BufferBytes=128),
    point(
        *("hkdf-hmac-sha384", "hkdf-sha2"),
        Function="HKDF",
        Alg="SHA384",
        Precompute=0,
        ClockGate=1,
    ),
    point(
        *("hmac-drbg-sha1", "hmac-drbg-sha1"),
        Function="HMAC_DRBG",
        ReseedBits=1,
        Precompute=0,
    ),
    point("kmac128-small", "kmac", Strength=128, Lanes=1),
    point("kmac256-gated", "kmac", Strength=256, ClockGate=1),
]

#: Two of them run every time; the others where they did not pass before.
ALWAYS = ("hmac-md5-u2-gray-gated", "sha256-u4")


@pytest.mark.parametrize("point", UNNAMED, ids=lambda point: point.name)
def test_an_unnamed_design_point_passes(point: DesignPoint, passed: Passed) -> None:
    key = suite_key(point)
    if point.name not in ALWAYS:
        passed.skip_if_before(key)
    assert [c for c in verify(point, "quick").checks if not c.passed] == []
    passed.note(key)


def every_legal() -> Iterator[DesignPoint]:
    """Yields the legal points of every unit, with one algorithm for each width of a word."""
    for name, unit in catalog.UNITS.items():
        if unit.interface in ("hash", "hmac"):
            named = [{"Alg": alg} for alg in ("SHA256", "SHA512")]
            for algorithm in named if "Alg" in unit.parameters else [{}]:
                yield from legal(name, **algorithm)


@pytest.mark.full
@pytest.mark.parametrize("point", list(every_legal()), ids=lambda point: point.name)
def test_every_legal_design_point_passes(point: DesignPoint, passed: Passed) -> None:
    with passed.once(suite_key(point)):
        assert [c for c in verify(point, "quick").checks if not c.passed] == []


def test_all_rules_together_leave_as_many_points() -> None:
    """Counts the points; the factor 2 is clock gating.

    Seven have one stage and a binary counter (Precompute = 2 needs Unroll = 1). Five have a Gray
    counter, which needs an even number of cycles per block; four rounds per cycle take 17 cycles.
    SHA-2 adds two points with two stages, which HMAC does not allow; MD5 adds one with four stages.
    """
    assert len(legal("sha2", Alg="SHA256")) == 2 * (7 + 5 + 2)
    assert len(legal("hmac-sha2", Alg="SHA256")) == 2 * (7 + 5)
    assert len(legal("md5")) == len(legal("hmac-md5")) == 2 * (7 + 5 + 1)


def test_the_rules_leave_as_many_points_of_sha1() -> None:
    """A block takes 85, 43 or 22 cycles. Only 22 is even and allows Gray code (two points).

    One more point has four stages.
    """
    assert len(legal("sha1")) == len(legal("hmac-sha1")) == 2 * (7 + 2 + 1)
    assert len(legal("hmac-md5-sha1")) == 2 * (3 + 2)


def test_the_rules_leave_as_many_points_of_sm4() -> None:
    """One stage, one for each round, or two; eight stages are not among the values here."""
    assert len(legal("sm4")) == len(legal("sm4-chained")) == 2 + 3 + 2


def test_the_rules_leave_as_many_points_of_sm3() -> None:
    """Four points have a binary counter: Precompute = 2 needs Unroll = 1.

    A block takes 68, 34 or 17 cycles. Gray code needs an even number, which leaves three points.
    """
    assert len(legal("sm3")) == len(legal("hmac-sm3")) == 2 * (4 + 3)
