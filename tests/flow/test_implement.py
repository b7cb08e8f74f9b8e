"""A complete run on a tiny design, with the real tools."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from silicrypt.catalog import DesignPoint
from silicrypt.errors import BadInput, NotVerified, ToolFailed, UnknownName
from silicrypt.flow import pipeline, query, verification
from silicrypt.flow.implement import implement, stored
from silicrypt.results.result import FILE, render
from silicrypt.results.store import Store

pytestmark = pytest.mark.usefixtures("verifications")
Catalogue = Callable[..., None]


@pytest.fixture(scope="session")
def netlists(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns the folder of the netlists that all tests of this file share, by content."""
    return tmp_path_factory.mktemp("netlists")


@pytest.fixture
def store(store: Store, netlists: Path) -> Store:
    """Returns a store without results, with the netlists that tests before have mapped."""
    store.root.mkdir()
    (store.root / "netlists").symlink_to(netlists)
    return store


MEMORIES = """\
module tiny #(parameter int unsigned Width = 8) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic [15:0] a_i, b_i,
  input  logic [4:0]  read_i, write_i,
  output logic [15:0] sum_o,
  output logic [7:0]  word_o,
  output logic        last_o
);
  logic [7:0]  words[32];
  logic [19:0] shift_q;
  always_ff @(posedge clk_i) begin
    sum_o <= a_i + b_i + sum_o;
    words[write_i] <= a_i[7:0];
    shift_q <= {shift_q[18:0], b_i[0]};
  end
  assign word_o = words[read_i];
  assign last_o = shift_q[19];
endmodule
"""


#: The real check, which the fixture `verifications` replaces.
CHECK_NETLIST = verification.check_netlist


def source_of(point: DesignPoint) -> Path:
    return point.sources("core")[0]


def commit(folder: Path, target: str, text: str) -> Path:
    """Writes the committed result of the tiny design on a target."""
    path = folder / "committed" / target / "tiny.core.json"
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def only_tiny(
    tiny: DesignPoint, catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """Leaves the tiny design alone in the catalogue; returns the folder of committed results."""
    folder = tmp_path / "committed"
    monkeypatch.setattr(query, "reference_results", lambda: folder)
    catalogue(tiny)
    return folder


def test_routed(tiny: DesignPoint, store: Store) -> None:
    result = implement(tiny, "ecp5-25k", (2, 1), store=store)
    assert result.verified
    assert result.seeds == (1, 2)
    assert result.fmax_mhz is not None
    assert result.fmax_mhz.min <= result.fmax_mhz.median <= result.fmax_mhz.max
    assert [seed.seed for seed in result.per_seed] == [1, 2]
    assert result.ff == 16
    assert {step.source for step in result.critical_path} & {"tiny.sv:10", "tiny.sv:13"}
    assert result.throughput_mbps == pytest.approx(
        tiny.algorithm.block_bits * result.fmax_mhz.median / tiny.cycles_per_block, abs=0.1
    )


def test_standard_cells(tiny: DesignPoint, store: Store) -> None:
    result = implement(tiny, "nangate45", store=store)
    assert result.fmax_mhz is not None
    assert result.launch_setup_ns is not None
    assert result.delay_ns == pytest.approx(1000 / result.fmax_mhz.median, rel=1e-3)
    assert result.delay_ns is not None
    assert result.launch_setup_ns < result.delay_ns
    assert result.area_um2 is not None
    assert result.ge == pytest.approx(result.area_um2 / 0.798, abs=0.1)
    assert result.ff == 16
    assert result.critical_path[0].kind.startswith("DFF")
    assert any("no wires" in caveat for caveat in result.caveats)


@pytest.mark.parametrize(
    ("target", "unit"), [("virtex-e", "slices"), ("virtex-5", "slices"), ("cyclone-v", "alut")]
)
def test_mapped(tiny: DesignPoint, store: Store, target: str, unit: str) -> None:
    result = implement(tiny, target, store=store)
    assert result.fmax_mhz is None
    assert result.throughput_mbps is None
    assert result.seeds == ()
    assert result.ff == 16
    assert result.logic_levels in (1, 2)
    assert result.to_json()[unit] > 0
    assert any("no frequency" in caveat for caveat in result.caveats)


@pytest.mark.parametrize(("target", "carry"), [("artix-7", 4), ("cyclone-v", 16)])
def test_a_modern_family_is_mapped_as_a_user_would(
    tiny: DesignPoint, store: Store, target: str, carry: int
) -> None:
    """A memory of 32 words and a shift register take a few lookup tables; sums use carry chains."""
    source_of(tiny).write_text(MEMORIES, encoding="utf-8")
    result = implement(tiny, target, store=store)
    assert result.carry is not None
    assert result.carry >= carry
    assert result.lut is not None
    if target == "artix-7":
        assert (result.ff, result.lut < 60) == (16, True)
        assert not any("flip-flops" in caveat for caveat in result.caveats)


def test_asked_again_nothing_runs(
    tiny: DesignPoint, store: Store, verifications: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert stored(tiny, "virtex-e", store=store) is None
    first = implement(tiny, "virtex-e", store=store)
    monkeypatch.setattr(pipeline, "synthesize", lambda *_: pytest.fail("synthesised again"))
    assert implement(tiny, "virtex-e", store=store) == first
    assert stored(tiny, "virtex-e", store=store) == first
    assert verifications.count == 1


def test_one_verification_serves_all_targets(
    tiny: DesignPoint, store: Store, verifications: SimpleNamespace
) -> None:
    implement(tiny, "virtex-e", store=store)
    implement(tiny, "nangate45", store=store)
    assert verifications.count == 1


def test_same_inputs_same_bytes_but_for_times(
    tiny: DesignPoint, tmp_path: Path, store: Store
) -> None:
    one = implement(tiny, "nangate45", store=store)
    other = implement(tiny, "nangate45", store=Store(tmp_path / "elsewhere"))
    assert render(replace(one, times={})) == render(replace(other, times={}))


def test_a_comment_changes_nothing_and_code_does(tiny: DesignPoint, store: Store) -> None:
    first = implement(tiny, "virtex-e", store=store)
    source = source_of(tiny)
    text = source.read_text(encoding="utf-8")
    source.write_text("// one more line\n\n" + text, encoding="utf-8")
    assert stored(tiny, "virtex-e", store=store) == first
    source.write_text(text.replace("sum_q + last_q", "sum_q - last_q"), encoding="utf-8")
    assert stored(tiny, "virtex-e", store=store) is None


def test_another_name_of_the_same_design_point_shares_its_result(
    tiny: DesignPoint, store: Store
) -> None:
    first = implement(tiny, "virtex-e", store=store)
    again = stored(replace(tiny, name="alias"), "virtex-e", store=store)
    assert again == first.renamed("alias")


def test_what_fails_its_verification_is_not_measured(
    tiny: DesignPoint, store: Store, verifications: SimpleNamespace
) -> None:
    verifications.passed = False
    with pytest.raises(NotVerified, match=r"tiny failed its verification.*core NIST"):
        implement(tiny, "virtex-e", store=store)
    assert stored(tiny, "virtex-e", store=store) is None
    assert not list(store.root.rglob("*.partial"))
    verifications.passed = True
    assert implement(tiny, "virtex-e", store=store).verified


def test_committed_results_are_looked_up_first(
    tiny: DesignPoint, store: Store, tmp_path: Path
) -> None:
    first = implement(tiny, "virtex-e", store=store)
    commit(tmp_path, "virtex-e", render(replace(first, lut=1)))
    assert implement(tiny, "virtex-e", store=store).lut == 1
    assert implement(tiny, "virtex-e", store=store, committed=False).lut == first.lut


@pytest.mark.parametrize("broken", ["{", "{}", None])
def test_a_corrupt_result_is_measured_again(
    tiny: DesignPoint, store: Store, broken: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    """This holds for any damage, including a deleted file."""
    first = implement(tiny, "virtex-e", store=store)
    path = store.path("runs", first.key) / FILE
    record = next(store.root.glob("verifications/*/verification.json"))
    path.unlink()
    if broken is not None:
        path.write_text(broken, encoding="utf-8")
        record.write_text(broken, encoding="utf-8")
    assert stored(tiny, "virtex-e", store=store) is None
    assert (str(path) in caplog.text) == (broken is not None)
    again = implement(tiny, "virtex-e", store=store)
    assert replace(again, times={}) == replace(first, times={})
    assert stored(tiny, "virtex-e", store=store) == again
    assert json.loads(record.read_text(encoding="utf-8"))["passed"]


def test_a_corrupt_committed_result_is_skipped_and_named(
    tiny: DesignPoint, store: Store, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    first = implement(tiny, "virtex-e", store=store)
    committed = commit(tmp_path, "virtex-e", "{}")
    assert implement(tiny, "virtex-e", store=store) == first
    assert stored(tiny, "virtex-e", store=store) == first
    assert caplog.text.count(str(committed)) == 1


def test_what_cannot_be_read_hides_no_other_result(
    tiny: DesignPoint, store: Store, only_tiny: Path, caplog: pytest.LogCaptureFixture
) -> None:
    committed = only_tiny
    result = implement(tiny, "virtex-e", store=store)
    for kind, name in (("runs", "tiny.core.json"), ("power", "tiny.core.idle-power.json")):
        for path in (store.path(kind, "old") / FILE, committed / "nangate45" / name):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text('{"run_id": "of another version"}', encoding="utf-8")
    (committed / "nangate45" / "broken.json").write_bytes(b"\xff")
    store.path("runs", "deleted").mkdir()
    assert query.results(store) == [result.to_json()]
    assert query.power(store) == []
    said = [record.getMessage() for record in caplog.records]
    assert len(said) == 2
    assert "skipped 3 files" in said[0]
    assert "skipped 2 files" in said[1]
    assert str(store.path("runs", "old") / FILE) in said[0]


@pytest.mark.usefixtures("only_tiny")
def test_a_half_built_run_is_no_result(tiny: DesignPoint, store: Store) -> None:
    result = implement(tiny, "virtex-e", store=store)
    run = store.path("runs", result.key)
    run.rename(run.with_name(f".{run.name}.partial"))
    assert query.results(store) == []


def test_sources_that_change_meanwhile_are_not_measured(
    tiny: DesignPoint, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = verification.require

    def verify_and_edit(*args: Any) -> object:
        record = real(*args)
        source = source_of(tiny)
        source.write_text(source.read_text().replace("'0", "'1"), encoding="utf-8")
        return record

    monkeypatch.setattr(verification, "require", verify_and_edit)
    with pytest.raises(BadInput, match="sources changed"):
        implement(tiny, "virtex-e", store=store)


def test_broken_design_fails_with_what_the_tool_said(tiny: DesignPoint, store: Store) -> None:
    source_of(tiny).write_text("module tiny; assign x = ; endmodule\n", encoding="utf-8")
    with pytest.raises(ToolFailed, match=r"tiny\.sv"):
        implement(tiny, "virtex-e", store=store)


def test_bad_questions(tiny: DesignPoint, store: Store) -> None:
    with pytest.raises(UnknownName, match="ecp5-85k"):
        implement(tiny, "ecp5-85", store=store)
    with pytest.raises(UnknownName, match="sha512-u2"):
        implement("sha512-u22", "ecp5-85k", store=store)
    for seeds in ((), (-1,)):
        with pytest.raises(BadInput, match="seeds"):
            implement(tiny, "ecp5-85k", seeds, store=store)


@pytest.mark.usefixtures("only_tiny")
def test_tables_hold_what_is_in_the_store(tiny: DesignPoint, store: Store) -> None:
    assert query.results(store) == []
    implement(tiny, "nangate45", store=store)
    implement(tiny, "virtex-e", store=store)
    rows = {row["target"]: row for row in query.results(store)}
    assert rows.keys() == {"nangate45", "virtex-e"}
    assert rows["nangate45"]["fmax_mhz"]["median"] is not None
    assert rows["virtex-e"]["slices"] is not None
    source_of(tiny).write_text("module tiny; endmodule\n", encoding="utf-8")
    assert query.results(store) == []


REGISTERS = "  logic [Width-1:0] sum_q"


@pytest.mark.parametrize(
    "changes",
    [
        {REGISTERS: f"  localparam int unsigned Unused = Width + 1;\n\n{REGISTERS}"},
        {"sum_q": "a_total_q", "last_q": "z_previous_q", "A register": "It"}
        | {"  logic [Width": "\n\n  logic [Width"},
    ],
    ids=["unused code", "other names"],
)
def test_what_changes_nothing_in_the_netlist_moves_nothing(
    tiny: DesignPoint, store: Store, changes: dict[str, str]
) -> None:
    before = implement(tiny, "ecp5-25k", (1,), store=store)
    source = source_of(tiny)
    text = source.read_text(encoding="utf-8")
    for old, new in changes.items():
        text = text.replace(old, new)
    source.write_text(text, encoding="utf-8")
    routes = sorted(path.name for path in (store.root / "routes").iterdir())
    after = implement(tiny, "ecp5-25k", (1,), store=store)
    assert after.run_id != before.run_id
    assert (after.netlist, after.fmax_mhz) == (before.netlist, before.fmax_mhz)
    assert sorted(path.name for path in (store.root / "routes").iterdir()) == routes
    assert {step.source for step in after.critical_path} & {"tiny.sv:12", "tiny.sv:15"}


def test_a_committed_figure_is_carried_over_without_routing(
    tiny: DesignPoint, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = implement(tiny, "ecp5-25k", (1,), store=store)
    commit(tmp_path, "ecp5-25k", render(before))
    source = source_of(tiny)
    source.write_text(source.read_text().replace("last_q", "previous_q"), encoding="utf-8")
    monkeypatch.setattr(pipeline, "route", lambda *_: pytest.fail("routed again"))
    after = implement(tiny, "ecp5-25k", (1,), store=Store(tmp_path / "elsewhere"))
    assert after.run_id != before.run_id
    assert (after.per_seed, after.throughput_mbps) == (before.per_seed, before.throughput_mbps)


def test_a_wrong_netlist_is_not_measured(
    tiny: DesignPoint, store: Store, verifications: SimpleNamespace
) -> None:
    verifications.right = False
    with pytest.raises(NotVerified, match=r"the netlist of tiny for ecp5-85k is wrong.*3 messages"):
        implement(tiny, "ecp5-85k", store=store)
    assert stored(tiny, "ecp5-85k", store=store) is None


def test_a_result_names_the_netlist_that_was_verified(tiny: DesignPoint, store: Store) -> None:
    result = implement(tiny, "nangate45", store=store)
    assert result.netlist.startswith(result.verification.netlist)
    assert (result.verification.netlist_cases, result.sources) == (3, ("tiny.sv",))


def test_a_mistake_in_a_primitive_of_the_device_is_refused(
    tmp_path: Path, hardware: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sources pass their suite with generic primitives; the netlist has those of the device."""
    primitive = hardware / "prim" / "ecp5" / "sil_add_three.sv"
    text = primitive.read_text(encoding="utf-8")
    (first, *_) = re.findall(r"16'h[0-9a-fA-F]{4}", text)
    wrong = f"16'h{int(first[4:], 16) ^ 1 << 6:04x}"
    primitive.write_text(text.replace(first, wrong, 1), encoding="utf-8")
    monkeypatch.setattr(verification, "check_netlist", CHECK_NETLIST)
    said = r"the netlist of sha256-fast for ecp5-85k is wrong and .*: vectors: \d+ failed"
    with pytest.raises(NotVerified, match=said):
        implement("sha256-fast", "ecp5-85k", store=Store(tmp_path / "cache"))
