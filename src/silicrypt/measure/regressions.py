"""Compares the committed results with those of a git revision."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from silicrypt.measure import named
from silicrypt.paths import reference_results
from silicrypt.results.compare import Comparison, compare
from silicrypt.results.result import Result, load, parse_as

#: Metrics that follow from others, and whose changes would be told twice.
_DERIVED = ("delay_ns", "area_um2", "throughput_mbps", "mbps_per_lut", "mbps_per_ge")
#: A change below this share is not told, even if no seed explains it.
_SMALL = 0.01


@dataclass(frozen=True)
class Change:
    """A result that differs from that of the revision.

    Attributes:
        run: what was measured, as in ``sha256-fast core on ecp5-85k``.
        worse: metrics that are worse beyond the seeds' spread, in words.
        better: metrics that are better beyond it.
    """

    run: str
    worse: tuple[str, ...]
    better: tuple[str, ...]


def changes(revision: str) -> Iterator[Change]:
    """Yields the results that are better or worse than at a revision.

    Raises:
        BadInput: there is no such revision.
    """
    for path in named.changed(revision):
        file, text = reference_results() / path, named.show(revision, path)
        if not text or not file.is_file():
            continue
        before, after = parse_as(Result, text, Path(f"{revision}:{path}")), load(file)
        told = [c for c in compare(before, after) if _told(c)]
        worse = tuple(one.sentence for one in told if one.verdict == "worse")
        better = tuple(one.sentence for one in told if one.verdict == "better")
        if worse or better:
            run = f"{after.config} {after.level} on {after.target}"
            yield Change(run, worse, better)


def _told(one: Comparison) -> bool:
    return one.metric.name not in _DERIVED and abs(one.ratio - 1) > _SMALL
