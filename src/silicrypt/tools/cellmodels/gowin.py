"""Cell models of Gowin primitives, as ``synth_gowin`` instantiates them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import chain

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


#: For each width of a port, the lowest pin of the address that selects a word.
_ADDRESS_FROM = {9: 3, 18: 4, 36: 5}
#: Bits of a byte, with the ninth; bits of a parameter with contents; number of these parameters.
_BYTE, _ROW, _ROWS = 9, 288, 64
#: What a port shows after it has written, by its mode: what it showed before, or the new word. In
#: mode 2 it shows the old word.
_UNCHANGED, _NEW = 0, 1


def _block_memory(ports: Mapping[str, str], block: Instance) -> CellModel:
    """Returns the model of a block memory of 18,432 bits (Gowin UG285).

    Args:
        ports: for the ending of each port's pins, the ending of its parameters.
        block: the cell.

    Raises:
        BadInput: a port has output registers, or another width.
    """
    parts = [_block_port(block, pins, ending) for pins, ending in ports.items()]
    gates, registers, accesses = (tuple(chain(*found)) for found in zip(*parts, strict=True))
    rows = (bits(block, f"INIT_RAM_{row:02X}") << (_ROW * row) for row in range(_ROWS))
    memory = Memory(_ROW * _ROWS, sum(rows), accesses)
    return CellModel((gate("never", "0"), *gates), registers, (memory,))


def _block_port(
    block: Instance, pins: str, ending: str
) -> tuple[tuple[Gate, ...], tuple[Register, ...], tuple[Port, ...]]:
    """Returns the gates and registers of a port, and it as a port that reads and one that writes.

    A reset clears the outputs alone. In the mode that shows the new word, it is stored beside the
    memory, and a register for each byte tells that it is shown.
    """
    joined = f"_{ending}" if ending else ""
    width, number = bits(block, f"BIT_WIDTH{joined}"), bits(block, f"BLK_SEL{joined}")
    if width not in _ADDRESS_FROM:
        raise BadInput(f"{block.kind} of {width} bits is not modelled; 9, 18 and 36 bits are")
    if bits(block, f"READ_MODE{ending}"):
        raise BadInput(f"{block.kind} with output registers is not modelled")
    edge, enable, reads, write = (f"{name}{pins}" for name in ("edge", "enable", "reads", "write"))
    reset, address = f"RESET{pins}", tuple(f"AD{pins}[{i}]" for i in range(14))
    outputs, data = (tuple(f"{n}{pins}[{i}]" for i in range(width)) for n in ("DO", "DI"))
    selected = " & ".join(f"{'' if number >> i & 1 else '!'}S{i}" for i in range(3))
    select = {f"S{i}": f"BLKSEL{pins}[{i}]" for i in range(3)}
    mode = bits(block, f"WRITE_MODE{ending}")
    gates = [
        gate(edge, "C", C=f"CLK{pins}"),
        gate(enable, f"E & {selected}", E=f"CE{pins}", **select),
        gate(write, "E & W", E=enable, W=f"WRE{pins}"),
        gate(reads, "E & !W" if mode == _UNCHANGED else "E", E=enable, W=write),
    ]
    for byte in range(width // _BYTE):
        # In a word of several bytes, the lowest pins of the address enable them.
        enabled = address[byte] if width > _BYTE else write
        gates.append(gate(f"{write}{byte}", "W & B", W=write, B=enabled))
    old = tuple(f"old.{output}" for output in outputs) if mode == _NEW else outputs
    registers: list[Register] = []
    if mode == _NEW:
        for byte in range(width // _BYTE):
            new = f"new{pins}{byte}"
            nodes = {"R": reset, "E": enable, "W": f"{write}{byte}", "N": new}
            gates.append(gate(f"{new}.next", "!R & (E & W | !E & N)", **nodes))
            registers.append(Register(new, f"{new}.next", edge))
        for bit, output in enumerate(outputs):
            stored = f"stored.{output}"
            gates.append(mux(f"{stored}.next", enable, data[bit], stored))
            gates.append(mux(output, f"new{pins}{bit // _BYTE}", stored, old[bit]))
            registers.append(Register(stored, f"{stored}.next", edge))
    if block.parameters.get("RESET_MODE") == "ASYNC":
        cleared = [*old, *(f"new{pins}{byte}" for byte in range(width // _BYTE) if mode == _NEW)]
        gates += [gate(node, "Q & !R", Q=node, R=reset) for node in cleared]
    word = address[_ADDRESS_FROM[width] :]
    bytes_ = tuple(f"{write}{bit // _BYTE}" for bit in range(width))
    accesses = (
        Port(edge, reads, reset, word, (), (), old),
        Port(edge, enable, "never", word, bytes_, data, ()),
    )
    return tuple(gates), tuple(registers), accesses


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
    "SPX9": partial(_block_memory, {"": ""}),
    "DPX9B": partial(_block_memory, {"A": "0", "B": "1"}),
}
