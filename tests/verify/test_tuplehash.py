"""TupleHash: the model gives NIST's examples, netlists pass, and checks find mistakes."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from passed import Passed, suite_key
from silicrypt import catalog
from silicrypt.catalog.tuplehash import HEADER, Operation, TupleFormulas
from silicrypt.models.kmac import left_encode, right_encode
from silicrypt.paths import hw_root
from silicrypt.tools import yosys
from silicrypt.verify.kdf_functions import function_of
from silicrypt.verify.kdf_request import Request
from silicrypt.verify.suites import verify
from silicrypt.verify.tuple_functions import tuple_request

POINTS = [name for name, point in catalog.load().items() if point.unit.name == "tuplehash"]


@pytest.mark.parametrize("name", ["tuplehash128-fast", "tuplehash256-fast"])
def test_the_reference_gives_the_examples(name: str) -> None:
    """They are six of NIST, and a string with 8192 bytes of another implementation."""
    point = catalog.get(name)
    known, answer = list(function_of(point).known(point, 100)), function_of(point).answering(point)
    assert [answer(*asked) for asked, _ in known] == [result for _, result in known]
    operations = [asked[0].operation for asked, _ in known]
    assert [operations.count(one) for one in Operation] == [4, 3]


def test_the_reference_refuses_headers_of_other_lengths() -> None:
    point = catalog.get("tuplehash128-fast")
    answer = function_of(point).answering(point)
    one = tuple_request(Operation.TUPLEHASH, b"S", b"abc", b"", size=32)
    assert answer(one)
    for number, change in ((0, 1), (1, -1), (2, 1), (2, 2**32), (1, 2**63)):
        headers = list(one.headers)
        headers[number] += change
        assert answer(replace(one, headers=tuple(headers))) is None
    assert answer(Request((one.packets[0], b"short"), 32, 1)) is None
    assert answer(Request((*one.packets[:2], b""), 32, 2)) == answer(one)
    assert answer(replace(one, size=0)) is None
    assert answer(replace(one, operation=2)) is None


def test_a_request_keeps_its_headers_when_its_bytes_change() -> None:
    one = tuple_request(Operation.TUPLEHASH, b"S", b"abc", size=32)
    other = replace(one, packets=tuple(b"x" * len(packet) for packet in one.packets))
    assert [packet[:HEADER] for packet in other.packets] == [p[:HEADER] for p in one.packets]
    assert [packet[HEADER:] for packet in other.packets] == [b"x", b"xxx"]


def test_a_block_takes_the_cycles_of_a_permutation() -> None:
    for name, cycles, rate in (("tuplehash128-fast", 24, 168), ("tuplehash256-small", 1050, 136)):
        formulas = catalog.get(name).formulas
        assert isinstance(formulas, TupleFormulas)
        few, more = (formulas.cycles("stream", rate * blocks) for blocks in (2, 6))
        assert (formulas.cycles_per_block, more - few) == (cycles, 4 * cycles)


_WRAPPER = """
module encodings import sil_tuplehash_pkg::*; (
  input logic [31:0] size_i, output logic [67:0] left_o, output logic [67:0] right_o
);
  assign left_o = left_encode(bits_of(size_i));
  assign right_o = right_encode(bits_of(size_i), 8'h04);
endmodule
"""


def test_lengths_up_to_the_longest_are_encoded(tmp_path: Path) -> None:
    """Strings with encodings of five bytes are too long for a simulation."""
    (tmp_path / "encodings.sv").write_text(_WRAPPER)
    names = ("kmac", "tuplehash")
    files = [hw_root() / "mac" / name / f"sil_{name}_pkg.sv" for name in names]
    edges = [2**bits for bits in (5, 13, 21, 29)]
    sizes = [0, 1, *(edge - less for edge in edges for less in (1, 0)), 0x12345678, 2**32 - 1]
    read = " ".join(["read_slang --top encodings", *map(str, files), "encodings.sv"])
    values = [f"eval -set size_i 32'd{size} -show left_o -show right_o" for size in sizes]
    log = yosys.run("\n".join([read, "proc", "opt", *values, ""]), tmp_path)
    found = [int(bits, 2) for bits in re.findall(r"Eval result: \\\w+ = 68'([01]+)", log)]
    expected = list[int]()
    for size in sizes:
        for text in (left_encode(8 * size), right_encode(8 * size) + b"\x04"):
            expected.append(len(text) << 64 | int.from_bytes(text, "little"))
    assert found == expected


@pytest.mark.parametrize(
    "parameters", ["Strength = 128, Lanes = 1", "Strength = 256, ClockGate = 1"]
)
def test_an_unnamed_design_point_passes(parameters: str, passed: Passed) -> None:
    text = f'[config.other]\nunit = "tuplehash"\nparameters = {{ {parameters} }}\n'
    point = catalog.parse(text)["other"]
    key = suite_key(point)
    passed.skip_if_before(key)
    assert [c for c in verify(point, "quick").checks if not c.passed] == []
    passed.note(key)
