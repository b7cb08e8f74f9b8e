"""The files of a unit with registers: its map for programs and tools, driver, and an example in C.

The files are in the folders ``registers/`` and ``c/`` of an export.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from silicrypt.catalog import BUSES, DesignPoint
from silicrypt.catalog.aead import formulas_of as aead_formulas_of
from silicrypt.catalog.cipher import formulas_of
from silicrypt.catalog.kmac import Kmac
from silicrypt.catalog.machines import SRAM
from silicrypt.drivers.aead import Mode, mode_of
from silicrypt.drivers.aes import Cipher
from silicrypt.drivers.describe import AS_BUILT
from silicrypt.drivers.maps import AesConfig, HashConfig, SaveConfig
from silicrypt.models import kmac
from silicrypt.paths import hw_root
from silicrypt.tools import verilator

_INCLUDE = re.compile(r'^\s*[#`]include "([^"]+)"', re.MULTILINE)
_MAPPED, _STORAGE = "bus/mapped", "system/storage_unit"
_TEMPLATES = Environment(
    loader=PackageLoader("silicrypt.drivers"),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
    autoescape=False,  # noqa: S701 - the output is source code
)
_TEMPLATES.filters["bytes"] = lambda data: ", ".join(f"0x{byte:02x}" for byte in data)
_MESSAGE, _KEY = bytes(range(100)), bytes(range(32))
_IV, _HEADER = bytes(range(12)), bytes(range(200, 220))
#: Keys and plaintext of the known answers of AES in ECB (NIST SP 800-38A, F.1).
_STANDARD_KEYS = {
    len(key): key
    for key in map(
        bytes.fromhex,
        (
            "2b7e151628aed2a6abf7158809cf4f3c",
            "8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b",
            "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4",
        ),
    )
}
_STANDARD_BLOCKS = bytes.fromhex(
    "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
    "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710"
)
#: The map of a unit by the interface of the core inside; others are hashes.
_KINDS: Mapping[str, str] = {"aes": "aes", "hmac": "hmac", "aead": "aead", "kdf": "kmac"}
#: The units of hashes with save and restore.
_SAVING = frozenset({"sha2-save"})


def files(point: DesignPoint, module: str, ports: Mapping[str, int]) -> dict[str, str]:
    """Returns the files of a unit by their paths; none for a unit without registers.

    Args:
        point: the unit.
        module: the module that the example simulates.
        ports: the width of each of its ports in bits.
    """
    if point.inside is None or point.unit.interface not in (*BUSES, "storage"):
        return {}
    kind, home = _KINDS.get(point.inside.unit.interface, "hash"), _MAPPED
    if point.unit.interface == "storage":
        kind, home = "storage", _STORAGE
    elif point.inside.unit.name in _SAVING:
        kind = "save"
    value = _VALUES.get(kind, _config)(point)
    return {
        **_maps(kind, home, value),
        **dict(_closure([f"sil_{kind}.h"])),
        **dict(_example(point, kind, module, ports)),
    }


def _maps(kind: str, home: str, config: int) -> dict[str, str]:
    """Returns the descriptions of a map, with the value of the register that the unit decides."""
    folder, name = hw_root() / home, f"sil_{kind}_regs"
    found = dict(_included(folder, f"sil_{kind}.rdl"))
    for ending in ("md", "svd", "xml"):
        found[f"{name}.{ending}"] = _read(folder / "generated" / f"{name}.{ending}")
    page, svd = f"{name}.md", f"{name}.svd"
    found[page] = re.sub(
        rf"(?<=\| r \| ){AS_BUILT}(?= \| (Configuration|Information) \|)",
        f"{config:08x}",
        found[page],
    )
    found[svd] = re.sub(
        r"(<name>(?:CONFIG|INFO)</name>.*?<resetValue>)\w+(</resetValue>\s*<resetMask>)\w+",
        rf"\g<1>{config:#010x}\g<2>0xffffffff",
        found[svd],
        count=1,
        flags=re.DOTALL,
    )
    return {f"registers/{path}": text for path, text in found.items()}


def _included(folder: Path, name: str) -> Iterator[tuple[str, str]]:
    """Yields a file and those that it includes, by their names."""
    text = _read(folder / name)
    yield name, text
    for one in _INCLUDE.findall(text):
        yield from _included(folder, one)


def _closure(names: list[str]) -> Iterator[tuple[str, str]]:
    """Yields headers and sources of drivers, and those that they need, by their paths."""
    folder, found = hw_root().parent / "drivers" / "c", dict.fromkeys(names)
    for name in (left := list(found)):
        text = _read(folder / name)
        yield f"c/{name}", text
        source = Path(name).with_suffix(".c").as_posix()
        needed = [*_INCLUDE.findall(text), *([source] if (folder / source).is_file() else [])]
        left += [one for one in needed if one not in found]
        found |= dict.fromkeys(needed)


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _config(point: DesignPoint) -> int:
    """Returns CONFIG of a hash or HMAC, as ``sil_message.rdl`` describes it."""
    assert point.inside is not None
    text = _read(hw_root() / _MAPPED / "sil_message.rdl")
    values = re.findall(r"enum \w+ \{(.*?)\}", text, re.DOTALL)
    codes = dict(re.findall(r"(\w+) = (\d+);", "".join(values)))
    code = int(codes[point.algorithm.enum])
    hashes = [one.hash for one in point.inside.choices]
    words = max(one.digest_bits for one in hashes) // 32
    return words | _built(point) | hashes[0].block_bits // 8 << 16 | code << 24


def _save_config(point: DesignPoint) -> int:
    """Returns CONFIG of a hash with save and restore, as ``sil_save.rdl`` describes it."""
    return _config(point) | SaveConfig.SAVE


def _aes_config(point: DesignPoint) -> int:
    """Returns CONFIG of a block cipher, as ``sil_aes.rdl`` describes it."""
    assert point.inside is not None
    formulas = formulas_of(point.inside)
    sizes = sum(1 << size // 8 - 2 for size in formulas.key_bytes)
    decrypts = AesConfig.DECRYPT if True in formulas.directions else 0
    cipher = Cipher[formulas.algorithm.library] << 16
    return sizes | decrypts | int(point.parameters["Modes"]) << 4 | _built(point) | cipher


def _aead_config(point: DesignPoint) -> int:
    """Returns CONFIG of AES-GCM or AES-CCM, as ``sil_aead.rdl`` describes it."""
    assert point.inside is not None
    formulas = aead_formulas_of(point.inside)
    sizes = sum(1 << size // 8 - 2 for size in formulas.key_bytes)
    mode = mode_of(point.inside.computes)
    return sizes | _built(point) | formulas.held_beats << 16 | mode


def _kmac_config(point: DesignPoint) -> int:
    """Returns CONFIG of KMAC, as ``sil_kmac.rdl`` describes it."""
    assert point.inside is not None
    return point.inside.algorithm.block_bits // 8 << 16 | _built(point)


def _built(point: DesignPoint) -> int:
    """Returns the bits of CONFIG that all units have alike."""
    dma = HashConfig.DMA if point.parameters["Stream"] else 0
    return dma | int(point.parameters["FifoWords"]) << 8


def _storage_info(point: DesignPoint) -> int:
    words = int(point.parameters["BankWords"])
    return int(point.parameters["KeyBits"]) // 32 | words.bit_length() - 1 << 8


#: The value of CONFIG, or of INFO, by the kind of the unit; others are hashes.
_VALUES = {
    "aes": _aes_config,
    "aead": _aead_config,
    "kmac": _kmac_config,
    "save": _save_config,
    "storage": _storage_info,
}


def _example(
    point: DesignPoint, kind: str, module: str, ports: Mapping[str, int]
) -> Iterator[tuple[str, str]]:
    """Yields the example, and the simulated system that it also runs on."""
    assert point.inside is not None
    inside = point.inside.choices[0]
    values: dict[str, object] = {
        "point": point,
        "kind": kind,
        "module": module,
        "bus": "apb" if "s_paddr" in ports else "axil",
        "address_bits": ports.get("s_awaddr", 0),
        "sram_latency": int(point.parameters.get(SRAM, 0)),
        "beat": ports["s_tdata"] // 8,
        "result": ports.get("m_tdata", 0) // 8,
        "message": _MESSAGE,
        "key": _KEY,
        "warnings": verilator.WARNINGS,
    }
    if kind == "aes":
        formulas = formulas_of(point.inside)
        key = _KEY[: formulas.key_bytes[0]]
        counters = b"".join(bytes(15) + bytes([number]) for number in range(7))
        pad = inside.reference(counters, key)
        values["ctr"] = "ctr" in formulas.modes
        values["key"] = key
        values["cipher"] = formulas.algorithm.library
        values["encrypts"] = False in formulas.directions
        values["block"] = inside.reference(_MESSAGE[:16], key)
        values["expected"] = bytes(a ^ b for a, b in zip(_MESSAGE, pad, strict=False))
    elif kind == "aead":
        aead = aead_formulas_of(point.inside)
        values["key"] = key = _KEY[: aead.key_bytes[0]]
        values["iv"], values["header"] = _IV, _HEADER
        mode = mode_of(point.inside.computes)
        values["mode"] = mode.name.lower()
        values["sizes"] = "&sizes" if mode is Mode.CCM else "16"
        values["expected"] = aead.algorithm.seal(key, _IV, _HEADER, _MESSAGE, 16)
    elif kind == "storage":
        sizes = formulas_of(point.inside).key_bytes
        words = int(point.parameters["BankWords"])
        values["key"] = key = _STANDARD_KEYS[sizes[0]]
        values["bank_words"], values["sram_bits"] = words, words.bit_length() - 1
        values["message"] = _STANDARD_BLOCKS
        values["expected"] = inside.reference(_STANDARD_BLOCKS, key)
    elif kind == "kmac":
        assert isinstance(inside.algorithm, Kmac)
        strength, custom = inside.algorithm.strength, "My Tagged Application"
        values["customisation"] = custom
        values["expected"] = kmac.kmac(
            strength, _KEY, _MESSAGE, strength // 4, custom.encode(), xof=False
        )
    else:
        if kind == "save":
            values["block"] = inside.hash.block_bits // 8
            values["message"] = message = bytes(range(200))
        else:
            message = _MESSAGE
        values["expected"] = inside.reference(message, _KEY)
    for path, name in (
        ("c/example.c", f"{kind}.c.j2"),
        ("c/system.h", "system.h.j2"),
        ("c/simulation.cpp", "simulation.cpp.j2"),
        ("c/Makefile", "makefile.j2"),
    ):
        yield path, _TEMPLATES.get_template(name).render(values)
