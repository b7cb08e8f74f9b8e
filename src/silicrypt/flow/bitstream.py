"""Builds the bitstream of a self-test machine, which tests a design point on a board."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from silicrypt import catalog
from silicrypt.base.progress import Progress, silent
from silicrypt.catalog import Config
from silicrypt.errors import BadInput, TimingMissed
from silicrypt.flow import verified
from silicrypt.flow.synth import Design, synthesize
from silicrypt.paths import hw_root
from silicrypt.results.store import Store, fingerprint
from silicrypt.targets import Board
from silicrypt.tools import ecppack, nextpnr, versions
from silicrypt.tools.nextpnr import Routing

KIND = "bitstreams"
_SEED = 1
_SUITE = "quick"
_STEPS = 3


@dataclass(frozen=True)
class Bitstream:
    """A bitstream and the report of its place and route.

    Attributes:
        config: the design point that the machine tests.
        board: the board that it is for.
        path: its file in the store.
        routing: the report of place and route.
    """

    config: Config
    board: Board
    path: Path
    routing: Routing

    def demand_timing(self) -> None:
        """Checks that the machine reaches the clock of the board.

        Raises:
            TimingMissed: the machine is slower than the clock.
        """
        if self.routing.fmax_mhz < self.board.clock_mhz:
            raise TimingMissed(
                f"the self-test of {self.config.name} reaches {self.routing.fmax_mhz:.1f} MHz, "
                f"and the clock of {self.board.name} has {self.board.clock_mhz:g} MHz: "
                "no bitstream was written; take a configuration with a shorter path"
            )


def build(
    config: Config, board: Board, progress: Progress = silent, store: Store | None = None
) -> Bitstream:
    """Verifies a configuration, then places and routes its self-test machine for a board.

    Args:
        config: the design point.
        board: the board that the bitstream is for.
        progress: called as (done, total, label).
        store: where the bitstream and its inputs are kept; the cache by default.

    Raises:
        NotVerified: the design point failed its verification.
        ToolFailed: a tool refused the design.
        TimingMissed: the machine is slower than the clock of the board.
        StoreError: the bitstream cannot be kept.
    """
    store = store or Store()
    progress(0, _STEPS, "verifying")
    verified.require(
        config,
        _SUITE,
        store,
        lambda done, total, label: progress(0, _STEPS, f"verifying: {label} ({done}/{total})"),
    )
    progress(1, _STEPS, "synthesising")
    design = Design(catalog.self_test(config, board.top), "stream", board.fpga)
    netlist = json.dumps(synthesize(design, store).document)
    progress(2, _STEPS, "placing and routing")
    folder = _implement(netlist, board, store)
    routing = nextpnr.parse((folder / nextpnr.REPORT).read_text(encoding="utf-8"))
    progress(_STEPS, _STEPS, "done")
    made = Bitstream(config, board, folder / ecppack.BITSTREAM, routing)
    made.demand_timing()
    return made


def _implement(netlist: str, board: Board, store: Store) -> Path:
    """Returns the folder that holds the bitstream and the report of place and route."""
    pins = _pins(board)
    arguments = nextpnr.render(board.fpga, _SEED, board=True)
    key = fingerprint(
        {
            "netlist": hashlib.sha256(netlist.encode()).hexdigest(),
            "pins": pins,
            "arguments": [*arguments, *ecppack.render()],
            "tools": versions.implementation(board.fpga),
        }
    )

    def build(folder: Path) -> None:
        (folder / nextpnr.NETLIST).write_text(netlist, encoding="utf-8")
        (folder / nextpnr.PINS).write_text(pins, encoding="utf-8")
        nextpnr.parse(nextpnr.run(arguments, folder))
        ecppack.run(ecppack.render(), folder)
        for name in (nextpnr.NETLIST, nextpnr.CONFIGURATION):
            (folder / name).unlink()  # large, and can be made again from the store

    return store.get(KIND, key, build)


def _pins(board: Board) -> str:
    path = hw_root() / board.pins
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadInput(f"cannot read the pins {path}: {error.strerror}") from error
