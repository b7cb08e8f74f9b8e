"""Runs ``bist_tests.py`` in cocotb: the self-test, whole, as it is on the board."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import bist_vectors
import pytest
from cocotb_tools.runner import VerilatorControlFile, get_runner

from silicrypt import catalog, targets
from silicrypt.catalog import Config

TOP = targets.BOARDS["ulx3s-85f"].top
#: The lamp is off for half of 2^12 cycles: more than any vector takes.
BLINK_BITS = 12


def test_the_vectors_are_those_of_the_standards_files() -> None:
    assert bist_vectors.PATH.read_text(encoding="utf-8") == bist_vectors.render()


def results(config: Config) -> list[str]:
    """What must come of each vector, in hexadecimal; for either of two hashes in turn."""
    found = {one.name: [v.digest.hex() for v in one.vectors] for one in bist_vectors.sets()}
    if config.algorithm.enum != "MD5_SHA1":
        return found[config.computes]
    pairs = zip(found["HMAC-MD5"], found["HMAC-SHA-1"], strict=True)
    return [result for pair in pairs for result in pair]


def run(
    config: Config,
    sources: list[Path],
    case: str,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    fails: int = 0,
) -> None:
    """Builds the machine and runs the tests whose names begin so."""
    machine = catalog.self_test(config, TOP)
    args = machine.verilator_args()
    waivers = [VerilatorControlFile(Path(arg)) for arg in args if not arg.startswith("-")]
    parameters = [arg for arg in args if arg.startswith("-")]
    settings = {
        "SILICRYPT_TEST_RESULTS": json.dumps(results(config)),
        "SILICRYPT_TEST_LANES": config.stages,
        "SILICRYPT_TEST_KEYED": int(config.unit.keyed),
        "SILICRYPT_TEST_BLINK_BITS": BLINK_BITS,
        "SILICRYPT_TEST_FAILS": fails,
        "COCOTB_RANDOM_SEED": 1,
        "COCOTB_TEST_FILTER": case,
    }
    for name, value in settings.items():
        monkeypatch.setenv(name, str(value))
    runner = get_runner("verilator")
    runner.build(
        sources=[*waivers, *sources],
        hdl_toplevel=TOP,
        build_args=[*parameters, f"-GBlinkBits={BLINK_BITS}", "-Wno-fatal"],
        build_dir=folder / "build",
        timescale=("1ns", "1ps"),
    )
    runner.test(
        test_module="bist_tests",
        hdl_toplevel=TOP,
        build_dir=folder / "build",
        test_dir=Path(__file__).parent,
        results_xml=str(folder / "results.xml"),
    )


@pytest.mark.usefixtures("verilator_on_path")
@pytest.mark.parametrize(
    "name",
    [
        "sha512-u2-pre",
        "sha512-pipe2",
        "sha1-pipe4",
        "hmac-sha512-fast",
        "hmac-md5-sha1-area",
        "hmac-sha1-pipe4",
    ],
)
def test_a_right_core(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = catalog.get(name)
    sources = catalog.self_test(config, TOP).sources("stream")
    cases = "right_|wrong_" + "|full_" * (config.stages > 1)
    run(config, sources, cases, tmp_path, monkeypatch)


@dataclass(frozen=True)
class Mistake:
    """Text of a source file, what stands there instead, and the vector that must be named."""

    config: str
    file: str
    right: str
    wrong: str
    fails: int


MISTAKES = {
    "a length that has no room": Mistake(
        "sha512-fast",
        "sil_md_padder.sv",
        "beat_q < BeatBits'(Beats - LengthBeats)",
        "beat_q <= BeatBits'(Beats - LengthBeats)",
        3,
    ),
    "a hang": Mistake("sha512-fast", "sil_md_core.sv", "s_tready = load;", "s_tready = 1'b0;", 0),
    "lanes mixed up": Mistake("sha512-pipe2", "sil_md_core.sv", "m_tid = id_q", "m_tid = ~id_q", 1),
    "four lanes mixed up": Mistake(
        "sha1-pipe4", "sil_md_core.sv", "m_tid = id_q", "m_tid = ~id_q", 3
    ),
    "a lane that starts where another does": Mistake(
        "hmac-sha1-pipe4", "sil_hmac.sv", "copy(from[block_tid])", "copy(from[0])", 6
    ),
    "long keys": Mistake(
        "hmac-md5", "sil_hmac_control.sv", "behind_o = DigestBeat", "behind_o = ZeroBeat", 5
    ),
    "a tag that is not its own": Mistake(
        "hmac-md5", "sil_hmac.sv", "result == tag_i", "result != tag_i", 0
    ),
}


@pytest.mark.usefixtures("verilator_on_path")
@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=MISTAKES)
def test_a_broken_core(mistake: Mistake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = catalog.get(mistake.config)
    sources = {path.name: path for path in catalog.self_test(config, TOP).sources("stream")}
    text = sources[mistake.file].read_text(encoding="utf-8")
    assert text.count(mistake.right) == 1
    broken = tmp_path / mistake.file
    broken.write_text(text.replace(mistake.right, mistake.wrong), encoding="utf-8")
    sources[mistake.file] = broken
    run(config, list(sources.values()), "broken_", tmp_path, monkeypatch, mistake.fails)
