"""Xilinx families, mapped by Yosys: those of the papers, and Artix-7."""

from __future__ import annotations

from silicrypt.targets.base import Mapped, Target

#: Yosys' wide multiplexers are left off, because they raise the count by a fifth.
_PLAIN = "-flatten -nowidelut -nobram -nolutram -nosrl -nodsp"


def _four_inputs(name: str, family: str, about: str) -> Mapped:
    """Returns a family of four-input tables, with two tables and two flip-flops per slice."""
    return Mapped(name, about, f"synth_xilinx -family {family} {_PLAIN}", "slices", 2)


TARGETS: tuple[Target, ...] = (
    _four_inputs("virtex", "xcv", "Xilinx Virtex"),
    _four_inputs("virtex-e", "xcve", "Xilinx Virtex-E"),
    _four_inputs("virtex-2", "xc2v", "Xilinx Virtex-II"),
    _four_inputs("spartan-3", "xc3s", "Xilinx Spartan-3"),
    Mapped("virtex-5", "Xilinx Virtex-5", f"synth_xilinx -family xc5v {_PLAIN}", "slices", 4, 6),
    Mapped(
        "artix-7",
        "Xilinx Artix-7",
        "synth_xilinx -family xc7 -flatten -nobram -nodsp",
        "lut",
        lut_inputs=6,
    ),
)
