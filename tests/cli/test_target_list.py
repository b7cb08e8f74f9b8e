"""The command ``targets``."""

from __future__ import annotations

import json

from typer.testing import CliRunner

from silicrypt import targets
from silicrypt.cli.app import app


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
