"""The store: entries are complete or absent, with any failures and any number of processes."""

from __future__ import annotations

import errno
import fcntl
import hashlib
import json
import multiprocessing
import os
import signal
from multiprocessing.synchronize import Event
from pathlib import Path

import pytest

from silicrypt.base.scope import Pool
from silicrypt.errors import CorruptResult, StoreError, ToolFailed
from silicrypt.results.store import HASHES, Store, entries, fingerprint, write_atomic

SPAWN = multiprocessing.get_context("spawn")


def fill(folder: Path) -> None:
    (folder / "value").write_text("whole", encoding="utf-8")


def build_and_count(root: str, log: str, go: Event) -> None:
    """Requests one entry; a build adds a byte to the log."""

    def build(folder: Path) -> None:
        with Path(log).open("ab") as file:
            file.write(b"x")
        fill(folder)

    go.wait()
    entry = Store(Path(root)).get("things", "key", build)
    assert (entry / "value").read_text(encoding="utf-8") == "whole"


def build_and_die(root: str) -> None:
    """Is killed during a build."""

    def build(folder: Path) -> None:
        (folder / "value").write_text("half", encoding="utf-8")
        os.kill(os.getpid(), signal.SIGKILL)

    Store(Path(root)).get("things", "key", build)


def build_and_wait(root: str, begun: Event, go: Event) -> None:
    """Holds a partial entry until the event is set."""

    def build(folder: Path) -> None:
        begun.set()
        go.wait()
        fill(folder)

    Store(Path(root)).get("things", "key", build)


def test_a_corrupt_entry_is_built_again(tmp_path: Path) -> None:
    store = Store(tmp_path)

    def read(folder: Path) -> str:
        text = (folder / "value").read_text(encoding="utf-8")
        if text != "whole":
            raise CorruptResult(text)
        return text

    assert store.load("things", "key", fill, read) == "whole"
    (store.path("things", "key") / "value").write_text("half", encoding="utf-8")
    assert store.load("things", "key", fill, read) == "whole"
    assert [path.name for path in (tmp_path / "things").iterdir()] == ["key"]


@pytest.mark.parametrize("content", [None, b"", b"half", b"whole and more"])
def test_an_entry_with_a_damaged_file_is_built_again(
    tmp_path: Path, content: bytes | None, caplog: pytest.LogCaptureFixture
) -> None:
    store, builds = Store(tmp_path), list[Path]()

    def build(folder: Path) -> None:
        builds.append(folder)
        (folder / "parts").mkdir()
        (folder / "parts" / "value").write_bytes(b"whole")
        fill(folder)

    value = store.get("things", "key", build) / "parts" / "value"
    assert store.get("things", "key", build) == value.parent.parent
    assert len(builds) == 1
    assert caplog.text == ""
    if content is None:
        value.unlink()
    else:
        value.write_bytes(content)
    store.get("things", "key", build)
    assert len(builds) == 2
    assert value.read_bytes() == b"whole"
    assert f"{store.path('things', 'key')} is damaged (parts/value" in caplog.text
    store.get("things", "key", build)
    assert len(builds) == 2


@pytest.mark.parametrize("content", ["", "{", "[]", '{"value": 5}'])
def test_an_entry_with_a_damaged_list_of_files_is_built_again(tmp_path: Path, content: str) -> None:
    store = Store(tmp_path)
    (store.get("things", "key", fill) / HASHES).write_text(content, encoding="utf-8")
    entry = store.get("things", "key", fill)
    hashes = json.loads((entry / HASHES).read_text(encoding="utf-8"))
    assert hashes == {"value": hashlib.sha256(b"whole").hexdigest()}


def test_an_entry_of_an_earlier_version_is_taken_as_it_is(tmp_path: Path) -> None:
    entry = tmp_path / "things" / "key"
    entry.mkdir(parents=True)
    fill(entry)
    again = Store(tmp_path).get("things", "key", lambda folder: pytest.fail("built again"))
    assert again == entry


def test_what_a_link_leads_to_is_not_part_of_an_entry(tmp_path: Path) -> None:
    store, other = Store(tmp_path), tmp_path / "library"
    other.write_text("one", encoding="utf-8")
    store.get("things", "key", lambda folder: (folder / "link").symlink_to(other))
    other.write_text("two", encoding="utf-8")
    store.get("things", "key", lambda folder: pytest.fail("built again"))


def test_entries_are_those_that_are_whole(tmp_path: Path) -> None:
    store = Store(tmp_path)
    assert store.entries("things") == []
    entry = store.get("things", "key", fill)
    (tmp_path / "things" / ".other.partial").mkdir()
    (tmp_path / "things" / "file").write_text("")
    assert store.entries("things") == [entry]


def kill_one_in_the_middle(root: Path) -> None:
    process = SPAWN.Process(target=build_and_die, args=(str(root),))
    process.start()
    process.join()
    assert process.exitcode == -signal.SIGKILL


def test_fingerprint_does_not_depend_on_the_order_of_keys() -> None:
    assert fingerprint({"a": 1, "b": (2, 3)}) == fingerprint({"b": [2, 3], "a": 1})
    assert fingerprint({"a": 1}) != fingerprint({"a": 2})
    assert len(fingerprint(None)) == 16


def test_what_is_there_is_not_built_again(tmp_path: Path) -> None:
    store = Store(tmp_path)
    first = store.get("things", "key", fill)
    again = store.get("things", "key", lambda folder: pytest.fail("built again"))
    assert first == again == tmp_path / "things" / "key"


@pytest.mark.parametrize("error", [ToolFailed("no"), KeyboardInterrupt(), ValueError()])
def test_a_failed_build_leaves_nothing(tmp_path: Path, error: BaseException) -> None:
    def build(folder: Path) -> None:
        fill(folder)
        raise error

    with pytest.raises(type(error)):
        Store(tmp_path).get("things", "key", build)
    assert list((tmp_path / "things").iterdir()) == []


def test_processes_that_ask_at_once_build_once(tmp_path: Path) -> None:
    go, log = SPAWN.Event(), tmp_path / "log"
    arguments = (str(tmp_path), str(log), go)
    processes = [SPAWN.Process(target=build_and_count, args=arguments) for _ in range(4)]
    for process in processes:
        process.start()
    go.set()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0] * 4
    assert log.read_bytes() == b"x"


def test_an_entry_that_is_finished_before_the_lock_is_not_built_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process finishes the entry after this one has looked for it."""
    lock, store = fcntl.flock, Store(tmp_path)

    def late(handle: int, how: int) -> None:
        monkeypatch.undo()
        Store(tmp_path / "other").get("things", "key", fill)
        (tmp_path / "other" / "things" / "key").rename(store.path("things", "key"))
        lock(handle, how)

    monkeypatch.setattr(fcntl, "flock", late)
    entry = store.get("things", "key", lambda _: pytest.fail("built again"))
    assert (entry / "value").read_text(encoding="utf-8") == "whole"
    assert [path.name for path in entry.parent.iterdir()] == ["key"]


def test_killed_build_is_ignored_and_built_over(tmp_path: Path) -> None:
    kill_one_in_the_middle(tmp_path)
    assert not (tmp_path / "things" / "key").exists()
    entry = Store(tmp_path).get("things", "key", fill)
    assert (entry / "value").read_text(encoding="utf-8") == "whole"
    assert [path.name for path in entry.parent.iterdir()] == ["key"]


def test_sweep_takes_what_was_left_and_spares_what_is_being_built(tmp_path: Path) -> None:
    kill_one_in_the_middle(tmp_path)
    begun, go = SPAWN.Event(), SPAWN.Event()
    other = tmp_path / "other"
    process = SPAWN.Process(target=build_and_wait, args=(str(other), begun, go))
    process.start()
    begun.wait()
    assert Store(tmp_path).sweep() == [tmp_path / "things" / ".key.partial"]
    assert Store(other).sweep() == []
    go.set()
    process.join()
    assert (other / "things" / "key" / "value").is_file()


def test_full_disk_is_said_plainly_and_leaves_nothing(tmp_path: Path) -> None:
    def build(folder: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(folder / "value"))

    with pytest.raises(StoreError, match=r"disk is full.*SILICRYPT_CACHE"):
        Store(tmp_path).get("things", "key", build)
    assert list((tmp_path / "things").iterdir()) == []


def test_store_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(StoreError, match="cannot use the result store"):
        Store(tmp_path / "file").get("things", "key", fill)


def test_other_errors_of_a_build_are_not_the_store_s(tmp_path: Path) -> None:
    def build(folder: Path) -> None:
        (folder / "no" / "value").write_text("", encoding="utf-8")

    with pytest.raises(FileNotFoundError):
        Store(tmp_path).get("things", "key", build)


@pytest.mark.parametrize("error", [PermissionError, NotADirectoryError, FileExistsError])
def test_what_a_build_is_denied_elsewhere_is_not_the_store_s(
    tmp_path: Path, error: type[OSError]
) -> None:
    def build(folder: Path) -> None:
        raise error(errno.EACCES, "no", "/elsewhere")

    with pytest.raises(error, match="elsewhere"):
        Store(tmp_path).get("things", "key", build)
    assert list((tmp_path / "things").iterdir()) == []


def test_a_wait_for_another_process_ends_with_its_run(tmp_path: Path) -> None:
    partial = tmp_path / "things" / ".key.partial"
    partial.mkdir(parents=True)
    lock = os.open(partial, os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)
    with Pool(1) as pool:
        waiting = pool.submit(Store(tmp_path).get, "things", "key", fill)
        pool.scope.stop()
        with pytest.raises(ToolFailed, match="another process builds, was stopped"):
            waiting.result()
    os.close(lock)
    assert (Store(tmp_path).get("things", "key", fill) / "value").is_file()


def scratch_and_die(root: str) -> None:
    with Store(Path(root)).scratch() as folder:
        fill(folder)
        os.kill(os.getpid(), signal.SIGKILL)


def test_a_scratch_folder_is_no_entry_and_is_swept_after_a_kill(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with store.scratch() as folder:
        fill(folder)
        assert entries(store) == []
        assert Store(tmp_path).sweep() == []
    assert list(tmp_path.iterdir()) == []
    process = SPAWN.Process(target=scratch_and_die, args=(str(tmp_path),))
    process.start()
    process.join()
    assert entries(store) == []
    assert len(store.sweep()) == 1
    assert list(tmp_path.iterdir()) == []


def test_write_atomic_replaces(tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    write_atomic(path, "one")
    write_atomic(path, "two")
    assert path.read_text(encoding="utf-8") == "two"
    assert [p.name for p in tmp_path.iterdir()] == ["file.json"]
