"""The key of a verification changes with everything that can change its outcome."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from silicrypt import catalog
from silicrypt.catalog.aes import AesFormulas
from silicrypt.catalog.hmac import HmacFormulas
from silicrypt.catalog.merkle_damgard import HashFormulas
from silicrypt.catalog.sponge import SpongeFormulas
from silicrypt.flow import verified
from silicrypt.verify import BENCHES

PACKAGE = Path(verified.__file__).parent.parent / "verify"


@pytest.mark.parametrize(
    ("name", "formulas", "figure"),
    [
        ("md5-binary", HashFormulas, "cycles_per_block"),
        ("md5-binary", HashFormulas, "cycles"),
        ("md5-binary", HashFormulas, "message_interval"),
        ("shat128", SpongeFormulas, "wake_cycles"),
        ("hmac-sha1-fast", HmacFormulas, "key_interval"),
        ("aes128-par", AesFormulas, "cycles"),
        ("aes128-par", AesFormulas, "key_interval"),
        ("aes128-par", AesFormulas, "message_cycles"),
    ],
)
def test_a_formula_that_states_another_figure_needs_another_verification(
    name: str, formulas: type[Any], figure: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = catalog.get(name)
    before, real = verified.key(config, "quick"), getattr(formulas, figure)
    if isinstance(real, property):
        wrong: Any = property(lambda self: real.fget(self) + 1)  # type: ignore[misc]
    else:

        def wrong(self: Any, *args: Any, **options: Any) -> int:
            stated: int = real(self, *args, **options)
            return stated + 1

    monkeypatch.setattr(formulas, figure, wrong)
    assert verified.key(config, "quick") != before


def test_a_figure_of_one_length_alone_is_in_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    config, real = catalog.get("hmac-md5-sha1-area"), HmacFormulas.key_interval
    before = verified.key(config, "quick")
    monkeypatch.setattr(HmacFormulas, "key_interval", lambda self, n: real(self, n) + (n == 65))
    assert verified.key(config, "quick") != before


def test_a_formula_that_states_the_same_figures_needs_no_other_verification(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    config, real = catalog.get("md5-binary"), HashFormulas.cycles
    before = verified.key(config, "quick")
    monkeypatch.setattr(HashFormulas, "cycles", lambda self, level, n: real(self, level, n) + 0)
    assert verified.key(config, "quick") == before


@pytest.mark.parametrize(
    ("name", "own", "other"),
    [
        ("md5-binary", {"hash"}, {"messages", "cipher", "machine"}),
        ("shat128", {"hash"}, {"messages", "cipher", "machine"}),
        ("hmac-sha1-fast", {"hash", "messages"}, {"cipher", "machine"}),
        ("aes128-par", {"cipher"}, {"hash", "messages", "machine"}),
    ],
)
def test_the_bench_of_the_interface_and_the_shared_files_are_in_the_key(
    name: str, own: set[str], other: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    hashed = set[str]()

    def seen(*modules: str) -> str:
        hashed.update(modules)
        return "0"

    monkeypatch.setattr(verified, "code_hash", seen)
    verified.key(catalog.get(name), "quick")
    folders = {module.removeprefix("verify/") for module in hashed}
    assert own <= folders
    assert not other & folders
    assert {"checks.py", "suites.py", "vectors.py", "pipe.h"} <= folders


def test_every_unit_with_a_suite_has_a_bench() -> None:
    measured = {(config.inside or config).unit.interface for config in catalog.load().values()}
    assert measured - {"storage", "station", "words"} <= BENCHES.keys()
    for folders in BENCHES.values():
        assert all(list((PACKAGE / folder).glob("*.cpp")) for folder in folders)
