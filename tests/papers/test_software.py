from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from silicrypt.errors import ToolFailed
from silicrypt.papers import software
from silicrypt.results.store import Store

#: FIPS 197, appendix C.
PLAIN = bytes.fromhex("00112233445566778899aabbccddeeff")
STANDARD = {
    16: "69c4e0d86a7b0430d8cdb78070b4c55a",
    24: "dda97ca4864cdfe06eaf70a0ec0d7191",
    32: "8ea2b7ca516745bfeafc49904b496089",
}


def test_plain_c_is_the_standard(tmp_path: Path) -> None:
    program = software.compile_plain(tmp_path)

    def run(function: str, key: bytes, data: bytes) -> bytes:
        command = [str(program), function, key.hex()]
        return subprocess.run(command, input=data, capture_output=True, check=True).stdout

    for size, result in STANDARD.items():
        key, expected = bytes(range(size)), bytes.fromhex(result)
        assert run("cipher", key, PLAIN * 2) == expected * 2
        assert run("invcipher", key, expected * 2) == PLAIN * 2
    # FIPS 197, appendix B.
    block = bytes.fromhex("3243f6a8885a308d313198a2e0370734")
    assert run("cipher", software.KEY, block).hex() == "3925841d02dc09fbdc118597196a0b32"


def test_a_source_that_does_not_compile_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = tmp_path / "aes_reference.c"
    wrong.write_text("int main(void) { return }", encoding="utf-8")
    monkeypatch.setattr(software, "SOURCE", wrong)
    with pytest.raises(ToolFailed, match=r"refuses aes_reference\.c"):
        software.compile_plain(tmp_path)


def test_times_are_taken_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(software, "_REPEATS", 1)
    monkeypatch.setattr(software, "_CALLS", 1)
    plain, library = software.timed(Store(tmp_path))
    assert plain.who == "plain C" and library.who.startswith("cryptography ")
    assert all(one.key_ns > 0 and one.long_ns > 0 and one.machine for one in (plain, library))

    def never() -> software.Times:
        raise AssertionError

    monkeypatch.setattr(software, "plain", never)
    assert software.timed(Store(tmp_path)) == (plain, library)
    (kept,) = tmp_path.glob("software/*/times.json")
    kept.write_text(json.dumps([{"who": "nobody"}]), encoding="utf-8")
    monkeypatch.setattr(software, "plain", lambda: plain)
    assert software.timed(Store(tmp_path))[0] == plain
    assert "nobody" not in kept.read_text(encoding="utf-8")


def test_committed_times_are_whole() -> None:
    times = software.committed()
    assert next(one.who for one in times) == "plain C"
    assert len(times) == 2
    assert all(one.machine and one.how and one.key_ns > 0 for one in times)


def test_a_message_is_key_call_and_blocks() -> None:
    one = software.Times("", "", "", 400, 50, 60, 10, 20)
    assert one.message_us(1) == pytest.approx(0.45)
    assert one.message_us(101) == pytest.approx(1.45)
