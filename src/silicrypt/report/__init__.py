"""The report: shows results as a web page, as tables for terminal and README, and as a picture."""

from __future__ import annotations

from pathlib import Path

__all__ = ["build", "picture"]


def build(out: Path, results: Path | None = None) -> Path:
    """Writes the web page from the stored results; runs no tool.

    Args:
        out: the file to write, or a folder to write ``index.html`` into.
        results: a folder of results of measured cores, which are shown beside ours.

    Returns:
        The file written.

    Raises:
        BadInput: the file cannot be written.
    """
    from silicrypt.report import page

    return page.build(out, results)


def picture(out: Path) -> Path:
    """Draws throughput against area of the stored results, on a light background.

    Args:
        out: the file to write, ``.svg`` or ``.png``.

    Returns:
        The file written.
    """
    from silicrypt.papers import data
    from silicrypt.report import plots, source

    return plots.picture(source.results(), data.peers(), out)
