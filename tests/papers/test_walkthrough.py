"""The example of the page on adding a paper."""

from __future__ import annotations

import re
from typing import Any

import pytest
from invented import InventedSource

from silicrypt.papers import Reproduction
from silicrypt.papers.claims import parse
from silicrypt.papers.plan import collect
from silicrypt.paths import hw_root

_PAGE = hw_root().parent / "docs" / "adding-a-paper.md"


def blocks(language: str) -> list[str]:
    """Returns the code blocks of a language before the complete example."""
    text, _, _ = _PAGE.read_text(encoding="utf-8").partition("\n## A complete small example\n")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.M | re.S)


def test_the_printed_module_reproduces_the_printed_claim(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    head, claim = (one for one in blocks("toml") if "paper =" not in one)
    stated = parse(head + claim, "the page")
    (module,) = blocks("python")
    names: dict[str, Any] = {"__name__": "example"}
    exec(compile(module, str(_PAGE), "exec"), names)
    names["load"] = lambda _: stated
    monkeypatch.setattr("silicrypt.papers.judge.load", lambda _: stated)

    def found(source: InventedSource, quick: bool = False) -> Reproduction:
        results = collect(stated.claim, names["plan"], source, quick)
        reproduction: Reproduction = names["evaluate"](results)
        return reproduction

    source = InventedSource(lambda point, _: {"mhz": 62.0 if "u2" in point else 100.0}, kept=False)
    complete = found(source)
    (judged,) = complete.claims
    assert (judged.verdict, judged.printed) == ("reproduced", "-38 %")
    assert (complete.title, complete.notes) == (stated.title, stated.notes)
    assert {row.name for row in complete.rows if row.kind == "ours"} == set(names["CONFIGS"])
    assert any(row.kind == "printed" and row.recomputed for row in complete.rows)
    assert len(source.runs) == 6
    assert found(InventedSource(kept=False), quick=True).notes[-1] == stated.quick
