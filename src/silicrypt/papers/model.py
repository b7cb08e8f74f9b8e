"""The parts of a reproduction: rows and tables, sheets and plots, and claims with verdicts."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal, get_args

from silicrypt import targets
from silicrypt.metrics import area_of, fmax, period_ns
from silicrypt.results.result import Result

#: Verdicts on the paper's techniques and systems, then those on its own arithmetic.
Verdict = Literal[
    "reproduced",
    "direction only",
    "not borne out",
    "better than claimed",
    "undecided",
    "not measurable here",
    "arithmetic holds",
    "arithmetic fails",
]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)


@dataclass(frozen=True)
class Printed:
    """A table row as the paper prints it.

    Attributes:
        area: area in ``area_unit``.
        area_unit: ``"slice"``, ``"ALUT"``, ``"GE"``.
        fmax_mhz: clock.
        throughput_mbps: throughput, Mbit/s.
        registers: number of flip-flops, if printed separately from the logic.
        constraint_ns: the required clock period.
        slack_ns: the slack of the slowest path.
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
        """Throughput per area, Mbit/s: the ratio of two printed cells, not printed itself."""
        if not self.area or self.throughput_mbps is None:
            return None
        return self.throughput_mbps / self.area


@dataclass(frozen=True)
class Recomputed:
    """The figures that follow from a row's own cells.

    Attributes:
        cycles_per_block: the integer whose throughput is nearest to the printed one.
        throughput_mbps: block bits x clock / cycles per block.
        fmax_mhz: the clock that follows from constraint and slack.
    """

    cycles_per_block: int | None = None
    throughput_mbps: float | None = None
    fmax_mhz: float | None = None


@dataclass(frozen=True)
class Measured:
    """A result of one of our designs, with the figures that tables and claims of papers show.

    Attributes:
        result: the result.
        target: the name of the target in tables.
    """

    result: Result
    target: str

    @property
    def point(self) -> str:
        """Name of the design point."""
        return self.result.config

    @property
    def target_level(self) -> str:
        """The target, followed by the level if it is not the core."""
        return target_level(self.target, self.result.level)

    @property
    def how(self) -> str:
        """The kind of figure (``"routed"``, ``"mapped, an estimate"``, ...)."""
        return targets.get(self.result.target).kind

    @property
    def area(self) -> float | None:
        """Area in `area_unit`."""
        return area_of(self.result)[0]

    @property
    def area_unit(self) -> str:
        """``"LUT4"``, ``"GE"``, ``"slices"``."""
        return area_of(self.result)[1]

    @property
    def fmax_mhz(self) -> float | None:
        """Median clock over the seeds; None if the target is only mapped."""
        return fmax(self.result)

    @property
    def delay_ns(self) -> float | None:
        """The shortest clock period, in ns; None if there is no clock."""
        return period_ns(self.result)

    @property
    def one_of_many_mbps(self) -> float | None:
        """Throughput on one message, in Mbit/s, of a core that takes several; else None."""
        one = self.result.throughput_one_message_mbps
        return None if one == self.result.throughput_mbps else one

    @property
    def logic_ns(self) -> float | None:
        """Delay of the slowest logic between two registers, on standard cells."""
        delay, registers = self.result.delay_ns, self.result.launch_setup_ns
        return None if delay is None or registers is None else round(delay - registers, 4)

    @property
    def constraint_ns(self) -> float | None:
        """The delay target of this logic, if there is one."""
        asked = self.result.delay_target_ps
        if self.logic_ns is None or self.result.target in targets.TARGETS or asked is None:
            return None
        return asked / 1000

    @property
    def slack_ns(self) -> float | None:
        """The slack against the delay target."""
        if self.logic_ns is None or self.constraint_ns is None:
            return None
        return round(self.constraint_ns - self.logic_ns, 4)

    @property
    def path(self) -> tuple[str, ...]:
        """The instances that the slowest path leads through in order, if the tool reports them."""
        steps = self.result.critical_path
        named = (".".join(re.findall(r"\bu_\w+(?=\.)", step.at)) for step in steps)
        return tuple(dict.fromkeys(filter(None, named)))

    @property
    def path_end(self) -> str:
        """The register that the slowest path ends at."""
        return self.result.critical_path[-1].at if self.result.critical_path else ""

    def to_json(self) -> dict[str, Any]:
        """Returns the figures as values that JSON can hold."""
        of, record = self.result, self.result.verification
        return {
            "point": self.point,
            "target": self.target,
            "level": of.level,
            "verified": of.verified,
            "cycles_per_block": of.cycles_per_block,
            "area": self.area,
            "area_unit": self.area_unit,
            "fmax_mhz": self.fmax_mhz,
            "fmax_range_mhz": (of.fmax_mhz.min, of.fmax_mhz.max) if of.fmax_mhz else None,
            "throughput_mbps": of.throughput_mbps,
            "seeds": of.seeds,
            "how": self.how,
            "run_id": of.run_id,
            "registers": of.ff,
            "logic_ns": self.logic_ns,
            "constraint_ns": self.constraint_ns,
            "slack_ns": self.slack_ns,
            "path": self.path,
            "area_um2": of.area_um2,
            "block_rams": of.bram,
            "luts": of.lut,
            "cases": record.cases + record.netlist_cases,
            "path_end": self.path_end,
            "throughput_one_mbps": of.throughput_one_message_mbps,
        }


def target_level(target: str, level: str) -> str:
    """Returns the target, followed by the level if it is not the core."""
    return target if level == "core" else f"{target} {level}"


@dataclass(frozen=True)
class Row:
    """A row of the reproduced table: printed by the paper, or measured by us.

    Attributes:
        name: the paper's name of the design, or the name of our configuration.
        kind: whether the row is printed or ours.
        algorithm: the algorithm of the design.
        device: the device of the printed figures; empty for ours (each has its target).
        printed: the printed cells.
        recomputed: the same row, computed from its own clock.
        slip: a sentence if the printed cells contradict each other or their caption.
        ours: our measurements of it, one per target.
    """

    name: str
    kind: Literal["printed", "ours"]
    algorithm: str
    device: str = ""
    printed: Printed | None = None
    recomputed: Recomputed | None = None
    slip: str | None = None
    ours: tuple[Measured, ...] = ()

    def on(self, target: str) -> Measured | None:
        """Returns our measurement of this row on a target and level, or None."""
        return next((m for m in self.ours if m.target_level == target), None)


@dataclass(frozen=True)
class PaperTable:
    """A table of the paper, with our rows after the printed ones.

    Attributes:
        number: the paper's number of the table.
        about: what it shows, and the source of the printed figures.
        rows: printed rows, then ours.
    """

    number: str
    about: str
    rows: tuple[Row, ...]

    @property
    def printed(self) -> list[Row]:
        """Returns the paper's rows."""
        return [row for row in self.rows if row.kind == "printed"]

    @property
    def ours(self) -> list[Row]:
        """Returns our rows that have measurements."""
        return [row for row in self.rows if row.kind == "ours" and row.ours]


@dataclass(frozen=True)
class Heading:
    """A column of a sheet.

    Attributes:
        text: the printed heading, with the unit.
        digits: decimals of its numbers; None for text.
    """

    text: str
    digits: int | None = None


#: A row of a sheet.
Cells = tuple[str | float | None, ...]


@dataclass(frozen=True)
class Sheet:
    """A table with its own columns, for a paper whose tables are lost or that has none.

    Attributes:
        name: name for links.
        about: what it shows, and under which conditions.
        headings: its columns.
        rows: one cell per column; None if there is no figure.
        grouped: whether the first column groups the rows by their source.
    """

    name: str
    about: str
    headings: tuple[Heading, ...]
    rows: tuple[Cells, ...]
    grouped: bool = False

    @staticmethod
    def of(
        name: str, about: str, columns: str, rows: Iterable[Cells], *, grouped: bool = False
    ) -> Sheet:
        """Returns a sheet whose columns are written as ``"text | text:digits"``."""
        parts = (column.strip().partition(":") for column in columns.split("|"))
        headings = (Heading(text, int(digits) if digits else None) for text, _, digits in parts)
        return Sheet(name, about, tuple(headings), tuple(rows), grouped)


@dataclass(frozen=True)
class Curve:
    """A line of a plot.

    Attributes:
        name: name of the line.
        group: the target, or ``"printed"``; curves of one group share a colour.
        points: x and y of each point.
    """

    name: str
    group: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Plot:
    """The plot that answers the paper's main question.

    Attributes:
        title: title of the plot.
        x: title of the horizontal axis.
        y: title of the vertical axis.
        curves: its lines.
        ticks: ticks of the horizontal axis; one at each point by default.
        logarithmic: whether both axes are logarithmic.
    """

    title: str
    x: str
    y: str
    curves: tuple[Curve, ...]
    ticks: tuple[float, ...] = ()
    logarithmic: bool = False


@dataclass(frozen=True)
class Evidence:
    """What decides a claim.

    Attributes:
        target: the target with level, or the paper's own tables.
        mapping: how the figure is obtained there.
    """

    target: str
    mapping: str


@dataclass(frozen=True)
class JudgedClaim:
    """A statement of the paper about its own work, with a verdict.

    Attributes:
        id: short name.
        claim: the statement in plain words.
        quote: the paper's own words.
        section: where they stand.
        kind: ``technique``, ``arithmetic``, ``system`` or ``not measurable``.
        rule: the rule, as a sentence with numbers.
        judge: what decides.
        verdict: the verdict by the figures.
        printed: the paper's figure.
        measured: our figures as text.
        why: how the verdict follows.
        cause: why no figure of ours can decide, if none can.
        noise: what a difference must exceed.
        would_change: the verdict for every value of the judging figure.
        missing: the measurement or the source that would decide it.
        dated: when the rule was set, and what changed it.
        qualifiers: conditions of the sentence that the rule keeps.
        not_covered: what the figures leave out.
        figures: the figures by name, for programs.
        says: what each figure says about the claim, by its name.
    """

    id: str
    claim: str
    quote: str
    section: str
    kind: str
    rule: str
    judge: Evidence
    verdict: Verdict
    printed: str
    measured: str
    why: str
    cause: str = ""
    noise: str = ""
    would_change: str = ""
    missing: str = ""
    dated: str = ""
    qualifiers: tuple[str, ...] = ()
    not_covered: str = ""
    figures: Mapping[str, float] = field(default_factory=dict)
    says: Mapping[str, str] = field(default_factory=dict)

    @property
    def told(self) -> str:
        """The verdict, with its cause if no figure of ours can decide."""
        return f"{self.verdict}: {self.cause}" if self.cause else self.verdict


@dataclass(frozen=True)
class Reproduction:
    """A paper's tables and claims, measured again.

    Attributes:
        paper: its name in this project.
        title: its authors, title and year.
        tables: its tables, with our rows beside the printed ones.
        claims: its claims with verdicts.
        notes: what a reader must know about the figures.
        plot: the plot, if enough is measured.
        sheets: tables with their own columns.
        more_plots: further plots.
    """

    paper: str
    title: str
    tables: tuple[PaperTable, ...]
    claims: tuple[JudgedClaim, ...]
    notes: tuple[str, ...]
    plot: Plot | None = None
    sheets: tuple[Sheet, ...] = ()
    more_plots: tuple[Plot, ...] = ()

    @property
    def rows(self) -> tuple[Row, ...]:
        """Returns the rows of all tables."""
        return tuple(itertools.chain.from_iterable(table.rows for table in self.tables))

    def to_json(self) -> dict[str, Any]:
        """Returns the reproduction as values that JSON can hold; each row names its table."""
        rows = [
            {
                "table": table.number,
                **asdict(replace(row, ours=())),
                "ours": [one.to_json() for one in row.ours],
            }
            for table in self.tables
            for row in table.rows
        ]
        about = {table.number: table.about for table in self.tables}
        values = {**asdict(replace(self, tables=())), "tables": about}
        first = {"paper": self.paper, "title": self.title, "tables": about, "rows": rows}
        return first | values
