"""Sample results of every configuration on three targets, with invented plausible figures."""

from __future__ import annotations

from dataclasses import replace

import pytest
from invented import invented

from silicrypt import catalog
from silicrypt.catalog import Level
from silicrypt.papers import PaperResults, Reproduction, sha512_2005
from silicrypt.papers.plan import plan_of
from silicrypt.report import page
from silicrypt.results.result import Range, Result

LEVELS: tuple[Level, ...] = ("core", "stream")
TOOLS = {"nextpnr-ecp5": "0.11.1", "verilator": "5.048", "yosys": "0.70"}


def sample(point: str, target: str, level: Level) -> Result:
    """Returns a result in the form of a real one."""
    c = catalog.get(point)
    number = list(catalog.load()).index(point)
    word_bits, precompute = max(c.data_bits // c.unroll, 8), int(c.parameters.get("Precompute", 0))
    size = word_bits * (24 + 14 * c.unroll + 9 * precompute + 20 * (c.stages - 1))
    clock = (62 + 18 * precompute) / (1 + 0.55 * (c.unroll - 1)) * 64 / word_bits
    clock *= 8 if target == "nangate45" else 1
    rate = c.algorithm.block_bits * clock / c.cycles_per_block
    timed = target != "virtex-e"
    known = invented(
        point,
        target,
        c.cycles_per_block,
        level,
        fmax_mhz=Range(clock * 0.97, clock, clock * 1.04) if timed else None,
        throughput_mbps=rate if timed else None,
        throughput_one_message_mbps=rate / c.stages if timed else None,
        lut=size + 13 * number if target == "ecp5-85k" else None,
        ff=size,
        bram=0 if target == "ecp5-85k" else None,
        slices=None if timed else size // 2,
        ge=size * 9.5 if target == "nangate45" else None,
        seeds=(1, 2, 3) if target == "ecp5-85k" else (),
    )
    run_id = f"{number:02x}{target[:2].encode().hex()}{level[:2].encode().hex()}000000"
    return replace(known, run_id=run_id, algorithm=c.algorithm.name, tool_versions=TOOLS)


@pytest.fixture(scope="session")
def samples() -> list[Result]:
    """Returns the results of a full store."""
    return [
        sample(point, target, level)
        for target in ("ecp5-85k", "nangate45", "virtex-e")
        for level in LEVELS
        for point in catalog.load()
    ]


@pytest.fixture(scope="session")
def reproduction(samples: list[Result]) -> Reproduction:
    """Returns the paper, reproduced from the samples."""
    known = {(one.config, one.target, one.level): one for one in samples}
    runs, _ = plan_of(sha512_2005.NAME, PaperResults())
    places = {run: (run.point, run.target, run.level) for run in runs}
    there = {run: [known[at]] for run, at in places.items() if at in known and not run.power}
    return sha512_2005.evaluate(PaperResults(there))


@pytest.fixture(scope="session")
def html(samples: list[Result], reproduction: Reproduction) -> str:
    """Returns the page of the samples."""
    return page.render(page.view(samples, [reproduction]))
