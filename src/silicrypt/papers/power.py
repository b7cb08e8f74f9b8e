"""Power results of the designs of a paper."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from silicrypt.flow.progress import Progress
from silicrypt.papers.bench import Bench
from silicrypt.results.power import PowerResult

What = Literal["sequential_uw", "combinational_uw", "dynamic_uw", "total_uw"]


@dataclass(frozen=True)
class Powers:
    """The available power results, by configuration and scenario."""

    target: str
    by_scenario: Mapping[tuple[str, str], PowerResult]

    @classmethod
    def carry_out(
        cls, bench: Bench, configs: Iterable[str], target: str, run: bool, progress: Progress
    ) -> Powers:
        """Returns the results of configurations: the stored ones, or measured ones if `run`."""
        results = [r for config in configs for r in bench.power(config, target, run, progress)]
        return cls(target, {(r.config, r.scenario): r for r in results})
