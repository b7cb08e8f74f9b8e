"""The catalogue: names, parameters, and rules that Python and the RTL share."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from planted import load as planted_mistakes
from silicrypt import catalog, targets
from silicrypt.catalog import Algorithm, DesignPoint, Hash, Unit
from silicrypt.catalog.design_point import closure
from silicrypt.catalog.kdf import Kdf
from silicrypt.catalog.unit import Padding
from silicrypt.errors import BadInput, BadParameter, UnknownName
from silicrypt.paths import hw_root
from silicrypt.report import limits
from silicrypt.targets import BOARDS, PRIMITIVES
from silicrypt.tools import verilator
from silicrypt.verify import checkers, proofs

NUMBERS = {'"SHA512"': "3", '"GRAY"': "1", '"OTHER"': "9"}


def entry(parameters: str, unit: str = "sha2") -> str:
    named = catalog.UNITS[unit].named_by if unit in catalog.UNITS else None
    algorithm = 'Alg = "SHA512", ' if named == "Alg" and "Alg" not in parameters else ""
    return f'[config.x]\nunit = "{unit}"\nparameters = {{ {algorithm}{parameters} }}\n'


def test_every_parameter_has_a_value() -> None:
    for point in catalog.load().values():
        assert list(point.parameters) == list(point.unit.parameters)
        assert None not in point.parameters.values()


@pytest.mark.parametrize("unit", catalog.UNITS.values(), ids=lambda unit: unit.name)
def test_what_is_not_given_is_as_in_the_top_module(unit: Unit[Any]) -> None:
    for top in unit.tops.values():
        text = closure(top.module)[-1].read_text(encoding="utf-8")
        found = re.findall(r"^  parameter .*?(\w+) = (?:\w+::|1'b)?(\w+),?$", text, re.MULTILINE)
        values = dict(found)
        own = {name: v for name, v in unit.parameters.items() if name not in top.without}
        optional = {name: str(v) for name, v in own.items() if v is not None}
        assert {name: values[name] for name in optional} == optional


def test_every_algorithm_has_a_configuration() -> None:
    def own(one: Algorithm) -> Algorithm:
        """Returns the hash of a key derivation, as the algorithm of HMAC is its hash."""
        return one.inner if isinstance(one, Kdf) else one

    known = {own(one) for unit in catalog.UNITS.values() for one in unit.algorithms.values()}
    assert {own(point.algorithm) for point in catalog.load().values()} == known


@pytest.mark.recorded()
def test_every_source_exists_and_every_module_is_used() -> None:
    def files(point: DesignPoint, primitives: Sequence[str] = ()) -> Sequence[Path]:
        return point.sources(point.complete_level, primitives)

    points = catalog.load().values()
    used = {path for point in points for path in files(point)}
    for special in PRIMITIVES:
        folders = [hw_root() / "prim" / folder for folder in special]
        left = {path.name for folder in folders for path in folder.glob("*.sv")}
        for point in points:
            if left & {path.name for path in files(point)}:
                found = files(point, special)
                used |= {*found}
                left -= {path.name for path in found}
    used |= {path for wrapper in catalog.wrappers().values() for path in wrapper.sources()}
    used |= {
        path
        for board in BOARDS.values()
        for inside in ("sha512-u1", "hmac-sha1")
        for path in catalog.self_test(catalog.get(inside), board.top).sources("stream")
    }
    enables = targets.get("nangate45@area-enables").primitives
    used |= set(catalog.get("shat128-gated").sources("core", enables))
    used |= set(closure("sil_aes_core", ["Sbox=sil_aes_pkg::COMPOSITE"]))  # no named point
    used |= set(closure("sil_ascon_xof", []))  # its receiver says how long the output is
    used |= {
        Path(os.path.normpath(hw_root() / one.path))
        for proof in proofs.load().values()
        for one in proof.sources()
    }
    used |= {hw_root() / name for name in checkers.FILES}
    used |= {hw_root() / one.path for loop in limits.loops() for one in loop.sources}
    assert used == set(hw_root().rglob("*.sv"))


def test_an_unknown_name_gets_its_neighbours() -> None:
    with pytest.raises(UnknownName, match=r"unknown design point 'sha512-fats'.*sha512-fast"):
        catalog.get("sha512-fats")


@pytest.mark.parametrize(
    ("name", "blocks_of"),
    [("sha512-fast", {0: 1, 111: 1, 112: 2, 239: 2}), ("sha256-fast", {55: 1, 56: 2, 120: 3})],
)
def test_blocks_of_a_padded_message(name: str, blocks_of: dict[int, int]) -> None:
    algorithm = catalog.get(name).hash
    assert {n: algorithm.blocks(n) for n in blocks_of} == blocks_of
    assert all(
        len(algorithm.padded(bytes(n))) * 8 == algorithm.block_bits * blocks_of[n]
        for n in blocks_of
    )


@pytest.mark.parametrize(
    ("padding", "end"),
    [
        (Padding(8), "80 0000000000 0000000000000018"),
        (Padding(8, big_endian=False), "80 0000000000 1800000000000000"),
        (Padding(0), "80"),
    ],
)
def test_what_ends_a_message(padding: Padding, end: str) -> None:
    block = 17 if padding.length_bytes else 4
    algorithm = Hash("a hash", "HASH", 8 * block, 32, padding)
    assert algorithm.padded(b"abc") == b"abc" + bytes.fromhex(end)
    assert algorithm.blocks(3) == 1
    assert len(algorithm.padded(bytes(block))) == block * algorithm.blocks(block) == 2 * block


_UNIT = f"config.x: unit must be one of {', '.join(catalog.UNITS)}"


@pytest.mark.parametrize(
    ("text", "error", "said"),
    [
        ("[config", BadInput, "hw/configs.toml: not valid TOML"),
        ("[defaults]\nUnroll = 1\n", BadInput, "hw/configs.toml: unknown table defaults"),
        (entry("Unroll = 2", "mac"), BadInput, _UNIT),
        ("[config.x]\nparameters = { Unroll = 2 }\n", BadInput, _UNIT),
        (entry("Shared = 1"), BadParameter, "config.x: the unit sha2 has no Shared"),
        (entry("Unrol = 2"), BadParameter, "config.x: the unit sha2 has no Unrol$"),
        (entry("Unroll = 0"), BadParameter, "config.x: Unroll must be 1, 2 or 4"),
        (entry('Unroll = "two"'), BadParameter, "config.x: Unroll must be 1, 2 or 4"),
        (
            '[config.x]\nunit = "sha2"\n',
            BadParameter,
            "config.x: Alg must be one of SHA224, SHA256",
        ),
    ],
)
def test_a_wrong_entry_is_named(text: str, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        catalog.parse(text)


def test_of_two_algorithms_each_is_looked_at() -> None:
    both = catalog.get("hmac-md5-sha1-area")
    assert [one.computes for one in both.choices] == ["HMAC-MD5", "HMAC-SHA-1"]
    assert [one.hash.digest_bits for one in both.choices] == [128, 160]
    alone = catalog.get("hmac-sha1-fast")
    assert alone.choices == (alone,)


#: Rules of every family: rounds per cycle, precomputed sums, code of the counter.
COMMON = [
    ("Unroll = 3", "Unroll must be 1, 2 or 4"),
    ("Precompute = 3", "Precompute must be 0, 1 or 2"),
    ("Precompute = 2, Unroll = 2", "Precompute = 2 needs Unroll = 1"),
    ('CounterCode = "OTHER"', "CounterCode must be BINARY or GRAY"),
]
GRAY = "CounterCode = GRAY needs Unroll = 1 or 2 and PipelineStages = 1"
#: The rules by unit.
RULES = {
    "sha2": [
        *COMMON,
        ("PipelineStages = 3", "PipelineStages must be 1 or 2"),
        (
            "PipelineStages = 2, Precompute = 1",
            "PipelineStages = 2 needs Precompute = 0 and Unroll = 1 or 2",
        ),
        (
            "PipelineStages = 2, Unroll = 4, Precompute = 0",
            "PipelineStages = 2 needs Precompute = 0 and Unroll = 1 or 2",
        ),
        ('CounterCode = "GRAY", Unroll = 4, Precompute = 0', GRAY),
        ('CounterCode = "GRAY", PipelineStages = 2, Precompute = 0', GRAY),
    ],
    "md5": [
        *COMMON,
        ("PipelineStages = 2", "PipelineStages must be 1 or 4"),
        ("PipelineStages = 4, Precompute = 0", "PipelineStages = 4 needs Precompute = 2"),
        ('CounterCode = "GRAY", Unroll = 4, Precompute = 0', GRAY),
        ('CounterCode = "GRAY", PipelineStages = 4, Precompute = 2', GRAY),
    ],
    "sha1": [
        *COMMON,
        ("PipelineStages = 2", "PipelineStages must be 1 or 4"),
        ("PipelineStages = 4, Precompute = 1", "PipelineStages = 4 needs Precompute = 2"),
        ("PipelineStages = 4, Precompute = 2, Unroll = 2", "Precompute = 2 needs Unroll = 1"),
        ('CounterCode = "GRAY"', "CounterCode = GRAY needs Unroll = 4"),
        ('CounterCode = "GRAY", Unroll = 2, Precompute = 0', "CounterCode = GRAY needs Unroll = 4"),
    ],
    "hmac-sha2": [
        ("Precompute = 2, Unroll = 2", "Precompute = 2 needs Unroll = 1"),
        ('CounterCode = "GRAY", Unroll = 4, Precompute = 0', GRAY),
    ],
    "hmac-md5": [("PipelineStages = 2", "PipelineStages must be 1 or 4")],
    "hmac-sha1": [
        ("PipelineStages = 4, Precompute = 0", "PipelineStages = 4 needs Precompute = 2")
    ],
    "hmac-md5-sha1": [
        ("Precompute = 0", "Shared = 1 needs Precompute = 1 or 2"),
        ("Precompute = 3, Shared = 0", "Precompute must be 0, 1 or 2"),
    ],
}


@pytest.fixture(scope="session")
def hash_sources() -> Sequence[Path]:
    """The sources of all hash and HMAC units, in compile order."""
    points = catalog.load().values()
    units = [point for point in points if point.unit.interface in ("hash", "hmac")]
    found = (path for point in units for path in point.sources(point.complete_level))
    return tuple(dict.fromkeys(found))


@pytest.mark.parametrize(
    ("unit", "parameters", "rule"),
    [(unit, *rule) for unit, rules in RULES.items() for rule in rules],
)
def test_python_and_rtl_refuse_in_the_same_words(
    unit: str, parameters: str, rule: str, hash_sources: Sequence[Path]
) -> None:
    with pytest.raises(BadParameter, match=rule):
        catalog.parse(entry(parameters, unit))
    for name, number in NUMBERS.items():
        parameters = parameters.replace(name, number)
    # An illegal value may lead to modules that legal values never reach: all sources are given.
    home = verilator.root()
    done = subprocess.run(
        [
            str(home / "bin" / "verilator_bin"),
            "--lint-only",
            "--top-module",
            next(iter(catalog.UNITS[unit].tops.values())).module,
            *(f"-G{p.replace(' ', '')}" for p in parameters.split(",")),
            *map(str, hash_sources),
        ],
        capture_output=True,
        text=True,
        env={**os.environ, "VERILATOR_ROOT": str(home)},
        check=False,
    )
    assert done.returncode != 0
    assert rule in done.stderr


#: Rules of units on a permutation of Keccak.
KECCAK = [
    ("Strength = 192", "Strength must be one of 128, 256"),
    ("Strength = 128, Lanes = 5", "Lanes must be 1 or 25"),
    ("Strength = 128, Lanes = 1, ClockGate = 1", "ClockGate = 1 needs Lanes = 25"),
]
#: The rules by unit whose words are not compared with those of the hardware.
OTHERS = {
    "aes": [
        ('Direction = "NEITHER"', "Direction must be ENCRYPT, DECRYPT or BOTH"),
        ("PipelineStages = 6", "PipelineStages must be 1 to 5"),
        ("DataWidth = 16", "DataWidth must be 8, 32 or 128"),
        ("DataWidth = 8, PipelineStages = 2", "DataWidth = 8 or 32 needs Unroll = 1"),
        ('Direction = "BOTH", Unroll = 10, PipelineStages = 10', "Unroll must be 1 or, with"),
        ('KeySchedule = "ON_THE_FLY", Direction = "BOTH"', "ON_THE_FLY needs ENCRYPT"),
        ('KeySchedule = "ON_THE_FLY", KeyBits = 256', "ON_THE_FLY needs ENCRYPT, KeyBits = 128"),
        ("KeyBits = 0, Unroll = 10, PipelineStages = 10", "Unroll must be 1 or, with"),
        ("LowLatency = 1, PipelineStages = 2", "LowLatency = 1 needs ENCRYPT, FUNCTIONS, STORED"),
        ("Modes = 0", "Modes must be 1 to 7: the sum of 1 for ECB, 2 for CTR, 4 for XTS"),
        ("KeyBits = 192", "XTS has keys of 128 or 256 bits"),
        ("KeyBits = 64", "KeyBits must be one of 128, 192, 256, 0"),
    ],
    "sm4": [
        ("Unroll = 3", "Unroll must be 1, 2 or 4"),
        ("PipelineStages = 3", "PipelineStages must be 1, Unroll or 2 times Unroll"),
        ("Unroll = 4, PipelineStages = 2", "PipelineStages must be 1, Unroll or 2 times Unroll"),
        ("Serial = 1, Unroll = 2", "Serial = 1 needs Unroll = 1 and PipelineStages = 1"),
        ("Modes = 4", "Modes must be 1 to 3: the sum of 1 for ECB, 2 for CTR"),
    ],
    "kmac": [*KECCAK, ('Strength = 128, Function = "HKDF"', "Function must be KMAC")],
    "tuplehash": [*KECCAK, ('Strength = 128, Function = "KMAC"', "Function must be TUPLEHASH")],
    "hkdf-sha1": [('Function = "PBKDF2"', "Function must be HKDF")],
    "pbkdf2-sha2-two": [
        ('Function = "HKDF"', "Function must be PBKDF2"),
        ("BufferBytes = 4", "BufferBytes must be a power of two"),
    ],
    "pbkdf2-sha1-pipe4": [
        ('Function = "HKDF"', "Function must be PBKDF2"),
        ("BufferBytes = 256", "BufferBytes must be a power of two"),
    ],
}


@pytest.mark.parametrize(
    ("unit", "parameters", "rule"),
    [(unit, *rule) for unit, rules in OTHERS.items() for rule in rules],
)
def test_a_wrong_parameter_is_refused(unit: str, parameters: str, rule: str) -> None:
    with pytest.raises(BadParameter, match=rule):
        catalog.parse(entry(parameters, unit))


def test_every_proof_has_a_mistake_that_makes_it_fail() -> None:
    planted = {mistake.design for mistake in planted_mistakes("proofs").values()}
    assert planted == set(proofs.load())
