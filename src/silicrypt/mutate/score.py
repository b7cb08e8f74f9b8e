"""The mutation score: how many mutants of a design the quick suite and the other checks notice.

A mutant is noticed if a check fails. A mutant that the quick suite does not notice, and that is
proved to be no change, does not count; the other checks try the rest. The score is the share of the
noticed ones among those that count.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import as_completed
from dataclasses import asdict, dataclass, fields, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from silicrypt.base import sources
from silicrypt.base.code import code_key
from silicrypt.base.scope import Progress, silent
from silicrypt.catalog import DesignPoint, Level, machines
from silicrypt.errors import CorruptResult, NotVerified, ToolFailed
from silicrypt.flow import cluster
from silicrypt.mutate import constants, equivalence, netlist, others, trial
from silicrypt.mutate.aiger import Graph
from silicrypt.mutate.netlist import ElaboratedPoint, Mutant
from silicrypt.paths import hw_root, reference_results
from silicrypt.report import markdown_pages, tables
from silicrypt.report.tables import Column
from silicrypt.results.store import Store, key_of, write_atomic
from silicrypt.tools import process, verilator
from silicrypt.tools.installed import version
from silicrypt.verify import suites

_T = TypeVar("_T")
#: The committed scores, below `reference_results`, and their page.
FILES, PAGE = "mutation-{}.json", Path("docs", "mutation.md")
#: The command that makes them.
BY = "silicrypt mutate --all"
#: The design points of the committed scores, with the number of mutants of each.
REFERENCE: Mapping[str, int] = {
    "md5-fast": 100,
    "sha1-fast": 50,
    "sha256-fast": 100,
    "sm3-fast": 50,
    "shat128": 50,
    "hmac-md5-fast": 50,
    "aes128-seq": 50,
    "md5-fast-axil": 50,
    "md5-fast-apb": 50,
    "sha3-512-fast": 50,
    "ascon-aead128-fast": 50,
    "sm4-u1": 50,
    "aes128-gcm": 50,
    "aes128-ccm": 50,
    "sha256-two": 50,
    "md5-four": 50,
    "aes128-two-cells": 50,
    "kmac128-fast": 50,
    "hkdf-hmac-sha256-fast": 30,
}
SEED = 1
#: One mutant in so many is a mutant of the sources.
_CONSTANTS = 10
#: Limit of the CPU time of a search for a proof, in seconds.
_SECONDS = 15
_SAME, _, _UNDECIDED = equivalence.VERDICTS
#: The families that the name of a unit does not begin with, by its interface and by its name.
_INTERFACES = {"axil": "buses", "apb": "buses"}
_UNITS = {
    "aes-gcm": "gcm",
    "aes-ccm": "ccm",
    "aes-two": "interleaved",
    "md5-interleaved": "interleaved",
    "sha2-interleaved": "interleaved",
    "sha3-interleaved": "interleaved",
    "hkdf-sha2": "kdf",
    "pbkdf2-sha2": "kdf",
    "hmac-drbg-sha2": "kdf",
}


@dataclass(frozen=True)
class Survivor:
    """A mutant that the quick suite did not notice, and that is not proved to be no change.

    Attributes:
        file: the source file, relative to ``hw/``.
        line: its line.
        change: what was changed.
        found: whether its outputs are known to differ, one of `equivalence.VERDICTS`.
        by: the other check that noticed it; empty if none did.
    """

    file: str
    line: int
    change: str
    found: str
    by: str = ""


@dataclass(frozen=True)
class ModuleScore:
    """The numbers of mutants of a source file.

    Attributes:
        noticed: those that the quick suite noticed.
        same: those that are no change.
        left: those that no check noticed.
        others: those that only the other checks noticed.
    """

    noticed: int = 0
    same: int = 0
    left: int = 0
    others: int = 0


@dataclass(frozen=True)
class Score:
    """The mutation score of a design point.

    Attributes:
        design: the design point.
        level: its level.
        seed: the seed of the choice of mutants.
        key: a hash of everything that decides it.
        modules: the numbers of mutants by source file.
        noticed_by: the number of mutants by the first check of the quick suite that failed.
        survivors: the mutants that the quick suite did not notice.
    """

    design: str
    level: Level
    seed: int
    key: str
    modules: Mapping[str, ModuleScore]
    noticed_by: Mapping[str, int]
    survivors: tuple[Survivor, ...] = ()

    @property
    def total(self) -> ModuleScore:
        """The numbers of all files together."""
        return added(self.modules.values())


def added(modules: Iterable[ModuleScore]) -> ModuleScore:
    """Returns the sum of numbers of mutants."""
    parts = list(modules)
    return ModuleScore(
        *(sum(getattr(one, field.name) for one in parts) for field in fields(ModuleScore))
    )


def percent(module: ModuleScore, *, quick: bool = False) -> float | None:
    """Returns the score in percent, or that of the quick suite; None where no mutant counts."""
    counted = module.noticed + module.others + module.left
    noticed = module.noticed + (0 if quick else module.others)
    return 100 * noticed / counted if counted else None


def family(point: DesignPoint) -> str:
    """Returns the family of a design point, as in the names of the committed files."""
    unit = point.unit
    named = _UNITS.get(unit.name, unit.name.split("-")[0])
    return _INTERFACES.get(unit.interface, named)


@dataclass(frozen=True)
class ScoredPoint:
    """What is measured.

    Attributes:
        point: the name of the design point.
        count: the number of mutants that are made.
        seed: the seed of their choice.
        run: of these, the number that is run; all by default.
    """

    point: str
    count: int
    seed: int = SEED
    run: int | None = None

    @property
    def design(self) -> ElaboratedPoint:
        """The design."""
        point = machines.get(self.point)
        return ElaboratedPoint(point, point.complete_level)

    @property
    def key(self) -> str:
        """A hash of everything that decides the score."""
        design = self.design
        files = [file.sha256 for file in design.files]
        tools = [version(name) for name in ("pyosys", "verilator")]
        given = [files, design.script(self.count, self.seed), tools, self.run]
        return key_of(given, code_key(measure, suites.suite_of(design.point).perform))


#: A mutant, and what finds out the check that notices it, or the verdict of a proof.
_Waiting = tuple[Mutant, Callable[[], str]]
_Tried = list[tuple[Mutant, str]]
#: Finds out something of a mutant.
_Search = Callable[[Mutant], str]


def measure(
    task: ScoredPoint, progress: Progress = silent, *, store: Store | None = None, jobs: int = 1
) -> Score:
    """Returns the mutation score of a design point.

    Raises:
        NotVerified: the quick suite does not pass without a mutant.
        ToolFailed: a tool refused the sources.
    """
    design, few = task.design, task.count // _CONSTANTS
    folder, mutants = design.mutants(task.count - few, task.seed, store or Store())
    share = 1 if task.run is None else task.run / task.count
    with TemporaryDirectory(prefix="silicrypt-mutate-") as name:
        where = Path(name)
        progress(0, task.run or task.count, f"{task.point}: without a mutant")
        model = netlist.model(design, folder, mutants, where)
        program = _program(design, model)
        if failed := trial.failing(design.point, design.level, program):
            raise NotVerified(f"{task.point}: the check '{failed}' fails without a mutant")
        waiting: list[_Waiting] = []
        numbers = {mutant: number for number, mutant in enumerate(mutants, 1)}
        for mutant in _part(mutants, share):
            chosen = trial.selected(program, numbers[mutant], where)
            waiting.append((mutant, partial(trial.failing, design.point, design.level, chosen)))
        changed = {
            mutant: (path, text, Path(mkdtemp(dir=where)))
            for mutant, path, text in _part(constants.mutants(design, few, task.seed), share)
        }
        right = constants.elaborated(design, design.files, where)
        for mutant, change in changed.items():
            waiting.append((mutant, partial(_constant, design, right, mutant, *change)))
        tried = _performed(waiting, jobs, progress, task.point)
        begun, later = others.Begun(design, folder, model, program), dict[Mutant, str]()

        def search(of_netlist: _Search, of_sources: _Search, what: str) -> dict[Mutant, str]:
            """Performs a search on the mutants that are left, and returns what each found."""
            ones = [
                (one, partial(of_sources if one in changed else of_netlist, one)) for one in left
            ]
            return dict(_performed(ones, jobs, progress, f"{task.point}, {what}"))

        left = [mutant for mutant, found in tried if not found]
        if begun.wiped:
            found = search(
                lambda one: begun.keeping(numbers[one], where),
                lambda one: begun.keeping_sources(changed[one][0], changed[one][2]),
                "wipes",
            )
            later = {mutant: by for mutant, by in found.items() if by}
        left = [mutant for mutant in left if mutant not in later]
        survivors = [mutant for mutant in left if mutant not in changed]
        graph, alone = equivalence.graph(survivors, where), equivalence.graph((), where)
        indices = {mutant: index for index, mutant in enumerate(survivors, 1)}
        verdicts = search(
            lambda one: equivalence.verdict(graph, graph, indices[one], where, _SECONDS),
            lambda one: _proved(alone, changed[one][2]),
            "proofs",
        )
        left = [mutant for mutant in left if verdicts[mutant] != _SAME]
        later |= search(
            lambda one: begun.noticing(one, numbers[one], where),
            lambda one: begun.noticing_sources(one, *changed[one]),
            "other checks",
        )
    verdicts |= {mutant: _UNDECIDED for mutant in later if mutant not in verdicts}
    ended = [(mutant, verdicts.get(mutant, found)) for mutant, found in tried]
    return _summed(task, ended, later)


def _part(ones: Sequence[_T], share: float) -> list[_T]:
    """Returns a share of a list, evenly distributed over it."""
    count = round(len(ones) * share)
    return [ones[i * len(ones) // count] for i in range(count)]


def _performed(
    waiting: Sequence[_Waiting], jobs: int, progress: Progress, label: str
) -> list[tuple[Mutant, str]]:
    """Performs what waits, and returns what each found."""
    with process.Pool(jobs) as pool:
        runs = [pool.submit(work) for _, work in waiting]
        for done, _ in enumerate(as_completed(runs), 1):
            progress(done, len(runs), label)
        return [(mutant, run.result()) for (mutant, _), run in zip(waiting, runs, strict=True)]


def _program(design: ElaboratedPoint, files: tuple[Path, ...]) -> Path:
    """Returns the compiled model of sources, with the bench of the design's suite."""
    own = suites.suite_of(design.point)
    return verilator.executable(own.build(design.point, design.level, files))


def _proved(design: Graph, folder: Path) -> str:
    """Returns the verdict on a mutant of the sources, which is elaborated in a folder."""
    mutant = equivalence.graph((), folder)
    return equivalence.verdict(design, mutant, 0, folder, _SECONDS)


def _constant(
    design: ElaboratedPoint, right: str, mutant: Mutant, path: Path, text: str, folder: Path
) -> str:
    """Returns what notices a mutant of the sources, or whether the netlist is the same."""
    changed = replace(sources.strip(path.name, text), path=mutant.file)
    files = tuple(changed if one.path == mutant.file else one for one in design.files)
    try:
        if constants.elaborated(design, files, folder) == right:
            return _SAME
        (folder / path.name).write_text(text, encoding="utf-8")
        given = design.point.sources(design.level)
        program = _program(
            design, tuple(folder / path.name if one == path else one for one in given)
        )
    except ToolFailed:
        return "elaboration"
    return trial.failing(design.point, design.level, program)


def _summed(task: ScoredPoint, tried: _Tried, later: Mapping[Mutant, str]) -> Score:
    modules, checks, survivors = defaultdict[str, ModuleScore](ModuleScore), Counter[str](), []
    for mutant, found in tried:
        own = modules[mutant.file]
        if found == _SAME:
            own = replace(own, same=own.same + 1)
        elif mutant in later:
            by = later[mutant]
            own = replace(own, others=own.others + bool(by), left=own.left + (not by))
            survivors.append(Survivor(mutant.file, mutant.line, mutant.change, found, by))
        else:
            own = replace(own, noticed=own.noticed + 1)
            checks[found] += 1
        modules[mutant.file] = own
    return Score(
        task.point,
        task.design.level,
        task.seed,
        task.key,
        dict(sorted(modules.items())),
        dict(checks.most_common()),
        tuple(survivors),
    )


def measure_all(
    tasks: Sequence[ScoredPoint],
    progress: Progress = silent,
    *,
    jobs: int = 1,
    scheduler: str | None = None,
    keep: Callable[[Score], object] = lambda _: None,
) -> list[Score]:
    """Returns the mutation scores of design points, one after the other or on a cluster.

    Args:
        tasks: what is measured.
        progress: called as (done, total, label) after each step.
        jobs: mutants that run at the same time on this machine.
        scheduler: address of a running dask scheduler, whose workers then run a task each.
        keep: called with each score when it is known.

    Raises:
        NotVerified: the quick suite of a design point does not pass without a mutant.
        ToolFailed: a tool refused the sources.
    """
    found = dict[ScoredPoint, Score]()
    if scheduler is None:
        for task in tasks:
            found[task] = measure(task, progress, jobs=jobs)
            keep(found[task])
    else:
        for task, score in cluster.distribute(tasks, measure, scheduler):
            if isinstance(score, Exception):
                raise score
            found[task] = score
            keep(score)
            progress(len(found), len(tasks), task.point)
    return [found[task] for task in tasks]


def demand_suite(task: ScoredPoint) -> None:
    """Checks that there is a design point, and that it has a suite.

    Raises:
        UnknownName: there is no such design point.
        BadInput: it has no suite.
    """
    suites.suite_of(task.design.point)


def reference() -> list[ScoredPoint]:
    """Returns the tasks of the committed scores that are missing or stale."""
    known = {score.key for score in committed()}
    tasks = [ScoredPoint(name, count) for name, count in REFERENCE.items()]
    return [task for task in tasks if task.key not in known]


def committed() -> list[Score]:
    """Returns the committed scores, whether they are stale or not.

    Raises:
        CorruptResult: a file is not what `write` has written.
    """
    found = list[Score]()
    for path in sorted(reference_results().glob(FILES.format("*"))):
        try:
            found += TypeAdapter(list[Score]).validate_json(path.read_bytes())
        except ValidationError as error:
            raise CorruptResult(
                f"{path} is not what silicrypt wrote; 'silicrypt mutate --all' writes it again"
            ) from error
    return sorted(found, key=lambda one: [*REFERENCE, one.design].index(one.design))


def write(score: Score) -> None:
    """Writes a score to the committed file of its family, and the page of all scores."""
    own = family(machines.get(score.design))
    scores = {one.design: one for one in [*committed(), score]}
    listed = [asdict(one) for name, one in scores.items() if family(machines.get(name)) == own]
    write_atomic(reference_results() / FILES.format(own), json.dumps(listed, indent=1) + "\n")
    markdown_pages.between(hw_root().parent / PAGE, page(committed()), "scores", BY)


_FIGURES = (
    Column("noticed", "quick suite", lambda row: row[1].noticed, 0),
    Column("others", "other checks", lambda row: row[1].others, 0),
    Column("left", "not noticed", lambda row: row[1].left, 0),
    Column("same", "no change", lambda row: row[1].same, 0),
    Column("score", "score in %", lambda row: percent(row[1]), 1),
    Column("quick", "quick suite in %", lambda row: percent(row[1], quick=True), 1),
)


def page(scores: Sequence[Score]) -> str:
    """Returns the tables of scores: by family, by module, and what the quick suite left."""
    families, modules = (
        defaultdict[str, list[ModuleScore]](list),
        defaultdict[str, list[ModuleScore]](list),
    )
    designs = defaultdict[str, list[str]](list)
    for score in scores:
        own = family(machines.get(score.design))
        families[own].append(score.total)
        designs[own].append(f"`{score.design}`")
        for file, module in score.modules.items():
            modules[file].append(module)
    total = [("all", added(one.total for one in scores))]
    rows = [(name, added(ones)) for name, ones in families.items()]
    names = Column("points", "design points", lambda row: ", ".join(designs[row[0]]) or None)
    first = tables.markdown_table((_named("family"), names, *_FIGURES), [*rows, *total])
    files = [(f"`hw/{name}`", added(ones)) for name, ones in sorted(modules.items())]
    second = tables.markdown_table((_named("module"), *_FIGURES), files)
    rest = [(score.design, one) for score in scores for one in score.survivors]
    third = tables.markdown_table((*_LEFT, _BY), [row for row in rest if row[1].by])
    fourth = tables.markdown_table((*_LEFT, _FOUND), [row for row in rest if not row[1].by])
    return (
        f"{first}\n### By module\n\n{second}\n### Noticed by other checks alone\n\n{third}\n"
        f"### Not noticed\n\n{fourth}"
    )


def _named(heading: str) -> Column:
    return Column(heading, heading, lambda row: row[0])


_LEFT = (
    Column("design", "design point", lambda row: f"`{row[0]}`"),
    Column("place", "line", lambda row: f"`{row[1].file}:{row[1].line}`"),
    Column("change", "mutant", lambda row: row[1].change.replace("|", "\\|")),
)
_BY = Column("by", "noticed by", lambda row: row[1].by)
_FOUND = Column("found", "outputs", lambda row: row[1].found)
