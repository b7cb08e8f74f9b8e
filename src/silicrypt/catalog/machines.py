"""Machines around a design point: registers on a bus, stations, storage units, self-tests.

A machine is a design point whose attribute ``inside`` is the design point that it contains, and
whose unit has an interface of its own. It has no entry in ``hw/configs.toml``; `get` makes it from
its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from silicrypt.catalog import design_point
from silicrypt.catalog.design_point import DesignPoint, closure, units, visible
from silicrypt.catalog.unit import Enum, Hash, Parameters, Top, Unit
from silicrypt.errors import BadInput

#: The buses by the ending of a module's name, which is also that of the design point's name, and
#: the interface of a unit with registers.
BUSES: Mapping[str, str] = MappingProxyType({"axil": "AXI4-Lite", "apb": "APB"})


def _machine(
    kind: str,
    inside: DesignPoint,
    name: str,
    about: str,
    top: Top,
    parameters: Parameters,
    **own: Any,
) -> DesignPoint:
    """Returns the machine around a design point.

    Args:
        kind: the name of its unit, and of its interface where that is not given.
        inside: the design point.
        name: the name of the machine.
        about: one line that says what it is.
        top: its top module.
        parameters: all parameters of the module.
        own: further attributes of its unit that differ from those of the unit inside.
    """
    unit = {"name": kind, "interface": kind, "tops": {"stream": top}, **own}
    return replace(
        inside,
        name=name,
        about=about,
        parameters=MappingProxyType(dict(parameters)),
        unit=replace(inside.unit, **unit),
        inside=inside,
    )


def _by_name(machines: Iterable[DesignPoint]) -> Mapping[str, DesignPoint]:
    return MappingProxyType({one.name: one for one in machines})


#: Parameters that a module with registers has besides those of the stream.
_OF_REGISTERS: Mapping[str, int] = {"FifoWords": 16, "Stream": 1}
#: Bits of the longest digest that registers hold.
_DIGEST_BITS = 512


def mapped(name: str) -> DesignPoint | None:
    """Returns the memory-mapped unit of that name, such as ``sha256-fast-axil``, or None.

    Raises:
        UnknownName: the name ends as that of a memory-mapped unit, and its beginning is not that
            of a design point.
    """
    inside, _, bus = name.rpartition("-")
    if bus not in BUSES or not inside:
        return None
    return with_registers(design_point.get(inside), bus)


def with_registers(inside: DesignPoint, bus: str) -> DesignPoint | None:
    """Returns a design point with registers on a bus; None where it cannot have them.

    Registers hold one message and one digest. A hash with several messages in flight cannot have
    them, nor one whose digest is longer than they are.

    Args:
        inside: the design point.
        bus: a key of `BUSES`.
    """
    module, cipher = _module(inside.unit, bus), inside.unit.interface == "aes"
    if module is None or "stream" not in inside.levels or (inside.stages > 1 and not cipher):
        return None
    if _has_long_digest(inside):
        return None
    fixed = {*inside.unit.tops["stream"].without, *(() if cipher else ("PipelineStages",))}
    parameters = {key: v for key, v in inside.parameters.items() if key not in fixed}
    about, own = f"{inside.name} with registers on {BUSES[bus]}", {**parameters, **_OF_REGISTERS}
    name = f"{inside.name}-{bus}"
    top = Top(module, inside.unit.tops["stream"].without)
    return _machine("mapped", inside, name, about, top, own, interface=bus)


def _has_long_digest(inside: DesignPoint) -> bool:
    """Returns whether a digest is longer than the registers. That of SHAKE has any length."""
    return isinstance(inside.algorithm, Hash) and inside.algorithm.digest_bits > _DIGEST_BITS


def _module(unit: Unit[Any], bus: str) -> str | None:
    """Returns the module of a unit with registers on a bus; None if there is no such file."""
    name = f"sil_{unit.name.replace('-', '_')}_{bus}"
    return name if f"{name}.sv" in visible(()) else None


@dataclass(frozen=True)
class Wrapper:
    """A top level around a core.

    Attributes:
        top: its module.
        design: the design point that it is linted with.
    """

    top: str
    design: str

    def sources(
        self,
        point: DesignPoint | None = None,
        parameters: Sequence[str] = (),
        primitives: Sequence[str] = (),
    ) -> list[Path]:
        """Returns its files, in compile order.

        Args:
            point: the design point inside, which gives the parameters; without one, the module's
                defaults hold.
            parameters: further parameters, as ``NAME=VALUE``.
            primitives: as in `DesignPoint.sources`.
        """
        given = [*(point.overrides() if point else []), *parameters]
        last = dict(one.split("=", 1) for one in given)
        return closure(self.top, [f"{name}={value}" for name, value in last.items()], primitives)


@cache
def wrappers() -> Mapping[str, Wrapper]:
    """Returns every wrapper by the name of its module."""
    found = [
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
    ]
    for unit in units().values():
        points = (one for one in design_point.load().values() if one.unit is unit)
        inside = next((one for one in points if "stream" in one.levels), None)
        modules = [_module(unit, bus) for bus in BUSES]
        found += [Wrapper(module, inside.name) for module in modules if module and inside]
    found.append(Wrapper("sil_soc_system", "sha256-fast"))
    return MappingProxyType({one.top: one for one in found})


#: The algorithms that have test vectors, in the order of ``sil_bist_vectors_pkg::alg_e``.
_TESTED = tuple(
    dict.fromkeys(
        algorithm.enum
        for interface in ("hash", "hmac")
        for unit in units().values()
        if unit.interface == interface
        for algorithm in unit.algorithms.values()
    )
)

#: The design points whose self-test is verified: pipelines, the widest beat, every kind of unit.
SELF_TESTED = (
    *("sha512-pipe2", "sha1-pipe4", "sha512-u4-pre"),
    *("hmac-sha512-fast", "hmac-md5-sha1-area", "hmac-sha1-pipe4"),
)


def self_test(point: DesignPoint, module: str) -> DesignPoint:
    """Returns the machine on a board that consists of a design point and its self-test.

    Args:
        point: the design point under test.
        module: the board's top level, a file of ``hw/system/bist``.
    """
    own: dict[str, int | str] = {"Alg": point.algorithm.enum, "Keyed": int(point.unit.keyed)}
    return replace(
        point,
        name=f"{point.name} on {module}",
        parameters=MappingProxyType({**point.parameters, **own}),
        unit=replace(
            point.unit,
            name="self-test",
            tops={"stream": Top(module)},
            enums={**point.unit.enums, "Alg": Enum("sil_bist_vectors_pkg", _TESTED)},
        ),
    )


@cache
def self_tests() -> Mapping[str, DesignPoint]:
    """Returns the design points with their self-test as one module without a board, by name."""
    return _by_name(map(_with_test, map(design_point.get, ("hmac-sha1", *SELF_TESTED))))


def _with_test(inside: DesignPoint) -> DesignPoint:
    module = "sil_bist_hmac" if inside.unit.keyed else "sil_bist_hash"
    tested = self_test(inside, module)
    own = {key: value for key, value in tested.parameters.items() if key != "Keyed"}
    about, enums = f"{inside.name} and its self-test", tested.unit.enums
    name = f"bist-{inside.name}"
    return _machine("self-test", inside, name, about, Top(module), own, enums=enums)


#: The clock frequencies of the hash stations in MHz, by the ending of the station's name. Serial
#: line and display have timings in seconds, so at a slow clock they take fewer cycles. Everything
#: else is the same.
STATION_CLOCKS: Mapping[str, float] = MappingProxyType({"": 100, "-2mhz": 2, "-1mhz": 1})


@cache
def stations() -> Mapping[str, DesignPoint]:
    """Returns the hash stations by name. Each has the clock gating of the design point inside."""
    return _by_name(
        _machine(
            "station",
            inside,
            f"station-{inside.name}{ending}",
            f"hash station around {inside.name} for a clock of {mhz:g} MHz",
            Top("sil_shat_station", frozenset({"Fast"})),
            {**inside.parameters, "ClockHz": round(mhz * 1e6)},
        )
        for inside in map(design_point.get, ("shat128", "shat128-gated"))
        for ending, mhz in STATION_CLOCKS.items()
    )


def on_board(system: DesignPoint, module: str, clock_mhz: float) -> DesignPoint:
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


@cache
def words() -> Mapping[str, DesignPoint]:
    """Returns MD5 with one message word per cycle, by name: the top level of the paper md5-2015."""
    names = ("md5-binary", "md5-gray", "md5-binary-gated", "md5-gray-gated")
    return _by_name(
        _machine(
            "words",
            inside,
            f"words-{inside.name}",
            f"{inside.name} with one message word per cycle, the top level of the paper",
            Top("sil_md5_words"),
            {name: inside.parameters[name] for name in ("Precompute", "CounterCode", "ClockGate")},
        )
        for inside in map(design_point.get, names)
    )


#: The parameter that only a storage unit has whose banks are SRAMs outside.
SRAM = "SramLatency"


@cache
def storages() -> Mapping[str, DesignPoint]:
    """Returns the storage units by name, each for keys of one length."""
    made = [_storage(design_point.get(f"aes{bits}-par"), bits) for bits in (128, 192, 256)]
    smallest = made[0]
    # Pipelined SRAMs without bus turnaround, with 8 Mbit in four banks as in the paper aes-2005.
    outside = replace(
        smallest,
        name=f"{smallest.name}-sram",
        about=f"{smallest.name} with four banks of 256 KiB in SRAMs outside",
        parameters=MappingProxyType({**smallest.parameters, "BankWords": 65536, SRAM: 2}),
        unit=replace(smallest.unit, tops={"core": Top("sil_storage_sram")}),
    )
    return _by_name([*made, outside])


def _storage(inside: DesignPoint, key_bits: int) -> DesignPoint:
    """Returns the unit with both forms of the core. Figures of a block are the parallel form's."""
    own = {name: inside.parameters[name] for name in ("KeyBits", "Sbox", "PipelineStages")}
    top = Top("sil_storage_unit")
    return _machine(
        "storage",
        inside,
        f"storage-{key_bits}",
        f"storage unit around {inside.name} and the sequential form, four banks of 4 KiB",
        top,
        {**own, "BankWords": 1024},
        tops={"core": top},
        enums={"Sbox": inside.unit.enums["Sbox"]},
        formulas=lambda _, algorithm, chosen: inside.unit.formulas(
            inside.parameters, algorithm, chosen
        ),
    )


def get(name: str) -> DesignPoint:
    """Returns the design point or machine of that name.

    Raises:
        UnknownName: there is none; the message names the nearest design point.
        BadInput: it is a design point with registers, and that one cannot have them.
    """
    families = {"station": stations, "storage": storages, "words": words, "bist": self_tests}
    machines = families.get(name.partition("-")[0])
    if machines and (found := machines().get(name)):
        return found
    if one := mapped(name):
        return one
    inside, _, bus = name.rpartition("-")
    if bus in BUSES and (point := design_point.load().get(inside)):
        if not _module(point.unit, bus):
            why = f"there is no top with registers for the unit {point.unit.name}"
        elif _has_long_digest(point):
            why = f"they hold a digest of at most {_DIGEST_BITS} bits"
        else:
            why = "several messages are in flight"
        raise BadInput(f"{inside} has no registers: {why}; its streams are the design point itself")
    return design_point.get(name)


def stream_of(name: str) -> DesignPoint:
    """Returns the design point, station or storage unit of that name; no memory-mapped unit.

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
