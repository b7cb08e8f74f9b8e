"""A damaged entry of the store is built again, and the result stays the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from silicrypt import targets
from silicrypt.catalog import DesignPoint
from silicrypt.flow.implement import implement
from silicrypt.results.store import HASHES, Store
from silicrypt.targets import StandardCells
from silicrypt.tools import liberty

Damage = Callable[[Path], object]

DAMAGES: dict[str, Damage] = {
    "half a file": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "no JSON": lambda path: path.write_bytes(b"{" * path.stat().st_size),
}


def damage(store: Store, kind: str, how: Damage) -> list[Path]:
    """Damages every file of the entries of a kind, and returns the entries."""
    entries = store.entries(kind)
    for entry in entries:
        for path in entry.iterdir():
            if path.name != HASHES and not path.is_symlink():
                how(path)
    return entries


@pytest.mark.usefixtures("verifications")
@pytest.mark.parametrize("how", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_netlist_or_routing_is_built_again(
    tiny: DesignPoint, store: Store, how: Damage, caplog: pytest.LogCaptureFixture
) -> None:
    def run() -> str:
        result = implement(tiny, "ecp5-25k", (1,), store=store)
        store.remove("runs", result.key)
        return repr(replace(result, times={}))

    before = run()
    damaged = [
        entry for kind in ("elaborated", "netlists", "routes") for entry in damage(store, kind, how)
    ]
    assert len(damaged) == 3
    assert run() == before
    for entry in damaged:
        assert f"{entry} is damaged (" in caplog.text
    caplog.clear()
    assert run() == before
    assert caplog.text == ""


def test_a_damaged_library_is_unpacked_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store, target = Store(tmp_path), targets.get("nangate45")
    assert isinstance(target, StandardCells)
    path = liberty.unpack(target, store)
    before = path.read_bytes()
    (entry,) = damage(store, "liberty", DAMAGES["half a file"])
    assert liberty.unpack(target, store).read_bytes() == before
    assert f"{entry} is damaged ({path.name}" in caplog.text
