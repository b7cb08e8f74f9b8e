"""A dask scheduler and two workers, each in a process of its own, for tests."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import silicrypt

#: The teardown of dask warns, differently on every Python version.
WARNS = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")


@contextmanager
def module(directory: Path, name: str, text: str) -> Iterator[ModuleType]:
    """Writes a module that workers and test import, and makes it available in this process."""
    (directory / f"{name}.py").write_text(text, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(directory)
        yield import_module(name)


@contextmanager
def cluster(directory: Path, cache: Path | None = None) -> Iterator[str]:
    """Yields the address of a scheduler with two workers.

    Args:
        directory: the folder in which the workers run, and from which they import modules.
        cache: the cache of the workers; that of the user by default.
    """
    paths = [str(directory), str(Path(silicrypt.__file__).parents[1])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    if cache is not None:
        environment["SILICRYPT_CACHE"] = str(cache)
    with ExitStack() as stack:

        def start(program: str, *args: str) -> subprocess.Popen[str]:
            command = [sys.executable, "-m", f"distributed.cli.dask_{program}", *args]
            log = subprocess.PIPE if program == "scheduler" else subprocess.DEVNULL
            started = subprocess.Popen(
                command,
                cwd=directory,
                env=environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                text=True,
            )
            stack.callback(started.wait)
            stack.callback(started.kill)
            return started

        said = start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        assert said.stdout is not None
        stack.callback(said.stdout.close)
        address = next(word for line in said.stdout for word in line.split() if "tcp://" in word)
        for name in ("one", "other"):
            start(
                "worker", address, "--name", name, "--no-nanny", "--nthreads", "1", "--no-dashboard"
            )
        with import_module("distributed").Client(address) as client:
            client.wait_for_workers(2)
        yield address
