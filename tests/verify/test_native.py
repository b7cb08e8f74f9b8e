"""A design point, compiled to a program."""

from __future__ import annotations

import hashlib
import io
import time
from pathlib import Path

import pytest

from silicrypt import catalog
from silicrypt.catalog import Level
from silicrypt.errors import ToolFailed
from silicrypt.verify import native
from silicrypt.verify.wire import HashSubject, Job, Message, model

LEVELS: tuple[Level, ...] = ("core", "stream")


@pytest.mark.parametrize("level", LEVELS)
def test_a_large_file_is_hashed_in_seconds(level: Level) -> None:
    point = catalog.get("sha256-fast")
    built = model(point, level)
    data = bytes(range(256)) * 4096
    begin = time.monotonic()
    digest = built.hash(io.BytesIO(data))
    assert time.monotonic() - begin < 10
    assert digest.digest == hashlib.sha256(data).digest()
    assert digest.cycles == point.cycles(level, len(data))


def test_a_kept_model_answers_at_once() -> None:
    point = catalog.get("sha256-fast")
    model(point, "stream")
    begin = time.monotonic()
    digest = model(point, "stream").hash(b"abc")
    assert time.monotonic() - begin < 1
    assert digest.digest == hashlib.sha256(b"abc").digest()


def test_no_job_is_no_reply() -> None:
    assert model(catalog.get("sha256-fast"), "core").run([]) == []


def test_messages_on_two_channels_keep_their_digests() -> None:
    parts = [bytes([i]) * (i * 17 % 300) for i in range(60)]
    job = Job(tuple(Message(data, i % 2) for i, data in enumerate(parts)), 0.3, 0.3)
    (reply,) = model(catalog.get("sha512-pipe2"), "stream").run([job])
    assert not reply.violation
    assert [o.result for o in reply.outcomes] == [hashlib.sha512(part).digest() for part in parts]


@pytest.mark.parametrize("script", ["exit 7", "cat >/dev/null; printf x", "cat >/dev/null; exit 0"])
def test_a_simulation_that_breaks_off_is_reported(tmp_path: Path, script: str) -> None:
    program = tmp_path / "bench"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    with pytest.raises(ToolFailed, match="the simulation"):
        HashSubject(catalog.get("sha256-u1"), "core", program).run(
            [Job((Message(b"x" * 100_000),))]
        )


def test_the_source_hash_names_parameters_and_sources() -> None:
    points = catalog.load().values()
    distinct = {
        (point.unit.name, point.algorithm.enum, tuple(point.parameters.items())) for point in points
    }
    assert len({native.source_hash(point) for point in points}) == len(distinct)
