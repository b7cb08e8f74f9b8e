"""Models of ECP5 cells: logic compared with Yosys' models, state with rules of the data sheet."""

from __future__ import annotations

import itertools
import json
import random
import re
from pathlib import Path

import pytest

from gatesim_netlists import ALL, Builder, mapped
from silicrypt.errors import BadInput
from silicrypt.tools import yosys
from silicrypt.tools.gatesim import LANES, Instance, Simulator, compile_netlist, ecp5, read


def test_ecp5_logic_against_the_models_of_yosys(tmp_path: Path) -> None:
    """LUTs, wide multiplexers and carry cells have random contents and get all input values."""
    rng, cells, wires = random.Random(1), [], []
    pins = "abcdefghi"
    for n in range(6):
        one, two = rng.getrandbits(16), rng.getrandbits(16)
        inject = rng.choice(["YES", "NO"]), rng.choice(["YES", "NO"])
        wires += [f"l{n}", f"p{n}", f"m{n}", f"s{n}", f"t{n}", f"c{n}"]
        four = ", ".join(f".{p}({w})" for p, w in zip("ABCD", rng.sample(pins, 4), strict=True))
        cells += [
            f"LUT4 #(.INIT(16'd{one})) ul{n} ({four}, .Z(l{n}));",
            f"PFUMX up{n} (.ALUT(l{n}), .BLUT(e), .C0(f), .Z(p{n}));",
            f"L6MUX21 um{n} (.D0(p{n}), .D1(g), .SD(h), .Z(m{n}));",
            f"CCU2C #(.INIT0(16'd{one}), .INIT1(16'd{two}), .INJECT1_0(\"{inject[0]}\"), "
            f'.INJECT1_1("{inject[1]}")) uc{n} (.CIN(i), .A0(a), .B0(b), .C0(c), .D0(d), .A1(e), '
            f".B1(f), .C1(g), .D1(h), .S0(s{n}), .S1(t{n}), .COUT(c{n}));",
        ]
    ports = ", ".join([f"input {p}" for p in pins] + [f"output {w}" for w in wires])
    (tmp_path / "dut.v").write_text(f"module dut ({ports});\n" + "\n".join(cells) + "\nendmodule\n")
    script = [
        "read_verilog -lib -specify +/ecp5/cells_sim.v",
        "read_verilog dut.v",
        "hierarchy -top dut",
        "select dut",
        "write_json -selected dut.json",
        "design -reset",
        "read_verilog -D NO_INCLUDES +/ecp5/cells_sim.v",
        "read_verilog dut.v",
        "hierarchy -top dut",
        "proc",
        "flatten",
        "opt -full",
        "eval -table " + ",".join(reversed(pins)) + " ".join(f" -show {w}" for w in wires) + " dut",
    ]
    log = yosys.run("\n".join(script), tmp_path)
    rows = re.findall(r"^ *((?:1'[01] *){9})\| *((?:1'[01] *)+)$", log, re.MULTILINE)
    expected = {
        tuple(re.findall(r"'([01])", row[0])): re.findall(r"'([01])", row[1]) for row in rows
    }
    assert len(expected) == 512
    document = json.loads((tmp_path / "dut.json").read_text())
    with Simulator(compile_netlist(read(document, ecp5.library, "dut"))) as simulator:
        for high in range(8):
            values = [64 * high + lane for lane in ALL]
            simulator.set(**{p: [v >> i & 1 for v in values] for i, p in enumerate(pins)})
            simulator.settle()
            found = [simulator.get(w) for w in wires]
            for lane, value in enumerate(values):
                key = tuple(f"{value:09b}")
                assert [str(word[lane]) for word in found] == expected[key]


FLIP_FLOPS = list(
    itertools.product(
        ("1", "CE", "INV"), ("LSR", "INV"), ("ASYNC", "LSR_OVER_CE"), ("SET", "RESET")
    )
)


def test_ecp5_flip_flops_in_every_mode() -> None:
    """Random inputs, a different sequence per lane, compared with the rule of the data sheet."""
    build = Builder()
    clk, ce, lsr, di = (build.input(name)[0] for name in ("clk_i", "ce", "lsr", "di"))
    for n, (enable, polarity, mode, value) in enumerate(FLIP_FLOPS):
        (q,) = build.wire()
        settings = {"CEMUX": enable, "LSRMUX": polarity, "SRMODE": mode, "REGSET": value}
        build.cell("TRELLIS_FF", settings, CLK=clk, CE=ce, LSR=lsr, DI=di, Q=q)
        build.output(f"q{n}", [q])
    rng = random.Random(2)
    state = [[int(value == "SET")] * LANES for *_, value in FLIP_FLOPS]
    now = {name: [0] * LANES for name in ("ce", "lsr", "di")}
    with build.simulator(ecp5.library) as simulator:
        for _ in range(40):
            before, now = now, {name: [rng.getrandbits(1) for _ in ALL] for name in now}
            simulator.set(**now)
            simulator.step()
            for n, (enable, polarity, mode, value) in enumerate(FLIP_FLOPS):
                for lane in ALL:
                    on = {"1": 1, "CE": before["ce"][lane], "INV": 1 - before["ce"][lane]}[enable]
                    if before["lsr"][lane] == (polarity == "LSR"):
                        state[n][lane] = int(value == "SET")
                    elif on:
                        state[n][lane] = before["di"][lane]
                    if mode == "ASYNC" and now["lsr"][lane] == (polarity == "LSR"):
                        state[n][lane] = int(value == "SET")
                assert simulator.get(f"q{n}") == tuple(state[n]), FLIP_FLOPS[n]


def test_ecp5_distributed_memory() -> None:
    build = Builder()
    (clk,), (we,) = build.input("clk_i"), build.input("we")
    vectors = {
        "DI": build.input("di", 4),
        "WAD": build.input("wad", 4),
        "RAD": build.input("rad", 4),
    }
    rng = random.Random(3)
    init = rng.getrandbits(64)
    build.cell("TRELLIS_DPR16X4", {"INITVAL": f"{init:064b}"}, WCK=clk, WRE=we)
    vectors["DO"] = build.wire(4)
    build.cells["u0"]["connections"] |= vectors
    build.output("do", vectors["DO"])
    memory = [[init >> 4 * word & 15 for word in range(16)] for _ in ALL]
    now = {"we": [0] * LANES, "di": [0] * LANES, "wad": [0] * LANES, "rad": [0] * LANES}
    with build.simulator(ecp5.library) as simulator:
        for _ in range(80):
            before = now
            now = {n: [rng.randrange(2 if n == "we" else 16) for _ in ALL] for n in now}
            simulator.set(**now)
            simulator.step()
            for lane in ALL:
                if before["we"][lane]:
                    memory[lane][before["wad"][lane]] = before["di"][lane]
            assert simulator.get("do") == tuple(memory[n][now["rad"][n]] for n in ALL)


@pytest.mark.parametrize("width", [9, 18, 36])
def test_ecp5_block_memory_as_synthesised(width: int, tmp_path: Path) -> None:
    """Yosys puts a table of random words into a block memory."""
    rng = random.Random(width)
    table = [rng.getrandbits(width) for _ in range(200)]
    words = ", ".join(f"{width}'d{word}" for word in table)
    document = mapped(
        "module dut (input logic clk_i, input logic en, input logic [7:0] at,\n"
        f"  output logic [{width - 1}:0] q);\n"
        f"  localparam logic [{width - 1}:0] TABLE [200] = '{{{words}}};\n"
        '  (* rom_style = "block" *) logic [' + f"{width - 1}:0] m [256];\n"
        "  initial for (int i = 0; i < 256; i++) m[i] = i < 200 ? TABLE[i] : '0;\n"
        "  always_ff @(posedge clk_i) if (en) q <= m[at];\nendmodule\n",
        "dut",
        "ecp5-85k",
        tmp_path,
    )
    kinds = {cell["type"] for cell in document["modules"]["dut"]["cells"].values()}
    assert "DP16KD" in kinds
    expected = [0] * LANES
    at, en = [0] * LANES, [0] * LANES
    with Simulator(compile_netlist(read(document, ecp5.library, "dut"))) as simulator:
        for _ in range(30):
            before_at, before_en = at, en
            at, en = [rng.randrange(200) for _ in ALL], [rng.getrandbits(1) for _ in ALL]
            simulator.set(at=at, en=en)
            simulator.step()
            for lane in ALL:
                if before_en[lane]:
                    expected[lane] = table[before_at[lane]]
            assert simulator.get("q") == tuple(expected)


def test_ecp5_block_memory_that_is_written(tmp_path: Path) -> None:
    """Bytes are written while other words are read; each lane uses its own addresses."""
    document = mapped(
        "module dut (input logic clk_i, input logic [9:0] to, from, input logic [1:0] we,\n"
        "  input logic re, clear, input logic [15:0] d, output logic [15:0] q);\n"
        "  logic [15:0] m [1024];\n"
        "  always_ff @(posedge clk_i) for (int i = 0; i < 2; i++)\n"
        "    if (we[i]) m[to][8*i+:8] <= d[8*i+:8];\n"
        "  always_ff @(posedge clk_i) if (clear) q <= '0; else if (re) q <= m[from];\nendmodule\n",
        "dut",
        "ecp5-85k",
        tmp_path,
    )
    assert "DP16KD" in {cell["type"] for cell in document["modules"]["dut"]["cells"].values()}
    rng, widths = random.Random(5), {"to": 3, "from": 3, "we": 2, "re": 1, "clear": 1, "d": 16}
    memory: list[dict[int, list[int]]] = [{n: [0, 0] for n in range(8)} for _ in ALL]
    expected, now = [0] * LANES, {name: [0] * LANES for name in widths}
    with Simulator(compile_netlist(read(document, ecp5.library, "dut"))) as simulator:
        for turn in range(200):
            before = now
            now = {name: [rng.getrandbits(width) for _ in ALL] for name, width in widths.items()}
            if turn % 2:  # all lanes use one address
                now |= {name: [rng.getrandbits(3)] * LANES for name in ("to", "from")}
            # Reading a word that is written in the same cycle gives an undefined value.
            now["from"] = [
                (read + (read == to)) % 8 for read, to in zip(now["from"], now["to"], strict=True)
            ]
            simulator.set(**now)
            simulator.step()
            for lane in ALL:
                was = {name: values[lane] for name, values in before.items()}
                if was["re"]:
                    low, high = memory[lane][was["from"]]
                    expected[lane] = high << 8 | low
                expected[lane] *= not was["clear"]
                for byte in range(2):
                    if was["we"] >> byte & 1:
                        memory[lane][was["to"]][byte] = was["d"] >> 8 * byte & 0xFF
            assert simulator.get("q") == tuple(expected)


@pytest.mark.parametrize(
    ("kind", "parameters", "message"),
    [
        ("TRELLIS_FF", {"LSRMODE": "PRLD"}, "PRLD"),
        ("TRELLIS_FF", {"CEMUX": "XX"}, "CEMUX is XX; it may be CE, INV, 1, 0"),
        ("DP16KD", {"DATA_WIDTH_A": "100100"}, "words of 36 bits"),
        ("DP16KD", {"DATA_WIDTH_A": "10010"}, "WRITEMODE_A = NORMAL"),
    ],
)
def test_modes_without_a_model_are_refused(
    kind: str, parameters: dict[str, str], message: str
) -> None:
    ties = {f"CS{port}{number}": "0" for port in "AB" for number in range(3)}
    with pytest.raises(BadInput, match=message):
        ecp5.library(Instance(kind, parameters, ties))
