"""MD5 (RFC 1321)."""

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

#: The low byte of the length comes first (RFC 1321, 3.2).
_PADDING = Padding(8, big_endian=False)

ALGORITHM = MerkleDamgard("MD5", "MD5", 512, 128, _PADDING, 32, 64, "md5", Datapath(4, (2, 3, 4)))


def rules(parameters: Mapping[str, Any], _: MerkleDamgard) -> Iterator[Rule]:
    """Yields the rules of the core's parameters."""
    yield from unrolled(parameters)
    yield from four_stages(parameters)
    yield from registers(parameters)
    yield (
        parameters["CounterCode"] == "BINARY"
        or (parameters["Unroll"] < 4 and parameters["PipelineStages"] == 1),
        "CounterCode = GRAY needs Unroll = 1 or 2 and PipelineStages = 1",
    )


UNIT = hash_unit("md5", (ALGORITHM,), rules)
