"""What a family states: its algorithms, and its units with modules, parameters, rules, formulas."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, Literal, TypeVar

from silicrypt.errors import BadParameter

Level = Literal["core", "stream"]

#: Every parameter of a design point by its name, in the order of the module.
Parameters = Mapping[str, int | str]

#: Whether a condition holds, and the condition, in the words of the hardware.
Rule = tuple[bool, str]


@dataclass(frozen=True)
class Algorithm:
    """An algorithm that processes blocks.

    Attributes:
        name: the standard's name, ``"SHA-512/256"``.
        enum: its name in the hardware.
        block_bits: bits of a block.
        either: the two algorithms that a message selects from, where the hardware has both.
    """

    name: str
    enum: str
    block_bits: int
    either: tuple[Algorithm, ...] = field(default=(), kw_only=True)


@dataclass(frozen=True)
class Padding:
    """The padding of a message: a one bit, zeros to the end of a block, and the length in bits.

    Attributes:
        length_bytes: bytes of the length field; 0 where there is none.
        big_endian: whether the most significant byte of the length comes first.
    """

    length_bytes: int
    big_endian: bool = True


@dataclass(frozen=True)
class Hash(Algorithm):
    """A hash of messages of any number of bytes.

    Attributes:
        digest_bits: bits of the digest.
        padding: the padding of a message.
    """

    digest_bits: int
    padding: Padding

    def blocks(self, message_bytes: int) -> int:
        """Returns the number of blocks of a message of that length, after padding."""
        return -(-(message_bytes + 1 + self.padding.length_bytes) * 8 // self.block_bits)

    def padded(self, message: bytes) -> bytes:
        """Returns the message with its padding."""
        size, length = self.blocks(len(message)) * self.block_bits // 8, self.padding.length_bytes
        body = (message + b"\x80").ljust(size - length, b"\0")
        if not length:
            return body
        order: Literal["big", "little"] = "big" if self.padding.big_endian else "little"
        return body + (8 * len(message)).to_bytes(length, order)


@dataclass(frozen=True)
class BlockCipher(Algorithm):
    """A block cipher.

    Attributes:
        key_bits: the key lengths, in bits.
        library: the name of its class in the package ``cryptography``.
    """

    key_bits: tuple[int, ...]
    library: str = "AES"


_A = TypeVar("_A", bound=Algorithm)

#: The position of a unit that names none.
_LAST = 1000
#: Length of the longest message and key whose times are compared, in blocks.
_BLOCKS = 16


@dataclass(frozen=True)
class Top:
    """The top module of a unit at one level.

    Attributes:
        module: its name.
        without: parameters of the unit that the module does not have.
        result_beats: beats of a result.
        results_wait: whether a result waits for ``tready``.
        only: the parameter values for which the module exists, by parameter. A parameter that is
            not listed may have any value.
    """

    module: str
    without: frozenset[str] = frozenset()
    result_beats: int = 1
    results_wait: bool = True
    only: Mapping[str, frozenset[int | str]] = field(default_factory=dict)

    def holds(self, parameters: Parameters) -> bool:
        """Returns whether the module exists with these parameters."""
        return all(parameters[name] in values for name, values in self.only.items())


@dataclass(frozen=True)
class Enum:
    """The enum type of a parameter.

    Attributes:
        package: the package that declares the type.
        names: the names of its values, from 0.
    """

    package: str
    names: tuple[str, ...]


#: ``sil_counter_pkg::code_e``.
COUNTER_CODE = Enum("sil_counter_pkg", ("BINARY", "GRAY"))


@dataclass(frozen=True)
class Formulas(ABC, Generic[_A]):
    """The figures that follow from the parameters, as the headers of the modules state them.

    Attributes:
        parameters: all parameters.
        algorithm: the algorithm that is computed.
        chosen: the algorithm that is considered where there are two; else the same.
    """

    parameters: Parameters
    algorithm: _A
    chosen: _A

    @cached_property
    def unroll(self) -> int:
        """Rounds (steps of MD5) per clock cycle."""
        return int(self.parameters.get("Unroll", 1))

    @cached_property
    def stages(self) -> int:
        """Pipeline stages, which is also the number of messages in flight."""
        return int(self.parameters.get("PipelineStages", 1))

    @property
    @abstractmethod
    def data_bits(self) -> int:
        """Width of a beat, in bits."""

    @property
    @abstractmethod
    def cycles_per_block(self) -> int:
        """The initiation interval in steady state, over all messages in flight, in cycles."""

    def block_interval(self, level: Level) -> int:  # noqa: ARG002
        """Returns the initiation interval of a level, in cycles; by default that of the core."""
        return self.cycles_per_block

    @abstractmethod
    def cycles(self, level: Level, message_bytes: int) -> int:
        """Returns the cycles from the first beat accepted to the result valid, without stalls."""

    @abstractmethod
    def message_interval(self, message_bytes: int) -> int:
        """Returns the cycles from the first beat of a message to that of the next.

        The receiver causes no back-pressure.
        """

    @property
    def wake_cycles(self) -> int:
        """Cycles after a reset or a digest before the unit can accept a message."""
        return 0

    def key_interval(self, key_bytes: int) -> int:  # noqa: ARG002
        """Returns the cycles from the first beat of a key to that of the message after it."""
        return 0

    @property
    def key_lengths(self) -> Sequence[int]:
        """The key lengths, in bytes, for which `key_interval` states a time."""
        return range(_BLOCKS * self.algorithm.block_bits // 8 + 1)

    def values(self, levels: Iterable[Level]) -> dict[str, object]:
        """Returns every figure that the formulas state; two sets of formulas are compared by them.

        The figures of messages cover every length up to 16 blocks.

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


@dataclass(frozen=True)
class Unit(Generic[_A]):
    """A kind of hardware: what its design points have in common.

    Attributes:
        name: its name in ``configs.toml``.
        interface: the name of its port list, which selects benches and stimuli: ``"hash"`` for
            messages to digests, ``"hmac"`` for keys and messages to tags, the name of a bus for
            registers.
        tops: its top module at each level. The first level is the one that most publications
            report, and the last contains the complete unit.
        algorithms: the algorithms, by the value of the parameter that selects them.
        parameters: the default of each parameter, as in the top module; ``None`` where a value
            must be given.
        enums: the parameters of enum types.
        rules: the rules of the parameters, in order. A rule may rely on those before it.
        formulas: makes the formulas from the parameters.
        reference: the result for an algorithm, data and a key, computed in Python.
        named_by: the parameter that selects the algorithm; ``None`` where there is only one.
        title: the name of the function, around the name of its algorithm.
        keyed: whether the stream of messages carries keys.
        tagged: whether beats carry the number of their message (``tid``).
        position: its position in the list of units. The self-test numbers hashes in this sequence.
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
    position: int = field(default=_LAST, kw_only=True)

    def algorithm(self, parameters: Parameters) -> _A:
        """Returns the algorithm that is computed with these parameters."""
        if self.named_by is None:
            return next(iter(self.algorithms.values()))
        return self.algorithms[parameters[self.named_by]]

    def complete(self, given: Mapping[str, Any], where: str) -> Parameters:
        """Returns all parameters: those that are given, and the defaults of the others.

        Args:
            given: the given parameters, by name.
            where: the file and the key that give them, for the message.

        Raises:
            BadParameter: a rule does not hold. The message names the file, the key and the rule,
                in the words of the hardware.
        """
        if unknown := given.keys() - self.parameters.keys():
            raise BadParameter(f"{where}: the unit {self.name} has no {', '.join(sorted(unknown))}")
        parameters = {**self.parameters, **given}
        if self.named_by is not None and parameters[self.named_by] not in self.algorithms:
            names = ", ".join(map(str, self.algorithms))
            raise BadParameter(f"{where}: {self.named_by} must be one of {names}")
        for holds, rule in self.rules(parameters, self.algorithm(parameters)):
            if not holds:
                raise BadParameter(f"{where}: {rule}")
        return parameters

    def numbers(self, parameters: Parameters) -> dict[str, int | str]:
        """Returns the parameters with enums as numbers, as Verilator takes them."""
        own = {name: one.names.index(str(parameters[name])) for name, one in self.enums.items()}
        return {**parameters, **own}

    def qualified(self, parameters: Parameters) -> dict[str, int | str]:
        """Returns the parameters for slang: an enum is a name qualified by its package."""
        own = {name: f"{one.package}::{parameters[name]}" for name, one in self.enums.items()}
        return {**parameters, **own}
