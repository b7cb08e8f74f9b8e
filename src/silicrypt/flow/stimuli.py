"""The stimuli of every kind of unit: how ports are driven while activity is counted.

A stimulus is a function that drives the ports of a netlist. A unit with the streams of the hashes
needs one line in `STIMULI`; a unit with other ports also needs a module with its stimuli.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TypeAlias

from silicrypt.catalog import DesignPoint, Level
from silicrypt.errors import BadInput, UnknownName
from silicrypt.flow import cipher_stimuli, station, stream_stimuli
from silicrypt.flow.stimulus import DELAYS, SCENARIOS, Stimulus
from silicrypt.tools.timedsim import LANES

__all__ = ["DELAYS", "SCENARIOS", "STIMULI", "stimuli"]


Maker: TypeAlias = Callable[[DesignPoint, Level], Iterable[Stimulus]]

#: The stimuli by the interface of a unit.
STIMULI: Mapping[str, Maker] = MappingProxyType(
    {
        "hash": stream_stimuli.of_messages,
        "hmac": stream_stimuli.of_messages,
        "sponge": stream_stimuli.of_sponges,
        "station": station.stimuli,
        "aes": cipher_stimuli.stimuli,
    }
)


def stimuli(
    point: DesignPoint, level: Level, scenarios: Sequence[str] | None = None
) -> tuple[Stimulus, ...]:
    """Returns the stimuli of a unit.

    Args:
        point: the design point.
        level: ``"core"`` or ``"stream"``.
        scenarios: names of the scenarios, with the suffix `DELAYS` where the cells have delays;
            all scenarios without delays by default.

    Raises:
        UnknownName: there is no such scenario.
        BadInput: there is no stimulus for this kind of unit.
    """
    kind = point.unit.interface
    if kind not in STIMULI:
        raise BadInput(
            f"{point.name}: there is no stimulus for a unit of the kind {kind}, "
            f"only for {', '.join(STIMULI)}: its power cannot be measured"
        )
    # A unit that computes a choice of two algorithms is measured with the first one.
    made = {one.scenario: one for one in STIMULI[kind](point.choices[0], level)}
    if scenarios is None:
        return tuple(made.values())
    known = made | {one.scenario: one for one in map(_with_delays, made.values())}
    for name in scenarios:
        if name not in known:
            raise UnknownName("scenario", name, made)
    return tuple(one for name, one in known.items() if name in scenarios)


def _with_delays(stimulus: Stimulus) -> Stimulus:
    return replace(
        stimulus,
        scenario=f"{stimulus.scenario}{DELAYS}",
        about=f"{stimulus.about}; in {LANES} of the simulations, cells have inertial delays",
        delays=True,
    )
