"""Result files: a written file can be read, and no other file is accepted as a result."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from invented import invented

from silicrypt.errors import CorruptResult, StoreError
from silicrypt.results.result import Range, load, parse, render

RESULT = invented(
    *("sha512-u2", "ecp5-85k", 42),
    run_id="0123456789abcdef",
    parameters={"Alg": "SHA512", "Unroll": 2},
    fmax_mhz=Range(60.0, 61.5, 63.25),
    lut=3000,
    seeds=(1, 2, 3),
    times={"seconds": 1.5},
)


def test_what_is_written_is_read() -> None:
    assert parse(render(RESULT), Path("result.json"), RESULT.run_id) == RESULT


def test_throughput_follows_the_cycles_per_block() -> None:
    rated = replace(RESULT, throughput_mbps=1000.0, throughput_one_message_mbps=500.0)
    rated = replace(rated, mbps_per_lut=0.5)
    slower = rated.at_interval(84)
    assert (slower.cycles_per_block, slower.throughput_mbps) == (84, 500.0)
    assert (slower.throughput_one_message_mbps, slower.mbps_per_lut) == (250.0, 0.25)
    assert slower.at_interval(42) == rated


def test_equal_results_are_equal_bytes_and_keys_are_sorted() -> None:
    text = render(RESULT)
    assert text == render(replace(RESULT, parameters={"Unroll": 2, "Alg": "SHA512"}))
    keys = list(json.loads(text))
    assert keys == sorted(keys)
    assert text.startswith('{\n "algorithm"')


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "Invalid JSON"),
        (render(RESULT)[:200], "Invalid JSON"),
        ("[]", "object"),
        (render(RESULT).replace('"lut": 3000', '"lut": "many"'), "lut"),
        (render(RESULT).replace('"level": "core",', ""), "level"),
        (render(RESULT).replace('"lut"', '"luts"'), "luts"),
        (render(replace(RESULT, run_id="ffff")), "run_id ffff"),
    ],
)
def test_corrupt_file_is_named_with_the_reason_and_the_remedy(
    tmp_path: Path, text: str, why: str
) -> None:
    path = tmp_path / "result.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CorruptResult) as caught:
        load(path, RESULT.run_id)
    assert all(part in str(caught.value) for part in (str(path), why, "delete it", "make results"))


def test_binary_file_is_corrupt(tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CorruptResult, match="not text"):
        load(path)


def test_unreadable_file_is_said_plainly(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot read the result"):
        load(tmp_path)
