"""The stimuli of units with requests: key derivation, KMAC and TupleHash.

Those of HMAC_DRBG are in `drbg_stimuli`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from silicrypt.catalog import DesignPoint, Level
from silicrypt.catalog.kmac import Operation
from silicrypt.errors import BadInput, NotVerified
from silicrypt.flow import drbg_stimuli
from silicrypt.flow.stimulus import Counted, Stimulus
from silicrypt.tools.gatesim import Activity, Simulator
from silicrypt.verify.kdf_functions import stated_cycles
from silicrypt.verify.kdf_request import Request
from silicrypt.verify.kmac_functions import kmac_request
from silicrypt.verify.netlist_kdf import KdfNetlist
from silicrypt.verify.tuple_functions import tuple_request

_SEED = 1
#: Cycles that are counted in the scenario idle, and those of rest before a request.
_IDLE, _REST = 256, 64
#: The scenario single takes a multiple of so many cycles.
_SINGLE = 1024
#: More cycles than a unit takes to become idle after a request.
_SETTLED = 300
#: Blocks of the message, or iterations, of the short request, and those that the long one adds.
_BLOCKS, _MORE = 4, 32

#: By the function of a unit, a request with some blocks of a message; of PBKDF2, with some
#: iterations. The first number is the bytes of a block.
_REQUEST_OF: Mapping[str, Callable[[random.Random, int, int], Request]] = MappingProxyType(
    {
        "KMAC": lambda rng, block, count: kmac_request(
            Operation.KMAC, b"", rng.randbytes(16), rng.randbytes(count * block), size=32
        ),
        "TUPLEHASH": lambda rng, block, count: tuple_request(
            0, b"", rng.randbytes(count * block), size=32
        ),
        "HKDF": lambda rng, block, count: Request(
            (rng.randbytes(32), rng.randbytes(count * block), rng.randbytes(16)), 32
        ),
        "PBKDF2": lambda rng, _, count: Request((rng.randbytes(16), rng.randbytes(16)), 32, count),
    }
)


@dataclass(frozen=True)
class _Requests:
    """Plays a unit with requests, which have a message, or iterations.

    Attributes:
        point: the design point.
        level: ``"stream"``.
    """

    point: DesignPoint
    level: Level

    def stimuli(self) -> Iterator[Stimulus]:
        """Yields the scenarios idle, single and saturated.

        Raises:
            BadInput: there is no request for the function.
        """
        if self._function not in _REQUEST_OF:
            raise BadInput(
                f"{self.point.name}: there is no stimulus for {self._function}, only for "
                f"{', '.join(_REQUEST_OF)}: its power cannot be measured"
            )
        work = "iterations" if self._iterates else "blocks of its message"
        yield Stimulus(
            "idle", f"after reset, the clock running, no input: {_IDLE} cycles", self._idle
        )
        yield Stimulus(
            "single",
            f"a request with random packets (seed {_SEED}) and {_BLOCKS} {work} in {self._span} "
            f"cycles, {_REST} of them before it, the rest idle",
            self._single,
        )
        yield Stimulus(
            "saturated",
            f"a request with random packets (seed {_SEED}): what {_MORE} more {work} add to "
            f"{_BLOCKS}",
            self._saturated,
        )

    @property
    def _function(self) -> str:
        return str(self.point.parameters["Function"])

    @property
    def _iterates(self) -> bool:
        return self._function == "PBKDF2"

    @property
    def _block(self) -> int:
        """The bytes of a block."""
        algorithm = self.point.algorithm
        return getattr(algorithm, "inner", algorithm).block_bits // 8

    def _bits(self, blocks: int) -> int:
        """Returns the bits of blocks of a message; 0 where there are iterations instead."""
        return 0 if self._iterates else 8 * self._block * blocks

    def _request(self, count: int) -> Request:
        return _REQUEST_OF[self._function](random.Random(_SEED), self._block, count)

    @property
    def _span(self) -> int:
        """The cycles of the scenario single: a multiple of those of other units."""
        least = stated_cycles(self.point, self._request(_BLOCKS)) + 2 * _SETTLED
        return -(-least // _SINGLE) * _SINGLE

    def _start(self, simulator: Simulator) -> KdfNetlist:
        """Powers the unit up and resets it."""
        simulator.power_up(_SEED)
        unit = KdfNetlist(self.point, simulator)
        unit.reset()
        simulator.step(self.point.wake_cycles)
        return unit

    def _idle(self, simulator: Simulator) -> Counted:
        self._start(simulator)
        simulator.count()
        simulator.step(_IDLE)
        return Counted(simulator.activity())

    def _single(self, simulator: Simulator) -> Counted:
        unit = self._start(simulator)
        simulator.count()
        simulator.step(_REST)
        self._ask(unit, _BLOCKS)
        simulator.step(self._span - simulator.activity().cycles)
        return Counted(simulator.activity(), self._bits(_BLOCKS))

    def _saturated(self, simulator: Simulator) -> Counted:
        """Sends a short and a long request; the difference is only the work between them."""
        few, many = (self._activity(count, simulator) for count in (_BLOCKS, _BLOCKS + _MORE))
        return Counted(many - few, self._bits(_MORE))

    def _activity(self, count: int, simulator: Simulator) -> Activity:
        unit = self._start(simulator)
        simulator.count()
        self._ask(unit, count)
        return simulator.activity()

    def _ask(self, unit: KdfNetlist, count: int) -> None:
        """Sends a request.

        Raises:
            NotVerified: the netlist gives a wrong result.
        """
        failures, _ = unit.ask(unit.lanes(random.Random(_SEED), self._request(count)))
        if failures:
            name = self.point.name
            raise NotVerified(
                f"the netlist of {name} gives wrong results and is not measured: {failures[0]}; "
                f"'silicrypt verify {name} --suite full' shows more"
            )


def stimuli(point: DesignPoint, level: Level) -> Iterator[Stimulus]:
    """Yields the scenarios idle, single and saturated of a unit with requests.

    Raises:
        BadInput: there is no request for its function.
    """
    if point.parameters["Function"] == drbg_stimuli.FUNCTION:
        return drbg_stimuli.stimuli(point, level)
    return _Requests(point, level).stimuli()
