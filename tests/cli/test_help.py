"""The help of every command, and shell completion."""

from __future__ import annotations

import shlex
from importlib import metadata

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from silicrypt.cli.app import app
from silicrypt.cli.examples import EXAMPLES

COMMANDS = get_command(app)


@pytest.mark.parametrize("name", sorted(COMMANDS.commands))  # type: ignore[attr-defined]
def test_every_command_has_an_example_that_it_accepts(name: str) -> None:
    done = CliRunner().invoke(app, [name, "--help"])
    assert done.exit_code == 0
    assert "Example: silicrypt" in done.stdout
    words = shlex.split(EXAMPLES[name])
    assert words[:2] == ["silicrypt", name]
    command = COMMANDS.commands[name]  # type: ignore[attr-defined]
    command.make_context(name, words[2:])  # parses; runs nothing


def test_no_example_is_of_a_command_that_is_gone() -> None:
    assert set(EXAMPLES) == set(COMMANDS.commands)  # type: ignore[attr-defined]


def test_the_help_says_how_to_begin_and_the_shell_can_complete() -> None:
    done = CliRunner().invoke(app, ["--help"])
    assert "--install-completion" in done.stdout
    assert "Begin with: silicrypt export sha256-fast -o ip/" in done.stdout


def test_the_version_is_that_of_the_package() -> None:
    done = CliRunner().invoke(app, ["--version"])
    assert (done.exit_code, done.stdout) == (0, f"silicrypt {metadata.version('silicrypt')}\n")
