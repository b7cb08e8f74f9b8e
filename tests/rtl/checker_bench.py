"""A bench for one protocol checker: takes rows of port values, returns the broken rules."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from silicrypt.paths import hw_root
from silicrypt.tools import verilator

#: Port values in a cycle. A port that is not named has its idle value.
Row = Mapping[str, int]

_BENCH = """\
#include <cstdio>
#include "Vdut.h"
#include "verilated.h"
int main(int argc, char** argv) {{
  VerilatedContext context;
  context.commandArgs(argc, argv);
  context.fatalOnError(false);
  Vdut dut{{&context}};
  dut.clk_i = 0;
  dut.rst_ni = 1;
  dut.eval();
  unsigned long value;
  for (unsigned cycle = 0;; ++cycle) {{
{ports}
    dut.eval();
    std::printf("cycle %u\\n", cycle);
    dut.clk_i = 1;
    dut.eval();
    dut.clk_i = 0;
    dut.eval();
  }}
}}
"""
_PORT = '    if (std::scanf("%lu", &value) != 1) return 0;\n    dut.{name} = value;'
_BROKEN = re.compile(r"Assertion failed in (\S+): (.+)")


@dataclass(frozen=True)
class Checker:
    """A checker with its parameters.

    Attributes:
        file: its source file, relative to ``hw/`` or absolute, named after the module.
        parameters: the parameters that are set.
        idle: its ports with their idle values.
        others: further files to compile.
    """

    file: str
    parameters: Mapping[str, int]
    idle: Row
    others: tuple[Path, ...] = ()

    def program(self, folder: Path) -> Path:
        """Returns the compiled bench, which serves any traffic."""
        path = hw_root() / self.file
        ports = "\n".join(_PORT.format(name=name) for name in self.idle)
        bench = folder / "bench.cpp"
        bench.write_text(_BENCH.format(ports=ports), encoding="utf-8")
        arguments = tuple(f"-G{name}={value}" for name, value in self.parameters.items())
        build = verilator.Build(
            path.stem, (path, *self.others), arguments, (bench,), {}, optimized=False
        )
        return verilator.executable(build)

    def run(
        self, program: Path, rows: Iterable[Row], *plusargs: str, whole: bool = False
    ) -> dict[str, tuple[int, str]]:
        """Drives the ports after a reset of two cycles.

        Returns:
            The broken rules, by name or, with `whole`, by hierarchical path. Each has the cycle of
            its first violation, counted from the first row, and the message.
        """
        reset = {"rst_ni": 0}
        table = [{**self.idle, **row} for row in ({}, reset, reset, *rows)]
        text = "\n".join(" ".join(str(int(row[name])) for name in self.idle) for row in table)
        done = subprocess.run(
            [program, *plusargs], input=text, capture_output=True, text=True, check=True
        )
        found: dict[str, tuple[int, str]] = {}
        cycle = 0
        for line in done.stdout.splitlines():
            if line.startswith("cycle "):
                cycle = int(line.split()[1]) - 3
            elif broken := _BROKEN.search(line):
                name = broken[1] if whole else broken[1].rsplit(".", 1)[-1]
                found.setdefault(name, (cycle, broken[2]))
        assert cycle == len(table) - 4
        return found
