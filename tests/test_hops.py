"""How many files a reader passes on the way of a command from the shell to the figure."""

from pathlib import Path

import pytest

from hops import ROOT, passed_files

#: The most files that each command passes.
MOST = {
    "verify md5-binary": 30,
    "implement md5-binary -t ice40-hx8k --seeds 1": 57,
    f"measure {ROOT}/tests/measure/cores/own.toml -t ice40-hx8k --seeds 1": 48,
    "reproduce sha512-2005 --stored": 48,
}


@pytest.mark.parametrize("command", MOST, ids=lambda command: command.partition(" ")[0])
def test_a_command_passes_no_more_files_than_before(command: str, tmp_path: Path) -> None:
    files = passed_files(command.split(), tmp_path)
    print(*files, sep="\n")  # noqa: T201
    assert len(files) <= MOST[command]
