"""Cell models of Lattice ECP5 primitives, as ``synth_ecp5`` instantiates them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from silicrypt.errors import BadInput
from silicrypt.tools.cellmodels import bits
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

#: The lowest address bit that counts, by the width of a port in bits.
_ADDRESS_FROM = {9: 3, 18: 4, 36: 5}

#: Output pins of one port of a block memory; bits of one of its bytes; bits of the memory.
_HALF, _BYTE, _BITS = 18, 9, 18 * 1024


def library(instance: Instance) -> CellModel | None:
    """Returns the model of an ECP5 cell, or ``None`` for a type that is not known here.

    Raises:
        BadInput: the cell is used in a way that isn't modelled.
    """
    build = _CELLS.get(instance.kind)
    return build(instance) if build else None


def pin(instance: Instance, name: str, default: str = "") -> str:
    """Returns the function of a pin, by the cell's ``...MUX`` parameter, as a Liberty expression.

    Args:
        instance: the cell.
        name: the pin.
        default: the parameter's value where the cell doesn't give it; empty for the pin's name.

    Raises:
        BadInput: the value of the parameter is not known.
    """
    setting = instance.parameters.get(f"{name}MUX", default or name)
    meanings = {name: name, "INV": f"!{name}", "1": "1", "0": "0"}
    if setting not in meanings:
        raise BadInput(f"{instance.kind}: {name}MUX is {setting}; it may be {', '.join(meanings)}")
    return meanings[setting]


def _lut(instance: Instance) -> CellModel:
    return CellModel((Gate("Z", tuple("ABCD"), bits(instance, "INIT")),))


def _carry(instance: Instance) -> CellModel:
    """Returns the model of two bits of a carry chain.

    In each bit, a LUT4 propagates the carry, and a LUT2 of its low bits generates it.
    """
    gates = []
    for i, (carry_in, carry_out) in enumerate((("CIN", "carry"), ("carry", "COUT"))):
        init = bits(instance, f"INIT{i}")
        propagate, generate = f"propagate{i}", f"generate{i}"
        injected = instance.parameters.get(f"INJECT1_{i}", "YES") == "YES"
        gates += [
            Gate(propagate, tuple(f"{pin}{i}" for pin in "ABCD"), init),
            Gate(generate, (f"A{i}", f"B{i}"), 0 if injected else init & 15),
            gate(f"S{i}", "P" if injected else "P ^ C", P=propagate, C=carry_in),
            mux(carry_out, propagate, carry_in, generate),
        ]
    return CellModel(tuple(gates))


def _flip_flop(instance: Instance) -> CellModel:
    """Returns the model of a flip-flop with clock enable and set or reset.

    Set and reset may be asynchronous.
    """
    if instance.parameters.get("LSRMODE", "LSR") != "LSR":
        raise BadInput("TRELLIS_FF with LSRMODE = PRLD is not modelled")
    enable, reset = pin(instance, "CE", "1"), pin(instance, "LSR")
    high = instance.parameters.get("REGSET", "RESET") == "SET"
    kept = "({0}) | ({1})" if high else "({0}) & !({1})"
    sample = kept.format(f"({enable}) & DI | !({enable}) & Q", reset)
    gates = [
        gate("edge", pin(instance, "CLK"), CLK="CLK"),
        gate("next", sample, DI="DI", CE="CE", LSR="LSR", Q="Q"),
    ]
    if instance.parameters.get("SRMODE", "LSR_OVER_CE") == "ASYNC":
        gates.append(gate("Q", kept.format("Q", reset), Q="Q", LSR="LSR"))
    return CellModel(tuple(gates), (Register("Q", "next", "edge", int(high)),))


def _distributed_memory(instance: Instance) -> CellModel:
    """Returns the model of 16 words of 4 bits, with synchronous write and asynchronous read."""
    init = bits(instance, "INITVAL")
    address = [f"WAD[{i}]" for i in range(4)]
    gates = [
        gate("edge", pin(instance, "WCK"), WCK="WCK"),
        gate("write", pin(instance, "WRE"), WRE="WRE"),
    ]
    registers = []
    for word in range(16):
        gates.append(Gate(f"write{word}", ("write", *address), 1 << (2 * word + 1)))
        for bit in range(4):
            cell, value = f"word{word}.{bit}", init >> (4 * word + bit) & 1
            gates.append(mux(f"{cell}.next", f"write{word}", f"DI[{bit}]", cell))
            registers.append(Register(cell, f"{cell}.next", "edge", value))
    for bit in range(4):
        for quarter in range(4):
            words = [f"word{4 * quarter + i}.{bit}" for i in range(4)]
            gates.append(_mux4(f"read{quarter}.{bit}", ("RAD[0]", "RAD[1]"), words))
        quarters = [f"read{i}.{bit}" for i in range(4)]
        gates.append(_mux4(f"DO[{bit}]", ("RAD[2]", "RAD[3]"), quarters))
    return CellModel(tuple(gates), tuple(registers))


def _mux4(output: str, select: tuple[str, str], inputs: list[str]) -> Gate:
    table = sum(1 << row for row in range(64) if row >> (2 + (row & 3)) & 1)
    return Gate(output, (*select, *inputs), table)


def _block_memory(block: Instance) -> CellModel:
    """Returns the model of a block memory.

    After a clock edge, a port shows the word as it was before the edge.

    A port of 36 bits is port B. It only reads, and shows its low half on the pins of port A.
    """
    gates: list[Gate] = []
    used = [port for port in "AB" if block.ties.get(f"CE{port}") != "0"]
    ports = tuple(_port(block, port, gates) for port in used)
    return CellModel(tuple(gates), memories=(Memory(_BITS, _contents(block), ports),))


def _port(block: Instance, port: str, gates: list[Gate]) -> Port:
    """Returns one port of a block memory, and appends its gates to ``gates``."""
    width = bits(block, f"DATA_WIDTH_{port}")
    _check_port(block, port, width)
    halves = [("AB"[bit // _HALF] if width > _HALF else port, bit % _HALF) for bit in range(width)]
    outputs = tuple(f"DO{half}{bit}" for half, bit in halves)
    edge, reset = f"edge{port}", f"RST{port}"
    gates.append(gate(edge, pin(block, f"CLK{port}"), **{f"CLK{port}": f"CLK{port}"}))
    if block.parameters.get("RESETMODE") == "ASYNC":
        gates += [gate(q, "Q & !R", Q=q, R=reset) for q in outputs]
    write: tuple[str, ...] = ()
    if block.ties.get(f"WE{port}") != "0":
        write = tuple(f"write{port}{bit // _BYTE}" for bit in range(width))
        for byte in range(width // _BYTE):
            # In a word of two bytes, the lowest address pins are the byte enables.
            selected = "W & S" if width == _HALF else "W"
            pins = {"W": f"WE{port}"} | ({"S": f"AD{port}{byte}"} if width == _HALF else {})
            gates.append(gate(f"write{port}{byte}", selected, **pins))
    return Port(
        clock=edge,
        enable=f"CE{port}",
        reset=reset,
        address=tuple(f"AD{port}{i}" for i in range(_ADDRESS_FROM[width], 14)),
        write=write,
        data=tuple(f"DI{port}{bit}" for bit in range(width)) if write else (),
        outputs=outputs,
        initial=0,
    )


def _check_port(block: Instance, port: str, width: int) -> None:
    if width not in _ADDRESS_FROM:
        raise BadInput(f"DP16KD of {width} bits is not modelled; 9, 18 and 36 bits are")
    if block.parameters.get(f"REGMODE_{port}", "NOREG") != "NOREG":
        raise BadInput("DP16KD with output registers is not modelled")
    if any(block.ties.get(f"CS{port}{i}") != "0" for i in range(3)):
        raise BadInput("DP16KD with a chip select is not modelled")
    if block.ties.get(f"WE{port}") == "0":
        return
    if width > _HALF:
        raise BadInput("DP16KD that is written to in words of 36 bits is not modelled")
    mode = block.parameters.get(f"WRITEMODE_{port}", "NORMAL")
    if mode != "READBEFOREWRITE":
        raise BadInput(f"DP16KD that is written to with WRITEMODE_{port} = {mode} is not modelled")


def _contents(block: Instance) -> int:
    """Returns all bits of a block memory.

    Each parameter holds 16 words of 18 bits. Each word takes 20 bits of the parameter.
    """
    contents = 0
    for number in range(64):
        init = bits(block, f"INITVAL_{number:02X}")
        for word in range(16):
            contents |= (init >> (20 * word) & 0x3FFFF) << (_HALF * (16 * number + word))
    return contents


def _always(model: CellModel) -> Callable[[Instance], CellModel]:
    return lambda _: model


_CELLS: Mapping[str, Callable[[Instance], CellModel]] = {
    "LUT4": _lut,
    "PFUMX": _always(CellModel((mux("Z", "C0", "ALUT", "BLUT"),))),
    "L6MUX21": _always(CellModel((mux("Z", "SD", "D1", "D0"),))),
    "INV": _always(CellModel((gate("Z", "!A", A="A"),))),
    "VLO": _always(CellModel((gate("Z", "0"),))),
    "VHI": _always(CellModel((gate("Z", "1"),))),
    "CCU2C": _carry,
    "TRELLIS_FF": _flip_flop,
    "TRELLIS_DPR16X4": _distributed_memory,
    "DP16KD": _block_memory,
}
