"""Runs ``sha2_short_tests.py`` in cocotb: messages without a pause between them."""

from __future__ import annotations

from pathlib import Path

import pytest
from cocotb_model import Model, TestsFailed, run, run_once

from passed import Passed
from planted import Change, replaced
from silicrypt.catalog import design_point

#: A file, what it has, and what a mistake makes of it.
MISTAKES = (
    ("rounds", "run | active_q;", "run;"),
    ("rounds", "shift_e_q & (run | control_q[AddE].ends)", "shift_e_q & run"),
    (
        "rounds",
        "run ? shift_e_d : shift_e_q & ~control_q[AddE].ends",
        "run ? shift_e_d : shift_e_q",
    ),
    ("rounds", "active_q ? drain_q[FEED_FORWARD-1] : control_q[SubA].last", "control_q[SubA].last"),
    ("rounds", "active_q ? drain_q[FEED_FORWARD-1] :", "active_q ? 1'b0 :"),
    (
        "rounds",
        "& control_q[SubA].feed_forward & ~control_q[SubA].last",
        "& control_q[SubA].feed_forward",
    ),
    ("rounds", "~(control_q[Choose].feed_forward & busy_i)", "1'b1"),
    ("rounds", "control_q[Choose].load | control_q[Choose].begins)", "control_q[Choose].load)"),
    ("rounds", "waits ? IDLE : control_q[Choose]", "control_q[Choose]"),
    ("rounds", "assign step_o = run & ~waits", "assign step_o = run"),
    ("sequencer", "wrap_q & last_q", "wrap_q"),
    ("core", "done | (busy_q & ~clear_q)", "done | (busy_q & ~(valid_q & m_tready))"),
    ("core", "clear_q <= valid_q & m_tready", "clear_q <= 1'b0"),
)


def model_of(name: str) -> Model:
    entry = f'[config.x]\nunit = "sha2-short"\nparameters = {{ Alg = "{name}" }}\n'
    point = design_point.parse(entry)["x"]
    top = point.unit.tops["core"].module
    return Model.of(top, tuple(point.sources("core")), point.verilator_args())


def settings(name: str) -> dict[str, object]:
    return {"SILICRYPT_TEST_ALG": name}


@pytest.mark.parametrize("name", ["SHA256", "SHA512"])
def test_messages_follow_without_a_pause(name: str, tmp_path: Path, passed: Passed) -> None:
    run_once(passed, model_of(name), "sha2_short_tests", tmp_path, settings(name))


@pytest.mark.full
@pytest.mark.parametrize(("file", "right", "wrong"), MISTAKES)
def test_a_mistake_is_found(file: str, right: str, wrong: str, tmp_path: Path) -> None:
    model = model_of("SHA256")
    sources = replaced(model.sources, Change(f"sil_sha2_short_{file}.sv", right, wrong), tmp_path)
    with pytest.raises(TestsFailed):
        run(
            Model(model.top, sources, model.arguments),
            "sha2_short_tests",
            tmp_path,
            settings=settings("SHA256"),
        )
