"""Runs ``storage_tests.py`` in cocotb: the complete storage unit, as its host sees it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path

import pytest
from cocotb_tools.runner import VerilatorControlFile, get_runner
from storage_fuzz import Fuzzer
from storage_mistakes import Mistake, plant
from storage_model import Model, ecb, traffic

from silicrypt import catalog
from silicrypt.catalog.machines import SRAM
from silicrypt.errors import ToolFailed, UnitFailed
from silicrypt.papers import counted
from silicrypt.paths import hw_root
from silicrypt.tools import verilator
from silicrypt.verify import storage
from silicrypt.verify.storage import measure
from silicrypt.verify.storage_host import (
    BLOCK,
    Answer,
    Control,
    End,
    Event,
    Function,
    Host,
    Operation,
    Program,
    Read,
    Receive,
    Register,
    Response,
    Send,
    Status,
    Write,
    padded,
    unpadded,
)

ROOT = Path(__file__).parents[2]


def build(folder: Path, parameters: dict[str, int]) -> None:
    """Compiles the unit for cocotb."""
    args = catalog.get(catalog.wrappers()[storage.TOP].design).verilator_args()
    waivers = [VerilatorControlFile(Path(arg)) for arg in args if not arg.startswith("-")]
    sources = storage.sources(parameters)
    get_runner("verilator").build(
        sources=[*waivers, *sources],
        hdl_toplevel=storage.top_of(parameters),
        build_args=[
            *(f"-G{name}={value}" for name, value in parameters.items()),
            *verilator.WARNINGS,
        ],
        build_dir=folder / "build",
        timescale=("1ns", "1ps"),
    )


def run(folder: Path, parameters: dict[str, int], cases: str, patch: pytest.MonkeyPatch) -> None:
    """Runs the tests whose names begin with `cases` on the compiled unit."""
    patch.setenv("SILICRYPT_TEST_BANK_WORDS", str(parameters["BankWords"]))
    patch.setenv("COCOTB_RANDOM_SEED", "1")
    patch.setenv("COCOTB_TEST_FILTER", cases)
    get_runner("verilator").test(
        test_module="storage_tests",
        hdl_toplevel=storage.top_of(parameters),
        hdl_toplevel_lang="verilog",
        build_dir=folder / "build",
        test_dir=Path(__file__).parent,
        results_xml=str(folder / "results.xml"),
    )


@pytest.mark.full
@pytest.mark.usefixtures("verilator_on_path")
@pytest.mark.parametrize("banks", [{}, {SRAM: 1}, {SRAM: 2}], ids=str)
def test_unit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, banks: dict[str, int]) -> None:
    # The forms of the S-box are proved equal. The table form compiles fastest with every signal
    # visible.
    parameters = {"BankWords": 64, "Sbox": 0, **banks}
    build(tmp_path, parameters)
    run(tmp_path, parameters, "", monkeypatch)


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
            assert unpadded(unit.run(host.apply(Function.INV_CIPHER_PAR, cipher))) == data
            part = padded(data)[: 8 * BLOCK]
            assert unit.run(host.apply(Function.CIPHER_SEQ, part)) == cipher[: 8 * BLOCK]
            assert unit.run(host.apply(Function.INV_CIPHER_SEQ, cipher[: 8 * BLOCK])) == part


@pytest.mark.parametrize("key_bits", [128, 192, 256])
def test_cycles(key_bits: int) -> None:
    """The cycles of each function are those that the page states."""
    rounds = key_bits // 32 + 6
    one, many = measure(key_bits, 1), measure(key_bits, 64)
    assert one.functions[Function.LOAD] == key_bits // 32 + 5
    assert one.functions[Function.KEY_EXPANSION] == {128: 133, 192: 125, 256: 167}[key_bits]
    assert (one.functions[Function.MESSAGES], one.messages) == (19, 9)
    for count, found in ((1, one), (64, many)):
        assert found.functions[Function.DMA_IN] == 4 * count + 4
        assert found.functions[Function.DMA_OUT] == 4 * count + 5
        assert found.functions[Function.CIPHER_SEQ] == (19 * rounds + 21) * count + 7
        for kind in ("SEQ", "PAR"):
            straight, inverse = Function[f"CIPHER_{kind}"], Function[f"INV_CIPHER_{kind}"]
            assert found.functions[straight] == found.functions[inverse]
    assert one.functions[Function.CIPHER_PAR] == 5 * (rounds + 1) + 20
    assert many.functions[Function.CIPHER_PAR] < 64 * (rounds + 1) + 5 * (rounds + 1) + 20


@pytest.mark.parametrize("blocks", [1, 256])
def test_srams_cost_the_same_cycles_in_each_function(blocks: int) -> None:
    """A function that reads banks waits once for its first word; the others take no longer."""
    inside, outside = measure(128, blocks), measure(128, blocks, sram=2)
    later = {f: outside.functions[f] - inside.functions[f] for f in inside.functions}
    reading = {f for f in Function if "CIPHER" in f.name} | {Function.LOAD, Function.DMA_OUT}
    assert later == {f: 4 if f in reading else 0 for f in Function}


def test_committed_cycles_are_those_of_the_unit() -> None:
    """The reproduction of aes-2005 shows these cycles without a simulation."""
    assert counted.committed() == counted.count()


#: A row of the register table: offset, last offset of a range, name, access, reset value.
ROW = re.compile(r"\| (\w\w)(?: to (\w\w))? \| `(\w+)` \| ([rw1c, ]+) \| ([^|]*)\|")


def test_registers_are_those_of_the_page() -> None:
    """The page states all registers, their access and their reset values."""
    page = (hw_root() / "system" / "storage_unit" / "README.md").read_text(encoding="utf-8")
    rows = [
        (name, int(first, 16), offset, access, value.strip())
        for first, last, name, access, value in ROW.findall(page)
        for offset in range(int(first, 16), int(last or first, 16) + 1, 4)
    ]
    assert [offset for _, _, offset, _, _ in rows] == list(range(0, 0x84, 4))
    named = {name: first for name, first, *_ in reversed(rows)}
    assert named == {register.name: int(register) for register in Register}
    with storage.session() as unit:
        host = Host()
        for _, _, offset, access, value in rows:
            known = re.match(r"[\dabcdef ]+", value)
            # The first counter counts these accesses, so its value is not compared.
            if access != "w" and known and offset != Register.CYCLES:
                answer = unit.answer(Read(host.address(offset)))
                assert answer.response == Response.OKAY
                assert answer.value == int(known[0].replace(" ", ""), 16), hex(offset)
        for _, _, offset, access, _ in rows:
            read = unit.answer(Read(host.address(offset)))
            assert (read.response == Response.OKAY) == ("r" in access), hex(offset)
            if "w" not in access:
                write = unit.answer(Write(host.address(offset), 0))
                assert write.response == Response.SLVERR, hex(offset)
        assert unit.answer(Read(host.address(0x84))).response == Response.DECERR


def _contents(host: Host) -> Program[bytes]:
    yield from host.grant(0)
    return (yield from host.get(0, 4 * host.bank_bytes))


@pytest.mark.parametrize("seed", [1, 2])
def test_random_traffic(seed: int) -> None:
    with storage.session(power_on=seed) as unit:
        ends = random_traffic(unit, Host(), seed, steps=1200)
    assert {End.DONE, End.NOT_OWNER, End.OUTSIDE, End.NO_KEY} <= ends


def random_traffic(unit: storage.StorageSession, host: Host, seed: int, steps: int) -> set[End]:
    """Makes random accesses, commands and transfers, and compares them with a model."""
    rng, model, size = random.Random(seed), Model(host.bank_words), 4 * host.bank_bytes
    model.moved = model.plain[Register.DMA_WORDS] = host.bank_bytes
    busy = 1 << Status.BUSY | 1 << Status.DMA_BUSY | 1 << Status.WIPING
    ends = set()
    unit.run(host.ready())
    unit.run(host.put(0, bytes(size)))
    unit.run(host.write(Register.EVENTS, 7))
    for step in range(steps):
        operation = traffic(rng, model)
        expected, answer = model.answer(operation), unit.answer(operation)
        assert answer.response == expected.response, f"{step}: {operation}"
        if isinstance(operation, Read) and expected.value is not None:
            assert answer.value == expected.value, f"{step}: {operation}"
        if not expected.starts:
            continue
        if expected.send:
            unit.answer(Send(expected.send))
        for _ in range(10_000):
            status = unit.run(host.read(Register.STATUS))
            if not status & busy:
                break
        assert not status & busy, f"{step}: {operation}"
        received = unit.answer(Receive(len(expected.receive))).data
        assert received == expected.receive
        fields: dict[int, int] = {Register.COMMAND: 12, Register.DMA_COMMAND: 20}
        bit = fields.get(operation.address - host.address(0))
        if bit is not None:
            assert status >> bit & 7 == model.end, f"{step}: {operation}"
            ends.add(model.end)
    assert unit.run(_contents(host)) == bytes(model.memory)
    return ends


#: Parameters that compile fastest, with S-boxes of gates, for mistakes outside the cores.
SMALL = {"BankWords": 64, "Sbox": 1, "PipelineStages": 1, "Protection": 3}
KEY = bytes(range(16))
PLAIN = bytes.fromhex("00112233445566778899aabbccddeeff")


def demand_all(unit: storage.StorageSession, later: int = 0) -> None:
    """Checks what a host relies on: functions, their times, arbitration, ownership, events.

    Args:
        unit: the unit after its reset.
        later: cycles that a function waits for the first word of a bank outside.
    """
    host = Host(SMALL["BankWords"])
    bank = host.bank_bytes
    unit.run(host.ready())
    unit.run(host.key(KEY))
    data = random.Random(1).randbytes(bank)
    for function, cycles in {
        Function.CIPHER_SEQ: 211 * 16 + 7 + later,
        Function.INV_CIPHER_SEQ: 211 * 16 + 7 + later,
        Function.CIPHER_PAR: None,
        Function.INV_CIPHER_PAR: None,
    }.items():
        expected = ecb(KEY, data, "INV" in function.name)
        assert unit.run(host.apply(function, data)) == expected
        counted = unit.run(host.cycles(function))
        assert counted == cycles if cycles else counted < 300
    # In place: results and blocks need the same bank.
    unit.run(host.put(0, data))
    unit.run(host.grant(0b0001))
    unit.run(host.run(Function.CIPHER_PAR, 0, 0, 16))
    demand_owner(unit, host)
    unit.run(host.grant(0))
    assert unit.run(host.get(0, bank)) == ecb(KEY, data)
    demand_transfer(unit, host)
    demand_key_loads(unit, host)
    demand_lengths(unit, host)
    for function in (Function.DMA_IN, Function.DMA_OUT):
        demand_stops(unit, host, function)
    demand_masters(unit, host, SMALL["Protection"])


def end_of(unit: storage.StorageSession, host: Host, *command: int) -> End:
    """Runs a function and returns how it ends."""
    unit.run(host.start(Function(command[0]), *command[1:]))
    return unit.run(host.finish())


def demand_no_key(unit: storage.StorageSession, host: Host) -> None:
    """Checks that neither the key register nor the cores have a usable key."""
    status = unit.run(host.read(Register.STATUS))
    assert not status & (1 << Status.KEY_COMPLETE | 1 << Status.KEYED)
    assert end_of(unit, host, Function.KEY_EXPANSION) == End.NO_KEY
    for function in (Function.CIPHER_SEQ, Function.INV_CIPHER_PAR):
        assert end_of(unit, host, function, 0, 0, 1) == End.NO_KEY


def demand_key_loads(unit: storage.StorageSession, host: Host) -> None:
    """Checks that no key mixes two key loads, and that no round keys outlive their key."""
    for bank in (3, None):
        for index in range(4):
            # A master that does not know a key learns nothing by changing a word of it.
            unit.run(host.key(KEY, bank))
            unit.run(host.grant(0b0001))
            unit.run(host.write(Register.KEY + 4 * index, 0))
            demand_no_key(unit, host)
    # The word that began another key belongs to that key.
    other = bytes(range(50, 62)) + bytes(4)
    for index in range(3):
        unit.run(
            host.write(Register.KEY + 4 * index, int.from_bytes(other[4 * index :][:4], "little"))
        )
    unit.run(host.run(Function.KEY_EXPANSION))
    assert unit.run(host.apply(Function.CIPHER_SEQ, KEY)) == ecb(other, KEY)
    # A LOAD that fails leaves no key, and neither does a change of the key length.
    for source, end in ((host.bank_bytes, End.NOT_OWNER), (4 * host.bank_bytes, End.OUTSIDE)):
        unit.run(host.key(KEY))
        unit.run(host.grant(0b0001))
        assert end_of(unit, host, Function.LOAD, source) == end
        demand_no_key(unit, host)
    unit.run(host.key(KEY))
    unit.run(host.grant(0b0001))
    unit.run(host.write(Register.KEY_LENGTH, 0))
    demand_no_key(unit, host)


def demand_lengths(unit: storage.StorageSession, host: Host) -> None:
    """Checks that a word beyond the key is refused, and that zero blocks change nothing."""
    for length, words in ((0, 4), (1, 6), (2, 8)):
        unit.run(host.write(Register.KEY_LENGTH, length))
        for index in range(8):
            answer = unit.answer(Write(host.address(Register.KEY + 4 * index), 1))
            assert answer.response == (Response.OKAY if index < words else Response.SLVERR)
    unit.run(host.grant(0b0001))
    assert end_of(unit, host, Function.CIPHER_PAR, 0, 0, 0) == End.NO_KEY
    unit.run(host.run(Function.KEY_EXPANSION))
    assert end_of(unit, host, Function.CIPHER_PAR, 0, 0, 0) == End.DONE
    unit.run(host.write(Register.KEY_LENGTH, 0))
    unit.run(host.grant(0))


def demand_stops(unit: storage.StorageSession, host: Host, function: Function) -> None:
    """Stops a transfer in every cycle: it ends with all words and DONE, or fewer and STOPPED."""
    words, ends = 5, set()
    old, new = bytes(4 * words), random.Random(4).randbytes(4 * words)
    sent = [int.from_bytes(new[i : i + 4], "little") for i in range(0, len(new), 4)]
    out = function == Function.DMA_OUT
    unit.beats()
    for cycles, stall in ((cycles, stall) for stall in (0.0, 0.5) for cycles in range(24)):
        unit.run(host.put(0, new if out else old))
        unit.stall(stall, stall, cycles)
        for register, value in (*((Register.DMA_WORDS, words), (Register.DMA_COMMAND, function)),):
            unit.run(host.write(register, value))
        if not out:
            unit.answer(Send(new))
        unit.idle(cycles)
        unit.run(host.write(Register.CONTROL, 1 << Control.STOP_DMA))
        status = unit.until(host.address(Register.STATUS), 1 << Status.DMA_BUSY).value
        end, moved = End(status >> 20 & 7), unit.run(host.read(Register.DMA_MOVED))
        ends.add(end)
        assert end == (End.DONE if moved == words else End.STOPPED)
        beats = [(beat.word, beat.last, beat.stopped) for beat in unit.beats()]
        unit.stall(0, 0)
        if out:
            frame = [(word, i == words, False) for i, word in enumerate(sent[:moved], 1)]
            assert beats == frame + [(0, True, True)] * (0 < moved < words)
            continue
        # Words that were not accepted belong to the next transfer.
        if moved < words:
            unit.run(host.write(Register.DMA_ADDRESS, 4 * words))
            unit.run(host.write(Register.DMA_WORDS, words - moved))
            unit.run(host.write(Register.DMA_COMMAND, Function.DMA_IN))
            status = unit.until(host.address(Register.STATUS), 1 << Status.DMA_BUSY).value
            assert status >> 20 & 7 == End.DONE
        assert unit.run(host.get(0, 4 * words)) == new[: 4 * moved] + old[4 * moved :]
    assert ends == {End.DONE, End.STOPPED}


def demand_stop(unit: storage.StorageSession, host: Host, prot: int, expected: Response) -> None:
    """Checks who may stop a transfer that a trusted master began, here of a key to its bank."""
    words = len(KEY) // 4
    unit.protect(1)
    unit.run(host.grant(0))
    unit.run(host.write(Register.DMA_ADDRESS, 3 * host.bank_bytes))
    unit.run(host.write(Register.DMA_WORDS, words))
    unit.run(host.write(Register.DMA_COMMAND, Function.DMA_IN))
    unit.answer(Send(KEY[:4], False))
    unit.idle(20)
    unit.protect(prot)
    stop = Write(host.address(Register.CONTROL), 1 << Control.STOP_DMA)
    assert unit.answer(stop).response == expected, f"{prot}: a stop"
    unit.protect(1)
    if expected != Response.OKAY:
        unit.answer(Send(KEY[4:], True))
    unit.until(host.address(Register.STATUS), 1 << Status.DMA_BUSY)
    assert unit.run(host.read(Register.DMA_MOVED)) == (1 if expected == Response.OKAY else words)


def demand_masters(unit: storage.StorageSession, host: Host, protection: int) -> None:
    """Checks that an untrusted master neither reads nor moves a key or its bank."""
    bank = host.bank_bytes
    for prot in range(8):
        unit.protect(1)
        unit.run(host.key(KEY, 3))
        unit.run(host.put(3 * bank, KEY))
        unit.run(host.write(Register.SOURCE, 0))
        trusted = not ((protection & 1 and not prot & 1) or (protection & 2 and prot & 2))
        refused = Response.OKAY if trusted else Response.SLVERR
        unit.protect(prot)
        for operation in (
            *(Read(3 * bank), Write(3 * bank + 16, 1), Write(4 * bank - 4, 1)),
            *(Read(host.address(Register.OWNERS)), Write(host.address(Register.OWNERS), 0)),
            Read(host.address(Register.KEY_LENGTH)),
        ):
            answer = unit.answer(operation)
            assert answer.response == refused, f"{prot}: {operation}"
            assert trusted or answer.value == 0
        for operation in (
            Read(0),
            Write(0, 0),
            Read(3 * bank - 4),
            Read(host.address(Register.STATUS)),
        ):
            assert unit.answer(operation).response == Response.OKAY
        assert unit.answer(Read(host.address(Register.KEY))).response == Response.SLVERR
        # The trusted master wrote the number of words, another master the address.
        demand_moves(unit, host, End.DONE if trusted else End.NOT_OWNER)
        unit.protect(1)
        unit.run(host.write(Register.DMA_WORDS, 4))
        demand_moves(unit, host, End.DONE if trusted else End.NOT_OWNER, address=False)
        unit.run(host.grant(0b1001))
        ends = []
        for command in (Function.CIPHER_PAR, Function.LOAD):
            unit.protect(prot)
            unit.run(host.write(Register.SOURCE, 3 * bank))
            unit.run(host.write(Register.DESTINATION, 0))
            unit.run(host.write(Register.BLOCKS, 1))
            if command == Function.LOAD:
                unit.protect(1)
            unit.run(host.write(Register.COMMAND, command))
            ends.append(unit.run(host.finish()))
        assert ends == [End.DONE if trusted else End.NOT_OWNER] * 2, prot
        demand_stop(unit, host, prot, refused)
        # All masters may use the key.
        unit.run(host.key(KEY, 3))
        unit.run(host.put(0, PLAIN))
        unit.run(host.grant(0b0011))
        unit.protect(prot)
        unit.run(host.run(Function.CIPHER_SEQ, 0, bank, 1))
        for register, value in (
            *((Register.COMMAND, Function.KEY_EXPANSION), (Register.COMMAND, Function.LOAD)),
            *((Register.KEY, 1), (Register.KEY_LENGTH, 0), (Register.CONTROL, 1 << Control.WIPE)),
        ):
            answer = unit.answer(Write(host.address(register), value))
            assert answer.response == refused, f"{prot}: {register}"
            unit.until(host.address(Register.STATUS), 1 << Status.BUSY | 1 << Status.WIPING)
        keyed = unit.run(host.read(Register.STATUS)) >> Status.KEYED & 1
        assert keyed == (not trusted)
        unit.protect(1)
        unit.run(host.grant(0))
        assert unit.run(host.get(bank, BLOCK)) == ecb(KEY, PLAIN)


def demand_moves(
    unit: storage.StorageSession, host: Host, end: End, *, address: bool = True
) -> None:
    """Checks how transfers out of the bank for keys end; `address` writes their registers first."""
    if address:
        unit.run(host.write(Register.DMA_ADDRESS, 3 * host.bank_bytes))
        unit.run(host.write(Register.DMA_WORDS, 4))
    unit.run(host.write(Register.DMA_COMMAND, Function.DMA_OUT))
    status = unit.until(host.address(Register.STATUS), 1 << Status.DMA_BUSY).value
    assert status >> 20 & 7 == end
    beats = unit.beats()
    assert len(beats) == (4 if end == End.DONE else 0)


def demand_owner(unit: storage.StorageSession, host: Host) -> None:
    """Checks that a bank of the core refuses the host, reports it, and stays the core's in use."""
    unit.run(host.write(Register.EVENTS, 7))
    for operation in (Read(8), Write(8, 1)):
        answer = unit.answer(operation)
        assert answer.response == Response.SLVERR
        assert isinstance(operation, Write) or answer.value == 0
        assert unit.run(host.read(Register.EVENTS)) == 1 << Event.REFUSED
        assert unit.run(host.read(Register.REFUSED)) == 8 | isinstance(operation, Write)
        assert not unit.run(host.read(Register.STATUS)) >> Status.INTERRUPT & 1
    unit.run(host.write(Register.DMA_ADDRESS, 0))
    unit.run(host.write(Register.DMA_WORDS, 4))
    unit.run(host.write(Register.DMA_COMMAND, Function.DMA_OUT))
    for _ in range(20):
        status = unit.run(host.read(Register.STATUS))
    assert status >> Status.DMA_BUSY & 1 == 0
    assert status >> 20 & 7 == End.NOT_OWNER
    unit.run(host.start(Function.CIPHER_SEQ, 0, 0, 1))
    unit.run(host.write(Register.OWNERS, 0))
    assert unit.run(host.read(Register.OWNERS)) == 1
    assert unit.run(host.finish()) == End.DONE
    unit.run(host.grant(0b0001))
    unit.run(host.run(Function.INV_CIPHER_SEQ, 0, 0, 1))
    for command, end in (
        ((Function.CIPHER_PAR, 0, host.bank_bytes, 1), End.NOT_OWNER),
        ((Function.CIPHER_PAR, 0, 0, 1), End.DONE),
        ((Function.INV_CIPHER_PAR, 0, 0, 1), End.DONE),
    ):
        unit.run(host.start(*command))
        assert unit.run(host.finish()) == end


def demand_transfer(unit: storage.StorageSession, host: Host) -> None:
    """Runs a transfer while the host accesses the same bank."""
    start, words = 2 * host.bank_bytes, 48
    data = random.Random(2).randbytes(4 * words)
    unit.run(host.write(Register.DMA_ADDRESS, start))
    unit.run(host.write(Register.DMA_WORDS, words))
    unit.run(host.write(Register.DMA_COMMAND, Function.DMA_IN))
    unit.answer(Send(data))
    for at in range(start + 4 * words, start + host.bank_bytes, 4):
        assert unit.answer(Write(at, at)).response == Response.OKAY
        assert unit.answer(Read(at)).value == at
    for _ in range(100):
        status = unit.run(host.read(Register.STATUS))
    assert not status & 1 << Status.DMA_BUSY
    assert unit.run(host.get(start, len(data))) == data


#: Events that random programs must reach.
REACHED = {
    *(end.name for end in End if end != End.LENGTH),
    *(f"transfer {end.name}" for end in (End.DONE, End.NOT_OWNER, End.OUTSIDE, End.LENGTH)),
    *("transfer STOPPED", "refused", "reset", "one after another", "trusted", "not trusted"),
}


@pytest.mark.full
def test_a_million_cycles() -> None:
    with storage.session(power_on=3) as unit:
        fuzzer = Fuzzer(unit, Host(), seed=3)
        fuzzer.go(1_000_000)
    assert fuzzer.seen.keys() >= REACHED - {"trusted", "not trusted"}


@pytest.mark.full
@pytest.mark.parametrize("protection", [1, 2])
def test_masters(protection: int) -> None:
    """Only privileged or only secure masters are trusted; the other tests demand both."""
    parameters = {**SMALL, "Protection": protection}
    with storage.session(1, plusargs=(), **parameters) as unit:
        demand_masters(unit, Host(SMALL["BankWords"]), protection)
    with storage.session(protection, plusargs=(), **parameters) as unit:
        Fuzzer(unit, Host(SMALL["BankWords"]), protection, protection).go(100_000)


KEY_REGISTER, UNIT = "sil_storage_key.sv", "sil_storage_engine.sv"
BANKS, CONTROL = "sil_storage_banks.sv", "sil_storage_control.sv"
DMA, REGISTERS = "sil_storage_dma.sv", "sil_storage_registers.sv"
MISTAKES = {
    "the window and a transfer at once": Mistake(
        BANKS, "valid_i[WINDOW] && bank[WINDOW] == bank[DMA]", "1'b0"
    ),
    "a result and a block at once": Mistake(
        BANKS, "valid_i[CORE_WRITE] && bank[CORE_WRITE] == bank[CORE_READ]", "1'b0"
    ),
    "a bank is anybody's": Mistake(BANKS, "owner_o[bank[i]] != (i >= CORE_WRITE)", "1'b0"),
    "what is refused is done": Mistake(BANKS, "~not_owned_o[i]", "1'b1"),
    "a bank in use changes hands": Mistake(
        BANKS, "(owner_o & locked_i) | (owner_request_i & ~locked_i)", "owner_request_i"
    ),
    "a function takes the host's bank": Mistake(CONTROL, "(used & ~owner_i) != '0", "1'b0"),
    "the sequential core for the parallel one": Mistake(
        CONTROL, "function_q inside {CIPHER_PAR, INV_CIPHER_PAR}", "1'b0"
    ),
    "the cipher for its inverse": Mistake(
        CONTROL,
        "function_q inside {INV_CIPHER_SEQ, INV_CIPHER_PAR}",
        "function_q == INV_CIPHER_PAR",
    ),
    "results come over the blocks": Mistake(
        CONTROL, "destination_q[AddressBits+1:2]", "source_q[AddressBits+1:2]"
    ),
    "a transfer reads where it would write": Mistake(
        DMA, "out_q ? read_address : write_address", "write_address"
    ),
    "a transfer takes the core's bank": Mistake(DMA, "(used & owner_i) != '0", "1'b0"),
    "a counter that goes on": Mistake(
        REGISTERS, "busy_i && !done_i ? next(count_q) : '0", "next(count_q)", "count_q <= "
    ),
    "a refusal nobody is told of": Mistake(
        REGISTERS, "refused_i", "1'b0", "happened[EVENT_REFUSED] = "
    ),
    "an interrupt nobody asked for": Mistake(
        REGISTERS, "(events_q & enable_q) != '0", "events_q != '0"
    ),
    "the first end stands": Mistake(
        REGISTERS, "end_i", "end_i != DONE ? end_i : end_q", "if (done_i) end_q <= "
    ),
    "half a word of a register": Mistake(REGISTERS, "&strobe_i", "|strobe_i", "all_bytes = "),
    "a word of a loaded key is overwritten": Mistake(
        KEY_REGISTER, "write_i & there_q[index_i]", "1'b0", "repeated = "
    ),
    "round keys outlive their key": Mistake(
        UNIT, "cores_keyed & key_given", "cores_keyed", "keyed = "
    ),
    "a word that no key has": Mistake(REGISTERS, "{1'b0, address_i[4:2]} >= key_words_o", "1'b0"),
    "all words and a stop": Mistake(DMA, "(stop_q || stop_i) && !all_q", "stop_q || stop_i"),
    "a frame without an end": Mistake(
        DMA, "out_q && end_d == STOPPED && moved_q != '0", "1'b0", "state_d = "
    ),
    "any master gives banks away": Mistake(REGISTERS, "!trusted_i", "1'b0", "known && guarded && "),
    "any master looks into the bank for keys": Mistake(UNIT, "~trusted", "1'b0", "barred = "),
    "any master enciphers a key": Mistake(CONTROL, "trusted_q", "1'b1", "barred = "),
    "any master moves a key": Mistake(DMA, "trusted_q", "1'b1", "barred = "),
    "any master says which bank is moved": Mistake(
        REGISTERS, "~doubt_q[DMA_ADDRESS[7:2]]", "1'b1", "dma_trusted_o <= trusted_i & "
    ),
    "any master says where a key is": Mistake(
        REGISTERS, "~doubt_q[SOURCE[7:2]]", "1'b1", "    trusted_o <= trusted_i & "
    ),
}
#: Mistakes that random programs must find without other tests.
FUZZED = list(MISTAKES)[list(MISTAKES).index("a word of a loaded key is overwritten") :]


@pytest.fixture(scope="module")
def mistaken(tmp_path_factory: pytest.TempPathFactory, broken_cache: Path) -> Iterator[None]:
    """Lets sessions run a unit with all mistakes; a mistake is active if chosen."""
    yield from plant(tmp_path_factory.mktemp("mistaken"), broken_cache, SMALL, MISTAKES)


@dataclass(frozen=True)
class Patient(storage.StorageSession):
    """A unit with a long but finite time limit."""

    left: Iterator[int] = field(default_factory=lambda: iter(range(40_000)))

    def answer(self, operation: Operation) -> Answer:
        assert next(self.left, None) is not None, "it never ends"
        return super().answer(operation)


def _demanded(mistake: int) -> None:
    """Runs all host checks and random traffic on a unit with a mistake."""
    asked = [f"+mistake={mistake}"]
    with storage.session(plusargs=asked, **SMALL) as unit:
        demand_all(Patient(unit.pipe))
    with storage.session(plusargs=asked, **SMALL) as unit:
        patient = Patient(unit.pipe)
        random_traffic(patient, Host(SMALL["BankWords"]), 1, steps=600)


def fuzzed(mistake: int, cycles: int, seed: int = 1) -> Fuzzer:
    """Runs random programs of several masters on a unit with a mistake, or none."""
    asked = [f"+mistake={mistake}"]
    with storage.session(power_on=seed, plusargs=asked, **SMALL) as unit:
        fuzzer = Fuzzer(unit, Host(SMALL["BankWords"]), seed, SMALL["Protection"])
        fuzzer.go(cycles)
    return fuzzer


@pytest.mark.usefixtures("mistaken")
@pytest.mark.parametrize("mistake", ["none", *MISTAKES])
def test_a_mistake_is_noticed(mistake: str) -> None:
    number = ["none", *MISTAKES].index(mistake)
    if not number:
        _demanded(number)
        return
    with pytest.raises((AssertionError, UnitFailed, ToolFailed, ValueError)):
        _demanded(number)


@pytest.mark.usefixtures("mistaken")
@pytest.mark.parametrize("mistake", FUZZED)
def test_random_programs_find_a_hole(mistake: str) -> None:
    with pytest.raises(AssertionError):
        fuzzed(1 + list(MISTAKES).index(mistake), 400_000)


@pytest.mark.usefixtures("mistaken")
def test_random_programs() -> None:
    assert fuzzed(0, 100_000).seen.keys() >= REACHED


@pytest.mark.full
@pytest.mark.usefixtures("mistaken")
def test_a_million_cycles_of_several_masters() -> None:
    assert fuzzed(0, 1_000_000, seed=2).seen.keys() >= REACHED
