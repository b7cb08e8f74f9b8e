"""The committed results are complete: no run of the current sources and no figure is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from silicrypt.papers import PAPERS, FlowSource, reference, reproduce

pytestmark = pytest.mark.recorded("results")

#: Design points that are verified and have no complete figures yet. Their pages say so.
NOT_MEASURED: frozenset[str] = frozenset()


@pytest.fixture(autouse=True)
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Gives each test an empty cache, so that committed results alone count."""
    monkeypatch.setenv("SILICRYPT_CACHE", str(tmp_path))


def test_no_result_is_missing() -> None:
    """Covers every named design point at all its levels, and all runs that papers need.

    `silicrypt results` measures the runs that this test names.
    """
    missing = [task for task in reference.missing() if task.point not in NOT_MEASURED]
    assert [str(task) for task in missing] == []


@pytest.mark.parametrize("paper", PAPERS)
def test_no_figure_of_a_claim_is_missing(paper: str) -> None:
    reproduction = reproduce(paper, source=FlowSource(run=False))
    late = {one.claim: one.why for one in reproduction.claims if "Not measured yet" in one.why}
    assert late == {}
