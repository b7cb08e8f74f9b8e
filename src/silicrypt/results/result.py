"""The results of runs, as frozen values and as files: area and clock, and power."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Protocol, Self, TypeVar

from pydantic import ConfigDict, TypeAdapter, ValidationError

from silicrypt.errors import BadInput, CorruptResult, StoreError
from silicrypt.results.store import fingerprint

FILE = "result.json"


@dataclass(frozen=True)
class Range:
    """Minimum, median and maximum of a figure over the seeds."""

    min: float
    median: float
    max: float


@dataclass(frozen=True)
class SeedResult:
    """The figures of one seed of the placement."""

    seed: int
    fmax_mhz: float
    lut: int
    ff: int
    bram: int


@dataclass(frozen=True)
class PathStep:
    """A segment of the critical path.

    Attributes:
        kind: ``routing``, ``logic``, ``carry``, ``setup`` or the type of a standard cell.
        ns: its delay.
        at: the net or cell that it leads through.
        source: the position in the sources, ``file:line``, if the tool reports it.
    """

    kind: str
    ns: float
    at: str
    source: str = ""


@dataclass(frozen=True)
class VerificationRecord:
    """The verification that a design point passed before it was measured.

    Attributes:
        suite: the suite that its sources passed.
        checks: number of checks in that suite.
        cases: number of cases in those checks.
        source_hash: hash of everything that decides whether the sources pass: files, flags, tools,
            formulas, and the code of the checks.
        netlist: hash of the mapped netlist that was simulated; empty if the cells of the family
            have no models.
        netlist_cases: number of cases that the netlist passed.
        netlist_about: description of these cases.
        netlist_key: hash of everything that decides whether the netlist passes.
        compiler: the version of the C++ compiler that built the simulations.
    """

    suite: str
    checks: int
    cases: int
    source_hash: str
    netlist: str = ""
    netlist_cases: int = 0
    netlist_about: str = ""
    netlist_key: str = ""
    compiler: str = ""


def whole_key(run_id: str, suite: str, netlist: str) -> str:
    """Returns the key of a result: its run id, and the keys of what its design point passed.

    Args:
        run_id: the run id.
        suite: the key of the verification of the sources.
        netlist: the key of the check of the netlist.
    """
    return fingerprint([run_id, suite, netlist])


@dataclass(frozen=True)
class Measured:
    """What the results of all measurements state.

    Attributes:
        run_id: hash of everything that decides the result.
        config: name of the design point.
        algorithm: the algorithm, as its standard names it.
        parameters: the hardware's parameters.
        level: ``"core"`` or ``"stream"``.
        target: name of the target.
        target_about: description of the target.
        verified: always true, because only verified designs are measured.
        verification: the verification that it passed.
        tool_versions: versions of the tools that decided the figures.
        caveats: what the figures do not include.
        sources: its source files below ``hw/``, in compile order.
        times: when it was measured and how long that took; not part of the result.
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
    tool_versions: dict[str, str]
    caveats: tuple[str, ...]
    sources: tuple[str, ...] = field(default=(), kw_only=True)
    times: dict[str, str | float] = field(default_factory=dict, kw_only=True)

    @property
    def key(self) -> str:
        """The key of the result in a store."""
        record = self.verification
        return whole_key(self.run_id, record.source_hash, record.netlist_key)

    def to_json(self) -> dict[str, Any]:
        """Returns the result as values that JSON can hold."""
        return asdict(self)

    def renamed(self, config: str) -> Self:
        """Returns the same result under another name of the same design point."""
        return replace(self, config=config)


@dataclass(frozen=True)
class Result(Measured):
    """The measured figures of a design point on a target; None where the target gives none.

    Attributes:
        cycles_per_block: cycles from one block to the next, in steady state.
        latency_cycles: cycles from the first beat to the valid digest, for a message of one block.
        latency_cycles_1024: the same for a message of 1024 bytes.
        fmax_mhz: clock frequency over the seeds, register to register.
        delay_ns: the shortest clock period (of the median seed).
        launch_setup_ns: the share of registers in that period: clock to output, and setup.
        lut: number of lookup tables.
        ff: number of flip-flops.
        bram: number of block memories.
        carry: number of carry elements.
        slices: number of slices, an estimate.
        alut: number of adaptive lookup tables.
        area_um2: area of the standard cells.
        ge: area in gate equivalents.
        logic_levels: number of lookup tables (or standard cells) on the longest path.
        throughput_mbps: throughput with as many messages in flight as the core takes.
        throughput_one_message_mbps: throughput with one message at a time.
        mbps_per_lut: throughput per lookup table.
        mbps_per_ge: throughput per gate equivalent.
        seeds: seeds of the placement.
        per_seed: figures of each seed.
        critical_path: the slowest path (of the median seed).
        delay_target_ps: the delay that the mapping to standard cells aims at.
        netlist: hash of the mapped netlist.
        measurement: hash of the netlist and of everything that was done to it.
    """

    cycles_per_block: int
    latency_cycles: int
    latency_cycles_1024: int
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
    netlist: str = ""
    measurement: str = ""

    def at_interval(self, cycles: int) -> Result:
        """Returns the same result with other cycles per block: its throughput changes with them."""
        if cycles == self.cycles_per_block:
            return self
        ratio = self.cycles_per_block / cycles

        def scaled(value: float | None, digits: int) -> float | None:
            return None if value is None else round(value * ratio, digits)

        return replace(
            self,
            cycles_per_block=cycles,
            throughput_mbps=scaled(self.throughput_mbps, 1),
            throughput_one_message_mbps=scaled(self.throughput_one_message_mbps, 1),
            mbps_per_lut=scaled(self.mbps_per_lut, 4),
            mbps_per_ge=scaled(self.mbps_per_ge, 5),
        )


class Record(Protocol):
    """A measurement that is stored in a file."""

    @property
    def run_id(self) -> str:
        """Hash of everything that decides the measurement."""

    def to_json(self) -> dict[str, Any]:
        """Returns the measurement as values that JSON can hold."""


AnyRecord = TypeVar("AnyRecord", bound=Record)


@cache
def _adapter(kind: type[AnyRecord]) -> TypeAdapter[AnyRecord]:
    return TypeAdapter(kind)


def render(record: Record) -> str:
    """Returns the text of a result file. Its keys are sorted, so equal results give equal files."""
    text = json.dumps(record.to_json(), indent=1, sort_keys=True, ensure_ascii=False)
    return text + "\n"


def parse(text: str, path: Path, run_id: str | None = None) -> Result:
    """Reads the text of a result file, as `parse_as` does."""
    return parse_as(Result, text, path, run_id)


def parse_as(kind: type[AnyRecord], text: str, path: Path, run_id: str | None = None) -> AnyRecord:
    """Reads the text of a result file.

    Args:
        kind: the type of the result.
        text: the text of the file.
        path: the file, for the message.
        run_id: the run id that the result must have, if it is known.

    Raises:
        CorruptResult: silicrypt did not write this text; the message names file and remedy.
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
    """Reads a result file.

    Raises:
        CorruptResult: silicrypt did not write this file.
        StoreError: the file cannot be read.
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
    """Reads result files. The log names files that cannot be read; these are skipped.

    A file of another version, or a damaged file, must not hide all others.
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


def load_if_sound(kind: type[AnyRecord], path: Path) -> AnyRecord | None:
    """Reads a result file; returns None if it is missing, or corrupt and therefore logged."""
    if not path.is_file():
        return None
    try:
        return load_as(kind, path)
    except StoreError as error:
        if path not in _said:
            _said.add(path)
            _log.warning("skipped one file: %s", error)
        return None


_log = logging.getLogger(__name__)
#: Files that the log has already named.
_said: set[Path] = set()


def _corrupt(path: Path, why: str) -> CorruptResult:
    return CorruptResult(
        f"{path} is not a result that this version of silicrypt wrote ({why}); delete it and run "
        "the same command again, or 'make results' for all"
    )


def _first(error: ValidationError) -> str:
    """Returns a short description of the first error."""
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: {first['msg']}" if where else first["msg"]


@dataclass(frozen=True)
class PowerAt:
    """Power at a clock frequency.

    Attributes:
        frequency_mhz: the clock.
        clock_uw: power of clock pins of flip-flops, clock gates, and the nets of the clock.
        sequential_uw: power of the rest of the flip-flops, and of the nets that they drive.
        combinational_uw: power of logic, its nets, and the nets that input ports drive.
        dynamic_uw: sum of the three parts.
        leakage_uw: leakage of all cells.
        total_uw: dynamic power and leakage.
        mbps: rate of message bits accepted, Mbit/s; None if there is no message.
        pj_per_bit: energy per message bit, leakage included; None if there is no message.
    """

    frequency_mhz: float
    clock_uw: float
    sequential_uw: float
    combinational_uw: float
    dynamic_uw: float
    leakage_uw: float
    total_uw: float
    mbps: float | None
    pj_per_bit: float | None


@dataclass(frozen=True)
class PowerResult(Measured):
    """The energy that the netlist of a design point takes in a scenario, at any frequency.

    Attributes:
        scenario: ``"idle"``, ``"single"``, ``"saturated"``, or a phase of a hash station.
        stimulus: how the ports were driven, and which cycles were counted.
        cycles: number of clock cycles counted.
        lanes: number of simulations in parallel, each with different data.
        message_bits: message bits accepted in those cycles, per simulation lane.
        clock_fj: dynamic energy per cycle of clock pins of flip-flops, clock gates and clock nets.
        sequential_fj: dynamic energy per cycle of the rest of the flip-flops and of their nets.
        combinational_fj: dynamic energy per cycle of logic, its nets, and nets of input ports.
        nets_fj: the share of nets in the three figures, C V^2 / 2 per edge.
        leakage_nw: leakage of all cells.
        toggles: edges of all nets, per cycle.
        ff: number of flip-flops.
        gated_ff: number of flip-flops with a gated clock.
        clock_toggles: mean number of edges at a flip-flop's clock pin per cycle; 2 if not gated.
        gated_clock_toggles: the same for flip-flops with a gated clock.
        fmax_mhz: the highest frequency, by static timing.
    """

    scenario: str
    stimulus: str
    cycles: int
    lanes: int
    message_bits: int
    clock_fj: float
    sequential_fj: float
    combinational_fj: float
    nets_fj: float
    leakage_nw: float
    toggles: float
    ff: int
    gated_ff: int
    clock_toggles: float
    gated_clock_toggles: float
    fmax_mhz: float

    @property
    def dynamic_fj(self) -> float:
        """Dynamic energy per cycle, in fJ."""
        return self.clock_fj + self.sequential_fj + self.combinational_fj

    def at(self, frequency_mhz: float) -> PowerAt:
        """Returns the power at a frequency.

        Dynamic power is proportional to the frequency; leakage does not depend on it.

        Raises:
            BadInput: the frequency is above the highest frequency of the design.
        """
        if frequency_mhz > self.fmax_mhz:
            raise BadInput(
                f"{self.config} level {self.level} reaches {self.fmax_mhz:.1f} MHz on "
                f"{self.target} by static timing: its power at {frequency_mhz:g} MHz means nothing"
            )
        clock, sequential, combinational = (
            energy * frequency_mhz / 1000
            for energy in (self.clock_fj, self.sequential_fj, self.combinational_fj)
        )
        dynamic, leakage = clock + sequential + combinational, self.leakage_nw / 1000
        rate = self.message_bits / self.cycles * frequency_mhz
        return PowerAt(
            frequency_mhz=frequency_mhz,
            clock_uw=clock,
            sequential_uw=sequential,
            combinational_uw=combinational,
            dynamic_uw=dynamic,
            leakage_uw=leakage,
            total_uw=dynamic + leakage,
            mbps=rate or None,
            pj_per_bit=(dynamic + leakage) / rate if rate else None,
        )
