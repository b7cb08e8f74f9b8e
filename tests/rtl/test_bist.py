"""Runs ``bist_tests.py`` in cocotb: the complete self-test, as on the board."""

from __future__ import annotations

import functools
import json
import operator
import re
from collections.abc import Sequence
from pathlib import Path

import bist_vectors
import pytest
from cocotb_model import Model, Visible, run

from passed import Passed, bench_key
from planted import broken, chosen, load, once
from silicrypt import catalog, targets
from silicrypt.catalog import DesignPoint
from silicrypt.verify import checkers

BENCH = Path(__file__).with_name("bist_tests.py")
TOP = targets.BOARDS["ulx3s-85f"].top
#: The LED is off for half of 2^12 cycles, which is longer than any vector takes.
BLINK_BITS = 12


def test_the_vectors_are_those_of_the_standards_files() -> None:
    assert bist_vectors.PATH.read_text(encoding="utf-8") == bist_vectors.render()


def test_results_have_both_values_and_switches_select_every_vector() -> None:
    """The results of a set have each bit at 0 and at 1. Four switches select a vector."""
    sizes = dict[str, int]()
    for one in bist_vectors.sets():
        digests = [vector.digest for vector in one.vectors]
        assert bist_vectors.unseen(digests) == 0
        assert bist_vectors.unseen([vector.digest for vector in one.published]) != 0
        sizes[one.name] = len(one.vectors)
    assert max(sizes.values()) <= 16
    # The vectors of the two hashes alternate.
    assert sizes["HMAC-MD5"] == sizes["HMAC-SHA-1"] <= 8


def results(point: DesignPoint) -> list[str]:
    """Returns the expected result of each vector, in hexadecimal, for one or both hashes."""
    found = {one.name: [v.digest.hex() for v in one.vectors] for one in bist_vectors.sets()}
    if point.algorithm.enum != "MD5_SHA1":
        return found[point.computes]
    pairs = zip(found["HMAC-MD5"], found["HMAC-SHA-1"], strict=True)
    return [result for pair in pairs for result in pair]


def late(point: DesignPoint) -> int:
    """Returns the bits of a result that the published vectors show at one value only.

    Bit 0 is the lowest bit of the first byte, as in the hardware.
    """
    either = point.algorithm.enum == "MD5_SHA1"
    name = "HMAC-SHA-1" if either else point.computes
    (one,) = (one for one in bist_vectors.sets() if one.name == name)
    digests = [int.from_bytes(vector.digest, "little") for vector in one.published]
    ones = functools.reduce(operator.or_, digests)
    zeros = functools.reduce(operator.and_, digests)
    return 2**one.algorithm.digest_bits - 1 & ~ones | zeros


#: Signals that the tests read in addition to the pins of the board.
VISIBLE = (
    *(Visible("sil_bist", port) for port in ("?_tvalid", "?_tready", "?_tid", "m_tlast")),
    *(
        Visible("sil_bist", port)
        for port in ("s_tdata", "s_tuser", "s_tmatch", "keyed_i", "state_q")
    ),
    *(Visible("sil_bist_h*", name, writable=True) for name in ("stuck_at", "stuck_value")),
    Visible("sil_bist_sequencer", "read_o"),
    Visible("sil_md_slots", "busy_q"),
    *(Visible("sil_hmac_engine", signal) for signal in ("idle", "loading")),
)


def model_of(point: DesignPoint, sources: Sequence[Path]) -> Model:
    """Returns the self-test machine with its core."""
    arguments = [*catalog.self_test(point, TOP).verilator_args(), f"-GBlinkBits={BLINK_BITS}"]
    return Model.of(TOP, sources, arguments, VISIBLE)


#: Verilator's switch for all assertions. A checker would end the simulation of broken hardware
#: before the self-test finds the mistake.
NO_CHECKERS = "+verilator+noassert"

#: The outputs of the unit under test, by the ports of sil_bist. Bit b of output i has the number
#: 1024 i + b.
OUTPUTS = ("m_tready", "s_tdata", "s_tuser", "s_tmatch", "s_tid", "s_tvalid", "keyed_i")
_SWITCH = """\
  int stuck_at = -1;
  bit stuck_value = 1'b0;
  function automatic logic [1023:0] held(int number, logic [1023:0] value);
    held = value;
    if (stuck_at >= number && stuck_at < number + 1024) held[10'(stuck_at)] = stuck_value;
  endfunction

"""


def with_switch(sources: Sequence[Path], folder: Path) -> tuple[Path, ...]:
    """Returns the sources with a switch that holds one bit of an output of the unit at one value.

    The switch is between the unit and `sil_bist`; a test sets `stuck_at` and `stuck_value`.
    """
    changed = []
    for path in sources:
        if path.name in ("sil_bist_hash.sv", "sil_bist_hmac.sv"):
            text = path.read_text(encoding="utf-8")
            for i, port in enumerate(OUTPUTS):
                held = rf".{port}($bits(\1)'(held({1024 * i}, 1024'(\1))))"
                text, count = re.subn(rf"\.{port}\s*\((\w+|1'b0)\)", held, text, count=1)
                assert count == 1, f"{path.name} connects no {port}: adapt this test"
            assert text.count("  sil_bist #(") == 1, f"{path.name}: adapt this test"
            text = text.replace("  sil_bist #(", f"{_SWITCH}  sil_bist #(")
            path = folder / path.name
            path.write_text(text, encoding="utf-8")
        changed.append(path)
    return tuple(changed)


def demand(
    model: Model,
    point: DesignPoint,
    cases: str,
    folder: Path,
    fails: int = 0,
    plusargs: Sequence[str] = (),
) -> None:
    """Runs the tests whose names match."""
    # The trial of a hash violates the framing on purpose.
    muted = () if point.unit.keyed else (checkers.UNCHECKED,)
    settings = {
        "SILICRYPT_TEST_RESULTS": json.dumps(results(point)),
        "SILICRYPT_TEST_OUTPUTS": json.dumps(OUTPUTS),
        "SILICRYPT_TEST_LATE": f"{late(point):x}",
        "SILICRYPT_TEST_CHANNELS": point.stages,
        "SILICRYPT_TEST_KEYED": int(point.unit.keyed),
        "SILICRYPT_TEST_BLINK_BITS": BLINK_BITS,
        "SILICRYPT_TEST_FAILS": fails,
    }
    run(
        model,
        "bist_tests",
        folder,
        cases=cases,
        settings=settings,
        plusargs=(*plusargs, *muted),
    )


@pytest.mark.parametrize(
    "name",
    [
        "sha1-pipe4",
        "sm3-fast",
        "hmac-md5-sha1-area",
        "hmac-sha1-pipe4",
        # These repeat the kinds of hardware above with twice as many output bits to hold.
        pytest.param("sha512-u2-pre", marks=pytest.mark.full),
        pytest.param("sha512-pipe2", marks=pytest.mark.full),
        pytest.param("hmac-sha512-fast", marks=pytest.mark.full),
    ],
)
def test_a_right_core(name: str, tmp_path: Path, passed: Passed) -> None:
    point = catalog.get(name)
    machine = catalog.self_test(point, TOP)
    key = bench_key(TOP, machine.sources("stream"), machine.verilator_args(), BENCH)
    passed.skip_if_before(key)
    cases = "right_|wrong_|every_" + "|full_" * (point.stages > 1)
    sources = with_switch(machine.sources("stream"), tmp_path)
    model = model_of(point, sources)
    demand(model, point, cases, tmp_path)
    demand(model, point, "stuck_", tmp_path / "stuck", plusargs=[NO_CHECKERS])
    passed.note(key)


MISTAKES = load("self_test")


@pytest.mark.usefixtures("broken_hardware")
@pytest.mark.parametrize(
    "name",
    [
        # The mistake with four channels is of the same kind; this needs a build of its own.
        pytest.param(name, marks=pytest.mark.full) if name == "channels mixed up" else name
        for name in MISTAKES
    ],
)
def test_a_broken_core(name: str, tmp_path: Path, passed: Passed) -> None:
    """All mistakes of a configuration are in one build; one of them is active."""
    mistake = MISTAKES[name]
    point = catalog.get(mistake.design)
    machine = catalog.self_test(point, TOP)
    right = machine.sources("stream")
    with once(passed, mistake, bench_key(TOP, right, machine.verilator_args(), BENCH)):
        sources, number = broken(MISTAKES, name, right, tmp_path, TOP)
        asked = [chosen(number), NO_CHECKERS]
        demand(model_of(point, sources), point, "broken_", tmp_path, int(mistake.detail), asked)
