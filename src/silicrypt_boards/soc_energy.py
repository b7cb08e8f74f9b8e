"""Energy of the demonstration system in 45 nm: the processor, and the units that it uses.

The power of the processor is that of its netlist, once as it operates SHA-256 and once as it
computes SHA-256 in software. The units have the power of their design points. The memory, the bus
and the registers of the units are not included.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from silicrypt import catalog
from silicrypt.base.progress import Progress, silent
from silicrypt.catalog import Level
from silicrypt.flow.power import power
from silicrypt.results.store import Store
from silicrypt_boards import soc_processor
from silicrypt_boards.soc_processor import TARGET, Rate, Step

#: The clock at which leakage counts.
FREQUENCY_MHZ = 100.0
CAVEATS = (
    "processor and unit alone: without memory, bus, and the registers of the unit",
    "the processor as in SHA-256 of 64 bytes, with the unit or in software, for every message",
    "a unit takes its saturated power for each block, and its idle power in all other cycles",
    "no glitches, no wires, no clock tree",
)
#: Reads of the cycle counter before and after SHA-256 of 64 bytes: with the unit, in software.
_WINDOWS = ((9, 10), (11, 12))
#: How often the firmware has read the cycle counter when the record may end.
COUNTER_READS = _WINDOWS[-1][1]


@dataclass(frozen=True)
class _Unit:
    """The design point of a unit of the system, and the blocks that a message takes.

    Attributes:
        point: the name of the design point.
        level: the level whose power counts.
        block_bytes: bytes of a block.
        padding_bytes: the least padding of a message.
        more_blocks: blocks besides those of the padded message.
    """

    point: str
    level: Level
    block_bytes: int = 64
    padding_bytes: int = 9
    more_blocks: int = 0

    def blocks(self, size: int) -> int:
        """Returns the blocks of a message of ``size`` bytes, with those of its key."""
        return -(-(size + self.padding_bytes) // self.block_bytes) + self.more_blocks


#: The units by function. HMAC takes three more blocks: two as its key is loaded, and one that
#: hashes the inner digest.
_UNITS: Mapping[str, _Unit] = {
    "SHA-256": _Unit("sha256-fast", "core"),
    "HMAC-SHA-256": _Unit("hmac-sha256-fast", "stream", more_blocks=3),
    "AES-128-CTR": _Unit("aes128-par", "core", block_bytes=16, padding_bytes=0),
}


@dataclass(frozen=True)
class Energies:
    """What the processor and its units take.

    Attributes:
        operating: the processor while it operates a unit.
        software: the processor while it computes in software.
        idle: each unit while it is idle, by function.
        block_nj: what a block takes in each unit beyond that, by function.
    """

    operating: Rate
    software: Rate
    idle: Mapping[str, Rate]
    block_nj: Mapping[str, float]

    def unit_nj(self, function: str, size: int, cycles: int) -> float:
        """Returns the energy of a message with the unit, in nanojoules.

        Args:
            function: the function, ``"SHA-256"``.
            size: bytes of the message.
            cycles: cycles of the processor.
        """
        both = (self.operating, self.idle[function])
        waiting = sum(one.energy_nj(cycles, FREQUENCY_MHZ) for one in both)
        return waiting + _UNITS[function].blocks(size) * self.block_nj[function]

    def software_nj(self, cycles: int) -> float:
        """Returns the energy of a message in software, in nanojoules, in a system without units."""
        return self.software.energy_nj(cycles, FREQUENCY_MHZ)


def measure(
    trace: list[Step], processor: Path, progress: Progress = silent, store: Store | None = None
) -> Energies:
    """Measures what the processor takes during a run, and looks up what the units take.

    A unit whose power is not among the stored results is verified and measured.

    Args:
        trace: the record of the run.
        processor: the source of the processor.
        progress: called as (done, total, label).
        store: where netlists and results are kept; the cache by default.

    Raises:
        ToolFailed: a tool failed, or the netlist did other accesses than the record has.
        NotVerified: a unit failed its verification.
    """
    store, total = store or Store(), len(_UNITS) + 1
    idle, blocks = dict[str, Rate](), dict[str, float]()
    for done, (function, unit) in enumerate(_UNITS.items()):
        point = catalog.get(unit.point)

        def say(_: int, __: int, label: str, done: int = done, name: str = unit.point) -> None:
            progress(done, total, f"power of {name}: {label}")

        low, high = power(point, TARGET, ("idle", "saturated"), unit.level, say, store=store)
        idle[function] = Rate(low.dynamic_fj, low.leakage_nw)
        blocks[function] = (high.dynamic_fj - low.dynamic_fj) * point.cycles_per_block * 1e-6
    operating, software = soc_processor.measure(
        processor, trace, _WINDOWS, lambda label: progress(total - 1, total, label), store
    )
    progress(total, total, "done")
    return Energies(operating, software, idle, blocks)
