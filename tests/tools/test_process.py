"""Tools run in processes that end when they must."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from silicrypt.errors import StoreError, ToolFailed
from silicrypt.tools import process

#: Runs `_wait` on a program that says its process id, then waits for input that never comes.
STUCK = """
import os, signal, sys
from pathlib import Path
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where the tests run unattended
sys.path.insert(0, sys.argv[1])
from silicrypt.tools import process
script = Path(sys.argv[2]) / "stuck.py"
script.write_text(
    "import os, runpy, signal, sys;"
    "runpy.run_path(sys.argv[1])['die_with_parent'](int(sys.argv[2]));"
    "os.write(1, bytes(f'{os.getpid()}', 'ascii') + bytes([10])); signal.pause()"
)
command = [sys.executable, str(script), process._CHILD.as_posix(), str(os.getpid())]
process._wait(command, Path(sys.argv[2]), sys.stdout.fileno())
"""


def start(tmp_path: Path) -> tuple[subprocess.Popen[str], int]:
    source = Path(process.__file__).parents[2]
    runner = subprocess.Popen(
        [sys.executable, "-c", STUCK, str(source), str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert runner.stdout is not None
    return runner, int(runner.stdout.readline())


def wait_until_closed(runner: subprocess.Popen[str]) -> None:
    """Both processes hold the pipe: it ends when the last of them has."""
    assert runner.stdout is not None
    assert runner.stdout.read() == ""
    runner.stdout.close()
    runner.wait()


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's parent death signal is Linux's")
@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_tool_does_not_outlive_its_starter(tmp_path: Path, ending: signal.Signals) -> None:
    runner, _tool = start(tmp_path)
    os.kill(runner.pid, ending)
    wait_until_closed(runner)


def test_stop_all_ends_tools_of_other_threads(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    program = "import os, signal; os.write(1, b'up'); signal.pause()"
    codes: list[int] = []
    thread = threading.Thread(
        target=lambda: codes.append(
            process._wait([sys.executable, "-c", program], tmp_path, writing)
        ),
        daemon=True,
    )
    thread.start()
    assert os.read(reading, 2) == b"up"
    process.stop_all()
    thread.join()
    os.close(reading)
    os.close(writing)
    assert codes == [-signal.SIGKILL]


def test_full_disk_is_said_plainly() -> None:
    error = process.failure("yosys", 1, "ERROR: write failed: No space left on device")
    assert isinstance(error, StoreError)
    assert "disk is full" in str(error)


def test_failure_names_tool_and_signal() -> None:
    error = process.failure("yosys", -9, "one\ntwo\n")
    assert isinstance(error, ToolFailed)
    assert str(error) == "yosys was ended by signal 9:\n  one\n  two"
