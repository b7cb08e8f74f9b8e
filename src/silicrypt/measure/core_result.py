"""Results of measured cores, and the results that a user names.

A measured core has the fields of `Result`, and the origin of the core. A user names a design point,
a measured core, a file, or a design point at a revision.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from silicrypt import catalog, targets
from silicrypt.errors import BadInput, CorruptResult, UnknownName
from silicrypt.measure.comparison import compare
from silicrypt.paths import reference_name, reference_results
from silicrypt.results.result import PowerResult, Result, load, load_all, load_as, parse_as, render
from silicrypt.results.store import write_atomic

if TYPE_CHECKING:
    from silicrypt.measure.core_file import ParsedCoreFile

#: The folder in which results are kept by default.
FOLDER = Path("silicrypt-results")
#: The scenario of the power that is measured.
SCENARIO = "saturated"
#: Metrics that follow from others, and whose changes would be told twice.
_DERIVED = ("delay_ns", "area_um2", "throughput_mbps", "mbps_per_lut", "mbps_per_ge")
#: A change below this share is not told, even if no seed explains it.
_SMALL = 0.01


@dataclass(frozen=True)
class CoreResult(Result):
    """The figures of a core that is not in the catalogue.

    Attributes:
        source_hash: hash of its files, macros and parameters.
        repository: the address of its repository, if its files are in a git checkout.
        commit: the commit of its files; it ends with ``+`` if it does not have them as they are.
        in_flight: independent blocks or messages in flight.
        unverified: why it is not verified; empty for a verified core.
    """

    source_hash: str = ""
    repository: str = ""
    commit: str = ""
    in_flight: int = 1
    unverified: str = ""

    @staticmethod
    def of(result: Result, **others: Any) -> CoreResult:
        """Returns a result of the flow with what is known of the core."""
        known = {field.name: getattr(result, field.name) for field in fields(Result)}
        return CoreResult(**{**known, **others})

    def without_cycles(self) -> CoreResult:
        """Returns the result of a core that hangs: area, and nothing that follows from cycles."""
        return replace(
            self,
            cycles_per_block=0,
            latency_cycles=0,
            latency_cycles_1024=0,
            throughput_mbps=None,
            throughput_one_message_mbps=None,
            mbps_per_lut=None,
            mbps_per_ge=None,
        )


@dataclass(frozen=True)
class MeasuredCore:
    """The results of one core on one target.

    Attributes:
        result: area, clock and throughput.
        power: the power of the saturated core, on standard cells.
        files: the files that hold the results.
    """

    result: CoreResult
    power: PowerResult | None
    files: tuple[Path, ...] = ()

    def keep(self, folder: Path) -> MeasuredCore:
        """Writes the results into a folder, in place of those of an earlier version of the core.

        Raises:
            StoreError: the folder cannot be written.
        """
        files = [keep(folder, one) for one in (self.result, self.power) if one is not None]
        if self.power is None:
            known = self.result
            power = reference_name(known.target, known.config, known.level, SCENARIO)
            (folder / power).unlink(missing_ok=True)
        return replace(self, files=tuple(files))


def keep(folder: Path, result: CoreResult | PowerResult) -> Path:
    """Writes a result below a folder, complete or not at all.

    Raises:
        StoreError: the folder cannot be written.
    """
    scenario = result.scenario if isinstance(result, PowerResult) else ""
    path = folder / reference_name(result.target, result.config, result.level, scenario)
    write_atomic(path, render(result))
    return path


def stored(folder: Path) -> Iterator[CoreResult]:
    """Yields the results below a folder, in the order of their files."""
    files = sorted(folder.glob("*/*.json"))
    areas = [path for path in files if not path.name.endswith("-power.json")]
    for _, result in load_all(CoreResult, areas):
        yield result


def get(name: str, target: str, level: str | None, folder: Path) -> Result:
    """Returns a stored result. Nothing is measured.

    Args:
        name: a configuration, a core of the folder, a result file, a core file, or
            ``configuration@revision``.
        target: the target, for names that are no files.
        level: ``"core"`` or ``"stream"``; the first level that has a result by default.
        folder: the folder of results of measured cores.

    Raises:
        BadInput: there is no such result, or a file or a revision has none that can be read; the
            message says what to do.
        UnknownName: there is no such name.
    """
    from silicrypt.flow import query
    from silicrypt.measure import core_file  # its tables take time to build

    path = Path(name)
    if path.suffix == ".json":
        if not path.is_file():
            raise BadInput(f"there is no result file {path}")
        return _of_file(path)
    parsed = core_file.load(path) if path.suffix == ".toml" else None
    if parsed is not None:
        name = parsed.core.title
    if "@" in name:
        configuration, revision = name.rsplit("@", 1)
        return _of_revision(configuration, revision, target, level)
    cores = [one for one in stored(folder) if one.config == name]
    results: list[Result] = [one for one in cores if one.target == target]
    if not cores and name in catalog.load():
        results = [one for one in query.of(name) if one.target == target]
        results.sort(key=lambda one: catalog.get(name).levels.index(one.level))
        if not results:
            raise BadInput(
                f"{name} has no result on {target}; run 'silicrypt implement {name} -t {target}'"
            )
    elif not cores:
        known = [*catalog.load(), *{one.config for one in stored(folder)}]
        raise UnknownName("design point or measured core", name, known, "silicrypt list")
    chosen = [one for one in results if level in (None, one.level)]
    if not chosen:
        there = ", ".join(sorted({f"{one.level} on {one.target}" for one in (*results, *cores)}))
        raise BadInput(f"{name} has no such result on {target}; there are {there}")
    found = max(chosen, key=lambda one: (one.level == chosen[0].level, len(one.seeds)))
    if parsed is not None and isinstance(found, CoreResult):
        _require_same(parsed, found)
    return found


def require_names_apart(names: Sequence[str]) -> None:
    """Refuses core files of different content that state the same name: they share a result.

    Raises:
        BadInput: two of them do.
    """
    from silicrypt.measure import core_file

    known: dict[str, ParsedCoreFile] = {}
    for path in (Path(name) for name in names if name.endswith(".toml")):
        parsed = core_file.load(path)
        other = known.setdefault(parsed.core.title, parsed)
        if other.core != parsed.core:
            raise parsed.mistake("name", f"{other.path} has the same name, {other.core.title}")


def _require_same(parsed: ParsedCoreFile, found: CoreResult) -> None:
    """Refuses the result of other sources, or of another algorithm, than a core file states."""
    from silicrypt.measure.measurement import Work

    design = Work.of(parsed, targets.get(found.target), ()).design
    now = design.source_hash, design.computation.algorithm
    if now != (found.source_hash, found.algorithm):
        raise BadInput(
            f"{parsed.path}: the result of {found.config} on {found.target} is of other sources or "
            f"of another algorithm; run 'silicrypt measure {parsed.path} -t {found.target}'"
        )


def _of_file(path: Path) -> Result:
    """Returns the result of a file that a user names."""
    try:
        return load_as(CoreResult, path)  # its additional keys are optional
    except CorruptResult as error:
        why = _without_advice(error)
    with suppress(CorruptResult):
        power = load_as(PowerResult, path)
        other = path.with_name(reference_name(power.target, power.config, power.level).name)
        raise BadInput(f"{path} has the power of {power.config}; name its other result, {other}")
    raise BadInput(
        f"{why}; name a result file, such as silicrypt-results/ecp5-85k/NAME.core.json, and "
        "measure again what another version of silicrypt measured"
    )


def _without_advice(error: CorruptResult) -> str:
    """Returns a message without its advice to delete the file, which may be the user's own."""
    return str(error).partition("; delete it")[0]


def _parsed(text: str, revision: str, path: Path) -> Result:
    """Returns a committed result from its text at a revision."""
    try:
        return parse_as(Result, text, Path(f"{revision}:{path}"))
    except CorruptResult as error:
        raise BadInput(f"{_without_advice(error)}; name a later revision") from error


def _of_revision(name: str, revision: str, target: str, level: str | None) -> Result:
    """Returns the committed result of a configuration at a git revision."""
    for one in (level,) if level else ("core", "stream"):
        path = reference_name(target, name, one)
        if text := _committed(revision, path):
            return _parsed(text, revision, path)
    _git_output(["rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}"], revision)
    raise BadInput(f"{revision} has no result of {name} on {target}")


@dataclass(frozen=True)
class ResultChange:
    """A result that differs from that of the revision.

    Attributes:
        run: what was measured, as in ``sha256-fast core on ecp5-85k``.
        worse: metrics that are worse beyond the seeds' spread, in words.
        better: metrics that are better beyond it.
    """

    run: str
    worse: tuple[str, ...]
    better: tuple[str, ...]


def changes(revision: str) -> Iterator[ResultChange]:
    """Yields the committed results that are better or worse than at a revision.

    Raises:
        BadInput: there is no such revision, or no git checkout, or a result there is of another
            version of silicrypt.
    """
    results = ":(glob)*/*.json"  # the files beside the folders of targets are no results
    text = _git_output(["diff", "--name-only", "--relative", revision, "--", results], revision)
    for line in text.splitlines():
        path, file = Path(line), reference_results() / line
        if path.name.endswith("-power.json") or not file.is_file():
            continue
        if not (committed := _committed(revision, path)):
            continue
        after = load(file)
        compared = compare(_parsed(committed, revision, path), after)
        told = [c for c in compared if c.metric.name not in _DERIVED and abs(c.ratio - 1) > _SMALL]
        worse = tuple(one.sentence for one in told if one.verdict == "worse")
        better = tuple(one.sentence for one in told if one.verdict == "better")
        if worse or better:
            yield ResultChange(f"{after.config} {after.level} on {after.target}", worse, better)


def _committed(revision: str, path: Path) -> str:
    """Returns the text of a committed result at a revision; empty if there is none."""
    done = _git("show", f"{revision}:./{path.as_posix()}")
    return done.stdout if done.returncode == 0 else ""


def _git_output(arguments: list[str], revision: str) -> str:
    """Returns the output of git in the folder of committed results.

    Raises:
        BadInput: git failed.
    """
    done = _git(*arguments)
    if done.returncode:
        why = done.stderr.strip().removeprefix("fatal: ").splitlines()
        said = "".join(f": {line}" for line in why[:1])
        raise BadInput(f"{revision} is not a revision of {reference_results()}{said}")
    return done.stdout


def _git(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = ["git", "-C", str(reference_results()), *arguments]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise BadInput(f"git is needed for a revision and cannot be started: {error}") from error
