"""Verifies a core with a cocotb driver of the user, and counts its cycles."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib import metadata, util
from pathlib import Path

from silicrypt.errors import NotVerified, ToolFailed, ToolMissing
from silicrypt.measure import core_checks
from silicrypt.measure.core_checks import JobGroup
from silicrypt.measure.core_design import CoreDesign, CycleCounts
from silicrypt.measure.core_file import CoreFile
from silicrypt.measure.driver import CoreJob, JobOutcome
from silicrypt.measure.functions import CoreFunction
from silicrypt.measure.interfaces import CocotbInterface
from silicrypt.results.store import Store, fingerprint
from silicrypt.tools import process, verilator
from silicrypt.verify.checks import Check

_PREFIX = "Vtop"  # cocotb's main program includes Vtop.h
_FLAGS = (
    *("--cc", "--vpi", "--prefix", _PREFIX, "--timescale", "1ns/1ps"),
    *("--public-flat-rw", "--output-split", "0", *verilator.WARNINGS),
)
_RUNTIME = ("verilated", "verilated_threads", "verilated_vpi")
_ABOUT = ("cycles counted between the calls and the returns of the cocotb driver",)


def verify(model: CocotbModel) -> tuple[list[Check], CycleCounts]:
    """Runs vectors, random messages and the messages that are counted in one simulation.

    Raises:
        NotVerified: a result is wrong, or the driver fails.
    """
    core, function, level = model.design.core, model.design.function, model.design.level
    counted = core_checks.computed(function, "counted messages", _counted_jobs(core, function))
    groups = [*core_checks.groups(core, function, brief=True), counted]
    outcomes, checks = model.run([job for group in groups for job in group.jobs]), list[Check]()
    for group in groups:
        part, outcomes = outcomes[: len(group.jobs)], outcomes[len(group.jobs) :]
        core_checks.require_right(group, part)
        checks.append(core_checks.passed(group, level))
    return checks[:-1], _counts(function, counted, part)


def _counted_jobs(core: CoreFile, function: CoreFunction) -> list[CoreJob]:
    """Returns the messages, or the blocks under one key, whose cycles are counted."""
    if function.kind != "cipher":
        return core_checks.counted_messages(core, function)
    size = function.block_bytes
    first = core_checks.random_job(core, function, size, 1, 1)
    return [replace(first, data=[bytes([n]) * size]) for n in range(1024 // size)]


def _counts(
    function: CoreFunction, counted: JobGroup, outcomes: Sequence[JobOutcome]
) -> CycleCounts:
    if function.kind == "cipher":
        start, first, last = outcomes[0], outcomes[1], outcomes[-1]
        interval = -(-(last.first - first.first) // (len(outcomes) - 2))
        if interval < 1 or last.cycles < 1:
            raise NotVerified(
                "compute() takes no cycles for a block; it waits until the core has the result"
            )
        return CycleCounts(interval, last.cycles, last.done - start.first, about=_ABOUT)
    cycles, blocks = core_checks.rise(function, counted.jobs, outcomes)
    _, _, short, long = outcomes
    about: tuple[str, ...] = _ABOUT
    if function.vectors:
        size = len(counted.jobs[-1].data[0])
        about += (f"the latency of a long message is that of {size} bytes, the longest vector",)
    return CycleCounts(-(-cycles // blocks), short.cycles, long.cycles, about=about)


@dataclass(frozen=True)
class CocotbModel:
    """A core that is compiled for cocotb.

    Attributes:
        design: the core.
        store: where the compiled core is kept.
    """

    design: CoreDesign
    store: Store

    def run(self, jobs: Sequence[CoreJob]) -> list[JobOutcome]:
        """Runs jobs with the driver of the core file, in a process of its own.

        Raises:
            NotVerified: the driver raises an error, or the core hangs.
        """
        program, core = self._program(), self.design.core
        interface = core.interface
        assert isinstance(interface, CocotbInterface)
        with tempfile.TemporaryDirectory(prefix="silicrypt-cocotb-") as name:
            folder = Path(name)
            driver = (self.design.parsed.folder / interface.cocotb).resolve()
            if not driver.is_file():  # on a worker of a cluster
                driver = folder / driver.name
                driver.write_text(self.design.own.driver, encoding="utf-8")
            given = {
                "driver": str(driver),
                "clock": core.clock,
                "tie": core.tie,
                "reset": core.reset.model_dump() if core.reset else None,
                "limit": interface.limit,
                "jobs": [
                    {
                        "data": job.data[0].hex(),
                        "key": job.key[0].hex() if job.key else None,
                        "decrypt": job.decrypt,
                    }
                    for job in jobs
                ],
            }
            jobs_file, answers = folder / "jobs.json", folder / "answers.json"
            jobs_file.write_text(json.dumps(given), encoding="utf-8")
            command = [sys.executable, "-m", "silicrypt.measure.cocotb_bench"]
            done = process.run(
                [*command, str(program), str(folder)],
                environment={"SILICRYPT_JOBS": str(jobs_file), "SILICRYPT_ANSWERS": str(answers)},
            )
            if not answers.is_file():
                said = (done.stdout + done.stderr).decode("utf-8", "replace")
                raise NotVerified(f"the cocotb driver ended early:\n{process.telling_lines(said)}")
            return _outcomes(answers, len(jobs))

    def _program(self) -> Path:
        """Returns the compiled core; builds it if the store does not have it."""
        if util.find_spec("cocotb") is None:
            raise ToolMissing("cocotb is not installed: run 'python -m pip install cocotb==2.1.0'")
        from cocotb_tools import config

        # The program loads cocotb's library from its place in this environment.
        versions = verilator.version(), metadata.version("cocotb"), str(config.libs_dir)
        files = [source.path for source in self.design.own.compiled]  # their order counts
        options = self.design.verilator_options(Path())
        compiler = verilator.compiler_version()
        key = fingerprint([self.design.source_hash, files, options, _FLAGS, compiler, *versions])
        folder = self.store.get("models", f"cocotb-core-{key}", self._build)
        return folder / self.design.top

    def _build(self, folder: Path) -> None:
        from cocotb_tools import config

        sources = self.design.written(self.store)
        files = [str(sources / source.path) for source in self.design.own.compiled]
        main = Path(config.share_dir) / "lib" / "verilator" / "verilator.cpp"
        with tempfile.TemporaryDirectory(dir=folder) as name:
            work = Path(name)
            command = [str(verilator.root() / "bin" / "verilator_bin"), *_FLAGS]
            command += ["--Mdir", str(work), "--top-module", self.design.top]
            command += [f"-G{name}={value}" for name, value in self.design.generics.items()]
            _tool([*command, *self.design.verilator_options(sources), *files])
            parts = [verilator.headers(("-O0",)), *sorted(work.glob(f"{_PREFIX}*.cpp")), main]
            unit = work / "unit.cpp"
            unit.write_text("".join(f'#include "{part}"\n' for part in parts), encoding="utf-8")
            _tool(verilator.render_compile(unit, work / "unit.o", ("-O0",)))
            for part in _RUNTIME:
                source = verilator.root() / "include" / f"{part}.cpp"
                _tool(verilator.render_compile(source, work / f"{part}.o", ("-O0",)))
            library = config.libs_dir
            link = [verilator.compiler(), *(str(work / f"{p}.o") for p in ("unit", *_RUNTIME))]
            link += ["-pthread", f"-Wl,-rpath,{library}", f"-L{library}"]
            _tool([*link, "-lcocotbvpi_verilator", "-o", str(folder / self.design.top)])


def _outcomes(path: Path, jobs: int) -> list[JobOutcome]:
    """Reads the answers of the simulator."""
    try:
        answers = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise NotVerified("the cocotb driver ended without answers") from error
    if answers["error"]:
        raise NotVerified(f"the cocotb driver: {answers['error']}")
    if (count := len(answers["outcomes"])) != jobs:
        raise NotVerified(f"the cocotb driver answered {count} of {jobs} jobs")
    return [
        JobOutcome([bytes.fromhex(one["result"])], one["first"], one["done"])
        for one in answers["outcomes"]
    ]


def _tool(command: Sequence[str]) -> None:
    done = process.run(command, environment={"VERILATOR_ROOT": str(verilator.root())})
    if done.returncode:
        said = (done.stderr + done.stdout).decode("utf-8", "replace")
        raise ToolFailed(f"{Path(command[0]).name} failed:\n{process.telling_lines(said)}")
