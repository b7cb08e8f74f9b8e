"""Starts a simulation with cocotb: ``python -m silicrypt.measure.cocotb_run PROGRAM FOLDER``."""

from __future__ import annotations

import os
import resource
import sys
from math import ceil
from pathlib import Path

from silicrypt.tools.process import LIMIT, limit_of

#: Processor time after which a simulation is ended, in seconds, unless the environment has a limit.
#: A driver that never returns to the simulator, as in an endless loop, is not seen by the limit of
#: cycles.
_SECONDS = 45


def main(program: Path, folder: Path) -> None:
    """Runs the test of `silicrypt.measure.cocotb_bench` on a compiled core."""
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
