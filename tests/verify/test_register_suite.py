"""The checks of memory-mapped units find mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from planted import Change, replaced
from silicrypt import catalog
from silicrypt.base.progress import silent
from silicrypt.verify import register_suite
from silicrypt.verify.checks import Effort

LITTLE = Effort(checkpoints=1, seeds=4, boundaries=1, random_bytes=300)
#: A core that takes a key at once accepts it while data of messages is being cleared.
EARLY_KEY = Change("sil_modes_stream.sv", "idle & ~clean", "idle")


@pytest.mark.parametrize("name", ["aes128-agile-axil", "aes128-agile-apb"])
def test_a_key_while_data_is_cleared_is_found(name: str, tmp_path: Path) -> None:
    point = catalog.get(name)
    right = point.sources("stream")
    wrong = replaced(right, EARLY_KEY, tmp_path)
    for sources, passes in ((right, True), (wrong, False)):
        builds = {"stream": register_suite.build(point, "stream", tuple(sources))}
        records = register_suite.perform(point, builds, LITTLE, silent, ("first cycles",))
        assert [record.passed for record in records] == [passes], records[0].detail
