"""What every suite uses: records, efforts, findings, the run of all checks, and shared checks.

`check` compares a mapped netlist, in the device's own cells, with reference results. A netlist is
placed, routed and measured, not the sources. Synthesis, cell mapping and the simulator of the
sources could each be wrong; that check relies on none of them. Each interface has a module with its
sections.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from silicrypt.base.scope import Progress
from silicrypt.catalog import DesignPoint, Level
from silicrypt.catalog.machines import SRAM
from silicrypt.errors import BadInput, ToolFailed, UnitFailed
from silicrypt.tools import process, verilator
from silicrypt.tools.cellmodels import any_state
from silicrypt.tools.gatesim import Library, Simulator, compile_netlist, read
from silicrypt.verify.native import Action, Subject

#: Models that are compiled, and checks that run, at the same time.
_WORKERS = 2
#: Cycles of legal and illegal actions per seed of an effort: a million in the full suite.
_HOSTILE_CYCLES = 25_000
#: Cycles after a reset or a wipe in which keys and starts come. Clearing takes at most 66 cycles.
FIRST_CYCLES = 70


@dataclass(frozen=True)
class Check:
    """The record of a check.

    Attributes:
        name: what was checked.
        level: the level of the top module, ``"core"`` or ``"stream"``.
        passed: whether every case passed.
        cases: the number of cases.
        detail: what was covered, or the first case that failed.
        hash: the hash that was checked, where the hardware has two.
    """

    name: str
    level: Level
    passed: bool
    cases: int
    detail: str
    hash: str = ""


@dataclass(frozen=True)
class Effort:
    """The amount of work for checks that have no natural end.

    Attributes:
        checkpoints: of the Monte Carlo chain, of 1000 hashes each.
        seeds: number of seeds of random messages and stalls.
        boundaries: number of block boundaries whose surrounding lengths are tried.
        random_bytes: limit of the length of random messages.
        fuzz_cycles: cycles of random actions.
    """

    checkpoints: int
    seeds: int
    boundaries: int
    random_bytes: int
    fuzz_cycles: int = 60_000


#: The findings of a check: failures, number of cases, and what was covered.
Findings = tuple[list[str], int, str]
Examine = Callable[[Any, Effort], Findings]


class Section(NamedTuple):
    """A part of the check of a netlist: its name, its run, and the hash that it checks of two."""

    name: str
    examine: Callable[[], Findings]
    hash: str = ""


#: The inputs of the simulations of a design point.
Builds: TypeAlias = Mapping[Level, verilator.Build]


def record(name: str, level: Level, findings: Findings, hash_: str = "") -> Check:
    """Returns the record of findings; a check without a case does not pass."""
    failures, cases, covered = findings
    if failures:
        covered = f"{len(failures)} failed, first: {failures[0]}"
    elif not cases:
        covered = "nothing was checked"
    return Check(name, level, not failures and cases > 0, cases, covered, hash_)


def perform(name: str, examine: Examine, subject: Any, effort: Effort) -> Check:
    """Runs one check."""
    chosen = subject.point.chosen
    return record(name, subject.level, examine(subject, effort), chosen.name if chosen else "")


def perform_all(
    subject: Callable[[DesignPoint, Level, Path], Any],
    checks_of: Callable[[DesignPoint, Level], Mapping[str, Examine]],
    point: DesignPoint,
    builds: Builds,
    effort: Effort,
    progress: Progress,
) -> list[Check]:
    """Compiles the levels of a design point and runs all checks on each; returns their records.

    Args:
        subject: makes what the checks examine, from a choice of the design point, a level and its
            compiled program.
        checks_of: the checks of a choice at a level, in the order of their records.
        point: the design point.
        builds: the inputs of the simulations.
        effort: the amount of work.
        progress: called as (done, total, label) after each step.

    Raises:
        ToolMissing: Verilator or a C++ compiler is not installed.
        ToolFailed: the sources do not compile, or a simulation stopped with an error.
    """
    names = [
        (level, choice.chosen.name if choice.chosen else "", name)
        for level in sorted(builds)
        for choice in point.choices
        for name in checks_of(choice, level)
    ]
    done, total, found = 0, len(builds) + len(names), dict[tuple[str, str, str], Check]()
    progress(0, total, f"building {point.name}")
    with process.Pool(_WORKERS) as pool:
        programs = {
            level: pool.submit(verilator.executable, build) for level, build in builds.items()
        }
        work = []
        for level, program in programs.items():
            for choice in point.choices:
                one = subject(choice, level, program.result())
                work += [
                    pool.submit(perform, name, examine, one, effort)
                    for name, examine in checks_of(choice, level).items()
                ]
            done += 1
            progress(done, total, f"{level} is built")
        try:
            for check in as_completed(work):
                one = check.result()
                found[one.level, one.hash, one.name] = one
                done += 1
                progress(done, total, f"{one.level} {one.name}")
        finally:
            for check in work:
                check.cancel()
    return [found[name] for name in names]


def all_power_on(
    subject: Subject[Any], effort: Effort, what: str, job: Callable[[int], Any]
) -> Findings:
    """Checks that the contents of registers before the first reset do not matter.

    Args:
        subject: what is examined.
        effort: the amount of work.
        what: name of the items in the findings.
        job: makes a job from a seed.
    """
    failures = list[str]()
    for seed in range(2, 2 + effort.seeds):
        failures += subject.failures([job(seed)], f"power-on {seed}, {what}", seed)
    return failures, effort.seeds, f"{effort.seeds} contents of the registers"


def stalled(
    subject: Subject[Any],
    jobs: Sequence[Any],
    what: str,
    inputs: str = "beats",
    results: str = "results",
) -> Findings:
    """Checks jobs with stalls, which must hold up both inputs and results.

    Args:
        subject: what is examined.
        jobs: the jobs.
        what: name of the items in the findings.
        inputs: name of what is held up on the way in.
        results: name of what is held up on the way out.
    """
    replies = subject.run(jobs)
    failures = subject.compare(jobs, replies, what)
    held = sum(reply.held_in for reply in replies), sum(reply.held_out for reply in replies)
    if not all(held):
        failures.append(f"{inputs} or {results} were never stalled")
    return failures, len(jobs), f"{held[0]} {inputs} and {held[1]} {results} held up"


def all_but_lost(
    subject: Subject[Any], jobs: Sequence[Any], action: Action, what: str
) -> tuple[list[str], int]:
    """Checks that all is right but what resets or wipes lose; returns failures, and that number."""
    replies = subject.run(jobs)
    failures = subject.compare(jobs, replies, f"{action.name.lower()}, {what}")
    lost = sum(outcome.lost for reply in replies for outcome in reply.outcomes)
    if not lost:
        failures.append("nothing was ever lost")
    return failures, lost


def until_refused(
    subject: Subject[Any], effort: Effort, failures: list[str], job: Callable[[int], Any]
) -> Findings:
    """Checks jobs of legal and illegal items until they took enough cycles.

    Args:
        subject: what is examined.
        effort: the amount of work.
        failures: what was found before.
        job: makes a job from a seed.
    """
    cycles, refused, seed = 0, 0, 0
    while cycles < _HOSTILE_CYCLES * effort.seeds and not failures:
        jobs = [job(number) for number in range(seed, seed + 4)]
        seed += len(jobs)
        replies = subject.run(jobs, checked=False)
        failures = subject.compare(jobs, replies, f"up to seed {seed}, item")
        cycles += sum(reply.cycles for reply in replies)
        refused += sum(outcome.refused for reply in replies for outcome in reply.outcomes)
    if not refused:
        failures = [*failures, "nothing was ever refused"]
    return failures, seed, f"{cycles} cycles, {refused} messages refused"


def wrong_keep(rng: random.Random, data: bytes) -> tuple[int, int]:
    """Returns a ``tkeep`` with a hole, or short before the last beat, and the number of its beat.

    Args:
        rng: decides.
        data: what beats of 16 bytes have.
    """
    beats = max(1, -(-len(data) // 16))
    at = rng.randrange(beats)
    keeps = [0xFFFE, 0x8001, 0x7FFE, 0x0005, 0xFFFF ^ 1 << rng.randrange(15)]
    if at < beats - 1:
        keeps += [0, 1, 0x7FFF, (1 << rng.randrange(16)) - 1]
    return rng.choice(keeps), at


#: The module with the sections of each interface.
_MODULES = MappingProxyType(
    {
        **dict.fromkeys(("hash", "sponge", "hmac"), "netlist_hash"),
        "aes": "netlist_cipher",
        "aead": "netlist_aead",
        "kdf": "netlist_kdf",
        "storage": "netlist_storage",
        "station": "netlist_station",
    }
)
Sections: TypeAlias = Callable[[DesignPoint, Level, Simulator], list[Section]]
#: Seed of the register values at power-up.
_POWER_UP = 1


def check(
    point: DesignPoint,
    level: Level,
    target_name: str,
    document: Mapping[str, Any],
    library: Library,
) -> tuple[Check, ...]:
    """Simulates a mapped netlist and compares its results with the references.

    The registers start in 64 random states, one per lane. A netlist that needs the power-up value
    of even one register fails. All random data has fixed seeds.

    Args:
        point: the design point that the netlist implements.
        level: the level that was mapped.
        target_name: name of the target that it was mapped to, for the records.
        document: the netlist in the format of Yosys' ``write_json``.
        library: the models of the target's cells, from `cells`.

    Returns:
        One record per subject: vectors, random messages with stalls, resets, cycle counts, and
        others that depend on the interface. The first subject that fails is the last record.

    Raises:
        UnknownCell: the library has no model of a cell; the message names the cell.
        BadInput: the document is not a netlist of this top, or the interface has no check.
    """
    top, library = point.top(level), any_state(library)
    if SRAM in point.parameters:
        from silicrypt.verify.netlist_storage import attached

        document, library = attached(point, document, top, library)
    netlist = read(document, library, top)
    with Simulator(compile_netlist(netlist), _POWER_UP) as simulator:
        sections = sections_of(point)(point, level, simulator)
        return tuple(_run(sections, level, target_name))


def sections_of(point: DesignPoint) -> Sections:
    """Returns the function with the sections of the check of a design point, by its interface.

    Raises:
        BadInput: there is no check for netlists of the interface.
    """
    interface = point.unit.interface
    name = _MODULES.get(interface)
    if name is None:
        raise BadInput(f"{point.name}: there is no check for netlists of the interface {interface}")
    found: Sections = import_module(f"{__package__}.{name}").sections
    return found


def _run(sections: list[Section], level: Level, target: str) -> Iterator[Check]:
    """Runs sections up to the first that fails; after that the netlist may be in any state."""
    for section in sections:
        try:
            findings = section.examine()
        except (ToolFailed, UnitFailed) as error:
            findings = [str(error)], 0, ""
        found = record(f"netlist for {target}: {section.name}", level, findings, section.hash)
        yield found
        if not found.passed:
            return
