"""Sample results of every configuration on three targets, with invented plausible figures."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from silicrypt import catalog
from silicrypt.base.progress import Progress
from silicrypt.catalog import Level
from silicrypt.papers import Reproduction, reproduce
from silicrypt.report import page
from silicrypt.results.power import PowerResult
from silicrypt.results.result import Range, Result, VerificationRecord

LEVELS: tuple[Level, ...] = ("core", "stream")
TOOLS = {"nextpnr-ecp5": "0.11.1", "verilator": "5.048", "yosys": "0.70"}


def sample(config: str, target: str, level: Level) -> Result:
    """Returns a result in the form of a real one."""
    c = catalog.get(config)
    number = list(catalog.load()).index(config)
    word_bits, precompute = max(c.data_bits // c.unroll, 8), int(c.parameters.get("Precompute", 0))
    size = word_bits * (24 + 14 * c.unroll + 9 * precompute + 20 * (c.stages - 1))
    clock = (62 + 18 * precompute) / (1 + 0.55 * (c.unroll - 1)) * 64 / word_bits
    clock *= 8 if target == "nangate45" else 1
    rate = c.algorithm.block_bits * clock / c.cycles_per_block
    timed = target != "virtex-e"
    return Result(
        run_id=f"{number:02x}{target[:2].encode().hex()}{level[:2].encode().hex()}000000",
        config=config,
        algorithm=c.algorithm.name,
        parameters=dict(c.parameters),
        level=level,
        target=target,
        target_about=target,
        verified=True,
        verification=VerificationRecord("quick", 12, 3456, "0123456789abcdef"),
        cycles_per_block=c.cycles_per_block,
        latency_cycles=c.cycles_per_block + 1,
        latency_cycles_1024=9 * c.cycles_per_block + 1,
        tool_versions=TOOLS,
        caveats=("the core alone: no pins",),
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


@pytest.fixture(scope="session")
def samples() -> list[Result]:
    """Returns the results of a full store."""
    return [
        sample(config, target, level)
        for target in ("ecp5-85k", "nangate45", "virtex-e")
        for level in LEVELS
        for config in catalog.load()
    ]


class SampleBench:
    """A bench that answers from the samples and runs nothing."""

    def __init__(self, samples: Sequence[Result]) -> None:
        self.samples = samples

    def measure(
        self, config: str, target: str, seeds: Sequence[int], level: Level, progress: Progress
    ) -> Result | None:
        return None

    def stored(self, config: str, target: str, level: Level) -> Result | None:
        wanted = (config, target, level)
        return next((r for r in self.samples if (r.config, r.target, r.level) == wanted), None)

    def power(
        self,
        config: str,
        target: str,
        run: bool,
        progress: Progress,
        scenarios: Sequence[str] = (),
    ) -> Sequence[PowerResult]:
        return []


@pytest.fixture(scope="session")
def reproduction(samples: list[Result]) -> Reproduction:
    """Returns the paper, reproduced from the samples."""
    return reproduce("sha512-2005", bench=SampleBench(samples))


@pytest.fixture(scope="session")
def html(samples: list[Result], reproduction: Reproduction) -> str:
    """Returns the page of the samples."""
    return page.render(page.view(samples, [reproduction]))
