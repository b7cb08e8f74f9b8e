"""After a wipe or a reset nothing depends on a key; the check names a register that does."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from silicrypt import catalog
from silicrypt.paths import hw_root
from silicrypt.tools import verilator
from silicrypt.verify import checkers, wipe
from silicrypt.verify.messages.wipe import PHASES

KEYED = [
    name
    for name, config in catalog.load().items()
    # A model of a fully unrolled cipher with every signal visible takes too long to compile.
    if config.unit.keyed and config.unroll < 10
]
CONTROL, MEMORY = "sil_hmac_control.sv", "sil_hmac_memory.sv"

#: By mistake: a file, its text, the replacement, and what the check finds.
MISTAKES = {
    "no block of zeros": (CONTROL, "state_q    <= Wipe;", "state_q    <= Ready;", "key_q"),
    "the key stays where it was": (
        MEMORY,
        "default:    shift_in = '0;",
        "default:    shift_in = key_q[0];",
        "key_q",
    ),
    "the midstates of the key stay": (
        "sil_md_chaining.sv",
        "if (!rst_ni) midstate_q[c] <= '0;\n        else if",
        "if",
        "midstate_q",
    ),
    "the digest stays": (MEMORY, "      digest_q <= '0;\n", "", "digest_q"),
    "the key is still called loaded": (CONTROL, "      keyed_q    <= '0;\n", "", "keyed_o|_q"),
}

#: The same for the messages of a block cipher.
CIPHER_MISTAKES = {
    "a byte of a round key stays": (
        "sil_aes_bytes.sv",
        "if (clean_q) key_q <= '0;\n    else if",
        "if",
        "key_q",
    ),
    "the last beat stays": (
        "sil_modes_stream.sv",
        "if (clean) beat_q <= '0;\n    else if",
        "if",
        "beat_q|memory_q",
    ),
    "the counter stays": (
        "sil_modes_chain.sv",
        "if (clear_i) value_q <= '0;\n    else if",
        "if",
        "value_q",
    ),
    "the queue is not overwritten": (
        "sil_fifo_wipe.sv",
        "(s_tvalid | clean_q)",
        "(s_tvalid)",
        "memory_q",
    ),
    "the queue goes on where it was": (
        "sil_fifo_wipe.sv",
        "(rst_ni & ~restart_q)",
        "(rst_ni)",
        "_q",
    ),
    "the tweak's block stays": (
        "sil_aes_serial.sv",
        "if (clear_i) {data_q, decrypt_q} <= '0;\n    else if",
        "if",
        "data_q",
    ),
    "the key's last words stay": (
        "sil_aes_expansion.sv",
        "if (wipe_q) {window_q, newest_q, data_q} <= '0;",
        "",
        "window_q|newest_q",
    ),
}


def test_the_phases_are_those_of_the_control_unit() -> None:
    text = (hw_root() / "mac" / "hmac" / CONTROL).read_text(encoding="utf-8")
    (body,) = re.findall(r"typedef enum logic \[3:0\] \{(.*?)\} state_e;", text, re.S)
    codes = re.findall(r"^\s*(\w+)\s*= 4'b([01]+)", body, re.M)
    assert {int(code, 2): name for name, code in codes} == PHASES


@pytest.mark.parametrize(
    "name", ["hmac-sha1-fast", "hmac-md5-sha1-perf", "hmac-sha1-pipe4", "aes128-small"]
)
def test_nothing_of_a_key_is_left(name: str) -> None:
    check = wipe.verify_wipe(catalog.get(name), step=50)
    assert check.passed, check.detail
    assert check.cases > 100


@pytest.mark.full
@pytest.mark.parametrize("name", KEYED)
def test_nothing_of_a_key_is_left_in_any_cycle(name: str) -> None:
    check = wipe.verify_wipe(catalog.get(name))
    assert check.passed, check.detail


@pytest.mark.usefixtures("broken_hardware")
@pytest.mark.parametrize(
    "mistake",
    [
        pytest.param(name, marks=[pytest.mark.full] if i > 1 else [])
        for i, name in enumerate(MISTAKES)
    ],
)
def test_what_is_left_is_named(mistake: str, tmp_path: Path) -> None:
    check = broken("hmac-md5-fast", MISTAKES[mistake][:3], tmp_path)
    assert not check.passed
    assert re.search(MISTAKES[mistake][3], check.detail), check.detail


@pytest.mark.usefixtures("broken_hardware")
@pytest.mark.parametrize(
    "mistake",
    [
        pytest.param(name, marks=[pytest.mark.full] if i > 1 else [])
        for i, name in enumerate(CIPHER_MISTAKES)
    ],
)
def test_what_is_left_of_a_cipher_is_named(mistake: str, tmp_path: Path) -> None:
    check = broken("aes128-small", CIPHER_MISTAKES[mistake][:3], tmp_path)
    assert not check.passed
    assert re.search(CIPHER_MISTAKES[mistake][3], check.detail), check.detail


@pytest.mark.usefixtures("broken_hardware")
@pytest.mark.parametrize(
    ("file", "right", "wrong", "named"),
    [
        pytest.param(
            CONTROL,
            "state_q    <= Wipe;",
            "state_q    <= Keys ? Wipe : Ready;",
            r"gen_channel|u_arbiter|u_pipeline",
            id="the block of zeros of one channel alone",
        ),
        pytest.param(
            "sil_md_buffer.sv",
            "if (take) block_q[fill_q]",
            "if (take && s_tdata != '0) block_q[fill_q]",
            r"u_message|u_buffer",
            id="a buffer that zeros do not overwrite",
            marks=pytest.mark.full,
        ),
    ],
)
def test_a_channel_that_keeps_something_is_named(
    file: str, right: str, wrong: str, named: str, tmp_path: Path
) -> None:
    """Each channel has its own memories, which its own block of zeros overwrites."""
    check = broken("hmac-md5-pipe4", (file, right, wrong), tmp_path)
    assert not check.passed
    assert re.search(named, check.detail), check.detail


@pytest.mark.usefixtures("broken_hardware")
def test_a_core_that_is_left_out_is_named(tmp_path: Path) -> None:
    """Each of two cores must hash its own block of zeros."""
    check = broken("hmac-md5-sha1-perf", (CONTROL, "if (Either && !sha1_q)", "if (1'b0)"), tmp_path)
    assert not check.passed
    assert "u_sha1" in check.detail


def broken(name: str, mistake: tuple[str, ...], folder: Path) -> wipe.Check:
    """Returns the check of a configuration with a mistake in a file.

    The model has no protocol checkers: they would end the simulation before the check.
    """
    config, (file, right, wrong) = catalog.get(name), mistake
    sources = []
    for path in config.sources("stream"):
        text = path.read_text(encoding="utf-8")
        if path.name == file:
            assert right in text, f"{path} no longer has '{right}': adapt this test"
            path = folder / file
            path.write_text(text.replace(right, wrong), encoding="utf-8")
        sources.append(path)
    build = wipe.build(config, tuple(sources))
    bound = checkers.bound(config.top("stream"), sources)
    unchecked = replace(build, sources=tuple(p for p in build.sources if p not in bound))
    program = verilator.executable(unchecked)
    return wipe.check_wipe(config, program, step=50)
