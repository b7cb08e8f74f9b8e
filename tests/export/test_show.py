"""What ``show`` tells an integrator."""

from __future__ import annotations

import json
from pathlib import Path
from subprocess import CompletedProcess

from exports import BIN, run


def show(*args: str) -> CompletedProcess[str]:
    return run(BIN / "silicrypt", "show", *args)


def test_ports_and_tops_of_each_level() -> None:
    shown = json.loads(show("sha512-pipe2", "--json").stdout)
    assert shown["tops"] == {"core": "sil_sha2_core", "stream": "sil_sha2_stream"}
    widths = {port["name"]: (port["direction"], port["width"]) for port in shown["ports"]}
    assert widths["s_tdata"] == ("input", 64)
    assert widths["m_tdata"] == ("output", 512)
    assert "sil_md5_pkg.sv" not in " ".join(shown["sources"])


def test_files_for_a_tool() -> None:
    plain = show("sha256-fast", "--files").stdout.split()
    assert plain[-1] == "hw/hash/sha2/sil_sha2_stream.sv"
    absolute = show("sha256-fast", "--files", "--absolute", "-t", "ecp5-85k").stdout.split()
    assert all(Path(path).is_file() for path in absolute)
    assert any(path.endswith("hw/prim/ecp5/sil_add_three.sv") for path in absolute)
    core = show("sha256-fast", "--files", "--level", "core").stdout.split()
    assert core[-1] == "hw/hash/sha2/sil_sha2_core.sv"


def test_a_level_that_does_not_exist() -> None:
    done = show("hmac-sha1", "--level", "core")
    assert done.returncode == 2
    assert "unknown level of hmac-sha1 'core': known: stream" in done.stderr
