"""The key of a verification changes with everything that can change its outcome."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from silicrypt import catalog
from silicrypt.base import code
from silicrypt.catalog.aes import AesFormulas
from silicrypt.catalog.hmac import HmacFormulas
from silicrypt.catalog.merkle_damgard import HashFormulas
from silicrypt.catalog.sponge import SpongeFormulas
from silicrypt.flow import verification
from silicrypt.verify import suites


@pytest.mark.parametrize(
    ("name", "formulas", "figure"),
    [
        ("md5-binary", HashFormulas, "cycles_per_block"),
        ("md5-binary", HashFormulas, "cycles"),
        ("md5-binary", HashFormulas, "message_interval"),
        ("shat128", SpongeFormulas, "wake_cycles"),
        ("hmac-sha1-fast", HmacFormulas, "key_interval"),
        ("aes128-par", AesFormulas, "cycles"),
        ("aes128-par", AesFormulas, "key_interval"),
        ("aes128-par", AesFormulas, "message_cycles"),
    ],
)
def test_a_formula_that_states_another_figure_needs_another_verification(
    name: str, formulas: type[Any], figure: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    point = catalog.get(name)
    before, real = verification.key(point, "quick"), getattr(formulas, figure)
    if isinstance(real, property):
        wrong: Any = property(lambda self: real.fget(self) + 1)  # type: ignore[misc]
    else:

        def wrong(self: Any, *args: Any, **options: Any) -> int:
            stated: int = real(self, *args, **options)
            return stated + 1

    monkeypatch.setattr(formulas, figure, wrong)
    assert verification.key(replace(point), "quick") != before


def test_the_formulas_of_a_point_are_asked_once_for_all_of_its_results(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    point, other = (replace(catalog.get(name)) for name in ("md5-binary", "md5-fast"))
    asked: list[object] = []
    real = HashFormulas.values

    def values(self: HashFormulas, levels: Any) -> dict[str, object]:
        asked.append(self)
        return real(self, levels)

    monkeypatch.setattr(HashFormulas, "values", values)
    first, second, again = (verification.key(one, "quick") for one in (point, other, point))
    assert first == again != second
    assert len(asked) == 2


def test_a_figure_of_one_length_alone_is_in_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    point, real = catalog.get("hmac-md5-sha1-area"), HmacFormulas.key_interval
    before = verification.key(point, "quick")
    monkeypatch.setattr(HmacFormulas, "key_interval", lambda self, n: real(self, n) + (n == 65))
    assert verification.key(replace(point), "quick") != before


def test_a_formula_that_states_the_same_figures_needs_no_other_verification(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    point, real = catalog.get("md5-binary"), HashFormulas.cycles
    before = verification.key(point, "quick")
    monkeypatch.setattr(HashFormulas, "cycles", lambda self, level, n: real(self, level, n) + 0)
    assert verification.key(replace(point), "quick") == before


def test_every_unit_with_a_suite_has_one() -> None:
    for point in catalog.load().values():
        inside = point.inside or point
        if inside.unit.interface not in ("storage", "station", "words"):
            assert suites.suite_of(inside).build(inside, inside.complete_level, ()).bench


@pytest.mark.parametrize("name", ["sha256-fast", "aes128-small", "aes128-gcm", "kmac128-fast"])
def test_the_checks_of_a_suite_are_in_its_key(name: str) -> None:
    own = suites.suite_of(catalog.get(name))
    assert "checks_of" in code.reached(own.perform)[Path(str(own.__file__))]


#: Computes the keys of each kind in a copy of the project, before and after changes of its files.
SCRIPT = """
import json, sys
from pathlib import Path
from unittest import mock
from silicrypt import catalog
from silicrypt.base import code
from silicrypt.flow import implement, power, verification
from silicrypt.flow.stimuli import stimuli
from silicrypt.flow.synth import design_of
from silicrypt.tools import installed, verilator
from silicrypt.verify import proofs

config = catalog.get("sha256-fast")
routed, timed = (design_of(config, name, "core") for name in ("ecp5-85k", "nangate45"))

def keys():
    code.clear()
    designs = [design_of(config, one.target.name, "core") for one in (routed, timed)]
    scenario = stimuli(config, "core", ("saturated",))[0]
    return {
        "verification": verification.key(config, "quick"),
        "netlist": verification.netlist_key(designs[0]),
        "routing": implement.run_id(designs[0], (1, 2, 3)),
        "timing": implement.run_id(designs[1], ()),
        "power": power.run_id(designs[1], scenario),
        "proof": proofs.key(proofs.get("skid-stream")),
    }

before, found = keys(), {}
def changed():
    return sorted(kind for kind, key in keys().items() if key != before[kind])
for name, (file, old, new) in json.loads(sys.argv[1]).items():
    path = Path(file)
    text = path.read_text()
    assert old in text, (file, old)
    path.write_text(text.replace(old, new))
    found[name] = changed()
    path.write_text(text)
with mock.patch.object(verilator, "compiler_version", lambda: "another"):
    found["compiler"] = changed()
print(json.dumps(found))
"""
ALL = ["netlist", "power", "routing", "timing", "verification"]
#: The changes by name: file, text, replacement, and the kinds of keys that change.
CHANGES: dict[str, tuple[str, str, str, list[str]]] = {
    "a source": ("hw/hash/sha2/sil_sha2_pkg.sv", "'h428a2f98", "'h428a2f99", ALL),
    "a checker": ("hw/bus/axis/sil_axis_checker.sv", "assert", "assume", ["proof", "verification"]),
    "a header of the bench": (
        *("src/silicrypt/verify/benches/pipe.h", "return", "if (0) return; return"),
        ["verification"],
    ),
    "a flag of Verilator": (
        *("src/silicrypt/tools/verilator.py", '"--assert"', '"--no-assert"'),
        ["verification"],
    ),
    "the reference": (
        *("src/silicrypt/catalog/merkle_damgard.py", "usedforsecurity=False", "usedforsecurity=0"),
        ["netlist", "verification"],
    ),
    "a check": (
        *("src/silicrypt/verify/hash_suite.py", "_AT_ONCE = 16", "_AT_ONCE = 17"),
        ["verification"],
    ),
    "a check of netlists": (
        *(
            "src/silicrypt/verify/netlist_hash.py",
            "_RESETS, _TRAIN = 16, 6",
            "_RESETS, _TRAIN = 1, 6",
        ),
        ["netlist"],
    ),
    "the gate-level simulator": (
        *("src/silicrypt/tools/gatesim/interpreter.cpp", "int main(", "int unused; int main("),
        ["netlist", "power"],
    ),
    "structural names": (
        *("src/silicrypt/tools/canonical.py", "_FIRST_BIT = 2", "_FIRST_BIT = 3"),
        ["netlist", "power", "routing", "timing"],
    ),
    "the router's report": (
        *("src/silicrypt/tools/nextpnr.py", "min(clocks.values())", "max(clocks.values())"),
        ["routing"],
    ),
    "the reader of cell libraries": (
        *("src/silicrypt/tools/liberty.py", "def timing(text: str", "def timing(unused, text: str"),
        ["power", "timing"],
    ),
    "the meter": (
        *("src/silicrypt/tools/power.py", "class Meter", "class Meter(object)"),
        ["power"],
    ),
    "a proof": (
        *("hw/proof/sil_stream_units_proof.sv", "assert", "assume"),
        ["proof"],
    ),
    "the solver's options": (
        *("src/silicrypt/tools/smtbmc.py", '"--noprogress"', '"--quiet"'),
        ["proof"],
    ),
    "the description of a target": (
        *("src/silicrypt/targets/ecp5.py", "speed grade", "grade"),
        [],
    ),
    "a comment in a source": ("hw/hash/sha2/sil_sha2_pkg.sv", "/// ", "/// Note: ", []),
    "a docstring": (
        *("src/silicrypt/verify/suites.py", '"""Verifies a design', '"""Checks a design'),
        [],
    ),
    "another hash": ("hw/hash/sm3/sil_sm3_pkg.sv", "endpackage", "parameter X = 1; endpackage", []),
    "another bench": ("src/silicrypt/verify/cipher_suite.py", "rng.randbytes", "rng.randBytes", []),
    "a paper": ("src/silicrypt/papers/__init__.py", "import", "import os\nimport", []),
    "another family of devices": ("src/silicrypt/targets/gowin.py", '"ALU": 1', '"ALU": 2', []),
}


@pytest.mark.recorded()
def test_each_kind_of_key_changes_with_each_class_of_file_that_decides(tmp_path: Path) -> None:
    root = Path(verification.__file__).parents[3]
    for folder in ("hw", "src"):
        shutil.copytree(
            root / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__")
        )
    changes = {name: change[:3] for name, change in CHANGES.items()}
    environment = {
        **os.environ,
        "PYTHONPATH": str(tmp_path / "src"),
        "SILICRYPT_CACHE": str(tmp_path / "cache"),
    }
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, json.dumps(changes)],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.returncode, done.stderr
    expected = {name: change[3] for name, change in CHANGES.items()}
    expected["compiler"] = ["netlist", "power", "verification"]
    assert json.loads(done.stdout) == expected
