"""Records the ports of a design in a simulation, cycle by cycle.

The inputs come from drivers. A driver is a generator: it yields values of inputs for a cycle and
receives the outputs of that cycle.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from silicrypt.catalog import DesignPoint, Level
from silicrypt.errors import ToolFailed
from silicrypt.export.request import ModulePort, ports
from silicrypt.tools import process, verilator
from silicrypt.verify import checkers

Values = Mapping[str, int]
Driver = Generator[Values, Values, None]

#: A recording that is longer has lost a handshake.
_LONGEST = 2000
#: Cycles after the reset before a recording starts, in which memories are cleared.
_SETTLE = 300

_BENCH = """\
#include "Vdut.h"

static bool take(void* to, size_t size) {
  char* at = static_cast<char*>(to);
  while (size) {
    const ssize_t count = read(0, at, size);
    if (count <= 0) return false;
    at += count;
    size -= static_cast<size_t>(count);
  }
  return true;
}

int main(int argc, char** argv) {
  VerilatedContext context;
  context.commandArgs(argc, argv);
  Vdut dut(&context);
  for (;;) {
%(inputs)s
    dut.clk_i = 0;
    dut.eval();
%(outputs)s
    dut.clk_i = 1;
    dut.eval();
  }
}
"""


@dataclass(frozen=True)
class Beat:
    """A beat of a stream.

    Attributes:
        values: the signals of the stream, without the prefix.
        wait: cycles before it in which the stream is not valid.
    """

    values: Values
    wait: int = 0


@dataclass(frozen=True)
class Recording:
    """What the ports of a design did.

    Attributes:
        rows: the values of all ports by name, cycle by cycle. The first one is before the drivers.
        widths: the widths of the ports in bits.
    """

    rows: Sequence[Values]
    widths: Values


def send(prefix: str, beats: Iterable[Beat]) -> Driver:
    """Sends beats on an AXI4-Stream; holds each one until it is accepted."""
    valid, ready = f"{prefix}_tvalid", f"{prefix}_tready"
    for beat in beats:
        for _ in range(beat.wait):
            yield {valid: 0}
        given = {f"{prefix}_{name}": value for name, value in beat.values.items()}
        while not (yield {valid: 1, **given})[ready]:
            pass
    yield {valid: 0}


def receive(prefix: str, count: int, hold: int = 0) -> Driver:
    """Accepts beats of an AXI4-Stream; leaves each one unanswered for `hold` cycles."""
    valid, ready = f"{prefix}_tvalid", f"{prefix}_tready"
    for _ in range(count):
        while not (yield {ready: int(hold == 0)})[valid]:
            pass
        for _ in range(hold - 1):
            yield {ready: 0}
        if hold:
            yield {ready: 1}
    yield {ready: 0}


def after(signal: str, then: Driver) -> Driver:
    """Starts a driver in the cycle after an output was high."""
    while not (yield {})[signal]:
        pass
    yield from then


def record(point: DesignPoint, level: Level, drivers: Sequence[Driver]) -> Recording:
    """Returns the values of all ports in each cycle after a reset, until the drivers end.

    Args:
        point: the design point.
        level: its level.
        drivers: the drivers of the inputs. An input that none drives is 0.

    Raises:
        ToolFailed: the design does not compile, or a handshake does not come.
    """
    sources = tuple(point.sources(level))
    watched = (*sources, *checkers.bound(point.top(level), sources))
    found = ports(point.top(level), tuple(point.overrides(level)), sources)
    inputs = [port for port in found if not port.output and port.name != "clk_i"]
    outputs = [port for port in found if port.output]
    with tempfile.TemporaryDirectory() as name:
        bench = Path(name, "record.cpp")
        bench.write_text(_render(inputs, outputs), encoding="utf-8")
        build = verilator.Build(
            point.top(level), watched, tuple(point.verilator_args(level)), (bench,), {}
        )
        program = verilator.executable(build)
    rows = _rows(program, inputs, outputs, list(drivers))
    return Recording(rows, {port.name: port.width for port in found})


def _render(inputs: Sequence[ModulePort], outputs: Sequence[ModulePort]) -> str:
    take = [f"    if (!take(&dut.{port.name}, {_bytes(port)})) return 0;" for port in inputs]
    give = [
        f"    if (write(1, &dut.{port.name}, {_bytes(port)}) < 0) return 1;" for port in outputs
    ]
    return _BENCH % {"inputs": "\n".join(take), "outputs": "\n".join(give)}


def _bytes(port: ModulePort) -> int:
    return (port.width + 7) // 8


def _rows(
    program: Path,
    inputs: Sequence[ModulePort],
    outputs: Sequence[ModulePort],
    drivers: Sequence[Driver],
) -> list[Values]:
    rows: list[Values] = []
    with process.started(
        "the simulation", [str(program)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as bench:
        assert bench.stdin is not None and bench.stdout is not None  # they were asked for
        to, back = bench.stdin, bench.stdout
        values = dict.fromkeys((port.name for port in inputs), 0)

        def cycle() -> Values:
            to.write(b"".join(values[p.name].to_bytes(_bytes(p), "little") for p in inputs))
            to.flush()
            return {p.name: int.from_bytes(back.read(_bytes(p)), "little") for p in outputs}

        for _ in range(2):
            cycle()
        values["rst_ni"] = 1
        for _ in range(_SETTLE):
            cycle()
        rows.append({**values, **cycle()})
        running = {driver: next(driver) for driver in drivers}
        while running:
            for given in running.values():
                values |= given
            said = cycle()
            rows.append({**values, **said})
            running = {d: more for d in running if (more := _next(d, said)) is not None}
            if len(rows) > _LONGEST:
                raise ToolFailed(f"{program}: more than {_LONGEST} cycles; a handshake is missing")
        to.close()
    return rows


def _next(driver: Driver, said: Values) -> Values | None:
    try:
        return driver.send(said)
    except StopIteration:
        return None
