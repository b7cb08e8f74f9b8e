"""Published papers, measured again: their tables as printed and recomputed, beside our figures.

A paper is ``data/<name>.toml`` and ``data/<name>.csv``. If it has figures that no formula of the
TOML gives, a module of the same name has ``evaluate(results)``, the reproduction that follows from
the results of its runs.
"""

from __future__ import annotations

from silicrypt.papers.judge import reproduce
from silicrypt.papers.model import JudgedClaim, Printed, Recomputed, Reproduction, Row
from silicrypt.papers.plan import PAPERS, FlowSource, PaperResults, module_of

__all__ = [
    "PAPERS",
    "FlowSource",
    "JudgedClaim",
    "PaperResults",
    "Printed",
    "Recomputed",
    "Reproduction",
    "Row",
    "module_of",
    "reproduce",
]
