"""The built wheel works in an environment of its own, outside the checkout."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

pytestmark = pytest.mark.full

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Installs the wheel. Its dependencies are those of this environment, without the checkout."""
    home = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation"]
    subprocess.run([*build, "-w", home, ROOT], check=True, cwd=home)
    venv.create(home / "venv", with_pip=False)
    packages = next((home / "venv").glob("lib/python*/site-packages"))
    (wheel,) = home.glob("*.whl")
    install = [sys.executable, "-m", "pip", "--python", home / "venv" / "bin" / "python"]
    subprocess.run([*install, "install", "-q", "--no-deps", wheel], check=True, cwd=home)
    # A .pth file would also run those of the other folder, which lead to the checkout.
    (packages / "others.pth").write_text(f"{sysconfig.get_path('purelib')}\n")
    return home


def run(home: Path, *args: str) -> subprocess.CompletedProcess[str]:
    work = home / "work"
    work.mkdir(exist_ok=True)
    path = f"{home / 'venv' / 'bin'}:{os.environ['PATH']}"
    clean = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    done = subprocess.run(
        [home / "venv" / "bin" / "silicrypt", *args],
        cwd=work,
        env={**clean, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def test_the_package_is_that_of_the_wheel(home: Path) -> None:
    python = home / "venv" / "bin" / "python"
    where = subprocess.run(
        [python, "-c", "import silicrypt; print(silicrypt.__file__)"],
        capture_output=True,
        text=True,
        check=True,
        cwd=home,
        env={k: v for k, v in os.environ.items() if k != "PYTHONPATH"},
    )
    assert where.stdout.startswith(str(home))


def test_list_show_doctor_cache(home: Path) -> None:
    names = [one["name"] for one in json.loads(run(home, "list", "--json").stdout)["configs"]]
    assert "sha256-fast" in names
    files = run(home, "show", "sha256-fast", "--files", "--absolute").stdout.split()
    assert all(Path(file).is_file() for file in files)
    run(home, "doctor")
    run(home, "cache")


@pytest.mark.parametrize(
    "command",
    [
        "targets",
        "results --missing",
        "compare sha512-u1 sha512-u2",
        "reproduce md5-2015 --stored",
        "import-result --list",
        "registers --check",
        "report -o report.html",
        "crypt aes128-par --mode ecb --key-hex 000102030405060708090a0b0c0d0e0f block -o out",
    ],
)
def test_other_verbs(home: Path, command: str) -> None:
    (home / "work").mkdir(exist_ok=True)
    (home / "work" / "block").write_bytes(bytes(16))
    assert run(home, *command.split())


def test_export(home: Path) -> None:
    run(home, "export", "sha256-fast", "-o", "ip", "--force")
    assert (home / "work" / "ip" / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
    assert (home / "work" / "ip" / "rtl" / "sil_sha256_fast_stream.v").is_file()


def test_hash_and_verify(home: Path) -> None:
    found = run(home, "hash", "md5-fast", "--hex", "616263").stdout.split()[0]
    assert found == hashlib.md5(b"abc").hexdigest()
    assert "passed" in run(home, "verify", "md5-fast", "--json").stdout
