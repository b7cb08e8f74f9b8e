"""The key of a verification changes with everything that can change its outcome."""

from __future__ import annotations

from typing import Any

import pytest

from silicrypt import catalog
from silicrypt.catalog.aes import AesFormulas
from silicrypt.catalog.hmac import HmacFormulas
from silicrypt.catalog.merkle_damgard import HashFormulas
from silicrypt.catalog.sponge import SpongeFormulas
from silicrypt.flow import verified


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
