"""Versions of the installed tools, from the metadata of their packages. No tool is started."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import metadata

from silicrypt.errors import ToolMissing
from silicrypt.targets import Target


@cache
def version(package: str) -> str:
    """Returns the version of an installed package.

    Raises:
        ToolMissing: the package is not installed.
    """
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError as error:
        raise ToolMissing(f"{package} is not installed: pip install {package}") from error


def synthesis(target: Target) -> Mapping[str, str]:
    """Returns the packages that determine the netlist for a target, with their versions."""
    return {package: version(package) for package in target.synthesised_by}


def implementation(target: Target) -> Mapping[str, str]:
    """Returns the packages that determine a result on a target, with their versions."""
    return {**synthesis(target), **{package: version(package) for package in target.routed_by}}
