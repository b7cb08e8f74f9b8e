"""The ports of an exported top, and its buses, found by the standard names of their signals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

_STREAM = re.compile(r"(\w)_(t(?:data|keep|last|id|user|dest|valid|ready))")
_AXIL = re.compile(r"s_((?:aw|w|b|ar|r)(?:addr|prot|data|strb|resp|valid|ready))")
_APB = re.compile(r"s_(psel|penable|pwrite|paddr|pwdata|prdata|pready|pslverr)")
#: The interfaces of AMBA, as Vivado names them.
_VIVADO = {"axis": "axis", "axil": "aximm", "apb": "apb"}


@dataclass(frozen=True)
class Port:
    """A port of a module.

    Attributes:
        name: its name.
        output: whether it is an output.
        width: its width in bits.
        about: what the source says about it; empty where it says nothing.
    """

    name: str
    output: bool
    width: int
    about: str = ""

    @property
    def range(self) -> str:
        """Its range in Verilog, ``"[31:0]"``; empty for one bit."""
        return f"[{self.width - 1}:0]" if self.width > 1 else ""

    @property
    def direction(self) -> str:
        """``"input"`` or ``"output"``."""
        return "output" if self.output else "input"

    @property
    def vhdl_type(self) -> str:
        """Its type in VHDL."""
        return f"std_logic_vector({self.width - 1} downto 0)" if self.width > 1 else "std_logic"


@dataclass(frozen=True)
class Interface:
    """A bus of a module.

    Attributes:
        kind: ``"axis"``, ``"axil"`` or ``"apb"``.
        prefix: the prefix of its ports, without the underscore.
        signals: its ports by the names of the standard, in lower case.
    """

    kind: str
    prefix: str
    signals: Mapping[str, Port]

    @property
    def name(self) -> str:
        """A name that no other bus of the module has, such as ``"s_axis"``."""
        return f"{self.prefix}_{self.kind}"

    @property
    def attribute(self) -> str:
        """Its name in Amaranth: the prefix of a stream, or ``"bus"`` for registers."""
        return self.prefix if self.kind == "axis" else "bus"

    @property
    def attribute_litex(self) -> str:
        """The name of a stream in LiteX, which calls the message ``sink``."""
        known = {"s": "sink", "m": "source", "k": "key", "i": "initial"}
        return known.get(self.prefix, self.prefix)

    @property
    def payload(self) -> str:
        """The payload of a stream, as LiteX describes it; ``last`` and the handshake are apart."""
        apart = ("tlast", "tvalid", "tready")
        pairs = (f'("{n[1:]}", {p.width})' for n, p in self.signals.items() if n not in apart)
        return ", ".join(pairs)

    @property
    def source(self) -> bool:
        """Whether the module sends on this stream."""
        return "tvalid" in self.signals and self.signals["tvalid"].output

    def width(self, signal: str) -> int:
        """Returns the width of a signal in bits; 0 if the bus does not have it."""
        return self.signals[signal].width if signal in self.signals else 0


def interfaces(ports: Iterable[Port]) -> tuple[Interface, ...]:
    """Returns the buses of a module."""
    found = dict[tuple[str, str], dict[str, Port]]()
    for port in ports:
        if stream := _STREAM.fullmatch(port.name):
            found.setdefault(("axis", stream[1]), {})[stream[2]] = port
        elif mapped := _AXIL.fullmatch(port.name):
            found.setdefault(("axil", "s"), {})[mapped[1]] = port
        elif mapped := _APB.fullmatch(port.name):
            found.setdefault(("apb", "s"), {})[mapped[1]] = port
    return tuple(Interface(kind, prefix, signals) for (kind, prefix), signals in found.items())


def vivado(ports: Iterable[Port]) -> dict[str, dict[str, str]]:
    """Returns Vivado's attributes of each port, by which it connects buses in block designs."""
    ports = tuple(ports)
    buses = interfaces(ports)
    signal = "xilinx.com:signal"
    attributes = {
        "clk_i": {
            "X_INTERFACE_INFO": f"{signal}:clock:1.0 clk_i CLK",
            "X_INTERFACE_PARAMETER": "XIL_INTERFACENAME clk_i, ASSOCIATED_RESET rst_ni"
            + (f", ASSOCIATED_BUSIF {':'.join(bus.name for bus in buses)}" if buses else ""),
        },
        "rst_ni": {
            "X_INTERFACE_INFO": f"{signal}:reset:1.0 rst_ni RST",
            "X_INTERFACE_PARAMETER": "XIL_INTERFACENAME rst_ni, POLARITY ACTIVE_LOW",
        },
        "irq_o": {
            "X_INTERFACE_INFO": f"{signal}:interrupt:1.0 irq_o INTERRUPT",
            "X_INTERFACE_PARAMETER": "XIL_INTERFACENAME irq_o, SENSITIVITY LEVEL_HIGH",
        },
    }
    for bus in buses:
        for name, port in bus.signals.items():
            info = f"xilinx.com:interface:{_VIVADO[bus.kind]}:1.0 {bus.name} {name.upper()}"
            attributes[port.name] = {"X_INTERFACE_INFO": info}
        if bus.kind == "axil":
            protocol = f"XIL_INTERFACENAME {bus.name}, PROTOCOL AXI4LITE"
            attributes["s_awaddr"]["X_INTERFACE_PARAMETER"] = protocol
    return {port.name: attributes[port.name] for port in ports if port.name in attributes}
