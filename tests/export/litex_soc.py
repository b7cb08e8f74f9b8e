"""Writes an SoC of LiteX with an exported unit: ``litex_soc.py MODULE FOLDER``.

Its bus has one master, whose Wishbone signals are the pins of the SoC.
"""

import sys
from importlib import import_module
from pathlib import Path

from litex.build.generic_platform import GenericPlatform, Pins, Subsignal
from litex.soc.integration.soc_core import SoCMini
from litex.soc.interconnect import wishbone
from migen import ClockDomain

WIDTHS = (
    *(("adr", 30), ("dat_w", 32), ("dat_r", 32), ("sel", 4), ("cyc", 1), ("stb", 1), ("ack", 1)),
    *(("we", 1), ("cti", 3), ("bte", 2), ("err", 1)),
)
PINS = [
    *(("clk", 0, Pins(1)), ("rst", 0, Pins(1)), ("irq", 0, Pins(1))),
    ("bus", 0, *(Subsignal(name, Pins(width)) for name, width in WIDTHS)),
]


class SoC(SoCMini):
    """An SoC with the unit at 0x30000000."""

    def __init__(self, unit) -> None:
        platform = GenericPlatform("", PINS)
        super().__init__(platform, int(1e6), ident="", with_ctrl=False)
        self.cd_sys = ClockDomain()
        added = unit.add_to(self, origin=0x3000_0000)
        master = wishbone.Interface(data_width=32, adr_width=30)
        self.comb += [
            self.cd_sys.clk.eq(platform.request("clk")),
            self.cd_sys.rst.eq(platform.request("rst")),
            platform.request("irq").eq(added.ev.interrupt.trigger),
            *master.connect_to_pads(platform.request("bus"), mode="slave"),
        ]
        self.bus.add_master(name="outside", master=master)


soc = SoC(import_module(sys.argv[1]))
soc.finalize()
out = Path(sys.argv[2])
soc.platform.get_verilog(soc, name="soc").write(str(out / "soc.v"))
(out / "sources").write_text("\n".join(source[0] for source in soc.platform.sources))
