"""The source archive makes the wheel, and every command works in an environment of its own.

The environment has the wheel and the dependencies that it states, and no checkout. pip asks no
package index.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from silicrypt.cli.console import command_line
from silicrypt_boards import soc

ROOT = Path(__file__).resolve().parents[2]
#: Every command with arguments that it answers in little time.
ANSWERS = {
    "bitstream": "bitstream md5-u1 -b ulx3s-85f -o md5.bit",
    "cache": "cache",
    "certify": "certify md5-fast",
    "compare": "compare sha512-u1 sha512-u2",
    "crypt": "crypt aes128-par --mode ecb --key-hex 000102030405060708090a0b0c0d0e0f block -o out",
    "demo": "demo soc --no-energy",
    "doctor": "doctor",
    "explore": "explore shat128 -t virtex --recipe default --runs 1 --max cycles=48",
    "export": "export md5-u1 --level core -o core --force",
    "hash": "hash md5-fast --hex 616263",
    "implement": "implement sha256-fast -t ecp5-85k",
    "import-result": "import-result --list",
    "limits": "limits",
    "lint": "lint",
    "list": "list --json",
    "measure": "measure --init core/rtl --out core.toml",
    "mutate": "mutate md5-fast --count 10",
    "power": "power sha256-fast -t nangate45 --frequency 100MHz",
    "prove": "prove ring",
    "registers": "registers --check",
    "report": "report -o report.html",
    "reproduce": "reproduce md5-2015 --stored",
    "results": "results --missing",
    "show": "show sha256-fast --files --absolute",
    "targets": "targets",
    "verify": "verify md5-fast --json",
}
#: Commands that need packages besides the dependencies, and a package that their error names.
FURTHER = {"demo": "pythondata-cpu-picorv32", "registers": "systemrdl-compiler"}


def clean() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return {**kept, "PIP_NO_INDEX": "1"}


def wheel(source: Path, to: Path) -> Path:
    """Builds the wheel of a checkout or of a source archive."""
    build = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation"]
    subprocess.run([*build, "-w", to, source], check=True, cwd=to, env=clean())
    (built,) = to.glob("*.whl")
    return built


def dependencies() -> set[str]:
    """Returns the distributions that the wheel needs, and those that these need."""
    found, left = dict[str, set[str]](), [Requirement("silicrypt")]
    while left:
        one = left.pop()
        name = re.sub(r"[-_.]+", "-", one.name).lower()
        extras = {"", *one.extras}
        if extras <= found.setdefault(name, set()):
            continue
        found[name] |= extras
        for stated in map(Requirement, metadata.requires(name) or ()):
            marker = stated.marker
            if not marker or any(marker.evaluate({"extra": extra}) for extra in extras):
                left.append(stated)
    return found.keys() - {"silicrypt"}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Installs the wheel of the source archive, and links to the dependencies of the wheel."""
    home = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", home]
    subprocess.run(build, check=True, cwd=ROOT, env=clean(), capture_output=True)
    (archive,) = home.glob("*.tar.gz")
    venv.create(home / "venv", with_pip=False)
    packages = next((home / "venv").glob("lib/python*/site-packages"))
    install = [sys.executable, "-m", "pip", "--python", home / "venv" / "bin" / "python"]
    built = wheel(archive, home)
    command = [*install, "install", "-q", "--no-deps", built]
    subprocess.run(command, check=True, cwd=home, env=clean())
    for name in dependencies():
        known = metadata.distribution(name)
        for top in {path.parts[0] for path in known.files or ()} - {"..", "__pycache__"}:
            if not (packages / top).exists():
                (packages / top).symlink_to(str(known.locate_file(top)))
    (home / "work").mkdir()
    (home / "work" / "block").write_bytes(bytes(16))
    return home


def started(home: Path, arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Runs the installed command."""
    path = f"{home / 'venv' / 'bin'}:{os.environ['PATH']}"
    return subprocess.run(
        [home / "venv" / "bin" / "silicrypt", *arguments.split()],
        cwd=home / "work",
        env={**clean(), "PATH": path, **env},
        capture_output=True,
        text=True,
        check=False,
        timeout=1800,
    )


def run(home: Path, arguments: str, **env: str) -> str:
    """Runs the installed command, which must succeed, and returns what it prints."""
    done = started(home, arguments, **env)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_wheel_works_outside_a_checkout(home: Path) -> None:
    """The commands that read what a checkout has beside the package; one test, for one wheel."""
    python = home / "venv" / "bin" / "python"
    program = [python, "-c", "import silicrypt; print(silicrypt.__file__)"]
    where = subprocess.run(
        program, capture_output=True, text=True, check=True, cwd=home, env=clean()
    )
    assert where.stdout.startswith(str(home))
    assert "committed results, the newest of 20" in run(home, "--version")
    listed = json.loads(run(home, "list --json"))["configs"]
    assert "sha256-fast" in {one["name"] for one in listed}
    run(home, "export sha256-fast-axil --no-verify -o ip")
    out = home / "work" / "ip"
    assert (out / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
    for name in ("rtl/sil_sha256_fast_axil.v", "c/sil_hash.c", "registers/sil_hash.rdl"):
        assert (out / name).is_file(), name


@pytest.mark.full
def test_the_committed_results_hold_outside_a_checkout(home: Path) -> None:
    """Packages of others stand beside the installed one, and decide no figure of it."""
    assert run(home, "results --missing").splitlines()[-1].startswith("0 of ")


@pytest.mark.full
def test_the_source_archive_makes_the_wheel_of_the_checkout(home: Path, tmp_path: Path) -> None:
    def contents(file: Path) -> dict[str, bytes]:
        with zipfile.ZipFile(file) as opened:
            return {name: opened.read(name) for name in opened.namelist()}

    (archived,) = home.glob("*.whl")
    assert contents(archived) == contents(wheel(ROOT, tmp_path))


def test_every_command_is_tried() -> None:
    commands = command_line().registered_commands
    assert sorted(ANSWERS) == sorted(one.name for one in commands if one.name)


@pytest.mark.full
@pytest.mark.parametrize("name", ANSWERS)
def test_a_command_works_outside_a_checkout(home: Path, name: str) -> None:
    if name == "demo" and shutil.which(soc.COMPILER) is None:
        pytest.skip(f"{soc.COMPILER}: apt-get install gcc-riscv64-unknown-elf")
    if name == "measure" and not (home / "work" / "core").exists():
        run(home, ANSWERS["export"])
    # The packages of this environment, without the checkout, to which a .pth file leads.
    further = {"PYTHONPATH": sysconfig.get_path("purelib")} if name in FURTHER else {}
    printed = run(home, ANSWERS[name], **further)
    if name == "list":
        assert "sha256-fast" in {one["name"] for one in json.loads(printed)["configs"]}
    if name == "show":
        assert all(Path(file).is_file() for file in printed.split())
    if name == "hash":
        assert printed.split()[0] == hashlib.md5(b"abc").hexdigest()
    if name == "export":
        exported = home / "work" / "core" / "LICENSE"
        assert exported.read_bytes() == (ROOT / "LICENSE").read_bytes()


@pytest.mark.full
@pytest.mark.parametrize("name", FURTHER)
def test_a_package_that_is_not_installed_is_named(home: Path, name: str) -> None:
    if name == "demo" and shutil.which(soc.COMPILER) is None:
        pytest.skip(f"{soc.COMPILER}: apt-get install gcc-riscv64-unknown-elf")
    done = started(home, ANSWERS[name])
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "not installed: run 'python -m pip install " in done.stderr
    assert FURTHER[name] in done.stderr
