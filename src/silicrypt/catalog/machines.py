"""Machines around a design point: wrappers of its stream, hash stations, storage units, tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType

from silicrypt.catalog import config
from silicrypt.catalog.closure import closure
from silicrypt.catalog.config import Config
from silicrypt.catalog.mapped import BUSES, TOPS, mapped
from silicrypt.catalog.unit import Enum, Top
from silicrypt.catalog.units import UNITS
from silicrypt.errors import BadInput


@dataclass(frozen=True)
class Wrapper:
    """A top level around a core.

    Attributes:
        top: its module.
        design: the configuration that it is linted with.
    """

    top: str
    design: str

    def sources(
        self,
        config: Config | None = None,
        parameters: Sequence[str] = (),
        primitives: Sequence[str] = (),
    ) -> list[Path]:
        """Returns its files, in compile order.

        Args:
            config: the design point inside, which gives the parameters; without one, the module's
                defaults hold.
            parameters: further parameters, as ``NAME=VALUE``.
            primitives: as in `Config.sources`.
        """
        given = [*(config.slang_args()[1::2] if config else []), *parameters]
        last = dict(one.split("=", 1) for one in given)
        return closure(self.top, [f"{name}={value}" for name, value in last.items()], primitives)


#: A design point of each unit that has registers on a bus.
_MAPPED: Mapping[str, str] = MappingProxyType(
    {
        "md5": "md5-fast",
        "sha1": "sha1-fast",
        "sha2": "sha256-fast",
        "sm3": "sm3-fast",
        "shat": "shat128",
        "hmac-md5": "hmac-md5-fast",
        "hmac-sha1": "hmac-sha1-fast",
        "hmac-sha2": "hmac-sha256-fast",
        "hmac-md5-sha1": "hmac-md5-sha1-area",
        "aes": "aes128-par",
    }
)

#: Every wrapper by the name of its module.
WRAPPERS: Mapping[str, Wrapper] = MappingProxyType(
    {
        wrapper.top: wrapper
        for wrapper in (
            Wrapper("sil_md5_words", "md5-gray-gated"),
            Wrapper("sil_storage_unit", "aes128-par"),
            Wrapper("sil_storage_sram", "aes128-par"),
            Wrapper("sil_storage_sram_board", "aes128-par"),
            Wrapper("sil_md5_station", "md5-binary"),
            Wrapper("sil_sha1_station", "sha1-u1"),
            Wrapper("sil_sha2_station", "sha256-u1"),
            Wrapper("sil_shat_station", "shat128"),
            Wrapper("sil_station_ulx3s", "shat128"),
            Wrapper("sil_storage_ulx3s", "aes128-par"),
            *(
                Wrapper(f"{TOPS[unit]}_{bus}", design)
                for unit, design in _MAPPED.items()
                for bus in BUSES
            ),
            Wrapper("sil_soc_system", "sha256-fast"),
        )
    }
)

#: The algorithms that have test vectors, in the order of ``sil_bist_vectors_pkg::alg_e``.
_TESTED = tuple(
    dict.fromkeys(
        algorithm.enum
        for interface in ("hash", "hmac")
        for unit in UNITS.values()
        if unit.interface == interface
        for algorithm in unit.algorithms.values()
    )
)

#: The design points whose self-test is verified: pipelines, the widest beat, every kind of unit.
SELF_TESTED = (
    *("sha512-pipe2", "sha1-pipe4", "sha512-u4-pre"),
    *("hmac-sha512-fast", "hmac-md5-sha1-area", "hmac-sha1-pipe4"),
)


def self_test(config: Config, module: str) -> Config:
    """Returns the machine on a board that consists of a configuration and its self-test.

    Args:
        config: the design point under test.
        module: the board's top level, a file of ``hw/system/bist``.
    """
    top = Top(module)
    own: dict[str, int | str] = {"Alg": config.algorithm.enum, "Keyed": int(config.unit.keyed)}
    return replace(
        config,
        name=f"{config.name} on {module}",
        parameters=MappingProxyType({**config.parameters, **own}),
        unit=replace(
            config.unit,
            name="self-test",
            tops={"stream": top},
            enums={**config.unit.enums, "Alg": Enum("sil_bist_vectors_pkg", _TESTED)},
        ),
    )


@cache
def self_tests() -> Mapping[str, Config]:
    """Returns the design points with their self-test, by name."""
    return MappingProxyType(
        {f"bist-{name}": _with_test(name) for name in ("hmac-sha1", *SELF_TESTED)}
    )


def _with_test(name: str) -> Config:
    """Returns the core and its self-test as one module, without a board."""
    inside = config.get(name)
    keyed = inside.unit.keyed
    tested = self_test(inside, "sil_bist_hmac" if keyed else "sil_bist_hash")
    own = {key: value for key, value in tested.parameters.items() if key != "Keyed"}
    return replace(
        tested,
        name=f"bist-{name}",
        about=f"{name} and its self-test",
        parameters=MappingProxyType(own),
        unit=replace(tested.unit, interface="self-test"),
        inside=inside,
    )


#: The clock frequencies of the hash stations in MHz, by the ending of the station's name. Serial
#: line and display have timings in seconds, so at a slow clock they take fewer cycles. Everything
#: else is the same.
STATION_CLOCKS: Mapping[str, float] = MappingProxyType({"": 100, "-2mhz": 2, "-1mhz": 1})
#: The design points that have a hash station.
_STATIONED = ("shat128", "shat128-gated")


@cache
def stations() -> Mapping[str, Config]:
    """Returns the hash stations by name. Each has the clock gating of the design point inside."""
    return MappingProxyType(
        {
            one.name: one
            for name in _STATIONED
            for ending, mhz in STATION_CLOCKS.items()
            for one in (_station(config.get(name), f"station-{name}{ending}", mhz),)
        }
    )


def _station(inside: Config, name: str, mhz: float) -> Config:
    """Returns the station around a design point."""
    return replace(
        inside,
        name=name,
        about=f"hash station around {inside.name} for a clock of {mhz:g} MHz",
        parameters=MappingProxyType({**inside.parameters, "ClockHz": round(mhz * 1e6)}),
        unit=replace(
            inside.unit,
            name="station",
            interface="station",
            tops={"stream": Top("sil_shat_station", frozenset({"Fast"}))},
        ),
        inside=inside,
    )


def on_board(system: Config, module: str, clock_mhz: float) -> Config:
    """Returns a hash station or a storage unit as the machine on a board.

    Args:
        system: the hash station or the storage unit.
        module: the board's top level, a file of the system's folder.
        clock_mhz: the clock of the board.
    """
    ((level, top),) = system.unit.tops.items()
    return replace(
        system,
        name=f"{system.name} on {module}",
        parameters=MappingProxyType({**system.parameters, "ClockHz": round(clock_mhz * 1e6)}),
        unit=replace(system.unit, tops={level: replace(top, module=module)}),
    )


#: The design points that have the word-wise top level of the paper md5-2015.
_WORDWISE = ("md5-binary", "md5-gray", "md5-binary-gated", "md5-gray-gated")


@cache
def words() -> Mapping[str, Config]:
    """Returns the word-wise tops around MD5, by name. Their suite is that of the core inside."""
    return MappingProxyType({f"words-{name}": _words(config.get(name)) for name in _WORDWISE})


def _words(inside: Config) -> Config:
    """Returns the top level that accepts one message word per cycle, around a design point."""
    own = ("Precompute", "CounterCode", "ClockGate")
    unit = replace(
        inside.unit, name="words", interface="words", tops={"stream": Top("sil_md5_words")}
    )
    return replace(
        inside,
        name=f"words-{inside.name}",
        about=f"{inside.name} with one message word per cycle, the top level of the paper",
        parameters=MappingProxyType({name: inside.parameters[name] for name in own}),
        unit=unit,
        inside=inside,
    )


#: Key lengths of the storage units that are measured, in bits.
_STORED = (128, 192, 256)
#: The parameter that only a storage unit has whose banks are SRAMs outside.
SRAM = "SramLatency"
#: The parameters of such a unit: pipelined SRAMs without bus turnaround, with 8 Mbit in four banks
#: as the paper aes-2005 prints it.
_SRAMS = MappingProxyType({"BankWords": 65536, SRAM: 2})


@cache
def storages() -> Mapping[str, Config]:
    """Returns the storage units by name, each for keys of one length."""
    units = [*map(_storage, _STORED), _with_srams(_storage(_STORED[0]))]
    return MappingProxyType({unit.name: unit for unit in units})


def _with_srams(inner: Config) -> Config:
    """Returns the storage unit with its banks outside."""
    return replace(
        inner,
        name=f"{inner.name}-sram",
        about=f"{inner.name} with four banks of 256 KiB in SRAMs outside",
        parameters=MappingProxyType({**inner.parameters, **_SRAMS}),
        unit=replace(inner.unit, tops={"core": Top("sil_storage_sram")}),
    )


def _storage(key_bits: int) -> Config:
    """Returns the unit with both forms of the core. Figures of a block are the parallel form's."""
    inside = config.get(f"aes{key_bits}-par")
    own = {name: inside.parameters[name] for name in ("KeyBits", "Sbox", "PipelineStages")}
    unit = replace(
        inside.unit,
        name="storage",
        interface="storage",
        tops={"core": Top("sil_storage_unit")},
        enums={"Sbox": inside.unit.enums["Sbox"]},
        formulas=lambda _, algorithm, chosen: inside.unit.formulas(
            inside.parameters, algorithm, chosen
        ),
    )
    return replace(
        inside,
        name=f"storage-{key_bits}",
        about=f"storage unit around {inside.name} and the sequential form, four banks of 4 KiB",
        parameters=MappingProxyType({**own, "BankWords": 1024}),
        unit=unit,
        inside=inside,
    )


def get(name: str) -> Config:
    """Returns the configuration, machine around one, word-wise MD5 or memory-mapped unit.

    Raises:
        UnknownName: there is none; the message names the nearest configuration.
    """
    families = {"station": stations, "storage": storages, "words": words, "bist": self_tests}
    machines = families.get(name.partition("-")[0])
    if machines and (found := machines().get(name)):
        return found
    return mapped(name) or config.get(name)


def stream_of(name: str) -> Config:
    """Returns the configuration, station or storage unit of that name; no memory-mapped unit.

    Benches and stimuli drive streams. They have none for the registers of a memory-mapped unit.

    Raises:
        BadInput: it is a memory-mapped unit; the message names the design point inside.
        UnknownName: there is none of that name.
    """
    found = get(name)
    if found.inside and found.unit.interface in BUSES:
        raise BadInput(
            f"{name} has registers, and this command drives streams: take {found.inside.name}, "
            f"the design point inside; 'silicrypt verify {name}' verifies the registers"
        )
    return found
