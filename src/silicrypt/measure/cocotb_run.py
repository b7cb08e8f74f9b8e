"""Starts a simulation with cocotb: ``python -m silicrypt.measure.cocotb_run PROGRAM FOLDER``."""

from __future__ import annotations

import sys
from pathlib import Path


def main(program: Path, folder: Path) -> None:
    """Runs the test of `silicrypt.measure.cocotb_bench` on a compiled core."""
    from cocotb_tools.runner import get_runner

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
