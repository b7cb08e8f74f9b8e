"""Tables for a terminal and for a README, and what a terminal shows of papers, results and power.

The columns of reproductions and of power stand beside what prints them. Those of all results, of
peers and of loops are in `silicrypt.report.columns`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any

from silicrypt import targets
from silicrypt.metrics import METRICS, area, area_unit, constraint_ns, fmax, slack_ns
from silicrypt.papers.model import VERDICTS, JudgedClaim, Reproduction, Row, Sheet, Verdict
from silicrypt.report.records import PoweredAt
from silicrypt.results.result import Range, Result

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions
    from rich.table import Table

Value = str | int | float | None


def grouped(value: float, digits: int = 0) -> str:
    """Returns a number with a narrow space between its thousands."""
    return f"{value:,.{digits}f}".replace(",", "\N{NARROW NO-BREAK SPACE}")


@dataclass(frozen=True)
class Column:
    """A column of a table.

    Attributes:
        key: short name, for styles and links.
        heading: the printed heading, with the unit.
        value: returns the cell of a row, or None.
        digits: number of decimals; None for text.
        unit: returns the unit of a row's cell if the unit differs between rows.
        spare: a terminal that is too narrow leaves out the columns with the highest number first.
    """

    key: str
    heading: str
    value: Callable[[Any], Value]
    digits: int | None = None
    unit: Callable[[Any], str] | None = None
    spare: int = 0

    def text(self, row: Any) -> str:
        """Returns the printed cell; a dash if the row has no value."""
        value = self.value(row)
        if value is None:
            return "\N{EN DASH}"
        if self.digits is None or isinstance(value, str):
            return str(value)
        number = grouped(value, self.digits)
        return f"{number} {self.unit(row)}" if self.unit else number


def filled(columns: Iterable[Column], rows: Sequence[Any]) -> list[Column]:
    """Returns the columns that are not empty."""
    return [column for column in columns if any(column.value(row) is not None for row in rows)]


def metric(name: str) -> str:
    """Returns the heading of a metric, with its unit."""
    known = METRICS[name]
    return f"{known.label}, {known.unit}" if known.unit else known.label


# How a table is shown

#: More characters than any table has in a line.
_WIDEST = 10_000


@dataclass(frozen=True)
class Fitted:
    """A table that shows whole cells alone.

    A terminal that is too narrow gets the table without some columns, and a line that names them.
    A file gets all columns.

    Attributes:
        columns: the columns.
        rows: the rows.
        title: the title above the table.
        section: returns what consecutive rows have in common; it is printed once above them.
    """

    columns: Sequence[Column]
    rows: Sequence[Any]
    title: str = ""
    section: Callable[[Any], str] | None = None

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Any]:
        from rich.measure import Measurement

        shown, left = list(self.columns), list[Column]()
        wide = options.update(width=_WIDEST)
        while True:
            table = self._table(shown)
            least, width = Measurement.get(console, wide, table)
            if not console.is_terminal or least <= options.max_width or len(shown) == 1:
                break
            left.append(max(reversed(shown[1:]), key=attrgetter("spare")))
            shown.remove(left[-1])
        width = max(least, options.max_width) if console.is_terminal else width
        yield from console.render(table, options.update(width=width))
        if left:
            names = ", ".join(one.heading for one in self.columns if one in left)
            yield f"Not shown at this width: {names}."

    def _table(self, shown: Sequence[Column]) -> Table:
        """Returns a table of some columns, of which only cells with several words wrap."""
        from rich import box
        from rich.cells import cell_len
        from rich.table import Table
        from rich.text import Text

        table = Table(
            title=self.title,
            box=box.SIMPLE_HEAD,
            title_justify="left",
            pad_edge=False,
            collapse_padding=True,
        )
        for column in shown:
            number = column.digits is not None
            cells = [column.text(row) for row in self.rows]
            whole = number or column is shown[0] or not any(" " in cell for cell in cells)
            heading = column.heading.replace("/block", "/ block")
            heading = heading.replace(" ", "\n") if whole else heading
            # A unit may wrap to the line below its number.
            parts = [part for cell in cells for part in cell.split(" ")] if number else cells
            table.add_column(
                heading,
                justify="right" if number else "left",
                min_width=max(map(cell_len, [*heading.split("\n"), *parts])) if whole else None,
                no_wrap=whole and column.unit is None,
            )
        for name, together in itertools.groupby(self.rows, self.section or (lambda _: "")):
            if name:
                table.add_section()
                table.add_row(Text(name, style="bold"))
            for row in together:
                table.add_row(*(Text(column.text(row)) for column in shown))
        return table


def markdown_table(columns: Sequence[Column], rows: Iterable[Any]) -> str:
    """Returns a Markdown table for a README; numbers are aligned to the right."""
    lines = [
        "| " + " | ".join(column.heading for column in columns) + " |",
        "|" + "|".join("---" if column.digits is None else "--:" for column in columns) + "|",
    ]
    lines += ["| " + " | ".join(column.text(row) for column in columns) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def _say(console: Console, text: str, style: str = "dim") -> None:
    """Prints text as it is, in one style."""
    console.print(text, style=style, highlight=False, markup=False)


# Reproductions of papers

#: The printed rows of a paper.
_PRINTED: Sequence[Column] = (
    Column("name", "design", lambda r: r.name),
    Column("algorithm", "algorithm", lambda r: r.algorithm),
    Column("device", "device", lambda r: r.device),
    Column("constraint", "constraint, ns", lambda r: r.printed.constraint_ns, 1),
    Column("slack", "slack, ns", lambda r: r.printed.slack_ns, 3),
    Column("area", "area", lambda r: r.printed.area, 0, lambda r: r.printed.area_unit),
    Column("registers", "registers", lambda r: r.printed.registers, 0),
    Column("fmax", metric("fmax_mhz"), lambda r: r.printed.fmax_mhz, 1),
    Column("clock", "recomputed, MHz", lambda r: r.recomputed and r.recomputed.fmax_mhz, 1),
    Column("throughput", "printed, Mbit/s", lambda r: r.printed.throughput_mbps, 0),
    Column("cycles", "cycles/block", lambda r: r.recomputed and r.recomputed.cycles_per_block, 0),
    Column("again", "by clock, Mbit/s", lambda r: r.recomputed and r.recomputed.throughput_mbps, 1),
    Column("per_area", "Mbit/s per area", lambda r: r.printed.mbps_per_area, 3),
    Column("slip", "slip", lambda r: r.slip),
)


def printed(rows: Sequence[Row]) -> Sequence[Column]:
    """Returns the columns for printed rows.

    Columns that are empty are left out, as are text columns with the same text in all rows. A unit
    that all rows share is in the heading.
    """
    return [_with_unit(column, rows) for column in _telling(_PRINTED, rows)]


def _telling(columns: Sequence[Column], rows: Sequence[Any]) -> list[Column]:
    """Returns the columns without empty ones, and without text that all rows share."""
    return [
        column
        for column in filled(columns, rows)
        if column.key not in _SHARED or len({column.value(row) for row in rows}) > 1
    ]


#: Text columns that are left out if all rows have the same text.
_SHARED = ("algorithm", "device")


def _with_unit(column: Column, rows: Sequence[Row]) -> Column:
    if column.unit is None:
        return column
    units = {column.unit(row) for row in rows if column.value(row) is not None}
    if len(units) > 1:
        return column
    return replace(column, heading=f"{column.heading}, {units.pop()}", unit=None)


#: A row of ours, the target with level of one of its results, and this result.
Placed = tuple[Row, str, Result]


def placed(rows: Sequence[Row]) -> list[Placed]:
    """Returns our measurements in separate rows, grouped by target and level.

    A narrow table uses them instead of one wide row per design.
    """
    found = [(row, target, result) for row in rows for target, result in row.ours.items()]
    order = list(dict.fromkeys(target for _, target, _ in found))
    return sorted(found, key=lambda one: order.index(one[1]))


def _unit(result: Result, estimate: str) -> str:
    return f"{area_unit(result)}{estimate if 'estimate' in targets.get(result.target).kind else ''}"


def _one_of_many(result: Result) -> float | None:
    """Returns the throughput on one message of a core that takes several; else None."""
    one = result.throughput_one_message_mbps
    return None if one == result.throughput_mbps else one


#: Our measurements in separate rows, without target and level.
_PLACED: Sequence[Column] = (
    Column("name", "design", lambda p: p[0].name),
    Column("algorithm", "algorithm", lambda p: p[0].algorithm),
    Column("cycles", "cycles/block", lambda p: p[2].cycles_per_block, 0),
    Column("constraint", "asked, ns", lambda p: constraint_ns(p[2]), 3),
    Column("slack", "slack, ns", lambda p: slack_ns(p[2]), 3),
    Column("fmax", "fmax, MHz", lambda p: fmax(p[2]), 1),
    Column("area", "area", lambda p: area(p[2]), 0, lambda p: _unit(p[2], " est.")),
    Column("registers", "FF", lambda p: p[2].ff, 0),
    Column("throughput", "Mbit/s", lambda p: p[2].throughput_mbps, 0),
    Column("throughput_one", "of one message", lambda p: _one_of_many(p[2]), 0),
)


def ours(rows: Sequence[Row]) -> Sequence[Column]:
    """Returns the columns for our designs, one group per target and level."""
    first: dict[str, Result] = {}
    for _, target, result in placed(rows):
        first.setdefault(target, result)
    columns = [
        Column("name", "design", lambda r: r.name),
        Column("algorithm", "algorithm", lambda r: r.algorithm),
        Column("cycles", "cycles/block", lambda r: next(iter(r.ours.values())).cycles_per_block, 0),
        *(_of_target(*one, column) for one in first.items() for column in _PLACED[3:]),
    ]
    if len({row.algorithm for row in rows}) <= 1:
        del columns[1]
    return filled(columns, rows)


def _of_target(target: str, like: Result, column: Column) -> Column:
    """Returns a column of one target and level in a table with one wide row per design."""

    def value(row: Row) -> Value:
        found = row.ours.get(target)
        return column.value((row, target, found)) if found else None

    heading = _unit(like, ", estimate") if column.key == "area" else column.heading
    if column.key != "throughput_one":
        heading = f"{target} {heading}"
    return replace(column, heading=heading, value=value, unit=None)


def sheet(shown: Sheet) -> Sequence[Column]:
    """Returns the columns of a sheet."""
    return [
        Column(f"cell{at}", heading.text, itemgetter(at), heading.digits)
        for at, heading in enumerate(shown.headings)
    ]


_NONE: Verdict = "not measurable here"


def _of(verdict: Verdict) -> Column:
    def count(paper: Reproduction) -> Value:
        return sum(claim.verdict == verdict for claim in paper.claims)

    return Column(verdict.replace(" ", "-"), verdict, count, 0)


def _pending(paper: Reproduction) -> Value:
    """Returns the number of claims that are not measured because a possible run is missing."""
    return sum(c.verdict == _NONE and c.kind != "not measurable" for c in paper.claims)


#: How often each verdict occurs in a paper.
VERDICT_COUNTS: Sequence[Column] = (
    Column("paper", "paper", lambda paper: paper.paper),
    Column("claims", "claims", lambda paper: len(paper.claims), 0),
    *map(_of, VERDICTS[: VERDICTS.index(_NONE) + 1]),
    Column("pending", "of these not measured yet", _pending, 0),
    *map(_of, VERDICTS[VERDICTS.index(_NONE) + 1 :]),
)


def claim_parts(claim: JudgedClaim) -> Iterator[tuple[str, str]]:
    """Yields the parts of a claim after its verdict, with their names; empty ones are left out."""
    parts = {
        "quoted": f"\N{LEFT DOUBLE QUOTATION MARK}{claim.quote}\N{RIGHT DOUBLE QUOTATION MARK} "
        f"({claim.section})",
        "qualifiers": "; ".join(claim.qualifiers),
        "rule": claim.rule,
        "noise": claim.noise,
        "judge": f"{claim.judge.target}: {claim.judge.mapping}".removesuffix(": "),
        "recomputed" if claim.kind == "arithmetic" else "measured": claim.measured,
        "why": claim.why,
        "left out": claim.not_covered,
        "would change it": claim.would_change,
        "missing": claim.missing,
        "rule set": claim.dated,
    }
    yield from ((name, text) for name, text in parts.items() if text)


_VERDICT_STYLE: Mapping[Verdict, str] = {
    "reproduced": "green",
    "better than claimed": "green",
    "arithmetic holds": "green",
    "direction only": "cyan",
    "not borne out": "red",
    "arithmetic fails": "red",
    "undecided": "yellow",
    "not measurable here": "yellow",
}


def render_reproduction(console: Console, reproduction: Reproduction) -> None:
    """Prints a reproduction: each table with our rows, the claims with verdicts, and the notes."""
    from rich.text import Text

    _say(console, reproduction.title, "bold")
    for table in reproduction.tables:
        heading = f"table {table.number} as printed: {table.about}"
        sections = 1 < len({row.device for row in table.printed}) <= len(table.printed) / 2
        hidden = {"slip", "per_area", *(("device",) if sections else ())}
        shown = [c for c in printed(table.printed) if c.key not in hidden]
        device = attrgetter("device") if sections else None
        console.print(Fitted(shown, table.printed, heading, device))
        for row in table.printed:
            if row.slip:
                _say(console, f"  {row.name}, {row.device}: {row.slip}", "yellow")
        if table.ours:
            pairs = placed(table.ours)
            console.print(Fitted(_telling(_PLACED, pairs), pairs, "measured here", itemgetter(1)))
    for one in reproduction.sheets:
        group = itemgetter(0) if one.grouped else None
        console.print(Fitted(sheet(one)[one.grouped :], one.rows, one.about, group))
    console.print(Fitted(VERDICT_COUNTS, [reproduction], "claims"))
    for claim in reproduction.claims:
        _say(console, f"\n{claim.claim}", "bold")
        verdict = f"  {claim.told}", _VERDICT_STYLE[claim.verdict]
        console.print(Text.assemble(verdict, f"   printed: {claim.printed}"))
        for name, text in claim_parts(claim):
            style = "" if name in ("quoted", "recomputed", "measured") else "dim"
            _say(console, f"  {name}: {text}", style)
    console.print()
    for note in reproduction.notes:
        _say(console, f"* {note}")


# Results and power


def _part(part: str) -> Column:
    name = f"{part}_uw"
    return Column(name, metric(name), lambda pair: getattr(pair[1], name), 1)


_POWERED: Sequence[Column] = (
    Column("scenario", "scenario", lambda p: p[0].scenario),
    *map(_part, ("clock", "sequential", "combinational", "dynamic", "leakage", "total")),
    Column("throughput", metric("throughput_mbps"), lambda p: p[1].mbps, 1),
    Column("pj_per_bit", metric("pj_per_bit"), lambda p: p[1].pj_per_bit, 2),
)

POWER: Sequence[Column] = (
    Column("config", "configuration", lambda p: p[0].config),
    Column("algorithm", "algorithm", lambda p: p[0].algorithm),
    Column("level", "level", lambda p: p[0].level),
    Column("target", "target", lambda p: p[0].target),
    *_POWERED,
)


def render_result(console: Console, result: Result) -> None:
    """Prints one result: its figures, its slowest path, and its caveats."""
    from rich.table import Table
    from rich.text import Text

    about = f"{result.config} ({result.algorithm}), level {result.level}, on {result.target_about}"
    _say(console, about, "bold")
    target = targets.get(result.target)
    record = result.verification
    table = Table(box=None, show_header=False, pad_edge=False)
    if result.verified:
        cases = f"{record.cases} cases in {record.checks} checks ({record.suite})"
        netlist = f", {record.netlist_cases} on the mapped netlist" if record.netlist else ""
        table.add_row("verified", cases + netlist)
    else:
        table.add_row("verified", Text("NOT VERIFIED", "bold red"))
    for known in METRICS.values():
        value = getattr(result, known.name, None)
        if known.name == "lut" and result.alut is not None:
            continue  # the same tables
        if value is not None:
            label = target.table if known.name == "lut" else known.label
            table.add_row(label, Text(f"{_figure(value)} {known.unit}".strip()))
    table.add_row("run", result.run_id)
    console.print(table)
    if result.critical_path:
        _say(console, "slowest path:")
        for step in result.critical_path:
            _say(console, f"  {step.ns:6.2f} ns  {step.kind:8} {step.at}  {step.source}".rstrip())
    for caveat in result.caveats:
        _say(console, f"* {caveat}")


def render_power(console: Console, shown: Sequence[PoweredAt]) -> None:
    """Prints the power of a design per scenario, the stimuli, and the caveats."""
    result, at = shown[0]
    about = f"{result.config} ({result.algorithm}), level {result.level}, on {result.target_about}"
    _say(console, f"{about}, at {at.frequency_mhz:g} MHz", "bold")
    console.print(Fitted(filled(_POWERED, shown), shown))
    if result.gated_ff:
        console.print(f"{result.gated_ff} of {result.ff} flip-flops have gated clocks:")
        for one, _ in shown:
            each = f"{one.gated_clock_toggles:.3f} clock edges per cycle on average"
            _say(console, f"  {one.scenario}: {each}", "")
    record = result.verification
    console.print(f"verified: {record.cases} cases in {record.checks} checks ({record.suite})")
    for one, _ in shown:
        _say(console, f"* {one.scenario}: {one.stimulus}")
    for caveat in dict.fromkeys(caveat for one, _ in shown for caveat in one.caveats):
        having = [one.scenario for one, _ in shown if caveat in one.caveats]
        where = "" if len(having) == len(shown) else f"{', '.join(having)}: "
        _say(console, f"* {where}{caveat}")


def _figure(value: float | Range) -> str:
    """Returns a figure with its significant digits."""
    if isinstance(value, Range):
        return f"{value.median:.1f} ({value.min:.1f} to {value.max:.1f} over the seeds)"
    if isinstance(value, int):
        return str(value)
    return f"{value:.3f}" if value < 10 else f"{value:.1f}"
