"""``demo``: complete systems in simulation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from rich.table import Table
from rich.text import Text
from typer import Argument, Option

from silicrypt.cli import console
from silicrypt.cli.console import Answer, command, progress

if TYPE_CHECKING:
    from silicrypt.boards.soc import Cycles, Demonstration
    from silicrypt.boards.soc_energy import Energies


class System(StrEnum):
    """The systems that can be shown."""

    SOC = "soc"


@command("silicrypt demo soc", 150)
def demo(
    system: Annotated[System, Argument(help="soc: a processor with SHA-256, HMAC and AES.")],
    plot: Annotated[
        Path | None, Option("--plot", help="Also write a plot: a name that ends in .svg or .png.")
    ] = None,
    energy: Annotated[
        bool,
        Option(
            "--energy/--no-energy", help="Measure the energy, too; takes minutes the first time."
        ),
    ] = True,
) -> Answer:
    """Run a complete system in simulation, and compare its units with software."""
    del system  # there is one
    from silicrypt.boards import soc, soc_plot

    if plot is not None:
        soc_plot.demand_name(plot)
    with progress() as report:
        found = soc.demonstrate(report, energy=energy)
    if plot is not None:
        soc_plot.write(found, plot)
    wrote = [] if plot is None else [Text(f"wrote {plot}")]
    return Answer(_document(found), [*_shown(found), *wrote])


def _shown(found: Demonstration) -> Iterator[Text | Table]:
    from silicrypt.boards.soc_energy import CAVEATS, FREQUENCY_MHZ
    from silicrypt.boards.soc_processor import TARGET

    yield Text(f"examples of the standards on the units: {', '.join(found.vectors)}: passed")
    yield Text("cycles of PicoRV32, with all accesses of the driver to the unit:")
    yield _table([(one, one.unit, one.software) for one in found.cycles], ",.0f")
    for name in found.functions:
        size = found.faster_from(name)
        told = "at no measured length" if size is None else f"from {size} bytes on"
        yield Text(f"{name}: the unit is faster than software {told}")
    if (energies := found.energies) is not None:
        yield Text(f"energy in nJ of processor and unit, on {TARGET} at {FREQUENCY_MHZ:g} MHz:")
        yield _table([(one, *_nanojoules(energies, one)) for one in found.cycles], ",.1f")
        for caveat in CAVEATS:
            yield Text(f"  {caveat}")


def _table(rows: Sequence[tuple[Cycles, float, float]], form: str) -> Table:
    """Returns a table with the value of the unit and that of the software in each row."""
    columns = ("function", "bytes", "unit", "software", "ratio")
    table = console.table(*columns, numbers=range(1, 5))
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
