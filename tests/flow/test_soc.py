"""The demonstration system: firmware, processor and units together."""

from __future__ import annotations

import shutil

import pytest

from silicrypt.flow import soc


@pytest.mark.full
@pytest.mark.skipif(
    shutil.which(soc.COMPILER) is None,
    reason=f"{soc.COMPILER}: apt-get install gcc-riscv64-unknown-elf",
)
def test_units_and_software_agree_and_units_are_faster() -> None:
    found = soc.demonstrate()
    assert set(found.functions) == {"SHA-256", "HMAC-SHA-256", "AES-128-CTR"}
    assert all(one.speedup > 8 for one in found.cycles if one.size >= 16)
