"""Memory-mapped units: a stream with registers on AXI4-Lite or APB."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from silicrypt.catalog import config
from silicrypt.catalog.config import Config
from silicrypt.catalog.unit import Top

#: The buses by the ending of a module's name, which is also that of the design point's name.
BUSES: Mapping[str, str] = MappingProxyType({"axil": "AXI4-Lite", "apb": "APB"})

#: The module without the ending of the bus, by the unit inside.
TOPS: Mapping[str, str] = MappingProxyType(
    {
        name: f"sil_{name.replace('-', '_')}"
        for name in (
            *("md5", "sha1", "sha2", "sm3", "shat"),
            *("hmac-md5", "hmac-sha1", "hmac-sha2", "hmac-md5-sha1", "aes"),
        )
    }
)

#: Parameters that the module has besides those of the stream.
_OWN: Mapping[str, int] = MappingProxyType({"FifoWords": 16, "Stream": 1})


def mapped(name: str) -> Config | None:
    """Returns the memory-mapped unit of that name, such as ``sha256-fast-axil``, or None.

    Raises:
        UnknownName: the name ends as that of a memory-mapped unit, and its beginning is not that
            of a configuration.
    """
    inside, _, bus = name.rpartition("-")
    if bus not in BUSES or not inside:
        return None
    return around(config.get(inside), bus)


def around(inside: Config, bus: str) -> Config | None:
    """Returns a design point with registers on a bus; None where it cannot have them.

    Args:
        inside: the design point.
        bus: a key of `BUSES`.
    """
    module = TOPS.get(inside.unit.name)
    if module is None or "stream" not in inside.levels or _several(inside):
        return None
    parameters = {key: v for key, v in inside.parameters.items() if key not in _without(inside)}
    return replace(
        inside,
        name=f"{inside.name}-{bus}",
        about=f"{inside.name} with registers on {BUSES[bus]}",
        parameters=MappingProxyType({**parameters, **_OWN}),
        unit=replace(
            inside.unit,
            name="mapped",
            interface=bus,
            tops={"stream": Top(f"{module}_{bus}")},
        ),
        inside=inside,
    )


def _several(inside: Config) -> bool:
    """Returns whether several messages are in flight; registers hold one."""
    return inside.unit.interface != "aes" and inside.stages > 1


def _without(inside: Config) -> tuple[str, ...]:
    """Returns the parameters of the stream that have one value in a memory-mapped unit."""
    return () if inside.unit.interface == "aes" else ("PipelineStages",)
