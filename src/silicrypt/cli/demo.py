"""``demo``: complete systems in simulation."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from silicrypt.cli.console import Json, out, progress, say_json


class System(StrEnum):
    """The systems that can be shown."""

    SOC = "soc"


Which = Annotated[System, typer.Argument(help="soc: a processor with SHA-256, HMAC and AES.")]
Plot = Annotated[
    Path | None, typer.Option("--plot", help="Also write a plot: a name that ends in .svg or .png.")
]


def demo(system: Which, plot: Plot = None, as_json: Json = False) -> None:
    """Run a complete system in simulation, and compare its units with software."""
    del system  # there is one
    from silicrypt.flow import soc
    from silicrypt.report import soc_plot

    if plot is not None:
        soc_plot.demand_name(plot)
    with progress(quiet=as_json) as report:
        found = soc.demonstrate(report)
    if plot is not None:
        soc_plot.write(found, plot)
    if as_json:
        say_json(
            {
                "vectors": found.vectors,
                "cycles": [
                    {
                        "function": one.function,
                        "bytes": one.size,
                        "unit": one.unit,
                        "software": one.software,
                        "speedup": round(one.speedup, 2),
                    }
                    for one in found.cycles
                ],
                "pays_from_bytes": {name: found.pays_from(name) for name in found.functions},
                "energy": None,
                "simulated_cycles": found.simulated,
            }
        )
        return
    table = Table("function", "bytes", "unit", "software", "speed-up", box=None, pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    for one in found.cycles:
        table.add_row(
            one.function,
            str(one.size),
            f"{one.unit:,}",
            f"{one.software:,}",
            f"{one.speedup:.1f}",
        )
    console = out()
    console.print(f"examples of the standards on the units: {', '.join(found.vectors)}: passed")
    console.print("cycles of PicoRV32, with all accesses of the driver to the unit:")
    console.print(table)
    for name in found.functions:
        size = found.pays_from(name)
        told = "never, of the lengths measured" if size is None else f"from {size} bytes on"
        console.print(f"{name}: the unit pays {told}")
    console.print("energy: not known, because the power of the processor is not measured")
    if plot is not None:
        console.print(f"wrote {plot}")
