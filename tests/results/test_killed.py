"""Writers that are killed at random moments, and writers that write at the same time."""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from itertools import count
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pytest
from invented import invented

from silicrypt import catalog
from silicrypt.errors import CorruptResult
from silicrypt.flow import batch, verification
from silicrypt.flow.batch import Outcome, Task
from silicrypt.flow.implement import KIND
from silicrypt.results.result import FILE, PathStep, Result, VerificationRecord, load
from silicrypt.results.store import HASHES, Store, damage, rewrite, write_atomic

SPAWN = multiprocessing.get_context("spawn")
TARGET = "ecp5-85k"
NAMES = ("sha1-fast", "sha256-fast", "sha512-fast", "md5-fast")
#: A writer is killed while it writes one of its first results, after so many microseconds at most:
#: about the time of one.
FIRST, LATEST = 4, 20_000
#: Seconds that a writer may need when another one was killed.
PATIENCE = 20
#: Makes a result file so long that a kill can hit the middle of it.
PATH = tuple(PathStep("logic", 0.1, f"u_core.a_q[{bit}]") for bit in range(200))


@cache
def numbered(number: int) -> Result:
    """Returns the invented result of a number: its figures, its key and its record have it."""
    return invented(
        *(NAMES[number % len(NAMES)], TARGET, number),
        run_id=f"{number:016x}",
        verification=VerificationRecord("quick", 1, number, f"{number:016x}"),
        critical_path=PATH,
    )


def keep(number: int, folder: Path) -> None:
    """Keeps a result as a measurement does: in the store, then as a committed file."""
    result = numbered(number)
    batch.put(Store(folder / "cache"), KIND, result)
    batch.publish(Outcome(Task(result.config, TARGET), result), folder / "results")


def write_until_killed(first: int, folder: Path, reports: int) -> None:
    for number in count(first):
        keep(number, folder)
        os.write(reports, b"%16x" % number)


def killed_writer(first: int, folder: Path, results: int, microseconds: int) -> list[int]:
    """Kills a writer some time after some results, and returns the numbers that it reported."""
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        try:
            write_until_killed(first, folder, writing)
        finally:
            os._exit(1)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        text = pipe.read(16 * results)
        time.sleep(microseconds / 1e6)
        os.kill(process, signal.SIGKILL)
        _, status = os.waitpid(process, 0)
        assert os.WIFSIGNALED(status), "the writer failed before it was killed"
        text += pipe.read()
    return [int(text[start : start + 16], 16) for start in range(0, len(text), 16)]


def demand_written(numbers: list[int], begun: int, folder: Path) -> None:
    """Checks that results are there, and that what was begun is complete or not there."""
    store, newest = Store(folder / "cache"), dict[str, int]()
    for number in numbers:
        newest[numbered(number).config] = number
    for number in [*numbers, begun]:
        entry = store.path(KIND, numbered(number).key)
        if number != begun or entry.exists():
            assert damage(entry) == ""
            assert {path.name for path in entry.iterdir()} == {FILE, HASHES}
            assert load(entry / FILE) == numbered(number)
    found = {path: load(path) for path in (folder / "results").glob("*/*.json")}
    assert all(result == numbered(result.cycles_per_block) for result in found.values())
    files = {result.config: result.cycles_per_block for result in found.values()}
    records = {
        name: int(one.key, 16) for name, one in verification.committed(folder / "results").items()
    }
    for name, number in newest.items():
        expected = {number, begun} if numbered(begun).config == name else {number}
        assert files[name] in expected
        assert records[name] in expected


@contextmanager
def at_most(seconds: int) -> Iterator[None]:
    signal.alarm(seconds)
    yield
    signal.alarm(0)


def kill_writers(kills: int, folder: Path) -> None:
    """Kills writers one after another; after each one the next continues where it ended."""
    verification._sources = lambda _: ()  # they take much longer than the files
    draw, begun, written = random.Random(kills), 0, 0
    keep(begun, folder)
    for _ in range(kills):
        moment = draw.randrange(FIRST), draw.randrange(LATEST)
        done = [begun, *killed_writer(begun + 1, folder, *moment)]
        begun = done[-1] + 1
        demand_written(done, begun, folder)
        written += len(done) - 1
        with at_most(PATIENCE):
            keep(begun, folder)
        demand_written([begun], begun, folder)
        left = [path for path in folder.rglob(".*") if path.name != HASHES]
        assert left == []
    assert written > kills, "the writers were killed before they wrote"
    assert len(Store(folder / "cache").entries(KIND)) == begun + 1


@pytest.mark.parametrize("kills", [30, pytest.param(1000, marks=pytest.mark.full)])
def test_a_writer_that_is_killed_loses_nothing_that_it_has_written(
    kills: int, tmp_path: Path
) -> None:
    run(kill_writers, kills, tmp_path)


def run(target: Callable[..., None], *args: object) -> None:
    """Runs a function in a process with one thread, which may fork."""
    process = SPAWN.Process(target=target, args=args)
    process.start()
    process.join()
    assert process.exitcode == 0


def publish_share(share: int, names: tuple[str, ...], folder: Path, ready: Barrier) -> None:
    verification._sources = lambda _: ()
    ready.wait(PATIENCE)
    for name in names:
        record = VerificationRecord("quick", 1, share, f"{share:016x}")
        result = invented(name, TARGET, share, verification=record, critical_path=PATH)
        batch.publish(Outcome(Task(name, TARGET), result), folder)


def write_at_once(shares: list[tuple[str, ...]], folder: Path) -> dict[str, int]:
    """Lets a process per share write results, and returns the number of the writer of each."""
    ready = SPAWN.Barrier(len(shares))
    arguments = [(share, names, folder, ready) for share, names in enumerate(shares)]
    processes = [SPAWN.Process(target=publish_share, args=given) for given in arguments]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0] * len(shares)
    assert list(folder.rglob(".*")) == []
    files = [load(path) for path in folder.glob("*/*.json")]
    records = verification.committed(folder)
    assert {result.config for result in files} == records.keys()
    assert all(int(one.key, 16) == one.cases for one in records.values())
    return {result.config: result.cycles_per_block for result in files}


def test_writers_of_different_results_lose_none(tmp_path: Path) -> None:
    """The results have files of their own, and one file has the records of all."""
    names = tuple(catalog.load())[:60]
    found = write_at_once([names[:30], names[30:]], tmp_path)
    assert found == {name: int(name in names[30:]) for name in names}


def test_writers_of_the_same_results_leave_one_of_them(tmp_path: Path) -> None:
    names = tuple(catalog.load())[:30]
    assert write_at_once([names, names], tmp_path).keys() == set(names)


def test_a_file_is_not_changed_between_reading_and_writing(tmp_path: Path) -> None:
    """A second writer waits until the first one has written what it made of the file."""
    path = tmp_path / "numbers.json"
    write_atomic(path, "[]")
    with ThreadPoolExecutor(4) as pool:
        for number in range(40):
            pool.submit(rewrite, path, lambda number=number: added(path, number))
    assert sorted(json.loads(path.read_text())) == list(range(40))


def added(path: Path, number: int) -> str:
    return json.dumps([*json.loads(path.read_text()), number])


def test_a_text_that_cannot_be_made_changes_nothing(tmp_path: Path) -> None:
    def fail() -> str:
        raise CorruptResult("no")

    write_atomic(tmp_path / "file.json", "one")
    with pytest.raises(CorruptResult):
        rewrite(tmp_path / "file.json", fail)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["one"]
