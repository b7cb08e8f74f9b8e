"""Results of measured cores, the results that a user names, and comparisons of results.

A measured core has the fields of `Result`, and the origin of the core. A user names a design point,
a measured core, a file, or a design point at a revision.

The seeds of a placement are a sample. A ratio of two medians has a bootstrap interval: both
samples are drawn again with replacement, and the interval contains 95 % of the ratios (B. Efron,
R. Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13). Small samples are enumerated
completely, so equal results give equal intervals. A figure without seeds has an exact ratio.
"""

from __future__ import annotations

import itertools
import random
import statistics
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from silicrypt import catalog, targets
from silicrypt.errors import BadInput, CorruptResult, UnknownName
from silicrypt.metrics import METRICS, Metric
from silicrypt.paths import reference_name, reference_results
from silicrypt.results.power import PowerResult
from silicrypt.results.result import Range, Result, load, load_all, load_as, parse_as, render
from silicrypt.results.store import write_atomic

if TYPE_CHECKING:
    from silicrypt.measure.core_file import ParsedCoreFile

#: The folder in which results are kept by default.
FOLDER = Path("silicrypt-results")
#: The scenario of the power that is measured.
SCENARIO = "saturated"
#: Metrics that follow from others, and whose changes would be told twice.
_DERIVED = ("delay_ns", "area_um2", "throughput_mbps", "mbps_per_lut", "mbps_per_ge")
#: A change below this share is not told, even if no seed explains it.
_SMALL = 0.01


@dataclass(frozen=True)
class CoreResult(Result):
    """The figures of a core that is not in the catalogue.

    Attributes:
        source_hash: hash of its files, macros and parameters.
        repository: the address of its repository, if its files are in a git checkout.
        commit: the commit of its files; it ends with ``+`` if it does not have them as they are.
        in_flight: independent blocks or messages in flight.
        unverified: why it is not verified; empty for a verified core.
    """

    source_hash: str = ""
    repository: str = ""
    commit: str = ""
    in_flight: int = 1
    unverified: str = ""

    @staticmethod
    def of(result: Result, **others: Any) -> CoreResult:
        """Returns a result of the flow with what is known of the core."""
        known = {field.name: getattr(result, field.name) for field in fields(Result)}
        return CoreResult(**{**known, **others})

    def without_cycles(self) -> CoreResult:
        """Returns the result of a core that hangs: area, and nothing that follows from cycles."""
        return replace(
            self,
            cycles_per_block=0,
            latency_cycles=0,
            latency_cycles_1024=0,
            throughput_mbps=None,
            throughput_one_message_mbps=None,
            mbps_per_lut=None,
            mbps_per_ge=None,
        )


@dataclass(frozen=True)
class MeasuredCore:
    """The results of one core on one target.

    Attributes:
        result: area, clock and throughput.
        power: the power of the saturated core, on standard cells.
        files: the files that hold the results.
    """

    result: CoreResult
    power: PowerResult | None
    files: tuple[Path, ...] = ()

    def keep(self, folder: Path) -> MeasuredCore:
        """Writes the results into a folder, in place of those of an earlier version of the core.

        Raises:
            StoreError: the folder cannot be written.
        """
        files = [keep(folder, self.result)]
        if self.power is not None:
            files.append(keep(folder, self.power))
        else:
            known = self.result
            power = path_of(folder, known.target, known.config, known.level, SCENARIO)
            power.unlink(missing_ok=True)
        return replace(self, files=tuple(files))


def path_of(folder: Path, target: str, point: str, level: str, scenario: str = "") -> Path:
    """Returns the file of a result below a folder, or that of its power in a scenario."""
    return folder / reference_name(target, point, level, scenario)


def keep(folder: Path, result: CoreResult | PowerResult) -> Path:
    """Writes a result below a folder, complete or not at all.

    Raises:
        StoreError: the folder cannot be written.
    """
    scenario = result.scenario if isinstance(result, PowerResult) else ""
    path = path_of(folder, result.target, result.config, result.level, scenario)
    write_atomic(path, render(result))
    return path


def stored(folder: Path) -> Iterator[CoreResult]:
    """Yields the results below a folder, in the order of their files."""
    files = sorted(folder.glob("*/*.json"))
    areas = [path for path in files if not path.name.endswith("-power.json")]
    for _, result in load_all(CoreResult, areas):
        yield result


def powers(folder: Path) -> Iterator[PowerResult]:
    """Yields the results of power runs below a folder."""
    for _, result in load_all(PowerResult, sorted(folder.glob("*/*-power.json"))):
        yield result


def get(name: str, target: str, level: str | None, folder: Path) -> Result:
    """Returns a stored result. Nothing is measured.

    Args:
        name: a configuration, a core of the folder, a result file, a core file, or
            ``configuration@revision``.
        target: the target, for names that are no files.
        level: ``"core"`` or ``"stream"``; the first level that has a result by default.
        folder: the folder of results of measured cores.

    Raises:
        BadInput: there is no such result, or a file or a revision has none that can be read; the
            message says what to do.
        UnknownName: there is no such name.
    """
    from silicrypt.flow import query
    from silicrypt.measure import core_file  # its tables take time to build

    path = Path(name)
    if path.suffix == ".json":
        if not path.is_file():
            raise BadInput(f"there is no result file {path}")
        return _of_file(path)
    parsed = core_file.load(path) if path.suffix == ".toml" else None
    if parsed is not None:
        name = parsed.core.title
    if "@" in name:
        configuration, revision = name.rsplit("@", 1)
        return _of_revision(configuration, revision, target, level)
    cores = [one for one in stored(folder) if one.config == name]
    results: list[Result] = [one for one in cores if one.target == target]
    if not cores and name in catalog.load():
        results = [one for one in query.of(name) if one.target == target]
        results.sort(key=lambda one: catalog.get(name).levels.index(one.level))
        if not results:
            raise BadInput(
                f"{name} has no result on {target}; run 'silicrypt implement {name} -t {target}'"
            )
    elif not cores:
        known = [*catalog.load(), *{one.config for one in stored(folder)}]
        raise UnknownName("design point or measured core", name, known, "silicrypt list")
    chosen = [one for one in results if level in (None, one.level)]
    if not chosen:
        there = ", ".join(sorted({f"{one.level} on {one.target}" for one in (*results, *cores)}))
        raise BadInput(f"{name} has no such result on {target}; there are {there}")
    found = max(chosen, key=lambda one: (one.level == chosen[0].level, len(one.seeds)))
    if parsed is not None and isinstance(found, CoreResult):
        _require_same(parsed, found)
    return found


def require_names_apart(names: Sequence[str]) -> None:
    """Refuses core files of different content that state the same name: they share a result.

    Raises:
        BadInput: two of them do.
    """
    from silicrypt.measure import core_file

    known: dict[str, ParsedCoreFile] = {}
    for path in (Path(name) for name in names if name.endswith(".toml")):
        parsed = core_file.load(path)
        other = known.setdefault(parsed.core.title, parsed)
        if other.core != parsed.core:
            raise parsed.mistake("name", f"{other.path} has the same name, {other.core.title}")


def _require_same(parsed: ParsedCoreFile, found: CoreResult) -> None:
    """Refuses the result of other sources, or of another algorithm, than a core file states.

    Raises:
        BadInput: they differ.
    """
    from silicrypt.measure.core_design import CoreDesign, level_of
    from silicrypt.measure.core_sources import resolve
    from silicrypt.measure.functions import function_of

    function = function_of(parsed)
    level, target = level_of(parsed.core, function), targets.get(found.target)
    design = CoreDesign(level, target, parsed, function, resolve(parsed))
    now = design.source_hash, design.computation.algorithm
    if now != (found.source_hash, found.algorithm):
        raise BadInput(
            f"{parsed.path}: the result of {found.config} on {found.target} is of other sources or "
            f"of another algorithm; run 'silicrypt measure {parsed.path} -t {found.target}'"
        )


def _of_file(path: Path) -> Result:
    """Returns the result of a file that a user names."""
    try:
        return load_as(CoreResult, path)  # its additional keys are optional
    except CorruptResult as error:
        why = _without_advice(error)
    with suppress(CorruptResult):
        power = load_as(PowerResult, path)
        other = path.with_name(reference_name(power.target, power.config, power.level).name)
        raise BadInput(f"{path} has the power of {power.config}; name its other result, {other}")
    raise BadInput(
        f"{why}; name a result file, such as silicrypt-results/ecp5-85k/NAME.core.json, and "
        "measure again what another version of silicrypt measured"
    )


def _without_advice(error: CorruptResult) -> str:
    """Returns a message without its advice to delete the file, which may be the user's own."""
    return str(error).partition("; delete it")[0]


def _parsed(text: str, revision: str, path: Path) -> Result:
    """Returns a committed result from its text at a revision."""
    try:
        return parse_as(Result, text, Path(f"{revision}:{path}"))
    except CorruptResult as error:
        raise BadInput(f"{_without_advice(error)}; name a later revision") from error


def _of_revision(name: str, revision: str, target: str, level: str | None) -> Result:
    """Returns the committed result of a configuration at a git revision."""
    for one in (level,) if level else ("core", "stream"):
        path = reference_name(target, name, one)
        if text := _committed(revision, path):
            return _parsed(text, revision, path)
    _git_output(["rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}"], revision)
    raise BadInput(f"{revision} has no result of {name} on {target}")


@dataclass(frozen=True)
class ResultChange:
    """A result that differs from that of the revision.

    Attributes:
        run: what was measured, as in ``sha256-fast core on ecp5-85k``.
        worse: metrics that are worse beyond the seeds' spread, in words.
        better: metrics that are better beyond it.
    """

    run: str
    worse: tuple[str, ...]
    better: tuple[str, ...]


def changes(revision: str) -> Iterator[ResultChange]:
    """Yields the committed results that are better or worse than at a revision.

    Raises:
        BadInput: there is no such revision, or no git checkout, or a result there is of another
            version of silicrypt.
    """
    results = ":(glob)*/*.json"  # the files beside the folders of targets are no results
    text = _git_output(["diff", "--name-only", "--relative", revision, "--", results], revision)
    for line in text.splitlines():
        path, file = Path(line), reference_results() / line
        if path.name.endswith("-power.json") or not file.is_file():
            continue
        if not (committed := _committed(revision, path)):
            continue
        after = load(file)
        compared = compare(_parsed(committed, revision, path), after)
        told = [
            one
            for one in compared
            if one.metric.name not in _DERIVED and abs(one.ratio - 1) > _SMALL
        ]
        worse = tuple(one.sentence for one in told if one.verdict == "worse")
        better = tuple(one.sentence for one in told if one.verdict == "better")
        if worse or better:
            yield ResultChange(f"{after.config} {after.level} on {after.target}", worse, better)


def _committed(revision: str, path: Path) -> str:
    """Returns the text of a committed result at a revision; empty if there is none."""
    done = _git("show", f"{revision}:./{path.as_posix()}")
    return done.stdout if done.returncode == 0 else ""


def _git_output(arguments: list[str], revision: str) -> str:
    """Returns the output of git in the folder of committed results.

    Raises:
        BadInput: git failed.
    """
    done = _git(*arguments)
    if done.returncode:
        why = done.stderr.strip().removeprefix("fatal: ").splitlines()
        said = "".join(f": {line}" for line in why[:1])
        raise BadInput(f"{revision} is not a revision of {reference_results()}{said}")
    return done.stdout


def _git(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = ["git", "-C", str(reference_results()), *arguments]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise BadInput(f"git is needed for a revision and cannot be started: {error}") from error


Verdict = Literal["better", "worse", "the same", "not told apart", "different"]

#: The share of the ratios that an interval contains.
CONFIDENCE = 0.95
#: The largest number of resamples that are enumerated, and the number that is drawn otherwise.
_ENUMERATED, _DRAWN = 100_000, 10_000
_SEED = 1
#: With fewer seeds, an interval is coarse.
FEW_SEEDS = 5


@dataclass(frozen=True)
class Sample:
    """A figure of a result: one value for each seed, or one exact value.

    Attributes:
        values: the values, in the order of the seeds.
    """

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        """The median."""
        return statistics.median(self.values)

    @property
    def range(self) -> Range:
        """Minimum, median and maximum."""
        return Range(min(self.values), self.median, max(self.values))


@dataclass(frozen=True)
class Comparison:
    """One metric of two results.

    Attributes:
        metric: the metric.
        before: the figure of the first result.
        after: the figure of the second result.
        ratio: the median of the second divided by that of the first.
        low: lower end of the interval of the ratio.
        high: upper end of the interval of the ratio.
        verdict: whether the second result is better.
    """

    metric: Metric
    before: Sample
    after: Sample
    ratio: float
    low: float
    high: float
    verdict: Verdict

    @property
    def sampled(self) -> bool:
        """Whether the figure depends on seeds."""
        return len(self.before.values) > 1 or len(self.after.values) > 1

    @property
    def sentence(self) -> str:
        """The comparison in words."""
        how = f" ({self.low:.3f} to {self.high:.3f} at 95 %)" if self.sampled else ""
        return f"{self.metric.label} {self.ratio:.3f} times{how}: {self.verdict}"


def samples(result: Result) -> dict[str, Sample]:
    """Returns the figures of a result by the name of their metric."""
    found: dict[str, Sample] = {}
    for name in METRICS:
        value = getattr(result, name, None)
        if isinstance(value, int | float) and not isinstance(value, bool) and value:
            found[name] = Sample((float(value),))
        elif isinstance(value, Range):
            found[name] = Sample((value.median,))
    if result.per_seed and result.fmax_mhz:
        clocks = [seed.fmax_mhz for seed in result.per_seed]
        found["fmax_mhz"] = Sample(tuple(clocks))
        found["delay_ns"] = Sample(tuple(1000 / clock for clock in clocks))
        found["lut"] = Sample(tuple(float(seed.lut) for seed in result.per_seed))
        found["ff"] = Sample(tuple(float(seed.ff) for seed in result.per_seed))
        if result.throughput_mbps:
            bits = result.throughput_mbps / result.fmax_mhz.median
            found["throughput_mbps"] = Sample(tuple(bits * clock for clock in clocks))
            found["mbps_per_lut"] = Sample(
                tuple(bits * seed.fmax_mhz / seed.lut for seed in result.per_seed if seed.lut)
            )
    return {name: sample for name, sample in found.items() if sample.values}


def compare(before: Result, after: Result) -> list[Comparison]:
    """Returns every metric that both results have.

    Args:
        before: the result that ratios refer to.
        after: the other result.
    """
    first, second = samples(before), samples(after)
    return [
        _comparison(METRICS[name], first[name], second[name])
        for name in METRICS
        if name in first and name in second
    ]


def _comparison(metric: Metric, before: Sample, after: Sample) -> Comparison:
    ratio = after.median / before.median
    # The same seeds with the same figures are the same placements, not two samples.
    equal = before.values == after.values
    low, high = (1.0, 1.0) if equal else interval(before.values, after.values)
    return Comparison(metric, before, after, ratio, low, high, _verdict(metric, ratio, low, high))


def _verdict(metric: Metric, ratio: float, low: float, high: float) -> Verdict:
    if low == high == 1:
        return "the same"
    if low <= 1 <= high:
        return "not told apart"
    if metric.better == "neither":
        return "different"
    return "better" if (ratio > 1) == (metric.better == "higher") else "worse"


def interval(before: Sequence[float], after: Sequence[float]) -> tuple[float, float]:
    """Returns the bootstrap interval of the ratio of medians, ``after`` over ``before``."""
    ratios = sorted(
        statistics.median(b) / statistics.median(a) for a, b in _resampled(before, after)
    )
    rest = (1 - CONFIDENCE) / 2
    last = len(ratios) - 1
    return ratios[int(rest * last)], ratios[last - int(rest * last)]


def _resampled(
    before: Sequence[float], after: Sequence[float]
) -> Iterator[tuple[Sequence[float], Sequence[float]]]:
    """Yields pairs of samples that are drawn with replacement, all of them if they are few."""
    sizes = len(before) ** len(before), len(after) ** len(after)
    if sizes[0] * sizes[1] <= _ENUMERATED:
        first = list(itertools.product(before, repeat=len(before)))
        second = list(itertools.product(after, repeat=len(after)))
        yield from itertools.product(first, second)
        return
    rng = random.Random(_SEED)
    for _ in range(_DRAWN):
        yield rng.choices(before, k=len(before)), rng.choices(after, k=len(after))


def summary(before: Result, after: Result, names: tuple[str, str] | None = None) -> str:
    """Returns the comparison of two results in one or two sentences.

    Args:
        before: the result that ratios refer to.
        after: the other result.
        names: what they are called; their configurations by default.
    """
    old, new = names or (before.config, after.config)
    found = {c.metric.name: c for c in compare(before, after)}
    key = next((n for n in ("throughput_mbps", "fmax_mhz", "lut", "ge") if n in found), None)
    if key is None:
        return f"{new} and {old} have no figure in common"
    main = found[key]
    if main.verdict in ("the same", "not told apart"):
        said = "cannot be told apart" if main.verdict == "not told apart" else "are equal"
        first = f"{new} and {old} {said} in {main.metric.label}"
    else:
        first = (
            f"{new} is {main.verdict} than {old}: {main.ratio:.2f} times the {main.metric.label}"
        )
    if main.sampled and main.verdict != "the same":
        first += f", {main.low:.2f} to {main.high:.2f} at 95 % over the seeds"
    area = next((n for n in ("lut", "ge", "alut", "slices") if n in found and n != key), None)
    return first + (f"; {found[area].sentence}" if area else "")
