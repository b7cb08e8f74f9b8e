"""Files for tools and languages around the core: one template each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import metadata

from silicrypt.export.ports import Port
from silicrypt.export.request import Request
from silicrypt.export.templating import render as template
from silicrypt.results.result import Result

#: Verilator's warnings about the style of the Verilog that Yosys writes.
_STYLE = (
    *("DECLFILENAME", "UNUSEDSIGNAL", "WIDTH", "CASEOVERLAP", "PINMISSING", "UNOPTFLAT"),
    "LATCH",  # of the clock gates
)


def lint_options(request: Request) -> tuple[str, ...]:
    """Returns Verilator's options: all warnings, but none about style in Verilog of Yosys.

    Forms of primitives for a technology do not use all their parameters and signals.
    """
    muted: tuple[str, ...] = _STYLE if request.language == "verilog" else ()
    if request.language == "sv" and request.primitives != "generic":
        muted = ("DECLFILENAME", "TIMESCALEMOD", "UNUSEDSIGNAL", "UNUSEDPARAM")
    return "-Wall", *(f"-Wno-{name}" for name in muted)


def render(
    request: Request, lists: dict[str, list[str]], results: Sequence[Result]
) -> Iterator[tuple[str, str]]:
    """Yields the files by their paths.

    Args:
        request: the export.
        lists: the files for synthesis, simulation and the testbench.
        results: the results that are known of the design.
    """
    name, version = request.module, metadata.version("silicrypt")
    clocks = {"clk_i", "rst_ni"}
    known: dict[str, object] = {
        **lists,
        "version": version,
        "vhdl_type": vhdl_type,
        "lint_options": lint_options(request),
        "class_name": "".join(part.capitalize() for part in name.split("_")),
        "fmax": next((one for one in results if one.fmax_mhz is not None), None),
        "inputs": [p.name for p in request.ports if not p.output and p.name not in clocks],
        "outputs": [p.name for p in request.ports if p.output],
    }
    for path, of in {
        f"{name}.f": "files.f.j2",
        f"{name}.core": "fusesoc.core.j2",
        "Makefile": "makefile.j2",
        f"vhdl/{name}_pkg.vhd": "package.vhd.j2",
        f"vhdl/{name}_example.vhd": "example.vhd.j2",
        f"constraints/{name}.sdc": "constraints.sdc.j2",
        f"constraints/{name}.xdc": "constraints.sdc.j2",
        f"vivado/{name}.tcl": "vivado.tcl.j2",
        f"python/{name}_amaranth.py": "amaranth.py.j2",
        f"python/{name}_litex.py": "litex.py.j2",
        **({f"{name}.xeda.toml": "xeda.toml.j2"} if request.xeda else {}),
    }.items():
        yield path, template(of, request, **known)


def vhdl_type(port: Port) -> str:
    """Returns the type of a port in VHDL."""
    return f"std_logic_vector({port.width - 1} downto 0)" if port.width > 1 else "std_logic"
