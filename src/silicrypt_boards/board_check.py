"""Simulates the placed and routed netlist of a system on a board, the one in its bitstream.

A storage unit runs a host's programs over its serial line.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from silicrypt.base.code import code_key
from silicrypt.catalog import DesignPoint
from silicrypt.errors import BadInput, NotVerified, UnitFailed
from silicrypt.results.store import Store, fingerprint
from silicrypt.targets import Board
from silicrypt.tools import ecp5_slices, verilator
from silicrypt.tools.cellmodels import any_state
from silicrypt.tools.gatesim import LANES, Simulator, compile_netlist, read
from silicrypt.verify import netlist_station as station
from silicrypt.verify.aes_vectors import answers
from silicrypt.verify.checks import Check, Findings
from silicrypt.verify.cipher_wire import apply
from silicrypt.verify.netlist_storage import StorageNetlist
from silicrypt.verify.storage_host import (
    BANKS,
    WORD,
    Answer,
    Function,
    Host,
    Operation,
    Program,
    Read,
    Response,
    Write,
)

KIND = "routed-checks"
_FILE = "checks.json"
_POWER_UP = 1

#: Commands and status bytes of ``sil_uart_axil``.
WRITE, READ = b"W", b"R"
_STATUS = {0: Response.OKAY, 1: Response.SLVERR}
#: Values of parameters of ``sil_storage_ulx3s`` and of its samples per bit.
BAUD, SAMPLES = 500_000, 10
#: Cycles of an access on the bus, before its answer begins.
_ACCESS = 256


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
            "known answers": partial(known_answers, unit),
            "refusals": partial(refusals, unit),
        }
    return {"lines": partial(station.lines, station.Station(system, simulator))}


# The serial line of a storage unit


def bit_cycles(clock_hz: int) -> int:
    """Returns the clock cycles of a bit on the serial line."""
    return SAMPLES * ((clock_hz + SAMPLES * BAUD // 2) // (SAMPLES * BAUD))


def request(operation: Operation) -> bytes:
    """Returns the bytes of a request.

    Raises:
        BadInput: the serial line has no such operation.
    """
    match operation:
        case Write(address, data, 0xF):
            return WRITE + address.to_bytes(WORD, "little") + data.to_bytes(WORD, "little")
        case Read(address):
            return READ + address.to_bytes(WORD, "little")
    raise BadInput(f"the serial line has no {operation}: it reads and writes complete words")


@dataclass
class SerialUnit(StorageNetlist):
    """A storage unit's netlist under simulation, with its serial line."""

    def host(self, *, interrupts: bool = False, transfers: bool = False) -> Host:
        """Returns a host of this unit. The serial line has no interrupts and no transfers."""
        del interrupts, transfers
        return Host(int(self.point.parameters["BankWords"]), transfers=False)

    @property
    def bit_cycles(self) -> int:
        """Clock cycles of a bit."""
        return bit_cycles(int(self.point.parameters["ClockHz"]))

    def reset(self, cycles: int = 2) -> None:
        """Resets the unit while the line is idle."""
        self.simulator.set(rx_i=1)
        self.simulator.reset(cycles=cycles)
        self.simulator.step(self.bit_cycles)

    def _carry_out(self, operations: Sequence[Operation]) -> list[Answer]:
        for sent in zip(*map(request, operations), strict=True):
            self._send(sent)
        status = self._receive()
        if unknown := set(status) - _STATUS.keys():
            raise UnitFailed(f"{operations[0]} has the status {unknown.pop():02x}")
        count = WORD if isinstance(operations[0], Read) else 0
        words = [self._receive() for _ in range(count)]
        values = [int.from_bytes(word, "little") for word in zip(*words, strict=True)]
        pairs = zip(values or [0] * LANES, status, strict=True)
        return [Answer(0, value, response=_STATUS[one]) for value, one in pairs]

    def _send(self, characters: Sequence[int]) -> None:
        """Sends a character per lane: a start bit, eight data bits, a stop bit."""
        levels = [[char >> bit & 1 for char in characters] for bit in range(8)]
        for level in ([0] * LANES, *levels, [1] * LANES):
            self.simulator.set(rx_i=level)
            self.simulator.step(self.bit_cycles)

    def _receive(self) -> tuple[int, ...]:
        """Takes a character per lane; each bit is sampled in its middle."""
        for _ in range(_ACCESS + self.bit_cycles):
            if 0 in (levels := set(self.simulator.get("tx_o"))):
                break
            self.simulator.step()
        else:
            raise UnitFailed("the unit does not answer on the serial line")
        if len(levels) > 1:
            raise UnitFailed("the time of an answer depends on data")
        self.simulator.step(self.bit_cycles // 2)
        found = [0] * LANES
        for bit in range(8):
            self.simulator.step(self.bit_cycles)
            levels_now = self.simulator.get("tx_o")
            found = [byte | level << bit for byte, level in zip(found, levels_now, strict=True)]
        self.simulator.step(self.bit_cycles)
        if set(self.simulator.get("tx_o")) != {1}:
            raise UnitFailed("a character of the unit has no stop bit")
        return tuple(found)


def known_answers(unit: SerialUnit) -> Findings:
    """Checks a known answer of NIST per lane in the parallel core, and its inverse in the other."""
    known = [*answers((unit.key_bytes,), (False,))]
    lanes = (known * LANES)[:LANES]
    host = unit.host()
    unit.reset()
    unit.run([host.key(one.key, None) for one in lanes])
    failures = list[str]()
    results = unit.run([host.apply(Function.CIPHER_PAR, one.data) for one in lanes])
    failures += _wrong(results, [one.result for one in lanes])
    back = unit.run([host.apply(Function.INV_CIPHER_SEQ, result) for result in results])
    pairs = zip(lanes, results, strict=True)
    failures += _wrong(back, [apply(one.key, found, True) for one, found in pairs])
    return failures, 2 * LANES, f"{LANES} known answers of one block, encrypted and decrypted"


def refusals(unit: SerialUnit) -> Findings:
    """Checks that accesses that the unit refuses, or that have no address, are answered so."""
    host, failures = unit.host(), list[str]()
    unit.reset()
    outside = 2 * BANKS * host.bank_bytes
    cases: dict[str, Operation] = {
        "a register that does not exist": Read(outside - WORD),
        "an address outside": Write(outside, 1),
        "a large address": Read(1 << 31),
    }

    def program(operation: Operation) -> Program[Response]:
        yield from host.ready()
        return (yield operation).response

    for what, operation in cases.items():
        found = unit.run([program(operation) for _ in range(LANES)])
        if set(found) != {Response.SLVERR}:
            failures.append(f"{what} is not refused")
    return failures, len(cases) * LANES, f"{len(cases)} accesses that are refused"


def _wrong(found: Sequence[bytes], right: Sequence[bytes]) -> list[str]:
    pairs = zip(found, right, strict=True)
    return [f"{a.hex()} instead of {b.hex()}" for a, b in pairs if a != b]
