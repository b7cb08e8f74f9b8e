"""Runs the C drivers under sanitizers on the simulated units, and measures their code."""

from __future__ import annotations

import hashlib
import hmac
import os
import random
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path

import cocotb_model
import pytest
from cocotb_model import ALL, Model
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from silicrypt import catalog
from silicrypt.boards import soc
from silicrypt.catalog.closure import closure
from silicrypt.paths import hw_root
from silicrypt.results.store import Store
from silicrypt.tools import verilator
from silicrypt.tools.verilator import Build
from silicrypt.verify import checkers

DRIVERS = hw_root().parent / "drivers" / "c"
HERE = Path(__file__).parent
STRICT = ("-std=c99", "-pedantic", "-Wall", "-Wextra", "-Wconversion", "-Werror")
RISCV = soc.COMPILER
needs_riscv = pytest.mark.skipif(
    shutil.which(RISCV) is None, reason=f"{RISCV}: apt-get install gcc-riscv64-unknown-elf"
)
CODE_BYTES = 600


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


#: The bus of a driver whose accesses are functions of Python.
_BUS = """
#include "sil_bus.h"
uint32_t (*bus_read)(uintptr_t);
void (*bus_write)(uintptr_t, uint32_t);
uint32_t sil_bus_read(uintptr_t address) { return bus_read(address); }
void sil_bus_write(uintptr_t address, uint32_t value) { bus_write(address, value); }
"""


@pytest.mark.full
@pytest.mark.parametrize("bus", ["axil", "apb"])
def test_hmac_with_two_hashes(bus: str, tmp_path: Path) -> None:
    (tmp_path / "bus.c").write_text(_BUS, encoding="utf-8")
    sources = [DRIVERS / f"sil_{name}.c" for name in ("hmac", "hash", "compare")]
    library = tmp_path / "drivers.so"
    flags = (*STRICT, "-DSIL_BUS_FUNCTIONS", f"-I{DRIVERS}", "-shared", "-fPIC")
    run(["gcc", *flags, str(tmp_path / "bus.c"), *map(str, sources), "-o", str(library)])
    config = catalog.get(f"hmac-md5-sha1-area-{bus}")
    model = Model.of(
        config.top("stream"), config.sources("stream"), config.verilator_args(), ALL
    )  # that of test_mapped.py
    settings = {"SILICRYPT_TEST_CONFIG": config.name, "SILICRYPT_TEST_DRIVERS": library}
    cocotb_model.run(model, "driver_hmac_tests", tmp_path, settings=settings)


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
    assert all(size <= CODE_BYTES for size in sizes.values()), sizes
