"""The table of the clocks and areas of units with registers, in ``hw/bus/mapped/README.md``.

``python docs/tools/register_speed.py`` maps, places and routes the units for ecp5-85k, and writes
the table. ``silicrypt implement`` takes no unit with registers, because no suite makes accesses to
a mapped netlist, so these netlists are not simulated. A netlist that was routed before comes from
the local store.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from statistics import median_low

from silicrypt import catalog
from silicrypt.flow import figures
from silicrypt.flow.implement import SEEDS
from silicrypt.flow.pipeline import Pipeline
from silicrypt.flow.synth import design_of
from silicrypt.paths import reference_path
from silicrypt.report import markdown_pages
from silicrypt.report.tables import Column, grouped, markdown_table
from silicrypt.results.result import PathStep, Result, load_as
from silicrypt.results.store import Store

PAGE, BY = Path("hw", "bus", "mapped", "README.md"), "python docs/tools/register_speed.py"
TARGET = "ecp5-85k"
#: The streams. A row shows the unit around one of them, with registers on AXI4-Lite.
STREAMS = (
    *("sha256-fast", "hmac-sha256-fast", "hmac-sha256-short", "hmac-sha1-short"),
    *("md5-fast", "sha512-fast", "aes128-fast"),
)


@dataclass(frozen=True)
class Row:
    """A unit with registers, after routing.

    Attributes:
        name: the design point with registers.
        clocks: its clock with each seed, MHz.
        lut: LUT4 with the seed of the median clock, after placement.
        ff: its flip-flops.
        path: the ends of its slowest path with that seed.
        stream: the result of its stream.
    """

    name: str
    clocks: tuple[float, ...]
    lut: int
    ff: int
    path: str
    stream: Result


def main() -> None:
    """Measures the units and writes the table."""
    columns = (
        Column("unit", "unit", lambda row: f"`{row.name}`"),
        Column("fmax", "MHz", lambda row: median_low(row.clocks), 1),
        Column("range", "over the seeds", _range),
        Column("lut", "LUT4", lambda row: row.lut, 0),
        Column("ff", "flip-flops", lambda row: row.ff, 0),
        Column("stream", "stream, MHz", lambda row: row.stream.fmax_mhz.median, 1),
        Column("stream-lut", "LUT4 more", lambda row: row.lut - row.stream.lut, 0),
        Column("stream-ff", "flip-flops more", lambda row: row.ff - row.stream.ff, 0),
        Column("path", "slowest path of the unit", lambda row: row.path),
    )
    table = markdown_table(columns, map(_routed, STREAMS))
    markdown_pages.between(PAGE, table, "registers", BY)


def _range(row: Row) -> str:
    return f"{grouped(min(row.clocks), 1)} to {grouped(max(row.clocks), 1)}"


def _routed(stream: str) -> Row:
    """Places and routes the unit with registers around a stream."""
    point = catalog.get(f"{stream}-axil")
    pipeline = Pipeline(design_of(point, TARGET, "stream"), Store())
    routings = pipeline.routed(SEEDS, jobs=2)
    clocks = tuple(one.fmax_mhz for one in routings.values())
    middle = next(one for one in routings.values() if one.fmax_mhz == median_low(clocks))
    steps = tuple(PathStep(step.kind, step.ns, step.at) for step in middle.critical_path)
    steps = figures.named_path(steps, pipeline.synthesized.names)
    return Row(
        name=point.name,
        clocks=clocks,
        lut=middle.cells["TRELLIS_COMB"],
        ff=middle.cells["TRELLIS_FF"],
        path=" to ".join(f"`{steps[at].at.removeprefix('u_mapped.')}`" for at in (0, -1)),
        stream=load_as(Result, reference_path(TARGET, stream, "stream")),
    )


if __name__ == "__main__":
    main()
