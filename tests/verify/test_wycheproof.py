"""Vectors of Project Wycheproof: HMAC, HKDF, PBKDF2, KMAC, CMAC, XTS, CBC and Ascon-AEAD128.

Those of AES-GCM and AES-CCM are in the suites. Each file of the folder ``wycheproof`` goes through
the reference, and through the simulated hardware of a design point.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from passed import Passed, suite_key
from silicrypt import catalog, drivers
from silicrypt.catalog import DesignPoint
from silicrypt.drivers.aes import Mode
from silicrypt.errors import BadInput
from silicrypt.paths import hw_root
from silicrypt.results.store import fingerprint
from silicrypt.tools import verilator
from silicrypt.verify import aead_wire, cipher_wire, kdf_suite, register_suite, wire
from silicrypt.verify.aead_wire import AeadJob, AeadSubject
from silicrypt.verify.cipher_wire import CipherJob
from silicrypt.verify.kdf_functions import function_of
from silicrypt.verify.kdf_request import Request
from silicrypt.verify.kdf_suite import KdfJob, KdfSubject
from silicrypt.verify.kmac_functions import kmac_request
from silicrypt.verify.native import Outcome
from silicrypt.verify.register_session import session

FOLDER = Path(__file__).parent / "wycheproof"
#: What is asked: a request, or a key and a message, in XTS with a key for tweaks between them.
Asked = tuple[wire.Message | cipher_wire.Item | aead_wire.Key | aead_wire.Message | Request, ...]
#: The values of a line, without its verdict.
Values = Sequence[str]
#: The largest iteration count of PBKDF2 that is simulated.
MOST = 80_000
#: Passwords of PBKDF2 with these lengths are simulated in the quick tests, too: none, and the
#: longest. So are those with few iterations.
QUICK_BYTES, QUICK_ITERATIONS = (0, 257), 2


@dataclass(frozen=True)
class Case:
    """What is asked of the hardware, and its answer.

    Attributes:
        asked: what is sent.
        result: the published result; nothing where the hardware must refuse what is asked.
        right: whether the hardware must give this result. A wrong tag is one that it must not give,
            because it computes tags and its user compares them.
        part: whether the result is a truncated tag, the first bytes of what the hardware gives.
        legal: whether what is sent keeps the rules of the inputs.
        digest: the SHA-256 of a long result, in place of it.
        iterations: iterations of PBKDF2.
    """

    asked: Asked
    result: bytes | None
    right: bool = True
    part: bool = False
    legal: bool = True
    digest: str = ""
    iterations: int = 0

    def fits(self, answer: bytes | None) -> bool:
        """Returns whether the answer is as it must be; nothing stands for a refusal."""
        if answer is None or self.result is None:
            return answer is self.result
        if self.digest:
            return hashlib.sha256(answer).hexdigest() == self.digest
        found = answer[: len(self.result)] if self.part else answer
        return (found == self.result) == self.right


def octets(text: str) -> bytes:
    """Returns the bytes of a value."""
    return bytes.fromhex(text.strip("-"))


def hmac_cases(values: Values, valid: bool) -> Iterator[Case]:
    """Yields the tag of a message."""
    key, message, tag = map(octets, values)
    yield Case((wire.Message(key, key=True), wire.Message(message)), tag, valid, part=True)


def kmac_cases(values: Values, valid: bool) -> Iterator[Case]:
    """Yields the tag of a message. Its length is a part of what is hashed."""
    key, message, tag = map(octets, values)
    yield Case((kmac_request(0, b"", key, message, size=len(tag)),), tag, valid)


def hkdf_cases(values: Values, valid: bool) -> Iterator[Case]:
    """Yields a derivation. It is invalid if its output is too long."""
    material, salt, info = map(octets, values[:3])
    size, output = values[3:]
    request = Request((salt, material, info), int(size))
    digest = output.removeprefix("sha256:") if ":" in output else ""
    yield Case((request,), octets("" if digest else output) if valid else None, digest=digest)


def pbkdf2_cases(values: Values, valid: bool) -> Iterator[Case]:
    """Yields a derivation."""
    assert valid
    password, salt, key = (octets(values[at]) for at in (0, 1, 3))
    request = Request((password, salt), len(key), int(values[2]))
    yield Case((request,), key, iterations=request.iterations)


def cmac_cases(values: Values, valid: bool) -> Iterator[Case]:
    """Yields the tag of a message, if AES has keys of this length."""
    key, message, tag = map(octets, values)
    if len(key) in (16, 24, 32):
        text = cipher_wire.Item(message, mode=Mode.CMAC)
        yield Case((cipher_wire.Item(key, key=True), text), tag, valid)


def xts_cases(values: Values, valid: bool) -> Iterator[Case]:
    """Yields both directions. Two keys of 192 bits, which IEEE 1619 does not have, are refused."""
    assert valid
    keys, tweak, text, sealed = map(octets, values)
    half = len(keys) // 2
    items = cipher_wire.Item(keys[:half], key=True), cipher_wire.Item(keys[half:], True, tweak=True)
    for data, result, decrypt in ((text, sealed, False), (sealed, text, True)):
        initial = tweak.ljust(cipher_wire.BLOCK, b"\0")
        item = cipher_wire.Item(data, decrypt=decrypt, mode=Mode.XTS, initial=initial)
        legal = half != 24
        yield Case((*items, item), result if legal else None, legal=legal)


def cbc_cases(values: Values, valid: bool) -> Iterator[Case]:
    """Yields both directions, with the padding of PKCS #5."""
    assert valid
    key, initial, text, sealed = map(octets, values)
    more = cipher_wire.BLOCK - len(text) % cipher_wire.BLOCK
    text += bytes([more]) * more
    for data, result, decrypt in ((text, sealed, False), (sealed, text, True)):
        item = cipher_wire.Item(data, decrypt=decrypt, mode=Mode.CBC, initial=initial)
        yield Case((cipher_wire.Item(key, key=True), item), result)


def ascon_cases(values: Values, valid: bool) -> Iterator[Case]:
    """Yields a decryption, which a wrong tag must end, and the encryption of a right one."""
    key, nonce, data, text, sealed, tag = map(octets, values)
    message = aead_wire.Message(nonce, data, sealed, tag, True)
    yield Case((aead_wire.Key(key=key), message), text if valid else None)
    if valid:
        yield Case((aead_wire.Key(key=key), aead_wire.Message(nonce, data, text)), sealed + tag)


@dataclass(frozen=True)
class File:
    """A file of vectors.

    Attributes:
        point: the name of the design point that it goes through.
        cases: makes cases of the values of a line.
        vectors: the number of vectors that Wycheproof has.
        invalid: the number of those that must be refused, or whose tag is wrong.
        absent: the number of vectors that are not in the file.
        left_out: the number of those in the file without a case, or with too many iterations.
    """

    point: str
    cases: Callable[[Values, bool], Iterator[Case]]
    vectors: int
    invalid: int = 0
    absent: int = 0
    left_out: int = 0


FILES: Mapping[str, File] = {
    "hmac_sha1": File("hmac-sha1-fast", hmac_cases, 170, 104),
    "hmac_sha224": File("hmac-sha224-fast", hmac_cases, 172, 106),
    "hmac_sha256": File("hmac-sha256-fast", hmac_cases, 174, 108),
    "hmac_sha384": File("hmac-sha384-fast", hmac_cases, 174, 108),
    "hmac_sha512": File("hmac-sha512-fast", hmac_cases, 174, 108),
    "hmac_sha512_224": File("hmac-sha512-224-fast", hmac_cases, 173, 107),
    "hmac_sha512_256": File("hmac-sha512-256-fast", hmac_cases, 175, 109),
    "hmac_sm3": File("hmac-sm3-fast", hmac_cases, 174, 108),
    "kmac128": File("kmac128-fast", kmac_cases, 174, 108),
    "kmac256": File("kmac256-fast", kmac_cases, 261, 162),
    "hkdf_sha1": File("hkdf-hmac-sha1-fast", hkdf_cases, 87, 3),
    "hkdf_sha256": File("hkdf-hmac-sha256-fast", hkdf_cases, 86, 3),
    "hkdf_sha384": File("hkdf-hmac-sha384-fast", hkdf_cases, 83, 3),
    "hkdf_sha512": File("hkdf-hmac-sha512-fast", hkdf_cases, 83, 3),
    # One has 16777216 iterations.
    "pbkdf2_hmacsha1": File("pbkdf2-hmac-sha1-fast", pbkdf2_cases, 64, left_out=1),
    "pbkdf2_hmacsha224": File("pbkdf2-hmac-sha224-fast", pbkdf2_cases, 58),
    "pbkdf2_hmacsha256": File("pbkdf2-hmac-sha256-fast", pbkdf2_cases, 60),
    "pbkdf2_hmacsha384": File("pbkdf2-hmac-sha384-fast", pbkdf2_cases, 58),
    "pbkdf2_hmacsha512": File("pbkdf2-hmac-sha512-fast", pbkdf2_cases, 58),
    # Five keys have 0, 1, 8, 20 or 40 bytes.
    "aes_cmac": File("aes-chained", cmac_cases, 311, 248, left_out=5),
    "aes_xts": File("aes-par", xts_cases, 123),
    # The hardware neither adds padding nor checks it.
    "aes_cbc_pkcs5": File("aes-chained-par", cbc_cases, 216, absent=144),
    "ascon_aead128": File("ascon-aead128-fast", ascon_cases, 252, 124),
}

#: The files of PBKDF2. A simulation of 4096 iterations takes a second or more.
DERIVED = [name for name, file in FILES.items() if file.cases is pbkdf2_cases]
#: By the file: the number of tags that a unit with registers compares.
COMPARED = {"hmac_sha1": 87, "hmac_sha256": 87, "hmac_sha512": 87}

#: Design points that the library does not name.
UNNAMED = catalog.parse("""
[config.hkdf-hmac-sha1-fast]
unit = "hkdf-sha1"
parameters = { Function = "HKDF", Precompute = 2, BufferBytes = 128 }
[config.hkdf-hmac-sha384-fast]
unit = "hkdf-sha2"
parameters = { Function = "HKDF", Alg = "SHA384", Precompute = 2, BufferBytes = 128 }
[config.hkdf-hmac-sha512-fast]
unit = "hkdf-sha2"
parameters = { Function = "HKDF", Alg = "SHA512", Precompute = 2, BufferBytes = 128 }
[config.pbkdf2-hmac-sha224-fast]
unit = "pbkdf2-sha2"
parameters = { Function = "PBKDF2", Alg = "SHA224", Precompute = 2 }
[config.pbkdf2-hmac-sha384-fast]
unit = "pbkdf2-sha2"
parameters = { Function = "PBKDF2", Alg = "SHA384", Precompute = 2 }
[config.pbkdf2-hmac-sha512-fast]
unit = "pbkdf2-sha2"
parameters = { Function = "PBKDF2", Alg = "SHA512", Precompute = 2 }
[config.aes-chained-par]
unit = "aes-chained"
parameters = { KeyBits = 0, Direction = "BOTH", PipelineStages = 5, LowLatency = 0 }
""")


def lines(name: str) -> list[tuple[bool, tuple[str, ...]]]:
    """Returns the verdict and the values of each line of a file."""
    found, values = list[tuple[bool, tuple[str, ...]]](), tuple[str, ...]()
    for line in (FOLDER / f"{name}.txt").read_text(encoding="ascii").splitlines():
        if not line.startswith("#"):
            verdict, *parts = line.split()
            values = tuple(values[at] if part == "=" else part for at, part in enumerate(parts))
            assert verdict in ("valid", "invalid")
            found.append((verdict == "valid", values))
    return found


def cases_of(name: str) -> list[Case]:
    """Returns the cases of a file without those of too many iterations."""
    own = FILES[name]
    found = [case for valid, values in lines(name) for case in own.cases(values, valid)]
    return [case for case in found if case.iterations <= MOST]


def point_of(name: str) -> DesignPoint:
    """Returns the design point of a file."""
    wanted = FILES[name].point
    return UNNAMED[wanted] if wanted in UNNAMED else catalog.get(wanted)


def reference(point: DesignPoint, case: Case) -> bytes | None:
    """Returns what the hardware must answer, by the models and Python's libraries."""
    *keys, asked = case.asked
    if isinstance(asked, Request):
        return function_of(point).answering(point)(asked)
    if isinstance(asked, aead_wire.Message):
        (own,) = keys
        assert isinstance(own, aead_wire.Key)
        return AeadSubject(point, "stream", Path()).expected(asked, own.key)
    found = []
    for key in keys:
        assert isinstance(key, wire.Message | cipher_wire.Item)
        found.append(key.data)
    if isinstance(asked, wire.Message):
        return point.reference(asked.data, *found)
    assert isinstance(asked, cipher_wire.Item)
    if asked.mode == Mode.XTS and len(found[0]) == 24:
        return None
    tweak = found[1] if asked.mode == Mode.XTS else b""
    return cipher_wire.apply(found[0], asked.data, asked.decrypt, asked.mode, asked.initial, tweak)


def hardware(point: DesignPoint, cases: Sequence[Case], checked: bool) -> list[bytes | None]:
    """Returns what the simulated hardware answers; nothing where it refuses.

    Args:
        point: the design point.
        cases: what it is asked.
        checked: whether checkers watch that the inputs keep their rules.
    """
    items, interface = [one for case in cases for one in case.asked], point.unit.interface
    outcomes: Sequence[Outcome]
    if interface == "kdf":
        build = kdf_suite.build(point, "stream", tuple(point.sources("stream")))
        subject = KdfSubject(point, "stream", verilator.executable(build))
        requests = tuple(one for one in items if isinstance(one, Request))
        (reply,) = subject.run([KdfJob(requests)], checked=checked)
        outcomes = reply.outcomes
    elif interface == "hmac":
        messages = tuple(one for one in items if isinstance(one, wire.Message))
        (reply,) = wire.model(point, "stream").run([wire.Job(messages)], checked=checked)
        outcomes = reply.outcomes
    elif interface == "aead":
        sent = tuple(one for one in items if isinstance(one, aead_wire.Key | aead_wire.Message))
        (reply,) = aead_wire.model(point).run([AeadJob(sent)], checked=checked)
        outcomes = reply.outcomes[1::2]
    else:
        texts = tuple(one for one in items if isinstance(one, cipher_wire.Item))
        (reply,) = cipher_wire.model(point, "stream").run([CipherJob(texts)], checked=checked)
        pairs = zip(texts, reply.outcomes, strict=True)
        outcomes = [outcome for item, outcome in pairs if not item.key]
    assert reply.violation == ""
    assert not any(outcome.lost and not outcome.refused for outcome in outcomes)
    return [None if outcome.refused else outcome.result for outcome in outcomes]


def key_of(name: str, point: DesignPoint) -> str:
    """Returns a key of the hardware of a design point, its benches, and the vectors."""
    content = (FOLDER / f"{name}.txt").read_bytes()
    return fingerprint({"suite": suite_key(point), "vectors": hashlib.sha256(content).hexdigest()})


@pytest.mark.parametrize("name", FILES)
def test_a_file_has_the_vectors_of_wycheproof(name: str) -> None:
    own, found = FILES[name], lines(name)
    assert len(found) == own.vectors - own.absent
    assert sum(not valid for valid, _ in found) == own.invalid
    used = [
        any(case.iterations <= MOST for case in own.cases(values, valid)) for valid, values in found
    ]
    assert used.count(False) == own.left_out


def test_each_file_is_read() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == FILES.keys()


@pytest.mark.parametrize("name", FILES)
def test_the_reference_gives_the_results(name: str) -> None:
    point = point_of(name)
    assert [case for case in cases_of(name) if not case.fits(reference(point, case))] == []


def check(name: str, cases: Sequence[Case]) -> None:
    """Checks that the hardware answers as the cases say."""
    wrong = list[Case]()
    for legal in (True, False):
        chosen = [case for case in cases if case.legal == legal]
        answers = hardware(point_of(name), chosen, legal) if chosen else []
        pairs = zip(chosen, answers, strict=True)
        wrong += [case for case, answer in pairs if not case.fits(answer)]
    assert wrong == []


@pytest.mark.parametrize("name", [name for name in FILES if name not in DERIVED])
def test_the_hardware_gives_the_results(name: str, passed: Passed) -> None:
    with passed.once(key_of(name, point_of(name))):
        check(name, cases_of(name))


def is_quick(case: Case) -> bool:
    """Returns whether the quick tests have a case of PBKDF2."""
    (request,) = case.asked
    assert isinstance(request, Request)
    return case.iterations <= QUICK_ITERATIONS or len(request.packets[0]) in QUICK_BYTES


@pytest.mark.parametrize("name", DERIVED)
def test_the_hardware_derives_some_keys(name: str, passed: Passed) -> None:
    with passed.once(key_of(name, point_of(name))):
        chosen = [case for case in cases_of(name) if is_quick(case)]
        assert len(chosen) == {"pbkdf2_hmacsha1": 4, "pbkdf2_hmacsha256": 3}.get(name, 2)
        check(name, chosen)


@pytest.mark.full
@pytest.mark.parametrize("name", DERIVED)
def test_the_hardware_derives_all_keys(name: str, passed: Passed) -> None:
    with passed.once(key_of(name, point_of(name))):
        check(name, cases_of(name))


@pytest.mark.parametrize("name", COMPARED)
def test_the_hardware_refuses_wrong_tags(name: str, passed: Passed) -> None:
    """A unit with registers compares tags of the complete length, and says whether they are right.

    It refuses the truncated ones, half of all.
    """
    point = catalog.get(f"{FILES[name].point}-axil")
    with passed.once(key_of(name, point)):
        build = register_suite.build(point, "stream", tuple(point.sources("stream")))
        found = list[bool]()
        with session(build) as unit:
            for valid, values in lines(name):
                key, message, tag = map(octets, values)
                if len(tag) < point.hash.digest_bits // 8:
                    with pytest.raises(BadInput, match="a tag of the unit has"):
                        unit.run(drivers.verify(tag, message))
                    continue
                unit.run(drivers.load_key(key))
                found.append(unit.run(drivers.verify(tag, message)) == valid)
        assert (all(found), len(found)) == (True, COMPARED[name])


def test_a_wrong_answer_fits_no_case() -> None:
    right, wrong = (Case((), b"ab", valid) for valid in (True, False))
    assert (right.fits(b"ab"), right.fits(b"abc"), right.fits(None)) == (True, False, False)
    assert (wrong.fits(b"ab"), wrong.fits(b"ac"), wrong.fits(None)) == (False, True, False)
    assert Case((), b"ab", part=True).fits(b"abc")
    assert not Case((), None).fits(b"")
    assert Case((), None).fits(None)
    digest = hashlib.sha256(b"ab").hexdigest()
    assert Case((), b"", digest=digest).fits(b"ab")
    assert not Case((), b"", digest=digest).fits(b"")


def test_the_page_has_the_numbers_of_vectors() -> None:
    page = (hw_root().parent / "docs" / "verification.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| (\d+) \| (\d+) \| `([\w-]+)`", page, re.M)
    assert {name: (*map(int, numbers), point) for name, *numbers, point in rows} == {
        name: (own.vectors, own.invalid, own.absent + own.left_out, own.point)
        for name, own in FILES.items()
    }
