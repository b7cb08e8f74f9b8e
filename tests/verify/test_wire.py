"""The formats of the pipe between Python and the bench."""

from __future__ import annotations

import struct
from dataclasses import replace
from pathlib import Path

import pytest

from silicrypt import catalog
from silicrypt.errors import ToolFailed
from silicrypt.verify import native, wire

#: Digests have 16 bytes.
SUBJECT = wire.HashSubject(catalog.get("md5-fast"), "stream", Path())
REPLY = (
    struct.pack("<I", 3)
    + b"bad"
    + struct.pack("<QQQI", 1000, 20, 3, 3)
    + struct.pack("<BQQ16s", 1, 10, 95, b"ab")
    + struct.pack("<BQQ16s", 2, 100, 0, b"\0\0")
    + struct.pack("<BQQ16s", 0, 0, 0, b"\0\0")
)


def test_a_job_is_rendered_as_the_bench_reads_it() -> None:
    messages = (
        wire.Message(b"xyz", channel=1, reset_after=9),
        wire.Message(b"", sha1=False),
        wire.Message(b"k", key=True, sha1=True),
        wire.Message(b"", empty_end=True),
    )
    job = wire.Job(messages, 0.5, 0.25, 7, 4)
    assert wire.render(job) == (
        b"m"
        + struct.pack("<QHHHI", 7, 0x8000, 0x4000, 4, 4)
        + struct.pack("<BBiI", 1, 0, 9, 3)
        + b"xyz"
        + struct.pack("<BBiI", 0, 0, -1, 0)
        + struct.pack("<BBiI", 0, 3, -1, 1)
        + b"k"
        + struct.pack("<BBiI", 0, 4, -1, 0)
    )


def test_a_chain_is_rendered_as_the_bench_reads_it() -> None:
    assert wire.render(wire.MonteCarlo(b"seed", 5, 1)) == b"c\x05\0\0\0\x01seed"


def test_random_actions_are_rendered_as_the_bench_reads_them() -> None:
    job = wire.Fuzz((b"ab", b""), (b"k",), 900, 0.5, 0.25, 0.125, either=True, seed=3)
    assert wire.render(job) == (
        b"f"
        + struct.pack("<QQ6HB", 3, 900, 0x8000, 0x4000, 0x2000, 0, 0, 0, 1)
        + struct.pack("<HI2sI", 2, 2, b"ab", 0)
        + struct.pack("<HI1s", 1, 1, b"k")
    )


def test_a_refusal_is_no_digest() -> None:
    reply = struct.pack("<I", 0) + struct.pack("<QQQI", 9, 0, 0, 1)
    (parsed,) = native.parse(reply + struct.pack("<BQQ16s", 3, 10, 95, b"ab"), SUBJECT.decode)
    (outcome,) = parsed.outcomes
    assert (outcome.result, outcome.refused) == (None, True)


def test_a_stream_is_cut_into_chunks_and_ended() -> None:
    chunks = b"\x02\0\0\0ab\x01\0\0\0c\0\0\0\0"
    assert b"".join(wire.render_stream([b"ab", b"", b"c"])) == b"s\0\xff\xff\xff\xff" + chunks


def test_the_key_of_a_stream_comes_first_and_may_be_empty() -> None:
    nothing = b"\0\0\0\0"
    assert b"".join(wire.render_stream([], b"key", sha1=True)) == b"s\1\3\0\0\0key" + nothing
    assert b"".join(wire.render_stream([], b"")) == b"s\0" + nothing + nothing


def test_a_key_has_no_outcome_and_zeros_behind_a_digest_of_md5_are_none_of_it() -> None:
    full, tail = native.Outcome(b"d" * 16 + bytes(4), 0, 1, False), b"d" * 16 + b"\0\0\0x"
    wrong = replace(full, result=tail)
    messages = (
        wire.Message(b"k", key=True, sha1=False),
        wire.Message(b"m", sha1=False),
        wire.Message(b"m", sha1=True),
        wire.Message(b"m", sha1=False),
    )
    reply = native.Reply("", 9, 0, 0, (full, full, full, wrong))
    outcomes = wire.without_keys(wire.Job(messages), reply).outcomes
    assert [outcome.result for outcome in outcomes] == [b"d" * 16, full.result, tail]


def test_replies_are_parsed() -> None:
    first, second = native.parse(REPLY * 2, SUBJECT.decode)
    assert first == second
    assert (first.violation, first.cycles, first.held_in, first.held_out) == ("bad", 1000, 20, 3)
    done, dropped, waiting = first.outcomes
    assert (done.result, done.cycles, done.lost) == (b"ab".ljust(16, b"\0"), 85, False)
    assert (dropped.result, dropped.lost) == (None, True)
    assert (waiting.result, waiting.lost) == (None, False)


@pytest.mark.parametrize("length", [1, 6, 30, len(REPLY) - 1])
def test_half_a_reply_is_noticed(length: int) -> None:
    with pytest.raises(ToolFailed, match="middle of a reply"):
        native.parse(REPLY[:length], SUBJECT.decode)
