"""Synthesis: turns a configuration into a netlist of the target's cells, in two stored steps.

*Elaboration* turns the sources into a flat netlist of word-level cells. *Mapping* turns this
netlist into cells of the target. The names in both netlists follow from their structure
(`silicrypt.tools.canonical`). The key of the second step is the content of the first netlist:
sources that elaborate to the same structure are mapped, placed and routed once.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from silicrypt import catalog, targets
from silicrypt.base import sources
from silicrypt.base.code import code_key
from silicrypt.base.sources import Source
from silicrypt.catalog import BlockCipher, DesignPoint, Level
from silicrypt.errors import BadInput
from silicrypt.results.store import Store, fingerprint
from silicrypt.targets import StandardCells, Target
from silicrypt.tools import abc, cellmodels, installed, liberty, source_names, yosys
from silicrypt.tools.canonical import TOP, Shell, canonical
from silicrypt.tools.gatesim import Library

ELABORATED, MAPPED = "elaborated", "netlists"
NAMES, _SHELL = "names.json", "shell.json"
#: Lengths of the messages whose latency is stated, in bytes: one block, and several.
SHORT, LONG = 3, 1024
#: First letter of the names of cells after elaboration and after mapping.
WORDS, CELLS = "e", "m"
#: A name in a mapped netlist: a cell, with the port and the bit of a net that it drives.
_NAME = re.compile(rf"\b({CELLS}\d{{4,}})(?:_([A-Z]\w*?))?(?:\[(\d+)\])?(?![A-Za-z0-9])")


@dataclass(frozen=True)
class Names:
    """Translates the names of a mapped netlist into those of the sources.

    Attributes:
        elaborated: the folder of the elaborated netlist.
        mapped: the folder of the mapped netlist.
        target: the target whose cells the mapped netlist has.
        sources: the current sources.
    """

    elaborated: Path
    mapped: Path
    target: Target
    sources: tuple[Source, ...]

    def path(self, steps: Sequence[str]) -> list[tuple[str, str]]:
        """Returns for the nets and cells on a path the signal and the line, ``file:line``.

        Logic that synthesis has restructured computes no signal of the sources. It has name and
        line of the next signal on the path.
        """
        found = [self._known(step) for step in steps]
        signal, line = next(((s, at) for s, at in reversed(found) if s), ("", ""))
        for index, (name, at) in reversed(list(enumerate(found))):
            signal, line = (name, at) if name else (signal, at or line)
            found[index] = signal or steps[index], line
        return found

    def _known(self, step: str) -> tuple[str, str]:
        """Returns signal and line of a net or cell; empty where they are not known."""
        name = _NAME.search(step)
        if name is None:
            return step, ""
        cell, port, index = name.groups()
        net = f"{cell}_{port}[{index or 0}]"
        nets = [net] if net in self._signals else self._outputs.get(cell, [])
        signal = next((self._signals[net] for net in nets if net in self._signals), "")
        origin = signal.split("_")[0] or self._kept.get(cell, "")
        line = sources.original(self._words.get(origin, "").split("|")[0], self.sources)
        return self._words.get(signal, "") or self._whole.get(origin, ""), line

    @cached_property
    def _words(self) -> Mapping[str, str]:
        return _names(self.elaborated)

    @cached_property
    def _whole(self) -> Mapping[str, str]:
        """For cells of the elaborated netlist, the signal that they drive, without a bit of it."""
        nets = ((name.split("_")[0], signal) for name, signal in self._words.items() if "_" in name)
        return {cell: re.sub(r"\[\d+\]$", "", signal) for cell, signal in nets}

    @cached_property
    def _kept(self) -> Mapping[str, str]:
        return _names(self.mapped)

    @cached_property
    def _signals(self) -> Mapping[str, str]:
        """For nets of the mapped netlist, those of the elaborated one."""
        elaborated, mapped = _module(self.elaborated), _module(self.mapped)
        try:
            models = cellmodels.cells(self.target)
            same = source_names.same_signals(elaborated, mapped, self._kept, models)
        except BadInput:  # a cell without a model
            same = {}
        return {**same, **{net: name for net, name in self._kept.items() if "_" in net}}

    @cached_property
    def _outputs(self) -> Mapping[str, list[str]]:
        """For each cell of the mapped netlist, the nets that it drives."""
        found: dict[str, list[str]] = {}
        for net in source_names.driven(_module(self.mapped)).values():
            found.setdefault(net.split("_")[0], []).append(net)
        return found


@dataclass(frozen=True)
class Computation:
    """What a design computes, and in how many cycles. Figures follow from it and the netlist.

    Attributes:
        algorithm: the name of the function.
        block_bits: bits of a block.
        cycles_per_block: cycles from one block to the next, in steady state, of the core.
        latency: cycles from the first beat to the result, for a message of one block.
        latency_1024: the same for a message of 1024 bytes.
        in_flight: independent blocks or messages in flight.
        interval: cycles from one block to the next at the level of the design.
    """

    algorithm: str
    block_bits: int
    cycles_per_block: int = 1
    latency: int = 1
    latency_1024: int = 1
    in_flight: int = 1
    interval: int = 1


@dataclass(frozen=True)
class Design:
    """Hardware on a target: everything that decides its netlist. It needs no catalogue entry.

    A subclass says where name, parameters and sources come from.

    Attributes:
        level: ``"core"`` or ``"stream"``.
        target: the target.
    """

    level: Level
    target: Target

    @property
    def name(self) -> str:
        """What results call it."""
        raise NotImplementedError

    @property
    def top(self) -> str:
        """The name of the top module."""
        raise NotImplementedError

    @property
    def parameters(self) -> Mapping[str, int | str]:
        """The parameters of the hardware, as results state them."""
        return {}

    @property
    def arguments(self) -> list[str]:
        """The parameters in the syntax of slang."""
        return [
            word for name, value in self.parameters.items() for word in ("-G", f"{name}={value}")
        ]

    @property
    def sources(self) -> tuple[Source, ...]:
        """The sources as the tools read them."""
        raise NotImplementedError

    @property
    def source_hash(self) -> str:
        """Hash of the sources and the parameters."""
        return sources.digest(self.sources, self.arguments)

    @property
    def clock(self) -> str:
        """The name of the clock port."""
        return "clk_i"

    def models(self) -> Library:
        """Returns the models of the cells of its netlist for the simulator.

        Raises:
            BadInput: the target has no models.
        """
        return cellmodels.cells(self.target)

    @property
    def computation(self) -> Computation:
        """What it computes; only a design whose figures are stated has one."""
        raise NotImplementedError

    @property
    def elaboration_script(self) -> str:
        """The Yosys script of the first step."""
        files = [source.path for source in self.sources]
        return yosys.render_elaboration(self.top, self.arguments, files)

    @property
    def script(self) -> str:
        """The Yosys script of the second step."""
        return yosys.render(self.target, TOP, words=self.words)

    @property
    def words(self) -> bool:
        """Whether words may be multiplexed until the netlist is mapped."""
        return True

    @property
    def settings(self) -> dict[str, object]:
        """Everything that decides the mapping of an elaborated netlist, besides the code here."""
        found: dict[str, object] = {
            "script": self.script,
            "parameters": self.arguments,
            "tools": installed.synthesis(self.target),
        }
        if isinstance(self.target, StandardCells):
            found |= _extra_files(self.target) | {"library": self.target.sha256}
        return found


@dataclass(frozen=True)
class PointDesign(Design):
    """A design point of the catalogue at a level on a target.

    Attributes:
        point: the design point.
        files: its source files if they are known; otherwise elaboration finds them.
    """

    point: DesignPoint
    files: tuple[Path, ...] | None = field(default=None, compare=False)

    @property
    def name(self) -> str:
        """The name of the design point."""
        return self.point.name

    @property
    def top(self) -> str:
        """The name of the top module."""
        return self.point.top(self.level)

    @property
    def parameters(self) -> Mapping[str, int | str]:
        """Every parameter of the design point."""
        return self.point.parameters

    @property
    def arguments(self) -> list[str]:
        """The parameters that the top module has, in the syntax of slang."""
        return [word for one in self.point.overrides(self.level) for word in ("-G", one)]

    @cached_property
    def sources(self) -> tuple[Source, ...]:
        """The sources as the tools read them."""
        files = self.files
        if files is None:
            files = tuple(self.point.sources(self.level, self.target.primitives))
        return tuple(map(sources.read, files))

    def made_of(self, names: Sequence[str]) -> PointDesign | None:
        """Returns the same design with known files; None if one is missing or was replaced.

        Args:
            names: the files below ``hw/``, in compile order.
        """
        files = self.point.located(names, self.target.primitives)
        return replace(self, files=files) if files else None

    @cached_property
    def source_hash(self) -> str:
        """Hash of the sources and the parameters."""
        return super().source_hash

    @property
    def computation(self) -> Computation:
        """What the design point computes, by its formulas."""
        point, level = self.point, self.level
        return Computation(
            algorithm=point.computes,
            block_bits=point.algorithm.block_bits,
            cycles_per_block=point.cycles_per_block,
            latency=point.cycles(level, SHORT),
            latency_1024=point.cycles(level, LONG),
            in_flight=point.stages,
            interval=point.block_interval(level),
        )

    @property
    def words(self) -> bool:
        """Whether words are multiplexed outside hashes and block ciphers themselves."""
        stream = isinstance(self.point.algorithm, BlockCipher) and self.level == "stream"
        return self.point.inside is not None or stream or len(self.point.choices) > 1


@dataclass(frozen=True)
class Synthesized:
    """A mapped netlist.

    Attributes:
        folder: its folder in the store, which also holds the cell counts.
        shell: the name of the top module, and its unconnected ports.
        names: the origin of the names in it; None where the sources are not known.
    """

    folder: Path
    shell: Shell
    names: Names | None

    @cached_property
    def core(self) -> str:
        """The netlist without its shell, as JSON. This netlist is placed."""
        return (self.folder / yosys.NETLIST).read_text(encoding="utf-8")

    @cached_property
    def document(self) -> dict[str, Any]:
        """The netlist in the format of Yosys' ``write_json``, with top name and all ports."""
        found: dict[str, Any] = json.loads(self.shell.around(self.core))
        return found

    @property
    def module(self) -> Mapping[str, Any]:
        """The top module of the netlist without its shell."""
        return _module(self.folder)

    @property
    def counts(self) -> yosys.Stat:
        """The cell counts."""
        return yosys.parse_stat((self.folder / yosys.STAT).read_text(encoding="utf-8"))

    @cached_property
    def sha256(self) -> str:
        """Hash of the netlist without its shell."""
        return hashlib.sha256(self.core.encode()).hexdigest()


def design_of(
    point: DesignPoint | str, target: Target | str, level: Level | None = None
) -> PointDesign:
    """Returns the design of a design point on a target.

    Args:
        point: the design point, or its name.
        target: the target, or its name.
        level: the level; the first level of the design point if it is None.

    Raises:
        UnknownName: there is no such design point or target.
    """
    chosen = catalog.get(point) if isinstance(point, str) else point
    known = targets.get(target) if isinstance(target, str) else target
    return PointDesign(level or chosen.levels[0], known, chosen)


def elaborate(design: Design, store: Store) -> Path:
    """Returns the folder of a design's flat word-level netlist, which has structural names.

    Raises:
        ToolFailed: slang or Yosys refused the sources.
    """
    key = fingerprint(
        {
            "sources": [(source.path, source.sha256) for source in design.sources],
            "script": design.elaboration_script,
            "tools": installed.synthesis(design.target)["pyosys"],
            "code": code_key(write_elaborated),
        }
    )
    script, files = design.elaboration_script, design.sources
    return store.get(ELABORATED, key, lambda folder: write_elaborated(files, script, folder))


def write_elaborated(files: Sequence[Source], script: str, folder: Path) -> None:
    """Elaborates sources into a flat word-level netlist with structural names.

    Args:
        files: the sources.
        script: the script that elaborates them.
        folder: an empty folder for the netlist, its shell, and the origins of its names.
    """
    sources.write(files, folder)
    yosys.run(script, folder)
    written = json.loads((folder / yosys.ELABORATED).read_text(encoding="utf-8"))
    document, shell = Shell.split(written)
    renamed = canonical(document, WORDS, keep_hidden=True)
    (folder / yosys.NETLIST).write_text(renamed.text, encoding="utf-8")
    (folder / _SHELL).write_text(json.dumps(asdict(shell)), encoding="utf-8")
    _write_names(source_names.in_sources(document["modules"][TOP], renamed), folder)
    (folder / yosys.ELABORATED).unlink()


def synthesize(design: Design, store: Store) -> Synthesized:
    """Returns the mapped netlist of a design with its cell counts.

    Raises:
        ToolFailed: Yosys refused the design, or ABC's mapping was not proved equivalent.
    """
    elaborated = elaborate(design, store)
    words = elaborated / yosys.NETLIST
    key = fingerprint(
        {
            "elaborated": hashlib.sha256(words.read_bytes()).hexdigest(),
            "code": code_key(write_mapped),
            **design.settings,
        }
    )

    def build(folder: Path) -> None:
        if isinstance(design.target, StandardCells):
            _prepare_library(design.target, folder, store)
        proved = isinstance(design.target, StandardCells)
        write_mapped(words.read_bytes(), design.script, folder, proved=proved)

    folder = store.get(MAPPED, key, build)
    shell = Shell(**json.loads((elaborated / _SHELL).read_text(encoding="utf-8")))
    return Synthesized(folder, shell, Names(elaborated, folder, design.target, design.sources))


def write_mapped(elaborated: bytes, script: str, folder: Path, *, proved: bool) -> None:
    """Maps an elaborated netlist to cells, which get structural names.

    Args:
        elaborated: the netlist.
        script: the script that maps it.
        folder: a folder with the files that the script reads.
        proved: whether the script proves that the mapping is equivalent.

    Raises:
        ToolFailed: Yosys refused the design, or the mapping was not proved equivalent.
    """
    (folder / yosys.ELABORATED).write_bytes(elaborated)
    log = yosys.run(script, folder)
    (folder / yosys.ELABORATED).unlink()
    if proved:
        abc.parse(log)
    document = json.loads((folder / yosys.MAPPED).read_text("utf-8"))
    renamed = canonical(document, CELLS)
    (folder / yosys.NETLIST).write_text(renamed.text, encoding="utf-8")
    words = set(source_names.driven(json.loads(elaborated)["modules"][TOP]).values())
    module = document["modules"][TOP]
    _write_names(source_names.in_elaborated(module, renamed, words), folder)
    (folder / yosys.MAPPED).unlink()


def _write_names(names: Mapping[str, str], folder: Path) -> None:
    (folder / NAMES).write_text(json.dumps(names, indent=0), encoding="utf-8")


def _names(folder: Path) -> dict[str, str]:
    found: dict[str, str] = json.loads((folder / NAMES).read_text(encoding="utf-8"))
    return found


def _module(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / yosys.NETLIST).read_text("utf-8"))["modules"][TOP]
    return found


def _prepare_library(target: StandardCells, folder: Path, store: Store) -> None:
    (folder / yosys.LIBRARY).symlink_to(liberty.unpack(target, store))
    for name, text in _extra_files(target).items():
        (folder / name).write_text(text, encoding="utf-8")


def _extra_files(target: StandardCells) -> dict[str, str]:
    """Returns the files that the script reads in addition to the netlist and the library."""
    return {
        abc.SCRIPT: abc.render(target),
        abc.CONSTRAINTS: abc.render_constraints(target),
        yosys.LATCHES: yosys.render_latches(target),
    }


def netlist(
    point: DesignPoint, level: Level, target: str, store: Store | None = None
) -> dict[str, Any]:
    """Returns the mapped netlist of a configuration; synthesises it if it is not in the store.

    Args:
        point: the design point.
        level: ``"core"`` or ``"stream"``.
        target: name of the target.
        store: where it is kept; the cache by default.

    Returns:
        the netlist in the format of Yosys' ``write_json``.

    Raises:
        UnknownName: there is no such target.
        ToolFailed: Yosys refused the design.
    """
    return synthesize(design_of(point, target, level), store or Store()).document
