"""Cell models of a placed and routed ECP5 netlist, as nextpnr writes it with ``--write``.

nextpnr packs the primitives of Yosys into slices: a ``TRELLIS_COMB`` is a lookup table with its
multiplexer, a bit of a carry chain, or a bit of a distributed memory. Routing leaves pins without a
net; such an input has the level that the FPGA gives it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from silicrypt.errors import BadInput, ToolFailed
from silicrypt.tools.cellmodels import bits
from silicrypt.tools.gatesim import CellModel, Gate, Instance, Register, ecp5
from silicrypt.tools.gatesim.cells import gate, mux
from silicrypt.tools.gatesim.ecp5 import pin

#: By type, the inputs that may have no net, and the level that they have then.
_OPEN: Mapping[str, Mapping[str, str]] = {
    "TRELLIS_COMB": {**dict.fromkeys("ABCD", "1"), "FCI": "0"},
    "TRELLIS_RAMW": dict.fromkeys(("A0", "B0", "C0", "D0", "A1", "B1", "C1", "D1"), "1"),
    "TRELLIS_FF": {"LSR": "0", "CE": "0", "M": "0", "DI": "0"},
}
#: A parameter that `read` adds to a cell: the pins that have a net.
_PINS = "PINS"
#: The address bits of a distributed memory, from the lowest: pins of the table that reads, and pins
#: of the cell that distributes data and address of a write.
_READ_ADDRESS = "DBCA"
_WRITE_PINS = {
    **{f"WADO{i}": source for i, source in enumerate(("D0", "B0", "C0", "A0"))},
    **{f"WDO{i}": source for i, source in enumerate(("C1", "A1", "D1", "B1"))},
}


def read(text: str, top: str) -> dict[str, Any]:
    """Reads a routed netlist, with a level at every open input and the name of its top module.

    Args:
        text: the file that nextpnr wrote.
        top: the name of the top module, which nextpnr does not keep.

    Raises:
        ToolFailed: the text is not such a netlist.
    """
    try:
        (module,) = json.loads(text)["modules"].values()
        for cell in module["cells"].values():
            nets = {name: net for name, net in cell["connections"].items() if net}
            levels = _open(cell) if cell["type"] == "DP16KD" else _OPEN.get(cell["type"], {})
            cell["connections"] = {name: [level] for name, level in levels.items()} | nets
            cell["parameters"][_PINS] = " ".join(nets)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ToolFailed(f"nextpnr wrote a netlist that is not one: {error!r}") from error
    return {"modules": {top: module}}


def _open(memory: Mapping[str, Any]) -> dict[str, str]:
    """Returns the levels of a block memory's open inputs: high, or as the pin's ``MUX`` says."""
    inputs = [pin for pin, side in memory["port_directions"].items() if side == "input"]
    settings = {pin: memory["parameters"].get(f"{pin}MUX", "1").strip() for pin in inputs}
    return {pin: "0" if setting in ("0", "INV") else "1" for pin, setting in settings.items()}


def library(instance: Instance) -> CellModel | None:
    """Returns the model of a routed cell, or ``None`` for a type that is not known here.

    Raises:
        BadInput: the cell is used in a way that isn't modelled.
    """
    build = _CELLS.get(instance.kind)
    return build(instance) if build else ecp5.library(instance)


def _combinational(instance: Instance) -> CellModel:
    mode = instance.parameters.get("MODE", "LOGIC")
    if mode not in _MODES:
        raise BadInput(f"TRELLIS_COMB with MODE = {mode} is not modelled")
    return _MODES[mode](instance)


def _logic(instance: Instance) -> CellModel:
    """Returns a lookup table, and the multiplexer of two tables or of two such multiplexers."""
    gates = [Gate("F", tuple("ABCD"), bits(instance, "INITVAL"))]
    used = instance.parameters[_PINS].split()
    if "OFX" in used:
        gates.append(mux("OFX", "M", "FXB", "FXA") if "FXA" in used else mux("OFX", "M", "F1", "F"))
    return CellModel(tuple(gates))


def _carry(instance: Instance) -> CellModel:
    """Returns a bit of a carry chain; the low half of its table generates."""
    init = bits(instance, "INITVAL")
    injected = instance.parameters.get("CCU2_INJECT1", "YES") == "YES"
    gates = (
        Gate("propagate", tuple("ABCD"), init),
        Gate("generate", ("A", "B"), 0 if injected else init & 15),
        gate("F", "P" if injected else "P ^ C", P="propagate", C="FCI"),
        mux("FCO", "propagate", "FCI", "generate"),
    )
    return CellModel(gates)


def _memory(instance: Instance) -> CellModel:
    """Returns the model of a memory: 16 bits with synchronous write and asynchronous read."""
    if bits(instance, "INITVAL"):
        raise BadInput("TRELLIS_COMB: a distributed memory with contents is not modelled")
    address = tuple(f"WAD{i}" for i in range(4))
    gates = [
        gate("edge", pin(instance, "WCK"), WCK="WCK"),
        gate("write", pin(instance, "WRE"), WRE="WRE"),
    ]
    registers = []
    for word in range(16):
        gates.append(Gate(f"write{word}", ("write", *address), 1 << (2 * word + 1)))
        gates.append(mux(f"next{word}", f"write{word}", "WD", f"word{word}"))
        registers.append(Register(f"word{word}", f"next{word}", "edge", 0))
    words = [f"word{word}" for word in range(16)]
    for name in _READ_ADDRESS[:-1]:
        halves = [f"{name}{i}" for i in range(len(words) // 2)]
        gates += [mux(half, name, *words[2 * i : 2 * i + 2][::-1]) for i, half in enumerate(halves)]
        words = halves
    gates.append(mux("F", _READ_ADDRESS[-1], words[1], words[0]))
    return CellModel(tuple(gates), tuple(registers))


def _flip_flop(instance: Instance) -> CellModel:
    """Returns a flip-flop of a slice, whose data is its table (SD = 1) or the pin M."""
    model = ecp5.library(replace(instance, kind="TRELLIS_FF"))
    assert model is not None
    if instance.parameters.get("SD", "0") == "1":
        return model
    return replace(
        model,
        gates=tuple(
            replace(one, inputs=tuple("M" if name == "DI" else name for name in one.inputs))
            for one in model.gates
        ),
    )


def _pad(instance: Instance) -> CellModel:
    """Returns a pin that is an input or an output."""
    kinds = {"INPUT": gate("O", "B", B="B"), "OUTPUT": gate("B", "I", I="I")}
    direction = instance.parameters.get("DIR", "")
    if direction not in kinds:
        raise BadInput(f"TRELLIS_IO with DIR = {direction} is not modelled")
    return CellModel((kinds[direction],))


_MODES: Mapping[str, Callable[[Instance], CellModel]] = {
    "LOGIC": _logic,
    "CCU2": _carry,
    "DPRAM": _memory,
    "RAMW_BLOCK": lambda _: CellModel(),
}
_CELLS: Mapping[str, Callable[[Instance], CellModel]] = {
    "TRELLIS_COMB": _combinational,
    "TRELLIS_FF": _flip_flop,
    "TRELLIS_IO": _pad,
    "TRELLIS_RAMW": lambda _: CellModel(
        tuple(gate(output, "X", X=source) for output, source in _WRITE_PINS.items())
    ),
    "DCCA": lambda _: CellModel((gate("CLKO", "I", I="CLKI"),)),
}
