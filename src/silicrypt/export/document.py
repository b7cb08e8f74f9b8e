"""A small document that is rendered as Markdown and as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape


@dataclass(frozen=True)
class Table:
    """A table of text; a column whose heading ends with a tab is aligned to the right."""

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Code:
    """Text with fixed width."""

    text: str


@dataclass(frozen=True)
class Picture:
    """A picture: text with fixed width in Markdown, SVG in HTML."""

    text: str
    svg: str


Part = str | Table | Code | Picture


@dataclass(frozen=True)
class Document:
    """A title, and sections with their parts.

    Attributes:
        title: the title.
        sections: heading and parts of each section.
    """

    title: str
    sections: Sequence[tuple[str, Sequence[Part]]] = field(default_factory=tuple)

    def markdown(self) -> str:
        """Returns the document in Markdown."""
        lines = [f"# {self.title}", ""]
        for heading, parts in self.sections:
            lines += [f"## {heading}", "", *(f"{_markdown(part)}\n" for part in parts)]
        return "\n".join(lines).rstrip() + "\n"

    def html(self) -> str:
        """Returns the document as a page without scripts or other files."""
        body = "".join(
            f"<h2>{escape(heading)}</h2>\n" + "".join(f"{_html(part)}\n" for part in parts)
            for heading, parts in self.sections
        )
        return (
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{escape(self.title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
            f"<h1>{escape(self.title)}</h1>\n{body}</body>\n</html>\n"
        )


_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  color: #1a1a1a; background: #fff; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { padding: .2rem .8rem .2rem 0; text-align: left; vertical-align: top;
  border-bottom: 1px solid #ddd; }
.number { text-align: right; }
pre { overflow-x: auto; background: #f5f5f5; padding: .6rem; }
svg { max-width: 100%; height: auto; background: #fff; }
"""


def _markdown(part: Part) -> str:
    match part:
        case str():
            return part
        case Code(text) | Picture(text):
            return f"```\n{text.rstrip()}\n```"
        case Table(headings, rows):
            marks = ("--:" if name.endswith("\t") else "---" for name in headings)
            lines = [[name.strip() for name in headings], list(marks), *map(list, rows)]
            lines = [[cell.replace("|", "\\|") for cell in line] for line in lines]
            return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _html(part: Part) -> str:
    match part:
        case str():
            return f"<p>{_inline(part)}</p>"
        case Code(text):
            return f"<pre>{escape(text.rstrip())}</pre>"
        case Picture(_, svg):
            return svg
        case Table(headings, rows):
            classes = [' class="number"' if name.endswith("\t") else "" for name in headings]

            def line(tag: str, cells: Sequence[str]) -> str:
                pairs = zip(cells, classes, strict=True)
                return "".join(f"<{tag}{c}>{_inline(cell.strip())}</{tag}>" for cell, c in pairs)

            body = "".join(f"<tr>{line('td', row)}</tr>\n" for row in rows)
            return f"<table>\n<tr>{line('th', headings)}</tr>\n{body}</table>"


def _inline(text: str) -> str:
    """Escapes text; what is between backticks is code."""
    parts = escape(text).split("`")
    return "".join(f"<code>{p}</code>" if n % 2 else p for n, p in enumerate(parts))
