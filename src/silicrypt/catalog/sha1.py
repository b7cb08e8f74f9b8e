"""SHA-1 (FIPS 180-4 6.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from silicrypt.catalog.algorithms import Padding
from silicrypt.catalog.merkle_damgard import (
    Datapath,
    MerkleDamgard,
    four_stages,
    hash_unit,
    registers,
    unrolled,
)
from silicrypt.catalog.unit import Rule

ALGORITHM = MerkleDamgard(
    "SHA-1", "SHA1", 512, 160, Padding(8), 32, 80, "sha1", Datapath(5, (2, 3, 6))
)


def rules(parameters: Mapping[str, Any], _: MerkleDamgard) -> Iterator[Rule]:
    """Yields the rules of the core's parameters."""
    yield from unrolled(parameters)
    yield from four_stages(parameters)
    yield from registers(parameters)
    # A block takes 85, 43 or 22 cycles, and a Gray code needs an even number of values.
    yield (
        parameters["CounterCode"] == "BINARY" or parameters["Unroll"] == 4,
        "CounterCode = GRAY needs Unroll = 4",
    )


UNIT = hash_unit("sha1", (ALGORITHM,), rules)
