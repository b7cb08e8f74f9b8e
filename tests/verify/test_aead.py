"""Authenticated encryption: vector files are read, netlists pass, and checks find mistakes."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest

from passed import Passed, netlist_key
from planted_netlists import TARGET, checked, document
from silicrypt import catalog
from silicrypt.catalog.aead import formulas_of
from silicrypt.errors import BadInput, ToolFailed
from silicrypt.models.gcm import first_counter
from silicrypt.paths import hw_root
from silicrypt.tools import yosys
from silicrypt.verify.aead_vectors import gcmvs, parse_gcm, wycheproof
from silicrypt.verify.aead_wire import (
    AeadJob,
    AeadSubject,
    Key,
    Message,
    model,
)

GCM = formulas_of(catalog.get("aes128-gcm")).algorithm


def test_a_file_of_gcm_is_read() -> None:
    head = "[Keylen = 128]\n[Taglen = 32]\n\nCount = 0\nKey = 01\nIV = 02\n"
    text = head + "PT = 03\nAAD = 04\nCT = 05\nTag = 06070809\n\n"
    ((key, message, result),) = parse_gcm(text)
    assert (key, result) == (Key(b"\1"), b"\5\6\7\x08\x09")
    assert message == Message(b"\2", b"\4", b"\3", b"\6\7\x08\x09", False, 4)
    text = head + "CT = 05\nAAD = 04\nTag = 06070809\nPT = 03\n\n"
    first, second = parse_gcm(text + text.replace("PT = 03", "FAIL"))
    assert first[1] == Message(b"\2", b"\4", b"\5", b"\6\7\x08\x09", True, 4)
    assert (first[2], second[2]) == (b"\3", None)


def test_all_vectors_of_nist_are_read() -> None:
    vectors = list(gcmvs(GCM))
    assert len(vectors) == 2 * 7875
    assert sum(result is None for _, _, result in vectors) == 4011


def test_the_vectors_of_wycheproof_are_read() -> None:
    """A third of them has this key length. A right one counts twice, in GCM and GMAC alike."""
    vectors = list(wycheproof(GCM))
    assert len(vectors) == 357
    assert sum(result is None for _, _, result in vectors) == 27 + 2 * 54 + 2 * 2
    assert sum(not message.iv for _, message, _ in vectors) == 2 * 2


def test_the_counter_of_some_vectors_wraps() -> None:
    """Six IVs, in both directions, have a counter that wraps before the last block of the text."""
    wraps = 0
    for key, message, _ in wycheproof(GCM):
        number = int.from_bytes(first_counter(key.key, message.iv)[12:], "big")
        wraps += number + -(-len(message.text) // 16) >= 1 << 32
    assert wraps == 12


def test_the_reference_gives_the_published_vectors() -> None:
    subject = AeadSubject(catalog.get("aes128-gcm"), "stream", Path())
    for key, message, result in [*wycheproof(GCM), *list(gcmvs(GCM))[::50]]:
        if message.iv:
            assert subject.expected(message, key.key) == result


def test_a_unit_of_another_kind_has_no_formulas_of_messages_with_tags() -> None:
    with pytest.raises(BadInput, match="aes128-fast authenticates no messages"):
        formulas_of(catalog.get("aes128-fast"))


@pytest.mark.parametrize(("name", "nonce"), [("aes128-gcm", 12), ("aes128-ccm", 13)])
def test_a_wrong_tag_costs_no_cycle(name: str, nonce: int) -> None:
    """The bytes of a wrong tag, and their number, change the verdict alone."""
    subject, key = model(catalog.get(name)), Key(bytes(16))
    right = subject.sealed(key.key, Message(bytes(nonce), b"abc", bytes(40)))
    wrong = [replace(right, tag=right.tag[:n] + bytes(16 - n)) for n in range(16)]
    cycles = set()
    for number, message in enumerate([right, *wrong]):
        (reply,) = subject.run([AeadJob((key, message))])
        assert reply.outcomes[1].refused == (number > 0)
        cycles.add(reply.outcomes[1].last - reply.outcomes[1].first)
    assert cycles == {subject.formulas.message_cycles(nonce, 3, 40)}


#: Proves for every state that the outputs are 0 while a beat of a plaintext is held.
HELD = """read_slang --top sil_gcm_hold -G Depth=4 sil_gcm_hold.sv
proc
memory_map
async2sync
opt_clean
sat -verify -seq 1 -set s_hold 1 -set s_tlast 0 -prove m_tdata 0 -prove m_tkeep 0 -prove m_tvalid 0
"""


def test_a_plaintext_that_is_held_is_not_driven_on_the_output(tmp_path: Path) -> None:
    source = hw_root() / "cipher" / "gcm" / "sil_gcm_hold.sv"
    text, copy = source.read_text(encoding="utf-8"), tmp_path / source.name
    copy.write_text(text, encoding="utf-8")
    yosys.run(HELD, tmp_path)
    mask = "{144{~held}} & "
    assert mask in text
    copy.write_text(text.replace(mask, ""), encoding="utf-8")
    with pytest.raises(ToolFailed, match="proof did fail"):
        yosys.run(HELD, tmp_path)


def test_a_netlist_that_compares_no_tag_fails(passed: Passed) -> None:
    with passed.once(netlist_key(catalog.get("aes128-gcm"), "stream", TARGET)):
        wrong = deepcopy(document("aes128-gcm", "stream"))
        cells = wrong["modules"]["sil_aes_gcm"]["cells"]
        (port,) = wrong["modules"]["sil_aes_gcm"]["ports"]["m_tuser"]["bits"]
        (driver,) = [one for one in cells.values() if one["connections"].get("Q") == [port]]
        driver["connections"]["DI" if "DI" in driver["connections"] else "D"] = ["0"]
        assert not checked("aes128-gcm", "stream", wrong)[-1].passed
