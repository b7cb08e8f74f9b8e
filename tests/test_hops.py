"""How many files a reader passes on the way of a command from the shell to the figure.

The catalogue checks all design points when it is loaded, so each command calls the files of all
units. A reader opens only that of the design point, so the files of other units do not count.
"""

from pathlib import Path

import pytest

from hops import ROOT, passed_files
from passed import Passed, files_key

#: The files of units but that of the design points below, and of what AEAD units share.
OTHER_UNITS = {
    f"catalog/{path.name}"
    for path in (ROOT / "src" / "silicrypt" / "catalog").glob("*.py")
    if path.stem not in ("__init__", "merkle_damgard")
    and (path.stem == "aead" or "\nUNITS" in path.read_text(encoding="utf-8"))
}
#: The most files that each command passes.
MOST = {
    "verify md5-binary": 23,
    "implement md5-binary -t ice40-hx8k --seeds 1": 49,
    f"measure {ROOT}/tests/measure/cores/own.toml -t ice40-hx8k --seeds 1": 47,
    "reproduce sha512-2005 --stored": 40,
}
#: What the commands read.
READ = ("src", "hw", "drivers", "results", "tests/measure/cores")


@pytest.mark.parametrize("command", MOST, ids=lambda command: command.partition(" ")[0])
def test_a_command_passes_no_more_files_than_before(
    command: str, tmp_path: Path, passed: Passed
) -> None:
    with passed.once(files_key(*(ROOT / one for one in READ))):
        files = [one for one in passed_files(command.split(), tmp_path) if one not in OTHER_UNITS]
        print(*files, sep="\n")  # noqa: T201
        assert len(files) <= MOST[command]
