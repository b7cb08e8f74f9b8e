"""Units of packets with one mistake do not pass: the named check finds each mistake."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest

from passed import Passed, netlist_key, suite_key
from planted import load, once, performed
from planted_netlists import TARGET as ECP5
from planted_netlists import checked, demand, document
from silicrypt import catalog
from silicrypt.verify.checks import Check
from silicrypt.verify.kdf_suite import IN_FLIGHT, KdfSubject, build

#: By the file of a mistake and its name.
MISTAKES = {
    f"{file}: {name}": mistake
    for file in ("aead", "ascon_aead", "ccm", "kdf", "kmac", "tuplehash")
    for name, mistake in load(file).items()
}
AEAD = ("random messages with stalls", "resets", "wipes", "cycles of messages")
KDF = ("known answers", "cycles of requests", "random requests with stalls", "resets")
#: The sections of each netlist that is checked.
NETLISTS = {
    **dict.fromkeys(("aes128-gcm", "aes128-gcm-small", "aes128-ccm", "aes128-ccm-small"), AEAD),
    **{
        name: (*KDF, *["requests in flight"] * (point.stages > 1))
        for name, point in catalog.load().items()
        if point.unit.interface == "kdf"
    },
}
#: One of each kind, for the short test run.
QUICK = ("aes128-gcm", "aes128-ccm", "hmac-drbg-sha256-fast", "kmac256-fast", "tuplehash256-fast")


def found(name: str, folder: Path, *, active: bool = True) -> Check:
    """Returns a mistake's check, on hardware in which the mistake is active or none is."""
    if MISTAKES[name].check not in IN_FLIGHT:
        return performed(MISTAKES, name, folder, active=active)

    def subject(*given: object) -> KdfSubject:
        return KdfSubject(*given, overlapping=given[-1])  # type: ignore[arg-type]

    several = partial(build, overlapping=True)
    return performed(MISTAKES, name, folder, active=active, build=several, subject=subject)


@pytest.mark.usefixtures("broken_hardware")
@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_found(name: str, tmp_path: Path, passed: Passed) -> None:
    mistake = MISTAKES[name]
    with once(passed, mistake, suite_key(catalog.get(mistake.design))):
        check = found(name, tmp_path)
        assert not check.passed
        assert re.search(mistake.detail, check.detail), check.detail


@pytest.mark.usefixtures("broken_hardware")
@pytest.mark.parametrize("design", sorted({one.design for one in MISTAKES.values()}))
def test_without_a_mistake_the_checks_pass(design: str, tmp_path: Path, passed: Passed) -> None:
    own = {name: one for name, one in MISTAKES.items() if (one.design, one.apart) == (design, 0)}
    with passed.once(f"{suite_key(catalog.get(design))} {own}"):
        for name in {one.check: name for name, one in own.items()}.values():
            check = found(name, tmp_path, active=False)
            assert check.passed, check.detail


@pytest.mark.parametrize(
    "name",
    [name if name in QUICK else pytest.param(name, marks=pytest.mark.full) for name in NETLISTS],
)
def test_the_netlist_passes(name: str, passed: Passed) -> None:
    with passed.once(netlist_key(catalog.get(name), "stream", ECP5)):
        demand(checked(name, "stream", document(name, "stream")), NETLISTS[name])
