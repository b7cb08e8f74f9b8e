"""Nets of a mapped netlist are called what the sources call them, on every kind of target."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from silicrypt import targets
from silicrypt.base import sources
from silicrypt.base.sources import Source
from silicrypt.flow.synth import Design, synthesize
from silicrypt.results.store import Store
from silicrypt.tools import yosys
from silicrypt.tools.canonical import TOP
from silicrypt.tools.source_names import driven

TEXT = """\
module own (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic [15:0] a_i, b_i,
  output logic [15:0] y_o
);
  logic [15:0] a_q, b_q, y_q;
  logic [15:0] sum, mixed, chosen;
  assign sum = a_q + b_q;
  assign mixed = sum ^ {sum[7:0], sum[15:8]} ^ b_q;
  assign chosen = a_q[3] ? mixed & ~b_q : mixed | a_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      a_q <= '0;
      b_q <= '0;
      y_q <= '0;
    end else begin
      a_q <= a_i;
      b_q <= b_i;
      y_q <= chosen;
    end
  end
  assign y_o = y_q;
endmodule
"""


@dataclass(frozen=True)
class Own(Design):
    """A module in a file."""

    path: Path

    @property
    def name(self) -> str:
        return self.top

    @property
    def top(self) -> str:
        return "own"

    @property
    def sources(self) -> tuple[Source, ...]:
        return (sources.read(self.path),)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "own.sv"
    path.write_text(TEXT, encoding="utf-8")
    return path


def names(target: str, path: Path, store: Store) -> dict[str, tuple[str, str]]:
    """Returns signal and line of every net that a cell drives, each looked up on its own."""
    synthesized = synthesize(Own("core", targets.get(target), path), store)
    assert synthesized.names is not None
    module = json.loads((synthesized.folder / yosys.NETLIST).read_text())["modules"][TOP]
    return {net: synthesized.names.path([net])[0] for net in driven(module).values()}


def lines(found: dict[str, tuple[str, str]]) -> dict[str, set[str]]:
    """Returns for each signal, without its bit, the lines that steps with its name have."""
    lines: dict[str, set[str]] = {}
    for signal, line in found.values():
        lines.setdefault(re.sub(r"\[\d+\]$", "", signal), set()).add(line)
    return lines


@pytest.mark.parametrize("target", ["ecp5-85k", "ice40-hx8k", "gowin-gw2a-18", "nangate45"])
def test_nets_have_names_and_lines_of_signals(target: str, path: Path, store: Store) -> None:
    path.write_text(TEXT.replace(" or negedge rst_ni", ""), encoding="utf-8")
    found = lines(names(target, path, store))
    assert {"a_q", "b_q", "sum", "chosen"} <= found.keys()
    assert found["sum"] == {"own.sv:9"}
    assert found.get("mixed", {"own.sv:10"}) == {"own.sv:10"}  # no net of its own in look-up tables
    assert found["chosen"] == {"own.sv:11"}
    assert found["a_q"] <= {f"own.sv:{line}" for line in (7, *range(12, 22))}


@pytest.mark.parametrize("target", ["ecp5-85k", "ice40-hx8k", "gowin-gw2a-18", "nangate45"])
def test_registers_and_sums_have_names_under_an_asynchronous_reset(
    target: str, path: Path, store: Store
) -> None:
    found = lines(names(target, path, store))
    assert {"a_q", "b_q", "sum"} <= found.keys()
    assert found["sum"] == {"own.sv:9"}


def test_a_step_that_computes_no_signal_has_name_and_line_of_the_next(
    path: Path, store: Store
) -> None:
    synthesized = synthesize(Own("core", targets.get("nangate45"), path), store)
    found = names("nangate45", path, store)
    net = next(net for net, (signal, _) in found.items() if signal.startswith("sum["))
    inner = next(net for net, (signal, _) in found.items() if signal == net)
    assert synthesized.names is not None
    assert synthesized.names.path([inner, net]) == [found[net], found[net]]


MEMORY = """\
module own (
  input  logic       clk_i,
  input  logic [6:0] first_i, second_i,
  output logic [7:0] y_o
);
  logic [7:0] table_of [{first}:{end} - 1];
  logic [6:0] first_q, second_q;
  logic [7:0] one, other, sum_q;
  initial for (int i = {first}; i < {end}; i++) table_of[i] = 8'(37 * i * i + 11);
  assign one = table_of[first_q ^ second_q];
  assign other = table_of[first_q + second_q];
  always_ff @(posedge clk_i) begin
    first_q <= first_i;
    second_q <= second_i;
    sum_q <= one ^ other;
  end
  assign y_o = sum_q;
endmodule
"""


@pytest.mark.parametrize(("first", "end"), [(0, 128), (0, 74), (20, 94)])
def test_a_constant_memory_of_any_size_with_two_ports_is_read(
    first: int, end: int, path: Path, store: Store
) -> None:
    path.write_text(MEMORY.format(first=first, end=end), encoding="utf-8")
    found = lines(names("ice40-hx8k", path, store))
    assert {"first_q", "second_q", "other", "y_o"} <= found.keys()
