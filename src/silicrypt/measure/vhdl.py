"""GHDL makes Verilog of a core in VHDL, which the other tools read."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from silicrypt.errors import ToolFailed, ToolMissing
from silicrypt.tools import process

SUFFIXES = (".vhd", ".vhdl")
#: What GHDL accepts besides the standard because cores rely on it.
_GHDL = ("--std=08", "-frelaxed", "-fsynopsys", "-C")
_COMMENT = re.compile(r"--[^\n]*")
_ENTITY = re.compile(r"^\s*entity\s+(\w+)\s+is\b(.*?)\bend\b", re.M | re.S | re.I)
_INSTANCE = re.compile(r"\bcomponent\s+(\w+)|\bentity\s+\w+\.(\w+)", re.I)
_MISTAKE = re.compile(r":\d+:\d+:(?!\s*(warning|note))")


def ghdl() -> str:
    """Returns the name and version of GHDL.

    Raises:
        ToolMissing: it is not installed.
    """
    if shutil.which("ghdl") is None:
        raise ToolMissing("GHDL is not installed ('apt-get install ghdl'), which makes Verilog")
    text = process.run(["ghdl", "--version"]).stdout.decode()
    return " ".join(text.split()[:2])


def tops(paths: Sequence[Path]) -> list[str]:
    """Returns the entities with ports that no other file instantiates."""
    texts = [_COMMENT.sub("", path.read_text("utf-8", errors="replace")) for path in paths]
    entities = {n: body for text in texts for n, body in _ENTITY.findall(text)}
    used = {(one or other).lower() for text in texts for one, other in _INSTANCE.findall(text)}
    ported = [name for name, body in entities.items() if re.search(r"\bport\b", body, re.I)]
    return [name for name in ported if name.lower() not in used] or ported


def to_verilog(top: str, paths: Sequence[Path], generics: Mapping[str, int | str]) -> str:
    """Returns a VHDL core as Verilog.

    Args:
        top: the top entity.
        paths: the files, in any order.
        generics: the generics of the top entity.

    Raises:
        ToolMissing: GHDL is not installed.
        ToolFailed: GHDL refuses the core.
    """
    ghdl()
    with tempfile.TemporaryDirectory(prefix="silicrypt-ghdl-") as folder:
        common = [*_GHDL, f"--workdir={folder}"]
        chosen = [f"-g{name}={value}" for name, value in generics.items()]
        commands = (
            ["-i", *common, *(str(path.resolve()) for path in paths)],
            ["-m", *common, top],  # it analyses; the elaboration after that may fail
            ["--synth", *common, *chosen, "--out=verilog", top],
        )
        log = ""
        for command in commands:
            done = process.run(["ghdl", *command])
            log += done.stderr.decode(errors="replace")
    if done.returncode or not done.stdout:
        lines = [line for line in log.splitlines() if _MISTAKE.search(line)] or log.splitlines()
        told = "\n".join(f"  {line}" for line in lines[:6])
        raise ToolFailed(f"GHDL cannot make Verilog of {top}:\n{told}")
    text = done.stdout.decode("utf-8", errors="replace")
    # VHDL has no upper and lower case; the name of the core file counts.
    return re.sub(rf"^module\s+{re.escape(top)}\b", f"module {top}", text, flags=re.M | re.I)
