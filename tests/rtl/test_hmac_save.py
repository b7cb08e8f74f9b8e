"""Runs ``hmac_save_tests.py`` in cocotb: messages of HMAC that stop and continue."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from cocotb_model import ALL, Model, TestsFailed, run, run_once

from passed import Passed
from planted import broken, chosen, load
from silicrypt import catalog
from silicrypt.verify import wipe

MISTAKES = load("hmac_save")


def model_of(name: str, sources: Sequence[Path] = ()) -> Model:
    """Returns the model without checkers of its inputs, which the tests break."""
    point = catalog.get(name)
    given = tuple(one for one in point.verilator_args() if one.startswith("-"))
    every = () if sources else ALL
    return Model(point.top("stream"), tuple(sources or point.sources("stream")), given, every)


def settings(name: str) -> dict[str, object]:
    return {"SILICRYPT_TEST_ALG": catalog.get(name).algorithm.enum}


@pytest.mark.parametrize(
    "name", ["hmac-sha256-save", pytest.param("hmac-sha512-save", marks=pytest.mark.full)]
)
def test_messages_stop_and_continue(name: str, tmp_path: Path, passed: Passed) -> None:
    run_once(passed, model_of(name), "hmac_save_tests", tmp_path, settings(name))


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Model:
    """The model with all mistakes, of which a plusarg chooses one."""
    point = catalog.get("hmac-sha256-save")
    name, folder = next(iter(MISTAKES)), tmp_path_factory.mktemp("planted")
    sources, _ = broken(MISTAKES, name, point.sources("stream"), folder, point.top("stream"))
    return model_of(point.name, sources)


@pytest.mark.full
@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_found(name: str, planted: Model, tmp_path: Path) -> None:
    number = 1 + [*MISTAKES].index(name)
    how = {"cases": MISTAKES[name].check, "settings": settings("hmac-sha256-save")}
    with pytest.raises(TestsFailed):
        run(planted, "hmac_save_tests", tmp_path, plusargs=[chosen(number)], **how)


@pytest.mark.full
@pytest.mark.parametrize("check", sorted({one.check for one in MISTAKES.values()}))
def test_without_a_mistake_each_check_passes(check: str, planted: Model, tmp_path: Path) -> None:
    how = {"cases": check, "settings": settings("hmac-sha256-save")}
    run(planted, "hmac_save_tests", tmp_path, plusargs=[chosen(0)], **how)


@pytest.mark.full
def test_nothing_of_a_key_is_left() -> None:
    check = wipe.verify_wipe(catalog.get("hmac-sha256-save"), step=50)
    assert check.passed, check.detail
    assert check.cases > 100
