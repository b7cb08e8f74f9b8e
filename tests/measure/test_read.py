"""Core files with mistakes: a sentence names file, line and key. Cores in VHDL."""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from silicrypt.errors import BadInput, ToolFailed, ToolMissing, UnknownName
from silicrypt.flow import synth
from silicrypt.measure import core_file, core_sources, functions, hdl_modules, vhdl
from silicrypt.measure.core_design import clocking, require_widths
from silicrypt.measure.device import CorePort
from silicrypt.measure.guess import init
from silicrypt.results.store import Store
from silicrypt.tools import yosys

from .conftest import CORES, copied, design, fixed, git, simulated

FILES = [CORES / "mixer.vhd", CORES / "mixer_types.vhd"]  # the package comes after its user
needs_ghdl = pytest.mark.skipif(
    shutil.which("ghdl") is None, reason="GHDL is absent: apt-get install ghdl"
)


def write(folder: Path, old: str, new: str, name: str = "block") -> Path:
    text, path = (CORES / f"{name}.toml").read_text(), folder / "core.toml"
    assert old in text
    path.write_text(text.replace(old, new))
    return path


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('top = "sha256_ports"\n', "", "key top: the key is missing"),
        ('kind = "block"', 'kind = "blocks"', "line 11, key interface.kind: the value must be"),
        ('kind = "block"\n', "", "line 10, key interface.kind: the key is missing"),
        ('first = "init"', 'frist = "init"', "line 12, key interface.frist: there is no such key"),
        ('active = "high"', 'active = "up"', "line 8, key reset.active: the value must be 'low'"),
        ('ready = "ready"', 'ready = "a b"', "line 16, key interface.ready: a signal is a port"),
        ("hold = 1", "hold = 0", "line 18, key interface.hold: "),
        ("hold = 1", "hold =", "line 18"),
        ('digest = "digest"', "digest = []", "line 15, key interface.digest: the list is empty"),
        ('digest = "digest"', "result = []", "line 15, key interface.result: the list is empty"),
        ('block = "block"', "block = []", "line 14, key interface.block: the list is empty"),
        ('["sha256_ports.v"]', "[]", "line 4, key sources: the list is empty"),
        ('ready = "ready"\nvalid = "digest_valid"\n', "", "nothing says when it is done"),
        (
            "[interface]",
            "[defines]\nA = '1 + 2'\n[interface]",
            "the tools take no value with a space",
        ),
        (
            "[interface]",
            "[parameters]\n'A B' = 1\n[interface]",
            "'A B' is no identifier of Verilog",
        ),
        ("[interface]", "[defines]\nA = 1.5\n[interface]", "key defines.A"),
        ("[interface]", "[parameters]\nM = 0xffffffff\n[interface]", "key parameters.M: .*width"),
        ("[interface]", "[parameters]\nM = -2147483649\n[interface]", "key parameters.M: .*width"),
        ("hold = 1", "limit = 5000000000", "key interface.limit: .*less than or equal to 10000000"),
        ("hold = 1", "delay = 5000000000", "key interface.delay: .*less than or equal to 10000000"),
        ('"high"', '"high"\ncycles = 5000000000', "key reset.cycles: .*less than"),
        ("top =", "smallest = 100000000\ntop =", "key smallest: .*less than or equal to 65536"),
    ],
)
def test_a_mistake_is_located(old, new, says, tmp_path):
    with pytest.raises(BadInput, match=f"{tmp_path}/core.toml.*{says}"):
        core_file.load(write(tmp_path, old, new))


def test_a_missing_file_and_a_folder_are_told(tmp_path):
    with pytest.raises(BadInput, match="cannot read the core file"):
        core_file.load(tmp_path / "no.toml")
    with pytest.raises(BadInput, match="measure --init"):
        core_file.load(tmp_path)


def test_sources_that_match_nothing_are_told(tmp_path):
    with pytest.raises(BadInput, match=r"line 4, key sources: no file matches rtl/\*\.v"):
        core_sources.resolve(core_file.load(write(tmp_path, '["sha256_ports.v"]', '["rtl/*.v"]')))


@pytest.mark.parametrize("pattern", ["rtl/**.v", "", "/", "a" * 300])
def test_a_pattern_that_cannot_be_used_is_told(pattern, tmp_path):
    parsed = core_file.load(write(tmp_path, '["sha256_ports.v"]', f'["{pattern}"]'))
    with pytest.raises(BadInput, match=rf"line 4, key sources: .*{re.escape(pattern)}"):
        core_sources.resolve(parsed)


@pytest.mark.parametrize("name", ["words", "stream"])
def test_a_list_of_no_ports_is_told(name, tmp_path):
    text = (CORES / f"{name}.toml").read_text()
    path = tmp_path / "core.toml"
    path.write_text(re.sub("digest = .*", "digest = []", text))
    with pytest.raises(BadInput, match=r"key interface\.digest: the list is empty"):
        core_file.load(path)


def test_vhdl_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda _: None)
    (tmp_path / "core.vhd").write_text("entity core is end;")
    with pytest.raises(BadInput, match="VHDL is not read"):
        core_sources.resolve(core_file.load(write(tmp_path, "sha256_ports.v", "core.vhd")))


def test_packages_come_before_their_users(tmp_path):
    (tmp_path / "a.sv").write_text("module a; import b::*; initial $display(f()); endmodule")
    (tmp_path / "b.sv").write_text("package b; endpackage")
    found = core_sources.resolve(core_file.load(write(tmp_path, "sha256_ports.v", "*.sv")))
    assert [source.path for source in found.compiled] == ["b.sv", "a.sv"]


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A core file whose files are in other folders, with equal names; returns its folder."""
    core = (CORES / "sha256_ports.v").read_text()
    texts = {"a/x.v": core, "b/x.v": '`include "w.vh"\nmodule b; endmodule', "p/x.v": "`define P 1"}
    texts |= {"p/up1/a/x.v": "`define Q 1", "p/include/x.v": "`define R 1", "inc/w.vh": "//"}
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    named = '["**/x.v", "../a/x.v", "../b/x.v", "../p/x.v"]\ninclude = ["../inc"]'
    write(tmp_path / "p", '["sha256_ports.v"]', named)
    return tmp_path / "p"


def test_files_outside_the_folder_keep_to_the_build(outside, tmp_path):
    (tmp_path / "x.v").write_text("module c; endmodule")
    path = outside / "core.toml"
    more = f'"../p/x.v", "{tmp_path}/b/x.v", "{tmp_path}/x.v"'
    path.write_text(path.read_text().replace('"../p/x.v"', more))
    found = design(path)
    names = ["up0/include/x.v", "up0/up1/a/x.v", "x.v", "up1/a/x.v", "up1/b/x.v"]
    names += [f"root{tmp_path}/x.v", "include/w.vh"]
    assert [source.path for source in found.sources] == names
    store = Store(outside / "cache")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.v*")}
    found = found.with_front(store)
    found.written(store)
    assert {path: path.read_bytes() for path in before} == before
    assert sum(path.name == "x.v" for path in store.root.rglob("*")) == 2 * 6


def test_the_path_of_a_source_does_not_follow_from_the_place_of_the_checkout(
    outside, tmp_path, monkeypatch
):
    shutil.copytree(tmp_path, tmp_path / "other" / "place", ignore=lambda *_: {"other"})
    known = core_sources.resolve(core_file.load(outside / "core.toml")).sha256
    monkeypatch.chdir(tmp_path / "other" / "place" / "p")
    assert known == core_sources.resolve(core_file.load(Path("core.toml"))).sha256


def test_of_two_included_files_the_first_counts_and_two_data_files_are_told(tmp_path):
    for name in ("a/w.vh", "b/w.vh", "core.v"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(f"// {name}")
    more = '"core.v"]\ninclude = ["a", "b"]\ndata = ["a/w.vh"'
    parsed = core_file.load(write(tmp_path, '"sha256_ports.v"', more))
    assert [one.text for one in core_sources.resolve(parsed).includes] == ["// a/w.vh"]
    parsed = core_file.load(write(tmp_path, '"sha256_ports.v"', f'{more}, "b/w.vh"'))
    with pytest.raises(BadInput, match=r"key data: .*a/w\.vh and .*b/w\.vh have the same name"):
        core_sources.resolve(parsed)


def test_a_file_that_a_source_includes_by_a_path_from_its_folder_is_found(tmp_path):
    for name, text in {
        "rtl/core.v": '`include "../defs/a.vh"\n// `include "none.vh"\n`include "absent.vh"\n',
        "defs/a.vh": '`include "deep/b.vh"\n',
        "defs/deep/b.vh": '`include "../a.vh"\n',
        "defs/deep/unused.vh": "",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    found = core_sources.resolve(
        core_file.load(write(tmp_path, '"sha256_ports.v"', '"rtl/core.v"'))
    ).includes
    assert {one.path for one in found} == {"defs/a.vh", "defs/deep/b.vh"}


@pytest.mark.parametrize("name", ["a/x.v", "inc/w.vh", "inc/new.vh", "b/ignored/x.v", "a/.git"])
def test_a_commit_that_does_not_have_a_file_as_it_is_is_marked(name, outside, tmp_path):
    path = outside / "core.toml"
    path.write_text(path.read_text().replace("../b/x.v", "../b/**/x.v"))

    def commit() -> str:
        return core_sources.resolve(core_file.load(path)).commit

    assert commit() == ""
    (tmp_path / ".gitignore").write_text("ignored\n")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "A core")
    path.write_text(f"{path.read_text()}# the core file is no source\n")
    assert len(commit()) == 10
    changed = tmp_path / name
    changed.parent.mkdir(exist_ok=True)
    if changed.suffix:
        changed.write_text("// changed")
    else:
        git(tmp_path / "a", "init", "-q")
    assert len(commit()) == 11 and commit().endswith("+")


@pytest.mark.parametrize(
    ("address", "kept"),
    [
        ("https://me:TOKEN@host.example/a/b.git", "https://host.example/a/b.git"),
        ("https://TOKEN@host.example:8443/a", "https://host.example:8443/a"),
        ("https://me:a@b@host.example/a@1", "https://host.example/a@1"),
        ("ssh://git:TOKEN@host.example/a", "ssh://git@host.example/a"),
        *((name, name) for name in ("git@host.example:a/b", "/a@b", "ssh://git@host.example:22/a")),
    ],
)
def test_the_address_of_a_repository_has_no_credentials(address, kept, tmp_path):
    (tmp_path / "sha256_ports.v").write_text("module sha256_ports; endmodule")
    parsed = core_file.load(write(tmp_path, "hold = 1", "hold = 2"))
    git(tmp_path, "init", "-q")
    git(tmp_path, "remote", "add", "origin", address)
    git(tmp_path, "commit", "-q", "--allow-empty", "-m", "A core")
    assert core_sources.resolve(parsed).repository == kept


def test_an_unknown_algorithm_names_the_nearest():
    with pytest.raises(UnknownName, match="did you mean"):
        functions.get("sha265")
    assert functions.get("HMAC-SHA-512/256").name == "HMAC-SHA-512/256"
    assert functions.get("shat128").name == "SHAT-R-128"


@pytest.mark.parametrize("name", ["ascon-aead128", "aes128-gcm", "pbkdf2-hmac-sha256"])
def test_an_algorithm_of_more_than_a_message_and_a_key_has_no_kind(name: str) -> None:
    with pytest.raises(UnknownName):
        functions.get(name)


def test_the_padding_of_ascon_is_that_of_its_standard() -> None:
    function = functions.get("ascon-hash256")
    assert function.blocks(b"1234567", padded=True) == [b"1234567\1"]
    assert function.blocks(b"12345678", padded=True) == [b"12345678", b"\1" + bytes(7)]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('valid = "digest_valid"', 'valid = "digest_vld"', "line 17, key interface.valid: .*port"),
        ('ready = "ready"', 'ready = "init"', "key interface.ready: port init .* no output"),
        ('port = "rst"', 'port = "rst_n"', "line 7, key reset.port: .* no port rst_n"),
        ('port = "rst"', 'port = "clk"', "line 7, key reset.port: clk is the clock"),
        ('block = "block"', 'block = "clk"', "line 14, key interface.block: clk is the clock"),
        ("[interface]", "[tie]\nclk = 0\n[interface]", "line 11, key tie.clk: clk is the clock"),
    ],
)
def test_a_port_that_does_not_exist_is_located(old, new, says, tmp_path):
    path = write(tmp_path, old, new)
    (tmp_path / "sha256_ports.v").write_text((CORES / "sha256_ports.v").read_text())
    with pytest.raises(BadInput, match=says):
        design(path).with_front(Store()).ports(Store())


DIGEST, BLOCK, INIT = 'digest = "digest"', 'block = "block"', 'first = "init"'


@pytest.mark.parametrize(
    ("name", "old", "new", "says"),
    [
        ("block", DIGEST, 'digest = "word_out"', "32 bits, and a result of SHA-256 has 256"),
        (
            "block",
            BLOCK,
            'block = ["word", "write_data"]',
            "64 bits, and a block of SHA-256 has 512",
        ),
        (
            *("block", 'valid = "digest_valid"', 'valid = "!digest_valid[3]"'),
            r"line 17, key interface\.valid: digest_valid has 1 bit, so there is no .*valid\[3\]",
        ),
        ("block", INIT, "first = { init = 2 }", "line 12, .* init has 1 bit, which cannot be 2"),
        ("block", INIT, 'first = { "word[31]" = 2 }', r"word\[31\] is one bit, which cannot be 2"),
        (
            *("block", "[interface]", "[tie]\nfault = 16\n\n[interface]"),
            r"line 11, key tie\.fault: fault has 4 bits, which cannot be 16",
        ),
        (
            "registers",
            "_at = 0x10",
            "_at = 0x110",
            "block_at: address has 8 bits, .* cannot be 272",
        ),
        ("registers", "address = 0x09", "address = 0x109", "done: address .* cannot be 265"),
        ("registers", "= 0x08, value = 2", "= 0x108, value = 2", "next: address has 8 bits"),
        ("registers", "value = 1 ", "value = 0x100000000 ", "first: write_data has 32 bits"),
    ],
)
def test_a_port_that_is_too_narrow_is_located(name, old, new, says, tmp_path):
    parsed = core_file.load(write(tmp_path, old, new, name))
    ports = design(CORES / f"{name}.toml").with_front(Store()).ports(Store())
    with pytest.raises(BadInput, match=says):
        require_widths(parsed, functions.get("sha256"), ports)


@pytest.mark.parametrize(
    ("name", "port", "says"),
    [
        ("own", "s_tdata", r"line 22, key interface\.s: s_tdata has 4 bits, which are no whole"),
        ("apb", "pwdata", r"key interface\.write_data: pwdata has 4 bits, which are no whole"),
    ],
)
def test_a_port_of_no_whole_bytes_is_located(name, port, says):
    parsed = core_file.load(CORES / f"{name}.toml")
    ports = [CorePort(n, out, 4 if n == port else 32) for _, n, out in parsed.core.ports()]
    with pytest.raises(BadInput, match=says):
        require_widths(parsed, functions.get("sha256"), ports)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for path in FILES:
        shutil.copy(path, tmp_path)
    return tmp_path


@needs_ghdl
def test_a_folder_of_vhdl_is_recognised_and_read(folder):
    path, _ = init(folder)
    parsed = core_file.load(path)
    i = parsed.core.interface
    assert (parsed.core.top, parsed.core.sources) == ("Aes_Mixer", tuple(p.name for p in FILES))
    assert (i.block, i.key, i.digest) == (("block_in",), ("key",), ("result",))
    assert (str(i.first), str(i.valid)) == ("start", "done")
    path.write_text(path.read_text() + "\n[parameters]\nROUNDS = 7\n")
    read_again = design(path).with_front(Store())
    assert read_again.own.converted.startswith("GHDL")
    widths = {port.name: port.width for port in read_again.ports(Store())}
    assert (widths["count"], widths["key"]) == (7, 128)


@needs_ghdl
def test_a_mistake_in_vhdl_is_located(folder):
    parsed = core_file.load(init(folder)[0])
    (folder / "mixer.vhd").write_text(
        (folder / "mixer.vhd").read_text().replace("done <=", "dne <=")
    )
    with pytest.raises(BadInput, match=r"key sources: GHDL cannot(.|\n)*mixer\.vhd:\d+:\d+.*dne"):
        core_sources.resolve(parsed)


def test_ghdl_that_is_absent_is_told(folder, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(ToolMissing, match="apt-get install ghdl"):
        hdl_modules.modules(folder)


def test_ghdl_has_the_time_limit_of_the_user(folder, tmp_path, monkeypatch):
    ghdl = tmp_path / "ghdl"
    ghdl.write_text("#!/bin/sh\nexec tail -f /dev/null\n")
    ghdl.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setenv("SILICRYPT_TIMEOUT", "0.2")
    with pytest.raises(ToolFailed, match=r"within 0\.2 s"):
        vhdl.to_verilog("mixer", FILES, {})


def test_entities_that_others_instantiate_are_no_tops(tmp_path):
    inner = "entity part is port (a : in bit); end entity;\n"
    outer = "entity whole is port (a : in bit); end;\nu : entity work.part port map (a => a);\n"
    paths = [tmp_path / "inner.vhd", tmp_path / "outer.vhd"]
    for path, text in zip(paths, (inner, outer + "entity bench is end;\n"), strict=True):
        path.write_text(text)
    assert vhdl.tops(paths) == ["whole"]


INVERTED = "assign inverted = 1;"
BRANCHES = [
    f"`ifdef SYNTHESIS\nassign inverted = 0;\n`else\n{INVERTED}\n`endif",
    f"`ifdef VERILATOR\n{INVERTED}\n`else\nassign inverted = 0;\n`endif",
    *(
        f"`ifdef {macro}\n{INVERTED}\n`else\nassign inverted = 0;\n`endif"
        for macro in ("SYSTEMVERILOG", "verilator3")
    ),
    f"`ifdef verilator\n{INVERTED}\n`else\nassign inverted = 0;\n`endif",
    *(
        f'wire [7:0] text; assign text = {{8{{inverted}}}}; localparam S = "// {word} ";\n'
        f"{before} {word} translate_off{after}\n{INVERTED}\n"
        f"{before} {word} translate_on{after} wire left;\nassign inverted = 0;"
        for word in ("synthesis", "synopsys", "pragma")
        for before, after in (("//", "\n"), ("/*", " */"))
    ),
]


@pytest.mark.parametrize("language", ["auto", "verilog"])
@pytest.mark.parametrize("branch", [*BRANCHES, "`ifdef YOSYS\n`endif\nassign inverted = 0;"])
def test_the_circuit_that_is_simulated_is_the_one_that_is_measured(branch, language, tmp_path):
    """Code for synthesis, or for a simulator alone, is the same for Yosys and for Verilator."""
    text = (
        "module inverter (input clk, input [7:0] block, output reg [7:0] digest);\nwire inverted;"
    )
    text += f"\n{branch}\nalways @(posedge clk) digest <= block ^ {{8{{inverted}}}};\nendmodule\n"
    known, simulation = simulated(fixed(tmp_path, "inverter", text, f'language = "{language}"\n'))
    netlist = (synth.elaborate(known, Store()) / yosys.NETLIST).read_text()
    with simulation.start() as rtl:
        rtl.put("block", 0x5A)
        rtl.step(2)
        (digest,) = rtl.read("digest")
    assert digest == (0xA5 if "$not" in netlist else 0x5A) == 0x5A


@pytest.mark.parametrize("language", ["auto", "verilog"])
def test_a_macro_of_yosys_is_known_to_the_simulator(language, tmp_path):
    path = copied(tmp_path)
    text = "`ifndef YOSYS\n`define OTHER\n`endif\n" + (tmp_path / "sha256_ports.v").read_text()
    (tmp_path / "sha256_ports.v").write_text(text)
    stated = path.read_text().replace("top =", f'language = "{language}"\ntop =', 1)
    path.write_text(stated)
    for front in ("read_slang", "read_verilog"):
        known = replace(design(path), front=front)
        options = known.verilator_options(tmp_path)
        assert ("-DYOSYS=1" in options) == (front == "read_verilog")


@pytest.mark.parametrize("name", ["tables/k.hex", "k.hex", "./tables/k.hex"])
def test_data_have_the_path_that_the_hardware_has_for_them(name, tmp_path):
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "k.hex").write_text("0\n")
    (tmp_path / "a.v").write_text(
        f'module a; reg [3:0] k [0:0]; initial $readmemh("{name}", k); endmodule'
    )
    named = '["a.v"]\ndata = ["tables/*"]'
    own = core_sources.resolve(core_file.load(write(tmp_path, '["sha256_ports.v"]', named)))
    assert [source.path for source in own.data] == [name.removeprefix("./")]


def test_data_outside_of_a_build_are_told(tmp_path):
    (tmp_path / "k.hex").write_text("0\n")
    text = 'module a; reg [3:0] k [0:0]; initial $readmemh("../k.hex", k); endmodule'
    (tmp_path / "a.v").write_text(text)
    parsed = core_file.load(write(tmp_path, '["sha256_ports.v"]', '["a.v"]\ndata = ["k.hex"]'))
    with pytest.raises(BadInput, match=r"line 5, key data: the sources read \.\./k\.hex"):
        core_sources.resolve(parsed)


def test_names_of_files_and_ports_that_need_quotes_are_read(tmp_path):
    """A file and a folder with a space, a bracket and a quote, and a port with an escaped name."""
    folder = tmp_path / "my core; v[1]"
    folder.mkdir()
    text = (CORES / "sha256_ports.v").read_text()
    escaped = re.sub(r"\bfault\b(?!;)", lambda _: "\\fault[0] ", text)
    (folder / "sha256's ports.v").write_text(escaped)
    path, _ = init(tmp_path, tmp_path / "core.toml")
    stated = path.read_text()
    assert '"fault[0]" = 0' in stated
    ports = {port.name for port in simulated(path)[1].ports}
    assert "fault[0]" in ports


def test_the_result_of_a_core_that_takes_a_chaining_value_has_its_width(tmp_path):
    parsed = core_file.load(write(tmp_path, '"sha256"', '"sha224"', "chain"))
    widths = {"block": 512, "chain": 256, "digest": 224, "rst": 1, "resume": 1, "ready": 1}
    ports = [CorePort(n, False, bits) for n, bits in {**widths, "digest_valid": 1}.items()]
    with pytest.raises(BadInput, match=r"digest has 224 bits, and a state of SHA-224 has 256"):
        require_widths(parsed, functions.get("sha224"), ports)


@pytest.mark.parametrize("call", ['$system("touch x")', '$c("int x;")', 'import "DPI-C"'])
@pytest.mark.parametrize("name", ["a.v", "a.vh"])
def test_a_core_that_runs_commands_is_refused(call, name, tmp_path):
    (tmp_path / "a.v").write_text('`include "a.vh"\nmodule a; endmodule // $system("no call")')
    (tmp_path / "a.vh").write_text("// nothing")
    statement = f"{call} function void f();" if "DPI" in call else f"initial {call};"
    (tmp_path / name).write_text(f"module b; {statement} endmodule")
    parsed = core_file.load(write(tmp_path, '["sha256_ports.v"]', '["a.v", "a.vh"]'))
    word = re.escape(call.split("(")[0])
    with pytest.raises(BadInput, match=rf"line 4, key sources: .*{name} has {word}, which leads"):
        core_sources.resolve(parsed)


@pytest.mark.parametrize(
    ("port", "key"),
    [("rst", "reset.port"), ("init", "interface.first"), ("block", "a port of data")],
)
def test_a_constant_that_a_driver_sets_is_refused(port, key, tmp_path):
    (tmp_path / "sha256_ports.v").write_text((CORES / "sha256_ports.v").read_text())
    path = write(tmp_path, "[interface]", f"[tie]\n{port} = 1\n\n[interface]")
    with pytest.raises(BadInput, match=rf"key tie\.{port}: {port} is also {key}, and not constant"):
        design(path).with_front(Store()).ports(Store())


REGISTERS = "wire gated = clk & block[0]; reg half; always @(posedge clk) half <= ~half;\n"


@pytest.mark.parametrize(
    ("edge", "counts", "doubts"),
    [
        ("posedge clk", (0, 0, 0), {}),
        ("negedge clk", (1, 0, 0), {"nangate45": "take the falling edge of clk"}),
        ("posedge half", (0, 1, 0), dict.fromkeys(("nangate45", "ecp5-85k"), "another clock")),
        ("posedge other", (0, 1, 0), dict.fromkeys(("nangate45", "ecp5-85k"), "another clock")),
        ("posedge gated", (0, 0, 1), {}),
    ],
)
def test_registers_with_other_clocks_are_found(edge, counts, doubts, tmp_path):
    text = "module clocks (input clk, other, input [7:0] block, output reg [7:0] digest);\n"
    text += f"{REGISTERS}always @({edge}) digest <= block; endmodule\n"
    path = fixed(tmp_path, "clocks", text)
    for target in ("nangate45", "ecp5-85k", "artix-7"):
        known = design(path, target).with_front(Store())
        found = clocking(known, Store())
        assert (found.falling, found.divided, found.gated) == counts
        told = found.doubts(known)
        assert (doubts[target] in told) if target in doubts else not told
        assert bool(found.caveats) == bool(found.gated)
