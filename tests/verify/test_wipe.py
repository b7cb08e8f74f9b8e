"""After a wipe or a reset nothing depends on a key; the check names a register that does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from passed import Passed, suite_key
from planted import broken, load, once, program
from silicrypt import catalog
from silicrypt.catalog import DesignPoint
from silicrypt.paths import hw_root
from silicrypt.tools import verilator
from silicrypt.verify import checkers, wipe
from silicrypt.verify.wipe import PHASES

KEYED = [
    name
    for name, point in catalog.load().items()
    if (point.unit.keyed or point.unit.interface == "kdf") and "stream" in point.levels
]
MISTAKES = load("wipe")


def test_the_phases_are_those_of_the_control_unit() -> None:
    text = (hw_root() / "mac" / "hmac" / "sil_hmac_pkg.sv").read_text(encoding="utf-8")
    (body,) = re.findall(r"typedef enum logic \[3:0\] \{(.*?)\} state_e;", text, re.S)
    codes = re.findall(r"^\s*(\w+)\s*= 4'b([01]+)", body, re.M)
    assert {int(code, 2): name for name, code in codes} == PHASES


@pytest.mark.parametrize(
    "name",
    [
        *("hmac-md5-sha1-perf", "hmac-sha1-pipe4", "aes128-small", "aes128-chained"),
        *("aes128-pipe", "aes128-gcm-held", "aes128-gcm-pipe", "aes128-ccm-held"),
        *("pbkdf2-hmac-sha1-fast", "pbkdf2-hmac-sha1-pipe4", "hmac-drbg-sha256-fast"),
        "pbkdf2-hmac-sha256-two",
        *("kmac256-fast", "tuplehash256-fast"),
    ],
)
def test_nothing_of_a_key_is_left(name: str, passed: Passed) -> None:
    key = suite_key(catalog.get(name))
    passed.skip_if_before(key)
    check = wipe.verify_wipe(catalog.get(name), step=50)
    assert check.passed, check.detail
    assert check.cases > 100
    passed.note(key)


def test_nothing_of_a_key_is_left_in_distributed_memory() -> None:
    """Every word of the ECP5's version of the ring is compared, and the position of the first."""
    point, ring = catalog.get("hmac-sha1-fast"), hw_root() / "prim" / "ecp5" / "sil_ring.sv"
    generic = point.sources("stream")
    sources = tuple(ring if path.name == ring.name else path for path in generic)
    assert ring in sources
    bench = verilator.executable(wipe.build(point, sources))
    check = wipe.check_wipe(point, bench, step=50)
    assert check.passed, check.detail


@pytest.mark.full
@pytest.mark.parametrize("name", KEYED)
def test_nothing_of_a_key_is_left_in_any_cycle(name: str, passed: Passed) -> None:
    point = catalog.get(name)
    with passed.once(suite_key(point)):
        check = wipe.verify_wipe(point)
        assert check.passed, check.detail


@pytest.mark.usefixtures("broken_hardware")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.full) if mistake.apart else name
        for name, mistake in MISTAKES.items()
    ],
)
def test_what_is_left_is_named(name: str, tmp_path: Path, passed: Passed) -> None:
    """The mistakes of a configuration share a build, in which one is active, except those apart."""
    mistake = MISTAKES[name]
    point = catalog.get(mistake.design)
    right, top = point.sources("stream"), point.top("stream")
    with once(passed, mistake, suite_key(point)):
        sources, number = broken(MISTAKES, name, right, tmp_path, top, plusargs=False)
        bench = program(unchecked(point, sources), number, tmp_path)
        check = wipe.check_wipe(point, bench, step=50 if mistake.apart else 500)
        assert not check.passed
        assert re.search(mistake.detail, check.detail), check.detail


def unchecked(point: DesignPoint, sources: Sequence[Path]) -> Path:
    """Returns the compiled bench without protocol checkers.

    They would end the simulation before the check.
    """
    build = wipe.build(point, tuple(sources))
    bound = checkers.bound(point.top("stream"), sources)
    kept = tuple(path for path in build.sources if path not in bound)
    return verilator.executable(replace(build, sources=kept))
