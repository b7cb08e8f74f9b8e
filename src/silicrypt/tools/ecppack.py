"""ecppack (YoWASP's WebAssembly build): the bitstream of an ECP5 from its configuration."""

from __future__ import annotations

from pathlib import Path

from silicrypt.tools import nextpnr
from silicrypt.tools.process import run_child

BITSTREAM = "board.bit"


def render() -> list[str]:
    """Returns the arguments for ecppack."""
    return ["--compress", nextpnr.CONFIGURATION, BITSTREAM]


def run(args: list[str], folder: Path) -> Path:
    """Runs ecppack in a folder that contains the configuration.

    Returns:
        The bitstream.

    Raises:
        ToolFailed: ecppack ended with an error.
    """
    run_child("ecppack", args, cwd=folder, log=folder / "ecppack.out")
    return folder / BITSTREAM
