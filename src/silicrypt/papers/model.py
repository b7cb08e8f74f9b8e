"""What a reproduction is made of: rows as printed and as measured, claims with their verdict."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

Verdict = Literal["confirmed", "refuted", "not measurable here"]


@dataclass(frozen=True)
class Printed:
    """A table row as the paper prints it.

    Attributes:
        area: in ``area_unit``.
        area_unit: ``"slice"``, ``"ALUT"``, ``"GE"``.
        fmax_mhz: clock.
        throughput_mbps: Mbit/s.
        registers: flip-flops, where they are printed beside the logic.
        constraint_ns: the clock period that was asked for.
        slack_ns: what the slowest path leaves of it.
    """

    area: float | None
    area_unit: str
    fmax_mhz: float | None
    throughput_mbps: float | None
    registers: float | None = None
    constraint_ns: float | None = None
    slack_ns: float | None = None

    @property
    def mbps_per_area(self) -> float | None:
        """Throughput over area, Mbit/s; not printed, a quotient of two printed cells."""
        if not self.area or self.throughput_mbps is None:
            return None
        return self.throughput_mbps / self.area


@dataclass(frozen=True)
class Recomputed:
    """What a row's own cells give.

    Attributes:
        cycles_per_block: the whole number of cycles that comes nearest to the printed throughput.
        throughput_mbps: block bits x clock / that many cycles.
        fmax_mhz: the clock that constraint and slack leave.
    """

    cycles_per_block: int | None = None
    throughput_mbps: float | None = None
    fmax_mhz: float | None = None


@dataclass(frozen=True)
class Measured:
    """One of our designs on one target.

    Attributes:
        config: name of the configuration.
        target: name of the target.
        level: ``"core"`` or ``"stream"``.
        verified: the measured sources passed their vectors.
        cycles_per_block: counted in simulation.
        area: in ``area_unit``.
        area_unit: ``"LUT4"``, ``"GE"``, ``"slices"``.
        fmax_mhz: median over the seeds; nothing where the target is mapped only.
        fmax_range_mhz: the slowest and the fastest of the seeds.
        throughput_mbps: Mbit/s; nothing where there is no clock.
        throughput_one_mbps: the same with one message at a time.
        seeds: seeds of the placement; empty where nothing is placed.
        how: what kind of number it is (``"routed"``, ``"mapped, an estimate"``, ...).
        run_id: the run that it comes from.
        registers: flip-flops.
        logic_ns: delay of the slowest logic between two registers, on standard cells.
        constraint_ns: the delay of it that was asked for, where one was.
        slack_ns: what is left of that.
        path: the instances that the slowest path has parts of, where the tool tells.
        area_um2: area of the cells, on standard cells.
        block_rams: block memories, on FPGAs that are routed.
    """

    config: str
    target: str
    level: str
    verified: bool
    cycles_per_block: int
    area: float | None
    area_unit: str
    fmax_mhz: float | None
    fmax_range_mhz: tuple[float, float] | None
    throughput_mbps: float | None
    seeds: tuple[int, ...]
    how: str
    run_id: str
    registers: int | None = None
    logic_ns: float | None = None
    constraint_ns: float | None = None
    slack_ns: float | None = None
    path: tuple[str, ...] = ()
    area_um2: float | None = None
    block_rams: int | None = None
    throughput_one_mbps: float | None = None

    @property
    def one_of_many_mbps(self) -> float | None:
        """Throughput on one message, where more than one is in flight."""
        same = self.throughput_one_mbps == self.throughput_mbps
        return None if same else self.throughput_one_mbps

    @property
    def delay_ns(self) -> float | None:
        """The shortest clock period; nothing where there is no clock."""
        return 1000 / self.fmax_mhz if self.fmax_mhz else None

    @property
    def place(self) -> str:
        """Where it was measured: the target, and the level where that is not the core."""
        return place_of(self.target, self.level)


def place_of(target: str, level: str) -> str:
    """Where something is measured: the target, and the level where that is not the core."""
    return target if level == "core" else f"{target} {level}"


@dataclass(frozen=True)
class Row:
    """A row of the reproduced table: printed by the paper, or measured here.

    Attributes:
        name: the paper's name of the design, or the name of our configuration.
        kind: who says it.
        algorithm: what the design computes.
        device: where the printed figures come from; empty for ours (each has its target).
        printed: the printed cells.
        recomputed: the same row from its own clock.
        slip: a sentence where the printed cells contradict each other or their caption.
        ours: our measurements of it, one a target.
    """

    name: str
    kind: Literal["printed", "ours"]
    algorithm: str
    device: str = ""
    printed: Printed | None = None
    recomputed: Recomputed | None = None
    slip: str | None = None
    ours: tuple[Measured, ...] = ()

    def on(self, place: str) -> Measured | None:
        """Our measurement of this row in a place, if there is one."""
        return next((m for m in self.ours if m.place == place), None)


@dataclass(frozen=True)
class Table:
    """A table of the paper: its rows, and ours beside them.

    Attributes:
        number: as the paper counts.
        about: what it shows, and where the printed figures come from.
        rows: printed rows, then ours.
    """

    number: str
    about: str
    rows: tuple[Row, ...]

    @property
    def printed(self) -> list[Row]:
        """The paper's rows."""
        return [row for row in self.rows if row.kind == "printed"]

    @property
    def ours(self) -> list[Row]:
        """Our rows that anything is measured of."""
        return [row for row in self.rows if row.kind == "ours" and row.ours]


@dataclass(frozen=True)
class Claim:
    """A sentence of the paper, in our words, held against figures.

    Attributes:
        claim: the sentence.
        verdict: what the figures say.
        printed: the paper's figure.
        measured: ours, or what the paper's own table gives.
        why: how the verdict follows, and what it does not cover.
        figures: the figures of ``measured`` by name, for programs.
    """

    claim: str
    verdict: Verdict
    printed: str
    measured: str
    why: str
    figures: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class MessageRate:
    """How fast a design takes whole messages: padding, key blocks and outer hash included.

    Attributes:
        name: the paper's name of the design, or the name of our configuration.
        kind: whose clock it is.
        algorithm: what the design computes.
        place: device or target that the clock comes from.
        key: when the key is loaded, in words.
        block_mbps: Mbit/s by the cycles of one block, as papers count.
        by_bytes: Mbit/s of messages by their length in bytes.
    """

    name: str
    kind: Literal["printed", "ours"]
    algorithm: str
    place: str
    key: str
    block_mbps: float
    by_bytes: Mapping[int, float]


@dataclass(frozen=True)
class Heading:
    """A column of a sheet.

    Attributes:
        text: as printed, with the unit.
        digits: decimals of its numbers; nothing for words.
    """

    text: str
    digits: int | None = None


@dataclass(frozen=True)
class Sheet:
    """A table that has columns of its own, where a paper's tables are lost or it has none.

    Attributes:
        name: for links.
        about: what it shows, and where it holds.
        headings: its columns.
        rows: a cell for each column; nothing where there is no figure.
        grouped: the first column is where rows together come from.
    """

    name: str
    about: str
    headings: tuple[Heading, ...]
    rows: tuple[tuple[str | float | None, ...], ...]
    grouped: bool = False


@dataclass(frozen=True)
class Curve:
    """A line of a plot.

    Attributes:
        name: what it shows.
        group: curves of one group share a colour: the target, or ``"printed"``.
        points: x and y of each point.
    """

    name: str
    group: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Plot:
    """The picture that answers the paper's main question.

    Attributes:
        title: what it shows.
        x: title of the horizontal axis.
        y: title of the vertical axis.
        curves: its lines.
        ticks: of the horizontal axis; where points are, if none are given.
        logarithmic: both axes.
    """

    title: str
    x: str
    y: str
    curves: tuple[Curve, ...]
    ticks: tuple[float, ...] = ()
    logarithmic: bool = False


@dataclass(frozen=True)
class Reproduction:
    """A paper's tables and claims, measured again.

    Attributes:
        paper: its name here.
        title: its authors, title and year.
        tables: its tables, ours beside the printed rows.
        claims: its claims with verdicts.
        notes: what a reader must know beside the figures.
        plot: the answer as a picture, where enough is measured.
        messages: throughput of whole messages, where the paper counts a block alone.
        sheets: tables with columns of their own.
    """

    paper: str
    title: str
    tables: tuple[Table, ...]
    claims: tuple[Claim, ...]
    notes: tuple[str, ...]
    plot: Plot | None = None
    messages: tuple[MessageRate, ...] = ()
    sheets: tuple[Sheet, ...] = ()

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows of all tables."""
        return tuple(itertools.chain.from_iterable(table.rows for table in self.tables))

    def to_json(self) -> dict[str, Any]:
        """The whole as plain values; each row names its table."""
        whole = asdict(self)
        tables = whole.pop("tables")
        rows = [{"table": table["number"], **row} for table in tables for row in table["rows"]]
        about = {table["number"]: table["about"] for table in tables}
        return {"paper": self.paper, "title": self.title, "tables": about, "rows": rows} | whole
