"""What a paper states, as data: ``data/<paper>.toml``, read and checked.

A claim quotes a sentence of the paper and states which figure judges it and by which rule, on which
day the rule was set, and what changed it. Figures are a closed set: they are measured, as those of
designs or as power; they are printed; or a `Formula` computes with both and with what the module of
the paper computes. Tables, sheets and `Runs` name further designs.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, ValidationError
from pydantic import model_validator as check

from silicrypt.catalog import Level
from silicrypt.errors import BadInput
from silicrypt.metrics import FIGURES

PowerPart = Literal["sequential_uw", "combinational_uw", "dynamic_uw", "total_uw"]

#: How the ratios of several pairs become one figure. ``fit`` is the share of the variance (R^2)
#: that a straight line through the points explains.
Pick = Literal["mean", "median", "max", "min", "fit"]


class Frozen(BaseModel):
    """A value that is read from a file: complete, without unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class _Pairs(Frozen):
    """Figures of one or more designs, or their ratios to figures of others.

    Attributes:
        new: names in the numerator.
        old: names in the denominator; none for an absolute figure. A single name on one side is
            paired with each name on the other.
        pick: how several figures become one.
    """

    new: tuple[str, ...]
    old: tuple[str, ...] = ()
    pick: Pick = "mean"

    @check(mode="before")
    @classmethod
    def _lists(cls, given: Any) -> Any:
        single = {k: [v] for k, v in given.items() if k in ("new", "old") and isinstance(v, str)}
        return {**given, **single}

    @check(mode="after")
    def _lengths(self) -> _Pairs:
        if self.old and 1 not in (len(self.new), len(self.old)) and len(self.new) != len(self.old):
            raise ValueError("new and old have as many names, or one of them has one name")
        return self

    @property
    def is_ratio(self) -> bool:
        """Whether the figure is a ratio, whose change has a sign."""
        return bool(self.old) and self.pick != "fit"

    @property
    def pairs(self) -> list[tuple[str, str | None]]:
        """The names in numerator and denominator."""
        count = max(len(self.new), len(self.old))
        news, olds = (side * count if len(side) == 1 else side for side in (self.new, self.old))
        return list(zip(news, olds or [None] * count, strict=True))


class MeasuredFigure(_Pairs):
    """A measured figure of design points on a target.

    Attributes:
        metric: the figure.
        on: name of the target, with its mapping.
        level: ``"core"`` or ``"stream"``.
        x: for ``pick = "fit"``: the horizontal position of each design.
    """

    metric: str
    on: str
    level: Level = "core"
    x: tuple[float, ...] = ()

    @check(mode="after")
    def _known(self) -> MeasuredFigure:
        if self.metric not in FIGURES:
            raise ValueError(f"there is no metric '{self.metric}'; there are {', '.join(FIGURES)}")
        return self


class MeasuredPower(_Pairs):
    """Power of design points at one clock or at one throughput.

    Attributes:
        power: the part of the power.
        on: name of the target, with its mapping.
        scenario: the stimulus.
        mhz: the clock of all designs.
        mbps: the throughput of all designs; each then has the clock that it needs.
    """

    power: PowerPart
    on: str = "nangate45"
    scenario: str = "saturated"
    mhz: float | None = None
    mbps: float | None = None

    @check(mode="after")
    def _one(self) -> MeasuredPower:
        if (self.mhz is None) == (self.mbps is None):
            raise ValueError("state either mhz or mbps")
        return self


class PrintedFigure(_Pairs):
    """A figure from the printed tables: names are ``TABLE/ROW`` of its CSV.

    Attributes:
        column: the column of the table.
    """

    column: str


class Formula(Frozen):
    """Arithmetic on printed cells and on figures that the module of the paper computes.

    Attributes:
        formula: the formula (`silicrypt.papers.data`).
        name: what it is, as readers see it.
        on: what it was measured on.
        is_ratio: ``ratio`` in the file: whether it is a ratio, whose change has a sign.
        noise: what its noise is that of (`silicrypt.metrics`); ``power and clock`` is that of a
            power at the design's own clock. The seeds show that of a clock after routing.
    """

    formula: str
    name: str
    on: str = ""
    is_ratio: bool = Field(default=False, alias="ratio")
    noise: Literal["none", "clock", "area", "power", "power and clock"] = "none"


KINDS = {
    "metric": "design",
    "power": "power",
    "column": "cells",
    "formula": "formula",
}


def kind_of(given: Any) -> str | None:
    """Returns the kind of a figure by the keys that it has; None if it has none of them."""
    if isinstance(given, BaseModel):
        return type(given).__name__.lower()
    return next((kind for key, kind in KINDS.items() if key in given), None)


Expression = Annotated[
    Annotated[MeasuredFigure, Tag("design")]
    | Annotated[MeasuredPower, Tag("power")]
    | Annotated[PrintedFigure, Tag("cells")]
    | Annotated[Formula, Tag("formula")],
    Discriminator(
        kind_of,
        custom_error_type="figure",
        custom_error_message="a figure has one of the keys metric, power, column, formula",
    ),
]


class Rule(Frozen):
    """What the figure is compared with.

    Attributes:
        test: ``value`` (within the band), ``at least``, ``at most``, ``more`` and ``less`` (than 1
            or than ``value``), ``equal`` (no change, within the band).
        value: the printed figure or ratio.
        change: the printed change in percent, instead of ``value``.
        band: tolerance in percent of the change or of the figure.
    """

    test: Literal["value", "at least", "at most", "more", "less", "equal"]
    value: float | None = None
    change: float | None = None
    band: float | None = Field(default=None, ge=0)

    @check(mode="after")
    def _one(self) -> Rule:
        needed = self.test in ("value", "at least", "at most")
        if needed and (self.value is None) == (self.change is None):
            raise ValueError(f"'{self.test}' needs either value or change")
        if not needed and self.change is not None:
            raise ValueError(f"'{self.test}' takes no change")
        return self


#: Why no figure of ours can decide: the paper's design is known only as our reconstruction of it,
#: its text has lost cells, or it does not state what it compares.
Cause = Literal["", "reconstruction", "lost cells", "not stated"]


class Claim(Frozen):
    """One statement of a paper about its own work.

    Attributes:
        id: short name, unique in the paper.
        claim: the statement in plain words.
        quote: the paper's own words, short.
        section: where they stand.
        kind: ``technique`` (our designs judge, the default), ``arithmetic`` (the paper's own tables
            judge), ``system`` (a machine, judged by its verification), or ``not measurable``, which
            every claim without a judge is.
        printed: the paper's figure as text.
        rule: the rule; none if it is not measurable.
        judge: the figure that judges.
        others: further figures of the same statement; a contrary one leaves it undecided.
        beside: figures for context, which do not count.
        better: which direction is better; by default that of the metric.
        qualifiers: conditions of the sentence that the rule keeps.
        not_covered: what the figures leave out, and what cannot change the verdict, as sentences.
        undecided: why the verdict stays open whatever is measured; of the paper's own arithmetic,
            why it stays open if it does not hold.
        missing: the measurement or the source that would decide it, as a sentence.
        why: what a reader must know to understand the verdict.
        set: the day on which the rule was first committed; by default that of the file.
        changed: what changed the rule or the judge since then, with the day, as sentences.
        before: whether the history shows that the rule is older than every result of its judge.
        rows: the printed rows that the sentence repeats, ``TABLE/ROW``.
        main: whether ``--quick`` measures what the judge needs.
    """

    id: str
    claim: str = Field(min_length=10)
    quote: str = Field(min_length=5, max_length=300)
    section: str
    kind: Literal["technique", "arithmetic", "system", "not measurable"] = "technique"
    printed: str = "no figure"
    rule: Rule | None = None
    judge: Expression | None = None
    others: tuple[Expression, ...] = ()
    beside: tuple[Expression, ...] = ()
    better: Literal["higher", "lower", "neither"] | None = None
    qualifiers: tuple[str, ...] = ()
    not_covered: str = ""
    undecided: Cause = ""
    missing: str = ""
    why: str = ""
    set: date | None = None
    changed: tuple[str, ...] = ()
    before: bool = False
    rows: tuple[str, ...] = ()
    main: bool = False

    @check(mode="before")
    @classmethod
    def _inherit(cls, given: Any) -> Any:
        """Completes every other figure with the keys of the judge that it does not state."""
        if isinstance(given, dict) and "judge" not in given:
            return {"kind": "not measurable", **given}
        if not isinstance(given, dict) or not isinstance(base := given["judge"], dict):
            return given
        full = {
            key: [_over(base, one) for one in given[key]]
            for key in ("others", "beside")
            if key in given
        }
        return {**given, **full}

    @check(mode="after")
    def _complete(self) -> Claim:
        if self.kind == "not measurable":
            if self.rule or self.judge or not self.why:
                raise ValueError("a claim that is not measurable has no rule or judge, but a why")
        elif self.rule is None or self.judge is None:
            raise ValueError("a claim that is measured needs a rule and a judge")
        if self.undecided and not self.missing:
            raise ValueError("a claim that no figure can decide says in 'missing' what could")
        return self

    @property
    def expressions(self) -> Sequence[Expression]:
        """Every figure of the claim, the judge first."""
        return [*([self.judge] if self.judge else []), *self.others, *self.beside]

    @property
    def dated(self) -> str:
        """When the rule was set, and what changed it, as text."""
        if self.rule is None or self.set is None:
            return ""
        known = "with results of the design known"
        when = "before the first result of the design that judges" if self.before else known
        return " ".join((f"Set on {self.set}, {when}.", *self.changed))


def _over(base: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """Returns a figure with its own keys, and those of the judge if it is of the same kind."""
    kind = kind_of(own)
    if kind not in (None, kind_of(base)):
        return own
    rates = {"mhz", "mbps"}
    hidden = rates if rates & own.keys() else set()
    return {key: value for key, value in base.items() if key not in hidden} | own


class Element(Frozen):
    """A part of the paper's system.

    Attributes:
        name: what it is.
        section: where the paper describes it.
        built: our files, below ``hw/``.
        absent: the reason if we have none.
    """

    name: str
    section: str
    built: tuple[str, ...] = ()
    absent: str = ""

    @check(mode="after")
    def _either(self) -> Element:
        if bool(self.built) == bool(self.absent):
            raise ValueError("an element is either built or absent with a reason")
        return self


class Runs(Frozen):
    """Runs that a paper needs: each design on each target.

    Attributes:
        designs: names of the designs.
        on: names of the targets, with their mapping.
        level: the level; by default the first one of each design.
        power: whether power is measured, in all scenarios without delays.
    """

    designs: tuple[str, ...] = ()
    on: tuple[str, ...] = ()
    level: Level | None = None
    power: bool = False


class StatedTable(Runs):
    """A table of the paper, followed by our designs on these targets.

    Attributes:
        number: the paper's number of the table.
        about: what it shows.
    """

    number: str
    about: str


class StatedSheet(Frozen):
    """A table with its own columns, of texts and of figures.

    Attributes:
        name: name for links.
        about: what it shows.
        columns: its headings, with ``|`` between them.
        rows: the cells of each row. ``{name:.1f}`` in a text is the value of a name of ``let``, and
            ``{name}`` one of ``each``. After ``=`` a cell is a formula, and its value a number. A
            row is left out if its first measured figure is missing.
        each: the rows are repeated for every combination of these values, by their names.
        grouped: whether the first column groups the rows.
    """

    name: str
    about: str
    columns: str
    rows: tuple[tuple[str, ...], ...]
    each: tuple[dict[str, tuple[str | int, ...]], ...] = ({},)
    grouped: bool = False


class PaperData(Frozen):
    """The claims, the tables and the system of a paper.

    Attributes:
        order: place of the paper in lists of papers.
        printed_rows: number of rows that the paper prints, for a check of its CSV.
        title: authors, title and year.
        notes: what a reader must know about the figures, in full sentences.
        quick: the note on a ``--quick`` run that leaves designs out.
        set: the day on which the rules were first committed.
        claim: the claims, in the order of the paper.
        element: the parts of its system.
        absent: printed rows that no table or claim shows, with the reason.
        let: names for the formulas, with a number that the text prints or a formula each.
        table: its tables.
        sheet: tables with their own columns.
        run: runs that its module needs besides those of claims, tables and sheets.
        slips: contradictions of printed rows that their own cells do not show, by ``TABLE/ROW``.
    """

    order: int = 99
    printed_rows: int = 0
    title: str = ""
    notes: tuple[str, ...] = ()
    quick: str = ""
    set: date | None = None
    claim: tuple[Claim, ...]
    element: tuple[Element, ...] = ()
    absent: dict[str, str] = Field(default_factory=dict)
    let: dict[str, float | str] = Field(default_factory=dict)
    table: tuple[StatedTable, ...] = ()
    sheet: tuple[StatedSheet, ...] = ()
    run: tuple[Runs, ...] = ()
    slips: dict[str, str] = Field(default_factory=dict)

    @check(mode="before")
    @classmethod
    def _dates(cls, given: Any) -> Any:
        """Gives each claim without a day of its own that of the file."""
        if not isinstance(given, dict) or not isinstance(given.get("claim"), list):
            return given
        day = {"set": given["set"]} if "set" in given else {}
        return {**given, "claim": [{**day, **one} for one in given["claim"]]}

    @check(mode="after")
    def _unique(self) -> PaperData:
        names = [one.id for one in self.claim]
        if twice := {name for name in names if names.count(name) > 1}:
            raise ValueError(f"two claims have the id {', '.join(sorted(twice))}")
        return self


@cache
def load(paper: str) -> PaperData:
    """Returns the claims of a paper.

    Raises:
        BadInput: the file is not valid; the message names the file, the claim and the key.
    """
    name = f"{paper}.toml"
    text = files(__package__).joinpath("data", name).read_text(encoding="utf-8")
    return parse(text, f"papers/data/{name}")


def parse(text: str, name: str) -> PaperData:
    """Returns the claims of a paper, read from text.

    Args:
        text: the contents of the file.
        name: name of the file, for messages.

    Raises:
        BadInput: as `load`.
    """
    try:
        document = tomllib.loads(text)
        return PaperData.model_validate(document)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{name} is not TOML: {error}") from error
    except ValidationError as error:
        first = error.errors()[0]
        raise BadInput(f"{name}: {_where(document, first['loc'])}: {first['msg']}") from error


def _where(document: dict[str, Any], where: tuple[int | str, ...]) -> str:
    """Returns the claim by its id, and the key inside it."""
    if len(where) < 2 or not isinstance(where[1], int):
        return " ".join(map(str, where)) or "the file"
    entry = document[str(where[0])][where[1]]
    own = entry.get("id") or entry.get("name") or f"number {where[1] + 1}"
    key = ".".join(str(part) for part in where[2:] if part not in KINDS.values())
    return f"{where[0]} '{own}'{f', key {key}' if key else ''}"
