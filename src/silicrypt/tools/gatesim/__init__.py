"""A simulator of mapped netlists, independent of the simulator of the sources.

It runs 64 messages side by side: bit n of every 64-bit word belongs to simulation lane n. It has no
delays, and it counts the transitions of every net. A netlist passes through four steps::

    Yosys JSON --read--> Netlist --compile_netlist--> Program --Simulator--> values, cycles, toggles
                 ^
       a library's models of its cells: liberty.library(text) or cells(target)
"""

from silicrypt.tools.gatesim.cells import CellModel, Gate, Instance, Library, Register
from silicrypt.tools.gatesim.netlist import Netlist, UnknownCell, read
from silicrypt.tools.gatesim.program import (
    LANES,
    CombinationalLoop,
    NoClock,
    Program,
    compile_netlist,
)
from silicrypt.tools.gatesim.simulator import (
    Activity,
    Beat,
    Edges,
    Probe,
    Result,
    Simulator,
    Sink,
    Source,
    Transfer,
)

__all__ = [
    "LANES",
    "Activity",
    "Beat",
    "CellModel",
    "CombinationalLoop",
    "Edges",
    "Gate",
    "Instance",
    "Library",
    "Netlist",
    "NoClock",
    "Probe",
    "Program",
    "Register",
    "Result",
    "Simulator",
    "Sink",
    "Source",
    "Transfer",
    "UnknownCell",
    "compile_netlist",
    "read",
]
