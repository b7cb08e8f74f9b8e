"""Runs a tool in a process of its own that never outlives this one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

from silicrypt.errors import SilicryptError, StoreError, ToolFailed

_CHILD = Path(__file__).with_name("child.py")

_running: set[subprocess.Popen[bytes]] = set()
_lock = threading.Lock()

#: Lines of a log that say what went wrong start or contain one of these.
_TELLING = ("ERROR", "error:", "Error", "Assertion", "Traceback", "terminate", "panicked")


def run_child(tool: str, args: Sequence[str], cwd: Path, log: Path) -> None:
    """Runs one of the tools that `silicrypt.tools.child` hosts.

    Args:
        tool: the tool's name there.
        args: its arguments; paths are relative to ``cwd``.
        cwd: the folder to run in.
        log: the file that takes all its output.

    Raises:
        ToolFailed: it ended with an error; the message has the telling lines of the log.
        StoreError: it failed because the disk is full.
    """
    command = [sys.executable, "-P", str(_CHILD), str(os.getpid()), tool, *args]
    with log.open("wb") as output:
        code = _wait(command, cwd, output.fileno())
    if code:
        raise failure(tool, code, log.read_text(encoding="utf-8", errors="replace"))


def _wait(command: Sequence[str], cwd: Path, output: int) -> int:
    """Runs a command to its end; whatever interrupts the waiting ends its process group, too."""
    process = _start(command, cwd, output)
    try:
        return process.wait()
    except BaseException:
        _kill_group(process)
        process.wait()
        raise
    finally:
        with _lock:
            _running.discard(process)


def _start(command: Sequence[str], cwd: Path, output: int) -> subprocess.Popen[bytes]:
    """Starts a command in a process group of its own, known to `stop_all` at once."""
    with _lock:
        process = subprocess.Popen(
            command,
            cwd=cwd,
            env={**os.environ, "TMPDIR": str(cwd)},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        _running.add(process)
        return process


def stop_all() -> None:
    """Ends every tool that runs now, in whichever thread it was started."""
    with _lock:
        for process in _running:
            _kill_group(process)


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return


def failure(tool: str, code: int, log: str) -> SilicryptError:
    """The error for a tool that ended with an error.

    Args:
        tool: the tool's name.
        code: its exit code; negative for a signal.
        log: everything it wrote.
    """
    if "No space left on device" in log:
        return StoreError(f"the disk is full: {tool} could not write its results; free some space")
    how = f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
    return ToolFailed(f"{tool} {how}:\n{telling_lines(log)}")


def telling_lines(log: str, count: int = 6) -> str:
    """The last lines of a log that speak of an error, or its last lines where none does."""
    lines = [line.rstrip() for line in log.splitlines() if line.strip()]
    telling = [line for line in lines if any(word in line for word in _TELLING)]
    return "\n".join(f"  {line}" for line in (telling or lines)[-count:])
