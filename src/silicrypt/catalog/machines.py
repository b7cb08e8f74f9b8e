"""What stands around a design point: wrappers of its stream, and the machine that tests itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType

from silicrypt.catalog import config
from silicrypt.catalog.config import Config
from silicrypt.catalog.unit import Top
from silicrypt.catalog.units import UNITS
from silicrypt.paths import hw_root


@dataclass(frozen=True)
class Wrapper:
    """A top level around a core, whole.

    Attributes:
        top: its module.
        files: what it has besides the core's sources, in compile order, below ``hw/``.
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

_STORAGE = "system/storage_unit"
_STORAGE_SOURCES = (
    "bus/axil/sil_axil_pkg.sv",
    "bus/axil/sil_axil_slave.sv",
    "bus/axis/sil_axis_narrow.sv",
    "bus/axis/sil_axis_widen.sv",
    f"{_STORAGE}/sil_storage_pkg.sv",
    f"{_STORAGE}/sil_storage_bank.sv",
    f"{_STORAGE}/sil_storage_banks.sv",
    f"{_STORAGE}/sil_storage_reader.sv",
    f"{_STORAGE}/sil_storage_writer.sv",
    f"{_STORAGE}/sil_storage_extent.sv",
    f"{_STORAGE}/sil_storage_dma.sv",
    f"{_STORAGE}/sil_storage_key.sv",
    f"{_STORAGE}/sil_storage_ciphers.sv",
    f"{_STORAGE}/sil_storage_control.sv",
    f"{_STORAGE}/sil_storage_registers.sv",
    f"{_STORAGE}/sil_storage_unit.sv",
)

#: Every such top level by the name of its module.
WRAPPERS: Mapping[str, Wrapper] = MappingProxyType(
    {
        wrapper.top: wrapper
        for wrapper in (
            Wrapper(
                "sil_md5_words", ("prim/sil_fifo.sv", "hash/md5/sil_md5_words.sv"), "md5-gray-gated"
            ),
            Wrapper("sil_storage_unit", _STORAGE_SOURCES, "aes128-par"),
            Wrapper(
                "sil_md_station", (*_STATION_SOURCES, f"{_STATION}/sil_md_station.sv"), "md5-binary"
            ),
            Wrapper(
                "sil_hash_station",
                (*_STATION_SOURCES, f"{_STATION}/sil_hash_station.sv"),
                "shat128",
            ),
        )
    }
)

#: All that a machine that tests itself may have, whichever unit is in it.
_BIST_SOURCES = (
    *dict.fromkeys(file for name in ("hash", "hmac") for file in UNITS[name].tops["stream"].files),
    "system/bist/sil_bist_vectors_pkg.sv",
    "system/bist/sil_bist_vectors.sv",
    "system/bist/sil_bist_order_pkg.sv",
    "system/bist/sil_bist_feed.sv",
    "system/bist/sil_bist.sv",
    "system/bist/sil_bist_hash.sv",
    "system/bist/sil_bist_hmac.sv",
    "system/bist/sil_bist_serial.sv",
)

#: The design points whose self-test is looked at: pipelines, the widest beat, every kind of unit.
SELF_TESTED = (
    *("sha512-pipe2", "sha1-pipe4", "sha512-u4-pre"),
    *("hmac-sha512-fast", "hmac-md5-sha1-area", "hmac-sha1-pipe4"),
)


def self_test(config: Config, module: str) -> Config:
    """A configuration with the unit that tests it, as the machine on a board.

    Args:
        config: the design point that is tested.
        module: the board's top level, a file of ``hw/system/bist``.
    """
    top = Top(module, (*_BIST_SOURCES, f"system/bist/{module}.sv"))
    return replace(
        config,
        name=f"{config.name} on {module}",
        parameters=MappingProxyType({**config.parameters, "Keyed": int(config.unit.keyed)}),
        unit=replace(config.unit, name="self-test", tops={"stream": top}),
    )


#: The clock that hash stations are built for, in MHz, by what their names end with. Serial line
#: and display have times of their own: at a slow clock they take fewer cycles, and all the rest is
#: alike.
STATION_CLOCKS: Mapping[str, float] = MappingProxyType({"": 100, "-2mhz": 2, "-1mhz": 1})
#: The design points that hash stations are built around.
_STATIONED = ("shat128", "shat128-gated")


@cache
def stations() -> Mapping[str, Config]:
    """The hash stations by name, each around a design point of SHAT-R and gated as that is."""
    return MappingProxyType(
        {
            one.name: one
            for name in _STATIONED
            for ending, mhz in STATION_CLOCKS.items()
            for one in (_station(config.get(name), f"station-{name}{ending}", mhz),)
        }
    )


def _station(inside: Config, name: str, mhz: float) -> Config:
    """The station around a design point."""
    files = (
        *inside.unit.tops["stream"].files,
        *_STATION_SOURCES,
        f"{_STATION}/sil_hash_station.sv",
    )
    return replace(
        inside,
        name=name,
        about=f"hash station around {inside.name} for a clock of {mhz:g} MHz",
        parameters=MappingProxyType({**inside.parameters, "ClockHz": round(mhz * 1e6)}),
        unit=replace(inside.unit, name="station", tops={"stream": Top("sil_hash_station", files)}),
        inside=inside,
    )


#: Lengths of keys that storage units are measured with.
_STORED = (128, 192, 256)


@cache
def storages() -> Mapping[str, Config]:
    """The storage units by name, each for keys of one length."""
    return MappingProxyType({f"storage-{bits}": _storage(bits) for bits in _STORED})


def _storage(key_bits: int) -> Config:
    """The unit with both forms of the core; what is known of a block is the parallel form's."""
    inside = config.get(f"aes{key_bits}-par")
    own = {name: inside.parameters[name] for name in ("KeyBits", "Sbox", "PipelineStages")}
    files = (*inside.unit.tops["core"].files, *_STORAGE_SOURCES)
    unit = replace(
        inside.unit,
        name="storage",
        tops={"core": Top("sil_storage_unit", files)},
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
    """The configuration of that name, or the machine: a hash station, a storage unit.

    Raises:
        UnknownName: there is neither; the message names the nearest configuration.
    """
    for prefix, machines in (("station-", stations), ("storage-", storages)):
        if name.startswith(prefix) and (found := machines().get(name)):
            return found
    return config.get(name)
