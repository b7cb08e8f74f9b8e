"""The files of a unit with registers: what an export has, and what it says of the unit."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from exports import exported, make, succeeded
from passed import Passed, export_key
from silicrypt import catalog, export
from silicrypt.drivers.describe import registers
from silicrypt.drivers.files import files
from silicrypt.drivers.registers import described
from silicrypt.paths import hw_root
from silicrypt.tools import verilator
from silicrypt.verify import register_suite, storage
from silicrypt.verify.storage_host import Read, Receive, Response, Send, Write

_DRIVERS = {
    "hash": {"sil_bus.c", "sil_bus.h", "sil_unit.h", "sil_hash.c", "sil_hash.h"},
    "aes": {"sil_bus.c", "sil_bus.h", "sil_unit.h", "sil_aes.c", "sil_aes.h"},
    "aead": {"sil_bus.c", "sil_bus.h", "sil_unit.h", "sil_aead.c", "sil_aead.h"},
    "kmac": {"sil_bus.c", "sil_bus.h", "sil_unit.h", "sil_kmac.c", "sil_kmac.h"},
    "storage": {"sil_bus.c", "sil_bus.h", "sil_unit.h", "sil_storage.c", "sil_storage.h"},
}
_DRIVERS["save"] = _DRIVERS["hash"] | {"sil_save.c", "sil_save.h"}
_DRIVERS["hmac"] = _DRIVERS["hash"] | {"sil_hmac.c", "sil_hmac.h"}
UNITS = {
    "hash": "sha256-fast-axil",
    "hmac": "hmac-sha256-fast-apb",
    "aes": "aes128-par-axil",
    "aead": "aes128-gcm-axil",
    "kmac": "kmac128-fast-axil",
    "save": "sha256-save-axil",
    "storage": "storage-128",
}


def of(name: str) -> dict[str, str]:
    """The files of a unit."""
    request = export.request(name)
    return files(request.point, request.module, {port.name: port.width for port in request.ports})


def inside(name: str) -> str:
    """The interface of the stream in a unit."""
    point = catalog.get(name).inside
    assert point
    return point.unit.interface


@pytest.mark.parametrize("kind", UNITS)
def test_an_export_has_the_map_in_each_form(kind: str) -> None:
    found, name = of(UNITS[kind]), f"sil_{kind}_regs"
    assert {f"registers/sil_{kind}.rdl", f"c/generated/{name}.h"} <= found.keys()
    assert {f"registers/{name}.{ending}" for ending in ("md", "svd", "xml")} <= found.keys()
    assert {f"c/{one}" for one in _DRIVERS[kind]} <= found.keys()
    assert "c/example.c" in found
    for path, text in found.items():
        for named in re.findall(
            r'^\s*[#`]include "(?!Vunit|verilated)([^"]+)"', text, re.MULTILINE
        ):
            assert f"{path.partition('/')[0]}/{named}" in found, (path, named)


def test_a_stream_has_no_registers() -> None:
    assert of("sha256-fast") == {}


#: CONFIG of units of each kind: what `read_config` reads.
CONFIGS = {
    "sha256-fast-axil": 0x04401088,
    "hmac-sha256-fast-apb": 0x04401088,
    "sha3-256-fast-apb": 0x0F881088,
    "sha3-512-fast-axil": 0x11481090,
    "ascon-hash256-fast-axil": 0x12081088,
    "hmac-md5-sha1-area-axil": 0x0D401085,
    "sha512-fast-axil": 0x06801090,
    "aes128-par-axil": 0x000010F9,
    "aes128-gcm-axil": 0x00001081,
    "aes128-gcm-held-apb": 0x00401081,
    "aes-gcm-axil": 0x00001087,
    "sha256-save-axil": 0x044010C8,
    "sha512-save-apb": 0x068010D0,
    "kmac128-fast-axil": 0x00A81080,
    "kmac256-small-apb": 0x00881080,
    "aes128-ccm-apb": 0x08001081,
    "aes128-ccm-held-axil": 0x08401081,
    "storage-128": 0x00000A04,
}


@pytest.mark.parametrize("name", CONFIGS)
def test_the_map_states_what_the_unit_was_built_with(name: str) -> None:
    found = of(name)
    (page,) = (text for path, text in found.items() if path.endswith(".md"))
    assert re.search(rf"\| `(CONFIG|INFO)` \| r \| {CONFIGS[name]:08x} \|", page)
    (svd,) = (text for path, text in found.items() if path.endswith(".svd"))
    for one in ElementTree.fromstring(svd).iter("register"):
        if one.findtext("name") in ("CONFIG", "INFO"):
            values = one.findtext("resetValue"), one.findtext("resetMask")
            assert values == (f"{CONFIGS[name]:#010x}", "0xffffffff")


@pytest.mark.parametrize("kind", UNITS)
def test_the_svd_has_all_registers(kind: str) -> None:
    top = described(kind).top
    home = Path("system/storage_unit" if kind == "storage" else "bus/mapped")
    path = hw_root() / home / f"generated/sil_{kind}_regs.svd"
    found = {
        (one.findtext("name") or "").partition("[")[0]: one
        for one in ElementTree.parse(path).iter("register")
    }
    assert list(found) == [one.name for one in registers(top)]
    for one in registers(top):
        element = found[one.name]
        assert int(element.findtext("addressOffset") or "", 0) == one.address
        assert int(element.findtext("dim") or "1") == one.count
        names = [field.findtext("name") for field in element.iter("field")]
        assert names == [field.name for field in one.fields]


#: Values of CONFIG.ALGORITHM that are part of its encoding, and those that are not.
_NAMED, _MORE = (
    {name: int(code) for name, code in re.findall(r"(\w+) = (\d+);", values)}
    for values in re.findall(
        r"enum \w+ \{(.*?)\}",
        (hw_root() / "bus/mapped/sil_message.rdl").read_text(encoding="utf-8"),
        re.DOTALL,
    )
)


def test_every_hash_with_registers_has_a_value_of_its_own() -> None:
    codes = [*_NAMED.values(), *_MORE.values()]
    assert codes == list(range(1, len(codes) + 1))
    points = [catalog.machines.with_registers(one, "axil") for one in catalog.load().values()]
    ciphers = ("aes", "aead", "kdf")
    hashes = [p for p in points if p and p.inside and p.inside.unit.interface not in ciphers]
    # A beat of SHAKE is longer than DIGEST, and the hardware refuses it.
    fit = [one for one in hashes if one.hash.digest_bits <= 512]
    assert {one.algorithm.enum for one in fit} == {*_NAMED, *_MORE}


def test_the_map_and_the_driver_state_the_values_without_a_name() -> None:
    (about,) = (
        field.about
        for one in registers(described("hash").top)
        for field in one.fields
        if field.name == "ALGORITHM"
    )
    said = re.findall(r"(0x\w+) (\w+)", about)
    assert [(int(code, 16), name) for code, name in said] == [
        (n, name) for name, n in _MORE.items()
    ]
    header = (hw_root().parent / "drivers/c/sil_hash.h").read_text(encoding="utf-8")
    macros = re.findall(r"#define SIL_ALGORITHM__(\w+) (0x\w+)U", header)
    assert {name: int(code, 16) for name, code in macros} == _MORE


@pytest.mark.parametrize(
    "name",
    [
        *("sha256-fast-axil", "hmac-sha256-fast-apb", "aes128-par-axil", "aes128-gcm-axil"),
        *("sha256-save-axil", "sha3-256-fast-apb", "sha3-512-fast-axil", "ascon-hash256-fast-axil"),
        *("aes128-ccm-apb", "kmac128-fast-axil"),
    ],
)
def test_registers_have_these_values_after_a_reset(name: str) -> None:
    point = catalog.get(name)
    kinds = {unit: kind for kind, unit in UNITS.items()}
    kind = kinds.get(name) or next(
        (kind for unit, kind in kinds.items() if inside(unit) == inside(name)), "hash"
    )
    build = register_suite.build(point, "stream", tuple(point.sources("stream")))
    with register_suite.session(build) as unit:
        for one in registers(described(kind).top):
            for address in range(one.address, one.address + 4 * one.count, 4):
                value, mask = one.reset
                if one.access == "w" or one.refused:
                    assert unit.refuses(address), one.name
                    continue
                assert unit.read(address) & mask == value, one.name
                if one.name == "CONFIG":
                    assert unit.read(address) == CONFIGS[name]


def steps(table: str) -> Iterator[tuple[str, list[int], str]]:
    """The accesses of a table of the page: verb, addresses, data."""
    for line in table.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0] in ("read", "write"):
            yield cells[0], [int(word, 16) for word in numbers(cells[1])], cells[2]
        if about := re.fullmatch(r"`irq_o` (rises|falls)", cells[-1]):
            yield about[1], [], ""


def numbers(cell: str) -> list[str]:
    """The hexadecimal numbers at the beginning of a cell."""
    words = itertools.takewhile(re.compile(r"[0-9a-f]+,?$").match, cell.split())
    return [word.strip(",") for word in words]


@pytest.mark.parametrize(
    ("name", "section", "tables", "checks"),
    [
        (UNITS["hash"], "Hash a message", 1, 1 + 1),
        (UNITS["hmac"], "Authenticate a message", 1, 3 + 2),
        (UNITS["aes"], "Encrypt with AES", 3, 3 + 4 + 4 + 2),
        ("aes128-gcm-axil", "Encrypt with AES-GCM", 3, 1 + 6 + 3),
        ("aes128-ccm-axil", "Encrypt with AES-CCM", 2, 1 + 4 + 3),
        (UNITS["kmac"], "Authenticate with KMAC", 1, 8 + 1),
        (UNITS["save"], "Stop a hash and continue it", 2, 2 + 2 + 2 + 1 + 2),
        (UNITS["hash"], "Interrupts", 1, 2 + 2),
    ],
)
def test_the_page_states_what_the_unit_does(
    name: str, section: str, tables: int, checks: int
) -> None:
    """The accesses of its tables, on the simulated unit."""
    text = (hw_root() / "bus" / "mapped" / "README.md").read_text(encoding="utf-8")
    found = re.split(r"\n\n(?=\| access)", text.partition(f"## {section}")[2])[1 : tables + 1]
    point, done = catalog.get(name), 0
    with register_suite.session(
        register_suite.build(point, "stream", tuple(point.sources("stream")))
    ) as unit:
        for verb, addresses, data in itertools.chain.from_iterable(map(steps, found)):
            if verb in ("rises", "falls"):
                assert any(unit.idle(1) is (verb == "rises") for _ in range(10_000))
                done += 1
            values = [int(word, 16) for word in numbers(data)]
            bits = {int(bit): int(value) for bit, value in re.findall(r"bit (\d) is (\d)", data)}
            if bits:
                mask, wanted = (
                    sum(v << b for b, v in one)
                    for one in ([(bit, 1) for bit in bits], list(bits.items()))
                )
                assert any(unit.read(addresses[0]) & mask == wanted for _ in range(10_000))
                done += 1
            for address, value in zip(itertools.cycle(addresses), values, strict=False):
                if verb == "write":
                    unit.write(address, value)
                    continue
                # Each word of such a result has its own wait.
                if address == 0x80 and inside(name) in ("aes", "aead", "kdf"):
                    assert any(unit.read(0x0C) & 0x40 for _ in range(10_000))
                assert unit.read(address) == value
                done += 1
    assert done == checks


def test_the_page_of_the_storage_unit_states_what_it_does() -> None:
    """The accesses of both tables, with the words of the first one as frame of the second one."""
    text = (hw_root() / "system" / "storage_unit" / "README.md").read_text(encoding="utf-8")
    found = re.split(r"\n\n(?=\| access)", text.partition("## Use it")[2])[1:3]
    with storage.session(KeyBits=128) as unit:
        frames = list[tuple[bytes, bytes]]()
        for table in found:
            sent, taken = b"", b""
            for verb, addresses, data in steps(table):
                if until := re.fullmatch(r"until bit (\d) is (\d)", data):
                    shift, wanted = map(int, until.groups())
                    reads = (unit.answer(Read(addresses[0])) for _ in range(10_000))
                    assert any(one.value >> shift & 1 == wanted for one in reads)
                    continue
                for address, value in zip(addresses, map(word, numbers(data)), strict=True):
                    if verb == "write":
                        assert unit.answer(Write(address, value)).response == Response.OKAY
                        sent += value.to_bytes(4, "little") if address < 0x1000 else b""
                    else:
                        assert unit.answer(Read(address)).value == value
                        taken += value.to_bytes(4, "little")
                    if (address, value) == (0x4038, 7):
                        unit.answer(Send(frames[0][0]))
                    if (address, value) == (0x4038, 8):
                        assert unit.answer(Receive(16)).data == frames[0][1]
            frames.append((sent, taken))
    # FIPS 197, C.1.
    assert [one.hex() for one in frames[0]] == [
        "00112233445566778899aabbccddeeff",
        "69c4e0d86a7b0430d8cdb78070b4c55a",
    ]


def word(text: str) -> int:
    """The value of a hexadecimal number."""
    return int(text, 16)


@pytest.mark.parametrize(
    ("name", "ciphertext"),
    [
        ("storage-128", "3ad77bb40d7a3660a89ecaf32466ef97"),
        ("storage-192", "bd334f1d6e45f25ff712a214571fa5cc"),
        ("storage-256", "f3eed1bdb5d2a03c064b5a7e3db181f8"),
        ("storage-128-sram", "3ad77bb40d7a3660a89ecaf32466ef97"),
    ],
)
def test_the_example_of_a_storage_unit_has_known_answers(name: str, ciphertext: str) -> None:
    """The first block of each key length in NIST SP 800-38A, F.1."""
    rest = of(name)["c/example.c"].partition("ciphertext[64] = {")[2]
    found = "".join(re.findall(r"0x(\w\w)\b", rest.partition("}")[0]))
    assert (found[:32], len(found)) == (ciphertext, 128)


@pytest.mark.parametrize(
    "name",
    [
        *("sha256-fast-axil", "hmac-sha256-fast-apb", "aes128-par-axil", "aes128-gcm-axil"),
        *("sha256-save-axil", "aes128-ccm-axil", "kmac128-fast-axil", "storage-128"),
        *(
            pytest.param(name, marks=pytest.mark.full)
            for name in (
                *("aes128-gcm-held-apb", "aes128-ccm-held-apb", "aes-ccm-axil"),
                *("storage-192", "storage-256", "storage-128-sram"),
                "sha512-fast-apb",
                "shat128-axil",
                "hmac-md5-sha1-area-axil",
                "sha512-save-apb",
            )
        ),
        *(
            pytest.param(name, marks=pytest.mark.full)
            for name in (
                *("aes-par-apb", "sm3-fast-axil", "sha3-256-fast-axil", "sha3-256-fast-apb"),
                "ascon-hash256-fast-axil",
            )
        ),
    ],
)
def test_the_example_works_on_the_simulated_unit(tmp_path: Path, passed: Passed, name: str) -> None:
    out = tmp_path / name
    with passed.once(export_key(exported(name))):
        export.write(exported(name), out)
        said = succeeded(make(out / "c", "run", VERILATOR_ROOT=str(verilator.root())))
        assert said.count("PASS: ") == len(said.splitlines()) >= 2


def test_an_example_fails_with_a_wrong_unit(tmp_path: Path, passed: Passed) -> None:
    out, files = tmp_path / "wrong", exported("sha256-fast-axil")
    with passed.once(export_key(files)):
        export.write(files, out)
        source = out / "rtl" / "sil_sha256_fast_axil.v"
        right = source.read_text()
        source.write_text(right.replace("_1_ + _2_", "_1_ - _2_"))
        done = make(out / "c", "run", VERILATOR_ROOT=str(verilator.root()))
        assert done.returncode != 0
        assert "FAIL: " in done.stdout
