"""``bitstream`` and ``demo``: files for boards, and complete systems in simulation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from rich.table import Table
from rich.text import Text
from typer import Argument, Option

from silicrypt.cli import console
from silicrypt.cli.console import Answer, command, complete, progress
from silicrypt.cli.options import ConfigName

if TYPE_CHECKING:
    from silicrypt_boards.soc import Demonstration, FunctionCycles
    from silicrypt_boards.soc_energy import Energies


class System(StrEnum):
    """The systems that can be shown."""

    SOC = "soc"


@command("silicrypt demo soc", 150)
def demo(
    system: Annotated[System, Argument(help="soc: a processor with SHA-256, HMAC and AES.")],
    plot: Annotated[
        Path | None, Option("--plot", help="Also draw into this file, .svg, .png, .html or .json.")
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
    from silicrypt_boards import soc

    if plot is not None:
        from silicrypt.report import plots

        plots.require_drawable(plot)
    with progress() as report:
        found = soc.demonstrate(report, energy=energy)
    if plot is not None:
        plots.draw(_chart(found), plot)
    wrote = [] if plot is None else [Text(f"wrote {plot}")]
    return Answer(_document(found), [*_shown(found), *wrote])


def _shown(found: Demonstration) -> Iterator[Text | Table]:
    from silicrypt_boards.soc_energy import CAVEATS, FREQUENCY_MHZ, TARGET

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


def _table(rows: Sequence[tuple[FunctionCycles, float, float]], form: str) -> Table:
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


def _nanojoules(energies: Energies, one: FunctionCycles) -> tuple[float, float]:
    """Returns the energy of a message in nanojoules: with the unit, and in software."""
    unit = energies.unit_nj(one.function, one.size, one.unit)
    return unit, energies.software_nj(one.software)


def _energy(found: Demonstration) -> dict[str, object] | None:
    from silicrypt_boards.soc_energy import CAVEATS, FREQUENCY_MHZ, TARGET

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


def _chart(found: Demonstration) -> Any:
    """Returns the plot of the cycles of units and of software."""
    import altair as alt

    rows = [
        {"function": one.function, "bytes": one.size, "by": by, "cycles": cycles}
        for one in found.cycles
        for by, cycles in (("unit", one.unit), ("software", one.software))
    ]
    return (
        alt.Chart(alt.InlineData(values=rows))
        .mark_line(point=True)
        .encode(
            x=alt.X("bytes:Q", title="message, bytes"),
            y=alt.Y("cycles:Q", title="cycles (log)").scale(type="log"),
            color=alt.Color("by:N", title=None, sort=["unit", "software"]),
        )
        .properties(width=240, height=220)
        .facet(column=alt.Column("function:N", title=None))
    )


@command("silicrypt bitstream hmac-sha1 -b ulx3s-85f -o hmac.bit", 140)
def bitstream(
    point: ConfigName,
    board: Annotated[str, Option("--board", "-b", help="For instance ulx3s-85f.")],
    out: Annotated[Path, Option("--out", "-o", help="The file to write.")],
) -> Answer:
    """Verify a design point or a system and write the bitstream of its machine for a board.

    The machine of a design point is its self-test. The systems are the hash stations, the storage
    units, and 'soc', the processor of 'silicrypt demo soc' with its units and its firmware. The
    routed netlists of stations and storage units are simulated.
    """
    from silicrypt import catalog, targets
    from silicrypt_boards import bitstream as flow
    from silicrypt_boards import soc_board

    chosen = targets.board(board)
    known = None if point == soc_board.NAME else catalog.stream_of(point)
    with complete(out) as sink, progress() as report:  # refuses a file before the work
        made = flow.build(known, chosen, report) if known else soc_board.build(chosen, report)
        content = made.path.read_bytes()
        sink.write(content)
    document = {
        "bitstream": str(out),
        "bytes": len(content),
        "config": made.name,
        "board": chosen.name,
        "clock_mhz": chosen.clock_mhz,
        "fmax_mhz": round(made.routing.fmax_mhz, 2),
        "cells": dict(made.routing.cells),
        "simulated_cases": made.cases,
    }
    simulated = f"; its routed netlist passed {made.cases} cases" if made.cases else ""
    if made.simulated:
        simulated = f"; its sources passed {made.simulated} examples in simulation"
    wrote = (
        f"wrote {out}: {len(content)} bytes; {made.routing.fmax_mhz:.1f} MHz where the clock of "
        f"{chosen.name} has {chosen.clock_mhz:g} MHz{simulated}"
    )
    return Answer(document, [wrote])
