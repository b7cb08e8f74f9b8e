"""A compiled core of the tests, which all tests share."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from silicrypt import targets
from silicrypt.measure import core_file
from silicrypt.measure.core_design import CoreDesign
from silicrypt.measure.core_file import CoreFile
from silicrypt.measure.device import Simulation
from silicrypt.measure.measurement import Work
from silicrypt.results.store import Store

CORES = Path(__file__).parent / "cores"


def design(path: Path, target: str = "ecp5-85k") -> CoreDesign:
    return Work.of(core_file.load(path), targets.get(target), ()).design


def copied(folder: Path, fault: int = 0) -> Path:
    """Copies the core of ``block.toml`` with a planted mistake, and returns its core file."""
    (folder / "sha256_ports.v").write_text((CORES / "sha256_ports.v").read_text())
    path = folder / "block.toml"
    tied = f"[tie]\nfault = {fault}\n\n[interface]" if fault else "[interface]"
    path.write_text((CORES / "block.toml").read_text().replace("[interface]", tied))
    return path


def fixed(folder: Path, top: str, text: str, more: str = "") -> Path:
    """Writes a core with a result one cycle after its block, and returns its core file."""
    (folder / f"{top}.v").write_text(text)
    path = folder / "core.toml"
    stated = f'algorithm = "sha256"\ntop = "{top}"\nsources = ["{top}.v"]\n{more}[interface]\n'
    path.write_text(f'{stated}kind = "fixed"\nblock = "block"\ndigest = "digest"\ncycles = 1\n')
    return path


def git(folder: Path, *arguments: str) -> None:
    """Runs git as a person with a name."""
    person = ("-c", "user.name=T", "-c", "user.email=t@example.com")
    subprocess.run(["git", "-C", str(folder), *person, *arguments], check=True)


def simulated(path: Path) -> tuple[CoreDesign, Simulation]:
    """Returns a core as Yosys reads it, and its compiled RTL."""
    known, store = design(path).with_front(Store()), Store()
    return known, known.simulation(known.ports(store), store)


@pytest.fixture(scope="session")
def simulation() -> Simulation:
    """The core with all kinds of ports; every core file of it compiles to the same program."""
    return simulated(CORES / "block.toml")[1]


@pytest.fixture(scope="session")
def buses() -> Simulation:
    """The core behind APB and Wishbone."""
    return simulated(CORES / "apb.toml")[1]


@pytest.fixture
def core() -> Callable[..., CoreFile]:
    """A core file of the tests, with a planted mistake and other keys of its interface."""

    def load(name: str, fault: int = 0, **interface: object) -> CoreFile:
        found = core_file.load(CORES / f"{name}.toml").core
        changed = found.interface.model_copy(update=interface)
        tie = found.tie | {"fault": fault}
        return found.model_copy(update={"tie": tie, "interface": changed})

    return load
