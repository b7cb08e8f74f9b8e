"""Values of a file are kept while the file stays, and no longer."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from silicrypt.paths import kept


def test_a_value_is_kept_while_the_file_stays(tmp_path: Path) -> None:
    path, reads = tmp_path / "file", list[Path]()

    @kept
    def text(path: Path) -> str:
        reads.append(path)
        return path.read_text(encoding="utf-8")

    path.write_text("one", encoding="utf-8")
    assert [text(path), text(path)] == ["one", "one"]
    assert len(reads) == 1
    path.write_text("longer", encoding="utf-8")
    assert text(path) == "longer"
    path.write_text("equals", encoding="utf-8")
    os.utime(path, ns=(1, 1))
    assert text(path) == "equals"
    path.unlink()
    with pytest.raises(FileNotFoundError):
        text(path)
