"""Verifies a core with a cocotb driver of the user, and counts its cycles."""

from __future__ import annotations

from dataclasses import replace

from silicrypt.measure import cases, check
from silicrypt.measure.cases import Section
from silicrypt.measure.cocotb_model import Model
from silicrypt.measure.core import CoreFile
from silicrypt.measure.counted import Counts, level_of
from silicrypt.measure.drivers import Outcome
from silicrypt.measure.functions import Function
from silicrypt.verify.checks import Check

_LATENCY_BYTES = 3, 1024


def verify(core: CoreFile, function: Function, model: Model) -> tuple[list[Check], Counts]:
    """Runs vectors, random messages and the messages that are counted in one simulation.

    Raises:
        NotVerified: a result is wrong, or the driver fails.
    """
    sections, level = cases.sections(core, function, brief=True), level_of(core, function)
    counted = _counted(core, function)
    jobs = [job for section in (*sections, counted) for job in section.jobs]
    outcomes, found = model.run(jobs), list[Check]()
    for section in (*sections, counted):
        part, outcomes = outcomes[: len(section.jobs)], outcomes[len(section.jobs) :]
        check.demand(section, part)
        count = len(section.jobs)
        found.append(Check(section.name, level, True, count, f"{count} results are right"))
    blocks = [len(function.blocks(job.data[0], padded=True)) for job in counted.jobs]
    return found[:-1], _counts(function, part, blocks)


def _counted(core: CoreFile, function: Function) -> Section:
    """Returns the messages whose cycles are counted."""
    block = function.block_bytes
    if function.vectors:
        own = cases.own(function)
        jobs = [own[0], own[-1], own[0], own[-1]]
    elif function.kind == "cipher":
        first = cases.random_job(core, function, block, 1, 1)
        jobs = [replace(first, data=[bytes([n]) * block]) for n in range(1024 // block)]
    else:
        sizes = (*cases.counted_sizes(core, function), *_LATENCY_BYTES)
        jobs = [cases.random_job(core, function, max(n, core.smallest), 1, n) for n in sizes]
    expected = tuple(cases.expected(function, job)[0] for job in jobs)
    return Section("counted messages", tuple(jobs), expected)


def _counts(function: Function, outcomes: list[Outcome], blocks: list[int]) -> Counts:
    about = "cycles counted between the calls and the returns of the cocotb driver"
    if function.kind == "cipher":
        first, last = outcomes[1], outcomes[-1]
        interval = -(-(last.first - first.first) // (len(outcomes) - 2))
        return Counts(interval, last.cycles, last.done - outcomes[0].first, about=(about,))
    few, many, short, long = outcomes
    per_block = -(-(many.cycles - few.cycles) // max(1, blocks[1] - blocks[0]))
    return Counts(per_block, short.cycles, long.cycles, about=(about,))
