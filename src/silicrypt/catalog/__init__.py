"""The named design points of ``hw/configs.toml`` and what is known of them before any tool runs.

A family of algorithms has a file of its own, which lists its algorithms and its units: `md5`,
`sha1`, `sha2`, `sm3`, `hmac`, `shat`, `aes`, `aes_stepwise`. `merkle_damgard` and `sponge` have
what several families share.
"""

from silicrypt.catalog.algorithms import Algorithm, BlockCipher, Hash
from silicrypt.catalog.config import Config, load, parse
from silicrypt.catalog.machines import (
    SELF_TESTED,
    WRAPPERS,
    Wrapper,
    get,
    self_test,
    stations,
    storages,
    stream_of,
)
from silicrypt.catalog.unit import Level, Unit
from silicrypt.catalog.units import UNITS

__all__ = [
    "SELF_TESTED",
    "UNITS",
    "WRAPPERS",
    "Algorithm",
    "BlockCipher",
    "Config",
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
]
