"""The command line as a user sees it: output, exit codes, and messages for bad input."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from silicrypt import paths
from silicrypt.flow import carry, verification
from silicrypt.papers import reference
from silicrypt.paths import reference_results

SILICRYPT = Path(sys.executable).parent / "silicrypt"
KEY = bytes(range(16)).hex()
Command = Callable[..., tuple[object, str, str]]


def run(*args: str, stdin: bytes = b"", **env: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [str(SILICRYPT), *args],
        input=stdin,
        capture_output=True,
        env={**os.environ, **env},
        check=False,
    )


def test_list_names_every_configuration(command: Command) -> None:
    from silicrypt import catalog

    listed = json.loads(command("list", "--json")[1])["configs"]
    assert [point["name"] for point in listed] == list(catalog.load())


def test_list_has_the_designs_of_papers_after_the_others(command: Command) -> None:
    from silicrypt import catalog

    own, papers = command("list")[1].split("designs of the papers")
    points = catalog.load().values()
    assert all(f"\n{one.name} " in (papers if one.paper else own) for one in points)
    assert "-axil or -apb" in papers


def test_hash_of_hexadecimal(command: Command) -> None:
    answer = json.loads(command("hash", "sha256-fast", "--hex", "616263", "--json")[1])
    assert answer["digest"] == hashlib.sha256(b"abc").hexdigest()
    assert answer["cycles"] > 64
    assert answer["config"] == "sha256-fast"


def test_hash_of_a_file_and_of_standard_input(tmp_path: Path) -> None:
    message = bytes(range(256)) * 9
    (tmp_path / "m").write_bytes(message)
    expected = hashlib.sha256(message).hexdigest()
    of_file = run("hash", "sha256-fast", str(tmp_path / "m"))
    of_input = run("hash", "sha256-fast", stdin=message)
    assert of_file.stdout.decode() == f"{expected}  {tmp_path / 'm'}\n"
    assert of_input.stdout.decode() == f"{expected}  -\n"


def test_hash_under_a_key(tmp_path: Path, command: Command) -> None:
    message, key = bytes(range(256)) * 3, bytes(range(70))
    (tmp_path / "m").write_bytes(message)
    _, out, said = command("hash", "hmac-sha1-fast", "--key-hex", key.hex(), str(tmp_path / "m"))
    expected = hmac.digest(key, message, "sha1").hex()
    assert out == f"{expected}  {tmp_path / 'm'}\n"
    assert "cycles of hmac-sha1-fast, simulated" in said


def test_an_empty_key_is_a_key(command: Command) -> None:
    args = ("hash", "hmac-md5-fast", "--key-hex", "", "--hex", "616263", "--json")
    assert json.loads(command(*args)[1])["digest"] == hmac.digest(b"", b"abc", "md5").hex()


@pytest.mark.parametrize("name", ["hmac-md5-sha1-perf", "hmac-md5-sha1-area"])
@pytest.mark.parametrize("algorithm", ["md5", "sha1"])
def test_hash_with_either_hash(name: str, algorithm: str, command: Command) -> None:
    args = ("--hex", b"Hi There".hex(), "--key-hex", "0b" * 20, "--algorithm", algorithm, "--json")
    answer = json.loads(command("hash", name, *args)[1])
    assert answer["digest"] == hmac.digest(b"\x0b" * 20, b"Hi There", algorithm).hex()


@pytest.mark.recorded()
def test_crypt_of_a_file_both_ways(tmp_path: Path) -> None:
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

    keys, tweak = bytes(range(32)), bytes(range(16, 32))
    message = bytes(i * i & 0xFF for i in range(1000))
    (tmp_path / "m").write_bytes(message)
    args = ("crypt", "aes128-par", "--mode", "xts")
    args += ("--key-hex", keys.hex(), "--iv-hex", tweak.hex())
    there = run(*args, str(tmp_path / "m"), "-o", str(tmp_path / "c"))
    assert there.returncode == 0, there.stderr
    encryptor = Cipher(algorithms.AES(keys), modes.XTS(tweak)).encryptor()
    assert (tmp_path / "c").read_bytes() == encryptor.update(message)
    back = run(*args, "--decrypt", stdin=(tmp_path / "c").read_bytes())
    assert back.stdout == message
    assert b"cycles of aes128-par, simulated" in back.stderr
    answer = json.loads(run(*args, str(tmp_path / "m"), "--json").stdout)
    assert answer["config"] == "aes128-par"
    assert bytes.fromhex(answer["output"]) == (tmp_path / "c").read_bytes()
    assert answer["cycles"] > 1000 // 16 * 11


def test_a_refused_message_leaves_its_file_as_it_was(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.write_bytes(b"old")
    args = ("crypt", "aes128-par", "--mode", "ecb", "--key-hex", KEY, "-o", str(out))
    done = run(*args, stdin=b"not a block")
    assert done.returncode == 2
    assert b"the message has 11 bytes: mode ecb takes complete blocks of 16" in done.stderr
    assert out.read_bytes() == b"old"


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("hash sha256-fats", "did you mean sha256-fast"),
        ("hash qzzzq", "is similar; 'silicrypt list' lists them"),
        ("hash sha256-fast no-such-file", "cannot read no-such-file"),
        ("hash sha256-fast --hex abc", "pairs of hexadecimal digits"),
        ("hash sha1-fast --key-hex 00", "sha1-fast takes no key"),
        ("hash hmac-sha1-fast --hex 00", "hmac-sha1-fast needs a key: --key-hex"),
        ("hash ascon-aead128-fast --hex 00 --key-hex 00", "takes more than a message and a key"),
        ("hash hmac-sha1-fast --key-hex 0g", "--key-hex takes pairs of hex"),
        ("hash hmac-md5-sha1-area --key-hex 00", "--algorithm md5 or"),
        (
            "hash hmac-md5-sha1-area --key-hex 00 --algorithm sha256",
            "computes either hash: choose --algorithm md5",
        ),
        ("hash sha1-fast --algorithm sha1", "computes SHA-1 alone"),
        (f"crypt sha1-fast --mode ecb --key-hex {KEY}", "sha1-fast enciphers noth"),
        (f"crypt aes192-par --mode xts --key-hex {KEY}", "has no mode xts, only"),
        (
            f"crypt aes128-fast --mode ecb --key-hex {KEY} --decrypt",
            "aes128-fast does not decrypt in mode ecb",
        ),
        (f"crypt aes128-dec --mode ecb --key-hex {KEY}", "aes128-dec has no mode of operation"),
        (f"crypt aes128-par --mode cbc --key-hex {KEY}", "no mode cbc, only ecb, ctr, xts"),
        (f"crypt aes128-par --mode gcm --key-hex {KEY}", "'gcm' is not one of"),
        ("crypt aes128-par --mode ecb", "--key-hex"),
        ("crypt aes128-par --mode ecb --key-hex 00", "has 1 bytes; aes128-par"),
        (f"crypt aes128-par --mode xts --key-hex {KEY}", "takes 32: the key of"),
        (f"crypt aes128-par --mode xts --key-hex {KEY}{KEY}", "are equal"),
        (f"crypt aes128-par --mode ctr --key-hex {KEY}", "needs --iv-hex: its"),
        (f"crypt aes128-par --mode ctr --key-hex {KEY} --iv-hex 00", "--iv-hex has 1 bytes"),
        (f"crypt aes128-par --mode ecb --key-hex {KEY} --iv-hex {KEY}", "mode ecb uses no IV"),
        (f"crypt aes128-par --mode ecb --key-hex {KEY} no-such-file", "cannot read no-such-file"),
        ("implement sha256-fast -t ecp5-85", "did you mean ecp5-85k"),
        ("implement sha256-fast -t ecp5-85k --seeds x", "whole numbers"),
        ("implement sha256-fast -t ecp5-85k --level top", "'top' is not one of 'core'"),
        ("power sha256-fats", "did you mean sha256-fast"),
        ("power sha256-fast -t ecp5-85k", "only the cells of a standard"),
        ("power sha256-fast --scenario bussy", "unknown scenario"),
        ("power sha256-fast --frequency 10", "takes a number and Hz, kHz"),
        ("power sha256-fast --level top", "'top' is not one of 'core'"),
        ("power hmac-md5-fast --level core", "has no level core"),
        ("reproduce sha512-2006", "did you mean sha512-2005"),
        ("reproduce sha512-2005 --stored --quick", "--stored runs nothing"),
        ("verify sha256-fast --suite fast", "unknown suite"),
        ("implement sha256-fast --sedes 1", "--seeds"),
        ("bitstream sha256-fats -b ulx3s-85f -o x", "did you mean sha256-fast"),
        ("bitstream sha256-fast -b ulx3s -o x", "did you mean ulx3s-85f"),
        ("bitstream sha256-fast -b ulx3s-85f -o no/x", "cannot write no/x"),
        ("bitstream sha256-fast -b ulx3s-85f -o .", "cannot write .: Is a directory"),
        ("bitstream sha256-fast -o x", "--board"),
        *(
            (f"{asked} {written}", f"'{written}' is no design point: take {taken}")
            for asked in ("show", "export -o ip")
            for written, taken in (
                *(("sha256", "sha256-fast"), ("SHA-1", "sha1-fast"), ("sm3", "sm3-fast")),
            )
        ),
        *(
            (f"verify {name}", f"verifies the core inside, and {other} {name}")
            for name, other in (
                ("storage-128", "'silicrypt implement"),
                ("station-shat128", "'silicrypt implement"),
                ("bist-hmac-sha1", "the testbench of 'silicrypt export"),  # implement refuses it
            )
        ),
        *(
            (f"results {options}", "exclude each other")
            for options in ("--missing --check", "--check --carry", "--carry --baseline HEAD")
        ),
        *(
            (f"results {options} --only 'no such run'", "no run matches --only 'no such run'")
            for options in ("", "--missing", "--carry --because test")
        ),
        *((f"results --check --sample {size}", "--sample") for size in (0, -1)),
        ("hash sha256-fast .", "cannot read .: not a file"),
        ("prove aes128-dec", "no proof has the sources of aes128-dec"),
        ("prove md5-grey", "unknown proof 'md5-grey': did you mean md5-gray"),
    ],
)
def test_bad_input_gets_a_sentence_and_no_traceback(
    written: str, says: str, command: Command
) -> None:
    code, _, said = command(*shlex.split(written))
    assert code == 2
    assert says in said
    assert "Traceback" not in said
    assert "Value error" not in said


def test_the_installed_command_reports_bad_input() -> None:
    done = run("hash", "sha256-fats")
    assert done.returncode == 2
    assert b"did you mean sha256-fast" in done.stderr
    assert b"Traceback" not in done.stderr


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; sys.argv = ['silicrypt', '--help']\n"
        "from silicrypt.cli import main\n"
        "try:\n    main()\nexcept SystemExit: pass\n"
        "heavy = {'altair', 'pydantic', 'dask', 'pyosys', 'numpy', 'jinja2'}\n"
        "sys.exit(', '.join(heavy & set(sys.modules)) or None)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


def test_doctor_is_content_here() -> None:
    answer = json.loads(run("doctor", "--json").stdout)
    assert answer["healthy"]


def test_doctor_names_what_is_missing_and_what_installs_it() -> None:
    done = run("doctor", PATH="/nonexistent")
    assert done.returncode == 1
    assert b"apt-get install g++" in done.stdout.replace(b"\n", b" ")


@pytest.mark.parametrize(("name", "asked"), [("clang++", ""), ("c++", ""), ("own", "own")])
def test_doctor_accepts_every_compiler_that_a_build_accepts(
    tmp_path: Path, name: str, asked: str
) -> None:
    for program in (name, "make"):
        (tmp_path / program).touch(0o755)
    answer = json.loads(run("doctor", "--json", PATH=str(tmp_path), CXX=asked).stdout)
    assert answer["healthy"]
    assert str(tmp_path / name) in [finding["found"] for finding in answer["findings"]]
    without = [one["name"] for one in answer["findings"] if not one["needed"] and not one["found"]]
    assert {"iverilog", "ghdl"} <= {*without}


def test_a_file_that_cannot_be_read_is_skipped_and_named(tmp_path: Path) -> None:
    path = tmp_path / "runs" / "0123456789abcdef" / "result.json"
    path.parent.mkdir(parents=True)
    path.write_text("{", encoding="utf-8")
    done = run("show", "md5-binary", "--json", SILICRYPT_CACHE=str(tmp_path))
    assert done.returncode == 0
    assert json.loads(done.stdout)["name"] == "md5-binary"
    assert done.stderr.decode().startswith(f"silicrypt: skipped one file: {path} is not a result")


def test_letters_that_the_encoding_lacks_are_replaced(command: Command) -> None:
    latin = {"PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0"}
    done, asked = run("show", "sha256-fast", **latin), run("show", "sha256-fast", "--json", **latin)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "sha256-fast" in done.stdout.decode("latin-1")
    assert json.loads(asked.stdout) == json.loads(command("show", "sha256-fast", "--json")[1])


def test_control_c_during_the_start_has_the_same_message() -> None:
    code = (
        "import sys\n"
        "class Stop:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'typer': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Stop())\n"
        "from silicrypt.cli import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.returncode == 130
    assert done.stderr == b"silicrypt: stopped; no incomplete file remains\n"


@pytest.mark.parametrize(("name", "default"), [("certify", "1"), ("mutate", "2")])
def test_the_help_has_the_default_of_jobs(name: str, default: str, command: Command) -> None:
    code, said, _ = command(name, "--help")
    assert code == 0
    assert f"[default: {default}]" in said.partition(" --jobs ")[2].partition("│ --")[0]


def test_control_c_stops_everything_and_leaves_nothing(tmp_path: Path) -> None:
    with subprocess.Popen(
        [str(SILICRYPT), "verify", "sha256-u1"],
        stderr=subprocess.PIPE,
        start_new_session=True,
        # If the tests run unattended, the signal is ignored, and child processes inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        env={**os.environ, "SILICRYPT_CACHE": str(tmp_path)},
    ) as process:
        assert process.stderr is not None
        assert b"building" in process.stderr.readline()
        os.killpg(process.pid, signal.SIGINT)
        said = process.stderr.read()
    assert process.returncode == 130
    assert b"no incomplete file remains" in said
    assert b"Traceback" not in said
    # The file that binds the checkers may be complete by then. Nothing else is left.
    left = [path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file()]
    assert {path.parts[0] for path in left} <= {"binds"}
    assert not [path for path in left if ".partial" in str(path)]


def test_nothing_is_written_if_no_result_can_be_carried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    """One of two committed results is stale by a change of code. The pattern matches the other."""
    known, stale = (
        f"nangate45/{name}.json" for name in ("aes128-seq.core.idle-power", "md5-u1.core")
    )
    (tmp_path / "nangate45").mkdir()
    for name in ("carried.json", "verifications.json", known, stale):
        (tmp_path / name).write_bytes((reference_results() / name).read_bytes())
    result = json.loads((tmp_path / stale).read_text())
    other = result["run_id"].partition("-")[0] + "-another"
    (tmp_path / stale).write_text(json.dumps(result | {"run_id": other}))
    for module in (paths, carry, reference, verification):
        monkeypatch.setattr(module, "reference_results", lambda: tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.glob("**/*.json")}
    of_none = "power of aes128-seq core on nangate45, idle"
    code, said, _ = command("results", "--carry", "--because", "a test", "--only", of_none)
    assert code == 0
    assert "no result is stale" in said
    assert [one.path for one in carry.stale()] == [tmp_path / stale]
    assert {path: path.read_bytes() for path in tmp_path.glob("**/*.json")} == before


def test_prove_takes_the_name_of_a_design_point() -> None:
    """``md5-gray`` is a proof and a design point, whose sources two proofs have."""
    from silicrypt.cli import verify

    assert {proof.name for proof in verify._named("md5-gray")} == {"md5-gray", "counter"}
