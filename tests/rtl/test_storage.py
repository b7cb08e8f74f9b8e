"""The complete storage unit as its host sees it, compiled, and in cocotb (``storage_tests.py``)."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import IntEnum
from pathlib import Path
from typing import Any

import pytest
from cocotb_model import ALL, run
from cocotb_model import Model as CocotbModel
from storage_demands import PLAIN, SMALL, demand_all, demand_masters
from storage_fuzz import Fuzzer
from storage_model import ecb, random_traffic

from planted import broken, chosen, load
from silicrypt import catalog
from silicrypt.catalog.machines import SRAM
from silicrypt.drivers import registers
from silicrypt.errors import ToolFailed, UnitFailed
from silicrypt.papers import counted
from silicrypt.paths import hw_root
from silicrypt.verify import native, storage
from silicrypt.verify.storage import StorageSession, measure
from silicrypt.verify.storage_host import (
    BLOCK,
    Answer,
    End,
    Event,
    Function,
    Host,
    Operation,
    Read,
    Register,
    Response,
    Write,
    padded,
)

pytestmark = pytest.mark.recorded()

ROOT = Path(__file__).parents[2]


#: A small unit, and the same with its banks in SRAMs outside.
OUTSIDE = {**SMALL, SRAM: 2}


@pytest.mark.full
@pytest.mark.parametrize("banks", [{}, {SRAM: 1}, {SRAM: 2}], ids=str)
def test_unit(tmp_path: Path, banks: dict[str, int]) -> None:
    # The forms of the S-box are proved equal. The table form compiles fastest with every signal
    # visible.
    parameters = {"BankWords": 64, "Sbox": 0, **banks}
    arguments = catalog.get(catalog.wrappers()[storage.TOP].design).verilator_args()
    arguments = [arg for arg in arguments if not arg.startswith("-")]
    arguments += [f"-G{name}={value}" for name, value in parameters.items()]
    top, sources = storage.top_of(parameters), storage.sources(parameters)
    model = CocotbModel.of(top, sources, arguments, ALL)
    run(model, "storage_tests", tmp_path, settings={"SILICRYPT_TEST_BANK_WORDS": 64})


@pytest.mark.parametrize("names", [Register, Function, End, Event])
def test_names_are_those_of_the_hardware(names: type[IntEnum]) -> None:
    folder = hw_root() / "system" / "storage_unit"
    text = (folder / "sil_storage_pkg.sv").read_text(encoding="utf-8")
    found = {
        name: int(value, 16 if base == "'h" else 10)
        for name, base, value in re.findall(r"(\w+) = (?:\d+)?('[hd])?([0-9a-f]+)\b", text)
    }
    prefix = "EVENT_" if names is Event else ""
    # The hardware counts the cycles of the functions in the words that follow CYCLES.
    found["FUNCTION_CYCLES"] = found["CYCLES"] + 4
    assert {f"{prefix}{one.name}": int(one) for one in names}.items() <= found.items()


def test_a_file() -> None:
    """The six steps of the paper, compiled: encrypts and decrypts the README with either core."""
    data = (ROOT / "README.md").read_bytes()
    rng = random.Random(1)
    with storage.session() as unit:
        for size in (16, 24, 32):
            host = Host(interrupts=size > 16)
            key = rng.randbytes(size)
            unit.run(host.key(key))
            cipher = unit.run(host.apply(Function.CIPHER_PAR, padded(data)))
            assert cipher == ecb(key, padded(data))
            assert unit.run(host.apply(Function.INV_CIPHER_PAR, cipher)) == padded(data)
            part = padded(data)[: 8 * BLOCK]
            assert unit.run(host.apply(Function.CIPHER_SEQ, part)) == cipher[: 8 * BLOCK]
            assert unit.run(host.apply(Function.INV_CIPHER_SEQ, cipher[: 8 * BLOCK])) == part


@pytest.mark.parametrize("interrupts", [False, True])
@pytest.mark.parametrize("transfers", [True, False])
def test_standard_examples(interrupts: bool, transfers: bool) -> None:
    """FIPS 197, appendix C: each function and key length, waiting and moving data in both ways."""
    host = Host(interrupts=interrupts, transfers=transfers)
    with storage.session() as unit:
        for size, result in (
            (16, "69c4e0d86a7b0430d8cdb78070b4c55a"),
            (24, "dda97ca4864cdfe06eaf70a0ec0d7191"),
            (32, "8ea2b7ca516745bfeafc49904b496089"),
        ):
            unit.run(host.key(bytes(range(size)), None if interrupts else 3))
            for kind in ("SEQ", "PAR"):
                encrypt, decrypt = Function[f"CIPHER_{kind}"], Function[f"INV_CIPHER_{kind}"]
                assert unit.run(host.apply(encrypt, PLAIN)).hex() == result
                assert unit.run(host.apply(decrypt, bytes.fromhex(result))) == PLAIN


def test_the_host_says_what_went_wrong() -> None:
    host = Host()
    with storage.session() as unit:
        unit.run(host.ready())
        with pytest.raises(UnitFailed, match="NO_KEY"):
            unit.run(host.apply(Function.CIPHER_PAR, PLAIN))
        with pytest.raises(UnitFailed, match="SLVERR"):
            unit.run(host.write(Register.STATUS, 0))


@pytest.mark.parametrize("key_bits", [128, 192, 256])
def test_cycles(key_bits: int) -> None:
    """The cycles of each function are those that the page states."""
    rounds = key_bits // 32 + 6
    one, many = measure(key_bits, 1), measure(key_bits, 64)
    assert one.functions[Function.LOAD] == key_bits // 32 + 8
    assert one.functions[Function.KEY_EXPANSION] == {128: 133, 192: 125, 256: 167}[key_bits]
    assert (one.functions[Function.MESSAGES], one.messages) == (38, 9)
    for count, found in ((1, one), (64, many)):
        assert found.functions[Function.DMA_IN] == 4 * count + 4
        assert found.functions[Function.DMA_OUT] == 4 * count + 8
        assert found.functions[Function.CIPHER_SEQ] == (19 * rounds + 21) * count + 12
        for kind in ("SEQ", "PAR"):
            straight, inverse = Function[f"CIPHER_{kind}"], Function[f"INV_CIPHER_{kind}"]
            assert found.functions[straight] == found.functions[inverse]
    assert one.functions[Function.CIPHER_PAR] == 5 * (rounds + 1) + 25
    assert many.functions[Function.CIPHER_PAR] < 64 * (rounds + 1) + 5 * (rounds + 1) + 25


@pytest.mark.parametrize("blocks", [1, 256])
def test_srams_cost_the_same_cycles_in_each_function(blocks: int) -> None:
    """A function that reads banks waits once for its first word; the others take no longer."""
    inside, outside = measure(128, blocks), measure(128, blocks, sram=2)
    later = {f: outside.functions[f] - inside.functions[f] for f in inside.functions}
    reading = {f for f in Function if "CIPHER" in f.name} | {Function.LOAD, Function.DMA_OUT}
    assert later == {f: 2 if f in reading else 0 for f in Function}


def test_committed_cycles_are_those_of_the_unit() -> None:
    """The reproduction of aes-2005 shows these cycles without a simulation."""
    assert counted.committed() == counted.count()


#: A row of the register table: offset, last offset of a range, name, access, reset value.
ROW = re.compile(r"\| (\w\w)(?: to (\w\w))? \| `(\w+)` \| ([rw1c, ]+) \| ([^|]*)\|")
#: Registers whose value follows from parameters, or counts the accesses of the test.
NOT_CONSTANT = ("INFO", "CYCLES")
#: Writing these registers starts something that the other accesses would meet.
STARTS = ("CONTROL", "COMMAND", "DMA_COMMAND")


def test_the_unit_has_the_registers_of_its_page_and_of_its_description() -> None:
    """Both state every register, its access and its reset value."""
    described = {
        one.absolute_address: one
        for one in registers.described("storage").top.registers(unroll=True)
    }
    page = (hw_root() / "system" / "storage_unit" / "README.md").read_text(encoding="utf-8")
    rows = {
        offset: (name, access, re.match(r"[\dabcdef ]+", value.strip()))
        for first, last, name, access, value in ROW.findall(page)
        for offset in range(int(first, 16), int(last or first, 16) + 1, 4)
    }
    assert rows.keys() == described.keys()
    named = {name: offset for offset, (name, *_) in reversed(rows.items())}
    assert named == {register.name: int(register) for register in Register}
    host = Host()
    with storage.session() as unit:
        for offset, (name, access, value) in rows.items():
            assert described[offset].inst_name == name
            assert described[offset].has_sw_readable == ("r" in access), name
            assert described[offset].has_sw_writable == ("w" in access), name
            if "r" in access and value and name not in NOT_CONSTANT:
                answer = unit.answer(Read(host.address(offset)))
                assert answer.value == int(value[0].replace(" ", ""), 16), name
        unit.run(host.ready())
        for offset, one in described.items():
            if one.has_sw_readable and one.inst_name not in NOT_CONSTANT:
                reset = sum((f.get_property("reset") or 0) << f.low for f in one.fields())
                assert unit.answer(Read(host.address(offset))).value == reset, one.inst_name
        for offset, one in described.items():
            right = Response.OKAY if one.has_sw_readable else Response.SLVERR
            assert unit.answer(Read(host.address(offset))).response == right, one.inst_name
        for offset in range(max(described) + 4, 0x100, 4):
            for access in (Read(host.address(offset)), Write(host.address(offset), 0)):
                assert unit.answer(access).response == Response.DECERR, hex(offset)
        for one in described.values():
            check_write(unit, host, one)


def check_write(unit: StorageSession, host: Host, one: Any) -> None:
    """Writes a register as described, and a bit that it does not have."""
    address, name = host.address(one.absolute_address), one.inst_name
    if not one.has_sw_writable:
        assert unit.answer(Write(address, 0)).response == Response.SLVERR, name
        return
    mask = sum((1 << f.width) - 1 << f.low for f in one.fields() if f.is_sw_writable)
    if name in STARTS:
        assert unit.answer(Write(address, mask + 1)).response == Response.SLVERR, name
        return
    assert unit.answer(Write(address, 0)).response == Response.OKAY, name
    if mask != 0xFFFFFFFF:
        assert unit.answer(Write(address, mask + 1)).response == Response.SLVERR, name
    assert unit.answer(Write(address, 0, 0x7)).response == Response.SLVERR, name
    if name == "KEY_LENGTH":
        unit.answer(Write(address, 2))  # then every word of KEY may be written


@pytest.mark.parametrize("seed", [1, 2])
def test_random_traffic(seed: int) -> None:
    with storage.session(power_on=seed) as unit:
        ends = unit.run(random_traffic(Host(), seed, steps=1200))
    assert {End.DONE, End.NOT_OWNER, End.OUTSIDE, End.NO_KEY} <= ends


#: Events that random programs must reach.
REACHED = {
    *(end.name for end in End if end != End.LENGTH),
    *(f"transfer {end.name}" for end in (End.DONE, End.NOT_OWNER, End.OUTSIDE, End.LENGTH)),
    *("transfer STOPPED", "refused", "reset", "one after another", "trusted", "not trusted"),
}


@pytest.mark.full
@pytest.mark.parametrize("parameters", [{}, SMALL, {**SMALL, SRAM: 1}, OUTSIDE], ids=str)
def test_a_million_cycles(parameters: dict[str, int]) -> None:
    if parameters:
        with storage.session(2, **parameters) as unit:
            demand_all(unit, later(parameters))
    with storage.session(3, **parameters) as unit:
        assert fuzzed(unit, parameters, 1_000_000, seed=2) >= (
            REACHED if parameters else REACHED - {"trusted", "not trusted"}
        )


def later(parameters: Mapping[str, int]) -> int:
    """Returns the cycles that a function waits for the first word of a bank outside."""
    return parameters.get(SRAM, 0)


def fuzzed(
    unit: StorageSession, parameters: Mapping[str, int], cycles: int, seed: int = 1
) -> set[str]:
    """Runs random programs, of several masters if the unit distinguishes them."""
    host = Host(parameters.get("BankWords", storage.DEFAULTS["BankWords"]))
    fuzzer = Fuzzer(unit, host, seed, parameters.get("Protection", 0))
    fuzzer.go(cycles)
    return set(fuzzer.seen)


@pytest.mark.full
@pytest.mark.parametrize("protection", [1, 2])
def test_masters(protection: int) -> None:
    """Only privileged or only secure masters are trusted; the other tests demand both."""
    parameters = {**SMALL, "Protection": protection}
    with storage.session(1, **parameters) as unit:
        demand_masters(unit, Host(SMALL["BankWords"]), protection)
    with storage.session(protection, **parameters) as unit:
        fuzzed(unit, parameters, 100_000, seed=protection)


UNITS = {"inside": SMALL, "outside": OUTSIDE}
MISTAKES = load("storage")


@dataclass(frozen=True)
class Patient(StorageSession):
    """A unit with a long but finite time limit."""

    left: Iterator[int] = field(default_factory=lambda: iter(range(60_000)))

    def answer(self, operation: Operation) -> Answer:
        assert next(self.left, None) is not None, "it never ends"
        return super().answer(operation)


@contextmanager
def running(mistake: str, folder: Path, active: bool = True) -> Iterator[StorageSession]:
    """Yields a unit with all mistakes of its kind, in which one is active or none."""
    build = storage.build(UNITS[MISTAKES[mistake].design])
    sources, number = broken(MISTAKES, mistake, build.sources, folder, build.top)
    planted = replace(build, sources=sources)
    with native.running(planted, plusargs=[chosen(number * active)]) as pipe:
        yield Patient(pipe)


def demand(mistake: str, folder: Path, active: bool = True) -> None:
    """Runs all host checks and random programs on a unit with a mistake, which may be inactive."""
    parameters = UNITS[MISTAKES[mistake].design]
    with running(mistake, folder, active) as unit:
        demand_all(unit, later(parameters))
    if SRAM in parameters:
        with running(mistake, folder, active) as unit:
            assert fuzzed(StorageSession(unit.pipe), parameters, 50_000) >= REACHED
    with running(mistake, folder, active) as unit:
        unit.run(random_traffic(Host(SMALL["BankWords"]), 1, steps=600))


@pytest.mark.usefixtures("broken_hardware")
@pytest.mark.parametrize("mistake", ["a bank is anybody's", "both sides drive"])
def test_what_a_host_relies_on(mistake: str, tmp_path: Path) -> None:
    demand(mistake, tmp_path, active=False)


@pytest.mark.usefixtures("broken_hardware")
@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_noticed(mistake: str, tmp_path: Path) -> None:
    with pytest.raises((AssertionError, UnitFailed, ToolFailed, ValueError)):
        demand(mistake, tmp_path)


@pytest.mark.usefixtures("broken_hardware")
@pytest.mark.parametrize("mistake", [name for name, one in MISTAKES.items() if one.check])
def test_random_programs_find_a_hole(mistake: str, tmp_path: Path) -> None:
    with running(mistake, tmp_path) as unit, pytest.raises(AssertionError):
        fuzzed(StorageSession(unit.pipe), SMALL, 400_000)


def test_random_programs() -> None:
    with storage.session(**SMALL) as unit:
        assert fuzzed(unit, SMALL, 100_000) >= REACHED
