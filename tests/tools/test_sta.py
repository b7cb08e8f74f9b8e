"""Static timing, compared with manual sums for an invented library."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from silicrypt.errors import ToolFailed
from silicrypt.tools import liberty, sta

LIBRARY = (Path(__file__).parent / "samples" / "mini.lib").read_text(encoding="utf-8")


def cell(kind: str, **pins: int) -> dict[str, Any]:
    return {"type": kind, "connections": {pin: [bit] for pin, bit in pins.items()}}


def netlist(**cells: dict[str, Any]) -> dict[str, Any]:
    names = {f"n{bit}": {"hide_name": 0, "bits": [bit]} for bit in range(2, 10)}
    return {"cells": cells, "netnames": names}


def analyse(module: dict[str, Any]) -> sta.Timing:
    return sta.analyse(module, liberty.timing(LIBRARY, sta.cell_types(module)))


def test_table_is_linear_between_and_beyond_its_points() -> None:
    table = liberty.Table((0.0, 1.0), (0.0, 10.0), ((0.0, 10.0), (1.0, 11.0)))
    assert table.at(0.5, 5.0) == pytest.approx(5.5)
    assert table.at(2.0, 20.0) == pytest.approx(22.0)


def test_area_and_unknown_cell() -> None:
    assert liberty.area(LIBRARY, "DFF") == 4.0
    with pytest.raises(ToolFailed, match="no cell XOR9"):
        liberty.timing(LIBRARY, ["XOR9"])


def test_register_inverter_register() -> None:
    """Q rises into 2 fF (0.52), the inverter falls into 1 fF (0.06); or 0.42 + 0.11; plus setup."""
    module = netlist(
        first=cell("DFF", D=2, CK=9, Q=3),
        inv=cell("INV", A=3, Y=4),
        last=cell("DFF", D=4, CK=9, Q=5),
    )
    timing = analyse(module)
    assert timing.period_ns == pytest.approx(0.52 + 0.06 + 0.04)
    assert timing.launch_ns == pytest.approx(0.52)
    assert timing.setup_ns == pytest.approx(0.04)
    assert [stage.cell for stage in timing.path] == ["DFF", "INV", "DFF"]
    assert timing.path[1].net == "n4"


def test_the_order_of_cells_does_not_matter() -> None:
    cells = {
        "last": cell("DFF", D=5, CK=9, Q=6),
        "late": cell("INV", A=4, Y=5),
        "early": cell("INV", A=3, Y=4),
        "first": cell("DFF", D=2, CK=9, Q=3),
    }
    backwards = dict(reversed(cells.items()))
    assert analyse(netlist(**cells)) == analyse(netlist(**backwards))
    assert len(analyse(netlist(**cells)).path) == 4


def test_fan_out_slows_the_driver_down() -> None:
    alone = netlist(a=cell("DFF", D=2, CK=9, Q=3), i=cell("INV", A=3, Y=2))
    loaded = netlist(**alone["cells"], j=cell("INV", A=3, Y=5))
    assert analyse(loaded).period_ns == pytest.approx(analyse(alone).period_ns + 0.02)


def test_inputs_start_no_path() -> None:
    module = netlist(i=cell("INV", A=2, Y=3), r=cell("DFF", D=3, CK=9, Q=4))
    with pytest.raises(ToolFailed, match="no path between registers"):
        analyse(module)


def test_loop_is_refused() -> None:
    module = netlist(i=cell("INV", A=2, Y=3), j=cell("INV", A=3, Y=2))
    with pytest.raises(ToolFailed, match="combinational loop"):
        analyse(module)
