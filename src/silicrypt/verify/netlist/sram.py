"""SRAMs for the netlist of a storage unit whose banks are outside.

They become cells of the netlist, so the simulation runs them together with the unit. An SRAM has
the timing of ``sil_storage_sram_model``.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from silicrypt.catalog import Config
from silicrypt.catalog.machines import SRAM
from silicrypt.tools.gatesim import CellModel, Instance, Library
from silicrypt.tools.gatesim.cells import Gate, Memory, Port, Register, gate
from silicrypt.verify.machine.operations import BANKS, WORD

_CELL, _PREFIX = "$sram", "sram_"
_BITS = 8 * WORD


def attached(
    config: Config, document: Mapping[str, Any], top: str, library: Library
) -> tuple[Mapping[str, Any], Library]:
    """Returns a netlist with its SRAMs, and the library with their model.

    The netlist of a unit with its banks inside is returned as it is.

    Args:
        config: the storage unit.
        document: its netlist, in the format of Yosys' ``write_json``.
        top: the name of its top module.
        library: the models of its cells.
    """
    if SRAM not in config.parameters:
        return document, library
    module = document["modules"][top]
    ports = {name: entry["bits"] for name, entry in module["ports"].items()}
    pins = {name: bits for name, bits in ports.items() if name.startswith(_PREFIX)}
    cells = {
        f"{_CELL}{bank}": {
            "type": _CELL,
            "connections": {"clk": ports["clk_i"]}
            | {
                name.removeprefix(_PREFIX): bits[bank * (n := len(bits) // BANKS) :][:n]
                for name, bits in pins.items()
            },
        }
        for bank in range(BANKS)
    }
    left = {name: entry for name, entry in module["ports"].items() if name not in pins}
    with_cells = {**module, "ports": left, "cells": {**module["cells"], **cells}}
    model = _model(
        int(config.parameters[SRAM]), int(config.parameters["BankWords"]).bit_length() - 1
    )

    def find(instance: Instance) -> CellModel | None:
        return model if instance.kind == _CELL else library(instance)

    return {**document, "modules": {**document["modules"], top: with_cells}}, find


def _model(latency: int, address_bits: int) -> CellModel:
    """Returns an SRAM whose data is at the pins a number of cycles after the address.

    Words are read in the middle of the cycle in which they are at the pins, so they include every
    write before. Where both sides drive the pins, or neither drives a write, the data is wrong.
    """
    address = [f"address_o[{i}]" for i in range(address_bits)]
    strobe = [f"strobe_o[{i}]" for i in range(WORD)]
    gates: list[Gate] = [
        gate("reads.0", "E & !W", E="enable_o", W="write_o"),
        gate("writes.0", "E & W", E="enable_o", W="write_o"),
        gate("middle", "!C", C="clk"),
        gate("never", "0"),
    ]
    registers: list[Register] = []

    def later(name: str, first: str) -> str:
        """Delays a node by the latency."""
        stages = [first, *(f"{name}.{i}" for i in range(1, latency + 1))]
        for before, after in pairwise(stages):
            registers.append(Register(after, before, "clk", 0))
        return stages[-1]

    reads, writes = later("reads", "reads.0"), later("writes", "writes.0")
    delayed_address = tuple(later(name, name) for name in address)
    bytes_written = [later(name, name) for name in strobe]
    for bit in range(_BITS):
        gates += [
            gate(f"in{bit}", "D ^ !O", D=f"data_o[{bit}]", O="drive_o"),
            gate(f"data_i[{bit}]", "!R | (Q ^ O)", R=reads, Q=f"out{bit}", O="drive_o"),
        ]
    inputs = tuple(f"in{bit}" for bit in range(_BITS))
    outputs = tuple(f"out{bit}" for bit in range(_BITS))
    written = tuple(bytes_written[bit // 8] for bit in range(_BITS))
    ports = (
        Port("clk", writes, "never", delayed_address, written, inputs, ()),
        Port("middle", reads, "never", delayed_address, (), (), outputs, 0),
    )
    return CellModel(tuple(gates), tuple(registers), (Memory(_BITS << address_bits, 0, ports),))
