"""Runs the C driver of AES-GCM on the simulated units with registers."""

from __future__ import annotations

import ctypes
import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from test_drivers import ARGUMENT, MISMATCH, OK, OUT_OF_ORDER, REFUSED, TIMEOUT, Driver, driven

from silicrypt import catalog
from silicrypt.catalog.aead import formulas_of
from silicrypt.catalog.gcm import seal
from silicrypt.drivers.maps import GcmRegister, GcmStatus

#: A unit on each bus; one that holds plaintext; one with keys of each length and one S-box.
UNITS = (
    *("aes128-gcm-axil", "aes128-gcm-apb", "aes128-gcm-held-axil"),
    *(
        pytest.param(name, marks=pytest.mark.full)
        for name in ("aes-gcm-apb", "aes256-gcm-axil", "aes128-gcm-small-apb")
    ),
)
KEY, IV, HEADER, TEXT = bytes(range(16)), bytes(range(12)), b"header", bytes(range(50, 87))
SEALED = seal(KEY, IV, HEADER, TEXT, 16)
RIGHT, WRONG = SEALED[len(TEXT) :], SEALED[len(TEXT) : -1] + b"?"


class Gcm:
    """The driver on a unit, with a place for the text and the tag of the result."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.text, self.tag = ctypes.create_string_buffer(4096), ctypes.create_string_buffer(16)
        self.out = ctypes.c_void_p(ctypes.addressof(self.text))

    def __call__(self, name: str, *arguments: object) -> int:
        """Calls a function without ``sil_gcm_``. ``self.out`` stands for a pointer to it."""
        return self.driver.call(
            f"gcm_{name}",
            *(ctypes.byref(one) if one is self.out else one for one in arguments),
        )

    def taken(self) -> bytes:
        """Returns the text that was written, and makes its place free."""
        begin = ctypes.addressof(self.text)
        found = self.text.raw[: (self.out.value or 0) - begin]
        self.out.value = begin
        return found

    def parts(self, name: str, data: bytes, choose: random.Random, *more: object) -> None:
        """Makes calls of a function with parts of the data."""
        at = 0
        while at < len(data):
            part = data[at : at + choose.choice((1, 3, 4, 7, 16, 33, 200))]
            assert self(name, part, len(part), *more) == OK
            at += len(part)

    def message(self, sent: Sequence[bytes], tag: bytes | int, choose: random.Random) -> int:
        """Encrypts (``tag``: its size) or decrypts a message; returns the last result code."""
        iv, data, text = sent
        if isinstance(tag, int):
            assert self("init", iv, len(iv), tag) == OK
        else:
            assert self("init_verify", iv, len(iv), tag, len(tag)) == OK
        self.parts("aad", data, choose)
        self.parts("update", text, choose, self.out)
        if isinstance(tag, int):
            return self("final", self.out, self.tag)
        return self("verify", self.out)


@contextmanager
def gcm(name: str, folder: Path) -> Iterator[Gcm]:
    """Yields the driver on a simulated unit, which refuses none of its accesses."""
    with driven(name, folder) as driver:
        yield Gcm(driver)


@pytest.mark.parametrize("name", UNITS)
def test_messages(name: str, tmp_path: Path) -> None:
    """Both directions, all lengths of tags, and wrong tags, in parts of any length."""
    choose, inside = random.Random(1), catalog.get(name).inside
    assert inside
    formulas = formulas_of(inside)
    with gcm(name, tmp_path) as unit:
        for size in (
            0,
            1,
            4,
            15,
            16,
            17,
            33,
            200,
            1000,
            *(choose.randrange(300) for _ in range(9)),
        ):
            key = choose.randbytes(choose.choice(formulas.key_bytes))
            iv = choose.randbytes(choose.choice((12, 12, 1, 8, 16, 61)))
            sent = iv, choose.randbytes(choose.choice((0, 1, 16, 21, 150))), choose.randbytes(size)
            tag_bytes = choose.choice(formulas.algorithm.tag_bytes)
            sealed = formulas.algorithm.seal(key, *sent, tag_bytes)
            assert unit("key", key, len(key)) == OK
            assert unit.message(sent, tag_bytes, choose) == OK
            assert unit.taken() + unit.tag.raw[:tag_bytes] == sealed
            other = *sent[:2], sealed[:size]
            assert unit.message(other, sealed[size:], choose) == OK
            assert unit.taken() == sent[2]
            forged = sealed[size:-1] + bytes([sealed[-1] ^ 1 << choose.randrange(8)])
            assert unit.message(other, forged, choose) == MISMATCH
            if formulas.held_beats:
                assert not unit.taken()
            unit.taken()
        assert unit("wipe") == OK
        assert unit("init", IV, 12, 16) == REFUSED


#: What each call gives in each state of the unit, and calls that lead to that state.
STATES = {
    "no key": [],
    "keyed": ["key"],
    "encryption": ["key", "init"],
    "its text": ["key", "init", "aad", "update"],
    "decryption": ["key", "init_verify"],
    "its ciphertext": ["key", "init_verify", "aad", "update_sealed"],
    "by DMA": ["key", "init_dma"],
    "text by DMA": ["key", "init_dma", "text_dma"],
    "decrypted": ["key", "init_verify", "aad", "update_sealed", "verify"],
}
_BEGIN = {"no key": REFUSED, "keyed": OK, "decrypted": OK}
_AAD = {"encryption": OK, "decryption": OK, "by DMA": OK}
_TEXT = dict.fromkeys(("encryption", "its text", "decryption", "its ciphertext"), OK)
CODES = {
    "key": {"no key": OK, "keyed": OK, "decrypted": OK},
    **dict.fromkeys(("init", "init_verify", "init_dma"), _BEGIN),
    "aad": _AAD,
    "update": _TEXT,
    "text_dma": {"by DMA": OK},
    "final": {"encryption": OK, "its text": OK},
    "verify": {"decryption": MISMATCH, "its ciphertext": OK},
    "wipe": dict.fromkeys(STATES, OK),
}


def made(unit: Gcm, call: str) -> int:
    """Makes a call with arguments that are right."""
    arguments: dict[str, tuple[object, ...]] = {
        "key": (KEY, 16),
        "init": (IV, 12, 16),
        "init_verify": (IV, 12, RIGHT, 16),
        "init_dma": (IV, 12, RIGHT, 16),
        "aad": (HEADER, len(HEADER)),
        "update": (TEXT, len(TEXT), unit.out),
        "update_sealed": (SEALED[: len(TEXT)], len(TEXT), unit.out),
        "final": (unit.out, unit.tag),
        "verify": (unit.out,),
    }
    return unit(call.removesuffix("_sealed"), *arguments.get(call, ()))


@pytest.mark.parametrize("name", ["aes128-gcm-axil", "aes128-gcm-held-axil"])
def test_each_call_in_each_state(name: str, tmp_path: Path) -> None:
    """A call that is out of order gives its code, and the message goes on as if it were not made.

    The end of a message by DMA is not called: it waits for the stream.
    """
    with gcm(name, tmp_path) as unit:
        for state, before in STATES.items():
            for call, codes in CODES.items():
                if (state, call) == ("text by DMA", "verify"):
                    continue
                assert unit("wipe") == OK
                unit.taken()
                for one in before:
                    assert made(unit, one) == OK, (state, one)
                code = made(unit, call)
                assert code == codes.get(state, OUT_OF_ORDER), (state, call)
                if code == OUT_OF_ORDER and state == "its ciphertext":
                    assert made(unit, "verify") == OK, call
                    assert unit.taken() == TEXT
                if code == OUT_OF_ORDER and state == "its text":
                    assert made(unit, "final") == OK, call


def test_arguments_that_the_unit_cannot_take(tmp_path: Path) -> None:
    with gcm("aes128-gcm-axil", tmp_path) as unit:
        for size in (0, 8, 15, 17, 24, 32, 40):
            assert unit("key", bytes(40), size) == ARGUMENT
        assert unit("key", None, 16) == ARGUMENT
        assert made(unit, "key") == OK
        for size in (0, 1, 3, 5, 7, 9, 11, 17, 256):
            assert unit("init", IV, 12, size) == ARGUMENT
            assert unit("init_verify", IV, 12, bytes(256), size) == ARGUMENT
        assert unit("init", IV, 0, 16) == ARGUMENT
        assert unit("init", None, 12, 16) == ARGUMENT
        assert unit("init_verify", IV, 12, None, 16) == ARGUMENT
        assert made(unit, "init") == OK
        assert unit("aad", None, 1) == ARGUMENT
        assert unit("aad", None, 0) == OK
        assert made(unit, "aad") == OK
        assert unit("update", None, 1, unit.out) == ARGUMENT
        assert unit("update", TEXT, 1, None) == ARGUMENT
        assert made(unit, "update") == OK
        assert unit("final", unit.out, None) == ARGUMENT
        assert unit("final", None, unit.tag) == ARGUMENT
        assert made(unit, "final") == OK
        assert unit.taken() + unit.tag.raw == SEALED


@pytest.mark.parametrize(
    ("before", "high", "low", "call"),
    [
        ("", 0, GcmStatus.KEYED, "key"),
        ("key", 0, GcmStatus.SPACE, "init"),
        ("key init", 0, GcmStatus.SPACE, "aad"),
        ("key init", 0, GcmStatus.SPACE, "update"),
        ("key init_dma", 0, GcmStatus.SPACE, "text_dma"),
        ("key init aad update", 0, GcmStatus.DONE, "final"),
        ("key init_verify aad update_sealed", 0, GcmStatus.DONE, "verify"),
        ("key init_verify aad update_sealed", 0, GcmStatus.SPACE, "verify"),
        ("key", GcmStatus.BUSY, 0, "wipe"),
    ],
)
def test_each_wait_ends(tmp_path: Path, before: str, high: int, low: int, call: str) -> None:
    """A unit that does not answer, and works again after a wipe."""
    with gcm("aes128-gcm-axil", tmp_path) as unit:
        for one in before.split():
            assert made(unit, one) == OK
        unit.driver.stick(GcmRegister.STATUS, high, low)
        unit.driver.polls(50)
        assert made(unit, call) == TIMEOUT
        unit.driver.stick(GcmRegister.STATUS, 0, 0)
        unit.driver.polls(0)
        unit.taken()
        assert unit("wipe") == OK
        for one in STATES["its text"]:
            assert made(unit, one) == OK
        assert made(unit, "final") == OK
        assert unit.taken() + unit.tag.raw == SEALED
