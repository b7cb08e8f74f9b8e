"""A folder with an export."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from exports import exported
from silicrypt import export


@pytest.fixture
def folder(tmp_path: Path) -> Callable[..., Path]:
    """Writes an export to a new folder."""

    def write(*args: str | None) -> Path:
        out = tmp_path / "-".join(filter(None, args))
        export.write(exported(*args), out)
        return out

    return write
