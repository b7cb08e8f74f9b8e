"""Runs ``hash_stream_tests.py`` in cocotb: a bench that shares no code with silicrypt's own."""

from __future__ import annotations

from pathlib import Path

import pytest
from cocotb_model import Model, run

from silicrypt import catalog
from silicrypt.catalog.merkle_damgard import MerkleDamgard


@pytest.mark.parametrize("name", ["sha256-u1", "sha512-fast", "sha512-pipe2"])
def test_stream(name: str, tmp_path: Path) -> None:
    point = catalog.get(name)
    assert isinstance(point.algorithm, MerkleDamgard)
    model = Model.of(point.top("stream"), point.sources("stream"), point.verilator_args())
    settings = {
        "SILICRYPT_TEST_HASH": point.algorithm.hashlib,
        "SILICRYPT_TEST_CHANNELS": point.stages,
    }
    run(model, "hash_stream_tests", tmp_path, settings=settings)
