"""The lists of files and modules that the pages of the hardware print."""

from __future__ import annotations

import re

import pytest

from silicrypt import catalog, targets
from silicrypt.paths import hw_root

_BLOCK = re.compile(r"^```\n((?:hw/\S+\.sv\b.*\n)+)```$", re.M)


@pytest.mark.parametrize(
    ("number", "name", "target"),
    [
        (0, "sha256-fast", "ecp5-85k"),
        (1, "sha256-fast", "artix-7"),
        (2, "hmac-sha1-fast-axil", "artix-7"),
    ],
)
def test_a_printed_list_is_the_compile_order(number: int, name: str, target: str) -> None:
    page = (hw_root() / "README.md").read_text(encoding="utf-8")
    printed = [line.split()[0] for line in _BLOCK.findall(page)[number].splitlines()]
    sources = catalog.get(name).sources("stream", targets.get(target).primitives)
    assert printed == [str(path.relative_to(hw_root().parent)) for path in sources]


def test_the_page_of_a_folder_names_each_of_its_modules() -> None:
    """The page is in the folder or in the one above it. `sil_x_regs` also names its package."""
    missing = []
    for source in sorted(hw_root().rglob("sil_*.sv")):
        near = [folder / "README.md" for folder in (source.parent, source.parent.parent)]
        page = next((page for page in near if page.exists()), None)
        name = source.stem.removesuffix("_pkg") if "regs" in source.stem else source.stem
        # The proofs are listed in proofs.toml.
        if page and "proof" not in source.parts and not re.search(rf"\b{name}\b", page.read_text()):
            missing.append(f"{page.relative_to(hw_root())} does not name {source.stem}")
    assert missing == []
