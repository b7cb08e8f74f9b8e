"""ABC, which runs inside Yosys: the script that maps to standard cells and sizes them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from silicrypt.errors import ToolFailed
from silicrypt.targets import StandardCells, base

SCRIPT, CONSTRAINTS = base.ABC_SCRIPT, base.ABC_CONSTRAINTS

_STEPS = (
    "strash; ifraig; scorr; dch -f; if -g -K 6; strash; dch -f; map -D {t} -B 0.9; topo; "
    "buffer -c -N 12; topo; upsize -D {t}; dnsize -D {t}; stime -p; cec\n"
)
#: Without restructuring: gates are mapped to cells, and the cells are buffered and sized.
_DIRECT = (
    "strash; map -D {t} -B 0.9; topo; buffer -c -N 12; topo; upsize -D {t}; dnsize -D {t}; "
    "stime -p; cec\n"
)
#: For area: no restructuring for speed, the smallest sizes, and twice the fan-out per gate.
_SMALLEST = (
    "strash; ifraig; scorr; &get -n; &dch -f; &nf -R 1000 -F 500; &put; "
    "topo; buffer -c -N 24; topo; dnsize -D 100000; stime -p; cec\n"
)


@dataclass(frozen=True)
class Timing:
    """ABC's own static timing of the combinational logic, inputs to outputs.

    Attributes:
        delay_ns: delay of the slowest path, from an input or a register's output, without the
            delays of flip-flops.
        levels: cells on that path.
    """

    delay_ns: float
    levels: int


def render(target: StandardCells) -> str:
    """Returns the script: restructure, map, buffer and size for the delay target, time, prove.

    Without a delay target, the script maps for area. Where the structure is to be kept, it does
    not restructure.
    """
    if not target.delay_target_ps:
        return _SMALLEST
    steps = _STEPS if target.restructured else _DIRECT
    return steps.format(t=target.delay_target_ps)


def render_constraints(target: StandardCells) -> str:
    """Returns the driver of inputs and the load of outputs, without which nothing is buffered."""
    return f"set_driving_cell {target.driver}\nset_load {target.load_ff} [all_outputs]\n"


def parse(log: str) -> Timing:
    """Returns ABC's timing from Yosys' log; checks that ABC proved the mapping.

    Raises:
        ToolFailed: the mapped network was not proved equivalent, or there is no timing.
    """
    mapping = log[log.rfind("ABC: + read_scl") :]
    if "Networks are equivalent" not in mapping:
        raise ToolFailed("abc did not prove the mapped netlist equivalent to the design")
    delays = re.findall(r"ABC: WireLoad.*Delay =\s*([\d.]+) ps", mapping)
    if not delays:
        raise ToolFailed("abc reported no delay of the mapped netlist")
    return Timing(float(delays[-1]) / 1000, len(re.findall(r"ABC: Path\s+[1-9]", mapping)))
