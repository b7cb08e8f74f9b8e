"""The Python drivers on registers in a file, and on a bus that records accesses."""

from __future__ import annotations

from pathlib import Path

import pytest

from silicrypt import drivers
from silicrypt.drivers import Memory, aes
from silicrypt.drivers.maps import AesConfig, AesRegister, AesStatus, HashRegister, HashStatus
from silicrypt.errors import BadInput, UnitFailed


class Recorder:
    """A bus that answers reads from a table and records writes."""

    def __init__(self, answers: dict[int, int]) -> None:
        self.answers, self.writes = answers, list[tuple[int, int]]()

    def read(self, address: int) -> int:
        return self.answers[address]

    def write(self, address: int, value: int) -> None:
        self.writes.append((address, value))


def test_a_hash_takes_words_then_bytes() -> None:
    answers = {HashRegister.STATUS: HashStatus.DONE, HashRegister.CONFIG: 1}
    bus = Recorder({**answers, HashRegister.DIGEST: 0x64636261})
    assert drivers.run(drivers.hash_(b"12345"), bus) == b"abcd"
    assert bus.writes == [
        (HashRegister.CONTROL, 1),
        (HashRegister.DATA, 0x34333231),
        (HashRegister.DATA_BYTE, 0x35),
        (HashRegister.CONTROL, 2),
    ]


def test_a_refused_message_is_an_error() -> None:
    bus = Recorder({HashRegister.STATUS: HashStatus.DONE | HashStatus.ERROR})
    with pytest.raises(UnitFailed, match="refused the message"):
        drivers.run(drivers.hash_(b""), bus)


def test_wrong_keys_and_ivs_are_refused_before_any_access() -> None:
    bus = Recorder({})
    with pytest.raises(BadInput, match="16, 24 or 32 bytes, not 5"):
        drivers.run(aes.load_key(b"12345"), bus)
    with pytest.raises(BadInput, match="an IV of AES has 16 bytes, not 3"):
        drivers.run(aes.crypt(aes.Mode.CTR, b"", b"123"), bus)
    assert bus.writes == []


#: Answers of a unit with AES-192 and without XTS, whose keys are expanded at once.
_NO_XTS = {
    AesRegister.VERSION: 3 << 24 | 1 << 16,
    AesRegister.CONFIG: AesConfig.KEY_192 | 3 << 4,
    AesRegister.STATUS: AesStatus.KEYED,
}


def test_a_unit_without_xts_has_no_key_for_tweaks() -> None:
    """The unit accepts such a key and drops it, so a driver would wait for it without end."""
    bus = Recorder(_NO_XTS)
    with pytest.raises(UnitFailed, match="the unit has no XTS"):
        drivers.run(aes.load_key(bytes(24), tweak=True), bus)
    assert bus.writes == []
    drivers.run(aes.load_key(bytes(24)), bus)
    assert len(bus.writes) == 1 + 24 // 4


def test_registers_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "registers"
    path.write_bytes(bytes(4096))
    with Memory(path) as registers:
        registers.write(AesRegister.KEY, 0x01020304)
        assert registers.read(AesRegister.KEY) == 0x01020304
    assert path.read_bytes()[AesRegister.KEY :][:4] == bytes((4, 3, 2, 1))
    with pytest.raises(BadInput, match="cannot map the registers in"):
        Memory(tmp_path / "none")
