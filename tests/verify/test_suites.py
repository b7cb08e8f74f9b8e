"""Every named configuration passes its verification."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from itertools import combinations

import pytest
from test_design_points import UNNAMED

from passed import Passed, is_committed, suite_key
from silicrypt import catalog
from silicrypt.catalog import DesignPoint, Level
from silicrypt.errors import UnknownName
from silicrypt.flow import verification
from silicrypt.verify import aead_suite, cipher_suite, kdf_suite
from silicrypt.verify.checks import Examine
from silicrypt.verify.hash_suite import checks_of
from silicrypt.verify.suites import suite_of, verify

#: One configuration of each kind of hardware, whose suite runs every time.
ALWAYS = (
    *("sha224-fast", "sha1-pipe4", "md5-gray", "hmac-sha1-u1", "hmac-md5-sha1-area-pre"),
    *("shat128-gated", "sha3-512-u2", "aes128-w32", "aes128-chained", "sm4-chained"),
    *("aes128-gcm", "ascon-hash256-fast", "ascon-aead128-fast"),
)


def _pairs(point: DesignPoint) -> set[tuple[object, ...]]:
    """Returns every pair of the hardware, the algorithm and the parameters of a configuration."""
    unit = point.unit
    own = [("interface", unit.interface), ("unit", unit.name), ("algorithm", point.computes)]
    return set(combinations([*own, *sorted(point.parameters.items())], 2))


def _quick() -> set[str]:
    """Returns the configurations of the quick part.

    They are those that always run, and as many more as it takes to have, together with the unnamed
    design points, every pair of values that a configuration has. A pair that only an excepted
    configuration has is left to the full part.
    """
    short = {}
    for name, point in catalog.load().items():
        unfolded = point.unit.name == "shat" and point.unroll not in (1, 2)
        other_keys = point.unit.interface == "aes" and not name.startswith("aes128")
        # The first is like aes128-pipe, which represents it. The second takes 1713 cycles per
        # block, and test_cipher.py has a short test of it.
        a_minute_each = name in ("aes128-dec-pipe", "aes128-stepwise")
        # test_design_points.py has the first with clock gates; shat128-u2 has the logic of the
        # second.
        represented = name in ("hmac-md5-sha1-perf-pre", "shat128-u1")
        if not (unfolded or other_keys or a_minute_each or represented):
            short[name] = _pairs(point)
    chosen = set(ALWAYS)
    known = [*map(_pairs, UNNAMED), *(_pairs(catalog.get(name)) for name in ALWAYS)]
    left = set().union(*short.values()).difference(*known)
    while left:
        most = max(short, key=lambda name: len(short[name] & left))
        chosen.add(most)
        left -= short[most]
    return chosen


def _marked() -> Iterator[object]:
    """Yields every configuration; those without a new pair of values are marked as full tests."""
    quick = _quick()
    for name in catalog.load():
        yield name if name in quick else pytest.param(name, marks=pytest.mark.full)


def _checks(choice: DesignPoint, level: Level) -> Mapping[str, Examine]:
    for own in (cipher_suite, aead_suite, kdf_suite):
        if suite_of(choice) is own:
            return own.checks_of(choice, level)
    return checks_of(choice, level)


@pytest.mark.parametrize("name", [*_marked()])
def test_a_configuration_passes_the_quick_suite(name: str, passed: Passed) -> None:
    """The suite is not repeated where it passed before, in a test or for a committed result.

    The record is of exactly these sources, parameters, formulas, bench and tools, because their
    hash is its key (test_keys.py). After a change of one of them the suite runs again.
    """
    key = suite_key(catalog.get(name))
    if name not in ALWAYS:
        passed.skip_if_before(key, otherwise=is_committed(catalog.get(name), key))
    steps: list[tuple[int, int, str]] = []
    verification = verify(catalog.get(name), "quick", lambda *step: steps.append(step))
    assert [c for c in verification.checks if not c.passed] == []
    assert verification.passed
    point = catalog.get(name)
    assert [(c.level, c.hash, c.name) for c in verification.checks] == [
        (level, one.hash.name if one.chosen else "", check)
        for level in point.levels
        for one in point.choices
        for check in _checks(one, level)
    ]
    assert all(check.cases for check in verification.checks)
    assert [done for done, _, _ in steps] == list(range(len(steps)))
    assert steps[-1][0] == steps[-1][1]
    assert json.loads(json.dumps(asdict(verification)))["config"] == name
    passed.note(key)


@pytest.mark.full
@pytest.mark.parametrize("name", catalog.load())
def test_a_configuration_passes_the_full_suite(name: str, passed: Passed) -> None:
    point = catalog.get(name)
    with passed.once(suite_key(point)):
        found = verification.verify(point, "full")
        assert [c for c in found.checks if not c.passed] == []


def test_the_suite_of_a_unit_with_each_interface_runs_every_time() -> None:
    """Of key derivation, planted mistakes run every time (`planted.EVERY_TIME`)."""
    every = {point.unit.interface for point in catalog.load().values()}
    assert every - {catalog.get(name).unit.interface for name in ALWAYS} == {"kdf"}


def test_each_kind_of_hardware_has_checks_of_its_own() -> None:
    own = {"keys", "no key", "either hash"}
    both = catalog.get("hmac-md5-sha1-perf")
    assert not own & checks_of(catalog.get("sha1-fast"), "core").keys()
    assert own & checks_of(catalog.get("hmac-sha1-fast"), "stream").keys() == {"keys", "no key"}
    assert all(own <= checks_of(one, "stream").keys() for one in both.choices)
    assert "Monte Carlo" in checks_of(catalog.get("sha1-fast"), "core")
    assert "Monte Carlo" not in checks_of(catalog.get("hmac-sha1-fast"), "stream")


def test_an_unknown_suite_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match="did you mean quick"):
        verify(catalog.get("sha256-u1"), "quik")
