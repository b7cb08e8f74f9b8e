"""AES in software on this machine: plain C as in the standard, and the `cryptography` library.

Times differ between machines and between runs. Each combination of processor, compiler, library
and source is timed once; the record is kept in the store.
"""

from __future__ import annotations

import csv
import json
import platform
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib.resources import files
from pathlib import Path

from pydantic import TypeAdapter

from silicrypt.errors import CorruptResult, ToolFailed
from silicrypt.results.store import Store, fingerprint
from silicrypt.tools import process, verilator

SOURCE = Path(__file__).parent / "aes_reference.c"
FLAGS = ("-x", "c", "-std=gnu11", "-O2")
#: Key of the timed calls (FIPS 197, appendix A.1).
KEY = bytes.fromhex("2b7e151628aed2a6abf7158809cf4f3c")
BLOCK = 16
#: Bytes of a long message.
LONG = 1 << 20

_KIND, _FILE, _COMMITTED = "software", "times.json", "aes_software.csv"
_REPEATS, _CALLS = 30, 300


@dataclass(frozen=True)
class Times:
    """Times of AES-128 in software; each is the shortest of several repetitions.

    Attributes:
        who: the program or library that is timed.
        how: compiler and options, or the parts of the library.
        machine: the processor.
        key_ns: time of a key expansion.
        cipher_ns: time to encrypt a single block.
        inverse_ns: time to decrypt a single block.
        long_ns: time per block to encrypt a long message.
        long_inverse_ns: time per block to decrypt a long message.
    """

    who: str
    how: str
    machine: str
    key_ns: float
    cipher_ns: float
    inverse_ns: float
    long_ns: float
    long_inverse_ns: float

    def message_us(self, blocks: int) -> float:
        """Returns the time in us of a message with its own key: key expansion, call, all blocks."""
        return (self.key_ns + self.cipher_ns + (blocks - 1) * self.long_ns) / 1e3


_TIMES = TypeAdapter(tuple[Times, ...])


def timed(store: Store | None = None) -> tuple[Times, ...]:
    """Times plain C and the library on this machine, or returns the stored times.

    Raises:
        ToolMissing: there is no compiler.
        ToolFailed: the compiler refuses the source.
        StoreError: the record cannot be kept.
    """
    store = store or Store()

    def build(folder: Path) -> None:
        record = [asdict(plain()), asdict(library())]
        (folder / _FILE).write_text(json.dumps(record, indent=1), encoding="utf-8")

    return store.load(_KIND, _key(), build, lambda folder: _read_times(folder / _FILE))


def _read_times(path: Path) -> tuple[Times, ...]:
    try:
        return _TIMES.validate_json(path.read_bytes())
    except (OSError, ValueError) as error:
        raise CorruptResult(
            f"{path} is not a record of times that silicrypt wrote; delete {path.parent} and run "
            "the same command again"
        ) from error


def committed() -> tuple[Times, ...]:
    """Returns the committed times of another machine, for a page that is made without running."""
    text = files(__package__).joinpath("data", _COMMITTED).read_text(encoding="utf-8")
    return _TIMES.validate_python(list(csv.DictReader(text.splitlines())))


def _key() -> str:
    inputs = [verilator.digest(SOURCE), *FLAGS, verilator.compiler_version()]
    return fingerprint({"inputs": [*inputs, machine(), *_library_parts()]})


def machine() -> str:
    """Returns the name of the processor, as the system gives it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or platform.machine())


# Plain C


def compile_plain(folder: Path) -> Path:
    """Compiles the program and returns its path.

    Raises:
        ToolMissing: there is no compiler.
        ToolFailed: the compiler refuses the source.
    """
    program = folder / "aes"
    command = [verilator.compiler(), *FLAGS, str(SOURCE), "-o", str(program)]
    done = process.run(command)
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip()
        raise ToolFailed(f"{command[0]} refuses {SOURCE.name}: {said}")
    return program


def plain() -> Times:
    """Returns the times of the compiled program."""
    with tempfile.TemporaryDirectory() as folder:
        command = [str(compile_plain(Path(folder))), "time", KEY.hex()]
        done = process.run(command)
    said = done.stdout.decode("utf-8", "replace")
    if done.returncode:
        raise process.failure(command[0], done.returncode, said)
    key, cipher, inverse = parse(said)
    how = f"{verilator.compiler_version()}, {' '.join(FLAGS[2:])}"
    return Times("plain C", how, machine(), key, cipher, inverse, cipher, inverse)


def parse(said: str) -> tuple[float, float, float]:
    """Returns the three times in ns that the program prints."""
    key, cipher, inverse, _ = said.split()
    return float(key), float(cipher), float(inverse)


# The library


def _library_parts() -> tuple[str, str]:
    import cryptography
    from cryptography.hazmat.backends.openssl.backend import backend

    return f"cryptography {cryptography.__version__}", backend.openssl_version_text()


def library() -> Times:
    """Returns the times of the library, called from Python."""
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

    def fresh() -> object:
        return Cipher(algorithms.AES(KEY), modes.ECB()).encryptor()

    known = Cipher(algorithms.AES(KEY), modes.ECB())
    there, back = known.encryptor(), known.decryptor()
    block, long, room = bytes(BLOCK), bytes(LONG), bytearray(LONG + BLOCK)
    version, parts = _library_parts()
    return Times(
        who=version,
        how=f"from Python, {parts}",
        machine=machine(),
        key_ns=_quickest(fresh, _CALLS),
        cipher_ns=_quickest(lambda: there.update(block), _CALLS),
        inverse_ns=_quickest(lambda: back.update(block), _CALLS),
        long_ns=_quickest(lambda: there.update_into(long, room), 1) * BLOCK / LONG,
        long_inverse_ns=_quickest(lambda: back.update_into(long, room), 1) * BLOCK / LONG,
    )


def _quickest(call: Callable[[], object], calls: int) -> float:
    """Returns the shortest of several repetitions in ns per call; other load only adds time."""
    found = []
    for _ in range(_REPEATS):
        begin = time.perf_counter_ns()
        for _ in range(calls):
            call()
        found.append((time.perf_counter_ns() - begin) / calls)
    return round(min(found), 3)
