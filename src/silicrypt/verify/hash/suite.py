"""The suite of design points that take messages: hashes, and HMAC."""

from __future__ import annotations

from pathlib import Path

from silicrypt.base.progress import Progress
from silicrypt.catalog import Config, Level
from silicrypt.tools import verilator
from silicrypt.verify import vectors
from silicrypt.verify.checks import Builds, Check, Effort, Examine, perform_all
from silicrypt.verify.hash import function, fuzz, model, protocol, timing
from silicrypt.verify.hash.subject import Subject
from silicrypt.verify.messages import keys

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


def checks_of(config: Config, level: Level) -> dict[str, Examine]:
    """Returns the checks of a level, without those whose vectors do not exist."""
    kinds = vectors.kinds(config.computes)
    return {
        name: examine
        for name, examine in CHECKS.items()
        if (name not in _VECTORS or _VECTORS[name] in kinds)
        and (name not in _KEYED or config.unit.keyed)
        and (name not in _FRAMED or level == "stream")
        and (name not in _EITHER or config.chosen is not None)
    }


def build(config: Config, level: Level, sources: tuple[Path, ...]) -> verilator.Build:
    """Returns the inputs of the simulation of a level with these sources."""
    return model.build(config, level, sources)


def perform(config: Config, builds: Builds, effort: Effort, progress: Progress) -> list[Check]:
    """Runs all checks of a design point on its compiled levels.

    Raises:
        ToolMissing: Verilator or a C++ compiler is not installed.
        ToolFailed: the sources do not compile, or a simulation stopped with an error.
    """

    def subject(choice: Config, level: Level, program: Path) -> Subject:
        return Subject(choice, level, model.Model(program, model.digest_bytes(config)))

    return perform_all(config, builds, subject, checks_of, effort, progress)
