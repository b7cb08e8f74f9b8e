"""Power results of the designs of a paper."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from silicrypt.base.progress import Progress
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
        cls,
        bench: Bench,
        configs: Iterable[str],
        target: str,
        run: bool,
        progress: Progress,
        scenarios: Sequence[str] = (),
    ) -> Powers:
        """Returns the results of configurations: the stored ones, or measured ones if `run`.

        Args:
            bench: source of the results.
            configs: names of the configurations.
            target: name of the target.
            run: whether to measure what is not in the store.
            progress: called before each scenario.
            scenarios: names of the scenarios; all without delays by default.
        """
        found = (bench.power(config, target, run, progress, scenarios) for config in configs)
        return cls(target, {(r.config, r.scenario): r for results in found for r in results})

    def merged(self, of: Powers) -> Powers:
        """Returns these results and others of the same target."""
        return Powers(self.target, {**self.by_scenario, **of.by_scenario})
