"""The exported sources in Verilog-2005: what Yosys writes of the elaborated design.

slang elaborates the sources with the parameters of the design point. Yosys writes one Verilog
module per instance; modules with equal text are merged afterwards. Names of ports, of instances and
of most signals are those of the sources.

An output that is driven in parts gets a wire for each part. Icarus Verilog resolves a net with
several drivers bit by bit, with strengths, whenever one of them changes: a digest of 64 bytes made
simulation 50 times slower. ``splitnets`` does the same for signals inside a module, but must not
change ports.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from silicrypt.base import sources as reading
from silicrypt.errors import ToolFailed
from silicrypt.export.request import ExportRequest, template
from silicrypt.tools import yosys

_TOP, _WRITTEN = "top.sv", "written.v"
#: The sources in the folder that Yosys runs in. Yosys sorts by names that it makes of their paths
#: and lines, so the paths must not depend on the checkout.
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
    r'(?:^ *)?\(\* (?!ram_style|rom_style|keep|X_INTERFACE)[^\s"]+'
    r'(?: = (?:"[^"]*"|[^"*]*))? \*\)(?:\n| )',
    re.M,
)
#: Assignments that follow each other.
_ASSIGNMENTS = re.compile(r"(?:^  assign .*;\n)+", re.M)
_INSTANCE = re.compile(r"^(  )\\(\w+\$\S+) ", re.M)
_OUTPUT = re.compile(r"^  output \[(\d+):0\] (\w+);$", re.M)
_ANY_OUTPUT = re.compile(r"^  output (?:\[\d+:0\] )?(\w+);$", re.M)
_CELL = re.compile(r"^  (?:\\(\S+) |(\w+)) (?:#\(.*?\n  \) )?.*?\(\n(.*?)\n  \);$", re.M | re.S)
_PIN = re.compile(r"^    \.(\w+)\((\w+)(\[(\d+)(?::(\d+))?\])\),?$", re.M)

#: Outputs of the vendor cells that primitives instantiate.
CELLS: Mapping[str, frozenset[str]] = {
    "LUT4": frozenset({"Z"}),
    "PFUMX": frozenset({"Z"}),
    "L6MUX21": frozenset({"Z"}),
    "CCU2C": frozenset({"S0", "S1", "COUT"}),
}


def render(request: ExportRequest) -> str:
    """Returns the design in Verilog; the top comes last.

    Raises:
        ToolFailed: slang or Yosys refused the sources, or the disk is full.
    """
    sources = [reading.read(path) for path in request.sources]
    files = [f"{_SOURCES}/{source.path}" for source in sources]
    read = ["read_slang", "--keep-hierarchy", "--top", request.module, *files, _TOP]
    steps = [f"read_rtlil {yosys.NUMBERING}", " ".join(read), *_STEPS]
    script = "\n".join([*steps, f"write_verilog -simple-lhs {_WRITTEN}", ""])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        reading.write(sources, folder / _SOURCES)
        (folder / _TOP).write_text(template("top.sv.j2", request), encoding="utf-8")
        yosys.run(script, folder)
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
    driven = {name: frozenset(_ANY_OUTPUT.findall(body)) for name, body in bodies.items()}
    driven.update(CELLS)
    bodies = {name: split(in_order(body), driven) for name, body in bodies.items()}
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


def in_order(body: str) -> str:
    """Returns the text of a module with assignments sorted where one follows another.

    Where Yosys has split wires, it sorts their assignments by addresses in its memory, which differ
    from run to run.
    """
    return _ASSIGNMENTS.sub(lambda run: "".join(sorted(run[0].splitlines(keepends=True))), body)


def split(body: str, known: Mapping[str, frozenset[str]]) -> str:
    """Returns the text of a module in which every output has one driver.

    Args:
        body: the module, as ``write_verilog`` wrote it.
        known: the outputs of the modules that it instantiates.
    """
    for found in _OUTPUT.finditer(body):
        name, width = found[2], int(found[1]) + 1
        parts = sorted(_parts(body, name, known), reverse=True)
        ends = [high for high, _ in parts] + [-1]
        whole = ends[0] == width - 1 and all(
            low == following + 1 for (_, low), following in zip(parts, ends[1:], strict=True)
        )
        if len(parts) > 1 and whole:
            body = _with_parts(body, name, parts)
    return body


def _parts(body: str, name: str, known: Mapping[str, frozenset[str]]) -> Iterator[tuple[int, int]]:
    """Yields highest and lowest bit of each part of an output that has a driver of its own."""
    for assigned in re.finditer(rf"^  assign {name}\[(\d+)(?::(\d+))?\] = ", body, re.M):
        yield int(assigned[1]), int(assigned[2] or assigned[1])
    if not re.search(rf"\({name}\[", body):
        return
    for instance in _CELL.finditer(body):
        driven = known.get(instance[1] or instance[2], frozenset())
        for pin in _PIN.finditer(instance[3]):
            if pin[2] == name and pin[1] in driven:
                yield int(pin[4]), int(pin[5] or pin[4])


def _with_parts(body: str, name: str, parts: list[tuple[int, int]]) -> str:
    def wire(high: int, low: int) -> str:
        return f"{name}__{high}" if high == low else f"{name}__{high}_{low}"

    def use(found: re.Match[str]) -> str:
        high, low = int(found[1]), int(found[2] or found[1])
        return wire(high, low) if (high, low) in parts else found[0]

    body = re.sub(rf"(?<![\w\\.]){name}\[(\d+)(?::(\d+))?\]", use, body)
    declared = "".join(
        f"  wire {f'[{high - low}:0] ' if high > low else ''}{wire(high, low)};\n"
        for high, low in parts
    )
    joined = ", ".join(wire(high, low) for high, low in parts)
    head = re.search(rf"^  wire \[\d+:0\] {name};\n", body, re.M)
    assert head is not None, f"the output {name} is not declared as a wire"
    return f"{body[: head.end()]}{declared}  assign {name} = {{ {joined} }};\n{body[head.end() :]}"
