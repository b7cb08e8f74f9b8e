"""The published figures, the open peers and the loops that bound a clock, from ``data/``."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from importlib.resources import files

from silicrypt.papers.model import Printed


@dataclass(frozen=True)
class Published:
    """A printed row. Its cells are text, because the printed digits say how exact a figure is.

    Attributes:
        paper: name of the paper.
        table: number of the table, or ``"text"``.
        row: name of the row.
        algorithm: the algorithm of the design.
        is_proposed: whether it is the paper's own design.
        device: the device that it was measured on.
        block_bits: bits of a message block; None if no throughput follows from a clock.
        cells: every cell, by column.
    """

    paper: str
    table: str
    row: str
    algorithm: str
    is_proposed: bool
    device: str
    block_bits: int | None
    cells: Mapping[str, str]

    def number(self, column: str) -> float | None:
        """Returns a cell as a number; None if the paper prints none."""
        return float(self.cells[column]) if self.cells[column] else None

    def slack(self, column: str) -> float:
        """Returns half a unit of the last printed digit."""
        exponent = Decimal(self.cells[column]).as_tuple().exponent
        return 0.5 * 10.0 ** int(exponent)

    @property
    def key(self) -> str:
        """The table and the row, as claims name them."""
        return f"{self.table}/{self.row}"

    @property
    def printed(self) -> Printed:
        """Returns the figures of the row."""
        return Printed(
            area=self.number("area"),
            area_unit=self.cells["area_unit"],
            fmax_mhz=self.number("fmax_mhz"),
            throughput_mbps=self.number("throughput_mbps"),
            registers=self.number("area2") if self.cells["area2_unit"] == "register" else None,
            constraint_ns=self.number("clk_constraint_ns"),
            slack_ns=self.number("slack_ns"),
        )


@dataclass(frozen=True)
class Peer:
    """An open core by other authors, measured with our flow (ecp5-85k, one seed).

    Attributes:
        name: short name of the core.
        repository: its repository, owner/name.
        commit: the measured commit.
        algorithm: the algorithm, and what the core includes.
        block_bits: bits per block.
        cycles_per_block: cycles per block.
        cycles_from: source of the cycles (``"simulated"``, ``"documentation"``, ...).
        fmax_mhz: clock after routing.
        lut4: number of 4-input lookup tables.
        ff: number of flip-flops.
        bram: number of block memories.
        throughput_mbps: throughput, Mbit/s.
        mbps_per_lut: throughput per LUT, Mbit/s.
        nangate45_kge: thousand gate equivalents, mapped without timing constraint.
    """

    name: str
    repository: str
    commit: str
    algorithm: str
    block_bits: int
    cycles_per_block: int
    cycles_from: str
    fmax_mhz: float
    lut4: int
    ff: int
    bram: int
    throughput_mbps: float
    mbps_per_lut: float
    nangate45_kge: float


@dataclass(frozen=True)
class Limit:
    """The feedback loop of an algorithm that pipelining cannot shorten, alone on ecp5-85k.

    Attributes:
        name: short name.
        width_bits: width of its words.
        fmax_mhz: clock after routing.
        lut4: number of 4-input lookup tables.
        ff: number of flip-flops.
        meaning: description of the loop.
    """

    name: str
    width_bits: int
    fmax_mhz: float
    lut4: int
    ff: int
    meaning: str


def _read(name: str) -> list[dict[str, str]]:
    text = files(__package__).joinpath("data", name).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


@cache
def published(paper: str) -> tuple[Published, ...]:
    """Returns every printed row of a paper, in the order of the paper."""
    return tuple(
        Published(
            paper=cells["paper"],
            table=cells["table"],
            row=cells["row"],
            algorithm=cells["algorithm"],
            is_proposed=cells["is_proposed"] == "1",
            device=cells["device"],
            block_bits=int(cells["block_bits"]) if cells["block_bits"] else None,
            cells=cells,
        )
        for cells in _read("published.csv")
        if cells["paper"] == paper
    )


@cache
def peers() -> tuple[Peer, ...]:
    """Returns the open peers."""
    return tuple(
        Peer(
            name=cells["name"],
            repository=cells["repository"],
            commit=cells["commit"],
            algorithm=cells["algorithm"],
            block_bits=int(cells["block_bits"]),
            cycles_per_block=int(cells["cycles_per_block"]),
            cycles_from=cells["cycles_from"],
            fmax_mhz=float(cells["fmax_mhz"]),
            lut4=int(cells["lut4"]),
            ff=int(cells["ff"]),
            bram=int(cells["bram"]),
            throughput_mbps=float(cells["throughput_mbps"]),
            mbps_per_lut=float(cells["mbps_per_lut"]),
            nangate45_kge=float(cells["nangate45_kge"]),
        )
        for cells in _read("peers.csv")
    )


@cache
def limits() -> tuple[Limit, ...]:
    """Returns the loops that bound a clock."""
    return tuple(
        Limit(
            name=cells["name"],
            width_bits=int(cells["width_bits"]),
            fmax_mhz=float(cells["fmax_mhz"]),
            lut4=int(cells["lut4"]),
            ff=int(cells["ff"]),
            meaning=cells["meaning"],
        )
        for cells in _read("limits.csv")
    )


@dataclass(frozen=True)
class Other:
    """A hash by other authors that the paper shat-2014 compares SHAT with.

    A figure that is missing from the available text of the paper is the one that the authors of
    the hash published.

    Attributes:
        size: digest length in bits of the SHAT that it is compared with.
        group: the group that it is averaged with.
        name: the hash and its rounds.
        ge: area in gate equivalents.
        kbps: throughput at 100 kHz, kbit/s.
        lost: which of the two figures is missing from the text.
    """

    size: int
    group: str
    name: str
    ge: float
    kbps: float
    lost: str


@cache
def shat_others() -> tuple[Other, ...]:
    """Returns these hashes, in the order of the paper."""
    printed = {row.row: row for row in published("shat-2014")}
    found = []
    for cells in _read("shat_others.csv"):
        row = printed.get(cells["row"])
        rate = row and row.number("throughput_mbps")
        ge, kbps = row and row.number("area"), rate and 1000 * rate
        lost = [name for name, known in (("area", ge), ("throughput", kbps)) if known is None]
        found.append(
            Other(
                size=int(cells["size"]),
                group=cells["group"],
                name=cells["row"].partition(" '156")[0],
                ge=ge or float(cells["ge"]),
                kbps=kbps or float(cells["kbps"]),
                lost=" and ".join(lost),
            )
        )
    return tuple(found)
