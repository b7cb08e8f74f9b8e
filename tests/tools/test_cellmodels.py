"""Cell models of the FPGA families: a mapped design behaves like a model of it in Python."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from gatesim_netlists import mapped
from silicrypt import targets
from silicrypt.errors import BadInput
from silicrypt.targets import Routed
from silicrypt.tools.cellmodels import any_state, cells
from silicrypt.tools.gatesim import LANES, Instance, Simulator, compile_netlist, read

GOWIN = targets.get("gowin-gw2a-18")
FAMILIES = ("ecp5-85k", "ice40-hx8k", "gowin-gw2a-18")
#: Arithmetic, wide multiplexers, both clock edges, and each kind of set and reset.
MIXED = """
module dut (input logic clk_i, input logic rst_ni, input logic en_i, input logic clear_i,
            input logic [7:0] a_i, input logic [7:0] b_i, input logic [4:0] pick_i,
            output logic [8:0] sum_o, output logic [8:0] gap_o, output logic less_o,
            output logic [7:0] kept_o, output logic [7:0] plain_o, output logic late_o,
            output logic picked_o, output logic [7:0] held_o);
  logic [31:0] bits;
  assign bits = {a_i, b_i, ~a_i, a_i ^ b_i};
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) kept_o <= 8'ha5;
    else if (en_i) kept_o <= kept_o + a_i;
  always_ff @(posedge clk_i)
    if (clear_i) plain_o <= 8'h3c;
    else if (en_i) plain_o <= b_i;
  always_ff @(posedge clk_i) if (en_i) held_o <= clear_i ? 8'h0f : a_i;
  always_ff @(negedge clk_i) late_o <= kept_o[0];
  assign sum_o = {1'b0, a_i} + {1'b0, b_i};
  assign gap_o = {1'b0, a_i} - {1'b0, b_i};
  assign less_o = a_i < b_i;
  assign picked_o = bits[pick_i];
endmodule
"""
#: A memory of a size that becomes a block memory of an iCE40, and one of lookup tables of others.
MEMORY = """
module dut (input logic clk_i, input logic write_i, input logic [{top}:0] to_i,
            input logic [{bits}-1:0] data_i, input logic [{top}:0] from_i,
            output logic [{bits}-1:0] data_o);
  logic [{bits}-1:0] words [{words}];
  always_ff @(posedge clk_i) begin
    if (write_i) words[to_i] <= data_i;
    {read}
  end
  {shown}
endmodule
"""


@pytest.mark.parametrize("name", FAMILIES)
def test_logic_and_registers_behave_like_the_source(name: str, tmp_path: Path) -> None:
    document = mapped(MIXED, "dut", name, tmp_path)
    library = any_state(cells(targets.get(name)))
    rng = random.Random(3)
    widths = {"en_i": 1, "clear_i": 1, "a_i": 8, "b_i": 8, "pick_i": 5}
    with Simulator(compile_netlist(read(document, library, "dut")), seed=9) as simulator:
        simulator.set(en_i=1, clear_i=1)
        simulator.reset()
        kept, before = [0xA5] * LANES, [(1, 1, 0, 0, 0)] * LANES
        for _ in range(60):
            # A step is a rising edge with the inputs of before, the new inputs, a falling edge.
            now = {port: [rng.getrandbits(w) for _ in range(LANES)] for port, w in widths.items()}
            simulator.set(**now)
            simulator.step()
            rows = list(zip(*now.values(), strict=True))
            for lane, (en, _, a, _, _) in enumerate(before):
                kept[lane] = kept[lane] + a & 0xFF if en else kept[lane]
            got = {port: simulator.get(port) for port in ("kept_o", "late_o", "plain_o", "held_o")}
            assert got["kept_o"] == tuple(kept)
            assert got["late_o"] == tuple(one & 1 for one in kept)
            for lane, (en, clear, a, b, _) in enumerate(before):
                if clear or en:
                    assert got["plain_o"][lane] == (0x3C if clear else b)
                if en:
                    assert got["held_o"][lane] == (0x0F if clear else a)
            bits = [a << 24 | b << 16 | (a ^ 0xFF) << 8 | a ^ b for _, _, a, b, _ in rows]
            picked = tuple(one >> row[4] & 1 for one, row in zip(bits, rows, strict=True))
            assert simulator.get("sum_o") == tuple(a + b for _, _, a, b, _ in rows)
            assert simulator.get("gap_o") == tuple(a - b & 0x1FF for _, _, a, b, _ in rows)
            assert simulator.get("less_o") == tuple(int(a < b) for _, _, a, b, _ in rows)
            assert simulator.get("picked_o") == picked
            before = rows


@pytest.mark.parametrize(
    ("name", "words", "bits", "cell"),
    [
        ("ecp5-85k", 16, 16, "TRELLIS_DPR16X4"),
        ("gowin-gw2a-18", 16, 16, "RAM16SDP4"),
        ("ice40-hx8k", 256, 16, "SB_RAM40_4K"),
        ("ice40-hx8k", 512, 8, "SB_RAM40_4K"),
    ],
)
def test_memories_return_what_was_written(
    name: str, words: int, bits: int, cell: str, tmp_path: Path
) -> None:
    registered = words > 16
    read_now = "data_o <= words[from_i];" if registered else ""
    shown = "" if registered else "assign data_o = words[from_i];"
    width = words.bit_length() - 1
    text = MEMORY.format(top=width - 1, words=words, bits=bits, read=read_now, shown=shown)
    document = mapped(text, "dut", name, tmp_path)
    library = any_state(cells(targets.get(name)))
    assert cell in {one["type"] for one in document["modules"]["dut"]["cells"].values()}
    rng = random.Random(4)
    with Simulator(compile_netlist(read(document, library, "dut")), seed=2) as simulator:
        known: dict[int, int] = {}
        for _ in range(300):
            to, data, write = rng.randrange(words), rng.getrandbits(bits), rng.getrandbits(2)
            at = rng.choice(list(known)) if known else 0
            simulator.set(write_i=int(write > 0), to_i=to, data_i=data, from_i=at)
            simulator.step(2)  # the second edge is the first with these inputs
            if write:
                known[to] = data
            simulator.set(write_i=0)
            simulator.step(2)
            if at in known:
                assert set(simulator.get("data_o")) == {known[at]}


#: A block memory of Gowin with words of two bytes, as a user instantiates it.
BLOCK = """
(* blackbox *)
module SPX9 #(parameter BIT_WIDTH = 36, WRITE_MODE = 0, RESET_MODE = "SYNC", INIT_RAM_00 = 0) (
  input logic CLK, CE, OCE, WRE, RESET, input logic [2:0] BLKSEL, input logic [13:0] AD,
  input logic [35:0] DI, output logic [35:0] DO);
endmodule
module dut (input logic clk_i, input logic enable_i, input logic write_i, input logic reset_i,
            input logic [1:0] bytes_i, input logic [2:0] at_i, input logic [17:0] data_i,
            output logic [17:0] data_o);
  logic [35:0] q;
  SPX9 #(.BIT_WIDTH(18), .WRITE_MODE(2), .RESET_MODE("{reset}"), .INIT_RAM_00(288'h2abcd)) u_block (
    .CLK(clk_i), .CE(enable_i), .OCE(1'b1), .WRE(write_i), .RESET(reset_i), .BLKSEL(3'd0),
    .AD({{7'd0, at_i, 2'b0, bytes_i}}), .DI({{18'd0, data_i}}), .DO(q));
  assign data_o = q[17:0];
endmodule
"""


@pytest.mark.parametrize("reset", ["SYNC", "ASYNC"])
def test_a_block_memory_of_gowin_shows_the_word_before_it_is_written(
    reset: str, tmp_path: Path
) -> None:
    document = mapped(BLOCK.format(reset=reset), "dut", GOWIN.name, tmp_path)
    rng = random.Random(5)
    known, shown = dict.fromkeys(range(8), 0) | {0: 0x2ABCD}, 0
    with Simulator(compile_netlist(read(document, cells(GOWIN), "dut")), seed=2) as simulator:
        for _ in range(400):
            enabled, written, cleared = (rng.random() < p for p in (0.8, 0.5, 0.1))
            written = written and not cleared  # what a reset does to a write is not known
            bytes_, at, data = rng.getrandbits(2), rng.randrange(8), rng.getrandbits(18)
            mask = 0x1FF * (bytes_ & 1) | 0x3FE00 * (bytes_ >> 1)
            simulator.set(enable_i=int(enabled), write_i=int(written), reset_i=int(cleared))
            simulator.set(bytes_i=bytes_, at_i=at, data_i=data)
            simulator.step()  # inputs change after an edge: the next one samples them
            simulator.set(enable_i=0, reset_i=0)
            simulator.step()
            shown = 0 if cleared else known[at] if enabled else shown
            if enabled and written:
                known[at] = known[at] & ~mask | data & mask
            assert set(simulator.get("data_o")) == {shown}


@pytest.mark.parametrize(
    ("name", "kind", "parameters", "said"),
    [
        ("gowin-gw2a-18", "SPX9", {"BIT_WIDTH": "100"}, "4 bits is not modelled"),
        ("gowin-gw2a-18", "SPX9", {"BIT_WIDTH": "1001", "READ_MODE": "1"}, "output registers"),
        ("gowin-gw2a-18", "SPX9", {"BIT_WIDTH": "1001", "WRITE_MODE": "01"}, "WRITE_MODE = 1"),
        ("gowin-gw2a-18", "SPX9", {"BIT_WIDTH": "1001", "BLK_SEL": "001"}, "BLK_SEL"),
        ("ice40-hx8k", "SB_RAM40_4K", {"READ_MODE": "10"}, "words of 16 and 8 bits"),
        ("gowin-gw2a-18", "ALU", {"ALU_MODE": "1111"}, "ALU_MODE = 15"),
    ],
)
def test_a_cell_in_a_mode_without_model_is_refused(
    name: str, kind: str, parameters: dict[str, str], said: str
) -> None:
    with pytest.raises(BadInput, match=said):
        cells(targets.get(name))(Instance(kind, parameters))


@pytest.mark.parametrize("name", ["ice40-hx8k", "gowin-gw2a-18"])
def test_every_counted_flip_flop_has_a_model(name: str) -> None:
    target = targets.get(name)
    assert isinstance(target, Routed)
    assert all(cells(target)(Instance(kind)) for kind in target.counted["ff"])
    assert cells(target)(Instance("NO_SUCH_CELL")) is None


def value(target: str, instance: Instance, node: str, **pins: int) -> int:
    """Returns a node of a cell for given values of its pins."""
    model = cells(targets.get(target))(instance)
    assert model is not None
    known = dict(pins)
    for gate in model.gates:
        row = sum(known[name] << bit for bit, name in enumerate(gate.inputs))
        known[gate.output] = gate.table >> row & 1
    return known[node]


@pytest.mark.parametrize(
    ("name", "kind", "reset", "enable", "kept"),
    [
        ("ice40-hx8k", "SB_DFFESR", "R", "E", 1),
        ("ice40-hx8k", "SB_DFFER", "R", "E", 0),
        ("gowin-gw2a-18", "DFFRE", "RESET", "CE", 0),
        ("gowin-gw2a-18", "DFFCE", "CLEAR", "CE", 0),
    ],
)
def test_whether_a_reset_needs_the_enable(
    name: str, kind: str, reset: str, enable: str, kept: int
) -> None:
    pins = {"D": 1, "Q": 1, "C": 0, "CLK": 0, reset: 1, enable: 0}
    assert value(name, Instance(kind), "next", **pins) == kept
    assert value(name, Instance(kind), "next", **(pins | {reset: 0, "D": 0})) == 1


@pytest.mark.parametrize(("mode", "inverted"), [("0", 0), ("1", 1)])
def test_an_arithmetic_cell_of_gowin_adds_or_subtracts(mode: str, inverted: int) -> None:
    cell = Instance("ALU", {"ALU_MODE": mode})
    for row in range(8):
        a, b, carry = row & 1, row >> 1 & 1, row >> 2
        pins = {"I0": a, "I1": b, "I3": 0, "CIN": carry}
        total = value("gowin-gw2a-18", cell, "SUM", **pins)
        total += 2 * value("gowin-gw2a-18", cell, "COUT", **pins)
        assert total == a + (b ^ inverted) + carry
