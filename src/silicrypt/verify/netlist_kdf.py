"""Checks netlists of derivation with HMAC: requests and packets in, results out."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from silicrypt.catalog import DesignPoint, Level
from silicrypt.catalog.kdf import KdfFormulas
from silicrypt.tools.gatesim import LANES, Beat, Result, Simulator
from silicrypt.tools.gatesim.simulator import ALWAYS
from silicrypt.verify.checks import Findings, Section
from silicrypt.verify.kdf_functions import function_of, stated_cycles
from silicrypt.verify.kdf_request import Answer, Function, Request
from silicrypt.verify.netlist_stream import STALLED, byte_beats, pattern, quiet, sink, source

#: Cycles after a reset or a request in which HMAC becomes idle.
_IDLE = 300
#: Known answers with more iterations are left to the sources.
_ITERATIONS = 8
#: Requests that are timed, rounds of stalls, requests per round, and resets.
_TIMED, _ROUNDS, _REQUESTS, _RESETS = 12, 6, 4, 6
#: Requests per round of which several are in flight.
_FLIGHT = 12


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
        self, *several: Sequence[Request], offer: int = ALWAYS, take: int = ALWAYS
    ) -> tuple[list[str], int]:
        """Sends requests, each as soon as the netlist accepts it.

        Args:
            several: the requests of one shape in all lanes, one shape after the other.
            offer: pattern of the cycles in which a beat of a packet is offered.
            take: pattern of the cycles in which a beat of a result is accepted.

        Returns:
            What differs, and the cycles from the first request to the last beat of a result.
        """
        step, beats = self.point.data_bits // 8, list[Beat]()
        asked: list[Beat] = [
            {"i_tuser": one.operation, "i_tcount": one.iterations, "i_tbytes": one.size}
            for one, *_ in several
        ]
        for requests in several:
            for packets in zip(*(one.packets for one in requests), strict=True):
                beats += byte_beats("s_t", packets, step)
        expected = [
            [answer(one) for answer, one in zip(self.answers, requests, strict=True)]
            for requests in several
        ]
        counts = [max(1, self.formulas.beats(len(one or b""))) for one, *_ in expected]
        stated = (
            stated_cycles(self.point, replace(one, size=max(1, one.size))) for one, *_ in several
        )
        limit = 2 * _IDLE + 2 * sum(stated)
        (started, _), (results,) = self.simulator.exchange(
            [
                source(self.simulator, "i_t", asked),
                source(self.simulator, "s_t", beats, offer),
            ],
            [sink(self.simulator, "m_t", sum(counts), take)],
            limit if offer == take == ALWAYS else STALLED * limit,
        )
        failures, at = list[str](), 0
        for right, count in zip(expected, counts, strict=True):
            failures += _differing(results[at : at + count], right, step)
            at += count
        self.simulator.step(_IDLE + 2 * limit * (self.point.parameters["Function"] == "HMAC_DRBG"))
        return failures, results[-1].cycle - started[0]


def _differing(
    results: Sequence[Result], expected: Sequence[bytes | None], step: int
) -> Iterator[str]:
    """Yields the lanes whose result is not the expected one.

    Args:
        results: the beats of the result.
        expected: the result of each lane; None where the request must be refused.
        step: bytes of a beat.
    """
    for lane, one in enumerate(expected):
        data = b"".join(
            beat.values["m_tdata"][lane].to_bytes(step, "little")[
                : beat.values["m_tkeep"][lane].bit_count()
            ]
            for beat in results
        )
        refused = results[-1].values["m_tuser"][lane]
        if not results[-1].values["m_tlast"][lane] or (None if refused else data) != one:
            yield f"lane {lane}: {data.hex()} instead of {one.hex() if one else one}"


def sections(point: DesignPoint, level: Level, simulator: Simulator) -> list[Section]:  # noqa: ARG001
    """Returns the sections of the check of a netlist with this interface."""
    unit = KdfNetlist(point, simulator)
    checks = {**_CHECKS, **(_IN_FLIGHT if point.stages > 1 else {})}
    return [Section(name, partial(examine, unit)) for name, examine in checks.items()]


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
            failures += unit.ask(unit.lanes(rng, one), offer=offer, take=take)[0]
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


def _in_flight(unit: KdfNetlist) -> Findings:
    """Checks random requests of which several are in flight, with stalls on both sides."""
    rng, failures = random.Random(5), list[str]()
    unit.reset()
    for number in range(_ROUNDS):
        shapes = unit.function.some(unit.point, rng, _FLIGHT)
        asked = [unit.lanes(rng, replace(one, iterations=rng.randrange(1, 9))) for one in shapes]
        offer, take = pattern(rng, number), pattern(rng, number // 2)
        failures += unit.ask(*asked, offer=offer, take=take)[0]
    return failures, _ROUNDS * _FLIGHT * LANES, f"{_ROUNDS} times {_FLIGHT} requests in flight"


_CHECKS: Mapping[str, Callable[[KdfNetlist], Findings]] = {
    "known answers": _known,
    "cycles of requests": _timed,
    "random requests with stalls": _stalls,
    "resets": _resets,
}
#: The checks of units with several requests in flight.
_IN_FLIGHT: Mapping[str, Callable[[KdfNetlist], Findings]] = {"requests in flight": _in_flight}
