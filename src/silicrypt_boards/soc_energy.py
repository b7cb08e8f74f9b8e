"""Energy of the demonstration system in 45 nm: the processor, and the units that it uses.

The power of the processor is that of its netlist, once as it operates SHA-256 and once as it
computes SHA-256 in software. The netlist repeats a recorded run: the simulation of the system
records in each cycle what the processor reads (``soc_trace.sv``), and the netlist of the processor
gets the same inputs. While its activity is counted, its accesses must be those of the record, so
the netlist that is measured is verified by the same run.

The units have the power of their design points. The memory, the bus and the registers of the units
are not included.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from silicrypt import catalog, targets
from silicrypt.base import sources
from silicrypt.base.code import code_key
from silicrypt.base.scope import Progress, silent
from silicrypt.base.sources import Source
from silicrypt.catalog import Level
from silicrypt.errors import ToolFailed
from silicrypt.flow.pipeline import Pipeline
from silicrypt.flow.power import power
from silicrypt.flow.synth import Design
from silicrypt.results.store import Store, fingerprint
from silicrypt.tools import verilator, yosys
from silicrypt.tools.gatesim import Simulator
from silicrypt.tools.power import PARTS

TARGET = "nangate45"
KIND = "processor-power"
_TOP, _FILE = "picorv32", "rates.json"
_PARAMETERS: Mapping[str, int | str] = {
    **dict.fromkeys(("ENABLE_COUNTERS", "ENABLE_COUNTERS64", "BARREL_SHIFTER"), 1),
    "ENABLE_IRQ": 0,
    "CATCH_MISALIGN": 1,
    "CATCH_ILLINSN": 1,
    "STACKADDR": 65536,
    "PROGADDR_RESET": 0,
}
#: What slang accepts besides the standard.
LENIENT = ("--allow-use-before-declare",)

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


class ProcessorCycle(NamedTuple):
    """A cycle of the processor.

    Attributes:
        released: whether the reset is released.
        done: whether an access is done.
        requested: whether an access is requested.
        counter_read: whether the processor reads its cycle counter.
        word: the word that is read.
        address: the address of the access.
    """

    released: bool
    done: bool
    requested: bool
    counter_read: bool
    word: int
    address: int


class Rate(NamedTuple):
    """What a netlist takes.

    Attributes:
        cycle_fj: dynamic energy per cycle.
        leakage_nw: leakage.
    """

    cycle_fj: float
    leakage_nw: float

    def energy_nj(self, cycles: int, mhz: float) -> float:
        """Returns the energy of some cycles at a clock frequency, in nanojoules."""
        return cycles * (self.cycle_fj * 1e-6 + self.leakage_nw / (mhz * 1e6))


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
    trace: list[ProcessorCycle],
    processor: Path,
    progress: Progress = silent,
    store: Store | None = None,
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
    operating, software = rates(
        processor, trace, _WINDOWS, lambda label: progress(total - 1, total, label), store
    )
    progress(total, total, "done")
    return Energies(operating, software, idle, blocks)


# The processor


def parse(text: str) -> list[ProcessorCycle]:
    """Reads a record of the simulation.

    Raises:
        ToolFailed: the text is no such record.
    """
    try:
        return [_step(*line.split()) for line in text.splitlines()]
    except (ValueError, TypeError) as error:
        raise ToolFailed(f"the simulation wrote a trace that is not one: {error}") from error


def _step(flags: str, word: str, address: str) -> ProcessorCycle:
    released, done, requested, counter_read = (flag == "1" for flag in flags)
    return ProcessorCycle(released, done, requested, counter_read, int(word, 16), int(address, 16))


def rates(
    processor: Path,
    trace: Sequence[ProcessorCycle],
    windows: Sequence[tuple[int, int]],
    say: Callable[[str], None],
    store: Store,
) -> list[Rate]:
    """Returns what the processor takes in some windows of a record.

    Args:
        processor: its source.
        trace: the record from the reset on.
        windows: from which read of the cycle counter to which one, in ascending order, from 1.
        say: called with what begins.
        store: where the netlist and the figures are kept.

    Raises:
        ToolFailed: a tool failed, or the netlist did other accesses than the record has.
    """
    design = _Processor("core", targets.get(TARGET), processor)
    say("mapping the processor")
    pipeline = Pipeline(design, store)
    netlist = pipeline.synthesized.sha256
    code = [code_key(_replay, _Processor), verilator.compiler_version()]
    steps = fingerprint([list(step) for step in trace])
    key = fingerprint([netlist, design.settings, steps, list(windows), code])

    def build(folder: Path) -> None:
        say("simulating the netlist of the processor")
        found = _replay(pipeline, trace, windows)
        (folder / _FILE).write_text(json.dumps(found), encoding="utf-8")

    found = json.loads((store.get(KIND, key, build) / _FILE).read_text(encoding="utf-8"))
    return [Rate(*one) for one in found]


@dataclass(frozen=True)
class _Processor(Design):
    """The processor as a design on a target. Its parameters are those of ``sil_soc_demo``."""

    path: Path
    name = top = _TOP
    clock = "clk"
    parameters = _PARAMETERS

    @cached_property
    def sources(self) -> tuple[Source, ...]:
        """The source as the tools read it."""
        return (sources.read(self.path),)

    @property
    def elaboration_script(self) -> str:
        """The Yosys script of the first step."""
        files = [source.path for source in self.sources]
        return yosys.render_elaboration(self.top, [*LENIENT, *self.arguments], files)


def _replay(
    pipeline: Pipeline, trace: Sequence[ProcessorCycle], windows: Sequence[tuple[int, int]]
) -> list[Rate]:
    """Simulates the netlist and returns what it takes in each window."""
    begins, ends = ({window[side] for window in windows} for side in (0, 1))
    rates, reads, counting = list[Rate](), 0, False
    with pipeline.metered() as simulator:
        for step, same in groupby(trace):
            simulator.set(resetn=step.released, mem_ready=step.done, mem_rdata=step.word)
            simulator.step(sum(1 for _ in same))
            if step.done and counting:
                _compare(simulator, step)
            if not step.counter_read:
                continue
            reads += 1
            if reads in ends:
                taken = pipeline.meter.read(simulator.activity())
                dynamic = sum(taken.dynamic_fj(part) for part in PARTS)
                rates.append(Rate(round(dynamic, 3), round(taken.leakage_nw, 3)))
            if reads in begins or reads in ends:
                counting = reads in begins
                simulator.count(counting)
    if len(rates) != len(windows):
        raise ToolFailed(f"the trace ends after {reads} reads of the cycle counter")
    return rates


def _compare(simulator: Simulator, step: ProcessorCycle) -> None:
    """Checks that the netlist does the access of the record.

    Raises:
        ToolFailed: it does another one.
    """
    found = simulator.get("mem_addr", 1)[0], simulator.get("mem_valid", 1)[0]
    if found != (step.address, step.requested):
        raise ToolFailed(
            f"the netlist of the processor accesses {found[0]:08x} where its source accesses "
            f"{step.address:08x}"
        )
