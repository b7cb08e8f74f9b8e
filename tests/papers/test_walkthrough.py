"""The example of the page on adding a paper."""

from __future__ import annotations

import re
from typing import Any

from invented import InventedBench

from silicrypt.base.progress import silent
from silicrypt.papers.claims import parse
from silicrypt.paths import hw_root

_PAGE = hw_root().parent / "docs" / "adding-a-paper.md"


def blocks(language: str) -> list[str]:
    """Returns the code blocks of a language, in the order of the page."""
    return re.findall(
        rf"^```{language}\n(.*?)^```$", _PAGE.read_text(encoding="utf-8"), re.M | re.S
    )


def test_the_printed_module_reproduces_the_printed_claim() -> None:
    head, claim = (one for one in blocks("toml") if "paper =" not in one)
    stated = parse(head + claim, "the page")
    (module,) = blocks("python")
    names: dict[str, Any] = {"__name__": "example"}
    exec(compile(module, str(_PAGE), "exec"), names)
    names["load"] = lambda _: stated
    bench = InventedBench(lambda config, _: {"mhz": 62.0 if "u2" in config else 100.0}, kept=False)
    found = names["reproduce"](bench, False, silent)
    (judged,) = found.claims
    assert (judged.verdict, judged.printed) == ("reproduced", "-38 %")
    assert (found.title, found.notes) == (stated.title, stated.notes)
    assert {row.name for row in found.rows if row.kind == "ours"} == set(names["CONFIGS"])
    assert any(row.kind == "printed" and row.recomputed for row in found.rows)
    assert len(bench.runs) == 6
    partial = names["reproduce"](InventedBench(kept=False), True, silent)
    assert partial.notes[-1] == stated.quick
