"""Executes the runs of a paper in parallel, before the paper is reproduced from their results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from silicrypt import catalog
from silicrypt.base.progress import Progress, silent
from silicrypt.catalog import Level
from silicrypt.flow import batch
from silicrypt.flow.batch import Task
from silicrypt.flow.stimuli import stimuli
from silicrypt.papers import reproduce
from silicrypt.papers.bench import FlowBench
from silicrypt.results.power import PowerResult
from silicrypt.results.result import Result


def measure(
    paper: str,
    quick: bool = False,
    progress: Progress = silent,
    jobs: int | None = None,
    scheduler: str | None = None,
) -> None:
    """Executes the runs that a paper needs and that are not in the store.

    Some papers need more runs when the first figures are known. This repeats until nothing is
    missing.

    Args:
        paper: name of the paper.
        quick: as in `papers.reproduce`.
        progress: called as (done, total, label).
        jobs: runs at the same time on this machine.
        scheduler: address of a dask scheduler whose workers execute the runs instead.

    Raises:
        UnknownName: there is no such paper.
        ToolFailed: a run failed.
    """
    while tasks := _lacking(paper, quick):
        batch.demand(batch.run(tasks, jobs, progress, scheduler=scheduler))


def _lacking(paper: str, quick: bool) -> list[Task]:
    bench = _Asked()
    reproduce(paper, quick, bench=bench)
    return list(dict.fromkeys(bench.tasks))


@dataclass(frozen=True)
class _Asked(FlowBench):
    """A bench that answers from the store and lists the runs that are missing.

    Attributes:
        tasks: the missing runs.
    """

    run: bool = False
    tasks: list[Task] = field(default_factory=list)

    def measure(
        self,
        config: str,
        target: str,
        seeds: Sequence[int],
        level: Level,
        progress: Progress = silent,  # noqa: ARG002
    ) -> Result | None:
        """Returns the stored result of these seeds, or None."""
        from silicrypt.flow.implement import stored

        kept = stored(config, target, seeds, level)
        if kept is None:
            self.tasks.append(Task(config, target, level, tuple(seeds)))
        return kept

    def power(
        self,
        config: str,
        target: str,
        run: bool,
        progress: Progress = silent,
        scenarios: Sequence[str] = (),
    ) -> Sequence[PowerResult]:
        """Returns the stored power results."""
        kept = super().power(config, target, run, progress, scenarios)
        known = catalog.get(config)
        if run and len(kept) < len(stimuli(known, known.levels[0], scenarios or None)):
            level = known.levels[0]
            self.tasks.append(Task(config, target, level, (), True, tuple(scenarios)))
        return kept
