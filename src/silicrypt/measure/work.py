"""What is measured of a core, as a value that can be sent to a worker, and its results."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path

from silicrypt.base.code import code_key
from silicrypt.flow import implement
from silicrypt.measure import counted, custom, power, sources
from silicrypt.measure.counted import Counts
from silicrypt.measure.design import CoreDesign
from silicrypt.measure.functions import Function
from silicrypt.measure.read import Located
from silicrypt.measure.result import CoreResult
from silicrypt.results.power import PowerResult
from silicrypt.results.result import load_if_sound
from silicrypt.results.store import fingerprint
from silicrypt.targets import Routed, Target
from silicrypt.tools import verilator, versions

#: Incremented when the same core and tools must give another result.
_VERSION = 1


@dataclass(frozen=True)
class Measured:
    """The results of one core on one target.

    Attributes:
        result: area, clock and throughput.
        power: the power of the saturated core, on standard cells.
        files: the files that hold the results.
    """

    result: CoreResult
    power: PowerResult | None
    files: tuple[Path, ...] = ()


@dataclass(frozen=True)
class Work:
    """What is measured. It holds the sources of the core, so that it can be sent to a worker.

    Attributes:
        design: the core on the target.
        function: what the core computes.
        seeds: seeds of the placement.
        unverified: whether a core that is wrong is measured, too.
    """

    design: CoreDesign
    function: Function
    seeds: tuple[int, ...]
    unverified: bool = False

    @staticmethod
    def of(
        located: Located, target: Target, seeds: tuple[int, ...], *, unverified: bool = False
    ) -> Work:
        """Returns the work on the core of a core file.

        Raises:
            UnknownName: there is no such algorithm.
            BadInput: a source cannot be read.
        """
        function, found = custom.function_of(located), sources.find(located)
        config = counted.config(located.core, function, Counts(1, 1, 1))
        level = counted.level_of(located.core, function)
        design = CoreDesign(config, level, target, located=located, found=found)
        return Work(design, function, seeds, unverified)

    @property
    def run_id(self) -> str:
        """A hash of everything that decides the result."""
        core, target = self.design.located.core, self.design.target
        stated = core.model_dump(mode="json", exclude={"name", "about", "explore"})
        if self.design.found.driver:
            stated["driver"] = self.design.found.driver
        routing = [target.arguments(seed) for seed in self.seeds if isinstance(target, Routed)]
        return fingerprint(
            {
                "version": [_VERSION, implement.FLOW_VERSION],
                "core": stated,
                "sources": self.design.source_hash,
                "target": {k: v for k, v in asdict(target).items() if k != "about"},
                "mapping": self.design.settings,
                "routing": routing,
                "tools": [*versions.implementation(target).items(), versions.version("verilator")],
                "code": code_key("silicrypt.measure.run:Run", type(target)),
                "compiler": verilator.compiler_version(),
            }
        )

    def stored(self, results: Path) -> Measured | None:
        """Returns the result of the same inputs if a folder has it.

        Raises:
            BadInput: the folder has a core of another repository under the same name.
        """
        name = Path(self.design.target.name) / f"{self.design.config.name}.{self.design.level}"
        path = results / f"{name}.json"
        result = load_if_sound(CoreResult, path)
        here, there = self.design.found.repository, result.repository if result else ""
        if here and there and here != there:
            raise self.design.located.mistake(
                "name", f"{path} holds the core of {there} under this name; set another name"
            )
        if result is None or result.run_id != self.run_id:
            return None
        if not (result.verified or self.unverified):
            return None
        powered = results / f"{name}.{power.SCENARIO}-power.json"
        found = load_if_sound(PowerResult, powered)
        if found is not None and found.run_id != power.run_id(result, self.function):
            found = None  # of another version of the core
        return Measured(result, found, (path, *([powered] if found else [])))
