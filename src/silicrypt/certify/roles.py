"""Which inputs are secret, which outputs are results, and which registers of a bus hold either."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from silicrypt.catalog import DesignPoint
from silicrypt.errors import BadInput
from silicrypt.measure.core_design import CoreDesign
from silicrypt.measure.interfaces import RegisterInterface, Signal

#: The list of roles.
FILE = Path(__file__).with_name("roles.toml")
#: The first and the last of consecutive addresses.
Range = tuple[int, int]


@dataclass(frozen=True)
class Bus:
    """Registers on a bus.

    Attributes:
        select: the nets that are all active during an access.
        write: the net that is active during a write.
        address: the net of the address.
        data: the net of data to write.
        answer: the net of data that is read.
        written: the addresses whose data is secret when it is written.
        read: the addresses whose data is a result when it is read.
        bits: for further addresses, the bits that are a result when they are read.
    """

    select: tuple[Signal, ...]
    write: Signal
    address: str
    data: str
    answer: str
    written: tuple[Range, ...]
    read: tuple[Range, ...]
    bits: tuple[tuple[Range, frozenset[int]], ...] = ()


@dataclass(frozen=True)
class Roles:
    """The roles of the ports of a top module.

    Attributes:
        secrets: what each secret input carries.
        results: the outputs that carry results.
        told: registers and outputs whose value everybody may know, and why.
        tied: the inputs that have constant values.
        bus: the registers on a bus, if there are any.
    """

    secrets: Mapping[str, str]
    results: frozenset[str]
    told: Mapping[str, str] = field(default_factory=dict)
    tied: Mapping[str, int] = field(default_factory=dict)
    bus: Bus | None = None

    def with_more(
        self, secrets: Iterable[str], results: Iterable[str], told: Iterable[str]
    ) -> Roles:
        """Returns the roles with those that a user adds."""
        return replace(
            self,
            secrets={**self.secrets, **dict.fromkeys(secrets, "secret")},
            results=self.results | frozenset(results),
            told={**self.told, **dict.fromkeys(told, "declared by the caller")},
        )


@cache
def _tables() -> Mapping[str, Any]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def of_point(point: DesignPoint, ports: Mapping[str, tuple[str, int]]) -> Roles:
    """Returns the roles of the ports of a design point.

    Args:
        point: the design point.
        ports: direction and width of each port of its top module.

    Raises:
        BadInput: an input has no role.
    """
    known = _tables()
    inputs = [name for name, (direction, _) in ports.items() if direction == "input"]
    unknown = set(inputs) - set(known["secret"]) - set(known["public"]["inputs"])
    if unknown:
        raise BadInput(
            f"{point.name}: {', '.join(sorted(unknown))} is neither secret nor public, so nothing "
            f"can be certified; add a line to {FILE}"
        )
    return Roles(
        {name: known["secret"][name] for name in inputs if name in known["secret"]},
        frozenset(known["result"]) & set(ports),
        known["told"],
        bus=_bus(point, ports),
    )


#: The module that connects registers with a bus: access, direction, address, written and read data.
_SLAVE = tuple(
    f"u_slave.{port}" for port in ("access_o", "write_o", "address_o", "data_o", "data_i")
)
#: A storage unit registers an access once more, and the answer of a register. The proof
#: `storage-key` shows that no word of a bank is the answer of a register.
_STORAGE = tuple(f"u_engine.{name}" for name in ("access", "write", "where", "data", "answer_q"))


def _bus(point: DesignPoint, ports: Mapping[str, tuple[str, int]]) -> Bus | None:
    """Returns the registers of a design point."""
    address = ports.get("s_awaddr") or ports.get("s_paddr")
    if address is None or point.inside is None:
        return None
    storage = point.unit.interface == "storage"
    kind = (
        "storage"
        if storage
        else {"sponge": "hash"}.get(point.inside.unit.interface, point.inside.unit.interface)
    )
    if point.inside.unit.name == "sha2-save":
        kind = "save"
    base = 1 << address[1] - 1 if storage else 0
    table = _tables()["registers"][kind]
    window = [(0, base - 1)] if storage else []

    def ranges(key: str) -> tuple[Range, ...]:
        return (*window, *((base + a, base + b) for a, b in table.get(key, {}).values()))

    access, write, where, data, answer = _STORAGE if storage else _SLAVE
    return Bus(
        (Signal(access),),
        Signal(write),
        where,
        data,
        answer,
        ranges("written"),
        ranges("read"),
        tuple(
            ((base + address, base + address + 3), frozenset([bit]))
            for address, bit in table.get("bits", {}).values()
        ),
    )


def of_core(design: CoreDesign, ports: Mapping[str, tuple[str, int]]) -> Roles:
    """Returns the roles of the ports of a core, as its core file names them.

    Args:
        design: the core.
        ports: direction and width of each port of its top module.
    """
    core, table = design.core, _tables()["core"]
    named = [
        (key, port)
        for key, port, _ in core.interface.ports()
        if key not in ("s", "m") or port.endswith("tdata")
    ]
    return Roles(
        {port: table["secret"][key] for key, port in named if key in table["secret"]},
        frozenset(port for key, port in named if key in table["result"]),
        tied=core.tie,
        bus=_bus_of_core(design, ports),
    )


def _bus_of_core(design: CoreDesign, ports: Mapping[str, tuple[str, int]]) -> Bus | None:
    interface = design.core.interface
    if not isinstance(interface, RegisterInterface):
        return None
    function, stride = design.function, interface.stride
    word = ports[interface.write_data][1] // 8

    def words(first: int | None, size: int) -> Iterator[Range]:
        if first is not None and size:
            yield first, first + stride * -(-size // word) - 1

    secret = [*words(interface.block_at, function.block_bytes)]
    secret += words(interface.key_at, function.key_bytes)
    # Which other registers have results is not known.
    status = (interface.done.address, interface.done.address + stride - 1)
    width = ports[interface.address][1]
    return Bus(
        tuple(one for one in (interface.select, interface.enable) if one),
        interface.write,
        interface.address,
        interface.write_data,
        interface.read_data,
        tuple(secret),
        tuple(others([status], width)),
        (
            (
                status,
                frozenset(bit for bit in range(8 * word) if not interface.done.mask >> bit & 1),
            ),
        ),
    )


def cubes(ranges: Sequence[Range], width: int) -> Iterator[str]:
    """Yields addresses as patterns of ``0``, ``1`` and ``-``, the highest bit first."""
    for first, last in ranges:
        while first <= last:
            size = first & -first or 1 << width
            while first + size - 1 > last:
                size //= 2
            free = size.bit_length() - 1
            yield f"{first >> free:b}".rjust(width - free, "0") * (width > free) + "-" * free
            first += size


def others(ranges: Iterable[Range], width: int) -> list[Range]:
    """Returns the ranges of all other addresses."""
    found, free = list[Range](), 0
    for first, last in sorted(ranges):
        if first > free:
            found.append((free, first - 1))
        free = max(free, last + 1)
    return [*found, (free, (1 << width) - 1)] if free < 1 << width else found
