"""From a core file to a stored result."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from silicrypt import targets
from silicrypt.errors import BadInput, NotVerified
from silicrypt.measure import core_file, core_result, functions
from silicrypt.measure.core_result import MeasuredCore, keep, stored
from silicrypt.measure.measurement import (
    CorePipeline,
    Work,
    measure,
    power_run_id,
    verify_netlist,
)
from silicrypt.paths import reference_results
from silicrypt.results.result import PowerResult, VerificationRecord, load_as, render
from silicrypt.results.store import Store

from .conftest import CORES, copied, design, git

pytestmark = pytest.mark.recorded()

SHA256 = functions.get("sha256")
#: Registers with half of the frequency.
HALF = """\
  reg half;
  reg [31:0] slow;
  always @(posedge clk) half <= ~rst & ~half;
  always @(posedge half) slow <= digest[31:0];
"""


@pytest.fixture
def core_of(tmp_path: Path) -> Path:
    """A core file that can be changed, beside its core."""
    return copied(tmp_path)


def test_the_mapped_netlist_is_simulated_and_a_wrong_one_refused():
    store = Store()
    known = design(CORES / "block.toml").with_front(store)
    ports = known.ports(store)
    record = VerificationRecord("core", 1, 1, "")
    found = verify_netlist(CorePipeline(known, store), ports, record)
    assert found.netlist_cases == 64 * (65 + 14)
    wrong = CorePipeline(known, store)
    cells = wrong.synthesized.document["modules"]["sha256_ports"]["cells"]
    lut = next(c for c in cells.values() if c["type"] == "LUT4")
    lut["parameters"]["INIT"] = lut["parameters"]["INIT"].translate(str.maketrans("01", "10"))
    with pytest.raises(NotVerified, match=r"although the RTL is right|within 5000 cycles"):
        verify_netlist(wrong, ports, record)


def test_a_core_is_measured_and_its_result_kept(core_of):
    folder = core_of.parent / "results"
    measured = measure(core_of, "virtex-5", results=folder)
    (result,) = stored(folder)
    assert result == measured.result
    assert (result.verified, result.config, result.algorithm) == (True, "sha256_ports", "SHA-256")
    assert result.cycles_per_block == 66
    assert result.lut
    assert any("not simulated" in caveat for caveat in result.caveats)
    _a_result_belongs_to_its_core_file(core_of, folder)
    before = (folder / "virtex-5" / "sha256_ports.core.json").stat().st_mtime_ns
    assert measure(core_of, "virtex-5", results=folder).result == result
    assert (folder / "virtex-5" / "sha256_ports.core.json").stat().st_mtime_ns == before
    assert measured.result.repository == ""  # no git checkout
    (kept,) = folder.glob("*/*.core.json")
    kept.write_text(render(replace(measured.result, repository="https://other.example/core")))
    git(core_of.parent, "init", "-q")
    git(core_of.parent, "remote", "add", "origin", "https://own.example/core")
    git(core_of.parent, "commit", "-q", "--allow-empty", "-m", "A core")
    with pytest.raises(BadInput, match=r"key name: .* holds the core of https://other.example"):
        measure(core_of, "virtex-5", results=folder)


def _a_result_belongs_to_its_core_file(path: Path, folder: Path) -> None:
    """A result of other sources or of another algorithm is not that of a core file."""
    assert core_result.get(str(path), "virtex-5", None, folder).config == "sha256_ports"
    other = path.with_name("other.toml")
    for old, new in (('"sha256"', '"sha224"'), ("[interface]", "[defines]\nA = 1\n\n[interface]")):
        other.write_text(path.read_text().replace(old, new))
        with pytest.raises(BadInput, match=r"is of other sources or of another algorithm; run"):
            core_result.get(str(other), "virtex-5", None, folder)
        with pytest.raises(BadInput, match=rf"{path} has the same name, sha256_ports"):
            core_result.require_names_apart([str(path), str(other)])
    core_result.require_names_apart([str(path), str(path)])
    other.unlink()


def test_a_core_with_another_clock_has_no_number_unless_asked_for(core_of):
    source = core_of.parent / "sha256_ports.v"
    text = source.read_text().replace("= digest[8*(31-i) +: 8]", "= slow[8*(i%4) +: 8]")
    source.write_text(text.replace("endmodule", f"{HALF}endmodule"))
    where = {"results": core_of.parent / "results"}
    with pytest.raises(NotVerified, match=r"not measured: \d+ of its registers have another clock"):
        measure(core_of, "nangate45", **where)
    result = measure(core_of, "nangate45", **where, unverified=True).result
    assert (result.verified, result.cycles_per_block) == (False, 66)
    assert "another clock" in result.caveats[0]


def test_a_wrong_core_has_no_number_unless_asked_for(core_of):
    folder = core_of.parent / "results"
    copied(core_of.parent, fault=1)
    with pytest.raises(NotVerified, match=r"not measured.*--unverified"):
        measure(core_of, "virtex-5", results=folder)
    assert list(stored(folder)) == []
    result = measure(core_of, "virtex-5", results=folder, unverified=True).result
    assert (result.verified, result.cycles_per_block) == (False, 66)
    assert result.caveats[0].startswith("NOT VERIFIED: ")
    with pytest.raises(NotVerified):
        measure(core_of, "virtex-5", results=folder)


def test_a_core_that_hangs_has_no_cycles_even_unverified(core_of):
    copied(core_of.parent, fault=5)
    result = measure(core_of, "virtex-5", results=core_of.parent, unverified=True).result
    assert (result.cycles_per_block, result.throughput_mbps) == (0, None)


def test_bad_seeds_are_told(core_of):
    with pytest.raises(BadInput, match="seeds must be"):
        measure(core_of, "ecp5-85k", ())


def test_the_power_of_another_version_of_a_core_is_not_shown(core_of):
    folder = core_of.parent / "results"
    mapped = measure(core_of, "virtex-5", results=folder).result
    work = Work.of(core_file.load(core_of), targets.get("nangate45"), ())
    here = {"config": mapped.config, "level": mapped.level, "target": "nangate45"}
    result = replace(mapped, **here, run_id=work.run_id)
    committed = reference_results() / "nangate45" / "md5-binary.core.saturated-power.json"
    own = replace(load_as(PowerResult, committed), **here, run_id=power_run_id(result, SHA256))
    MeasuredCore(result, own).keep(folder)
    known = work.stored(folder)
    assert known is not None and known.power == own
    keep(folder, replace(own, run_id="that of a core that was right"))
    known = work.stored(folder)
    assert known is not None and (known.result, known.power) == (result, None)
    assert len(known.files) == 1
    # Where there is a power to measure, the result alone is not complete.
    simulated = replace(result, verification=replace(result.verification, netlist="1"))
    keep(folder, simulated)
    assert work.stored(folder) is None
    keep(folder, own).write_text("{}")
    assert work.stored(folder) is None
    keep(folder, own)
    known = work.stored(folder)
    assert known is not None and (known.result, known.power) == (simulated, own)
    MeasuredCore(result, None).keep(folder)
    assert not list(folder.glob("*/*-power.json"))


def test_a_file_that_is_no_result_of_area_and_clock_is_not_to_be_deleted(tmp_path, monkeypatch):
    committed = reference_results() / "nangate45"
    power = committed / "md5-binary.core.saturated-power.json"
    package = tmp_path / "pkg.json"
    package.write_text('{"name": "a package"}')
    other = re.escape(str(committed / "md5-binary.core.json"))
    for path, says in ((power, f"md5-binary; .*{other}"), (package, "pkg.json .*; name a result")):
        with pytest.raises(BadInput, match=says) as caught:
            core_result.get(str(path), "nangate45", None, tmp_path)
        assert "delete" not in str(caught.value)
    monkeypatch.setattr(core_result, "_committed", lambda *_: "{}")
    with pytest.raises(BadInput, match=r"v0:ecp5-85k.*Field required.*; name a later") as caught:
        core_result.get("md5-binary@v0", "ecp5-85k", None, tmp_path)
    assert "delete" not in str(caught.value)


def test_the_description_of_a_target_decides_no_result(core_of):
    parsed, target = core_file.load(core_of), targets.get("virtex-5")
    works = [Work.of(parsed, replace(target, about=about), ()) for about in ("one", "two")]
    assert works[0].run_id == works[1].run_id


@pytest.mark.full
def test_a_core_is_routed_and_its_power_measured(core_of):
    folder = core_of.parent / "results"
    routed = measure(core_of, "ecp5-85k", (1,), results=folder).result
    assert routed.fmax_mhz is not None
    assert routed.verification.netlist_cases == 64 * 79
    cells = measure(core_of, "nangate45", results=folder)
    assert cells.result.ge is not None
    power = load_as(PowerResult, cells.files[1])
    assert power == cells.power
    # Nine messages of four blocks, each of 66 cycles: the first cycle of a message is its last.
    assert power.cycles == pytest.approx(4 * 4 * 66, abs=8)
    assert json.loads(cells.files[1].read_text())["scenario"] == "saturated"
