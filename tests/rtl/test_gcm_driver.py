"""Runs the C driver of AES-GCM on simulated units: any calls in any state, and what they give."""

from __future__ import annotations

import ctypes
import random
from pathlib import Path

import pytest
from test_drivers import (
    ARGUMENT,
    DRIVERS,
    MISMATCH,
    OK,
    OUT_OF_ORDER,
    REFUSED,
    STRICT,
    TIMEOUT,
    WRONG_UNIT,
    Driver,
    driven,
    run,
)

from silicrypt import catalog
from silicrypt.catalog.aead import formulas_of
from silicrypt.drivers.maps import GcmRegister, GcmStatus

IV, TAG = bytes(range(0x40, 0x4C)), 16
UNITS = (
    "aes128-gcm-axil",
    *(
        pytest.param(name, marks=pytest.mark.full)
        for name in ("aes128-gcm-apb", "aes128-gcm-held-axil", "aes-gcm-apb")
    ),
)
#: Functions of a header that are inline: C has them as functions of the library.
INLINE = """
#include "sil_gcm.h"
sil_result sil_seal(sil_unit *unit, const sil_gcm_message *message, const uint8_t *in, size_t size,
                    uint8_t *out, uint8_t *tag);
sil_result sil_seal(sil_unit *unit, const sil_gcm_message *message, const uint8_t *in, size_t size,
                    uint8_t *out, uint8_t *tag)
{
    return sil_gcm_seal(unit, message, in, size, out, tag);
}
sil_result sil_open(sil_unit *unit, const sil_gcm_message *message, const uint8_t *in, size_t size,
                    uint8_t *out, const uint8_t *tag);
sil_result sil_open(sil_unit *unit, const sil_gcm_message *message, const uint8_t *in, size_t size,
                    uint8_t *out, const uint8_t *tag)
{
    return sil_gcm_open(unit, message, in, size, out, tag);
}
"""


class Message(ctypes.Structure):
    """`sil_gcm_message`."""

    _fields_ = (
        *(("iv", ctypes.c_char_p), ("iv_size", ctypes.c_size_t)),
        *(("aad", ctypes.c_char_p), ("aad_size", ctypes.c_size_t)),
        ("tag_size", ctypes.c_size_t),
    )


def message(iv: bytes | None = IV, aad: bytes | None = b"", tag: int = TAG) -> Message:
    """A message of the driver."""
    return Message(iv, len(iv or b""), aad, len(aad or b""), tag)


class Gcm:
    """The driver on a unit, with the model of what each call must return and give.

    Attributes:
        driver: the driver.
        key: the key that is loaded, if one is.
        open: whether the open message is a decryption; None if none is open.
        dma: whether its text comes by DMA.
    """

    def __init__(self, driver: Driver, name: str) -> None:
        """Starts with a unit after a reset."""
        inside = catalog.get(name).inside
        assert inside is not None
        formulas = formulas_of(inside)
        self.driver, self.algorithm = driver, formulas.algorithm
        self.held, self.sizes = 16 * formulas.held_beats, formulas.key_bytes
        self.out = ctypes.create_string_buffer(4096)
        self.tag = ctypes.create_string_buffer(TAG)
        self.key: bytes | None = None
        self.open: bool | None = None
        self.dma = self.texts = False
        self.data = self.text = b""
        self.place = ctypes.c_void_p()

    def call(self, name: str, *arguments: object) -> int:
        """Calls a function of the driver of AES-GCM."""
        return self.driver.call(f"gcm_{name}", *arguments)

    def load(self, size: int) -> tuple[int, int]:
        """Loads a key; returns the result and what it must be."""
        key = random.Random(size).randbytes(size)
        found = self.call("key", key, size)
        if size % 8 or not 16 <= size <= 32:
            return found, ARGUMENT
        if self.open is not None:
            return found, OUT_OF_ORDER
        if size not in self.sizes:
            return found, ARGUMENT
        self.key = key
        return found, OK

    def begin(self, decrypt: bool, dma: bool, iv: bytes | None, tag: int) -> tuple[int, int]:
        """Begins a message."""
        one = message(iv, tag=tag)
        name = "init_dma" if dma else "init"
        found = self.call(name, ctypes.c_int(decrypt), ctypes.byref(one))
        if not iv or tag not in (4, 8, *range(12, 17)):
            return found, ARGUMENT
        if self.open is not None:
            return found, OUT_OF_ORDER
        if self.key is None:
            return found, REFUSED
        self.open, self.dma, self.texts = decrypt, dma, False
        self.data, self.text, self.iv, self.size = b"", b"", iv, tag
        self.place = ctypes.c_void_p(ctypes.addressof(self.out))
        return found, OK

    def aad(self, data: bytes | None) -> tuple[int, int]:
        """Appends associated data; three bytes of nothing if `data` is None."""
        found = self.call("aad", data, 3 if data is None else len(data))
        if self.open is None or self.texts:
            return found, OUT_OF_ORDER
        if data is None:
            return found, ARGUMENT
        self.data += data
        return found, OK

    def update(self, text: bytes, *, nowhere: bool = False) -> tuple[int, int]:
        """Appends bytes of the text."""
        place = None if nowhere else ctypes.byref(self.place)
        found = self.call("update", text, len(text), place)
        if self.open is None or self.dma:
            return found, OUT_OF_ORDER
        if nowhere and text:
            return found, ARGUMENT
        if self.open and self.held and len(self.text) + len(text) > self.held:
            return found, ARGUMENT
        self.text, self.texts = self.text + text, True
        return found, OK

    def end(self, decrypt: bool, *, good: bool = True, none: bool = False) -> tuple[int, int]:
        """Ends a message, with the right tag or another one; checks its text and its tag."""
        own = self.open is not None and self.open == decrypt
        expected = (b"", bytes(TAG))
        if self.open is not None:
            assert self.key is not None
            pad = self.algorithm.seal(self.key, self.iv, self.data, bytes(len(self.text)), TAG)
            other = bytes(a ^ b for a, b in zip(self.text, pad, strict=False))
            plain = other if decrypt else self.text
            sealed = self.algorithm.seal(self.key, self.iv, self.data, plain, TAG)
            expected = (other, sealed[len(plain) :])
        said = expected[1] if good else bytes(byte ^ 1 for byte in expected[1])
        tag = None if none else said if decrypt else self.tag
        found = self.call("verify" if decrypt else "final", ctypes.byref(self.place), tag)
        if not own:
            return found, OUT_OF_ORDER
        if none:
            return found, ARGUMENT
        self.open = None
        if decrypt and not good:
            return found, MISMATCH
        if found == OK:
            assert self.out.raw[: len(expected[0])] == expected[0]
            assert decrypt or self.tag.raw[: self.size] == expected[1][: self.size]
        return found, OK

    def wipe(self) -> tuple[int, int]:
        """Wipes the unit."""
        self.key = self.open = None
        return self.call("wipe"), OK

    def others(self) -> list[tuple[int, int]]:
        """Calls functions of other drivers, which must not touch the unit."""
        call = self.driver.call
        return [
            (call("hash_init"), WRONG_UNIT),
            (call("hash_update", b"abc", 3), OUT_OF_ORDER),
            (call("hash_final", None, 0), OUT_OF_ORDER),
            (call("hmac_final", None, 0), OUT_OF_ORDER),
            (call("hmac_final_compare"), OUT_OF_ORDER),
            (call("hmac_key", b"abc", 3), WRONG_UNIT),
        ]

    def any_call(self, choose: random.Random) -> tuple[int, int]:
        """Makes any call that needs no DMA controller."""
        text = choose.randbytes(choose.choice((0, 1, 4, 16, 37, 100)))
        what = choose.randrange(20)
        if what == 0:
            return self.load(choose.choice((16, 24, 32, 20, 40)))
        if what == 1:
            return self.wipe() if choose.random() < 0.3 else self.load(self.sizes[0])
        if what in (2, 3, 4):
            iv = choose.choice((IV, IV, IV, choose.randbytes(16), b"", None))
            tag = choose.choice((16, 16, 16, 12, 13, 4, 8, 5, 0, 17))
            return self.begin(choose.random() < 0.5, False, iv, tag)
        if what in (5, 6, 7, 8):
            return self.aad(choose.choice((text, text, text, None)))
        if what in (9, 10, 11, 12):
            return self.update(text, nowhere=choose.random() < 0.1)
        decrypt = choose.random() < 0.5 if self.open is None else self.open
        decrypt ^= choose.random() < 0.2
        return self.end(decrypt, good=choose.random() < 0.5, none=choose.random() < 0.1)


@pytest.mark.parametrize("name", UNITS)
def test_any_calls(name: str, tmp_path: Path) -> None:
    """Each call gives the code that its state demands, and right texts and tags."""
    choose = random.Random(1)
    with driven(name, tmp_path, INLINE) as driver:
        gcm = Gcm(driver, name)
        assert gcm.begin(False, False, IV, TAG) == (REFUSED, REFUSED)
        assert gcm.load(gcm.sizes[0]) == (OK, OK)
        ends = 0
        for number in range(1000):
            found, expected = gcm.any_call(choose)
            assert found == expected, number
            ends += found == MISMATCH
            if number % 50 == 0:
                for found, expected in gcm.others():
                    assert found == expected, number
        assert ends > 5


@pytest.mark.parametrize("name", UNITS)
def test_messages_in_one_call(name: str, tmp_path: Path) -> None:
    """A decryption clears the place of a plaintext whose tag is wrong."""
    choose = random.Random(2)
    with driven(name, tmp_path, INLINE) as driver:
        gcm = Gcm(driver, name)
        assert gcm.load(gcm.sizes[-1]) == (OK, OK)
        assert gcm.key is not None
        for size in (0, 1, 16, 63, 100):
            text, aad = choose.randbytes(size), choose.randbytes(size // 3)
            sealed = gcm.algorithm.seal(gcm.key, IV, aad, text, TAG)
            one = ctypes.byref(message(aad=aad))
            out, tag = ctypes.create_string_buffer(size + 1), ctypes.create_string_buffer(TAG)
            assert driver.call("seal", one, text, size, out, tag) == OK
            assert out.raw[:size] + tag.raw == sealed
            given = out.raw
            assert driver.call("open", one, given, size, out, tag) == OK
            assert out.raw[:size] == text
            wrong = bytes(byte ^ 0x80 for byte in tag.raw)
            code = driver.call("open", one, given, size, out, wrong)
            assert (code, out.raw) == (MISMATCH, bytes(size + 1))
            assert driver.call("open", one, None, 1, out, tag) == ARGUMENT
            assert driver.call("seal", one, text, size, out, None) == ARGUMENT
        if gcm.held:
            out, long = ctypes.create_string_buffer(b"x", gcm.held + 1), bytes(gcm.held + 1)
            code = driver.call("open", one, long, len(long), out, tag)
            assert (code, out.raw) == (ARGUMENT, long)
        assert gcm.begin(False, False, IV, TAG) == (OK, OK)  # no message is open


@pytest.mark.parametrize(
    ("before", "stuck", "call"),
    [
        ("", (GcmStatus.KEYED, 0), "key"),
        ("key", (GcmStatus.SPACE, 0), "begin"),
        ("key begin", (GcmStatus.SPACE, 0), "aad"),
        ("key begin aad", (GcmStatus.SPACE, 0), "update"),
        ("key begin aad update", (GcmStatus.DONE, 0), "end"),
        ("key begin aad update", (GcmStatus.SPACE, 0), "end"),
        ("key", (0, GcmStatus.BUSY), "wipe"),
    ],
)
def test_each_wait_ends(before: str, stuck: tuple[int, int], call: str, tmp_path: Path) -> None:
    """A unit that does not answer, and works again after a wipe."""
    with driven("aes128-gcm-axil", tmp_path, INLINE) as driver:
        gcm = Gcm(driver, "aes128-gcm-axil")
        calls = {
            "key": lambda: gcm.load(16),
            "begin": lambda: gcm.begin(False, False, IV, TAG),
            "aad": lambda: gcm.aad(b"data"),
            "update": lambda: gcm.update(b"text"),
            "end": lambda: gcm.end(False),
            "wipe": gcm.wipe,
        }
        for name in before.split():
            assert calls[name]() == (OK, OK)
        driver.stuck, driver._unit.polls = stuck, 50
        found, _ = calls[call]()
        assert found == TIMEOUT
        driver.stuck, driver._unit.polls = (0, 0), 0
        assert gcm.wipe() == (OK, OK)
        for name in ("key", "begin", "aad", "update", "end"):
            assert calls[name]() == (OK, OK)


@pytest.mark.parametrize("name", UNITS)
def test_texts_by_dma(name: str, tmp_path: Path) -> None:
    """Texts on the stream in both directions; the driver's final call begins them."""
    choose = random.Random(3)
    with driven(name, tmp_path, INLINE) as driver:
        gcm, machine = Gcm(driver, name), driver.machine
        assert gcm.load(gcm.sizes[0]) == (OK, OK)
        assert gcm.key is not None
        for size, decrypt, good in (
            *((0, False, True), (40, False, True), (40, True, True), (40, True, False)),
            *((64, False, True), (64, True, True), (64, True, False), (0, True, True)),
        ):
            text, aad = choose.randbytes(size), choose.randbytes(9)
            sealed = gcm.algorithm.seal(gcm.key, IV, aad, text, TAG)
            assert gcm.begin(decrypt, True, IV, TAG) == (OK, OK)
            assert gcm.aad(aad) == (OK, OK)
            assert gcm.update(b"text") == (OUT_OF_ORDER, OUT_OF_ORDER)
            driver.sends = sealed[:size] if decrypt else text
            tag = sealed[size:] if good else bytes(byte ^ 1 for byte in sealed[size:])
            found = gcm.call("verify", None, tag) if decrypt else gcm.call("final", None, gcm.tag)
            assert found == (OK if good else MISMATCH)
            gcm.open = None
            result, ends = machine.received()
            hidden = gcm.held and not good
            assert result == (b"" if hidden else text if decrypt else sealed[:size])
            assert len(ends) == 1
            assert decrypt or gcm.tag.raw == sealed[size:]
            assert gcm.call("verify" if decrypt else "final", None, gcm.tag) == OUT_OF_ORDER


def test_no_bytes_have_no_address(tmp_path: Path) -> None:
    """The driver under the sanitizers of GCC, on registers that answer from a table."""
    (tmp_path / "main.c").write_text(_NOTHING, encoding="utf-8")
    sanitize = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-DSIL_BUS_FUNCTIONS")
    files = [str(tmp_path / "main.c"), *(str(DRIVERS / f"sil_{one}.c") for one in ("gcm", "bus"))]
    run(["gcc", *STRICT, *sanitize, f"-I{DRIVERS}", *files, "-o", str(tmp_path / "main")])
    run([str(tmp_path / "main")])


#: An encryption without bytes, whose section goes on with each LAST.
_NOTHING = f"""
#include "sil_gcm.h"
static uint32_t section, done;
uint32_t sil_bus_read(void *context, uintptr_t address)
{{
    (void)context;
    if (address == {GcmRegister.VERSION:#x})
        return 0x04010000U;
    if (address == {GcmRegister.CONFIG:#x})
        return 0x81U;
    return address == {GcmRegister.STATUS:#x} ? 0x100090U | section << 8 | done : 0U;
}}
void sil_bus_write(void *context, uintptr_t address, uint32_t value)
{{
    (void)context;
    if (address != {GcmRegister.CONTROL:#x})
        return;
    done = value & 1U ? 2U : section == 2U ? 4U : done;
    section = value & 1U ? 0U : section + 1U;
}}
int main(void)
{{
    sil_unit unit = {{.base = 0}};
    const uint8_t iv[12] = {{0}};
    const sil_gcm_message message = {{iv, 12, NULL, 0, 16}};
    uint8_t tag[16];
    return sil_gcm_seal(&unit, &message, NULL, 0, NULL, tag) != SIL_OK;
}}
"""
