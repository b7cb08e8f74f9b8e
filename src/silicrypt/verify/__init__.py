"""Verification: whether a design point does what its standard and its contract say.

Each interface of the hardware has a bench in a folder of its own:

* ``hash``: messages to digests;
* ``messages``: keys, and messages under them (HMAC); it adds to the bench of hashes;
* ``cipher``: keys and blocks, or keys and messages in a mode of operation, to blocks or messages;
* ``registers``: a hash, HMAC or AES behind registers on a bus;
* ``machine``: the storage unit, with the programs of its host.

``netlist`` has the same interfaces in the gate-level simulator. The files beside these folders are
shared by all of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

#: The folders with the bench of each interface (`Unit.interface`).
BENCHES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "hash": ("hash",),
        "sponge": ("hash",),
        "hmac": ("hash", "messages"),
        "aes": ("cipher",),
        "storage": ("machine", "cipher"),
        "station": (),
        "axil": ("registers",),
        "apb": ("registers",),
    }
)
