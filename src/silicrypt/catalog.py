"""The named design points of ``hw/configs.toml`` and what is known of them before any tool runs."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from silicrypt.errors import BadInput, BadParameter, UnknownName
from silicrypt.paths import hw_root

Level = Literal["core", "stream"]

#: ``sil_counter_pkg::code_e``, by value.
COUNTER_CODES = ("BINARY", "GRAY")


@dataclass(frozen=True)
class Algorithm:
    """A member of a hash family.

    Attributes:
        name: the standard's name, ``"SHA-512/256"``.
        enum: its name in ``sil_md_pkg::alg_e``.
        number: its value there.
        word_bits: width of a word.
        block_bits: bits of a message block.
        digest_bits: bits of the digest.
        rounds: operations a block.
        length_bytes: bytes of the length field that ends the padding.
        hashlib: its name in Python's ``hashlib``.
    """

    name: str
    enum: str
    number: int
    word_bits: int
    block_bits: int
    digest_bits: int
    rounds: int
    length_bytes: int
    hashlib: str

    @property
    def family(self) -> str:
        """What shares its operations: ``"MD5"``, ``"SHA-1"``, ``"SHA-2"``, ``"MD5/SHA-1"``."""
        own = {"MD5": "MD5", "SHA1": "SHA-1", "MD5_SHA1": "MD5/SHA-1"}
        return own.get(self.enum, "SHA-2")

    @property
    def lane_words(self) -> int:
        """Words of a lane of the state: as many operations add the chaining value."""
        return 5 if self.enum in ("SHA1", "MD5_SHA1") else 4

    def blocks(self, message_bytes: int) -> int:
        """Blocks of a padded message of so many bytes (FIPS 180-4 5.1)."""
        return -(-(message_bytes + 1 + self.length_bytes) * 8 // self.block_bits)


ALGORITHMS: Mapping[str, Algorithm] = MappingProxyType(
    {
        algorithm.enum: algorithm
        for algorithm in (
            Algorithm("MD5", "MD5", 0, 32, 512, 128, 64, 8, "md5"),
            Algorithm("SHA-1", "SHA1", 1, 32, 512, 160, 80, 8, "sha1"),
            Algorithm("SHA-224", "SHA224", 2, 32, 512, 224, 64, 8, "sha224"),
            Algorithm("SHA-256", "SHA256", 3, 32, 512, 256, 64, 8, "sha256"),
            Algorithm("SHA-384", "SHA384", 4, 64, 1024, 384, 80, 16, "sha384"),
            Algorithm("SHA-512", "SHA512", 5, 64, 1024, 512, 80, 16, "sha512"),
            Algorithm("SHA-512/224", "SHA512_224", 6, 64, 1024, 224, 80, 16, "sha512_224"),
            Algorithm("SHA-512/256", "SHA512_256", 7, 64, 1024, 256, 80, 16, "sha512_256"),
            Algorithm("MD5/SHA-1", "MD5_SHA1", 8, 32, 512, 160, 80, 8, ""),
        )
    }
)

#: Cycles from the choice of a word to the lanes of the chaining value, by ``Precompute``.
_PIPELINE_CYCLES = {
    "MD5": (2, 3, 4),
    "SHA-1": (2, 3, 6),
    "SHA-2": (2, 3, 7),
    "MD5/SHA-1": (0, 0, 5),
}

#: Compile order: a file needs only files before it.
_CORE_SOURCES = (
    "prim/sil_clock_gate_cell.sv",
    "prim/sil_clock_gate.sv",
    "prim/sil_counter_pkg.sv",
    "prim/sil_counter.sv",
    "prim/sil_add_select.sv",
    "prim/sil_add_three.sv",
    "prim/sil_mux.sv",
    "prim/sil_table.sv",
    "prim/sil_skid.sv",
    "hash/merkle_damgard/sil_md_pkg.sv",
    "hash/merkle_damgard/sil_md_lane.sv",
    "hash/merkle_damgard/sil_md_sequencer.sv",
    "hash/merkle_damgard/sil_md_slots.sv",
    "hash/merkle_damgard/sil_md_turn.sv",
    "hash/md5/sil_md5_pkg.sv",
    "hash/md5/sil_md5_table.sv",
    "hash/md5/sil_md5_message.sv",
    "hash/md5/sil_md5_operations.sv",
    "hash/md5/sil_md5_rounds.sv",
    "hash/md5/sil_md5_stage.sv",
    "hash/md5/sil_md5_pipeline.sv",
    "hash/sha1/sil_sha1_pkg.sv",
    "hash/sha1/sil_sha1_table.sv",
    "hash/sha1/sil_sha1_schedule.sv",
    "hash/sha1/sil_sha1_operations.sv",
    "hash/sha1/sil_sha1_rounds.sv",
    "hash/sha1/sil_sha1_stage.sv",
    "hash/sha1/sil_sha1_pipeline.sv",
    "hash/md5_sha1/sil_md5_sha1_pkg.sv",
    "hash/md5_sha1/sil_md5_sha1_table.sv",
    "hash/md5_sha1/sil_md5_sha1_message.sv",
    "hash/md5_sha1/sil_md5_sha1_rounds.sv",
    "hash/sha2/sil_sha2_pkg.sv",
    "hash/sha2/sil_sha2_constants.sv",
    "hash/sha2/sil_sha2_schedule.sv",
    "hash/sha2/sil_sha2_operations.sv",
    "hash/sha2/sil_sha2_rounds.sv",
    "hash/sha2/sil_sha2_split.sv",
    "hash/sha2/sil_sha2_stage.sv",
    "hash/sha2/sil_sha2_pipeline.sv",
    "hash/merkle_damgard/sil_md_core.sv",
)
_STREAM_SOURCES = (
    *_CORE_SOURCES,
    "hash/merkle_damgard/sil_md_padder.sv",
    "hash/merkle_damgard/sil_md_buffer.sv",
    "hash/merkle_damgard/sil_md_gather.sv",
    "hash/merkle_damgard/sil_md_stream.sv",
)
_HMAC_SOURCES = (
    *_CORE_SOURCES,
    "hash/merkle_damgard/sil_md_padder.sv",
    "hash/merkle_damgard/sil_md_buffer.sv",
    "hash/merkle_damgard/sil_md_gather.sv",
    "hash/md5_sha1/sil_md5_sha1_pair.sv",
    "mac/hmac/sil_hmac_pkg.sv",
    "mac/hmac/sil_hmac_control.sv",
    "mac/hmac/sil_hmac_memory.sv",
    "mac/hmac/sil_hmac_lane.sv",
    "mac/hmac/sil_hmac.sv",
)

#: All that a machine that tests itself may have, whichever unit is in it.
_BIST_SOURCES = (
    *dict.fromkeys((*_STREAM_SOURCES, *_HMAC_SOURCES)),
    "system/bist/sil_bist_vectors_pkg.sv",
    "system/bist/sil_bist_vectors.sv",
    "system/bist/sil_bist_order_pkg.sv",
    "system/bist/sil_bist_feed.sv",
    "system/bist/sil_bist.sv",
    "system/bist/sil_bist_hash.sv",
    "system/bist/sil_bist_hmac.sv",
    "system/bist/sil_bist_serial.sv",
)


@dataclass(frozen=True)
class Top:
    """A module that a design point can be looked at as.

    Attributes:
        module: its name.
        files: its sources below ``hw/``, in compile order.
    """

    module: str
    files: tuple[str, ...]


@dataclass(frozen=True)
class Unit:
    """A kind of hardware: what a design point is, whatever its algorithm.

    Attributes:
        name: what ``configs.toml`` calls it.
        tops: its module at each level that it has.
        without: parameters that it does not have.
        keyed: whether it takes keys.
    """

    name: str
    tops: Mapping[Level, Top]
    without: frozenset[str] = frozenset()
    keyed: bool = False


#: Every kind of unit by its name.
UNITS: Mapping[str, Unit] = MappingProxyType(
    {
        unit.name: unit
        for unit in (
            Unit(
                "hash",
                {
                    "core": Top("sil_md_core", _CORE_SOURCES),
                    "stream": Top("sil_md_stream", _STREAM_SOURCES),
                },
                without=frozenset({"Shared"}),
            ),
            Unit(
                "hmac",
                {"stream": Top("sil_hmac", _HMAC_SOURCES)},
                keyed=True,
            ),
        )
    }
)


@dataclass(frozen=True)
class Wrapper:
    """A top level around the stream of a core.

    Attributes:
        top: its module.
        files: what it has besides the stream's sources, in compile order, below ``hw/``.
        design: the configuration that it is looked at with.
    """

    top: str
    files: tuple[str, ...]
    design: str

    @property
    def sources(self) -> list[Path]:
        """Its own files."""
        return [hw_root() / name for name in self.files]


_STATION = "system/hash_station"
#: All of the hash station but the hash.
_STATION_SOURCES = (
    "prim/sil_fifo.sv",
    "bus/uart/sil_uart_rx.sv",
    f"{_STATION}/sil_lcd.sv",
    f"{_STATION}/sil_station_pkg.sv",
    f"{_STATION}/sil_station_receive.sv",
    f"{_STATION}/sil_station_ram.sv",
    f"{_STATION}/sil_station_control.sv",
    f"{_STATION}/sil_station_text.sv",
    f"{_STATION}/sil_station.sv",
)

#: Every such top level by the name of its module.
WRAPPERS: Mapping[str, Wrapper] = MappingProxyType(
    {
        wrapper.top: wrapper
        for wrapper in (
            Wrapper(
                "sil_md5_words", ("prim/sil_fifo.sv", "hash/md5/sil_md5_words.sv"), "md5-gray-gated"
            ),
            Wrapper(
                "sil_md_station",
                (*_STATION_SOURCES, f"{_STATION}/sil_md_station.sv"),
                "md5-gray-gated",
            ),
        )
    }
)


@dataclass(frozen=True)
class Config:
    """A named design point.

    Attributes:
        name: its name in ``hw/configs.toml``.
        about: one line that says what it is.
        algorithm: what it computes.
        parameters: every hardware parameter by its name, defaults filled in.
        unit: what kind of hardware it is.
        paper: the paper whose design it is, if any.
        chosen: of two algorithms that it can be told to compute, the one that is looked at.
    """

    name: str
    about: str
    algorithm: Algorithm
    parameters: Mapping[str, int | str]
    unit: Unit = UNITS["hash"]
    paper: str | None = None
    chosen: Algorithm | None = None

    @property
    def hash(self) -> Algorithm:
        """The hash that is looked at: the one there is, or the one chosen."""
        return self.chosen or self.algorithm

    @property
    def choices(self) -> tuple[Config, ...]:
        """Itself, once for each algorithm that messages can choose."""
        if self.algorithm.enum != "MD5_SHA1":
            return (self,)
        return tuple(replace(self, chosen=ALGORITHMS[name]) for name in ("MD5", "SHA1"))

    @property
    def shared(self) -> bool:
        """Whether one operation block computes either of two algorithms."""
        return self.algorithm.enum == "MD5_SHA1" and bool(self.parameters["Shared"])

    @property
    def feed_cycles(self) -> int:
        """Cycles of adding the chaining value (FIPS 180-4 6.2.2 step 4): whole ones."""
        words = self.algorithm.lane_words if self.shared else self.hash.lane_words
        return -(-words // self.unroll)

    @property
    def _feed_in_stages(self) -> int:
        """Cycles of it that are the last stage's; four stages have a unit of its own for it."""
        return 0 if self.stages == 4 else self.feed_cycles

    @property
    def _filling(self) -> int:
        """Cycles from the choice of a word to the chaining value."""
        family = self.algorithm.family if self.shared else self.hash.family
        return _PIPELINE_CYCLES[family][self.precompute]

    @property
    def computes(self) -> str:
        """What it computes: ``"SHA-1"``, ``"HMAC-SHA-1"``."""
        return f"HMAC-{self.hash.name}" if self.unit.keyed else self.hash.name

    @property
    def levels(self) -> tuple[Level, ...]:
        """The levels that it has, the one that most others report first."""
        return tuple(self.unit.tops)

    @property
    def unroll(self) -> int:
        """Operations a clock cycle."""
        return int(self.parameters["Unroll"])

    @property
    def precompute(self) -> int:
        """How far sums are formed ahead: 0, 1 or 2."""
        return int(self.parameters["Precompute"])

    @property
    def stages(self) -> int:
        """Operation blocks in line, and messages in flight."""
        return int(self.parameters["PipelineStages"])

    @property
    def data_bits(self) -> int:
        """Width of a beat: as many words as operations a cycle."""
        return self.unroll * self.algorithm.word_bits

    @property
    def cycles_per_block(self) -> int:
        """Cycles from a block to the next one of any message in flight, in steady state."""
        rounds = self.hash.rounds // self.unroll
        if self.stages == 1:
            return rounds + self.feed_cycles
        return (rounds + self._feed_in_stages) // self.stages + 1

    @property
    def _block_cycles(self) -> int:
        """Cycles from a block to the next one of the same message."""
        return self.cycles_per_block * self.stages

    def cycles(self, level: Level, message_bytes: int) -> int:
        """Cycles from the first beat taken to the digest valid, without stalls.

        With several messages in flight a stream's block waits for its slot: the figure is then the
        least there is, and the most is a slot more.

        Args:
            level: ``"core"`` (padded blocks in) or ``"stream"`` (bytes in).
            message_bytes: length of the message.
        """
        if self.unit.keyed:
            return self._hmac_cycles(message_bytes)
        blocks = self.hash.blocks(message_bytes)
        cycles = blocks * self._block_cycles
        if self.stages > 1:
            leaving = 4 if self._feed_in_stages else self.feed_cycles + 3
            filling = 16 // self.unroll + 1 if level == "stream" else 0
            return cycles + leaving + filling
        cycles += self._filling
        return cycles + (level == "stream")

    def _hmac_cycles(self, message_bytes: int) -> int:
        """With a key loaded: the message behind a block of key, then its digest behind another."""
        block = self.hash.block_bits // 8
        blocks = self.hash.blocks(block + message_bytes) - 1 + 1
        return blocks * self._block_cycles + 2 * self._around + 1

    @property
    def _around(self) -> int:
        """Cycles of a hash inside an HMAC unit besides those of its blocks."""
        if self.stages > 1:
            return self.feed_cycles + 16 // self.unroll + 5
        return self.feed_cycles + 2 + self._filling

    def key_interval(self, key_bytes: int) -> int:
        """Cycles that a key in front of a message takes, to where the message's first beat is.

        It is collected, and its two blocks are hashed; one longer than a block is hashed before.

        Args:
            key_bytes: length of the key.
        """
        collected = 16 // self.unroll + 1
        cycles = collected + 2 * (self._block_cycles + self._around + 1)
        if key_bytes * 8 > self.hash.block_bits:
            blocks = self.hash.blocks(key_bytes)
            cycles += collected + blocks * self._block_cycles + self._around
        return cycles

    def message_interval(self, message_bytes: int) -> int:
        """Cycles from one message's first beat to the next one's, digests taken at once.

        With several messages in flight: to the next one of the same name; of tags, where no other
        message is in flight.
        """
        if self.unit.keyed:
            return self.cycles("stream", message_bytes) + 2
        if self.stages > 1:
            return self.hash.blocks(message_bytes) * self._block_cycles
        cycles = self.cycles("core", message_bytes)
        return cycles + self.feed_cycles + 3

    def top(self, level: Level) -> str:
        """Name of the top module at a level.

        Raises:
            BadInput: it has no such level.
        """
        return self._top(level).module

    def _top(self, level: Level) -> Top:
        if level not in self.unit.tops:
            raise BadInput(f"{self.name} has no level {level}, only {', '.join(self.levels)}")
        return self.unit.tops[level]

    def sources(self, level: Level, primitives: Sequence[str] = ()) -> list[Path]:
        """The SystemVerilog files of a level, in compile order.

        Args:
            level: ``"core"`` or ``"stream"``.
            primitives: folders in ``hw/prim`` whose primitives are taken instead of those for any
                technology, the best one first. What else is in them comes before all other files.
        """
        folders = [hw_root() / "prim" / name for name in reversed(primitives)]
        own = {path.name: path for folder in folders for path in sorted(folder.glob("*.sv"))}
        files = [hw_root() / name for name in self._top(level).files]
        stand_in = [own.pop(path.name, path) for path in files]
        return [*own.values(), *stand_in]

    def verilator_args(self) -> list[str]:
        """The parameters as Verilator takes them, enums by number, and the file of its waivers."""
        code = COUNTER_CODES.index(str(self.parameters["CounterCode"]))
        values = {**self._given, "Alg": self.algorithm.number, "CounterCode": code}
        waivers = str(hw_root() / "lint" / "verilator.vlt")
        return [waivers, *(f"-G{name}={value}" for name, value in values.items())]

    @property
    def _given(self) -> dict[str, int | str]:
        """The parameters that the unit has."""
        return {k: v for k, v in self.parameters.items() if k not in self.unit.without}

    def slang_args(self, primitives: Sequence[str] = ()) -> list[str]:
        """The parameters as slang takes them: enums by qualified name.

        Args:
            primitives: as in `sources`; with those of ``"fpga"`` a gated design point is the
                ungated one.
        """
        values = {
            **self._given,
            "Alg": f"sil_md_pkg::{self.algorithm.enum}",
            "CounterCode": f"sil_counter_pkg::{self.parameters['CounterCode']}",
        }
        if "fpga" in primitives:
            values["ClockGate"] = 0
        return [arg for name, value in values.items() for arg in ("-G", f"{name}={value}")]


def self_test(config: Config, module: str) -> Config:
    """A configuration with the unit that tests it, as the machine on a board.

    Args:
        config: the design point that is tested.
        module: the board's top level, a file of ``hw/system/bist``.
    """
    top = Top(module, (*_BIST_SOURCES, f"system/bist/{module}.sv"))
    keyed = config.unit.keyed
    return replace(
        config,
        name=f"{config.name} on {module}",
        parameters=MappingProxyType({**config.parameters, "Keyed": int(keyed)}),
        unit=Unit("self-test", {"stream": top}, keyed=keyed),
    )


#: The design points whose self-test is looked at: pipelines, the widest beat, every kind of unit.
SELF_TESTED = (
    *("sha512-pipe2", "sha1-pipe4", "sha512-u4-pre"),
    *("hmac-sha512-fast", "hmac-md5-sha1-area", "hmac-sha1-pipe4"),
)


def get(name: str) -> Config:
    """The configuration of that name.

    Raises:
        UnknownName: there is none; the message names the nearest.
    """
    catalog = load()
    if name not in catalog:
        raise UnknownName("configuration", name, catalog)
    return catalog[name]


@cache
def load() -> Mapping[str, Config]:
    """All configurations by name, in the order of the file."""
    return parse((hw_root() / "configs.toml").read_text(encoding="utf-8"))


def parse(text: str, where: str = "hw/configs.toml") -> Mapping[str, Config]:
    """Reads configurations from the text of a ``configs.toml``.

    Raises:
        BadInput: the text is not TOML, or an entry lacks a key.
        BadParameter: a value that the hardware refuses, too.
    """
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{where}: not valid TOML: {error}") from error
    defaults = document.get("defaults", {})
    return MappingProxyType(
        {
            name: _config(name, entry, defaults, where)
            for name, entry in document.get("config", {}).items()
        }
    )


def _config(name: str, entry: dict[str, Any], defaults: dict[str, Any], where: str) -> Config:
    given = entry.get("parameters", {})
    parameters = {"Alg": given.get("Alg"), **defaults, **given}
    place = f"{where}: config.{name}"
    unit = UNITS.get(entry.get("unit", "hash"))
    if unit is None:
        raise BadInput(f"{place}: unit must be one of {', '.join(UNITS)}")
    if parameters["Alg"] not in ALGORITHMS:
        raise BadParameter(f"{place}: Alg must be one of {', '.join(ALGORITHMS)}")
    if unknown := set(parameters) - {"Alg", *defaults}:
        raise BadParameter(f"{place}: unknown parameter {', '.join(sorted(unknown))}")
    if foreign := unit.without & given.keys():
        raise BadParameter(f"{place}: the unit {unit.name} has no {', '.join(sorted(foreign))}")
    check_parameters(parameters, place, unit)
    return Config(
        name=name,
        about=entry.get("about", ""),
        algorithm=ALGORITHMS[parameters["Alg"]],
        parameters=MappingProxyType(parameters),
        unit=unit,
        paper=entry.get("paper"),
    )


def check_parameters(parameters: Mapping[str, Any], place: str, unit: Unit) -> None:
    """Holds the parameters against the rules, in the words in which the hardware says them.

    Args:
        parameters: all of them by name.
        place: where they stand, for the message.
        unit: the kind of hardware that they are for.

    Raises:
        BadParameter: names the place and the rule.
    """
    unroll, precompute = parameters["Unroll"], parameters["Precompute"]
    stages, gate = parameters["PipelineStages"], parameters["ClockGate"]
    code, algorithm = parameters["CounterCode"], ALGORITHMS[parameters["Alg"]]
    either = algorithm.enum == "MD5_SHA1"
    rules = (
        (unroll in (1, 2, 4), "Unroll must be 1, 2 or 4"),
        (precompute in (0, 1, 2), "Precompute must be 0, 1 or 2"),
        (precompute < 2 or unroll == 1, "Precompute = 2 needs Unroll = 1"),
        (stages in (1, 2, 4), "PipelineStages must be 1, 2 or 4"),
        (
            stages != 2 or (precompute == 0 and unroll < 4),
            "PipelineStages = 2 needs Precompute = 0 and Unroll = 1 or 2",
        ),
        (
            stages != 2 or algorithm.family == "SHA-2",
            "PipelineStages = 2 needs an algorithm of SHA-2",
        ),
        (stages != 4 or algorithm.name in ("MD5", "SHA-1"), "PipelineStages = 4 needs MD5 or SHA1"),
        (stages != 4 or precompute == 2, "PipelineStages = 4 needs Precompute = 2"),
        (stages != 2 or not unit.keyed, "HMAC needs PipelineStages = 1 or 4"),
        (code in COUNTER_CODES, "CounterCode must be BINARY or GRAY"),
        (
            code != "GRAY"
            or (
                stages == 1
                and (algorithm.rounds // unroll + -(-algorithm.lane_words // unroll)) % 2 == 0
            ),
            "CounterCode = GRAY needs an even number of cycles a block and PipelineStages = 1",
        ),
        (gate in (0, 1), "ClockGate must be 0 or 1"),
        (parameters["Shared"] in (0, 1), "Shared must be 0 or 1"),
        (not either or unit.keyed, "Alg = MD5_SHA1 needs the HMAC unit"),
        (not either or unroll == 1, "Alg = MD5_SHA1 needs Unroll = 1"),
        (
            not either or not parameters["Shared"] or (precompute == 2 and code == "BINARY"),
            "Alg = MD5_SHA1 needs Unroll = 1, Precompute = 2 and CounterCode = BINARY",
        ),
    )
    for holds, rule in rules:
        if not holds:
            raise BadParameter(f"{place}: {rule}")
