"""Cell models of Lattice iCE40 primitives, as ``synth_ice40`` instantiates them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from silicrypt.errors import BadInput
from silicrypt.tools.cellmodels import bits, flip_flop, lookup_table
from silicrypt.tools.gatesim.cells import CellModel, Instance, Memory, Port, gate

_WORDS, _WIDTH = 256, 16
_EVEN, _ODD = range(0, _WIDTH, 2), range(1, _WIDTH, 2)


def library(instance: Instance) -> CellModel | None:
    """Returns the model of an iCE40 cell, or ``None`` for a type that is not known here.

    Raises:
        BadInput: the cell is used in a way that isn't modelled.
    """
    build = _CELLS.get(instance.kind)
    return build(instance) if build else None


def _flip_flop(kind: str) -> CellModel:
    """Returns a flip-flop by the letters of its name after ``SB_DFF``.

    ``N``: falling edge; ``E``: clock enable; ``R`` and ``S``: asynchronous reset and set; ``SR``
    and ``SS``: synchronous ones, which need the clock enable where there is one.
    """
    falling = kind.startswith("N")
    kind = kind.removeprefix("N")
    enable, force = kind[:1] == "E", kind.removeprefix("E")
    return flip_flop(
        "C",
        falling=falling,
        enable="E" if enable else "",
        force=force[-1:],
        high=force.endswith("S"),
        asynchronous=len(force) == 1,
        enable_first=len(force) == 2,
    )


def _block_memory(block: Instance) -> CellModel:
    """Returns a memory of 256 words of 16 bits with a read port and a write port.

    In mode 1 a port has 512 words of 8 bits: bit 8 of its address selects the odd bits.

    Raises:
        BadInput: a port has another width.
    """
    modes = {port: bits(block, f"{name}_MODE") for port, name in (("R", "READ"), ("W", "WRITE"))}
    if max(modes.values()) > 1:
        raise BadInput(f"{block.kind} is modelled with words of 16 and 8 bits alone, not {modes}")
    gates = [
        gate("never", "0"),
        gate("always", "1"),
        gate("read_edge", _clock(block, "R"), RCLK="RCLK"),
        gate("write_edge", _clock(block, "W"), WCLK="WCLK"),
        gate("read", "A & B", A="RE", B="RCLKE"),
        gate("write", "A & B", A="WE", B="WCLKE"),
        *(gate(f"write{i}", "!M", M=f"MASK[{i}]") for i in range(_WIDTH)),
    ]
    numbers = {port: _EVEN if mode else (*_EVEN, *_ODD) for port, mode in modes.items()}
    outputs = tuple(f"RDATA[{i}]" for i in numbers["R"])
    reader = Port("read_edge", "read", "never", _address("R", modes["R"]), (), (), outputs)
    masks = tuple("always" if modes["W"] else f"write{i}" for i in numbers["W"])
    data = tuple(f"WDATA[{i}]" for i in numbers["W"])
    writer = Port("write_edge", "write", "never", _address("W", modes["W"]), masks, data, ())
    words = sum(bits(block, f"INIT_{n:X}") << (256 * n) for n in range(16))
    stored = [word * _WIDTH + i for word in range(_WORDS) for i in (*_EVEN, *_ODD)]
    contents = sum((words >> bit & 1) << at for at, bit in enumerate(stored))
    return CellModel(tuple(gates), memories=(Memory(_WORDS * _WIDTH, contents, (reader, writer)),))


def _clock(block: Instance, port: str) -> str:
    """Returns the function of a clock: the cells with ``NR`` or ``NW`` in their names invert it."""
    return f"!{port}CLK" if f"N{port}" in block.kind.removeprefix("SB_RAM40_4K") else f"{port}CLK"


def _address(port: str, mode: int) -> tuple[str, ...]:
    return tuple(f"{port}ADDR[{i}]" for i in (*[8] * mode, *range(8)))


_CARRY = CellModel((gate("CO", "A & B | (A | B) & C", A="I0", B="I1", C="CI"),))

_CELLS: Mapping[str, Callable[[Instance], CellModel]] = {
    "SB_LUT4": lambda instance: lookup_table(instance, "O", 4, "LUT_INIT"),
    "SB_CARRY": lambda _: _CARRY,
    **{
        f"SB_DFF{edge}{kind}": lambda _, kind=edge + kind: _flip_flop(kind)  # type: ignore[misc]
        for edge in ("", "N")
        for kind in ("", "E", "R", "S", "SR", "SS", "ER", "ES", "ESR", "ESS")
    },
    **{f"SB_RAM40_4K{edges}": _block_memory for edges in ("", "NR", "NW", "NRNW")},
}
