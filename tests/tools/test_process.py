"""Tools run in processes that end in time, and their end affects no other process."""

from __future__ import annotations

import inspect
import os
import signal
import subprocess
import sys
from concurrent.futures import Future
from pathlib import Path
from typing import Any, BinaryIO

import pytest

from silicrypt.errors import BadInput, StoreError, ToolFailed
from silicrypt.tools import process
from silicrypt.tools.process import Pool, Scope

#: Says "up", then waits for a signal that never comes.
UP = 'import os, signal; os.write(1, b"up"); signal.pause()'
#: Runs a tool that starts `UP` and waits for it, as the driver of a compiler does.
STUCK = """
import signal, sys
from pathlib import Path
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where the tests run unattended
sys.path.insert(0, sys.argv[1])
from silicrypt.tools import process
script = f"{sys.executable} -c '{sys.argv[3]}' & wait"
process.run_child("program", ["sh", "-c", script], Path.cwd(), Path(sys.argv[2]))
"""


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    """Returns a pipe for the log of a tool; it ends when all processes have closed it."""
    os.mkfifo(tmp_path / "pipe")
    return tmp_path / "pipe"


def opened(pipe: Path) -> BinaryIO:
    """Returns the reading end when the tool is running."""
    stream = pipe.open("rb", buffering=0)
    assert stream.read(2) == b"up"
    return stream


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's parent death signal is Linux's")
@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_what_a_tool_started_does_not_outlive_its_user(
    tmp_path: Path, pipe: Path, ending: signal.Signals
) -> None:
    source = Path(process.__file__).parents[2]
    runner = subprocess.Popen(
        [sys.executable, "-c", STUCK, str(source), str(pipe), UP],
        cwd=tmp_path,
        stderr=subprocess.DEVNULL,
    )
    with opened(pipe) as stream:
        os.kill(runner.pid, ending)
        assert stream.read() == b""
    runner.wait()


def stuck(pipe: Path) -> None:
    """Runs a tool that never ends."""
    process.run_child("program", [sys.executable, "-c", UP], pipe.parent, pipe)


def test_a_scope_stops_its_own_tools_and_no_others(tmp_path: Path) -> None:
    for name in ("one", "other"):
        os.mkfifo(tmp_path / name)
    with Pool(1) as one, Pool(1) as other:
        failing, going = (
            one.submit(stuck, tmp_path / "one"),
            other.submit(stuck, tmp_path / "other"),
        )
        with opened(tmp_path / "one") as first, opened(tmp_path / "other") as second:
            one.scope.stop()
            assert first.read() == b""
            with pytest.raises(ToolFailed, match="stopped because another part"):
                failing.result()
            assert not going.done()
            other.scope.stop()
            assert second.read() == b""


def test_a_scope_stops_those_inside_it_in_other_threads(pipe: Path) -> None:
    def inside() -> None:
        with Pool(1) as pool:
            pool.submit(stuck, pipe).result()

    with Pool(1) as outer:
        running = outer.submit(inside)
        with opened(pipe) as stream:
            outer.scope.stop()
            assert stream.read() == b""
        assert isinstance(running.exception(), ToolFailed)


def test_in_a_scope_that_was_stopped_nothing_starts(tmp_path: Path) -> None:
    with Scope().entered() as scope:
        scope.stop()
        with pytest.raises(ToolFailed, match="sh was stopped because"):
            process.run(["sh", "-c", f"echo >{tmp_path}/started"])
    assert list(tmp_path.iterdir()) == []
    assert process.run(["sh", "-c", "echo on"]).stdout == b"on\n"


def test_a_pool_left_with_an_exception_stops_what_runs_and_drops_what_waits(pipe: Path) -> None:
    runs: list[Future[None]] = []
    with pytest.raises(ValueError, match="cause"), Pool(1) as pool:
        runs += [pool.submit(stuck, pipe), pool.submit(stuck, pipe)]
        with opened(pipe):
            raise ValueError("cause")
    assert isinstance(runs[0].exception(), ToolFailed)
    assert runs[1].cancelled()


def test_a_tool_that_takes_too_long_ends_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The limit is far below the start time of the interpreter, so no time is measured."""
    hang = [sys.executable, "-c", "import signal; signal.pause()"]
    monkeypatch.setenv(process.LIMIT, "0.001")
    with pytest.raises(ToolFailed, match=r"program did not end within 0\.001 s and was stopped"):
        process.run_child("program", hang, tmp_path, tmp_path / "log")
    with pytest.raises(ToolFailed, match=f"{process.LIMIT} to more seconds"):
        process.run(hang)
    with (
        pytest.raises(ToolFailed, match="the bench did not end"),
        process.started("the bench", hang, stdin=subprocess.DEVNULL),
    ):
        pass


def test_no_tool_has_a_limit_that_the_user_cannot_change() -> None:
    for call in (process.run, process.run_child, process.started):
        assert "limit" not in inspect.signature(call).parameters


def test_a_group_that_has_ended_is_not_signalled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its number may be that of another group by then."""
    communicate = subprocess.Popen.communicate

    def late(*args: Any, **kwargs: Any) -> Any:
        found = communicate(*args, **kwargs)
        scope.stop()
        return found

    monkeypatch.setattr(subprocess.Popen, "communicate", late)
    monkeypatch.setattr(os, "killpg", lambda *_: pytest.fail("signalled"))
    with Scope().entered() as scope:
        assert process.run(["true"]).returncode == 0


def test_the_limit_of_every_tool_can_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(process.LIMIT, raising=False)
    assert process.limit_of("yosys") == process._LIMIT
    assert process.limit_of("nextpnr-ecp5") == process._LIMITS["nextpnr-ecp5"]
    monkeypatch.setenv(process.LIMIT, "90")
    assert process.limit_of("nextpnr-ecp5") == 90
    monkeypatch.setenv(process.LIMIT, "0")
    assert process.limit_of("yosys") is None
    for wrong in ("soon", "-1", "nan", "inf"):
        monkeypatch.setenv(process.LIMIT, wrong)
        with pytest.raises(BadInput, match=f"not '{wrong}'"):
            process.limit_of("yosys")


def test_a_programs_input_output_and_status_go_through() -> None:
    done = process.run(["sh", "-c", "cat; echo no >&2; exit 3"], data=b"\0text")
    assert (done.returncode, done.stdout, done.stderr) == (3, b"\0text", b"no\n")
    assert process.run(["sh", "-c", "kill -SEGV $$"]).returncode == -signal.SIGSEGV
    assert process.run(["sh", "-c", "echo $X"], environment={"X": "1"}).stdout == b"1\n"


def test_a_program_that_is_not_there_is_named() -> None:
    done = process.run(["/nowhere/g++"])
    assert done.returncode == 127
    assert b"cannot start /nowhere/g++: No such file or directory" in done.stderr


def test_full_disk_is_said_plainly() -> None:
    error = process.failure("yosys", 1, "ERROR: write failed: No space left on device")
    assert isinstance(error, StoreError)
    assert "disk is full" in str(error)


def test_failure_names_tool_and_signal() -> None:
    error = process.failure("yosys", -9, "one\ntwo\n")
    assert isinstance(error, ToolFailed)
    assert str(error) == "yosys was ended by signal 9:\n  one\n  two"
