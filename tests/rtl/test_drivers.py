"""Runs the C drivers under sanitizers on the simulated units, and measures their code."""

from __future__ import annotations

import ctypes
import hashlib
import hmac
import os
import random
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import Protocol

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from silicrypt import catalog
from silicrypt.catalog.design_point import closure
from silicrypt.paths import hw_root
from silicrypt.results.store import Store
from silicrypt.tools import verilator
from silicrypt.tools.verilator import Build
from silicrypt.verify import checkers, register_suite
from silicrypt_boards import soc

pytestmark = pytest.mark.recorded()

DRIVERS = hw_root().parent / "drivers" / "c"
HERE = Path(__file__).parent
STRICT = ("-std=c11", "-Wpedantic", "-Wall", "-Wextra", "-Wconversion", "-Werror")
RISCV = soc.COMPILER
needs_riscv = pytest.mark.skipif(
    shutil.which(RISCV) is None, reason=f"{RISCV}: apt-get install gcc-riscv64-unknown-elf"
)
#: Of each file but these two, and of these.
CODE_BYTES, AEAD_CODE_BYTES, STORAGE_CODE_BYTES = 910, 1700, 1800


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The test program: sanitized drivers, linked with the model of the units."""
    folder = tmp_path_factory.mktemp("drivers")
    top = "sil_soc_system"
    files = closure(top)
    sources = (hw_root() / "lint" / "verilator.vlt", *files, *checkers.bound(top, files))
    build = Build(top, sources, (), (HERE / "driver_bench.cpp",), {})
    model = Store().get("models", f"drivers-{build.key}", partial(compile_model, build))
    objects = [model / "whole.o", *verilator._runtime()]
    sanitize = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-g")
    drivers = [*sorted(DRIVERS.glob("sil_*.c")), HERE / "driver_tests.c"]
    for source in drivers:
        objects.append(folder / f"{source.stem}.o")
        flags = (*STRICT, *sanitize, "-DSIL_BUS_FUNCTIONS", f"-I{DRIVERS}")
        run(["gcc", *flags, "-c", str(source), "-o", str(objects[-1])])
    linked = folder / "drivers"
    run([verilator.compiler(), *sanitize, *map(str, objects), "-pthread", "-o", str(linked)])
    return linked


def compile_model(build: Build, folder: Path) -> None:
    """Compiles the model and its bus."""
    with tempfile.TemporaryDirectory(dir=folder) as name:
        work = Path(name)
        environment = {**os.environ, "VERILATOR_ROOT": str(verilator.root())}
        subprocess.run(verilator.render_verilate(build, work), env=environment, check=True)
        parts = [
            verilator.headers(build.flags),
            *sorted(work.glob(f"{verilator.PREFIX}*.cpp")),
            build.bench[0],
        ]
        whole = work / "whole.cpp"
        whole.write_text("".join(f'#include "{part}"\n' for part in parts), encoding="utf-8")
        run(verilator.render_compile(whole, work / "whole.o", build.flags))
        (work / "whole.o").rename(folder / "whole.o")


def run(command: Sequence[str], text: str = "") -> subprocess.CompletedProcess[str]:
    """Runs a command that must succeed."""
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command[0]}: exit code {done.returncode}\n{done.stderr[-3000:]}"
    return done


@cache
def cases() -> tuple[tuple[str, str], ...]:
    """The lines for the test program, each with the expected answer."""
    choose, found = random.Random(1), []
    for size in (0, 1, 3, 4, 55, 56, 64, 65, 200, 1000):
        data = choose.randbytes(size)
        found.append((f"hash {data.hex() or '-'}", f"0 {hashlib.sha256(data).hexdigest()}"))
    for key_size, size in ((0, 0), (20, 8), (64, 64), (65, 130)):
        key, data = choose.randbytes(key_size), choose.randbytes(size)
        tag = hmac.digest(key, data, "sha256").hex()
        found.append((f"hmac {key.hex() or '-'} {data.hex() or '-'}", f"0 {tag}"))
    key, tweak, iv = (choose.randbytes(16) for _ in range(3))
    how = (modes.ECB(), modes.CTR(iv), modes.XTS(iv))
    for mode, size, part in (
        *((0, 0, 1), (0, 64, 7), (0, 512, 512), (1, 1, 1), (1, 333, 50), (1, 300, 1)),
        *((2, 16, 16), (2, 39, 5), (2, 400, 399)),
    ):
        for decrypt in (0, 1):
            data = choose.randbytes(size)
            cipher = Cipher(algorithms.AES(key + tweak if mode == 2 else key), how[mode])
            engine = cipher.decryptor() if decrypt else cipher.encryptor()
            line = (
                f"aes {mode} {decrypt} {key.hex()} {tweak.hex() if mode == 2 else '-'} {iv.hex()}"
            )
            found.append((f"{line} {data.hex() or '-'} {part}", f"0 {engine.update(data).hex()}"))
    refused = f"{iv.hex()} {bytes(15).hex()} 15"
    found.append((f"aes 0 0 {key.hex()} - {refused}", "2 "))  # not complete blocks
    found.append((f"aes 2 0 {key.hex()} - {refused}", "2 "))  # no key for tweaks
    found.append((f"aes 1 0 {key.hex()}{iv.hex()} - {refused}", "3 "))  # no keys of 256 bits
    found.append((f"aes 3 0 {key.hex()} - {refused}", "3 "))  # no such mode
    return tuple(found)


@pytest.mark.parametrize("waits", ["poll", "interrupts"])
def test_results(program: Path, waits: str) -> None:
    command = [str(program), *(("--interrupts",) if waits == "interrupts" else ())]
    answers = run(command, "".join(f"{line}\n" for line, _ in cases())).stdout.splitlines()
    for (line, expected), answer in zip(cases(), answers, strict=True):
        assert answer == expected.rstrip() or answer == expected, line


def test_a_word_takes_at_most_two_writes(program: Path) -> None:
    done = run([str(program)], f"hash {bytes(1024).hex()}\n")
    writes = int(done.stderr.split()[1])
    # 1024 bytes are two parts that are not complete words, and each message has some commands.
    assert writes <= 2 * 1024 // 4


OK, WRONG_UNIT, REFUSED, ARGUMENT, MISMATCH, TIMEOUT, OUT_OF_ORDER = range(7)
UNITS = ("hash", "hmac", "aes")
KEY, TEXT = b"Jefe", b"what do ya want for nothing?"
TAG = hmac.digest(KEY, TEXT, "sha256")

#: Every call of driver_tests.c.
CALLS = (
    *("hash_init", "hash_update", "hash_nothing", "hash_final", "hash_discard", "hash_long"),
    *("hash_odd", "hash_wipe", "hmac_key", "hmac_no_bytes", "hmac_key_sha1", "hmac_init"),
    *("hmac_init_sha1", "hmac_compare", "hmac_compare_sha1", "hmac_compare_zeros"),
    *("hmac_compare_short", "hmac_update", "hmac_forge", "hmac_nothing", "hmac_final"),
    *("hmac_long", "hmac_verify", "hmac_verify_zeros", "hmac_verify_none", "hmac_final_compare"),
    *("hmac_wipe", "aes_key", "aes_tweak", "aes_long_key", "aes_init", "aes_xts", "aes_no_iv"),
    *("aes_update", "aes_nothing", "aes_final", "aes_wipe"),
    *("hash_init_dma", "hmac_init_dma", "hmac_compare_dma", "aes_init_dma", "aes_final_dma"),
    *("hash_nowhere", "hmac_nowhere", "hmac_no_key", "hmac_no_tag", "aes_nowhere", "aes_no_key"),
    *("aes_no_out", "aes_final_no_out", "aes_block", "aes_no_block", "aes_block_no_out"),
    "aes_sm4_key",
)
#: The calls that begin a key or a message.
BEGINS = (
    *("init", "key", "no_bytes", "key_sha1", "init_sha1", "compare", "compare_sha1"),
    *("compare_zeros", "compare_short", "tweak", "long_key", "xts"),
    *("init_dma", "compare_dma", "no_key", "no_tag", "block", "sm4_key"),
)
#: The states of each unit, as the calls that lead to them.
STATES = {
    "hash": {
        "reset": "",
        "open": "hash_init",
        "open with bytes": "hash_init hash_update",
        "ended": "hash_init hash_update hash_final",
        "final refused": "hash_init hash_long",
        "wiped": "hash_init hash_update hash_wipe",
        "reset in a message": "hash_init hash_update reset",
    },
    "hmac": {
        "reset": "",
        "init refused": "hmac_init",
        "keyed": "hmac_key",
        "open": "hmac_key hmac_init hmac_update",
        "compared": "hmac_key hmac_compare hmac_update",
        "compared with zeros": "hmac_key hmac_compare_zeros hmac_update",
        "compare refused": "hmac_key hmac_compare_short",
        "ended": "hmac_key hmac_init hmac_update hmac_final",
        "verified": "hmac_key hmac_init hmac_update hmac_verify",
        "comparison ended": "hmac_key hmac_compare hmac_update hmac_final_compare",
        "wiped": "hmac_key hmac_init hmac_update hmac_wipe",
        "reset in a message": "hmac_key hmac_init hmac_update reset",
        "reset in a comparison": "hmac_key hmac_compare reset",
    },
    "aes": {
        "reset": "",
        "init refused": "aes_init",
        "keyed": "aes_key",
        "open": "aes_key aes_init",
        "open with bytes": "aes_key aes_init aes_update",
        "ended": "aes_key aes_init aes_update aes_final",
        "message refused": "aes_key aes_tweak aes_xts aes_final",
        "wiped": "aes_key aes_init aes_update aes_wipe",
        "reset in a message": "aes_key aes_init aes_update reset",
    },
}


class Rules:
    """What the headers of the drivers promise: the result code of any call in any state."""

    def __init__(self, unit: str) -> None:
        self.unit = unit
        self.clear()

    def clear(self) -> None:
        """Leaves no message and no key."""
        self.keys, self.open, self.expected, self.data = set[str](), "", b"", b""

    def call(self, name: str) -> int:
        """Returns the code of a call."""
        family, call = name.split("_", 1)
        never = ("aes_no_iv", "aes_no_key", "aes_no_block", "aes_block_no_out", "hmac_verify_none")
        if name in never:
            return ARGUMENT
        if name == "aes_final_dma":  # the units of this system have no stream ports
            return OUT_OF_ORDER
        if call == "wipe" and family == self.unit:
            self.clear()
        if call in BEGINS or call == "wipe":
            if family != self.unit:
                return WRONG_UNIT
            if self.open:
                return OUT_OF_ORDER
            return OK if call == "wipe" else self.begin(call)
        if not self.open or (family == "aes") != (self.unit == "aes"):
            return OUT_OF_ORDER
        if call in ("update", "forge", "nothing"):
            text = b"abc" if family == "hash" else bytes(20) if family == "aes" else TEXT
            self.data += {"update": text, "forge": b"forged", "nothing": b""}[call]
            return OK
        return self.end(family, call)

    def begin(self, call: str) -> int:
        """Begins a key or a message."""
        if call == "sm4_key":  # the unit has AES
            return WRONG_UNIT
        if call in ("long_key", "no_key") or (call == "init_dma" and self.unit != "hmac"):
            return ARGUMENT
        if call in ("key", "no_bytes", "key_sha1", "tweak"):
            self.keys -= {"Jefe", ""} if self.unit == "hmac" else set()
            self.keys.add("tweak" if call == "tweak" else "" if call == "no_bytes" else "Jefe")
            return OK
        if self.unit != "hash" and not self.keys - {"tweak"}:
            return REFUSED
        if call == "block":  # which also ends the message
            return OK
        if call == "xts" and "tweak" not in self.keys:
            return REFUSED
        if call in ("compare_short", "init_dma", "compare_dma", "no_tag"):
            return ARGUMENT
        self.open, self.data = call.removesuffix("_sha1"), b""
        self.expected = bytes(32) if call == "compare_zeros" else TAG
        return OK

    def end(self, family: str, call: str) -> int:
        """Ends the open message."""
        if call in ("nowhere", "no_out", "final_no_out"):
            return ARGUMENT
        compares = self.open.startswith("compare")
        if compares != (call == "final_compare") or (family, self.unit) == ("hmac", "hash"):
            return OUT_OF_ORDER
        if call in ("long", "odd"):
            return ARGUMENT
        mode, self.open = self.open, ""
        if family == "aes":
            return REFUSED if mode == "xts" and len(self.data) < 16 else OK
        if call in ("verify", "verify_zeros", "final_compare"):
            key = "".join(self.keys).encode()
            expected = bytes(32) if call == "verify_zeros" else self.expected
            return OK if hmac.digest(key, self.data, "sha256") == expected else MISMATCH
        return OK

    def codes(self, calls: Sequence[str]) -> list[int]:
        """Returns the codes of calls after a reset."""
        found = []
        for call in calls:
            if call == "reset":
                self.clear()
            else:
                found.append(self.call(call))
        return found


def made(program: Path, unit: str, lines: Sequence[Sequence[str]], *flags: str) -> list[list[int]]:
    """Makes the calls of each line on a unit; returns their codes."""
    text = "".join(f"calls {UNITS.index(unit)} {' '.join(line)}\n" for line in lines)
    answers = run([str(program), *flags], text).stdout.splitlines()
    assert len(answers) == len(lines)
    return [[int(code) for code in answer.split()] for answer in answers]


@pytest.mark.parametrize(
    ("unit", "state"), [(unit, state) for unit, states in STATES.items() for state in states]
)
def test_each_call_in_each_state(program: Path, unit: str, state: str) -> None:
    """A call that does not fit the state is refused, and the calls after it are right."""
    before = STATES[unit][state].split()
    after = {
        "hash": "hash_wipe hash_init hash_update hash_final",
        "hmac": "hmac_init hmac_update hmac_verify",  # whose key no refused call may wipe
        "aes": "aes_init aes_update aes_final",
    }[unit].split()
    lines = [[*before, call, *after] for call in CALLS]
    for line, codes in zip(lines, made(program, unit, lines), strict=True):
        assert codes == Rules(unit).codes(line), line


@pytest.mark.parametrize("unit", UNITS)
def test_any_calls(program: Path, unit: str) -> None:
    choose, lines = random.Random(1), list[list[str]]()
    own = [call for call in CALLS if call.startswith(unit)]
    for _ in range(60):
        weights = [1 if one.endswith("wipe") else 4 for one in own]
        calls = choose.choices([*own, "reset"], [*weights, 1], k=40)
        lines.append([choose.choice(CALLS) if choose.random() < 0.1 else one for one in calls])
    for line, codes in zip(lines, made(program, unit, lines, "--interrupts"), strict=True):
        assert codes == Rules(unit).codes(line), line


def test_a_forged_message_is_not_accepted(program: Path) -> None:
    """Calls that leave out `init`, or mix the two ways to compare a tag."""
    good = ["hmac_key", "hmac_init", "hmac_update", "hmac_verify"]
    misuses = [
        ["hmac_forge", "hmac_verify"],
        ["hmac_compare", "hmac_forge", "hmac_verify_zeros"],
        ["hmac_compare", "hmac_forge", "hmac_final"],
        ["hmac_init", "hmac_update", "hmac_final_compare"],
    ]
    for misuse, codes in zip(
        misuses, made(program, "hmac", [good + misuse for misuse in misuses]), strict=True
    ):
        assert codes[:4] == [OK] * 4
        assert codes[-1] == OUT_OF_ORDER, misuse


BUSY, DONE, KEYED, SPACE = 1, 4, 16, 128


@pytest.mark.parametrize(
    ("unit", "before", "stuck", "call"),
    [
        ("hash", "hash_init hash_update", f"low={DONE}", "hash_final"),
        ("hash", "hash_init", f"high={BUSY}", "hash_wipe"),
        ("hmac", "", f"low={KEYED}", "hmac_key"),
        ("hmac", "", f"low={KEYED}", "hmac_key_sha1"),
        ("hmac", "hmac_key hmac_init", f"low={DONE}", "hmac_final"),
        ("hmac", "hmac_key hmac_init hmac_update", f"low={DONE}", "hmac_verify"),
        ("hmac", "hmac_key hmac_compare", f"low={DONE}", "hmac_final_compare"),
        ("hmac", "hmac_key", f"high={BUSY}", "hmac_wipe"),
        ("aes", "", f"low={KEYED}", "aes_key"),
        ("aes", "aes_key", f"low={2 * KEYED}", "aes_tweak"),
        ("aes", "aes_key", f"low={SPACE}", "aes_init"),
        ("aes", "aes_key aes_init", f"low={SPACE}", "aes_update"),
        ("aes", "aes_key aes_init aes_update", f"low={DONE}", "aes_final"),
        ("aes", "aes_key", f"high={BUSY}", "aes_wipe"),
    ],
)
def test_each_wait_ends(program: Path, unit: str, before: str, stuck: str, call: str) -> None:
    """A unit that does not answer, and works again afterwards."""
    first = before.split()
    line = [*first, stuck, "polls=50", call, "reads", "low=0", f"{unit}_wipe"]
    [[*codes, code, reads, wiped]] = made(program, unit, [line])
    assert codes == [OK] * len(first)
    assert (code, wiped) == (TIMEOUT, OK)
    assert 50 <= reads < 100


#: A program that includes all headers, for C and C++.
_HEADERS = """
#include "generated/sil_aes_regs.h"
#include "generated/sil_aead_regs.h"
#include "generated/sil_hash_regs.h"
#include "generated/sil_hmac_regs.h"
#include "generated/sil_kmac_regs.h"
#include "generated/sil_save_regs.h"
#include "generated/sil_storage_regs.h"
#include "sil_aes.h"
#include "sil_aead.h"
#include "sil_hash.h"
#include "sil_hmac.h"
#include "sil_kmac.h"
#include "sil_save.h"
#include "sil_storage.h"
int main(void)
{
    uint32_t registers[64] = {0};
    sil_hash_saved saved = {0, 0, 0, {0}};
    sil_unit unit = {(uintptr_t)registers, NULL, NULL, 0, 0, 0, 0, 0};
    return sil_hash_init(&unit) != SIL_WRONG_UNIT || sil_hmac_wipe(&unit) != SIL_WRONG_UNIT ||
           sil_aes_key(&unit, (const uint8_t *)"0123456789abcdef", 16, 0) != SIL_WRONG_UNIT ||
           sil_aead_key(&unit, (const uint8_t *)"0123456789abcdef", 16) != SIL_WRONG_UNIT ||
           sil_hash_restore(&unit, &saved) != SIL_WRONG_UNIT ||
           sil_storage_init(&unit, 63) != SIL_ARGUMENT ||
           sil_storage_run(&unit, SIL_STORAGE_CIPHER_PAR, 0, 0, 1) != SIL_OUT_OF_ORDER;
}
"""


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("language", ["c99", "c11", "c++11"])
def test_each_language(compiler: str, language: str, tmp_path: Path) -> None:
    """Programs in C and C++ include the headers of several units and link with the drivers."""
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not installed")
    warn = ("-Wpedantic", "-Wall", "-Wextra", "-Wconversion", "-Wsign-conversion", "-Werror")
    kind = "c++" if "+" in language else "c"
    (tmp_path / "main.c").write_text(_HEADERS, encoding="utf-8")
    flags = (*warn, f"-I{DRIVERS}", f"-std={language}", "-x", kind)
    run([compiler, *flags, "-c", str(tmp_path / "main.c"), "-o", str(tmp_path / "main.o")])
    standard = "c11" if kind == "c++" else language
    sources = [str(one) for one in sorted(DRIVERS.glob("sil_*.c"))]
    linked = [str(tmp_path / "main.o"), "-o", str(tmp_path / "main")]
    run([compiler, *warn, f"-I{DRIVERS}", f"-std={standard}", *sources, *linked])
    run([str(tmp_path / "main")])


def test_no_bytes_have_no_address(tmp_path: Path) -> None:
    """Clang finds an offset that is added to a null pointer; GCC does not."""
    if shutil.which("clang") is None:
        pytest.skip("clang is not installed")
    source = tmp_path / "main.c"
    source.write_text(_NOTHING, encoding="utf-8")
    sanitize = ("-fsanitize=undefined", "-fno-sanitize-recover=all", "-DSIL_BUS_FUNCTIONS")
    files = [str(source), *map(str, DRIVERS.glob("sil_*.c"))]
    run(["clang", *STRICT, *sanitize, f"-I{DRIVERS}", *files, "-o", str(tmp_path / "main")])
    run([str(tmp_path / "main")])


#: A hash or HMAC whose message is open and then processed, and no bytes for it.
_NOTHING = """
#include "sil_hash.h"
#include "sil_hmac.h"
uint32_t sil_bus_read(void *context, uintptr_t address)
{
    (void)context;
    return address == 0x00 ? 0x01010000U : address == 0x100 ? 0x02010000U : 0x16U;
}
void sil_bus_write(void *context, uintptr_t address, uint32_t value)
{
    (void)context, (void)address, (void)value;
}
int main(void)
{
    sil_unit hash = {.base = 0}, hmac = {.base = 0x100};
    return sil_hash_init(&hash) != SIL_OK || sil_hash_update(&hash, NULL, 0) != SIL_OK ||
           sil_hash_final(&hash, NULL, 0) != SIL_OK || sil_hmac_key(&hmac, NULL, 0) != SIL_OK ||
           sil_hmac_init(&hmac) != SIL_OK || sil_hmac_update(&hmac, NULL, 0) != SIL_OK;
}
"""

#: The bus of a driver whose accesses are functions of Python.
_BUS = """
#include "sil_bus.h"
uint32_t (*bus_read)(uintptr_t);
void (*bus_write)(uintptr_t, uint32_t);
uint32_t sil_bus_read(void *context, uintptr_t address)
{
    (void)context;
    return bus_read(address);
}
void sil_bus_write(void *context, uintptr_t address, uint32_t value)
{
    (void)context;
    bus_write(address, value);
}
"""


class Unit(ctypes.Structure):
    """`sil_unit`."""

    _fields_ = (
        *(("base", ctypes.c_void_p), ("wait", ctypes.c_void_p), ("context", ctypes.c_void_p)),
        *(("polls", ctypes.c_uint32), ("state", ctypes.c_uint32), ("pending", ctypes.c_size_t)),
        *(("aad_left", ctypes.c_size_t), ("text_left", ctypes.c_size_t)),
    )


class Machine(Protocol):
    """A simulated unit. An access that it refuses raises `register_suite.Refused`."""

    def read(self, address: int) -> int:
        """Reads a register."""

    def write(self, address: int, value: int) -> None:
        """Writes a register."""

    def send(self, data: bytes) -> None:
        """Sends a message on the stream port."""


class Driver:
    """The C drivers on a simulated unit.

    Attributes:
        refused: the accesses that the unit refused.
    """

    def __init__(self, machine: Machine, folder: Path) -> None:
        """Compiles the drivers.

        Args:
            machine: the unit.
            folder: where to compile them.
        """
        (folder / "bus.c").write_text(_BUS, encoding="utf-8")
        names = ("hmac", "hash", "save", "aead", "kmac", "storage", "bus")
        sources = [DRIVERS / f"sil_{name}.c" for name in names]
        flags = (*STRICT, "-DSIL_BUS_FUNCTIONS", f"-I{DRIVERS}", "-shared", "-fPIC")
        library = folder / "drivers.so"
        run(["gcc", *flags, str(folder / "bus.c"), *map(str, sources), "-o", str(library)])
        self.refused = list[str]()
        self._library, self._unit, self._machine = ctypes.CDLL(str(library)), Unit(), machine
        self._stuck = -1, 0, 0
        self._accesses = (
            ctypes.CFUNCTYPE(ctypes.c_uint32, ctypes.c_size_t)(self._read),
            ctypes.CFUNCTYPE(None, ctypes.c_size_t, ctypes.c_uint32)(self._write),
        )
        for name, function in zip(("bus_read", "bus_write"), self._accesses, strict=True):
            pointer = ctypes.c_void_p.in_dll(self._library, name)
            pointer.value = ctypes.cast(function, ctypes.c_void_p).value

    def stick(self, address: int, high: int, low: int) -> None:
        """Makes bits of a register read as 1 or as 0, whatever they are."""
        self._stuck = address, high, low

    def send(self, data: bytes) -> None:
        """Sends a message on the stream port, as a DMA controller does."""
        self._machine.send(data)

    def wait(self, function: Callable[[], object]) -> None:
        """Sets the function that the drivers call while they wait."""
        self._wait = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda _: function() and None)
        self._unit.wait = ctypes.cast(self._wait, ctypes.c_void_p).value

    def polls(self, bound: int) -> None:
        """Sets the bound of each wait; 0 is the bound of the drivers."""
        self._unit.polls = bound

    def _read(self, address: int) -> int:
        try:
            stuck, high, low = self._stuck
            value = self._machine.read(address)
            return (value | high) & ~low if address == stuck else value
        except register_suite.Refused as error:
            self.refused.append(str(error))
            return 0

    def _write(self, address: int, value: int) -> None:
        try:
            self._machine.write(address, value)
        except register_suite.Refused as error:
            self.refused.append(str(error))

    def call(self, name: str, *arguments: object) -> int:
        """Calls a function of the drivers with the unit; returns its result code.

        Args:
            name: the function without ``sil_``.
            arguments: the arguments after the unit.
        """
        code = self._library[f"sil_{name}"](
            ctypes.byref(self._unit),
            *(ctypes.c_size_t(a) if isinstance(a, int) else a for a in arguments),
        )
        assert isinstance(code, int)
        return code


@contextmanager
def driven(name: str, folder: Path) -> Iterator[Driver]:
    """Yields the C drivers on a simulated unit, which refuses none of their accesses."""
    point = catalog.get(name)
    build = register_suite.build(point, "stream", tuple(point.sources("stream")))
    with register_suite.session(build) as machine:
        driver = Driver(machine, folder)
        yield driver
        assert not driver.refused  # a call that is refused makes no access that the unit refuses


@pytest.mark.full
@pytest.mark.parametrize("bus", ["axil", "apb"])
def test_hmac_with_two_hashes(bus: str, tmp_path: Path) -> None:
    """A unit with MD5 and SHA-1 has a key and a size of the tag for each."""
    with driven(f"hmac-md5-sha1-area-{bus}", tmp_path) as driver:

        def call(name: str, *arguments: bytes | int) -> int:
            return driver.call(f"hmac_{name}", *arguments)

        both = (("", "md5", b"a key"), ("_sha1", "sha1", b"another key"))
        for suffix, _, key in both:
            assert call(f"key{suffix}", key, len(key)) == OK
        for suffix, algorithm, key in (*both, *both):
            tag = hmac.digest(key, TEXT, algorithm)
            found = ctypes.create_string_buffer(20)
            assert call(f"init{suffix}") == OK
            assert call("update", TEXT, len(TEXT)) == OK
            assert call("final", found.raw, len(tag) + 4) == ARGUMENT
            assert call("verify", tag, len(tag)) == OK
            assert call(f"init_compare{suffix}", tag, 36 - len(tag)) == ARGUMENT
            for expected, code in ((tag, OK), (bytes(len(tag)), MISMATCH)):
                assert call(f"init_compare{suffix}", expected, len(tag)) == OK
                assert call("update", TEXT, len(TEXT)) == OK
                assert call("verify", tag, len(tag)) == OUT_OF_ORDER
                assert call("final_compare") == code
            assert call("verify", tag, len(tag)) == OUT_OF_ORDER


@pytest.mark.parametrize(
    "name",
    [
        *("sha3-256-fast-axil", "sha3-256-fast-apb"),
        *(
            pytest.param(name, marks=pytest.mark.full)
            for name in (
                *("sha3-224-fast-apb", "sha3-512-fast-axil", "sha3-256-small-axil"),
                *("ascon-hash256-fast-axil", "ascon-hash256-fast-apb"),
            )
        ),
    ],
)
def test_hashes_that_are_no_merkle_damgard(name: str, tmp_path: Path) -> None:
    """Digests by the C driver: sizes around a block, after a wipe, and with all its refusals."""
    point = catalog.get(name)
    size, block = point.hash.digest_bits // 8, point.hash.block_bits // 8
    digest = ctypes.create_string_buffer(64)
    with driven(name, tmp_path) as driver:
        assert driver.call("hash_size") == size
        for length in (0, 1, 3, 8, block - 1, block, block + 1, 3 * block + 5):
            data = random.Random(length).randbytes(length)
            assert driver.call("hash_init") == OK
            assert driver.call("hash_init") == OUT_OF_ORDER
            for at in range(0, length, 50):
                part = data[at : at + 50]
                assert driver.call("hash_update", part, len(part)) == OK
            assert driver.call("hash_final", digest, size + 4) == ARGUMENT
            assert driver.call("hash_final", digest, size) == OK
            assert digest.raw[:size] == point.reference(data), length
            assert driver.call("hash_final", digest, size) == OUT_OF_ORDER
        assert driver.call("hash_init") == OK
        assert driver.call("hash_update", bytes(block + 3), block + 3) == OK
        assert driver.call("hash_wipe") == OK
        assert driver.call("hash_init") == OK
        assert driver.call("hash_update", b"abc", 3) == OK
        assert driver.call("hash_final", digest, size) == OK
        assert digest.raw[:size] == point.reference(b"abc")


@needs_riscv
def test_code_size(tmp_path: Path) -> None:
    sizes = dict[str, int]()
    for source in sorted(DRIVERS.glob("sil_*.c")):
        built = tmp_path / f"{source.stem}.o"
        machine = ("-march=rv32imc", "-mabi=ilp32", "-Os", "-ffreestanding")
        run([RISCV, *STRICT, *machine, "-c", str(source), "-o", str(built)])
        text = run([RISCV.replace("gcc", "size"), str(built)]).stdout.splitlines()[1].split()
        sizes[source.stem] = int(text[0])
        assert text[1:3] == ["0", "0"], f"{source.stem} has data of its own"
    limits = {"sil_aead": AEAD_CODE_BYTES, "sil_storage": STORAGE_CODE_BYTES}
    assert all(size <= limits.get(name, CODE_BYTES) for name, size in sizes.items()), sizes
    page = (DRIVERS.parent / "README.md").read_text(encoding="utf-8")
    stated = {one: int(size) for one, size in re.findall(r"`(sil_\w+)\.c` (?:has )?(\d+)", page)}
    assert stated == sizes
    said = " ".join(page.split())
    assert (
        f"limits `sil_aead.c` to {AEAD_CODE_BYTES} bytes of code, `sil_storage.c` to "
        f"{STORAGE_CODE_BYTES}, each other file to {CODE_BYTES}" in said
    )
    sums = re.search(
        r"hash needs (\d+) bytes, HMAC (.+?), AES (.+?) and AES-GCM or AES-CCM (.+?)\. \*", said
    )
    assert sums
    bus, hashed = sizes["sil_bus"], sizes["sil_bus"] + sizes["sil_hash"]
    assert [int("".join(one.split())) for one in sums.groups()] == [
        hashed,
        hashed + sizes["sil_hmac"],
        bus + sizes["sil_aes"],
        bus + sizes["sil_aead"],
    ]
