"""The walkthroughs, executed: the files that a page prints, added to a copy of the project.

A page prints each new file after a line such as ```path/of/file``:``, or says at the end of which
file lines are added. Blocks of shell commands are run.
"""

from __future__ import annotations

import filecmp
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from passed import Passed, files_key
from silicrypt.paths import hw_root

ROOT = hw_root().parent
#: The part of a page that is executed.
_SECTION = re.compile(r"^## A complete small example$(.*?)(?=^## |\Z)", re.M | re.S)
_BLOCK = re.compile(
    r"(?:^(?P<end>At the end of )?`(?P<path>[\w./-]+)`:\n\n)?^```(?P<kind>\w+)\n(?P<text>.*?)^```$",
    re.M | re.S,
)
_COPIED = ("src", "hw", "drivers", "pyproject.toml")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the project without results, to which the walkthroughs are added one by one."""
    tree = tmp_path / "copy"
    tree.mkdir()
    for name in _COPIED:
        if (ROOT / name).is_dir():
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / name, tree / name, ignore=ignored)
        else:
            shutil.copy(ROOT / name, tree / name)
    command = tree / "bin" / "silicrypt"
    command.parent.mkdir()
    program = "from silicrypt.cli import main; main()"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{program}" "$@"\n')
    command.chmod(0o755)
    return tree


def run(command: str, tree: Path) -> str:
    """Runs shell commands in the copy, with its code, and returns what they print."""
    programs = (str(tree / "bin"), str(Path(sys.executable).parent), os.environ["PATH"])
    own = {"PATH": os.pathsep.join(programs), "PYTHONPATH": str(tree / "src")}
    done = subprocess.run(
        ["sh", "-e", "-c", command],
        cwd=tree,
        env={**os.environ, **own},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done.stdout


def follow(page: str, tree: Path) -> str:
    """Does what the page says, and returns what its commands print."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    (section,) = _SECTION.findall(text)
    printed = ""
    for block in _BLOCK.finditer(section):
        if block["path"]:
            path = tree / block["path"]
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("a" if block["end"] else "w", encoding="utf-8") as file:
                file.write(block["text"])
        elif block["kind"] == "sh":
            printed += run(block["text"], tree)
    return printed


def changed(tree: Path) -> set[str]:
    """Returns the files of the copy that the project does not have, or has with other content."""
    found = [path.relative_to(tree) for name in _COPIED for path in (tree / name).rglob("*")]
    return {
        path.as_posix()
        for path in found
        if (tree / path).is_file()
        and path.suffix != ".pyc"
        and not ((ROOT / path).is_file() and filecmp.cmp(tree / path, ROOT / path, shallow=False))
    }


#: The files of each walkthrough, and what its commands print.
HASH = (
    *(f"hw/hash/toy/sil_toy_{part}.sv" for part in ("pkg", "rounds", "core", "stream")),
    *(f"hw/hash/toy/sil_toy_{part}.sv" for part in ("mapped", "axil", "apb")),
    *("hw/configs.toml", "hw/bus/mapped/sil_message.rdl", "hw/lint/verilator.vlt"),
    *("src/silicrypt/catalog/toy.py", "src/silicrypt/models/toy.py"),
)
CIPHER = (
    *(f"hw/cipher/tiny/sil_tiny_{part}.sv" for part in ("core", "stream", "mapped", "axil", "apb")),
    *("hw/configs.toml", "hw/bus/mapped/sil_aes.rdl", "hw/lint/verilator.vlt"),
    *("src/silicrypt/catalog/tiny.py", "src/silicrypt/verify/aes128_vectors.py"),
    "src/silicrypt/drivers/aes.py",
)
#: What ``silicrypt registers`` writes for the cipher.
GENERATED = (
    *(f"hw/bus/mapped/generated/sil_aes_regs{end}" for end in (".md", ".svd", ".xml", "_pkg.sv")),
    "drivers/c/generated/sil_aes_regs.h",
)
TARGET = ("src/silicrypt/targets/ice40_lp.py",)
PAPER = tuple(f"src/silicrypt/papers/data/toy-2026.{kind}" for kind in ("csv", "toml"))
COMMAND = ("src/silicrypt/cli/cycles.py",)
_LINT = """
from silicrypt import catalog
from silicrypt.flow.lint import all_designs, lint
wrappers = [one for one in all_designs()[1] if "NAME" in one.top]
assert len(wrappers) == 2
print(lint([catalog.get("NAME-u1")], wrappers))
"""
_REFERENCE = """
from silicrypt import catalog
block = bytes(17 * number for number in range(16))
print(catalog.get("tiny-u1").reference(block, bytes(range(16))).hex())
"""
#: The result of the example of FIPS 197, appendix C.1.
_CIPHERTEXT = "69c4e0d86a7b0430d8cdb78070b4c55a"


class Walk:
    """A copy of the project, and the files of the walkthroughs that were followed in it."""

    def __init__(self, tree: Path) -> None:
        self.tree = tree
        self.known = set[str]()
        assert not changed(tree)

    def adds(self, page: str, files: tuple[str, ...], *printed: str) -> None:
        """Follows a page: exactly these files change, and the commands print these texts."""
        said = follow(page, self.tree)
        found = changed(self.tree)
        assert found - self.known == set(files)
        self.known = found
        for text in printed:
            assert text in said

    def lints(self, name: str) -> None:
        """Reads the hardware of the example with both front ends, and demands no complaint."""
        assert run(f"python -c '{_LINT.replace('NAME', name)}'", self.tree) == "[]\n"

    def keeps_rules(self) -> None:
        """Demands that the Python on the pages keeps the rules of the project."""
        python = " ".join(path for path in sorted(self.known) if path.endswith(".py"))
        run(f"ruff check {python} && ruff format --check {python}", self.tree)


def key_of(*pages: str) -> str:
    """Returns a key of all that is copied, and of the pages that are followed."""
    return files_key(*(ROOT / name for name in _COPIED), *(ROOT / "docs" / one for one in pages))


def test_a_hash_a_target_a_paper_and_a_command_are_added(copy: Path, passed: Passed) -> None:
    pages = [f"adding-a-{kind}.md" for kind in ("hash", "target", "paper", "command")]
    with passed.once(key_of(*pages)):
        walk = Walk(copy)
        verified = (f"toy-u1{bus}: verified" for bus in ("", "-axil", "-apb"))
        walk.adds(pages[0], HASH, *verified)
        walk.lints("toy")
        walk.adds(pages[1], TARGET, "on Lattice iCE40LP8K", "every point is verified")
        walk.adds(pages[2], PAPER, "arithmetic holds", "189 ALUT")
        walk.adds(pages[3], COMMAND, "1095 cycles", '"cycles": 1095', "Print the cycles")
        walk.keeps_rules()


def test_a_cipher_is_added(copy: Path, passed: Passed) -> None:
    page = "adding-a-cipher.md"
    with passed.once(key_of(page)):
        walk = Walk(copy)
        verified = ("tiny-u1: verified", "tiny-u1-axil: verified", "standard's examples")
        walk.adds(page, (*CIPHER, *GENERATED), *verified)
        assert run(f"python -c '{_REFERENCE}'", copy) == f"{_CIPHERTEXT}\n"
        walk.lints("tiny")
        walk.keeps_rules()
