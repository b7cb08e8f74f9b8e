"""Writes the files that follow from the SystemRDL descriptions of the registers.

A description (`UNITS`) is the only source of a register map. PeakRDL makes a C header, an IP-XACT
document and HTML pages from it, and the RTL of the registers. The RTL of the storage unit is
written by hand. `silicrypt.drivers.describe` makes a CMSIS-SVD file and a page. This module makes
the addresses and fields for the Python drivers.
"""

from __future__ import annotations

import importlib.util
import re
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from silicrypt.drivers import describe
from silicrypt.errors import BadInput, ToolMissing
from silicrypt.paths import hw_root

#: The descriptions below ``hw/``, by the name of the unit; they include others.
UNITS: Mapping[str, str] = {
    "hash": "bus/mapped/sil_hash.rdl",
    "hmac": "bus/mapped/sil_hmac.rdl",
    "aes": "bus/mapped/sil_aes.rdl",
    "aead": "bus/mapped/sil_aead.rdl",
    "kmac": "bus/mapped/sil_kmac.rdl",
    "save": "bus/mapped/sil_save.rdl",
    "storage": "system/storage_unit/sil_storage.rdl",
}
#: Units whose registers are written by hand; a test compares them with the description.
_BY_HAND = ("storage",)
_TOOLS = ("systemrdl", "peakrdl_regblock", "peakrdl_cheader", "peakrdl_ipxact", "peakrdl_html")
_SPDX = "SPDX-FileCopyrightText: 2026 The silicrypt authors", "SPDX-License-Identifier: Apache-2.0"
_XML = '<?xml version="1.0" encoding="UTF-8"?>'
_ADDRESS_BITS = 8
#: The registers that PeakRDL makes wait for registers outside of them. Ours answer in the cycle of
#: the request. Without the waiting state, the units have about 30 lookup tables less.
_WAITS = re.compile(
    r" *always_ff @\([^)]*\) begin\n *if\(~arst_n\) begin\n *external_pending <=.*?"
    r"(?=\n *// Pass down signals)",
    re.DOTALL,
)
_ANSWERED = "    assign external_pending = 1'b0;\n"
#: The type of a group of registers in a C header. Several units have `sil_data_window`, and C11
#: refuses to define a structure twice.
_SHARED = re.compile(r"(?<=^// regfile - )(\w+)\n(typedef .*?_t;\n)", re.MULTILINE | re.DOTALL)

_INCLUDES = re.compile(r"^#include <stdint.h>$", re.MULTILINE)


def generate() -> Mapping[str, str]:
    """Returns the text of each file that follows from the descriptions, by its path.

    Raises:
        ToolMissing: PeakRDL is not installed.
        BadInput: a description is not valid.
    """
    _demand_tools()
    found, maps = dict[str, str](), list[str]()
    for name, source in UNITS.items():
        top = described(name)
        home = f"hw/{Path(source).parent.as_posix()}/generated"
        with tempfile.TemporaryDirectory() as folder:
            _export(top, Path(folder), rtl=name not in _BY_HAND)
            for path in sorted(Path(folder).iterdir()):
                destination = "drivers/c/generated" if path.suffix == ".h" else home
                found[f"{destination}/{path.name}"] = _marked(path, top)
        maps += [*_python(name, top), ""]
    found["src/silicrypt/drivers/maps.py"] = "\n".join([*_HEAD, *maps]).rstrip() + "\n"
    return found


def pages(folder: Path) -> None:
    """Writes HTML pages of all register maps.

    Args:
        folder: the folder to write; it must not exist.

    Raises:
        ToolMissing: PeakRDL is not installed.
        BadInput: the folder exists or cannot be written, or a description is not valid.
    """
    _demand_tools()
    from peakrdl_html import HTMLExporter

    if folder.exists():
        raise BadInput(f"{folder} exists; name a folder that does not exist yet")
    tops = [described(name) for name in UNITS]
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as work:
            made = Path(work) / "pages"
            HTMLExporter().export([top.top for top in tops], str(made), title="silicrypt registers")
            made.rename(folder)
    except OSError as error:
        raise BadInput(f"cannot write {folder}: {error.strerror or error}") from error


def described(name: str) -> Any:
    """Returns the elaborated description of a unit, a key of `UNITS`.

    Raises:
        BadInput: it is not valid.
    """
    return _compile(hw_root() / UNITS[name])


def _demand_tools() -> None:
    missing = [name for name in _TOOLS if importlib.util.find_spec(name) is None]
    if missing:
        raise ToolMissing(
            f"{', '.join(missing)} not installed: run 'python -m pip install systemrdl-compiler "
            "peakrdl-regblock peakrdl-cheader peakrdl-ipxact peakrdl-html'"
        )


def _compile(path: Path) -> Any:
    """Returns the elaborated description.

    Raises:
        BadInput: it is not valid; PeakRDL has written the line and the rule to standard error.
    """
    from peakrdl_regblock.udps import ALL_UDPS
    from systemrdl.compiler import RDLCompiler
    from systemrdl.messages import RDLCompileError

    compiler = RDLCompiler()
    for extension in ALL_UDPS:
        compiler.register_udp(extension)
    try:
        compiler.compile_file(str(path), incl_search_paths=[str(path.parent)])
        return compiler.elaborate()
    except RDLCompileError as error:
        raise BadInput(f"{path}: not a valid description: {error}") from error


def _export(root: Any, folder: Path, *, rtl: bool) -> None:
    """Writes header, IP-XACT, SVD and page of one register map, and its RTL if it is generated."""
    from peakrdl_cheader.exporter import CHeaderExporter
    from peakrdl_ipxact import IPXACTExporter
    from peakrdl_regblock import RegblockExporter
    from peakrdl_regblock.cpuif.passthrough import PassthroughCpuif

    name = root.top.inst_name
    if rtl:
        RegblockExporter().export(
            root,
            str(folder),
            cpuif_cls=PassthroughCpuif,
            address_width=_ADDRESS_BITS,
            default_reset_activelow=True,
            default_reset_async=True,
            err_if_bad_addr=True,
            err_if_bad_rw=True,
        )
    CHeaderExporter().export(root, str(folder / f"{name}.h"))
    IPXACTExporter(vendor="silicrypt", library="bus", version=describe.version(root.top)).export(
        root, str(folder / f"{name}.xml"), component_name=name
    )
    for ending, text in (("svd", describe.svd(root.top)), ("md", describe.page(root.top))):
        (folder / f"{name}.{ending}").write_text(text, encoding="utf-8")


def _marked(path: Path, root: Any) -> str:
    """Returns the text of a generated file with its licence, without spaces at ends of lines."""
    text = re.sub(r"[ \t]+$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    if path.suffix == ".sv":
        text = _WAITS.sub(_ANSWERED, text)
    comment = f"<!-- {_SPDX[0]}\n     {_SPDX[1]} -->\n"
    if path.suffix == ".md":
        return comment + text
    if path.suffix in (".xml", ".svd"):
        head, rest = text.split("\n", 1) if path.suffix == ".xml" else (_XML, text)
        return f"{head}\n{comment}{rest.rstrip()}\n"
    if path.suffix == ".h":
        # A C99 compiler has no static_assert.
        lines = [line for line in text.splitlines() if "assert" not in line]
        text = _SHARED.sub(_once, "\n".join(lines) + "\n")
        text = _INCLUDES.sub(lambda found: "\n".join((found[0], *_values(root))), text)
    return f"// {_SPDX[0]}\n// {_SPDX[1]}\n{text.rstrip()}\n"


def _values(root: Any) -> Iterator[str]:
    """Yields the values of fields that have names, as macros, which several headers may define."""
    kinds = [
        field.get_property("encode")
        for one in root.top.children(unroll=True)
        for field in getattr(one, "fields", list)()
    ]
    for kind in dict.fromkeys(filter(None, kinds)):
        yield from ("", f"// values - {kind.type_name}")
        for one in kind:
            yield f"#define {kind.type_name.upper()}__{one.name} {one.value:#x}U"


def _once(found: re.Match[str]) -> str:
    """Returns the definition of a type in C, guarded so that several headers may have it."""
    guard = f"{found[1].upper()}_T"
    return f"{found[1]}\n#ifndef {guard}\n#define {guard}\n{found[2]}#endif\n"


_HEAD = (
    '"""Addresses and fields of the register maps. `silicrypt registers` writes this file."""',
    "",
    "from enum import IntEnum, IntFlag",
    "",
    "",
)


def _python(name: str, root: Any) -> Iterator[str]:
    """Yields the addresses and one-bit fields of a register map as Python enums."""
    title = name.capitalize()
    children = sorted(root.top.children(), key=lambda child: child.raw_address_offset)
    yield from (f"class {title}Register(IntEnum):", f'    """Byte addresses ({name})."""', "")
    yield from (f"    {one.inst_name} = 0x{one.raw_address_offset:02X}" for one in children)
    for one in children:
        flags = [field for field in getattr(one, "fields", list)() if field.width == 1]
        if flags:
            word = "".join(part.capitalize() for part in one.inst_name.split("_"))
            yield from ("", "", f"class {title}{word}(IntFlag):")
            yield from (f'    """Bits of {one.inst_name} ({name})."""', "")
            yield from (f"    {field.inst_name} = 1 << {field.low}" for field in flags)
    yield ""
