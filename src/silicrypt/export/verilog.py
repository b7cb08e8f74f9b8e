"""The exported sources in Verilog-2005: what Yosys writes of the elaborated design.

slang elaborates the sources with the parameters of the design point. Yosys writes one Verilog
module per instance; modules with equal text are merged afterwards. Names of ports, of instances and
of most signals are those of the sources.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

from silicrypt.errors import ToolFailed
from silicrypt.export import outputs
from silicrypt.export.request import Request
from silicrypt.export.templating import render as template
from silicrypt.paths import hw_root
from silicrypt.tools import yosys

_TOP, _WRITTEN = "top.sv", "written.v"
#: Link to the sources in the folder that Yosys runs in. A path in a script must have no spaces.
_SOURCES = "hw"
#: A selection: nets of two or more bits that are no ports. ``splitnets`` changes no others, and its
#: time grows with the square of the number of modules that it examines.
_WORDS = "s:2: x:* %d"
#: ``memory_bmux2rom``: tables of constants become memories, which synthesis can place in block
#: memory. ``bwmuxmap``, ``bmuxmap``: Verilog has no operator for the multiplexers that remain.
#: ``opt_reduce``: a memory has one write enable for a word, not one for each bit.
#: ``splitnets -driver``: Icarus Verilog never ends the first time step of a design in which parts
#: of a net depend on each other.
_STEPS = (
    *("hierarchy -check", "proc", "opt_clean", "memory_bmux2rom", "bwmuxmap"),
    *("bmuxmap", "opt_reduce", "memory_collect", "opt_clean"),
    *(f"splitnets -driver {_WORDS}", "opt_clean"),
)
#: Yosys names the module of an instance for its source module, ``$`` and the path of the instance.
_MODULE = re.compile(r"^module (?:\\(\S+) |(\w+))(.*?)^endmodule\n", re.M | re.S)
#: An attribute that is not for synthesis tools, such as the position in the sources.
_ATTRIBUTE = re.compile(
    r'(?:^ *)?\(\* (?!ram_style|rom_style|keep)[^\s"]+(?: = (?:"[^"]*"|[^"*]*))? \*\)(?:\n| )', re.M
)
_INSTANCE = re.compile(r"^(  )\\(\w+\$\S+) ", re.M)


def render_script(request: Request) -> str:
    """Returns the script that writes the design as Verilog."""
    hw = hw_root()
    files = [f"{_SOURCES}/{path.relative_to(hw).as_posix()}" for path in request.sources]
    read = ["read_slang", "--keep-hierarchy", "--top", request.module, *files, _TOP]
    steps = [" ".join(read), *_STEPS, f"write_verilog -simple-lhs {_WRITTEN}", ""]
    return "\n".join([f"read_rtlil {yosys.NUMBERING}", *steps])


def render(request: Request) -> str:
    """Returns the design in Verilog; the top comes last.

    Raises:
        ToolFailed: slang or Yosys refused the sources, or the disk is full.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / _SOURCES).symlink_to(hw_root())
        (folder / _TOP).write_text(template("top.sv.j2", request), encoding="utf-8")
        yosys.run(render_script(request), folder)
        written = (folder / _WRITTEN).read_text(encoding="utf-8")
    return "\n".join(merged(_ATTRIBUTE.sub("", complete(written)), request.module))


def complete(written: str) -> str:
    """Returns what ``write_verilog`` wrote. On a full disk Yosys ends without an error.

    Raises:
        ToolFailed: its end is missing.
    """
    if not written.endswith("\nendmodule\n"):
        raise ToolFailed(
            f"Yosys could not write the Verilog completely: is there space in "
            f"{tempfile.gettempdir()}? Nothing was exported; TMPDIR names another folder"
        )
    return written


def merged(written: str, top: str) -> Iterator[str]:
    """Yields the modules of a design, equal ones once; each needs only those before it.

    Args:
        written: what ``write_verilog`` wrote: a module per instance, named for its place.
        top: the top module. It keeps its name, and the names of all others begin with it.
    """
    bodies = {found[1] or found[2]: found[3] for found in _MODULE.finditer(written)}
    driven = {name: outputs.outputs(body) for name, body in bodies.items()}
    driven |= outputs.CELLS
    bodies = {name: outputs.split(body, driven) for name, body in bodies.items()}
    names = dict[str, str]()
    known = dict[tuple[str, str], str]()
    uses = dict[str, int]()

    def visit(name: str) -> Iterator[str]:
        for inner in dict.fromkeys(_INSTANCE.findall(bodies[name])):
            if inner[1] in bodies and inner[1] not in names:
                yield from visit(inner[1])
        body = _INSTANCE.sub(lambda one: f"{one[1]}{names.get(one[2], one[2])} ", bodies[name])
        source = name.split("$")[0]
        if name == top:
            yield f"module {top}{body}endmodule\n"
        elif (source, body) in known:
            names[name] = known[source, body]
        else:
            number = uses[source] = uses.get(source, 0) + 1
            ending = f"_{number}" if number > 1 else ""
            names[name] = known[source, body] = f"{top}__{source.removeprefix('sil_')}{ending}"
            yield f"module {names[name]}{body}endmodule\n"

    yield from visit(top)
