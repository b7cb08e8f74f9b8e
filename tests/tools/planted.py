"""Plants mistakes into sources: one build contains them all, and a plusarg chooses one.

A build takes seconds, a run a fraction of a second. A test file that plants twenty mistakes
therefore compiles its design once. A mistake replaces an expression or statements of one file::

    MISTAKES = {
        "a length one byte off": Change("sil_md_padder.sv", "{count, 3'b0}", "{count, 3'b1}"),
        "a count without reset": Change("sil_md_padder.sv", "count_q <= '0;", ""),
    }
    sources = plant(config.sources("stream"), MISTAKES.values(), tmp_path, config.top("stream"))
    ...  # build once, then run with the plusarg that `chosen(number)` gives; 0 is no mistake

An expression becomes ``(mistake_pkg::made == 3 ? (wrong) : (right))``, statements (a text with a
semicolon) become ``if (mistake_pkg::made == 3) begin wrong end else begin right end``. Statements
must be procedural. An elaboration-time constant cannot be chosen at run time: plant the mistake
where the constant is used, or build that mistake separately with `replaced`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

_MADE = "mistake_pkg::made"
_PACKAGE = "package mistake_pkg; int made = 0; endpackage\n"
_ASKED = f'  initial void\'($value$plusargs("mistake=%d", {_MADE}));\nendmodule'
#: The same for a bench that gives the design no plusargs.
_READ = f"""  initial begin : read_mistake
    int file;
    file = $fopen("mistake", "r");
    void'($fscanf(file, "%d", {_MADE}));
    $fclose(file);
  end
endmodule"""


@dataclass(frozen=True)
class Change:
    """A text of a source file, its replacement, and the preceding text that locates it."""

    file: str
    right: str
    wrong: str
    before: str = ""


def chosen(number: int) -> str:
    """Returns the plusarg that chooses a mistake, counted from 1; 0 chooses none."""
    return f"+mistake={number}"


def program(bench: Path, number: int, folder: Path) -> Path:
    """Writes a script to `folder` that runs a compiled bench there with one mistake chosen."""
    (folder / "mistake").write_text(str(number), encoding="utf-8")
    script = folder / f"bench-{number}"
    lines = ["#!/bin/sh", f'cd "{folder}"', f'exec "{bench}" "$@" {chosen(number)}', ""]
    script.write_text("\n".join(lines), encoding="utf-8")
    script.chmod(0o755)
    return script


def plant(
    sources: Sequence[Path],
    changes: Iterable[Change],
    folder: Path,
    top: str,
    plusargs: bool = True,
) -> tuple[Path, ...]:
    """Writes the sources with all mistakes to files below `folder`.

    Args:
        sources: the files of the design in compile order.
        changes: the mistakes, in the order of their numbers; each text occurs once in its file.
        folder: folder for the changed files.
        top: the top module, in a file of that name; it reads the number.
        plusargs: whether the bench gives the design plusargs. If not, the design reads the number
            from the file that `program` writes.
    """
    grouped = defaultdict[tuple[str, str, str], list[tuple[int, str]]](list)
    for number, change in enumerate(changes, 1):
        grouped[change.file, change.before, change.right].append((number, change.wrong))
    texts = {path.name: path.read_text(encoding="utf-8") for path in sources}
    original = dict(texts)
    for (file, before, right), wrongs in grouped.items():
        _demand_once(file, original[file], before + right)
        _demand_once(file, texts[file], before + right)  # mistakes must not overlap
        texts[file] = texts[file].replace(before + right, before + _choice(right, wrongs))
    texts[f"{top}.sv"] = (_ASKED if plusargs else _READ).join(
        texts[f"{top}.sv"].rsplit("endmodule", 1)
    )
    folder.mkdir(parents=True, exist_ok=True)
    package = folder / "mistake_pkg.sv"
    package.write_text(_PACKAGE, encoding="utf-8")
    return (package, *(_written(path, texts, original, folder) for path in sources))


def replaced(sources: Sequence[Path], change: Change, folder: Path) -> tuple[Path, ...]:
    """Returns the sources with one mistake that is always active."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in sources}
    original, (right, wrong) = dict(texts), (change.before + change.right, change.wrong)
    _demand_once(change.file, texts[change.file], right)
    texts[change.file] = texts[change.file].replace(right, change.before + wrong)
    folder.mkdir(parents=True, exist_ok=True)
    return tuple(_written(path, texts, original, folder) for path in sources)


def _choice(right: str, wrongs: Sequence[tuple[int, str]]) -> str:
    statements = any(";" in text for text in (right, *(wrong for _, wrong in wrongs)))
    text = f"begin {right} end" if statements else f"({right})"
    for number, wrong in reversed(wrongs):
        asked = f"{_MADE} == {number}"
        if statements:
            text = f"begin if ({asked}) begin {wrong} end else {text} end"
        else:
            text = f"({asked} ? ({wrong}) : {text})"
    return text


def _written(path: Path, texts: dict[str, str], original: dict[str, str], folder: Path) -> Path:
    if texts[path.name] == original[path.name]:
        return path
    changed = folder / path.name
    changed.write_text(texts[path.name], encoding="utf-8")
    return changed


def _demand_once(file: str, text: str, part: str) -> None:
    count = text.count(part)
    assert count == 1, f"{file} has '{part}' {count} times instead of once: adapt this test"
