"""Starts a simulation with cocotb: ``python -m silicrypt.measure.cocotb_run PROGRAM FOLDER``."""

from __future__ import annotations

import resource
import sys
from pathlib import Path

#: Processor time after which a simulation is ended, in seconds. A driver that never returns to the
#: simulator, as in an endless loop, is not seen by the limit of cycles.
_SECONDS = 45


def main(program: Path, folder: Path) -> None:
    """Runs the test of `silicrypt.measure.cocotb_bench` on a compiled core."""
    from cocotb_tools.runner import get_runner

    resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS))
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
