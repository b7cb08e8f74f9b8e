"""Simulates the placed and routed netlist of a system on a board, the one in its bitstream."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from functools import partial
from pathlib import Path

from silicrypt.base.code import code_key
from silicrypt.catalog import DesignPoint
from silicrypt.errors import NotVerified, UnitFailed
from silicrypt.results.store import Store, fingerprint
from silicrypt.targets import Board
from silicrypt.tools import ecp5_slices, verilator
from silicrypt.tools.cellmodels import any_state
from silicrypt.tools.gatesim import Simulator, compile_netlist, read
from silicrypt.verify import netlist_station as station
from silicrypt.verify.checks import Check, Findings
from silicrypt_boards import serial_host
from silicrypt_boards.serial_host import SerialUnit

KIND = "routed-checks"
_FILE = "checks.json"
_POWER_UP = 1


def require(system: DesignPoint, board: Board, path: Path, store: Store) -> int:
    """Returns the number of cases that a routed netlist passed; simulates it if needed.

    Args:
        system: the system as the machine on the board.
        board: the board.
        path: the netlist that nextpnr wrote.
        store: where the record is kept.

    Raises:
        NotVerified: the netlist is wrong; the message names the failed check.
    """
    text = path.read_text(encoding="utf-8")

    def build(folder: Path) -> None:
        checks = list(check(system, text))
        for one in checks:
            if not one.passed:
                raise NotVerified(
                    f"the routed netlist of {system.name} for {board.name} is wrong, and no "
                    f"bitstream was written: {one.name}: {one.detail}"
                )
        said = json.dumps([asdict(one) for one in checks], indent=1, sort_keys=True)
        (folder / _FILE).write_text(said, encoding="utf-8")

    inputs = {
        "netlist": hashlib.sha256(text.encode()).hexdigest(),
        "parameters": system.overrides(),
        "code": code_key(check),
        "compiler": verilator.compiler_version(),
    }
    folder = store.get(KIND, fingerprint(inputs), build)
    found = json.loads((folder / _FILE).read_text(encoding="utf-8"))
    return sum(int(one["cases"]) for one in found)


def check(system: DesignPoint, text: str) -> Iterator[Check]:
    """Simulates a routed netlist from random register values, up to the first check that fails.

    Args:
        system: the system as the machine on the board.
        text: the netlist that nextpnr wrote.
    """
    level = system.complete_level
    document = ecp5_slices.read(text, system.top(level))
    netlist = read(document, any_state(ecp5_slices.library))
    with Simulator(compile_netlist(netlist), _POWER_UP) as simulator:
        for name, examine in _checks(system, simulator).items():
            try:
                failures, cases, covered = examine()
            except UnitFailed as error:
                failures, cases, covered = [str(error)], 0, ""
            passed = not failures and cases > 0
            detail = covered if passed else f"{len(failures)} failed, first: {failures[0]}"
            yield Check(f"routed netlist: {name}", level, passed, cases, detail)
            if not passed:
                return


def _checks(system: DesignPoint, simulator: Simulator) -> Mapping[str, Callable[[], Findings]]:
    if system.unit.interface == "storage":
        unit = SerialUnit(system, simulator)
        return {
            "known answers": partial(serial_host.known_answers, unit),
            "refusals": partial(serial_host.refusals, unit),
        }
    return {"lines": partial(station.lines, station.Station(system, simulator))}
