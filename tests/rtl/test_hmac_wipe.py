"""Runs ``hmac_wipe_tests.py``: the times of a wipe are those on the page of HMAC."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from cocotb_model import Model, TestsFailed, run, run_once

from passed import Passed
from silicrypt import catalog
from silicrypt.catalog.hmac import HmacFormulas
from silicrypt.paths import hw_root

PAGE = (hw_root() / "mac" / "hmac" / "README.md").read_text(encoding="utf-8")
#: The table, and the sentence below it.
TIMES = {
    name: int(edge)
    for name, edge in [
        *re.findall(
            r"\| `(hmac-[\w-]+)` \| (\d+) (?=\|)", PAGE[PAGE.index("cycles from `wipe_i`") :]
        ),
        *re.findall(r"`(hmac-\w+-short)` (?:it is |C \+ 8 = )?(\d+)", PAGE),
    ]
}
QUICK = ("hmac-sha256-fast", "hmac-sha512-short")


def model_of(name: str) -> Model:
    point = catalog.get(name)
    top = point.top("stream")
    return Model.of(top, tuple(point.sources("stream")), point.verilator_args())


def test_the_page_has_the_times() -> None:
    assert len(TIMES) == 16


@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=() if one in QUICK else pytest.mark.full) for one in TIMES]
)
def test_a_beat_is_accepted_at_the_edge_on_the_page(
    name: str, tmp_path: Path, passed: Passed
) -> None:
    point = catalog.get(name)
    formulas = point.formulas
    assert isinstance(formulas, HmacFormulas)
    if formulas.stages == len(point.choices) == 1 and not name.endswith("-short"):
        parts = formulas.block_cycles, formulas.feed_forward_cycles, formulas.filling
        assert TIMES[name] == sum(parts) + 6
    settings = {"SILICRYPT_TEST_EDGE": TIMES[name]}
    run_once(passed, model_of(name), "hmac_wipe_tests", tmp_path, settings)


@pytest.mark.recorded()
def test_another_edge_is_noticed(tmp_path: Path) -> None:
    name = QUICK[0]
    with pytest.raises(TestsFailed, match="after_a_reset"):
        run(
            model_of(name),
            "hmac_wipe_tests",
            tmp_path,
            settings={"SILICRYPT_TEST_EDGE": TIMES[name] + 1},
        )
