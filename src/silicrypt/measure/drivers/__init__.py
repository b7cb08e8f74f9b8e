"""Drivers: each operates one kind of interface of a core file."""

from __future__ import annotations

from silicrypt.measure.core import Beats, Block, CoreFile, Fixed, Registers, Stream, Words
from silicrypt.measure.device import Device
from silicrypt.measure.drivers.base import Driver, Job, Outcome
from silicrypt.measure.drivers.beats import BeatDriver
from silicrypt.measure.drivers.block import BlockDriver
from silicrypt.measure.drivers.fixed import FixedDriver
from silicrypt.measure.drivers.registers import RegisterDriver
from silicrypt.measure.drivers.stream import StreamDriver
from silicrypt.measure.drivers.words import WordDriver
from silicrypt.measure.functions import Function

__all__ = ["Driver", "Job", "Outcome", "driver"]


def driver(core: CoreFile, function: Function, device: Device) -> Driver:
    """Returns the driver of a core's interface, with the core reset."""
    match core.interface:
        case Block():
            found: Driver = BlockDriver(core, core.interface, function, device)
        case Words():
            found = WordDriver(core, core.interface, function, device)
        case Registers():
            found = RegisterDriver(core, core.interface, function, device)
        case Stream():
            found = StreamDriver(core, core.interface, function, device)
        case Beats():
            found = BeatDriver(core, core.interface, function, device)
        case Fixed():
            found = FixedDriver(core, core.interface, function, device)
        case _:
            raise AssertionError("a cocotb driver is run by cocotb")
    found.start()
    return found
