"""The stimuli of HMAC_DRBG, whose requests have no message: the work is the result."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from silicrypt.catalog import DesignPoint, Level
from silicrypt.errors import NotVerified
from silicrypt.flow.stimulus import Counted, Stimulus
from silicrypt.tools.gatesim import Activity, Beat, Simulator
from silicrypt.verify.kdf_functions import GENERATE, INSTANTIATE, stated_cycles
from silicrypt.verify.kdf_request import Request
from silicrypt.verify.netlist_kdf import KdfNetlist
from silicrypt.verify.netlist_stream import byte_beats, sink, source

#: The function of a unit for which these stimuli are.
FUNCTION = "HMAC_DRBG"

_SEED = 1
#: Cycles that are counted in the scenario idle, and those of rest before a request.
_IDLE, _REST = 256, 64
#: The scenario single takes a multiple of so many cycles.
_SINGLE = 1024
#: Tags of the result of the short request, and those that the long one adds.
_TAGS, _MORE = 4, 32
#: Bytes of the seed.
_ENTROPY = 48


@dataclass(frozen=True)
class _Generator:
    """Plays a unit of HMAC_DRBG.

    Attributes:
        point: the design point.
        level: ``"stream"``.
    """

    point: DesignPoint
    level: Level

    def stimuli(self) -> Iterator[Stimulus]:
        """Yields the scenarios idle, single and saturated."""
        yield Stimulus(
            "idle", f"after reset, the clock running, no input: {_IDLE} cycles", self._idle
        )
        yield Stimulus(
            "single",
            f"instantiated before with random bytes (seed {_SEED}): a request for {_TAGS} tags of "
            f"pseudorandom bytes in {self._span} cycles, {_REST} of them before it, the rest idle",
            self._single,
        )
        yield Stimulus(
            "saturated",
            f"instantiated before with random bytes (seed {_SEED}): what {_MORE} more tags of "
            f"pseudorandom bytes add to a request for {_TAGS}",
            self._saturated,
        )

    def _request(self, tags: int) -> Request:
        """Returns a request for some tags of the result, without additional input."""
        size = tags * self.point.algorithm.block_bits // 8
        return Request((b"",), size, operation=GENERATE)

    @property
    def _span(self) -> int:
        """The cycles of the scenario single: Key and V are updated after the result."""
        update = Request((bytes(_ENTROPY),), operation=INSTANTIATE)
        least = sum(stated_cycles(self.point, one) for one in (self._request(_TAGS), update))
        return -(-(_REST + least) // _SINGLE) * _SINGLE

    def _start(self, simulator: Simulator) -> KdfNetlist:
        """Powers the unit up, and resets it."""
        simulator.power_up(_SEED)
        unit = KdfNetlist(self.point, simulator)
        unit.reset()
        simulator.step(self.point.wake_cycles)
        return unit

    def _instantiated(self, simulator: Simulator) -> KdfNetlist:
        """Powers the unit up, resets it, and instantiates it with other bytes in each lane."""
        unit, rng = self._start(simulator), random.Random(_SEED)
        seed = Request((rng.randbytes(_ENTROPY),), operation=INSTANTIATE)
        failures, _ = unit.ask(unit.lanes(rng, seed))
        self._check(failures)
        return unit

    def _idle(self, simulator: Simulator) -> Counted:
        self._start(simulator)
        simulator.count()
        simulator.step(_IDLE)
        return Counted(simulator.activity())

    def _single(self, simulator: Simulator) -> Counted:
        unit = self._instantiated(simulator)
        simulator.count()
        simulator.step(_REST)
        self._generate(unit, _TAGS)
        simulator.step(self._span - simulator.activity().cycles)
        return Counted(simulator.activity(), self._bits(_TAGS))

    def _saturated(self, simulator: Simulator) -> Counted:
        """Sends a short and a long request; the difference is only the work between them."""
        few, many = (self._activity(tags, simulator) for tags in (_TAGS, _TAGS + _MORE))
        return Counted(many - few, self._bits(_MORE))

    def _activity(self, tags: int, simulator: Simulator) -> Activity:
        """Returns the activity from a request to the last beat of its result."""
        unit = self._instantiated(simulator)
        simulator.count()
        self._generate(unit, tags)
        return simulator.activity()

    def _bits(self, tags: int) -> int:
        return 8 * self._request(tags).size

    def _generate(self, unit: KdfNetlist, tags: int) -> None:
        """Sends a request, and takes its result. Key and V are updated after that."""
        one, simulator = self._request(tags), unit.simulator
        step = self.point.data_bits // 8
        beats = unit.formulas.beats(one.size)
        asked: list[Beat] = [
            {"i_tuser": one.operation, "i_tcount": one.iterations, "i_tbytes": one.size}
        ]
        lanes = unit.lanes(random.Random(_SEED), one)
        packets = [packet for request in lanes for packet in request.packets]
        _, (results,) = simulator.exchange(
            [
                source(simulator, "i_t", asked),
                source(simulator, "s_t", byte_beats("s_t", packets, step)),
            ],
            [sink(simulator, "m_t", beats)],
            2 * stated_cycles(self.point, one),
        )
        words = [beat.values["m_tdata"] for beat in results]
        given = (
            b"".join(word[lane].to_bytes(step, "little") for word in words)
            for lane in range(len(lanes))
        )
        pairs = zip(given, unit.answers, lanes, strict=True)
        self._check(
            [f"{data.hex()} is wrong" for data, answer, one in pairs if data != answer(one)]
        )

    def _check(self, failures: list[str]) -> None:
        """Checks that there are no failures.

        Raises:
            NotVerified: the netlist gives a wrong result.
        """
        if failures:
            name = self.point.name
            raise NotVerified(
                f"the netlist of {name} gives wrong results and is not measured: {failures[0]}; "
                f"'silicrypt verify {name} --suite full' shows more"
            )


def stimuli(point: DesignPoint, level: Level) -> Iterator[Stimulus]:
    """Yields the scenarios idle, single and saturated of a unit of HMAC_DRBG."""
    return _Generator(point, level).stimuli()
