"""The lists of files that the page of the hardware prints."""

from __future__ import annotations

import re

import pytest

from silicrypt import catalog, targets
from silicrypt.paths import hw_root

_BLOCK = re.compile(r"^```\n((?:hw/\S+\.sv\b.*\n)+)```$", re.M)


@pytest.mark.parametrize(
    ("number", "name", "target"), [(0, "sha256-fast", "ecp5-85k"), (1, "sha512-fast", "artix-7")]
)
def test_a_printed_list_is_the_compile_order(number: int, name: str, target: str) -> None:
    page = (hw_root() / "README.md").read_text(encoding="utf-8")
    printed = [line.split()[0] for line in _BLOCK.findall(page)[number].splitlines()]
    sources = catalog.get(name).sources("stream", targets.get(target).primitives)
    assert printed == [str(path.relative_to(hw_root().parent)) for path in sources]
