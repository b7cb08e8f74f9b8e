"""Runs inside the simulator: calls the user's driver for each job, and writes the answers.

The driver has ``async def compute(dut, data, key, decrypt)``, which returns bytes, and may have
``async def start(dut)``, which is called after the reset.
"""

from __future__ import annotations

import importlib.util
import json
import os
from pathlib import Path
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, with_timeout
from cocotb.utils import get_sim_time

_PERIOD = 10


@cocotb.test()
async def run(dut: Any) -> None:
    """Runs every job of the file that the environment names."""
    given = json.loads(Path(os.environ["SILICRYPT_JOBS"]).read_text(encoding="utf-8"))
    answers: dict[str, Any] = {"outcomes": [], "error": ""}
    try:
        spec = importlib.util.spec_from_file_location("silicrypt_user_driver", given["driver"])
        assert spec is not None and spec.loader is not None
        driver = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(driver)
        await _start(dut, given)
        if hasattr(driver, "start"):
            await _within(given["limit"], driver.start(dut), "start()")
        for number, job in enumerate(given["jobs"], 1):
            answers["outcomes"].append(await _one(dut, given, driver, job, number))
    except Exception as error:
        answers["error"] = f"{type(error).__name__}: {error}"
    Path(os.environ["SILICRYPT_ANSWERS"]).write_text(json.dumps(answers), encoding="utf-8")


async def _start(dut: Any, given: dict[str, Any]) -> None:
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


async def _one(
    dut: Any, given: dict[str, Any], driver: Any, job: dict[str, Any], number: int
) -> dict[str, Any]:
    first = _cycle()
    key = bytes.fromhex(job["key"]) if job["key"] is not None else None
    work = driver.compute(dut, bytes.fromhex(job["data"]), key, job["decrypt"])
    result = await _within(given["limit"], work, f"job {number}")
    return {"result": bytes(result).hex(), "first": first, "done": _cycle()}


def _cycle() -> int:
    return round(get_sim_time("ns")) // _PERIOD
