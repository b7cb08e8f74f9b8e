"""What the cache holds, and which entries are removed."""

from __future__ import annotations

import fcntl
import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from silicrypt.cli.doctor import cache
from silicrypt.cli.options import AGES, SIZES, number
from silicrypt.errors import BadInput
from silicrypt.results import store as inventory
from silicrypt.results.store import Store

DAY = 24 * 3600


def filler(size: int) -> Callable[[Path], None]:
    return lambda folder: (folder / "value").write_bytes(bytes(size)) and None


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """Returns a store with two kinds, entries of several ages, and a partial folder."""
    monkeypatch.setenv("SILICRYPT_CACHE", str(tmp_path))
    store = Store(tmp_path)
    for kind, key, size, days in (
        ("models", "old", 1000, 40),
        ("models", "new", 1000, 1),
        ("runs", "older", 10, 50),
        ("runs", "newer", 10, 2),
    ):
        used = time.time() - days * DAY
        os.utime(store.get(kind, key, filler(size)), (used, used))
    (tmp_path / "models" / ".left.partial").mkdir()
    return store


def names(found: list[inventory.Entry]) -> list[str]:
    return [entry.key for entry in found]


def test_entries_are_listed_with_size_and_age(store: Store) -> None:
    found = inventory.entries(store)
    assert names(found) == ["older", "old", "newer", "new"]
    assert [entry.size for entry in found] == [10, 1000, 10, 1000]
    models, runs = inventory.kinds(found)
    assert (models.name, models.entries, models.size) == ("models", 2, 2000)
    assert (runs.name, runs.entries, runs.size) == ("runs", 2, 20)
    assert models.newest - models.oldest == pytest.approx(39 * DAY, abs=60)


def test_what_is_used_is_young_again(store: Store) -> None:
    store.get("runs", "older", filler(0))
    assert names(inventory.entries(store))[-1] == "older"


def test_an_empty_cache_has_nothing(tmp_path: Path) -> None:
    assert inventory.entries(Store(tmp_path / "nowhere")) == []


@pytest.mark.parametrize(
    ("how", "gone", "left"),
    [
        ({"unused_for": 30 * DAY}, ["older", "old"], ["newer", "new"]),
        ({"size": 1500}, ["older", "old"], ["newer", "new"]),
        ({"unused_for": 0, "keep": ["runs"]}, ["old", "new"], ["older", "newer"]),
    ],
)
def test_the_longest_unused_goes(
    how: dict[str, Any], gone: list[str], left: list[str], store: Store
) -> None:
    assert names(inventory.prune(store, **how)) == gone
    assert names(inventory.entries(store)) == left
    assert names(inventory.prune(store, **how)) == []
    assert not (store.root / "models" / ".left.partial").exists()


def test_what_is_built_now_stays(store: Store) -> None:
    building = store.root / "runs" / ".key.partial"
    building.mkdir()
    lock = os.open(building, os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)
    inventory.prune(store, unused_for=0)
    os.close(lock)
    assert building.is_dir()


def test_logs_are_entries_too(store: Store) -> None:
    (store.root / "logs").mkdir()
    (store.root / "logs" / "run.log").write_text("Traceback")
    assert "run.log" in names(inventory.prune(store, unused_for=0))
    assert list((store.root / "logs").iterdir()) == []


def test_a_link_is_removed_without_what_it_leads_to(store: Store, tmp_path: Path) -> None:
    (store.root / "links").mkdir()
    (store.root / "links" / "runs").symlink_to(store.root / "runs")
    assert store.remove("links", "runs")
    assert list((store.root / "links").iterdir()) == []
    assert names(inventory.entries(store)) == ["older", "old", "newer", "new"]


def test_what_is_gone_already_is_not_said_to_be_removed(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = inventory.entries(store)
    monkeypatch.setattr(inventory, "entries", lambda _: listed)
    store.remove("runs", "older")  # as another process does meanwhile
    assert names(inventory.prune(store, unused_for=30 * DAY)) == ["old"]


def test_the_verb_says_what_there_is(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    cache()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{store.root}: 4 entries, 2.0 kB"
    assert " ".join(lines[2].split()) == "models 2 2.0 kB 24 hours ago 6 weeks ago"
    cache(prune=True, unused_for="30d", keep=["runs"], as_json=True)
    said = json.loads(capsys.readouterr().out)
    assert [entry["key"] for entry in said["removed"]] == ["old"]
    assert {kind["name"]: kind["entries"] for kind in said["kinds"]} == {"models": 1, "runs": 2}


def test_ages_and_sizes_as_people_write_them() -> None:
    ages = [number(text, AGES, "") for text in ("12h", "30d", "2w")]
    sizes = [number(text, SIZES, "") for text in ("5B", "500MB", "1.5GB")]
    assert (ages, sizes) == ([43200, 30 * DAY, 14 * DAY], [5, 5 * 10**8, 15 * 10**8])


def test_wrong_options_remove_nothing(store: Store) -> None:
    for options, why in (
        ({"prune": True}, "--prune needs"),
        ({"unused_for": "30d"}, "go with --prune"),
        ({"prune": True, "unused_for": "soon"}, "not 'soon'"),
        ({"prune": True, "size": "big"}, "not 'big'"),
        ({"prune": True, "size": "0B", "keep": ["run"]}, "no such kind; it has models, runs"),
    ):
        with pytest.raises(BadInput, match=why):
            cache(**options)  # type: ignore[arg-type]
    assert len(inventory.entries(store)) == 4
