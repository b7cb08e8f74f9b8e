"""Looks for a change of a core file under which a core that gave a wrong result is right."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, get_args

from silicrypt.measure.core_file import CoreFile
from silicrypt.measure.functions import CoreFunction
from silicrypt.measure.interfaces import (
    BlockInterface,
    CommandInterface,
    Order,
    StreamInterface,
    ValidUnit,
    WordInterface,
)

#: Simulated cycles after which the search ends; the cycles that a trial counts at least, because
#: the start of a simulation takes as long as those; the limit of cycles of an operation.
BUDGET, _START, _TRIAL_LIMIT = 100_000, 300, 2000
#: Widest constant input whose values are tried, in bits; most cycles of a pipeline that are tried.
_TIED_BITS, _CYCLES = 4, 96

#: A changed core file, and the change in the words of the file.
Change = tuple[CoreFile, str]


def find_change(
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
    left, short = BUDGET, _of_interface(core, limit=_TRIAL_LIMIT)
    #: Core files that give results, whose orders of bytes are tried after all other changes.
    answering = [] if hung else [(short, "")]
    structures = ((changed, said, True) for changed, said in _structures(short, widths))
    orders = (
        (changed, "; ".join(filter(None, (said, order))), False)
        for structure, said in answering
        for changed, order in _orders(structure, function)
    )
    for changed, said, structural in chain(structures, orders):
        if left <= 0:
            break
        right, cycles = tried(changed)
        if right:
            return f". With {said} these results are right"
        if structural and right is not None:
            answering.append((changed, said))
        left -= max(cycles, _START)
    return ""


def _of_interface(core: CoreFile, **changes: object) -> CoreFile:
    """Returns a core file with other keys of its interface."""
    return core.model_copy(update={"interface": core.interface.model_copy(update=changes)})


def _changed(core: CoreFile, every: Iterable[dict[str, Any]]) -> Iterator[Change]:
    """Yields a core file with other keys of its interface, as far as they differ."""
    for changes in every:
        if new := {k: v for k, v in changes.items() if getattr(core.interface, k) != v}:
            said = ", ".join(f"{key} = {_toml(value)}" for key, value in new.items())
            yield _of_interface(core, **new), f"{said} in [interface]"


def _structures(core: CoreFile, widths: dict[str, int]) -> Iterator[Change]:
    """Yields changes of all but the order of bytes."""
    for name, value in core.tie.items():
        if widths.get(name, _TIED_BITS + 1) <= _TIED_BITS:
            for other in range(1 << widths[name]):
                if other != value:
                    tie = {**core.tie, name: other}
                    yield core.model_copy(update={"tie": tie}), f"{name} = {other} in [tie]"
    if core.reset and not core.reset.each_message:
        reset = core.reset.model_copy(update={"each_message": True})
        yield core.model_copy(update={"reset": reset}), "each_message = true in [reset]"
    yield from _changed(core, _of_kind(core.interface))


def _of_kind(i: Any) -> Iterator[dict[str, Any]]:
    """Yields changes of an interface that other cores of its kind need."""
    if isinstance(i, StreamInterface):
        yield {"begin": i.first, "first": i.begin}
        yield from ({"counts": how} for how in get_args(ValidUnit) if i.count)
    elif isinstance(i, CommandInterface):
        if i.ready and not i.valid:
            # A pulse at the end of an operation, which is not given before the first one.
            yield {"ready": None, "valid": i.ready}
        if i.load_key and i.ready and i.valid and not i.key_ready:
            yield {"key_ready": i.ready, "ready": None}  # it tells the end of the key alone
        if isinstance(i, BlockInterface):
            yield from ({"hold": "done"}, {"held": True})
        if i.first and i.next and not i.begin:
            # A command that only loads the initial hash value; each block is started by `next`.
            yield {"begin": i.first, "first": None}
    if isinstance(i, StreamInterface | CommandInterface):
        yield from ({"delay": i.delay + 1}, {"gap": i.gap + 1})
    if isinstance(i, CommandInterface):
        yield from ({"settle": n} for n in (2, 3, 4) if n > i.settle)
        if i.load_key and i.key_cycles is None:
            yield from ({"key_cycles": n, "gap": gap} for n in (16, 64) for gap in (0, 1))
    if isinstance(i, WordInterface):
        yield from ({"offset": n} for n in (0, 1, 2))
        yield from ({"read_offset": n} for n in (0, 1, 2, 3, 4))
    if getattr(i, "cycles", None) is not None:
        yield from ({"cycles": n} for n in range(1, _CYCLES))


def _orders(core: CoreFile, function: CoreFunction) -> Iterator[Change]:
    """Yields a core file with other orders of its bytes."""
    own, orders = core.interface.key_order, get_args(Order)
    chains = bool(getattr(core.interface, "chain_in", ()))
    return _changed(
        core,
        (
            {"block_order": block, "digest_order": digest, "key_order": key}
            | ({"chain_order": digest} if chains else {})
            for block in orders
            for digest in orders
            for key in dict.fromkeys((own, block) if function.kind == "cipher" else (own,))
        ),
    )


def _toml(value: Any) -> str:
    if value is None:
        return "(left out)"
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int) else f'"{value}"'
