"""What one run measured, as a frozen value and as a file."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Protocol, TypeVar

from pydantic import ConfigDict, TypeAdapter, ValidationError

from silicrypt.errors import CorruptResult, StoreError

FILE = "result.json"


@dataclass(frozen=True)
class Range:
    """A figure over the seeds."""

    min: float
    median: float
    max: float


@dataclass(frozen=True)
class SeedResult:
    """What one seed of the placement gave."""

    seed: int
    fmax_mhz: float
    lut: int
    ff: int
    bram: int


@dataclass(frozen=True)
class PathStep:
    """A stretch of the critical path.

    Attributes:
        kind: what it is: ``routing``, ``logic``, ``carry``, ``setup`` or a standard cell's type.
        ns: its delay.
        at: the net or cell it leads through.
        source: the place in the design, ``file:line``, where the tool knows it.
    """

    kind: str
    ns: float
    at: str
    source: str = ""


@dataclass(frozen=True)
class VerificationRecord:
    """What the design point had passed before it was measured.

    Attributes:
        suite: the suite that its sources passed.
        checks: checks of that suite.
        cases: cases in them.
        source_hash: of the sources and parameters that passed.
        netlist: hash of the mapped netlist that was simulated; empty where the family's cells have
            no models.
        netlist_cases: cases that it computed right.
        netlist_about: what these were.
    """

    suite: str
    checks: int
    cases: int
    source_hash: str
    netlist: str = ""
    netlist_cases: int = 0
    netlist_about: str = ""


@dataclass(frozen=True)
class Result:
    """What a design point measured on a target; None is what the target does not tell.

    Attributes:
        run_id: stands for everything that decides the result.
        config: name of the configuration.
        algorithm: the standard's name of what it computes.
        parameters: the hardware's parameters.
        level: ``"core"`` or ``"stream"``.
        target: name of the target.
        target_about: the target in words.
        verified: always true: nothing is measured that was not verified.
        verification: what it had passed.
        cycles_per_block: cycles from a block to the next, in steady state.
        latency_cycles: first beat in to digest valid, for a message of one block.
        latency_cycles_1024: the same for a message of 1024 bytes.
        fmax_mhz: clock frequency over the seeds, register to register.
        delay_ns: the shortest clock period (of the median seed).
        launch_setup_ns: the share of registers in it: clock to output, and setup.
        lut: lookup tables.
        ff: flip-flops.
        bram: block memories.
        carry: carry elements.
        slices: slices, an estimate.
        alut: adaptive lookup tables.
        area_um2: area of the standard cells.
        ge: gate equivalents.
        logic_levels: lookup tables (or standard cells) in a row on the longest path.
        throughput_mbps: with as many messages in flight as the core takes.
        throughput_one_message_mbps: with one message at a time.
        mbps_per_lut: throughput over lookup tables.
        mbps_per_ge: throughput over gate equivalents.
        seeds: seeds of the placement.
        per_seed: what each gave.
        critical_path: the slowest path (of the median seed).
        delay_target_ps: the delay that the standard-cell mapping was asked for.
        tool_versions: of what decided the figures.
        caveats: what the figures do not include.
        sources: the files that it was made of, below ``hw/``, in compile order.
        netlist: hash of the mapped netlist.
        measurement: stands for the netlist and all that was done to it.
        times: when it was measured and how long it took; not part of the result.
    """

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    run_id: str
    config: str
    algorithm: str
    parameters: dict[str, int | str]
    level: str
    target: str
    target_about: str
    verified: bool
    verification: VerificationRecord
    cycles_per_block: int
    latency_cycles: int
    latency_cycles_1024: int
    tool_versions: dict[str, str]
    caveats: tuple[str, ...]
    fmax_mhz: Range | None = None
    delay_ns: float | None = None
    launch_setup_ns: float | None = None
    lut: int | None = None
    ff: int | None = None
    bram: int | None = None
    carry: int | None = None
    slices: int | None = None
    alut: int | None = None
    area_um2: float | None = None
    ge: float | None = None
    logic_levels: int | None = None
    throughput_mbps: float | None = None
    throughput_one_message_mbps: float | None = None
    mbps_per_lut: float | None = None
    mbps_per_ge: float | None = None
    seeds: tuple[int, ...] = ()
    per_seed: tuple[SeedResult, ...] = ()
    critical_path: tuple[PathStep, ...] = ()
    delay_target_ps: int | None = None
    sources: tuple[str, ...] = ()
    netlist: str = ""
    measurement: str = ""
    times: dict[str, str | float] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The result as plain values, as JSON has them."""
        return asdict(self)

    def renamed(self, config: str) -> Result:
        """The same result under another name of the same design point."""
        return replace(self, config=config)


class Record(Protocol):
    """A measurement that is kept in a file of its own."""

    @property
    def run_id(self) -> str:
        """Stands for everything that decides it."""

    def to_json(self) -> dict[str, Any]:
        """The measurement as plain values."""


AnyRecord = TypeVar("AnyRecord", bound=Record)


@cache
def _adapter(kind: type[AnyRecord]) -> TypeAdapter[AnyRecord]:
    return TypeAdapter(kind)


def render(record: Record) -> str:
    """The text of a result file: keys sorted, so that equal results are equal files."""
    text = json.dumps(record.to_json(), indent=1, sort_keys=True, ensure_ascii=False)
    return text + "\n"


def parse(text: str, path: Path, run_id: str | None = None) -> Result:
    """Reads the text of a result file, as `parse_as` does."""
    return parse_as(Result, text, path, run_id)


def parse_as(kind: type[AnyRecord], text: str, path: Path, run_id: str | None = None) -> AnyRecord:
    """Reads the text of a file of results.

    Args:
        kind: what it holds.
        text: the file's text.
        path: the file, for the message.
        run_id: the run it has to be, if known.

    Raises:
        CorruptResult: it is not what silicrypt wrote; the message names file and remedy.
    """
    try:
        record: AnyRecord = _adapter(kind).validate_json(text)
    except ValidationError as error:
        raise _corrupt(path, _first(error)) from error
    if run_id is not None and record.run_id != run_id:
        raise _corrupt(path, f"it says run_id {record.run_id}")
    return record


def load(path: Path, run_id: str | None = None) -> Result:
    """Reads a result file, as `load_as` does."""
    return load_as(Result, path, run_id)


def load_as(kind: type[AnyRecord], path: Path, run_id: str | None = None) -> AnyRecord:
    """Reads a file of results.

    Raises:
        CorruptResult: it is not what silicrypt wrote.
        StoreError: it cannot be read.
    """
    try:
        return parse_as(kind, path.read_text(encoding="utf-8"), path, run_id)
    except UnicodeDecodeError as error:
        raise _corrupt(path, "it is not text") from error
    except FileNotFoundError as error:
        raise _corrupt(path, "it is not there") from error
    except OSError as error:
        raise StoreError(f"cannot read the result {path}: {error.strerror or error}") from error


def load_all(kind: type[AnyRecord], paths: Iterable[Path]) -> list[tuple[Path, AnyRecord]]:
    """Reads files of results; those that cannot be read are skipped, which the log says.

    A file that some other version wrote, or that broke, must not hide all others.
    """
    found, skipped = list[tuple[Path, AnyRecord]](), list[tuple[Path, StoreError]]()
    for path in paths:
        try:
            found.append((path, load_as(kind, path)))
        except StoreError as error:
            skipped.append((path, error))
    news = [(path, error) for path, error in skipped if path not in _said]
    _said.update(path for path, _ in news)
    if len(news) == 1:
        _log.warning("skipped one file: %s", news[0][1])
    elif news:
        _log.warning("skipped %d files that cannot be read, the first: %s", len(news), news[0][1])
    return found


def load_if_sound(kind: type[AnyRecord], path: Path, run_id: str | None = None) -> AnyRecord | None:
    """Reads a file of results; None where there is none, or, which the log says, it is corrupt."""
    if not path.is_file():
        return None
    try:
        return load_as(kind, path, run_id)
    except StoreError as error:
        if path not in _said:
            _said.add(path)
            _log.warning("skipped one file: %s", error)
        return None


_log = logging.getLogger(__name__)
#: The files whose skipping was said: once is enough.
_said: set[Path] = set()


def _corrupt(path: Path, why: str) -> CorruptResult:
    return CorruptResult(
        f"{path} is not a result that this version of silicrypt wrote ({why}); delete it and run "
        "the same command again, or 'make results' for all"
    )


def _first(error: ValidationError) -> str:
    """The first thing that is wrong, in few words."""
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: {first['msg']}" if where else first["msg"]
