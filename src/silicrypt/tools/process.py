"""Runs tools in processes of their own, with a time limit, and ends them with their run.

Tools belong to the run that starts them, which is a `Scope`: `Scope.stop` ends its tools and those
of the scopes inside it, and no others. A `Pool` is a scope with threads: a pool that is left with
an exception stops its own tools.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from silicrypt.base import scope
from silicrypt.base.scope import Pool as Pool
from silicrypt.base.scope import Scope as Scope
from silicrypt.errors import BadInput, SilicryptError, StoreError, ToolFailed

_CHILD = Path(__file__).with_name("child.py")

#: The environment variable with the time limit of every tool, in seconds; 0 means no limit.
LIMIT = "SILICRYPT_TIMEOUT"
#: The default time limits in seconds, many times what the largest design needs.
_LIMITS = dict.fromkeys(("nextpnr", "nextpnr-ecp5", "smtbmc"), 6 * 3600.0)
_LIMIT = 2 * 3600.0

#: A line of a log that reports an error contains one of these.
_TELLING = ("ERROR", "error:", "Error", "Assertion", "Traceback", "terminate", "panicked")


def limit_of(tool: str) -> float | None:
    """Returns the time limit of a tool in seconds; ``None`` where there is no limit.

    Raises:
        BadInput: the value of `LIMIT` is not a valid number.
    """
    said = os.environ.get(LIMIT, "").strip()
    if not said:
        return _LIMITS.get(tool, _LIMIT)
    try:
        seconds = float(said)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < threading.TIMEOUT_MAX:
        raise BadInput(f"{LIMIT} is a number of seconds, or 0 for no limit, not '{said}'")
    return seconds or None


def run_child(tool: str, args: Sequence[str], cwd: Path, log: Path) -> None:
    """Runs one of the tools that `silicrypt.tools.child` hosts.

    Args:
        tool: the name of the tool in that module.
        args: its arguments; paths are relative to ``cwd``.
        cwd: the folder to run in.
        log: the file for all its output.

    Raises:
        ToolFailed: the tool ended with an error (the message has the lines of the log that report
            it), or reached its time limit.
        StoreError: the tool failed because the disk is full.
    """
    with log.open("wb") as output:
        code, _, _ = _wait(tool, (tool, *args), cwd=cwd, stdout=output, stderr=output)
    if code:
        raise failure(tool, code, log.read_text(encoding="utf-8", errors="replace"))


def run(
    command: Sequence[str],
    *,
    data: bytes = b"",
    environment: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """Runs a program and collects its output.

    Args:
        command: the program and its arguments.
        data: its standard input.
        environment: variables besides those of this process.

    Returns:
        Its output and its exit code, negative where a signal ended it.

    Raises:
        ToolFailed: it reached its time limit, or the run that it belongs to was stopped.
    """
    pipe, extra = subprocess.PIPE, dict(environment or {})
    code, out, err = _wait(
        Path(command[0]).name,
        ("program", *command),
        data,
        stdout=pipe,
        stderr=pipe,
        extra=extra,
    )
    return subprocess.CompletedProcess(list(command), code, out, err)


def _wait(
    tool: str,
    task: Sequence[str],
    data: bytes = b"",
    *,
    cwd: Path | None = None,
    stdout: Any = None,
    stderr: Any = None,
    extra: Mapping[str, str] | None = None,
) -> tuple[int, bytes, bytes]:
    """Runs a task of ``child.py`` to its end. An interruption of the wait ends its group, too."""
    seconds = limit_of(tool)
    # A program needs only the interpreter, which starts in half the time without packages.
    flags = ("-I", "-S") if task[0] == "program" else ("-P",)
    command = [sys.executable, *flags, str(_CHILD), str(os.getpid()), *task]
    own = {"TMPDIR": str(cwd)} if cwd else {}
    with _started(
        tool,
        command,
        _end_group,
        cwd=cwd,
        env={**os.environ, **own, **(extra or {})},
        stdin=subprocess.PIPE if data else subprocess.DEVNULL,
        stdout=stdout,
        stderr=stderr,
        start_new_session=True,
    ) as process:
        try:
            out, err = process.communicate(data or None, timeout=seconds)
        except subprocess.TimeoutExpired:
            raise _late(tool, seconds) from None
    code = process.returncode
    return 128 - code if code > 128 else code, out, err


@contextmanager
def _started(
    tool: str, command: Sequence[str], end: Callable[[subprocess.Popen[bytes]], None], **how: Any
) -> Iterator[subprocess.Popen[bytes]]:
    """Starts a command that its scope can end; leaving the context with an exception ends it.

    Raises:
        ToolFailed: its scope was stopped, before or after the start.
    """

    def start() -> subprocess.Popen[bytes]:
        return subprocess.Popen(command, **how)

    with scope.member(start, end, tool) as process, process:
        try:
            yield process
        except BaseException:
            end(process)
            raise
    if process.returncode:
        scope.check(tool)


def _end_group(process: subprocess.Popen[bytes]) -> None:
    """Ends a group whose first process was not waited for; later the number may be another's."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


@contextmanager
def started(tool: str, command: Sequence[str], **how: Any) -> Iterator[subprocess.Popen[bytes]]:
    """Starts a program without children, and ends it at its time limit.

    Args:
        tool: its name, for the message.
        command: the program and its arguments.
        how: further arguments of `subprocess.Popen`.

    Raises:
        ToolFailed: it reached its time limit, or the run that it belongs to was stopped.
    """
    seconds, late = limit_of(tool), threading.Event()
    with _started(tool, command, lambda process: process.kill(), **how) as process:

        def expire() -> None:
            late.set()
            process.kill()

        timer = threading.Timer(seconds, expire) if seconds else None
        if timer is not None:
            timer.daemon = True
            timer.start()
        try:
            yield process
            process.wait()
        except BaseException as error:
            if late.is_set():
                raise _late(tool, seconds) from error
            raise
        finally:
            if timer is not None:
                timer.cancel()
        if late.is_set():
            raise _late(tool, seconds)


def _late(tool: str, seconds: float | None) -> ToolFailed:
    return ToolFailed(
        f"{tool} did not end within {seconds or 0:g} s and was stopped; nothing half-written was "
        f"kept. Set {LIMIT} to more seconds, or to 0 for no limit"
    )


def failure(tool: str, code: int, log: str) -> SilicryptError:
    """Returns the error for a tool that failed.

    Args:
        tool: the tool's name.
        code: its exit code; negative for a signal.
        log: its complete output.
    """
    if "No space left on device" in log:
        return StoreError(f"the disk is full: {tool} could not write its results; free some space")
    how = f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
    return ToolFailed(f"{tool} {how}:\n{telling_lines(log)}")


def telling_lines(log: str) -> str:
    """Returns the last six lines of a log that report an error; if none does, its last six."""
    lines = [line.rstrip() for line in log.splitlines() if line.strip()]
    telling = [line for line in lines if any(word in line for word in _TELLING)]
    return "\n".join(f"  {line}" for line in (telling or lines)[-6:])
