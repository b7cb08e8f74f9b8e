"""The demonstration system: a processor with SHA-256, HMAC and AES, in simulation.

The processor runs the same functions on the units and in plain software, and prints the cycles.
"""

from __future__ import annotations

import importlib.util
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from silicrypt.base.scope import Progress, silent
from silicrypt.catalog.design_point import closure
from silicrypt.errors import ToolFailed, ToolMissing
from silicrypt.paths import hw_root
from silicrypt.tools import process, verilator
from silicrypt.tools.verilator import Build
from silicrypt.verify import checkers
from silicrypt_boards import soc_energy
from silicrypt_boards.soc_energy import Energies

COMPILER = "riscv64-unknown-elf-gcc"
_OBJCOPY = "riscv64-unknown-elf-objcopy"
_PROCESSOR = "pythondata_cpu_picorv32"
_TOP, _SYSTEM, FOLDER = "sil_soc_demo", "sil_soc_system", "system/soc_demo"
#: A bit on the serial line takes few cycles, because text is not what is measured.
_BIT_CYCLES = 4
#: Words of the memory.
RAM_WORDS = 16384
_FLAGS = (
    *("-std=c99", "-O2", "-march=rv32i", "-mabi=ilp32", "-ffreestanding", "-nostdlib"),
    *("-fno-tree-loop-distribute-patterns", "-Wall", "-Wextra", "-Werror"),
)
_STEPS = 3
#: A module that is bound to the processor and records what it reads.
_TRACE = "soc_trace.sv"


@dataclass(frozen=True)
class FunctionCycles:
    """Cycles of one function on the processor.

    Attributes:
        function: its name, ``"SHA-256"``.
        size: bytes of the message.
        unit: cycles with the unit, with all register accesses of the driver.
        software: cycles in plain software.
    """

    function: str
    size: int
    unit: int
    software: int

    @property
    def speedup(self) -> float:
        """How many times as fast as software the unit is."""
        return self.software / self.unit


@dataclass(frozen=True)
class Demonstration:
    """What the system printed.

    Attributes:
        vectors: the examples of the standards; whether the unit gave the expected result.
        cycles: the cycles of each function and length.
        simulated: cycles of the complete run.
        energies: what processor and units take; None if it was not measured.
    """

    vectors: dict[str, bool]
    cycles: tuple[FunctionCycles, ...]
    simulated: int
    energies: Energies | None = None

    def faster_from(self, function: str) -> int | None:
        """Returns from which measured length on the unit is faster, in bytes, or None."""
        found = None
        for one in reversed([one for one in self.cycles if one.function == function]):
            if one.unit >= one.software:
                break
            found = one.size
        return found

    @property
    def functions(self) -> tuple[str, ...]:
        """The names of the functions."""
        return tuple(dict.fromkeys(one.function for one in self.cycles))


def demonstrate(progress: Progress = silent, *, energy: bool = True) -> Demonstration:
    """Compiles firmware and system, runs them, and measures the energy.

    Args:
        progress: called as (done, total, label).
        energy: whether the energy is measured. That takes minutes, once.

    Raises:
        ToolMissing: the RISC-V compiler, the processor's package, or Verilator is not installed.
        ToolFailed: a tool failed, or the firmware reported an error.
        NotVerified: a unit failed the verification before its power is measured.
    """
    with tempfile.TemporaryDirectory() as name:
        progress(0, _STEPS, "compiling the firmware")
        words, trace = Path(name) / "firmware.hex", Path(name) / "trace"
        words.write_text(_hexadecimal(image()), encoding="utf-8")
        progress(1, _STEPS, "compiling the system")
        bench = verilator.executable(_build())
        progress(2, _STEPS, "simulating")
        reads = f"+counter_reads={soc_energy.COUNTER_READS}"
        done = process.run([str(bench), f"+firmware={words}", f"+trace={trace}", reads])
        if done.returncode:
            raise process.failure(_TOP, done.returncode, done.stderr.decode("utf-8", "replace"))
        progress(_STEPS, _STEPS, "done")
        found = parse(done.stdout.decode("ascii", "replace"))
        if not energy:
            return found
        steps = soc_energy.parse(trace.read_text(encoding="ascii"))
    return replace(found, energies=soc_energy.measure(steps, processor(), progress))


def parse(text: str) -> Demonstration:
    """Reads what the firmware printed.

    Raises:
        ToolFailed: it reported an error, or did not reach its end.
    """
    vectors, cycles, simulated, ended = dict[str, bool](), list[FunctionCycles](), 0, False
    for line in text.splitlines():
        match line.split():
            case ["vector", name, result]:
                vectors[name] = result == "pass"
            case ["cycles", name, size, unit, software]:
                cycles.append(FunctionCycles(name, int(size), int(unit), int(software)))
            case ["simulated", count]:
                simulated = int(count)
            case ["end"]:
                ended = True
            case ["error", *_]:
                raise ToolFailed(f"the firmware reported: {line}")
            case _:
                raise ToolFailed(f"the firmware printed a line of unknown form: {line!r}")
    if not ended or not all(vectors.values()):
        failed = [name for name, good in vectors.items() if not good]
        raise ToolFailed(f"the firmware did not end, or these examples failed: {failed}")
    return Demonstration(vectors, tuple(cycles), simulated)


def image() -> bytes:
    """Compiles the firmware and returns its image, from address 0.

    Raises:
        ToolMissing: there is no RISC-V compiler.
        ToolFailed: the compiler refused the sources.
    """
    compiler, objcopy = shutil.which(COMPILER), shutil.which(_OBJCOPY)
    if compiler is None or objcopy is None:
        raise ToolMissing(
            f"{COMPILER} is not installed: on Debian and Ubuntu, "
            "run 'apt-get install gcc-riscv64-unknown-elf'"
        )
    home, drivers = hw_root() / FOLDER / "firmware", hw_root().parent / "drivers" / "c"
    sources = [home / "start.S", *sorted(home.glob("*.c")), *sorted(drivers.glob("sil_*.c"))]
    link = ["-Wl,--no-warn-rwx-segments", "-T", str(home / "firmware.ld")]
    with tempfile.TemporaryDirectory() as folder:
        elf, binary = Path(folder) / "firmware.elf", Path(folder) / "firmware.bin"
        files = [*map(str, sources), "-lgcc", "-o", str(elf)]
        _run([compiler, *_FLAGS, f"-I{drivers}", *link, *files])
        _run([objcopy, "-O", "binary", str(elf), str(binary)])
        return binary.read_bytes()


def _hexadecimal(content: bytes) -> str:
    """Returns the words of a memory as text that ``$readmemh`` reads."""
    words = (content[at : at + 4].ljust(4, b"\0") for at in range(0, len(content), 4))
    return "".join(f"{int.from_bytes(word, 'little'):08x}\n" for word in words)


def _build() -> Build:
    """Returns the build of the system, with the processor, a recorder and protocol checkers."""
    files = tuple(sources())
    return Build(
        _TOP,
        (*files, *checkers.bound(_TOP, files), Path(__file__).parent / _TRACE),
        (f"-GRamWords={RAM_WORDS}", f"-GBitCycles={_BIT_CYCLES}"),
        (Path(__file__).parent / "soc.cpp",),
        {"BIT_CYCLES": _BIT_CYCLES},
    )


def sources(primitives: Sequence[str] = ()) -> Iterator[Path]:
    """Yields the files of the system in compile order.

    Args:
        primitives: folders in ``hw/prim`` whose primitives replace those for any technology.

    Raises:
        ToolMissing: the processor's package is not installed.
    """
    yield hw_root() / "lint" / "verilator.vlt"
    yield processor()
    yield from closure(_SYSTEM, (), primitives)
    yield hw_root() / FOLDER / f"{_TOP}.v"


def processor() -> Path:
    """Returns the source of the processor.

    Raises:
        ToolMissing: its package is not installed.
    """
    found = importlib.util.find_spec(_PROCESSOR)
    if found is None or not found.submodule_search_locations:
        raise ToolMissing(
            "the processor PicoRV32 is not installed: run "
            "'python -m pip install pythondata-cpu-picorv32'"
        )
    return Path(found.submodule_search_locations[0]) / "verilog" / "picorv32.v"


def _run(command: Sequence[str]) -> None:
    done = process.run(command)
    if done.returncode:
        said = (done.stderr + done.stdout).decode("utf-8", "replace")
        raise process.failure(Path(command[0]).name, done.returncode, said)
