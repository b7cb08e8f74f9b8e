"""Runs ``hash_stream_tests.py`` in cocotb: a bench that shares no code with silicrypt's own."""

from __future__ import annotations

from pathlib import Path

import pytest
from cocotb_model import Model, run

from silicrypt import catalog
from silicrypt.catalog.merkle_damgard import MerkleDamgard


@pytest.mark.parametrize("name", ["sha256-u1", "sha512-fast", "sha512-pipe2"])
def test_stream(name: str, tmp_path: Path) -> None:
    config = catalog.get(name)
    assert isinstance(config.algorithm, MerkleDamgard)
    model = Model.of(config.top("stream"), config.sources("stream"), config.verilator_args())
    settings = {
        "SILICRYPT_TEST_HASH": config.algorithm.hashlib,
        "SILICRYPT_TEST_CHANNELS": config.stages,
    }
    run(model, "hash_stream_tests", tmp_path, settings=settings)
