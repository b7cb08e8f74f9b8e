"""Messages in modes of operation: the vector files pass, and the checks find mistakes."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from passed import Passed, suite_key
from planted import load, once, replaced
from silicrypt import catalog
from silicrypt.base.scope import silent
from silicrypt.catalog import Level
from silicrypt.catalog.cipher import formulas_of
from silicrypt.drivers.aes import Mode
from silicrypt.errors import ToolFailed
from silicrypt.flow.synth import design_of
from silicrypt.tools import verilator
from silicrypt.verify import cipher_wire, register_suite
from silicrypt.verify.aes_vectors import messages_of, parse_cmac, parse_vectors, parse_xts
from silicrypt.verify.checks import Effort
from silicrypt.verify.cipher_suite import STREAM_CHECKS
from silicrypt.verify.cipher_wire import (
    Action,
    CipherJob,
    CipherSubject,
    Item,
    apply,
    build,
    model,
)

LITTLE = Effort(checkpoints=1, seeds=16, boundaries=1, random_bytes=1000)
MISTAKES = load("cipher")


def test_vectors_of_ctr_are_read() -> None:
    text = "[ENCRYPT]\n\nCOUNT = 0\nKEY = AE\nIV = 00\nPLAINTEXT = 53\nCIPHERTEXT = E4\n"
    (found,) = parse_vectors(text)
    assert (found.key, found.initial, found.data, found.result) == (b"\xae", b"\0", b"S", b"\xe4")


def test_an_empty_message_of_cmac_is_read() -> None:
    text = "COUNT = 0\nKEY = 01\nMESSAGE = 02\nOUTPUT = 03\n\n"
    text += "COUNT = 1\nKEY = 04\nMESSAGE =\nOUTPUT = 05\n"
    found = [(one.key, one.data, one.result) for one in parse_cmac(text)]
    assert found == [(b"\1", b"\2", b"\3"), (b"\4", b"", b"\5")]


@pytest.mark.parametrize("mode", [Mode.CBC, Mode.CFB, Mode.CMAC])
def test_the_library_makes_of_a_vector_what_the_file_says(mode: Mode) -> None:
    chosen, skipped = messages_of(mode, (16, 24, 32), (False, True))
    assert len(chosen) > 10
    assert not skipped
    assert {one.decrypt for one in chosen} == {False, mode != Mode.CMAC}
    assert any(len(one.data) > 16 for one in chosen)
    for one in chosen[:: len(chosen) // 10]:
        assert apply(one.key, one.data, one.decrypt, mode, one.initial) == one.result


def test_a_tag_may_end_with_a_null_beat() -> None:
    """The last block of CMAC has another subkey, so it must be known before the null beat is."""
    point, key, data = catalog.get("aes128-chained"), bytes(range(16)), bytes(range(48))
    # The last beat has 16 bytes, none of which is valid.
    null = Item(data, mode=Mode.CMAC, keep=0, keep_at=2)
    job = CipherJob((Item(key, key=True), null, Item(data, mode=Mode.CMAC)))
    (reply,) = model(point, "stream").run([job])
    tags = [outcome.result for outcome in reply.outcomes[1:]]
    assert tags == [apply(key, part, False, Mode.CMAC) for part in (data[:32], data)]
    assert not any(outcome.refused for outcome in reply.outcomes)


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


@pytest.mark.parametrize("name", ["aes128-seq", "aes128-ctr", "sm4-u1", "aes128-chained"])
def test_the_latency_is_that_of_a_block_that_is_processed(name: str) -> None:
    """A shorter message in a mode of complete blocks would be refused."""
    point = catalog.get(name)
    mode = Mode[formulas_of(point).modes[0].upper()]
    items = (Item(bytes(16), key=True), Item(bytes(16), mode=mode))
    (reply,) = model(point, "stream").run([CipherJob(items)])
    outcome = reply.outcomes[-1]
    assert not outcome.refused
    design = design_of(name, "ecp5-85k", "stream")
    assert design.computation.latency == outcome.last - outcome.first


@pytest.mark.parametrize(
    "mistake",
    [
        pytest.param(name, marks=[pytest.mark.full] if i > 1 else [])
        for i, name in enumerate(MISTAKES)
    ],
)
def test_a_mistake_is_found(mistake: str, tmp_path: Path, passed: Passed) -> None:
    """Each mistake is planted in the smallest configuration that shows it."""
    wrong = MISTAKES[mistake]
    point = catalog.get(wrong.design)
    with once(passed, wrong, suite_key(point)):
        sources = replaced(point.sources("stream"), wrong.change, tmp_path)
        bench = verilator.executable(build(point, "stream", sources))
        subject = CipherSubject(point, "stream", bench)
        assert STREAM_CHECKS[wrong.check](subject, LITTLE)[0]


@pytest.mark.parametrize(
    ("name", "level", "data", "tweaks"),
    [("aes128-agile", "core", 2, None), ("aes128-agile", "stream", 20, 67)]
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


@pytest.mark.parametrize("name", ["aes128-agile-axil", "aes128-agile-apb"])
def test_a_mistake_is_found_through_registers(name: str, tmp_path: Path, passed: Passed) -> None:
    point, mistake = catalog.get(name), MISTAKES["a key while data is being cleared"]
    right = point.sources("stream")
    with once(passed, mistake, suite_key(point)):
        wrong = replaced(right, mistake.change, tmp_path)
        for sources, passes in ((right, True), (wrong, False)):
            builds = {"stream": register_suite.build(point, "stream", tuple(sources))}
            records = register_suite.perform(point, builds, LITTLE, silent, ("first cycles",))
            assert [record.passed for record in records] == [passes], records[0].detail
