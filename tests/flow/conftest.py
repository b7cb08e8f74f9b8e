"""A tiny design that passes through the complete flow in seconds."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from silicrypt import catalog, paths
from silicrypt.catalog import DesignPoint, Level
from silicrypt.flow import verification
from silicrypt.results.store import Store
from silicrypt.verify import suites
from silicrypt.verify.checks import Check

TINY = """\
// A register that adds what comes in.
module tiny #(
  parameter int unsigned Width = 8
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [Width-1:0] s_tdata,
  output logic [Width-1:0] m_tdata
);
  logic [Width-1:0] sum_q, last_q;  // two registers, so that there is a path between them
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) sum_q <= '0;
    else sum_q <= sum_q + last_q;
  end
  always_ff @(posedge clk_i) last_q <= s_tdata;
  assign m_tdata = sum_q;
endmodule
"""


@dataclass(frozen=True)
class TinyConfig(DesignPoint):
    """The tiny design with the interface of a configuration."""

    file: Path = Path()

    def top(self, level: Level) -> str:
        return "tiny"

    def sources(self, level: Level, primitives: Sequence[str] = ()) -> list[Path]:
        return [self.file]

    def located(
        self, names: Sequence[str], primitives: Sequence[str] = ()
    ) -> tuple[Path, ...] | None:
        return (self.file,) if list(names) == [self.file.name] else None

    def overrides(self, primitives: Sequence[str] = (), level: Level | None = None) -> list[str]:
        return ["Width=8"]


@pytest.fixture
def tiny(tmp_path: Path) -> TinyConfig:
    """Returns the tiny design, in a separate file that a test may change."""
    file = tmp_path / "tiny.sv"
    file.write_text(TINY, encoding="utf-8")
    like = catalog.get("sha256-u1")
    return TinyConfig("tiny", "a tiny design", like.unit, like.parameters, file=file)


@pytest.fixture
def catalogue(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Returns a function that leaves some design points alone in the catalogue."""

    def only(*points: DesignPoint) -> None:
        known = {point.name: point for point in points}
        for module in (catalog, catalog.design_point, verification):
            monkeypatch.setattr(module, "load", lambda: known)

    return only


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """Returns an empty store; there are no committed results."""
    monkeypatch.setattr(paths, "reference_results", lambda: tmp_path / "committed")
    return Store(tmp_path / "cache")


@pytest.fixture(scope="session")
def netlists(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of netlists that `mapped` keeps."""
    return tmp_path_factory.mktemp("netlists")


@pytest.fixture
def mapped(store: Store, netlists: Path) -> Iterator[Store]:
    """Returns a store that has nothing but the netlists of earlier tests with this fixture.

    It is for tests of what happens to results: Yosys maps the tiny design once for all of them.
    """
    kinds = ("elaborated", "netlists")
    shutil.copytree(netlists, store.root, dirs_exist_ok=True)
    yield store
    for kind in kinds:
        for entry in store.entries(kind):
            shutil.copytree(entry, netlists / kind / entry.name, dirs_exist_ok=True)


@pytest.fixture
def verifications(monkeypatch: pytest.MonkeyPatch) -> Iterator[SimpleNamespace]:
    """Replaces the verification, which is tested elsewhere: it passes and counts its calls.

    Set ``passed`` to False for a design point that fails, and ``right`` for a netlist that fails.
    """
    state = SimpleNamespace(count=0, passed=True, netlists=0, right=True)

    def verify(point: DesignPoint, suite: str, progress: object) -> suites.Verification:
        state.count += 1
        check = Check("NIST", "core", state.passed, 5, "5 messages")
        record = suites.Verification(point.name, suite, True, (check,), "feed", 0.0)
        return replace(record, passed=state.passed)

    def check_netlist(design: object, synthesized: object) -> list[Check]:
        state.netlists += 1
        return [Check("netlist", "core", state.right, 3, "3 messages")]

    monkeypatch.setattr(suites, "verify", verify)
    monkeypatch.setattr(verification, "check_netlist", check_netlist)
    yield state
