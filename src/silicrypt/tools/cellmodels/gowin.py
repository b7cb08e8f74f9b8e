"""Cell models of Gowin primitives, as ``synth_gowin`` instantiates them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from silicrypt.errors import BadInput
from silicrypt.tools.cellmodels import bits, flip_flop, lookup_table
from silicrypt.tools.gatesim.cells import (
    CellModel,
    Gate,
    Instance,
    Memory,
    Port,
    Register,
    gate,
    mux,
)


def library(instance: Instance) -> CellModel | None:
    """Returns the model of a Gowin cell, or ``None`` for a type that is not known here.

    Raises:
        BadInput: the cell is used in a way that isn't modelled.
    """
    build = _CELLS.get(instance.kind)
    return build(instance) if build else None


#: For each mode of the arithmetic cell, what propagates a carry and what is the carry otherwise.
_MODES = {
    0: ("A ^ B", "A"),
    1: ("A ^ !B", "A"),
    2: ("D & (A ^ B) | !D & (A ^ !B)", "A"),
    3: ("A ^ !B", "1"),
    4: ("A ^ !B", "A"),
    5: ("!A ^ B", "B"),
    6: ("A", "0"),
    7: ("!A", "1"),
    8: ("D & A | !D & !A", "A"),
    9: ("(A & B) ^ D", "A & B"),
}


def _arithmetic(instance: Instance) -> CellModel:
    """Returns the model of one bit of a carry chain.

    Raises:
        BadInput: the mode is not known.
    """
    mode = bits(instance, "ALU_MODE")
    if mode not in _MODES:
        raise BadInput(f"ALU with ALU_MODE = {mode} is not modelled; 0 to {max(_MODES)} are")
    propagates, otherwise = _MODES[mode]
    pins = {"A": "I0", "B": "I1", "D": "I3"}
    return CellModel(
        (
            gate("propagate", propagates, **_read(propagates, pins)),
            gate("generate", otherwise, **_read(otherwise, pins)),
            gate("SUM", "P ^ C", P="propagate", C="CIN"),
            mux("COUT", "propagate", "CIN", "generate"),
        )
    )


def _read(expression: str, pins: Mapping[str, str]) -> dict[str, str]:
    return {name: pin for name, pin in pins.items() if name in expression}


#: For each ending of a flip-flop's name, the pin that sets or clears it, whether it sets, and
#: whether it acts without a clock edge. All of them act without the clock enable, too.
_FORCED = {
    "": ("", False, False),
    "S": ("SET", True, False),
    "R": ("RESET", False, False),
    "P": ("PRESET", True, True),
    "C": ("CLEAR", False, True),
}


def _flip_flop(falling: bool, kind: str, enabled: bool, _: Instance) -> CellModel:
    force, high, asynchronous = _FORCED[kind]
    return flip_flop(
        "CLK",
        falling=falling,
        enable="CE" if enabled else "",
        force=force,
        high=high,
        asynchronous=asynchronous,
    )


def _memory(width: int, instance: Instance) -> CellModel:
    """Returns the model of a memory: 16 words with synchronous write and asynchronous read."""
    gates = [gate("edge", "CLK", CLK="CLK")]
    registers = []
    for word in range(16):
        address = tuple(f"WAD[{i}]" for i in range(4))
        gates.append(Gate(f"write{word}", ("WRE", *address), 1 << (2 * word + 1)))
        for bit in range(width):
            cell, value = f"word{word}.{bit}", bits(instance, f"INIT_{bit}") >> word & 1
            gates.append(mux(f"{cell}.next", f"write{word}", f"DI[{bit}]", cell))
            registers.append(Register(cell, f"{cell}.next", "edge", value))
    for bit in range(width):
        nodes = [f"word{word}.{bit}" for word in range(16)]
        for level in range(4):
            above = [f"read{level}.{bit}.{n}" for n in range(len(nodes) // 2)]
            above = above if level < 3 else [f"DO[{bit}]"]
            for number, node in enumerate(above):
                low, high = nodes[2 * number : 2 * number + 2]
                gates.append(mux(node, f"RAD[{level}]", high, low))
            nodes = above
    return CellModel(tuple(gates), tuple(registers))


#: For each width of a word, the lowest pin of the address that selects it.
_ADDRESS_FROM = {9: 3, 18: 4, 36: 5}
#: Bits of a byte, with the ninth; bits of a parameter with contents; number of these parameters.
_BYTE, _ROW, _ROWS = 9, 288, 64
_READ_BEFORE_WRITE = 2


def _block_memory(block: Instance) -> CellModel:
    """Returns the model of a block memory with one port: 18 432 bits in bytes of 9 bits.

    It does what Yosys' rules of mapping say of the cell (``gowin/brams.txt``); the vendor's own
    model was not available. After a clock edge it shows the word as it was before the edge. In a
    word of several bytes, the lowest pins of the address are the byte enables.

    Raises:
        BadInput: the cell is used in a way that isn't modelled.
    """
    width = bits(block, "BIT_WIDTH")
    if width not in _ADDRESS_FROM:
        raise BadInput(f"SPX9 of {width} bits is not modelled; 9, 18 and 36 bits are")
    if bits(block, "READ_MODE"):
        raise BadInput("SPX9 with output registers is not modelled")
    if bits(block, "BLK_SEL"):
        raise BadInput("SPX9 with a BLK_SEL other than 0 is not modelled")
    if (mode := bits(block, "WRITE_MODE")) != _READ_BEFORE_WRITE:
        raise BadInput(f"SPX9 with WRITE_MODE = {mode} is not modelled; 2 is")
    select = {f"S{i}": f"BLKSEL[{i}]" for i in range(3)}
    outputs = tuple(f"DO[{i}]" for i in range(width))
    gates = [
        gate("edge", "C", C="CLK"),
        gate("enable", "E & !S0 & !S1 & !S2", E="CE", **select),
    ]
    for byte in range(width // _BYTE):
        enabled = {"B": f"AD[{byte}]"} if width > _BYTE else {}
        gates.append(gate(f"write{byte}", " & ".join(("W", *enabled)), W="WRE", **enabled))
    if block.parameters.get("RESET_MODE") == "ASYNC":
        gates += [gate(q, "Q & !R", Q=q, R="RESET") for q in outputs]
    port = Port(
        clock="edge",
        enable="enable",
        reset="RESET",
        address=tuple(f"AD[{i}]" for i in range(_ADDRESS_FROM[width], 14)),
        write=tuple(f"write{bit // _BYTE}" for bit in range(width)),
        data=tuple(f"DI[{bit}]" for bit in range(width)),
        outputs=outputs,
        initial=0,
    )
    rows = (bits(block, f"INIT_RAM_{row:02X}") << (_ROW * row) for row in range(_ROWS))
    return CellModel(tuple(gates), memories=(Memory(_ROW * _ROWS, sum(rows), (port,)),))


def _always(model: CellModel) -> Callable[[Instance], CellModel]:
    return lambda _: model


_MUX = _always(CellModel((mux("O", "S0", "I1", "I0"),)))

_CELLS: Mapping[str, Callable[[Instance], CellModel]] = {
    **{
        f"LUT{n}": partial(lookup_table, output="F", inputs=n, parameter="INIT")
        for n in (1, 2, 3, 4)
    },
    **{f"MUX2_LUT{n}": _MUX for n in (5, 6, 7, 8)},
    "GND": _always(CellModel((gate("G", "0"),))),
    "VCC": _always(CellModel((gate("V", "1"),))),
    "INV": _always(CellModel((gate("O", "!I", I="I"),))),
    "ALU": _arithmetic,
    **{
        f"DFF{edge}{kind}{'E' if enabled else ''}": partial(_flip_flop, edge == "N", kind, enabled)
        for edge in ("", "N")
        for kind in _FORCED
        for enabled in (False, True)
    },
    **{f"RAM16SDP{width}": partial(_memory, width) for width in (1, 2, 4)},
    "SPX9": _block_memory,
}
