"""A cocotb driver for the core of the tests, as a user would write it."""

from cocotb.triggers import FallingEdge


def blocks(message):
    bits = (8 * len(message)).to_bytes(8, "big")
    padded = message + b"\x80" + bytes((55 - len(message)) % 64) + bits
    return [int.from_bytes(padded[at : at + 64], "big") for at in range(0, len(padded), 64)]


async def compute(dut, data, key, decrypt):
    for number, block in enumerate(blocks(data)):
        while not dut.ready.value:
            await FallingEdge(dut.clk)
        dut.block.value = block
        (dut.next if number else dut.init).value = 1
        await FallingEdge(dut.clk)
        dut.init.value = dut.next.value = 0
        while not dut.digest_valid.value:
            await FallingEdge(dut.clk)
    return int(dut.digest.value).to_bytes(32, "big")
