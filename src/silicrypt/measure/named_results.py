"""Finds the results that a user names, and compares the committed ones with those of a revision."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from silicrypt import catalog
from silicrypt.errors import BadInput, UnknownName
from silicrypt.flow import query
from silicrypt.measure import core_file
from silicrypt.measure.core_result import CoreResult, stored
from silicrypt.paths import reference_name, reference_results
from silicrypt.results.compare import compare
from silicrypt.results.result import Result, load, load_as, parse_as

#: Metrics that follow from others, and whose changes would be told twice.
_DERIVED = ("delay_ns", "area_um2", "throughput_mbps", "mbps_per_lut", "mbps_per_ge")
#: A change below this share is not told, even if no seed explains it.
_SMALL = 0.01


def get(name: str, target: str, level: str | None, folder: Path) -> Result:
    """Returns a stored result. Nothing is measured.

    Args:
        name: a configuration, a core of the folder, a result file, a core file, or
            ``configuration@revision``.
        target: the target, for names that are no files.
        level: ``"core"`` or ``"stream"``; the first level that has a result by default.
        folder: the folder of results of measured cores.

    Raises:
        BadInput: there is no such result; the message says which command measures it.
        UnknownName: there is no such name.
    """
    path = Path(name)
    if path.suffix == ".json":
        if not path.is_file():
            raise BadInput(f"there is no result file {path}")
        return load_as(CoreResult, path)  # its additional keys are optional
    if path.suffix == ".toml":
        name = core_file.load(path).core.title
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
        raise UnknownName("configuration or measured core", name, known)
    chosen = [one for one in results if level in (None, one.level)]
    if not chosen:
        there = ", ".join(sorted({f"{one.level} on {one.target}" for one in (*results, *cores)}))
        raise BadInput(f"{name} has no such result on {target}; there are {there}")
    return max(chosen, key=lambda one: (one.level == chosen[0].level, len(one.seeds)))


def _of_revision(name: str, revision: str, target: str, level: str | None) -> Result:
    """Returns the committed result of a configuration at a git revision."""
    for one in (level,) if level else ("core", "stream"):
        path = reference_name(target, name, one)
        if text := _committed(revision, path):
            return parse_as(Result, text, Path(f"{revision}:{path}"))
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
        BadInput: there is no such revision, or no git checkout.
    """
    text = _git_output(["diff", "--name-only", "--relative", revision, "--", "."], revision)
    for line in text.splitlines():
        path, file = Path(line), reference_results() / line
        if path.suffix != ".json" or path.name.endswith("-power.json") or not file.is_file():
            continue
        if not (committed := _committed(revision, path)):
            continue
        after = load(file)
        compared = compare(parse_as(Result, committed, Path(f"{revision}:{path}")), after)
        told = [
            one
            for one in compared
            if one.metric.name not in _DERIVED and abs(one.ratio - 1) > _SMALL
        ]
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
