"""The figures that were counted on a core, as a configuration of the catalogue's form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from silicrypt.catalog import Config
from silicrypt.catalog.algorithms import Algorithm
from silicrypt.catalog.unit import Formulas, Level, Rule, Top, Unit
from silicrypt.measure.core import CoreFile
from silicrypt.measure.functions import Function

#: The longest message whose latency is the short one, in bytes; see `silicrypt.flow.figures`.
_SHORT = 63


@dataclass(frozen=True)
class Counts:
    """Cycles that were counted on a core.

    Attributes:
        cycles_per_block: cycles from one block to the next, in steady state.
        latency: cycles from the first block to the result, for one block.
        latency_1024: the same for 1024 bytes.
        in_flight: independent blocks or messages in flight.
        about: how they were counted, and what they include.
    """

    cycles_per_block: int
    latency: int
    latency_1024: int
    in_flight: int = 1
    about: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Counted(Formulas[Algorithm]):
    """Formulas that return counted figures."""

    counts: Counts

    @property
    def stages(self) -> int:
        return self.counts.in_flight

    @property
    def data_bits(self) -> int:
        return self.algorithm.block_bits

    @property
    def cycles_per_block(self) -> int:
        return self.counts.cycles_per_block

    def cycles(self, level: Level, message_bytes: int) -> int:  # noqa: ARG002
        return self.counts.latency if message_bytes <= _SHORT else self.counts.latency_1024

    def message_interval(self, message_bytes: int) -> int:
        return self.cycles("core", message_bytes)


def level_of(core: CoreFile, function: Function) -> Level:
    """Returns the level: ``"stream"`` if the core pads messages, else ``"core"``."""
    return "stream" if function.kind != "cipher" and core.interface.padding == "core" else "core"


def config(core: CoreFile, function: Function, counts: Counts) -> Config:
    """Returns a core as a configuration, so that the flow treats it as one of the catalogue."""

    def no_rules(_: Mapping[str, Any], __: Algorithm) -> Iterator[Rule]:
        yield from ()

    def formulas(parameters: Any, algorithm: Algorithm, chosen: Algorithm) -> Formulas[Algorithm]:
        return _Counted(parameters, algorithm, chosen, counts)

    def reference(_: Algorithm, data: bytes, key: bytes) -> bytes:
        return function.compute(data, key, False)

    unit = Unit(
        name="measured",
        interface="measured",
        tops={level_of(core, function): Top(core.top)},
        algorithms={"": function.algorithm},
        parameters={},
        enums={},
        rules=no_rules,
        formulas=formulas,
        reference=reference,
        named_by=None,
        title="HMAC-{}" if function.kind == "mac" else "{}",
    )
    return Config(core.title, core.about, unit, MappingProxyType(dict(core.parameters)))
