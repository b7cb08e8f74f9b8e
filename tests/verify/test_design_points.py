"""Every legal design point works, not only those that have a name."""

from __future__ import annotations

import itertools

import pytest

from silicrypt import catalog
from silicrypt.catalog import Config
from silicrypt.errors import BadParameter
from silicrypt.verify.suites import verify

DEFAULTS = """[defaults]
Unroll = 1
Precompute = 0
PipelineStages = 1
CounterCode = "BINARY"
ClockGate = 0

"""


def point(name: str, **parameters: int | str) -> Config:
    values = ", ".join(f"{key} = {value!r}" for key, value in parameters.items())
    return catalog.parse(f"{DEFAULTS}[config.{name}]\nparameters = {{ {values} }}\n")[name]


def legal(algorithm: str) -> list[Config]:
    """All combinations of the other parameters that the rules allow."""
    points = []
    values = (1, 2, 4), (0, 1, 2), (1, 2), ("BINARY", "GRAY"), (0, 1)
    for unroll, ahead, stages, code, gate in itertools.product(*values):
        parameters = {
            "Unroll": unroll,
            "Precompute": ahead,
            "PipelineStages": stages,
            "CounterCode": code,
            "ClockGate": gate,
        }
        name = f"{algorithm}-{unroll}-{ahead}-{stages}-{code}-{gate}"
        try:
            points.append(point(name, Alg=algorithm, **parameters))
        except BadParameter:
            continue
    return points


UNNAMED = [
    point("sha256-u4", Alg="SHA256", Unroll=4),
    point("sha256-pipe2-u2-gated", Alg="SHA256", PipelineStages=2, Unroll=2, ClockGate=1),
    point("md5-u2-pre-gray", Alg="MD5", Unroll=2, Precompute=1, CounterCode="GRAY"),
    point("md5-u4-pre", Alg="MD5", Unroll=4, Precompute=1),
]


@pytest.mark.parametrize("config", UNNAMED, ids=lambda config: config.name)
def test_an_unnamed_design_point_passes(config: Config) -> None:
    assert [c for c in verify(config, "quick").checks if not c.passed] == []


@pytest.mark.full
@pytest.mark.parametrize(
    "config", [*legal("MD5"), *legal("SHA256"), *legal("SHA512")], ids=lambda config: config.name
)
def test_every_legal_design_point_passes(config: Config) -> None:
    assert [c for c in verify(config, "quick").checks if not c.passed] == []


def test_all_rules_together_leave_as_many_points() -> None:
    """Seven with one stage (Precompute = 2 needs Unroll = 1), five of them with an even number of
    cycles a block (17 for four of 64 + 4 operations), and two with two stages; gated or not."""
    assert len(legal("SHA256")) == 2 * (7 + 5 + 2)
    assert len(legal("MD5")) == 2 * (7 + 5)
