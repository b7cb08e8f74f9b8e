"""Explains a wrong result: looks for a change of the core file under which the core is right."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, get_args

from silicrypt.measure.buses import Counted
from silicrypt.measure.core import Beats, Block, CoreFile, Fixed, Words
from silicrypt.measure.functions import Function
from silicrypt.measure.layout import ORDERS

#: Simulated cycles after which the search ends; the cycles that a trial counts at least, because
#: the start of a simulation takes as long as those; the limit of cycles of an operation.
BUDGET, _START, _LIMIT = 100_000, 300, 2000
#: Widest constant input whose values are tried, in bits; most cycles of a pipeline that are tried.
_BITS, _CYCLES = 4, 96

#: A changed core file, and the change in the words of the file.
Change = tuple[CoreFile, str]


def hint(
    core: CoreFile,
    function: Function,
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
    (short, _), *structures = _structures(core, widths)
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


def _reordered(structures: Iterable[Change], function: Function) -> Iterator[Change]:
    """Yields structures that give results, each together with other orders of its bytes."""
    for structure, said in structures:
        for changed, order in _orders(structure, function):
            yield changed, f"{said}; {order}" if said else order


def _structures(core: CoreFile, widths: dict[str, int]) -> Iterator[Change]:
    """Yields the core file, then changes of all but the order of bytes."""
    short = core.model_copy(
        update={"interface": core.interface.model_copy(update={"limit": _LIMIT})}
    )
    yield short, ""
    for name, value in core.tie.items():
        for other in (
            range(1 << widths.get(name, _BITS + 1)) if widths.get(name, 9) <= _BITS else ()
        ):
            if other != value:
                tie = {**core.tie, name: other}
                yield short.model_copy(update={"tie": tie}), f"{name} = {other} in [tie]"
    if core.reset and not core.reset.each_message:
        reset = core.reset.model_copy(update={"each_message": True})
        yield short.model_copy(update={"reset": reset}), "each_message = true in [reset]"
    for all_changes in _of_interface(short.interface):
        changes = {k: v for k, v in all_changes.items() if getattr(short.interface, k) != v}
        interface = short.interface.model_copy(update=changes)
        said = ", ".join(f"{key} = {_toml(value)}" for key, value in changes.items())
        yield short.model_copy(update={"interface": interface}), f"{said} in [interface]"


def _of_interface(interface: Any) -> Iterator[dict[str, Any]]:
    if isinstance(interface, Fixed):
        yield from ({"cycles": n} for n in range(1, _CYCLES) if n != interface.cycles)
        return
    if isinstance(interface, Beats):
        if interface.begin or interface.first:
            yield {"begin": interface.first, "first": interface.begin}
        if interface.count:
            yield from ({"counts": how} for how in get_args(Counted))
        yield {"delay": interface.delay + 1}
        yield {"gap": interface.gap + 1}
        return
    if not isinstance(interface, Block | Words):
        return
    if interface.ready and not interface.valid:
        # A pulse at the end of an operation, which is not given before the first one.
        yield {"ready": None, "valid": interface.ready}
    if interface.load_key and interface.ready and interface.valid and not interface.key_ready:
        yield {"key_ready": interface.ready, "ready": None}  # it tells the end of the key alone
    if isinstance(interface, Block) and interface.hold != "done":
        yield {"hold": "done"}
    if isinstance(interface, Block) and not interface.held:
        yield {"held": True}
    if interface.first and interface.next and not interface.begin:
        # A command that only loads the initial hash value; each block is started by `next`.
        yield {"begin": interface.first, "first": None}
    yield {"delay": interface.delay + 1}
    yield {"gap": interface.gap + 1}
    yield from ({"settle": n} for n in (2, 3, 4) if n > interface.settle)
    if interface.load_key and interface.key_cycles is None:
        yield from ({"key_cycles": n, "gap": gap} for n in (16, 64) for gap in (0, 1))
    if isinstance(interface, Words):
        yield from ({"offset": n} for n in (0, 1, 2) if n != interface.offset)
        yield from ({"read_offset": n} for n in (0, 1, 2, 3, 4) if n != interface.read_offset)
    if interface.cycles is not None:
        yield from ({"cycles": n} for n in range(1, _CYCLES) if n != interface.cycles)


def _orders(core: CoreFile, function: Function) -> Iterator[Change]:
    """Yields a core file with other orders of its bytes."""
    ciphers = function.kind == "cipher"
    for block in ORDERS:
        for digest in ORDERS:
            for key in dict.fromkeys((core.interface.key_order, block)) if ciphers else (None,):
                changes = {"block_order": block, "digest_order": digest}
                changes |= {"key_order": key} if key else {}
                changes |= (
                    {"chain_order": digest} if getattr(core.interface, "chain_in", ()) else {}
                )
                new = {k: v for k, v in changes.items() if getattr(core.interface, k) != v}
                if new:
                    said = ", ".join(f'{name} = "{value}"' for name, value in new.items())
                    changed = core.interface.model_copy(update=new)
                    yield core.model_copy(update={"interface": changed}), f"{said} in [interface]"


def _toml(value: Any) -> str:
    if value is None:
        return "(left out)"
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int) else f'"{value}"'
