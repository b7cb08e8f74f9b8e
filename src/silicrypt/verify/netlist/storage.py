"""A storage unit's netlist under simulation: a host's program runs in each lane, on its own data.

The programs stay synchronous, because nothing that they wait for depends on data.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from silicrypt.catalog import Config
from silicrypt.catalog.aes import formulas_of
from silicrypt.errors import ToolFailed
from silicrypt.tools.gatesim import Beat, Result, Simulator, Sink, Source
from silicrypt.tools.gatesim.lanes import LANES
from silicrypt.verify.machine.host import Host
from silicrypt.verify.machine.operations import (
    WORD,
    Answer,
    Operation,
    Program,
    Read,
    Receive,
    Response,
    Send,
    Write,
)
from silicrypt.verify.netlist.blocks import payload
from silicrypt.verify.netlist.traffic import pattern

_T = TypeVar("_T")
#: Cycles after which an access, or an interrupt, is considered lost.
_LIMIT, _WAIT = 2000, 20_000


@dataclass
class Unit:
    """A storage unit's netlist under simulation.

    Attributes:
        config: the design point.
        simulator: runs the netlist.
        rng: selects the cycles in which handshakes happen.
    """

    config: Config
    simulator: Simulator
    rng: random.Random = field(default_factory=lambda: random.Random(1), init=False)

    def host(self, *, interrupts: bool = False, transfers: bool = True) -> Host:
        """Returns a host of this unit."""
        return Host(int(self.config.parameters["BankWords"]), interrupts, transfers)

    @property
    def key_bytes(self) -> int:
        """Length of the longest key, in bytes."""
        return max(formulas_of(self.config).key_bytes)

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
            self._exchange({"s_t": _words(operations)}, {})
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
        netlist = self.simulator.program.netlist
        sources = [
            Source(name, payload(list(netlist.inputs), name), beats, self._pattern())
            for name, beats in sent.items()
        ]
        sinks = [
            Sink(name, payload(list(netlist.outputs), name), count, self._pattern())
            for name, count in expected.items()
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


def _words(operations: Sequence[Operation]) -> list[Beat]:
    """Returns the beats of the data that is sent in each lane."""
    sent = [one for one in operations if isinstance(one, Send)]
    size, last = len(sent[0].data), sent[0].last
    return [
        {
            "s_tdata": [int.from_bytes(one.data[at : at + WORD], "little") for one in sent],
            "s_tlast": int(last and at + WORD == size),
        }
        for at in range(0, size, WORD)
    ]
