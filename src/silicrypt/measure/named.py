"""Finds the result that a user names: a configuration, a measured core, a file, or a revision."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

from silicrypt import catalog
from silicrypt.errors import BadInput, UnknownName
from silicrypt.flow import query
from silicrypt.measure.result import CoreResult, stored
from silicrypt.paths import reference_name, reference_results
from silicrypt.results.result import Result, load_as, parse_as


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
        return _of_file(path)
    if path.suffix == ".toml":
        from silicrypt.measure import read

        name = read.load(path).core.title
    if "@" in name:
        configuration, revision = name.rsplit("@", 1)
        return _of_revision(configuration, revision, target, level)
    cores = [one for one in stored(folder) if one.config == name]
    found: list[Result] = [one for one in cores if one.target == target]
    if not cores and name in catalog.load():
        found = [one for one in query.of(name) if one.target == target]
        found.sort(key=lambda one: catalog.get(name).levels.index(one.level))
        if not found:
            raise BadInput(
                f"{name} has no result on {target}; run 'silicrypt implement {name} -t {target}'"
            )
    elif not cores:
        known = [*catalog.load(), *{one.config for one in stored(folder)}]
        raise UnknownName("configuration or measured core", name, known)
    chosen = [one for one in found if level in (None, one.level)]
    if not chosen:
        there = ", ".join(sorted({f"{one.level} on {one.target}" for one in (*found, *cores)}))
        raise BadInput(f"{name} has no such result on {target}; there are {there}")
    return max(chosen, key=lambda one: (one.level == chosen[0].level, len(one.seeds)))


def _of_file(path: Path) -> Result:
    if not path.is_file():
        raise BadInput(f"there is no result file {path}")
    return load_as(CoreResult, path)  # its additional keys are optional


def _of_revision(name: str, revision: str, target: str, level: str | None) -> Result:
    """Returns the committed result of a configuration at a git revision."""
    for one in (level,) if level else ("core", "stream"):
        path = reference_name(target, name, one)
        if text := show(revision, path):
            return parse_as(Result, text, Path(f"{revision}:{path}"))
    git(["rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}"], revision)
    raise BadInput(f"{revision} has no result of {name} on {target}")


def show(revision: str, path: Path) -> str:
    """Returns the text of a committed result at a revision; empty if there is none."""
    done = _git("show", f"{revision}:./{path.as_posix()}")
    return done.stdout if done.returncode == 0 else ""


def changed(revision: str) -> Iterator[Path]:
    """Yields the committed results, relative to their folder, that differ from a revision.

    Raises:
        BadInput: there is no such revision, or no git checkout.
    """
    text = git(["diff", "--name-only", "--relative", revision, "--", "."], revision)
    for line in text.splitlines():
        if line.endswith(".json") and not line.endswith("-power.json"):
            yield Path(line)


def git(arguments: list[str], revision: str) -> str:
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
