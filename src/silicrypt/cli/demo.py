"""``demo``: complete systems in simulation."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from silicrypt.cli.console import Json, out, progress, say_json

if TYPE_CHECKING:
    from silicrypt.boards.soc import Cycles, Demonstration
    from silicrypt.boards.soc_energy import Energies


class System(StrEnum):
    """The systems that can be shown."""

    SOC = "soc"


Which = Annotated[System, typer.Argument(help="soc: a processor with SHA-256, HMAC and AES.")]
Plot = Annotated[
    Path | None, typer.Option("--plot", help="Also write a plot: a name that ends in .svg or .png.")
]
Energy = Annotated[
    bool,
    typer.Option(
        "--energy/--no-energy", help="Measure the energy, too; takes minutes the first time."
    ),
]


def demo(system: Which, plot: Plot = None, energy: Energy = True, as_json: Json = False) -> None:
    """Run a complete system in simulation, and compare its units with software."""
    del system  # there is one
    from silicrypt.boards import soc, soc_plot

    if plot is not None:
        soc_plot.demand_name(plot)
    with progress(quiet=as_json) as report:
        found = soc.demonstrate(report, energy=energy)
    if plot is not None:
        soc_plot.write(found, plot)
    if as_json:
        say_json(_document(found))
        return
    console = out()
    console.print(f"examples of the standards on the units: {', '.join(found.vectors)}: passed")
    console.print("cycles of PicoRV32, with all accesses of the driver to the unit:")
    console.print(_table([(one, one.unit, one.software) for one in found.cycles], ",.0f"))
    for name in found.functions:
        size = found.faster_from(name)
        told = "at no measured length" if size is None else f"from {size} bytes on"
        console.print(f"{name}: the unit is faster than software {told}")
    if (energies := found.energies) is not None:
        from silicrypt.boards.soc_energy import CAVEATS, FREQUENCY_MHZ
        from silicrypt.boards.soc_processor import TARGET

        console.print(f"energy in nJ of processor and unit, on {TARGET} at {FREQUENCY_MHZ:g} MHz:")
        console.print(_table([(one, *_nanojoules(energies, one)) for one in found.cycles], ",.1f"))
        for caveat in CAVEATS:
            console.print(f"  {caveat}")
    if plot is not None:
        console.print(f"wrote {plot}")


def _table(rows: list[tuple[Cycles, float, float]], form: str) -> Table:
    """Returns a table with the value of the unit and that of the software in each row."""
    table = Table("function", "bytes", "unit", "software", "ratio", box=None, pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    for one, unit, software in rows:
        values = f"{unit:{form}}", f"{software:{form}}", f"{software / unit:.1f}"
        table.add_row(one.function, str(one.size), *values)
    return table


def _document(found: Demonstration) -> dict[str, object]:
    """Returns what ``--json`` prints."""
    return {
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
        "faster_from_bytes": {name: found.faster_from(name) for name in found.functions},
        "energy": _energy(found),
        "simulated_cycles": found.simulated,
    }


def _nanojoules(energies: Energies, one: Cycles) -> tuple[float, float]:
    """Returns the energy of a message in nanojoules: with the unit, and in software."""
    unit = energies.unit_nj(one.function, one.size, one.unit)
    return unit, energies.software_nj(one.software)


def _energy(found: Demonstration) -> dict[str, object] | None:
    from silicrypt.boards.soc_energy import CAVEATS, FREQUENCY_MHZ
    from silicrypt.boards.soc_processor import TARGET

    if (energies := found.energies) is None:
        return None
    nanojoules = [(one, *_nanojoules(energies, one)) for one in found.cycles]
    return {
        "target": TARGET,
        "frequency_mhz": FREQUENCY_MHZ,
        "caveats": list(CAVEATS),
        "messages": [
            {
                "function": one.function,
                "bytes": one.size,
                "unit_nj": round(unit, 3),
                "software_nj": round(software, 3),
            }
            for one, unit, software in nanojoules
        ],
    }
