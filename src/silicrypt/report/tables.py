"""Renders rows as tables for a terminal and for a README."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any

from silicrypt import targets
from silicrypt.metrics import METRICS
from silicrypt.papers.model import Reproduction, Verdict
from silicrypt.report import columns
from silicrypt.report.columns import Column
from silicrypt.report.records import PoweredAt
from silicrypt.results.result import Range, Result

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions
    from rich.table import Table

#: More characters than any table has in a line.
_WIDEST = 10_000

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
        shown = [c for c in columns.printed(table.printed) if c.key not in hidden]
        device = attrgetter("device") if sections else None
        console.print(Fitted(shown, table.printed, heading, device))
        for row in table.printed:
            if row.slip:
                _say(console, f"  {row.name}, {row.device}: {row.slip}", "yellow")
        if table.ours:
            pairs = columns.placed(table.ours)
            own = columns.measured(pairs)
            console.print(Fitted(own, pairs, "measured here", itemgetter(1)))
    for sheet in reproduction.sheets:
        own = columns.sheet(sheet)[sheet.grouped :]
        group = itemgetter(0) if sheet.grouped else None
        console.print(Fitted(own, sheet.rows, sheet.about, group))
    console.print(Fitted(columns.VERDICT_COUNTS, [reproduction], "claims"))
    for claim in reproduction.claims:
        _say(console, f"\n{claim.claim}", "bold")
        verdict = f"  {claim.told}", _VERDICT_STYLE[claim.verdict]
        console.print(Text.assemble(verdict, f"   printed: {claim.printed}"))
        for name, text in columns.claim_parts(claim):
            _say(
                console,
                f"  {name}: {text}",
                "" if name in ("quoted", "recomputed", "measured") else "dim",
            )
    console.print()
    for note in reproduction.notes:
        _say(console, f"* {note}")


def _say(console: Console, text: str, style: str = "dim") -> None:
    """Prints text as it is, in one style."""
    console.print(text, style=style, highlight=False, markup=False)


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
    for metric in METRICS.values():
        value = getattr(result, metric.name, None)
        if metric.name == "lut" and result.alut is not None:
            continue  # the same tables
        if value is not None:
            label = target.table if metric.name == "lut" else metric.label
            table.add_row(label, Text(f"{_figure(value)} {metric.unit}".strip()))
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
    console.print(Fitted(columns.powered(shown), shown))
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
