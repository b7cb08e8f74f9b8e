"""The stimuli of every kind of unit: how ports are driven while activity is counted.

A stimulus is a function that drives the ports of a netlist. A unit with the streams of the hashes
needs one line in `STIMULI`; a unit with other ports also needs a module with its stimuli.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from silicrypt.catalog import Config, Level
from silicrypt.errors import BadInput, UnknownName
from silicrypt.flow import cipher_stimuli, station, stream_stimuli
from silicrypt.flow.stimulus import DELAYS, SCENARIOS, Stimulus
from silicrypt.tools.timedsim import LANES

__all__ = ["DELAYS", "SCENARIOS", "STIMULI", "Kind", "code", "stimuli"]


@dataclass(frozen=True)
class Kind:
    """The stimuli of units with the same ports.

    Attributes:
        stimuli: yields the stimuli of a configuration at a level.
        code: the modules of this package that the stimuli consist of; a part of the run id.
    """

    stimuli: Callable[[Config, Level], Iterable[Stimulus]]
    code: tuple[str, ...] = ()


_STREAMS = ("flow/stream_stimuli.py", "verify/drive.py")
_STATIONS = ("flow/station.py", "verify/netlist/station.py")
_CIPHERS = ("flow/cipher_stimuli.py", "verify/netlist/blocks.py")

#: The stimuli by the interface of a unit.
STIMULI: Mapping[str, Kind] = MappingProxyType(
    {
        "hash": Kind(stream_stimuli.of_messages, _STREAMS),
        "hmac": Kind(stream_stimuli.of_messages, _STREAMS),
        "sponge": Kind(stream_stimuli.of_sponges, _STREAMS),
        "station": Kind(station.stimuli, _STATIONS),
        "aes": Kind(cipher_stimuli.stimuli, _CIPHERS),
    }
)


def stimuli(
    config: Config, level: Level, scenarios: Sequence[str] | None = None
) -> tuple[Stimulus, ...]:
    """Returns the stimuli of a unit.

    Args:
        config: the design point.
        level: ``"core"`` or ``"stream"``.
        scenarios: names of the scenarios, with the suffix `DELAYS` where the cells have delays;
            all scenarios without delays by default.

    Raises:
        UnknownName: there is no such scenario.
        BadInput: there is no stimulus for this kind of unit.
    """
    kind = config.unit.interface
    if kind not in STIMULI:
        raise BadInput(
            f"{config.name}: there is no stimulus for a unit of the kind {kind}, "
            f"only for {', '.join(STIMULI)}: its power cannot be measured"
        )
    # A unit that computes a choice of two algorithms is measured with the first one.
    made = {one.scenario: one for one in STIMULI[kind].stimuli(config.choices[0], level)}
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


def code(config: Config) -> tuple[str, ...]:
    """Returns the modules that the stimuli of a unit consist of; none without stimuli."""
    kind = STIMULI.get(config.unit.interface)
    return kind.code if kind else ()
