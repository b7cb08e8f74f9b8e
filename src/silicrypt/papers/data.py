"""The published figures, the open peers and the physical limits, as committed in ``data/``."""

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
    """A printed row, its cells still text: the digits printed say how exact a figure is.

    Attributes:
        paper: name of the paper.
        table: number of the table, or ``"text"``.
        row: name of the row.
        algorithm: what the design computes.
        is_proposed: the paper's own design.
        device: where it was measured.
        block_bits: bits of a message block; nothing where no throughput follows from a clock.
        cells: every cell by its column.
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
        """A cell as a number; nothing where the paper prints none."""
        return float(self.cells[column]) if self.cells[column] else None

    def slack(self, column: str) -> float:
        """Half a unit of the last printed digit."""
        exponent = Decimal(self.cells[column]).as_tuple().exponent
        return 0.5 * 10.0 ** int(exponent)

    @property
    def printed(self) -> Printed:
        """The figures of the row."""
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
    """An open core of someone else, measured on our flow (ecp5-85k, one seed).

    Attributes:
        name: short name of the core.
        repository: where it is, owner/name.
        commit: the commit measured.
        algorithm: what it computes, and what it includes.
        block_bits: bits of a block.
        cycles_per_block: cycles of a block.
        cycles_from: how they are known (``"simulated"``, ``"documentation"``, ...).
        fmax_mhz: after routing.
        lut4: 4-input tables.
        ff: flip-flops.
        bram: block memories.
        throughput_mbps: Mbit/s.
        mbps_per_lut: Mbit/s a LUT.
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
    """The one loop of an algorithm that no pipelining shortens, alone on ecp5-85k.

    Attributes:
        name: short name.
        width_bits: width of its words.
        fmax_mhz: after routing.
        lut4: 4-input tables.
        ff: flip-flops.
        meaning: the loop.
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
    """Every printed figure of a paper, in the order of the paper."""
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
    """The open peers."""
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
    """The recurrence limits."""
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
    """A hash of others that the paper shat-2014 compares SHAT with.

    What the stored text of the paper has lost is what the hash's own authors published.

    Attributes:
        size: bits of the SHAT that it is compared with.
        group: what it is averaged with.
        name: the hash and its rounds.
        ge: gate equivalents.
        kbps: kbit/s at 100 kHz.
        lost: which of the two is not in the text.
    """

    size: int
    group: str
    name: str
    ge: float
    kbps: float
    lost: str


@cache
def shat_others() -> tuple[Other, ...]:
    """Those hashes, in the order of the paper."""
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
