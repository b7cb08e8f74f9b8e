"""Compares a mapped netlist, in the device's own cells, with reference results.

A netlist is placed, routed and measured, not the sources. Synthesis, cell mapping and the simulator
of the sources could each be wrong; the check here relies on none of them.

There is a module for each interface: `hash` (messages to digests or tags; `mac` has the keys),
`cipher` (keys and blocks to blocks), `messages` (keys, starts and messages to messages), `machine`
(the registers of a storage unit), `station` (serial line and display). `check` selects the module.
"""

from silicrypt.verify.netlist.check import check
from silicrypt.verify.netlist.library import any_state, cells

__all__ = ["any_state", "cells", "check"]
