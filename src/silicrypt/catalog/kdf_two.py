"""PBKDF2 (RFC 8018) with HMAC-SHA-2 for two passwords at a time, in one datapath."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from silicrypt.catalog import kdf
from silicrypt.catalog.kdf import Kdf
from silicrypt.catalog.kdf_pipe4 import PipelinedFormulas
from silicrypt.catalog.unit import Enum, Rule, Top, Unit

#: The unit with one password in flight, whose requests and results are the same.
_ONE = next(unit for unit in kdf.UNITS if unit.name == "pbkdf2-sha2")
#: Channels, each with a derivation; and cycles of a pass of one of them: four steps.
_CHANNELS, _PASS = 2, 8
#: The algorithms: those whose digest has all words of the chaining value.
_ALGORITHMS = ("SHA256", "SHA512")


@dataclass(frozen=True)
class TwoFormulas(PipelinedFormulas):
    """Formulas of PBKDF2 with two derivations in flight."""

    @property
    def stages(self) -> int:
        """Derivations in flight."""
        return _CHANNELS

    @property
    def data_bits(self) -> int:
        """Width of a beat: a word."""
        return self.algorithm.inner.word_bits

    @property
    def hash_cycles(self) -> int:
        """Cycles of a block of one channel: its rounds, and the feed-forward of a pass."""
        rounds = 80 if self.data_bits == 64 else 64
        return _CHANNELS * rounds + _PASS

    @property
    def cycles_per_block(self) -> int:
        """Cycles of an iteration, over two derivations in flight: two blocks."""
        return 2 * self.hash_cycles // _CHANNELS

    @property
    def alone(self) -> int:
        """Cycles of an iteration of the only derivation in flight."""
        return 2 * self.hash_cycles

    def iteration(self, derivations: int) -> int:  # noqa: ARG002
        """Returns the cycles of an iteration of each of several derivations in flight."""
        return self.alone

    def request_cycles(self, packets: Sequence[int], number: int, size: int) -> int:
        """Returns the cycles from a request to the last beat of its answer valid."""
        return 10000


def _rules(parameters: Mapping[str, Any], algorithm: Kdf) -> Iterator[Rule]:
    size, word = parameters["BufferBytes"], algorithm.inner.word_bits
    yield parameters["Function"] == "PBKDF2", "Function must be PBKDF2"
    yield (
        size.bit_count() == 1 and word // 4 <= size <= 4 * word,
        "BufferBytes must be a power of two from 2 to 32 beats",
    )


UNITS: tuple[Unit[Kdf], ...] = (
    Unit(
        name="pbkdf2-sha2-two",
        interface=_ONE.interface,
        tops={"stream": Top("sil_kdf_sha2_two", without=frozenset({"Function"}))},
        algorithms={name: _ONE.algorithms[name] for name in _ALGORITHMS},
        parameters={"Alg": "SHA256", "BufferBytes": 64, "Function": "PBKDF2"},
        enums={"Alg": _ONE.enums["Alg"]},
        rules=_rules,
        formulas=TwoFormulas,
        reference=_ONE.reference,
        named_by=_ONE.named_by,
        title=_ONE.title,
        tagged=False,
        position=67,
    ),
)
