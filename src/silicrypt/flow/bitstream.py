"""Builds bitstreams: the self-test of a design point, or a complete system, for a board."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from silicrypt import catalog
from silicrypt.base.progress import Progress, silent
from silicrypt.catalog import Config, machines
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
#: The interfaces of design points that have a self-test.
_TESTED = ("hash", "hmac")
_STEPS = 3


@dataclass(frozen=True)
class Bitstream:
    """A bitstream and the report of its place and route.

    Attributes:
        config: the design point that the machine tests, or the system.
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
                f"the machine for {self.config.name} reaches {self.routing.fmax_mhz:.1f} MHz, "
                f"and the clock of {self.board.name} has {self.board.clock_mhz:g} MHz: "
                "no bitstream was written; take a configuration with a shorter path"
            )


def build(
    config: Config, board: Board, progress: Progress = silent, store: Store | None = None
) -> Bitstream:
    """Verifies a configuration, then places and routes its machine for a board.

    The machine of a design point is its self-test. The netlist of a system is simulated before it
    is placed.

    Args:
        config: the design point, or the system.
        board: the board that the bitstream is for.
        progress: called as (done, total, label).
        store: where the bitstream and its inputs are kept; the cache by default.

    Raises:
        BadInput: the board has no machine for the design point.
        NotVerified: the design point failed its verification.
        ToolFailed: a tool refused the design.
        TimingMissed: the machine is slower than the clock of the board.
        StoreError: the bitstream cannot be kept.
    """
    store = store or Store()
    system, pins = machine(config, board)
    progress(0, _STEPS, "verifying")
    record = verified.require(
        config,
        _SUITE,
        store,
        lambda done, total, label: progress(0, _STEPS, f"verifying: {label} ({done}/{total})"),
    )
    progress(1, _STEPS, "synthesising")
    design = Design(system, "stream", board.fpga)
    synthesized = synthesize(design, store)
    if system.unit.interface in board.systems:
        progress(1, _STEPS, "simulating the netlist")
        verified.require_netlist(design, synthesized, record, store)
    progress(2, _STEPS, "placing and routing")
    folder = _implement(json.dumps(synthesized.document), board, pins, store)
    routing = nextpnr.parse((folder / nextpnr.REPORT).read_text(encoding="utf-8"))
    progress(_STEPS, _STEPS, "done")
    made = Bitstream(config, board, folder / ecppack.BITSTREAM, routing)
    made.demand_timing()
    return made


def machine(config: Config, board: Board) -> tuple[Config, str]:
    """Returns the machine for a board, and the file that assigns its pins.

    Raises:
        BadInput: the board has no machine for the design point.
    """
    interface = config.unit.interface
    if interface in _TESTED:
        return catalog.self_test(config, board.top), board.pins
    if interface not in board.systems:
        raise BadInput(
            f"{config.name}: {board.name} has no machine for it; there are self-tests of hashes "
            f"and of HMAC, and the hash stations ({', '.join(catalog.stations())})"
        )
    top, pins = board.systems[interface]
    return machines.on_board(config, top, board.clock_mhz), pins


def _implement(netlist: str, board: Board, pins_path: str, store: Store) -> Path:
    """Returns the folder that holds the bitstream and the report of place and route."""
    pins = _pins(pins_path)
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


def _pins(name: str) -> str:
    path = hw_root() / name
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadInput(f"cannot read the pins {path}: {error.strerror}") from error
