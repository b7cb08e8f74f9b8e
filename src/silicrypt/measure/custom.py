"""What a core computes: a function of the catalogue, or one that a cocotb driver has vectors of."""

from __future__ import annotations

import importlib.util
from typing import Any

from silicrypt.catalog.algorithms import Algorithm
from silicrypt.errors import UnknownName
from silicrypt.measure import functions
from silicrypt.measure.core import Cocotb
from silicrypt.measure.functions import Function
from silicrypt.measure.read import Located


def function_of(located: Located) -> Function:
    """Returns what the core of a core file computes.

    Raises:
        UnknownName: the algorithm is not in the catalogue, and there is no cocotb driver.
        BadInput: the driver has no vectors, or the size of a block is not stated.
    """
    core = located.core
    try:
        return functions.get(core.algorithm)
    except UnknownName:
        if not isinstance(core.interface, Cocotb):
            raise
    return _with_vectors(located, core.interface)


def _with_vectors(located: Located, interface: Cocotb) -> Function:
    """Returns a function that is known by the vectors of the driver."""
    name = located.core.algorithm
    if interface.block_bits is None:
        what = f"{name} is not in the catalogue, so the bits of a block must be stated"
        raise located.mistake("interface.block_bits", what)
    path = located.folder / interface.cocotb
    spec = importlib.util.spec_from_file_location("silicrypt_user_driver", path)
    try:
        assert spec is not None and spec.loader is not None
        driver: Any = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(driver)
        vectors = tuple((bytes(d), bytes(k or b""), bytes(r)) for d, k, r in driver.vectors())
    except Exception as error:
        what = f"{name} is not in the catalogue, and vectors() of {path} gives none: {error!r}"
        raise located.mistake("interface.cocotb", what) from error
    if len(vectors) < 2:
        raise located.mistake("interface.cocotb", f"vectors() of {path} gives fewer than two")
    results = {(data, key): result for data, key, result in vectors}

    def compute(data: bytes, key: bytes, _: bool) -> bytes:
        return results[data, key]

    algorithm = Algorithm(name, name, interface.block_bits)
    return Function(name, "other", algorithm, 4, compute, vectors)
