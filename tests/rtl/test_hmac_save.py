"""Runs ``hmac_save_tests.py`` in cocotb: messages of HMAC that stop and continue."""

from __future__ import annotations

from pathlib import Path

import pytest
from cocotb_model import ALL, Model, TestsFailed, run

from silicrypt import catalog
from silicrypt.verify import wipe

#: A file, what it has, and what a mistake makes of it.
MISTAKES = (
    ("control", "(s_tstop | s_tresume) & ~s_tprivileged", "s_tstop & ~s_tprivileged"),
    ("control", "(s_tstop | s_tresume) & ~s_tprivileged", "s_tresume & ~s_tprivileged"),
    ("control", "if (!keyed_q || dropping_q) state_d", "if (dropping_q) state_d"),
    ("control", "assign part = stop_q | resume_q;", "assign part = stop_q;"),
    ("control", "assign complete = end_of_block & s_tfull;", "assign complete = end_of_block;"),
    ("control", "assign complete = end_of_block & s_tfull;", "assign complete = s_tfull;"),
    ("control", "text & stop_q & ~broken;", "text & stop_q;"),
    ("control", "done_i & ~tag_o & ~part_o", "done_i & ~tag_o"),
    ("control", "tag_o | part_o ? m_tready", "tag_o ? m_tready"),
    ("control", "(resume_q ? NoMidstate : InnerMidstate)", "InnerMidstate"),
    ("control", "state_q inside {Tag, Text}))", "state_q == Tag))"),
    ("control", "|| (text && sent_q)", "|| 1'b0"),
    ("control", "s_tlast && part && !sent_q && !complete", "1'b0"),
    ("control", "broken_q | header_only_i;", "broken_q;"),
    ("control", "if (state_q == Ready) {stop_q", "if (state_q inside {Ready, Text}) {stop_q"),
    ("control", "(text & part & complete)", "(text & part)"),
    ("core", "clear & ~header_i", "clear"),
    ("core", "header_i ? restored : start_i", "start_i"),
    ("core", "restoring ? CountBits'(Rounds) : '0", "restoring ? CountBits'(1) : '0"),
    ("core", "s_tvalid | only_q", "s_tvalid"),
    ("core", "restoring & s_tvalid & s_tready & s_tlast", "1'b0"),
    ("restore", "word_q[7] & ~word_q[3]", "word_q[7]"),
    ("restore", "if (high && word_q[4]) newest = cycle_q[2];", "if (1'b0) newest = 1'b0;"),
    ("restore", "(high | cycle_q[0])", "cycle_q[0]"),
    ("restore", "(active_q & ~done_o)", "active_q"),
    ("sha2", "tag | part ? digest_tdata : '0", "digest_tdata"),
    ("sha2", "m_tmatch = tag &", "m_tmatch = (tag | part) &"),
)
#: The files by these names.
FILES = {
    "control": "sil_hmac_save_control",
    "core": "sil_hmac_save_core",
    "restore": "sil_sha2_restore_johnson",
    "sha2": "sil_hmac_sha2_save",
}


def model_of(name: str) -> Model:
    """Returns the model without checkers of its inputs, which the tests break."""
    point = catalog.get(name)
    given = tuple(one for one in point.verilator_args() if one.startswith("-"))
    return Model(point.top("stream"), tuple(point.sources("stream")), given, ALL)


def settings(name: str) -> dict[str, object]:
    return {"SILICRYPT_TEST_ALG": catalog.get(name).algorithm.enum}


@pytest.mark.parametrize("name", ["hmac-sha256-save", "hmac-sha512-save"])
def test_messages_stop_and_continue(name: str, tmp_path: Path) -> None:
    run(model_of(name), "hmac_save_tests", tmp_path, settings=settings(name))


@pytest.mark.full
@pytest.mark.parametrize(("file", "right", "wrong"), MISTAKES)
def test_a_mistake_is_found(file: str, right: str, wrong: str, tmp_path: Path) -> None:
    name = "hmac-sha256-save"
    model = model_of(name)
    (source,) = (one for one in model.sources if one.stem == FILES[file])
    text = source.read_text("utf-8")
    assert text.count(right) == 1
    changed = tmp_path / source.name
    changed.write_text(text.replace(right, wrong), "utf-8")
    sources = tuple(changed if one == source else one for one in model.sources)
    with pytest.raises(TestsFailed):
        run(
            Model(model.top, sources, model.arguments, ALL),
            "hmac_save_tests",
            tmp_path,
            settings=settings(name),
        )


@pytest.mark.full
def test_nothing_of_a_key_is_left() -> None:
    check = wipe.verify_wipe(catalog.get("hmac-sha256-save"), step=50)
    assert check.passed, check.detail
    assert check.cases > 100
