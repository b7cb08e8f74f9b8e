"""Runs ``sha2_save_tests.py`` in cocotb: messages that stop and continue."""

from __future__ import annotations

from pathlib import Path

import pytest
from cocotb_model import Model, TestsFailed, run, run_once

from passed import Passed
from planted import Change, replaced
from silicrypt.catalog import design_point
from silicrypt.catalog.design_point import closure

TOP = "sil_sha2_save_stream"
#: Cycles from the first beat to the digest, without those of the blocks.
HEADER = 270
#: A file, what it has, and what a mistake makes of it.
MISTAKES = (
    ("restore", "word_q[2] ? ~word_q[1:0]", "word_q[2] ? word_q[1:0]"),
    ("restore", "(word_q[2] | cycle_q[1:0] != '0)", "1'b1"),
    ("restore", "cycle_q[3:2] == '0", "~cycle_q[3]"),
    ("restore", "(active_q & ~done_o)", "active_q"),
    ("save_core", "clear & ~s_tresume", "clear"),
    ("save_core", "restoring ? CountBits'(Rounds) : '0", "restoring ? CountBits'(1) : '0"),
    ("save_core", "s_tresume ? restored : ~busy_q", "~busy_q"),
    ("save_core", "~(m_tvalid & m_tready)", "~m_tvalid"),
    ("save_stream", "(&s_tkeep) & ~header_q", "(&s_tkeep)"),
    ("save_stream", "block_end & (&s_tkeep)", "block_end"),
    ("save_stream", "block_end & ~header_q : s_tlast", "block_end : s_tlast"),
    ("save_stream", "fill_q ? (Width / 8)'(2) : s_tkeep", "s_tkeep"),
    ("save_stream", "first_q ? s_tuser[1] : resume_q", "s_tuser[1]"),
    ("save_stream", "first_q ? s_tuser != '0 : raw_q", "s_tuser != '0"),
    ("save_stream", "last ? '0 : beat_q + 1'b1", "beat_q + 1'b1"),
    ("save_stream", "ready & ~fill_q", "ready"),
)


def model_of(name: str) -> Model:
    entry = f'[config.x]\nunit = "sha2-save"\nparameters = {{ Alg = "{name}" }}\n'
    point = design_point.parse(entry)["x"]
    given = tuple(one for one in point.verilator_args() if one.startswith("-"))
    return Model(TOP, tuple(closure(TOP, point.overrides())), given)


def settings(name: str) -> dict[str, object]:
    return {"SILICRYPT_TEST_ALG": name, "SILICRYPT_TEST_HEADER": HEADER}


@pytest.mark.parametrize("name", ["SHA256", "SHA512"])
def test_messages_stop_and_continue(name: str, tmp_path: Path, passed: Passed) -> None:
    run_once(passed, model_of(name), "sha2_save_tests", tmp_path, settings(name))


@pytest.mark.full
@pytest.mark.parametrize(("file", "right", "wrong"), MISTAKES)
def test_a_mistake_is_found(file: str, right: str, wrong: str, tmp_path: Path) -> None:
    model = model_of("SHA256")
    sources = replaced(model.sources, Change(f"sil_sha2_{file}.sv", right, wrong), tmp_path)
    with pytest.raises(TestsFailed):
        run(
            Model(TOP, sources, model.arguments),
            "sha2_save_tests",
            tmp_path,
            settings=settings("SHA256"),
        )
