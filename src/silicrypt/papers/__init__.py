"""Published papers, measured again: their tables as printed and recomputed, beside our figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from types import MappingProxyType

from silicrypt.base.progress import Progress, silent
from silicrypt.errors import UnknownName
from silicrypt.papers.bench import Bench, FlowBench
from silicrypt.papers.model import Judged, Measured, Printed, Recomputed, Reproduction, Row
from silicrypt.papers.sheets import MessageRate

__all__ = [
    "PAPERS",
    "Judged",
    "Measured",
    "MessageRate",
    "Printed",
    "Recomputed",
    "Reproduction",
    "Row",
    "reproduce",
]

#: The papers that can be reproduced, with the module of each. A module has the function
#: ``reproduce(bench, quick, progress) -> Reproduction``.
PAPERS: Mapping[str, str] = MappingProxyType(
    {
        "sha512-2005": "sha512_2005",
        "md5-2015": "md5_2015",
        "aes-2005": "aes_2005",
        "hmac-2005": "hmac_2005",
        "shat-2014": "shat_2014",
    }
)


def reproduce(
    name: str, quick: bool = False, progress: Progress = silent, bench: Bench | None = None
) -> Reproduction:
    """Measures a paper's designs and compares its tables and claims with them.

    Args:
        name: name of the paper, a key of `PAPERS`.
        quick: run only what the main claims need; show other results if they are stored.
        progress: called with the number of finished measurements, the total, and the next one.
        bench: source of the measurements; the flow and its store by default.

    Raises:
        UnknownName: there is no such paper; the message names the most similar one.
    """
    if name not in PAPERS:
        raise UnknownName("paper", name, PAPERS)
    run: Callable[[Bench, bool, Progress], Reproduction]
    run = import_module(f"{__name__}.{PAPERS[name]}").reproduce
    return run(bench or FlowBench(), quick, progress)
