"""Every kind of hardware."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from silicrypt.catalog import aes, hmac, merkle_damgard, sponge
from silicrypt.catalog.unit import Unit

#: Every unit by its name.
UNITS: Mapping[str, Unit[Any]] = MappingProxyType(
    {unit.name: unit for unit in (merkle_damgard.UNIT, hmac.UNIT, sponge.UNIT, aes.UNIT)}
)
