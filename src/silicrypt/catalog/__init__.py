"""The named design points of ``hw/configs.toml`` and what is known of them before any tool runs.

A family of algorithms has a file of its own, with its algorithms and a tuple ``UNITS``, and is
found by that: `merkle_damgard` (with what such hashes share), `sm3`, `hmac`, `sponge`, `aes`.
"""

from silicrypt.catalog.design_point import DesignPoint, load, parse, units
from silicrypt.catalog.machines import (
    BUSES,
    SELF_TESTED,
    Wrapper,
    get,
    self_test,
    stations,
    storages,
    stream_of,
    wrappers,
)
from silicrypt.catalog.unit import Algorithm, BlockCipher, Hash, Level, Unit

#: Every unit by its name.
UNITS = units()

__all__ = [
    "BUSES",
    "SELF_TESTED",
    "UNITS",
    "Algorithm",
    "BlockCipher",
    "DesignPoint",
    "Hash",
    "Level",
    "Unit",
    "Wrapper",
    "get",
    "load",
    "parse",
    "self_test",
    "stations",
    "storages",
    "stream_of",
    "wrappers",
]
