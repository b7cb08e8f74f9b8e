"""The storage unit answers as the SystemRDL description of its registers says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from silicrypt.flow import registers
from silicrypt.verify import storage
from silicrypt.verify.storage import StorageSession
from silicrypt.verify.storage_host import Host, Read, Register, Response, Write

#: Registers whose value follows from parameters, or counts the accesses of the test.
_NOT_CONSTANT = ("INFO", "CYCLES")
#: Writing these registers starts something that the other accesses would meet.
_STARTS = ("CONTROL", "COMMAND", "DMA_COMMAND")


def words() -> Iterator[Any]:
    """Every register, those of an array one by one."""
    yield from registers.described("storage").top.registers(unroll=True)


def test_addresses_are_those_of_the_host() -> None:
    described = {
        one.inst_name: one.raw_address_offset
        for one in registers.described("storage").top.registers()
    }
    assert described == {one.name: int(one) for one in Register}


def test_the_unit_answers_as_described() -> None:
    host = Host()
    with storage.session() as unit:
        unit.run(host.ready())
        for one in words():
            if one.has_sw_readable and one.inst_name not in _NOT_CONSTANT:
                read = unit.answer(Read(host.address(one.absolute_address)))
                assert read.value == reset_of(one), one.inst_name
        for one in words():
            read = unit.answer(Read(host.address(one.absolute_address)))
            readable = one.has_sw_readable
            assert read.response == (Response.OKAY if readable else Response.SLVERR), one.inst_name
        last = max(one.absolute_address for one in words())
        for address in range(last + 4, 0x100, 4):
            for access in (Read(host.address(address)), Write(host.address(address), 0)):
                assert unit.answer(access).response == Response.DECERR, hex(address)
        for one in words():
            check_write(unit, host, one)


def check_write(unit: StorageSession, host: Host, one: Any) -> None:
    """Writes a register as described, and a bit that it does not have."""
    address, name = host.address(one.absolute_address), one.inst_name
    if not one.has_sw_writable:
        assert unit.answer(Write(address, 0)).response == Response.SLVERR, name
        return
    mask = sum((1 << f.width) - 1 << f.low for f in one.fields() if f.is_sw_writable)
    if name in _STARTS:
        assert unit.answer(Write(address, mask + 1)).response == Response.SLVERR, name
        return
    assert unit.answer(Write(address, 0)).response == Response.OKAY, name
    if mask != 0xFFFFFFFF:
        assert unit.answer(Write(address, mask + 1)).response == Response.SLVERR, name
    assert unit.answer(Write(address, 0, 0x7)).response == Response.SLVERR, name
    if name == "KEY_LENGTH":
        unit.answer(Write(address, 2))  # then every word of KEY may be written


def reset_of(one: Any) -> int:
    """The value of a register after a reset."""
    return sum((f.get_property("reset") or 0) << f.low for f in one.fields())
