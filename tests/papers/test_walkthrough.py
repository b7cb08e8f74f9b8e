"""The example of the page on adding a paper."""

from __future__ import annotations

import re
from types import ModuleType

import pytest
from invented import InventedSource, sheet_of

from silicrypt.papers import Reproduction, reproduce
from silicrypt.papers.claims import parse
from silicrypt.paths import hw_root

_PAGE = hw_root().parent / "docs" / "adding-a-paper.md"


def blocks(language: str) -> list[str]:
    """Returns the code blocks of a language before the complete example."""
    text, _, _ = _PAGE.read_text(encoding="utf-8").partition("\n## A complete small example\n")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.M | re.S)


def test_the_printed_module_reproduces_the_printed_claim(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stated = parse("".join(one for one in blocks("toml") if "paper =" not in one), "the page")
    (text,) = blocks("python")
    module = ModuleType("example")
    exec(compile(text, str(_PAGE), "exec"), module.__dict__)
    for name in ("data", "plan", "judge"):
        monkeypatch.setattr(f"silicrypt.papers.{name}.load", lambda _: stated)
    for name in ("plan", "judge"):
        monkeypatch.setattr(f"silicrypt.papers.{name}.module_of", lambda _: module)
    for name in ("data", "figures"):
        monkeypatch.setattr(f"silicrypt.papers.{name}.named", lambda _: {})

    def found(source: InventedSource, quick: bool = False) -> Reproduction:
        return reproduce("sha512-2005", quick, source=source)

    source = InventedSource(lambda point, _: {"mhz": 62.0 if "u2" in point else 100.0}, kept=False)
    complete = found(source)
    (judged,) = complete.claims
    assert (judged.verdict, judged.printed) == ("reproduced", "-38 %")
    assert (complete.title, complete.notes) == (stated.title, stated.notes)
    assert {row.name for row in complete.rows if row.kind == "ours"} == set(stated.table[0].designs)
    assert any(row.kind == "printed" and row.recomputed for row in complete.rows)
    assert [row[:2] for row in sheet_of(complete, "forms").rows] == [
        (target, design)
        for target in ("ecp5-85k", "nangate45")
        for design in ("sha512-u1", "sha512-u2-pre")
    ]
    assert len(source.runs) == 6
    assert found(InventedSource(kept=False), quick=True).notes[-1] == stated.quick
