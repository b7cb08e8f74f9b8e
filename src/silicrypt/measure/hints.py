"""Explains a wrong result: looks for a change of the core file under which the core is right."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, get_args

from silicrypt.measure.core_file import (
    BlockInterface,
    CoreFile,
    Order,
    PipelineInterface,
    StreamInterface,
    ValidUnit,
    WordInterface,
)
from silicrypt.measure.functions import CoreFunction

#: Simulated cycles after which the search ends; the cycles that a trial counts at least, because
#: the start of a simulation takes as long as those; the limit of cycles of an operation.
BUDGET, _START, _LIMIT = 100_000, 300, 2000
#: Widest constant input whose values are tried, in bits; most cycles of a pipeline that are tried.
_BITS, _CYCLES = 4, 96

#: A changed core file, and the change in the words of the file.
Change = tuple[CoreFile, str]


def hint(
    core: CoreFile,
    function: CoreFunction,
    widths: dict[str, int],
    tried: Callable[[CoreFile], tuple[bool | None, int]],
    *,
    hung: bool = False,
) -> str:
    """Returns an end of a sentence that names a change, or nothing.

    Args:
        core: the core file.
        function: what the core computes.
        widths: bits of each port.
        tried: returns whether a changed core file gives right results, or None if it gives no
            result, and the simulated cycles.
        hung: whether the core gave no result, which no order of bytes can change.
    """
    left = BUDGET
    short = _of_interface(core, limit=_LIMIT)
    structures = _structures(short, widths)
    answering = [] if hung else [(short, "")]
    for trials in (structures, _reordered(answering, function)):
        for changed, said in trials:
            if left <= 0:
                return ""
            right, cycles = tried(changed)
            if right:
                return f". With {said} these results are right"
            if trials is structures and right is not None:
                answering.append((changed, said))
            left -= max(cycles, _START)
    return ""


def _of_interface(core: CoreFile, **changes: object) -> CoreFile:
    """Returns a core file with other keys of its interface."""
    return core.model_copy(update={"interface": core.interface.model_copy(update=changes)})


def _changed(core: CoreFile, changes: dict[str, Any]) -> Change:
    """Returns a core file with those of some keys of its interface that differ, and says them."""
    new = {k: v for k, v in changes.items() if getattr(core.interface, k) != v}
    said = ", ".join(f"{key} = {_toml(value)}" for key, value in new.items())
    return _of_interface(core, **new), f"{said} in [interface]" if new else ""


def _reordered(structures: Iterable[Change], function: CoreFunction) -> Iterator[Change]:
    """Yields structures that give results, each together with other orders of its bytes."""
    for structure, said in structures:
        for changed, order in _orders(structure, function):
            yield changed, f"{said}; {order}" if said else order


def _structures(core: CoreFile, widths: dict[str, int]) -> Iterator[Change]:
    """Yields changes of all but the order of bytes."""
    for name, value in core.tie.items():
        if widths.get(name, _BITS + 1) <= _BITS:
            for other in range(1 << widths[name]):
                if other != value:
                    tie = {**core.tie, name: other}
                    yield core.model_copy(update={"tie": tie}), f"{name} = {other} in [tie]"
    if core.reset and not core.reset.each_message:
        reset = core.reset.model_copy(update={"each_message": True})
        yield core.model_copy(update={"reset": reset}), "each_message = true in [reset]"
    for changes in _of_kind(core.interface):
        yield _changed(core, changes)


def _of_kind(interface: Any) -> Iterator[dict[str, Any]]:
    """Yields changes of an interface that other cores of its kind need."""
    if isinstance(interface, PipelineInterface):
        yield from ({"cycles": n} for n in range(1, _CYCLES) if n != interface.cycles)
        return
    if isinstance(interface, StreamInterface):
        if interface.begin or interface.first:
            yield {"begin": interface.first, "first": interface.begin}
        if interface.count:
            yield from ({"counts": how} for how in get_args(ValidUnit))
        yield {"delay": interface.delay + 1}
        yield {"gap": interface.gap + 1}
        return
    if not isinstance(interface, BlockInterface | WordInterface):
        return
    if interface.ready and not interface.valid:
        # A pulse at the end of an operation, which is not given before the first one.
        yield {"ready": None, "valid": interface.ready}
    if interface.load_key and interface.ready and interface.valid and not interface.key_ready:
        yield {"key_ready": interface.ready, "ready": None}  # it tells the end of the key alone
    if isinstance(interface, BlockInterface) and interface.hold != "done":
        yield {"hold": "done"}
    if isinstance(interface, BlockInterface) and not interface.held:
        yield {"held": True}
    if interface.first and interface.next and not interface.begin:
        # A command that only loads the initial hash value; each block is started by `next`.
        yield {"begin": interface.first, "first": None}
    yield {"delay": interface.delay + 1}
    yield {"gap": interface.gap + 1}
    yield from ({"settle": n} for n in (2, 3, 4) if n > interface.settle)
    if interface.load_key and interface.key_cycles is None:
        yield from ({"key_cycles": n, "gap": gap} for n in (16, 64) for gap in (0, 1))
    if isinstance(interface, WordInterface):
        yield from ({"offset": n} for n in (0, 1, 2) if n != interface.offset)
        yield from ({"read_offset": n} for n in (0, 1, 2, 3, 4) if n != interface.read_offset)
    if interface.cycles is not None:
        yield from ({"cycles": n} for n in range(1, _CYCLES) if n != interface.cycles)


def _orders(core: CoreFile, function: CoreFunction) -> Iterator[Change]:
    """Yields a core file with other orders of its bytes."""
    own, orders = core.interface.key_order, get_args(Order)
    for block in orders:
        for digest in orders:
            for key in dict.fromkeys((own, block)) if function.kind == "cipher" else (own,):
                changes = {"block_order": block, "digest_order": digest, "key_order": key}
                if getattr(core.interface, "chain_in", ()):
                    changes["chain_order"] = digest
                changed, said = _changed(core, changes)
                if said:
                    yield changed, said


def _toml(value: Any) -> str:
    if value is None:
        return "(left out)"
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int) else f'"{value}"'
