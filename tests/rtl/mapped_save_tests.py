"""The cocotb tests of wipes with save and restore; ``test_mapped_suites.py`` runs them."""

from __future__ import annotations

import os
import random
from typing import Any

import cocotb
from cocotb.triggers import ClockCycles
from mapped_bench import Bench, assert_gone, held, parts_of, signals

from silicrypt import catalog, drivers
from silicrypt.drivers import save
from silicrypt.drivers.maps import SaveControl, SaveRegister

POINT = catalog.get(os.environ["SILICRYPT_TEST_CONFIG"])
BLOCK = POINT.hash.block_bits // 8


@cocotb.test()
async def wiped(dut: Any) -> None:
    """A wipe at any time leaves no word of a message or of a chaining value."""
    bench, choose = Bench(dut), random.Random(1)
    await bench.reset()
    for cycles in (0, 1, 7, 40, 90, 150, 300, 420, 700):
        data = choose.randbytes(2 * BLOCK)
        saved = await bench.run(save.save(data))
        parts = parts_of(saved.chaining)
        found = any(held(value, parts) for _, value in signals(dut))
        assert found, "the chaining value is nowhere: this test would find nothing"
        rest = choose.randbytes(BLOCK + cycles % 5)
        writes = [*save.start(saved), *drivers.message.append(rest)]
        for write in writes[: 3 + cycles % (len(writes) - 3)]:
            assert isinstance(write, drivers.Write)
            await bench.write(write.address, write.value)
        await ClockCycles(dut.clk_i, cycles + 1)
        await bench.run(drivers.wipe())
        assert await bench.refuses_read(SaveRegister.DIGEST)
        assert_gone(dut, parts_of(data, rest, saved.chaining))
        digest = await bench.run(save.finish(saved, rest))
        assert digest == POINT.reference(data + rest, b"")
    await bench.run(save.save(data))
    await bench.run(drivers.wipe())
    assert await bench.refuses_read(SaveRegister.DIGEST)
    assert await bench.refuses_write(SaveRegister.CONTROL, SaveControl.SAVE)
    assert_gone(dut, parts_of(data, rest, saved.chaining))
