"""Messages in ECB, CTR and XTS: the vector files pass, and the checks find mistakes."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from silicrypt import catalog
from silicrypt.catalog import Level
from silicrypt.catalog.aes import formulas_of
from silicrypt.errors import ToolFailed
from silicrypt.tools import verilator
from silicrypt.verify import cipher_wire
from silicrypt.verify.aes_vectors import parse_ctr, parse_xts
from silicrypt.verify.checks import Effort
from silicrypt.verify.cipher_suite import STREAM_CHECKS
from silicrypt.verify.cipher_wire import (
    Action,
    CipherJob,
    CipherModel,
    CipherSubject,
    Item,
    Mode,
    apply,
    build,
    model,
)

LITTLE = Effort(checkpoints=1, seeds=4, boundaries=1, random_bytes=300)
TOP, KEYS, STREAM = "sil_aes_stream.sv", "sil_aes_keys.sv", "sil_modes_stream.sv"
CHAIN, START, RESULTS = "sil_modes_chain.sv", "sil_modes_start.sv", "sil_modes_results.sv"

#: By mistake: a file, its text, the replacement, and the check that finds it.
MISTAKES = {
    "another field": (CHAIN, "128'h87", "128'h85", "XTS vectors"),
    "a tweak divided wrongly": (CHAIN, "Polynomial >> 1", "Polynomial >> 2", "XTS vectors"),
    "a carry that is forgotten": (CHAIN, "33'(ready_o | carry_q)", "33'(ready_o)", "counters"),
    "a carry that stays": (CHAIN, "(ready_o | carry_q)", "(1'b1)", "counters"),
    "a counter that is used while it counts": (
        CHAIN,
        "assign ready_o = word_q == '0;",
        "assign ready_o = 1'b1;",
        "counters",
    ),
    "a counter that goes on where the last message's was": (
        CHAIN,
        "if (clear_i || load_i) word_q",
        "if (clear_i) word_q",
        "messages of every length",
    ),
    "decryption with the tweaks in order": (
        STREAM,
        "& message_q.decrypt & ~",
        "& 1'b0 & ~",
        "XTS vectors",
    ),
    "ECB of a part of a block": (
        STREAM,
        "(message_q.ecb & ~full & ~empty)",
        "1'b0",
        "messages of every length",
    ),
    "XTS of less than a block": (
        STREAM,
        "(message_q.xts & first_q & ~full)",
        "1'b0",
        "messages of every length",
    ),
    "bytes of the key stream after the end": (
        RESULTS,
        "if (!out.keep[i]) out.data",
        "if (1'b0) out.data",
        "messages of every length",
    ),
    "a message decrypted that was not to be": (
        START,
        "decode.decrypt = user[2] & ~decode.ctr;",
        "decode.decrypt = user[2] | decode.xts;",
        "random messages",
    ),
    "a mask that ECB adds": (RESULTS, "head.add ? head.mask : '0", "head.mask", "ECB vectors"),
    "a result that is overwritten": (
        RESULTS,
        "room = ~out_valid_q | m_tready",
        "room = 1'b1",
        "stalls",
    ),
    "a beat that was not used": (STREAM, "(~beat_valid_q | done) &", "1'b1 &", "stalls"),
    "a wipe that leaves a message begun": (
        STREAM,
        "else if (wipe_i) {active_q, fresh_q} <= '0;",
        "",
        "wipe in every phase",
    ),
    "a wipe that leaves a beat": (
        STREAM,
        "else if (wipe_i) {beat_valid_q, owed_q, swapped_q, broken_q} <= '0;",
        "",
        "wipe in every phase",
    ),
    "a key in the middle of a message": (STREAM, "& ~active_q & ~head_valid;", ";", "stalls"),
    "a key together with the start of a message": (START, "& ~hold_q & ~key_i", "", "stalls"),
    "a key while data is being cleared": (
        STREAM,
        "idle & ~clean",
        "idle",
        "keys and starts after a reset and a wipe",
    ),
    "a key while data is being cleared, at random": (
        STREAM,
        "idle & ~clean",
        "idle",
        "illegal keys and beats",
    ),
    "a key of no length that leaves the old one in use": (
        KEYS,
        "began = skip_q",
        "began = 1'b0",
        "illegal keys and beats",
    ),
    "a short beat that is not the last": (
        STREAM,
        "&& (s_tlast || s_tkeep[15]);",
        ";",
        "illegal keys and beats",
    ),
    "a hole in a beat": (STREAM, "(s_tkeep[15:1] & ~s_tkeep[14:0]) == '0", "1'b1", "illegal"),
    "a message that is mended": (STREAM, "broken & ~s_tlast", "1'b0", "illegal"),
    "two equal keys": (KEYS, "alike_q <= same", "alike_q <= 1'b0", "illegal keys and beats"),
    "a key cut short": (KEYS, "last != k_tlast", "1'b0", "illegal keys and beats"),
    "a core that keeps part of a key": (
        TOP,
        ".wipe_i(wipe_i | key_wipe[0])",
        ".wipe_i(wipe_i)",
        "illegal keys and beats",
    ),
    "keys of two lengths": (KEYS, "| lengths_q[0] != lengths_q[1]", "", "illegal keys and beats"),
    "a length that is not there": (KEYS, "length == 2'd3 ||", "", "illegal keys and beats"),
    "a mode that is not there": (
        START,
        "~(decode.ecb | decode.ctr | decode.xts)",
        "1'b0",
        "messages of every length",
    ),
}
#: The configuration in which a mistake is planted, if not aes128-par.
ELSEWHERE = {
    "a mode that is not there": "aes192-par",  # without a mode
    "a key together with the start of a message": "aes128-agile",  # a core that takes a key at once
    "a key while data is being cleared": "aes128-agile",
    "a key while data is being cleared, at random": "aes128-agile",
    "a key of no length that leaves the old one in use": "aes-par",
    "keys of two lengths": "aes-par",
    "a length that is not there": "aes-par",
}


def test_vectors_of_ctr_are_read() -> None:
    text = "[ENCRYPT]\n\nCOUNT = 0\nKEY = AE\nIV = 00\nPLAINTEXT = 53\nCIPHERTEXT = E4\n"
    (found,) = parse_ctr(text)
    assert (found.key, found.initial, found.data, found.result) == (b"\xae", b"\0", b"S", b"\xe4")


def test_data_units_of_parts_of_a_byte_are_counted_and_left_out() -> None:
    text = "[DECRYPT]\nCOUNT = 1\nDataUnitLen = 8\nKey = 01\ni = 02\nCT = 03\nPT = 04\n"
    text += "COUNT = 2\nDataUnitLen = 10\nKey = 01\ni = 02\nCT = 03\nPT = 04\n"
    (found,), skipped = parse_xts(text)
    assert (found.data, found.result, found.decrypt) == (b"\3", b"\4", True)
    assert (found.initial, skipped) == (b"\2", 1)


def test_the_number_of_a_data_unit_has_its_low_byte_first() -> None:
    text = "[ENCRYPT]\nDataUnitLen = 8\nKey = 01\nDataUnitSeqNumber = 258\nPT = 03\nCT = 04\n"
    ((found,), _) = parse_xts(text)
    assert found.initial == b"\2\1" + bytes(14)


def test_a_long_message_goes_piece_by_piece() -> None:
    parts = list(cipher_wire.render_long([Item(b"", mode=Mode.CTR)], [b"abc", b"", b"d"]))
    assert parts[0][:3] == b"l\x01\x08"
    assert parts[1:] == [b"\3\0\0\0abc", b"\1\0\0\0d", b"\0\0\0\0"]
    with pytest.raises(ToolFailed, match="middle of a result"):
        list(cipher_wire.sizes(io.BytesIO(b"\1\0")))


def test_a_long_message_is_what_the_library_makes_of_it() -> None:
    point, key, initial = catalog.get("aes128-par"), bytes(range(16)), bytes(range(16, 32))
    data = bytes(i * i & 0xFF for i in range(200_001))
    items = [Item(key, key=True), Item(b"", mode=Mode.CTR, initial=initial)]
    pieces = (data[start : start + 999] for start in range(0, len(data), 999))
    with model(point, "stream").crypt(items, pieces) as (outcome, result):
        assert b"".join(result) == apply(key, data, False, Mode.CTR, initial)
    assert outcome.last - outcome.first == formulas_of(point).message_cycles("ctr", len(data))


@pytest.mark.parametrize(
    "mistake",
    [
        pytest.param(name, marks=[pytest.mark.full] if i > 1 else [])
        for i, name in enumerate(MISTAKES)
    ],
)
def test_a_mistake_is_found(mistake: str, tmp_path: Path) -> None:
    """Each mistake is planted in the smallest configuration that shows it."""
    file, right, wrong, found_by = MISTAKES[mistake]
    point = catalog.get(ELSEWHERE.get(mistake, "aes128-par"))
    sources = []
    for path in point.sources("stream"):
        text = path.read_text(encoding="utf-8")
        if path.name == file:
            assert right in text, f"{path} no longer has '{right}': adapt this test"
            text = text.replace(right, wrong)
        (tmp_path / path.name).write_text(text, encoding="utf-8")
        sources.append(tmp_path / path.name)
    program = verilator.executable(build(point, "stream", tuple(sources)))
    subject = CipherSubject(point, "stream", CipherModel(program))
    (examine,) = (e for name, e in STREAM_CHECKS.items() if name.startswith(found_by))
    assert examine(subject, LITTLE)[0]


@pytest.mark.parametrize(
    ("name", "level", "data", "tweaks"),
    [("aes128-agile", "core", 2, None), ("aes128-agile", "stream", 19, 67)]
    + [(name, "stream", 67, 67) for name in ("aes128-par", "aes128-small")],
)
def test_a_key_after_a_wipe_waits_as_the_page_says(
    name: str, level: Level, data: int, tweaks: int | None
) -> None:
    """The cycle of the first word is counted from that of ``wipe_i``."""
    point = catalog.get(name)
    for tweak, cycle in ((False, data), (True, tweaks)):
        if cycle is None:
            continue
        key = Item(bytes(16), key=True, tweak=tweak)
        jobs = [CipherJob((key,)), CipherJob((key,), action=Action.WIPE)]
        before, after = model(point, level).run(jobs)
        assert after.outcomes[0].first - before.cycles == cycle
