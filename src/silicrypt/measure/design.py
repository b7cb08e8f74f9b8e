"""A core as a design: its elaboration, its ports, and its RTL compiled for simulation."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from silicrypt.base import sources as flow_sources
from silicrypt.base.sources import Source
from silicrypt.errors import BadInput, ToolFailed
from silicrypt.flow import synth
from silicrypt.flow.synth import Design
from silicrypt.measure import device
from silicrypt.measure.device import Port
from silicrypt.measure.read import Located
from silicrypt.measure.sources import Files
from silicrypt.results.store import Store, fingerprint
from silicrypt.tools import yosys
from silicrypt.tools.canonical import TOP

#: The ways to read Verilog, in the order in which they are tried. Cores of the years before
#: SystemVerilog use words that are reserved now, and some cores rely on macros of another file.
_FRONTS: dict[str, tuple[str, ...]] = {
    "systemverilog": ("read_slang", "read_slang --single-unit"),
    "verilog": ("read_slang --std 1364-2005", "read_verilog"),
}
_FRONTS["auto"] = (*_FRONTS["systemverilog"], *_FRONTS["verilog"])
_WRAPPER = "silicrypt_wrapper.v"
#: What slang accepts besides the standard because most tools accept it.
_LENIENT = ("--allow-use-before-declare", "--relax-enum-conversions")


@dataclass(frozen=True)
class Simulation:
    """The compiled RTL of a core.

    Attributes:
        program: the executable.
        folder: the folder to run it in, with the files that the hardware reads.
        ports: the ports besides the clock.
    """

    program: Path
    folder: Path
    ports: tuple[Port, ...]

    def start(self, power_on: int = 1) -> device.Rtl:
        """Returns a new simulation, to be entered as a context.

        Args:
            power_on: seed of the contents of registers before the reset.
        """
        return device.Rtl(self.program, self.ports, power_on, self.folder)


@dataclass(frozen=True)
class CoreDesign(Design):
    """A core of a core file on a target.

    Attributes:
        located: the core file.
        found: the files of the core.
        front: the Yosys command that reads the sources.
    """

    located: Located = field(kw_only=True)
    found: Files = field(kw_only=True, compare=False)
    front: str = field(kw_only=True, default="read_slang")

    @property
    def top(self) -> str:
        """The name of the top module."""
        return self.located.core.top

    @property
    def parameters(self) -> dict[str, int | str]:
        """The parameters of the top module; those of a VHDL core are in the converted file."""
        return {} if self.found.converted else self.located.core.parameters

    @property
    def arguments(self) -> list[str]:
        """The parameters in the syntax of slang."""
        given = self.parameters.items()
        return [argument for name, value in given for argument in ("-G", f"{name}={value}")]

    @cached_property
    def sources(self) -> tuple[Source, ...]:
        """The sources as the tools read them."""
        return self.found.all

    @cached_property
    def source_hash(self) -> str:
        """Hash of the sources, the macros and the parameters."""
        core = self.located.core
        return fingerprint([self.found.sha256, core.top, core.parameters, core.defines])

    @property
    def script(self) -> str:
        """The Yosys script of the mapping."""
        return yosys.render(self.target, TOP, words=True)

    @property
    def elaboration_script(self) -> str:
        """The Yosys script that elaborates the core; all but the reading is that of our cores."""
        text = yosys.render_elaboration(self.top, [], [])
        return text.replace(f"read_slang --top {self.top}", self._reading, 1)

    @property
    def _reading(self) -> str:
        """The commands that read the sources."""
        files = [source.path for source in self.found.compiled]
        defines = [f"-D{name}={value}" for name, value in self.located.core.defines.items()]
        folders = [f"-I{folder}" for folder in self.found.folders]
        if self.front.startswith("read_slang"):
            words = [self.front, *_LENIENT, "--top", self.top, *self.arguments, *defines, *folders]
            return " ".join([*words, *files])
        lines = [" ".join([self.front, "-sv", "-defer", *defines, *folders, *files])]
        chosen = [f"-chparam {n} {v}" for n, v in self.parameters.items()]
        lines.append(" ".join(["hierarchy -check", *chosen, "-top", self.top]))
        return "\n".join(lines)

    def with_front(self, store: Store) -> CoreDesign:
        """Returns the same design with the first way of reading that Yosys accepts.

        Raises:
            ToolFailed: none is accepted; the message is that of the first.
        """
        first: ToolFailed | None = None
        language = "auto" if self.found.converted else self.located.core.language
        for front in _FRONTS[language]:
            design = replace(self, front=front)
            try:
                synth.elaborate(design, store)
            except ToolFailed as error:
                first = first or error
            else:
                return design
        raise ToolFailed(f"{self.located.path}: Yosys cannot read the core {self.top}: {first}")

    def ports(self, store: Store) -> list[Port]:
        """Returns the ports besides the clock, with the widths that the parameters give.

        Raises:
            BadInput: the core file names a port that does not exist, or a port is bidirectional.
        """
        folder = synth.elaborate(self, store)
        module = json.loads((folder / yosys.NETLIST).read_text("utf-8"))["modules"][TOP]
        gone = json.loads((folder / "shell.json").read_text("utf-8"))["ports"]
        found = {n: (p["direction"], len(p["bits"])) for n, p in module["ports"].items()}
        found |= {name: tuple(entry) for name, entry in gone.items()}
        for name, (direction, _) in found.items():
            if direction == "inout":
                raise BadInput(f"{self.located.path}: port {name} of {self.top} is bidirectional")
        self._demand(found)
        ports = (Port(name, way == "output", width) for name, (way, width) in sorted(found.items()))
        return [port for port in ports if port.name != self.located.core.clock]

    def _demand(self, found: dict[str, Any]) -> None:
        """Checks that every port that the core file names exists and has its direction."""
        core = self.located.core
        named = [("clock", core.clock, False)]
        named += [("reset.port", core.reset.port, False)] if core.reset else []
        named += [(f"tie.{name}", name, False) for name in core.tie]
        named += [(f"interface.{key}", port, out) for key, port, out in core.interface.ports()]
        for key, name, output in named:
            way = "output" if output else "input"
            if name not in found:
                ports = ", ".join(sorted(p for p, entry in found.items() if entry[0] == way))
                raise self.located.mistake(
                    key, f"{self.top} has no port {name}; its {way}s are {ports}"
                )
            if found[name][0] != way:
                raise self.located.mistake(key, f"port {name} of {self.top} is no {way}")

    def simulation(self, ports: Sequence[Port], store: Store) -> Simulation:
        """Returns the compiled RTL; builds it if needed.

        Raises:
            ToolFailed: Verilator refused the sources.
        """
        core = self.located.core
        text = device.render_wrapper(self.top, core.clock, ports, self.parameters)
        folder = self.written(store, text)
        files = [folder / source.path for source in self.found.compiled]
        arguments = self.verilator_options(folder)
        program = device.build(folder / _WRAPPER, files, arguments, ports)
        return Simulation(program, folder, tuple(ports))

    def written(self, store: Store, wrapper: str = "") -> Path:
        """Returns a folder with the sources and a wrapper, as the simulator reads them."""
        key = fingerprint([self.found.sha256, [s.path for s in self.found.all], wrapper])

        def build(folder: Path) -> None:
            flow_sources.write(self.sources, folder)
            (folder / _WRAPPER).write_text(wrapper, encoding="utf-8")

        return store.get("measured-sources", key, build)

    def verilator_options(self, folder: Path) -> list[str]:
        """Returns the options of Verilator for the sources in a folder."""
        options = [f"-I{folder / name}" for name in self.found.folders]
        options += [f"-D{name}={value}" for name, value in self.located.core.defines.items()]
        options.append("--no-timing")  # delays of a model say nothing about cycles
        if "1364" in self.front or self.front == "read_verilog":
            options += ["--default-language", "1364-2005"]
        return options
