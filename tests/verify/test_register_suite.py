"""The checks of memory-mapped units find mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from planted import Change, replaced
from silicrypt import catalog
from silicrypt.base.progress import silent
from silicrypt.verify.checks import Effort
from silicrypt.verify.registers import checks, session

LITTLE = Effort(checkpoints=1, seeds=4, boundaries=1, random_bytes=300)
#: A core that takes a key at once accepts it while data of messages is being cleared.
EARLY_KEY = Change("sil_modes_stream.sv", "idle & ~clean", "idle")


@pytest.mark.parametrize("name", ["aes128-agile-axil", "aes128-agile-apb"])
def test_a_key_while_data_is_cleared_is_found(name: str, tmp_path: Path) -> None:
    config = catalog.get(name)
    right = config.sources("stream")
    wrong = replaced(right, EARLY_KEY, tmp_path)
    for sources, passes in ((right, True), (wrong, False)):
        build = session.build(config, tuple(sources))
        records = checks.perform(config, build, LITTLE, silent, ("first cycles",))
        assert [record.passed for record in records] == [passes], records[0].detail
