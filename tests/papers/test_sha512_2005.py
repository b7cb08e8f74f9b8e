from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from invented import InventedSource, verdicts_of

from silicrypt import catalog
from silicrypt.errors import UnknownName
from silicrypt.papers import reproduce

#: Invented clocks, with the paper's ratio between two rounds and one round per cycle.
CLOCK = {
    "sha512-u1": 100.0,
    "sha512-u2": 55.0,
    "sha512-u1-pre": 104.0,
    "sha512-u2-pre": 66.0,
    "sha512-u4-pre": 28.0,
    "sha512-pipe2": 99.0,
    "sha512-fast": 130.0,
}


def source(
    clock: Mapping[str, float] = CLOCK,
    taken: Mapping[str, float] | None = None,
) -> InventedSource:
    """Returns a source of invented clocks, and of power with the energy of logic that is given."""

    def change(point: str, on: str) -> dict[str, Any]:
        if on == "power":
            return {"combinational_fj": (taken or {})[point]}
        area = 200_000 // catalog.get(point).cycles_per_block
        return {"mhz": clock.get(point, 100.0), "area": area}

    return InventedSource(change, powers=taken or ())


def verdicts(**figures: Any) -> dict[str, str]:
    return verdicts_of(reproduce("sha512-2005", source=source(**figures)))


def test_verdicts_follow_the_figures() -> None:
    found = verdicts()
    assert found["clock"] == "direction only"  # x0.66 is more than 34.2 % below
    assert found["register-writes"] == "reproduced"
    assert found["four-throughput"] == "undecided"  # x1.02 of one form of two, x0.85 of the other
    assert found["four-path"] == "undecided"  # x0.98 of twice one form, x1.18 of the other
    assert found["two-blocks-throughput"] == "not borne out"
    assert found["intermediate-values"] == "reproduced"
    assert found["throughput-kept"] == "better than claimed"  # x1.32 is not the same


def test_verdicts_change_with_the_figures() -> None:
    alike = {**CLOCK, "sha512-u1-pre": CLOCK["sha512-u1"]}
    near = verdicts(clock={**alike, "sha512-u2-pre": 62.0, "sha512-u4-pre": 40.0})
    assert near["clock"] == "reproduced"
    assert near["throughput"] == "reproduced"
    assert near["four-throughput"] == "not borne out"
    assert near["four-path"] == "not borne out"
    slow = verdicts(clock={**CLOCK, "sha512-u2-pre": 51.0})
    assert slow["two-throughput"] == "not borne out"  # x1.02 of one rolled form, x0.98 of the other


@pytest.mark.parametrize(
    ("block", "verdict"),
    [(0.0, "reproduced"), (-100.0, "direction only"), (340.0, "not borne out")],
)
def test_power_is_compared_at_the_same_throughput(block: float, verdict: str) -> None:
    found = verdicts(taken={"sha512-u2-pre": block, "sha512-pipe2": 300.0})
    assert found["power-two-blocks"] == verdict
    assert verdicts()["power-two-blocks"] == "not measurable here"


def test_progress_counts_every_measurement() -> None:
    seen: list[tuple[int, int, str]] = []
    reproduce("sha512-2005", progress=lambda *step: seen.append(step), source=source())
    (total,) = {of for _, of, _ in seen}
    assert [done for done, _, _ in seen] == list(range(total + 1))


def test_printed_rows_are_recomputed_and_slips_flagged() -> None:
    found = reproduce("sha512-2005", source=source())
    printed = {row.name: row for row in found.rows if row.kind == "printed"}
    proposed = printed["Proposed"]
    assert proposed.printed is not None and proposed.recomputed is not None
    assert proposed.printed.throughput_mbps == 1485
    assert proposed.recomputed.throughput_mbps == pytest.approx(1484.8)
    assert {name for name, row in printed.items() if row.slip} == {
        "[6] Dominikus 2002",
        "[7] Grembowski 2002",
    }


def test_an_unknown_paper_names_the_nearest() -> None:
    with pytest.raises(UnknownName, match="did you mean sha512-2005"):
        reproduce("sha512-2004")
