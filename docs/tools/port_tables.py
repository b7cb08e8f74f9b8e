"""The tables of ports on the pages of ``hw/``, made from the sources.

A page marks a table with ``<!-- ports: DESIGN LEVEL -->`` before it and ``<!-- end of ports -->``
after it.
Direction, width and meaning come from the header of the module and the ``///`` comments in it. The
value in reset comes from the elaborated netlist with the reset held active.

``python docs/tools/port_tables.py`` writes the tables of all pages.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from silicrypt.catalog import Level
from silicrypt.errors import BadInput
from silicrypt.export.request import ModulePort, ports
from silicrypt.flow.synth import design_of, elaborate
from silicrypt.paths import hw_root
from silicrypt.results.store import Store
from silicrypt.tools import yosys
from silicrypt.tools.canonical import TOP

_TABLE = re.compile(r"(<!-- ports: (\S+) (\S+) -->\n)(.*?)(<!-- end of ports -->)", re.S)
_HEAD = "| port | direction | width | in reset | meaning |\n|---|---|--:|---|---|\n"
_DECLARED = r"^[ \t]*(?:input|output)\b[^\n\[]*\[(.+)-1:0\][ \t]*{}\b"
#: What a port means that has no comment, by its name.
_KNOWN = {
    "clk_i": "Clock. All other signals belong to its rising edge.",
    "rst_ni": "Reset: asynchronous assert, active low.",
    "tdata": "The bytes of the beat.",
    "tlast": "The last beat of the packet.",
    "tvalid": "The beat is valid.",
    "tready": "The beat is accepted in this cycle if it is valid.",
}
#: Names that AMBA defines for AXI4-Lite and for APB.
_BUS = (
    (re.compile(r"s_(aw|w|b|ar|r)(addr|prot|data|strb|resp|valid|ready)"), "AXI4-Lite."),
    (re.compile(r"p[a-z]+"), "APB."),
)


#: The target whose primitives are elaborated. The value in reset does not depend on it.
_TARGET = "ecp5-85k"
_IN_RESET = "\n".join(
    [
        f"read_json {yosys.NETLIST}",
        f"hierarchy -top {TOP}",
        f"delete -input {TOP}/w:rst_ni",
        "connect -set rst_ni 1'0",
        "opt -full",
        f"write_json {yosys.ELABORATED}",
        "",
    ]
)


@dataclass(frozen=True)
class Table:
    """A table of ports on a page.

    Attributes:
        page: the page.
        name: the design point whose widths it shows.
        level: the level of its top.
        text: the table as the page has it.
    """

    page: Path
    name: str
    level: Level
    text: str

    @property
    def resets(self) -> dict[str, str]:
        """The value of each port in reset, as the page has it."""
        rows = [line.split("|") for line in self.text.splitlines() if line.startswith("| `")]
        return {row[1].strip(" `"): row[4].strip() for row in rows}

    def rendered(self, resets: Mapping[str, str]) -> str:
        """Returns the table as the sources have it.

        Args:
            resets: the value of each output in reset, by name.
        """
        design = design_of(self.name, _TARGET, self.level)
        sources = tuple(design.point.sources(self.level))
        header = next(path for path in sources if path.stem == design.top).read_text("utf-8")
        parameters = tuple(design.point.overrides(self.level))
        rows = []
        for port in ports(design.top, parameters, sources):
            cells = (
                f"`{port.name}`",
                port.direction.removesuffix("put"),
                _width(port, header),
                resets.get(port.name, ""),
                _meaning(port).replace("|", "\\|"),
            )
            rows.append(f"| {' | '.join(cells)} |\n")
        return _HEAD + "".join(rows)

    def reset_values(self, store: Store) -> dict[str, str]:
        """Returns the outputs that have a value while the reset is active; the netlist shows it."""
        elaborated = elaborate(design_of(self.name, _TARGET, self.level), store)
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / yosys.NETLIST).symlink_to(elaborated / yosys.NETLIST)
            yosys.run(_IN_RESET, folder)
            written = json.loads((folder / yosys.ELABORATED).read_text(encoding="utf-8"))
        found = {}
        for port, entry in written["modules"][TOP]["ports"].items():
            bits = set(entry["bits"])
            if entry["direction"] == "output" and len(bits) == 1 and bits <= {"0", "1"}:
                found[port] = bits.pop()
        return found


def tables(page: Path) -> Iterator[Table]:
    """Yields the tables of ports of a page.

    Raises:
        BadInput: a marker names a level that its design point does not have.
    """
    for _, name, level, text, _ in _TABLE.findall(page.read_text(encoding="utf-8")):
        point = design_of(name, _TARGET, None).point
        for known in point.levels:
            if known == level:
                yield Table(page, name, known, text)
                break
        else:
            raise BadInput(f"{page}: {name} has no level {level}; it has {point.levels}")


def pages(root: Path) -> list[Path]:
    """Returns the pages below a folder that have a table of ports."""
    return [page for page in sorted(root.rglob("*.md")) if any(tables(page))]


def update(page: Path, store: Store) -> None:
    """Writes the tables of a page again."""
    text = page.read_text(encoding="utf-8")
    for table in tables(page):
        made = table.rendered(table.reset_values(store))
        marker = f"<!-- ports: {table.name} {table.level} -->\n"
        text = text.replace(f"{marker}{table.text}", f"{marker}{made}")
    page.write_text(text, encoding="utf-8")


def _meaning(port: ModulePort) -> str:
    """Returns what the source says of a port, or what its name says."""
    bus = next((said for names, said in _BUS if names.fullmatch(port.name)), "")
    said = _KNOWN.get(port.name) or port.about or _KNOWN.get(port.name.rpartition("_")[2]) or bus
    if not said:
        raise BadInput(f"the source says nothing about the port {port.name}; add a /// comment")
    return said


def _width(port: ModulePort, header: str) -> str:
    """Returns the width, with its name in the source if it is not a number there."""
    declared = re.search(_DECLARED.format(port.name), header, re.M)
    return f"`{declared[1]}` = {port.width}" if declared else str(port.width)


def main() -> None:
    """Writes the tables of all pages of ``hw/``."""
    for page in pages(hw_root()):
        sys.stderr.write(f"{page.relative_to(hw_root().parent)}\n")
        update(page, Store())


if __name__ == "__main__":
    main()
