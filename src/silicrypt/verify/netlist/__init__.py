"""Holds a mapped netlist against its reference, in the device's own cells.

What is placed, routed and measured is a netlist, not the sources. Synthesis, cell mapping and the
simulator that verified the sources stand between the two; the check here relies on none of them.

There is a module for each interface: `hash` (messages to digests or tags; `mac` has the keys),
`cipher` (keys and blocks to blocks), `messages` (keys, orders and messages to messages), `machine`
(a storage unit's registers). `check` chooses.
"""

from silicrypt.verify.netlist.check import check
from silicrypt.verify.netlist.library import any_state, cells

__all__ = ["any_state", "cells", "check"]
