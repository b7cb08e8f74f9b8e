"""The Python drivers on registers in a file, and on a bus that records accesses."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import pytest

from silicrypt import catalog, drivers
from silicrypt.base.scope import silent as silent_progress
from silicrypt.drivers import Memory, Program, aead, aes, kmac, save
from silicrypt.drivers.maps import (
    AeadStatus,
    AesConfig,
    AesRegister,
    AesStatus,
    HashRegister,
    HashStatus,
    HmacStatus,
    KmacRegister,
    KmacStatus,
)
from silicrypt.drivers.programs import AEAD, AES, HASH, HMAC, KMAC
from silicrypt.errors import BadInput, UnitFailed
from silicrypt.tools.verilator import Build
from silicrypt.verify import register_suite
from silicrypt.verify.native import Pipe
from silicrypt.verify.register_suite import RegisterSession
from silicrypt.verify.suites import EFFORTS


class Recorder:
    """A bus that answers reads from a table and records writes."""

    def __init__(self, answers: dict[int, int]) -> None:
        self.answers, self.writes = answers, list[tuple[int, int]]()

    def read(self, address: int) -> int:
        return self.answers[address]

    def write(self, address: int, value: int) -> None:
        self.writes.append((address, value))


def answers(kind: int, status: int, point: int = 0) -> dict[int, int]:
    """Answers of a unit whose registers do not change."""
    version = kind << 24 | 1 << 16
    registers = HashRegister.VERSION, HashRegister.STATUS, HashRegister.CONFIG
    return dict(zip(registers, (version, status, point), strict=True))


#: CONFIG of AES with all keys, modes and directions, and with AES-192 and without XTS.
_ALL, _NO_XTS = 0x7F, AesConfig.KEY_192 | 3 << 4
CCM = aead.Mode.CCM
#: CONFIG of AES-CCM with all keys.
_CCM = 0x87 | CCM.value
#: STATUS with both keys.
_KEYS = AesStatus.KEYED | AesStatus.TWEAK_KEYED
#: Each program, and the unit that it is for.
PROGRAMS: dict[str, tuple[int, Callable[[], Program[object]]]] = {
    "hash": (HASH, lambda: drivers.hash_(b"abc")),
    "save": (HASH, lambda: save.save(bytes(64))),
    "key": (HMAC, lambda: drivers.load_key(b"key")),
    "hmac": (HMAC, lambda: drivers.hmac(b"key", b"abc")),
    "verify": (HMAC, lambda: drivers.verify(bytes(32), b"abc")),
    "aes key": (AES, lambda: aes.load_key(bytes(16))),
    "aes key for tweaks": (AES, lambda: aes.load_key(bytes(16), tweak=True)),
    "aes": (AES, lambda: aes.crypt(aes.Mode.CTR, b"abc")),
    "gcm key": (AEAD, lambda: aead.load_key(bytes(16))),
    "gcm encryption": (AEAD, lambda: aead.seal(bytes(12), b"", b"abc")),
    "gcm decryption": (AEAD, lambda: aead.unseal(bytes(12), b"", b"abc", bytes(16))),
    "kmac": (KMAC, lambda: kmac.kmac(b"key", b"abc", 32)),
    "cshake": (KMAC, lambda: kmac.cshake(b"abc", 32)),
    "ccm key": (AEAD, lambda: aead.load_key(bytes(16), mode=CCM)),
    "ccm encryption": (AEAD, lambda: aead.seal(bytes(12), b"", b"abc", mode=CCM)),
    "ccm decryption": (AEAD, lambda: aead.unseal(bytes(12), b"", b"abc", bytes(16), mode=CCM)),
}


def refused(program: Program[object], bus: Recorder, reason: str) -> None:
    """Checks that a program ends with a reason before it writes anything."""
    with pytest.raises((UnitFailed, BadInput), match=reason):
        drivers.run(program, bus)
    assert bus.writes == []


@pytest.mark.parametrize("name", PROGRAMS)
def test_nothing_begins_in_a_busy_unit_or_one_of_another_kind(name: str) -> None:
    """The unit would add the bytes to the message that is open, or ignore the commands."""
    kind, program = PROGRAMS[name]
    busy = Recorder(answers(kind, _KEYS | HashStatus.BUSY | HashStatus.OPEN, _ALL))
    refused(program(), busy, "in progress: end it, or wipe the unit")
    other = AES if kind != AES else HASH
    for version in (0, 0xFFFFFFFF, kind << 24 | 2 << 16, other << 24 | 1 << 16):
        bus = Recorder(answers(kind, _KEYS, _ALL) | {HashRegister.VERSION: version})
        refused(program(), bus, "not the registers of the driver")


class Silent(Recorder):
    """A unit that is busy from the first command on."""

    def write(self, address: int, value: int) -> None:
        super().write(address, value)
        if address == HashRegister.CONTROL:
            self.answers[HashRegister.STATUS] = HashStatus.BUSY


@pytest.mark.parametrize("name", [*PROGRAMS, "wipe"])
def test_each_wait_ends(name: str) -> None:
    kind, program = PROGRAMS.get(name, (HASH, drivers.wipe))
    words = _ALL | CCM.value * name.startswith("ccm") if kind in (AES, AEAD) else 0x044010C8
    for limit in (3, 1000):
        bus = Silent(answers(kind, _KEYS if kind in (AES, AEAD) else 0, words))
        with pytest.raises(UnitFailed, match=f"does not answer: .* 0x0c was read {limit} times"):
            drivers.run(program(), bus, limit)


def test_a_wait_ends_in_a_bench() -> None:
    class Bench(Silent):
        async def read(self, address: int) -> int:  # type: ignore[override]
            return super().read(address)

        async def write(self, address: int, value: int) -> None:  # type: ignore[override]
            super().write(address, value)

    bus = Bench(answers(HASH, 0))
    with pytest.raises(UnitFailed, match="does not answer"):
        asyncio.run(drivers.run_in_bench(drivers.wipe(), bus, 10))


@pytest.mark.parametrize(
    ("point", "status", "program", "reason"),
    [
        (_ALL, 0, aes.crypt(aes.Mode.CTR, b"abc"), "a key for CTR is missing"),
        (_ALL, AesStatus.KEYED, aes.crypt(aes.Mode.XTS, bytes(16)), "a key for XTS is missing"),
        (0x37, _KEYS, aes.crypt(aes.Mode.XTS, bytes(16)), "the unit has no XTS"),
        (0x77, _KEYS, aes.crypt(aes.Mode.ECB, bytes(16), decrypt=True), "does not decrypt in ECB"),
        (0x7D, _KEYS, aes.load_key(bytes(24)), "the unit has no keys of 192 bits"),
        (0x1007F, _KEYS, aes.load_key(bytes(16)), "the unit has no AES"),
        (_ALL, _KEYS, aes.load_key(bytes(16), cipher=aes.Cipher.SM4), "the unit has no SM4"),
        # The unit accepts such a key and drops it, so a driver would wait for it without end.
        (_NO_XTS, AesStatus.KEYED, aes.load_key(bytes(24), tweak=True), "the unit has no XTS"),
    ],
)
def test_aes_begins_nothing_that_the_unit_refuses(
    point: int, status: int, program: Program[object], reason: str
) -> None:
    """The unit answers with an error, which a bus may hide; then old keys or results are used."""
    refused(program, Recorder(answers(AES, status, point)), reason)


def test_a_unit_without_xts_takes_its_key() -> None:
    bus = Recorder(answers(AES, AesStatus.KEYED, _NO_XTS))
    drivers.run(aes.load_key(bytes(24)), bus)
    assert len(bus.writes) == 1 + 24 // 4


def test_a_result_has_the_size_of_the_message() -> None:
    done = answers(AES, _KEYS | AesStatus.DONE, _ALL)
    with pytest.raises(UnitFailed, match="0 bytes for a message of 3"):
        drivers.run(aes.crypt(aes.Mode.CTR, b"abc"), Recorder(done))
    endless = answers(AES, _KEYS | AesStatus.AVAILABLE, _ALL) | {AesRegister.RESULT: 1}
    with pytest.raises(UnitFailed, match="more bytes than the message has"):
        drivers.run(aes.crypt(aes.Mode.CTR, b"abc"), Recorder(endless))


@pytest.mark.parametrize(
    ("point", "status", "program", "reason"),
    [
        (0x81, AeadStatus.KEYED, aead.load_key(bytes(32)), "the unit has no keys of 256 bits"),
        (0x87, 0, aead.seal(bytes(12), b"", b""), "no key is loaded"),
        (0x87, AeadStatus.KEYED, aead.seal(b"", b"", b""), "an IV has at least one byte"),
        (
            0x87,
            AeadStatus.KEYED,
            aead.seal(bytes(12), b"", b"", 5),
            "GCM has 4, 8, .* 16 bytes, not 5",
        ),
        (0x87, AeadStatus.KEYED, aead.unseal(bytes(12), b"", b"", b""), "GCM has .* bytes, not 0"),
        (0x87, AeadStatus.KEYED, aead.load_key(bytes(15)), "16, 24 or 32 bytes, not 15"),
        (0x87, AeadStatus.KEYED, aead.load_key(bytes(16), mode=CCM), "the unit has not AES-CCM"),
        (_CCM, AeadStatus.KEYED, aead.load_key(bytes(16)), "the unit has not AES-GCM"),
        (_CCM, AeadStatus.KEYED, aead.seal(bytes(12), b"", b""), "the unit has not AES-GCM"),
        (_CCM, AeadStatus.KEYED, aead.seal(bytes(6), b"", b"", mode=CCM), "7 to 13 bytes, not 6"),
        (_CCM, AeadStatus.KEYED, aead.seal(bytes(14), b"", b"", mode=CCM), "7 to 13 bytes"),
        (_CCM, AeadStatus.KEYED, aead.seal(bytes(12), b"", b"", 13, mode=CCM), "bytes, not 13"),
        (
            *(_CCM, AeadStatus.KEYED, aead.seal(bytes(13), b"", bytes(1 << 16), mode=CCM)),
            "less than 65536 bytes with a nonce of 13",
        ),
    ],
)
def test_authenticated_encryption_begins_nothing_that_the_unit_refuses(
    point: int, status: int, program: Program[object], reason: str
) -> None:
    refused(program, Recorder(answers(AEAD, status, point)), reason)


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        (kmac.kmac(b"key", b"", 0), "1 to 65535 bytes, not 0"),
        (kmac.kmac(b"key", b"", 1 << 16), "1 to 65535 bytes, not 65536"),
        (kmac.kmac(b"key", b"", 1 << 32, xof=True), "KMACXOF has 1 to 4294967295 bytes"),
        (kmac.kmac(bytes(1 << 16), b"", 4), "less than 65536 bytes"),
        (kmac.cshake(b"", 4, bytes(1 << 16)), "less than 65536 bytes"),
    ],
)
def test_kmac_begins_nothing_that_the_unit_refuses(program: Program[object], reason: str) -> None:
    refused(program, Recorder({}), reason)


def test_a_result_of_kmac_has_its_size() -> None:
    done = answers(KMAC, KmacStatus.DONE)
    with pytest.raises(UnitFailed, match="0 bytes for a result of 4"):
        drivers.run(kmac.kmac(b"key", b"abc", 4), Recorder(done))
    wrong = answers(KMAC, KmacStatus.DONE | KmacStatus.ERROR)
    with pytest.raises(UnitFailed, match="refused the request"):
        drivers.run(kmac.kmac(b"key", b"abc", 4), Recorder(wrong))
    endless = answers(KMAC, KmacStatus.AVAILABLE) | {KmacRegister.RESULT: 1}
    with pytest.raises(UnitFailed, match="more bytes than the result has"):
        drivers.run(kmac.kmac(b"key", b"abc", 4), Recorder(endless))


def test_plaintext_is_given_only_if_its_tag_is_verified() -> None:
    for more, wanted in ((0, None), (AeadStatus.ERROR, None), (AeadStatus.VERIFIED, b"")):
        status = AeadStatus.KEYED | AeadStatus.DONE | more
        bus = Recorder(answers(AEAD, status, 0x87))
        assert drivers.run(aead.unseal(bytes(12), b"", b"", bytes(16)), bus) == wanted


def test_a_tag_is_complete() -> None:
    """The unit compares the words that are left out with those of the previous tag."""
    bus = Recorder(answers(HMAC, HmacStatus.DONE | HmacStatus.MATCH | HmacStatus.KEYED, 8))
    for size in (0, 16, 31, 36):
        refused(drivers.verify(bytes(size), b"abc"), bus, f"has 32 bytes, not {size}")
    assert drivers.run(drivers.verify(bytes(32), b"abc"), bus)


def test_a_silent_unit_fails_its_verification(monkeypatch: pytest.MonkeyPatch) -> None:
    """A unit that never says DONE ends its verification."""
    point = catalog.get("sha256-fast-axil")

    class Unit(RegisterSession):
        def read(self, address: int) -> int:
            silent = answers(HASH, int(self.silent), 8)
            return silent.get(address, 0)

        def _ask(
            self,
            command: bytes,
            address: int = 0,
            value: int = 0,
            strobe: int = 15,
            data: bytes = b"",
        ) -> tuple[int, int]:
            del command, value, strobe, data
            type(self).silent |= address == HashRegister.CONTROL
            return 0, 0

        def reset(self) -> None:
            type(self).silent = False

        silent = False

    @contextmanager
    def silent(_: Build, *, checked: bool) -> Iterator[RegisterSession]:
        del checked
        Unit.silent = False
        nothing = BytesIO()
        yield Unit(Pipe(nothing, nothing, nothing))

    monkeypatch.setattr(register_suite, "session", silent)
    inputs = register_suite.build(point, "stream", tuple(point.sources("stream")))
    records = register_suite.perform(point, {"stream": inputs}, EFFORTS["quick"], silent_progress)
    assert records
    assert not any(record.passed for record in records)
    assert any("does not answer" in record.detail for record in records)


def test_a_hash_takes_words_then_bytes() -> None:
    bus = Recorder(answers(HASH, HashStatus.DONE, 1) | {HashRegister.DIGEST: 0x64636261})
    assert drivers.run(drivers.hash_(b"12345"), bus) == b"abcd"
    assert bus.writes == [
        (HashRegister.CONTROL, 1),
        (HashRegister.DATA, 0x34333231),
        (HashRegister.DATA_BYTE, 0x35),
        (HashRegister.CONTROL, 2),
    ]


def test_a_refused_message_is_an_error() -> None:
    bus = Recorder(answers(HASH, HashStatus.DONE | HashStatus.ERROR))
    with pytest.raises(UnitFailed, match="refused the message"):
        drivers.run(drivers.hash_(b""), bus)


def test_wrong_keys_and_ivs_are_refused_before_any_access() -> None:
    refused(aes.load_key(b"12345"), Recorder({}), "16, 24 or 32 bytes, not 5")
    refused(aes.crypt(aes.Mode.CTR, b"", b"123"), Recorder({}), "an IV of AES has 16 bytes, not 3")


def test_registers_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "registers"
    path.write_bytes(bytes(4096))
    with Memory(path) as registers:
        registers.write(AesRegister.KEY, 0x01020304)
        assert registers.read(AesRegister.KEY) == 0x01020304
    assert path.read_bytes()[AesRegister.KEY :][:4] == bytes((4, 3, 2, 1))
    with pytest.raises(BadInput, match="cannot map the registers in"):
        Memory(tmp_path / "none")
