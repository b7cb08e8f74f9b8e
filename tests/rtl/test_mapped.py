"""Runs ``mapped_tests.py`` in cocotb: memory-mapped units on AXI4-Lite and APB."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from cocotb_model import ALL, Model, run, run_once

from passed import Passed, bench_key, suite_key
from planted import Change, replaced
from silicrypt import catalog
from silicrypt.base.scope import silent
from silicrypt.drivers import registers
from silicrypt.drivers.maps import AesControl, AesRegister, AesStatus
from silicrypt.errors import ToolFailed
from silicrypt.flow.synth import design_of, synthesize
from silicrypt.paths import hw_root
from silicrypt.results.store import Store
from silicrypt.tools import yosys
from silicrypt.verify import register_suite, suites
from silicrypt.verify.checks import Effort

BENCH = Path(__file__).with_name("mapped_tests.py")
ALWAYS = "sha256-fast-apb"
_UNITS = (
    *("sha256-fast-axil", "sha256-fast-apb", "hmac-sha256-fast-axil", "hmac-sha256-short-axil"),
    *(
        pytest.param(f"{name}-apb", marks=pytest.mark.full)
        for name in ("hmac-sha256-fast", "hmac-sha512-short", "sha3-256-fast")
    ),
    *(
        pytest.param(f"{name}-axil", marks=pytest.mark.full)
        for name in (
            *("sha512-u2", "md5-fast", "sha1-fast", "sm3-fast", "shat128-u4", "shat384-gated"),
            *("sha3-256-fast", "sha3-512-fast", "sha3-256-small", "ascon-hash256-fast"),
            *("hmac-sha1-u1", "hmac-sha512-fast", "hmac-md5-fast", "hmac-md5-sha1-area"),
            *("hmac-md5-short", "hmac-sha1-short"),
        )
    ),
)


@pytest.mark.parametrize("name", _UNITS)
def test_unit(name: str, tmp_path: Path, passed: Passed) -> None:
    """One unit runs every time; the others where they did not pass before."""
    point = catalog.get(name)
    top = point.top("stream")
    model = Model.of(top, point.sources("stream"), point.verilator_args(), ALL)
    key = bench_key(model.top, model.sources, model.arguments, BENCH)
    if name != ALWAYS:
        passed.skip_if_before(key)
    run(model, "mapped_tests", tmp_path, settings={"SILICRYPT_TEST_CONFIG": name})
    passed.note(key)


#: Lookup tables of the registers on AXI4-Lite with a stream port.
_LIMIT_LUT4 = 400


@pytest.mark.full
def test_the_registers_are_small() -> None:
    store, luts = Store(), list[int]()
    for name in ("sha256-fast", "sha256-fast-axil"):
        design = design_of(catalog.get(name), "ecp5-85k", "stream")
        stat = yosys.parse_stat((synthesize(design, store).folder / yosys.STAT).read_text())
        luts.append(stat.count("LUT4"))
    assert luts[1] - luts[0] <= _LIMIT_LUT4


@pytest.mark.full
@pytest.mark.parametrize(
    "name",
    [
        *("hmac-sha256-fast-axil", "sha256-fast-apb", "aes128-par-apb", "sm4-fast-axil"),
        *("sha3-256-fast-axil", "sha3-256-fast-apb", "ascon-hash256-fast-axil"),
        *("hmac-sha256-short-axil", "hmac-sha512-short-apb"),
        *("hmac-sha1-short-axil", "hmac-md5-short-apb"),
    ],
)
def test_the_suite_passes(name: str) -> None:
    found = suites.verify(catalog.get(name))
    assert found.passed, [one for one in found.checks if not one.passed]


_LITTLE = Effort(checkpoints=1, seeds=4, boundaries=1, random_bytes=400)
#: Mistakes around SHA-3, and the check of the suite that must notice each.
_MISTAKES = {
    "a wipe that does not reset the core": (
        Change("sil_sha3_mapped.sv", "core_rst_n", "rst_ni", ".rst_ni  ("),
        "first cycles",
    ),
    "all bytes of the last beat": (
        Change("sil_sha3_mapped.sv", "core_tkeep", "'1", ".s_tkeep ("),
        "messages",
    ),
    "an inverted byte on the stream": (
        Change("sil_mapped_bytes.sv", "s_tdata[8*i+:8]", "~s_tdata[8*i+:8]", "from_stream_i ? "),
        "messages by stream",
    ),
    "a word of a digest that is read a cycle early": (
        Change("sil_mapped_hash.sv", "waited_q", "1'b1", "request & (~digest | write_i | "),
        "messages",
    ),
    "a tkeep of the stream that is not read": (
        Change("sil_mapped_bytes.sv", "s_tkeep", "'1", "else if (taken) keep_q <= "),
        "framing",
    ),
}


@pytest.mark.parametrize("name", ["sha3-256-fast-axil", "sha3-256-fast-apb"])
@pytest.mark.parametrize("mistake", _MISTAKES)
def test_the_suite_notices(name: str, mistake: str, tmp_path: Path, passed: Passed) -> None:
    point, (change, check) = catalog.get(name), _MISTAKES[mistake]
    right = point.sources("stream")
    with passed.once(f"{suite_key(point)} {change}"):
        for sources, passes in ((right, True), (replaced(right, change, tmp_path), False)):
            builds = {"stream": register_suite.build(point, "stream", tuple(sources))}
            records = register_suite.perform(point, builds, _LITTLE, silent, (check,))
            assert [record.passed for record in records] == [passes], records[0].detail


@pytest.mark.parametrize(
    ("name", "alg"), [("sha3-256-fast-axil", "SHAKE128"), ("sha3-256-fast-apb", "SHAKE256")]
)
def test_the_hardware_refuses_a_digest_that_is_longer_than_its_register(
    name: str, alg: str
) -> None:
    point = catalog.get(name)
    point = replace(point, parameters={**point.parameters, "Alg": alg})
    build = register_suite.build(point, "stream", tuple(point.sources("stream")))
    with (
        pytest.raises(ToolFailed, match="Alg must be SHA3_224, SHA3_256, SHA3_384 or SHA3_512"),
        register_suite.session(build),
    ):
        pass


@pytest.mark.parametrize("name", ["aes128-par-axil", "aes128-ccm-axil"])
def test_a_wipe_is_busy_until_the_largest_fifo_is_overwritten(name: str) -> None:
    point = catalog.get(name)
    point = replace(point, parameters={**point.parameters, "FifoWords": 128})
    build = register_suite.build(point, "stream", tuple(point.sources("stream")))
    with register_suite.session(build) as unit:
        for cycles in range(8):
            unit.write(AesRegister.CONTROL, AesControl.WIPE)
            unit.idle(cycles)
            while (status := unit.read(AesRegister.STATUS)) & AesStatus.BUSY:
                pass
            assert status == AesStatus.SPACE, cycles


def test_generated_files_follow_from_the_descriptions() -> None:
    root = hw_root().parent
    stale = [
        name
        for name, text in registers.generate().items()
        if (root / name).read_text(encoding="utf-8") != text
    ]
    assert not stale, f"run 'silicrypt registers': {stale}"


@pytest.mark.parametrize(
    "name", ["aes128-par-axil", pytest.param("aes128-par-apb", marks=pytest.mark.full)]
)
def test_aes(name: str, tmp_path: Path, passed: Passed) -> None:
    point = catalog.get(name)
    top = point.top("stream")
    model = Model.of(top, point.sources("stream"), point.verilator_args(), ALL)
    given = {"SILICRYPT_TEST_BUS": point.unit.interface}
    run_once(passed, model, "mapped_aes_tests", tmp_path, given)
