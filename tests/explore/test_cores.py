"""The design points of a core file."""

from __future__ import annotations

from pathlib import Path

import pytest

from silicrypt import targets
from silicrypt.errors import BadInput
from silicrypt.explore import candidates, run
from silicrypt.explore.objectives import objectives
from silicrypt.measure import core_file

CORE = Path(__file__).parents[1] / "measure" / "cores" / "block.toml"


@pytest.fixture
def listed(tmp_path: Path) -> Path:
    """A core file that lists values of a parameter and of a macro."""
    (tmp_path / "sha256_ports.v").write_text(CORE.with_name("sha256_ports.v").read_text())
    values = '[explore.parameters]\nUNROLL = [1, 2]\n\n[explore.defines]\nRAM = ["a", "b", "c"]\n'
    path = tmp_path / "core.toml"
    path.write_text(CORE.read_text().replace("[interface]", f"{values}\n[interface]"))
    return path


def test_every_combination_of_the_values_is_a_point(listed: Path) -> None:
    found = candidates.of_core_file(core_file.load(listed), "virtex-5")
    assert len({one.name for one in found}) == 6
    assert len({one.work.run_id for one in found}) == 6
    assert found[-1].name == "sha256_ports[UNROLL=2,RAM=c]"
    assert found[-1].parameters == {"UNROLL": 2, "RAM": "c"}
    core = found[-1].work.design.core
    assert (core.parameters, core.defines) == ({"UNROLL": 2}, {"RAM": "c"})


def test_recipes_multiply_the_points_of_a_core(listed: Path) -> None:
    found = candidates.of_core_file(core_file.load(listed), "ecp5-85k", ["", "nowidelut"])
    assert [one.target for one in found[:2]] == ["ecp5-85k", "ecp5-85k@nowidelut"]
    assert found[1].name == "sha256_ports[UNROLL=1,RAM=a] @nowidelut"
    assert len(found) == 12


def test_the_list_of_values_changes_no_run_id_of_the_core(listed: Path) -> None:
    (plain,) = candidates.of_core_file(core_file.load(CORE), "virtex-5")
    text = listed.read_text().replace("[1, 2]", "[1]").replace('["a", "b", "c"]', '["a"]')
    listed.write_text(text)
    (one,) = candidates.of_core_file(core_file.load(listed), "virtex-5")
    assert one.work.design.own.sha256 == plain.work.design.own.sha256
    assert one.work.run_id != plain.work.run_id  # its parameters differ
    listed.write_text(CORE.read_text() + "\n[explore]\n")
    (same,) = candidates.of_core_file(core_file.load(listed), "virtex-5")
    assert same.work.run_id == plain.work.run_id


def test_an_empty_list_of_values_is_told(listed: Path) -> None:
    listed.write_text(listed.read_text().replace("[1, 2]", "[]"))
    with pytest.raises(BadInput, match=r"core.toml, line 11, key explore.parameters.UNROLL: "):
        core_file.load(listed)


def test_a_wrong_core_is_on_no_front(tmp_path: Path) -> None:
    (tmp_path / "sha256_ports.v").write_text(CORE.with_name("sha256_ports.v").read_text())
    path = tmp_path / "core.toml"
    path.write_text(CORE.read_text().replace("[interface]", "[tie]\nfault = 1\n\n[interface]"))
    wanted = objectives("cycles,lut", targets.get("virtex-5"))
    found = run.explore(
        run.SearchRequest(str(path), "virtex-5", wanted), results=tmp_path / "results"
    )
    (row,) = found.rows
    assert (row.status, row.figures) == ("failed", {})
    assert "not verified" in row.reason
    assert not (tmp_path / "results").exists()
    with pytest.raises(BadInput, match="decides the level"):
        run.explore(run.SearchRequest(str(path), "virtex-5", wanted, level="core"))
