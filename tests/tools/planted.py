"""Plants mistakes into sources: one build contains them all, and a plusarg chooses one.

A build takes seconds, a run a fraction of a second. A test file that plants twenty mistakes
therefore compiles its design once. A mistake replaces an expression or statements of one file. A
file below ``mistakes`` lists them by design, with the difference as ``git diff --word-diff`` shows
it, and with what must find the mistake::

    [sha256-u1.stream."a count without reset"]
    file = "sil_md_padder.sv"
    change = "[-count_q <= '0;-]{++}"
    check = "resets"

    mistakes = load("hash")
    sources, number = broken(mistakes, "a count without reset", right, tmp_path, top)
    ...  # build once, then run with the plusarg that `chosen(number)` gives; 0 is no mistake

An expression becomes ``(mistake_pkg::made == 3 ? (wrong) : (right))``, statements (a text with a
semicolon) become ``if (mistake_pkg::made == 3) begin wrong end else begin right end``. Statements
must be procedural. An elaboration-time constant cannot be chosen at run time: plant the mistake
where the constant is used, or mark it as `apart`, for a build of its own.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from passed import Passed
from silicrypt import catalog
from silicrypt.catalog import DesignPoint, Level
from silicrypt.tools import verilator
from silicrypt.verify import suites
from silicrypt.verify.checks import Check, perform

Build = Callable[[DesignPoint, Level, tuple[Path, ...]], verilator.Build]

#: Designs whose mistakes are planted every time, in all kinds of benches. That those of the others
#: were noticed is recorded.
EVERY_TIME = frozenset(
    (
        *("sha256-u1", "sm4-small", "hmac-md5-fast", "ascon-aead128-fast", "hmac-drbg-sha256-fast"),
        *("padder", "sha2-constants", "skid-stream"),
    )
)

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


@dataclass(frozen=True)
class Mistake:
    """A mistake in a design.

    Attributes:
        design: the design, the first heading of the file.
        level: its level, the second heading if there is one.
        change: the change of a source file.
        check: the check, or another name of what must find it.
        detail: a regular expression of what that must say.
        hash: the hash to check, if the design has two.
        apart: whether it needs a build of its own: it is fixed at elaboration.
    """

    design: str
    level: Level
    change: Change
    check: str = ""
    detail: str = ""
    hash: str = ""
    apart: bool = False


def load(name: str) -> dict[str, Mistake]:
    """Returns the mistakes of a file in ``mistakes``, by name."""
    path = Path(__file__).parent / "mistakes" / f"{name}.toml"
    return dict(_mistakes(tomllib.loads(path.read_text(encoding="utf-8")), ()))


def _mistakes(table: dict[str, Any], headings: tuple[str, ...]) -> Iterator[tuple[str, Mistake]]:
    for name, inner in table.items():
        if "file" not in inner:
            yield from _mistakes(inner, (*headings, name))
            continue
        difference = re.fullmatch(r"(.*)\[-(.*)-\]\{\+(.*)\+\}", inner["change"], re.DOTALL)
        assert difference, f"{name}: {inner['change']}"
        before, right, wrong = difference.groups()
        others = {key: inner[key] for key in inner.keys() - {"file", "change"}}
        level: Level = "core" if "core" in headings else "stream"
        change = Change(inner["file"], right, wrong, before)
        yield name, Mistake(headings[0], level, change, **others)


@contextmanager
def once(passed: Passed, mistake: Mistake, subject: str) -> Iterator[None]:
    """Skips a test of a mistake that was noticed before, or notes that it is noticed.

    Args:
        passed: the record of the test.
        mistake: the mistake. Those of the designs in `EVERY_TIME` are not skipped.
        subject: the key of the design and of its bench.
    """
    key = f"{subject} {json.dumps(asdict(mistake))}"
    if mistake.design not in EVERY_TIME:
        passed.skip_if_before(key)
    yield
    passed.note(key)


def broken(
    mistakes: Mapping[str, Mistake],
    name: str,
    sources: Sequence[Path],
    folder: Path,
    top: str,
    plusargs: bool = True,
) -> tuple[tuple[Path, ...], int]:
    """Returns sources with a mistake, and its number in them.

    They have all mistakes of the design at this level, except those apart: such a mistake is alone
    in its sources, always active, and has the number 0.

    Args:
        mistakes: the mistakes of a file.
        name: the mistake.
        sources: the files of the design in compile order.
        folder: folder for the changed files.
        top: the top module, in a file of that name; it reads the number.
        plusargs: as for `plant`.
    """
    mistake = mistakes[name]
    if mistake.apart:
        return replaced(sources, mistake.change, folder), 0
    key = mistake.design, mistake.level, False
    shared = {n: m.change for n, m in mistakes.items() if (m.design, m.level, m.apart) == key}
    return plant(sources, shared.values(), folder, top, plusargs), 1 + [*shared].index(name)


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


def performed(
    mistakes: Mapping[str, Mistake],
    name: str,
    folder: Path,
    *,
    active: bool = True,
    build: Build | None = None,
    subject: Callable[..., Any] | None = None,
) -> Check:
    """Returns a mistake's check, on hardware in which the mistake is active or none is.

    Args:
        mistakes: the mistakes of a file.
        name: the mistake.
        folder: folder for the changed files.
        active: whether the mistake is active.
        build: the build of sources with a bench; that of the suite by default.
        subject: makes what the check examines; that of the suite by default.
    """
    mistake, level = mistakes[name], mistakes[name].level
    choices = catalog.get(mistake.design).choices
    point = next(one for one in choices if not mistake.hash or one.hash.enum == mistake.hash)
    own: Any = suites.suite_of(point)
    sources, number = broken(mistakes, name, point.sources(level), folder, point.top(level))
    bench = verilator.executable((build or own.build)(point, level, sources))
    examined = (subject or own.SUBJECT)(point, level, program(bench, number * active, folder))
    return perform(mistake.check, own.CHECKS[mistake.check], examined, suites.EFFORTS["quick"])
