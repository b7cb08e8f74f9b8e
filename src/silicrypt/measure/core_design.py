"""A core as a design of the flow: its sources, its ports with their widths, and its clocks."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from silicrypt.base.sources import Source, write
from silicrypt.catalog import Level
from silicrypt.errors import BadInput, ToolFailed
from silicrypt.flow import synth
from silicrypt.flow.synth import Computation, Design
from silicrypt.measure.core_file import CoreFile, ParsedCoreFile
from silicrypt.measure.core_sources import FOLDERS, CoreSources
from silicrypt.measure.device import WRAPPER, CorePort, Simulation, render_wrapper
from silicrypt.measure.functions import CoreFunction
from silicrypt.measure.hdl_modules import SYNTHESIS
from silicrypt.measure.interfaces import ParallelInterface, RegisterInterface
from silicrypt.results.store import Store, fingerprint
from silicrypt.targets import Routed, StandardCells
from silicrypt.tools import cellmodels, yosys
from silicrypt.tools.canonical import TOP
from silicrypt.tools.gatesim import Library

#: The ways to read Verilog, in the order in which they are tried. Cores of the years before
#: SystemVerilog use words that are reserved now, and some cores rely on macros of another file.
_FRONTS: dict[str, tuple[str, ...]] = {
    "systemverilog": ("read_slang", "read_slang --single-unit"),
    "verilog": ("read_slang --std 1364-2005", "read_verilog"),
}
_FRONTS["auto"] = (*_FRONTS["systemverilog"], *_FRONTS["verilog"])
#: What slang accepts besides the standard because most tools accept it.
_LENIENT = ("--allow-use-before-declare", "--relax-enum-conversions")

#: The macros of Verilator as Yosys has them, so that the circuit that is simulated is the one that
#: is measured.
_AS_YOSYS = (
    *("-UVERILATOR", "-Uverilator", "-Uverilator3", "-USYSTEMVERILOG"),
    f"-D{SYNTHESIS}",
)

#: Yosys' registers and memories, by the beginning of their type.
_REGISTERS = ("$dff", "$adff", "$sdff", "$aldff", "$dffsr", "$mem", "$dlatch", "$adlatch", "$sr")
#: The clocks of a register and of a memory, each with the parameter of its edge.
_CLOCKS = {
    "CLK": "CLK_POLARITY",
    "WR_CLK": "WR_CLK_POLARITY",
    "RD_CLK": "RD_CLK_POLARITY",
}


@dataclass(frozen=True)
class CycleCounts:
    """Cycles that were counted on a core.

    Attributes:
        cycles_per_block: cycles from one block to the next, in steady state.
        latency: cycles from the first block to the result, for one block.
        latency_1024: the same for 1024 bytes.
        in_flight: independent blocks or messages in flight.
        about: how they were counted, and what they include.
    """

    cycles_per_block: int = 1
    latency: int = 1
    latency_1024: int = 1
    in_flight: int = 1
    about: tuple[str, ...] = ()


def level_of(core: CoreFile, function: CoreFunction) -> Level:
    """Returns the level: ``"stream"`` if the core pads messages, else ``"core"``."""
    return "stream" if function.kind != "cipher" and core.interface.padding == "core" else "core"


@dataclass(frozen=True)
class CoreDesign(Design):
    """A core of a core file on a target.

    Attributes:
        parsed: the core file.
        function: what the core computes.
        own: the files of the core.
        front: the Yosys command that reads the sources.
        counts: its cycles, if they are known.
    """

    parsed: ParsedCoreFile
    function: CoreFunction
    own: CoreSources = field(compare=False)
    front: str = "read_slang"
    counts: CycleCounts = CycleCounts()

    @property
    def core(self) -> CoreFile:
        """The content of the core file."""
        return self.parsed.core

    @property
    def name(self) -> str:
        """The title of the core file."""
        return self.core.title

    @property
    def top(self) -> str:
        """The name of the top module."""
        return self.core.top

    @property
    def clock(self) -> str:
        """The name of the clock port."""
        return self.core.clock

    def models(self) -> Library:
        """Returns the models of the cells of its netlist for the simulator.

        Registers start with random contents if the core has a reset, else as the device starts
        them.
        """
        models = super().models()
        return models if self.core.reset is None else cellmodels.any_state(models)

    @property
    def parameters(self) -> Mapping[str, int | str]:
        """The parameters of the core file."""
        return self.core.parameters

    @property
    def computation(self) -> Computation:
        """What the core computes, in the cycles that were counted."""
        known, name = self.counts, self.function.algorithm.name
        return Computation(
            algorithm=f"HMAC-{name}" if self.function.kind == "mac" else name,
            block_bits=self.function.algorithm.block_bits,
            cycles_per_block=known.cycles_per_block,
            latency=known.latency,
            latency_1024=known.latency_1024,
            in_flight=known.in_flight,
            interval=known.cycles_per_block,
        )

    @property
    def generics(self) -> Mapping[str, int | str]:
        """The parameters that tools set; those of a VHDL core are in the converted file."""
        return {} if self.own.converted else self.core.parameters

    @property
    def arguments(self) -> list[str]:
        """The parameters in the syntax of slang."""
        given = self.generics.items()
        return [argument for name, value in given for argument in ("-G", f"{name}={value}")]

    @cached_property
    def sources(self) -> tuple[Source, ...]:
        """The sources as the tools read them."""
        return self.own.all

    @cached_property
    def source_hash(self) -> str:
        """Hash of the sources, the macros and the parameters."""
        core = self.core
        return fingerprint([self.own.sha256, core.top, core.parameters, core.defines])

    @property
    def elaboration_script(self) -> str:
        """The Yosys script that elaborates the core; all but the reading is that of our cores."""
        text = yosys.render_elaboration(self.top, [], [])
        return text.replace(f"read_slang --top {self.top}", self._reading, 1)

    @property
    def _reading(self) -> str:
        """The commands that read the sources."""
        files = [source.path for source in self.own.compiled]
        options = [*self._defines, *(f"-I{folder}" for folder in FOLDERS)]
        if self.front.startswith("read_slang"):
            words = [self.front, *_LENIENT, "--top", self.top, *self.arguments, *options]
            return " ".join([*words, *files])
        chosen = [f"-chparam {n} {v}" for n, v in self.generics.items()]
        reading = " ".join([self.front, "-sv", "-defer", *options, *files])
        return "\n".join([reading, " ".join(["hierarchy -check", *chosen, "-top", self.top])])

    @property
    def _defines(self) -> list[str]:
        return [f"-D{name}={value}" for name, value in self.core.defines.items()]

    def with_front(self, store: Store) -> CoreDesign:
        """Returns the same design with the first way of reading that Yosys accepts.

        Raises:
            ToolFailed: none is accepted; the message is that of the first.
        """
        first: ToolFailed | None = None
        for front in _FRONTS["auto" if self.own.converted else self.core.language]:
            design = replace(self, front=front)
            try:
                synth.elaborate(design, store)
            except ToolFailed as error:
                first = first or error
            else:
                return design
        raise ToolFailed(f"{self.parsed.path}: Yosys cannot read the core {self.top}: {first}")

    def ports(self, store: Store) -> list[CorePort]:
        """Returns the ports besides the clock, with the widths that the parameters give.

        Raises:
            BadInput: the core file names a port that does not exist, or a port is bidirectional.
        """
        folder = synth.elaborate(self, store)
        module = json.loads((folder / yosys.NETLIST).read_text("utf-8"))["modules"][TOP]
        entries = {n: (p["direction"], len(p["bits"])) for n, p in module["ports"].items()}
        removed = json.loads((folder / "shell.json").read_text("utf-8"))["ports"]
        entries |= {name: tuple(entry) for name, entry in removed.items()}
        for name, (direction, _) in entries.items():
            if direction == "inout":
                raise BadInput(f"{self.parsed.path}: port {name} of {self.top} is bidirectional")
        for port in self.core.tie:
            if (key := _driven_whole(self.core).get(port)) is not None:
                raise self.parsed.mistake(f"tie.{port}", f"{port} is also {key}, and not constant")
        for key, name, output in self.core.ports():
            if name == self.core.clock and key != "clock":
                raise self.parsed.mistake(key, f"{name} is the clock")
            way = "output" if output else "input"
            if name not in entries:
                others = ", ".join(sorted(p for p, entry in entries.items() if entry[0] == way))
                what = f"{self.top} has no port {name}; its {way}s are {others}"
                raise self.parsed.mistake(key, what)
            if entries[name][0] != way:
                raise self.parsed.mistake(key, f"port {name} of {self.top} is no {way}")
        ports = (CorePort(n, way == "output", width) for n, (way, width) in sorted(entries.items()))
        return [port for port in ports if port.name != self.core.clock]

    def simulation(self, ports: Sequence[CorePort], store: Store) -> Simulation:
        """Returns the compiled RTL; builds it if needed.

        Raises:
            ToolFailed: Verilator refused the sources.
        """
        text = render_wrapper(self.top, self.core.clock, ports, self.generics)
        folder = self.written(store, text)
        files = [folder / source.path for source in self.own.compiled]
        return Simulation.of(folder, files, self.verilator_options(folder), ports)

    def written(self, store: Store, wrapper: str = "") -> Path:
        """Returns a folder with the sources and a wrapper, as the simulator reads them."""
        key = fingerprint([self.own.sha256, [s.path for s in self.own.all], wrapper])

        def write_all(folder: Path) -> None:
            write(self.sources, folder)
            (folder / WRAPPER).write_text(wrapper, encoding="utf-8")

        return store.get("measured-sources", key, write_all)

    def verilator_options(self, folder: Path) -> list[str]:
        """Returns the options of Verilator for the sources in a folder."""
        old = "1364" in self.front or self.front == "read_verilog"
        return [
            *(f"-I{folder / name}" for name in FOLDERS),
            *_AS_YOSYS,
            "-DYOSYS=1" if self.front == "read_verilog" else "-D__slang__=1",
            *self._defines,
            "--no-timing",  # delays of a model say nothing about cycles
            "--relative-includes",  # as the other tools find included files
            *(("--default-language", "1364-2005") if old else ()),
        ]


def require_widths(
    parsed: ParsedCoreFile, function: CoreFunction, ports: Sequence[CorePort]
) -> None:
    """Checks the widths of the ports that a core file names.

    Raises:
        BadInput: a port is too narrow for its operand, for whole bytes, for a bit or for a value.
    """
    widths = {port.name: port.width for port in ports}
    for key, port, bit, value in _values(parsed.core):
        said = f"{port} has {widths[port]} bit{'s' * (widths[port] > 1)}"
        if bit is not None and bit >= widths[port]:
            raise parsed.mistake(key, f"{said}, so there is no {port}[{bit}]")
        if value >> (widths[port] if bit is None else 1):
            what = said if bit is None else f"{port}[{bit}] is one bit"
            raise parsed.mistake(key, f"{what}, which cannot be {value}")
    for key, names, size in _operands(parsed.core, function):
        bits = sum(widths[name] for name in names)
        said = f"{', '.join(names)} has {bits} bits"
        if size and bits < 8 * size:
            is_state = key == "chain_in" or (key == "digest" and size > function.result_bytes)
            what = "a state" if is_state else f"a {key.replace('digest', 'result')}"
            said += f", and {what} of {function.name} has {8 * size}"
        elif not size and bits % 8:
            said += ", which are no whole bytes"
        else:
            continue
        raise parsed.mistake(f"interface.{key}", said)


def _driven_whole(core: CoreFile) -> dict[str, str]:
    """Returns the inputs that a driver sets, without those of which it sets single bits."""
    driven = {core.reset.port: "reset.port"} if core.reset else {}
    for key, signal, _ in core.interface.signals():
        if signal.bit is None:
            driven[signal.port] = f"interface.{key}"
    driven |= dict.fromkeys(core.interface.data_ports(), "a port of data")
    return driven


def _values(core: CoreFile) -> Iterator[tuple[str, str, int | None, int]]:
    """Yields key, port, bit of the port if one is named, and value of constants and signals."""
    yield from ((f"tie.{port}", port, None, value) for port, value in core.tie.items())
    for key, signal, value in core.interface.signals():
        yield f"interface.{key}", signal.port, signal.bit, value
    if isinstance(core.interface, RegisterInterface):
        for key, port, value in core.interface.accesses():
            yield f"interface.{key}", port, None, value


def _operands(
    core: CoreFile, function: CoreFunction
) -> Iterator[tuple[str, Sequence[str], int | None]]:
    """Yields key, ports and bytes of each operand; None for the bytes if it comes in parts."""
    interface = core.interface
    if interface.key and function.key_bytes:
        yield "key", interface.key, function.key_bytes
    if isinstance(interface, ParallelInterface):
        yield "block", interface.block, function.block_bytes
        result = function.result_bytes
        if interface.chain_in:
            # The result is the next chaining value, of which a digest may be a part.
            result = len(function.initial_value())
            yield "chain_in", interface.chain_in, result
        yield "digest", interface.digest, result
        return
    for key in ("data", "write_data", "read_data"):
        if port := getattr(interface, key, None):
            yield key, (port,), None
    for key in ("s", "m"):
        if prefix := getattr(interface, key, None):
            yield key, (f"{prefix}tdata",), None
    if digest := getattr(interface, "digest", ()):
        yield "digest", digest, None


@dataclass(frozen=True)
class Clocking:
    """The clocks of the registers of a core.

    Attributes:
        falling: registers and memories on the falling edge of the clock.
        divided: those whose clock is made by registers alone, or is another input.
        gated: those whose clock is the clock port behind logic.
    """

    falling: int = 0
    divided: int = 0
    gated: int = 0

    def doubts(self, design: CoreDesign) -> str:
        """Returns why the figures of the clock do not hold on the target; empty if they do."""
        target, clock = design.target, design.clock
        if self.divided and isinstance(target, Routed | StandardCells):
            return (
                f"{self.divided} of its registers have another clock than {clock}, which registers "
                f"or an input make. Cycles are those of {clock}, and a frequency would be that of "
                "either clock; name a top module with one clock"
            )
        if self.falling and isinstance(target, StandardCells):
            return (
                f"{self.falling} of its registers take the falling edge of {clock}, and the static "
                f"timing of {target.name} knows no half periods; placed targets such as ecp5-85k do"
            )
        return ""

    @property
    def caveats(self) -> tuple[str, ...]:
        """What a reader of the figures must know."""
        if not self.gated:
            return ()
        return (
            f"the clock passes logic before {self.gated} registers, and its delay is not in fmax",
        )


def clocking(design: CoreDesign, store: Store) -> Clocking:
    """Returns the clocks of the registers of an elaborated core."""
    folder = synth.elaborate(design, store)
    module = json.loads((folder / yosys.NETLIST).read_text("utf-8"))["modules"][TOP]
    cells = module["cells"].values()
    clock = {*module["ports"].get(design.clock, {"bits": ()})["bits"]}
    drivers = {bit: cell for cell in cells for bit in _bits_on(cell, "output")}

    def passes_logic(bit: Any) -> bool:
        """Returns whether logic without registers leads from the clock port to a bit."""
        seen, left = set[Any](), [bit]
        while left:
            if (one := left.pop()) in clock:
                return True
            driver = drivers.get(one)
            if one not in seen and driver and not driver["type"].startswith(_REGISTERS):
                left += _bits_on(driver, "input")
            seen.add(one)
        return False

    def kind(cell: Mapping[str, Any]) -> str:
        """Returns what is special about the clock of a register; empty if nothing is."""
        found = ""
        for name, edge in _CLOCKS.items():
            used = [b for b in cell["connections"].get(name, ()) if not isinstance(b, str)]
            for number, bit in enumerate(used):
                if bit not in clock:
                    return "gated" if passes_logic(bit) else "divided"
                if cell["parameters"][edge][::-1][number] == "0":
                    found = "falling"
        return found

    kinds = Counter(kind(cell) for cell in cells if cell["type"].startswith(_REGISTERS))
    return Clocking(kinds["falling"], kinds["divided"], kinds["gated"])


def _bits_on(cell: Mapping[str, Any], direction: str) -> list[Any]:
    """Returns the bits of the inputs or of the outputs of a cell."""
    ports = (name for name, way in cell["port_directions"].items() if way == direction)
    return [bit for name in ports for bit in cell["connections"].get(name, ())]
