"""AES-CCM: vector files are read, lengths decide what is refused, and checks find mistakes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from passed import Passed, netlist_key
from planted_netlists import TARGET, checked, document
from silicrypt import catalog
from silicrypt.base.code import reached
from silicrypt.catalog.aead import formulas_of
from silicrypt.catalog.ccm import user
from silicrypt.verify import aead_suite, aead_vectors
from silicrypt.verify.aead_vectors import VECTORS, ccmvs, edges, lengths, parse_ccm, wycheproof
from silicrypt.verify.aead_wire import (
    Action,
    AeadJob,
    AeadSubject,
    Key,
    Message,
    Port,
    model,
)

CCM = formulas_of(catalog.get("aes128-ccm")).algorithm


def test_a_file_with_encryptions_is_read() -> None:
    text = "Plen = 1\nNlen = 7\nTlen = 4\n\n[Alen = 0]\n\nKey = 01\nNonce = 02\n\n"
    text += "Count = 0\nAdata = 00\nPayload = 03\nCT = 0405060708\n\n"
    text += "[Alen = 1]\n\nCount = 0\nAdata = 09\nPayload = 0a\nCT = 0b05060708\n"
    first, second = parse_ccm(text)
    assert first == (Key(b"\1"), Message(b"\2", b"", b"\3", tag_bytes=4), b"\4\5\6\7\x08")
    assert second[1] == Message(b"\2", b"\x09", b"\x0a", tag_bytes=4)


def test_a_file_with_decryptions_is_read() -> None:
    text = "[Alen = 0, Plen = 1, Nlen = 7, Tlen = 4]\n\nKey = 01\n\nCount = 0\nNonce = 02\n"
    text += "Adata = 00\nCT = 0304050607\nResult = Pass\nPayload = 08\n\nCount = 1\nNonce = 09\n"
    text += "Adata = 00\nCT = 0304050608\nResult = Fail\n"
    first, second = parse_ccm(text)
    assert first[1:] == (Message(b"\2", b"", b"\3", b"\4\5\6\7", True, 4), b"\x08")
    assert second[1:] == (Message(b"\x09", b"", b"\3", b"\4\5\6\x08", True, 4), None)


def test_all_vectors_of_nist_are_read() -> None:
    found = list(ccmvs(CCM))
    assert len(found) == 330 + 70 + 250 + 70 + 240
    assert sum(result is None for _, _, result in found) == 160
    assert {len(message.iv) for _, message, _ in found} == set(CCM.iv_bytes)
    assert {message.tag_bytes for _, message, _ in found} == set(CCM.tag_bytes)


def test_the_vectors_of_wycheproof_are_read() -> None:
    """A third of them has this key length. All but those with wrong tags count twice."""
    found = list(wycheproof(CCM))
    assert sum(result is None for _, _, result in found) == 27 + 2 * 22
    assert len(found) == 2 * 552 // 3 - 27


def test_the_reference_gives_the_published_vectors() -> None:
    subject = AeadSubject(catalog.get("aes128-ccm"), "stream", Path())
    for key, message, result in [*wycheproof(CCM), *ccmvs(CCM)]:
        if subject.legal(message) and len(message.iv) in CCM.iv_bytes:
            assert subject.expected(message, key.key) == result


def test_the_suite_has_the_vectors_and_its_key_covers_them() -> None:
    assert VECTORS["aes-ccm"] == (edges, ccmvs)
    assert Path(str(aead_vectors.__file__)) in reached(aead_suite)


def test_some_lengths_are_at_the_limits() -> None:
    found = [message for _, message, _ in lengths(CCM)]
    assert {65279, 65280} <= {len(message.data) for message in found}
    assert any(len(message.iv) == 13 and len(message.text) >= 1 << 16 for message in found)


@cache
def subject_of(name: str) -> AeadSubject:
    point = catalog.get(name)
    return model(point)


@pytest.mark.parametrize(
    ("nonce", "keep", "tag", "text"),
    [
        *((nonce, None, 16, 40) for nonce in (0, 1, 6, 14, 15, 16, 17, 40)),
        *((13, None, tag, 40) for tag in (0, 1, 2, 3, 5, 7, 15, 17, 18, 20, 31)),
        *((13, keep, 16, 40) for keep in (0x17FF, 0x0BFF, 0x1F7F, 0x0FFE, 0x3FFF)),
        *((13, None, 16, 1 << 16), (12, None, 16, 1 << 24)),
    ],
)
@pytest.mark.parametrize("decrypt", [False, True])
def test_nothing_leaves_of_a_message_that_is_refused_at_its_start(
    nonce: int, keep: int | None, tag: int, text: int, decrypt: bool
) -> None:
    """A text that is stated as too long has 40 bytes, so the first beats have the stated length."""
    subject, key = subject_of("aes128-ccm"), Key(bytes(16))
    wrong = Message(bytes(nonce), bytes(20), bytes(40), bytes(16), decrypt, tag)
    wrong = replace(wrong, user=user(decrypt, tag, 20, text))
    if keep is not None:
        wrong = replace(wrong, port=Port.IV, keep=keep)
    right = Message(bytes(13), bytes(20), bytes(40))
    job = AeadJob((key, wrong, right))
    (reply,) = subject.run([job], checked=False)
    assert subject.compare([job], [reply], "message") == []
    assert (reply.outcomes[1].refused, reply.outcomes[1].result) == (True, b"")


def test_a_long_text_has_the_right_counters() -> None:
    """A text of more than 2^16 blocks needs three bytes of the number, and of the length."""
    subject, key = subject_of("aes128-ccm"), Key(bytes(range(16)))
    for nonce in (12, 7):
        message = Message(bytes(range(nonce)), b"abc", bytes((1 << 20) + 21))
        assert subject.failures([AeadJob((key, message))], "message") == []


def misstated(subject: AeadSubject, rng: random.Random, count: int) -> Iterator[Key | Message]:
    """Yields messages, of which most state other lengths than they have, with resets and wipes."""
    key = Key(rng.randbytes(16))
    yield key
    for _ in range(count):
        parts = (rng.randbytes(rng.randrange(7, 14)), *map(rng.randbytes, (pick(rng), pick(rng))))
        message = Message(*parts, tag_bytes=rng.choice(CCM.tag_bytes))
        if rng.random() < 0.5:
            message = subject.sealed(key.key, message)
        sizes = len(message.data), len(message.text)
        stated = pick(rng), pick(rng)
        if rng.random() < 0.7 and stated != sizes:
            value = user(message.decrypt, message.tag_bytes, *stated)
            message = replace(message, user=value)
        action = rng.choice([Action.NOTHING] * 8 + [Action.RESET, Action.WIPE])
        yield replace(message, action=action, after=rng.randrange(120))


def pick(rng: random.Random) -> int:
    """Returns a length."""
    return rng.choice((0, 1, 13, 14, 15, 16, 17, 30, 31, 32, 33, rng.randrange(70)))


@pytest.mark.parametrize("name", ["aes128-ccm", "aes128-ccm-held", "aes128-ccm-small"])
def test_messages_that_state_wrong_lengths_are_refused(name: str) -> None:
    """Those between them are right, with stalls, resets and wipes in any phase."""
    subject, jobs = subject_of(name), list[AeadJob]()
    for seed in range(6 if name.endswith("small") else 60):
        rng = random.Random(seed)
        stalls = rng.choices((0.0, 0.4, 0.8), k=3)
        jobs.append(AeadJob(tuple(misstated(subject, rng, 30)), *stalls, seed=seed))
    assert subject.failures(jobs, "message", checked=False) == []


def test_a_netlist_that_compares_no_tag_fails(passed: Passed) -> None:
    with passed.once(netlist_key(catalog.get("aes128-ccm"), "stream", TARGET)):
        wrong = deepcopy(document("aes128-ccm", "stream"))
        cells = wrong["modules"]["sil_aes_ccm"]["cells"]
        (port,) = wrong["modules"]["sil_aes_ccm"]["ports"]["m_tuser"]["bits"]
        (driver,) = [one for one in cells.values() if one["connections"].get("Q") == [port]]
        driver["connections"]["DI" if "DI" in driver["connections"] else "D"] = ["0"]
        assert not checked("aes128-ccm", "stream", wrong)[-1].passed
