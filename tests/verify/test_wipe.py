"""After a wipe or a reset nothing depends on a key; the check names a register that does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from passed import Passed, suite_key
from planted import Change, plant, program, replaced
from silicrypt import catalog
from silicrypt.catalog import DesignPoint
from silicrypt.paths import hw_root
from silicrypt.tools import verilator
from silicrypt.verify import checkers, wipe
from silicrypt.verify.wipe import PHASES

KEYED = [
    name
    for name, point in catalog.load().items()
    # A model of a fully unrolled cipher with every signal visible takes too long to compile.
    if point.unit.keyed and point.unroll < 10
]
CONTROL, MEMORY = "sil_hmac_control.sv", "sil_hmac_memory.sv"

#: The mistakes of each configuration that share a build, and what the check finds.
MISTAKES = {
    "hmac-md5-fast": {
        "no block of zeros": (Change(CONTROL, "Wipe", "Ready", "state_q        <= "), "words_q"),
        "the key stays where it was": (
            Change(MEMORY, "'0", "key_o", "default:    shift_in = "),
            "words_q",
        ),
        "the midstates of the key stay": (
            Change("sil_md_chaining.sv", "'0", "midstate_q[c]", "if (!rst_ni) midstate_q[c] <= "),
            "midstate_q",
        ),
        "the digest stays": (Change(MEMORY, "'0", "digest_q", "      digest_q <= "), "digest_q"),
        "the key is still called loaded": (
            Change(CONTROL, "'0", "keyed_q", "keyed_q        <= "),
            "keyed_o|_q",
        ),
    },
    # Each channel has its own memories, which its own block of zeros overwrites.
    "hmac-md5-pipe4": {
        "the block of zeros of one channel alone": (
            Change(CONTROL, "Wipe", "Keys ? Wipe : Ready", "state_q        <= "),
            r"gen_channel|u_arbiter|u_pipeline",
        ),
        "a buffer that zeros do not overwrite": (
            Change(
                "sil_md_buffer.sv",
                "s_tdata",
                "s_tdata == '0 ? block_q[fill_q] : s_tdata",
                "if (take) block_q[fill_q] <= ",
            ),
            # What the buffer keeps may also be seen where the pipeline takes it.
            r"u_message|u_buffer|message_q",
        ),
    },
    # Each of two cores must hash its own block of zeros.
    "hmac-md5-sha1-perf": {
        "a core that is left out": (Change(CONTROL, "Either && !sha1_q", "1'b0", "if ("), "u_sha1")
    },
    "aes128-small": {
        "a byte of a round key stays": (
            Change("sil_aes_bytes.sv", "'0", "key_q", "if (clean_q) key_q <= "),
            "key_q",
        ),
        "the last beat stays": (
            Change("sil_modes_stream.sv", "'0", "beat_q", "if (clean) beat_q <= "),
            "beat_q|memory_q",
        ),
        "the counter stays": (
            Change("sil_modes_chain.sv", "'0", "value_q", "if (clear_i) value_q <= "),
            "value_q",
        ),
        "the queue is not overwritten": (
            Change("sil_fifo_wipe.sv", "s_tvalid | clean_q", "s_tvalid", ".s_tvalid("),
            "memory_q",
        ),
    },
}

#: Mistakes of aes128-small that need a build of their own.
ALONE = {
    "the queue goes on where it was": (
        Change("sil_fifo_wipe.sv", "(rst_ni & ~restart_q)", "(rst_ni)"),
        "_q",
    ),
    "the tweak's block stays": (
        Change("sil_aes_serial.sv", "if (clear_i) {data_q, decrypt_q} <= '0;\n    else if", "if"),
        "data_q",
    ),
    "the key's last words stay": (
        Change("sil_aes_expansion.sv", "if (wipe_q) {window_q, newest_q, data_q} <= '0;", ""),
        "window_q|newest_q",
    ),
}


def test_the_phases_are_those_of_the_control_unit() -> None:
    text = (hw_root() / "mac" / "hmac" / "sil_hmac_pkg.sv").read_text(encoding="utf-8")
    (body,) = re.findall(r"typedef enum logic \[3:0\] \{(.*?)\} state_e;", text, re.S)
    codes = re.findall(r"^\s*(\w+)\s*= 4'b([01]+)", body, re.M)
    assert {int(code, 2): name for name, code in codes} == PHASES


@pytest.mark.parametrize("name", ["hmac-md5-sha1-perf", "hmac-sha1-pipe4", "aes128-small"])
def test_nothing_of_a_key_is_left(name: str, passed: Passed) -> None:
    key = suite_key(catalog.get(name))
    passed.skip_if_before(key)
    check = wipe.verify_wipe(catalog.get(name), step=50)
    assert check.passed, check.detail
    assert check.cases > 100
    passed.note(key)


def test_nothing_of_a_key_is_left_in_distributed_memory() -> None:
    """Every word of the ECP5's version of the ring is compared, and the position of the first."""
    point, ring = catalog.get("hmac-sha1-fast"), hw_root() / "prim" / "ecp5" / "sil_ring.sv"
    generic = point.sources("stream")
    sources = tuple(ring if path.name == ring.name else path for path in generic)
    assert ring in sources
    bench = verilator.executable(wipe.build(point, sources))
    check = wipe.check_wipe(point, bench, step=50)
    assert check.passed, check.detail


@pytest.mark.full
@pytest.mark.parametrize("name", KEYED)
def test_nothing_of_a_key_is_left_in_any_cycle(name: str) -> None:
    check = wipe.verify_wipe(catalog.get(name))
    assert check.passed, check.detail


@pytest.mark.usefixtures("broken_hardware")
@pytest.mark.parametrize(
    ("name", "mistake"), [(name, mistake) for name, all_ in MISTAKES.items() for mistake in all_]
)
def test_what_is_left_is_named(name: str, mistake: str, tmp_path: Path) -> None:
    """All mistakes of a configuration are in one build; one of them is active."""
    number = 1 + list(MISTAKES[name]).index(mistake)
    bench = program(planted(name, tmp_path), number, tmp_path)
    check = wipe.check_wipe(catalog.get(name), bench, step=500)
    assert not check.passed
    assert re.search(MISTAKES[name][mistake][1], check.detail), check.detail


@pytest.mark.full
@pytest.mark.usefixtures("broken_hardware")
@pytest.mark.parametrize("mistake", ALONE)
def test_what_is_left_of_a_cipher_is_named(mistake: str, tmp_path: Path) -> None:
    point, (change, named) = catalog.get("aes128-small"), ALONE[mistake]
    bench = unchecked(point, replaced(point.sources("stream"), change, tmp_path))
    check = wipe.check_wipe(point, bench, step=50)
    assert not check.passed
    assert re.search(named, check.detail), check.detail


def planted(name: str, folder: Path) -> Path:
    """Returns the compiled bench of a configuration with all its mistakes that share a build."""
    point = catalog.get(name)
    changes = [change for change, _ in MISTAKES[name].values()]
    top = point.top("stream")
    return unchecked(point, plant(point.sources("stream"), changes, folder, top, plusargs=False))


def unchecked(point: DesignPoint, sources: Sequence[Path]) -> Path:
    """Returns the compiled bench without protocol checkers.

    They would end the simulation before the check.
    """
    build = wipe.build(point, tuple(sources))
    bound = checkers.bound(point.top("stream"), sources)
    kept = tuple(path for path in build.sources if path not in bound)
    return verilator.executable(replace(build, sources=kept))
