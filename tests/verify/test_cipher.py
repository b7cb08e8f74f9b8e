"""The bench of block ciphers: its checks pass, and they find mistakes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from passed import Passed, suite_key
from planted import broken, load, once, program
from silicrypt import catalog
from silicrypt.catalog import DesignPoint
from silicrypt.catalog.design_point import closure
from silicrypt.errors import ToolFailed
from silicrypt.tools import verilator, yosys
from silicrypt.verify import cipher_wire, native
from silicrypt.verify.aes_vectors import parse_vectors
from silicrypt.verify.checks import Effort
from silicrypt.verify.cipher_suite import CORE_CHECKS, checks_of
from silicrypt.verify.cipher_wire import (
    Action,
    Chain,
    CipherJob,
    CipherSubject,
    Item,
    build,
    model,
)

LITTLE = Effort(checkpoints=1, seeds=1, boundaries=1, random_bytes=1)
KEY = bytes(range(16))
BLOCK = bytes.fromhex("00112233445566778899aabbccddeeff")
RESULT = bytes.fromhex("69c4e0d86a7b0430d8cdb78070b4c55a")

MISTAKES = load("cipher_core")


def test_a_job_is_rendered_as_the_bench_reads_it() -> None:
    job = CipherJob(
        (Item(KEY, key=True), Item(BLOCK, decrypt=True, action=Action.WIPE, after=7, wait=9))
    )
    text = cipher_wire.render(job)
    assert text[:1] == b"m"
    assert text.endswith(
        b"\x04\x02\0\xff\xff\0\0\x07\0\0\0\x09\0" + bytes(16) + b"\x10\0\0\0" + BLOCK
    )
    assert cipher_wire.render(Chain(KEY, BLOCK, 1000, decrypt=False)) == (
        b"c\0\xe8\x03\0\0\x10" + KEY + BLOCK
    )


def test_a_reply_that_stops_is_no_reply() -> None:
    subject = CipherSubject(catalog.get("aes128-fast"), "core", Path("none"))
    with pytest.raises(ToolFailed, match="middle of a reply"):
        native.parse(b"\0\0\0\0\1", subject.decode)


def test_vectors_are_read_in_both_directions() -> None:
    text = f"[ENCRYPT]\n\nCOUNT = 0\nKEY = {KEY.hex()}\nPLAINTEXT = {BLOCK.hex()}\n"
    text += f"CIPHERTEXT = {RESULT.hex()}\n\n[DECRYPT]\n\nCOUNT = 0\nKEY = {KEY.hex()}\n"
    text += f"CIPHERTEXT = {RESULT.hex()}\nPLAINTEXT = {BLOCK.hex()}\n"
    assert [(v.data, v.result, v.decrypt) for v in parse_vectors(text)] == [
        (BLOCK, RESULT, False),
        (RESULT, BLOCK, True),
    ]


#: Gates of two inputs (AND, XOR) and multiplexers.
GATES = {"ENCRYPT": (36, 79, 0), "DECRYPT": (36, 111, 0), "BOTH": (36, 111, 16)}


@pytest.mark.parametrize(("direction", "gates"), GATES.items())
def test_the_composite_s_box_has_the_gates_that_its_page_says(
    direction: str, gates: tuple[int, int, int], tmp_path: Path
) -> None:
    names = list[str]()
    given = ["Sbox=sil_aes_pkg::COMPOSITE", f"Direction=sil_aes_pkg::{direction}"]
    for path in closure("sil_aes_sbox", given):
        (tmp_path / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
        names.append(path.name)
    form = f"-G Sbox=sil_aes_pkg::COMPOSITE -G Direction=sil_aes_pkg::{direction}"
    script = f"read_slang --top sil_aes_sbox {form} {' '.join(names)}\n"
    script += "flatten\nproc\nopt -full\nsimplemap\nopt_clean\ntee -o stat.txt stat\n"
    yosys.run(script, tmp_path)
    cells = {
        words[-1]: int(words[0])
        for line in (tmp_path / "stat.txt").read_text(encoding="utf-8").splitlines()
        if (words := line.split()) and words[-1].startswith("$_")
    }
    added = 8 * (direction == "BOTH")  # key_i, which is not part of the S-box
    found = [cells.pop(f"$_{gate}_", 0) for gate in ("AND", "XOR", "MUX")]
    assert (found[0], found[1] - added, found[2]) == gates
    assert not cells


def test_the_standard_s_example_of_a_million_blocks() -> None:
    """GB/T 32907-2016 A.2, by the library that all other results are compared with."""
    block = key = bytes.fromhex("0123456789abcdeffedcba9876543210")
    encryptor = Cipher(algorithms.SM4(key), modes.ECB()).encryptor()
    for _ in range(1_000_000):
        block = encryptor.update(block)
    assert block.hex() == "595298c7c6fd271f0402f804c33d3f66"


@pytest.mark.full
def test_the_hardware_computes_the_example_of_a_million_blocks() -> None:
    block = bytes.fromhex("0123456789abcdeffedcba9876543210")
    job = Chain(block, block, 1_000_000, decrypt=False)
    (reply,) = model(catalog.get("sm4-u4"), "core").run([job])
    assert reply.outcomes[-1].result is not None
    assert reply.outcomes[-1].result.hex() == "595298c7c6fd271f0402f804c33d3f66"


def findings(point: DesignPoint, program: Path, check: str = "") -> list[str]:
    """Returns what the checks find in a core, or what one check finds with more seeds."""
    subject = CipherSubject(point, "core", program)
    checks = checks_of(point, "core")
    if check:
        return checks[check](subject, replace(LITTLE, seeds=16))[0]
    return [found for examine in checks.values() for found in examine(subject, LITTLE)[0]]


@pytest.mark.usefixtures("broken_hardware")
@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_found(name: str, tmp_path: Path, passed: Passed) -> None:
    """A build with all mistakes of a core is correct if none is active."""
    mistake = MISTAKES[name]
    point = catalog.get(mistake.design)
    with once(passed, mistake, suite_key(point)):
        sources, number = broken(MISTAKES, name, point.sources("core"), tmp_path, point.top("core"))
        bench = verilator.executable(build(point, "core", sources))
        assert findings(point, program(bench, number, tmp_path), mistake.check)
        if number == 1:
            assert not findings(point, program(bench, 0, tmp_path))


@pytest.mark.parametrize(
    "parameters",
    [
        "KeyBits = 0, Direction = 'BOTH'",
        "KeyBits = 256, Direction = 'DECRYPT', Sbox = 'TABLE'",
        pytest.param("KeyBits = 192, Sbox = 'COMPOSITE'", marks=pytest.mark.full),
    ],
)
def test_the_functions_of_a_block_in_turn_give_its_result(parameters: str) -> None:
    entry = f"[config.x]\nunit = 'aes-stepwise'\nparameters = {{ {parameters} }}"
    point = catalog.parse(entry)["x"]
    subject = model(point, "core")
    for name in ("standard's examples", "several blocks", "latency of keys and blocks"):
        failures, cases, _ = CORE_CHECKS[name](subject, LITTLE)
        assert cases
        assert failures == []


def test_what_was_in_flight_at_a_wipe_is_lost() -> None:
    point = catalog.get("aes128-par")
    key = Item(KEY, key=True)
    items = (key, Item(BLOCK, action=Action.WIPE, after=5), key, Item(BLOCK))
    (reply,) = model(point, "core").run([CipherJob(items)])
    assert [outcome.lost for outcome in reply.outcomes] == [False, True, False, False]
    assert reply.outcomes[3].result == RESULT
