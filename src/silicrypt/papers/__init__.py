"""Published papers, measured again: their tables as printed and recomputed, beside our figures.

A paper is ``data/<name>.toml`` and the module of the same name, which has ``plan(results)``, the
runs that its tables need, and ``evaluate(results)``, the reproduction that follows from them.
"""

from __future__ import annotations

from silicrypt.papers.model import JudgedClaim, Measured, Printed, Recomputed, Reproduction, Row
from silicrypt.papers.plan import (
    PAPERS,
    FlowSource,
    PaperResults,
    ResultSource,
    module_of,
    reproduce,
)

__all__ = [
    "PAPERS",
    "FlowSource",
    "JudgedClaim",
    "Measured",
    "PaperResults",
    "Printed",
    "Recomputed",
    "Reproduction",
    "ResultSource",
    "Row",
    "module_of",
    "reproduce",
]
