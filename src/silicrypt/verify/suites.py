"""Verifies a configuration: selects the checks and their effort, and records the results."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Any

from silicrypt.base.progress import Progress, silent
from silicrypt.catalog import BlockCipher, Config, Level
from silicrypt.catalog.mapped import BUSES
from silicrypt.errors import UnknownName
from silicrypt.tools import process
from silicrypt.verify import proofs, vectors
from silicrypt.verify.checks import Check, Effort, Examine, perform
from silicrypt.verify.cipher import core, model, stream
from silicrypt.verify.hash import function, fuzz, protocol, timing
from silicrypt.verify.hash import model as hash_model
from silicrypt.verify.hash.subject import Subject
from silicrypt.verify.messages import keys
from silicrypt.verify.native import source_hash
from silicrypt.verify.registers import checks as registers
from silicrypt.verify.registers import session
from silicrypt.verify.wipe import verify_wipe
from silicrypt.verify.written import Written

SUITES = {
    "quick": Effort(checkpoints=5, seeds=4, boundaries=4, random_bytes=600, fuzz_cycles=60_000),
    "full": Effort(
        checkpoints=100, seeds=40, boundaries=40, random_bytes=4000, fuzz_cycles=1_000_000
    ),
}
#: Every check, by its name in reports.
CHECKS: dict[str, Examine] = {
    "short vectors": function.short_vectors,
    "long vectors": function.long_vectors,
    "Monte Carlo": function.monte_carlo,
    "every length": function.every_length,
    "block boundaries": function.boundaries,
    "random messages": function.random_messages,
    "keys": keys.keys,
    "no key": keys.no_key,
    "either hash": keys.either_hash,
    "power-on": function.power_on,
    "stalls": protocol.stalls,
    "resets": protocol.resets,
    "framing": fuzz.framing,
    "key inside a message": keys.key_inside,
    "random actions": fuzz.random_actions,
    "cycles per block": timing.cycles_per_block,
    "back to back": timing.back_to_back,
    "latency": timing.latency,
    "key load": keys.key_load,
    "constant time": timing.constant_time,
}
#: Checks that need a file of vectors, which some algorithms do not have.
_VECTORS = {"short vectors": "short", "long vectors": "long", "Monte Carlo": "monte"}
#: Checks of hardware that takes keys.
_KEYED = ("keys", "no key", "either hash", "key inside a message", "key load")
#: Checks of hardware that takes bytes, not padded blocks.
_FRAMED = ("framing", "key inside a message", "random actions")
#: Checks of hardware whose messages select one of two hashes.
_EITHER = ("either hash",)
#: Unrolled rounds from which a model with every signal visible takes too long to compile.
_ALL_ROUNDS = 10
_WORKERS = 2


@dataclass(frozen=True)
class Verification:
    """The record of a verification.

    Attributes:
        config: the configuration's name.
        suite: ``"quick"`` or ``"full"``.
        passed: whether every check passed.
        checks: the records of the checks, in a fixed order.
        source_hash: hash of the sources and parameters that were verified.
        seconds: time that it took, with building.
    """

    config: str
    suite: str
    passed: bool
    checks: tuple[Check, ...]
    source_hash: str
    seconds: float


def checks_of(config: Config, level: Level = "core") -> dict[str, Examine]:
    """Returns the checks of a level, without those whose vectors do not exist."""
    if isinstance(config.algorithm, BlockCipher):
        return core.CHECKS if level == "core" else stream.checks_of(config)
    kinds = vectors.kinds(config.computes)
    return {
        name: examine
        for name, examine in CHECKS.items()
        if (name not in _VECTORS or _VECTORS[name] in kinds)
        and (name not in _KEYED or config.unit.keyed)
        and (name not in _FRAMED or level == "stream")
        and (name not in _EITHER or config.chosen is not None)
    }


def verify(
    config: Config,
    suite: str = "quick",
    progress: Progress = silent,
    written: Written | None = None,
) -> Verification:
    """Checks all levels of a configuration against NIST's vectors, `hashlib` and the contract.

    Args:
        config: the configuration.
        suite: ``"quick"`` (under half a minute) or ``"full"``.
        progress: called as (done, total, label) after each step.
        written: Verilog of one level, which is simulated instead of the sources of all levels.

    Raises:
        UnknownName: there is no such suite.
        ToolMissing: Verilator or a C++ compiler is not installed.
        ToolFailed: the sources do not compile, or a simulation stopped with an error.
    """
    if suite not in SUITES:
        raise UnknownName("suite", suite, SUITES)
    if config.unit.interface in BUSES:
        inputs = written.registers(config) if written else session.build(config)
        records, seconds = registers.perform(config, inputs, SUITES[suite], progress)
        passed = all(record.passed for record in records)
        return Verification(
            config.name, suite, passed, tuple(records), source_hash(config), seconds
        )
    begin = time.monotonic()
    levels: Sequence[Level] = (written.level,) if written else config.levels
    total = len(levels) + sum(
        len(checks_of(one, level)) for one in config.choices for level in levels
    )
    progress(0, total, f"building {config.name}")
    done, checks = 0, list[Check]()
    with process.Pool(_WORKERS) as pool:
        for step in _steps(config, levels, SUITES[suite], pool, written):
            done += 1
            if isinstance(step, Check):
                checks.append(step)
            progress(done, total, step if isinstance(step, str) else f"{step.level} {step.name}")
    order = [*CHECKS, *core.CHECKS, *stream.CHECKS]
    checks.sort(key=lambda check: (check.level, check.hash, order.index(check.name)))
    if suite == "full" and written is None:
        checks += [*_wipe(config, progress), *_proofs(config, progress)]
    passed = all(check.passed for check in checks)
    seconds = round(time.monotonic() - begin, 2)
    return Verification(config.name, suite, passed, tuple(checks), source_hash(config), seconds)


def _wipe(config: Config, progress: Progress) -> Iterator[Check]:
    """Checks what a wipe leaves, where there are keys and the model compiles in minutes."""
    if config.unit.keyed and config.unroll < _ALL_ROUNDS:
        progress(0, 1, "wipe in every cycle")
        yield verify_wipe(config)
        progress(1, 1, "wiped")


def _proofs(config: Config, progress: Progress) -> Iterator[Check]:
    """Runs the proofs for the configuration."""
    for verdict in proofs.prove_all(proofs.of(config.name), progress):
        name, covered = f"proof {verdict.name}", f"{verdict.claim} ({verdict.detail})"
        yield Check(name, "core", verdict.proved, 1, covered)


def _steps(
    config: Config,
    levels: Sequence[Level],
    effort: Effort,
    pool: ThreadPoolExecutor,
    written: Written | None,
) -> Iterator[Check | str]:
    """Yields the steps as they end: first the built models, then all checks."""
    build: Callable[[Config, Level], Any] = hash_model.model
    subject: Callable[[Config, Level, Any], Any] = Subject
    if isinstance(config.algorithm, BlockCipher):
        build, subject = model.model, model.Subject
    if written is not None:
        build = written.model
    models = {level: pool.submit(build, config, level) for level in levels}
    subjects = []
    for level, built in models.items():
        subjects += [subject(choice, level, built.result()) for choice in config.choices]
        yield f"{level} is built"
    work = [
        pool.submit(perform, name, examine, one, effort)
        for one in subjects
        for name, examine in checks_of(one.config, one.level).items()
    ]
    try:
        for check in as_completed(work):
            yield check.result()
    finally:
        for check in work:
            check.cancel()
