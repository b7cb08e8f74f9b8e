"""The properties in hw/proof are proved, and are disproved for faulty hardware."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from passed import Passed, proof_key
from planted import load, once
from silicrypt.errors import UnknownName
from silicrypt.results.store import Store
from silicrypt.verify import proofs
from silicrypt.verify.proofs import Proof

MISTAKES = load("proofs")

#: Statements that a proof of other parameters represents in the quick part. Two and three STEPs
#: represent an even and an odd number; a Gray counter with gated clocks represents each alone;
#: SHA-256 and SHA-512 represent hashes with other initial values, except in the last part.
REPRESENTED = re.compile(
    r"shat128-u(?![23]-)\d+-.*|md5-gray|md5-binary-gated"
    r"|sha(224|384|512-224|512-256)-fast-(controls|rounds|forward)"
)

#: One proof of each kind runs every time: by induction, of any single state, with gated clocks.
ALWAYS = ("skid-stream", "sha1-operation", "shat128-gated")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.full) if REPRESENTED.fullmatch(name) else name
        for name in proofs.load()
    ],
)
def test_it_is_proved(name: str, passed: Passed) -> None:
    key = proof_key(proofs.get(name))
    if name not in ALWAYS:
        passed.skip_if_before(key)
    (verdict,) = proofs.prove_all([proofs.get(name)])
    assert verdict.proved, verdict.detail
    passed.note(key)


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_noticed(
    mistake: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, passed: Passed
) -> None:
    wrong = MISTAKES[mistake]
    proof, change = proofs.get(wrong.design), wrong.change
    files = tuple(
        replace(source, text=source.text.replace(change.right, change.wrong))
        if source.path.endswith(f"/{change.file}")
        else source
        for source in proof.sources()
    )
    assert files != proof.sources(), f"{change.file} has no '{change.right}': adapt this test"
    with once(passed, wrong, proof_key(proof)):
        monkeypatch.setattr(Proof, "sources", lambda _: files)
        verdict = proofs.prove(proof, Store(tmp_path))
        assert not verdict.proved
        assert wrong.detail in verdict.detail


def test_proofs_of_a_design() -> None:
    assert [proof.name for proof in proofs.of("md5-gray")] == ["counter", "md5-gray"]


def test_an_unknown_proof_gets_its_neighbours() -> None:
    with pytest.raises(UnknownName, match=r"unknown proof 'md5-grey'.*md5-gray"):
        proofs.get("md5-grey")
