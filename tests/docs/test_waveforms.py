"""The waveforms on the pages of ``hw/`` are what the hardware does."""

from __future__ import annotations

import hashlib
import json

import pytest

import waveforms
from recording import Beat, receive, send
from silicrypt.paths import hw_root

WAVES = {wave.path: wave for wave in waveforms.WAVES}
STALLS = "hash/sha2/wave-stalls"


def committed(path: str) -> str:
    return (hw_root() / path).with_suffix(".json").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", WAVES)
def test_pictures_are_those_of_the_recordings(path: str) -> None:
    picture = (hw_root() / path).with_suffix(".svg").read_text(encoding="utf-8")
    assert picture == waveforms.drawn(committed(path)), "run `make pages`"
    page = (hw_root() / path).with_name("README.md").read_text(encoding="utf-8")
    assert f"({path.rpartition('/')[2]}.svg)" in page


@pytest.mark.parametrize(
    "path", [STALLS, *(pytest.param(p, marks=pytest.mark.full) for p in WAVES if p != STALLS)]
)
def test_recordings_are_those_of_the_hardware(path: str) -> None:
    assert WAVES[path].recorded() == committed(path), "run `make pages`"


def test_the_shown_digest_is_that_of_the_message() -> None:
    lines = {line.get("name"): line for line in json.loads(committed(STALLS))["signal"]}
    digest = hashlib.sha256(b"abcdef").digest()[::-1].hex()
    assert lines["m_tdata"]["data"] == [f"{digest[:4]}..{digest[-4:]}"]


def test_a_beat_is_held_until_it_is_accepted() -> None:
    driver = send("s", [Beat({"tdata": 7}, wait=1)])
    assert next(driver) == {"s_tvalid": 0}
    offered = {"s_tvalid": 1, "s_tdata": 7}
    assert driver.send({"s_tready": 1}) == offered
    assert driver.send({"s_tready": 0}) == offered
    assert driver.send({"s_tready": 1}) == {"s_tvalid": 0}


def test_a_result_waits_for_the_receiver() -> None:
    driver = receive("m", 1, hold=2)
    assert next(driver) == {"m_tready": 0}
    assert driver.send({"m_tvalid": 0}) == {"m_tready": 0}
    assert driver.send({"m_tvalid": 1}) == {"m_tready": 0}
    assert driver.send({"m_tvalid": 1}) == {"m_tready": 1}
    assert driver.send({"m_tvalid": 1}) == {"m_tready": 0}


def test_long_runs_are_gaps() -> None:
    rows = [("0",)] * 2 + [("1",)] * 9
    assert list(waveforms._shown(rows)) == [0, 1, 2, None, 10]
