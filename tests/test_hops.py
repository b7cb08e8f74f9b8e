"""How many files a reader passes on the way of a command from the shell to the figure.

The catalogue checks all design points when it is loaded, so each command calls the files of all
units. A reader opens only that of the design point, so the files of other units do not count.
"""

from pathlib import Path

import pytest

from hops import ROOT, passed_files

OTHER_UNITS = {
    f"catalog/{name}.py"
    for name in (
        *("sm3", "hmac", "sponge", "aes", "gcm", "ccm", "sm4", "sha2_save", "sha3", "ascon"),
        *("sha2_small", "aead", "kdf", "kdf_pipe4", "kmac", "tuplehash"),
    )
}
#: The most files that each command passes.
MOST = {
    "verify md5-binary": 25,
    "implement md5-binary -t ice40-hx8k --seeds 1": 52,
    f"measure {ROOT}/tests/measure/cores/own.toml -t ice40-hx8k --seeds 1": 48,
    "reproduce sha512-2005 --stored": 43,
}


@pytest.mark.parametrize("command", MOST, ids=lambda command: command.partition(" ")[0])
def test_a_command_passes_no_more_files_than_before(command: str, tmp_path: Path) -> None:
    files = [one for one in passed_files(command.split(), tmp_path) if one not in OTHER_UNITS]
    print(*files, sep="\n")  # noqa: T201
    assert len(files) <= MOST[command]
