"""The help of every command, and shell completion."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from silicrypt import cli, targets
from silicrypt.cli import console

app = console.command_line()
COMMANDS = get_command(app)
EXAMPLES = {one.name: one.example for one in console.COMMANDS}

GREET = '''
from silicrypt.cli.console import Answer, command


@command("silicrypt greet you")
def greet(name: str) -> Answer:
    """Says hello."""
    return Answer({"hello": name}, [f"hello, {name}"], passed=name != "nobody")
'''


@pytest.mark.parametrize("name", sorted(COMMANDS.commands))  # type: ignore[attr-defined]
def test_every_command_has_an_example_that_it_accepts(name: str) -> None:
    done = CliRunner().invoke(app, [name, "--help"])
    assert done.exit_code == 0
    assert "Example: silicrypt" in done.stdout
    words = shlex.split(EXAMPLES[name])
    assert words[:2] == ["silicrypt", name]
    command = COMMANDS.commands[name]  # type: ignore[attr-defined]
    command.make_context(name, words[2:])  # parses; runs nothing


@pytest.mark.parametrize("elsewhere", [False, True], ids=["beside", "in another package"])
def test_a_new_command_is_one_new_file(elsewhere: bool, tmp_path: Path) -> None:
    """The package is copied, so that the file is beside the others."""
    copy = tmp_path / "silicrypt"
    shutil.copytree(Path(cli.__file__).parents[1], copy, symlinks=True)
    if elsewhere:
        (tmp_path / "greetings.py").write_text(GREET)
        about = tmp_path / "greetings-1.dist-info"
        about.mkdir()
        (about / "METADATA").write_text("Metadata-Version: 2.1\nName: greetings\nVersion: 1\n")
        (about / "entry_points.txt").write_text("[silicrypt.commands]\ngreet = greetings\n")
    else:
        (copy / "cli" / "greet.py").write_text(GREET)

    def run(*args: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", "from silicrypt.cli import main; main()", *args]
        own = {**os.environ, "PYTHONPATH": str(tmp_path)}
        return subprocess.run(command, capture_output=True, text=True, env=own, check=False)

    listed = run("--help").stdout
    assert listed.index(" cache ") < listed.index(" greet ")
    shown = run("greet", "--help").stdout
    assert "Says hello." in shown and "Example: silicrypt greet you" in shown
    assert run("greet", "you").stdout == "hello, you\n"
    assert json.loads(run("greet", "you", "--json").stdout) == {"hello": "you"}
    assert run("greet", "nobody").returncode == 1


def test_the_help_says_how_to_begin_and_the_shell_can_complete() -> None:
    done = CliRunner().invoke(app, ["--help"])
    assert "--install-completion" in done.stdout
    assert "Begin with: silicrypt export sha256-fast -o ip/" in done.stdout


@pytest.mark.parametrize(
    ("days", "data"),
    [
        ((), "0 committed results, the newest of no day"),
        (
            ("2026-11-23", "2026-12-02", "2026-11-30"),
            "3 committed results, the newest of 2026-12-02",
        ),
    ],
)
def test_the_version_is_that_of_the_package_with_the_day_of_its_results(
    days: tuple[str, ...], data: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ecp5-85k").mkdir()
    for day in days:
        times = json.dumps({"times": {"started": f"{day}T02:50:52+00:00"}}, indent=1)
        (tmp_path / "ecp5-85k" / f"{day}.json").write_text(times)
    monkeypatch.setattr(console, "reference_results", lambda: tmp_path)
    done = CliRunner().invoke(app, ["--version"])
    version = f"silicrypt {metadata.version('silicrypt')}"
    assert (done.exit_code, done.stdout.splitlines()) == (0, [version, data])


def test_every_target_is_listed_with_what_it_gives() -> None:
    done = CliRunner().invoke(app, ["targets", "--json"])
    assert done.exit_code == 0
    rows = {row["name"]: row for row in json.loads(done.output)["targets"]}
    assert list(rows) == list(targets.TARGETS)
    assert rows["ice40-hx8k"]["netlist_simulated"] and not rows["virtex"]["netlist_simulated"]
    assert "nowidelut" in rows["ecp5-85k"]["variants"]
    assert rows["sky130hd"]["unit"] == "GE"


def test_the_table_names_every_target() -> None:
    done = CliRunner().invoke(app, ["targets"])
    assert done.exit_code == 0
    assert all(name in done.output for name in targets.TARGETS)
