"""The origin of the names in a mapped netlist: nets and positions in the sources."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from silicrypt.base import sources
from silicrypt.base.sources import Source

#: First letter of the names of cells after elaboration and after mapping.
WORDS, CELLS = "e", "m"
#: First letter of the names of cells after elaboration and after mapping.
WORDS, CELLS = "e", "m"
#: Output pins of registers and gates. The net on such a pin identifies the cell.
_OUTPUTS = ("Q", "Y", "Z", "S0", "S1", "COUT", "ZN")
#: A name given by `canonical`, with the port and the bit of a net.
_NAME = re.compile(
    rf"(?<![A-Za-z0-9_])[{WORDS}{CELLS}]\d{{4,}}(?:_[A-Z]\w*?(?:\[\d+\])?)?(?![A-Za-z0-9])"
)


@dataclass(frozen=True)
class Names:
    """Translates the names of a mapped netlist into those of the sources.

    Attributes:
        words: source names and positions, by name in the elaborated netlist.
        cells: names in the elaborated netlist, by name in the mapped netlist.
        sources: the current sources.
    """

    words: Mapping[str, str]
    cells: Mapping[str, str]
    sources: tuple[Source, ...]

    def original(self, name: str) -> str:
        """Returns the name of a net or cell with each part replaced by its name in the sources."""
        return _NAME.sub(self._word, _NAME.sub(self._cell, name))

    def position(self, name: str) -> str:
        """Returns the first source position, ``file:line``, of a net or cell, or ``""``."""
        cell = _NAME.search(name)
        # The source attribute of a mapped cell names the elaborated cells that it was made from.
        made_of = self.cells.get(cell[0].split("_")[0], "") if cell else ""
        for word in _NAME.findall(f"{_NAME.sub(self._cell, name)} {made_of.replace('|', ' ')}"):
            if found := self.words.get(word.split("_")[0]):
                return sources.original(found.split("|")[0], self.sources)
        return ""

    def _cell(self, match: re.Match[str]) -> str:
        return self._of(self.cells, match[0])

    def _word(self, match: re.Match[str]) -> str:
        return self._of(self.words, match[0])

    @staticmethod
    def _of(names: Mapping[str, str], name: str) -> str:
        """Looks up a net by its first bit if no bit is named, and a cell by the net it drives."""
        nets = [name, f"{name}[0]"] if "_" in name else [f"{name}_{pin}[0]" for pin in _OUTPUTS]
        return next((names[net] for net in nets if net in names), name)
