"""Checks netlists of a storage unit by a host's programs, one in each lane, on its own data.

The programs stay synchronous, because nothing that they wait for depends on data. SRAMs outside
become cells of the netlist, so the simulation runs them together with the unit. An SRAM has the
timing of ``sil_storage_sram_model``.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from typing import Any, TypeVar

from silicrypt.catalog import DesignPoint, Level
from silicrypt.catalog.cipher import formulas_of
from silicrypt.catalog.machines import SRAM
from silicrypt.errors import ToolFailed
from silicrypt.tools.gatesim import LANES, Beat, CellModel, Instance, Library, Result, Simulator
from silicrypt.tools.gatesim.cells import Gate, Memory, Port, Register, gate
from silicrypt.verify.aes_vectors import answers, examples
from silicrypt.verify.checks import Findings, Section
from silicrypt.verify.cipher_wire import apply
from silicrypt.verify.netlist_stream import parts, pattern, sink, source, words
from silicrypt.verify.storage_host import (
    BANKS,
    BLOCK,
    WORD,
    Answer,
    End,
    Function,
    Host,
    Operation,
    Program,
    Read,
    Receive,
    Response,
    Send,
    Write,
)

_T = TypeVar("_T")
#: Cycles after which an access, or an interrupt, is considered lost.
_LIMIT, _WAIT = 2000, 20_000
#: Blocks of random data per function, words of a transfer, number of resets and of wipes.
_BLOCKS, _WORDS, _CUTS = 3, 24, 4
#: The functions on data, and whether each decrypts.
_CIPHERS = {
    Function.CIPHER_SEQ: False,
    Function.CIPHER_PAR: False,
    Function.INV_CIPHER_SEQ: True,
    Function.INV_CIPHER_PAR: True,
}
_CELL, _PREFIX = "$sram", "sram_"
_BITS = 8 * WORD


@dataclass
class StorageNetlist:
    """A storage unit's netlist under simulation.

    Attributes:
        point: the design point.
        simulator: runs the netlist.
        rng: selects the cycles in which handshakes happen.
    """

    point: DesignPoint
    simulator: Simulator
    rng: random.Random = field(default_factory=lambda: random.Random(1), init=False)

    def host(self, *, interrupts: bool = False, transfers: bool = True) -> Host:
        """Returns a host of this unit."""
        return Host(int(self.point.parameters["BankWords"]), interrupts, transfers)

    @property
    def key_bytes(self) -> int:
        """Length of the longest key, in bytes."""
        return max(formulas_of(self.point).key_bytes)

    def random(self, count: int) -> list[bytes]:
        """Returns that number of random bytes for each lane."""
        return [self.rng.randbytes(count) for _ in range(LANES)]

    def reset(self, cycles: int = 2) -> None:
        """Resets the unit while nothing is offered."""
        offered = ("s_awvalid", "s_wvalid", "s_arvalid", "s_tvalid")
        taken = ("s_bready", "s_rready", "m_tready")
        self.simulator.set(**dict.fromkeys((*offered, *taken), 0))
        self.simulator.reset(cycles=cycles)

    def run(self, programs: Sequence[Program[_T]]) -> list[_T]:
        """Runs one program per lane, and returns their results.

        Raises:
            ToolFailed: the programs do not stay synchronous, or an access is not answered.
            UnitFailed: the unit refused an access, or a function reported an error.
        """
        results = list[_T]()
        given: list[Answer | None] = [None] * len(programs)
        while True:
            operations = list[Operation]()
            for program, answer in zip(programs, given, strict=True):
                try:
                    operations.append(next(program) if answer is None else program.send(answer))
                except StopIteration as stop:
                    results.append(stop.value)
            if not operations:
                return results
            if results or len({_shape(operation) for operation in operations}) > 1:
                raise ToolFailed("the unit's answers differ between lanes: time depends on data")
            given = list(self._carry_out(operations))

    def _carry_out(self, operations: Sequence[Operation]) -> list[Answer]:
        first = operations[0]
        if isinstance(first, Write):
            data = [one.data for one in operations if isinstance(one, Write)]
            address = {"s_awaddr": first.address, "s_awprot": 0}
            (answer,), _ = self._exchange(
                {"s_aw": [address], "s_w": [{"s_wdata": data, "s_wstrb": first.strobe}]},
                {"s_b": 1},
            )
            return [Answer(0, response=Response(one)) for one in answer[0].values["s_bresp"]]
        if isinstance(first, Read):
            (answer,), _ = self._exchange(
                {"s_ar": [{"s_araddr": first.address, "s_arprot": 0}]}, {"s_r": 1}
            )
            values = answer[0].values
            pairs = zip(values["s_rdata"], values["s_rresp"], strict=True)
            return [Answer(0, value, response=Response(one)) for value, one in pairs]
        if isinstance(first, Send):
            self._exchange({"s_t": _sent(operations)}, {})
            return [Answer(0)] * LANES
        if isinstance(first, Receive):
            (beats,), _ = self._exchange({}, {"m_t": first.count // WORD})
            if [beat.values["m_tlast"][0] for beat in beats] != [0] * (len(beats) - 1) + [1]:
                raise ToolFailed("m_tlast does not end a transfer")
            lanes = zip(*(beat.values["m_tdata"] for beat in beats), strict=True)
            return [
                Answer(0, data=b"".join(word.to_bytes(WORD, "little") for word in lane))
                for lane in lanes
            ]
        for _ in range(_WAIT):
            if all(asked := self.simulator.get("irq_o")):
                return [Answer(0)] * LANES
            if any(asked):
                raise ToolFailed("irq_o differs between lanes: time depends on data")
            self.simulator.step()
        raise ToolFailed(f"there is no interrupt in {_WAIT} cycles")

    def _exchange(
        self, sent: dict[str, list[Beat]], expected: dict[str, int]
    ) -> tuple[list[tuple[Result, ...]], list[tuple[int, ...]]]:
        """Runs streams to their end, with random stalls on each."""
        sources = [
            source(self.simulator, name, beats, self._pattern()) for name, beats in sent.items()
        ]
        sinks = [
            sink(self.simulator, name, count, self._pattern()) for name, count in expected.items()
        ]
        taken, found = self.simulator.exchange(sources, sinks, _LIMIT)
        return found, taken

    def _pattern(self) -> int:
        return pattern(self.rng, self.rng.randrange(3))


def _shape(operation: Operation) -> tuple[object, ...]:
    """Returns the part of an operation that must be the same in all lanes."""
    match operation:
        case Write(address, _, strobe):
            return Write, address, strobe
        case Send(data, last):
            return Send, len(data), last
        case _:
            return (operation,)


def _sent(operations: Sequence[Operation]) -> list[Beat]:
    """Returns the beats of the data that is sent in each lane."""
    sends = [one for one in operations if isinstance(one, Send)]
    data, last = [one.data for one in sends], sends[0].last
    size = len(data[0])
    return [
        {"s_tdata": words(data, at, WORD), "s_tlast": int(last and at + WORD == size)}
        for at in range(0, size, WORD)
    ]


def sections(point: DesignPoint, _: Level, simulator: Simulator) -> list[Section]:
    """Returns the sections of the check of a storage unit."""
    unit = StorageNetlist(point, simulator)
    checks: dict[str, Callable[[StorageNetlist], Findings]] = {
        "vectors": _standard,
        "functions on random data": _functions,
        "transfers with stalls": _transfers,
        "owners of banks": _owners,
        "resets": partial(_interrupted, wipe=False),
        "wipes": partial(_interrupted, wipe=True),
        "cycles of functions": _cycles,
    }
    return [Section(name, partial(examine, unit)) for name, examine in checks.items()]


def _wrong(found: Sequence[bytes], right: Sequence[bytes], what: str) -> list[str]:
    pairs = zip(found, right, strict=True)
    return [f"{what}: {a.hex()} instead of {b.hex()}" for a, b in pairs if a != b]


def _keyed(unit: StorageNetlist, host: Host, keys: Sequence[bytes], bank: int | None) -> None:
    unit.run([host.key(key, bank) for key in keys])


def _applied(
    unit: StorageNetlist,
    host: Host,
    function: Function,
    keys: Sequence[bytes],
    data: Sequence[bytes],
) -> list[str]:
    """Applies a function, and describes its wrong results."""
    found = unit.run([host.apply(function, one) for one in data])
    pairs = zip(keys, data, strict=True)
    right = [apply(key, one, _CIPHERS[function]) for key, one in pairs]
    return _wrong(found, right, function.name)


def _standard(unit: StorageNetlist) -> Findings:
    """Checks FIPS 197's examples and NIST's known answers; the batches alternate the functions."""
    failures, count, host = list[str](), 0, unit.host()
    unit.reset()
    for decrypt in (False, True):
        own = [function for function, inverse in _CIPHERS.items() if inverse == decrypt]
        for size in formulas_of(unit.point).key_bytes:
            known = [*examples((size,), (decrypt,)), *answers((size,), (decrypt,))]
            for number, batch in enumerate(parts(known, LANES)):
                full = [*batch, *known * LANES][:LANES]
                _keyed(unit, host, [vector.key for vector in full], 3 if number else None)
                data = [vector.data for vector in full]
                found = unit.run([host.apply(own[number % len(own)], one) for one in data])
                failures += _wrong(found, [vector.result for vector in full], "vector")
            count += len(known)
    return failures, count, f"{count} vectors"


def _functions(unit: StorageNetlist) -> Findings:
    """Checks each function on random blocks, with keys from a bank or from the key register."""
    failures, cases = list[str](), 0
    unit.reset()
    for bank, interrupts in ((None, False), (3, True)):
        host = unit.host(interrupts=interrupts, transfers=not interrupts)
        keys = unit.random(unit.key_bytes)
        _keyed(unit, host, keys, bank)
        for function in _CIPHERS:
            failures += _applied(unit, host, function, keys, unit.random(_BLOCKS * BLOCK))
            cases += _BLOCKS * LANES
    return failures, cases, f"{cases} blocks, by polling and by interrupt"


def _transfers(unit: StorageNetlist) -> Findings:
    """Checks words at the ends of each bank, by transfers with stalls and by single accesses."""
    failures, cases = list[str](), 0
    unit.reset()
    unit.run([unit.host().ready() for _ in range(LANES)])
    for bank in range(4):
        stop = (bank + 1) * unit.host().bank_bytes
        starts = (stop - unit.host().bank_bytes, stop - _WORDS * WORD)
        for put, get, address in ((True, False, starts[0]), (False, True, starts[1])):
            data = unit.random(_WORDS * WORD)
            writer, reader = unit.host(transfers=put), unit.host(transfers=get)
            unit.run([writer.put(address, one) for one in data])
            found = unit.run([reader.get(address, _WORDS * WORD) for _ in data])
            failures += _wrong(found, data, f"bank {bank}")
            cases += LANES
    return failures, cases, f"{_WORDS} words to each end of each bank"


def _owners(unit: StorageNetlist) -> Findings:
    """Checks that neither side accesses the other's banks, and that a key is needed."""
    failures, host = list[str](), unit.host()
    unit.reset()
    ends = unit.run([_end(host, Function.CIPHER_PAR) for _ in range(LANES)])
    failures += [f"without a key: {end.name}" for end in ends if end != End.NO_KEY]
    _keyed(unit, host, unit.random(unit.key_bytes), None)
    ends = unit.run([_end(host, Function.CIPHER_PAR, granted=False) for _ in range(LANES)])
    failures += [f"on the host's banks: {end.name}" for end in ends if end != End.NOT_OWNER]
    refused = unit.run([_refused(host) for _ in range(LANES)])
    failures += ["the host reads a bank of the core's" for right in refused if not right]
    return failures, 3 * LANES, "no key, not the owner, a refused read"


def _end(host: Host, function: Function, *, granted: bool = True) -> Program[End]:
    """Runs a function on a block, and returns how it ended."""
    yield from host.ready()
    yield from host.grant(0b0011 if granted else 0)
    yield from host.start(function, 0, host.bank_bytes, 1)
    end = yield from host.finish()
    yield from host.grant(0)
    return end


def _refused(host: Host) -> Program[bool]:
    """Returns whether a read of a bank that the core owns is refused and returns 0."""
    yield from host.put(0, bytes(range(1, 1 + WORD)))
    yield from host.grant(1)
    answer = yield Read(0)
    yield from host.grant(0)
    return answer.response == Response.SLVERR and answer.value == 0


def _interrupted(unit: StorageNetlist, *, wipe: bool) -> Findings:
    """Checks a reset or wipe while a function runs: no key remains, later results are right."""
    failures, host = list[str](), unit.host()
    unit.reset()
    for number in range(_CUTS):
        _keyed(unit, host, unit.random(unit.key_bytes), None)
        function = tuple(_CIPHERS)[number]
        unit.run([_started(host, function) for _ in range(LANES)])
        unit.simulator.step(unit.rng.randrange(60))
        if wipe:
            unit.run([host.wipe() for _ in range(LANES)])
        else:
            unit.reset(unit.rng.randrange(1, 4))
        ends = unit.run([_end(host, function) for _ in range(LANES)])
        failures += [f"the key is there: {end.name}" for end in ends if end != End.NO_KEY]
        keys = unit.random(unit.key_bytes)
        _keyed(unit, host, keys, 3)
        failures += _applied(unit, host, function, keys, unit.random(BLOCK))
    what = "wipes" if wipe else "resets"
    return failures, 2 * _CUTS * LANES, f"{_CUTS} {what} at random cycles of functions"


def _started(host: Host, function: Function) -> Generator[Operation, Answer, None]:
    yield from host.grant(0b0011)
    yield from host.start(function, 0, host.bank_bytes, _BLOCKS)


def _cycles(unit: StorageNetlist) -> Findings:
    """Compares the unit's own cycle counts of each function with the formulas of its README."""
    failures, host, size = list[str](), unit.host(), unit.key_bytes
    formulas = formulas_of(unit.point)
    stages = unit.point.parameters["PipelineStages"]
    chosen = replace(formulas, parameters={**formulas.parameters, "PipelineStages": stages})
    # Words of SRAMs outside come later.
    later = int(unit.point.parameters.get(SRAM, 0))
    serial = 19 * formulas.rounds + 21 + 12 + later
    parallel = chosen.cycles("core", BLOCK) + 19 + later
    unit.reset()
    _keyed(unit, host, unit.random(size), 3)
    stated = {
        Function.LOAD: size // WORD + 8 + later,
        Function.KEY_EXPANSION: {16: 133, 24: 125, 32: 167}[size],
    }
    for function in _CIPHERS:
        sequential = function in (Function.CIPHER_SEQ, Function.INV_CIPHER_SEQ)
        stated[function] = serial if sequential else parallel
        unit.run([_end(host, function) for _ in range(LANES)])
    for function, count in stated.items():
        found = set(unit.run([host.cycles(function) for _ in range(LANES)]))
        if found != {count}:
            failures.append(f"{function.name}: {sorted(found)} cycles instead of {count}")
    return failures, len(stated) * LANES, f"{len(stated)} functions by the unit's own counters"


def attached(
    point: DesignPoint, document: Mapping[str, Any], top: str, library: Library
) -> tuple[Mapping[str, Any], Library]:
    """Returns a netlist with its SRAMs, and the library with their model.

    The netlist of a unit with its banks inside is returned as it is.

    Args:
        point: the storage unit.
        document: its netlist, in the format of Yosys' ``write_json``.
        top: the name of its top module.
        library: the models of its cells.
    """
    if SRAM not in point.parameters:
        return document, library
    module = document["modules"][top]
    ports = {name: entry["bits"] for name, entry in module["ports"].items()}
    pins = {name: bits for name, bits in ports.items() if name.startswith(_PREFIX)}
    cells = {
        f"{_CELL}{bank}": {
            "type": _CELL,
            "connections": {"clk": ports["clk_i"]}
            | {
                name.removeprefix(_PREFIX): bits[bank * (n := len(bits) // BANKS) :][:n]
                for name, bits in pins.items()
            },
        }
        for bank in range(BANKS)
    }
    left = {name: entry for name, entry in module["ports"].items() if name not in pins}
    with_cells = {**module, "ports": left, "cells": {**module["cells"], **cells}}
    model = _model(int(point.parameters[SRAM]), int(point.parameters["BankWords"]).bit_length() - 1)

    def find(instance: Instance) -> CellModel | None:
        return model if instance.kind == _CELL else library(instance)

    return {**document, "modules": {**document["modules"], top: with_cells}}, find


def _model(latency: int, address_bits: int) -> CellModel:
    """Returns an SRAM whose data is at the pins a number of cycles after the address.

    Words are read in the middle of the cycle in which they are at the pins, so they include every
    write before. Where both sides drive the pins, or neither drives a write, the data is wrong.
    """
    address = [f"address_o[{i}]" for i in range(address_bits)]
    strobe = [f"strobe_o[{i}]" for i in range(WORD)]
    gates: list[Gate] = [
        gate("reads.0", "E & !W", E="enable_o", W="write_o"),
        gate("writes.0", "E & W", E="enable_o", W="write_o"),
        gate("middle", "!C", C="clk"),
        gate("never", "0"),
    ]
    registers: list[Register] = []

    def later(name: str, first: str) -> str:
        """Delays a node by the latency."""
        stages = [first, *(f"{name}.{i}" for i in range(1, latency + 1))]
        for before, after in pairwise(stages):
            registers.append(Register(after, before, "clk", 0))
        return stages[-1]

    reads, writes = later("reads", "reads.0"), later("writes", "writes.0")
    delayed_address = tuple(later(name, name) for name in address)
    bytes_written = [later(name, name) for name in strobe]
    for bit in range(_BITS):
        gates += [
            gate(f"in{bit}", "D ^ !O", D=f"data_o[{bit}]", O="drive_o"),
            gate(f"data_i[{bit}]", "!R | (Q ^ O)", R=reads, Q=f"out{bit}", O="drive_o"),
        ]
    inputs = tuple(f"in{bit}" for bit in range(_BITS))
    outputs = tuple(f"out{bit}" for bit in range(_BITS))
    written = tuple(bytes_written[bit // 8] for bit in range(_BITS))
    ports = (
        Port("clk", writes, "never", delayed_address, written, inputs, ()),
        Port("middle", reads, "never", delayed_address, (), (), outputs, 0),
    )
    return CellModel(tuple(gates), tuple(registers), (Memory(_BITS << address_bits, 0, ports),))
