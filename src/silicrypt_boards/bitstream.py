"""Builds bitstreams: the self-test of a design point, or a complete system, for a board."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from pathlib import Path

from silicrypt import catalog
from silicrypt.base.scope import Progress, silent
from silicrypt.catalog import DesignPoint, machines
from silicrypt.errors import BadInput, TimingMissed
from silicrypt.flow import verification
from silicrypt.flow.synth import design_of, synthesize
from silicrypt.paths import hw_root
from silicrypt.results.store import Store, fingerprint
from silicrypt.targets import Board
from silicrypt.tools import installed, nextpnr
from silicrypt.tools.nextpnr import Routing
from silicrypt_boards import board_check

KIND = "bitstreams"
_SEED = 1
_SUITE = "quick"
#: The interfaces of design points that have a self-test.
_TESTED = ("hash", "hmac")
_STEPS = 4
#: The netlist after place and route.
_ROUTED = "routed.json"


@dataclass(frozen=True)
class Bitstream:
    """A bitstream and the report of its place and route.

    Attributes:
        name: the name of the design point that the machine tests, or of the system.
        board: the board that it is for.
        path: its file in the store.
        routing: the report of place and route.
        cases: the cases that the routed netlist of a system passed in simulation.
        simulated: the examples that a system passed in simulation before synthesis.
    """

    name: str
    board: Board
    path: Path
    routing: Routing
    cases: int = 0
    simulated: int = 0

    def demand_timing(self) -> None:
        """Checks that the machine reaches the clock of the board.

        Raises:
            TimingMissed: the machine is slower than the clock.
        """
        if self.routing.fmax_mhz < self.board.clock_mhz:
            raise TimingMissed(
                f"the machine for {self.name} reaches {self.routing.fmax_mhz:.1f} MHz, "
                f"and the clock of {self.board.name} has {self.board.clock_mhz:g} MHz: "
                "no bitstream was written; take a configuration with a shorter path"
            )


def build(
    point: DesignPoint, board: Board, progress: Progress = silent, store: Store | None = None
) -> Bitstream:
    """Verifies a configuration, then places and routes its machine for a board.

    The machine of a design point is its self-test. The routed netlist of a system is simulated.

    Args:
        point: the design point, or the system.
        board: the board that the bitstream is for.
        progress: called as (done, total, label).
        store: where the bitstream and its inputs are kept; the cache by default.

    Raises:
        BadInput: the board has no machine for the design point.
        NotVerified: the design point failed its verification, or the routed netlist is wrong.
        ToolFailed: a tool refused the design.
        TimingMissed: the machine is slower than the clock of the board.
        StoreError: the bitstream cannot be kept.
    """
    store = store or Store()
    system, pins = machine(point, board)
    progress(0, _STEPS, "verifying")
    verification.require(
        point,
        _SUITE,
        store,
        lambda done, total, label: progress(0, _STEPS, f"verifying: {label} ({done}/{total})"),
    )
    progress(1, _STEPS, "synthesising")
    synthesized = synthesize(design_of(system, board.fpga, system.complete_level), store)
    progress(2, _STEPS, "placing and routing")
    simulated = system.unit.interface in board.systems
    netlist = json.dumps(synthesized.document)
    made = implement(point.name, netlist, board, pins, store, keep=simulated)
    if simulated:
        progress(3, _STEPS, "simulating the routed netlist")
        routed = made.path.with_name(_ROUTED)
        made = replace(made, cases=board_check.require(system, board, routed, store))
    progress(_STEPS, _STEPS, "done")
    return made


def machine(point: DesignPoint, board: Board) -> tuple[DesignPoint, str]:
    """Returns the machine for a board, and the file that assigns its pins.

    Raises:
        BadInput: the board has no machine for the design point.
    """
    interface = point.unit.interface
    if interface in _TESTED and "stream" in point.levels:
        tested = catalog.self_test(point, board.top)
        if point.top("stream") in (source.stem for source in tested.sources("stream")):
            return tested, board.pins
    # No board here has the SRAMs that a storage unit may have outside.
    if interface not in board.systems or machines.SRAM in point.parameters:
        storages = [
            n for n, one in catalog.storages().items() if machines.SRAM not in one.parameters
        ]
        raise BadInput(
            f"{point.name}: {board.name} has no machine for it; there are self-tests of most "
            f"forms of MD5, SHA-1, SHA-2, SM3 and HMAC, "
            f"the hash stations ({', '.join(catalog.stations())}), and the storage "
            f"units ({', '.join(storages)})"
        )
    top, pins = board.systems[interface]
    return machines.on_board(point, top, board.clock_mhz), pins


def implement(
    name: str, netlist: str, board: Board, pins_path: str, store: Store, *, keep: bool = False
) -> Bitstream:
    """Places and routes a machine for a board.

    Args:
        name: the name of the design point that the machine tests, or of the system.
        netlist: the mapped netlist.
        board: the board.
        pins_path: the file that assigns its pins, below ``hw/``.
        store: where the bitstream is kept.
        keep: whether the routed netlist is kept beside it.

    Raises:
        TimingMissed: the machine is slower than the clock of the board.
    """
    pins = _pins(pins_path)
    arguments = nextpnr.render(board.fpga, _SEED, board=True)
    if keep:
        arguments += ["--write", _ROUTED]
    key = fingerprint(
        {
            "netlist": hashlib.sha256(netlist.encode()).hexdigest(),
            "pins": pins,
            "arguments": [*arguments, *nextpnr.PACKING],
            "tools": installed.implementation(board.fpga),
        }
    )

    def build(folder: Path) -> None:
        (folder / nextpnr.NETLIST).write_text(netlist, encoding="utf-8")
        (folder / nextpnr.PINS).write_text(pins, encoding="utf-8")
        nextpnr.parse(nextpnr.run(arguments, folder))
        nextpnr.pack(folder)
        for name in (nextpnr.NETLIST, nextpnr.CONFIGURATION):
            (folder / name).unlink()  # large, and can be made again from the store

    folder = store.get(KIND, key, build)
    routing = nextpnr.parse((folder / nextpnr.REPORT).read_text(encoding="utf-8"))
    made = Bitstream(name, board, folder / nextpnr.BITSTREAM, routing)
    made.demand_timing()
    return made


def _pins(name: str) -> str:
    path = hw_root() / name
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadInput(f"cannot read the pins {path}: {error.strerror}") from error
