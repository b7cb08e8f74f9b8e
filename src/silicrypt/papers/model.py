"""The parts of a reproduction: rows and tables, sheets and plots, and claims with verdicts."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal, get_args

from silicrypt import targets
from silicrypt.metrics import area, area_unit, cells_ns, constraint_ns, fmax, slack_ns
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


def target_level(target: str, level: str) -> str:
    """Returns the target, followed by the level if it is not the core."""
    return target if level == "core" else f"{target} {level}"


def path_of(result: Result) -> tuple[str, ...]:
    """Returns the instances that the slowest path leads through in order, if the tool has them."""
    named = (".".join(re.findall(r"\bu_\w+(?=\.)", step.at)) for step in result.critical_path)
    return tuple(dict.fromkeys(filter(None, named)))


def end_of_path(result: Result) -> str:
    """Returns the register that the slowest path ends at; empty if the tool does not report it."""
    return result.critical_path[-1].at if result.critical_path else ""


def figures_of(result: Result, target: str) -> dict[str, Any]:
    """Returns the figures of a result as values that JSON can hold.

    Args:
        result: the result.
        target: the target with level that tables show it on.
    """
    record, clock = result.verification, result.fmax_mhz
    return {
        "point": result.config,
        "target": target.partition(" stream")[0],
        "level": result.level,
        "verified": result.verified,
        "cycles_per_block": result.cycles_per_block,
        "area": area(result),
        "area_unit": area_unit(result),
        "fmax_mhz": fmax(result),
        "fmax_range_mhz": (clock.min, clock.max) if clock else None,
        "throughput_mbps": result.throughput_mbps,
        "seeds": result.seeds,
        "how": targets.get(result.target).kind,
        "run_id": result.run_id,
        "registers": result.ff,
        "logic_ns": cells_ns(result),
        "constraint_ns": constraint_ns(result),
        "slack_ns": slack_ns(result),
        "path": path_of(result),
        "area_um2": result.area_um2,
        "block_rams": result.bram,
        "luts": result.lut,
        "cases": record.cases + record.netlist_cases,
        "path_end": end_of_path(result),
        "throughput_one_mbps": result.throughput_one_message_mbps,
    }


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
        ours: our results of it, by the target with level.
    """

    name: str
    kind: Literal["printed", "ours"]
    algorithm: str
    device: str = ""
    printed: Printed | None = None
    recomputed: Recomputed | None = None
    slip: str | None = None
    ours: Mapping[str, Result] = field(default_factory=dict)


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
                **asdict(replace(row, ours={})),
                "ours": [figures_of(one, target) for target, one in row.ours.items()],
            }
            for table in self.tables
            for row in table.rows
        ]
        about = {table.number: table.about for table in self.tables}
        values = {**asdict(replace(self, tables=())), "tables": about}
        first = {"paper": self.paper, "title": self.title, "tables": about, "rows": rows}
        return first | values
