"""Runs the C driver of AES-GCM and AES-CCM on the simulated units with registers."""

from __future__ import annotations

import ctypes
import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from test_drivers import (
    ARGUMENT,
    MISMATCH,
    OK,
    OUT_OF_ORDER,
    REFUSED,
    TIMEOUT,
    WRONG_UNIT,
    Driver,
    driven,
)

from silicrypt import catalog
from silicrypt.catalog.aead import formulas_of
from silicrypt.drivers.maps import AeadRegister, AeadStatus

pytestmark = pytest.mark.recorded()

#: A unit on each bus; one that holds plaintext; one with keys of each length and one S-box.
UNITS = (
    *("aes128-gcm-axil", "aes128-gcm-apb", "aes128-gcm-held-axil"),
    *("aes128-ccm-axil", "aes128-ccm-apb", "aes128-ccm-held-axil"),
    *(
        pytest.param(name, marks=pytest.mark.full)
        for name in (
            *("aes-gcm-apb", "aes256-gcm-axil", "aes128-gcm-small-apb"),
            *("aes-ccm-apb", "aes256-ccm-axil", "aes128-ccm-small-apb"),
        )
    ),
)
#: A unit of each mode.
MODES = ("aes128-gcm-axil", "aes128-ccm-axil")
KEY, IV, HEADER, TEXT = bytes(range(16)), bytes(range(12)), b"header", bytes(range(50, 87))


class Sizes(ctypes.Structure):
    """`sil_ccm_sizes`."""

    _fields_ = tuple((name, ctypes.c_size_t) for name in ("tag", "aad", "text"))


class Unit:
    """The driver on a unit, with a place for the text and the tag of the result."""

    def __init__(self, driver: Driver, name: str) -> None:
        self.driver = driver
        inside = catalog.get(name).inside
        assert inside
        self.formulas = formulas_of(inside)
        self.ccm = inside.unit.name == "aes-ccm"
        #: What the unit gives for `KEY`, `IV`, `HEADER` and `TEXT`.
        self.sealed = self.formulas.algorithm.seal(KEY, IV, HEADER, TEXT, 16)
        self.text, self.tag = ctypes.create_string_buffer(4096), ctypes.create_string_buffer(16)
        self.out = ctypes.c_void_p(ctypes.addressof(self.text))

    def __call__(self, name: str, *arguments: object) -> int:
        """Calls a function without its prefix. ``self.out`` stands for a pointer to it."""
        prefix = ("ccm" if self.ccm else "gcm") if name.startswith("init") else "aead"
        return self.driver.call(
            f"{prefix}_{name}",
            *(ctypes.byref(one) if one is self.out else one for one in arguments),
        )

    def sizes(self, tag: int, aad: int = len(HEADER), text: int = len(TEXT)) -> object:
        """Returns the argument that states the lengths: in GCM, that of the tag alone."""
        return ctypes.byref(Sizes(tag, aad, text)) if self.ccm else tag

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
            assert self("init", iv, len(iv), self.sizes(tag, len(data), len(text))) == OK
        else:
            sizes = self.sizes(len(tag), len(data), len(text))
            assert self("init_verify", iv, len(iv), tag, sizes) == OK
        self.parts("aad", data, choose)
        self.parts("update", text, choose, self.out)
        if isinstance(tag, int):
            return self("final", self.out, self.tag)
        return self("verify", self.out)


@contextmanager
def aead(name: str, folder: Path) -> Iterator[Unit]:
    """Yields the driver on a simulated unit, which refuses none of its accesses."""
    with driven(name, folder) as driver:
        yield Unit(driver, name)


@pytest.mark.parametrize("name", UNITS)
def test_messages(name: str, tmp_path: Path) -> None:
    """Both directions, all lengths of tags, and wrong tags, in parts of any length."""
    choose = random.Random(1)
    with aead(name, tmp_path) as unit:
        formulas = unit.formulas
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
            lengths = (7, 13, 12, 8) if unit.ccm else (12, 12, 1, 8, 16, 61)
            iv = choose.randbytes(choose.choice(lengths))
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
        assert unit("init", IV, 12, unit.sizes(16)) == REFUSED


#: What each call gives in each state of the unit, and calls that lead to that state.
STATES = {
    "no key": [],
    "keyed": ["key"],
    "encryption": ["key", "init"],
    "its text": ["key", "init", "aad", "update"],
    "decryption": ["key", "init_verify"],
    "its ciphertext": ["key", "init_verify", "aad", "update_sealed"],
    "by DMA": ["key", "init_dma"],
    "by DMA, with data": ["key", "init_dma", "aad"],
    "text by DMA": ["key", "init_dma", "aad", "text_dma"],
    "decrypted": ["key", "init_verify", "aad", "update_sealed", "verify"],
}
_BEGIN = {"no key": REFUSED, "keyed": OK, "decrypted": OK}
_AAD = {"encryption": OK, "decryption": OK, "by DMA": OK, "by DMA, with data": OK}
_TEXT = dict.fromkeys(("encryption", "its text", "decryption", "its ciphertext"), OK)
CODES = {
    "key": {"no key": OK, "keyed": OK, "decrypted": OK},
    **dict.fromkeys(("init", "init_verify", "init_dma"), _BEGIN),
    "aad": _AAD,
    "update": _TEXT,
    "text_dma": {"by DMA": OK, "by DMA, with data": OK},
    "final": {"encryption": OK, "its text": OK},
    "verify": {"decryption": MISMATCH, "its ciphertext": OK},
    "wipe": dict.fromkeys(STATES, OK),
}
#: What is different in CCM: the calls of a message that is not complete, or complete.
CCM_CODES = {
    **{
        (state, call): OUT_OF_ORDER
        for state in ("encryption", "decryption", "by DMA")
        for call in ("update", "text_dma", "final", "verify")
    },
    ("by DMA, with data", "aad"): ARGUMENT,
    **{(state, "update"): ARGUMENT for state in ("its text", "its ciphertext")},
}


def made(unit: Unit, call: str) -> int:
    """Makes a call with arguments that are right."""
    arguments: dict[str, tuple[object, ...]] = {
        "key": (KEY, 16),
        "init": (IV, 12, unit.sizes(16)),
        "init_verify": (IV, 12, unit.sealed[len(TEXT) :], unit.sizes(16)),
        "init_dma": (IV, 12, unit.sealed[len(TEXT) :], unit.sizes(16)),
        "aad": (HEADER, len(HEADER)),
        "update": (TEXT, len(TEXT), unit.out),
        "update_sealed": (unit.sealed[: len(TEXT)], len(TEXT), unit.out),
        "final": (unit.out, unit.tag),
        "verify": (unit.out,),
    }
    return unit(call.removesuffix("_sealed"), *arguments.get(call, ()))


@pytest.mark.parametrize("name", [*MODES, "aes128-gcm-held-axil", "aes128-ccm-held-axil"])
def test_each_call_in_each_state(name: str, tmp_path: Path) -> None:
    """A call that is out of order gives its code, and the message goes on as if it were not made.

    The end of a message by DMA is not called: it waits for the stream.
    """
    with aead(name, tmp_path) as unit:
        for state, before in STATES.items():
            for call, codes in CODES.items():
                if (state, call) == ("text by DMA", "verify"):
                    continue
                assert unit("wipe") == OK
                unit.taken()
                for one in before:
                    assert made(unit, one) == OK, (state, one)
                code = made(unit, call)
                wanted = codes.get(state, OUT_OF_ORDER)
                if unit.ccm:  # no call begins the text, or ends a message, that is not complete
                    wanted = CCM_CODES.get((state, call), wanted)
                assert code == wanted, (state, call)
                if code == OUT_OF_ORDER and state == "its ciphertext":
                    assert made(unit, "verify") == OK, call
                    assert unit.taken() == TEXT
                if code == OUT_OF_ORDER and state == "its text":
                    assert made(unit, "final") == OK, call


@pytest.mark.parametrize("name", MODES)
def test_arguments_that_the_unit_cannot_take(name: str, tmp_path: Path) -> None:
    with aead(name, tmp_path) as unit:
        for size in (0, 8, 15, 17, 24, 32, 40):
            assert unit("key", bytes(40), size) == ARGUMENT
        assert unit("key", None, 16) == ARGUMENT
        assert made(unit, "key") == OK
        for size in (0, 1, 2, 3, 5, 7, 9, 11, 17, 256, *((13, 15) if unit.ccm else (6, 10))):
            assert unit("init", IV, 12, unit.sizes(size)) == ARGUMENT
            assert unit("init_verify", IV, 12, bytes(256), unit.sizes(size)) == ARGUMENT
        for size in (0, *((1, 6, 14, 16) if unit.ccm else ())):
            assert unit("init", bytes(16), size, unit.sizes(16)) == ARGUMENT
        assert unit("init", None, 12, unit.sizes(16)) == ARGUMENT
        assert unit("init_verify", IV, 12, None, unit.sizes(16)) == ARGUMENT
        assert made(unit, "init") == OK
        assert unit("aad", None, 1) == ARGUMENT
        assert unit("aad", None, 0) == OK
        if unit.ccm:
            assert unit("aad", HEADER + b"?", len(HEADER) + 1) == ARGUMENT
        assert made(unit, "aad") == OK
        assert unit("update", None, 1, unit.out) == ARGUMENT
        assert unit("update", TEXT, 1, None) == ARGUMENT
        if unit.ccm:
            assert unit("aad", b"?", 1) == ARGUMENT
            assert unit("update", TEXT + b"?", len(TEXT) + 1, unit.out) == ARGUMENT
        assert made(unit, "update") == OK
        assert unit("final", unit.out, None) == ARGUMENT
        assert unit("final", None, unit.tag) == ARGUMENT
        assert made(unit, "final") == OK
        assert unit.taken() + unit.tag.raw == unit.sealed


def test_lengths_that_ccm_does_not_have(tmp_path: Path) -> None:
    """A longer nonce leaves less bytes for the length of the text."""
    with aead("aes128-ccm-axil", tmp_path) as unit:
        assert made(unit, "key") == OK
        assert unit("init", IV, 12, None) == ARGUMENT
        assert unit("init", IV, 12, unit.sizes(16, 1 << 32)) == ARGUMENT
        for size, bits in ((13, 16), (12, 24), (11, 26), (7, 26)):
            nonce = bytes(size)
            assert unit("init", nonce, size, unit.sizes(16, 0, 1 << bits)) == ARGUMENT
            assert unit("init", nonce, size, unit.sizes(16, 0, (1 << bits) - 1)) == OK
            assert unit("final", unit.out, unit.tag) == OUT_OF_ORDER
            assert unit("wipe") == OK
            assert made(unit, "key") == OK


@pytest.mark.parametrize(
    ("name", "other"), [("aes128-gcm-axil", "ccm"), ("aes128-ccm-axil", "gcm")]
)
def test_a_message_of_the_other_mode(name: str, other: str, tmp_path: Path) -> None:
    with aead(name, tmp_path) as unit:
        assert made(unit, "key") == OK
        unit.ccm = other == "ccm"
        for call in ("init", "init_verify", "init_dma"):
            assert made(unit, call) == WRONG_UNIT
        unit.ccm = not unit.ccm
        for call in ("init", "aad", "update", "final"):
            assert made(unit, call) == OK
        assert unit.taken() + unit.tag.raw == unit.sealed


@pytest.mark.parametrize(
    ("before", "high", "low", "call"),
    [
        ("", 0, AeadStatus.KEYED, "key"),
        ("key", 0, AeadStatus.SPACE, "init"),
        ("key init", 0, AeadStatus.SPACE, "aad"),
        ("key init aad", 0, AeadStatus.SPACE, "update"),
        ("key init_dma aad", 0, AeadStatus.SPACE, "text_dma"),
        ("key init aad update", 0, AeadStatus.DONE, "final"),
        ("key init_verify aad update_sealed", 0, AeadStatus.DONE, "verify"),
        ("key init_verify aad update_sealed", 0, AeadStatus.SPACE, "verify"),
        ("key", AeadStatus.BUSY, 0, "wipe"),
    ],
)
@pytest.mark.parametrize("name", MODES)
def test_each_wait_ends(
    tmp_path: Path, name: str, before: str, high: int, low: int, call: str
) -> None:
    """A unit that does not answer, and works again after a wipe."""
    with aead(name, tmp_path) as unit:
        for one in before.split():
            assert made(unit, one) == OK
        unit.driver.stick(AeadRegister.STATUS, high, low)
        unit.driver.polls(50)
        assert made(unit, call) == TIMEOUT
        unit.driver.stick(AeadRegister.STATUS, 0, 0)
        unit.driver.polls(0)
        unit.taken()
        assert unit("wipe") == OK
        for one in STATES["its text"]:
            assert made(unit, one) == OK
        assert made(unit, "final") == OK
        assert unit.taken() + unit.tag.raw == unit.sealed
