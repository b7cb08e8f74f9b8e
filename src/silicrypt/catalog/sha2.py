"""SHA-2 (FIPS 180-4): SHA-224, 256, 384, 512, 512/224 and 512/256."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from silicrypt.catalog.algorithms import Padding
from silicrypt.catalog.merkle_damgard import (
    Datapath,
    MerkleDamgard,
    hash_unit,
    registers,
    unrolled,
)
from silicrypt.catalog.unit import Rule


def _narrow(name: str, digest_bits: int) -> MerkleDamgard:
    """Returns an algorithm with words of 32 bits."""
    enum, hashlib = f"SHA{name}", f"sha{name}"
    return MerkleDamgard(
        f"SHA-{name}", enum, 512, digest_bits, Padding(8), 32, 64, hashlib, _DATAPATH
    )


def _wide(name: str, digest_bits: int) -> MerkleDamgard:
    """Returns an algorithm with words of 64 bits."""
    enum, hashlib = (f"{head}{name.replace('/', '_')}" for head in ("SHA", "sha"))
    return MerkleDamgard(
        f"SHA-{name}", enum, 1024, digest_bits, Padding(16), 64, 80, hashlib, _DATAPATH
    )


_DATAPATH = Datapath(4, (2, 3, 7))

#: In the order of ``sil_sha2_pkg::alg_e``.
ALGORITHMS = (
    _narrow("224", 224),
    _narrow("256", 256),
    _wide("384", 384),
    _wide("512", 512),
    _wide("512/224", 224),
    _wide("512/256", 256),
)


def one_stage(parameters: Mapping[str, Any], algorithm: MerkleDamgard) -> Iterator[Rule]:
    """Yields the rules of a core without pipeline stages, which has one message in flight."""
    yield from rules({**parameters, "PipelineStages": 1}, algorithm)


def rules(parameters: Mapping[str, Any], _: MerkleDamgard) -> Iterator[Rule]:
    """Yields the rules of the core's parameters."""
    yield from unrolled(parameters)
    stages, unroll = parameters["PipelineStages"], parameters["Unroll"]
    yield stages in (1, 2), "PipelineStages must be 1 or 2"
    yield (
        stages == 1 or (parameters["Precompute"] == 0 and unroll < 4),
        "PipelineStages = 2 needs Precompute = 0 and Unroll = 1 or 2",
    )
    yield from registers(parameters)
    yield (
        parameters["CounterCode"] == "BINARY" or (unroll < 4 and stages == 1),
        "CounterCode = GRAY needs Unroll = 1 or 2 and PipelineStages = 1",
    )


UNIT = hash_unit("sha2", ALGORITHMS, rules, named=True)
