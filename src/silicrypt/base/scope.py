"""Runs that report progress, and whose parts are stopped together: on a failure or Ctrl-C."""

from __future__ import annotations

import contextvars
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from types import TracebackType
from typing import Any, Self

from silicrypt.errors import ToolFailed


class Scope:
    """The tools and waits of a run, which can be stopped together."""

    def __init__(self) -> None:
        """Makes a scope inside the present one, if any. The new scope is not entered."""
        self._outer = _current.get()
        self._ends: dict[object, Callable[[], None]] = {}
        self._stopped = False

    def stop(self) -> None:
        """Ends every tool of this scope, in any thread, and prevents others from starting."""
        with _lock:
            self._stopped = True
            for end in self._ends.values():
                end()

    @property
    def stopped(self) -> bool:
        """Whether this scope, or one around it, was stopped."""
        return self._stopped or (self._outer is not None and self._outer.stopped)

    @contextmanager
    def entered(self) -> Iterator[Self]:
        """Makes what the thread starts within this context belong to the scope."""
        token = _current.set(self)
        try:
            yield self
        finally:
            _current.reset(token)


_current: ContextVar[Scope | None] = ContextVar("scope", default=None)
_lock = threading.RLock()


class Pool(ThreadPoolExecutor):
    """Threads whose tools form a scope inside the scope in which the pool is made.

    Leaving the pool with an exception cancels what has not begun and stops its tools.
    """

    def __init__(self, workers: int) -> None:
        """Makes a pool with that number of threads, at least one."""
        super().__init__(max(workers, 1))
        self.scope = Scope()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Works as `ThreadPoolExecutor.submit`, within the scope."""
        context = contextvars.copy_context()
        context.run(_current.set, self.scope)
        return super().submit(context.run, fn, *args, **kwargs)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Waits for the threads. After an exception, they end soon."""
        if kind is not None:
            self.shutdown(wait=False, cancel_futures=True)
            self.scope.stop()
        self.shutdown(wait=True)


def check(what: str) -> None:
    """Does nothing unless the run of this thread was stopped.

    Args:
        what: what is going on, for the message.

    Raises:
        ToolFailed: the run was stopped.
    """
    scope = _current.get()
    if scope is not None and scope.stopped:
        raise ToolFailed(f"{what} was stopped because another part of the same run had failed")


def pause(seconds: float, what: str) -> None:
    """Waits for a moment, as part of the run of this thread; for the rest see `check`."""
    check(what)
    time.sleep(seconds)


@contextmanager
def member(start: Callable[[], Any], end: Callable[[Any], None], what: str) -> Iterator[Any]:
    """Starts what the run of this thread ends if it is stopped before the context is left.

    Args:
        start: starts it and returns it.
        end: ends it; called in any thread.
        what: its name, for the message.

    Raises:
        ToolFailed: the run was stopped before.
    """
    with _lock:
        check(what)
        part = start()
        scopes, scope = list[Scope](), _current.get()
        while scope is not None:
            scopes.append(scope)
            scope = scope._outer
        for one in scopes:
            one._ends[part] = lambda: end(part)
    try:
        yield part
    finally:
        with _lock:
            for one in scopes:
                one._ends.pop(part, None)


#: Called as (done, total, label).
Progress = Callable[[int, int, str], None]


def silent(done: int, total: int, label: str) -> None:
    """Reports nothing."""
