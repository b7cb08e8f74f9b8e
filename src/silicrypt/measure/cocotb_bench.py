"""Calls the user's driver for each job, inside the simulator, and writes the answers.

The driver has ``async def compute(dut, data, key, decrypt)``, which returns bytes, and may have
``async def start(dut)``, which is called after the reset.

``python -m silicrypt.measure.cocotb_bench PROGRAM FOLDER`` starts the simulation.
"""

from __future__ import annotations

import json
import os
import resource
import runpy
import sys
from math import ceil
from pathlib import Path
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, with_timeout
from cocotb.utils import get_sim_time

from silicrypt.tools.process import LIMIT, limit_of

_PERIOD = 10
#: Processor time after which a simulation is ended, in seconds, unless the environment has a limit.
#: A driver that never returns to the simulator, as in an endless loop, is not seen by the limit of
#: cycles.
_SECONDS = 45


@cocotb.test()
async def run(dut: Any) -> None:
    """Runs every job of the file that the environment names."""
    given = json.loads(Path(os.environ["SILICRYPT_JOBS"]).read_text(encoding="utf-8"))
    answers: dict[str, Any] = {"outcomes": [], "error": ""}
    limit = given["limit"]
    try:
        driver = runpy.run_path(given["driver"])
        await _reset(dut, given)
        if "start" in driver:
            await _within(limit, driver["start"](dut), "start()")
        for number, job in enumerate(given["jobs"], 1):
            first = _cycle()
            key = bytes.fromhex(job["key"]) if job["key"] is not None else None
            work = driver["compute"](dut, bytes.fromhex(job["data"]), key, job["decrypt"])
            result = await _within(limit, work, f"job {number}")
            if not isinstance(result, bytes | bytearray):
                raise TypeError(f"compute() returns bytes, not {result!r}")
            outcome = {"result": result.hex(), "first": first, "done": _cycle()}
            answers["outcomes"].append(outcome)
    except Exception as error:
        answers["error"] = f"{type(error).__name__}: {error}"
    Path(os.environ["SILICRYPT_ANSWERS"]).write_text(json.dumps(answers), encoding="utf-8")


async def _reset(dut: Any, given: dict[str, Any]) -> None:
    """Sets the constant inputs, starts the clock and resets the core."""
    clock, reset = getattr(dut, given["clock"]), given["reset"]
    for name, value in given["tie"].items():
        getattr(dut, name).value = value
    Clock(clock, _PERIOD, unit="ns").start(start_high=False)
    if reset:
        port, active = getattr(dut, reset["port"]), int(reset["active"] == "high")
        for level, cycles in ((1 - active, 1), (active, reset["cycles"]), (1 - active, 4)):
            port.value = level
            for _ in range(cycles):
                await FallingEdge(clock)


async def _within(limit: int, work: Any, what: str) -> Any:
    """Awaits a coroutine of the driver, for a number of cycles at most."""
    try:
        return await with_timeout(cocotb.start_soon(work), limit * _PERIOD, "ns")
    except TimeoutError as error:
        raise TimeoutError(f"{what} did not end within {limit} cycles") from error


def _cycle() -> int:
    return round(get_sim_time("ns")) // _PERIOD


def main(program: Path, folder: Path) -> None:
    """Starts the simulator, which runs the test of this module on a compiled core."""
    from cocotb_tools.runner import get_runner

    seconds = limit_of("cocotb") if os.environ.get(LIMIT, "").strip() else _SECONDS
    if seconds is not None:
        resource.setrlimit(resource.RLIMIT_CPU, (ceil(seconds), ceil(seconds)))
    get_runner("verilator").test(
        test_module="silicrypt.measure.cocotb_bench",
        hdl_toplevel=program.name,
        hdl_toplevel_lang="verilog",
        build_dir=program.parent,
        test_dir=folder,
        results_xml=str(folder / "results.xml"),
        seed=1,
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
