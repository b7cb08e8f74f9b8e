"""Register maps as CMSIS-SVD and as a page, from descriptions that SystemRDL elaborated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

from silicrypt.drivers.programs import AEAD, AES, HASH, HMAC, KMAC

#: VERSION.KIND by the name of a map. The descriptions share VERSION, so they do not have it.
_KINDS: Mapping[str, int] = {
    "sil_hash_regs": HASH,
    "sil_hmac_regs": HMAC,
    "sil_aes_regs": AES,
    "sil_aead_regs": AEAD,
    "sil_kmac_regs": KMAC,
    "sil_save_regs": HASH,
}
_ACCESS = {"r": "read-only", "w": "write-only", "rw": "read-write"}
#: What a page says of a value that depends on the parameters of the unit.
AS_BUILT = "as built"


@dataclass(frozen=True)
class Field:
    """A field of a register.

    Attributes:
        name: its name.
        low: its lowest bit.
        width: its width in bits.
        access: ``"r"``, ``"w"`` or ``"rw"``.
        reset: its value after a reset; None if it depends on the parameters, or is not read.
        about: what it means.
        clears: whether a written 1 clears it.
        taken: whether a read changes what the next read gives.
        values: its values by their names; empty if they have none.
    """

    name: str
    low: int
    width: int
    access: str
    reset: int | None
    about: str
    clears: bool
    taken: bool
    values: Mapping[str, int]

    @property
    def bits(self) -> str:
        """Its bits, ``"7:0"`` or ``"4"``."""
        return f"{self.low + self.width - 1}:{self.low}" if self.width > 1 else f"{self.low}"


@dataclass(frozen=True)
class Register:
    """A register, or a window of equal ones.

    Attributes:
        name: its name.
        address: its byte address.
        count: the number of words.
        title: its name in words.
        about: what it is for.
        refused: whether it can only be read when the unit has something to give.
        fields: its fields, the lowest first.
    """

    name: str
    address: int
    count: int
    title: str
    about: str
    refused: bool
    fields: tuple[Field, ...]

    @property
    def access(self) -> str:
        """``"r"``, ``"w"`` or ``"rw"``."""
        found = {kind for field in self.fields for kind in field.access}
        return "".join(kind for kind in "rw" if kind in found)

    @property
    def reset(self) -> tuple[int, int]:
        """The value after a reset, and a mask of its bits that no parameter decides."""
        if self.access == "w":
            return 0, 0
        unknown = sum(_mask(field) for field in self.fields if field.reset is None)
        return sum((field.reset or 0) << field.low for field in self.fields), 0xFFFFFFFF & ~unknown


def registers(top: Any) -> tuple[Register, ...]:
    """Returns the registers of an elaborated map, by their addresses."""
    found = sorted(top.children(), key=lambda child: child.raw_address_offset)
    return tuple(_register(one, _KINDS.get(top.inst_name)) for one in found)


def version(top: Any) -> str:
    """Returns the version of a map, that of its register VERSION: ``"1.1"``."""
    fields = {
        field.name: field.reset
        for one in registers(top)
        if one.name == "VERSION"
        for field in one.fields
    }
    return f"{fields.get('MAJOR', 1)}.{fields.get('MINOR', 0)}"


def _register(node: Any, kind: int | None) -> Register:
    word = node if hasattr(node, "fields") else node.children()[0]
    array = word if word.is_array else node
    title, about = (" ".join((node.get_property(one) or "").split()) for one in ("name", "desc"))
    if word is not node:
        about = f"{about} {' '.join((word.get_property('desc') or '').split())}".strip()
    fields = tuple(_field(one, kind) for one in word.fields())
    count = array.array_dimensions[0] if array.is_array else 1
    refused = word is not node and any("r" in field.access for field in fields)
    return Register(node.inst_name, node.raw_address_offset, count, title, about, refused, fields)


def _field(node: Any, kind: int | None) -> Field:
    values, reset = node.get_property("encode"), node.get_property("reset")
    about = " ".join((node.get_property("desc") or node.get_property("name")).split())
    return Field(
        node.inst_name,
        node.low,
        node.width,
        node.get_property("sw").name,
        kind if node.inst_name == "KIND" else reset,
        about,
        getattr(node.get_property("onwrite"), "name", "") == "woclr",
        node.get_property("onread") is not None,
        {one.name: one.value for one in values} if values else {},
    )


def _mask(field: Field) -> int:
    return (1 << field.width) - 1 << field.low


def svd(top: Any) -> str:
    """Returns a map as CMSIS-SVD 1.3: a device whose only peripheral is the unit, at address 0."""
    name, title = top.inst_name, " ".join(top.get_property("name").split())
    device = ElementTree.Element("device", {"schemaVersion": "1.3"})
    _leaves(
        device,
        name=name,
        version=version(top),
        description=f"{title} of silicrypt. Set baseAddress to that of your system.",
        addressUnitBits=8,
        width=32,
        size=32,
    )
    peripheral = ElementTree.SubElement(ElementTree.SubElement(device, "peripherals"), "peripheral")
    _leaves(peripheral, name=name, description=title, baseAddress="0x00000000")
    block = ElementTree.SubElement(peripheral, "addressBlock")
    _leaves(block, offset="0x0", size=f"{1 << (top.size - 1).bit_length():#x}", usage="registers")
    found = ElementTree.SubElement(peripheral, "registers")
    for one in registers(top):
        _svd_register(ElementTree.SubElement(found, "register"), one)
    ElementTree.indent(device)
    return f"{ElementTree.tostring(device, encoding='unicode')}\n"


def _svd_register(element: ElementTree.Element, register: Register) -> None:
    value, mask = register.reset
    if register.count > 1:
        _leaves(element, dim=register.count, dimIncrement="0x4")
    _leaves(
        element,
        name=register.name + ("[%s]" if register.count > 1 else ""),
        description=f"{register.title}. {register.about}".strip(),
        addressOffset=f"{register.address:#04x}",
        access=_ACCESS[register.access],
        resetValue=f"{value:#010x}",
        resetMask=f"{mask:#010x}",
    )
    fields = ElementTree.SubElement(element, "fields")
    for field in register.fields:
        one = ElementTree.SubElement(fields, "field")
        _leaves(one, name=field.name, description=field.about)
        _leaves(one, bitOffset=field.low, bitWidth=field.width, access=_ACCESS[field.access])
        if field.clears:
            _leaves(one, modifiedWriteValues="oneToClear")
        if field.taken:  # a debugger must not read it
            _leaves(one, readAction="modify")
        if field.values:
            values = ElementTree.SubElement(one, "enumeratedValues")
            for name, number in field.values.items():
                _leaves(ElementTree.SubElement(values, "enumeratedValue"), name=name, value=number)


def _leaves(element: ElementTree.Element, **values: object) -> None:
    for name, value in values.items():
        ElementTree.SubElement(element, name).text = str(value)


def page(top: Any) -> str:
    """Returns a map as a page in Markdown: all registers, then the bits of each."""
    found = registers(top)
    title, about = (" ".join(top.get_property(one).split()) for one in ("name", "desc"))
    return "\n".join(_page(f"{title}: register map {version(top)}", about, found))


def _page(title: str, about: str, found: tuple[Register, ...]) -> Iterator[str]:
    yield from (f"# {title}", "", about)
    yield "Addresses and values are hexadecimal. Each register has 32 bits."
    yield f"*{AS_BUILT.capitalize()}* is a value that the parameters of the unit decide."
    yield from ("", "| address | register | access | after a reset | |", "|--:|---|---|---|---|")
    for one in found:
        last = one.address + 4 * (one.count - 1)
        span = f"{one.address:02x}" if one.count == 1 else f"{one.address:02x} to {last:02x}"
        yield f"| {span} | `{one.name}` | {one.access} | {_after_reset(one)} | {one.title} |"
    for one in found:
        yield from ("", f"## {one.name}", "")
        if one.about:
            yield from (one.about, "")
        yield from ("| bits | field | access | after a reset | |", "|--:|---|---|---|---|")
        for field in one.fields:
            about = field.about + (" A written 1 clears it." if field.clears else "")
            if field.values:
                named = ", ".join(f"{number:x} `{name}`" for name, number in field.values.items())
                about = f"{about} {named}."
            reset = "" if field.access == "w" or one.refused else AS_BUILT
            if field.reset is not None:
                reset = f"{field.reset:x}"
            yield f"| {field.bits} | `{field.name}` | {field.access} | {reset} | {about} |"
    yield ""


def _after_reset(register: Register) -> str:
    """Returns what a read of a register gives after a reset."""
    if register.access == "w":
        return "error response"
    if register.refused:
        return "error response until there is a result"
    value, mask = register.reset
    return f"{value:08x}" if mask == 0xFFFFFFFF else AS_BUILT
