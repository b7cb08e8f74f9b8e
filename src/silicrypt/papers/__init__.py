"""Published papers, measured again: their tables as printed, recomputed, and ours beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from types import MappingProxyType

from silicrypt.errors import UnknownName
from silicrypt.flow.progress import Progress, silent
from silicrypt.papers.bench import Bench, FlowBench
from silicrypt.papers.model import (
    Claim,
    Measured,
    MessageRate,
    Printed,
    Recomputed,
    Reproduction,
    Row,
)

__all__ = [
    "PAPERS",
    "Claim",
    "Measured",
    "MessageRate",
    "Printed",
    "Recomputed",
    "Reproduction",
    "Row",
    "reproduce",
]

#: The papers that can be reproduced, and the module of each. A module has
#: ``reproduce(bench, quick, progress) -> Reproduction``.
PAPERS: Mapping[str, str] = MappingProxyType(
    {
        "sha512-2005": "sha512_2005",
        "md5-2015": "md5_2015",
        "hmac-2005": "hmac_2005",
        "shat-2014": "shat_2014",
    }
)


def reproduce(
    name: str, quick: bool = False, progress: Progress = silent, bench: Bench | None = None
) -> Reproduction:
    """Measures a paper's designs and holds its table and claims against them.

    Args:
        name: name of the paper, a key of `PAPERS`.
        quick: run only what the main claims need; show what else is stored.
        progress: called with measurements done, their number, and what comes next.
        bench: where measurements come from; the flow and its store where none is given.

    Raises:
        UnknownName: no such paper; the message names the nearest.
    """
    if name not in PAPERS:
        raise UnknownName("paper", name, PAPERS)
    run: Callable[[Bench, bool, Progress], Reproduction]
    run = import_module(f"{__name__}.{PAPERS[name]}").reproduce
    return run(bench or FlowBench(), quick, progress)
