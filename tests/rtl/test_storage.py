"""Runs ``storage_tests.py`` in cocotb: the storage unit, whole, as its host has it."""

from __future__ import annotations

import random
import re
from enum import IntEnum
from pathlib import Path

import pytest
from cocotb_tools.runner import VerilatorControlFile, get_runner
from storage_model import Model, ecb, traffic

from silicrypt import catalog
from silicrypt.paths import hw_root
from silicrypt.verify import storage
from silicrypt.verify.storage_host import (
    BLOCK,
    End,
    Event,
    Function,
    Host,
    Program,
    Read,
    Receive,
    Register,
    Send,
    Status,
    padded,
    unpadded,
)

TOP = "sil_storage_unit"
ROOT = Path(__file__).parents[2]


def build(folder: Path, parameters: dict[str, int]) -> None:
    """Compiles the unit for cocotb."""
    wrapper = catalog.WRAPPERS[TOP]
    design = catalog.get(wrapper.design)
    args = design.verilator_args()
    waivers = [VerilatorControlFile(Path(arg)) for arg in args if not arg.startswith("-")]
    sources = [*design.sources(design.whole), *wrapper.sources]
    get_runner("verilator").build(
        sources=[*waivers, *sources],
        hdl_toplevel=TOP,
        build_args=[*(f"-G{name}={value}" for name, value in parameters.items()), "-Wno-fatal"],
        build_dir=folder / "build",
        timescale=("1ns", "1ps"),
    )


def run(folder: Path, parameters: dict[str, int], cases: str, patch: pytest.MonkeyPatch) -> None:
    """Runs the tests whose names begin so on what was built."""
    patch.setenv("SILICRYPT_TEST_BANK_WORDS", str(parameters["BankWords"]))
    patch.setenv("COCOTB_RANDOM_SEED", "1")
    patch.setenv("COCOTB_TEST_FILTER", cases)
    get_runner("verilator").test(
        test_module="storage_tests",
        hdl_toplevel=TOP,
        hdl_toplevel_lang="verilog",
        build_dir=folder / "build",
        test_dir=Path(__file__).parent,
        results_xml=str(folder / "results.xml"),
    )


@pytest.mark.usefixtures("verilator_on_path")
def test_unit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The forms of an S-box are proved equal; that of rows is the quickest to compile with every
    # signal visible.
    parameters = {"BankWords": 64, "Sbox": 0}
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
    assert {f"{prefix}{one.name}": int(one) for one in names}.items() <= found.items()


def test_a_file() -> None:
    """The six steps of the paper, compiled: this library's page, there and back, by either core."""
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
    """What the page states of each function."""
    rounds = key_bits // 32 + 6
    one, many = storage.measure(key_bits, 1), storage.measure(key_bits, 64)
    assert one.functions[Function.LOAD] == key_bits // 32 + 3
    assert one.functions[Function.KEY_EXPANSION] == {128: 129, 192: 121, 256: 163}[key_bits]
    assert (one.functions[Function.MESSAGES], one.messages) == (19, 9)
    for count, found in ((1, one), (64, many)):
        assert found.functions[Function.DMA_IN] == 4 * count + 2
        assert found.functions[Function.DMA_OUT] == 4 * count + 3
        assert found.functions[Function.CIPHER_SEQ] == (19 * rounds + 21) * count + 5
        for kind in ("SEQ", "PAR"):
            straight, inverse = Function[f"CIPHER_{kind}"], Function[f"INV_CIPHER_{kind}"]
            assert found.functions[straight] == found.functions[inverse]
    assert one.functions[Function.CIPHER_PAR] == 5 * (rounds + 1) + 18
    assert many.functions[Function.CIPHER_PAR] < 64 * (rounds + 1) + 5 * (rounds + 1) + 18


def _contents(host: Host) -> Program[bytes]:
    yield from host.grant(0)
    return (yield from host.get(0, 4 * host.bank_bytes))


@pytest.mark.parametrize("seed", [1, 2])
def test_random_traffic(seed: int) -> None:
    """Any accesses to any addresses, commands and transfers among them, against a model."""
    rng, host = random.Random(seed), Host()
    model, size = Model(host.bank_words), 4 * host.bank_bytes
    model.moved = model.plain[Register.DMA_WORDS] = host.bank_bytes
    busy = 1 << Status.BUSY | 1 << Status.DMA_BUSY | 1 << Status.WIPING
    ends = set()
    with storage.session(power_on=seed) as unit:
        unit.run(host.ready())
        unit.run(host.put(0, bytes(size)))
        unit.run(host.write(Register.EVENTS, 7))
        for step in range(1200):
            operation = traffic(rng, model)
            expected, answer = model.answer(operation), unit.answer(operation)
            assert answer.response == expected.response, f"{step}: {operation}"
            if isinstance(operation, Read) and expected.value is not None:
                assert answer.value == expected.value, f"{step}: {operation}"
            if not expected.starts:
                continue
            if expected.send:
                unit.answer(Send(expected.send))
            while (status := unit.run(host.read(Register.STATUS))) & busy:
                pass
            received = unit.answer(Receive(len(expected.receive))).data
            assert received == expected.receive
            fields: dict[int, int] = {Register.COMMAND: 12, Register.DMA_COMMAND: 20}
            place = fields.get(operation.address - host.address(0))
            if place is not None:
                assert status >> place & 7 == model.end, f"{step}: {operation}"
                ends.add(model.end)
        assert unit.run(_contents(host)) == bytes(model.memory)
    assert {End.DONE, End.NOT_OWNER, End.OUTSIDE, End.NO_KEY} <= ends
