"""Runs ``mapped_gcm_tests.py`` in cocotb, and plants mistakes in the registers of AES-GCM."""

from __future__ import annotations

from pathlib import Path

import pytest
from cocotb_model import ALL, Model, run

from passed import Passed, bench_key
from planted import broken, chosen, load
from silicrypt import catalog
from silicrypt.errors import ToolFailed, UnitFailed
from silicrypt.flow.synth import design_of, synthesize
from silicrypt.results.store import Store
from silicrypt.tools import yosys
from silicrypt.verify import native, register_gcm, register_suite, suites
from silicrypt.verify.checkers import UNCHECKED
from silicrypt.verify.checks import Effort

FOLDER = Path(__file__).parent


@pytest.mark.parametrize(
    "name",
    [
        "aes128-gcm-axil",
        *(
            pytest.param(name, marks=pytest.mark.full)
            for name in ("aes128-gcm-apb", "aes128-gcm-held-axil", "aes128-gcm-small-axil")
        ),
    ],
)
def test_unit(name: str, tmp_path: Path, passed: Passed) -> None:
    point = catalog.get(name)
    top = point.top("stream")
    model = Model.of(top, point.sources("stream"), point.verilator_args(), ALL)
    key = bench_key(model.top, model.sources, model.arguments, FOLDER)
    passed.skip_if_before(key)
    run(model, "mapped_gcm_tests", tmp_path, settings={"SILICRYPT_TEST_BUS": point.unit.interface})
    passed.note(key)


@pytest.mark.full
@pytest.mark.parametrize(
    "name", ["aes128-gcm-axil", "aes-gcm-apb", "aes128-gcm-held-axil", "aes128-gcm-small-apb"]
)
def test_the_suite_passes(name: str) -> None:
    found = suites.verify(catalog.get(name))
    assert found.passed, [one for one in found.checks if not one.passed]
    assert [one.name for one in found.checks] == [*register_gcm.CHECKS]


_LITTLE = Effort(checkpoints=1, seeds=2, boundaries=1, random_bytes=100)
_MISTAKES = load("registers_gcm")


@pytest.mark.usefixtures("broken_hardware")
@pytest.mark.parametrize("name", _MISTAKES)
def test_the_suite_notices_a_mistake(name: str, tmp_path: Path) -> None:
    assert _found(name, tmp_path, active=True)


@pytest.mark.usefixtures("broken_hardware")
@pytest.mark.parametrize("name", _MISTAKES)
def test_the_check_passes_without_the_mistake(name: str, tmp_path: Path) -> None:
    assert not _found(name, tmp_path, active=False)


def _found(name: str, folder: Path, *, active: bool) -> list[str]:
    """Returns what the check finds on hardware in which the mistake is active or none is."""
    mistake = _MISTAKES[name]
    point = catalog.get(mistake.design)
    right, top = point.sources("stream"), point.top("stream")
    sources, number = broken(_MISTAKES, name, right, folder, top)
    build = register_suite.build(point, "stream", sources)
    plusargs = (chosen(number * active), *([UNCHECKED] if mistake.check == "framing" else []))
    try:
        with native.running(build, 1, plusargs) as pipe:
            subject = register_suite.RegisterSubject(point, register_suite.RegisterSession(pipe))
            return register_gcm.CHECKS[mistake.check](subject, _LITTLE)[0]
    except (UnitFailed, ToolFailed) as error:  # an access that is refused, or a protocol checker
        return [str(error)]


#: Lookup tables of the registers on AXI4-Lite with stream ports.
_LIMIT_LUT4 = 650


@pytest.mark.full
def test_the_registers_are_small() -> None:
    store, luts = Store(), list[int]()
    for name in ("aes128-gcm", "aes128-gcm-axil"):
        design = design_of(catalog.get(name), "ecp5-85k", "stream")
        stat = yosys.parse_stat((synthesize(design, store).folder / yosys.STAT).read_text())
        luts.append(stat.count("LUT4"))
    assert luts[1] - luts[0] <= _LIMIT_LUT4
