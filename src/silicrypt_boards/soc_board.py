"""The bitstream of the demonstration system: processor, units, and the firmware in the memory."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from silicrypt.base import sources
from silicrypt.base.scope import Progress, silent
from silicrypt.errors import BadInput, ToolFailed
from silicrypt.paths import hw_root
from silicrypt.results.store import Store, fingerprint
from silicrypt.targets import Board
from silicrypt.tools import installed, yosys
from silicrypt_boards import bitstream, soc, soc_energy
from silicrypt_boards.bitstream import Bitstream

NAME = "soc"
_KIND = "soc-netlists"
_STEPS = 3
#: The top module and the pins, by board.
TOPS = {"ulx3s-85f": ("sil_soc_ulx3s", "system/soc_demo/ulx3s.lpf")}


def build(board: Board, progress: Progress = silent, store: Store | None = None) -> Bitstream:
    """Simulates the system, then places and routes it for a board.

    Args:
        board: the board that the bitstream is for.
        progress: called as (done, total, label).
        store: where the bitstream and its inputs are kept; the cache by default.

    Raises:
        BadInput: the board has no top module of the system.
        ToolMissing: the RISC-V compiler, the processor's package, or Verilator is not installed.
        ToolFailed: a tool refused the design, or the firmware reported an error.
        TimingMissed: the system is slower than the clock of the board.
        StoreError: the bitstream cannot be kept.
    """
    if board.name not in TOPS:
        raise BadInput(f"{board.name} has no top module of the system {NAME}")
    store, (top, pins) = store or Store(), TOPS[board.name]
    progress(0, _STEPS, "simulating")
    simulated = soc.demonstrate(
        lambda done, total, label: progress(0, _STEPS, f"simulating: {label} ({done}/{total})"),
        energy=False,
    )
    progress(1, _STEPS, "synthesising")
    netlist = _synthesize(board, top, store)
    progress(2, _STEPS, "placing and routing")
    made = bitstream.implement(NAME, netlist, board, pins, store)
    progress(_STEPS, _STEPS, "done")
    return replace(made, simulated=len(simulated.vectors))


def _synthesize(board: Board, top: str, store: Store) -> str:
    """Returns the mapped netlist, with the firmware in its memory."""
    paths = [*soc.sources(board.fpga.primitives), hw_root() / soc.FOLDER / f"{top}.v"]
    files = [sources.read(path) for path in paths if path.suffix != ".vlt"]
    image = soc.image()
    first = yosys.render_elaboration(top, soc_energy.LENIENT, [file.path for file in files])
    second = yosys.render(board.fpga, top, words=True)
    key = fingerprint(
        {
            "sources": [(file.path, file.sha256) for file in files],
            "scripts": [first, second],
            "firmware": hashlib.sha256(image).hexdigest(),
            "tools": installed.synthesis(board.fpga),
        }
    )

    def make(folder: Path) -> None:
        sources.write(files, folder)
        yosys.run(first, folder)
        path = folder / yosys.ELABORATED
        elaborated = json.loads(path.read_text(encoding="utf-8"))
        path.write_text(json.dumps(filled(elaborated, image)), encoding="utf-8")
        yosys.run(second, folder)
        path.unlink()

    return (store.get(_KIND, key, make) / yosys.MAPPED).read_text(encoding="utf-8")


def filled(netlist: Mapping[str, Any], image: bytes) -> Mapping[str, Any]:
    """Puts an image into the memory of the processor, in place.

    Args:
        netlist: the elaborated netlist in the format of ``write_json``.
        image: the contents of the memory, from address 0.

    Raises:
        ToolFailed: there is no memory of the right size, or the image does not fit.
    """
    memories = [
        cell["parameters"]
        for module in netlist["modules"].values()
        for cell in module["cells"].values()
        if cell["type"] == "$mem_v2" and int(cell["parameters"]["SIZE"], 2) == soc.RAM_WORDS
    ]
    if len(memories) != 1 or len(image) > 4 * soc.RAM_WORDS:
        raise ToolFailed(
            f"there are {len(memories)} memories of {soc.RAM_WORDS} words for the firmware of "
            f"{len(image)} bytes; there must be one"
        )
    (memory,) = memories
    content = image.ljust(4 * soc.RAM_WORDS, b"\0")
    memory["INIT"] = f"{int.from_bytes(content, 'little'):0{8 * len(content)}b}"
    return netlist
