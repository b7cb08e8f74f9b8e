"""A beat whose valid bytes have a hole is refused, wherever the hole is."""

from __future__ import annotations

from pathlib import Path

import pytest

from planted import Change, replaced
from silicrypt import catalog
from silicrypt.tools import verilator
from silicrypt.verify import holes, suites

#: Ignores the pair of the third and the fourth byte.
MISTAKE = Change(
    "sil_axis_framing.sv", "~keep_i[Bytes-2:0])", "~keep_i[Bytes-2:0] & ~(Bytes - 1)'(4))"
)


def failures(name: str, sources: tuple[Path, ...]) -> list[str]:
    point = catalog.get(name)
    build = suites.suite_of(point).build(point, "stream", sources)
    return holes.failures(point, verilator.executable(build))


@pytest.mark.parametrize(
    "name",
    [
        *("ascon-aead128-fast", "aes128-gcm-small", "aes128-ccm-small", "sm4-u1"),
        *("kmac128-fast", "hkdf-hmac-sha256-fast"),
    ],
)
def test_a_beat_with_a_hole_is_refused(name: str) -> None:
    assert failures(name, tuple(catalog.get(name).sources("stream"))) == []


@pytest.mark.usefixtures("broken_hardware")
@pytest.mark.parametrize("name", ["ascon-aead128-fast", "kmac128-fast"])
def test_a_pair_of_bytes_that_is_ignored_is_found(name: str, tmp_path: Path) -> None:
    changed = replaced(tuple(catalog.get(name).sources("stream")), MISTAKE, tmp_path)
    found = failures(name, changed)
    assert found
    assert "refused" in found[0] or "instead of" in found[0], found[0]
