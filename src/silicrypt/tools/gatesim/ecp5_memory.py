"""Models of the memories of an ECP5: distributed RAM, and block memory that is only read."""

from __future__ import annotations

from silicrypt.errors import BadInput
from silicrypt.tools.gatesim.cells import (
    MAX_INPUTS,
    CellModel,
    Gate,
    Instance,
    Register,
    gate,
    mux,
)
from silicrypt.tools.gatesim.ecp5_settings import bits, pin

#: Address bits below these don't count: a word of a port is so many bits wide.
_ADDRESS_FROM = {9: 3, 18: 4, 36: 5}

#: Output pins of one port of a block memory.
_HALF = 18


def distributed_memory(instance: Instance) -> CellModel:
    """Sixteen words of four bits: written at the clock's edge, read without it."""
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


def block_memory(block: Instance) -> CellModel:
    """A block memory that nothing writes: each port in use shows a word after the clock's edge.

    A port of 36 bits is port B, and shows its low half on the pins of port A.
    """
    for port in "AB":
        if "0" not in (block.ties.get(f"WE{port}"), block.ties.get(f"CE{port}")):
            raise BadInput("DP16KD that is written to is not modelled, only read-only memory is")
    gates: list[Gate] = []
    registers: list[Register] = []
    for port in "AB":
        if block.ties.get(f"CE{port}") != "0":
            _rom_port(block, port, gates, registers)
    return CellModel(tuple(gates), tuple(registers))


def _rom_port(block: Instance, port: str, gates: list[Gate], registers: list[Register]) -> None:
    """Adds what one port of a read-only block memory does."""
    width = bits(block, f"DATA_WIDTH_{port}")
    _check_port(block, port, width)
    address = [f"AD{port}{i}" for i in range(_ADDRESS_FROM[width], 14)]
    contents, enable, reset, edge = _rom_contents(block), f"CE{port}", f"RST{port}", f"edge{port}"
    gates.append(gate(edge, pin(block, f"CLK{port}"), **{f"CLK{port}": f"CLK{port}"}))
    for bit in range(width):
        half = "AB"[bit // _HALF] if width > _HALF else port
        q = f"DO{half}{bit % _HALF}"
        rows = range(1 << len(address))
        table = sum((contents >> (row * width + bit) & 1) << row for row in rows)
        gates += _lookup(f"{q}.word", address, table)
        sample = "(E & W | !E & Q) & !R"
        gates.append(gate(f"{q}.next", sample, E=enable, W=f"{q}.word", Q=q, R=reset))
        if block.parameters.get("RESETMODE") == "ASYNC":
            gates.append(gate(q, "Q & !R", Q=q, R=reset))
        registers.append(Register(q, f"{q}.next", edge, 0))


def _check_port(block: Instance, port: str, width: int) -> None:
    if width not in _ADDRESS_FROM:
        raise BadInput(f"DP16KD of {width} bits is not modelled; 9, 18 and 36 bits are")
    if block.parameters.get(f"REGMODE_{port}", "NOREG") != "NOREG":
        raise BadInput("DP16KD with output registers is not modelled")
    if any(block.ties.get(f"CS{port}{i}") != "0" for i in range(3)):
        raise BadInput("DP16KD with a chip select is not modelled")


def _rom_contents(block: Instance) -> int:
    """All bits of a block memory: 16 words of 18 bits in 20 a parameter."""
    contents = 0
    for number in range(64):
        init = bits(block, f"INITVAL_{number:02X}")
        for word in range(16):
            contents |= (init >> (20 * word) & 0x3FFFF) << (_HALF * (16 * number + word))
    return contents


def _lookup(output: str, address: list[str], table: int) -> list[Gate]:
    """A truth table of any size: its low six inputs at a time, multiplexed by the others."""
    if len(address) <= MAX_INPUTS:
        return [Gate(output, tuple(address), table)]
    half = 1 << (len(address) - 1)
    low, high = f"{output}0", f"{output}1"
    return [
        *_lookup(low, address[:-1], table & ((1 << half) - 1)),
        *_lookup(high, address[:-1], table >> half),
        mux(output, address[-1], high, low),
    ]
