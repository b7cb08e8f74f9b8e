"""Cell models of Lattice ECP5 primitives, as ``synth_ecp5`` instantiates them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from silicrypt.errors import BadInput
from silicrypt.tools.gatesim.cells import CellModel, Gate, Instance, Register, gate, mux
from silicrypt.tools.gatesim.ecp5_memory import block_memory, distributed_memory
from silicrypt.tools.gatesim.ecp5_settings import bits, pin


def library(instance: Instance) -> CellModel | None:
    """Returns the model of an ECP5 cell, or ``None`` for a type that is not known here.

    Raises:
        BadInput: the cell is used in a way that isn't modelled.
    """
    build = _CELLS.get(instance.kind)
    return build(instance) if build else None


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
    "TRELLIS_DPR16X4": distributed_memory,
    "DP16KD": block_memory,
}
