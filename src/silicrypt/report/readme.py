"""The results table and the picture of the README, made from the committed results."""

from __future__ import annotations

from pathlib import Path

from silicrypt.errors import BadInput
from silicrypt.report import columns, picture, source, tables

BEGIN = "<!-- results: made by `make results` -->"
END = "<!-- end of results -->"
_TARGETS = (("ecp5-85k", "placed and routed on ecp5-85k"), ("nangate45", "mapped to Nangate 45 nm"))
_HIDDEN = {"algorithm", "level", "target", "verified", "fmax_min", "fmax_max", "run"}


def update(readme: Path, drawing: Path) -> None:
    """Writes the tables between the markers of a README, and the drawing beside it.

    Args:
        readme: the file; the text outside the markers stays as it is.
        drawing: where the picture goes, ``.svg`` or ``.png``.

    Raises:
        BadInput: the markers are not there.
    """
    text = readme.read_text(encoding="utf-8")
    if BEGIN not in text or END not in text:
        raise BadInput(f"{readme}: the markers '{BEGIN}' and '{END}' are not there")
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    readme.write_text(f"{before}{BEGIN}\n{_tables()}{END}{after}", encoding="utf-8")
    picture(drawing)


def _tables() -> str:
    """A table a target, core level; columns that nothing fills are left out."""
    rows = [row for row in source.results() if row.level == "core"]
    parts = []
    for target, title in _TARGETS:
        chosen = [row for row in rows if row.target == target]
        shown = [
            column
            for column in columns.RESULTS
            if column.key not in _HIDDEN and any(column.value(row) is not None for row in chosen)
        ]
        parts.append(f"Level `core`, {title}:\n\n{tables.markdown_table(shown, chosen)}\n")
    return "\n".join(["", *parts])
