"""Counts the files of silicrypt that a command passes: those with a function that it calls.

    python tests/tools/hops.py verify md5-binary
    python tests/tools/hops.py implement md5-binary -t ecp5-25k --seeds 1

The command runs in a copy of the tree that has no results, with a cache of its own, so it takes the
complete way. Only compiled simulator models are those of the user's cache. ``reproduce`` computes
from results, so it runs with the committed ones and ``--stored``: the way to a missing result is
that of ``implement``. What runs when a module is imported does not count, nor do the processes of
tools that the command starts.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).resolve().parents[2]


def passed_files(arguments: Sequence[str], folder: Path) -> list[str]:
    """Returns the files of silicrypt that a command line passes, in the order of the first calls.

    Args:
        arguments: the command line without the program's name.
        folder: an empty folder for the copy of the tree, the cache and results.
    """
    tree = ROOT
    if arguments[0] != "reproduce":
        tree = folder / "tree"
        for name in ("src", "hw", "drivers"):
            shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
    report, cache = folder / "files", folder / "cache"
    models = Path(os.environ.get("SILICRYPT_CACHE") or "~/.cache/silicrypt").expanduser() / "models"
    models.mkdir(parents=True, exist_ok=True)
    cache.mkdir()
    (cache / "models").symlink_to(models)
    subprocess.run(
        [sys.executable, __file__, "--trace", str(report), *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(tree / "src"), "SILICRYPT_CACHE": str(cache)},
        check=True,
    )
    return report.read_text(encoding="utf-8").splitlines()


def _trace(report: Path, arguments: Sequence[str]) -> None:
    """Runs a command line in this process and writes the files that it passes."""
    import silicrypt

    package = f"{Path(silicrypt.__file__).parent}{os.sep}"
    found: dict[str, None] = {}
    known: dict[int, object] = {}  # functions that add no file, by identity: most calls are theirs

    def call(frame: FrameType, _event: str, _argument: object) -> None:
        code = frame.f_code
        if id(code) in known:
            return
        name = code.co_filename
        if name.startswith(package) and name not in found:
            if _imports(frame, package):
                return
            found[name] = None
        known[id(code)] = code

    sys.argv = ["silicrypt", *arguments]
    threading.settrace(call)
    sys.settrace(call)
    try:
        from silicrypt.cli import main

        main()
    finally:
        sys.settrace(None)
        files = [name.removeprefix(package) for name in found]
        report.write_text("\n".join(files), encoding="utf-8")


def _imports(frame: FrameType | None, package: str) -> bool:
    """Returns whether a frame runs because a module of the package is imported."""
    while frame is not None:
        code = frame.f_code
        if code.co_name == "<module>" and code.co_filename.startswith(package):
            return True
        frame = frame.f_back
    return False


if __name__ == "__main__":
    if sys.argv[1] == "--trace":
        _trace(Path(sys.argv[2]), sys.argv[3:])
    else:
        with tempfile.TemporaryDirectory() as scratch:
            files = passed_files(sys.argv[1:], Path(scratch))
        print(*files, f"{len(files)} files", sep="\n")  # noqa: T201
