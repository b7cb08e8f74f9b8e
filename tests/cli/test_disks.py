"""Full and read-only disks: a message that names file and remedy, and nothing is lost."""

from __future__ import annotations

import os
import resource
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from invented import invented

from silicrypt.cli import console
from silicrypt.errors import StoreError
from silicrypt.flow import batch
from silicrypt.flow.batch import Outcome, Task
from silicrypt.results.result import load
from silicrypt.results.store import Store, damage

MAIN = "from silicrypt.cli import main; main()"
EXPORT = ("export", "sha256-fast", "--no-verify", "-o")
#: A run that is committed, and seeds with which it is not.
RUN = ("implement", "sha1-fast", "-t", "ecp5-85k")
OTHER = ("--seeds", "977")
RESULT = invented("sha1-fast", "ecp5-85k", 82)
OUTCOME = Outcome(Task("sha1-fast", "ecp5-85k"), RESULT)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 256 KiB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=256k", "silicrypt-test", str(folder)]
    if os.geteuid() != 0 or subprocess.run(command, capture_output=True).returncode:
        pytest.skip("a disk can only be mounted by root, and not in every container")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def fill(disk: Path) -> None:
    with pytest.raises(OSError, match="No space left"), (disk / "filled").open("wb") as file:
        while True:
            file.write(bytes(4096))
            file.flush()


def make_read_only(disk: Path) -> None:
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)


#: What makes a disk unwritable, and what the message calls that.
STATES = pytest.mark.parametrize(
    ("spoil", "said"),
    [(fill, "No space left on device"), (make_read_only, "Read-only file system")],
    ids=["full", "read-only"],
)
Spoil = Callable[[Path], None]


def command(*args: object, **how: object) -> subprocess.CompletedProcess[str]:
    given = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **how}
    return subprocess.run([sys.executable, "-c", MAIN, *map(str, args)], timeout=300, **given)


def message_here(run: Callable[..., tuple[object, str, str]], *args: object) -> str:
    """Returns the one message with which a command fails in the process of the tests."""
    code, out, said = run(*map(str, args))
    return message(subprocess.CompletedProcess([], int(str(code)), out, said))


def message(ended: subprocess.CompletedProcess[str]) -> str:
    """Returns the one message with which a command failed."""
    assert ended.returncode in (1, 2), ended.stderr
    lines = [line for line in ended.stderr.splitlines() if not line.startswith("[")]
    assert len(lines) == 1, ended.stderr
    assert lines[0].startswith("silicrypt: ")
    return lines[0]


@STATES
def test_a_result_that_cannot_be_written_leaves_the_one_before(
    disk: Path, spoil: Spoil, said: str
) -> None:
    (path,) = batch.publish(OUTCOME, disk / "results")
    spoil(disk)
    for target in ("ecp5-85k", "nangate45"):  # the folder of one is there
        new = invented("sha1-fast", target, 20)
        with pytest.raises(StoreError, match=rf"cannot write .*json: {said}; nothing was changed"):
            batch.publish(Outcome(OUTCOME.task, new), disk / "results")
    assert load(path) == RESULT
    assert {one.name for one in (disk / "results").rglob("*.*")} == {
        path.name,
        "verifications.json",
    }


@STATES
def test_an_entry_that_cannot_be_written_leaves_the_others(
    disk: Path, spoil: Spoil, said: str
) -> None:
    store = Store(disk / "cache")
    batch.put(store, "runs", RESULT)
    spoil(disk)
    with pytest.raises(StoreError, match="SILICRYPT_CACHE"):
        batch.put(store, "runs", invented("sha1-fast", "nangate45", 20))
    batch.put(store, "runs", RESULT)  # it is there, so nothing is written
    (entry,) = store.entries("runs")
    assert damage(entry) == ""
    assert list((disk / "cache").rglob(".*.partial")) == []


@STATES
def test_a_command_says_that_the_cache_cannot_be_written(
    disk: Path, spoil: Spoil, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SILICRYPT_CACHE", str(disk / "cache"))
    spoil(disk)
    assert "SILICRYPT_CACHE" in message(command(*RUN, *OTHER))
    known = command(*RUN)  # a committed result needs no cache
    assert known.returncode == 0, known.stderr
    assert "sha1-fast" in known.stdout


@STATES
def test_an_export_that_cannot_be_written_leaves_nothing(
    disk: Path, spoil: Spoil, said: str, command: Callable[..., tuple[object, str, str]]
) -> None:
    spoil(disk)
    before = sorted(disk.iterdir())
    for out in (disk / "ip", disk / "ip.zip"):
        said_now = message_here(command, *EXPORT, out)
        assert f"cannot export to {out}: " in said_now
    assert sorted(disk.iterdir()) == before


def test_an_export_fills_an_empty_disk(disk: Path) -> None:
    """Its folder is a mount point, which cannot be renamed or removed."""
    subprocess.run(["mount", "-o", "remount,size=8m", str(disk)], check=True)
    ended = command(*EXPORT, disk)
    assert ended.returncode == 0, ended.stderr
    subprocess.run(["sha256sum", "--quiet", "-c", "SHA256SUMS"], cwd=disk, check=True)
    assert list(disk.glob(".*")) == []
    again = command(*EXPORT, disk, "--force")
    assert again.returncode == 0, again.stderr
    assert disk.is_mount()


def test_an_export_that_does_not_fit_leaves_an_empty_disk(disk: Path) -> None:
    subprocess.run(["mount", "-o", "remount,size=32k", str(disk)], check=True)
    assert "No space left on device; nothing was written" in message(command(*EXPORT, disk))
    assert list(disk.iterdir()) == []


KEY = "000102030405060708090a0b0c0d0e0f"
CRYPT = ("crypt", "aes128-fast", "--mode", "ecb", "--key-hex", KEY)


def test_an_encrypted_message_that_does_not_fit_leaves_the_file_before(disk: Path) -> None:
    out = disk / "out"
    out.write_bytes(b"old")
    ended = subprocess.run(
        [sys.executable, "-c", MAIN, *CRYPT, "-o", str(out)],
        input=bytes(300_000),
        capture_output=True,
    )
    assert ended.returncode == 1
    assert f"cannot write {out}: No space left on device; free".encode() in ended.stderr
    assert [(path.name, path.read_bytes()) for path in disk.iterdir()] == [("out", b"old")]


def test_an_interrupted_output_is_as_it_was(tmp_path: Path) -> None:
    out, link = tmp_path / "out", tmp_path / "link"
    out.write_bytes(b"old")
    out.chmod(0o640)
    link.symlink_to(out)
    with pytest.raises(KeyboardInterrupt), console.complete(link) as sink:
        sink.write(b"new")
        raise KeyboardInterrupt
    assert out.read_bytes() == b"old"
    with console.complete(link) as sink:
        sink.write(b"new")
    assert (out.read_bytes(), out.stat().st_mode & 0o777) == (b"new", 0o640)
    assert {path.name for path in tmp_path.iterdir()} == {"out", "link"}


def test_a_reader_that_has_enough_ends_the_command_silently() -> None:
    head = f"{shlex.join([sys.executable, '-c', MAIN, *CRYPT])} | head -c 1"
    ended = subprocess.run(head, shell=True, input=bytes(1 << 20), capture_output=True)
    assert len(ended.stdout) == 1
    assert b"cannot write" not in ended.stderr
    assert b"Error" not in ended.stderr


def limit_files() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))


def test_a_file_above_the_limit_of_the_user_is_named(tmp_path: Path) -> None:
    out = tmp_path / "ip"
    # In SystemVerilog no temporary file is written before.
    ended = command(*EXPORT, out, "--language", "sv", preexec_fn=limit_files)
    assert "File too large; nothing was written" in message(ended)
    assert "File too large" in message(command(*EXPORT, out, preexec_fn=limit_files))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("args", [("list",), ("list", "--json"), ("--version",), ("--help",)])
def test_an_output_that_is_full_is_said_once(args: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w") as full:
        assert "the output: No space left on device" in message(command(*args, stdout=full))
