"""Published papers, measured again: their tables as printed and recomputed, beside our figures.

A paper is ``data/<name>.toml`` and the module of the same name, which has ``plan(results)``, the
runs that its tables need, and ``evaluate(results)``, the reproduction that follows from them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import import_module
from importlib.resources import files
from types import MappingProxyType, ModuleType

from silicrypt.base.progress import Progress, silent
from silicrypt.errors import UnknownName
from silicrypt.papers.claims import load
from silicrypt.papers.model import JudgedClaim, Measured, Printed, Recomputed, Reproduction, Row
from silicrypt.papers.model import MessageRate as MessageRate
from silicrypt.papers.plan import FlowSource, PaperResults, ResultSource, collect

__all__ = [
    "PAPERS",
    "FlowSource",
    "JudgedClaim",
    "Measured",
    "MessageRate",
    "PaperResults",
    "Printed",
    "Recomputed",
    "Reproduction",
    "ResultSource",
    "Row",
    "module_of",
    "reproduce",
]


def _papers() -> dict[str, str]:
    """Returns the name of each paper with its module, in the order that their files state."""
    found = []
    for file in files(__name__).joinpath("data").iterdir():
        if file.name.endswith(".toml"):
            order = re.search(r"^order = (\d+)", file.read_text(encoding="utf-8"), re.M)
            found.append((int(order[1]) if order else 99, file.name.removesuffix(".toml")))
    return {name: name.replace("-", "_") for _, name in sorted(found)}


#: The papers that can be reproduced, with the module of each.
PAPERS: Mapping[str, str] = MappingProxyType(_papers())


def module_of(name: str) -> ModuleType:
    """Returns the module of a paper.

    Raises:
        UnknownName: there is no such paper; the message names the most similar one.
    """
    if name not in PAPERS:
        raise UnknownName("paper", name, PAPERS)
    return import_module(f"{__name__}.{PAPERS[name]}")


def reproduce(
    name: str,
    quick: bool = False,
    progress: Progress = silent,
    source: ResultSource | None = None,
) -> Reproduction:
    """Measures a paper's designs and compares its tables and claims with them.

    Args:
        name: name of the paper, a key of `PAPERS`.
        quick: execute only what the main claims need; show other results if they are stored.
        progress: called with the number of finished measurements, the total, and the next one.
        source: source of the measurements; the flow and its store by default.

    Raises:
        UnknownName: there is no such paper; the message names the most similar one.
    """
    paper = module_of(name)
    claims = load(name).claim
    results = collect(claims, paper.plan, source or FlowSource(), quick, progress)
    reproduction: Reproduction = paper.evaluate(results)
    return reproduction
