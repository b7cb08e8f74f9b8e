"""What a family says of its hardware: modules, parameters, rules, and what follows from them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, Protocol, TypeVar

from silicrypt.catalog.algorithms import Algorithm
from silicrypt.errors import BadParameter

Level = Literal["core", "stream"]

#: Every parameter of a design point by its name, in the order of the module.
Parameters = Mapping[str, int | str]

#: Whether something holds that must, and what, in the words of the hardware.
Rule = tuple[bool, str]

_A = TypeVar("_A", bound=Algorithm)

#: Blocks of the longest message and key whose times are compared.
_BLOCKS = 16


@dataclass(frozen=True)
class Top:
    """A module that a design point can be looked at as.

    Attributes:
        module: its name.
        without: parameters of the unit that it does not have.
        result_beats: beats of a result.
        results_wait: whether they wait until they are taken.
        only: the values that it is there for, by parameter; any of one that is not named.
    """

    module: str
    without: frozenset[str] = frozenset()
    result_beats: int = 1
    results_wait: bool = True
    only: Mapping[str, frozenset[int | str]] = field(default_factory=dict)

    def holds(self, parameters: Parameters) -> bool:
        """Whether it is there with these parameters."""
        return all(parameters[name] in values for name, values in self.only.items())


@dataclass(frozen=True)
class Enum:
    """What the hardware calls the values of a parameter.

    Attributes:
        package: where its type is.
        names: of its values, from 0.
    """

    package: str
    names: tuple[str, ...]


#: ``sil_counter_pkg::code_e``.
COUNTER_CODE = Enum("sil_counter_pkg", ("BINARY", "GRAY"))


@dataclass(frozen=True)
class Formulas(ABC, Generic[_A]):
    """What follows from the parameters of a design point, as the headers of its modules state it.

    Attributes:
        parameters: all of them.
        algorithm: what it computes.
        chosen: of two algorithms, the one that is looked at; else the same.
    """

    parameters: Parameters
    algorithm: _A
    chosen: _A

    @property
    def unroll(self) -> int:
        """Operations a clock cycle."""
        return int(self.parameters.get("Unroll", 1))

    @property
    def stages(self) -> int:
        """Operation blocks in line, and messages in flight."""
        return int(self.parameters.get("PipelineStages", 1))

    @property
    @abstractmethod
    def data_bits(self) -> int:
        """Width of a beat."""

    @property
    @abstractmethod
    def cycles_per_block(self) -> int:
        """Cycles from a block to the next one of any message in flight, in steady state."""

    @abstractmethod
    def cycles(self, level: Level, message_bytes: int) -> int:
        """Cycles from the first beat taken to the result valid, without stalls."""

    @abstractmethod
    def message_interval(self, message_bytes: int) -> int:
        """Cycles from one message's first beat to the next one's, results taken at once."""

    @property
    def wake_cycles(self) -> int:
        """Cycles from a reset or a digest in which it works before it can take a message."""
        return 0

    def key_interval(self, key_bytes: int) -> int:  # noqa: ARG002
        """Cycles that a key in front of a message takes, to where the message's first beat is."""
        return 0

    @property
    def key_lengths(self) -> Sequence[int]:
        """Lengths of keys, in bytes, for which `key_interval` states a time."""
        return range(_BLOCKS * self.algorithm.block_bits // 8 + 1)

    def values(self, levels: Iterable[Level]) -> dict[str, object]:
        """Every figure that the formulas state, so that formulas can be compared by value.

        Messages have every length up to 16 blocks.

        Args:
            levels: the levels that the design point has.
        """
        lengths = range(_BLOCKS * self.algorithm.block_bits // 8 + 1)
        return {
            "unroll": self.unroll,
            "stages": self.stages,
            "data_bits": self.data_bits,
            "cycles_per_block": self.cycles_per_block,
            "wake_cycles": self.wake_cycles,
            "cycles": {level: [self.cycles(level, n) for n in lengths] for level in levels},
            "message_interval": [self.message_interval(n) for n in lengths],
            "key_interval": [self.key_interval(n) for n in self.key_lengths],
        }


class DesignPoint(Protocol):
    """What a family must know of a named design point: all that is above families knows more."""

    @property
    def name(self) -> str:
        """Its name in ``hw/configs.toml``."""

    @property
    def computes(self) -> str:
        """What it computes."""

    @property
    def formulas(self) -> Formulas[Any]:
        """All that follows from its parameters."""


@dataclass(frozen=True)
class Unit(Generic[_A]):
    """A kind of hardware: what its design points have in common.

    Attributes:
        name: what ``configs.toml`` calls it.
        interface: the name of its ports, which benches and stimuli are made for: ``"hash"`` for
            messages to digests, ``"hmac"`` for keys and messages to tags.
        tops: its module at each level that it has, the level that most others report first and the
            one that has all of it last.
        algorithms: what it computes, by the value of the parameter that names it.
        parameters: what each of its parameters is where it is not given, as in the top module;
            nothing where it must be given.
        enums: the parameters whose values have names.
        rules: what must hold of the parameters, one rule after another: a rule may count on those
            before it.
        formulas: what follows from them.
        reference: the result of an algorithm, some data and a key, as Python has it.
        named_by: the parameter that names the algorithm; nothing where there is one alone.
        title: what a design point computes, around the name of its algorithm.
        keyed: whether it takes keys in the stream of messages.
        tagged: whether beats name the message that they belong to.
    """

    name: str
    interface: str
    tops: Mapping[Level, Top]
    algorithms: Mapping[Any, _A]
    parameters: Mapping[str, int | str | None]
    enums: Mapping[str, Enum]
    rules: Callable[[Mapping[str, Any], _A], Iterable[Rule]]
    formulas: Callable[[Parameters, _A, _A], Formulas[_A]]
    reference: Callable[[_A, bytes, bytes], bytes]
    named_by: str | None = field(default="Alg", kw_only=True)
    title: str = field(default="{}", kw_only=True)
    keyed: bool = field(default=False, kw_only=True)
    tagged: bool = field(default=True, kw_only=True)

    def algorithm(self, parameters: Parameters) -> _A:
        """What is computed with these parameters."""
        if self.named_by is None:
            return next(iter(self.algorithms.values()))
        return self.algorithms[parameters[self.named_by]]

    def complete(self, given: Mapping[str, Any], place: str) -> Parameters:
        """All parameters, those that are not given as they are then.

        Args:
            given: those that are given, by name.
            place: where they stand, for the message.

        Raises:
            BadParameter: names the place and the rule that does not hold, in the words in which
                the hardware says it.
        """
        if foreign := given.keys() - self.parameters.keys():
            raise BadParameter(f"{place}: the unit {self.name} has no {', '.join(sorted(foreign))}")
        parameters = {**self.parameters, **given}
        if self.named_by is not None and parameters[self.named_by] not in self.algorithms:
            names = ", ".join(map(str, self.algorithms))
            raise BadParameter(f"{place}: {self.named_by} must be one of {names}")
        for holds, rule in self.rules(parameters, self.algorithm(parameters)):
            if not holds:
                raise BadParameter(f"{place}: {rule}")
        return parameters

    def numbers(self, parameters: Parameters) -> dict[str, int | str]:
        """Parameters with the numbers of names, as Verilator takes them."""
        found = dict(parameters)
        for name, enum in self.enums.items():
            found[name] = enum.names.index(str(parameters[name]))
        return found

    def qualified(self, parameters: Parameters) -> dict[str, int | str]:
        """Parameters with names behind those of their packages, as slang takes them."""
        found = dict(parameters)
        for name, enum in self.enums.items():
            found[name] = f"{enum.package}::{parameters[name]}"
        return found
