"""Results of cores from core files: the fields of `Result`, and the origin of the core."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from silicrypt.paths import reference_name
from silicrypt.results.power import PowerResult
from silicrypt.results.result import Result, load_all, render
from silicrypt.results.store import explain, write_atomic

#: The folder in which results are kept by default.
FOLDER = Path("silicrypt-results")
#: The scenario of the power that is measured.
SCENARIO = "saturated"


@dataclass(frozen=True)
class CoreResult(Result):
    """The figures of a core that is not in the catalogue.

    Attributes:
        source_hash: hash of its files, macros and parameters.
        repository: the address of its repository, if its files are in a git checkout.
        commit: the commit of its files; it ends with ``+`` if they were changed since.
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
        files = [keep(folder, self.result)]
        if self.power is not None:
            files.append(keep(folder, self.power))
        else:
            known = self.result
            power = path_of(folder, known.target, known.config, known.level, SCENARIO)
            power.unlink(missing_ok=True)
        return replace(self, files=tuple(files))


def path_of(folder: Path, target: str, point: str, level: str, scenario: str = "") -> Path:
    """Returns the file of a result below a folder, or that of its power in a scenario."""
    return folder / reference_name(target, point, level, scenario)


def keep(folder: Path, result: CoreResult | PowerResult) -> Path:
    """Writes a result below a folder, complete or not at all.

    Raises:
        StoreError: the folder cannot be written.
    """
    scenario = result.scenario if isinstance(result, PowerResult) else ""
    path = path_of(folder, result.target, result.config, result.level, scenario)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise explain(error, folder) from error
    write_atomic(path, render(result))
    return path


def stored(folder: Path) -> Iterator[CoreResult]:
    """Yields the results below a folder, in the order of their files."""
    files = sorted(folder.glob("*/*.json"))
    areas = [path for path in files if not path.name.endswith("-power.json")]
    for _, result in load_all(CoreResult, areas):
        yield result


def powers(folder: Path) -> Iterator[PowerResult]:
    """Yields the results of power runs below a folder."""
    for _, result in load_all(PowerResult, sorted(folder.glob("*/*-power.json"))):
        yield result
