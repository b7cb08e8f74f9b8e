"""The exported Verilog passes its exported testbench, and broken Verilog does not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from exports import (
    arguments_id,
    as_arguments,
    exported,
    icarus,
    make,
    one_of_each,
    succeeded,
)
from passed import Passed, export_key, says

Folder = Callable[..., Path]


@icarus
@pytest.mark.parametrize(
    "args",
    [
        *as_arguments(
            one_of_each(
                *("sha256-fast", "sha256-two", "hmac-sha256-fast", "hmac-sm3-fast"),
                *("shat128-gated", "hmac-drbg-sha256-fast", "aes128-small", "aes128-gcm-held"),
                *("aes128-ccm", "ascon-aead128-fast", "sha256-fast-axil", "hmac-sha1-apb"),
                *("words-md5-gray", "sha256-save", "hmac-sha256-short", "hmac-sha256-save"),
                *("pbkdf2-hmac-sha256-two", "storage-128", "station-shat128-1mhz"),
            )
        ),
        ("sha256-fast", "core"),
        ("sha256-fast", None, "verilog", "ecp5"),
        ("md5-pipe4", "core"),
        ("shat128", "core"),
        ("aes128-small", "core"),
        *(
            pytest.param((name,), marks=pytest.mark.full)
            for name in (
                # A stream is sha256-fast, and stages are in md5-pipe4.
                *("aes192-par", "sha512-pipe2", "aes-gcm", "hmac-md5-sha1-area-axil"),
                *("md5-fast-axil", "sha1-fast-apb", "sha384-fast-axil", "sm3-fast-apb"),
                *("sha3-256-fast-axil", "sha3-512-fast-apb", "ascon-hash256-fast-axil"),
                *("shat128-u4-axil", "shat384-gated-apb", "hmac-md5-fast-axil"),
                *("hmac-sha512-fast-axil", "aes-par-axil", "aes128-small-apb"),
                *("sm4-fast-apb", "aes128-gcm-axil", "aes128-gcm-held-apb", "aes-gcm-axil"),
                *("aes128-ccm-axil", "aes128-ccm-held-apb", "kmac128-fast-axil"),
                *("kmac256-small-apb", "sha256-save-axil", "sha512-save-apb"),
            )
        ),
    ],
    ids=arguments_id,
)
def test_the_export_passes_its_testbench(
    folder: Folder, passed: Passed, args: tuple[str, ...]
) -> None:
    with passed.once(export_key(exported(*args), says("iverilog", "-V"))):
        assert succeeded(make(folder(*args), "sim")).startswith("PASS: ")


@icarus
@pytest.mark.parametrize(
    ("name", "right", "wrong", "said"),
    [
        # a wrong operator in the datapath, and an output without a driver
        ("sha256-fast", "assign sum_o = _1_ + _2_;", "assign sum_o = _1_ - _2_;", "instead of"),
        ("sha256-fast", ".m_tuser(m_tuser)", ".m_tuser()", "was refused"),
        # an unknown handshake is none
        ("sha256-fast", ".m_tvalid(m_tvalid)", ".m_tvalid()", "no result for"),
        ("hmac-drbg-sha256-fast", ".m_tvalid(m_tvalid)", ".m_tvalid()", "no result for"),
        ("ascon-aead128-fast", ".m_tuser(m_tuser)", ".m_tuser()", "the verdict on case"),
        ("ascon-aead128-fast", ".t_tdata(t_tdata)", ".t_tdata(128'd0)", "the verdict on case"),
    ],
)
def test_a_broken_export_fails(
    folder: Folder, name: str, right: str, wrong: str, said: str
) -> None:
    out = folder(name)
    source = next((out / "rtl").iterdir())
    text = source.read_text()
    assert right in text
    source.write_text(text.replace(right, wrong))
    done = make(out, "sim")
    assert done.returncode != 0
    assert "FAIL: " in done.stdout
    assert said in done.stdout
    assert "PASS" not in done.stdout
