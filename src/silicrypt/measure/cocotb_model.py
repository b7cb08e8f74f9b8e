"""Compiles a core for cocotb, and runs a driver of the user on it."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import metadata, util
from pathlib import Path
from typing import Any

from silicrypt.errors import NotVerified, ToolFailed, ToolMissing
from silicrypt.measure.core import Cocotb
from silicrypt.measure.design import CoreDesign
from silicrypt.measure.drivers import Job, Outcome
from silicrypt.results.store import Store, fingerprint
from silicrypt.tools import process, verilator

_PREFIX = "Vtop"  # cocotb's main program includes Vtop.h
_FLAGS = (
    *("--cc", "--vpi", "--prefix", _PREFIX, "--timescale", "1ns/1ps"),
    *("--public-flat-rw", "--output-split", "0", *verilator.WARNINGS),
)
_RUNTIME = ("verilated", "verilated_threads", "verilated_vpi")
_RUN = "silicrypt.measure.cocotb_run"
JOBS, ANSWERS = "SILICRYPT_JOBS", "SILICRYPT_ANSWERS"


@dataclass(frozen=True)
class Model:
    """A core that is compiled for cocotb.

    Attributes:
        design: the core.
        store: where the compiled core is kept.
    """

    design: CoreDesign
    store: Store

    def run(self, jobs: Sequence[Job]) -> list[Outcome]:
        """Runs jobs with the driver of the core file.

        Raises:
            NotVerified: the driver raises an error, or the core hangs.
        """
        program, core = self._program(), self.design.located.core
        interface = core.interface
        assert isinstance(interface, Cocotb)
        with tempfile.TemporaryDirectory(prefix="silicrypt-cocotb-") as name:
            folder = Path(name)
            driver = (self.design.located.folder / interface.cocotb).resolve()
            if not driver.is_file():  # on a worker of a cluster
                driver = folder / driver.name
                driver.write_text(self.design.found.driver, encoding="utf-8")
            given = {
                "driver": str(driver),
                "clock": core.clock,
                "tie": core.tie,
                "reset": core.reset.model_dump() if core.reset else None,
                "limit": interface.limit,
                "jobs": [_job(job) for job in jobs],
            }
            (folder / "jobs.json").write_text(json.dumps(given), encoding="utf-8")
            self._simulate(program, folder)
            return _answers(folder / "answers.json", jobs)

    def _simulate(self, program: Path, folder: Path) -> None:
        """Runs the simulation in a process of its own."""
        command = [sys.executable, "-m", _RUN, str(program), str(folder)]
        environment = {JOBS: str(folder / "jobs.json"), ANSWERS: str(folder / "answers.json")}
        done = process.run(command, environment=environment)
        if not (folder / "answers.json").is_file():
            said = (done.stdout + done.stderr).decode("utf-8", "replace")
            raise NotVerified(f"the cocotb driver ended early:\n{process.telling_lines(said)}")

    def _program(self) -> Path:
        """Returns the compiled core; builds it if the store does not have it."""
        if util.find_spec("cocotb") is None:
            raise ToolMissing("cocotb is not installed: run 'python -m pip install cocotb==2.1.0'")
        import cocotb_tools.config as config

        # The program loads cocotb's library from its place in this environment.
        versions = verilator.version(), metadata.version("cocotb"), str(config.libs_dir)
        key = fingerprint([self.design.source_hash, _FLAGS, *versions])
        folder = self.store.get("models", f"cocotb-core-{key}", self._build)
        return folder / self.design.top

    def _build(self, folder: Path) -> None:
        import cocotb_tools.config as config

        sources = self.design.written(self.store)
        files = [str(sources / source.path) for source in self.design.found.compiled]
        main = Path(config.share_dir) / "lib" / "verilator" / "verilator.cpp"
        with tempfile.TemporaryDirectory(dir=folder) as name:
            work = Path(name)
            command = [str(verilator.root() / "bin" / "verilator_bin"), *_FLAGS]
            command += ["--Mdir", str(work), "--top-module", self.design.top]
            parameters = self.design.parameters.items()
            command += [f"-G{name}={value}" for name, value in parameters]
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


def _job(job: Job) -> dict[str, Any]:
    key = job.key[0].hex() if job.key else None
    return {"data": job.data[0].hex(), "key": key, "decrypt": job.decrypt}


def _answers(path: Path, jobs: Sequence[Job]) -> list[Outcome]:
    try:
        answers = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise NotVerified("the cocotb driver ended without answers") from error
    if answers["error"]:
        raise NotVerified(f"the cocotb driver: {answers['error']}")
    outcomes = [
        Outcome([bytes.fromhex(one["result"])], one["first"], one["done"])
        for one in answers["outcomes"]
    ]
    if len(outcomes) != len(jobs):
        raise NotVerified(f"the cocotb driver answered {len(outcomes)} of {len(jobs)} jobs")
    return outcomes


def _tool(command: Sequence[str]) -> None:
    done = process.run(command, environment={"VERILATOR_ROOT": str(verilator.root()), **os.environ})
    if done.returncode:
        said = (done.stderr + done.stdout).decode("utf-8", "replace")
        raise ToolFailed(f"{Path(command[0]).name} failed:\n{process.telling_lines(said)}")
