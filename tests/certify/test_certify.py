"""Secrets are followed to the outputs that they can change, and to no others."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from silicrypt import catalog
from silicrypt.certify import certificate, roles
from silicrypt.certify.certificate import Certificate, Subject, certify
from silicrypt.certify.dependence import Dependence
from silicrypt.drivers import maps
from silicrypt.errors import BadInput
from silicrypt.results.store import Store

HERE = Path(__file__).parent
Command = Callable[..., tuple[object, str, str]]
PORTS = """
[interface]
kind = "block"
first = "start"
block = "block"
key = "key"
digest = "digest"
ready = "ready"
valid = "valid"
"""
REGISTERS = """
[interface]
kind = "registers"
select = "cs"
write = "we"
address = "address"
write_data = "write_data"
read_data = "read_data"
block_at = 0x10
key_at = 0x20
digest_at = 0x30
first = [{ address = 0x00, value = 1 }]
load_key = []
done = { address = 0x04, mask = 3, value = 0 }
"""


def core(folder: Path, top: str, interface: str, **parameters: int) -> Subject:
    """Returns a core of this folder, by a core file."""
    given = ", ".join(f"{name} = {value}" for name, value in parameters.items())
    path = folder / "core.toml"
    path.write_text(
        f'algorithm = "aes128"\ntop = "{top}"\nsources = ["{HERE}/{top}.sv"]\n'
        f'parameters = {{ {given} }}\n[reset]\nport = "rst_n"\nactive = "low"\n{interface}',
        encoding="utf-8",
    )
    return Subject.of_core(path, Store())


def found(one: Certificate) -> dict[tuple[str, str], tuple[str, ...]]:
    """Returns the registers of each path, by the secret and the output."""
    return {(path.secret, path.output): path.registers for path in one.undecided}


def test_a_core_without_a_leak_is_independent(tmp_path: Path) -> None:
    one = certify(core(tmp_path, "small", PORTS, Leak=0), Store())
    assert one.holds
    assert one.independent == ["ready", "valid"]
    assert one.secrets == {"block": "message", "key": "key"}
    assert one.public == ["clk", "length", "rst_n", "start"]
    assert one.results == ["digest"]


@pytest.mark.parametrize(
    ("leak", "secret", "output", "through"),
    [
        pytest.param(1, "block", "valid", ("block_q[7]", "valid_q"), id="early-out"),
        pytest.param(2, "key", "ready", (), id="ready-of-a-key-bit"),
        pytest.param(3, "block", "valid", ("block_q[0]", "valid_q"), id="counter"),
        pytest.param(4, "key", "ready", ("key_q[7]", "count_q[0]", "busy_q"), id="exponent"),
        pytest.param(5, "block", "valid", ("block_q[7]", "mixed_q[0]"), id="result"),
        pytest.param(7, "key", "valid", ("key_q[7]", "gate_q", "count_q[0]"), id="gated-clock"),
        pytest.param(8, "block", "ready", ("busy_q",), id="table"),
    ],
)
def test_a_leak_is_found(
    leak: int, secret: str, output: str, through: tuple[str, ...], tmp_path: Path
) -> None:
    paths = found(certify(core(tmp_path, "small", PORTS, Leak=leak), Store()))
    assert (secret, output) in paths
    assert set(through) <= set(paths[secret, output])


def test_a_declared_register_ends_the_path(tmp_path: Path) -> None:
    subject = core(tmp_path, "small", PORTS, Leak=5)
    assert found(certify(subject, Store())).keys() == {("block", "valid"), ("key", "valid")}
    one = certify(subject, Store(), told=["mixed_q"])
    assert one.holds
    assert one.told == {"mixed_q": "declared by the caller"}
    assert certify(subject, Store(), results=["valid"]).holds


@pytest.mark.parametrize("registered", [0, 1])
def test_commands_and_secrets_on_one_bus_are_told_apart(registered: int, tmp_path: Path) -> None:
    one = certify(core(tmp_path, "small_bus", REGISTERS, Leak=0, Registered=registered), Store())
    assert one.holds
    assert one.independent == ["done", "read_data of public registers"]


@pytest.mark.parametrize(
    ("leak", "output", "register"),
    [
        pytest.param(1, "done", "data_q[0]", id="decoder"),
        pytest.param(2, "done", "key_q", id="count"),
        pytest.param(3, "read_data of public registers", "key_q", id="status"),
        pytest.param(4, "done", "", id="idle"),
        pytest.param(5, "done", "", id="while-reading"),
        pytest.param(6, "done", "gated_q", id="gated-clock"),
        pytest.param(7, "done", "key_q", id="memory"),
        pytest.param(9, "done", "vault", id="black-box"),
        pytest.param(8, "read_data of public registers", "data_q[0]", id="next-cycle"),
    ],
)
def test_a_leak_of_a_register_is_found(
    leak: int, output: str, register: str, tmp_path: Path
) -> None:
    paths = found(certify(core(tmp_path, "small_bus", REGISTERS, Leak=leak), Store()))
    through = paths["write_data", output]
    assert register in through if register else not through


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"secrets": ["kay"]}, "small has no input kay; its inputs are .*key"),
        ({"results": ["digset"]}, "small has no output digset; its outputs are digest"),
        ({"told": ["mixed"]}, "small has no port and no register mixed"),
    ],
)
def test_an_unknown_name_is_refused(
    more: Mapping[str, list[str]], said: str, tmp_path: Path
) -> None:
    with pytest.raises(BadInput, match=said):
        certify(core(tmp_path, "small", PORTS, Leak=0), Store(), **more)


def test_an_input_without_a_role_is_refused() -> None:
    station = catalog.stations()["station-shat128"]
    with pytest.raises(BadInput, match="rx_i is neither secret nor public"):
        roles.of_point(station, {"rx_i": ("input", 1)})


@given(st.lists(st.integers(0, 255), min_size=2, max_size=6, unique=True))
def test_patterns_cover_ranges_and_nothing_else(bounds: list[int]) -> None:
    ends = sorted(bounds)[: len(bounds) // 2 * 2]
    ranges = list(zip(ends[::2], ends[1::2], strict=True))

    def covered(some: list[roles.Range]) -> list[int]:
        return sorted(
            address
            for cube in roles.cubes(some, 8)
            for address in range(256)
            if all(c in ("-", b) for c, b in zip(cube, f"{address:08b}", strict=True))
        )

    inside = [a for a in range(256) if any(first <= a <= last for first, last in ranges)]
    assert covered(ranges) == inside
    assert covered(roles.others(ranges, 8)) == sorted(set(range(256)) - set(inside))


@pytest.mark.parametrize(
    ("kind", "registers"),
    [("hash", maps.HashRegister), ("hmac", maps.HmacRegister), ("aes", maps.AesRegister)],
)
def test_roles_have_the_addresses_of_the_registers(
    kind: str, registers: type[maps.HashRegister]
) -> None:
    table = roles._tables()["registers"][kind]
    named = {**table["written"], **table["read"], **table.get("bits", {})}
    assert {name: registers[name] for name in named} == {k: v[0] for k, v in named.items()}


@pytest.mark.parametrize(
    ("name", "level"), [("shat128", "core"), ("aes128-stepwise", "core"), ("shat128", "stream")]
)
def test_a_committed_certificate_is_found_again(name: str, level: catalog.Level) -> None:
    known = {(one.design, one.level): one for one in certificate.committed()}
    again = certify(Subject.of_point(catalog.get(name), level), Store())
    assert again.holds
    assert replace(known[name, level], key=again.key) == again


@pytest.mark.recorded("results")
def test_no_committed_certificate_is_missing_or_stale() -> None:
    known = {(one.design, one.level, one.key) for one in certificate.committed()}
    late = [
        f"{point.name} {level}"
        for point, level in certificate.everything()
        if (point.name, level, Subject.of_point(point, level).key) not in known
    ]
    assert not late, "run 'silicrypt certify --all'"


def test_known_certificates_stay_when_others_are_renewed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first one is renewed, the second is known, and the third is of no design point."""
    levels = [(catalog.get(name), "core") for name in ("md5-u1", "sha1-u1")]
    known = {one.design: one for one in certificate.committed() if one.level == "core"}
    stale = replace(known["md5-u1"], key="of other sources")
    gone = replace(stale, design="md5-before")
    monkeypatch.setattr(certificate, "reference_results", lambda: tmp_path)
    monkeypatch.setattr(certificate, "everything", lambda: levels)
    certificate.write([stale, known["sha1-u1"], gone])
    found = certificate.certify_all(store=Store(tmp_path / "store"), jobs=2)
    assert found == [known["md5-u1"], known["sha1-u1"]] == certificate.committed()


def test_design_points_with_the_same_hardware_have_certificates_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    levels = [(catalog.get(name), "core") for name in ("md5-u1", "md5-binary")]
    known = {(one.design, one.level): one for one in certificate.committed()}["md5-u1", "core"]
    monkeypatch.setattr(certificate, "reference_results", lambda: tmp_path)
    monkeypatch.setattr(certificate, "everything", lambda: levels)
    certificate.write([known])
    found = certificate.certify_all(store=Store(tmp_path / "store"))
    assert found == [known, replace(known, design="md5-binary")] == certificate.committed()


def test_a_damaged_file_is_named_and_written_anew(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    command: Command,
) -> None:
    (tmp_path / certificate.FILE).write_text("[{", encoding="utf-8")
    monkeypatch.setattr(certificate, "reference_results", lambda: tmp_path)
    monkeypatch.setattr(certificate, "everything", lambda: [(catalog.get("md5-u1"), "core")])
    code, said, _ = command("show", "md5-u1")
    assert code == 0
    assert "no certificate of level core: silicrypt certify md5-u1" in said
    assert f"{tmp_path / certificate.FILE} is not what silicrypt wrote" in caplog.text
    assert command("certify", "--all")[0] == 0
    assert [one.design for one in certificate.committed()] == ["md5-u1"]


def test_a_name_comes_before_a_folder_of_that_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    (tmp_path / "shat128").mkdir()
    monkeypatch.chdir(tmp_path)
    code, out, _ = command("certify", "shat128", "--json")
    assert code == 0
    assert json.loads(out)["design"] == "shat128"


def test_a_command_that_counts_as_secret_is_found() -> None:
    subject = Subject.of_point(catalog.get("shat128-apb"), "stream")
    gates = subject.netlist(Store())
    role = subject.roles(gates)
    assert role.bus is not None
    assert not Dependence(gates, role).paths()
    control = replace(role, bus=replace(role.bus, written=((0x08, 0x0B),)))
    paths = {path.output: path for path in Dependence(gates, control).paths()}
    assert {"irq_o", "s_tready", "s_pready", "s_pslverr"} <= set(paths)
    assert {path.secret for path in paths.values()} == {"s_pwdata"}


def test_the_command(tmp_path: Path, command: Command) -> None:
    core(tmp_path, "small", PORTS, Leak=2)
    path = str(tmp_path / "core.toml")
    code, said, _ = command("certify", path, "--json")
    document = json.loads(said)
    assert (code, document["secrets"]) == (1, {"block": "message", "key": "key"})
    assert {"output": "ready", "secret": "key", "registers": []} in document["undecided"]
    code, said, _ = command("certify", path, "--public", "ready", "--public", "busy_q")
    assert code == 0
    assert "small: no secret can change an output" in said


@pytest.mark.parametrize(
    ("args", "why"),
    [(("{}", "--secret", "kay"), "has no input kay"), (("shat129",), "did you mean shat128")],
)
def test_the_command_refuses(
    args: tuple[str, ...], why: str, tmp_path: Path, command: Command
) -> None:
    core(tmp_path, "small", PORTS, Leak=2)
    code, _, said = command("certify", *(one.format(tmp_path / "core.toml") for one in args))
    assert code == 2
    assert why in said


def test_show_lists_certificates_and_proofs(command: Command) -> None:
    code, said, _ = command("show", "sm3-u1", "--json")
    found = json.loads(said)
    assert [one["level"] for one in found["certificates"]] == ["core", "stream"]
    assert "GB/T 32905" in found["proofs"]["sm3-u1"]
    again, said, _ = command("show", "sm3-u1")
    assert code == again == 0
    assert "certificate of level stream: no output but results depends on a secret" in said
    assert f"proof sm3-u1: {found['proofs']['sm3-u1']}" in said


def test_a_mistake_in_a_stream_is_found() -> None:
    subject = Subject.of_point(catalog.get("shat128"), "stream")
    right, wrong = "valid_q <= valid_d", "valid_q <= valid_d & (valid_q | ~&s_tdata)"
    files = tuple(replace(one, text=one.text.replace(right, wrong)) for one in subject.files)
    assert files != subject.files, f"no file has '{right}': adapt this test"
    paths = found(certify(replace(subject, files=files), Store()))
    assert "u_blocks.u_digest.valid_q" in paths["s_tdata", "m_tvalid"]


def test_a_proof_decides_what_paths_do_not() -> None:
    subject = Subject.of_point(catalog.get("tuplehash128-fast"), "stream")
    assert subject.proof is not None and subject.proof.design == subject.name
    one = certify(subject, Store())
    assert {path.output for path in one.undecided} >= {"i_tready", "s_tready", "m_tvalid"}
    assert one.holds and one.proof == "tuplehash-time"
    assert not certify(subject, Store(), secrets=["i_tuser"]).holds
