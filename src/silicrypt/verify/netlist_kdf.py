"""Checks netlists of derivation with HMAC: requests and packets in, results out."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from silicrypt.catalog import DesignPoint, Level
from silicrypt.catalog.kdf import KdfFormulas
from silicrypt.tools.gatesim import LANES, Beat, Simulator
from silicrypt.tools.gatesim.simulator import ALWAYS
from silicrypt.verify import tuple_functions  # noqa: F401 - it adds TupleHash to the functions
from silicrypt.verify.checks import Findings, Section
from silicrypt.verify.kdf_functions import Answer, Function, Request, function_of, stated_cycles
from silicrypt.verify.netlist_stream import STALLED, byte_beats, pattern, quiet, sink, source

#: Cycles after a reset or a request in which HMAC becomes idle.
_IDLE = 300
#: Known answers with more iterations are left to the sources.
_ITERATIONS = 8
#: Requests that are timed, rounds of stalls, requests per round, and resets.
_TIMED, _ROUNDS, _REQUESTS, _RESETS = 12, 6, 4, 6


@dataclass
class KdfNetlist:
    """A netlist under simulation. Each lane has packets of its own, of the same lengths.

    Attributes:
        point: the design point.
        simulator: runs the netlist.
        answers: the reference of each lane.
    """

    point: DesignPoint
    simulator: Simulator
    answers: Sequence[Answer] = field(default=(), init=False)

    @property
    def function(self) -> Function:
        """What checks know of the function."""
        return function_of(self.point)

    @property
    def formulas(self) -> KdfFormulas:
        """The formulas of the design point."""
        found = self.point.formulas
        assert isinstance(found, KdfFormulas)
        return found

    def reset(self) -> None:
        """Resets the netlist, and waits until HMAC is idle."""
        quiet(self.simulator)
        self.simulator.set(wipe_i=0)
        self.simulator.reset()
        self.simulator.step(_IDLE)
        self.answers = [self.function.answering(self.point) for _ in range(LANES)]

    def lanes(self, rng: random.Random, shape: Request) -> list[Request]:
        """Returns a request of this shape for each lane; the first one is the shape itself."""
        sizes = [len(packet) for packet in shape.packets]
        others = (tuple(rng.randbytes(size) for size in sizes) for _ in range(LANES - 1))
        return [shape, *(replace(shape, packets=packets) for packets in others)]

    def ask(
        self, requests: Sequence[Request], offer: int = ALWAYS, take: int = ALWAYS
    ) -> tuple[list[str], int]:
        """Sends one request per lane; returns what differs, and the cycles to its last beat."""
        expected = [answer(one) for answer, one in zip(self.answers, requests, strict=True)]
        shape, step = requests[0], self.point.data_bits // 8
        asked: Beat = {
            "i_tuser": shape.operation,
            "i_tcount": shape.iterations,
            "i_tbytes": shape.size,
        }
        beats = list[Beat]()
        for packets in zip(*(one.packets for one in requests), strict=True):
            beats += byte_beats("s_t", packets, step)
        count = max(1, self.formulas.beats(len(expected[0] or b"")))
        timed = replace(shape, size=max(1, shape.size))
        limit = 2 * _IDLE + 2 * stated_cycles(self.point, timed)
        (started, _), (results,) = self.simulator.exchange(
            [
                source(self.simulator, "i_t", [asked]),
                source(self.simulator, "s_t", beats, offer),
            ],
            [sink(self.simulator, "m_t", count, take)],
            limit if offer == take == ALWAYS else STALLED * limit,
        )
        failures = list[str]()
        for lane, one in enumerate(expected):
            data = b"".join(
                beat.values["m_tdata"][lane].to_bytes(step, "little")[
                    : beat.values["m_tkeep"][lane].bit_count()
                ]
                for beat in results
            )
            refused = results[-1].values["m_tuser"][lane]
            if not results[-1].values["m_tlast"][lane] or (None if refused else data) != one:
                failures.append(f"lane {lane}: {data.hex()} instead of {one.hex() if one else one}")
        self.simulator.step(_IDLE + 2 * limit * (self.point.parameters["Function"] == "HMAC_DRBG"))
        return failures, results[-1].cycle - started[0]


def sections(point: DesignPoint, level: Level, simulator: Simulator) -> list[Section]:  # noqa: ARG001
    """Returns the sections of the check of a netlist with this interface."""
    unit = KdfNetlist(point, simulator)
    return [Section(name, partial(examine, unit)) for name, examine in _CHECKS.items()]


def _known(unit: KdfNetlist) -> Findings:
    """Checks known answers in one lane, and packets of the same lengths in the others."""
    rng, failures, count = random.Random(1), list[str](), 0
    unit.reset()
    for asked, _ in unit.function.known(unit.point, _ITERATIONS):
        count += 1
        for one in asked:
            failures += unit.ask(unit.lanes(rng, one))[0]
    return failures, max(count, 1), f"{count} known answers"


def _timed(unit: KdfNetlist) -> Findings:
    """Compares the cycles of requests with the formula."""
    rng, failures = random.Random(2), list[str]()
    shapes = [one for one in unit.function.shapes(unit.point) if one[-1].size < 200]
    unit.reset()
    for shape in rng.sample(shapes, _TIMED):
        for one in shape:
            found, cycles = unit.ask(unit.lanes(rng, one))
            failures += found
        stated = stated_cycles(unit.point, one)
        if cycles != stated:
            sizes = [len(packet) for packet in one.packets]
            what = f"{sizes}, {one.iterations}, {one.operation}, {one.size}"
            failures.append(f"{what}: {cycles} cycles instead of {stated}")
    return failures, _TIMED * LANES, f"{_TIMED} requests by the formula"


def _stalls(unit: KdfNetlist) -> Findings:
    """Checks random requests with stalls on both sides."""
    rng, failures = random.Random(3), list[str]()
    unit.reset()
    for number in range(_ROUNDS):
        for one in unit.function.some(unit.point, rng, _REQUESTS):
            offer, take = pattern(rng, number), pattern(rng, number // 2)
            failures += unit.ask(unit.lanes(rng, one), offer, take)[0]
    return failures, _ROUNDS * _REQUESTS * LANES, f"{_ROUNDS} patterns of stalls"


def _resets(unit: KdfNetlist) -> Findings:
    """Checks requests after a reset that hits another one."""
    rng, failures = random.Random(4), list[str]()
    unit.reset()
    for _ in range(_RESETS):
        unit.simulator.set(i_tvalid=1, i_tuser=1, i_tcount=9, i_tbytes=20)
        unit.simulator.set(s_tvalid=1, s_tkeep=1, s_tlast=1, s_tdata=rng.getrandbits(8))
        unit.simulator.step(rng.randrange(1, 600))
        unit.reset()
        for one in unit.function.some(unit.point, rng, 3):
            failures += unit.ask(unit.lanes(rng, one))[0]
    return failures, 3 * _RESETS * LANES, f"{_RESETS} resets at random cycles"


_CHECKS: Mapping[str, Callable[[KdfNetlist], Findings]] = {
    "known answers": _known,
    "cycles of requests": _timed,
    "random requests with stalls": _stalls,
    "resets": _resets,
}
