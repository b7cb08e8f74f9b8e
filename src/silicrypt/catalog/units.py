"""Every kind of hardware."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from silicrypt.catalog import aes, aes_stepwise, hmac, md5, sha1, sha2, shat, sm3
from silicrypt.catalog.unit import Unit

#: Every unit by its name.
UNITS: Mapping[str, Unit[Any]] = MappingProxyType(
    {
        unit.name: unit
        for unit in (
            md5.UNIT,
            sha1.UNIT,
            sha2.UNIT,
            sm3.UNIT,
            *hmac.UNITS,
            shat.UNIT,
            aes.UNIT,
            aes_stepwise.UNIT,
        )
    }
)
