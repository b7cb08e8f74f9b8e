"""HMAC with SHA-2 whose messages can stop at the end of a block, and continue later."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from silicrypt.catalog import hmac
from silicrypt.catalog.merkle_damgard import MerkleDamgard
from silicrypt.catalog.unit import Rule, Top

_SHA2 = next(unit for unit in hmac.UNITS if unit.name == "hmac-sha2")


def _rules(parameters: Mapping[str, Any], algorithm: MerkleDamgard) -> Iterator[Rule]:
    yield algorithm.enum in ("SHA256", "SHA512"), "Alg must be SHA256 or SHA512"
    yield parameters["ClockGate"] in (0, 1), "ClockGate must be 0 or 1"
    yield parameters["Precompute"] == 2, "Precompute must be 2"


UNITS = (
    replace(
        _SHA2,
        name="hmac-sha2-save",
        tops={"stream": Top("sil_hmac_sha2_save", without=frozenset({"Precompute"}))},
        parameters={"Alg": None, "ClockGate": 0, "Precompute": 2},
        enums={"Alg": _SHA2.enums["Alg"]},
        rules=_rules,
        position=42,
    ),
)
