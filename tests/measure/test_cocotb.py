"""Cores that a cocotb driver of the user operates."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from silicrypt import targets
from silicrypt.errors import BadInput, NotVerified
from silicrypt.measure import cocotb_core, core_checks, core_file, core_sources, functions
from silicrypt.measure.cocotb_core import CocotbModel
from silicrypt.measure.driver import CoreJob, JobOutcome
from silicrypt.measure.measurement import Work
from silicrypt.results.store import Store
from silicrypt.tools import verilator

from .conftest import CORES, design

pytestmark = pytest.mark.recorded()


@pytest.fixture(scope="module")
def model() -> CocotbModel:
    store = Store()
    return CocotbModel(design(CORES / "cocotb.toml").with_front(store), store)


def changed(model: CocotbModel, **changes: object) -> CocotbModel:
    """Returns a core with other keys of its file."""
    core = model.design.core.model_copy(update=changes)
    parsed = replace(model.design.parsed, core=core)
    own = core_sources.resolve(parsed)
    return replace(model, design=replace(model.design, parsed=parsed, own=own))


def with_driver(model: CocotbModel, folder: Path, text: str) -> CocotbModel:
    """Returns the core with another driver."""
    driver = folder / "driver.py"
    driver.write_text(text)
    interface = model.design.core.interface.model_copy(update={"cocotb": str(driver)})
    return changed(model, interface=interface)


def mystery(
    folder: Path, driver: str, more: str = "block_bits = 512\n"
) -> core_file.ParsedCoreFile:
    """Returns a core of an algorithm that is not in the catalogue, with the text of its driver."""
    text = (CORES / "cocotb.toml").read_text().replace('"sha256"', '"mystery"')
    (folder / "core.toml").write_text(text + more)
    if driver:
        (folder / "driver.py").write_text(driver)
    return core_file.load(folder / "core.toml")


def test_a_core_is_verified_and_counted(model):
    checks, counts = cocotb_core.verify(model)
    assert sum(one.cases for one in checks) == 65 + 14
    assert counts.cycles_per_block == 66


@pytest.mark.parametrize("smallest", [200, 600])
def test_the_cycles_of_a_core_that_takes_long_messages_alone_are_counted(smallest, model):
    counts = cocotb_core.verify(changed(model, smallest=smallest))[1]
    assert counts.cycles_per_block == 66


@pytest.mark.parametrize(("fault", "says"), [(1, "instead of"), (5, "did not end within 5000")])
def test_a_wrong_core_is_refused(fault, says, model):
    with pytest.raises(NotVerified, match=says):
        cocotb_core.verify(changed(model, tie={"fault": fault}))


def test_a_mistake_in_the_driver_is_told(model, tmp_path):
    text = "async def compute(dut, data, key, decrypt):\n    return dut.nothing.value\n"
    wrong = with_driver(model, tmp_path, text)
    (tmp_path / "driver.py").unlink()  # its text is a part of the design
    with pytest.raises(NotVerified, match="nothing"):
        cocotb_core.verify(wrong)
    with pytest.raises(BadInput, match=r"interface\.cocotb: cannot read .*driver.py: No such file"):
        core_sources.resolve(wrong.design.parsed)


def test_a_start_that_does_not_end_is_told(model, tmp_path):
    text = "from cocotb.triggers import FallingEdge\nasync def start(dut):\n"
    text += "    while True:\n        await FallingEdge(dut.clk)\n"
    wrong = with_driver(model, tmp_path, text)
    with pytest.raises(NotVerified, match=r"start\(\) did not end within 5000 cycles"):
        wrong.run([])


def test_a_driver_runs_outside_the_store_with_the_processor_time_of_the_user(
    model, tmp_path, monkeypatch
):
    text = "import os, resource\nasync def start(dut):\n    raise ValueError("
    text += "(os.environ['SILICRYPT_JOBS'], resource.getrlimit(resource.RLIMIT_CPU)[0]))\n"
    told = with_driver(model, tmp_path, text)
    monkeypatch.setenv("SILICRYPT_TIMEOUT", "4000.5")
    with pytest.raises(NotVerified, match=r"jobs\.json', 4001\)") as caught:
        told.run([])
    assert str(model.store.root) not in str(caught.value)


def test_an_algorithm_that_is_not_in_the_catalogue_needs_vectors(tmp_path):
    with pytest.raises(BadInput, match=r"block_bits: mystery is"):
        functions.function_of(mystery(tmp_path, "", more=""))
    with pytest.raises(BadInput, match=r"interface\.cocotb: mystery is"):
        functions.function_of(mystery(tmp_path, ""))
    alike = 'def vectors():\n    return [(bytes(63), None, b"1"), (bytes(1), b"key", b"2")]\n'
    with pytest.raises(BadInput, match=r"lengths differ by a block \(512 bits\) or more"):
        functions.function_of(mystery(tmp_path, alike))
    code = 'def vectors():\n    return [(b"", None, b"1"), (bytes(640), None, b"2")]\n'
    parsed = mystery(tmp_path, code)
    (section,) = core_checks.groups(parsed.core, functions.function_of(parsed))
    assert section.expected == ([b"1"], [b"2"])


def test_a_driver_does_not_write_to_standard_output_or_end_silicrypt(tmp_path, capsys):
    code = (
        "import sys\nprint('on import')\ndef vectors():\n    print('in vectors')\n    sys.exit(3)\n"
    )
    with pytest.raises(BadInput, match=r"key interface\.cocotb: .*driver\.py.*SystemExit\(3\)"):
        functions.function_of(mystery(tmp_path, code))
    assert capsys.readouterr() == ("", "on import\nin vectors\n")


def test_another_order_of_files_front_or_compiler_is_another_program(model, monkeypatch):
    keys = list[str]()
    monkeypatch.setattr(Store, "get", lambda _, kind, key, build: keys.append(key) or Path())
    own = model.design.own
    two = (*own.compiled, replace(own.compiled[0], path="other.v"))
    for compiled in (two, two[::-1]):
        design = replace(model.design, own=replace(own, compiled=compiled))
        replace(model, design=design)._program()
    replace(model, design=replace(model.design, front="read_verilog"))._program()
    model._program()
    monkeypatch.setattr(verilator, "compiler_version", lambda: "another")
    model._program()
    assert len(set(keys)) == len(keys) == 5


def test_verilator_is_that_of_silicrypt(monkeypatch):
    monkeypatch.setenv("VERILATOR_ROOT", "/another")
    same = f'test "$VERILATOR_ROOT" = {verilator.root()}'
    cocotb_core._tool(["sh", "-c", same])


def test_a_longer_message_must_take_more_cycles():
    function = functions.get("sha256")
    jobs = [CoreJob([bytes(size)], []) for size in (39, 551)]
    outcomes = [JobOutcome(first=0, done=70), JobOutcome(first=0, done=614)]
    assert core_checks.rise(function, jobs, outcomes) == (544, 8)
    with pytest.raises(NotVerified, match="551 bytes takes no more cycles than one of 39"):
        core_checks.rise(function, jobs, outcomes[:1] * 2)


@pytest.mark.parametrize(
    ("vectors", "says"),
    [
        ('(b"", None, b""), (bytes(640), None, b"2")', "the result of a vector is empty"),
        ('(b"", None, 5), (bytes(640), None, b"2")', "the result of a vector is bytes, not 5"),
        ('("", None, b"1"), (bytes(640), None, b"2")', "the data of a vector is bytes, not ''"),
        ('(b"", 7, b"1"), (bytes(640), None, b"2")', "the key of a vector is bytes, not 7"),
        ('(b"", None, b"1"), (bytes(640), None, b"1")', "the same result for all messages"),
        (
            '(b"", None, b"1"), (bytes(640), None, b"2"), (b"", b"", b"3")',
            "two results of one message of 0 bytes",
        ),
    ],
)
def test_vectors_that_verify_nothing_are_refused(vectors, says, tmp_path):
    with pytest.raises(BadInput, match=says):
        functions.function_of(mystery(tmp_path, f"def vectors():\n    return [{vectors}]\n"))


def test_a_result_that_is_a_number_is_refused(model, tmp_path):
    """``bytes(32)`` would be 32 zeros."""
    text = "async def compute(dut, data, key, decrypt):\n    return 32\n"
    wrong = with_driver(model, tmp_path, text)
    with pytest.raises(NotVerified, match=r"compute\(\) returns bytes, not 32"):
        wrong.run([CoreJob([b""], [])])


def test_a_cipher_that_takes_no_cycles_is_refused():
    function = functions.get("aes128")
    jobs = [CoreJob([bytes(16)], [bytes(16)])] * 4
    outcomes = [JobOutcome([bytes(16)]) for _ in jobs]
    with pytest.raises(NotVerified, match=r"compute\(\) takes no cycles for a block"):
        cocotb_core._counts(function, core_checks.computed(function, "blocks", jobs), outcomes)


def test_other_vectors_are_another_run(tmp_path):
    """A driver can read its vectors from a file, which is no part of its text."""
    (tmp_path / "sha256_ports.v").write_text((CORES / "sha256_ports.v").read_text())
    code = "from pathlib import Path\ndef vectors():\n"
    code += "    last = (Path(__file__).parent / 'last').read_bytes()\n"
    code += "    return [(b'', None, b'1'), (bytes(640), None, last)]\n"
    parsed, runs = mystery(tmp_path, code), set[str]()
    for last in (b"2", b"3", b"2"):
        (tmp_path / "last").write_bytes(last)
        runs.add(Work.of(parsed, targets.get("ecp5-85k"), (1,)).run_id)
    assert len(runs) == 2
